// Impacts to first order.
#pragma once

#include <vector>

#include "luztar/dynamics/impacts/impacts.h"
#include "luztar/sensitivity/holding.h"

namespace luztar {

/// Newton's impact law for what took part in a run, links beside it: velocities after from those
/// before, with their derivatives.
template <typename N>
class Blows {
 public:
  explicit Blows(const Numbers<N>& numbers) : numbers_(numbers), ties_(numbers) {}

  /// @param state  modes before; those of pairs do not matter
  /// @param arms   (pairs) at the instant
  /// @param v      (bodies) in: before, out: after
  void strike(const Impacts& impacts, const State& state, const std::vector<std::vector<N>>& arms,
              std::vector<N>& v);

 private:
  const Numbers<N>& numbers_;
  Holding<N> ties_;
};

}  // namespace luztar
