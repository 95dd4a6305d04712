// FMI 3.0: instances and their states. Names, order and types are those of the standard.
#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "luztar/exchange/fmu/fmi3_call.h"

// NOLINTBEGIN(readability-identifier-naming, bugprone-easily-swappable-parameters)

namespace luztar {
namespace {

FmuLogger logger_of_fmi3(fmi3InstanceEnvironment environment, fmi3LogMessageCallback log) {
  if (log == nullptr) return {};
  return [log, environment](FmiStatus status, const char* category, const std::string& words) {
    log(environment, static_cast<fmi3Status>(status), category, words.c_str());
  };
}

FmuInstance::Saved* saved_of_fmi3(fmi3FMUState state) {
  return static_cast<FmuInstance::Saved*>(state);
}

/// Within a step variables can be read, and inputs set.
FmuIntermediate intermediate_of(FmuInstance& fmu, fmi3InstanceEnvironment environment,
                                fmi3IntermediateUpdateCallback callback) {
  if (callback == nullptr) return {};
  return [&fmu, environment, callback](double time) {
    const FmuStepOptions& options = fmu.step_options();
    fmi3Boolean ends = fmi3False;
    fmi3Float64 end = time;
    const FmuLife before = fmu.life();
    fmu.set_life(FmuLife::Intermediate);
    callback(environment, time, options.sets_inputs, fmi3True, fmi3True, options.early_return,
             &ends, &end);
    fmu.set_life(before);
    return FmuPause{.ends = ends && options.early_return, .end = end};
  };
}

}  // namespace
}  // namespace luztar

using namespace luztar;  // NOLINT(google-build-using-namespace): functions of C

LUZTAR_FMI3 const char* fmi3GetVersion(void) { return "3.0"; }

LUZTAR_FMI3 fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean loggingOn,
                                           size_t nCategories, const fmi3String categories[]) {
  return done_fmi3(instance, "fmi3SetDebugLogging", kAnyLife, [&](FmuInstance& fmu) {
    const bool events = wants_events(categories, nCategories);
    fmu.log_events(loggingOn && events);
  });
}

LUZTAR_FMI3 fmi3Instance fmi3InstantiateModelExchange(
    fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath,
    fmi3Boolean /*visible*/, fmi3Boolean loggingOn, fmi3InstanceEnvironment instanceEnvironment,
    fmi3LogMessageCallback logMessage) {
  try {
    FmuInstance* fmu =
        new_fmu(instanceName, FmuInstance::Kind::Equations, instantiationToken, resourcePath, false,
                logger_of_fmi3(instanceEnvironment, logMessage));
    if (fmu != nullptr) fmu->log_events(loggingOn);
    return fmu;
  } catch (...) {
    return nullptr;
  }
}

LUZTAR_FMI3 fmi3Instance fmi3InstantiateCoSimulation(
    fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath,
    fmi3Boolean /*visible*/, fmi3Boolean loggingOn, fmi3Boolean eventModeUsed,
    fmi3Boolean earlyReturnAllowed, const fmi3ValueReference requiredIntermediateVariables[],
    size_t nRequiredIntermediateVariables, fmi3InstanceEnvironment instanceEnvironment,
    fmi3LogMessageCallback logMessage, fmi3IntermediateUpdateCallback intermediateUpdate) {
  try {
    FmuInstance* fmu =
        new_fmu(instanceName, FmuInstance::Kind::Steps, instantiationToken, resourcePath, false,
                logger_of_fmi3(instanceEnvironment, logMessage));
    if (fmu == nullptr) return nullptr;
    fmu->log_events(loggingOn);
    FmuStepOptions& options = fmu->step_options();
    options.event_mode = eventModeUsed;
    options.early_return = earlyReturnAllowed;
    if (requiredIntermediateVariables != nullptr)
      options.sets_inputs =
          std::any_of(requiredIntermediateVariables,
                      requiredIntermediateVariables + nRequiredIntermediateVariables,
                      [fmu](fmi3ValueReference reference) { return fmu->is_input(reference); });
    options.intermediate = intermediate_of(*fmu, instanceEnvironment, intermediateUpdate);
    return fmu;
  } catch (...) {
    return nullptr;
  }
}

LUZTAR_FMI3 fmi3Instance fmi3InstantiateScheduledExecution(
    fmi3String /*instanceName*/, fmi3String /*instantiationToken*/, fmi3String /*resourcePath*/,
    fmi3Boolean /*visible*/, fmi3Boolean /*loggingOn*/, fmi3InstanceEnvironment instanceEnvironment,
    fmi3LogMessageCallback logMessage, fmi3ClockUpdateCallback /*clockUpdate*/,
    fmi3LockPreemptionCallback /*lockPreemption*/,
    fmi3UnlockPreemptionCallback /*unlockPreemption*/) {
  if (logMessage != nullptr)
    logMessage(instanceEnvironment, fmi3Error, "logStatusError",
               "no instance: this FMU is for Co-Simulation and Model Exchange, and has no "
               "scheduled execution");
  return nullptr;
}

