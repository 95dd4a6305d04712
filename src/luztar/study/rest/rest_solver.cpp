#include "luztar/study/rest/rest_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/core/stop_request.h"
#include "luztar/friction/least_constraint.h"
#include "luztar/matrix/decompositions.h"

namespace luztar {
namespace {

using Law = NetworkElement::Law;

constexpr double kEndless = std::numeric_limits<double>::infinity();
constexpr double kLeastEps = 1e-10;
constexpr int kMostSteps = 400, kMostNewton = 30;

/// Forces of the pairs of one linear step: A x = r - J'T, where T presses J x + offset to 0.
bool pair_forces(const Matrix& delassus, const Vector& drive, const Vector& lower,
                 const Vector& upper, double scale, Vector& force) {
  const int m = static_cast<int>(drive.size());
  LeastConstraintProblem problem;
  problem.resize(m);
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < m; ++j) problem.delassus[i * m + j] = (delassus(i, j) + delassus(j, i)) / 2;
    problem.drive[i] = drive[i];
    problem.lower[i] = lower[i];
    problem.upper[i] = upper[i];
  }
  problem.scale = scale;
  LeastConstraintSolution solution;
  solve_least_constraint(problem, solution);
  if (solution.status != SolveStatus::Solved) return false;
  force = Vector(solution.force);
  // Those between their limits again, with the stiffness as it is, not its symmetric part.
  std::vector<int> between;
  for (int i = 0; i < m; ++i)
    if (solution.bound[i] == Bound::Free) between.push_back(i);
  if (between.empty()) return true;
  const Vector left = drive - delassus * force;
  const Vector more = least_squares_solution(delassus.at(between, between), left.at(between));
  for (std::size_t i = 0; i < between.size(); ++i)
    force[between[i]] =
        std::clamp(force[between[i]] + more[i], lower[between[i]], upper[between[i]]);
  return true;
}

/// The step x and the forces f of what holds at both signs: k x + j' f = drive, j x = -miss. The
/// links hold to the last digits where the stiffness alone is singular too.
Vector held_step(const Matrix& k, const Matrix& j, const Vector& drive, const Vector& miss,
                 Vector& force) {
  const Index n = drive.size(), m = miss.size();
  Matrix whole(n + m, n + m);
  Vector right(n + m);
  for (Index i = 0; i < n; ++i) {
    for (Index c = 0; c < n; ++c) whole(i, c) = k(i, c);
    for (Index p = 0; p < m; ++p) whole(i, n + p) = whole(n + p, i) = j(p, i);
    right[i] = drive[i];
  }
  for (Index p = 0; p < m; ++p) right[n + p] = -miss[p];
  // A row that reads itself alone is solved alone: what nothing pushes stays where it is, to the
  // bit.
  Vector both(n + m), step(n);
  std::vector<int> coupled;
  for (Index i = 0; i < n + m; ++i) {
    Vector others = whole.row(i);
    others[i] = 0.0;
    if (!others.is_zero())
      coupled.push_back(static_cast<int>(i));
    else if (whole(i, i) != 0.0)
      both[i] = right[i] / whole(i, i);
  }
  right -= whole * both;
  const Vector found = least_squares_solution(whole.at(coupled, coupled), right.at(coupled));
  for (std::size_t c = 0; c < coupled.size(); ++c) both[coupled[c]] = found[static_cast<Index>(c)];
  for (Index i = 0; i < n; ++i) step[i] = both[i];
  for (Index p = 0; p < m; ++p) force[p] = both[n + p];
  return step;
}

}  // namespace

/// Where a creeping motion has got to.
struct RestSolver::Creep {
  std::vector<FrictionAction> actions;
  Placement at;
  std::vector<Pair> pairs{};
  Vector pair_force{};
  Vector left{};  ///< (free) force that no element balances
  double scale{};
};

RestSolver::RestSolver(const InstantLaws& laws, const Placement& start,
                       std::vector<FrictionAction> actions, Seeks seeks)
    : laws_(laws), start_(start), actions_(std::move(actions)), seeks_(seeks) {
  place_.assign(laws.n_bodies(), -1);
  for (int b = 0; b < laws.n_bodies(); ++b) {
    if (laws.network().is_given(b)) continue;
    place_[b] = static_cast<int>(free_.size());
    free_.push_back(b);
    start_.v[b] = 0.0;
  }
  add_scales();
}

