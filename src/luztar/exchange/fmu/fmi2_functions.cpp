// FMI 2.0: what both kinds of FMUs have. Names, order and types are those of the standard.
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "luztar/exchange/fmu/fmi2_call.h"

// NOLINTBEGIN(readability-identifier-naming, bugprone-easily-swappable-parameters)

namespace luztar {
namespace {

/// The logger reads its message as printf does.
std::string without_percents(const std::string& words) {
  std::string made;
  for (const char c : words) made += c == '%' ? std::string("%%") : std::string(1, c);
  return made;
}

FmuLogger logger_of(const fmi2CallbackFunctions* functions, const std::string& name) {
  if (functions == nullptr || functions->logger == nullptr) return {};
  return [logger = functions->logger, environment = functions->componentEnvironment, name](
             FmiStatus status, const char* category, const std::string& words) {
    logger(environment, name.c_str(), static_cast<fmi2Status>(status), category,
           without_percents(words).c_str());
  };
}

FmuInstance::Saved* saved_of(fmi2FMUstate state) { return static_cast<FmuInstance::Saved*>(state); }

fmi2Status none_of_type(fmi2Component c, const char* function, FmuLives allowed, size_t n,
                        const char* type) {
  return done_fmi2(c, function, allowed, [&](FmuInstance&) { FmuInstance::need_none(n, type); });
}

}  // namespace
}  // namespace luztar

using namespace luztar;  // NOLINT(google-build-using-namespace): functions of C

LUZTAR_FMI2 const char* fmi2GetTypesPlatform(void) { return "default"; }
LUZTAR_FMI2 const char* fmi2GetVersion(void) { return "2.0"; }

LUZTAR_FMI2 fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean loggingOn,
                                           size_t nCategories, const fmi2String categories[]) {
  return done_fmi2(c, "fmi2SetDebugLogging", kAnyLife, [&](FmuInstance& fmu) {
    const bool events = wants_events(categories, nCategories);
    fmu.log_events(loggingOn != fmi2False && events);
  });
}

LUZTAR_FMI2 fmi2Component fmi2Instantiate(fmi2String instanceName, fmi2Type fmuType,
                                          fmi2String fmuGUID, fmi2String fmuResourceLocation,
                                          const fmi2CallbackFunctions* functions,
                                          fmi2Boolean /*visible*/, fmi2Boolean loggingOn) {
  try {
    const bool steps = fmuType == fmi2CoSimulation;
    FmuInstance* fmu =
        new_fmu(instanceName, steps ? FmuInstance::Kind::Steps : FmuInstance::Kind::Equations,
                fmuGUID, fmuResourceLocation, true,
                logger_of(functions, instanceName != nullptr ? instanceName : ""));
    if (fmu != nullptr) fmu->log_events(loggingOn != fmi2False);
    return fmu;
  } catch (...) {
    return nullptr;
  }
}

LUZTAR_FMI2 void fmi2FreeInstance(fmi2Component c) { delete static_cast<FmuInstance*>(c); }

LUZTAR_FMI2 fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean /*toleranceDefined*/,
                                           fmi2Real /*tolerance*/, fmi2Real startTime,
                                           fmi2Boolean endDefined, fmi2Real endTime) {
  return done_fmi2(c, "fmi2SetupExperiment", kOnlyInstantiated, [&](FmuInstance& fmu) {
    fmu.set_experiment(startTime,
                       endDefined != fmi2False ? endTime : std::numeric_limits<double>::infinity());
  });
}

LUZTAR_FMI2 fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  return done_fmi2(c, "fmi2EnterInitializationMode", kOnlyInstantiated,
                   [](FmuInstance& fmu) { fmu.set_life(FmuLife::Initialization); });
}

LUZTAR_FMI2 fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  return call_fmi2(c, "fmi2ExitInitializationMode", kOnlyInitialization, [](FmuInstance& fmu) {
    return fmu.exit_initialization(fmu.kind() == FmuInstance::Kind::Steps ? FmuLife::Step
                                                                          : FmuLife::Event);
  });
}

LUZTAR_FMI2 fmi2Status fmi2Terminate(fmi2Component c) {
  return done_fmi2(c, "fmi2Terminate", kRunning | FmuLife::Ended,
                   [](FmuInstance& fmu) { fmu.set_life(FmuLife::Terminated); });
}

LUZTAR_FMI2 fmi2Status fmi2Reset(fmi2Component c) {
  return done_fmi2(c, "fmi2Reset", kAnyLife, [](FmuInstance& fmu) { fmu.reset(); });
}

LUZTAR_FMI2 fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                   fmi2Real value[]) {
  return call_fmi2(c, "fmi2GetReal", kFmi2Read, [&](FmuInstance& fmu) {
    need_place(value, nvr);
    return fmu.get(references(vr, nvr), value);
  });
}

