// How a caller lends threads to the library, which has none of its own.
#pragma once

#include <functional>

namespace luztar {

/// Calls run(0) ... run(tasks - 1), each once, in any order and perhaps at the same time; returns
/// when all have returned. Results do not depend on how it does that. Empty: one after the other.
using Executor = std::function<void(int tasks, const std::function<void(int)>& run)>;

}  // namespace luztar
