// Measures of runs, beside closed forms and beside many samples.
#include "luztar/study/sweep/measured_run.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/io/load_model.h"

using namespace luztar;

namespace {

std::vector<double> measured(const Model& model, const std::vector<std::string>& texts,
                             double transient = 0.0) {
  std::vector<Measure> measures;
  for (const std::string& text : texts)
    measures.push_back(parse_measure(text, {"--measure", 1, 1}));
  const System system = compile(model);
  check_measures(system, measures);
  MeasuredRun run(system, measures);
  const RunInfo info = run.run(system, initial_state(system), system.settings().start + transient);
  REQUIRE(info.status == Status::Finished);
  return {run.values().begin(), run.values().end()};
}

Model example(const std::string& name) {
  return load_model(std::string(LUZTAR_SOURCE_DIR "/examples/") + name + ".toml");
}

constexpr double kPi = std::numbers::pi;

/// x = 0.3 cos(w t), w = 2 pi: mean, rms, extremes, harmonics are known.
const char* const kOscillator = R"(
[parameters]
w = "2*pi"
[bodies.mass]
mass = 2.0
position = 0.3
[springs.s]
between = ["mass", "ground"]
stiffness = "2*w^2"
[simulation]
duration = 5.25
samples = 2
)";

}  // namespace

TEST_CASE("measures of an oscillator are those of its closed form") {
  const Model model = parse_model(kOscillator, "m.toml");
  const auto found =
      measured(model, {"max(q.mass)", "min(q.mass)", "range(v.mass)", "mean(q.mass)", "rms(q.mass)",
                       "last(q.mass)", "last(v.mass)", "amplitude(q.mass, 1)", "phase(q.mass, 1)",
                       "amplitude(q.mass, 2)", "max(abs(v.mass))", "max(q.mass*v.mass)",
                       "mean(q.mass^2)", "max(f.s)", "max(t)", "max(2*q.mass + w)", "min(a.mass)"});
  const double w = 2 * kPi, a = 0.3, t = 5.25;
  const double mean_of_squares = a * a * (0.5 + std::sin(2 * w * t) / (4 * w * t));
  const std::vector<double> expected = {a,
                                        -a,
                                        2 * a * w,
                                        a * std::sin(w * t) / (w * t),
                                        std::sqrt(mean_of_squares),
                                        0.0,
                                        -a * w,
                                        a,
                                        kPi / 2,
                                        0.0,
                                        a * w,
                                        a * a * w / 2,
                                        mean_of_squares,
                                        2 * w * w * a,
                                        t,
                                        2 * a + w,
                                        -a * w * w};
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(i);
    CHECK(found[i] == doctest::Approx(expected[i]).epsilon(1e-11).scale(1.0));
  }
}

TEST_CASE("a mass on a belt sticks and slips as its closed form says") {
  const Model model = example("belt");
  const double fs = 10, fk = 6, k = 25, m = 1, v0 = 0.2;
  const double d = (fs - fk) / k, w = std::sqrt(k / m);
  const double stick = 2 * d / v0, slip = (2 * kPi - 2 * std::atan(w * d / v0)) / w;
  const auto found =
      measured(model,
               {"period(contact)", "max(q.block)", "max(f.spring)", "events(contact)", "events()",
                "min(v.block)", "max(abs(f.contact))"},
               3.0);
  CHECK(found[0] == doctest::Approx(stick + slip).epsilon(1e-12));
  const double amplitude = std::hypot(d, v0 / w);
  CHECK(found[1] == doctest::Approx(fk / k + amplitude).epsilon(1e-12));
  CHECK(found[2] == doctest::Approx(fk + k * amplitude).epsilon(1e-12));
  CHECK(found[3] == found[4]);
  CHECK(found[5] == doctest::Approx(-amplitude * w).epsilon(1e-12));
  CHECK(found[6] == doctest::Approx(fs).epsilon(1e-12));
}

