// How often and how long pairs stick and slip, springs and stops touch and are free.
#pragma once

#include <cstddef>
#include <vector>

#include "luztar/dynamics/system/system.h"
#include "luztar/simulate/simulate.h"

namespace luztar {

/// The stretches of a run in which an element is held, or those in which it is free. A stretch
/// that the begin or the end of the run cuts off is known in part only: it counts for `total`, not
/// for `count`, `shortest` and `longest`.
struct StretchTimes {
  std::size_t count{};           ///< begun and ended within the run
  double total{};                ///< with `initial` and `final` [s]
  double shortest{}, longest{};  ///< 0: there are none [s]
  double initial{};              ///< the run begins with it; 0: it begins otherwise [s]
  double final{};                ///< the run ends with it and began otherwise [s]
  double mean() const;           ///< of those that count; 0: there are none [s]
};

struct HeldTimes {
  StretchTimes held;  ///< frictions stick, freewheels are engaged, springs and stops touch
  StretchTimes free;  ///< they slip, are free, are in their gap
  double
      greatest_use{};  ///< frictions: greatest force over static limit while stuck; 1: broke loose
};

/// Told of a run, of which it keeps a few numbers of each element.
class ModeTimes {
 public:
  ModeTimes(const std::vector<ElementInfo>& elements, const SimulationSettings& settings);
  void begin_at(double start) { start_ = start; }  ///< before it is told of anything [s]
  double start() const { return start_; }          ///< of the run [s]
  void sample(const Sample& sample);
  void event(const Event& event);  ///< in time order; samples may come before or after
  /// Of a run whose samples do not come again: part of its static limit that an element bore.
  void used(std::size_t element, double use) { clocks_[element].times.greatest_use = use; }
  const std::vector<ElementInfo>& elements() const { return elements_; }
  /// Whether it has modes, each change of which is an event. By stepping a stop is in contact or
  /// not from step to step, and events are its impacts alone.
  bool has(std::size_t element) const;
  /// @param end  of the run [s]  @pre has(element)
  HeldTimes of(std::size_t element, double end) const;

 private:
  /// A stretch is counted when the one behind it has lasted: one of no length joins its neighbours.
  struct Clock {
    bool is_begun{}, is_held{};
    bool has_last{};       ///< the stretch before the present one, of the other kind
    double last{}, now{};  ///< where they begin [s]
    HeldTimes times{};
    void turn(double t, bool held, double start);
    void count(bool held, double from, double to, double start);
  };
  void begin(std::size_t element, ModeNumber mode, double t);

  std::vector<ElementInfo> elements_;
  double start_;
  bool by_steps_;
  bool is_sampled_{false};
  std::vector<Clock> clocks_;  ///< (elements)
};

}  // namespace luztar
