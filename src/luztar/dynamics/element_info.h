// What an element is called and what its numbers mean.
#pragma once

#include "luztar/dynamics/system.h"
#include "luztar/network/network.h"

namespace luztar {

/// All that the model says of it; `pitch`, `only_pushes` and `internal` follow from its law.
ElementInfo info_of(const NetworkElement& element, const ParameterValues& values);

}  // namespace luztar
