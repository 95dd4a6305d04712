#include "luztar/study/fit/profile.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/core/number_text.h"
#include "luztar/study/fit/fit_problem.h"

namespace luztar {
namespace {

constexpr double kStep = 0.5;        // of the root of the rise
constexpr int kSteps = 24;           // to each side, at most
constexpr double kLeastStep = 0.01;  // of an error: a jump is not looked at more closely

/// -2 log likelihood, but for a constant; rows that follow each other count for less.
double misfit_of(const Residuals& residuals, const Fit& fit, const double* residual, Loss loss) {
  double sum = 0.0;
  for (std::size_t b = 0; b < residuals.blocks().size(); ++b) {
    const Residuals::Block& block = residuals.blocks()[b];
    double own = 0.0;
    for (std::size_t i = 0; i < block.rows; ++i) own += loss_of(loss, residual[block.begin + i]);
    sum += own / repeats(fit.channels[b].correlation, static_cast<std::int64_t>(block.rows));
  }
  return sum;
}

struct ProfilePoint {
  double value, rise;
  std::vector<double> x;
};

class Walk {
 public:
  Walk(Residuals& residuals, const Fit& fit, std::size_t place, const FitSettings& settings)
      : residuals_(residuals),
        fit_(fit),
        place_(static_cast<Index>(place)),
        problem_(problem_of(residuals, settings)),
        least_(misfit_of(residuals, fit, fit.residual.data(), settings.loss)) {
    problem_.max_iterations = 25;
    lower_ = problem_.lower, upper_ = problem_.upper;
  }

  /// Points from the one after the optimum on, as far as the rise is of interest. A rise that is
  /// too steep, which may be a jump, is approached by halves.
  std::vector<ProfilePoint> to(double side) {
    constexpr double kFar = 1.25;  // of the root of the rise at the end of the interval
    std::vector<ProfilePoint> points;
    const double bound = side < 0.0 ? lower_(place_) : upper_(place_);
    double value = fit_.x[static_cast<std::size_t>(place_)], root = 0.0, step = kStep * error();
    std::vector<double> start = fit_.x;
    std::optional<ProfilePoint> beyond;
    for (int tries = 0; tries < kSteps && value != bound && root < kFar * kErrorsOf95; ++tries) {
      const double wanted = value + side * step;
      const double next = side * (wanted - bound) > 0.0 ? bound : wanted;
      std::optional<ProfilePoint> point = at(next, start);
      if (is_stopped()) return points;  // the last one is no least value
      const double gain = point ? std::sqrt(std::max(point->rise, 0.0)) - root : kInfinity;
      if (gain > 2.0 * kStep) {
        if (step <= kLeastStep * error()) break;
        step = 0.5 * std::abs(next - value);
        if (point) beyond = std::move(point);
        continue;
      }
      value = next;
      root += gain;
      start = point->x;
      points.push_back(std::move(*point));
      if (beyond)
        step = 0.5 * std::abs(beyond->value - value);
      else
        step *= gain > 0.0 ? std::clamp(kStep / gain, 0.5, 2.0) : 2.0;
    }
    if (beyond && root < kFar * kErrorsOf95) points.push_back(std::move(*beyond));
    return points;
  }

  bool is_stopped() const { return problem_.goes_on && !problem_.goes_on(0, 0.0); }

 private:
  /// The linearised one; of what the data do not determine a part of the value.
  double error() const {
    const FittedValue& value = fit_.values[static_cast<std::size_t>(place_)];
    if (std::isfinite(value.error) && value.error > 0.0) return value.error;
    return 0.1 * std::max(std::abs(value.value), std::abs(value.start)) + kSmallest;
  }

  std::optional<ProfilePoint> at(double value, const std::vector<double>& start) {
    problem_.lower(place_) = problem_.upper(place_) = value;
    problem_.start = Vector(start);
    const LeastSquaresSolution found = least_squares(problem_);
    if (found.jacobian.size() == 0) return std::nullopt;
    const double misfit = misfit_of(residuals_, fit_, found.residual.data(), problem_.loss);
    return ProfilePoint{value, misfit - least_, {found.x.begin(), found.x.end()}};
  }

  Residuals& residuals_;
  const Fit& fit_;
  Index place_;
  LeastSquaresProblem problem_;
  double least_;
  Vector lower_, upper_;
};

/// Where the root of the rise is that of the interval's end, between the points around it.
double end_of(const std::vector<ProfilePoint>& points, double best, double bound) {
  double value = best, root = 0.0;
  for (const ProfilePoint& point : points) {
    const double next = std::sqrt(std::max(point.rise, 0.0));
    if (next >= kErrorsOf95) {
      const double fraction = (kErrorsOf95 - root) / (next - root);
      return value + fraction * (point.value - value);
    }
    value = point.value, root = next;
  }
  return value == bound ? bound : bound > best ? kInfinity : -kInfinity;
}

}  // namespace

Profile profile(Residuals& residuals, const Fit& fit, std::size_t place,
                const FitSettings& settings) {
  Walk walk(residuals, fit, place, settings);
  const std::vector<ProfilePoint> below = walk.to(-1.0), above = walk.to(1.0);
  const double best = fit.x[place];
  Profile profile{.name = fit.values[place].name};
  const auto add = [&](const ProfilePoint& point) {
    profile.value.push_back(point.value);
    profile.rise.push_back(point.rise);
    profile.x.push_back(point.x);
  };
  for (auto point = below.rbegin(); point != below.rend(); ++point) add(*point);
  add({best, 0.0, fit.x});
  for (const ProfilePoint& point : above) add(point);
  profile.lower = end_of(below, best, residuals.lower()[place]);
  profile.upper = end_of(above, best, residuals.upper()[place]);
  if (walk.is_stopped()) {
    profile.words = "stopped on request";
    return profile;
  }
  constexpr double kBetter = 0.1;
  const auto least = std::ranges::min_element(profile.rise);
  if (*least < -kBetter)
    profile.words =
        "fits better at " +
        rounded_text(profile.value[static_cast<std::size_t>(least - profile.rise.begin())]) +
        ": start the fit there";
  else if (std::isinf(profile.lower) && std::isinf(profile.upper))
    profile.words = "the data set no end to it";
  else if (std::isinf(profile.lower) || std::isinf(profile.upper))
    profile.words = std::string("the data set no ") +
                    (std::isinf(profile.lower) ? "lower" : "upper") + " end to it";
  return profile;
}

}  // namespace luztar
