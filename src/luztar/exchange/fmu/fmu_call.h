// What every function of FMI does: no exception leaves it, and its words go to the logger.
#pragma once

#include <cstring>
#include <exception>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <string>

#include "luztar/exchange/fmu/fmu_instance.h"

namespace luztar {

inline constexpr FmuLives kAnyLife = ~0U;
inline constexpr FmuLives kBeforeStart = FmuLife::Instantiated | FmuLife::Initialization;
/// Where a run is on its way.
inline constexpr FmuLives kRunning = FmuLife::Event | FmuLife::Continuous | FmuLife::Step;

/// "fmi2DoStep is not allowed in the initialization mode". Throws std::invalid_argument.
void check_life(const FmuInstance& fmu, const char* function, FmuLives allowed);

/// What the exception that is being handled says, told to the logger.
FmiStatus status_of_exception(const FmuInstance& fmu, const char* function) noexcept;

template <class Call>
FmiStatus guarded_fmu(FmuInstance* fmu, const char* function, FmuLives allowed,
                      const Call& call) noexcept {
  if (fmu == nullptr) return FmiStatus::Error;
  try {
    if (!fmu->is_in(allowed)) check_life(*fmu, function, allowed);
    return call(*fmu);
  } catch (...) {
    return status_of_exception(*fmu, function);
  }
}

/// Throws std::invalid_argument where there is no place for what is asked.
inline void need_place(const void* pointer, std::size_t count = 1) {
  if (pointer == nullptr && count > 0) throw std::invalid_argument("a list is NULL");
}

/// Throws std::invalid_argument with these words.
[[noreturn]] void refuse_fmi(const std::string& what);

/// Throws std::invalid_argument where a list of values has another length than what they are of.
void need_equal(std::size_t count, std::size_t n_values);

/// Throws std::invalid_argument where they do not fit.
void copy_bytes(const std::string& bytes, void* to, std::size_t room);

/// Throws std::invalid_argument for NULL.
const char* need_text(const char* text, const char* what);

/// A new instance; nullptr, with words to the logger, where that fails.
/// @param token  as the importer has it @param folder  resources/; @param is_uri  "file:///..."
FmuInstance* new_fmu(const char* name, FmuInstance::Kind kind, const char* token,
                     const char* folder, bool is_uri, const FmuLogger& logger) noexcept;

/// "/a b" of "file:///a%20b". Throws std::invalid_argument for other protocols.
std::filesystem::path path_of_uri(const std::string& uri);

/// Categories of the logger: all of 2.0 that luztar has words for.
/// @param wanted  null: all @return whether events are among them; throws for an unknown one
bool wants_events(const char* const* wanted, std::size_t count);

}  // namespace luztar