/// A stiffness for each body: its own, or that of springs whose gap is open, or of its neighbours.
void RestSolver::add_scales() {
  const Matrix k = stiffness(start_.q, actions_);
  size_ = absolute(k.diagonal());
  const double most = largest(size_);
  for (double& size : size_)
    if (size <= 1e-9 * most || size == 0.0 || !std::isfinite(size))
      size = most > 0 && std::isfinite(most) ? most : 1.0;
}

Vector RestSolver::row(int element) const {
  Vector made = Vector(free_.size());
  for (const auto& [body, arm] : laws_.arms(element, start_.q))
    if (place_[body] >= 0) made[place_[body]] += arm;
  return made;
}

Vector RestSolver::smooth_forces(const Placement& at, const std::vector<FrictionAction>& actions,
                                 Matrix* stiffness, double* scale) const {
  const Index n = free_.size();
  Vector total = Vector(n);
  if (stiffness != nullptr) stiffness->reset(n, n);
  for (int e = 0; e < laws_.n_elements(); ++e) {
    const ForceSlope now = laws_.force(e, at, actions[e]);
    const auto arms = laws_.arms(e, at.q);
    if (stiffness != nullptr)
      for (const auto& bend : laws_.bends(e, at.q))
        if (place_[bend.body] >= 0 && place_[bend.other] >= 0)
          (*stiffness)(place_[bend.body], place_[bend.other]) -=
              laws_.sign(e) * bend.slope * now.force;
    for (const auto& [body, arm] : arms) {
      const int i = place_[body];
      if (i < 0) continue;
      const double along = laws_.sign(e) * arm;
      total[i] += along * now.force;
      if (scale != nullptr) *scale = std::fmax(*scale, std::abs(along * now.force));
      if (stiffness == nullptr) continue;
      for (const auto& [other, other_arm] : arms)
        if (place_[other] >= 0)
          (*stiffness)(i, place_[other]) -= along * now.by_deflection * other_arm;
      for (const auto& [other, slope] : now.by_position)
        if (place_[other] >= 0) (*stiffness)(i, place_[other]) -= along * slope;
    }
  }
  return total;
}

Matrix RestSolver::stiffness(const std::vector<double>& q,
                             const std::vector<FrictionAction>& actions) const {
  Matrix made;
  smooth_forces({q, start_.v}, actions, &made, nullptr);
  return made;
}

std::vector<RestSolver::Pair> RestSolver::pairs_from(
    const std::vector<double>& q, const std::vector<FrictionAction>& actions) const {
  std::vector<Pair> pairs;
  for (int e = 0; e < laws_.n_elements(); ++e) {
    const NetworkElement& element = laws_.network().elements[e];
    if (!laws_.network().acts(element.deflection)) continue;
    const double d = laws_.deflection(e, q);
    if (element.law == Law::Link)
      pairs.push_back({e, laws_.deflection(e, start_.q), -kEndless, kEndless});
    if (element.law == Law::Freewheel && laws_.deflection(e, start_.v) == 0.0)
      pairs.push_back({e, d, -kEndless, 0.0});
    if (element.law == Law::Stop) {
      const double lower = laws_.lower(e), upper = laws_.upper(e);
      if (lower == upper) {
        pairs.push_back({e, lower, -kEndless, kEndless});
        continue;
      }
      if (std::isfinite(lower)) pairs.push_back({e, lower, -kEndless, 0.0});
      if (std::isfinite(upper)) pairs.push_back({e, upper, 0.0, kEndless});
    }
    if (actions[e].kind == FrictionAction::Kind::Held) {
      const auto [backward, forward] = laws_.holding(e, {q, start_.v});
      pairs.push_back({e, d, -backward, forward});
    }
  }
  return pairs;
}

/// Links alone have none.
bool RestSolver::has_limits(const std::vector<Pair>& pairs) {
  return std::ranges::any_of(pairs, [](const Pair& pair) {
    return std::isfinite(pair.lower) || std::isfinite(pair.upper);
  });
}

