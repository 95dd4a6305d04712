// Models that another program integrates, beside runs of luztar.
#include "luztar/exchange/model_exchange.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "integrated.h"
#include "luztar/core/error.h"
#include "luztar/exchange/stepper.h"
#include "stepped.h"
#include "tests/acceptance/rich_network.h"
#include "tests/environment.h"
#include "tests/random.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

std::vector<Event> stepped_events(Stepper& stepper, double end) {
  std::vector<Event> events = stepper.events();
  stepper.step_to(end);
  events.insert(events.end(), stepper.events().begin(), stepper.events().end());
  return events;
}

/// Those of one instant may come in any order.
void sort_instants(std::vector<Event>& events, double same) {
  for (auto begin = events.begin(); begin != events.end();) {
    auto end = begin;
    while (end != events.end() && end->time.value - begin->time.value <= same) ++end;
    std::sort(begin, end, [](const Event& a, const Event& b) {
      return std::tie(a.name, a.cause, a.to) < std::tie(b.name, b.cause, b.to);
    });
    begin = end;
  }
}

/// @return the largest difference of positions at the end
double compare(const Model& model, double tolerance, double same) {
  Stepper reference(model);
  const double start = reference.time();
  const double end = start + reference.system().settings().duration;
  std::vector<Event> wanted = stepped_events(reference, end);
  if (reference.status() != Status::Finished) return 0.0;
  ModelExchange exchange(model, {}, {}, start);
  Integrator integrator(exchange, tolerance, (end - start) / 500.0);
  integrator.go_to(end);
  REQUIRE_MESSAGE(!integrator.ended(), exchange.diagnosis());
  std::vector<Event> found = integrator.events();
  sort_instants(wanted, same);
  sort_instants(found, same);
  compare_events(found, wanted, same);
  double worst = 0.0;
  for (const BodyInfo& body : reference.system().bodies()) {
    const std::string name = "q." + body.name;
    worst = std::max(worst, std::abs(exchange.value(exchange.output(name)) -
                                     reference.value(reference.output(name))));
  }
  return worst;
}

}  // namespace

TEST_CASE("an integrator of its own finds the events of a run") {
  const std::map<std::string, double> durations{{"single_mass", 10.0},
                                                {"belt", 10.0},
                                                {"backlash", 1.0},
                                                {"bearing_massless", 10},
                                                {"bouncing_ball", 5.0},
                                                {"brake", 7.0},
                                                {"clutch", 4.0},
                                                {"encoder_servo", 0.5},
                                                {"freewheel_roll_feed", 3.0},
                                                {"hysteresis", 12.0},
                                                {"iwan", 1.0},
                                                {"janecek_guide_jumps", 4.0},
                                                {"layers_8", 1.0},
                                                {"massless_block", 4.0},
                                                {"newtons_cradle", 2.0},
                                                {"planetary_gear", 6.0},
                                                {"ratchet", 7.0},
                                                {"slider_crank", 1.2},
                                                {"three_blocks", 5.0},
                                                {"two_blocks_m1_zero", 5},
                                                {"worm_gear_rigid", 5.0}};
  for (const auto& [name, duration] : durations) {
    CAPTURE(name);
    CHECK(compare(with_duration(example(name), duration), 1e-9, 1e-6) < 1e-6);
  }
}

TEST_CASE("random networks, whatever they are made of, have the events of a run") {
  const int n = test::some_of(150);
  for (int i = 0; i < n; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    CAPTURE(seed);
    const Model model = parse_model(acceptance::rich_network(seed), "random.toml");
    CHECK(compare(with_duration(model, 1.0), 1e-9, 1e-5) < 1e-5);
  }
}

TEST_CASE("inputs that jump at events act as those of a stepper") {
  const Model model = parse_model(kPushed, "pushed.toml");
  Stepper stepper(model, {{"F"}});
  ModelExchange exchange(model, {"F"}, {}, 0.0);
  Integrator integrator(exchange, 1e-10, 1e-3);
  Random random{7};
  std::vector<Event> wanted = stepper.events();
  for (int n = 1; n <= 40; ++n) {
    const double force = random(-12.0, 12.0);
    stepper.set(0, force);
    stepper.step_to(0.05 * n);
    wanted.insert(wanted.end(), stepper.events().begin(), stepper.events().end());
    exchange.enter_event();
    exchange.set(0, force);
    integrator.update();
    integrator.go_to(0.05 * n);
  }
  REQUIRE(wanted.size() > 10);
  std::vector<Event> found = integrator.events();
  compare_events(found, wanted, 1e-7);
  for (const char* name : {"q.block", "v.block", "f.guide", "margin.guide", "mode.guide"})
    CHECK(exchange.value(exchange.output(name)) ==
          doctest::Approx(stepper.value(stepper.output(name))).epsilon(1e-6));
}

TEST_CASE("an input that is there before the first event counts from the start") {
  const Model model = parse_model(kPushed, "pushed.toml");
  ModelExchange exchange(model, {"F"}, {}, 0.0);
  exchange.set(0, 9.0);
  Integrator integrator(exchange, 1e-10, 1e-3);
  CHECK(exchange.value(exchange.output("a.block")) == doctest::Approx((9.0 - 4.0) / 2.0));
}

