// FMI 3.0 by its functions: event mode, early return, inputs within a step; what there is not.
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/exchange/stepper.h"
#include "luztar/io/load_model.h"
#include "tests/environment.h"
#include "tests/exchange/fmi3_calls.h"

using luztar::testing::Exported;
using luztar::testing::Instance3;
using luztar::testing::kAxis;
using luztar::testing::with_force;

namespace {

/// An instance, and what the importer does within a step.
struct Fmu3 {
  Fmu3(const Exported& from, bool events, bool returns, bool within = false) : fmu(from) {
    const fmi3ValueReference force = fmu.reference("F");
    c = fmi3InstantiateCoSimulation("axis", fmu.content.token.c_str(), fmu.resources().c_str(),
                                    false, false, events, returns, &force, within ? 1 : 0, this,
                                    log, within ? pause : nullptr);
    REQUIRE(c != nullptr);
    CHECK(fmi3EnterInitializationMode(c, false, 0.0, 0.0, true, 2.0) == fmi3OK);
    CHECK(fmi3ExitInitializationMode(c) == fmi3OK);
    if (!events) return;
    update();
    CHECK(fmi3EnterStepMode(c) == fmi3OK);
  }
  ~Fmu3() { fmi3FreeInstance(c); }
  Fmu3(const Fmu3&) = delete;
  Fmu3& operator=(const Fmu3&) = delete;

  static void log(fmi3InstanceEnvironment own, fmi3Status, fmi3String, fmi3String message) {
    static_cast<Fmu3*>(own)->words = message;
  }
  static void pause(fmi3InstanceEnvironment own, fmi3Float64 time, fmi3Boolean sets, fmi3Boolean,
                    fmi3Boolean, fmi3Boolean can_return, fmi3Boolean* ends, fmi3Float64* end) {
    auto& fmu = *static_cast<Fmu3*>(own);
    CHECK(sets);
    fmu.pauses.push_back(time);
    fmu.set(fmu.force_at(time));
    *ends = can_return && time >= fmu.stop_at;
    *end = time;
  }
  static double force_at(double t) { return 12.0 * std::sin(20.0 * t); }
  fmi3Status set(double force) const {
    const fmi3ValueReference reference = fmu.reference("F");
    return fmi3SetFloat64(c, &reference, 1, &force, 1);
  }
  double place() const {
    const fmi3ValueReference q = fmu.reference("q.block");
    double value = -1.0;
    CHECK(fmi3GetFloat64(c, &q, 1, &value, 1) == fmi3OK);
    return value;
  }
  void update() const {
    fmi3Boolean again = true, over, nominals, values, is_known;
    double next = 0.0;
    while (again)
      REQUIRE(fmi3UpdateDiscreteStates(c, &again, &over, &nominals, &values, &is_known, &next) ==
              fmi3OK);
  }
  fmi3Status step(double t, double h) {
    return fmi3DoStep(c, t, h, true, &event, &ended, &early, &reached);
  }

  const Exported& fmu;
  fmi3Instance c{};
  std::string words{};
  std::vector<double> pauses{};
  double stop_at{1e300};
  fmi3Boolean event{}, ended{}, early{};
  double reached{};
};

}  // namespace

TEST_CASE(
    "in event mode a step of FMI 3.0 returns at each event; without it the motion is the same") {
  const Exported fmu(kAxis, with_force(3));
  Fmu3 with(fmu, true, true), without(fmu, false, false);
  luztar::Stepper other(luztar::parse_model(kAxis, "axis.toml"), {{"F"}});
  with.set(20.0);
  without.set(20.0);
  other.set(0, 20.0);
  CHECK(without.step(0.0, 2.0) == fmi3OK);
  CHECK_FALSE(without.event);
  int events = 0;
  for (double t = 0.0; t < 2.0; t = with.reached) {
    const luztar::StepEnd end = other.step_to(2.0, true);
    REQUIRE(with.step(t, 2.0 - t) == fmi3OK);
    CHECK(with.reached == other.time());
    CHECK(with.event == (end == luztar::StepEnd::Event));
    CHECK(with.early == (with.reached < 2.0));
    if (!with.event) continue;
    ++events;
    CHECK(fmi3EnterEventMode(with.c) == fmi3OK);
    with.update();
    CHECK(fmi3EnterStepMode(with.c) == fmi3OK);
  }
  CHECK(events >= 2);
  CHECK(with.place() == without.place());
  CHECK(with.place() == other.value(0));
}