TEST_CASE("time that is stuck is summed, cut at both ends of what is measured") {
  Model model = example("belt");
  const double v0 = 0.2, d = 0.16, w = 5;
  const double stick = 2 * d / v0, slip = (2 * kPi - 2 * std::atan(w * d / v0)) / w;
  const double first = 10.0 / 25 / v0;  // it begins at rest on the belt, unloaded
  model.simulation.duration = Expression::number(first + 3 * (stick + slip));
  const auto whole = measured(model, {"stick_time(contact)", "stick_share(contact)"});
  CHECK(whole[0] == doctest::Approx(first + 3 * stick).epsilon(1e-12));
  CHECK(whole[1] == doctest::Approx((first + 3 * stick) / (first + 3 * (stick + slip))));
  const auto late = measured(model, {"stick_time(contact)"}, first + slip + 0.5 * stick);
  CHECK(late[0] == doctest::Approx(2.5 * stick).epsilon(1e-12));
}

TEST_CASE("impacts, contact and values at events") {
  const Model ball = example("bouncing_ball");
  const System system = compile(ball);
  const Trajectory run = simulate(system, initial_state(system), system.settings());
  std::vector<const Event*> impacts;
  for (const Event& event : run.events)
    if (event.cause == Event::Cause::Impact) impacts.push_back(&event);
  REQUIRE(impacts.size() > 3);
  const std::string floor = system.elements().front().name;
  const std::string body = system.bodies().front().name;
  const auto found = measured(
      ball, {"impacts(" + floor + ")", "impacts()", "at_event(t, " + floor + ", 3)",
             "at_event(v." + body + ", " + floor + ", 1)", "at_event(t, " + floor + ", 100000)"});
  CHECK(found[0] == static_cast<double>(impacts.size()));
  CHECK(found[1] == found[0]);
  CHECK(found[2] == doctest::Approx(run.events[2].time.value).epsilon(1e-14));
  CHECK(found[3] > 0.0);  // just after the first impact it flies up
  CHECK(std::isnan(found[4]));
}

TEST_CASE("what is dissipated after a transient is what the ledger books there") {
  Model model = example("janecek_guide");
  model.simulation.samples = Expression::number(3);
  const System system = compile(model);
  const Trajectory run = simulate(system, initial_state(system), system.settings());
  const double all = run.info.energy.dissipated[1];
  const auto found =
      measured(model, {"dissipated(guide)", "dissipated()", "dissipated(suspension)"}, 4.0);
  State half = advance(system, initial_state(system), 4.0).final_state;
  Model first = model;
  first.simulation.duration = Expression::number(4.0);
  const System short_one = compile(first);
  const double before =
      simulate(short_one, initial_state(short_one), short_one.settings()).info.energy.dissipated[1];
  CHECK(found[0] == doctest::Approx(all - before).epsilon(1e-12));
  CHECK(found[1] == doctest::Approx(found[0]).epsilon(1e-15));
  CHECK(found[2] == 0.0);
}

TEST_CASE("extremes and means are those of very many samples, on all kinds of models") {
  for (const std::string name : {"three_blocks", "backlash", "dahl", "hysteresis", "slider_crank",
                                 "sampled_servo", "gear_pair", "ratchet"}) {
    CAPTURE(name);
    Model model = example(name);
    model.simulation.samples = Expression::number(100001);
    model.simulation.interval.reset();
    const System system = compile(model);
    const std::string body = system.bodies().back().name, other = system.bodies().front().name;
    const std::string element = system.elements().back().name;
    const auto found = measured(
        model, {"max(q." + body + ")", "min(q." + body + ")", "mean(q." + body + ")",
                "rms(v." + body + ")", "max(abs(v." + body + " - v." + other + "))",
                "max(f." + element + ")", "min(f." + element + ")", "last(q." + body + ")"});
    const Trajectory run = simulate(system, initial_state(system), system.settings());
    const auto& q = run.q.back();
    const auto& v = run.v.back();
    const auto& f = run.f.back();
    double sum = 0.0, squares = 0.0, difference = 0.0;
    for (std::size_t i = 0; i < q.size(); ++i) {
      const double weight = i == 0 || i + 1 == q.size() ? 0.5 : 1.0;
      sum += weight * q[i];
      squares += weight * v[i] * v[i];
      difference = std::max(difference, std::abs(v[i] - run.v.front()[i]));
    }
    const double n = static_cast<double>(q.size() - 1);
    const double high = *std::max_element(q.begin(), q.end());
    const double low = *std::min_element(q.begin(), q.end());
    const double size = std::max(std::abs(high), std::abs(low));
    CHECK(found[0] >= high);
    CHECK(found[0] == doctest::Approx(high).epsilon(1e-6).scale(size));
    CHECK(found[1] <= low);
    CHECK(found[1] == doctest::Approx(low).epsilon(1e-6).scale(size));
    CHECK(found[2] == doctest::Approx(sum / n).epsilon(1e-6).scale(size));
    CHECK(found[3] == doctest::Approx(std::sqrt(squares / n)).epsilon(1e-4));
    CHECK(found[4] >= difference * (1 - 1e-12));
    CHECK(found[4] == doctest::Approx(difference).epsilon(1e-3));
    CHECK(found[5] >= *std::max_element(f.begin(), f.end()) - 1e-12);
    CHECK(found[6] <= *std::min_element(f.begin(), f.end()) + 1e-12);
    CHECK(found[7] == doctest::Approx(q.back()).epsilon(1e-13));
  }
}

