// Formulas go to Modelica and come back by the parser of `luztar import`.
#include "luztar/exchange/modelica/modelica_formula.h"

#include <cmath>
#include <random>

#include "modelica_back.h"
#include "tests/environment.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

std::string in_modelica(const std::string& text) {
  return modelica_formula(parse_expression(text, {}), [](const std::string& name) { return name; });
}

class Drawn {
 public:
  explicit Drawn(unsigned seed) : engine_(seed) {}

  std::string formula(int depth) {
    if (depth == 0) return atom();
    const auto e = [&] {
      return formula(depth - 1);
    };
    switch (pick(18)) {
      case 0:
        return "(" + e() + " + " + e() + ")";
      case 1:
        return "(" + e() + " - " + e() + ")";
      case 2:
        return "(" + e() + ")*(" + e() + ")";
      case 3:
        return e() + " - (" + e() + " - " + e() + ")";
      case 4:
        return e() + "/(2 + abs(" + e() + "))/(1.5)";
      case 5:
        return "-(" + e() + ")";
      case 6:
        return "(" + e() + ")^" + (pick(2) == 0 ? "2" : "3");
      case 7:
        return "2^-abs(" + e() + ")";
      case 8:
        return "if(" + e() + (pick(2) == 0 ? " < " : " >= ") + e() + ", " + e() + ", " + e() + ")";
      case 9:
        return "luz(" + e() + ", 0.3)*sat(" + e() + ", abs(" + e() + "))";
      case 10:
        return "tar(" + e() + ", 0.5) - step(" + e() + ")";
      case 11:
        return "pulse(" + e() + ", -0.5, 1.2) + square(" + e() + ")";
      case 12:
        return "saw(" + e() + ")*round(" + e() + ")";
      case 13:
        return "mod(" + e() + ", 0.7) + floor(" + e() + ")";
      case 14:
        return "max(" + e() + ", " + e() + ", " + e() + ")";
      case 15:
        return "hypot(" + e() + ", " + e() + ") - sign(" + e() + ")";
      case 16:
        return "sin(" + e() + ") + atan2(" + e() + ", 1)";
      default:
        return "sqrt(abs(" + e() + ")) - min(" + e() + ", " + e() + ")";
    }
  }
  double number() { return std::uniform_real_distribution<double>(-2.0, 2.0)(engine_); }

 private:
  int pick(int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine_); }
  std::string atom() {
    static const char* const kAtoms[] = {"t", "q.b", "v.b", "p", "0.75", "pi", "-1.25", "-p"};
    return kAtoms[pick(8)];
  }
  std::mt19937 engine_;
};

/// The value of the force that a formula is, there and back, at some numbers.
std::pair<double, double> values(const std::string& formula, Drawn& draw) {
  const std::string toml =
      "parameters.p = 0.4\nbodies.b.mass = 1\nforces.f = { on = \"b\", value = \"" + formula +
      "\" }\nsimulation.duration = 1\n";
  CAPTURE(formula);
  const Model first = parse_model(toml, "given.toml"), second = there_and_back(toml);
  REQUIRE(second.forces.size() == 1);
  const double t = draw.number(), q = draw.number(), v = draw.number();
  const auto at = [&](const std::string& name) {
    return name == "t" ? t : name == "q.b" ? q : name == "v.b" ? v : 0.4;
  };
  return {evaluate(first.forces[0].value, at), evaluate(second.forces[0].value, at)};
}

}  // namespace

TEST_CASE("operators keep their order in Modelica, where a sign stands first only") {
  CHECK(in_modelica("a - (b - c)") == "a - (b - c)");
  CHECK(in_modelica("a + -b") == "a + (-b)");
  CHECK(in_modelica("a*-b") == "a*(-b)");
  CHECK(in_modelica("a/(b*c)") == "a/(b*c)");
  CHECK(in_modelica("-a^2") == "-a^2");
  CHECK(in_modelica("(-a)^2") == "(-a)^2");
  CHECK(in_modelica("a^b^c") == "a^(b^c)");
  CHECK(in_modelica("a^-2") == "a^(-2)");
  CHECK(in_modelica("2*if(a < b, 1, c)") == "2*(if a < b then 1 else c)");
  CHECK(in_modelica("2*pi*a") == "2*Modelica.Constants.pi*a");
  CHECK(in_modelica("min(a, b, c)") == "min(min(a, b), c)");
  CHECK(in_modelica("a - luz(b, 2)") == "a - (b - max(-2, min(2, b)))");
  CHECK(in_modelica("acosh(a) + log10(b)") == "Modelica.Math.acosh(a) + log10(b)");
  CHECK(in_modelica("delay(a, 0.1)") == "delay(a, 0.1)");
  CHECK(modelica_number(INFINITY) == "Modelica.Constants.inf");
  CHECK(modelica_number(0.1) == "0.1");
}

TEST_CASE("what Modelica has no word for is refused with its place") {
  const std::string toml =
      "bodies.b.mass = 1\nforces.f = { on = \"b\", value = \"delay(v.b, 0.1, 2)\" }\n"
      "simulation.duration = 1\n";
  CHECK(says(refusal(toml), "given.toml:2:"));
  CHECK(says(refusal(toml), "delay() with a history has no counterpart"));
}

TEST_CASE("random formulas have the same value in Modelica") {
  const int count = test::count_of(60);
  int compared = 0;
  for (int seed = 1; seed <= count; ++seed) {
    CAPTURE(seed);
    Drawn draw(static_cast<unsigned>(seed));
    const auto [a, b] = values(draw.formula(1 + seed % 3), draw);
    if (!std::isfinite(a)) continue;
    ++compared;
    CHECK(b == doctest::Approx(a).epsilon(1e-12));
  }
  CHECK(compared > count / 2);
}