/// Implicit step from creep.at; false: none was found, and nothing changed.
bool RestSolver::newton(Creep& creep, const std::vector<Pair>& pairs, double eps) const {
  const Index n = free_.size();
  const Index m = pairs.size();
  Matrix j(m, n);
  Vector lower(m), upper(m);
  for (Index p = 0; p < m; ++p) {
    j.set_row(p, row(pairs[p].element));
    lower[p] = pairs[p].lower;
    upper[p] = pairs[p].upper;
  }
  Placement at = creep.at;
  Vector moved(n), force(m);
  for (int round = 0; round < kMostNewton; ++round) {
    double scale = creep.scale;
    Matrix k;
    const Vector r = smooth_forces(at, creep.actions, &k, &scale);
    if (!r.is_finite() || !k.is_finite()) return false;
    for (Index i = 0; i < n; ++i) k(i, i) += eps * size_[i];
    const Matrix even = (k + k.transpose()) / 2;
    // Roundings of a stiffness that is zero must not count as a direction that goes up.
    if (seeks_ == Seeks::StablePlaces && !is_positive_definite(even)) return false;
    const SquareSolver factor(k);
    const Vector drive_force = r - eps * product(size_, moved);
    const Vector step_free = factor.solve(drive_force);
    Vector next_force(m), step = step_free;
    if (m > 0) {
      Vector miss(m);
      for (Index p = 0; p < m; ++p)
        miss[p] = laws_.deflection(pairs[p].element, at.q) - pairs[p].edge;
      if (seeks_ == Seeks::AnyBalance && !has_limits(pairs)) {
        step = held_step(k, j, drive_force, miss, next_force);
      } else {
        const Matrix compliance = factor.solve(Matrix(j.transpose()));
        const Vector drive = j * step_free + miss;
        if (!pair_forces(j * compliance, drive, lower, upper, scale, next_force)) return false;
        step = step_free - compliance * next_force;
      }
    }
    if (!step.is_finite()) return false;
    // Before the step: is this the balance already?
    for (Index i = 0; i < n; ++i) at.q[free_[i]] += step[i];
    moved += step;
    force = next_force;
    double new_scale = scale;
    const Vector after = smooth_forces(at, creep.actions, nullptr, &new_scale);
    if (!after.is_finite()) return false;
    for (Index p = 0; p < m; ++p)
      new_scale = std::fmax(new_scale, std::abs(force[p]) * largest(j.row(p)));
    const Vector left = after - j.transpose() * force;
    const Vector misfit = left - eps * product(size_, moved);
    if (largest(misfit) > 1e-13 * std::fmax(new_scale, 1e-300)) continue;
    creep.at = at;
    creep.pairs = pairs;
    creep.pair_force = force;
    creep.left = left;
    creep.scale = new_scale;
    return true;
  }
  return false;
}

bool RestSolver::step(Creep& creep, double eps) const {
  stop_if_asked();
  return newton(creep, pairs_from(creep.at.q, creep.actions), eps);
}

RestSolution RestSolver::solve(const std::vector<double>& from,
                               std::vector<FrictionAction> actions) const {
  Creep creep{std::move(actions), {from, start_.v}};
  if (free_.empty()) return finished(creep);
  double eps = 1.0, last = kEndless;
  int stuck = 0, ups = 0;
  for (int i = 0; i < kMostSteps; ++i) {
    if (!step(creep, eps)) {
      eps *= 30;
      stuck = 0;
      if (eps > 1e12 || ++ups > 200) break;
      continue;
    }
    const double left = largest(creep.left) / std::fmax(creep.scale, 1e-300);
    if (left <= kRounding || creep.scale == 0.0) return finished(creep);
    stuck = left > 0.5 * last ? stuck + 1 : 0;
    last = left;
    if (eps <= kLeastEps && stuck > 3) {
      if (left < kOfSeries) return finished(creep);
      break;
    }
    eps = std::fmax(eps * 0.1, kLeastEps);
  }
  return adrift(creep, eps);
}

RestSolution RestSolver::adrift(const Creep& creep, double) const {
  RestSolution made;
  made.q = creep.at.q;
  made.scale = creep.scale;
  if (creep.left.size() == 0) {
    made.reason = "no step towards a balance of the forces was found from the start";
    return made;
  }
  const double most = largest(creep.left);
  made.residual = most / std::fmax(creep.scale, 1e-300);
  for (Index i = 0; i < creep.left.size(); ++i)
    if (std::abs(creep.left[i]) > 1e-6 * most) made.adrift.emplace_back(free_[i], creep.left[i]);
  made.reason = "no place was found where the forces balance";
  return made;
}

