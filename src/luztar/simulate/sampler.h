// Output points from power series.
#pragma once

#include <optional>
#include <vector>

#include "luztar/simulate/ledger.h"
#include "luztar/simulate/sample_times.h"
#include "luztar/simulate/simulate.h"

namespace luztar {

/// The output grid and the values on it.
class Sampler {
 public:
  Sampler(const SystemImpl& system, const SimulationSettings& settings);

  /// Leaves out what a former part of the run gave out, or passed.
  void go_on_from(const State& state) { times_.go_on_from(state); }
  bool has_next() const { return times_.has_next(); }
  double next_time() const { return times_.next_time(); }
  void advance() { times_.advance(); }
  double last_time() const { return times_.last(); }

  /// Values at anchor + tau. Spans stay valid until the next call with the same `slot` (0 or 1).
  Sample sample(double time, const State& state, const Expansion& series, Ledger& ledger,
                double tau, int slot = 0);

 private:
  struct Values {
    explicit Values(const SystemImpl& system);
    std::vector<double> q, v, a, d, rate, f, internal;
    std::vector<ModeNumber> mode;
    std::vector<double> lower, upper;
    EnergyLedger energy;
  };
  const SystemImpl& system_;
  SampleTimes times_;
  std::optional<Values> values_[2];
  std::vector<int> pressed_;  ///< pairs whose limits change with their normal force
};

}  // namespace luztar
