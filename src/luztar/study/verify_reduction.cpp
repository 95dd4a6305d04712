#include "luztar/study/verify_reduction.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "luztar/study/judge_errors.h"
#include "luztar/study/limit_motion.h"
#include "luztar/study/small_number.h"
#include "luztar/study/watched_run.h"

namespace luztar {
namespace {

using Limits = std::vector<ParameterLimit>;

/// A model that limits leave, and its run; nothing if it has none.
struct Reduced {
  Reduction reduction;
  WatchedRun run;
};

std::int64_t steps_for(const Model& model, std::int64_t work) {
  return work / static_cast<std::int64_t>(std::max<std::size_t>(1, model.bodies.size()));
}

class Verifier {
 public:
  Verifier(const Model& full, const Reduction& reduction, const VerificationSettings& settings)
      : full_(full), reduction_(reduction), settings_(settings), samples_(samples_to_watch(full)) {}

  Verification verify() {
    result_.conditions = conditions_of(reduction_);
    Limits before, now;
    const Limits& all = reduction_.limits;
    std::optional<Reduced> after;
    for (std::size_t i = 0; i < all.size(); ++i) {
      now.push_back(all[i]);
      const bool last = i + 1 == all.size();
      after = last ? whole() : reduced_by(joined(before, now));
      if (!last && (!after || !after->run.whole)) continue;  // taken together with the next one
      add_stage(before, now, *after);
      if (is_costly_ && !before.empty()) add_stage({}, joined(before, now), *after);
      before = joined(before, now);
      now.clear();
    }
    if (all.empty()) compare_exact();
    conclude();
    return std::move(result_);
  }

 private:
  static Limits joined(Limits first, const Limits& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
  }

  Reduced whole() {
    return {reduction_,
            watch(reduction_.model, samples_, steps_for(reduction_.model, settings_.work))};
  }

  std::optional<Reduced> reduced_by(const Limits& limits) {
    try {
      Reduction reduction = reduce(full_, limits);
      WatchedRun run = watch(reduction.model, samples_, steps_for(reduction.model, settings_.work));
      return Reduced{std::move(reduction), std::move(run)};
    } catch (const ModelError&) {
      return std::nullopt;  // the limit exists only together with the next ones
    }
  }

  /// The model that `before` leave, with s in place of `now`.
  Model small_model(const Limits& before, const Limits& now, double s) const {
    Model model = with_small_number(full_, now, s);
    return before.empty() ? model : reduce(model, before).model;
  }

  void add_stage(const Limits& before, const Limits& now, const Reduced& after) {
    VerificationStage stage{now};
    is_costly_ = false;
    if (!after.run.whole) {
      stage.reason = "the reduced model ended early: " + after.run.trouble;
      result_.stages.push_back(std::move(stage));
      return;
    }
    const LimitMotion limit(after.reduction, after.run, evaluate_parameters(full_),
                            vanishing_masses(full_, joined(before, now)));
    note_compared(limit);
    StageRuns runs{{}, {}, &limit, &after.run};
    run_down(before, now, after, limit, stage, runs);
    if (!runs.runs.empty()) check_conditions(full_, reduction_, runs, result_.conditions);
    // All limits so far at once, where one after the other took too long.
    if (before.empty() && now.size() > 1 && !result_.stages.empty()) result_.stages.pop_back();
    result_.stages.push_back(std::move(stage));
  }

  /// Smaller and smaller s, until the errors say something.
  void run_down(const Limits& before, const Limits& now, const Reduced& after,
                const LimitMotion& limit, VerificationStage& stage, StageRuns& runs) {
    std::int64_t work = settings_.work;
    std::string trouble;
    int failed = 0;
    constexpr int kMostFailures = 3;
    constexpr std::size_t kFewRows = 4;
    for (double s = settings_.first; s >= settings_.least && failed < kMostFailures; s /= 4) {
      const Model model = small_model(before, now, s);
      // Each run takes twice the steps of the one before, or more.
      const std::int64_t share = s == settings_.first ? work / 8 : work;
      WatchedRun run = watch(model, samples_, steps_for(model, share));
      work -= run.steps * static_cast<std::int64_t>(std::max<std::size_t>(1, run.bodies.size()));
      if (run.too_long) {
        trouble = "smaller s would take more steps than are allowed";
        is_costly_ = stage.rows.size() < kFewRows;
        break;
      }
      if (!run.whole) {
        trouble = "the full model with s = " + short_text(s) + " ended early: " + run.trouble;
        ++failed;
        continue;
      }
      add_row(stage, s, after, limit, run);
      runs.small = model;
      runs.runs.push_back(std::move(run));
      const Judgement judgement = judge_errors(stage.rows, full_.simulation.method);
      stage.verdict = judgement.verdict;
      stage.order = judgement.order;
      stage.reason = judgement.reason;
      if (judgement.verdict != Verdict::CannotTell) return;
    }
    if (!trouble.empty()) stage.reason += (stage.reason.empty() ? "" : "; ") + trouble;
  }

