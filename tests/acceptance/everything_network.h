// Random model files with everything that the model language has.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace acceptance {

/// A rich network (rich_network.h), and beside it tables, states, sampled controllers, signals,
/// elements along expressions, contacts without pull, powers, losses with load, freewheels and
/// ratchets. A run lasts 2 s from 0.
std::string everything_network(std::uint64_t seed);

/// The same without frictions, links, stops, freewheels, massless bodies and given motions: forces
/// by position, velocity, state and time alone.
std::string elastic_network(std::uint64_t seed);

/// What must stand in some of the files: one text for each thing that is drawn at random.
const std::vector<std::string>& everything_words();

}  // namespace acceptance
