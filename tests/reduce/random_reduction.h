// Random networks together with limits that they have.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace reduce_test {

struct RandomReduction {
  std::string model;                ///< TOML
  std::vector<std::string> limits;  ///< "NAME=inf", "NAME=0"
};

/// Two or three blocks on the ground with springs, freeplay, dampers, dry friction and smooth
/// forces, and one to three parts whose parameters take a limit: light bodies between springs
/// (ratios, freeplay) or held by friction, heavy bodies, stiff springs, strong dampers, elements
/// that vanish.
RandomReduction random_reduction(std::uint64_t seed);

}  // namespace reduce_test
