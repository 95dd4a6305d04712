// Blocks in a row on a floor, with dry friction to the floor and to their neighbours, and an oracle
// of what such a row can hold, block by block.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "acceptance/recording.h"

namespace acceptance {

/// Static and kinetic limit of a pair [N].
struct Limits {
  double hold{}, slide{};
};

struct FloorChain {
  std::vector<double> mass;          ///< (blocks) [kg]
  std::vector<Limits> floor;         ///< (blocks)
  std::vector<Limits> between;       ///< (blocks - 1) of a block and the next one
  std::vector<double> stiffness;     ///< (blocks - 1) beside that friction, 0: none [N/m]
  std::vector<double> load, rising;  ///< (blocks) load + rising * (t - start) [N, N/s]
  std::vector<std::string> more;     ///< (blocks) what else pulls, an expression of t; ""
  double start{};                    ///< [s]
  std::string elsewhere{};           ///< tables of other bodies, connected with nothing

  std::size_t size() const { return mass.size(); }
  std::string model() const;  ///< elements f0 ..., g0 ..., s0 ..., forces F0 ...
};

struct FloorOptions {
  int most{12};      ///< blocks
  bool calm{};       ///< loads only rise
  bool elsewhere{};  ///< other bodies too, one of them without mass
};

/// 2 to `most` blocks at rest under loads that they hold at first.
FloorChain random_floor_chain(std::uint64_t seed, const FloorOptions& options);

/// Seconds after the start at which rising loads first exceed what the static limits can hold: the
/// forces that the pairs can pass on are an interval, block by block; there it becomes empty.
double first_break(const FloorChain& chain);

/// How far stuck pairs are from not being able to hold [N], with the modes of `modes` and the
/// forces of `forces`: the least of all cuts through blocks that move as one. Negative: they break.
double room_to_hold(const FloorChain& chain, const luztar::System& system, const Snapshot& modes,
                    const Snapshot& forces);

}  // namespace acceptance
