// Pairs that come nearer and nearer to rest and never get there.
#pragma once

#include <vector>

#include "luztar/dynamics/series/expansion.h"

namespace luztar {

/// A body that is damped strongly comes to where spring and kinetic friction balance with a speed
/// v = A exp(-r t) that is never zero. With u = |v| of a friction that slides, S its slip since it
/// began (State::edges.slip), and ' the derivative by time, it rests where
///
///     u^2/|u'| < 2^-52 S    the distance that remains is nothing beside the slip so far,
///     u' < 0,  2 u u'' > u'^2    and the parabola of its speed, u + u' t + u'' t^2/2, has no zero
///
/// The second line holds for exp(-r t), u u'' = u'^2, and not where a speed is about to pass zero,
/// which is an event of its own, however near. Nothing here depends on tolerance, units or steps.
///
/// Sums of forces are known to rounding, which makes speeds of just this size. So from a quarter of
/// these digits on, steps are no longer than u/|u'|, and what one says of velocities and
/// accelerations at its end goes on in the next (State::ahead.unseen), as digits below those of the
/// sums. Speeds fall to the end with the digits that they have. Not so those of massless bodies,
/// which are what sums of forces say at each instant: their pairs have no such rest.
class Approaches {
 public:
  explicit Approaches(const SystemImpl& system) : system_(system) {}

  /// Which pairs are near rest at the anchor. After all orders are there.
  void look(const State& state, const Expansion& series);
  /// While a pair is near rest, no step is longer [s]; else infinity.
  double step() const { return step_; }
  /// Where the pair rests by the rule above, at most at `limit` from the anchor; else infinity [s].
  double rests_at(const State& state, const Expansion& series, int pair, double limit) const;

  /// At anchor + tau, the end of a step: slips grow, and the rests of velocities and
  /// the predicted accelerations are kept. @param velocity  (bodies) in: rounded to doubles
  void lead_on(const Expansion& series, double tau, std::vector<double>& velocity, State& state);
  /// At the next anchor, after all orders are there: what the sums of forces lack.
  /// @return true if all orders have to be made again, from start()
  bool find_unseen(State& state, const Expansion& series);
  /// An instant at which forces may change: nothing goes on ...
  void interrupt(State& state);
  /// ... unless none has jumped: where they differ by no more than their rounding. @return false:
  /// there was nothing; else all orders are to be made again, from start()
  bool resume(State& state, const Expansion& series);
  /// Slips begin anew for pairs whose modes are others now.
  static void count_anew(const std::vector<Mode>& before, State& state);

  /// Pairs that rest by the rule at this instant.
  void begin_instant() { arrived_.clear(); }
  void arrive(int pair) { arrived_.push_back(pair); }
  bool has_arrived(int pair) const;

 private:
  /// Of a body at the end of the last step, and what the series errs by at most.
  struct Predicted {
    double value{}, error{};
  };

  struct Kept {
    std::vector<Predicted> predicted{};
    std::vector<double> velocity{};
  };

  bool slides(const State& state, int pair) const;

  const SystemImpl& system_;
  std::vector<int> near_;             ///< pairs
  double step_{kInfinity};            ///< [s]
  std::vector<Predicted> predicted_;  ///< (bodies) accelerations; or empty
  Kept kept_;                         ///< of the instant
  std::vector<int> arrived_;          ///< pairs
};

}  // namespace luztar
