#include "luztar/study/fit/law_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "luztar/study/fit/loss.h"
#include "luztar/study/fit/simplex.h"

namespace luztar {
namespace {

constexpr double kPart = 100.0;      // of what a row is worth
constexpr int kMostIterations = 25;  // iterations
constexpr int kMostOfFold = 6;       // of a fold, which begins at the values of all

/// The sum of losses of a channel, in its own unit.
double losses(const Residuals& residuals, const std::vector<double>& residual, std::size_t block,
              Loss loss) {
  const Residuals::Block& rows = residuals.blocks()[block];
  double sum = 0.0;
  for (std::size_t i = rows.begin; i < rows.begin + rows.rows; ++i)
    sum += loss_of(loss, residual[i]);
  return sum * residuals.noise(block) * residuals.noise(block);
}

/// -2 log likelihood of the channels, but for a constant.
std::vector<double> misfits_of(const Residuals& residuals, const std::vector<double>& residual,
                               Loss loss) {
  std::vector<double> misfits;
  for (std::size_t b = 0; b < residuals.blocks().size(); ++b) {
    const Residuals::Block& block = residuals.blocks()[b];
    const double sum = losses(residuals, residual, b, loss);
    const double noise = residuals.channel(block).noise;
    const auto n = static_cast<double>(std::max<std::size_t>(block.rows, 1));
    misfits.push_back(noise > 0.0 ? sum / (noise * noise)
                                  : n * std::log(std::max(sum / n, kSmallest)));
  }
  return misfits;
}

double sum_of(const std::vector<double>& list) {
  double sum = 0.0;
  for (const double x : list) sum += x;
  return sum;
}

/// One of each list of seeds, and the values as they are.
std::vector<LawValues> seeds_of(const LawCandidate& law, const LawValues& before) {
  std::vector<LawValues> seeds{before};
  for (const LawValue& value : law.values) {
    if (value.seeds.empty()) continue;
    std::vector<LawValues> more;
    for (const LawValues& seed : seeds)
      for (const double x : value.seeds) {
        more.push_back(seed);
        more.back()[{value.name, -1}] = x;
      }
    seeds = std::move(more);
  }
  if (std::ranges::find(seeds, before) == seeds.end()) seeds.push_back(before);
  return seeds;
}

/// What is not there, as in the file; all within their bounds.
std::vector<double> at(const Residuals& residuals, const LawValues& values) {
  std::vector<double> x = residuals.start();
  const std::vector<double> lower = residuals.lower(), upper = residuals.upper();
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Residuals::Unknown& unknown = residuals.unknowns()[i];
    const auto found = values.find({unknown.name, unknown.experiment});
    if (found != values.end()) x[i] = found->second;
    x[i] = std::clamp(x[i], lower[i], upper[i]);
  }
  return x;
}

}  // namespace

FitSettings LawSearch::settings(const LawCandidate& law, std::vector<double> start,
                                bool balances) const {
  std::size_t rows = 1;
  for (const Experiment& experiment : experiments_)
    rows += experiment.time.size() * experiment.channels.size();
  return {.loss = loss_,
          .balances = balances,
          .start = std::move(start),
          .max_iterations = kMostIterations,
          .enough = 1.0 / (kPart * static_cast<double>(rows)),
          .goes_on = [this, &law](int, double) {
            return goes_on(law.name);
          }};
}

/// From the best of the seeds, at `most` so many of them.
void LawSearch::go_down(const LawCandidate& law, const std::vector<LawValues>& seeds,
                        std::size_t most, FoundLaw& found) const {
  Residuals residuals(law.model, experiments_, law.free);
  std::vector<std::pair<double, std::vector<double>>> starts;
  for (const LawValues& seed : seeds) {
    std::vector<double> x = at(residuals, seed), residual;
    if (!residuals.evaluate(x, residual, nullptr)) continue;
    const double misfit = sum_of(misfits_of(residuals, residual, loss_));
    if (std::isfinite(misfit)) starts.emplace_back(misfit, std::move(x));
  }
  if (starts.empty() && !found.is_there()) found.fit.words = residuals.words();
  std::ranges::sort(starts, {}, &std::pair<double, std::vector<double>>::first);
  starts.resize(std::min(starts.size(), most));
  for (const auto& [misfit, start] : starts)
    go_down_from(law, start, law.is_straight && &start == &starts.front().second, found);
}

