// Documents as data: {"title", "sections": [{"title", "content": [...]}]}.
#include <string>
#include <string_view>
#include <variant>

#include "luztar/core/json_writer.h"
#include "luztar/derive/print_parts.h"

namespace luztar {
namespace {

class JsonPrinter {
 public:
  explicit JsonPrinter(const Document& document) : document_(document) {}

  std::string print() {
    json_.open_object();
    json_.field("title", document_.title);
    json_.open_array("sections", Layout::Lines);
    for (const Section& section : document_.sections) add(section);
    json_.close();
    json_.close();
    return json_.text();
  }

 private:
  using Layout = JsonWriter::Layout;

  void open(std::string_view key = {}) { json_.open_object(key, Layout::Line); }

  void add(const Section& section) {
    open();
    json_.field("title", section.title);
    json_.open_array("content", Layout::Lines);
    for (const auto& part : section.content) {
      open();
      std::visit([this](const auto& one) { add(one); }, part);
      json_.close();
    }
    json_.close();
    json_.close();
  }

  void add(const Paragraph& paragraph) { json_.field("paragraph", paragraph.text); }

  void add(const ListItems& items) {
    json_.open_array("list", Layout::Lines);
    for (const std::string& item : items.items) json_.item(item);
    json_.close();
  }

  void add(const DocumentTable& table) {
    open("table");
    json_.list("header", table.header);
    json_.open_array("rows", Layout::Lines);
    for (const auto& row : table.rows) json_.list({}, row);
    json_.close();
    json_.close();
  }

  void add(const Display& display) {
    json_.open_array("formulas", Layout::Lines);
    for (const Line& line : display.lines) add(line);
    json_.close();
  }

  /// Both the text of the expression language, to compute with, and LaTeX, to show.
  void add_formula(const Expression& expression) {
    json_.field("expression", to_text(expression));
    json_.field("latex", to_latex(expression, document_.notation));
  }

  void add(const Line& line) {
    open();
    open("left");
    add_formula(line.left);
    json_.close();
    json_.open_array("parts");
    for (const Line::Part& part : line.parts) {
      open();
      json_.field("relation", relation_text(part.sign));
      add_formula(part.right);
      json_.close();
    }
    json_.close();
    json_.open_array("conditions");
    for (const Line& condition : line.conditions) add(condition);
    json_.close();
    json_.field("words", line.words);
    json_.close();
  }

  const Document& document_;
  JsonWriter json_;
};

}  // namespace

std::string print_json(const Document& document) { return JsonPrinter(document).print(); }

}  // namespace luztar
