// How massless bodies answer to forces, in given modes.
#pragma once

#include <vector>

#include "luztar/dynamics/system/state.h"
#include "luztar/sensitivity/holding.h"

namespace luztar {

/// Velocities w of the massless bodies of Holding from the balance of their forces: R' C w = R'
/// force in directions R that something damps, N' K w = rate of N' force in directions N that
/// nothing does, where springs hold. The same split as MasslessBalance, by eigenvectors of C.
template <typename N>
class MasslessOrders {
 public:
  void prepare(const Numbers<N>& numbers, const State& state, const Holding<N>& holding);

  int n_damped() const { return static_cast<int>(range_.size()); }
  int n_static() const { return static_cast<int>(null_.size()); }
  /// A force, or its rate, along a direction; damped ones come first. @param on  (massless bodies)
  N along(int direction, const std::vector<N>& on) const {
    const std::vector<double>& unit =
        direction < n_damped() ? range_[direction] : null_[direction - n_damped()];
    N sum = 0.0;
    for (std::size_t s = 0; s < on.size(); ++s) sum += unit[s] * on[s];
    return sum;
  }
  /// (massless bodies) what the rate of an element changes by with their velocities
  const std::vector<N>& rates(int element) const { return rates_[element]; }
  /// Velocities, or moves, of massless bodies in the place of (directions).
  void solve(std::vector<N>& x) const { balance_.solve(x); }

  static N viscosity(const Numbers<N>& numbers, const State& state, int element);
  static N stiffness(const Numbers<N>& numbers, const State& state, int element);

 private:
  std::vector<std::vector<N>> rates_;       ///< (elements)
  std::vector<std::vector<double>> null_;   ///< (static directions) of massless bodies
  std::vector<std::vector<double>> range_;  ///< (damped directions)
  Factored<N> balance_;
};

}  // namespace luztar
