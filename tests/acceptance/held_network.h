// Random networks at rest on cycles of friction pairs, with masses over many decades, and whether
// forces inside the limits of all pairs hold them: a greatest flow in exact fractions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "acceptance/recording.h"

namespace acceptance {

struct HeldNetwork {
  static constexpr int kGround = -1;
  struct Body {
    double mass{};       ///< [kg]; 0: massless
    double load{}, w{};  ///< force load sin(w t); load 0: none
  };
  struct Pair {
    int a{}, b{};  ///< bodies, or kGround
    double breakaway{}, kinetic{};
  };
  struct Spring {
    int a{}, b{};        ///< bodies, or kGround
    double stiffness{};  ///< [N/m]
    double way{}, w{};   ///< its other end moves as way sin(w t); way 0: it is b
  };
  std::vector<Body> bodies;
  std::vector<Pair> pairs;
  std::vector<Spring> springs;
  double duration{};  ///< [s]

  bool drops() const;  ///< some pair has static > kinetic friction
  std::string toml() const;
};

struct HeldOptions {
  double decades{};  ///< of masses
  bool drops{};      ///< static > kinetic friction
  bool massless{};   ///< a joint without mass on the way of a pull
};

/// 2 to 8 bodies with frictions to the ground and to each other, pulled slowly.
HeldNetwork held_network(std::uint64_t seed, const HeldOptions& options);

/// How often there was something to be checked.
struct HeldCounts {
  int breaks{};     ///< instants at which pairs break
  int on_cycles{};  ///< of these, where the pairs that rest form cycles
};

/// What a run says that forces in the limits contradict: a break while they hold all that rests
/// with room for the pair that breaks, or rest that they do not hold, just before and just after.
/// @param elements  the index of each pair in the run
/// @return in words, the first; "" if there is none
std::string false_rest(const HeldNetwork& network, const std::vector<int>& elements,
                       const Recorded& run, HeldCounts& counts);

}  // namespace acceptance
