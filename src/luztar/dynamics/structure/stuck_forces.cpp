#include "luztar/dynamics/structure/stuck_forces.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/core/node_groups.h"
#include "luztar/dynamics/structure/group_shares.h"
#include "luztar/dynamics/system/pair_ends.h"

namespace luztar {
namespace {

constexpr std::size_t kManyStuck = 64;  // worth a walk along their tree

class StuckForces {
 public:
  StuckForces(const SystemImpl& system, const std::vector<Mode>& modes,
              const std::vector<Bound>& kept_limit, Structure& structure)
      : system_(system), modes_(modes), kept_limit_(kept_limit), structure_(structure) {}

  void write() {
    if (system_.has_bent_pairs()) return;  // BentPairs finds them all
    NodeGroups together(system_.n_bodies());
    struct Together {
      std::vector<int> pairs, kept;
    };
    std::map<int, Together> groups;
    const auto first_free = [&](int j) {
      for (const Term& term : system_.terms_of_pair(j))
        if (!system_.is_given(term.body)) return term.body;
      return -1;
    };
    for (int j = 0; j < system_.n_pairs(); ++j)
      if (carries_force(j))
        for (const Term& term : system_.terms_of_pair(j))
          if (!system_.is_given(term.body)) together.join(term.body, first_free(j));
    for (int j = 0; j < system_.n_pairs(); ++j)
      if (carries_force(j) && kept_limit_[j] == Bound::Free)
        groups[together.root(first_free(j))].pairs.push_back(j);
    for (int j = 0; j < system_.n_pairs(); ++j)
      if (carries_force(j) && kept_limit_[j] != Bound::Free)
        groups[together.root(first_free(j))].kept.push_back(j);
    for (const auto& [body, members] : groups)
      if (!members.pairs.empty()) write_group(members.pairs, members.kept);
    std::sort(structure_.stuck_forces.begin(), structure_.stuck_forces.end(),
              [](const auto& a, const auto& b) { return a.pair < b.pair; });
  }

 private:
  bool carries_force(int pair) const {
    if (modes_[pair] != Mode::Stuck) return false;
    const auto terms = system_.terms_of_pair(pair);
    return std::any_of(terms.begin(), terms.end(),
                       [&](const Term& term) { return !system_.is_given(term.body); });
  }

  void write_group(const std::vector<int>& pairs, std::vector<int> kept) {
    std::vector<int> bodies;
    for (const int j : pairs)
      for (const Term& term : system_.terms_of_pair(j))
        if (!system_.is_given(term.body)) bodies.push_back(term.body);
    std::sort(bodies.begin(), bodies.end());
    bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
    // Bodies that nothing but pairs at their limits touch share nothing.
    std::erase_if(kept, [&](int j) {
      const auto terms = system_.terms_of_pair(j);
      return std::any_of(terms.begin(), terms.end(), [&](const Term& term) {
        return !system_.is_given(term.body) &&
               !std::binary_search(bodies.begin(), bodies.end(), term.body);
      });
    });
    if (kept.empty() && pairs.size() == 1) return write_single(pairs[0]);
    if (kept.empty() && pairs.size() > kManyStuck && write_tree(pairs, bodies)) return;
    auto shares = std::make_shared<GroupShares>(system_, pairs, std::move(kept), bodies);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const auto first = static_cast<int>(structure_.force_terms.size());
      if (shares->has_gain()) write_terms(bodies, shares->gain().row(k));
      const auto last = static_cast<int>(structure_.force_terms.size());
      structure_.stuck_forces.push_back({pairs[k], first, last, shares->is_unique()[k] != 0});
    }
    if (!shares->has_gain() || !shares->kept().empty())
      structure_.shared.push_back(std::move(shares));
  }

  /// Many pairs without a cycle: each takes what is left on the body at its outer end, from the
  /// leaves to the root, which is the body held by something given, if there is one.
  bool write_tree(const std::vector<int>& pairs, const std::vector<int>& bodies) {
    const auto ends = ends_of(system_, pairs, bodies);
    if (!ends) return false;
    const int n = static_cast<int>(bodies.size());
    std::vector<std::vector<int>> at(n);  // places in `pairs`, at bodies
    int anchor = -1;
    for (int i = 0; i < static_cast<int>(pairs.size()); ++i) {
      const auto& [a, b, of_a, of_b] = (*ends)[i];
      if (b < 0 && anchor >= 0) return false;  // held twice: a cycle through what is given
      if (b < 0) anchor = i;
      for (const int body : {a, b})
        if (body >= 0) at[body].push_back(i);
    }
    // The group hangs together, so this number of pairs leaves no room for cycles.
    if (static_cast<int>(pairs.size()) != (anchor < 0 ? n - 1 : n)) return false;
    std::vector<int> up(n, -1), order{anchor < 0 ? 0 : (*ends)[anchor].a};
    up[order[0]] = anchor;
    for (std::size_t k = 0; k < order.size(); ++k)
      for (const int i : at[order[k]]) {
        if (i == up[order[k]]) continue;
        const int other = (*ends)[i].a == order[k] ? (*ends)[i].b : (*ends)[i].a;
        up[other] = i;
        order.push_back(other);
      }
    for (std::size_t k = order.size(); k-- > 0;) {
      const int i = up[order[k]];
      if (i < 0) continue;
      const auto& [a, b, of_a, of_b] = (*ends)[i];
      structure_.tree_forces.push_back(
          {pairs[i], bodies[order[k]], 1.0 / (a == order[k] ? of_a : of_b)});
    }
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

  void write_terms(const std::vector<int>& bodies, const Vector& gain) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const double exact = gain(i);
      if (std::abs(exact) <= kCancelled) continue;
      // The decomposition is exact but for rounding: +-1 must be +-1.
      const double nearest = std::round(exact);
      structure_.force_terms.push_back(
          {bodies[i], std::abs(exact - nearest) < 1e-14 ? nearest : exact});
    }
  }

  const SystemImpl& system_;
  const std::vector<Mode>& modes_;
  const std::vector<Bound>& kept_limit_;
  Structure& structure_;
};

}  // namespace

void write_stuck_forces(const SystemImpl& system, const std::vector<Mode>& modes,
                        const std::vector<Bound>& kept_limit, Structure& structure) {
  StuckForces(system, modes, kept_limit, structure).write();
}

}  // namespace luztar
