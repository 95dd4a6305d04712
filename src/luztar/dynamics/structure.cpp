#include "luztar/dynamics/structure.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <Eigen/Dense>

namespace luztar {
namespace {

constexpr double kZero = 1e-13;  // relative: a coefficient that elimination should have cancelled

using Row = std::map<int, double>;  // body -> coefficient

class StructureBuilder {
 public:
  StructureBuilder(const SystemImpl& system, const std::vector<std::int8_t>& stuck,
                   const std::vector<std::int8_t>& pinned)
      : system_(system), stuck_(stuck), pinned_(pinned), follows_(system.n_bodies()) {}

  Structure build() {
    for (int b = 0; b < system_.n_bodies(); ++b) follows_[b] = Row{{b, 1.0}};
    for (int j = 0; j < system_.n_frictions(); ++j)
      if (stuck_[j] != 0) eliminate(system_.terms_of_friction(j));
    write_coordinates();
    write_dependents();
    write_rigid_elements();
    write_stuck_forces();
    return std::move(structure_);
  }

 private:
  /// The velocity sum of coefficient * v over independent and given bodies.
  Row in_independents(std::span<const Term> terms) const {
    Row row;
    double largest = 0.0;
    for (const Term& term : terms)
      for (const auto& [body, coefficient] : follows_[term.body]) {
        row[body] += term.coefficient * coefficient;
        largest = std::max(largest, std::abs(term.coefficient * coefficient));
      }
    std::erase_if(row,
                  [&](const auto& entry) { return std::abs(entry.second) <= kZero * largest; });
    return row;
  }

  void eliminate(std::span<const Term> terms) {
    const Row row = in_independents(terms);
    int pivot = -1;
    for (const auto& [body, coefficient] : row)
      if (system_.is_free(body) &&
          (pivot < 0 || std::abs(coefficient) > std::abs(row.at(pivot)) * (1.0 + kZero)))
        pivot = body;
    if (pivot < 0) {
      structure_.redundant = true;  // follows from the others, perhaps through given motions
      return;
    }
    Row solved;
    for (const auto& [body, coefficient] : row)
      if (body != pivot) solved[body] = -coefficient / row.at(pivot);
    for (Row& follows : follows_) substitute(follows, pivot, solved);
  }

  static void substitute(Row& follows, int pivot, const Row& solved) {
    const auto found = follows.find(pivot);
    if (found == follows.end()) return;
    const double factor = found->second;
    follows.erase(found);
    for (const auto& [body, coefficient] : solved) {
      double& entry = follows[body];
      const double before = entry;
      entry += factor * coefficient;
      if (std::abs(entry) <= kZero * std::abs(before)) follows.erase(body);
    }
  }

  bool is_independent(int body) const {
    return follows_[body].size() == 1 && follows_[body].begin()->first == body;
  }

  void write_coordinates() {
    for (int c = 0; c < system_.n_bodies(); ++c) {
      if (!system_.is_free(c) || !is_independent(c)) continue;
      Structure::Coordinate coordinate{c, 0.0, static_cast<int>(structure_.members.size()), 0};
      double mass = 0.0;
      for (int b = 0; b < system_.n_bodies(); ++b) {
        if (!system_.is_free(b)) continue;
        const auto found = follows_[b].find(c);
        if (found == follows_[b].end()) continue;
        structure_.members.push_back({b, found->second});
        mass += found->second * found->second / system_.inverse_mass[b];
      }
      coordinate.member_end = static_cast<int>(structure_.members.size());
      const bool alone = coordinate.member_end - coordinate.member_begin == 1;
      coordinate.inverse_mass = alone ? system_.inverse_mass[c] : 1.0 / mass;
      structure_.coordinates.push_back(coordinate);
    }
    write_coupled_mass();
  }

  /// `across` can make one body follow several coordinates: then the reduced mass is not diagonal.
  void write_coupled_mass() {
    const int n = static_cast<int>(structure_.coordinates.size());
    Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(n, n);
    std::map<int, int> position;
    for (int i = 0; i < n; ++i) position[structure_.coordinates[i].body] = i;
    bool coupled = false;
    for (int b = 0; b < system_.n_bodies(); ++b) {
      if (!system_.is_free(b)) continue;
      for (const auto& [c, x] : follows_[b])
        for (const auto& [d, y] : follows_[b])
          if (position.contains(c) && position.contains(d)) {
            mass(position[c], position[d]) += x * y / system_.inverse_mass[b];
            coupled = coupled || c != d;
          }
    }
    if (!coupled) return;
    structure_.diagonal = false;
    const Eigen::MatrixXd inverse = mass.llt().solve(Eigen::MatrixXd::Identity(n, n));
    structure_.inverse_mass_matrix.assign(inverse.data(), inverse.data() + n * n);
  }

  void write_dependents() {
    for (int b = 0; b < system_.n_bodies(); ++b) {
      if (!system_.is_free(b) || is_independent(b)) continue;
      Structure::Dependent dependent{b, static_cast<int>(structure_.dependent_terms.size()), 0,
                                     false};
      bool free_part = false;
      bool given_part = false;
      for (const auto& [body, coefficient] : follows_[b]) {
        structure_.dependent_terms.push_back({body, coefficient});
        (system_.is_free(body) ? free_part : given_part) = true;
      }
      dependent.term_end = static_cast<int>(structure_.dependent_terms.size());
      dependent.mixed = free_part && given_part;
      structure_.dependents.push_back(dependent);
    }
  }

