// Which columns a run writes: all of a small network, what [output] names, or a choice.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "luztar/dynamics/system/system.h"
#include "luztar/model/model_dimensions.h"
#include "luztar/simulate/channel.h"

namespace luztar {

/// "m", "rad/s", "m/s2", "N m", of a state what the file says; of modes, and of elements whose
/// deflection has an unknown dimension, "".
/// @param coordinates  result_coordinates() (io/angles.h)
std::string unit_of(const ChannelOwners& owners, const Channel& channel,
                    const CoordinateKinds& coordinates);
struct ChannelSelection {
  std::vector<Channel> channels;     ///< in the order of trajectory.csv
  bool complete{true};               ///< nothing is left out
  std::string note{};                ///< in words, if something was left out without a request
  std::vector<std::string> units{};  ///< (channels) unit_of()
};

/// Columns of more than this are a choice unless [output] names them.
constexpr std::size_t kMostColumns = 10'000;

/// Throws ModelError if a pattern of [output] fits no channel.
ChannelSelection select_channels(const Model& model, const System& system);

/// Does `text` fit a pattern with * and ?
bool fits(const std::string& pattern, const std::string& text);

}  // namespace luztar
