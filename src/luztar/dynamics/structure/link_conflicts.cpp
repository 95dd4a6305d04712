#include "luztar/dynamics/structure/link_conflicts.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "luztar/core/nearness.h"

namespace luztar {
namespace {

constexpr double kFairPivot = 0.1;  // relative to the largest coefficient

/// A sum of links: sum of free coefficients * v + sum of given coefficients * v = 0.
struct Equation {
  std::map<int, double> free, given;  ///< by body
  std::map<int, double> links;        ///< factors, by pair
};

void add(std::map<int, double>& to, double factor, const std::map<int, double>& from) {
  for (const auto& [key, value] : from) {
    double& sum = to[key];
    const double part = factor * value;
    const double size = std::max(std::abs(sum), std::abs(part));
    sum += part;
    if (is_negligible(sum, size, kCancelled)) to.erase(key);
  }
}

Equation equation_of(const SystemImpl& system, int pair) {
  Equation result;
  result.links[pair] = 1.0;
  for (const Term& term : system.terms_of_pair(pair))
    add(system.is_given(term.body) ? result.given : result.free, term.coefficient,
        {{term.body, 1.0}});
  return result;
}

class Eliminator {
 public:
  explicit Eliminator(const SystemImpl& system) : system_(system) {}

  void take(int pair) {
    Equation equation = equation_of(system_, pair);
    while (const Equation* pivot = pivot_of(equation)) eliminate(*pivot, equation);
    if (!equation.free.empty()) {
      const int body = choose(equation);
      pivots_.emplace(body, std::move(equation));
      return;
    }
    TiedMotions tied;
    for (const auto& [link, factor] : equation.links) tied.pairs.push_back(link);
    for (const auto& [body, factor] : equation.given) tied.given.push_back({body, factor});
    if (!tied.given.empty()) found_.push_back(std::move(tied));
  }
  std::vector<TiedMotions> found() { return std::move(found_); }

 private:
  /// The pivot of the first body of `equation` that has one, or null.
  const Equation* pivot_of(const Equation& equation) {
    for (const auto& [body, factor] : equation.free)
      if (const auto found = pivots_.find(body); found != pivots_.end()) {
        eliminated_ = body;
        return &found->second;
      }
    return nullptr;
  }

  void eliminate(const Equation& pivot, Equation& from) const {
    const double factor = -from.free.at(eliminated_) / pivot.free.at(eliminated_);
    add(from.free, factor, pivot.free);
    from.free.erase(eliminated_);
    add(from.given, factor, pivot.given);
    add(from.links, factor, pivot.links);
  }

  /// The last body with a fair coefficient: chains then eliminate to their first one.
  static int choose(const Equation& equation) {
    double largest = 0.0;
    for (const auto& [body, factor] : equation.free) largest = std::max(largest, std::abs(factor));
    int chosen = -1;
    for (const auto& [body, factor] : equation.free)
      if (std::abs(factor) >= kFairPivot * largest) chosen = body;
    return chosen;
  }

  const SystemImpl& system_;
  std::map<int, Equation> pivots_;  ///< by body
  std::vector<TiedMotions> found_;
  int eliminated_{};
};

}  // namespace

bool has_dragged_links(const SystemImpl& system) {
  for (int j = 0; j < system.n_pairs(); ++j) {
    if (!system.pairs[j].is_rigid()) continue;
    for (const Term& term : system.terms_of_pair(j))
      if (system.motion_slot(term.body) >= 0) return true;
  }
  return false;
}

std::vector<TiedMotions> tied_motions(const SystemImpl& system) {
  if (!has_dragged_links(system)) return {};
  Eliminator eliminator(system);
  for (int j = 0; j < system.n_pairs(); ++j)
    if (system.pairs[j].is_rigid()) eliminator.take(j);
  return eliminator.found();
}

}  // namespace luztar
