// A pattern of stick and slip: which deflections are constraints, and how the rest acts.
#pragma once

#include <string>
#include <vector>

#include "luztar/study/rest/modes.h"
#include "luztar/study/rest/resting_model.h"

namespace luztar {

struct MotionPattern {
  Placement at;
  std::vector<FrictionAction> actions;  ///< (elements)
  std::vector<char> is_constraint;      ///< (elements)
  std::vector<int> touches;             ///< (elements) springs with a gap: 1 they act, else 0
};

/// The equilibrium's settings: what is asked to slide at a speed, and what slides at none.
EquilibriumSettings equilibrium_settings(const RestingModel& problem,
                                         const ModesSettings& settings);

/// @param rest  null: about the start
MotionPattern pattern_of(const RestingModel& problem, const Equilibrium* rest,
                         const ModesSettings& settings);

/// Of frictions, springs with a gap, stops and freewheels, for readers.
std::vector<ElementPattern> pattern_text(const RestingModel& problem, const MotionPattern& pattern);

}  // namespace luztar
