#include "luztar/friction/tree_modes.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"

namespace luztar {
TreeModes::Law TreeModes::law_over_difference(const TreeProblem& problem, int pair,
                                              double coefficient) {
  const std::array<double, 2> viscous =
      problem.viscous.empty() ? std::array<double, 2>{} : problem.viscous[pair];
  const double c = coefficient;
  if (c > 0.0)
    return {c * problem.lower[pair], c * problem.upper[pair], c * c * viscous[0],
            c * c * viscous[1]};
  return {c * problem.upper[pair], c * problem.lower[pair], c * c * viscous[1], c * c * viscous[0]};
}

/// The y where the w of a tie is zero.
double TreeModes::position_of(const TreeProblem& problem, const TreePlan::Tie& tie, double scale) {
  if (tie.other < 0) return 0.0;
  return -tie.other_coefficient * problem.given[tie.other] / (tie.coefficient * scale);
}

/// Pairs only pull values together: all y of a tree lie between the least and the greatest that a
/// body alone or something given would have (forces that cannot be zero are part of the load).
void TreeModes::set_windows(const TreeProblem& problem) {
  const int n = plan_.n_nodes();
  const auto least = [&](int pair) {
    return problem.lower[pair] > 0.0 ? problem.lower[pair] : std::min(problem.upper[pair], 0.0);
  };
  for (int p = 0; p < n; ++p) {
    load_[p] = problem.force[plan_.body[p]];
    for (int t = plan_.tie_begin[p]; t < plan_.tie_begin[p + 1]; ++t)
      load_[p] -= plan_.ties[t].coefficient * least(plan_.ties[t].pair);
  }
  for (int p = 0; p < n; ++p) {
    if (plan_.parent[p] < 0) continue;
    const double force = least(plan_.pair[p]);
    load_[p] -= plan_.own[p] * force;
    load_[plan_.parent[p]] -= plan_.above[p] * force;
  }
  for (int first = 0; first < n; first = plan_.tree_end[first]) {
    double low = kInfinity;
    double high = -kInfinity;
    for (int p = first; p < plan_.tree_end[first]; ++p) {
      const double alone = load_[p] / (problem.mass[plan_.body[p]] * plan_.scale[p]);
      low = std::min(low, alone);
      high = std::max(high, alone);
      for (int t = plan_.tie_begin[p]; t < plan_.tie_begin[p + 1]; ++t) {
        const double at = position_of(problem, plan_.ties[t], plan_.scale[p]);
        low = std::min(low, at);
        high = std::max(high, at);
      }
    }
    const double margin = 1e-6 * (high - low) + 1e-9 * std::max(std::abs(low), std::abs(high));
    left_[first] = low - margin;
    right_[first] = high + margin;
  }
}

void TreeModes::add_ties(const TreeProblem& problem, int node, Curve& curve) {
  singles_.clear();
  for (int t = plan_.tie_begin[node]; t < plan_.tie_begin[node + 1]; ++t) {
    const TreePlan::Tie& tie = plan_.ties[t];
    const double coefficient = tie.coefficient * plan_.scale[node];
    const Law law = law_over_difference(problem, tie.pair, coefficient);
    const double y = position_of(problem, tie, plan_.scale[node]);
    reversed_[tie.pair] = coefficient < 0.0 ? 1 : 0;
    const bool lower = !std::isinf(law.lower);
    const bool upper = !std::isinf(law.upper);
    const int foot = 2 * tie.pair;
    // A pair without any limit has two walls and is at work in one of them, or idle.
    if (!lower) tool_.add_wall(curve, -1, y, upper ? foot + 1 : foot);
    if (!upper) tool_.add_wall(curve, 1, y, lower ? foot : foot + 1);
    if (!lower && !upper) continue;
    // A wall hides the other side of y: the line inside is that of the side that is left.
    const Ray at_left{law.left, law.lower - law.left * y, 0.0, kNoCorner};
    const Ray at_right{law.right, law.upper - law.right * y, 0.0, kNoCorner};
    const Ray& left = lower ? at_left : at_right;
    const Ray& right = upper ? at_right : at_left;
    curve.left.slope += left.slope;
    curve.left.intercept += left.intercept;
    curve.right.slope += right.slope;
    curve.right.intercept += right.intercept;
    if (lower && upper && (law.lower < law.upper || law.left != law.right))
      singles_.push_back({y, law.right - law.left, law.upper - law.lower, foot, foot + 1});
  }
}

/// The curve as the parent sees it through the pair.
void TreeModes::pass_on(const TreeProblem& problem, int node, Curve& curve) {
  const int pair = plan_.pair[node];
  const double coefficient = plan_.above[node] * plan_.scale[plan_.parent[node]];
  const Law law = law_over_difference(problem, pair, coefficient);
  reversed_[pair] = coefficient < 0.0 ? 1 : 0;
  if (law.lower == law.upper && law.left == 0.0 && law.right == 0.0) {
    tool_.locate(curve, law.lower);
    const int base = curve.base;
    curve = CurveTool::make(base);
    curve.left.intercept = curve.right.intercept = law.lower;
    return;
  }
  if (!std::isinf(law.lower)) tool_.cut(curve, -1, law.lower, law.left, 2 * pair);
  if (!std::isinf(law.upper)) tool_.cut(curve, 1, law.upper, law.right, 2 * pair + 1);
}

bool TreeModes::find(const TreeProblem& problem, std::vector<Bound>& bound) {
  const int n = plan_.n_nodes();
  load_.resize(n);
  left_.resize(n);
  right_.resize(n);
  reversed_.assign(plan_.n_pairs, 0);
  tool_.sides.resize(2 * static_cast<std::size_t>(plan_.n_pairs));
  for (int j = 0; j < plan_.n_pairs; ++j) {
    const std::size_t foot = 2 * static_cast<std::size_t>(j);
    tool_.sides[foot] = Side::Right;
    tool_.sides[foot + 1] = Side::Left;
  }
  set_windows(problem);
  curves_.clear();
  bool possible = true;
  for (int p = 0; p < n; ++p) {
    if (plan_.tree_end[p] != 0) {
      tool_.left_end = left_[p];
      tool_.right_end = right_[p];
    }
    const int children = plan_.children[p];
    if (children == 0) curves_.push_back(CurveTool::make(curves_.empty() ? 0 : curves_.back().end));
    const std::size_t at = curves_.size() - static_cast<std::size_t>(std::max(children, 1));
    Curve& curve = curves_[at];
    const auto light = std::span<const Curve>(curves_).subspan(at + 1);
    for (const Curve& other : light) {
      for (const auto side : {&Curve::left, &Curve::right}) {
        (curve.*side).slope += (other.*side).slope;
        (curve.*side).intercept += (other.*side).intercept;
      }
      tool_.add_wall(curve, -1, other.left.wall, other.left.wall_corner);
      tool_.add_wall(curve, 1, other.right.wall, other.right.wall_corner);
    }
    const double scale = plan_.scale[p];
    const double mass = problem.mass[plan_.body[p]] * scale * scale;
    const double force = problem.force[plan_.body[p]] * scale;
    for (Ray* ray : {&curve.left, &curve.right}) {
      ray->slope += mass;
      ray->intercept -= force;
    }
    add_ties(problem, p, curve);
    tool_.merge(curve, light, singles_);
    curves_.resize(at + 1);
    possible = tool_.trim(curves_[at]) && possible;
    if (plan_.parent[p] < 0) {
      tool_.locate(curves_[at], 0.0);
      curves_.pop_back();
      continue;
    }
    pass_on(problem, p, curves_[at]);
    if (plan_.is_light[p] != 0) tool_.settle(curves_[at]);
  }
  write(problem, bound);
  return possible;
}

void TreeModes::write(const TreeProblem& problem, std::vector<Bound>& bound) {
  bound.resize(plan_.n_pairs);
  idle.assign(plan_.n_pairs, 0);
  for (int j = 0; j < plan_.n_pairs; ++j) {
    const bool left = tool_.sides[2 * static_cast<std::size_t>(j)] == Side::Left;
    const bool right = tool_.sides[2 * static_cast<std::size_t>(j) + 1] == Side::Right;
    const bool at_rest = left == right;  // both: between two corners that rounding swapped
    // Without a step the force is known, on either side.
    bound[j] = at_rest ? (problem.lower[j] < problem.upper[j] ? Bound::Free : Bound::Upper)
               : right == (reversed_[j] == 0) ? Bound::Upper
                                              : Bound::Lower;
    if (!std::isinf(problem.lower[j]) || !std::isinf(problem.upper[j])) continue;
    idle[j] = bound[j] == Bound::Free ? 1 : 0;
    bound[j] = Bound::Free;
  }
}

}  // namespace luztar
