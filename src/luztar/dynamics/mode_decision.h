// The two ways to decide modes, seen from outside.
#pragma once

#include <vector>

#include "luztar/dynamics/expansion.h"
#include "luztar/dynamics/pairs_now.h"
#include "luztar/dynamics/state.h"

namespace luztar {

enum class ModeStatus {
  Decided,
  Unsolved,  ///< the solver of the box problem gave up
  Cycled,    ///< the cascade for static > kinetic friction found no consistent modes
  Floating,  ///< a force acts on a massless body that nothing holds
  Jumped,    ///< a massless body would have to jump to where its forces balance
};

/// InertialModes where all bodies have a mass or a given motion, else MasslessModes. See
/// ModeResolver for what the functions do.
class ModeDecision {
 public:
  virtual ~ModeDecision() = default;
  virtual ModeStatus decide(State& state, Expansion& series, const PairsNow& now) = 0;
  virtual std::vector<std::vector<int>> consistent_choices(const State& state, Expansion& series,
                                                           const PairsNow& now) = 0;
  virtual double residual() const = 0;
  virtual bool rest(State& state, Expansion& series) = 0;
  virtual int unbalanced_body() const = 0;
};

}  // namespace luztar
