#include "luztar/simulate/steps/stepping_plan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "luztar/core/nearness.h"

namespace luztar {
namespace {

class Planner {
 public:
  explicit Planner(const SystemImpl& system) : system_(system), net_(plan_.network) {}

  StepPlan plan() {
    add_bodies();
    plan_.edge.assign(system_.n_elements(), -1);
    plan_.ratio.assign(system_.n_elements(), 0.0);
    for (int e = 0; e < system_.first_force(); ++e)
      if (!pushes_from_outside(system_, e)) place(e);
    list_elements();
    make_lists();
    for (int e = 0; e < system_.first_force(); ++e)
      if (plan_.edge[e] >= 0) add_law(e, plan_.edge[e], plan_.ratio[e]);
    const auto by_edge = [](const auto& a, const auto& b) {
      return a.edge < b.edge;
    };
    std::stable_sort(net_.contacts.begin(), net_.contacts.end(), by_edge);
    std::stable_sort(net_.stops.begin(), net_.stops.end(), by_edge);
    return std::move(plan_);
  }

 private:
  void add_bodies() {
    bool any_given = false;
    for (int b = 0; b < system_.n_bodies(); ++b) {
      const bool given = system_.is_given(b);
      net_.mass.push_back(given ? 1.0 : system_.body_laws[b].mass);
      net_.given.push_back(given ? 1 : 0);
      any_given = any_given || given;
    }
    if (!any_given) net_.given.clear();
  }

  bool is_pair(int element) const { return element >= system_.first_pair(); }
  bool has_edges(int element) const {
    return is_pair(element) && system_.pairs[element - system_.first_pair()].has_edges();
  }

  void place(int element) {
    collect_terms(system_, element, terms_);
    if (terms_.empty()) return;  // nothing that moves
    const bool two = terms_.size() == 2;
    const Term& one = terms_[0];
    const Term other = two ? terms_[1] : Term{kTreeGround, 0.0};
    auto& between = edges_[std::minmax(one.body, other.body)];
    for (const int edge : between) {
      const TreePair& pair = net_.edges[edge];
      const bool same = pair.a == one.body;
      const double a = same ? one.coefficient : other.coefficient;
      const double b = same ? other.coefficient : one.coefficient;
      if (two && a * pair.coefficient_b != b * pair.coefficient_a) continue;
      if (is_pair(element) && (has_edges(element) ? has_pair_[edge] : has_stop_[edge])) continue;
      return join(element, edge, a / pair.coefficient_a);
    }
    between.push_back(net_.n_edges());
    net_.edges.push_back({one.body, other.body, one.coefficient, other.coefficient});
    has_stop_.push_back(false);
    has_pair_.push_back(false);
    join(element, net_.n_edges() - 1, 1.0);
  }

  void join(int element, int edge, double ratio) {
    plan_.edge[element] = edge;
    plan_.ratio[element] = ratio;
    if (has_edges(element)) has_stop_[edge] = true;
    if (is_pair(element)) has_pair_[edge] = true;
  }

  void list_elements() {
    plan_.elements = NodeLists(net_.n_edges(), system_.n_elements(), [this](int e, const auto& at) {
      if (plan_.edge[e] >= 0) at(plan_.edge[e]);
    });
  }

  /// Lists that all edges can do without stay empty.
  void make_lists() {
    const auto n = static_cast<std::size_t>(net_.n_edges());
    net_.stiffness.assign(n, 0.0);
    net_.viscous.assign(n, 0.0);
    net_.kinetic.assign(n, 0.0);
    for (int s = 0; s < system_.n_springs(); ++s)
      if (system_.springs[s].rest != 0.0 && !system_.springs[s].has_gap)
        net_.preload.assign(n, 0.0);
    for (const PairLaw& law : system_.pairs) {
      const bool varies = law.has_level_slot();
      if (varies || law.viscous[0] != law.viscous[1]) net_.viscous_backward.assign(n, 0.0);
      if (varies || law.kinetic[0] != law.kinetic[1]) net_.kinetic_backward.assign(n, 0.0);
      if (varies || law.breakaway != law.kinetic) net_.breakaway.assign(n, 0.0);
      if (varies || law.breakaway[0] != law.breakaway[1]) net_.breakaway_backward.assign(n, 0.0);
    }
    if (!net_.breakaway_backward.empty()) net_.breakaway.assign(n, 0.0);
    if (!net_.breakaway.empty() && !net_.kinetic_backward.empty())
      net_.breakaway_backward.assign(n, 0.0);
  }

  void add_law(int element, int edge, double ratio) {
    if (element < system_.first_pair()) return add_spring(system_.smooth_law(element), edge, ratio);
    add_pair(system_.pairs[element - system_.first_pair()], edge, ratio);
  }

  void add_viscous(int edge, int side, double viscous, bool both) {
    if (both || side == 1) net_.viscous[edge] += viscous;
    if ((both || side == 0) && !net_.viscous_backward.empty())
      net_.viscous_backward[edge] += viscous;
  }

  void add_spring(const SpringLaw& law, int edge, double ratio) {
    const double stiffness = ratio * ratio * law.stiffness;
    const double damping = ratio * ratio * law.damping;
    if (!law.has_gap) {
      net_.stiffness[edge] += stiffness;
      if (law.rest != 0.0) net_.preload[edge] -= ratio * law.stiffness * law.rest;
      return add_viscous(edge, 0, damping, true);
    }
    const auto [lower, upper] = std::minmax({law.lower / ratio, law.upper / ratio});
    net_.contacts.push_back({edge, stiffness, lower, upper, law.rest / ratio, damping});
  }

  void add_pair(const PairLaw& law, int edge, double ratio) {
    if (law.has_edges()) {
      const auto [lower, upper] = std::minmax({law.lower / ratio, law.upper / ratio});
      net_.stops.push_back({edge, lower, upper, law.restitution});
      return;
    }
    for (int side = 0; side < 2; ++side) {
      const auto own = static_cast<std::size_t>(ratio > 0.0 ? side : 1 - side);
      const bool rigid = law.is_rigid();
      const double size = std::abs(ratio);
      const double kinetic = rigid ? kInfinity : size * law.kinetic[own];
      const double breakaway = rigid ? kInfinity : size * law.breakaway[own];
      add_viscous(edge, side, ratio * ratio * law.viscous[own], false);
      auto& levels = side == 1 ? net_.kinetic : net_.kinetic_backward;
      auto& limits = side == 1 ? net_.breakaway : net_.breakaway_backward;
      if (!levels.empty()) levels[edge] += kinetic;
      if (!limits.empty()) limits[edge] += breakaway;
    }
  }

  const SystemImpl& system_;
  StepPlan plan_;
  StepNetwork& net_;
  std::map<std::pair<int, int>, std::vector<int>> edges_;  ///< between two bodies
  std::vector<bool> has_stop_, has_pair_;                  ///< (edges)
  std::vector<Term> terms_;
};

}  // namespace

StepPlan make_step_plan(const SystemImpl& system) { return Planner(system).plan(); }

}  // namespace luztar
