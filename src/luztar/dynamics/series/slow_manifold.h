// Velocities and states that have settled on what slower ones let them have: a slow manifold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "luztar/core/nearness.h"
#include "luztar/matrix/matrix.h"

namespace luztar {

/// y' = g with a fast decay, as of a speed under a force that grows steeply with it, forgets
/// where it came from, and an explicit series must keep to about ten of its times although by then
/// y moves as slowly as what it follows. On the slow manifold y has a series of its own. The
/// Jacobian B of g splits y into what decays fast and the rest; of each order k
///
///     fast part   B y[k] = y'[k] - (g[k] where y[k] is 0)     with y' from the round before
///     the rest    y[k] = g[k - 1]/k                           as in any series
///
/// and every round gains a factor of the decay times the time in which y changes:
///
///     decay     of a series that ends as an exponential; limits the step -> try it
///     begin     unknowns y; settle_faster_than                   -> values at the anchor
///     expand    all orders; repeat while step() grows            -> values; change of a round
///     leave     if it stays short, or y was not at the tolerance yet: is_near()
///
/// Source: C. W. Gear, T. J. Kaper, I. G. Kevrekidis, A. Zagaris, Projecting to a slow manifold,
/// SIAM J. Appl. Dyn. Syst. 4 (2005) 711-732.
class SlowManifold {
 public:
  /// Rows of coefficients: values of orders 0 ..., and g.
  struct Unknown {
    double* value;
    const double* rate;
    double* rest{};          ///< of the values, beyond their doubles; null: none
    double size{kInfinity};  ///< of the terms of the rate; infinity: not known
    double floor{};          ///< a value below it is nothing
  };
  /// Makes the rates of order k of all unknowns from their values up to order k.
  using Evaluate = std::function<void(int k)>;

  /// The decay that the last coefficients of a rate show [1/s]; 0: they are no exponential, or the
  /// first ones of the value are not far slower.
  static double decay(const double* value, const double* rate, int order, double floor = 0.0);
  /// Unknowns that take part, all that the rates depend on; at most kMost.
  static constexpr std::size_t kMost = 64;

  /// @param knows_start  values at the anchor are on the manifold, with a smaller error than rates
  void begin(std::vector<Unknown> unknowns, int order, bool knows_start = false);
  /// What the next rounds take for fast, from this decay on [1/s].
  void settle_faster_than(double decay);
  /// All orders of the values once more. @return false: nothing decays fast, or far from it
  bool expand(const Evaluate& evaluate);
  void leave() { unknowns_.clear(); }

  bool is_left() const { return unknowns_.empty(); }
  /// How far the values follow their law; infinity if it is left [s].
  double step(double tolerance) const;
  /// How far the last coefficients of the values let a step go at most [s].
  double reach(double tolerance) const;
  /// What was there before the first round is at the tolerance.
  bool is_near(double tolerance) const;
  /// What it has cost since begin(), in explicit series of the same order.
  double cost() const { return work_ / (0.5 * (order_ + 1) * (order_ + 2)); }

 private:
  void measure(const Evaluate& evaluate);
  std::vector<std::uint64_t> causes() const;
  bool split();
  void settle(const Evaluate& evaluate);
  Vector rates(int k) const;
  Vector scales() const;
  void set(const Vector& values, int k, bool keep = false);
  void add(const Vector& change, int k);
  void make_rates(const Evaluate& evaluate, int k);

  std::vector<Unknown> unknowns_;
  int order_{};
  bool knows_start_{};
  double work_{};             ///< coefficients of rates' products
  double decay_{};            ///< that counts as fast [1/s]
  Vector start_;              ///< values before the first round
  Vector rounding_;           ///< what Newton's method leaves of order 0
  Matrix jacobian_;           ///< empty before the next first round
  Matrix slow_;               ///< projection on what does not decay fast
  Matrix inverse_;            ///< of the Jacobian, in what does [s]
  Matrix settled_, rate_;     ///< (unknowns × orders) y, y' of the round before
  Matrix residual_, defect_;  ///< (unknowns × orders) what it changed last of y, of y'
};

}  // namespace luztar
