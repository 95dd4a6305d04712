// What the functions of FMI 3.0 share.
#pragma once

#include <cstddef>
#include <span>

#include "luztar/exchange/fmu/fmi3_types.h"
#include "luztar/exchange/fmu/fmu_call.h"

#if defined(__GNUC__)
#define LUZTAR_FMI3 extern "C" __attribute__((visibility("default")))
#else
#define LUZTAR_FMI3 extern "C" __declspec(dllexport)
#endif

namespace luztar {

// Where functions are allowed (FMI 3.0.2, sections 2.3, 3.2 and 4.2).
inline constexpr FmuLives kFmi3Read = kRunning | FmuLife::Instantiated | FmuLife::Initialization |
                                      FmuLife::Intermediate | FmuLife::Ended | FmuLife::Terminated;
inline constexpr FmuLives kFmi3Write =
    kRunning | kBeforeStart | static_cast<FmuLives>(FmuLife::Intermediate);
inline constexpr FmuLives kFmi3Save = kFmi3Read & ~static_cast<FmuLives>(FmuLife::Intermediate);
inline constexpr auto kFmi3Event = static_cast<FmuLives>(FmuLife::Event);
inline constexpr auto kFmi3Continuous = static_cast<FmuLives>(FmuLife::Continuous);
inline constexpr auto kFmi3Step = static_cast<FmuLives>(FmuLife::Step);
inline constexpr auto kFmi3Instantiated = static_cast<FmuLives>(FmuLife::Instantiated);
inline constexpr auto kFmi3Initialization = static_cast<FmuLives>(FmuLife::Initialization);
inline constexpr FmuLives kFmi3Equations =
    FmuLife::Event | FmuLife::Continuous | FmuLife::Initialization | FmuLife::Terminated;

template <class Call>
fmi3Status call_fmi3(fmi3Instance instance, const char* function, FmuLives allowed,
                     const Call& call) {
  return static_cast<fmi3Status>(
      guarded_fmu(static_cast<FmuInstance*>(instance), function, allowed, call));
}

/// The same without a status of its own.
template <class Call>
fmi3Status done_fmi3(fmi3Instance instance, const char* function, FmuLives allowed,
                     const Call& call) {
  return call_fmi3(instance, function, allowed, [&call](FmuInstance& fmu) {
    call(fmu);
    return FmiStatus::OK;
  });
}

/// As many references as values: variables of luztar have one value.
inline std::span<const unsigned> references_fmi3(const fmi3ValueReference* list, std::size_t n,
                                                 std::size_t n_values) {
  need_place(list, n);
  need_equal(n, n_values);
  return {list, n};
}

/// A function for what this FMU does not have: an error in words.
inline fmi3Status refuse_fmi3(fmi3Instance instance, const char* function, const char* why) {
  return done_fmi3(instance, function, kAnyLife, [why](FmuInstance&) { refuse_fmi(why); });
}

}  // namespace luztar
