// A run kept whole, with everything that must hold at every instant checked on the way.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "luztar/luztar.h"

namespace acceptance {

/// A Sample that outlives the callback.
struct Snapshot {
  double time{};
  std::vector<double> q, v, a;       ///< (bodies)
  std::vector<double> d, rate, f;    ///< (elements)
  std::vector<std::int8_t> mode;     ///< (elements)
  std::vector<double> lower, upper;  ///< (elements)
  double residual{};                 ///< of the energy ledger [J]
  friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

/// Modes of chosen elements just after an instant at which one of them changed.
struct Instant {
  double time{};
  std::vector<int> modes;
};

class Recorded : public luztar::Observer {
 public:
  explicit Recorded(const luztar::System& system);
  void sample(const luztar::Sample& sample) override;
  void event(const luztar::Event& event) override;
  void around_event(const luztar::Sample& before, const luztar::Sample& after) override;
  bool wants_samples_around_events() const override { return true; }

  std::vector<Snapshot> samples;
  std::vector<Snapshot> before, after;  ///< events
  std::vector<luztar::Event> events;
  luztar::RunInfo info;
  /// Stuck pairs whose rate was not exactly 0.0 or whose deflection lost a bit; "" if none.
  std::string stuck_complaint;

 private:
  void watch_stuck(const luztar::Sample& sample);

  luztar::System system_;      // a handle
  std::vector<double> held_;   ///< (elements) deflection at the last stuck sample
  std::vector<char> is_held_;  ///< (elements) stuck since then
};

/// A run from the model's own start.
Recorded record(const luztar::System& system, const luztar::SimulationSettings& settings);
/// A run from `start`.
Recorded record(const luztar::System& system, const luztar::State& start,
                const luztar::SimulationSettings& settings);

/// What every finished run must show: status, ledger (issue: 1e-11 of the energy moved), stuck
/// pairs at rest to the last bit. Reports through doctest.
void check_trust(const Recorded& run);

int body_index(const luztar::System& system, const std::string& name);
int element_index(const luztar::System& system, const std::string& name);

/// Mode changes of `elements` after the start, instants merged. Rows at the start are left out:
/// the first sample shows their outcome.
std::vector<Instant> mode_changes(const Recorded& run, const std::vector<int>& elements);

}  // namespace acceptance
