// Pieces by hand, and their values beside those of the whole law.
#include "luztar/derive/linear/pieces_in_force.h"

#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "random.h"

using namespace luztar;

namespace {

std::string piece(const std::string& text, double x, double a) {
  return to_text(piece_in_force(parse_expression(text, {}), {{"x", x}, {"a", a}}));
}

}  // namespace

TEST_CASE("the piece in force, with its symbols") {
  CHECK(piece("luz(x, a)", 3, 2) == "x - a");
  CHECK(piece("luz(x, a)", -3, 2) == "x + a");
  CHECK(piece("luz(x, a)", 1, 2) == "0");
  CHECK(piece("sat(x, a)", -3, 2) == "-a");
  CHECK(piece("tar(x, a)", 1, 2) == "x + a");
  CHECK(piece("if(x > a, 2*x, abs(x))", -3, 2) == "-x");
  CHECK(piece("max(x, 0)*sign(x) + min(x, a)", 3, 2) == "x*1 + a");
  CHECK(piece("a*max(-x, 0)^1.5", 3, 2) == "a*0");
  CHECK(piece("sin(2*pi*x)", 1, 1) == "sin(2*pi*x)");
}

TEST_CASE("a piece has the value of the law") {
  testing::Random random{7};
  for (int i = 0; i < 100; ++i) {
    const double x = random(-3, 3), a = random(0.1, 2);
    const std::map<std::string, double> values{{"x", x}, {"a", a}, {"pi", std::numbers::pi}};
    const auto value_of = [&](const std::string& name) {
      return values.at(name);
    };
    for (const char* text :
         {"luz(x, a)^3", "tar(x, a)*sat(a - x, a)", "step(x)*if(x < -a, -1, pi*x)",
          "max(x, -a)/(1 + abs(x)) - min(sin(x), a)*sign(x)"}) {
      const Expression law = parse_expression(text, {});
      CHECK(std::abs(evaluate(piece_in_force(law, values), value_of) - evaluate(law, value_of)) <=
            1e-14);
    }
  }
}