TEST_CASE("inputs set within a step of FMI 3.0 act there") {
  const Exported fmu(kAxis, with_force(3));
  Fmu3 within(fmu, false, false, true);
  within.set(Fmu3::force_at(0.0));
  CHECK(within.step(0.0, 0.5) == fmi3OK);
  CHECK(within.pauses.size() > 200);  // each 2 ms, and events
  luztar::Stepper other(luztar::parse_model(kAxis, "axis.toml"), {{"F"}});
  other.set(0, Fmu3::force_at(0.0));
  for (const double pause : within.pauses) {
    if (pause > other.time()) other.step_to(pause);
    other.set(0, Fmu3::force_at(pause));
  }
  CHECK(within.place() == doctest::Approx(other.value(0)).epsilon(1e-12));
  Fmu3 early(fmu, false, true, true);
  early.stop_at = 0.1;
  CHECK(early.step(0.0, 0.5) == fmi3OK);
  CHECK(early.early);
  CHECK(early.reached == doctest::Approx(0.1).epsilon(0.03));
}

TEST_CASE("what an FMU of FMI 3.0 does not have is an error in words") {
  const Exported fmu(kAxis, with_force(3));
  Fmu3 own(fmu, false, false);
  const auto says = [&](fmi3Status status, const char* part) {
    CHECK(status == fmi3Error);
    CHECK_MESSAGE(own.words.find(part) != std::string::npos, own.words);
  };
  says(fmi3EnterConfigurationMode(own.c), "no structural parameters");
  says(fmi3ActivateModelPartition(own.c, 0, 0.0), "no clocks");
  says(fmi3EnterEventMode(own.c), "made without event mode");
  says(fmi3EnterContinuousTimeMode(own.c), "it is not allowed between steps");
  const fmi3ValueReference reference = 0;
  fmi3Boolean flag = false;
  says(fmi3GetBoolean(own.c, &reference, 1, &flag, 1), "no variables of the type Boolean");
  CHECK(fmi3GetBoolean(own.c, nullptr, 0, nullptr, 0) == fmi3OK);
  double values[2];
  says(fmi3GetFloat64(own.c, &reference, 1, values, 2), "1 values are needed, not 2");
  says(own.step(1.9, 0.1), "the run is at 0 s");
  says(own.step(0.0, 3.0), "the experiment ends at 2 s");
  size_t states = 0;
  CHECK(fmi3GetNumberOfContinuousStates(own.c, &states) == fmi3OK);
  CHECK(states == 2);
}