LUZTAR_FMI3 void fmi3FreeInstance(fmi3Instance instance) {
  delete static_cast<FmuInstance*>(instance);
}

LUZTAR_FMI3 fmi3Status fmi3EnterInitializationMode(fmi3Instance instance,
                                                   fmi3Boolean /*toleranceDefined*/,
                                                   fmi3Float64 /*tolerance*/, fmi3Float64 startTime,
                                                   fmi3Boolean endDefined, fmi3Float64 endTime) {
  return done_fmi3(instance, "fmi3EnterInitializationMode", kFmi3Instantiated,
                   [&](FmuInstance& fmu) {
                     fmu.set_experiment(
                         startTime, endDefined ? endTime : std::numeric_limits<double>::infinity());
                     fmu.set_life(FmuLife::Initialization);
                   });
}

LUZTAR_FMI3 fmi3Status fmi3ExitInitializationMode(fmi3Instance instance) {
  return call_fmi3(instance, "fmi3ExitInitializationMode", kFmi3Initialization,
                   [](FmuInstance& fmu) {
                     const bool goes_in_steps =
                         fmu.kind() == FmuInstance::Kind::Steps && !fmu.step_options().event_mode;
                     return fmu.exit_initialization(goes_in_steps ? FmuLife::Step : FmuLife::Event);
                   });
}

LUZTAR_FMI3 fmi3Status fmi3EnterEventMode(fmi3Instance instance) {
  return done_fmi3(instance, "fmi3EnterEventMode", kFmi3Step | FmuLife::Continuous,
                   [](FmuInstance& fmu) {
                     if (fmu.kind() == FmuInstance::Kind::Steps && !fmu.step_options().event_mode)
                       refuse_fmi("this instance was made without event mode (eventModeUsed)");
                     fmu.enter_event();
                   });
}

LUZTAR_FMI3 fmi3Status fmi3Terminate(fmi3Instance instance) {
  return done_fmi3(instance, "fmi3Terminate", kRunning | FmuLife::Ended,
                   [](FmuInstance& fmu) { fmu.set_life(FmuLife::Terminated); });
}

LUZTAR_FMI3 fmi3Status fmi3Reset(fmi3Instance instance) {
  return done_fmi3(instance, "fmi3Reset", kAnyLife & ~static_cast<FmuLives>(FmuLife::Intermediate),
                   [](FmuInstance& fmu) { fmu.reset(); });
}

// --- states --------------------------------------------------------------------------------------

LUZTAR_FMI3 fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState* FMUState) {
  return done_fmi3(instance, "fmi3GetFMUState", kFmi3Save, [&](FmuInstance& fmu) {
    need_place(FMUState);
    *FMUState = fmu.save(saved_of_fmi3(*FMUState));
  });
}

LUZTAR_FMI3 fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState FMUState) {
  return done_fmi3(instance, "fmi3SetFMUState", kFmi3Save,
                   [&](FmuInstance& fmu) { fmu.restore(saved_of_fmi3(FMUState)); });
}

LUZTAR_FMI3 fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState* FMUState) {
  return done_fmi3(instance, "fmi3FreeFMUState", kAnyLife, [&](FmuInstance& fmu) {
    need_place(FMUState);
    fmu.forget(saved_of_fmi3(std::exchange(*FMUState, nullptr)));
  });
}

LUZTAR_FMI3 fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState FMUState,
                                                  size_t* size) {
  return done_fmi3(instance, "fmi3SerializedFMUStateSize", kFmi3Save, [&](FmuInstance& fmu) {
    need_place(size);
    *size = fmu.bytes_of(saved_of_fmi3(FMUState)).size();
  });
}

LUZTAR_FMI3 fmi3Status fmi3SerializeFMUState(fmi3Instance instance, fmi3FMUState FMUState,
                                             fmi3Byte serializedState[], size_t size) {
  return done_fmi3(instance, "fmi3SerializeFMUState", kFmi3Save, [&](FmuInstance& fmu) {
    copy_bytes(fmu.bytes_of(saved_of_fmi3(FMUState)), serializedState, size);
  });
}

LUZTAR_FMI3 fmi3Status fmi3DeserializeFMUState(fmi3Instance instance,
                                               const fmi3Byte serializedState[], size_t size,
                                               fmi3FMUState* FMUState) {
  return done_fmi3(instance, "fmi3DeserializeFMUState", kFmi3Save, [&](FmuInstance& fmu) {
    need_place(serializedState);
    need_place(FMUState);
    *FMUState =
        fmu.state_of(std::string_view(reinterpret_cast<const char*>(serializedState), size));
  });
}

// --- configuration: there are no structural parameters -------------------------------------------

LUZTAR_FMI3 fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance) {
  return refuse_fmi3(instance, "fmi3EnterConfigurationMode",
                     "this FMU has no structural parameters");
}

LUZTAR_FMI3 fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance) {
  return refuse_fmi3(instance, "fmi3ExitConfigurationMode",
                     "this FMU has no structural parameters");
}

// NOLINTEND(readability-identifier-naming, bugprone-easily-swappable-parameters)
