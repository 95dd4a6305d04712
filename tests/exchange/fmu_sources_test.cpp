// FMUs that are compiled for one model, beside the FMU of any model, which shares no code with
// them.
#include "luztar/exchange/fmu/fmu_sources.h"

#include <cmath>
#include <limits>
#include <random>

#include <doctest/doctest.h>

#include "tests/environment.h"
#include "tests/exchange/compiled.h"
#include "tests/exchange/exported.h"

using luztar::testing::Compiled;
using luztar::testing::Exported;
using luztar::testing::Fmi2Run;
using luztar::testing::generic_fmi2;
using luztar::testing::kAxis;
using luztar::testing::with_force;

namespace {

/// With a mass that can be changed.
std::string own_axis() {
  std::string text = kAxis;
  const std::string from = "mass = 2";
  return text.replace(text.find(from), from.size(), "mass = \"m\"") + "parameters.m = 2\n";
}

const Compiled& compiled_axis() {
  static const Compiled fmu(own_axis(), with_force(2));
  return fmu;
}

/// A servo whose controller knows the place to 1e-4 only.
constexpr const char* kServo =
    "parameters = { p = 3, Ts = 1e-3 }\nbodies.a.mass = 1\n"
    "frictions.f = { between = [\"a\", \"ground\"], kinetic = 0.5, static = 0.8 }\n"
    "controllers.loop = { period = \"Ts\", delay = \"Ts/3\", memory = { e = 0, force = 0 }, update "
    "= [\"e "
    "= 0.01*sin(p*t) - 1e-4*round(q.a/1e-4)\", \"force = 400*e - 20*v.a\"] }\n"
    "forces.drive = { on = \"a\", value = \"x.loop.force\" }\nsimulation.duration = 1\n";

Fmi2Run run_of(const Compiled& fmu) { return {fmu.call, fmu.token(), ""}; }

bool near(double a, double b, double error = 1e-9) {
  return std::abs(a - b) <= error * std::max(1.0, std::abs(b));
}

constexpr const char* kRead[] = {"time",    "F",       "k",        "c",       "q.block",
                                 "v.block", "a.block", "f.spring", "f.guide", "f.push"};

/// The same calls to both: status and values are those of the other one.
class BothRuns {
 public:
  explicit BothRuns(unsigned seed)
      : random_(seed),
        any_(own_axis(), with_force(2)),
        other_library_(generic_fmi2()),
        own_(compiled_axis().call, compiled_axis().token(), ""),
        other_(other_library_, any_.content.token, any_.uri()) {}
  ~BothRuns() {
    for (const auto& [one, two] : states_) {
      fmi2FMUstate mine = one, theirs = two;
      own_.call.forget(own_.c, &mine);
      other_.call.forget(other_.c, &theirs);
    }
  }
  BothRuns(const BothRuns&) = delete;
  BothRuns& operator=(const BothRuns&) = delete;

  void act() {
    switch (draw(12)) {
      case 0:
        return set("k", pick({100.0, 150.0, 60.0, kNoNumber}));
      case 1:
        if (draw(2) == 0) return set("m", pick({2.0, 3.5, -1.0}));
        return set(pick_name({"c", "time", "q.block"}), 1.0);
      case 2:
        return both([](const Fmi2Run& run) { return run.call.enter(run.c); });
      case 3:
        return both([](const Fmi2Run& run) { return run.call.exit(run.c); });
      case 4:
        if (draw(6) > 0) return;
        return both([](const Fmi2Run& run) { return run.call.reset(run.c); });
      case 5:
        return save_or_restore();
      case 6:
        return both([](const Fmi2Run& run) {
          return run.call.setup(run.c, fmi2False, 0.0, 0.25, fmi2True, 40.0);
        });
      case 7:
      case 8:
        return set("F", pick({3.0, 12.0, -20.0, 0.0, 6.5}));
      default:
        return step();
    }
  }

  void look() {
    for (const char* name : kRead) {
      const double mine = own_.get(compiled_axis().reference(name));
      const double theirs = other_.get(any_.reference(name));
      CAPTURE(name);
      CHECK_MESSAGE(near(mine, theirs), mine << " " << theirs << " " << own_.words);
    }
    CHECK(own_.mode(compiled_axis().reference("mode.guide")) ==
          other_.mode(any_.reference("mode.guide")));
  }

 private:
  static constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