  void add_row(VerificationStage& stage, double s, const Reduced& after, const LimitMotion& limit,
               const WatchedRun& run) {
    const Distance distance = distance_of(limit, run);
    VerificationRow row{s, distance.error, 0, distance.worst, distance.half_way, distance.rounding};
    add_forces(after.reduction, run, row, stage.rows.empty());
    if (!stage.rows.empty() && row.error > 0 && stage.rows.back().error > 0) {
      const VerificationRow& last = stage.rows.back();
      row.order = std::log(last.error / row.error) / std::log(last.small / row.small);
    }
    stage.rows.push_back(std::move(row));
  }

  /// Forces that the limit says are 0, relative to the largest force of the first run.
  void add_forces(const Reduction& after, const WatchedRun& run, VerificationRow& row, bool first) {
    if (first) {
      scale_of_forces_ = 0;
      for (const ElementRange& range : run.elements) {
        scale_of_forces_ = std::max(scale_of_forces_, range.effect);
      }
    }
    if (scale_of_forces_ == 0) return;
    for (const ReductionStep& step : after.steps) {
      if (step.rule != "element without force" && step.rule != "gap that never closes") continue;
      for (const ElementRange& range : run.elements) {
        if (range.name != step.names.front()) continue;
        note(result_.forces, range.name);
        const double error = range.effect / scale_of_forces_;
        if (error > row.error) {
          row.error = error;
          row.worst = range.name;
        }
      }
    }
  }

  static void note(std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }

  void note_compared(const LimitMotion& limit) {
    for (const Body& body : full_.bodies) {
      const auto found = limit.tracks().find(body.name);
      if (found == limit.tracks().end()) continue;
      const auto& known = found->second.known;
      const bool always =
          std::all_of(known.begin(), known.end(), [](char one) { return one != 0; });
      if (!always) note(result_.at_times, body.name);
      note(result_.bodies, body.name);
    }
    std::erase_if(result_.bodies, [&](const std::string& name) {
      return std::find(result_.at_times.begin(), result_.at_times.end(), name) !=
             result_.at_times.end();
    });
  }

  /// Without a limit the reduced model is the same one, written otherwise.
  void compare_exact() {
    constexpr double kSame = 1e-6, kOther = 1e-3;
    VerificationStage stage;
    const Reduced after = whole();
    const WatchedRun run = watch(full_, samples_, steps_for(full_, settings_.work));
    if (!after.run.whole || !run.whole) {
      stage.reason = after.run.whole ? "the full model ended early: " + run.trouble
                                     : "the reduced model ended early: " + after.run.trouble;
    } else {
      const LimitMotion limit(after.reduction, after.run, evaluate_parameters(full_), {});
      note_compared(limit);
      add_row(stage, 0, after, limit, run);
      const double error = stage.rows.back().error;
      stage.verdict = error <= kSame    ? Verdict::Converges
                      : error >= kOther ? Verdict::Differs
                                        : Verdict::CannotTell;
      if (error > kSame) stage.reason = "the two models move apart by " + short_text(error);
      check_conditions(full_, reduction_, {full_, {run}, &limit, &after.run}, result_.conditions);
    }
    result_.stages.push_back(std::move(stage));
  }

  void conclude() {
    result_.verdict = Verdict::Converges;
    result_.order = HUGE_VAL;
    for (const VerificationStage& stage : result_.stages) {
      if (stage.order > 0) result_.order = std::min(result_.order, stage.order);
      const bool worse =
          stage.verdict == Verdict::Differs
              ? result_.verdict != Verdict::Differs
              : stage.verdict == Verdict::CannotTell && result_.verdict == Verdict::Converges;
      if (!worse) continue;
      result_.verdict = stage.verdict;
      result_.reason = stage.reason;
    }
    if (result_.order == HUGE_VAL) result_.order = 0;
    if (result_.bodies.empty() && result_.at_times.empty() &&
        result_.verdict == Verdict::Converges) {
      result_.verdict = Verdict::CannotTell;
      result_.reason = "the reduced model says of no body where it is";
    }
  }

  const Model& full_;
  const Reduction& reduction_;
  const VerificationSettings& settings_;
  std::int64_t samples_;
  double scale_of_forces_{};
  bool is_costly_{};  ///< the last stage took all its steps for a few rows
  Verification result_{};
};

}  // namespace

const char* to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::Converges:
      return "converges";
    case Verdict::Differs:
      return "does not converge";
    case Verdict::CannotTell:
      break;
  }
  return "cannot tell";
}

std::string ends_at_once(const Model& model) {
  constexpr std::int64_t kFirstSteps = 100;
  const WatchedRun run = watch(model, 2, kFirstSteps);
  return run.too_long ? "" : run.trouble;
}

Verification verify_reduction(const Model& full, const Reduction& reduction,
                              const VerificationSettings& settings) {
  return Verifier(full, reduction, settings).verify();
}

}  // namespace luztar
