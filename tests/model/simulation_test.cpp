// Ranges of [simulation], and data that cover the run.
#include <string>

#include <doctest/doctest.h>

#include "built_model.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

std::string wrong(const Model& model) {
  Diagnostics mistakes;
  check_simulation(model, {{"m", 6}}, mistakes);
  return whats(mistakes);
}

template <class Spoil>
std::string wrong(const Spoil& spoil) {
  Model model = one_body();
  spoil(model.simulation);
  return wrong(model);
}

}  // namespace

TEST_CASE("each number of a run has its range, ends included") {
  using S = SimulationTable;
  CHECK(wrong([](S& s) { s.duration = number(0); }).empty());
  CHECK(wrong([](S& s) { s.duration = text("-m"); }) == "duration is negative");
  CHECK(wrong([](S& s) { s.start = text("1/0"); }) == "start is not a finite number");
  CHECK(wrong([](S& s) { s.samples = number(0); }).empty());
  CHECK(wrong([](S& s) { s.samples = number(2.5); }) == "samples = 2.5 is out of range");
  CHECK(wrong([](S& s) { s.samples = number(1e9); }).empty());
  CHECK(wrong([](S& s) { s.samples = number(1e9 + 1); }) == "samples = 1000000001 is out of range");
  CHECK(wrong([](S& s) { s.interval = number(0); }) == "interval is not positive");
  CHECK(wrong([](S& s) { s.interval = number(1e-10); }) ==
        "interval gives more than 1e9 output points");
  CHECK(wrong([](S& s) { s.samples = s.interval = number(1); }) ==
        "samples and interval are both given");
  CHECK(wrong([](S& s) { s.tolerance = number(1e-15); }).empty());
  CHECK(wrong([](S& s) { s.tolerance = number(1e-2); }).empty());
  CHECK(wrong([](S& s) { s.tolerance = number(0.011); }) == "tolerance = 0.011 is out of range");
  CHECK(wrong([](S& s) { s.max_events = number(0); }) == "max_events = 0 is out of range");
}

TEST_CASE("a start so late that the duration vanishes beside it is refused") {
  using S = SimulationTable;
  CHECK(wrong([](S& s) { s.start = number(1e15); }).empty());
  CHECK(wrong([](S& s) { s.start = number(1e17); }) == "start + duration is out of range");
}

TEST_CASE("`step` and `adaptive` belong to stepping, which needs a step") {
  using S = SimulationTable;
  CHECK(wrong([](S& s) { s.step = number(1); }) == "`step` belongs to method = \"stepping\"");
  CHECK(wrong([](S& s) { s.adaptive = true; }) == "`adaptive` belongs to method = \"stepping\"");
  CHECK(wrong([](S& s) { s.method = Method::Stepping; }) == "method = \"stepping\" has no `step`");
  const auto with_step = [](double step) {
    return wrong([step](S& s) {
      s.method = Method::Stepping;
      s.step = number(step);
    });
  };
  CHECK(with_step(1e-3).empty());
  CHECK(with_step(0) == "step is not positive");
  CHECK(with_step(1e-13) == "step gives more than 1e12 steps");
}

TEST_CASE("measured data cover the run from its start to its end") {
  Table data;
  data.time = {-1, 0.5, 2};
  data.value = {0, 0, 0};
  Model model = one_body();
  model.signals.push_back({.name = "road", .value = data});
  CHECK(wrong(model).empty());
  model.simulation.duration = number(2);
  CHECK(wrong(model).empty());
  model.simulation.start = number(0.25);
  CHECK(wrong(model) ==
        "the data of 'road' reach from -1 s to 2 s, the simulation from 0.25 s to 2.25 s");
  model.simulation.start = number(-1.5);
  CHECK(!wrong(model).empty());
}

TEST_CASE("a checkpoint every negative second is none") {
  Model model = one_body();
  model.output.checkpoint = number(-1);
  CHECK(wrong(model) == "checkpoint is negative");
}
