// The conditions of a reduction's steps, looked at in the runs that verify it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "luztar/derive/reduce.h"
#include "luztar/study/verify/limit_motion.h"
#include "luztar/study/verify/watched_run.h"

namespace luztar {

struct CheckedCondition {
  enum class Found : std::uint8_t { Held, NotHeld, NotSeen };
  std::size_t step{};  ///< index into Reduction::steps
  Found found{Found::NotSeen};
  std::string seen{};  ///< what was looked at, in words with numbers
};

/// What the runs of one limit leave to look at.
struct StageRuns {
  Model small;                     ///< with the least s
  std::vector<WatchedRun> runs{};  ///< with falling s; the last is of `small`
  std::vector<double> numbers{};   ///< (runs) s
  const LimitMotion* limit{};
  const WatchedRun* reduced{};
};

/// Looks at the conditions of the steps that have not been refused yet.
void check_conditions(const Model& full, const Reduction& reduction, const StageRuns& stage,
                      std::vector<CheckedCondition>& conditions);

/// One entry for each step with a condition; those that the rule itself has looked at are held.
std::vector<CheckedCondition> conditions_of(const Reduction& reduction);

}  // namespace luztar