/// It takes a force, so it is at its edge whatever rounding made of that.
bool RestSolver::carries_force(const Creep& creep, std::size_t pair) {
  return std::abs(creep.pair_force[pair]) > 1e-12 * creep.scale;
}

void RestSolver::settle(Creep& creep) const {
  double size = 0.0;
  for (const int b : free_) size = std::max({size, std::abs(creep.at.q[b]), std::abs(start_.q[b])});
  for (const int b : free_)
    if (std::abs(creep.at.q[b]) < 1e-14 * size) creep.at.q[b] = 0.0;
  const Vector own = absolute(stiffness(creep.at.q, creep.actions).diagonal());
  for (int round = 0; round < 3; ++round) {
    std::vector<std::pair<int, double>> off;
    bool exact = true;
    for (std::size_t p = 0; p < creep.pairs.size(); ++p) {
      const Pair& pair = creep.pairs[p];
      const Law law = laws_.network().elements[pair.element].law;
      if (law != Law::Stop && law != Law::Link) continue;
      const double beyond = laws_.deflection(pair.element, creep.at.q) - pair.edge;
      const double near = carries_force(creep, p) ? kJump : kCancelled;
      if (std::abs(beyond) > near * std::fmax(size, std::abs(pair.edge))) continue;
      exact = exact && beyond == 0.0;
      off.emplace_back(pair.element, beyond);
    }
    if (exact) return;
    Matrix rows(off.size(), free_.size());
    Vector by(off.size());
    for (std::size_t i = 0; i < off.size(); ++i) {
      rows.set_row(i, row(off[i].first));
      by[i] = off[i].second;
    }
    // What nothing holds moves first.
    const Vector ease = inverses(square_roots(own + 1e-12 * size_));
    const Vector move = product(ease, least_squares_solution(rows * ease.as_diagonal(), by));
    for (std::size_t i = 0; i < free_.size(); ++i) creep.at.q[free_[i]] -= move[i];
  }
}

RestSolution RestSolver::finished(Creep& creep) const {
  if (seeks_ == Seeks::StablePlaces)
    settle(creep);
  else
    step(creep, 0.0);  // the last digits, where there is one place alone
  RestSolution made{.found = true, .q = creep.at.q, .scale = creep.scale};
  made.force.assign(laws_.n_elements(), 0.0);
  made.side.assign(laws_.n_elements(), 0);
  if (creep.left.size() > 0) made.residual = largest(creep.left) / std::fmax(creep.scale, 1e-300);
  for (int e = 0; e < laws_.n_elements(); ++e)
    made.force[e] = laws_.force(e, creep.at, creep.actions[e]).force;
  for (std::size_t p = 0; p < creep.pairs.size(); ++p) {
    const Pair& pair = creep.pairs[p];
    const double force = creep.pair_force[p];
    made.force[pair.element] += force;
    if (laws_.network().elements[pair.element].law != Law::Stop || force == 0.0) continue;
    made.side[pair.element] = force > 0 ? 1 : -1;
  }
  return made;
}

Matrix RestSolver::closed_pairs(const RestSolution& at,
                                const std::vector<FrictionAction>& actions) const {
  std::vector<int> closed;
  for (int e = 0; e < laws_.n_elements(); ++e) {
    const NetworkElement& element = laws_.network().elements[e];
    if (!laws_.network().acts(element.deflection)) continue;
    const bool carries_force = std::abs(at.force[e]) > 1e-12 * at.scale;
    if (element.law == Law::Link || (element.is_one_sided() && carries_force) ||
        (element.law == Law::Stop && laws_.lower(e) == laws_.upper(e)) ||
        actions[e].kind == FrictionAction::Kind::Held)
      closed.push_back(e);
  }
  Matrix made(closed.size(), free_.size());
  for (std::size_t i = 0; i < closed.size(); ++i) made.set_row(i, row(closed[i]));
  return made;
}

}  // namespace luztar
