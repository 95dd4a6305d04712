// FMI 2.0 by its functions: steps are those of a Stepper, and no order of calls ends the program.
#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <functional>
#include <limits>
#include <random>
#include <thread>

#include <doctest/doctest.h>

#include "luztar/exchange/stepper.h"
#include "luztar/io/load_model.h"
#include "tests/environment.h"
#include "tests/exchange/exported.h"
#include "tests/exchange/fmi2_calls.h"
#include "tests/friction/allocations.h"

using luztar::test::some_of;
using luztar::testing::allocations;
using luztar::testing::Exported;
using luztar::testing::kAxis;
using luztar::testing::with_force;

namespace {

/// The last words of an instance.
struct Words2 {
  std::string last;
};

void log2(fmi2ComponentEnvironment environment, fmi2String, fmi2Status status, fmi2String,
          fmi2String message, ...) {
  char text[600];
  va_list more;
  va_start(more, message);
  std::vsnprintf(text, sizeof text, message, more);
  va_end(more);
  if (environment != nullptr && status != fmi2OK) static_cast<Words2*>(environment)->last = text;
}

class Fmu2 {
 public:
  explicit Fmu2(const Exported& from, fmi2Type type = fmi2CoSimulation)
      : functions{log2, nullptr, nullptr, nullptr, &words},
        c(fmi2Instantiate("axis", type, from.content.token.c_str(), from.uri().c_str(), &functions,
                          fmi2False, fmi2False)) {}
  ~Fmu2() { fmi2FreeInstance(c); }
  Fmu2(const Fmu2&) = delete;
  Fmu2& operator=(const Fmu2&) = delete;

  void start() const {
    CHECK(fmi2SetupExperiment(c, fmi2False, 0.0, 0.0, fmi2False, 0.0) == fmi2OK);
    CHECK(fmi2EnterInitializationMode(c) == fmi2OK);
    CHECK(fmi2ExitInitializationMode(c) == fmi2OK);
  }
  double get(unsigned reference) const {
    double value = -1e300;
    CHECK(fmi2GetReal(c, &reference, 1, &value) == fmi2OK);
    return value;
  }
  fmi2Status set(unsigned reference, double value) const {
    return fmi2SetReal(c, &reference, 1, &value);
  }

  Words2 words;
  fmi2CallbackFunctions functions;
  fmi2Component c;
};

double force2(int n) { return 12.0 * std::sin(0.3 * n); }

}  // namespace

TEST_CASE("steps of FMI 2.0 are those of a Stepper") {
  const Exported fmu(kAxis, with_force(2));
  Fmu2 own(fmu);
  REQUIRE(own.c != nullptr);
  own.start();
  luztar::Stepper other(luztar::parse_model(kAxis, "axis.toml"), {{"F"}});
  const unsigned q = fmu.reference("q.block"), v = fmu.reference("v.block"),
                 mode = fmu.reference("mode.guide");
  int sliding = 0;
  for (int n = 0; n < 100; ++n) {
    CHECK(own.set(fmu.reference("F"), force2(n)) == fmi2OK);
    other.set(0, force2(n));
    REQUIRE(fmi2DoStep(own.c, 0.01 * n, 0.01, fmi2True) == fmi2OK);
    other.step_to(0.01 * n + 0.01);
    CHECK(own.get(q) == other.value(other.output("q.block")));
    CHECK(own.get(v) == other.value(other.output("v.block")));
    fmi2Integer now = 7;
    CHECK(fmi2GetInteger(own.c, &mode, 1, &now) == fmi2OK);
    CHECK(now == other.value(other.output("mode.guide")));
    sliding += now != 0 ? 1 : 0;
    const fmi2Integer orders[] = {1, 2};
    const unsigned both[] = {q, q};
    double slopes[2];
    CHECK(fmi2GetRealOutputDerivatives(own.c, both, 2, orders, slopes) == fmi2OK);
    CHECK(slopes[0] == other.value(other.output("v.block")));
    CHECK(slopes[1] == other.value(other.output("a.block")));
  }
  CHECK(sliding > 10);
  CHECK(sliding < 100);
  double reached = 0.0;
  CHECK(fmi2GetRealStatus(own.c, fmi2LastSuccessfulTime, &reached) == fmi2OK);
  CHECK(reached == doctest::Approx(1.0));
}

