// FMI 3.0: derivatives, events, what integrators call (Model Exchange), and steps (Co-Simulation).
#include <limits>

#include "luztar/exchange/fmu/fmi3_call.h"

// NOLINTBEGIN(readability-identifier-naming, bugprone-easily-swappable-parameters)

namespace luztar {
namespace {

fmi3Status derivative_of_fmi3(fmi3Instance instance, const char* function,
                              std::span<const fmi3ValueReference> unknowns,
                              std::span<const fmi3ValueReference> knowns,
                              std::span<const double> seed, std::span<double> result,
                              bool is_adjoint) {
  return done_fmi3(instance, function, kFmi3Read, [&](FmuInstance& fmu) {
    need_place(unknowns.data(), unknowns.size());
    need_place(knowns.data(), knowns.size());
    need_place(seed.data(), seed.size());
    need_place(result.data(), result.size());
    need_equal((is_adjoint ? unknowns : knowns).size(), seed.size());
    need_equal((is_adjoint ? knowns : unknowns).size(), result.size());
    fmu.directional_derivative(unknowns, knowns, seed, result, is_adjoint);
  });
}

}  // namespace
}  // namespace luztar

using namespace luztar;  // NOLINT(google-build-using-namespace): functions of C

LUZTAR_FMI3 fmi3Status fmi3GetDirectionalDerivative(
    fmi3Instance instance, const fmi3ValueReference unknowns[], size_t nUnknowns,
    const fmi3ValueReference knowns[], size_t nKnowns, const fmi3Float64 seed[], size_t nSeed,
    fmi3Float64 sensitivity[], size_t nSensitivity) {
  return derivative_of_fmi3(instance, "fmi3GetDirectionalDerivative", {unknowns, nUnknowns},
                            {knowns, nKnowns}, {seed, nSeed}, {sensitivity, nSensitivity}, false);
}

LUZTAR_FMI3 fmi3Status fmi3GetAdjointDerivative(fmi3Instance instance,
                                                const fmi3ValueReference unknowns[],
                                                size_t nUnknowns, const fmi3ValueReference knowns[],
                                                size_t nKnowns, const fmi3Float64 seed[],
                                                size_t nSeed, fmi3Float64 sensitivity[],
                                                size_t nSensitivity) {
  return derivative_of_fmi3(instance, "fmi3GetAdjointDerivative", {unknowns, nUnknowns},
                            {knowns, nKnowns}, {seed, nSeed}, {sensitivity, nSensitivity}, true);
}

LUZTAR_FMI3 fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance) {
  return done_fmi3(instance, "fmi3EvaluateDiscreteStates", kFmi3Initialization | FmuLife::Event,
                   [](FmuInstance& fmu) { fmu.refresh(); });
}

LUZTAR_FMI3 fmi3Status fmi3UpdateDiscreteStates(
    fmi3Instance instance, fmi3Boolean* discreteStatesNeedUpdate, fmi3Boolean* terminateSimulation,
    fmi3Boolean* nominalsOfContinuousStatesChanged, fmi3Boolean* valuesOfContinuousStatesChanged,
    fmi3Boolean* nextEventTimeDefined, fmi3Float64* nextEventTime) {
  return done_fmi3(instance, "fmi3UpdateDiscreteStates", kFmi3Event, [&](FmuInstance& fmu) {
    for (const fmi3Boolean* place :
         {discreteStatesNeedUpdate, terminateSimulation, nominalsOfContinuousStatesChanged,
          valuesOfContinuousStatesChanged, nextEventTimeDefined})
      need_place(place);
    need_place(nextEventTime);
    const auto update = fmu.update();
    const double next = fmu.next_time_event();
    *discreteStatesNeedUpdate = update.again;
    *terminateSimulation = update.ended;
    *nominalsOfContinuousStatesChanged = false;
    *valuesOfContinuousStatesChanged = update.states_changed;
    *nextEventTimeDefined = next < std::numeric_limits<double>::infinity();
    *nextEventTime = *nextEventTimeDefined ? next : 0.0;
  });
}

// --- Model Exchange ------------------------------------------------------------------------------

LUZTAR_FMI3 fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance) {
  return done_fmi3(instance, "fmi3EnterContinuousTimeMode", kFmi3Event, [](FmuInstance& fmu) {
    fmu.equations();
    fmu.set_life(FmuLife::Continuous);
  });
}

LUZTAR_FMI3 fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance,
                                                   fmi3Boolean /*noSetFMUStatePriorToCurrentPoint*/,
                                                   fmi3Boolean* enterEventMode,
                                                   fmi3Boolean* terminateSimulation) {
  return done_fmi3(instance, "fmi3CompletedIntegratorStep", kFmi3Continuous, [&](FmuInstance& fmu) {
    need_place(enterEventMode);
    need_place(terminateSimulation);
    fmu.refresh();
    *enterEventMode = fmu.equations().completed_step();
    *terminateSimulation = fmi3False;
  });
}

LUZTAR_FMI3 fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 time) {
  return done_fmi3(instance, "fmi3SetTime", kFmi3Event | FmuLife::Continuous,
                   [&](FmuInstance& fmu) { fmu.set_time(time); });
}

