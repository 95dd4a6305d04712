#include "luztar/study/fit/fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/core/number_text.h"
#include "luztar/matrix/decompositions.h"
#include "luztar/study/fit/data_doubts.h"
#include "luztar/study/fit/fit_problem.h"
#include "luztar/study/fit/force_balance.h"
#include "luztar/study/fit/least_squares.h"
#include "luztar/study/fit/longer_data.h"
#include "luztar/study/fit/undetermined.h"

namespace luztar {
namespace {

std::vector<std::vector<double>> rows_of(const Matrix& matrix) {
  std::vector<std::vector<double>> rows;
  for (Index i = 0; i < matrix.rows(); ++i) {
    rows.emplace_back();
    for (Index j = 0; j < matrix.cols(); ++j) rows.back().push_back(matrix(i, j));
  }
  return rows;
}

Vector vector_of(const std::vector<double>& list) { return Vector(list); }

/// The rows of a channel.
Vector part_of(const Vector& residual, const Residuals::Block& block) {
  return residual.part(block.begin, block.rows);
}

bool evaluate(Residuals& residuals, const Vector& x, Vector& residual, Matrix* jacobian) {
  std::vector<double> rows, slopes;
  if (!residuals.evaluate(x.list(), rows, jacobian != nullptr ? &slopes : nullptr)) return false;
  residual = vector_of(rows);
  if (jacobian != nullptr) *jacobian = Matrix(x.size(), residual.size(), slopes).transpose();
  return true;
}

bool has_unknown_noise(const Residuals& residuals) {
  return std::ranges::any_of(residuals.blocks(), [&](const Residuals::Block& block) {
    return !(residuals.channel(block).noise > 0.0);
  });
}

/// Of each channel whose noise is not known: at first what it moves by, later what is left.
void estimate_noise(Residuals& residuals, const Vector* residual, Index unknowns) {
  for (std::size_t b = 0; b < residuals.blocks().size(); ++b) {
    const Residuals::Block& block = residuals.blocks()[b];
    const MeasuredChannel& channel = residuals.channel(block);
    if (channel.noise > 0.0 || block.rows == 0) continue;
    double sum = 0.0, mean = 0.0;
    const auto n = static_cast<double>(block.rows);
    if (residual != nullptr) {
      const double fraction =
          1.0 - static_cast<double>(unknowns) / static_cast<double>(residuals.rows());
      const Vector own = part_of(*residual, block);
      sum = dot(own, own) / (n * std::max(fraction, 1.0 / n));
      sum *= residuals.noise(b) * residuals.noise(b);
    } else {
      for (const std::size_t i : block.place) mean += channel.values[i] / n;
      for (const std::size_t i : block.place)
        sum += (channel.values[i] - mean) * (channel.values[i] - mean) / n;
    }
    if (sum > 0.0) residuals.set_noise(b, std::sqrt(sum));
  }
}

double correlation_of(const Vector& residual) {
  const Index n = residual.size();
  if (n < 3) return 0.0;
  const Vector centred = without_mean(residual);
  const double size = dot(centred, centred);
  return size > 0.0 ? dot(centred.part(0, n - 1), centred.part(1, n - 1)) / size : 0.0;
}

std::vector<FittedChannel> channels_of(const Residuals& residuals, const Vector& residual) {
  std::vector<FittedChannel> channels;
  for (std::size_t b = 0; b < residuals.blocks().size(); ++b) {
    const Residuals::Block& block = residuals.blocks()[b];
    const MeasuredChannel& measured = residuals.channel(block);
    FittedChannel channel;
    channel.experiment = residuals.experiments()[static_cast<std::size_t>(block.experiment)].name;
    channel.name = measured.name;
    channel.rows = static_cast<std::int64_t>(block.rows);
    channel.noise = residuals.noise(b);
    channel.noise_is_given = measured.noise > 0.0;
    const Vector own = part_of(residual, block);
    double size = 0.0;
    for (const std::size_t i : block.place) size += measured.values[i] * measured.values[i];
    const double left = norm(own) * channel.noise;
    channel.rms = block.rows > 0 ? left / std::sqrt(static_cast<double>(block.rows)) : 0.0;
    channel.relative = size > 0.0 ? left / std::sqrt(size) : 0.0;
    channel.correlation = correlation_of(own);
    if (repeats(channel.correlation, own.size()) > 1.0)
      channel.words = "residuals follow each other (" + rounded_text(channel.correlation, 2) +
                      "): the model leaves something out, or the noise is not white";
    if (channel.noise_is_given && channel.rms > 2.0 * channel.noise)
      channel.words += std::string(channel.words.empty() ? "" : "; ") + "they are " +
                       rounded_text(channel.rms / channel.noise, 2) + " times the given noise";
    if (const std::string lag =
            lag_words(residuals, b, {residual.data(), static_cast<std::size_t>(residual.size())});
        !lag.empty())
      channel.words += (channel.words.empty() ? "" : "; ") + lag;
    channels.push_back(std::move(channel));
  }
  return channels;
}

/// J' W J with the rows of channels whose residuals repeat themselves counted once.
Matrix information(const Residuals& residuals, const LeastSquaresSolution& solution,
                   const Fit& fit) {
  Matrix sum(solution.x.size(), solution.x.size());
  for (std::size_t b = 0; b < residuals.blocks().size(); ++b) {
    const Residuals::Block& block = residuals.blocks()[b];
    const Matrix rows = solution.jacobian.part(block.begin, 0, block.rows, sum.cols());
    const Matrix weighed = part_of(solution.weight, block).as_diagonal() * rows;
    sum += weighed.transpose() * rows / repeats(fit.channels[b].correlation, rows.rows());
  }
  return sum;
}

void note_values(const Residuals& residuals, const LeastSquaresProblem& problem,
                 const LeastSquaresSolution& solution, Fit& fit) {
  const Index n = solution.x.size();
  const Matrix squares = information(residuals, solution, fit);
  std::vector<Index> determined;  // what some row depends on
  for (Index i = 0; i < n; ++i)
    if (squares(i, i) > 0.0) determined.push_back(i);
  const Index m = determined.size();
  Matrix scaled(m, m);
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < m; ++j)
      scaled(i, j) =
          squares(determined[i], determined[j]) /
          std::sqrt(squares(determined[i], determined[i]) * squares(determined[j], determined[j]));
  const auto [values, vectors] = m > 0 ? symmetric_eigenvalues(scaled) : SymmetricEigenvalues{};
  Matrix inverse(m, m);
  for (Index k = 0; k < m; ++k) {
    const double size = std::max(values[k], kNoise);
    for (Index j = 0; j < m; ++j)
      for (Index i = 0; i < m; ++i) inverse(i, j) += vectors(i, k) * vectors(j, k) / size;
  }
  Matrix covariance(n, n);
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < m; ++j)
      covariance(determined[i], determined[j]) =
          inverse(i, j) /
          std::sqrt(squares(determined[i], determined[i]) * squares(determined[j], determined[j]));
  Matrix correlation(n, n);
  for (const Index i : determined)
    for (const Index j : determined)
      correlation(i, j) = covariance(i, j) / std::sqrt(covariance(i, i) * covariance(j, j));
  for (Index i = 0; i < n; ++i) {
    const Residuals::Unknown& unknown = residuals.unknowns()[static_cast<std::size_t>(i)];
    FittedValue value{.name = unknown.name, .value = solution.x(i), .start = problem.start(i)};
    if (unknown.experiment >= 0)
      value.name +=
          " [" + residuals.experiments()[static_cast<std::size_t>(unknown.experiment)].name + "]";
    value.at_bound = value.value <= problem.lower(i) || value.value >= problem.upper(i);
    value.error = squares(i, i) > 0.0 ? std::sqrt(covariance(i, i)) : kInfinity;
    value.lower = std::max(value.value - kErrorsOf95 * value.error, problem.lower(i));
    value.upper = std::min(value.value + kErrorsOf95 * value.error, problem.upper(i));
    fit.values.push_back(std::move(value));
  }
  fit.covariance = rows_of(covariance);
  fit.correlation = rows_of(correlation);
}

