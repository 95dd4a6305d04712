// The largest relative residual of a kind so far, and what it was.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/system/system_impl.h"
#include "luztar/proof/proofs.h"

namespace luztar {

/// What was compared with what.
enum class Claim : std::uint8_t {
  Force,       ///< of an element, with its law
  StateRate,   ///< of an element, with its law
  Motion,      ///< position of a body, with its motion
  Deflection,  ///< of an element, with the positions of its bodies
  Rate,        ///< of an element, with the velocities of its bodies
  LinkHolds,   ///< deflection of an element, with that at the start
  Balance,     ///< mass times acceleration of a body, with the forces on it
  Limit,       ///< force of an element, with the limit that it is beyond
  Direction,   ///< force of an element, with the direction of its rate
  Rest,        ///< rate of an element, with zero
  Edge,        ///< deflection of a stop, with the edge that it is beyond
  Standstill,  ///< relative acceleration of an element, with the direction in which it breaks
  Break,       ///< force of an element that breaks, with its limit
  Position,    ///< of a body, with that just before
  Impact,      ///< rate of a stop that was hit alone, with its restitution
  Impulse,     ///< of a friction, with the largest by the stops that press it
  Gain,        ///< energy of an impact, with zero
  Velocity,    ///< of a body, with that just before and the impulses
  Path,        ///< position of a body at the end of a step, with where its velocities lead
  Internal,    ///< state of the law of an element, with that just before
  State,       ///< of the model file, with that just before
  Jump,        ///< a state of the model file, with the value that it jumps to
  Slope,       ///< of a state of the model file, with its rate
  Output,      ///< what a controller holds, with its update at a sample, else with that just before
  Delayed,     ///< a delayed expression, with what was kept of it
  Kept,        ///< what is kept of a delayed expression, with that
};

/// Keeps the worst of each kind.
class Worst {
 public:
  /// @param limit  of residual / scale, the same for all kinds
  explicit Worst(double limit) : limit_(limit), inverse_limit_(1.0 / limit) {}

  double limit() const { return limit_; }

  /// True if note() would change nothing at this scale or a larger one, whatever the error.
  bool is_no_news(Proofs::Kind kind, double found, double expected, double scale) const {
    return std::abs(found - expected) <= relative_[kind] * scale;
  }

  /// @param scale  what is found is part of something of this size
  /// @param error  residual that rounding of the arguments explains
  void note(Proofs::Kind kind, Claim claim, int index, double time, double found, double expected,
            double scale, double error) {
    const double residual = found > expected ? found - expected : expected - found;
    const double size = scale + error * inverse_limit_ + kVanishing;
    if (residual <= relative_[kind] * size || residual == 0.0) return;
    take(kind, claim, index, time, found, expected, residual, size);
  }

  Proof proof(const SystemImpl& system, Proofs::Kind kind) const;

 private:
  struct Note {
    Claim claim{};
    int index{-1};
    double time{}, found{}, expected{}, residual{}, scale{};
  };
  void take(Proofs::Kind kind, Claim claim, int index, double time, double found, double expected,
            double residual, double size);

  double limit_, inverse_limit_;
  std::array<double, Proofs::kKinds> relative_{};
  std::array<Note, Proofs::kKinds> notes_{};
};

}  // namespace luztar
