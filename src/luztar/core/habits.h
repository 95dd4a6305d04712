// Words of other programs, and what is written here instead. File, command line and Python share
// the list.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace luztar {

struct Habit {
  std::string_view places;   ///< with blanks between them
  std::string_view words;    ///< small letters without "_", with blanks between them
  std::string_view instead;  ///< one word: the key, function or option; else advice
};

std::span<const Habit> habits();

/// What is written here instead of `word`; "" if no habit is known.
///
/// Case, "_" and "-" of `word` do not matter.
/// @param place  a section of a model file ("springs", "simulation"; "document" at its top), or
///               "parameter", "references", "functions", "symbols", "operators", "prefixes",
///               "measures", "commands", "options", "calls"
std::string_view habit_of(std::string_view word, std::string_view place);

/// The same as advice: "did you mean 'duration'?", or the advice itself; "" if none is known.
std::string habit_advice(std::string_view word, std::string_view place);

}  // namespace luztar
