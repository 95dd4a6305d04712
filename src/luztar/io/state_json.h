// A State as a part of a larger JSON document.
#pragma once

#include <string_view>

#include "luztar/dynamics/state.h"
#include "luztar/io/json_writer.h"

namespace luztar {

/// Adds `state` as an object. `key` is empty at the top of a document.
void write_state(JsonWriter& json, std::string_view key, const State& state);

}  // namespace luztar
