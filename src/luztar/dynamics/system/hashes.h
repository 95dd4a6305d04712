// Hashes by which a State and a System belong together.
#pragma once

#include <cstdint>

#include "luztar/core/settings.h"
#include "luztar/dynamics/system/system_impl.h"

namespace luztar {

/// Names and kinds of bodies and elements, in their order. In [1, 2^53), like all of these.
std::int64_t hash_of_parts(const SystemImpl& system);
/// Everything that the motion depends on beside the state and the settings.
std::int64_t hash_of_laws(const SystemImpl& system);
/// The settings that the motion depends on.
std::int64_t hash_of_method(const SimulationSettings& settings);

/// Kind and owner of a switch: what a memory belongs to when expressions change around it.
std::int64_t key_of(const Switch& sw);

}  // namespace luztar
