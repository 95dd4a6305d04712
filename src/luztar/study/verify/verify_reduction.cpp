#include "luztar/study/verify/verify_reduction.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "luztar/study/verify/limit_motion.h"
#include "luztar/study/verify/small_number.h"
#include "luztar/study/verify/verify_stage.h"
#include "luztar/study/verify/watched_run.h"

namespace luztar {
namespace {

using Limits = std::vector<ParameterLimit>;

class Verifier {
 public:
  Verifier(const Model& full, const Reduction& reduction, const VerificationSettings& settings)
      : full_(full), reduction_(reduction), settings_(settings), samples_(samples_to_watch(full)) {}

  Verification verify() {
    result_.conditions = conditions_of(reduction_);
    Limits before, now;
    for (const ParameterLimit& limit : reduction_.limits) {
      now.push_back(limit);
      const bool last = before.size() + now.size() == reduction_.limits.size();
      // What has no run, or is no limit yet, is taken together with the next one.
      if (!verify(before, now, last) && !last) continue;
      before = joined(before, now);
      now.clear();
    }
    if (reduction_.limits.empty()) compare();
    conclude();
    return std::move(result_);
  }

 private:
  ReducedRun whole() {
    return {reduction_,
            watch(reduction_.model, samples_, steps_for(reduction_.model, settings_.work))};
  }

  /// The full model near the limits that come after so many: what they let happen counts.
  Model near_later_limits(std::size_t taken) const {
    constexpr double kNear = 1.0 / 64;
    Model model = full_;
    for (std::size_t i = taken; i < reduction_.limits.size(); ++i) {
      model = with_small_number(model, {reduction_.limits[i]}, kNear);
    }
    return model;
  }

  std::optional<ReducedRun> reduced_by(const Model& base, const Limits& limits) {
    try {
      Reduction reduction = reduce(base, limits);
      WatchedRun run = watch(reduction.model, samples_, steps_for(reduction.model, settings_.work));
      if (run.whole) return ReducedRun{std::move(reduction), std::move(run)};
    } catch (const ModelError&) {
      // The limit exists only together with the next ones.
    }
    return std::nullopt;
  }

  /// True if `now` are seen to be a limit of the model that `before` leave. Of those that are not,
  /// only the last ones are kept.
  bool verify(const Limits& before, const Limits& now, bool last) {
    const Model base = near_later_limits(before.size() + now.size());
    const std::optional<ReducedRun> after = last ? whole() : reduced_by(base, joined(before, now));
    if (!after) return false;
    if (!after->run.whole) {
      note_trouble(now, *after);
      return false;
    }
    StageVerifier own(base, before, now, *after, settings_, samples_);
    VerificationStage stage = own.verify();
    if (stage.verdict == Verdict::Undecided && own.is_costly() && !before.empty()) {
      const Limits nothing, all = joined(before, now);
      StageVerifier together(base, nothing, all, *after, settings_, samples_);
      VerificationStage at_once = together.verify();
      if (at_once.verdict == Verdict::Converges || (last && at_once.verdict == Verdict::Differs)) {
        result_.stages.clear();
        return take(std::move(at_once), together, last);
      }
    }
    return take(std::move(stage), own, last);
  }

  bool take(VerificationStage stage, const StageVerifier& by, bool last) {
    if (stage.verdict != Verdict::Converges && !last) return false;
    if (!by.runs().runs.empty()) {
      note_compared(by.limit());
      for (const std::string& name : vanishing_forces(reduction_)) note(result_.forces, name);
      check_conditions(full_, reduction_, by.runs(), result_.conditions);
    }
    result_.stages.push_back(std::move(stage));
    return true;
  }

  void note_trouble(const Limits& now, const ReducedRun& after) {
    result_.stages.push_back({.limits = now});
    result_.stages.back().reason = "the reduced model ended early: " + after.run.trouble;
  }

  static void note(std::vector<std::string>& names, const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }

  void note_compared(const LimitMotion& limit) {
    for (const Body& body : full_.bodies) {
      const auto found = limit.tracks().find(body.name);
      if (found == limit.tracks().end()) continue;
      const auto& determined = found->second.is_determined;
      const auto unknown = std::ranges::count(determined, 0);
      if (unknown == std::ssize(determined)) continue;
      if (unknown > 0) note(result_.at_times, body.name);
      note(result_.bodies, body.name);
    }
    for (const std::string& name : result_.at_times) std::erase(result_.bodies, name);
  }

  /// Without a limit the reduced model is the same one, written otherwise.
  void compare() {
    const ReducedRun after = whole();
    if (!after.run.whole) return note_trouble({}, after);
    StageVerifier own(full_, {}, {}, after, settings_, samples_);
    take(own.compare(), own, true);
  }

  void conclude() {
    result_.verdict = Verdict::Converges;
    result_.order = HUGE_VAL;
    for (const VerificationStage& stage : result_.stages) {
      if (stage.order > 0) result_.order = std::min(result_.order, stage.order);
      const bool worse =
          stage.verdict == Verdict::Differs
              ? result_.verdict != Verdict::Differs
              : stage.verdict == Verdict::Undecided && result_.verdict == Verdict::Converges;
      if (!worse) continue;
      result_.verdict = stage.verdict;
      result_.reason = stage.reason;
    }
    if (result_.order == HUGE_VAL) result_.order = 0;
    if (result_.bodies.empty() && result_.at_times.empty() &&
        result_.verdict == Verdict::Converges) {
      result_.verdict = Verdict::Undecided;
      result_.reason = "the reduced model says of no body where it is";
    }
  }

  const Model& full_;
  const Reduction& reduction_;
  const VerificationSettings& settings_;
  std::int64_t samples_;
  Verification result_{};
};

}  // namespace

const char* to_text(Verdict verdict) {
  return verdict == Verdict::Converges ? "converges"
         : verdict == Verdict::Differs ? "does not converge"
                                       : "cannot tell";
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
