// The massless bodies of a system by themselves, while loads go from some values to others.
#pragma once

#include <optional>
#include <vector>

#include "luztar/dynamics/series/expansion.h"
#include "luztar/dynamics/system/system_impl.h"

namespace luztar {

/// The limit of a pair that slides, as it falls.
struct LimitFall {
  int pair{};
  double from{}, to{};  ///< [N, N m]
};

/// What is written as an expression and acts on massless bodies, at one moment.
struct Loads {
  std::vector<double> force;     ///< (elements) of springs and forces; of others 0 [N, N m]
  std::vector<double> pressing;  ///< (pairs) of frictions; where none is written 0 [N]
  friend bool operator==(const Loads&, const Loads&) = default;
};

/// @param series  with the forces of order 0
Loads loads_of(const SystemImpl& system, const Expansion& series);

/// The massless bodies of a system between all others, which keep their place. Loads go in a
/// straight line from t = 0 to t = 1 s. What a velocity resists, dampers and frictions with
/// `viscous`, is a link: no time passes for it.
struct MasslessPart {
  SystemImpl system;  ///< bodies as in the whole
  // Indices of the whole:
  std::vector<int> elastic;     ///< springs, ascending
  std::vector<int> pairs;       ///< the same; links in place of dampers are behind them
  std::vector<int> elements;    ///< a damped spring twice: its link is that of its damping
  std::vector<char> is_locked;  ///< (pairs of `pairs`) 1: a link stands for a viscous friction
};

/// None if a friction is viscous in one direction only.
/// @param stands  the other bodies stand still; else they move with their velocities, which decide
///                where their frictions pull what does not move, by no way
/// @param falls  limits that go in a straight line too
std::optional<MasslessPart> massless_part(const SystemImpl& whole, const State& state,
                                          const Loads& from, const Loads& to, bool stands,
                                          const std::vector<LimitFall>& falls = {});

/// Its state at t = 0, with empty accounts, from that of the whole. Where bodies stand, all
/// frictions stick: those that slide in the whole are at their limits.
State state_of_part(const State& whole, const MasslessPart& part, bool stands);

}  // namespace luztar
