#include "luztar/study/verify/verify_conditions.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "luztar/core/nearness.h"
#include "luztar/model/kinds.h"
#include "luztar/study/verify/judge_errors.h"

namespace luztar {
namespace {

using Found = CheckedCondition::Found;

constexpr double kMostGrowth = 0.3;  ///< of what stays finite: ~ s^-0.3 at most

struct Answer {
  Found found;
  std::string seen;
};

const ElementRange* element_of(const WatchedRun& run, const std::string& name) {
  const auto found = std::ranges::find(run.elements, name, &ElementRange::name);
  return found == run.elements.end() ? nullptr : &*found;
}

std::optional<std::size_t> body_of(const WatchedRun& run, const std::string& name) {
  const auto found = std::find(run.bodies.begin(), run.bodies.end(), name);
  if (found == run.bodies.end()) return std::nullopt;
  return static_cast<std::size_t>(found - run.bodies.begin());
}

class Checker {
 public:
  Checker(const Model& full, const StageRuns& stage) : full_(full), stage_(stage) {}

  /// Nothing: these runs do not show it.
  std::optional<Answer> check(const ReductionStep& step) const {
    const std::string& name = step.names.front();
    switch (step.condition_kind) {
      case ConditionKind::Structure:
        return std::nullopt;
      case ConditionKind::StartsBalanced:
        return starts_balanced(name);
      case ConditionKind::ForcesFinite:
        return forces_finite(name);
      case ConditionKind::DeflectionFinite:
        return stays_finite(name, &ElementRange::deflection, "deflection");
      case ConditionKind::RateFinite:
        return stays_finite(name, &ElementRange::rate, "rate");
      case ConditionKind::StartsUnloaded:
        return starts_unloaded(name);
      case ConditionKind::VelocitiesFit:
        return velocities_fit(name);
      case ConditionKind::OneStopAtATime:
        return one_stop_at_a_time();
      case ConditionKind::SamePair:
        return same_pair(step);
    }
    return std::nullopt;
  }

 private:
  const WatchedRun& last() const { return stage_.runs.back(); }

  /// Exponent p in value ~ s^-p over the last runs.
  double growth(const std::function<double(const WatchedRun&)>& value) const {
    constexpr std::size_t kRuns = 4;
    const std::size_t n = std::min(kRuns, stage_.runs.size());
    if (n < 2) return 0;
    const double before = value(stage_.runs[stage_.runs.size() - n]), after = value(last());
    if (!(before > 0) || !(after > 0)) return 0;
    const std::vector<double>& s = stage_.numbers;
    return std::log(after / before) / std::log(s[s.size() - n] / s.back());
  }

  Answer finite(const std::string& what,
                const std::function<double(const WatchedRun&)>& value) const {
    const double p = growth(value);
    const std::string seen = "largest " + what + " " + short_text(value(last()));
    if (p <= kMostGrowth) return {Found::Held, seen};
    return {Found::NotHeld, seen + ", growing as s^-" + short_text(p)};
  }

  static double value_in(const WatchedRun& run, const std::string& element,
                         double ElementRange::*value) {
    const ElementRange* range = element_of(run, element);
    return range == nullptr ? 0.0 : range->*value;
  }

  std::optional<Answer> stays_finite(const std::string& name, double ElementRange::*value,
                                     const char* what) const {
    if (element_of(last(), name) == nullptr) return std::nullopt;
    return finite(what, [&](const WatchedRun& run) { return value_in(run, name, value); });
  }

  std::optional<Answer> forces_finite(const std::string& body) const {
    const auto index = body_of(last(), body);
    if (!index) return std::nullopt;
    std::vector<std::string> acting;
    for_each_element(stage_.small, [&](const auto& element) {
      for (const auto& term : element.deflection.terms) {
        if (term.body == static_cast<int>(*index)) acting.push_back(element.name);
      }
    });
    return finite("force", [&](const WatchedRun& run) {
      double largest = 0;
      for (const std::string& name : acting)
        largest = std::max(largest, value_in(run, name, &ElementRange::force));
      return largest;
    });
  }

  /// A massless body starts where the reduced model has it, or within a freeplay.
  std::optional<Answer> starts_balanced(const std::string& name) const {
    const auto index = body_of(last(), name);
    const auto track = stage_.limit->tracks().find(name);
    if (!index || track == stage_.limit->tracks().end()) return std::nullopt;
    const double start = last().q[*index].front(), place = track->second.start;
    const double off = std::abs(start - place);
    if (off <= kSolved * (track->second.travel + std::abs(place))) {
      return Answer{Found::Held, "it starts there"};
    }
    if (!track->second.start_is_determined && springs_are_in_gaps(*index)) {
      return Answer{Found::Held, "it starts in a freeplay"};
    }
    return Answer{Found::NotHeld, "it starts " + short_text(off) + " from there"};
  }

