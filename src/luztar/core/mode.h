// Modes of pairs and edges of gaps as types. In a State they are numbers, of the same values.
#pragma once

#include <cstdint>

namespace luztar {

/// The mode of a pair, State::pair; where a direction is meant, Stuck stands for none.
enum class Mode : std::int8_t { Backward = -1, Stuck = 0, Forward = 1 };

/// The edge of its gap that a stop (State::side) or a spring touches.
enum class Edge : std::int8_t { Lower = -1, None = 0, Upper = 1 };

constexpr std::int8_t number(Mode mode) { return static_cast<std::int8_t>(mode); }
constexpr std::int8_t number(Edge edge) { return static_cast<std::int8_t>(edge); }
constexpr Mode mode_of(std::int8_t value) { return static_cast<Mode>(value); }
constexpr Edge edge_of(std::int8_t value) { return static_cast<Edge>(value); }

/// Sliding with a rate, or its first derivative that is not zero.
constexpr Mode mode_along(double rate) { return rate > 0.0 ? Mode::Forward : Mode::Backward; }

/// The same; Stuck at a rate of zero.
constexpr Mode mode_at(double rate) {
  return rate > 0.0 ? Mode::Forward : rate < 0.0 ? Mode::Backward : Mode::Stuck;
}

constexpr Mode opposite(Mode mode) { return static_cast<Mode>(-number(mode)); }

/// Index of a direction in the arrays of PairLaw.
constexpr int side_of(Mode direction) { return direction == Mode::Forward ? 1 : 0; }

}  // namespace luztar