TEST_CASE("expressions are looked at as closely as they bend, in steps as long as the run") {
  const Model model = parse_model(
      "[parameters]\nw = 3.0\n[bodies.crank]\nmass = 1.0\nvelocity = \"w\"\n"
      "[simulation]\nduration = 100.0\nsamples = 2\n",
      "crank.toml");
  const auto found =
      measured(model, {"max(q.crank*cos(q.crank))", "max(sin(70*t)*exp(-(t - 50.3)^2))",
                       "min(q.crank*sin(7*t))", "mean(sin(70*t)^2)", "amplitude(q.crank, 200)",
                       "amplitude(2 + 3*sin(2*pi*90*t + 1), 90)", "phase(3*sin(2*pi*90*t + 1), 90)",
                       "mean(exp(-(t - 50.3)^2))"});
  double products = 0.0, pulse = 0.0, low = 0.0;
  for (int i = 0; i <= 1000000; ++i) {
    const double t = i * 1e-4;
    products = std::max(products, 3 * t * std::cos(3 * t));
    pulse = std::max(pulse, std::sin(70 * t) * std::exp(-(t - 50.3) * (t - 50.3)));
    low = std::min(low, 3 * t * std::sin(7 * t));
  }
  CHECK(found[0] == doctest::Approx(products).epsilon(1e-8));
  CHECK(found[1] == doctest::Approx(pulse).epsilon(1e-5));
  CHECK(found[2] == doctest::Approx(low).epsilon(1e-7));
  CHECK(found[3] == doctest::Approx(0.5 - std::sin(14000.0) / 28000).epsilon(1e-11));
  CHECK(found[4] == doctest::Approx(3 / (kPi * 200)).epsilon(1e-9));
  CHECK(found[5] == doctest::Approx(3.0).epsilon(1e-11));
  CHECK(found[6] == doctest::Approx(1.0).epsilon(1e-11));
  CHECK(found[7] == doctest::Approx(std::sqrt(kPi) / 100).epsilon(1e-11));
}

