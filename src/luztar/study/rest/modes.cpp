#include "luztar/study/rest/modes.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "luztar/model/delays.h"
#include "luztar/study/rest/linear_motion.h"
#include "luztar/study/rest/modes_pattern.h"
#include "luztar/study/rest/resting_model.h"

namespace luztar {
namespace {

using Law = NetworkElement::Law;
using Shape = std::vector<std::complex<double>>;

/// The network in all of its free bodies.
struct FreeBodies {
  std::vector<int> body;   ///< (free)
  std::vector<int> place;  ///< (bodies) -1: given
};

FreeBodies free_bodies(const InstantLaws& laws) {
  FreeBodies made;
  made.place.assign(laws.n_bodies(), -1);
  for (int b = 0; b < laws.n_bodies(); ++b) {
    if (laws.network().is_given(b)) continue;
    made.place[b] = static_cast<int>(made.body.size());
    made.body.push_back(b);
  }
  return made;
}

ForceSlope slope_of(const RestingModel& problem, const MotionPattern& pattern, int e) {
  const InstantLaws& laws = problem.laws;
  if (laws.network().elements[e].law == Law::Internal) return laws.bristles(e);
  if (laws.has_gap(e) && pattern.touches[e] == 0) return {};
  if (laws.has_gap(e)) {
    ForceSlope touching = laws.contact_slope(e);
    touching.force = laws.force(e, pattern.at).force;
    return touching;
  }
  return laws.force(e, pattern.at, pattern.actions[e]);
}

LinearMotion linearised(const RestingModel& problem, const MotionPattern& pattern,
                        const FreeBodies& free) {
  const Index n = free.body.size();
  LinearMotion made{Matrix(n, n), Matrix(n, n), Matrix(n, n)};
  for (Index i = 0; i < n; ++i) made.mass(i, i) = problem.system.bodies()[free.body[i]].mass;
  for (const MassCoupling& coupling : problem.couplings) {
    const int i = free.place[coupling.a], j = free.place[coupling.b];
    if (i < 0 || j < 0) continue;
    made.mass(i, j) += coupling.value;
    made.mass(j, i) += coupling.value;
  }
  for (int e = 0; e < problem.laws.n_elements(); ++e) {
    if (pattern.is_constraint[e] != 0) continue;
    const ForceSlope slope = slope_of(problem, pattern, e);
    const auto arms = problem.laws.arms(e, pattern.at.q);
    for (const auto& bend : problem.laws.bends(e, pattern.at.q))
      if (free.place[bend.body] >= 0 && free.place[bend.other] >= 0)
        made.stiffness(free.place[bend.body], free.place[bend.other]) -=
            problem.laws.sign(e) * bend.slope * slope.force;
    for (const auto& [body, arm] : arms) {
      const int i = free.place[body];
      if (i < 0) continue;
      const double along = -problem.laws.sign(e) * arm;
      const auto add = [&](Matrix& to, int other, double value) {
        if (free.place[other] >= 0) to(i, free.place[other]) += along * value;
      };
      for (const auto& [other, other_arm] : arms) {
        add(made.stiffness, other, slope.by_deflection * other_arm);
        add(made.damping, other, slope.by_rate * other_arm);
      }
      for (const auto& [other, value] : slope.by_position) add(made.stiffness, other, value);
      for (const auto& [other, value] : slope.by_velocity) add(made.damping, other, value);
    }
  }
  return made;
}

Matrix constraints(const RestingModel& problem, const MotionPattern& pattern,
                   const FreeBodies& free) {
  std::vector<int> closed;
  for (int e = 0; e < problem.laws.n_elements(); ++e)
    if (pattern.is_constraint[e] != 0) closed.push_back(e);
  Matrix made(closed.size(), free.body.size());
  for (std::size_t i = 0; i < closed.size(); ++i)
    for (const auto& [body, arm] : problem.laws.arms(closed[i], pattern.at.q))
      if (free.place[body] >= 0) made(i, free.place[body]) += arm;
  return made;
}

SquareMatrix square_of(const Matrix& matrix) {
  SquareMatrix made(static_cast<std::size_t>(matrix.rows()));
  for (Index i = 0; i < matrix.rows(); ++i)
    for (Index j = 0; j < matrix.cols(); ++j) made[i].push_back(matrix(i, j) + 0.0);
  return made;
}

/// Real parts below this fraction of the largest |value| are rounding.
Stability stability_of(std::complex<double> value, double largest) {
  const double least = 1e-10 * std::fmax(std::abs(value), 1e-3 * largest);
  return value.real() > least    ? Stability::Unstable
         : value.real() < -least ? Stability::Stable
                                 : Stability::Neutral;
}

/// The largest component is 1; of several that are as large the first.
Shape normalised(const Shape& shape) {
  double most = 0.0;
  for (const std::complex<double> x : shape) most = std::max(most, std::abs(x));
  const auto first = std::ranges::find_if(
      shape, [&](std::complex<double> x) { return std::abs(x) >= (1 - 1e-9) * most; });
  if (!(most > 0.0)) return shape;
  const std::complex<double> unit = *first;
  Shape made;
  for (const std::complex<double> x : shape) made.push_back(x * std::conj(unit) / std::norm(unit));
  return made;
}

void add_motions(const LinearMotion& reduced, const Matrix& basis, const FreeBodies& free,
                 SmallMotions& made) {
  double largest = 0.0;
  const std::vector<Eigenmotion> all = eigenmotions(reduced);
  for (const Eigenmotion& motion : all) largest = std::fmax(largest, std::abs(motion.value));
  made.stability = Stability::Stable;
  for (const Eigenmotion& motion : all) {
    SmallMotion item{motion.value, 0.0, 0.0, stability_of(motion.value, largest), {}};
    const double size = std::abs(motion.value);
    if (motion.value.imag() != 0.0) item.frequency = size / (2 * std::numbers::pi);
    if (size > 0) item.damping = -motion.value.real() / size;
    const Shape shape = normalised(basis * motion.shape);
    item.shape.assign(made.bodies.size(), 0.0);
    for (std::size_t i = 0; i < free.body.size(); ++i) item.shape[free.body[i]] = shape[i];
    made.stability = std::max(made.stability, item.stability);
    made.motions.push_back(std::move(item));
  }
}

void refuse_without_rest(const Model& model, const Equilibrium& rest) {
  if (rest.found) return;
  throw ModelError({model.file, 0, 0}, "there is no equilibrium to move about: " + rest.reason,
                   "give what drifts a spring, a stop or a friction that holds it; or linearise "
                   "about the start with --at start");
}

}  // namespace

const char* to_text(Stability stability) {
  return stability == Stability::Stable     ? "stable"
         : stability == Stability::Unstable ? "unstable"
                                            : "neutral";
}

SmallMotions small_motions(const Model& model, const ModesSettings& settings) {
  refuse_delays(model, "small motions are without end in number with",
                "run the model to see what grows, or leave the delay out");
  const EquilibriumSettings sliding = equilibrium_settings(resting_model(model, {}), settings);
  const RestingModel problem = resting_model(model, sliding.sliding);
  SmallMotions made;
  made.at_start = settings.at_start;
  for (const Body& body : model.bodies) made.bodies.push_back(body.name);
  if (!settings.at_start) {
    made.equilibrium = equilibrium(model, sliding);
    refuse_without_rest(model, made.equilibrium);
  }
  const MotionPattern pattern =
      pattern_of(problem, settings.at_start ? nullptr : &made.equilibrium, settings);
  made.pattern = pattern_text(problem, pattern);
  const FreeBodies free = free_bodies(problem.laws);
  const LinearMotion whole = linearised(problem, pattern, free);
  if (!whole.stiffness.is_finite() || !whole.damping.is_finite())
    throw ModelError({model.file, 0, 0}, "a force has no finite slope here",
                     "a root or a power at zero, or a division by it: move the place, or write the "
                     "law without it");
  const Coordinates coordinates = free_coordinates(constraints(problem, pattern, free));
  const LinearMotion reduced = in_coordinates(whole, coordinates.basis);
  for (const int i : coordinates.chosen)
    made.coordinates.push_back(model.bodies[static_cast<std::size_t>(free.body[i])].name);
  made.basis.assign(model.bodies.size(), std::vector<double>(made.coordinates.size(), 0.0));
  for (std::size_t i = 0; i < free.body.size(); ++i)
    for (std::size_t j = 0; j < made.coordinates.size(); ++j)
      made.basis[free.body[i]][j] = coordinates.basis(i, j) + 0.0;
  made.mass = square_of(reduced.mass);
  made.damping = square_of(reduced.damping);
  made.stiffness = square_of(reduced.stiffness);
  const Matrix asymmetry = reduced.stiffness - reduced.stiffness.transpose();
  made.symmetric = sum_of_sizes(asymmetry.list()) <= 1e-12 * sum_of_sizes(reduced.stiffness.list());
  add_motions(reduced, coordinates.basis, free, made);
  return made;
}

}  // namespace luztar