/// Values that the data do not determine, and values that they determine only together.
void note_limits(const Residuals& residuals, Fit& fit) {
  constexpr double kTogether = 0.98;
  for (std::size_t i = 0; i < fit.values.size(); ++i) {
    FittedValue& value = fit.values[i];
    if (std::isinf(value.error)) {
      value.words = "cannot be told: no measured row changes with it";
      const std::string why = why_undetermined(residuals, fit.x, residuals.unknowns()[i].name);
      if (!why.empty()) value.words += "; " + why;
      continue;
    }
    if (value.lower < 0.0 && value.upper > 0.0) value.words = "cannot be told from 0";
    if (value.at_bound) value.words = "at its bound";
    std::string others;
    for (std::size_t j = 0; j < fit.values.size(); ++j)
      if (j != i && std::abs(fit.correlation[i][j]) > kTogether)
        others += (others.empty() ? "" : ", ") + fit.values[j].name;
    if (!others.empty())
      value.words +=
          std::string(value.words.empty() ? "" : "; ") + "told only together with " + others;
  }
}

}  // namespace

namespace {

/// Where the balance of forces has the values; nothing where that is not known.
std::optional<Vector> values_of_balance(Residuals& residuals, Fit& fit) {
  const ForceBalance balance = balance_forces(residuals, residuals.start());
  fit.no_balance = balance.words;
  if (!balance.found) return std::nullopt;
  return vector_of(balance.x);
}

/// What is left is noise: no other place has a least value that is clearly lower.
bool leaves_noise(const Residuals& residuals, const LeastSquaresSolution& solution) {
  return solution.found && std::ranges::all_of(residuals.blocks(), [&](const auto& block) {
           const Vector own = part_of(solution.residual, block);
           return repeats(correlation_of(own), own.size()) == 1.0;
         });
}

bool is_better(const LeastSquaresSolution& one, const LeastSquaresSolution& other) {
  return one.jacobian.size() > 0 && one.jacobian.is_finite() &&
         (other.jacobian.size() == 0 || one.cost < other.cost);
}

/// From the better of both places and, unless it leaves noise alone, from the other: a motion with
/// dry friction has more than one least value.
LeastSquaresSolution from_both(LeastSquaresProblem problem, const std::optional<Vector>& other,
                               const Residuals& residuals, Fit& fit) {
  Vector second = problem.start;
  if (other) {
    const auto cost = [&](const Vector& x) {
      Vector residual;
      return problem.evaluate(x, residual, nullptr) ? dot(residual, residual) : kInfinity;
    };
    if (cost(*other) < cost(problem.start))
      problem.start = *other;
    else
      second = *other;
  }
  LeastSquaresSolution solution = least_squares(problem);
  fit.iterations += solution.iterations;
  if (!other || leaves_noise(residuals, solution)) return solution;
  problem.start = second;
  LeastSquaresSolution from_second = least_squares(problem);
  fit.iterations += from_second.iterations;
  return is_better(from_second, solution) ? from_second : solution;
}

/// The same once more where it does not follow the data.
LeastSquaresSolution from_shorter_data(LeastSquaresProblem problem,
                                       const std::optional<Vector>& balance,
                                       const Residuals& residuals,
                                       const LeastSquaresSolution& solution, Fit& fit) {
  std::vector<Vector> starts{problem.start};
  if (balance) starts.push_back(*balance);
  const FoundPlace place = along_longer_data(residuals, problem, starts);
  problem.start = place.x;
  LeastSquaresSolution again = least_squares(problem);
  fit.iterations += place.iterations + again.iterations;
  fit.runs += place.runs.plain;
  fit.runs_with_derivatives += place.runs.with_derivatives;
  return is_better(again, solution) ? again : solution;
}

void note_validation(const Residuals& residuals, Fit& fit) {
  constexpr double kBad = 2.0;  // of the noise
  std::optional<Residuals> unseen = residuals.of_validation();
  if (!unseen) return;
  for (std::size_t b = 0; b < unseen->blocks().size(); ++b) {
    const Residuals::Block& block = unseen->blocks()[b];
    const auto e = static_cast<std::size_t>(block.experiment);
    const double noise = noise_of(fit, unseen->experiments()[e].name, unseen->channel(block).name);
    if (noise > 0.0) unseen->set_noise(b, noise);
  }
  Vector residual;
  if (!evaluate(*unseen, vector_of(fit.x), residual, nullptr)) {
    fit.warnings.push_back("the data for validation have no run: " + unseen->words());
    return;
  }
  for (FittedChannel& channel : channels_of(*unseen, residual)) {
    if (channel.rows == 0) continue;
    if (noise_of(fit, channel.experiment, channel.name) == 0.0)
      channel.noise = std::numeric_limits<double>::quiet_NaN();  // not known
    channel.words = channel.rms > kBad * channel.noise
                        ? "what was not fitted is " + rounded_text(channel.rms / channel.noise, 2) +
                              " noises off: the model does not hold there"
                        : "";
    fit.validation.push_back(std::move(channel));
  }
}

/// Noise from what is left. @return how far one has changed, relative
double weigh_again(Residuals& residuals, LeastSquaresSolution& solution) {
  std::vector<double> before;
  for (std::size_t b = 0; b < residuals.blocks().size(); ++b) before.push_back(residuals.noise(b));
  estimate_noise(residuals, &solution.residual, solution.x.size());
  double change = 0.0;
  for (std::size_t b = 0; b < before.size(); ++b) {
    const double ratio = before[b] / residuals.noise(b);
    change = std::max(change, std::abs(ratio - 1.0));
    const Residuals::Block& block = residuals.blocks()[b];
    const auto end = static_cast<Index>(block.begin + block.rows);
    for (auto i = static_cast<Index>(block.begin); i < end; ++i) {
      solution.residual[i] *= ratio;
      for (Index j = 0; j < solution.x.size(); ++j) solution.jacobian(i, j) *= ratio;
    }
  }
  return change;
}

}  // namespace

