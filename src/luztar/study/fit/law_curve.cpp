#include "luztar/study/fit/law_curve.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/compile/friction_laws.h"
#include "luztar/matrix/matrix.h"
#include "luztar/model/check.h"

namespace luztar {
namespace {

/// Denser where laws bend.
std::vector<double> velocities_to(double fastest) {
  constexpr int kPoints = 80;  // in each direction
  std::vector<double> velocities;
  for (int i = kPoints; i >= 0; --i)
    velocities.push_back(-fastest * std::pow(static_cast<double>(i) / kPoints, 2.0));
  for (int i = 0; i <= kPoints; ++i)
    velocities.push_back(fastest * std::pow(static_cast<double>(i) / kPoints, 2.0));
  return velocities;
}

/// Forces at the velocities, then the limits at rest.
Vector forces_of(const SlidingLaw& law) {
  Vector forces(law.force);
  forces.push_back(law.lower);
  forces.push_back(law.upper);
  return forces;
}

/// Differences over a small part of the error of each value, or of the value if that is less: a
/// speed or a level that is hardly determined keeps its sign.
struct Slopes {
  explicit Slopes(const Residuals& residuals, const Fit& fit) {
    constexpr double kPart = 0.01;
    for (std::size_t i = 0; i < fit.x.size(); ++i) {
      const double size = std::abs(fit.x[i]);
      const double step = kPart * std::min(fit.values[i].error, size > 0.0 ? size : kInfinity);
      if (!std::isfinite(step) || step == 0.0) continue;
      std::vector<double> there = fit.x, back = fit.x;
      there[i] += step;
      back[i] -= step;
      sides.push_back({i, step, residuals.fitted(there), residuals.fitted(back)});
    }
  }
  struct Side {
    std::size_t value;
    double step;
    Model there, back;
  };
  std::vector<Side> sides;
};

}  // namespace

std::vector<std::string> elements_with_laws(const Model& model) {
  std::vector<std::string> names;
  for (const auto& element : model.frictions) names.push_back(element.name);
  return names;
}

std::vector<LawCurve> law_curves(const Residuals& residuals, const Fit& fit,
                                 const std::function<double(const std::string& name)>& fastest,
                                 std::size_t most) {
  const Model fitted = residuals.fitted(fit.x);
  const Slopes slopes(residuals, fit);
  const Index n = fit.x.size();
  Matrix covariance(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) covariance(i, j) = fit.covariance[i][j];
  std::vector<LawCurve> curves;
  for (std::size_t f = 0; f < fitted.frictions.size() && curves.size() < most; ++f) {
    const double speed = fastest(fitted.frictions[f].name);
    if (!(speed > 0.0) || !std::isfinite(speed)) continue;
    LawCurve curve{.name = fitted.frictions[f].name, .velocity = velocities_to(speed)};
    const auto law_of = [&](const Model& model) {
      return sliding_law(model.frictions[f], evaluate_parameters(model), curve.velocity);
    };
    SlidingLaw law = law_of(fitted);
    Matrix changes(static_cast<Index>(law.force.size()) + 2, n);
    for (const Slopes::Side& side : slopes.sides)
      changes.set_col(side.value, (forces_of(law_of(side.there)) - forces_of(law_of(side.back))) /
                                      (2.0 * side.step));
    const Vector errors = row_dots(changes * covariance, changes).each([](double x) {
      return std::sqrt(std::max(x, 0.0));
    });
    curve.is_coefficient = law.is_coefficient;
    curve.lower = law.lower, curve.upper = law.upper;
    curve.lower_error = errors(errors.size() - 2), curve.upper_error = errors(errors.size() - 1);
    curve.error.assign(errors.begin(), errors.end() - 2);
    curve.force = std::move(law.force);
    curves.push_back(std::move(curve));
  }
  return curves;
}

}  // namespace luztar