  int draw(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  double pick(std::initializer_list<double> values) {
    return *(values.begin() + draw(static_cast<int>(values.size())));
  }
  const char* pick_name(std::initializer_list<const char*> names) {
    return *(names.begin() + draw(static_cast<int>(names.size())));
  }

  template <class Call>
  void both(const Call& call) {
    const fmi2Status mine = call(own_), theirs = call(other_);
    CHECK_MESSAGE(mine == theirs, own_.words << " | " << other_.words);
  }

  void set(const char* name, double value) {
    const fmi2Status mine = own_.set(compiled_axis().reference(name), value);
    CHECK(mine == other_.set(any_.reference(name), value));
  }

  void step() {
    const double now = other_.get(any_.reference("time"));
    const double h = pick({1e-3, 0.02, 0.3, 0.05, -0.1, 0.0, kNoNumber});
    const double t = draw(10) == 0 ? now + 0.5 : now;
    both([&](const Fmi2Run& run) { return run.call.step(run.c, t, h, fmi2False); });
  }

  void save_or_restore() {
    if (states_.empty() || draw(2) == 0) {
      fmi2FMUstate mine = nullptr, theirs = nullptr;
      CHECK(own_.call.save(own_.c, &mine) == fmi2OK);
      CHECK(other_.call.save(other_.c, &theirs) == fmi2OK);
      states_.emplace_back(mine, theirs);
    } else {
      const auto& [mine, theirs] =
          states_[static_cast<std::size_t>(draw(static_cast<int>(states_.size())))];
      CHECK(own_.call.restore(own_.c, mine) == fmi2OK);
      CHECK(other_.call.restore(other_.c, theirs) == fmi2OK);
    }
  }

  std::mt19937 random_;
  Exported any_;
  luztar::testing::Fmi2Library other_library_;
  Fmi2Run own_, other_;
  std::vector<std::pair<fmi2FMUstate, fmi2FMUstate>> states_;
};

}  // namespace

TEST_CASE("a compiled FMU has C, a small library of it, and variables of the other one") {
  const Compiled& fmu = compiled_axis();
  CHECK(fmu.members.size() == 6);
  CHECK(fmu.members.at("documentation/licenses/license.txt").find("\nFiles:") == std::string::npos);
  CHECK(fmu.members.at("binaries/linux64/axis.so").size() < 200'000);
  CHECK(fmu.members.contains("sources/axis.h"));
  CHECK(fmu.xml().find("<File name=\"axis_fmu.c\"/>") != std::string::npos);
  CHECK(fmu.xml().find("<ModelExchange") == std::string::npos);
  const Exported any(own_axis(), with_force(2));
  for (const auto& variable : any.content.variables) {
    const std::string prefix = variable.name.substr(0, variable.name.find('.'));
    const bool is_left_out = prefix == "energy" || prefix == "margin" || prefix == "d" ||
                             prefix == "rate" || prefix.starts_with("indicator");
    CHECK_MESSAGE((fmu.reference(variable.name) == ~0U) == is_left_out, variable.name);
  }
  CHECK(Compiled(own_axis(), with_force(2)).members == fmu.members);
}

TEST_CASE(
    "calls of compiled FMUs in any order have the status and the values that the FMU of any model "
    "has") {
  const int first = luztar::test::first_seed(0), count = luztar::test::count_of(15);
  for (int seed = first; seed < first + count; ++seed) {
    CAPTURE(seed);
    BothRuns runs(static_cast<unsigned>(seed));
    for (int action = 0; action < 60; ++action) {
      CAPTURE(action);
      runs.act();
      runs.look();
    }
  }
}

TEST_CASE("a compiled FMU begins and goes on as that of any model") {
  struct Case {
    const char* text;
    double start, value;  // of `p`
    std::initializer_list<const char*> names;
  };
  const Case cases[] = {
      // A rate that begins with t^3 decides the sign of a law.
      {"parameters.p = 10\nbodies.a.mass = 1\nbodies.b.mass = 1\n"
       "springs.s = { between = [\"a\", \"b\"], stiffness = 100 }\n"
       "frictions.f = { between = [\"b\", \"ground\"], kinetic = 2, law = \"dahl\", sigma0 = 1000 "
       "}\n"
       "forces.push = { on = \"a\", value = \"p\" }\nsimulation.duration = 1\n",
       0.0,
       10.0,
       {"q.b", "v.b", "f.f", "f.s"}},
      // A parameter of numbers alone is given, and a stop is closed at the start.
      {"parameters.p = \"sqrt(25)\"\nbodies.a.mass = 1\n"
       "stops.s = { between = [\"a\", \"ground\"], gap = [0, 1], restitution = 0.5 }\n"
       "forces.push = { on = \"a\", value = \"p*(t - 0.3)\" }\nsimulation.duration = 1\n",
       0.0,
       7.0,
       {"p", "q.a", "v.a", "a.a", "f.s"}},
      // Controllers sample at multiples of their period, wherever a run begins.
      {kServo, 0.0005, 3.0, {"q.a", "v.a", "f.drive"}},
      {kServo, 0.25, 3.0, {"q.a", "v.a", "f.drive"}},
  };
  for (const auto& [text, start, value, names] : cases) {
    CAPTURE(std::string(text));
    const Compiled own(text, {});
    const Exported any(text, {});
    const luztar::testing::Fmi2Library library = generic_fmi2();
    const Fmi2Run mine = run_of(own), theirs(library, any.content.token, any.uri());
    CHECK(mine.set(own.reference("p"), value) == fmi2OK);
    CHECK(theirs.set(any.reference("p"), value) == fmi2OK);
    CHECK(mine.start(start) == fmi2OK);
    CHECK(theirs.start(start) == fmi2OK);
    for (int step = 0; step < 20; ++step) {
      for (const char* name : names) {
        const double one = mine.get(own.reference(name)), two = theirs.get(any.reference(name));
        CHECK_MESSAGE(near(one, two, 1e-7), name << " " << step << ": " << one << " " << two);
      }
      CHECK(mine.call.step(mine.c, start + 0.02 * step, 0.02, fmi2False) == fmi2OK);
      CHECK(theirs.call.step(theirs.c, start + 0.02 * step, 0.02, fmi2False) == fmi2OK);
    }
  }
}

TEST_CASE("a compiled FMU keeps the clocks of its controllers, and names of files are mended") {
  const Compiled fmu(kServo, {});
  const Fmi2Run run = run_of(fmu);
  CHECK(run.start() == fmi2OK);
  CHECK(run.call.step(run.c, 0.0, 0.05, fmi2False) == fmi2OK);
  CHECK(run.set(fmu.reference("Ts"), 2e-3) == fmi2OK);
  CHECK(run.call.step(run.c, 0.05, 0.05, fmi2False) == fmi2Error);
  CHECK(run.get(fmu.reference("Ts")) == 1e-3);
  CHECK(run.call.step(run.c, 0.05, 0.05, fmi2False) == fmi2OK);
  CHECK(luztar::compiled_identifier("_2dof") == "m_2dof");
}

TEST_CASE("wrong calls of a compiled FMU are told in words") {
  const Fmi2Run run = run_of(compiled_axis());
  REQUIRE(run.c != nullptr);
  const auto reference = [](const char* name) {
    return compiled_axis().reference(name);
  };
  CHECK(run.call.step(run.c, 0.0, 0.1, fmi2False) == fmi2Error);
  CHECK(run.words ==
        "fmi2DoStep: it is not allowed before the initialization; it is called between steps");
  CHECK(run.start() == fmi2OK);
  CHECK(run.call.step(run.c, 0.0, 0.1, fmi2False) == fmi2OK);
  CHECK(run.call.step(run.c, 0.0, 0.1, fmi2False) == fmi2Error);
  CHECK(run.words == "fmi2DoStep: the run is at 0.1 s, and no step begins at 0 s");
  CHECK(run.set(reference("F"), std::numeric_limits<double>::infinity()) == fmi2Error);
  CHECK(run.words == "fmi2SetReal: 'F' needs a finite number, not inf");
  CHECK(run.set(reference("m"), -1.0) == fmi2OK);
  CHECK(run.call.step(run.c, 0.1, 0.1, fmi2False) == fmi2Error);
  CHECK(run.words.starts_with("fmi2DoStep: the parameters are not changed: "));
  CHECK(run.get(reference("m")) == 2.0);
  CHECK(run.get(reference("mode.guide")) == -1e300);
  CHECK(run.words == "fmi2GetReal: 'mode.guide' is an enumeration, and no real number");
  CHECK(run.get(1000) == -1e300);
  CHECK(run.call.set_time(run.c, 0.0) == fmi2Error);
  CHECK(run.words == "fmi2SetTime: this FMU has Co-Simulation alone");
  CHECK(run.call.cancel(run.c) == fmi2Error);
  const Fmi2Run none(compiled_axis().call, "{another}", "");
  CHECK(none.c == nullptr);
  CHECK(none.words == "no instance: the token is that of another FMU");
}

TEST_CASE("a state of a compiled FMU goes through bytes into another instance") {
  const Fmi2Run one = run_of(compiled_axis()), two = run_of(compiled_axis());
  const unsigned force = compiled_axis().reference("F"),
                 place = compiled_axis().reference("q.block");
  CHECK(one.start() == fmi2OK);
  CHECK(one.set(force, 20.0) == fmi2OK);
  CHECK(one.call.step(one.c, 0.0, 0.2, fmi2False) == fmi2OK);
  fmi2FMUstate state = nullptr, copy = nullptr;
  std::size_t size = 0;
  CHECK(one.call.save(one.c, &state) == fmi2OK);
  CHECK(one.call.size(one.c, state, &size) == fmi2OK);
  std::string bytes(size, '\0');
  CHECK(one.call.write(one.c, state, bytes.data(), size - 1) == fmi2Error);
  CHECK(one.call.write(one.c, state, bytes.data(), size) == fmi2OK);
  CHECK(two.call.read(two.c, bytes.data(), size - 1, &copy) == fmi2Error);
  CHECK(two.words == "fmi2DeSerializeFMUstate: these bytes are no state of this FMU");
  CHECK(two.call.read(two.c, bytes.data(), size, &copy) == fmi2OK);
  CHECK(two.call.restore(two.c, copy) == fmi2OK);
  for (const Fmi2Run* run : {&one, &two})
    CHECK(run->call.step(run->c, 0.2, 0.3, fmi2False) == fmi2OK);
  CHECK(one.get(place) == two.get(place));
  CHECK(one.time() == 0.5);
  one.call.forget(one.c, &state);
  two.call.forget(two.c, &copy);
}

TEST_CASE("a run that ends is discarded, with words, and its parameters are those of --set") {
  const Compiled fmu(
      "parameters.e = 0.5\nbodies.ball.mass = 1\nbodies.ball.position = 1\n"
      "stops.floor = { between = [\"ball\", \"ground\"], gap = [0, inf], restitution = \"e\" }\n"
      "forces.weight = { on = \"ball\", value = -10 }\nsimulation.duration = 5\n",
      {}, {{"e", 0.25}});
  const Fmi2Run run = run_of(fmu);
  CHECK(run.start() == fmi2OK);
  CHECK(run.get(fmu.reference("e")) == 0.25);
  CHECK(run.call.step(run.c, 0.0, 5.0, fmi2False) == fmi2Discard);
  CHECK(run.words.find(": bounces of a stop follow each other without an end") !=
        std::string::npos);
  fmi2Boolean has_ended = fmi2False;
  CHECK(run.call.boolean_status(run.c, fmi2Terminated, &has_ended) == fmi2OK);
  CHECK(has_ended == fmi2True);
  CHECK(std::abs(run.time() - 5.0 / 3.0 * std::sqrt(0.2)) < 1e-3);  // (1 + e)/(1 - e) of a fall
  CHECK(run.call.step(run.c, run.time(), 0.1, fmi2False) == fmi2Error);
  CHECK(run.call.terminate(run.c) == fmi2OK);
}

TEST_CASE("what no compiled FMU can be is told in words") {
  luztar::FmuOptions options = with_force(3);
  CHECK_THROWS_WITH_AS(Compiled(kAxis, options),
                       "a compiled FMU is one of FMI 2.0; leave out --fmi 3",
                       std::invalid_argument);
  options = with_force(2);
  options.must_have_equations = true;
  CHECK_THROWS_AS(Compiled(kAxis, options), std::invalid_argument);
  options = with_force(2);
  options.outputs = {"margin.guide"};
  CHECK_THROWS_AS(Compiled(kAxis, options), std::invalid_argument);
  const std::string delayed =
      std::string(kAxis) + "forces.back = { on = \"block\", value = \"-9*delay(q.block, 0.1)\" }\n";
  CHECK_THROWS_AS(Compiled(delayed, with_force(2)), luztar::ModelError);
  const Compiled kept(std::string(kAxis) + "bodies.block.position = \"F/100\"\n", with_force(2));
  REQUIRE(kept.report.notes.size() == 1);
  CHECK(kept.report.notes[0] ==
        "the start value of 'q.block' reads an input: it keeps what the file says");
}
