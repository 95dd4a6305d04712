// FMI 2.0: what integrators call (Model Exchange), and steps (Co-Simulation).
#include <limits>

#include "luztar/exchange/fmu/fmi2_call.h"

// NOLINTBEGIN(readability-identifier-naming, bugprone-easily-swappable-parameters)

namespace luztar {
namespace {

/// Asked of steps that go on by themselves: there are none.
fmi2Status no_status(fmi2Component c, const char* function) {
  return call_fmi2(c, function, kFmi2Steps | FmuLife::Terminated, [](FmuInstance& fmu) {
    fmu.say(FmiStatus::Discard, "steps of this FMU are done when fmi2DoStep returns");
    return FmiStatus::Discard;
  });
}

}  // namespace
}  // namespace luztar

using namespace luztar;  // NOLINT(google-build-using-namespace): functions of C

// --- Model Exchange ------------------------------------------------------------------------------

LUZTAR_FMI2 fmi2Status fmi2EnterEventMode(fmi2Component c) {
  return done_fmi2(c, "fmi2EnterEventMode", kFmi2Events,
                   [](FmuInstance& fmu) { fmu.enter_event(); });
}

LUZTAR_FMI2 fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo* fmi2eventInfo) {
  return done_fmi2(c, "fmi2NewDiscreteStates", kOnlyEvent, [&](FmuInstance& fmu) {
    need_place(fmi2eventInfo);
    const auto update = fmu.update();
    const double next = fmu.next_time_event();
    const bool is_known = next < std::numeric_limits<double>::infinity();
    *fmi2eventInfo = {as_fmi2(update.again),          as_fmi2(update.ended), fmi2False,
                      as_fmi2(update.states_changed), as_fmi2(is_known),     is_known ? next : 0.0};
  });
}

LUZTAR_FMI2 fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c) {
  return done_fmi2(c, "fmi2EnterContinuousTimeMode", kOnlyEvent,
                   [](FmuInstance& fmu) { fmu.set_life(FmuLife::Continuous); });
}

LUZTAR_FMI2 fmi2Status fmi2CompletedIntegratorStep(fmi2Component c,
                                                   fmi2Boolean /*noSetFMUStatePriorToCurrentPoint*/,
                                                   fmi2Boolean* enterEventMode,
                                                   fmi2Boolean* terminateSimulation) {
  return done_fmi2(c, "fmi2CompletedIntegratorStep", kOnlyContinuous, [&](FmuInstance& fmu) {
    need_place(enterEventMode);
    need_place(terminateSimulation);
    fmu.refresh();
    *enterEventMode = as_fmi2(fmu.equations().completed_step());
    *terminateSimulation = fmi2False;
  });
}

LUZTAR_FMI2 fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time) {
  return done_fmi2(c, "fmi2SetTime", kFmi2Events, [&](FmuInstance& fmu) { fmu.set_time(time); });
}

LUZTAR_FMI2 fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t nx) {
  return done_fmi2(c, "fmi2SetContinuousStates", kOnlyContinuous, [&](FmuInstance& fmu) {
    need_place(x, nx);
    fmu.set_states(x, nx);
  });
}

LUZTAR_FMI2 fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real derivatives[], size_t nx) {
  return call_fmi2(c, "fmi2GetDerivatives", kFmi2Equations, [&](FmuInstance& fmu) {
    need_place(derivatives, nx);
    return fmu.get_derivatives(derivatives, nx);
  });
}

LUZTAR_FMI2 fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real eventIndicators[],
                                              size_t ni) {
  return call_fmi2(c, "fmi2GetEventIndicators", kFmi2Equations, [&](FmuInstance& fmu) {
    need_place(eventIndicators, ni);
    return fmu.get_indicators(eventIndicators, ni);
  });
}

LUZTAR_FMI2 fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t nx) {
  return done_fmi2(c, "fmi2GetContinuousStates", kFmi2Equations, [&](FmuInstance& fmu) {
    need_place(x, nx);
    fmu.get_states(x, nx);
  });
}

