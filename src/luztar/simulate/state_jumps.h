// Jumps of states where conditions have become true.
#pragma once

#include <string>
#include <vector>

#include "luztar/simulate/motion.h"

namespace luztar {

/// A jump acts at an instant of its own, at the time at which the pieces of expressions say that
/// its condition holds, which it did not just before. All jumps of that instant read what is just
/// before it; of two of one state the later one in the file counts.
///
/// Writes states in State::internal.
class StateJumps {
 public:
  explicit StateJumps(Motion& motion);

  /// After an instant, whose left limit is in Motion::left(): those whose conditions have become
  /// true there.
  /// @return false if there are none
  bool find();
  /// @pre Motion::left() is just before the jumps
  void act();
  /// (jumps) owner of the state of each, in events.
  const std::vector<int>& owners() const { return owners_; }
  /// Names of their states: "'gear', 'heater'".
  std::string names() const;

 private:
  double value(const DirectFormula& formula);

  struct Due {
    int internal;
    const JumpLaw* law;
  };

  const SystemImpl& system_;
  Motion& motion_;
  State& state_;
  bool has_any_{};
  std::vector<Due> due_;
  std::vector<int> owners_;
  std::vector<double> arguments_;
};

}  // namespace luztar
