#include "luztar/io/write_toml.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <numbers>
#include <utility>
#include <vector>

#include "luztar/symbolic/quantity_text.h"

namespace luztar {
namespace {

/// The shortest text that reads back, never as a TOML integer that does not fit.
std::string toml_number(double value) {
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  std::string text(buffer.data(), end);
  constexpr double kExactIntegers = 1e15;
  const bool integer = text.find_first_of(".e") == std::string::npos;
  if (integer && (std::abs(value) >= kExactIntegers || (value == 0 && std::signbit(value)))) {
    text += ".0";
  }
  return text;
}

bool is_pi(const Expression& expression) {
  return expression.op() == Op::Number && expression.number() == std::numbers::pi;
}

Expression with_pi(const Expression& expression) {
  if (is_pi(expression)) return Expression::symbol("pi");
  if (expression.operands().empty()) return expression;
  std::vector<Expression> operands;
  for (const Expression& operand : expression.operands()) operands.push_back(with_pi(operand));
  return expression.with(std::move(operands));
}

/// "3 mm"; a table where the unit begins with no letter.
std::string toml_quantity(const Expression& number) {
  const std::string text = quantity_text(number);
  if (parse_quantity(text, {})) return toml_string(text);
  return "{ value = " + toml_number(number_in_unit(number.number(), number.unit())) +
         ", unit = " + toml_string(number.unit()) + " }";
}

}  // namespace

std::string toml_string(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') quoted += '\\';
    if (code < 0x20 || code == 0x7f) {
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u%04X", code);
      quoted += escape.data();
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

std::string toml_text(const Expression& expression) {
  if (expression.op() == Op::Number && !expression.unit().empty()) return toml_quantity(expression);
  if (expression.op() == Op::Number && !is_pi(expression)) {
    return toml_number(expression.number());
  }
  return toml_string(to_text(with_pi(expression)));
}

std::string toml_list(const std::vector<double>& numbers) {
  std::string list;
  for (const double x : numbers)
    list += (list.empty() ? "" : ", ") + toml_text(Expression::number(x));
  return "[" + list + "]";
}

std::string toml_lists(const std::vector<double>& numbers, std::size_t width) {
  std::string list;
  for (auto row = numbers.begin(); row != numbers.end(); row += static_cast<std::ptrdiff_t>(width))
    list += (list.empty() ? "" : ", ") + toml_list({row, row + static_cast<std::ptrdiff_t>(width)});
  return "[" + list + "]";
}

std::string toml_texts(const std::vector<SourceText>& texts) {
  std::string list;
  for (const SourceText& item : texts) list += (list.empty() ? "" : ", ") + toml_string(item.text);
  return "[" + list + "]";
}

std::string toml_file(const std::string& file, const std::string& folder) {
  const std::filesystem::path path(file);
  if (folder.empty() || path.is_absolute()) return toml_string(file);
  return toml_string((std::filesystem::path(folder) / path).lexically_normal().generic_string());
}

void TomlInline::add(std::string_view key, std::string_view value) {
  if (!pairs_.empty()) pairs_ += ", ";
  pairs_.append(key).append(" = ").append(value);
}

void TomlLines::add(std::string_view key, std::string_view value) {
  lines_.append(key).append(" = ").append(value).append("\n");
}

}  // namespace luztar
