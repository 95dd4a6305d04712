#include "luztar/study/rest/rest_ranges.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "luztar/matrix/decompositions.h"

namespace luztar {
namespace {

using Kind = FrictionAction::Kind;

constexpr std::size_t kMostFree = 120;  // bodies: two solutions for each
constexpr int kMostRounds = 8;

class Ranges {
 public:
  Ranges(const RestingModel& problem, const RestSolver& solver,
         const std::vector<FrictionAction>& held, const RestSolution& rest)
      : problem_(problem), solver_(solver), rest_(rest), base_(held) {
    for (int e = 0; e < problem.laws.n_elements(); ++e) {
      if (held[e].kind != Kind::Held) continue;
      frictions_.push_back(e);
      base_[e] = {.kind = Kind::Pushed, .fraction = fraction_of(e)};
    }
  }

  /// The farthest place of the free body i, in the direction of `sign`.
  double farthest(int i, double sign) const {
    const int body = solver_.free()[i];
    std::vector<FrictionAction> actions = base_;
    RestSolution at = rest_;
    double best = rest_.q[body];
    for (int round = 0; round < kMostRounds; ++round) {
      if (!push(i, sign, at, actions)) break;
      RestSolution next = solver_.solve(at.q, actions);
      if (!next.found) {
        const bool goes = std::any_of(
            next.adrift.begin(), next.adrift.end(),
            [&](const auto& item) { return item.first == body && item.second * sign > 0; });
        return goes ? sign * std::numeric_limits<double>::infinity() : best;
      }
      best = sign * std::fmax(sign * best, sign * next.q[body]);
      at = std::move(next);
    }
    return best;
  }

  bool linear() const {
    for (int e = 0; e < problem_.laws.n_elements(); ++e) {
      const NetworkElement& element = problem_.laws.network().elements[e];
      if (problem_.laws.has_gap(e) || element.is_one_sided() || element.written != nullptr ||
          element.deflection.formula)
        return false;
    }
    return true;
  }

 private:
  /// The part of its limit that a friction takes in the equilibrium.
  double fraction_of(int e) const {
    const auto [backward, forward] = problem_.laws.holding(e, {rest_.q, problem_.start.v});
    const double limit = rest_.force[e] > 0 ? forward : backward;
    return limit > 0 ? std::clamp(rest_.force[e] / limit, -1.0, 1.0) : 0.0;
  }

  /// How far a force of 1 on each friction moves the body i; where nothing is stiff, very far.
  Vector reach(int i, const RestSolution& at, const std::vector<FrictionAction>& actions) const {
    Matrix k = solver_.stiffness(at.q, actions);
    const auto n = k.rows();
    const double most = std::fmax(largest(k.diagonal()), 1e-300);
    const double floor = 1e-9 * (most > 1e-290 ? most : 1.0);
    for (Index d = 0; d < n; ++d) k(d, d) += floor;
    const Matrix closed = solver_.closed_pairs(at, actions);
    const auto m = closed.rows();
    Matrix all(n + m, n + m);
    all.set_part(0, 0, k.transpose());
    all.set_part(0, n, closed.transpose());
    all.set_part(n, 0, closed);
    Vector unit(n + m);
    unit[i] = 1.0;
    const Vector moved = least_squares_solution(all, unit).part(0, n);
    Vector made(frictions_.size());
    for (std::size_t f = 0; f < frictions_.size(); ++f)
      made[f] = -dot(solver_.row(frictions_[f]), moved);
    return made;
  }

  /// Turns the frictions; false if they were that way already.
  bool push(int i, double sign, const RestSolution& at,
            std::vector<FrictionAction>& actions) const {
    const Vector motion = reach(i, at, actions);
    const double least = 1e-10 * largest(motion);
    bool changed = false;
    for (std::size_t f = 0; f < frictions_.size(); ++f) {
      const double along = sign * motion[f];
      if (std::abs(along) <= least || along == 0.0) continue;
      const double fraction = along > 0 ? 1.0 : -1.0;
      changed = changed || actions[frictions_[f]].fraction != fraction;
      actions[frictions_[f]].fraction = fraction;
    }
    return changed;
  }

  const RestingModel& problem_;
  const RestSolver& solver_;
  const RestSolution& rest_;
  std::vector<FrictionAction> base_;
  std::vector<int> frictions_;
};

}  // namespace

void find_ranges(const RestingModel& problem, const RestSolver& solver,
                 const std::vector<FrictionAction>& held, const RestSolution& rest,
                 Equilibrium& made) {
  if (solver.free().size() > kMostFree) return;
  const Ranges ranges(problem, solver, held, rest);
  made.has_ranges = true;
  made.exact_ranges = ranges.linear();
  for (std::size_t i = 0; i < solver.free().size(); ++i) {
    RestBody& body = made.bodies[solver.free()[i]];
    body.lower = ranges.farthest(static_cast<int>(i), -1.0);
    body.upper = ranges.farthest(static_cast<int>(i), 1.0);
  }
}

}  // namespace luztar