TEST_CASE("calls of FMI 3.0 in any order, with any values, return a status") {
  const Exported fmu(kAxis, with_force(3));
  std::mt19937 random(3);
  const auto any = [&](unsigned n) {
    return static_cast<unsigned>(random() % n);
  };
  const auto number = [&] {
    const double list[] = {0.0, 1.0, -1.0, 0.01, 1e300, -1e300, std::nan(""), INFINITY, 5.0, 1e-9};
    return list[any(10)];
  };
  long fine = 0, wrong = 0;
  for (int run = 0; run < luztar::test::some_of(60); ++run) {
    Instance3 own(fmu, any(2) == 0);
    fmi3Instance c = own.c;
    fmi3FMUState state = nullptr;
    double time = 0.0, x[4] = {0.0, 0.0, 0.0, 0.0}, z[40];
    std::vector<fmi3Byte> bytes(1);
    fmi3Boolean a = false, b = false, d = false, e = false, g = false;
    fmi3Int32 order = 1;
    fmi3Int64 whole = 1;
    size_t size = 0;
    unsigned vr[2] = {0, 0};
    const std::vector<std::function<fmi3Status()>> calls{
        [&] {
          return fmi3EnterInitializationMode(c, false, 0.0, any(3) == 0 ? number() : 0.0,
                                             any(4) == 0, number());
        },
        [&] { return fmi3ExitInitializationMode(c); },
        [&] { return fmi3UpdateDiscreteStates(c, &a, &b, &d, &e, &g, z); },
        [&] { return fmi3EnterContinuousTimeMode(c); },
        [&] { return fmi3EnterEventMode(c); },
        [&] { return fmi3EnterStepMode(c); },
        [&] { return any(20) == 0 ? fmi3Terminate(c) : fmi3OK; },
        [&] { return any(20) == 0 ? fmi3Reset(c) : fmi3OK; },
        [&] { return fmi3GetFloat64(c, vr, 2, x, 1 + any(2)); },
        [&] { return fmi3GetInt64(c, vr, 1, &whole, 1); },
        [&] { return fmi3GetBoolean(c, vr, any(2), &a, 1); },
        [&] {
          x[0] = number();
          return fmi3SetFloat64(c, vr, 1, x, 1);
        },
        [&] { return fmi3GetFMUState(c, &state); },
        [&] { return fmi3SetFMUState(c, state); },
        [&] { return fmi3FreeFMUState(c, &state); },
        [&] { return fmi3SerializedFMUStateSize(c, state, &size); },
        [&] {
          bytes.resize(size + 1);
          return fmi3SerializeFMUState(c, state, bytes.data(), size);
        },
        [&] {
          size = bytes.size() - any(2);
          if (any(2) == 0)
            bytes[any(static_cast<unsigned>(bytes.size()))] = static_cast<fmi3Byte>(any(256));
          return fmi3DeserializeFMUState(c, bytes.data(), size, &state);
        },
        [&] { return fmi3GetDirectionalDerivative(c, vr, 1, vr + 1, 1, x, 1, x + 1, 1); },
        [&] { return fmi3GetAdjointDerivative(c, vr, 1, vr, 2, x, 1, x + 1, 1 + any(2)); },
        [&] { return fmi3EvaluateDiscreteStates(c); },
        [&] { return fmi3CompletedIntegratorStep(c, false, &a, &b); },
        [&] { return fmi3SetTime(c, any(3) == 0 ? number() : time += 0.01); },
        [&] {
          x[0] = number(), x[1] = number();
          return fmi3SetContinuousStates(c, x, 2);
        },
        [&] { return fmi3GetContinuousStateDerivatives(c, x, 2 + any(2)); },
        [&] { return fmi3GetEventIndicators(c, z, any(10)); },
        [&] { return fmi3GetContinuousStates(c, any(9) == 0 ? nullptr : x, 2); },
        [&] { return fmi3GetNominalsOfContinuousStates(c, x, 2); },
        [&] {
          order = static_cast<int>(any(6)) - 1;
          return fmi3GetOutputDerivatives(c, vr, 1, &order, x, 1);
        },
        [&] {
          const double h = any(4) == 0 ? number() : 0.01;
          return fmi3DoStep(c, time, h, true, &a, &b, &d, &time);
        }};
    for (int n = 0; n < 400; ++n) {
      for (unsigned& reference : vr) reference = any(26);
      own.words.clear();
      const std::size_t which = any(5) == 0 ? any(4) : any(static_cast<unsigned>(calls.size()));
      const fmi3Status status = calls[which]();
      (status == fmi3OK ? fine : wrong) += 1;
      if (status == fmi3Error) CHECK_FALSE(own.words.empty());
    }
    fmi3FreeFMUState(c, &state);
  }
  CHECK(fine > 1000);
  CHECK(wrong > 1000);
}