LUZTAR_FMI2 fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real x_nominal[],
                                                         size_t nx) {
  return done_fmi2(c, "fmi2GetNominalsOfContinuousStates", kFmi2Read, [&](FmuInstance& fmu) {
    need_place(x_nominal, nx);
    fmu.get_nominals(x_nominal, nx);
  });
}

// --- Co-Simulation -------------------------------------------------------------------------------

LUZTAR_FMI2 fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[],
                                                   size_t nvr, const fmi2Integer order[],
                                                   const fmi2Real value[]) {
  return done_fmi2(c, "fmi2SetRealInputDerivatives", kOnlyStep | kBeforeStart,
                   [&](FmuInstance& fmu) {
                     need_place(vr, nvr);
                     need_place(order, nvr);
                     need_place(value, nvr);
                     for (size_t i = 0; i < nvr; ++i)
                       fmu.set_input_derivative(vr[i], order[i], value[i]);
                   });
}

LUZTAR_FMI2 fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[],
                                                    size_t nvr, const fmi2Integer order[],
                                                    fmi2Real value[]) {
  return done_fmi2(c, "fmi2GetRealOutputDerivatives", kFmi2Steps | FmuLife::Terminated,
                   [&](FmuInstance& fmu) {
                     need_place(vr, nvr);
                     need_place(order, nvr);
                     need_place(value, nvr);
                     for (size_t i = 0; i < nvr; ++i)
                       value[i] = fmu.output_derivative(vr[i], order[i]);
                   });
}

LUZTAR_FMI2 fmi2Status fmi2DoStep(fmi2Component c, fmi2Real currentCommunicationPoint,
                                  fmi2Real communicationStepSize,
                                  fmi2Boolean /*noSetFMUStatePriorToCurrentPoint*/) {
  return call_fmi2(c, "fmi2DoStep", kOnlyStep, [&](FmuInstance& fmu) {
    if (!fmu.step(currentCommunicationPoint, communicationStepSize).has_ended) return FmiStatus::OK;
    return fmu.end(FmiStatus::Discard);
  });
}

LUZTAR_FMI2 fmi2Status fmi2CancelStep(fmi2Component c) {
  return done_fmi2(c, "fmi2CancelStep", kAnyLife, [](FmuInstance&) {
    refuse_fmi("steps of this FMU are done when fmi2DoStep returns");
  });
}

LUZTAR_FMI2 fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind /*s*/,
                                     fmi2Status* /*value*/) {
  return no_status(c, "fmi2GetStatus");
}

LUZTAR_FMI2 fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind s, fmi2Real* value) {
  if (s != fmi2LastSuccessfulTime) return no_status(c, "fmi2GetRealStatus");
  return done_fmi2(c, "fmi2GetRealStatus", kFmi2Steps | FmuLife::Terminated, [&](FmuInstance& fmu) {
    need_place(value);
    *value = fmu.time();
  });
}

LUZTAR_FMI2 fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind /*s*/,
                                            fmi2Integer* /*value*/) {
  return no_status(c, "fmi2GetIntegerStatus");
}

LUZTAR_FMI2 fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind s,
                                            fmi2Boolean* value) {
  if (s != fmi2Terminated) return no_status(c, "fmi2GetBooleanStatus");
  return done_fmi2(c, "fmi2GetBooleanStatus", kFmi2Steps | FmuLife::Terminated,
                   [&](FmuInstance& fmu) {
                     need_place(value);
                     *value = as_fmi2(fmu.life() == FmuLife::Ended);
                   });
}

LUZTAR_FMI2 fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind /*s*/,
                                           fmi2String* /*value*/) {
  return no_status(c, "fmi2GetStringStatus");
}

// NOLINTEND(readability-identifier-naming, bugprone-easily-swappable-parameters)