TEST_CASE("polynomial inputs of FMI 2.0 give the same motion with any steps") {
  const Exported fmu(kAxis, with_force(2));
  const unsigned force = fmu.reference("F");
  const auto place = [&](int steps) {
    Fmu2 own(fmu);
    own.start();
    CHECK(own.set(force, 2.0) == fmi2OK);
    const unsigned list[] = {force, force};
    const fmi2Integer orders[] = {1, 2};
    const double slopes[] = {20.0, -30.0};
    CHECK(fmi2SetRealInputDerivatives(own.c, list, 2, orders, slopes) == fmi2OK);
    for (int n = 0; n < steps; ++n) CHECK(fmi2DoStep(own.c, 1.0 * n / steps, 1.0 / steps, 1) == 0);
    CHECK(own.get(force) == doctest::Approx(7.0).epsilon(1e-12));
    return own.get(fmu.reference("q.block"));
  };
  CHECK(place(1) == place(128));
}

TEST_CASE("parameters act: before the start, and during a run where they are tunable") {
  const Exported fmu(kAxis, with_force(2));
  Fmu2 own(fmu);
  CHECK(own.set(fmu.reference("k"), 200.0) == fmi2OK);
  own.start();
  CHECK(own.get(fmu.reference("c")) == 4.0);  // k/50
  CHECK(fmi2DoStep(own.c, 0.0, 0.5, 1) == fmi2OK);
  luztar::Stepper other(luztar::parse_model(kAxis, "axis.toml"), {{"F"}}, {{"k", 200.0}});
  other.step_to(0.5);
  CHECK(own.get(fmu.reference("q.block")) == other.value(0));
  CHECK(own.set(fmu.reference("k"), 50.0) == fmi2OK);
  other.set_parameters({{"k", 50.0}});
  CHECK(fmi2DoStep(own.c, 0.5, 0.5, 1) == fmi2OK);
  other.step_to(1.0);
  CHECK(own.get(fmu.reference("q.block")) == other.value(0));
}

TEST_CASE("wrong calls of FMI 2.0 are errors in words, and the run goes on") {
  const Exported fmu(kAxis, with_force(2));
  Fmu2 own(fmu);
  const auto says = [&](fmi2Status status, const char* part) {
    CHECK(status == fmi2Error);
    CHECK_MESSAGE(own.words.last.find(part) != std::string::npos, own.words.last);
    own.words.last.clear();
  };
  says(fmi2DoStep(own.c, 0.0, 0.1, 1), "it is not allowed before the initialization");
  own.start();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  says(own.set(fmu.reference("F"), nan), "'F' needs a finite number");
  says(own.set(fmu.reference("q.block"), 1.0), "'q.block' cannot be set");
  says(own.set(999, 1.0), "no variable has the value reference 999");
  says(fmi2DoStep(own.c, 0.0, nan, 1), "a step has a time and a length above 0 s");
  says(fmi2DoStep(own.c, 0.0, 0.0, 1), "a length above 0 s");
  CHECK(fmi2DoStep(own.c, 0.0, 0.1, 1) == fmi2OK);
  says(fmi2DoStep(own.c, 0.0, 0.1, 1), "the run is at 0.1 s, and no step begins at 0 s");
  says(fmi2SetTime(own.c, 1.0), "it is not allowed between steps");
  says(fmi2CancelStep(own.c), "steps of this FMU are done");
  CHECK(own.set(fmu.reference("k"), -1e9) == fmi2OK);
  CHECK(fmi2DoStep(own.c, 0.1, 0.1, 1) == fmi2OK);  // a stiffness may be negative
  CHECK(fmi2GetReal(nullptr, nullptr, 0, nullptr) == fmi2Error);
  Words2 words;
  const fmi2CallbackFunctions functions{log2, nullptr, nullptr, nullptr, &words};
  CHECK(fmi2Instantiate("axis", fmi2CoSimulation, "{0}", fmu.uri().c_str(), &functions, 0, 0) ==
        nullptr);
  CHECK(words.last.find("is that of another FMU") != std::string::npos);
  CHECK(fmi2Instantiate("axis", fmi2CoSimulation, "{0}", "file:///nowhere", &functions, 0, 0) ==
        nullptr);
  CHECK(words.last.find("no such file") != std::string::npos);
}

