// What calls of the module answer: a value, or the mistakes of the user's model.
#pragma once

#include <string>
#include <vector>

#include <emscripten/val.h>

#include "luztar/luztar.h"

namespace luztar::web {

using emscripten::val;

/// [{message, help, line, column, severity, file}]
val list_of(const std::vector<Diagnostic>& diagnostics, const char* severity);

/// {mistakes: [...]} of the exception that is being handled: what is wrong with a model, memory
/// that is not there, what the library refuses. Call it in a handler.
val refusal();

/// {value: work()}, or refusal(): no exception leaves the module.
template <class Work>
val answer(const Work& work) {
  try {
    val told = val::object();
    told.set("value", work());
    return told;
  } catch (...) {
    return refusal();
  }
}

/// A Float64Array of its own.
val array_of(const double* numbers, std::size_t count);
inline val array_of(const std::vector<double>& numbers) {
  return array_of(numbers.data(), numbers.size());
}
/// Of a long one: embind takes three times as long to make it a text of JavaScript.
val text_of(const std::string& text);
/// An array of texts.
val texts_of(const std::vector<std::string>& texts);
std::vector<std::string> list_from(const val& array);  ///< the other way

/// From now on time_is_up() says no for so many seconds, then yes. It is asked often, and looks at
/// the clock now and then.
void give_time(double seconds);
bool time_is_up();

}  // namespace luztar::web
