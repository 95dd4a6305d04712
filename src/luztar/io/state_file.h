// Saving a State and going on from it.
#pragma once

#include <string>
#include <string_view>

#include "luztar/dynamics/system/system.h"

namespace luztar {

class JsonWriter;

/// Adds `state` to a larger JSON document as an object. `key` is empty at the top of a document.
void write_state(JsonWriter& json, std::string_view key, const State& state);

/// JSON; every double reads back exactly.
std::string state_to_json(const State& state);

/// Reads state_to_json's text or a whole summary.json (its `final_state`).
/// Throws ModelError if the text is not a state or does not fit `system`; `path` is for messages.
State state_from_json(const System& system, const std::string& json, const std::string& path);

}  // namespace luztar
