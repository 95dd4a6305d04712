#include "luztar/import/imported_model.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace luztar {
namespace {

constexpr std::array<std::string_view, 15> kOrder{
    "parameters", "signals",    "tables", "states",    "bodies", "inertias",   "links", "springs",
    "dampers",    "freewheels", "stops",  "frictions", "forces", "simulation", "output"};

/// Words of expressions, which neither parameters nor signals may have as a name.
constexpr std::array<std::string_view, 46> kWords{
    "t",     "d",     "v",    "q",     "f",      "x",          "a",     "pi",    "inf",   "if",
    "sin",   "cos",   "tan",  "asin",  "acos",   "atan",       "sinh",  "cosh",  "tanh",  "asinh",
    "acosh", "atanh", "exp",  "log",   "log10",  "sqrt",       "atan2", "hypot", "abs",   "sign",
    "min",   "max",   "step", "pulse", "square", "saw",        "floor", "ceil",  "round", "mod",
    "sat",   "luz",   "tar",  "delay", "ground", "equilibrium"};

bool is_number(const std::string& text) {
  double value{};
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  const bool begins = !text.empty() && (std::isdigit(static_cast<unsigned char>(text[0])) != 0 ||
                                        (text[0] == '-' && text.size() > 1));
  return begins && read.ec == std::errc{} && read.ptr == end && text.find('n') == std::string::npos;
}

void write_comment(std::string& to, const std::string& comment) {
  if (!comment.empty()) to += "# " + comment + "\n";
}

void write_parameter(std::string& to, const ImportedTable& table) {
  to += table.name + " = ";
  if (table.keys.size() == 1) {
    to += table.keys.front().second;
  } else {
    std::string pairs;
    for (const auto& [key, value] : table.keys)
      pairs += (pairs.empty() ? "" : ", ") + key + " = " + value;
    to += "{ " + pairs + " }";
  }
  to += table.comment.empty() ? "\n" : "  # " + table.comment + "\n";
}

void write_table(std::string& to, const ImportedTable& table) {
  to += "\n";
  write_comment(to, table.comment);
  to += "[" + table.kind + (table.name.empty() ? "" : "." + table.name) + "]\n";
  for (const auto& [key, value] : table.keys) to.append(key).append(" = ").append(value) += '\n';
}

/// Letters, digits and "_", a letter first.
std::string plain_name(const std::string& wanted) {
  constexpr std::size_t kLongest = 180;
  std::string name;
  for (const char c : wanted.substr(0, kLongest)) {
    if (c == '\'') continue;  // 'block' of Modelica
    const auto byte = static_cast<unsigned char>(c);
    name += byte < 0x80 && std::isalnum(byte) != 0 ? c : '_';
  }
  const bool begins = !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) != 0;
  return begins ? name : "n" + name;
}

/// With a number behind it where it is taken.
std::string entered(const std::string& name, std::vector<std::string>& taken) {
  std::string free = name;
  for (int i = 2; std::find(taken.begin(), taken.end(), free) != taken.end(); ++i)
    free = name + "_" + std::to_string(i);
  taken.push_back(free);
  return free;
}

}  // namespace

ImportedTable& ImportedTable::value(std::string_view key, const std::string& expression) {
  return raw(key, toml_value(expression));
}

ImportedTable& ImportedTable::raw(std::string_view key, const std::string& text) {
  keys.emplace_back(key, text);
  return *this;
}

ImportedTable& ImportedModel::add(const std::string& kind, const std::string& name,
                                  const std::string& comment) {
  tables.push_back({.kind = kind, .name = name, .comment = comment, .keys = {}});
  return tables.back();
}

std::string toml_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  }
  return quoted + "\"";
}

std::string toml_value(const std::string& expression) {
  return is_number(expression) ? expression : toml_quoted(expression);
}

std::string written(const ImportedModel& model) {
  std::string text;
  for (const std::string& line : model.head) write_comment(text, line);
  text += "title = " + toml_quoted(model.title) + "\n";
  bool any = false;
  for (const std::string_view kind : kOrder) {
    for (const ImportedTable& table : model.tables) {
      if (table.kind != kind) continue;
      if (kind != "parameters") {
        write_table(text, table);
        continue;
      }
      if (!any) text += "\n[parameters]\n";
      any = true;
      write_parameter(text, table);
    }
  }
  return text;
}

std::string free_name(const std::string& wanted, std::vector<std::string>& taken) {
  return entered(plain_name(wanted), taken);
}

std::string free_symbol(const std::string& wanted, std::vector<std::string>& taken) {
  const std::string name = plain_name(wanted);
  const bool is_word = std::find(kWords.begin(), kWords.end(), name) != kWords.end();
  return entered(is_word ? name + "_" : name, taken);
}

}  // namespace luztar
