// The numbers of a VariedSystem as duals: some of its derivatives side by side.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "luztar/core/dual.h"
#include "luztar/dynamics/compile/varied_system.h"

namespace luztar {

/// @tparam N  Dual<W>: the derivatives from `first` on
template <typename N>
struct Numbers {
  struct Smooth {
    N stiffness, lower, upper, rest, damping;
  };
  struct Pair {
    std::array<N, 2> viscous, kinetic, breakaway;
    N lower, upper, restitution, pitch;
  };

  Numbers(const VariedSystem& source, int first_derivative)
      : varied(source), system(source.system), first(first_derivative) {
    for (std::size_t b = 0; b < varied.bodies.size(); ++b) {
      const BodyLaw& law = system.body_laws[b];
      inverse_mass.push_back(law.role == BodyRole::Inertial ? N(1.0) / of(varied.bodies[b].mass)
                                                            : N(0.0));
    }
    for (const auto& law : varied.smooth)
      smooth.push_back(
          {of(law.stiffness), of(law.lower), of(law.upper), of(law.rest), of(law.damping)});
    for (const auto& law : varied.pairs) {
      Pair pair{};
      for (std::size_t side = 0; side < 2; ++side) {
        pair.viscous[side] = of(law.viscous[side]);
        pair.kinetic[side] = of(law.kinetic[side]);
        pair.breakaway[side] = of(law.breakaway[side]);
      }
      pair.lower = of(law.lower);
      pair.upper = of(law.upper);
      pair.restitution = of(law.restitution);
      pair.pitch = of(law.pitch);
      pairs.push_back(pair);
    }
    for (const Varied& arm : varied.arms) arms.push_back(of(arm));
  }

  N of(const Varied& number) const {
    N result(number.value);
    const auto begin = static_cast<std::size_t>(first), n = number.slope.size();
    for (std::size_t i = 0; i < result.slope.size() && begin + i < n; ++i)
      result.slope[i] = number.slope[begin + i];
    return result;
  }
  /// The arms of an element, in the order of its terms.
  const N* arms_of(int element) const { return &arms[system.arms.begins()[element]]; }

  const VariedSystem& varied;
  const SystemImpl& system;
  int first;
  std::vector<N> inverse_mass;  ///< (bodies)
  std::vector<Smooth> smooth;
  std::vector<Pair> pairs;
  std::vector<N> arms;
};

}  // namespace luztar
