// Random model files with every kind of element.
#pragma once

#include <cstdint>
#include <string>

namespace acceptance {

/// What a network may have besides springs, dampers, Coulomb friction and forces.
struct Features {
  bool massless{true}, links{true}, stops{true};
  bool levels{true};    ///< Stribeck, tables, hysteresis, normal forces
  bool bristles{true};  ///< Dahl, LuGre
  bool pushing{true};   ///< contacts with pull = false
  bool laws{true};      ///< springs and dampers with a written force
  bool nested{false};   ///< forces are kinks around functions that jump
};

/// 2 to 6 bodies (given motions, belts, massless ones among them) with springs, freeplay, gaps,
/// contact damping, written force laws, dampers, all laws of friction, links, stops, smooth and
/// jumping forces. A run lasts 2 s from `start`, by which all inputs are delayed.
std::string rich_network(std::uint64_t seed, const Features& features = {}, double start = 0.0);

}  // namespace acceptance
