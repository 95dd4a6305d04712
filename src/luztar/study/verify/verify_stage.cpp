#include "luztar/study/verify/verify_stage.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/study/verify/judge_errors.h"
#include "luztar/study/verify/small_number.h"

namespace luztar {
std::int64_t steps_for(const Model& model, std::int64_t work) {
  return work / static_cast<std::int64_t>(std::max<std::size_t>(1, model.bodies.size()));
}

std::set<std::string> vanishing_forces(const Reduction& reduction) {
  std::set<std::string> names;
  for (const ReductionStep& step : reduction.steps) {
    if (step.vanishes) names.insert(step.names.front());
  }
  return names;
}

StageVerifier::StageVerifier(const Model& full, const std::vector<ParameterLimit>& before,
                             const std::vector<ParameterLimit>& now, const ReducedRun& after,
                             const VerificationSettings& settings, std::int64_t samples)
    : full_(full),
      before_(before),
      after_(after),
      settings_(settings),
      samples_(samples),
      forces_(vanishing_forces(after.reduction)),
      limit_(after.reduction, after.run, evaluate_parameters(full),
             vanishing_masses(full, joined(before, now))) {
  stage_.limits = now;
  runs_.limit = &limit_;
  runs_.reduced = &after.run;
}

/// The model that the limits before leave, with s in place of the own ones.
Model StageVerifier::small_model(double s) const {
  Model model = with_small_number(full_, stage_.limits, s);
  return before_.empty() ? model : reduce(model, before_).model;
}

WatchedRun StageVerifier::run(const Model& model, std::int64_t work) const {
  return watch(model, samples_, steps_for(model, work), forces_);
}

VerificationStage StageVerifier::verify() {
  constexpr int kMostFailures = 3;
  constexpr std::size_t kFewRows = 4;
  const std::vector<double> powers = powers_of(full_, stage_.limits);
  const double power = *std::max_element(powers.begin(), powers.end());
  std::int64_t work = settings_.work;
  std::string trouble;
  int failed = 0;
  const double ratio = power > 1 ? 2 : 4;  // between the numbers of two runs
  for (double s = settings_.first; failed < kMostFailures; s /= ratio) {
    if (std::pow(s, power) < settings_.least) break;
    const Model model = small_model(s);
    // Each run takes twice the steps of the one before, or more.
    WatchedRun small = run(model, s == settings_.first ? work / 8 : work);
    work -= small.steps * static_cast<std::int64_t>(std::max<std::size_t>(1, small.bodies.size()));
    if (small.too_long) {
      trouble = "smaller s would take more steps than are allowed";
      is_costly_ = stage_.rows.size() < kFewRows;
      break;
    }
    if (!small.whole) {
      trouble = "the full model with s = " + short_text(s) + " ended early: " + small.trouble;
      ++failed;
      continue;
    }
    keep(s, model, std::move(small));
    const Judgement judgement = judge_errors(stage_.rows, power, full_.simulation.method);
    stage_.verdict = judgement.verdict;
    stage_.order = judgement.order;
    stage_.reason = judgement.reason;
    if (judgement.verdict != Verdict::Undecided) return stage_;
  }
  if (stage_.rows.empty() && trouble.empty()) {
    stage_.reason =
        "so many limits at once that their numbers would be below " + short_text(settings_.least);
  }
  if (!trouble.empty()) stage_.reason += (stage_.reason.empty() ? "" : "; ") + trouble;
  return stage_;
}

VerificationStage StageVerifier::compare() {
  constexpr double kSame = 1e-6, kOther = 1e-3;
  WatchedRun own = run(full_, settings_.work);
  if (!own.whole) {
    stage_.reason = "the full model ended early: " + own.trouble;
    return stage_;
  }
  keep(0, full_, std::move(own));
  const double error = stage_.rows.back().error;
  stage_.verdict = error <= kSame    ? Verdict::Converges
                   : error >= kOther ? Verdict::Differs
                                     : Verdict::Undecided;
  if (error > kSame) stage_.reason = "the two models move apart by " + short_text(error);
  return stage_;
}

void StageVerifier::keep(double s, const Model& model, WatchedRun run) {
  add_row(s, run);
  runs_.small = model;
  runs_.numbers.push_back(s);
  runs_.runs.push_back(std::move(run));
}

void StageVerifier::add_row(double s, const WatchedRun& run) {
  const Distance distance = distance_of(limit_, run);
  VerificationRow row{s, distance.error, 0, distance.worst, distance.half_way, distance.rounding};
  add_forces(run, row);
  if (!stage_.rows.empty() && row.error > 0 && stage_.rows.back().error > 0) {
    const VerificationRow& last = stage_.rows.back();
    row.order = std::log(last.error / row.error) / std::log(last.small / row.small);
  }
  stage_.rows.push_back(std::move(row));
}

double StageVerifier::mean_force(const WatchedRun& run, std::size_t element) const {
  double sum = 0;
  int count = 0;
  for (std::size_t k = 0; k < std::min(run.f[element].size(), limit_.jumps().size()); ++k) {
    if (limit_.jumps()[k] != 0) continue;
    sum += std::abs(run.f[element][k]);
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

/// Forces that the limit says are 0, by their mean over the run, relative to the largest force of
/// the first run.
void StageVerifier::add_forces(const WatchedRun& run, VerificationRow& row) {
  if (stage_.rows.empty()) {
    for (const ElementRange& range : run.elements) {
      scale_of_forces_ = std::max(scale_of_forces_, range.arm * range.force);
    }
  }
  if (scale_of_forces_ == 0) return;
  for (std::size_t e = 0; e < run.elements.size(); ++e) {
    const ElementRange& range = run.elements[e];
    if (!forces_.contains(range.name)) continue;
    const double error = range.arm * mean_force(run, e) / scale_of_forces_;
    if (error <= row.error) continue;
    row.error = error;
    row.worst = range.name;
  }
}

}  // namespace luztar
