// Kinks and jumps in pieces, beside their direct values.
#include "luztar/derive/held_pieces.h"

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "random.h"

using namespace luztar;
using luztar::testing::Random;

namespace {

using Values = std::map<std::string, double>;

double value_of(const Expression& expression, const Values& values) {
  return evaluate(expression, [&](const std::string& name) { return values.at(name); });
}

/// What generated code writes to kink[place], read back.
Expression argument(const std::string& code, std::size_t place) {
  const std::string target = "kink[" + std::to_string(place) + "] = ";
  const std::size_t begin = code.find(target) + target.size();
  return parse_expression(code.substr(begin, code.find(';', begin) - begin), {});
}

/// The expression with each piece where its argument is.
double value_by_pieces(const Expression& expression, Values values) {
  Source source(Language::C);
  for (const char* name : {"x", "d"}) source.name(name, name);
  HeldPieces pieces(source, {"d"});
  const Expression held = pieces.held(expression);
  for (std::size_t i = 0; i < pieces.pieces().size(); ++i) {
    const double at = value_of(argument(source.text(), i), values);
    const bool whole = pieces.pieces()[i].kind == HeldPiece::Kind::Whole;
    values["#piece " + std::to_string(i)] = whole ? std::floor(at) : at > 0.0 ? 1.0 : -1.0;
  }
  return value_of(held, values);
}

}  // namespace

TEST_CASE("an expression in pieces has its value") {
  Random random(1);
  for (const char* text :
       {"abs(x)", "sign(x)", "step(x)", "min(x, d)", "max(x, d)", "sat(x, d)", "luz(x, d)",
        "tar(x, d)", "pulse(x, d, 1)", "floor(x)", "ceil(x)", "round(x)", "mod(x, d)", "square(x)",
        "saw(x)", "if(x > d, x, d)", "if(x <= d, x^2, d*x)", "abs(x - d) + max(0, x)*step(x + d)"})
    for (int i = 0; i < 200; ++i) {
      const Expression expression = parse_expression(text, {});
      const Values values{{"x", random(-10.0, 10.0)}, {"d", random(0.1, 3.0)}};
      CAPTURE(text);
      CAPTURE(values.at("x"));
      CAPTURE(values.at("d"));
      CHECK(value_by_pieces(expression, values) ==
            doctest::Approx(value_of(expression, values)).epsilon(1e-13));
    }
}

TEST_CASE("what keeps its value from event to event has no pieces") {
  Source source(Language::C);
  source.name("d", "d");
  HeldPieces pieces(source, {"d"});
  const Expression expression = parse_expression("max(d, 1)*abs(d)", {});
  CHECK(to_text(pieces.held(expression)) == to_text(expression));
  CHECK(pieces.pieces().empty());
  CHECK(source.text().empty());
}

TEST_CASE("an argument has one piece in a function, and one more in the next") {
  Source source(Language::C);
  source.name("x", "x");
  HeldPieces pieces(source, {});
  const auto write = [&] {
    source.begin_function("static double", "f", {{"double x", "x"}}, "A function.");
    source.code(pieces.held(parse_expression("abs(x) + max(x, 0)", {})));
    pieces.watch("x");
    source.end_function();
  };
  write();
  CHECK(pieces.pieces().size() == 2);
  CHECK(pieces.pieces()[1].kind == HeldPiece::Kind::Watch);
  write();
  CHECK(pieces.pieces().size() == 4);
}

TEST_CASE("pieces that jump belong to all that are written with them, kinks to motions alone") {
  Source source(Language::C);
  source.name("x", "x");
  HeldPieces pieces(source, {});
  const auto write = [&](const char* owner, const char* text, bool kinks) {
    pieces.belongs_to(owner, kinks);
    pieces.held(parse_expression(text, {}));
  };
  write("a", "step(x) + abs(x - 1)", false);
  write("b", "2*step(x)", false);
  write("c", "abs(x - 1)", true);
  write("", "step(x) + step(x - 3)", false);
  REQUIRE(pieces.pieces().size() == 3);
  CHECK(pieces.pieces()[0].owners == std::vector<std::string>{"a", "b"});
  CHECK(pieces.pieces()[1].owners == std::vector<std::string>{"c"});
  CHECK(pieces.owners() == std::vector<std::string>{"a", "b", "c"});
}