TEST_CASE("a run that ends discards its step and says why") {
  const Exported fmu(
      "bodies.ball = { mass = 1, position = 1 }\n"
      "forces.weight = { on = \"ball\", value = -9.81 }\n"
      "stops.floor = { between = [\"ball\", \"ground\"], gap = [0, 99], "
      "restitution = 0.5 }\n"
      "simulation.duration = 5\nsimulation.max_events = 10\n");
  Fmu2 own(fmu);
  REQUIRE(own.c != nullptr);
  own.start();
  CHECK(fmi2DoStep(own.c, 0.0, 5.0, 1) == fmi2Discard);
  CHECK(own.words.last.find("the run has ended at") != std::string::npos);
  fmi2Boolean ended = fmi2False;
  CHECK(fmi2GetBooleanStatus(own.c, fmi2Terminated, &ended) == fmi2OK);
  CHECK(ended == fmi2True);
  double time = 0.0;
  CHECK(fmi2GetRealStatus(own.c, fmi2LastSuccessfulTime, &time) == fmi2OK);
  CHECK(time > 0.4);
  CHECK(time < 5.0);
  CHECK(fmi2DoStep(own.c, time, 0.1, 1) == fmi2Error);
  CHECK(fmi2Terminate(own.c) == fmi2OK);
  CHECK(fmi2Reset(own.c) == fmi2OK);
  own.start();
}

TEST_CASE("states of FMI 2.0: kept, given back, as bytes in another instance") {
  const Exported fmu(kAxis, with_force(2));
  Fmu2 own(fmu), other(fmu);
  own.start();
  other.start();
  const auto go = [&](Fmu2& one) {
    for (int n = 20; n < 40; ++n) {
      one.set(fmu.reference("F"), force2(n));
      CHECK(fmi2DoStep(one.c, 0.01 * n, 0.01, 0) == fmi2OK);
    }
    return one.get(fmu.reference("q.block"));
  };
  CHECK(fmi2DoStep(own.c, 0.0, 0.2, 0) == fmi2OK);
  fmi2FMUstate state = nullptr, read = nullptr;
  CHECK(fmi2GetFMUstate(own.c, &state) == fmi2OK);
  const double first = go(own);
  CHECK(fmi2SetFMUstate(own.c, state) == fmi2OK);
  CHECK(go(own) == first);
  size_t size = 0;
  CHECK(fmi2SerializedFMUstateSize(own.c, state, &size) == fmi2OK);
  std::vector<char> bytes(size);
  CHECK(fmi2SerializeFMUstate(own.c, state, bytes.data(), size - 1) == fmi2Error);
  CHECK(fmi2SerializeFMUstate(own.c, state, bytes.data(), size) == fmi2OK);
  CHECK(fmi2DeSerializeFMUstate(other.c, bytes.data(), size / 2, &read) == fmi2Error);
  CHECK(fmi2DeSerializeFMUstate(other.c, bytes.data(), size, &read) == fmi2OK);
  CHECK(fmi2SetFMUstate(other.c, state) == fmi2Error);  // of another instance
  CHECK(fmi2SetFMUstate(other.c, read) == fmi2OK);
  CHECK(go(other) == first);
  CHECK(fmi2FreeFMUstate(own.c, &state) == fmi2OK);
  CHECK(state == nullptr);
}

