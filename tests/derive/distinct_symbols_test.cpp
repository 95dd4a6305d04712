// Symbols that would look alike are written apart.
#include "luztar/derive/distinct_symbols.h"

#include <set>
#include <string>
#include <variant>

#include <doctest/doctest.h>

#include "dynamics/small_models.h"
#include "luztar/symbolic/notation.h"

using namespace luztar;
using luztar::testing::text;

namespace {

Document document_of(const std::string& left, const std::string& right) {
  Document document;
  document.sections.push_back(
      {"s", {Display{{Line{text(left), {{Line::Sign::Equal, text(right)}}, {}, {}}}}}});
  return document;
}

const Line& line_of(const Document& document) {
  return std::get<Display>(document.sections[0].content[0]).lines[0];
}

Model with_parameters(const std::vector<std::string>& names) {
  Model model;
  for (const std::string& name : names) model.parameters.push_back({.name = name, .value = {}});
  return model;
}

}  // namespace

TEST_CASE("only names between dollars are renamed, functions and words are not") {
  const auto upper = [](const std::string& name) {
    return "<" + name + ">";
  };
  CHECK(with_symbols_renamed("the force $f.a + 2*sin(x1)$ of `f.a`, x1", upper) ==
        "the force $<f.a> + 2*sin(<x1>)$ of `f.a`, x1");
  CHECK(with_symbols_renamed("a $ alone", upper) == "a $ alone");
}

TEST_CASE("parameters, signals, forces and t stand for themselves") {
  Model model = with_parameters({"k"});
  model.signals.push_back({.name = "wave", .value = Expression()});
  luztar::testing::force(model, "push", 0, "1");
  CHECK(names_in_formulas(model) == std::set<std::string>{"k", "push", "t", "wave"});
}

TEST_CASE("symbols that look different stay as they are, and no section is added") {
  Document document = document_of("f.a", "k*q.b");
  make_symbols_distinct(document, with_parameters({"k"}));
  CHECK(document.sections.size() == 1);
  CHECK(to_text(line_of(document).left) == "f.a");
}

TEST_CASE("a parameter keeps its name, a symbol that looks like it gets another") {
  // The force of the pair `a` is T_a on a terminal; so is the parameter.
  Document document = document_of("f.a", "T_a + 1");
  make_symbols_distinct(document, with_parameters({"T_a"}));
  const Line& line = line_of(document);
  const Expression& right = line.parts[0].right;
  CHECK(to_text(right) == "T_a + 1");
  CHECK(to_unicode(line.left) != to_unicode(right.operands()[0]));
  CHECK(to_latex(line.left, document.notation) != to_latex(right.operands()[0], document.notation));
  REQUIRE(document.sections.size() == 2);
  CHECK(document.sections[1].title == "Names");
  const auto& table = std::get<DocumentTable>(document.sections[1].content[1]);
  REQUIRE(table.rows.size() == 1);
  CHECK(table.rows[0][0] == "$" + to_text(line.left) + "$");
  CHECK(table.rows[0][1] == "force of `a`");
}

TEST_CASE("two parameters with the same LaTeX keep their names and look apart") {
  Document document = document_of("F1", "F_1");
  make_symbols_distinct(document, with_parameters({"F1", "F_1"}));  // both F with the index 1
  const Line& line = line_of(document);
  CHECK(to_text(line.left) == "F1");
  CHECK(to_text(line.parts[0].right) == "F_1");
  CHECK(to_latex(line.left, document.notation) != to_latex(line.parts[0].right, document.notation));
}
