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
/// A deflection whose arms read a state goes on: what it would jump by goes to its shift.
///
/// Writes states and shifts in State::internal.
class StateJumps {
 public:
  explicit StateJumps(Motion& motion);

  /// A new time.
  void begin() {
    held_.assign(held_.size(), 0);
    has_acted_ = false;
  }
  /// After an instant, whose left limit is in Motion::left(): those whose conditions have become
  /// true there.
  /// @return false if there are none
  bool find();
  /// Their values; those that leave their state as it is are dropped.
  /// @pre Motion::left() is just before the jumps
  /// @return false if none is left
  bool evaluate();
  bool are_finite() const;
  void act();
  /// Of those that are left: the states, by their place among the names of events.
  const std::vector<int>& owners() const { return owners_; }
  /// Names of their states: "'gear', 'heater'".
  std::string names() const;

 private:
  bool holds(const JumpLaw& law);
  double value(const DirectFormula& formula);
  void keep_deflections();

  struct Due {
    int internal;
    const JumpLaw* law;
    double value{};  ///< the new one
  };

  const SystemImpl& system_;
  Motion& motion_;
  State& state_;
  bool has_acted_{};          ///< at this time
  std::vector<char> held_{};  ///< (jumps) 1: it held at the instant before, at the same time
  std::vector<Due> due_;
  std::vector<int> owners_;
  std::vector<double> arguments_;
};

}  // namespace luztar
