// The two ways to decide modes, seen from outside.
#pragma once

#include <cstdint>
#include <vector>

#include "luztar/dynamics/expansion.h"
#include "luztar/dynamics/state.h"

namespace luztar {

enum class ModeStatus {
  Decided,
  Unsolved,  ///< the solver of the box problem gave up
  Cycled,    ///< the cascade for static > kinetic friction found no consistent modes
  Floating,  ///< a force acts on a massless body that nothing holds
  Jumped,    ///< a massless body would have to jump to where its forces balance
};

/// The pairs of an instant before their modes are decided.
struct PairsNow {
  const std::vector<std::int8_t>& at_rest;  ///< (pairs) 1: relative velocity is zero now
  const std::vector<std::int8_t>& broken;   ///< (pairs) sign of those that just reached their
                                            ///< static limit, else 0
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
