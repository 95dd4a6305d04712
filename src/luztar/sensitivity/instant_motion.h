// What everything at one instant changes by, in the modes of a run.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "luztar/dynamics/compile/varied_system.h"
#include "luztar/dynamics/system/state.h"
#include "luztar/matrix/matrix.h"

namespace luztar {

/// Directions side by side: the first columns are those of what is varied (VariedSystem::names),
/// the others move positions, velocities and internals. Positions and velocities are those of
/// bodies, whatever coordinates the engine has.
struct Directions {
  Matrix q, v;     ///< (bodies × directions); of given bodies they are not read
  Matrix z;        ///< (internals × directions)
  Matrix pending;  ///< (what controllers will hold × directions)
};

/// The derivatives of a motion by directions, (.. × directions).
struct InstantSlopes {
  Matrix q, v, a;     ///< of bodies
  Matrix d, rate, f;  ///< of elements
  Matrix z, z_rate;   ///< of internals
  /// (element, direction) of what holds: its place depends on a parameter.
  std::vector<std::pair<int, int>> moved{};
  std::vector<std::string> kinks{};  ///< elements and inputs that are just at their limit
};

/// A State at its anchor, in given modes. What holds keeps its deflection, and massless bodies go
/// where their forces balance, so that directions may be any: `dependent` bodies follow.
class InstantMotion {
 public:
  /// @param system  with derivatives, whose State it is; both outlive this
  InstantMotion(const SystemImpl& system, const State& state);

  const std::vector<int>& held() const { return held_; }  ///< pairs that hold
  /// (held × bodies) what their deflections change by with positions.
  const Matrix& held_rows() const { return held_rows_; }
  /// Bodies that follow the others. @param bodies  their columns of held_rows() are of full rank
  void set_dependent(std::vector<int> bodies);

  InstantSlopes along(const Directions& directions) const;
  /// Positions, velocities and internals go on as they are; the samples of these clocks are taken,
  /// and what they left before acts.
  Directions sampled(const std::vector<int>& clocks, const Directions& before) const;

 private:
  class Block;
  void find_held();

  const std::vector<CoupledBody>& coupled_;
  const VariedSystem& varied_;
  const State& state_;
  std::vector<int> held_, dependent_;
  Matrix held_rows_;
  Matrix follow_;  ///< (dependent × held) moves that take back a deflection
};

}  // namespace luztar