TEST_CASE("derivatives, indicators and events of Model Exchange in FMI 2.0") {
  const Exported fmu(kAxis, with_force(2));
  Fmu2 own(fmu, fmi2ModelExchange);
  REQUIRE(own.c != nullptr);
  own.start();
  fmi2EventInfo info{};
  do REQUIRE(fmi2NewDiscreteStates(own.c, &info) == fmi2OK);
  while (info.newDiscreteStatesNeeded != fmi2False);
  CHECK(fmi2EnterContinuousTimeMode(own.c) == fmi2OK);
  const double states[] = {0.01, 0.5};
  double slopes[2];
  CHECK(fmi2SetTime(own.c, 0.1) == fmi2OK);
  CHECK(fmi2EnterEventMode(own.c) == fmi2OK);
  CHECK(own.set(fmu.reference("F"), 9.0) == fmi2OK);  // it jumps there
  do REQUIRE(fmi2NewDiscreteStates(own.c, &info) == fmi2OK);
  while (info.newDiscreteStatesNeeded != fmi2False);
  CHECK(fmi2EnterContinuousTimeMode(own.c) == fmi2OK);
  CHECK(fmi2SetContinuousStates(own.c, states, 2) == fmi2OK);
  CHECK(fmi2GetDerivatives(own.c, slopes, 2) == fmi2OK);
  CHECK(slopes[0] == 0.5);
  CHECK(slopes[1] == doctest::Approx((9.0 - 4.0 - 100 * 0.01 - 2 * 0.5) / 2));
  const unsigned of = fmu.reference("a.block"),
                 by[] = {fmu.reference("q.block"), fmu.reference("F")};
  const double seed[] = {1.0, 10.0};
  double change = 0.0;
  CHECK(fmi2GetDirectionalDerivative(own.c, &of, 1, by, 2, seed, &change) == fmi2OK);
  CHECK(change == doctest::Approx((-100.0 + 10.0) / 2));
  CHECK(fmi2SetContinuousStates(own.c, states, 3) == fmi2Error);
  double value = 0.0;
  const unsigned energy = fmu.reference("energy.stored");
  CHECK(fmi2GetReal(own.c, &energy, 1, &value) == fmi2Warning);
  CHECK(std::isnan(value));
}

TEST_CASE("a step of FMI 2.0 without events allocates nothing") {
  const Exported fmu(kAxis);
  Fmu2 own(fmu);
  own.start();
  const unsigned q = fmu.reference("q.block");
  double value = 0.0, time = 0.0;
  int steps = 0;
  for (int n = 0; n < 500; ++n) {
    const long before = allocations();
    fmi2DoStep(own.c, time, 1e-3, 1);
    fmi2GetReal(own.c, &q, 1, &value);
    time += 1e-3;
    steps += allocations() == before ? 1 : 0;
  }
  CHECK(steps > 480);  // all but those with events
}

