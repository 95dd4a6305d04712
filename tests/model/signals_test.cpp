// Signals inside of signals.
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "built_model.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

Model with_signals(const std::vector<std::pair<std::string, std::string>>& signals) {
  Model model = one_body();
  for (const auto& [name, value] : signals)
    model.signals.push_back({.name = name, .value = text(value)});
  return model;
}

std::string wrong(const Model& model) {
  Diagnostics mistakes;
  check_signals(model, mistakes);
  return whats(mistakes);
}

// s0 = t, s(i) = s(i-1) + s(i-1): 2^n nodes.
Model doubling(int n) {
  std::vector<std::pair<std::string, std::string>> signals{{"s0", "t"}};
  for (int i = 1; i <= n; ++i) {
    const std::string before = "s" + std::to_string(i - 1);
    signals.emplace_back("s" + std::to_string(i), before + " + " + before);
  }
  return with_signals(signals);
}

}  // namespace

TEST_CASE("signals may use each other in any order, but not in a circle") {
  CHECK(wrong(with_signals({{"a", "2*b"}, {"b", "c + t"}, {"c", "sin(t)"}})).empty());
  CHECK(wrong(with_signals({{"a", "a + t"}})) == "the signal 'a' uses itself");
  const std::string two = wrong(with_signals({{"a", "b"}, {"b", "a"}}));
  CHECK((two == "the signals 'a' and 'b' use each other" ||
         two == "the signals 'b' and 'a' use each other"));
}

TEST_CASE("signals that double are allowed up to 100,000 nodes, and told once") {
  CHECK(wrong(doubling(15)).empty());  // 2^16 - 1 nodes
  CHECK(wrong(doubling(16)) ==
        "this expression grows too large when its signals and forces are inserted");
  CHECK(wrong(doubling(25)) == wrong(doubling(16)));  // its users see it as small
}

TEST_CASE("a user of small signals may be too large itself") {
  Model model = doubling(15);
  Force force;
  force.name = "push";
  force.deflection = of_the_seat();
  force.value = text("s15");
  model.forces.push_back(force);
  CHECK(wrong(model).empty());
  model.forces[0].value = text("s15 + s15");
  CHECK(wrong(model) == "this expression grows too large when its signals and forces are inserted");
}

TEST_CASE("a motion must not jump: held data are refused in it, through other signals too") {
  Table held;
  held.time = {0, 1, 2};
  held.value = {0, 1, 4};
  held.interpolation = Table::Interpolation::Hold;
  Model model = with_signals({{"scaled", "2*data"}});
  model.signals.push_back({.name = "data", .value = held});
  model.bodies[0].mass.reset();
  for (const char* motion : {"data", "scaled*t"}) {
    model.bodies[0].motion = text(motion);
    CHECK(wrong(model) == "the motion of 'seat' uses data with \"hold\": it jumps");
  }
  std::get<Table>(model.signals[1].value).interpolation = Table::Interpolation::Linear;
  CHECK(wrong(model).empty());
}
