// One sample of a network from the samples of its islands.
#pragma once

#include "luztar/dynamics/compile/system_part.h"
#include "luztar/simulate/simulate.h"

namespace luztar {

/// Collects. Two slots: spans of a sample stay valid until the next one in its slot.
class IslandSamples {
 public:
  explicit IslandSamples(const SystemImpl& system);

  void begin(int slot, const State& whole);
  void add(int slot, const SystemPart& part, const Sample& sample);
  /// @param whole  its accounts, of islands that are no more
  Sample end(int slot, double time, const State& whole);

 private:
  struct Values {
    std::vector<double> q, v, a, d, rate, f, lower, upper;
    std::vector<ModeNumber> mode;
    EnergyLedger energy;
  };
  const SystemImpl& system_;
  Values values_[2];
};

}  // namespace luztar