TEST_CASE("many instances in two threads are alike") {
  const Exported fmu(kAxis, with_force(2));
  const int count = some_of(500);
  std::vector<std::vector<double>> places(2);
  const auto work = [&](std::size_t own) {
    std::vector<std::unique_ptr<Fmu2>> list;
    for (int i = 0; i < count; ++i) list.push_back(std::make_unique<Fmu2>(fmu));
    for (const auto& one : list) {
      fmi2SetupExperiment(one->c, 0, 0.0, 0.0, 0, 0.0);
      fmi2EnterInitializationMode(one->c);
      fmi2ExitInitializationMode(one->c);
    }
    for (int n = 0; n < 3; ++n)
      for (const auto& one : list) {
        one->set(1, 10.0);
        fmi2DoStep(one->c, 0.1 * n, 0.1, 1);
      }
    for (const auto& one : list) {
      const unsigned q = fmu.reference("q.block");
      double value = 0.0;
      fmi2GetReal(one->c, &q, 1, &value);
      places[own].push_back(value);
    }
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  CHECK(places[0] == places[1]);
  CHECK(places[0].front() == places[0].back());
  CHECK(places[0].front() > 0.0);
}

TEST_CASE("calls of FMI 2.0 in any order, with any values, return a status") {
  const Exported fmu(kAxis, with_force(2));
  std::mt19937 random(1);
  const auto any = [&](unsigned n) {
    return static_cast<unsigned>(random() % n);
  };
  const auto number = [&] {
    const double list[] = {0.0, 1.0, -1.0, 0.01, 1e300, -1e300, std::nan(""), INFINITY, 5.0, 1e-9};
    return list[any(10)];
  };
  long fine = 0, wrong = 0;
  for (int run = 0; run < some_of(60); ++run) {
    Fmu2 own(fmu, any(2) == 0 ? fmi2CoSimulation : fmi2ModelExchange);
    fmi2Component c = own.c;
    fmi2FMUstate state = nullptr;
    double time = 0.0, x[4] = {0.0, 0.0, 0.0, 0.0};
    std::vector<char> bytes(1);
    fmi2EventInfo info{};
    fmi2Boolean a = 0, b = 0;
    fmi2Integer whole = 1;
    size_t size = 0;
    unsigned vr[2] = {0, 0};
    const std::vector<std::function<fmi2Status()>> calls{
        [&] { return fmi2SetupExperiment(c, 0, 0.0, any(3) == 0 ? number() : 0.0, 0, 0.0); },
        [&] { return fmi2EnterInitializationMode(c); },
        [&] { return fmi2ExitInitializationMode(c); },
        [&] { return any(20) == 0 ? fmi2Terminate(c) : fmi2OK; },
        [&] { return any(20) == 0 ? fmi2Reset(c) : fmi2OK; },
        [&] { return fmi2GetReal(c, vr, 2, x); },
        [&] { return fmi2GetInteger(c, vr, 1, &whole); },
        [&] {
          x[0] = number();
          return fmi2SetReal(c, vr, 1, x);
        },
        [&] { return fmi2SetInteger(c, vr, any(2), &whole); },
        [&] { return fmi2GetFMUstate(c, &state); },
        [&] { return fmi2SetFMUstate(c, state); },
        [&] { return fmi2FreeFMUstate(c, &state); },
        [&] { return fmi2SerializedFMUstateSize(c, state, &size); },
        [&] {
          bytes.resize(size + 1);
          return fmi2SerializeFMUstate(c, state, bytes.data(), size);
        },
        [&] {
          if (any(2) == 0)
            bytes[any(static_cast<unsigned>(bytes.size()))] = static_cast<char>(any(256));
          return fmi2DeSerializeFMUstate(c, bytes.data(), std::min(size, bytes.size()), &state);
        },
        [&] { return fmi2GetDirectionalDerivative(c, vr, 1, vr + 1, 1, x, x + 1); },
        [&] { return fmi2EnterEventMode(c); },
        [&] { return fmi2NewDiscreteStates(c, &info); },
        [&] { return fmi2EnterContinuousTimeMode(c); },
        [&] { return fmi2CompletedIntegratorStep(c, 0, &a, &b); },
        [&] { return fmi2SetTime(c, any(3) == 0 ? number() : time += 0.01); },
        [&] {
          x[0] = number(), x[1] = number();
          return fmi2SetContinuousStates(c, x, 2);
        },
        [&] { return fmi2GetDerivatives(c, x, 2 + any(2)); },
        [&] {
          double z[40];
          return fmi2GetEventIndicators(c, z, any(10));
        },
        [&] { return fmi2GetContinuousStates(c, x, 2); },
        [&] { return fmi2GetNominalsOfContinuousStates(c, x, 2); },
        [&] {
          x[0] = number();
          whole = static_cast<int>(any(6)) - 1;
          return fmi2SetRealInputDerivatives(c, vr, 1, &whole, x);
        },
        [&] { return fmi2GetRealOutputDerivatives(c, vr, 1, &whole, x); },
        [&] {
          const fmi2Status status = fmi2DoStep(c, time, any(4) == 0 ? number() : 0.01, 1);
          if (status == fmi2OK) fmi2GetRealStatus(c, fmi2LastSuccessfulTime, &time);
          return status;
        },
        [&] {
          return fmi2GetBooleanStatus(c, fmi2Terminated, &a);
        }};
    for (int n = 0; n < 400; ++n) {
      for (unsigned& reference : vr) reference = any(26);
      own.words.last.clear();
      const std::size_t which = any(5) == 0 ? any(3) : any(static_cast<unsigned>(calls.size()));
      const fmi2Status status = calls[which]();
      (status == fmi2OK ? fine : wrong) += 1;
      if (status == fmi2Error) CHECK_FALSE(own.words.last.empty());
    }
    fmi2FreeFMUstate(c, &state);
  }
  CHECK(fine > 1000);
  CHECK(wrong > 1000);
}
