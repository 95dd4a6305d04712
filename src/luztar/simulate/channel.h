// Columns of results: what they are called, and what a sample has of them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "luztar/dynamics/system/system.h"
#include "luztar/simulate/simulate.h"

namespace luztar {

/// One column of results. The order of the kinds is that of groups of .npy files.
struct Channel {
  enum class Kind { Position, Velocity, Acceleration, Deflection, Force, Mode, Internal, State };
  Kind kind{};
  std::size_t index{};     ///< of a body, of an element or of a state
  std::size_t internal{};  ///< Internal, State: of State::internal
  friend bool operator==(const Channel&, const Channel&) = default;
};
constexpr std::size_t kChannelKinds = 8;

/// "q", "v", "a", "d", "f", "mode", "z", "x".
const char* prefix_of(Channel::Kind kind);
/// What channels belong to.
struct ChannelOwners {
  const std::vector<BodyInfo>& bodies;
  const std::vector<ElementInfo>& elements;
  const std::vector<StateInfo>& states;
};
/// Every channel: q, v, a of each body, d, f of each element, mode of each element that has modes,
/// z of each bristle friction, x of each state. The order of trajectory.csv.
std::vector<Channel> all_channels(const ChannelOwners& owners);
/// "q.seat"
std::string name_of(const ChannelOwners& owners, const Channel& channel);
const std::string& owner_of(const ChannelOwners& owners, const Channel& channel);
double value_of(const Sample& sample, const Channel& channel);
/// By what is varied; none of modes.
std::span<const double> derivatives_of(const DerivativeSample& sample, const Channel& channel);

/// Positions, velocities and forces: what events.csv has on both sides of an event.
std::vector<Channel> channels_of_sides(const std::vector<Channel>& channels);

}  // namespace luztar
