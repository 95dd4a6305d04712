// Documents as data: {"title", "sections": [{"title", "content": [...]}]}.
#include <array>
#include <cstdio>
#include <string>

#include "luztar/derive/print_parts.h"

namespace luztar {
namespace {

std::string json_text(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += {'\\', c};
    } else if (c == '\n') {
      result += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      std::array<char, 8> code{};
      std::snprintf(code.data(), code.size(), "\\u%04x", static_cast<unsigned>(c));
      result += code.data();
    } else {
      result += c;
    }
  }
  return result + "\"";
}

// "[\n  item,\n  item\n]", or in one line.
template <typename Items, typename Print>
std::string list(const Items& items, const std::string& indent, const Print& print) {
  if (items.empty()) return "[]";
  std::string text = "[";
  for (const auto& item : items) {
    text += (&item == &*items.begin() ? "\n" : ",\n") + indent + "  " + print(item);
  }
  return text + "\n" + indent + "]";
}

// "[item, item]"
template <typename Items, typename Print>
std::string in_one_line(const Items& items, const Print& print) {
  std::string text = "[";
  for (const auto& item : items) text += (&item == &*items.begin() ? "" : ", ") + print(item);
  return text + "]";
}

std::string strings(const std::vector<std::string>& items) { return in_one_line(items, json_text); }

class JsonPrinter {
 public:
  explicit JsonPrinter(const Document& document) : document_(document) {}

  std::string print() const {
    return "{\n  \"title\": " + json_text(document_.title) + ",\n  \"sections\": " +
           list(document_.sections, "  ", [&](const Section& one) { return section(one); }) +
           "\n}\n";
  }

 private:
  std::string section(const Section& section) const {
    return "{\"title\": " + json_text(section.title) + ", \"content\": " +
           list(section.content, "    ",
                [&](const auto& part) {
                  return std::visit([&](const auto& one) { return content(one); }, part);
                }) +
           "}";
  }

  static std::string content(const Paragraph& paragraph) {
    return "{\"paragraph\": " + json_text(paragraph.text) + "}";
  }
  static std::string content(const ListItems& items) {
    return "{\"list\": " + list(items.items, "      ", json_text) + "}";
  }
  static std::string content(const DocumentTable& table) {
    return "{\"table\": {\"header\": " + strings(table.header) +
           ", \"rows\": " + list(table.rows, "      ", strings) + "}}";
  }
  std::string content(const Display& display) const {
    return "{\"formulas\": " +
           list(display.lines, "      ", [&](const Line& one) { return line(one); }) + "}";
  }

  // Both the text of the expression language, to compute with, and LaTeX, to show.
  std::string formula(const Expression& expression) const {
    return json_text(to_text(expression)) +
           ", \"latex\": " + json_text(to_latex(expression, document_.notation));
  }

  std::string line(const Line& line) const {
    const auto part = [&](const Line::Part& one) {
      return "{\"relation\": " + json_text(relation_text(one.sign)) +
             ", \"expression\": " + formula(one.right) + "}";
    };
    return "{\"left\": {\"expression\": " + formula(line.left) +
           "}, \"parts\": " + in_one_line(line.parts, part) + ", \"conditions\": " +
           in_one_line(line.conditions, [&](const Line& one) { return this->line(one); }) +
           ", \"words\": " + json_text(line.words) + "}";
  }

  const Document& document_;
};

}  // namespace

std::string print_json(const Document& document) { return JsonPrinter(document).print(); }

}  // namespace luztar
