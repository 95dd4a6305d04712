// Random nests of every function of docs/model-expressions.md and of data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "acceptance/oracle_expressions.h"
#include "random.h"

namespace acceptance::nest {

/// What a nest may be made of.
struct Vocabulary {
  std::vector<std::string> inputs{"t"};  ///< "t", "d", "v", "q.BODY", "v.BODY"
  bool jumps{true};                      ///< false: continuous in every input
};

/// A nest of up to `depth` functions. Its functions stay inside their domains for any inputs.
Expression random_nest(luztar::testing::Random& random, const Vocabulary& words, int depth);

}  // namespace acceptance::nest
