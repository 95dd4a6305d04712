// How to run a simulation: plain numbers, SI.
#pragma once

#include <cstdint>
#include <vector>

namespace luztar {

/// From event to event, exactly; or by implicit steps, for large networks
/// (src/luztar/stepping/README.md).
enum class Method : std::int8_t { Events, Stepping };

/// When a run begins and ends, what it gives out and how exact it is. Those of a model file
/// (docs/model-settings.md, "Simulation", has the ranges) are checked by compile(); simulate()
/// takes any in their place, and throws std::invalid_argument for Method::Stepping without a step.
struct SimulationSettings {
  double start{0.0};     ///< [s]
  double duration{0.0};  ///< ≥ 0 [s]
  /// The duration of which this run is a part, [s]; 0: `duration`. What counts as one instant near
  /// t = 0, and as the last bounces, is relative to it.
  double span{0.0};
  std::int64_t samples{1001};  ///< output points on [start, start + duration]; 0: none
  /// > 0: output points start + i * interval instead of `samples` [s]
  double interval{0.0};
  /// Not empty: these output points instead, strictly increasing; those within the run count [s]
  std::vector<double> times{};
  double tolerance{1e-12};             ///< relative local error of a step
  std::int64_t max_events{1'000'000};  ///< a diagnosis beyond
  Method method{Method::Events};
  double step{0.0};      ///< stepping: length of a step, if `adaptive` the largest; > 0 [s]
  bool adaptive{false};  ///< stepping: shorter steps where the tolerance asks for them
  bool at_rest{false};   ///< it begins at the equilibrium: start_state(), not initial_state()

  bool gives_rows() const { return samples > 0 || interval > 0.0 || !times.empty(); }
  /// @param count  output points instead of those asked for, evenly spaced
  void give_rows(std::int64_t count) {
    samples = count;
    interval = 0.0;
    times.clear();
  }
};

}  // namespace luztar
