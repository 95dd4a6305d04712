#include "luztar/sensitivity/massless_orders.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/matrix/decompositions.h"

namespace luztar {

/// What the force of an element changes by with its rate, in the present modes.
template <typename N>
N MasslessOrders<N>::viscosity(const Numbers<N>& numbers, const State& state, int e) {
  if (e < numbers.system.first_pair()) {
    const SpringLaw& law = numbers.system.smooth_law(e);
    if (law.force_slot >= 0) return 0.0;
    if (e < numbers.system.n_springs() && law.has_gap && state.contact[e] == Edge::None) return 0.0;
    return numbers.smooth[static_cast<std::size_t>(e)].damping;
  }
  if (e >= numbers.system.first_force()) return 0.0;
  const int j = e - numbers.system.first_pair();
  const Mode mode = state.pair[j];
  if (mode == Mode::Stuck || numbers.system.pairs[j].has_edges()) return 0.0;
  return numbers.pairs[static_cast<std::size_t>(j)].viscous[side_of(mode)];
}

template <typename N>
N MasslessOrders<N>::stiffness(const Numbers<N>& numbers, const State& state, int e) {
  if (e >= numbers.system.n_springs()) return 0.0;
  const SpringLaw& law = numbers.system.smooth_law(e);
  if (law.force_slot >= 0 || (law.has_gap && state.contact[e] == Edge::None)) return 0.0;
  return numbers.smooth[static_cast<std::size_t>(e)].stiffness;
}

template <typename N>
void MasslessOrders<N>::prepare(const Numbers<N>& numbers, const State& state,
                                const Holding<N>& holding) {
  const std::vector<int>& massless_bodies = holding.massless_bodies();
  const Index n = massless_bodies.size();
  rates_.assign(static_cast<std::size_t>(numbers.system.n_elements()),
                std::vector<N>(massless_bodies.size(), N(0.0)));
  Matrix values(n, n);
  std::vector<N> damping(massless_bodies.size() * massless_bodies.size(), N(0.0));
  std::vector<N> stiff = damping;
  for (int e = 0; e < numbers.system.n_elements(); ++e) {
    const auto terms = numbers.system.terms_of(e);
    const N* arm = numbers.arms_of(e);
    std::vector<N>& along = rates_[static_cast<std::size_t>(e)];
    for (std::size_t s = 0; s < massless_bodies.size(); ++s)
      for (std::size_t i = 0; i < terms.size(); ++i)
        if (numbers.system.is_massless(terms[i].body))
          along[s] += arm[i] * holding.response(terms[i].body, massless_bodies[s]);
    const N c = viscosity(numbers, state, e), k = stiffness(numbers, state, e);
    for (std::size_t s = 0; s < massless_bodies.size(); ++s)
      for (std::size_t r = 0; r < massless_bodies.size(); ++r) {
        damping[s * massless_bodies.size() + r] += c * along[s] * along[r];
        stiff[s * massless_bodies.size() + r] += k * along[s] * along[r];
      }
  }
  for (Index s = 0; s < n; ++s)
    for (Index r = 0; r < n; ++r)
      values(s, r) = value_of(damping[static_cast<std::size_t>(s * n + r)]);
  null_.clear();
  range_.clear();
  if (n > 0) {
    const auto [sizes, directions] = symmetric_eigenvalues(values);
    const double most = largest(sizes);
    for (Index i = 0; i < n; ++i) {
      const auto direction = directions.col(i);
      const bool damped = sizes[i] > kSolved * most && most > 0.0;
      (damped ? range_ : null_).emplace_back(direction.begin(), direction.end());
    }
  }
  // Damped directions first: R' C w = R' force; then N' K w = drive.
  std::vector<N> matrix(massless_bodies.size() * massless_bodies.size(), N(0.0));
  for (std::size_t i = 0; i < massless_bodies.size(); ++i) {
    const bool damped = i < range_.size();
    const std::vector<double>& direction = damped ? range_[i] : null_[i - range_.size()];
    for (std::size_t r = 0; r < massless_bodies.size(); ++r)
      for (std::size_t s = 0; s < massless_bodies.size(); ++s)
        matrix[i * massless_bodies.size() + r] +=
            direction[s] * (damped ? damping : stiff)[s * massless_bodies.size() + r];
  }
  balance_.factor(std::move(matrix), static_cast<int>(massless_bodies.size()));
}

template class MasslessOrders<Dual<2>>;
template class MasslessOrders<Dual<8>>;

}  // namespace luztar
