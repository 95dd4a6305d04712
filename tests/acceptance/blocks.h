// Random blocks that hold each other by dry friction, and when they break, without the engine.
#pragma once

#include <string>
#include <vector>

#include "random.h"

namespace acceptance {

/// Blocks at rest on each other, on the ground and on a moving belt, under loads F0 + F1 t. In the
/// coordinates scale_i q_i all arms are 1.
struct Blocks {
  struct Pair {
    int a, b;  ///< b: kGround, kBelt
    double kinetic, breakaway;
  };
  static constexpr int kGround = -1;
  static constexpr int kBelt = -2;
  std::vector<double> mass, scale, at_start, growth;
  std::vector<Pair> pairs;
  double speed{};  ///< of the belt and of all blocks at the start

  bool is_held() const {
    for (const Pair& pair : pairs)
      if (pair.b < 0) return true;
    return false;
  }
  std::string text() const;
};

enum class Shape { Floor, Rail, Layers, Ring, Belt, Last };

/// @param equal  static = kinetic for all pairs
/// @param arms   with arms other than 1
Blocks random_blocks(Shape shape, bool equal, bool arms, luztar::testing::Random& random);

/// The time at which the box of all static limits can no longer hold: a set of blocks is pulled
/// harder than all pairs on its border can hold (Gale and Hoffman's condition), every set tried.
double time_of_break(const Blocks& blocks);

}  // namespace acceptance
