// What the functions of FMI 2.0 share.
#pragma once

#include <cstddef>
#include <span>

#include "luztar/exchange/fmu/fmi2_types.h"
#include "luztar/exchange/fmu/fmu_call.h"

#if defined(__GNUC__)
#define LUZTAR_FMI2 extern "C" __attribute__((visibility("default")))
#else
#define LUZTAR_FMI2 extern "C" __declspec(dllexport)
#endif

namespace luztar {

// Where functions are allowed (FMI 2.0.4, sections 3.2.3 and 4.2.4).
inline constexpr FmuLives kFmi2Read = kRunning | FmuLife::Initialization | FmuLife::Ended |
                                      FmuLife::Terminated | FmuLife::Instantiated;
inline constexpr FmuLives kFmi2Write = kRunning | kBeforeStart;
inline constexpr FmuLives kFmi2Events = FmuLife::Event | FmuLife::Continuous;
inline constexpr FmuLives kFmi2Steps = FmuLife::Step | FmuLife::Ended;
inline constexpr FmuLives kFmi2Equations =
    kFmi2Events | FmuLife::Initialization | FmuLife::Terminated;
inline constexpr auto kOnlyStep = static_cast<FmuLives>(FmuLife::Step);
inline constexpr auto kOnlyEvent = static_cast<FmuLives>(FmuLife::Event);
inline constexpr auto kOnlyContinuous = static_cast<FmuLives>(FmuLife::Continuous);
inline constexpr auto kOnlyInstantiated = static_cast<FmuLives>(FmuLife::Instantiated);
inline constexpr auto kOnlyInitialization = static_cast<FmuLives>(FmuLife::Initialization);

template <class Call>
fmi2Status call_fmi2(fmi2Component c, const char* function, FmuLives allowed, const Call& call) {
  return static_cast<fmi2Status>(
      guarded_fmu(static_cast<FmuInstance*>(c), function, allowed, call));
}

/// The same without a status of its own.
template <class Call>
fmi2Status done_fmi2(fmi2Component c, const char* function, FmuLives allowed, const Call& call) {
  return call_fmi2(c, function, allowed, [&call](FmuInstance& fmu) {
    call(fmu);
    return FmiStatus::OK;
  });
}

inline std::span<const unsigned> references(const fmi2ValueReference* list, size_t n) {
  need_place(list, n);
  return {list, n};
}

inline fmi2Boolean as_fmi2(bool flag) { return flag ? fmi2True : fmi2False; }

}  // namespace luztar
