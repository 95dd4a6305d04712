// Other descriptions of the same mechanics: a model whose motion follows from that of another.
#pragma once

#include "luztar/model/model.h"

namespace acceptance {

/// Numbers of a changed model are these multiples of the given one's.
struct Units {
  double length{1}, mass{1}, time{1};
  double speed() const { return length / time; }
  double force() const { return mass * length / (time * time); }
  double stiffness() const { return mass / (time * time); }
  double damping() const { return mass / time; }
};

/// The same system in other units; `length` may be negative: every coordinate reversed, with the
/// edges of gaps and the directions of friction exchanged. Exact for powers of two.
/// Angles count as lengths; states and memories of controllers keep their numbers. Not for measured
/// data.
luztar::Model in_units(const luztar::Model& model, const Units& units);

/// Every sign of every coordinate reversed: its motion is minus the motion.
inline luztar::Model mirrored(const luztar::Model& model) {
  return in_units(model, {.length = -1});
}

/// Starts later by `shift`, and so does every function of time.
luztar::Model delayed(const luztar::Model& model, double shift);

}  // namespace acceptance
