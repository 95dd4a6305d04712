// Which symbols may stand where.
#include <string>

#include <doctest/doctest.h>

#include "built_model.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

// One model with a name of each kind.
Model with_names() {
  Model model = one_body();
  model.signals.push_back({.name = "wave", .value = text("sin(t)")});
  Damper damper;
  damper.name = "oil";
  damper.deflection = of_the_seat();
  damper.damping = number(1);
  model.dampers.push_back(damper);
  return model;
}

std::string wrong(const char* symbol, Place place) {
  static const Model model = with_names();
  static const Names names(model);
  Diagnostics mistakes;
  check_symbols(Expression::symbol(symbol), place, names, {}, mistakes);
  return whats(mistakes);
}

}  // namespace

TEST_CASE("each place allows its symbols and no others") {
  struct Row {
    const char* symbol;
    bool constant, time, law, feedback;
  };
  for (const Row& row : {
           Row{"rho", true, true, true, true},
           Row{"t", false, true, true, true},
           Row{"wave", false, true, true, true},
           Row{"d", false, false, true, false},
           Row{"v", false, false, true, false},
           Row{"q.seat", false, false, false, true},
           Row{"v.seat", false, false, false, true},
           Row{"seat", false, false, false, false},
           Row{"oil", false, false, false, false},
           Row{"inf", false, false, false, false},
           Row{"a.seat", false, false, false, false},
           Row{"q.oil", false, false, false, false},
           Row{"q.ground", false, false, false, false},
           Row{"nobody", false, false, false, false},
       }) {
    CAPTURE(row.symbol);
    CHECK(wrong(row.symbol, Place::Constant).empty() == row.constant);
    CHECK(wrong(row.symbol, Place::Time).empty() == row.time);
    CHECK(wrong(row.symbol, Place::Law).empty() == row.law);
    CHECK(wrong(row.symbol, Place::Feedback).empty() == row.feedback);
  }
}

TEST_CASE("a mistake says what the symbol is and not only that it is wrong") {
  CHECK(wrong("seat", Place::Constant) == "'seat' is a body");
  CHECK(wrong("oil", Place::Time) == "'oil' is an element");
  CHECK(wrong("q.nobody", Place::Feedback) == "no body 'nobody'");
  CHECK(wrong("q.ground", Place::Feedback) == "'ground' does not move");
  CHECK(wrong("w.seat", Place::Feedback) == "'w.' has no meaning");
  CHECK(wrong("wave", Place::Constant) ==
        "the signal 'wave' is not allowed here: this value is a constant");
  CHECK(wrong("nobody", Place::Constant) == "no parameter 'nobody'");
  CHECK(wrong("nobody", Place::Time) == "no parameter or signal 'nobody'");
}

TEST_CASE("what could not be read was told before") {
  CHECK(wrong(kUnread, Place::Constant).empty());
}

TEST_CASE("every key of a model is looked at") {
  // One wrong symbol in each place that describe() does not know of, and in one that it does.
  Model model = with_names();
  model.dampers[0].damping = text("x1");
  model.dampers[0].deflection.terms[0].coefficient = text("x2");
  model.bodies[0].position = text("x3");
  model.signals[0].value = text("x4");
  model.simulation.start = text("x5");
  model.simulation.tolerance = text("x6");
  model.simulation.step = text("x7");
  model.output.checkpoint = text("x8");
  Diagnostics mistakes;
  check_all_symbols(model, Names(model), mistakes);
  const std::string all = whats(mistakes);
  CHECK(mistakes.size() == 8);
  for (int i = 1; i <= 8; ++i) CHECK(all.find("'x" + std::to_string(i) + "'") != std::string::npos);
}