TEST_CASE("a state goes on as it would have gone on, as bytes too") {
  const Model model = with_duration(example("belt"), 5.0);
  ModelExchange first(model, {}, {}, 0.0);
  Integrator integrator(first, 1e-10, 1e-3);
  integrator.go_to(1.0);
  const StepperState state = first.save();
  const std::string bytes = state.bytes();
  integrator.go_to(2.0);
  const int q = first.output("q.block");
  const double later = first.value(q);
  for (const bool as_bytes : {false, true}) {
    ModelExchange second(model, {}, {}, 0.0);
    second.restore(as_bytes ? second.state_of(bytes) : state);
    CHECK(second.time() == 1.0);
    Integrator other(second, 1e-10, 1e-3);
    other.go_to(2.0);
    CHECK(second.value(q) == doctest::Approx(later).epsilon(1e-8));
  }
}

TEST_CASE("other parameters go on from the same state") {
  const Model model = parse_model(kPushed, "pushed.toml");
  ModelExchange exchange(model, {"F"}, {}, 0.0);
  exchange.set(0, 9.0);
  Integrator integrator(exchange, 1e-10, 1e-3);
  integrator.go_to(0.1);
  const double q = exchange.value(exchange.output("q.block"));
  exchange.set_parameters({{"k", 0.0}});
  integrator.event();
  CHECK(exchange.value(exchange.output("q.block")) == q);
  CHECK(exchange.value(exchange.output("a.block")) == doctest::Approx((9.0 - 4.0) / 2.0));
  CHECK(exchange.parameters().at("k") == 0.0);
  CHECK_THROWS_AS(exchange.set_parameters({{"F", 1.0}}), std::invalid_argument);
}

TEST_CASE("directional derivatives are differences of derivatives and outputs") {
  for (const char* name : {"gear_system", "lugre", "motor_map", "bearing", "shaft_in_socket"}) {
    CAPTURE(name);
    const Model model = example(name);
    ModelExchange exchange(model, {}, {}, 0.0);
    Integrator integrator(exchange, 1e-9, 1e-3);
    integrator.go_to(0.0137);
    const std::size_t n = exchange.state_list().size();
    std::vector<double> x(n), up(n), down(n);
    exchange.states(x);
    std::vector<int> of(n);
    for (std::size_t i = 0; i < n; ++i) of[i] = static_cast<int>(i);
    for (std::size_t j = 0; j < n; ++j) {
      std::vector<double> slope(n);
      const int by = static_cast<int>(j);
      const double seed = 1.0, h = 1e-6 * std::max(1e-3, std::abs(x[j]));
      exchange.set_states(x);
      exchange.directional_derivative(of, {&by, 1}, {&seed, 1}, slope);
      std::vector<double> moved = x;
      moved[j] = x[j] + h;
      exchange.set_states(moved);
      REQUIRE(exchange.derivatives(up));
      moved[j] = x[j] - h;
      exchange.set_states(moved);
      REQUIRE(exchange.derivatives(down));
      double size = 1.0;
      for (std::size_t i = 0; i < n; ++i) size = std::max(size, std::abs(slope[i]));
      for (std::size_t i = 0; i < n; ++i)
        CHECK(std::abs((up[i] - down[i]) / (2.0 * h) - slope[i]) < 1e-4 * size);
    }
    exchange.set_states(x);
  }
}

TEST_CASE("an event where nothing was passed changes nothing") {
  const Model model = with_duration(example("belt"), 5.0);
  ModelExchange exchange(model, {}, {}, 0.0);
  Integrator integrator(exchange, 1e-10, 1e-3);
  integrator.go_to(1.3);
  const std::size_t n = exchange.state_list().size();
  std::vector<double> before(n), after(n);
  exchange.states(before);
  exchange.enter_event();
  const ModelExchange::Update update = exchange.update();
  exchange.states(after);
  CHECK(!update.states_changed);
  CHECK(!update.again);
  CHECK(exchange.events().empty());
  CHECK(before == after);
}

TEST_CASE("wrong calls are told in words") {
  const Model model = parse_model(kPushed, "pushed.toml");
  CHECK_THROWS_AS(ModelExchange(model, {"nothing"}, {}, 0.0), std::invalid_argument);
  ModelExchange exchange(model, {"F"}, {}, 0.0);
  std::vector<double> wrong(1);
  CHECK_THROWS_AS(exchange.set_states(wrong), std::invalid_argument);
  CHECK_THROWS_AS(exchange.derivatives(wrong), std::invalid_argument);
  CHECK_THROWS_AS(exchange.set_time(std::nan("")), std::invalid_argument);
  CHECK_THROWS_AS(exchange.set(0, std::nan("")), std::invalid_argument);
  CHECK_THROWS_AS(exchange.set(3, 1.0), std::invalid_argument);
  CHECK_THROWS_AS(exchange.output("q.blok"), std::invalid_argument);
  CHECK_THROWS_AS(exchange.restore({}), std::invalid_argument);
}

TEST_CASE("what another integrator cannot do is refused by name") {
  const Model model = parse_model(
      "bodies.block.mass = 1\nforces.late = { on = \"block\", value = \"-delay(q.block, 0.1)\" }\n"
      "simulation.duration = 1\n",
      "late.toml");
  CHECK_THROWS_AS(ModelExchange(model, {}, {}, 0.0), ModelError);
}
