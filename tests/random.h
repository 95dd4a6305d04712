// Random numbers that are the same on every machine.
#pragma once

#include <cstdint>

namespace luztar::testing {

/// splitmix64 (Steele, Lea and Flood, OOPSLA 2014).
struct Random {
  std::uint64_t state;

  /// Uniform in [low, high).
  double operator()(double low, double high) {
    state += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return low + (high - low) * static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }
  /// 0 ... n - 1
  int below(int n) { return static_cast<int>((*this)(0.0, n)); }
};

}  // namespace luztar::testing
