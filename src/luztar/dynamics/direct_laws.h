// The laws of a model as they are written, for proofs: numbers and formulas, no series, no modes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "luztar/dynamics/friction_laws.h"
#include "luztar/network/symbols.h"
#include "luztar/symbolic/direct_function.h"

namespace luztar {

/// A formula of the model file and what it reads.
struct DirectFormula {
  std::shared_ptr<const DirectFunction> function{};  ///< none: nothing is written
  std::vector<LawSymbol> variables{};                ///< in the order of its arguments
  explicit operator bool() const { return function != nullptr; }
};

/// What an element's law is made of beside the plain numbers of SystemImpl.
struct DirectLaw {
  /// A bristle law: its force from v and z, and the rate of z.
  struct Bristles {
    Friction::Bristles::Kind kind{};
    double sigma0{}, sigma1{}, exponent{};
    LevelNumbers level{};
    double rate(double v, double z) const;
    double force(double v, double z) const;
  };
  /// Levels that change with the speed; index 0: v < 0, 1: v > 0.
  using Levels = std::array<LevelNumbers, 2>;

  DirectFormula formula{};  ///< the force; of a friction its normal force
  std::shared_ptr<const Levels> levels{};
  std::shared_ptr<const Bristles> bristles{};
  bool is_written() const { return formula || levels != nullptr || bristles != nullptr; }
};

/// Sliding force at the speed u >= 0, without its sign, viscous part included.
/// @param normal  1 where it is in the numbers already
/// @param falling  a hysteresis is on its branch for falling speeds
double sliding_force(const LevelNumbers& law, double u, double normal, bool falling);

}  // namespace luztar
