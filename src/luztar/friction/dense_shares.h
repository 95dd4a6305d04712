// How some dozens of pairs at rest share a load where their forces are not unique: with any arms
// and any number of bodies to a pair. Larger groups: shared_forces.h.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <vector>

#include "luztar/friction/least_constraint.h"
#include "luztar/friction/strength_series.h"
#include "luztar/matrix/matrix.h"

namespace luztar {

/// Of matrices whose entries are arms: what projections leave over is rounding.
Matrix pseudo_inverse(const Matrix& matrix);

/// The canonical forces of pairs at rest are gain * load: of all forces T with balance * T = load,
/// those with the least sum of T²/strength. Pairs without limit (strength inf: links, stops) take
/// all that they can, and share it evenly; pairs without strength (0) what nothing else can.
/// @param balance   (bodies × pairs) coefficients of pairs on bodies that move
/// @param strength  (pairs) [N]
struct CanonicalShares {
  Matrix gain;  ///< (pairs × bodies)
  /// (bodies × bodies): balance' * potentials * load is T/strength, or what it would be of another
  /// pair between the same bodies; 0 over pairs without limit [1]
  Matrix potentials;
};
CanonicalShares canonical_shares(const Matrix& balance, const std::vector<double>& strength);

/// Which pairs keep a limit in the canonical forces inside limits, now and just after, where loads,
/// limits and strengths are power series.
class BoxShares {
 public:
  /// @param strength  (pairs) of order 0
  BoxShares(Matrix balance, std::vector<double> strength);

  struct Limits {
    std::vector<double> lower, upper;  ///< (pairs) inf allowed [N]
    std::vector<double> strength;      ///< (pairs) not read for order 0; empty: 0 [N]
  };

  /// Order 0, by a primal active-set method: the sum of T²/strength falls with every change of the
  /// pairs that keep a limit.
  /// @param tolerance  of balance and limits [N]
  /// @param near       (pairs) that close to a limit counts as at it [N]
  /// @return false: the limits do not hold the load
  bool begin(const Vector& load, const Limits& limits, double tolerance,
             const std::vector<double>& near);

  /// The next order: pairs at a limit so far that would go beyond keep it, perhaps instead of one
  /// that exceeds its limit in the same cut; those without an excess may leave.
  bool next(const Vector& load, const Limits& limits, double tolerance);

  bool is_open() const;  ///< some pair is at a limit, and does not keep it
  /// The limit that a pair keeps; the others can balance any load that all of them could.
  Bound kept(std::size_t pair) const { return kept_[pair]; }
  /// Of the last order [N].
  double force(std::size_t pair) const { return force_(pair); }
  /// Leading orders at which a pair is at its lower (0) or upper (1) limit.
  int zeros(std::size_t pair, int side) const { return zeros_[side][pair]; }
  /// The first order at which the force without limits exceeds the kept limit; kNever: none so far.
  int exceeds_since(std::size_t pair) const { return since_[pair]; }
  static constexpr int kNever = std::numeric_limits<int>::max();

 private:
  bool is_fixed(std::size_t j) const { return limits_.lower[j] == limits_.upper[j]; }
  double limit(std::size_t j, Bound side) const {
    return side == Bound::Upper ? limits_.upper[j] : limits_.lower[j];
  }
  bool start(const Vector& load);
  void split();
  void aim(const Vector& load);
  bool approach();
  double excess(std::size_t j, const Vector& potentials) const;
  std::size_t worst_kept(bool first) const;
  void keep_fixed();
  bool stays(const Vector& load) const;
  void note_excess();
  bool mend_one();
  bool keep(std::size_t j, Bound side);
  bool exchange(std::size_t j, Bound side, const Vector& ray);
  void note_limits(const std::vector<double>& near);

  Matrix balance_;
  std::vector<double> strength_;
  double unit_{};  ///< strength of pairs without limit, where forces are compared [N]
  std::size_t m_;
  Limits limits_;
  double tolerance_{};
  int order_{};
  StrengthSeries series_;
  Vector force_, target_;         ///< (pairs) of this order
  Vector rest_;                   ///< (pairs) StrengthSeries::rest() of this order
  Vector potentials_, pressing_;  ///< (bodies) of this order, of order 0
  std::vector<double> excess_;    ///< (pairs) beyond their limit, at the order since_ [N]
  std::vector<int> since_;        ///< (pairs) the first order with an excess
  std::vector<int> free_, held_;
  std::vector<Bound> kept_;
  std::array<std::vector<int>, 2> zeros_;
};

}  // namespace luztar
