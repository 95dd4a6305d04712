// A group of pairs at rest whose forces are not unique, or beside which pairs keep their limit.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "luztar/dynamics/system/system_impl.h"
#include "luztar/friction/dense_shares.h"
#include "luztar/friction/shared_forces.h"
#include "luztar/friction/strength_series.h"
#include "luztar/matrix/matrix.h"

namespace luztar {

/// What a pair weighs where forces are not unique; infinite without a limit. Times the normal force
/// [N].
double strength_of(const PairLaw& law);

/// The canonical forces of a group (docs/theory.md, section 2), order by order, where loads and
/// strengths are power series, and what a pair that keeps its limit would carry if it shared too.
/// Holds the orders of one series at a time.
class GroupShares {
 public:
  /// @param pairs   those that share
  /// @param kept    those between the same bodies that keep a limit
  /// @param bodies  free ones that `pairs` act on, in ascending order
  GroupShares(const SystemImpl& system, std::vector<int> pairs, std::vector<int> kept,
              std::vector<int> bodies);

  const std::vector<int>& pairs() const { return pairs_; }
  const std::vector<int>& kept() const { return kept_; }
  const std::vector<int>& bodies() const { return bodies_; }
  int place_of(int body) const;  ///< in bodies()
  /// Strengths change: forces, or what kept pairs would carry, have terms of all orders.
  bool varies() const { return varies_; }
  /// (pairs) 1: no other forces balance the same loads
  const std::vector<char>& is_unique() const { return unique_; }
  /// Forces are gain() times the loads, (pairs × bodies), whatever the strengths become.
  bool has_gain() const { return !large_ && (!varies_ || all_unique_); }
  const Matrix& gain() const { return gain_; }
  /// Of many pairs, by the strengths of order 0; null: few.
  SharedForces* large() const { return large_.get(); }
  /// (pairs, then kept) bodies by their place in bodies(). @pre large()
  const std::vector<TreePair>& ends() const { return ends_; }
  /// Of order 0: (pairs, then kept) [N].
  const std::vector<double>& strength() const { return strength_; }

  /// Of a new series.
  /// @param strength  (pairs, then kept) of order 0, infinite for links and stops [N]
  void begin(const std::vector<double>& strength);
  /// Shares loads of the next order.
  /// @param k         0: begins a series
  /// @param strength  (pairs, then kept) of this order, infinite for links and stops [N]
  /// @param load      (bodies) [N]
  /// @param force     (pairs) out [N]
  /// @param own       (kept) out: what the potentials would give a pair with its strength of order
  ///                  0, were it not for its limit [N]
  void share(int k, const std::vector<double>& strength, std::span<const double> load,
             std::vector<double>& force, std::vector<double>& own);
  /// (orders) How large the parts are that forces are differences of, order 0: strengths [N].
  const std::vector<double>& cancels() const { return cancels_; }
  /// After the orders: strengths that begin at 0 say nothing of their share at first. How long it
  /// takes them to count; infinite: none does [s]
  double moment() const;

 private:
  int pair_at(std::size_t i) const {
    return i < pairs_.size() ? pairs_[i] : kept_[i - pairs_.size()];
  }
  bool find_ends();
  bool build_large();
  void fill_balance();
  void build_dense();
  double largest_varying() const;
  Index own_size() const { return static_cast<Index>(kept_.size()); }
  void take_off(const Vector& force, bool unique, Vector& load) const;
  Vector share_now(const Vector& load, const Vector& rest, std::vector<double>& force) const;

  const SystemImpl& system_;
  std::vector<int> pairs_, kept_, bodies_;
  bool varies_{};
  std::vector<char> unique_;
  bool all_unique_{};
  std::vector<double> strength_;
  double unit_{1.0};            ///< what a stop that keeps off its edge weighs [N]
  Matrix balance_;              ///< (bodies × pairs, then kept)
  Matrix gain_, potentials_;    ///< as in CanonicalShares
  std::vector<TreePair> ends_;  ///< (pairs, then kept) if many
  std::unique_ptr<SharedForces> large_;
  StrengthSeries series_;
  std::vector<double> cancels_;
  std::vector<double> moments_;  ///< (pairs) that begin at 0, else infinite [s]
};

}  // namespace luztar
