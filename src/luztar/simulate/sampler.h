// Output points from power series.
#pragma once

#include <optional>
#include <vector>

#include "luztar/simulate/ledger.h"
#include "luztar/simulate/simulate.h"

namespace luztar {

/// The values at an instant.
class Sampler {
 public:
  explicit Sampler(const SystemImpl& system);
  /// Values at anchor + tau. Spans stay valid until the next call with the same `slot` (0 or 1).
  Sample sample(double time, const State& state, const Expansion& series, Ledger& ledger,
                double tau, int slot = 0);
  /// The step that begins at the anchor.
  static MotionPiece piece(double begin, double length, const Expansion& series);

 private:
  struct Values {
    explicit Values(const SystemImpl& system);
    std::vector<double> q, v, a, d, rate, f, internal;
    std::vector<ModeNumber> mode;
    std::vector<double> lower, upper;
    EnergyLedger energy;
  };
  const SystemImpl& system_;
  std::optional<Values> values_[2];
  std::vector<int> with_normal_;  ///< pairs whose limits change with their normal force
};

}  // namespace luztar