LeastSquaresProblem problem_of(Residuals& residuals, const FitSettings& settings) {
  return {.evaluate = [&residuals](
                          const Vector& x, Vector& residual,
                          Matrix* jacobian) { return evaluate(residuals, x, residual, jacobian); },
          .start = vector_of(settings.start.empty() ? residuals.start() : settings.start),
          .lower = vector_of(residuals.lower()),
          .upper = vector_of(residuals.upper()),
          .ordered = residuals.levels(),
          .loss = settings.loss,
          .max_iterations = settings.max_iterations,
          .enough = settings.enough,
          .goes_on = settings.goes_on};
}

Fit fit(Residuals& residuals, const FitSettings& settings) {
  constexpr int kWeighings = 4;     // noise from residuals, residuals from noise
  constexpr double kSteady = 0.01;  // of a noise
  constexpr double kRough = 0.01;   // of the cost, while weights are not known
  Fit fit;
  const Residuals::Runs before = residuals.runs();
  LeastSquaresProblem problem = problem_of(residuals, settings);
  const bool weighs = has_unknown_noise(residuals);
  if (weighs) estimate_noise(residuals, nullptr, problem.start.size());
  LeastSquaresSolution solution;
  const Vector start = problem.start;
  std::optional<Vector> balance;
  if (settings.balances) balance = values_of_balance(residuals, fit);
  for (int weighing = 0;; ++weighing) {
    const bool is_rough = weighs && residuals.blocks().size() > 1 && weighing == 0;
    problem.enough = is_rough ? std::max(kRough, settings.enough) : settings.enough;
    solution = from_both(problem, weighing == 0 ? balance : std::nullopt, residuals, fit);
    if (weighing == 0 && settings.balances &&
        (solution.jacobian.size() == 0 || !follows_data(residuals, solution.residual)))
      solution = from_shorter_data(problem, balance, residuals, solution, fit);
    if (!solution.found || !weighs || weighing == kWeighings) break;
    const double change = weigh_again(residuals, solution);
    // One channel alone, or a loss that is linear and weights that stay: the place is the same.
    const bool stays = !is_rough && settings.loss == Loss::Linear &&
                       (change < kSteady || residuals.blocks().size() == 1);
    if (stays) break;
    problem.start = solution.x;
  }
  problem.start = start;
  fit.found = solution.found;
  fit.words = solution.words;
  if (!fit.found && !residuals.words().empty()) fit.words += ": " + residuals.words();
  fit.x = solution.x.list();
  fit.residual = solution.residual.list();
  fit.cost = solution.cost;
  fit.warnings = residuals.warnings();
  fit.runs += residuals.runs().plain - before.plain;
  fit.runs_with_derivatives += residuals.runs().with_derivatives - before.with_derivatives;
  if (solution.jacobian.size() == 0) return fit;
  fit.channels = channels_of(residuals, solution.residual);
  note_validation(residuals, fit);
  note_values(residuals, problem, solution, fit);
  for (std::size_t i = 0; i < fit.values.size(); ++i)
    fit.values[i].balance = balance ? (*balance)(i) : std::numeric_limits<double>::quiet_NaN();
  note_limits(residuals, fit);
  return fit;
}

double noise_of(const Fit& fit, const std::string& experiment, const std::string& channel) {
  double noise = 0.0;
  for (const FittedChannel& one : fit.channels)
    if (one.name == channel && (noise == 0.0 || one.experiment == experiment)) noise = one.noise;
  return noise;
}

double repeats(double correlation, std::int64_t rows) {
  if (std::abs(correlation) < 3.0 / std::sqrt(static_cast<double>(rows))) return 1.0;
  const double bounded = std::clamp(correlation, 0.0, 0.999);
  return (1.0 + bounded) / (1.0 - bounded);
}

}  // namespace luztar
