// Random expressions in M1, M2, F1, F2, and fractions for these.
#pragma once

#include "exact_value.h"

namespace luztar::testing {

/// @param depth  of its longest path  @param with_functions  luz, sat, abs, min, max too
Expression random_tree(Random& random, int depth, bool with_functions);
/// A fraction for each of the four symbols.
Point point_of_tree(Random& random);
/// One of the four.
const char* symbol_of_tree(Random& random);

}  // namespace luztar::testing
