#include "luztar/dynamics/stuck_forces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include <Eigen/Dense>

#include "luztar/friction/dense_shares.h"
#include "luztar/friction/shared_forces.h"

namespace luztar {
namespace {

constexpr int kManyPairs = 64;   // a dense balance of forces of more is slow
constexpr double kRank = 1e-11;  // relative: independent rows differ by more
constexpr double kZero = 1e-13;  // relative: a coefficient that elimination should have cancelled

class StuckForces {
 public:
  StuckForces(const SystemImpl& system, const std::vector<std::int8_t>& stuck,
              const std::vector<std::int8_t>& pinned, Structure& structure)
      : system_(system), stuck_(stuck), pinned_(pinned), structure_(structure) {}

  void write() {
    std::vector<int> group(system_.n_bodies());
    std::iota(group.begin(), group.end(), 0);
    const auto root = [&](int b) {
      while (group[b] != b) b = group[b] = group[group[b]];
      return b;
    };
    std::map<int, std::vector<int>> pairs_of_group;
    const auto first_free = [&](int j) {
      for (const Term& term : system_.terms_of_pair(j))
        if (!system_.is_given(term.body)) return term.body;
      return -1;
    };
    for (int j = 0; j < system_.n_pairs(); ++j)
      if (carries_force(j))
        for (const Term& term : system_.terms_of_pair(j))
          if (!system_.is_given(term.body)) group[root(term.body)] = root(first_free(j));
    for (int j = 0; j < system_.n_pairs(); ++j)
      if (carries_force(j)) pairs_of_group[root(first_free(j))].push_back(j);
    for (const auto& [body, pairs] : pairs_of_group) write_group(pairs);
    std::sort(structure_.stuck_forces.begin(), structure_.stuck_forces.end(),
              [](const auto& a, const auto& b) { return a.pair < b.pair; });
  }

 private:
  bool carries_force(int pair) const {
    if (stuck_[pair] == 0 || pinned_[pair] != 0) return false;
    const auto terms = system_.terms_of_pair(pair);
    return std::any_of(terms.begin(), terms.end(),
                       [&](const Term& term) { return !system_.is_given(term.body); });
  }

  void write_group(const std::vector<int>& pairs) {
    std::vector<int> bodies;
    for (const int j : pairs)
      for (const Term& term : system_.terms_of_pair(j))
        if (!system_.is_given(term.body)) bodies.push_back(term.body);
    if (pairs.size() == 1) return write_single(pairs[0]);
    std::sort(bodies.begin(), bodies.end());
    bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
    const int n = static_cast<int>(bodies.size());
    const int m = static_cast<int>(pairs.size());
    if (m > kManyPairs && (write_tree(pairs, bodies) || write_shared(pairs, bodies))) return;
    Eigen::MatrixXd balance = Eigen::MatrixXd::Zero(n, m);
    for (int k = 0; k < m; ++k)
      for (const Term& term : system_.terms_of_pair(pairs[k]))
        if (!system_.is_given(term.body))
          balance(std::lower_bound(bodies.begin(), bodies.end(), term.body) - bodies.begin(), k) +=
              term.coefficient;
    const Eigen::MatrixXd inverse = pseudo_inverse(balance);
    // Unique forces do not depend on the weights; then unit weights round best.
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> decomposition;
    decomposition.setThreshold(kRank);
    const bool unique = decomposition.compute(balance).rank() == m;
    std::vector<double> strength;
    for (const int j : pairs) strength.push_back(strength_of(system_.pairs[j]));
    const Eigen::MatrixXd gain = unique ? inverse : canonical_gain(balance, strength);
    for (int k = 0; k < m; ++k) {
      // A force is unique if no distribution without effect contains it.
      const double fixed = inverse.row(k).dot(balance.col(k));
      write_row(pairs[k], bodies, gain, k, std::abs(1.0 - fixed) < 1e-9);
    }
  }

  int position_of(const std::vector<int>& bodies, int body) const {
    return static_cast<int>(std::lower_bound(bodies.begin(), bodies.end(), body) - bodies.begin());
  }

  /// The free ends of a pair; false if there are more than two or a coefficient is zero.
  bool ends_of(int pair, std::array<Term, 2>& ends, int& count) const {
    count = 0;
    for (const Term& term : system_.terms_of_pair(pair)) {
      if (system_.is_given(term.body)) continue;
      if (count == 2 || term.coefficient == 0.0) return false;
      ends[count++] = term;
    }
    return true;
  }

