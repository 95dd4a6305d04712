// FMI 3.0 as an importer sees it.
#pragma once

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/exchange/fmu/fmi3_types.h"
#include "tests/exchange/exported.h"

extern "C" {
fmi3Instance fmi3InstantiateCoSimulation(fmi3String, fmi3String, fmi3String, fmi3Boolean,
                                         fmi3Boolean, fmi3Boolean, fmi3Boolean,
                                         const fmi3ValueReference[], size_t,
                                         fmi3InstanceEnvironment, fmi3LogMessageCallback,
                                         fmi3IntermediateUpdateCallback);
fmi3Instance fmi3InstantiateModelExchange(fmi3String, fmi3String, fmi3String, fmi3Boolean,
                                          fmi3Boolean, fmi3InstanceEnvironment,
                                          fmi3LogMessageCallback);
void fmi3FreeInstance(fmi3Instance);
fmi3Status fmi3EnterInitializationMode(fmi3Instance, fmi3Boolean, fmi3Float64, fmi3Float64,
                                       fmi3Boolean, fmi3Float64);
fmi3Status fmi3ExitInitializationMode(fmi3Instance);
fmi3Status fmi3EnterEventMode(fmi3Instance);
fmi3Status fmi3EnterStepMode(fmi3Instance);
fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance);
fmi3Status fmi3Terminate(fmi3Instance);
fmi3Status fmi3Reset(fmi3Instance);
fmi3Status fmi3GetFloat64(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Float64[], size_t);
fmi3Status fmi3SetFloat64(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Float64[],
                          size_t);
fmi3Status fmi3GetInt64(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Int64[], size_t);
fmi3Status fmi3GetBoolean(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Boolean[], size_t);
fmi3Status fmi3EnterConfigurationMode(fmi3Instance);
fmi3Status fmi3ActivateModelPartition(fmi3Instance, fmi3ValueReference, fmi3Float64);
fmi3Status fmi3GetFMUState(fmi3Instance, fmi3FMUState*);
fmi3Status fmi3SetFMUState(fmi3Instance, fmi3FMUState);
fmi3Status fmi3FreeFMUState(fmi3Instance, fmi3FMUState*);
fmi3Status fmi3SerializedFMUStateSize(fmi3Instance, fmi3FMUState, size_t*);
fmi3Status fmi3SerializeFMUState(fmi3Instance, fmi3FMUState, fmi3Byte[], size_t);
fmi3Status fmi3DeserializeFMUState(fmi3Instance, const fmi3Byte[], size_t, fmi3FMUState*);
fmi3Status fmi3GetDirectionalDerivative(fmi3Instance, const fmi3ValueReference[], size_t,
                                        const fmi3ValueReference[], size_t, const fmi3Float64[],
                                        size_t, fmi3Float64[], size_t);
fmi3Status fmi3GetAdjointDerivative(fmi3Instance, const fmi3ValueReference[], size_t,
                                    const fmi3ValueReference[], size_t, const fmi3Float64[], size_t,
                                    fmi3Float64[], size_t);
fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance);
fmi3Status fmi3UpdateDiscreteStates(fmi3Instance, fmi3Boolean*, fmi3Boolean*, fmi3Boolean*,
                                    fmi3Boolean*, fmi3Boolean*, fmi3Float64*);
fmi3Status fmi3CompletedIntegratorStep(fmi3Instance, fmi3Boolean, fmi3Boolean*, fmi3Boolean*);
fmi3Status fmi3SetTime(fmi3Instance, fmi3Float64);
fmi3Status fmi3SetContinuousStates(fmi3Instance, const fmi3Float64[], size_t);
fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance, fmi3Float64[], size_t);
fmi3Status fmi3GetEventIndicators(fmi3Instance, fmi3Float64[], size_t);
fmi3Status fmi3GetContinuousStates(fmi3Instance, fmi3Float64[], size_t);
fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance, fmi3Float64[], size_t);
fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance, size_t*);
fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance, size_t*);
fmi3Status fmi3GetOutputDerivatives(fmi3Instance, const fmi3ValueReference[], size_t,
                                    const fmi3Int32[], fmi3Float64[], size_t);
fmi3Status fmi3DoStep(fmi3Instance, fmi3Float64, fmi3Float64, fmi3Boolean, fmi3Boolean*,
                      fmi3Boolean*, fmi3Boolean*, fmi3Float64*);
}

namespace luztar::testing {

/// An instance of either kind, without event mode and early return, and its last words.
class Instance3 {
 public:
  Instance3(const Exported& from, bool for_steps)
      : fmu(from),
        c(for_steps
              ? fmi3InstantiateCoSimulation("axis", from.content.token.c_str(),
                                            from.resources().c_str(), false, false, false, false,
                                            nullptr, 0, this, log, nullptr)
              : fmi3InstantiateModelExchange("axis", from.content.token.c_str(),
                                             from.resources().c_str(), false, false, this, log)) {
    REQUIRE(c != nullptr);
  }
  ~Instance3() { fmi3FreeInstance(c); }
  Instance3(const Instance3&) = delete;
  Instance3& operator=(const Instance3&) = delete;

  /// To the first step, or to continuous time, with a force that was set before.
  void start(double force) {
    CHECK(set("F", force) == fmi3OK);
    CHECK(fmi3EnterInitializationMode(c, false, 0.0, 0.0, true, 2.0) == fmi3OK);
    CHECK(fmi3ExitInitializationMode(c) == fmi3OK);
  }
  void start_equations(double force) {
    start(force);
    update();
    CHECK(fmi3EnterContinuousTimeMode(c) == fmi3OK);
  }
  void update() {
    fmi3Boolean again = true, over, nominals, values, is_known;
    double next = 0.0;
    for (int rounds = 0; again; ++rounds) {
      REQUIRE(rounds < 100);
      REQUIRE(fmi3UpdateDiscreteStates(c, &again, &over, &nominals, &values, &is_known, &next) ==
              fmi3OK);
    }
  }
  fmi3Status step(double t, double h) {
    fmi3Boolean event = false, ended = false, early = false;
    double reached = 0.0;
    return fmi3DoStep(c, t, h, true, &event, &ended, &early, &reached);
  }
  fmi3Status set(const std::string& name, double value) {
    const fmi3ValueReference reference = fmu.reference(name);
    return fmi3SetFloat64(c, &reference, 1, &value, 1);
  }
  double get(const std::string& name) const {
    const fmi3ValueReference reference = fmu.reference(name);
    double value = -1e300;
    CHECK(fmi3GetFloat64(c, &reference, 1, &value, 1) == fmi3OK);
    return value;
  }
  fmi3Int64 mode() const {
    const fmi3ValueReference reference = fmu.reference("mode.guide");
    fmi3Int64 value = 7;
    CHECK(fmi3GetInt64(c, &reference, 1, &value, 1) == fmi3OK);
    return value;
  }
  /// That a call is an error, with these words.
  void says(fmi3Status status, const std::string& part) {
    CHECK(status == fmi3Error);
    CHECK_MESSAGE(words.find(part) != std::string::npos, words);
    words.clear();
  }

  const Exported& fmu;
  fmi3Instance c{};
  std::string words{};

 private:
  static void log(fmi3InstanceEnvironment own, fmi3Status, fmi3String, fmi3String message) {
    static_cast<Instance3*>(own)->words = message;
  }
};

}  // namespace luztar::testing