  /// No spring at the body carries a force where the file starts it.
  bool springs_are_in_gaps(std::size_t body) const {
    const ParameterValues values = evaluate_parameters(stage_.small);
    for (const Spring& spring : stage_.small.springs) {
      const auto& terms = spring.deflection.terms;
      const auto term = std::ranges::find(terms, static_cast<int>(body), &Deflection::Term::body);
      if (term == terms.end()) continue;
      const ElementRange* range = element_of(last(), spring.name);
      if (range == nullptr || spring.force) return false;
      const double d = range->first_deflection - evaluate(spring.rest, values);
      const double margin = kSolved * std::max(range->deflection, std::abs(d));
      if (!spring.has_gap || d > evaluate(spring.upper, values) + margin ||
          d < evaluate(spring.lower, values) - margin) {
        return false;
      }
    }
    return true;
  }

  std::optional<Answer> starts_unloaded(const std::string& name) const {
    const ElementRange* range = element_of(last(), name);
    const auto spring = std::ranges::find(stage_.small.springs, name, &Spring::name);
    if (range == nullptr || spring == stage_.small.springs.end()) return std::nullopt;
    const ParameterValues values = evaluate_parameters(stage_.small);
    const double d = range->first_deflection - evaluate(spring->rest, values);
    const double lower = evaluate(spring->lower, values), upper = evaluate(spring->upper, values);
    const double load = std::max({0.0, d - upper, lower - d});
    if (load >
        kSolved * std::max({range->deflection, std::abs(d), std::abs(range->first_deflection)})) {
      return Answer{Found::NotHeld, "it starts loaded by " + short_text(load)};
    }
    if (spring->has_gap) return Answer{Found::Held, "it starts without load"};
    const Answer force = *stays_finite(name, &ElementRange::force, "force");
    return Answer{force.found, "it starts without load; " + force.seen};
  }

  std::optional<Answer> velocities_fit(const std::string& name) const {
    const ElementRange* range = element_of(last(), name);
    if (range == nullptr) return std::nullopt;
    double speed = 0;  // of anything in the first run
    for (const ElementRange& one : stage_.runs.front().elements) speed = std::max(speed, one.rate);
    if (is_negligible(range->first_rate, std::max(speed, range->rate), kSolved)) {
      return Answer{Found::Held, "its rate is 0 at the start"};
    }
    return Answer{Found::NotHeld, "its rate at the start is " + short_text(range->first_rate)};
  }

  std::optional<Answer> one_stop_at_a_time() const {
    const WatchedRun& run = *stage_.reduced;
    const Event* before = nullptr;
    int impacts = 0;
    for (const Event& event : run.events) {
      if (event.cause != Event::Cause::Impact) continue;
      ++impacts;
      const double near = kNoise * std::max(1.0, std::abs(event.time.value));
      if (before != nullptr && before->name != event.name &&
          std::abs(event.time - before->time) <= near) {
        return Answer{Found::NotHeld, "two at t = " + short_text(event.time.value) + " s"};
      }
      before = &event;
    }
    return Answer{Found::Held, std::to_string(impacts) + " impacts"};
  }

  const Deflection* friction_deflection(const std::string& name) const {
    const auto found = std::ranges::find(full_.frictions, name, &Friction::name);
    return found == full_.frictions.end() ? nullptr : &found->deflection;
  }

  std::optional<Answer> same_pair(const ReductionStep& step) const {
    const Deflection* first = friction_deflection(step.names[0]);
    const Deflection* second = friction_deflection(step.names[1]);
    if (first == nullptr || second == nullptr) return std::nullopt;
    const auto bodies = [](const Deflection& deflection) {
      std::vector<int> list;
      for (const auto& term : deflection.terms) list.push_back(term.body);
      std::sort(list.begin(), list.end());
      return list;
    };
    if (bodies(*first) == bodies(*second)) return Answer{Found::Held, "they do in this model"};
    return Answer{Found::NotHeld, "a limit joins them"};
  }

  const Model& full_;
  const StageRuns& stage_;
};

}  // namespace

std::vector<CheckedCondition> conditions_of(const Reduction& reduction) {
  std::vector<CheckedCondition> conditions;
  for (std::size_t i = 0; i < reduction.steps.size(); ++i) {
    const ReductionStep& step = reduction.steps[i];
    if (step.condition.empty() && step.conditions.empty()) continue;
    CheckedCondition condition{i};
    if (step.condition_kind == ConditionKind::Structure) {
      condition.found = Found::Held;
      condition.seen = "it follows from the model";
    }
    conditions.push_back(std::move(condition));
  }
  return conditions;
}

void check_conditions(const Model& full, const Reduction& reduction, const StageRuns& stage,
                      std::vector<CheckedCondition>& conditions) {
  const Checker checker(full, stage);
  for (CheckedCondition& condition : conditions) {
    const ReductionStep& step = reduction.steps[condition.step];
    if (condition.found == Found::NotHeld || step.condition_kind == ConditionKind::Structure) {
      continue;
    }
    const std::optional<Answer> answer = checker.check(step);
    if (!answer) continue;
    condition.found = answer->found;
    condition.seen = answer->seen;
  }
}

}  // namespace luztar
