// Guards at an instant: their values with derivatives, and their rates.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "luztar/dynamics/instant/guards.h"
#include "luztar/sensitivity/mode_motion.h"

namespace luztar {

/// What ends a step (dynamics/instant/guards.h), once more with derivatives. Signs are left out:
/// the time of a zero does not depend on them.
template <typename N>
class GuardSlopes {
 public:
  using Slope = typename ModeMotion<N>::Slope;

  explicit GuardSlopes(const ModeMotion<N>& motion);

  /// At the anchor of the motion + tau, in its modes; nothing: not known.
  std::optional<Slope> at(int guard, double tau);
  /// Which stops are at an edge, or near it, at the anchor: they do not come to it from afar.
  void remember_edges(double distance);
  /// Guards at the anchor of pairs that have come to an edge or a limit exactly and stay there, or
  /// at the start of a run slide from rest: with other values they would be beyond it, or not at
  /// it. @param distance, speed  what positions and velocities are small beside [m, m/s]
  std::vector<int> just_reached(double distance, double speed, bool starts);
  /// A guard of each stop that is closed at the start of a run and open with other values: they
  /// move its bodies apart or, where no force holds them together, their velocities.
  std::vector<int> loose_contacts() const;
  /// Whom to name.
  std::string name_of(int guard) const;

 private:
  Slope along(const N* row) const { return motion_.slope_at(row, tau_); }
  std::optional<Slope> contact_guard(const GuardOwner& owner) const;
  std::optional<Slope> pair_guard(const GuardOwner& owner) const;
  std::optional<Slope> switch_guard(const GuardOwner& owner) const;

  const ModeMotion<N>& motion_;
  const Numbers<N>& numbers_;
  const SystemImpl& system_;
  std::vector<int> own_;         ///< (switches of the System) those of the varied one
  std::vector<char> near_edge_;  ///< (pairs)
  double tau_{};
};

}  // namespace luztar
