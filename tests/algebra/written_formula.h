// Formulas as tests write them.
#pragma once

#include <string>

#include "exact_value.h"
#include "luztar/algebra/formula.h"

namespace luztar::testing {

/// to_formula without a file.
inline Formula formula(const std::string& text) { return to_formula(parsed(text)); }

}  // namespace luztar::testing