  void write_rigid_elements() {
    structure_.rigid.assign(system_.n_elements(), 0);
    for (int e = 0; e < system_.n_elements(); ++e)
      structure_.rigid[e] = in_independents(system_.terms_of(e)).empty() ? 1 : 0;
  }

  bool carries_force(int friction) const {
    if (stuck_[friction] == 0 || pinned_[friction] != 0) return false;
    const auto terms = system_.terms_of_friction(friction);
    return std::any_of(terms.begin(), terms.end(),
                       [&](const Term& term) { return system_.is_free(term.body); });
  }

  /// The forces of stuck pairs balance each body's rest force. Where they are not unique, the ones
  /// of least sum T² / strength are taken (docs/theory.md, section 2).
  void write_stuck_forces() {
    std::vector<int> group(system_.n_bodies());
    std::iota(group.begin(), group.end(), 0);
    const auto root = [&](int b) {
      while (group[b] != b) b = group[b] = group[group[b]];
      return b;
    };
    std::map<int, std::vector<int>> pairs_of_group;
    const auto first_free = [&](int j) {
      for (const Term& term : system_.terms_of_friction(j))
        if (system_.is_free(term.body)) return term.body;
      return -1;
    };
    for (int j = 0; j < system_.n_frictions(); ++j)
      if (carries_force(j))
        for (const Term& term : system_.terms_of_friction(j))
          if (system_.is_free(term.body)) group[root(term.body)] = root(first_free(j));
    for (int j = 0; j < system_.n_frictions(); ++j)
      if (carries_force(j)) pairs_of_group[root(first_free(j))].push_back(j);
    for (const auto& [body, pairs] : pairs_of_group) write_group(pairs);
    std::sort(structure_.stuck_forces.begin(), structure_.stuck_forces.end(),
              [](const auto& a, const auto& b) { return a.friction < b.friction; });
  }

  void write_group(const std::vector<int>& pairs) {
    std::vector<int> bodies;
    for (const int j : pairs)
      for (const Term& term : system_.terms_of_friction(j))
        if (system_.is_free(term.body)) bodies.push_back(term.body);
    if (pairs.size() == 1) return write_single(pairs[0]);
    std::sort(bodies.begin(), bodies.end());
    bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
    const int n = static_cast<int>(bodies.size());
    const int m = static_cast<int>(pairs.size());
    Eigen::MatrixXd balance = Eigen::MatrixXd::Zero(n, m);
    Eigen::VectorXd root_strength(m);
    for (int k = 0; k < m; ++k) {
      const FrictionLaw& law = system_.frictions[pairs[k]];
      root_strength(k) = std::sqrt(0.5 * (law.breakaway[0] + law.breakaway[1]));
      for (const Term& term : system_.terms_of_friction(pairs[k]))
        if (system_.is_free(term.body))
          balance(std::lower_bound(bodies.begin(), bodies.end(), term.body) - bodies.begin(), k) +=
              term.coefficient;
    }
    // Unique forces do not depend on the weights; then unit weights round best.
    if (Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(balance).rank() == m) root_strength.setOnes();
    const Eigen::MatrixXd weighted = balance * root_strength.asDiagonal();
    const Eigen::MatrixXd inverse =
        Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>(weighted).pseudoInverse();
    const Eigen::MatrixXd gain = root_strength.asDiagonal() * inverse;
    for (int k = 0; k < m; ++k) {
      // A force is unique if no distribution without effect contains it.
      const double fixed = inverse.row(k).dot(weighted.col(k));
      write_row(pairs[k], bodies, gain, k, std::abs(1.0 - fixed) < 1e-9);
    }
  }

  /// One pair alone: the least-squares share of its bodies' rest forces.
  void write_single(int friction) {
    Structure::StuckForce row{friction, static_cast<int>(structure_.force_terms.size()), 0, true};
    double squares = 0.0;
    for (const Term& term : system_.terms_of_friction(friction))
      if (system_.is_free(term.body)) squares += term.coefficient * term.coefficient;
    for (const Term& term : system_.terms_of_friction(friction))
      if (system_.is_free(term.body))
        structure_.force_terms.push_back({term.body, term.coefficient / squares});
    row.term_end = static_cast<int>(structure_.force_terms.size());
    structure_.stuck_forces.push_back(row);
  }

  void write_row(int friction, const std::vector<int>& bodies, const Eigen::MatrixXd& gain, int k,
                 bool unique) {
    Structure::StuckForce row{friction, static_cast<int>(structure_.force_terms.size()), 0, unique};
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
  std::vector<Row> follows_;
  Structure structure_;
};

}  // namespace

Structure build_structure(const SystemImpl& system, const std::vector<std::int8_t>& stuck,
                          const std::vector<std::int8_t>& pinned) {
  return StructureBuilder(system, stuck, pinned).build();
}

std::shared_ptr<const Structure> StructureCache::get(const SystemImpl& system,
                                                     const std::vector<std::int8_t>& stuck,
                                                     const std::vector<std::int8_t>& pinned) {
  constexpr std::size_t kMaxKnown = 4096;
  key_.resize(stuck.size());
  for (std::size_t j = 0; j < stuck.size(); ++j)
    key_[j] = static_cast<char>((stuck[j] != 0 ? 1 : 0) + (pinned[j] != 0 ? 2 : 0));
  const auto it = known_.find(key_);
  if (it != known_.end()) return it->second;
  if (known_.size() >= kMaxKnown) known_.clear();
  auto& entry = known_[key_];
  entry = std::make_shared<const Structure>(build_structure(system, stuck, pinned));
  return entry;
}

}  // namespace luztar
