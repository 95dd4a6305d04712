// Samples of controllers.
#pragma once

#include <vector>

#include "luztar/simulate/motion.h"

namespace luztar {

/// Where the clock of a controller has gone on, it takes a sample: its assignments, with what is
/// just before the instant. Where the other one has, what it computed acts. Controllers go in the
/// order of the file: one without delay is read by the next.
///
/// Writes what is held in State::internal, and State::sampling.
class Controllers {
 public:
  explicit Controllers(Motion& motion);

  /// A new instant. @param start  of a run: what is due there is taken although no clock goes on
  void begin(bool start);
  /// Once for each clock at an instant.
  /// @return true if anything may have changed; the series needs another start() then
  bool act();

 private:
  bool goes_on(int clock, const Grid& grid) const;
  void sample(const ControllerLaw& law);
  double* memory_of(const ControllerLaw& law);

  const SystemImpl& system_;
  Motion& motion_;
  State& state_;
  bool start_{};
  std::vector<char> sampled_, acted_;  ///< (controllers) at this instant
  std::vector<double> arguments_;
};

}  // namespace luztar
