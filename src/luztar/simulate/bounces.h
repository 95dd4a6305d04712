// Stops at an instant: impacts, and bounces that end.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "luztar/dynamics/impacts/impacts.h"
#include "luztar/simulate/motion.h"
#include "luztar/simulate/trouble.h"

namespace luztar {

/// Lets stops be hit at an instant, and ends their bounces.
///
/// Bounces get shorter by the restitution each time. When all those that are left end within a time
/// that does not matter, the stop stays closed now, and so do others that the impact opens for no
/// longer, and stops without a loss that bounce within the rounding of positions: the instant is
/// decided once more, with impacts that take all of their rates. What friction takes from a bounce
/// is a loss too, so that a row of ever lower ones does not end by where the floor is. Those that
/// are opened only cannot stay closed while the one that opens them still bounces.
///
/// Writes velocities and sides in State, State::room, and State::roots of stops.
class Bounces {
 public:
  explicit Bounces(Motion& motion);

  /// A new instant.
  void begin();
  /// Opens stops whose deflections have jumped away from their edges, as where a tooth drops off a
  /// pallet. @pre the series starts on the pieces of this instant
  /// @param jumped  elements, among others
  /// @return whether there is one
  bool drop(const std::vector<int>& jumped, PairsNow& pairs);
  /// Impacts of closed stops, and what jumping velocities of given motions do through links.
  /// @param jumped  forces, or velocities of given motions, may jump at this instant
  std::optional<Trouble> strike(PairsNow& pairs, bool jumped);
  /// Stops that were just hit and leave their edges have zero distance from them.
  void know_edges();
  /// True if bounces end now: state and pairs are those before the first impact again.
  bool end(PairsNow& pairs);
  /// Distances from the edges that stops just left, at the end of a step: while they are small they
  /// have a smaller error than differences of positions.
  void move_rooms(double tau);

  /// The guard of a pair is crossed: a stop meets an edge, or is let go. False if it is no stop.
  bool pass(const GuardOwner& guard, PairsNow& pairs);
  const Impacts& impacts() const { return impacts_; }
  /// Where no forces solve the instant: closed stops, if there are any, are to blame.
  std::optional<Trouble> squeezed() const;

 private:
  std::optional<Trouble> overflow(PairsNow& pairs);
  void undo(PairsNow& pairs);
  std::string closed_stops() const;
  bool returns_within(int pair, double limit);
  bool stays_near(int pair);
  double shrink(int pair);
  double coordinate_scale(int pair, bool upper) const;

  const SystemImpl& system_;
  Motion& motion_;
  State& state_;
  Impacts impacts_;
  // Just before the first impact of this instant:
  State state_before_;
  PairsNow pairs_before_;
  bool kept_{};               ///< the two above are kept
  std::vector<double> fall_;  ///< (pairs) how it falls back to the edge that it left, at the end of
                              ///< a step; 0: positions are as exact [m/s², rad/s²]
};

}  // namespace luztar