void LawSearch::go_down_from(const LawCandidate& law, const std::vector<double>& start,
                             bool balances, FoundLaw& found) const {
  Residuals residuals(law.model, experiments_, law.free);
  Fit fitted = fit(residuals, settings(law, start, balances));
  if (fitted.values.empty()) {
    if (!found.is_there()) found.fit.words = fitted.words;
    return;
  }
  std::vector<double> misfits = misfits_of(residuals, fitted.residual, loss_);
  const double sum = sum_of(misfits);
  if (found.is_there() && !(sum < found.misfit)) return;
  found.misfit = sum;
  found.misfits = std::move(misfits);
  found.values.clear();
  for (std::size_t i = 0; i < fitted.x.size(); ++i)
    found.values[{residuals.unknowns()[i].name, residuals.unknowns()[i].experiment}] = fitted.x[i];
  found.fit = std::move(fitted);
}

/// Where a friction hardly holds, or hardly breaks, derivatives are huge and reach nowhere.
std::vector<double> LawSearch::without_derivatives(const LawCandidate& law,
                                                   const FoundLaw& found) const {
  constexpr double kStep = 0.02;  // of a value
  constexpr int kRuns = 200;
  Residuals residuals(law.model, experiments_, law.free);
  for (std::size_t b = 0; b < residuals.blocks().size(); ++b)
    residuals.set_noise(b, found.fit.channels[b].noise);
  const std::vector<double> lower = residuals.lower(), upper = residuals.upper();
  std::vector<double> steps;
  for (const double x : found.fit.x) steps.push_back(kStep * x);
  const auto misfit = [&](const std::vector<double>& x) {
    std::vector<double> residual;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (x[i] < lower[i] || x[i] > upper[i]) return kInfinity;
    if (!goes_on(law.name) || !residuals.evaluate(x, residual, nullptr)) return kInfinity;
    const double sum = sum_of(misfits_of(residuals, residual, loss_));
    return std::isfinite(sum) ? sum : kInfinity;
  };
  return descend_by_simplex(misfit, found.fit.x, steps, kRuns).x;
}

/// A law that the model cannot have, as a gap at a body without mass, says so in its words.
FoundLaw LawSearch::find(const LawCandidate& law, const LawValues& before) const {
  constexpr std::size_t kStarts = 2;
  FoundLaw found;
  try {
    go_down(law, seeds_of(law, before), kStarts, found);
  } catch (const ModelError& error) {
    found.fit.words = to_text(error.diagnostics().front());
  }
  return found;
}

void LawSearch::improve(const LawCandidate& law, const std::vector<LawValues>& others, double least,
                        FoundLaw& found) const {
  constexpr double kHopeless = 200.0;  // worse than the best by so much, no least value mends it
  if (!found.is_there()) return;
  std::vector<LawValues> seeds;
  for (const LawValues& other : others) {
    seeds.push_back(found.values);
    for (const auto& [name, value] : other) seeds.back()[name] = value;
  }
  go_down(law, seeds, 1, found);
  if (!goes_on(law.name)) return;
  const double behind = found.misfit - least;
  if (behind < kHopeless && (behind > kWorth || !found.fit.found))
    go_down_from(law, without_derivatives(law, found), false, found);
}

void LawSearch::look_at_unseen(const LawCandidate& law, int folds, const std::vector<double>& noise,
                               FoundLaw& found) const {
  const auto n_folds = static_cast<std::size_t>(folds);
  const auto fold_of = [&](std::size_t row, std::size_t rows) {
    return row * n_folds / rows;
  };
  Residuals residuals(law.model, experiments_, law.free);
  for (std::size_t b = 0; b < residuals.blocks().size(); ++b) residuals.set_noise(b, noise[b]);
  double sum = 0.0;
  found.unseen = kInfinity;
  for (std::size_t fold = 0; fold < n_folds; ++fold) {
    std::vector<Experiment> seen = experiments_;
    for (Experiment& experiment : seen)
      for (MeasuredChannel& channel : experiment.channels)
        for (std::size_t i = 0; i < channel.values.size(); ++i)
          if (fold_of(i, channel.values.size()) == fold)
            channel.values[i] = std::numeric_limits<double>::quiet_NaN();
    Residuals others(law.model, seen, law.free);
    FitSettings few = settings(law, found.fit.x, false);
    few.max_iterations = kMostOfFold;
    const Fit of_others = fit(others, few);
    std::vector<double> residual;
    if (of_others.x.size() != found.fit.x.size() ||
        !residuals.evaluate(of_others.x, residual, nullptr))
      return;
    for (const Residuals::Block& block : residuals.blocks()) {
      const std::size_t rows = experiments_[static_cast<std::size_t>(block.experiment)].time.size();
      for (std::size_t i = 0; i < block.rows; ++i)
        if (fold_of(block.place[i], rows) == fold) sum += loss_of(loss_, residual[block.begin + i]);
    }
  }
  found.unseen = std::sqrt(sum / static_cast<double>(std::max<std::size_t>(residuals.rows(), 1)));
}

}  // namespace luztar
