// Random expressions with every operation and function of the language.
#pragma once

#include <functional>
#include <utility>

#include "luztar/symbolic/expression.h"
#include "random.h"

namespace luztar::testing {

/// Trees whose leaves are made by `leaf`.
class RandomTree {
 public:
  using Leaf = std::function<Expression(Random&)>;
  RandomTree(Random& random, Leaf leaf) : random_(random), leaf_(std::move(leaf)) {}

  /// @param depth  longest path from the root to a leaf; a condition may add one
  Expression make(int depth);

 private:
  Expression arithmetic(int depth);
  Expression function(int depth);

  Random& random_;
  Leaf leaf_;
};

}  // namespace luztar::testing
