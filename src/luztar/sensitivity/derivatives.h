// Derivatives of a run, while it is made.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "luztar/dynamics/compile/varied_system.h"
#include "luztar/dynamics/impacts/impacts.h"
#include "luztar/dynamics/system/state.h"
#include "luztar/sensitivity/derivative_sample.h"

namespace luztar {

/// The motion of the first order around a run: how positions, velocities and states at a time
/// change with parameters and start values. Between events it is linear, in the modes of the run;
/// at an event it jumps (Aizerman and Gantmacher, Quart. J. Mech. Appl. Math. 11, 1958): with g(x,
/// p) = 0 at the instant t,
///     dt = -(dg at constant time)/g',   dx+ = J (dx- + x'- dt) - x'+ dt
/// with J the impact or the identity. It decides nothing: what a run does is the same with and
/// without it.
class Derivatives {
 public:
  Derivatives(const SystemImpl& system, double tolerance);
  ~Derivatives();

  int n() const { return varied_.n(); }
  const std::vector<std::string>& names() const { return varied_.names; }

  // In the order of a run.
  /// Modes are decided, at the start. @param state  at its anchor
  /// @param goes_on  from a state that does not depend on parameters, not from the file
  void begin(const State& state, const Expansion& series, bool goes_on);
  /// Up to anchor + tau, in the modes of the present series; non-decreasing until go_on() or
  /// leave().
  void reach(double tau);
  /// Values where reach() went.
  const DerivativeSample& sample();
  /// The series has ended where reach() went, without an event. @param state  at the new anchor
  void go_on(const State& state, const Expansion& series);
  /// The guards that are crossed where reach() went, before anything changes.
  void meet(const std::vector<int>& guards);
  /// The same where nothing is crossed: speeds that are nothing any more are 0 behind the instant,
  /// whose time is that of a rule and has no derivative.
  void meet_rest();
  /// Massless bodies are elsewhere behind the instant; before leave().
  void jump(const State& state);
  /// Behind the instant. @param state  at the new anchor
  void leave(const State& state, const Expansion& series, const Impacts& impacts);

  /// How the time of the last event changes, (n) [s]
  std::span<const double> event_time() const { return event_time_; }
  /// Something that is left out, in words.
  void report(std::string problem) { problems_.push_back(std::move(problem)); }
  /// What does not exist, or was not found, in words with time and element.
  const std::vector<std::string>& problems();

  class Block;

 private:
  const VariedSystem& varied_;
  std::vector<std::unique_ptr<Block>> blocks_;
  std::vector<double> values_, event_time_;
  DerivativeSample sample_;
  bool at_event_{};  ///< whose time changes
  double anchor_{};
  std::vector<std::string> problems_;
};

}  // namespace luztar
