// Forces of what sticks, from loads: BentPairs.
#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/series/bent_pairs.h"
#include "luztar/dynamics/series/expansion.h"
#include "luztar/friction/dense_shares.h"
#include "luztar/matrix/decompositions.h"

namespace luztar {
namespace {

/// A matrix, with columns of a length of 1.
class Columns {
 public:
  explicit Columns(const Matrix& matrix)
      : weight_(col_norms(matrix).each([](double x) { return x > 0.0 ? 1.0 / x : 0.0; })),
        scaled_(matrix * weight_.as_diagonal()) {}
  Index rank() const { return rank_of(scaled_, kNoise); }
  Matrix inverse() const { return weight_.as_diagonal() * pseudo_inverse(scaled_, kNoise); }
  /// Projects onto what the columns cancel, in terms of those of length 1.
  Matrix kernel() const {
    return Matrix::identity(scaled_.cols()) - pseudo_inverse(scaled_, kNoise) * scaled_;
  }

 private:
  Vector weight_;
  Matrix scaled_;
};

}  // namespace

/// Of forces of plan_.stuck on plan_.bodies. @param columns  of a pair: where its force acts
template <class Act>
Matrix BentPairs::balance_of(const Act& columns) const {
  Matrix balance(plan_.bodies.size(), plan_.stuck.size());
  for (Index j = 0; j < balance.cols(); ++j)
    for (const Term& term : columns(plan_.stuck[j]))
      if (system_.is_free(term.body)) {
        const auto place = std::lower_bound(plan_.bodies.begin(), plan_.bodies.end(), term.body);
        balance(place - plan_.bodies.begin(), j) += term.coefficient;
      }
  return balance;
}

/// Forces from loads: the only ones, or the smallest relative to the strengths of the pairs.
void BentPairs::find_shares(const Expansion& series, const std::vector<Mode>& modes,
                            const std::vector<Bound>& kept_limit) {
  const Index n = plan_.stuck.size();
  plan_.redundant = false;
  plan_.shared.clear();
  plan_.slips.clear();
  plan_.shares.reset(n, plan_.bodies.size());
  if (plan_.shares.size() == 0) return;
  Matrix balance = balance_of([&](int pair) { return series.terms_of_pair(pair); });
  find_shared(balance);
  if (system_.has_history()) {
    const RestShares shares(resting_pairs(series));
    find_slips(series, shares, modes, kept_limit);
    if (plan_.redundant) {
      plan_.action = balance_of([&](int pair) { return action_of(series, pair); });
      plan_.shares = shares.gain();
      return;
    }
  }
  if (!plan_.load_factors.empty())
    balance = balance_of([&](int pair) { return action_of(series, pair); });
  std::vector<double> strength;
  for (const int j : plan_.stuck) strength.push_back(system_.pairs[j].fixed_strength);
  plan_.shares =
      plan_.redundant ? canonical_shares(balance, strength).gain : Columns(balance).inverse();
}

RestingPairs BentPairs::resting_pairs(const Expansion& series) const {
  RestingPairs pairs;
  pairs.arms = balance_of([&](int pair) { return series.terms_of_pair(pair); });
  pairs.action = balance_of([&](int pair) { return action_of(series, pair); });
  pairs.inverse_mass.resize(pairs.arms.rows());
  for (Index b = 0; b < pairs.inverse_mass.size(); ++b)
    pairs.inverse_mass[b] = system_.inverse_mass(plan_.bodies[static_cast<std::size_t>(b)]);
  pairs.compliance.resize(pairs.arms.cols());
  pairs.strength.resize(pairs.arms.cols());
  for (Index j = 0; j < pairs.compliance.size(); ++j) {
    const auto pair = static_cast<std::size_t>(plan_.stuck[static_cast<std::size_t>(j)]);
    const PairLaw& law = system_.pairs[static_cast<int>(pair)];
    const double factor = compliance_.empty() ? 1.0 : compliance_[pair];
    pairs.compliance[j] = law.is_dry() ? 0.0 : factor;
    pairs.strength[j] = law.fixed_strength;
  }
  return pairs;
}

/// Of frictions that keep a limit, or slide: these may do so without a rate. And of stops and
/// freewheels that are open.
void BentPairs::find_slips(const Expansion& series, const RestShares& shares,
                           const std::vector<Mode>& modes, const std::vector<Bound>& kept_limit) {
  for (int j = 0; j < system_.n_pairs(); ++j) {
    const bool sticks =
        modes[j] == Mode::Stuck && (kept_limit[j] == Bound::Free || kept_limit[j] == Bound::Both);
    if (sticks || system_.pairs[j].is_rigid()) continue;
    Vector row = Vector(plan_.bodies.size());
    bool is_held = true;
    for (const Term& term : series.terms_of_pair(j)) {
      if (!system_.is_free(term.body)) continue;
      const auto place = std::lower_bound(plan_.bodies.begin(), plan_.bodies.end(), term.body);
      is_held = is_held && place != plan_.bodies.end() && *place == term.body;
      if (is_held) row[place - plan_.bodies.begin()] += term.coefficient;
    }
    if (!is_held) continue;
    const Vector slip = shares.slip(row, !system_.pairs[j].is_dry());
    if (slip.size() == 0) continue;
    Slip& found = plan_.slips.emplace_back(Slip{j, {}});
    for (Index i = 0; i < slip.size(); ++i)
      if (slip[i] != 0.0) found.of.emplace_back(plan_.stuck[static_cast<std::size_t>(i)], slip[i]);
  }
}

void BentPairs::set_compliance(int pair, double factor) {
  compliance_.resize(static_cast<std::size_t>(system_.n_pairs()), 1.0);
  compliance_[static_cast<std::size_t>(pair)] = factor;
}

/// Pairs of which forces are possible that cancel.
void BentPairs::find_shared(const Matrix& balance) {
  const Columns columns(balance);
  plan_.redundant = columns.rank() < balance.cols();
  if (!plan_.redundant) return;
  const Matrix kernel = columns.kernel();
  plan_.shared.assign(static_cast<std::size_t>(system_.n_pairs()), 0);
  for (Index j = 0; j < balance.cols(); ++j)
    if (std::abs(kernel(j, j)) > 1e-9) plan_.shared[plan_.stuck[static_cast<std::size_t>(j)]] = 1;
}

/// What rounding leaves of a force, or of how it depends on a load, is 0 where frictions follow it.
void BentPairs::drop_small_shares() {
  Vector row(plan_.shares.rows()), column(plan_.shares.cols());
  for (Index i = 0; i < row.size(); ++i)
    for (Index j = 0; j < column.size(); ++j) {
      row[i] = std::max(row[i], std::abs(plan_.shares(i, j)));
      column[j] = std::max(column[j], std::abs(plan_.shares(i, j)));
    }
  for (Index i = 0; i < plan_.shares.rows(); ++i)
    for (Index j = 0; j < plan_.shares.cols(); ++j)
      if (is_negligible(plan_.shares(i, j), std::min(row[i], column[j]), kRounding))
        plan_.shares(i, j) = 0.0;
}

}  // namespace luztar
