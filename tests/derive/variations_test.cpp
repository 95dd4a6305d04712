// First-order changes by hand.
#include "luztar/derive/linear/variations.h"

#include <doctest/doctest.h>

using namespace luztar;

namespace {

Formula formula(const char* text) { return to_formula(parse_expression(text, {})); }
Expression law(const char* text) { return parse_expression(text, {}); }

Model model_of_inputs() {
  Model model;
  model.parameters.push_back({.name = "u", .value = Expression::number(2.0)});
  model.parameters.push_back({.name = "twice", .value = law("2*u + 1")});
  model.signals.push_back({.name = "s", .value = law("u*t^2")});
  return model;
}

}  // namespace

TEST_CASE("parameters and signals that follow an input, positions by their columns") {
  const Model model = model_of_inputs();
  const LinearRegime regime{.place = "", .inputs = {"u", "s"}};
  Variations variations(model, regime, 10);
  variations.set("q.a", unit_row(0));
  CHECK(variations.of(law("twice*q.a")) ==
        FormulaRow{{0, formula("twice")}, {10, formula("2*q.a")}});
  CHECK(variations.of(law("s^2")) == FormulaRow{{10, formula("2*s*t^2")}, {11, formula("2*s")}});
  CHECK(variations.of(law("t*w")).empty());
}

TEST_CASE("a given motion has the rates of its inputs") {
  const Model model = model_of_inputs();
  const LinearRegime regime{.place = "", .inputs = {"s"}};
  const MotionVariation made = Variations(model, regime, 5).of_motion(law("s*t"));
  CHECK(made.q == FormulaRow{{5, formula("t")}});
  CHECK(made.v == FormulaRow{{5, Formula(1)}, {6, formula("t")}});
  CHECK(made.a == FormulaRow{{6, Formula(2)}, {7, formula("t")}});
}
