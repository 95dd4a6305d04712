// The chain that all engines are compared on: plain numbers, the same everywhere for a seed.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

namespace bench {

/// n blocks in a row. Edge i joins block i with block i + 1, the last edge joins block n - 1 with
/// the ground, w_i = v_i - v_(i+1). It holds a spring and a dry and viscous friction:
///
///     m_i v_i' = force_i(t) - f_i + f_(i-1),   f_i = k_i d_i + C_i w_i + F_i sgn w_i,   F_S = F_K,
///
/// force_i = amplitude_i sin(frequency_i t + phase_i). At t = 0 all is at rest, d = 0.
struct ChainProblem {
  std::vector<double> mass;       ///< 0.5..2 [kg]
  std::vector<double> stiffness;  ///< 50..200 [N/m]
  std::vector<double> viscous;    ///< 0.1..0.5 [N s/m]
  std::vector<double> dry;        ///< 1..3 [N]
  std::vector<double> amplitude;  ///< 0 where nothing pushes [N]
  std::vector<double> frequency;  ///< [rad/s]
  std::vector<double> phase;      ///< [rad]

  int blocks() const { return static_cast<int>(mass.size()); }
  /// [N] on block i, which is driven.
  double force(std::size_t i, double t) const {
    return amplitude[i] * std::sin(frequency[i] * t + phase[i]);
  }
};

enum class ChainLoad {
  First,      ///< on the first block: a handful of pairs slides, mostly at the free end
  EveryFifth  ///< on every fifth block: about a sixth of the pairs sticks, on the average of a run
};

constexpr double kChainStep = 1e-3;     ///< [s]
constexpr double kChainDuration = 1.0;  ///< [s]
constexpr unsigned kChainSeed = 1;

/// std::mt19937_64 is the same everywhere; the standard's distributions are not, hence the mapping.
inline ChainProblem chain_problem(int n, ChainLoad load, unsigned seed = kChainSeed) {
  std::mt19937_64 engine(seed);
  const auto random = [&engine](double low, double high) {
    return low + (high - low) * static_cast<double>(engine() >> 11) * 0x1p-53;
  };
  ChainProblem chain;
  for (int i = 0; i < n; ++i) {
    chain.mass.push_back(random(0.5, 2.0));
    chain.stiffness.push_back(random(50.0, 200.0));
    chain.viscous.push_back(random(0.1, 0.5));
    chain.dry.push_back(random(1.0, 3.0));
    const double frequency = random(10.0, 20.0);
    const double phase = random(0.0, 2.0 * std::numbers::pi);
    const bool driven = load == ChainLoad::First ? i == 0 : i % 5 == 0;
    chain.amplitude.push_back(!driven ? 0.0 : load == ChainLoad::First ? 5.0 : 14.0);
    chain.frequency.push_back(frequency);
    chain.phase.push_back(load == ChainLoad::First ? 0.0 : phase);
  }
  return chain;
}

/// The blocks that are driven.
inline std::vector<std::size_t> driven_blocks(const ChainProblem& chain) {
  std::vector<std::size_t> driven;
  for (std::size_t i = 0; i < chain.amplitude.size(); ++i)
    if (chain.amplitude[i] != 0.0) driven.push_back(i);
  return driven;
}

}  // namespace bench