LUZTAR_FMI2 fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                      fmi2Integer value[]) {
  return done_fmi2(c, "fmi2GetInteger", kFmi2Read, [&](FmuInstance& fmu) {
    need_place(value, nvr);
    fmu.get_modes(references(vr, nvr), [to = value](int mode) mutable { *to++ = mode; });
  });
}

LUZTAR_FMI2 fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference /*vr*/[],
                                      size_t nvr, fmi2Boolean /*value*/[]) {
  return none_of_type(c, "fmi2GetBoolean", kFmi2Read, nvr, "Boolean");
}

LUZTAR_FMI2 fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference /*vr*/[], size_t nvr,
                                     fmi2String /*value*/[]) {
  return none_of_type(c, "fmi2GetString", kFmi2Read, nvr, "String");
}

LUZTAR_FMI2 fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                   const fmi2Real value[]) {
  return done_fmi2(c, "fmi2SetReal", kFmi2Write, [&](FmuInstance& fmu) {
    need_place(value, nvr);
    fmu.set(references(vr, nvr), value);
  });
}

LUZTAR_FMI2 fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference /*vr*/[],
                                      size_t nvr, const fmi2Integer /*value*/[]) {
  return none_of_type(c, "fmi2SetInteger", kFmi2Write, nvr, "Integer that can be set");
}

LUZTAR_FMI2 fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference /*vr*/[],
                                      size_t nvr, const fmi2Boolean /*value*/[]) {
  return none_of_type(c, "fmi2SetBoolean", kFmi2Write, nvr, "Boolean");
}

LUZTAR_FMI2 fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference /*vr*/[], size_t nvr,
                                     const fmi2String /*value*/[]) {
  return none_of_type(c, "fmi2SetString", kFmi2Write, nvr, "String");
}

LUZTAR_FMI2 fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate* FMUstate) {
  return done_fmi2(c, "fmi2GetFMUstate", kFmi2Read, [&](FmuInstance& fmu) {
    need_place(FMUstate);
    *FMUstate = fmu.save(saved_of(*FMUstate));
  });
}

LUZTAR_FMI2 fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate FMUstate) {
  return done_fmi2(c, "fmi2SetFMUstate", kFmi2Read,
                   [&](FmuInstance& fmu) { fmu.restore(saved_of(FMUstate)); });
}

LUZTAR_FMI2 fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate* FMUstate) {
  return done_fmi2(c, "fmi2FreeFMUstate", kAnyLife, [&](FmuInstance& fmu) {
    need_place(FMUstate);
    fmu.forget(saved_of(std::exchange(*FMUstate, nullptr)));
  });
}

LUZTAR_FMI2 fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate FMUstate,
                                                  size_t* size) {
  return done_fmi2(c, "fmi2SerializedFMUstateSize", kFmi2Read, [&](FmuInstance& fmu) {
    need_place(size);
    *size = fmu.bytes_of(saved_of(FMUstate)).size();
  });
}

LUZTAR_FMI2 fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate FMUstate,
                                             fmi2Byte serializedState[], size_t size) {
  return done_fmi2(c, "fmi2SerializeFMUstate", kFmi2Read, [&](FmuInstance& fmu) {
    copy_bytes(fmu.bytes_of(saved_of(FMUstate)), serializedState, size);
  });
}

LUZTAR_FMI2 fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte serializedState[],
                                               size_t size, fmi2FMUstate* FMUstate) {
  return done_fmi2(c, "fmi2DeSerializeFMUstate", kFmi2Read, [&](FmuInstance& fmu) {
    need_place(serializedState);
    need_place(FMUstate);
    *FMUstate = fmu.state_of(std::string_view(serializedState, size));
  });
}

LUZTAR_FMI2 fmi2Status fmi2GetDirectionalDerivative(fmi2Component c,
                                                    const fmi2ValueReference vUnknown_ref[],
                                                    size_t nUnknown,
                                                    const fmi2ValueReference vKnown_ref[],
                                                    size_t nKnown, const fmi2Real dvKnown[],
                                                    fmi2Real dvUnknown[]) {
  return done_fmi2(c, "fmi2GetDirectionalDerivative", kFmi2Read, [&](FmuInstance& fmu) {
    need_place(dvKnown, nKnown);
    need_place(dvUnknown, nUnknown);
    fmu.directional_derivative(references(vUnknown_ref, nUnknown), references(vKnown_ref, nKnown),
                               {dvKnown, nKnown}, {dvUnknown, nUnknown}, false);
  });
}

// NOLINTEND(readability-identifier-naming, bugprone-easily-swappable-parameters)
