#include "luztar/sensitivity/holding.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "luztar/core/nearness.h"

namespace luztar {
template <typename N>
void Holding<N>::build(const State& state, const std::vector<std::vector<N>>& arms,
                       std::vector<LoadFactor> load_factors) {
  pairs_.clear();
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (state.pair[j] == Mode::Stuck && state.kept_limit[j] == Bound::Free) pairs_.push_back(j);
  const auto bodies = static_cast<std::size_t>(system_.n_bodies());
  const std::size_t m = pairs_.size();
  rows_.assign(m * bodies, N(0.0));
  mix_.assign(m * m, N(0.0));
  const auto add_arms = [&](int pair, const N& factor, N* to) {
    const auto terms = system_.terms_of_pair(pair);
    for (std::size_t i = 0; i < terms.size(); ++i)
      to[terms[i].body] += factor * arms[static_cast<std::size_t>(pair)][i];
  };
  for (std::size_t i = 0; i < m; ++i) {
    add_arms(pairs_[i], N(1.0), row(static_cast<int>(i)));
    mix_[i * m + i] = 1.0;
  }
  eliminate_massless();
  pull_ = rows_;
  for (const LoadFactor& load : load_factors)
    for (std::size_t i = 0; i < m; ++i)
      if (pairs_[i] == load.by) add_arms(load.pair, load.factor, &pull_[i * bodies]);
  factor();
}

/// Gauss-Jordan over the columns of massless bodies.
template <typename N>
void Holding<N>::eliminate_massless() {
  followed_.clear();
  massless_bodies_.clear();
  const auto m = static_cast<int>(pairs_.size());
  const int bodies = system_.n_bodies();
  if (system_.has_massless) {
    for (int i = 0; i < m; ++i) {
      int best = -1;
      for (int b = 0; b < bodies; ++b)
        if (system_.is_massless(b) && std::abs(value_of(row(i)[b])) > kCancelled &&
            (best < 0 || std::abs(value_of(row(i)[b])) > std::abs(value_of(row(i)[best]))))
          best = b;
      if (best < 0) continue;
      const N inverse = N(1.0) / row(i)[best];
      N* mix = &mix_[static_cast<std::size_t>(i) * m];
      for (int b = 0; b < bodies; ++b) row(i)[b] *= inverse;
      for (int j = 0; j < m; ++j) mix[j] *= inverse;
      for (int other = 0; other < m; ++other) {
        const N factor = row(other)[best];
        if (other == i || value_of(factor) == 0.0) continue;
        for (int b = 0; b < bodies; ++b) row(other)[b] -= factor * row(i)[b];
        row(other)[best] = 0.0;
        for (int j = 0; j < m; ++j)
          mix_[static_cast<std::size_t>(other) * m + j] -= factor * mix[j];
      }
      followed_.push_back({i, best});
    }
  }
  for (int b = 0; b < bodies; ++b)
    if (system_.is_massless(b) &&
        std::ranges::none_of(followed_, [b](const Followed& f) { return f.body == b; }))
      massless_bodies_.push_back(b);
}

template <typename N>
N Holding<N>::response(int body, int massless) const {
  if (body == massless) return 1.0;
  for (const Followed& followed : followed_)
    if (followed.body == body) return -row(followed.row)[massless];
  return 0.0;
}

/// Force of the j-th on the i-th, by the bodies with mass.
template <typename N>
N Holding<N>::product(int i, int j) const {
  const int bodies = system_.n_bodies();
  const N* pull = &pull_[static_cast<std::size_t>(j) * bodies];
  N sum = 0.0;
  for (int b = 0; b < bodies; ++b)
    if (system_.is_free(b)) sum += row(i)[b] * numbers_.inverse_mass[b] * pull[b];
  return sum;
}

template <typename N>
bool Holding<N>::is_followed(int row) const {
  return std::ranges::any_of(followed_, [row](const Followed& f) { return f.row == row; });
}

/// By values: Gram-Schmidt in the metric of 1/mass; links first, what others imply is left out.
template <typename N>
void Holding<N>::choose_rows() {
  const int bodies = system_.n_bodies();
  kept_.clear();
  dropped_.clear();
  std::vector<int> ties;
  for (int i = 0; i < static_cast<int>(pairs_.size()); ++i)
    if (!is_followed(i)) ties.push_back(i);
  std::stable_sort(ties.begin(), ties.end(), [&](int a, int b) {
    return system_.pairs[pairs_[a]].is_rigid() && !system_.pairs[pairs_[b]].is_rigid();
  });
  std::vector<std::vector<double>> basis;
  for (const int i : ties) {
    std::vector<double> left(static_cast<std::size_t>(bodies), 0.0);
    for (int b = 0; b < bodies; ++b)
      if (system_.is_free(b))
        left[b] = value_of(row(i)[b]) * std::sqrt(value_of(numbers_.inverse_mass[b]));
    const auto product_with = [&left](const std::vector<double>& other) {
      return std::inner_product(left.begin(), left.end(), other.begin(), 0.0);
    };
    const double size = product_with(left);
    for (int round = 0; round < 2; ++round)
      for (const auto& unit : basis) {
        const double along = product_with(unit);
        for (int b = 0; b < bodies; ++b) left[b] -= along * unit[b];
      }
    const double rest = product_with(left);
    if (!(rest > kSolved * kSolved * size)) {
      dropped_.push_back(i);
      continue;
    }
    for (double& x : left) x /= std::sqrt(rest);
    basis.push_back(std::move(left));
    kept_.push_back(i);
  }
}

template <typename N>
void Holding<N>::factor() {
  choose_rows();
  const std::size_t n = kept_.size();
  std::vector<N> matrix(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) matrix[i * n + j] = product(kept_[i], kept_[j]);
  matrix_.factor(std::move(matrix), static_cast<int>(n));
  null_.clear();
  if (!dropped_.empty()) factor_shares();
}

/// Forces that balance each other, and the strengths by which those of the pairs are shared.
template <typename N>
void Holding<N>::factor_shares() {
  const std::size_t m = pairs_.size();
  weight_.assign(m, N(0.0));
  for (std::size_t i = 0; i < m; ++i) {
    const auto& law = numbers_.pairs[static_cast<std::size_t>(pairs_[i])];
    const N strength = 0.5 * (law.breakaway[0] + law.breakaway[1]);
    if (system_.pairs[pairs_[i]].is_dry() && value_of(strength) > 0.0)
      weight_[i] = N(1.0) / strength;
  }
  for (const int d : dropped_) {
    std::vector<N> along;
    for (const int kept : kept_) along.push_back(product(kept, d));
    matrix_.solve(along);
    std::vector<N>& null = null_.emplace_back(m, N(0.0));
    null[d] = 1.0;
    for (std::size_t i = 0; i < kept_.size(); ++i) null[kept_[i]] -= along[i];
  }
  const std::size_t p = null_.size();
  std::vector<N> gram(p * p, N(0.0));
  for (std::size_t i = 0; i < p; ++i) {
    for (std::size_t j = 0; j < p; ++j)
      for (std::size_t k = 0; k < m; ++k) gram[i * p + j] += null_[i][k] * weight_[k] * null_[j][k];
    if (value_of(gram[i * p + i]) == 0.0) gram[i * p + i] = 1.0;
  }
  shares_.factor(std::move(gram), static_cast<int>(p));
}

/// Of all forces that balance, those with the least sum of f²/strength.
template <typename N>
void Holding<N>::share(std::vector<N>& force) const {
  if (null_.empty()) return;
  std::vector<N> along(null_.size(), N(0.0));
  for (std::size_t i = 0; i < null_.size(); ++i)
    for (std::size_t k = 0; k < force.size(); ++k) along[i] -= null_[i][k] * weight_[k] * force[k];
  shares_.solve(along);
  for (std::size_t i = 0; i < null_.size(); ++i)
    for (std::size_t k = 0; k < force.size(); ++k) force[k] += along[i] * null_[i][k];
}

template <typename N>
void Holding<N>::solve(std::vector<N>& force, const std::vector<N>& given, std::vector<N>& a,
                       std::vector<N>& pair_force) const {
  const std::size_t m = pairs_.size();
  const int bodies = system_.n_bodies();
  std::vector<N> multiplier(m, N(0.0));
  for (const Followed& followed : followed_) {
    const N here = force[followed.body];
    multiplier[followed.row] = here;
    for (int b = 0; b < bodies; ++b) force[b] -= row(followed.row)[b] * here;
  }
  for (int b = 0; b < bodies; ++b)
    if (system_.is_free(b)) a[b] = numbers_.inverse_mass[b] * force[b];
  if (!kept_.empty()) {
    std::vector<N> drive(kept_.size());
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      const int r = kept_[i];
      N wanted = 0.0;
      for (std::size_t j = 0; j < m; ++j)
        if (value_of(mix_[static_cast<std::size_t>(r) * m + j]) != 0.0)
          wanted += mix_[static_cast<std::size_t>(r) * m + j] * given[j];
      drive[i] = -wanted;
      for (int b = 0; b < bodies; ++b)
        if (!system_.is_massless(b)) drive[i] += row(r)[b] * a[b];
    }
    matrix_.solve(drive);
    for (std::size_t i = 0; i < kept_.size(); ++i) multiplier[kept_[i]] = drive[i];
    share(multiplier);
    for (std::size_t i = 0; i < m; ++i) {
      if (is_followed(static_cast<int>(i))) continue;
      for (int b = 0; b < bodies; ++b)
        force[b] -= pull_[i * static_cast<std::size_t>(bodies) + b] * multiplier[i];
    }
    for (int b = 0; b < bodies; ++b)
      if (system_.is_free(b)) a[b] = numbers_.inverse_mass[b] * force[b];
  }
  pair_force.assign(m, N(0.0));
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < m; ++j) pair_force[j] += mix_[i * m + j] * multiplier[i];
}

template class Holding<Dual<2>>;
template class Holding<Dual<8>>;

}  // namespace luztar
