// Why a run ends before its time, in words.
#pragma once

#include <optional>
#include <string>

#include "luztar/dynamics/instant/guards.h"
#include "luztar/dynamics/instant/mode_decision.h"
#include "luztar/dynamics/structure/link_conflicts.h"
#include "luztar/simulate/simulate.h"

namespace luztar {

class Motion;

/// What ends a run.
struct Trouble {
  Status status;
  std::string message;  ///< with the name of an element, without the time
};

/// The beginning of what is said of a time: "t = 0.25 s: ".
std::string at_time(double time);

/// What has left the finite numbers, or has no power series, at the anchor.
Trouble not_finite(const Motion& motion);
/// A sample that cannot be given: positions may be finite and a deflection not, where an arm of
/// 1e300 makes it overflow.
std::optional<Trouble> not_finite(const Motion& motion, const Sample& sample);
/// A massless body without a place: after Floating or Jumped.
Trouble unbalanced(Motion& motion, ModeStatus status);

/// Given motions that part although links tie them.
Trouble untied(const SystemImpl& system, const TiedMotions& tied);
/// A link along an expression that has no gradient here, or one that jumps while it holds.
std::string loaded_names(const SystemImpl& system);
/// Where normal forces read forces of links.
std::optional<Trouble> stuck_by_loads(Motion& motion, ModeStatus status);
/// Of links whose gradients part.
std::optional<Trouble> parting_links(Motion& motion);
std::optional<Trouble> dead_point(const Motion& motion);
/// Closed stops between given motions. @param means  force or impulse
Trouble no_room(const std::string& means, const std::string& names);

/// What the guard of an element is the distance from.
const char* zero_name(const SystemImpl& system, const State& state, const GuardOwner& owner);
/// Of the element, signal or motion that a guard belongs to.
std::string guard_name(const SystemImpl& system, int guard);
std::string pair_name(const SystemImpl& system, int pair);

}  // namespace luztar