  /// Many pairs without a cycle: each takes what is left on the body at its outer end, from the
  /// leaves to the root, which is the body held by something given, if there is one.
  bool write_tree(const std::vector<int>& pairs, const std::vector<int>& bodies) {
    const int n = static_cast<int>(bodies.size());
    std::vector<std::vector<int>> at(n);  // pairs at bodies
    std::array<Term, 2> ends;
    int count = 0;
    int anchor = -1;
    for (const int j : pairs) {
      if (!ends_of(j, ends, count)) return false;
      if (count == 1 && anchor >= 0) return false;  // held twice: a cycle through what is given
      if (count == 1) anchor = j;
      for (int i = 0; i < count; ++i) at[position_of(bodies, ends[i].body)].push_back(j);
    }
    // The group hangs together, so this number of pairs leaves no room for cycles.
    if (static_cast<int>(pairs.size()) != (anchor < 0 ? n - 1 : n)) return false;
    int root = 0;
    if (anchor >= 0 && ends_of(anchor, ends, count)) root = position_of(bodies, ends[0].body);
    std::vector<int> up(n, -1), order{root};
    up[root] = anchor;
    for (std::size_t i = 0; i < order.size(); ++i)
      for (const int j : at[order[i]]) {
        if (j == up[order[i]]) continue;
        ends_of(j, ends, count);
        const int other =
            position_of(bodies, ends[0].body == bodies[order[i]] ? ends[1].body : ends[0].body);
        up[other] = j;
        order.push_back(other);
      }
    for (std::size_t i = order.size(); i-- > 0;) {
      const int j = up[order[i]];
      if (j < 0) continue;
      ends_of(j, ends, count);
      const int body = bodies[order[i]];
      structure_.tree_forces.push_back(
          {j, body, 1.0 / (ends[0].body == body ? ends[0] : ends[1]).coefficient});
    }
    return true;
  }

  /// Many pairs with cycles: their forces are differences of potentials.
  bool write_shared(const std::vector<int>& pairs, const std::vector<int>& bodies) {
    std::vector<TreePair> ends;
    std::vector<double> strength;
    std::array<Term, 2> terms;
    int count = 0;
    for (const int j : pairs) {
      if (!ends_of(j, terms, count)) return false;
      TreePair pair{position_of(bodies, terms[0].body), kTreeGround, terms[0].coefficient, 0.0};
      if (count == 2) {
        pair.b = position_of(bodies, terms[1].body);
        pair.coefficient_b = terms[1].coefficient;
      }
      ends.push_back(pair);
      strength.push_back(strength_of(system_.pairs[j]));
      if (!(strength.back() > 0.0)) return false;
    }
    auto shared = std::make_shared<SharedForces>(static_cast<int>(bodies.size()),
                                                 std::span<const char>{}, ends, strength);
    if (!shared->is_graph()) return false;
    const int none = static_cast<int>(structure_.force_terms.size());
    for (std::size_t k = 0; k < pairs.size(); ++k)
      structure_.stuck_forces.push_back({pairs[k], none, none, shared->is_unique()[k] != 0});
    structure_.shared.push_back({pairs, bodies, std::move(shared)});
    return true;
  }

  /// One pair alone: the least-squares share of its bodies' rest forces.
  void write_single(int pair) {
    Structure::StuckForce row{pair, static_cast<int>(structure_.force_terms.size()), 0, true};
    double squares = 0.0;
    for (const Term& term : system_.terms_of_pair(pair))
      if (!system_.is_given(term.body)) squares += term.coefficient * term.coefficient;
    for (const Term& term : system_.terms_of_pair(pair))
      if (!system_.is_given(term.body))
        structure_.force_terms.push_back({term.body, term.coefficient / squares});
    row.term_end = static_cast<int>(structure_.force_terms.size());
    structure_.stuck_forces.push_back(row);
  }

  void write_row(int pair, const std::vector<int>& bodies, const Eigen::MatrixXd& gain, int k,
                 bool unique) {
    Structure::StuckForce row{pair, static_cast<int>(structure_.force_terms.size()), 0, unique};
    for (int i = 0; i < static_cast<int>(bodies.size()); ++i)
      if (std::abs(gain(k, i)) > kZero) {
        // The decomposition is exact but for rounding: +-1 must be +-1.
        const double nearest = std::round(gain(k, i));
        const double g = std::abs(gain(k, i) - nearest) < 1e-14 ? nearest : gain(k, i);
        structure_.force_terms.push_back({bodies[i], g});
      }
    row.term_end = static_cast<int>(structure_.force_terms.size());
    structure_.stuck_forces.push_back(row);
  }

  const SystemImpl& system_;
  const std::vector<std::int8_t>& stuck_;
  const std::vector<std::int8_t>& pinned_;
  Structure& structure_;
};

}  // namespace

double strength_of(const PairLaw& law) {
  if (law.kind != PairLaw::Kind::Friction) return std::numeric_limits<double>::infinity();
  return 0.5 * (law.breakaway[0] + law.breakaway[1]);
}

void write_stuck_forces(const SystemImpl& system, const std::vector<std::int8_t>& stuck,
                        const std::vector<std::int8_t>& pinned, Structure& structure) {
  StuckForces(system, stuck, pinned, structure).write();
}

}  // namespace luztar
