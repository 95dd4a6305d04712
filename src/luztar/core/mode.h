// Modes of pairs, edges of gaps and limits of forces as types.
#pragma once

#include <cstdint>

namespace luztar {

/// The mode of an element of any kind as a number, in results and files: that of its Mode or Edge,
/// 0 for an element without modes.
using ModeNumber = std::int8_t;

/// The mode of a pair; where a direction is meant, Stuck stands for none.
enum class Mode : ModeNumber { Backward = -1, Stuck = 0, Forward = 1 };

/// The edge of its gap that a stop or a spring touches.
enum class Edge : ModeNumber { Lower = -1, None = 0, Upper = 1 };

/// The limit that holds the force of a pair. Both: they are one, 0.
enum class Bound : ModeNumber { Lower = -1, Free = 0, Upper = 1, Both = 2 };

constexpr ModeNumber number(Mode mode) { return static_cast<ModeNumber>(mode); }
constexpr ModeNumber number(Edge edge) { return static_cast<ModeNumber>(edge); }
constexpr ModeNumber number(Bound bound) { return static_cast<ModeNumber>(bound); }

/// Sliding with a rate, or its first derivative that is not zero.
constexpr Mode mode_along(double rate) { return rate > 0.0 ? Mode::Forward : Mode::Backward; }

/// The same; Stuck at a rate of zero.
constexpr Mode mode_at(double rate) {
  return rate > 0.0 ? Mode::Forward : rate < 0.0 ? Mode::Backward : Mode::Stuck;
}

constexpr Mode opposite(Mode mode) { return static_cast<Mode>(-number(mode)); }

/// The direction in which a pair leaves an edge.
constexpr Mode away_from(Edge edge) { return static_cast<Mode>(-number(edge)); }

/// The mode of a stop: in contact, or free, where Forward stands for both directions until it
/// moves.
constexpr Mode stop_mode(Edge edge) { return edge == Edge::None ? Mode::Forward : Mode::Stuck; }

/// Index of a direction in the arrays of PairLaw.
constexpr int side_of(Mode direction) { return direction == Mode::Forward ? 1 : 0; }

}  // namespace luztar