TEST_CASE("measures of steps are those of samples at their ends") {
  const double step = 1.0 / 1024.0;
  for (const std::string name : {"belt", "gear_pair", "burridge_knopoff", "layers_8"}) {
    CAPTURE(name);
    Model model = example(name);
    model.simulation.method = Method::Stepping;
    model.simulation.step = Expression::number(step);
    model.simulation.duration = Expression::number(4.0);
    const std::string body = "q." + model.bodies.front().name;
    const std::string force = "f." + compile(model).elements().front().name;
    const auto found =
        measured(model, {"max(" + body + ")", "min(" + body + ")", "last(" + body + ")",
                         "mean(" + body + ")", "max(" + force + ")", "events()"});
    SimulationSettings settings = compile(model).settings();
    settings.interval = 0.0;
    settings.samples = 4 * 1024 + 1;
    const System system = compile(model);
    const Trajectory run = simulate(system, initial_state(system), settings);
    REQUIRE(run.info.status == Status::Finished);
    const auto& q = run.q.front();
    const auto& v = run.v.front();
    double mean = 0.0;  // of cubics, which are the parabolas of the steps
    for (std::size_t i = 1; i < q.size(); ++i)
      mean += ((q[i] + q[i - 1]) / 2 - step * (v[i] - v[i - 1]) / 12) / (4.0 * 1024);
    const auto [low, high] = std::ranges::minmax(q);
    const auto [least, most] = std::ranges::minmax(run.a.front());
    const double curve = std::max(most, -least) * step * step;  // what a step may rise in itself
    CHECK(found[0] >= high);
    CHECK(found[0] <= high + curve);
    CHECK(found[1] <= low);
    CHECK(found[1] >= low - curve);
    CHECK(found[2] == doctest::Approx(q.back()).epsilon(1e-13));
    CHECK(found[3] == doctest::Approx(mean).epsilon(1e-12));
    CHECK(found[4] >= std::ranges::max(run.f.front()) * (1.0 - 1e-12));
    CHECK(found[5] == run.events.size());
  }
}

TEST_CASE("measures of steps come to those between events") {
  const auto belt = [](double step) {
    Model model = example("belt");
    model.simulation.duration = Expression::number(10.0);
    if (step > 0.0) {
      model.simulation.method = Method::Stepping;
      model.simulation.step = Expression::number(step);
    }
    return measured(model,
                    {"max(q.block)", "rms(v.block)", "stick_share(contact)", "dissipated(contact)",
                     "amplitude(q.block, 0.4)"},
                    3.0);
  };
  const auto exact = belt(0.0);
  const auto coarse = belt(1e-3), fine = belt(1e-4);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    CAPTURE(i);
    CHECK(coarse[i] == doctest::Approx(exact[i]).epsilon(1e-2));
    CHECK(fine[i] == doctest::Approx(exact[i]).epsilon(1e-3));
  }
}

TEST_CASE("extremes of what rests but for rounding, in a thousand steps") {
  const Model model = parse_model(
      "[bodies.mass]\nmass = 1.0\nposition = 2.0\n[springs.s]\nbetween = [\"mass\", \"ground\"]\n"
      "stiffness = 0.01\n[forces.g]\non = \"mass\"\nvalue = \"-square(600*t)\"\n"
      "[simulation]\nduration = 5.0\nsamples = 2\n",
      "plateau.toml");
  const auto found = measured(
      model, {"max(sat(q.mass - 0.05, 0.1))", "min(0.3 + q.mass - q.mass)", "max(q.mass*q.mass)"});
  CHECK(found[0] == doctest::Approx(0.1).epsilon(1e-12));
  CHECK(found[1] == doctest::Approx(0.3).epsilon(1e-12));
  CHECK(found[2] == doctest::Approx(4.0).epsilon(1e-12));
}

TEST_CASE("arithmetic of measures is that of their columns") {
  const Model model = example("belt");
  for (const double transient : {0.0, 7.0}) {
    const auto found = measured(
        model,
        {"max(q.block)", "min(q.block)", "events()", "rms(v.block)", "max(q.block) - min(q.block)",
         "strobe(q.block, 2, 3)", "k*max(max(q.block), -min(q.block), FS/k)/events()",
         "sqrt(rms( v.block )^2 + 1) * 2", "phase(q.block, 0.4)", "sin(phase(q.block, 0.4))",
         "1/at_event(q.block, contact, 100000)", "-events ( contact ) + 1e1"},
        transient);
    REQUIRE(found.size() == 14);  // strobe has three
    CHECK(found[4] == found[0] - found[1]);
    CHECK(found[8] == 25.0 * std::max({found[0], -found[1], 10.0 / 25.0}) / found[2]);
    CHECK(found[9] == std::sqrt(found[3] * found[3] + 1.0) * 2.0);
    CHECK(found[11] == std::sin(found[10]));
    CHECK(std::isnan(found[12]));  // nothing to divide by
    CHECK(found[13] == 10.0 - found[2]);
  }
}