LUZTAR_FMI3 fmi3Status fmi3SetContinuousStates(fmi3Instance instance,
                                               const fmi3Float64 continuousStates[],
                                               size_t nContinuousStates) {
  return done_fmi3(instance, "fmi3SetContinuousStates", kFmi3Continuous, [&](FmuInstance& fmu) {
    need_place(continuousStates, nContinuousStates);
    fmu.set_states(continuousStates, nContinuousStates);
  });
}

LUZTAR_FMI3 fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance,
                                                         fmi3Float64 derivatives[],
                                                         size_t nContinuousStates) {
  return call_fmi3(instance, "fmi3GetContinuousStateDerivatives", kFmi3Equations,
                   [&](FmuInstance& fmu) {
                     need_place(derivatives, nContinuousStates);
                     return fmu.get_derivatives(derivatives, nContinuousStates);
                   });
}

LUZTAR_FMI3 fmi3Status fmi3GetEventIndicators(fmi3Instance instance, fmi3Float64 eventIndicators[],
                                              size_t nEventIndicators) {
  return call_fmi3(instance, "fmi3GetEventIndicators", kFmi3Equations, [&](FmuInstance& fmu) {
    need_place(eventIndicators, nEventIndicators);
    return fmu.get_indicators(eventIndicators, nEventIndicators);
  });
}

LUZTAR_FMI3 fmi3Status fmi3GetContinuousStates(fmi3Instance instance,
                                               fmi3Float64 continuousStates[],
                                               size_t nContinuousStates) {
  return done_fmi3(instance, "fmi3GetContinuousStates", kFmi3Equations, [&](FmuInstance& fmu) {
    need_place(continuousStates, nContinuousStates);
    fmu.get_states(continuousStates, nContinuousStates);
  });
}

LUZTAR_FMI3 fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance,
                                                         fmi3Float64 nominals[],
                                                         size_t nContinuousStates) {
  return done_fmi3(instance, "fmi3GetNominalsOfContinuousStates", kFmi3Equations,
                   [&](FmuInstance& fmu) {
                     need_place(nominals, nContinuousStates);
                     fmu.get_nominals(nominals, nContinuousStates);
                   });
}

LUZTAR_FMI3 fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance,
                                                      size_t* nEventIndicators) {
  return done_fmi3(instance, "fmi3GetNumberOfEventIndicators", kFmi3Read, [&](FmuInstance& fmu) {
    need_place(nEventIndicators);
    *nEventIndicators = fmu.n_indicators();
  });
}

LUZTAR_FMI3 fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance,
                                                       size_t* nContinuousStates) {
  return done_fmi3(instance, "fmi3GetNumberOfContinuousStates", kFmi3Read, [&](FmuInstance& fmu) {
    need_place(nContinuousStates);
    *nContinuousStates = fmu.n_states();
  });
}

// --- Co-Simulation -------------------------------------------------------------------------------

LUZTAR_FMI3 fmi3Status fmi3EnterStepMode(fmi3Instance instance) {
  return done_fmi3(instance, "fmi3EnterStepMode", kFmi3Event, [](FmuInstance& fmu) {
    if (fmu.kind() != FmuInstance::Kind::Steps)
      refuse_fmi("this instance is one of Model Exchange");
    fmu.set_life(FmuLife::Step);
  });
}

LUZTAR_FMI3 fmi3Status fmi3GetOutputDerivatives(fmi3Instance instance,
                                                const fmi3ValueReference valueReferences[],
                                                size_t nValueReferences, const fmi3Int32 orders[],
                                                fmi3Float64 values[], size_t nValues) {
  return done_fmi3(
      instance, "fmi3GetOutputDerivatives",
      kFmi3Step | FmuLife::Intermediate | FmuLife::Ended | FmuLife::Terminated,
      [&](FmuInstance& fmu) {
        need_place(orders, nValueReferences);
        need_place(values, nValues);
        double* to = values;
        std::size_t i = 0;
        for (const unsigned reference : references_fmi3(valueReferences, nValueReferences, nValues))
          *to++ = fmu.output_derivative(reference, orders[i++]);
      });
}

LUZTAR_FMI3 fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 currentCommunicationPoint,
                                  fmi3Float64 communicationStepSize,
                                  fmi3Boolean /*noSetFMUStatePriorToCurrentPoint*/,
                                  fmi3Boolean* eventHandlingNeeded,
                                  fmi3Boolean* terminateSimulation, fmi3Boolean* earlyReturn,
                                  fmi3Float64* lastSuccessfulTime) {
  return call_fmi3(instance, "fmi3DoStep", kFmi3Step, [&](FmuInstance& fmu) {
    for (const fmi3Boolean* place : {eventHandlingNeeded, terminateSimulation, earlyReturn})
      need_place(place);
    need_place(lastSuccessfulTime);
    const FmuStep step = fmu.step(currentCommunicationPoint, communicationStepSize);
    *eventHandlingNeeded = step.has_event;
    *terminateSimulation = step.has_ended;
    *earlyReturn = step.reached < currentCommunicationPoint + communicationStepSize;
    *lastSuccessfulTime = step.reached;
    return step.has_ended ? fmu.end(FmiStatus::Discard) : FmiStatus::OK;
  });
}

// NOLINTEND(readability-identifier-naming, bugprone-easily-swappable-parameters)
