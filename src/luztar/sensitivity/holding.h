// The velocities that pairs at rest tie together, and the forces that hold them.
#pragma once

#include <vector>

#include "luztar/dynamics/system/state.h"
#include "luztar/sensitivity/dense.h"
#include "luztar/sensitivity/numbers.h"

namespace luztar {

/// What holds in given modes: rows J with J v = 0, one for each pair that sticks by a force of its
/// own. Rows that end at massless bodies are solved for these first; the others tie bodies with
/// mass. Forces that are not unique are shared as the engine does (docs/theory.md, section 2).
///
///     massless   v[p] = -sum over others of row * v     p: a body of its own for each such row
///     rest       a = M^-1 (F - J' f),  J a = given      by a factored J M^-1 J'
template <typename N>
class Holding {
 public:
  explicit Holding(const Numbers<N>& numbers) : numbers_(numbers), system_(numbers.system) {}

  /// A friction whose limit grows with the force of a link: its force is `factor` times that.
  struct LoadFactor {
    int pair, by;
    N factor;
  };

  /// @param arms  (pairs) of all, by the bodies of its terms
  void build(const State& state, const std::vector<std::vector<N>>& arms,
             std::vector<LoadFactor> load_factors);

  const std::vector<int>& pairs() const { return pairs_; }
  /// Massless bodies that follow none of the others.
  const std::vector<int>& massless_bodies() const { return massless_bodies_; }
  /// Velocities of massless bodies that follow others, from those. @param v  (bodies)
  template <class Velocity>
  void follow(const Velocity& v) const {
    for (const Followed& followed : followed_) {
      N sum = 0.0;
      for (int b = 0; b < system_.n_bodies(); ++b)
        if (b != followed.body) sum -= row(followed.row)[b] * v(b);
      v(followed.body) = sum;
    }
  }
  /// Displacement of a massless body that follows per unit of the body `massless`.
  N response(int body, int massless) const;
  /// The force on a massless body and on the bodies that follow it. @param force  (bodies)
  template <class Load>
  N massless_force(int massless, const Load& force) const {
    N sum = force(massless);
    for (const Followed& followed : followed_)
      sum -= row(followed.row)[massless] * force(followed.body);
    return sum;
  }
  /// Forces of pairs and accelerations. @param force  (bodies) of all else; those of pairs at rest
  /// are taken off  @param given  (pairs()) what J a has to be  @param a  (bodies) those of given
  /// motions are there; those with mass are written
  void solve(std::vector<N>& force, const std::vector<N>& given, std::vector<N>& a,
             std::vector<N>& pair_force) const;

 private:
  struct Followed {
    int row, body;
  };
  const N* row(int i) const { return &rows_[static_cast<std::size_t>(i) * system_.n_bodies()]; }
  N* row(int i) { return &rows_[static_cast<std::size_t>(i) * system_.n_bodies()]; }
  void eliminate_massless();
  bool is_followed(int row) const;
  N product(int i, int j) const;
  void choose_rows();
  void factor();
  void factor_shares();
  void share(std::vector<N>& force) const;

  const Numbers<N>& numbers_;
  const SystemImpl& system_;
  std::vector<int> pairs_;
  std::vector<N> rows_;  ///< (pairs × bodies)
  std::vector<N> mix_;   ///< (pairs × pairs): rows_ = mix_ times those of the pairs
  std::vector<N> pull_;  ///< (pairs × bodies): force on bodies per unit, of loaded frictions too
  std::vector<Followed> followed_;
  std::vector<int> massless_bodies_;
  std::vector<int> kept_, dropped_;   ///< rows that tie bodies with mass; those others imply
  Factored<N> matrix_;                ///< of kept_
  std::vector<std::vector<N>> null_;  ///< (dropped) forces that balance: (pairs)
  std::vector<N> weight_;             ///< (pairs) 1/strength
  Factored<N> shares_;
};

}  // namespace luztar
