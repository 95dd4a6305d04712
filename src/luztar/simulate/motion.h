// A state and the motion from it.
#pragma once

#include <vector>

#include "luztar/dynamics/instant/guards.h"
#include "luztar/dynamics/instant/mode_decision.h"
#include "luztar/simulate/approaches.h"
#include "luztar/simulate/ledger.h"
#include "luztar/simulate/simulate.h"

namespace luztar {

/// The modes of a state, in its words.
struct Modes {
  decltype(State::contact) contact;
  decltype(State::pair) pair;
  decltype(State::side) side;
  decltype(EdgeState::tooth) tooth;
};

/// What was just before an instant: where the last step led, in modes that were decided before.
struct LeftLimit {
  std::vector<double> position, velocity;  ///< (bodies) [m, rad], [m/s, rad/s]
  std::vector<double> internal;            ///< (internals)
  Modes modes;
  decltype(State::branch) branch;

  /// Of a formula whose states are in `states`, (internals), and whose memory is in `memory`.
  /// @param arguments  room for its arguments
  double value(const DirectFormula& formula, double time, const std::vector<double>& states,
               const double* memory, std::vector<double>& arguments) const;
};

/// A state, the power series of the motion from its anchor on, and where they lead.
///
///     start(); modes().decide(...); expand()    the series at the anchor
///     look_ahead(tau); move_to(tau)             the state at its end, its work recorded
class Motion {
 public:
  Motion(const SystemImpl& system, State start, const SimulationSettings& settings);
  Motion(const Motion&) = delete;
  Motion& operator=(const Motion&) = delete;

  const SystemImpl& system() const { return system_; }
  State& state() { return state_; }
  const State& state() const { return state_; }
  Expansion& series() { return series_; }
  const Expansion& series() const { return series_; }
  ModeDecision& modes() { return *modes_; }
  PresentStructure& present() { return present_; }
  const Structure& structure() const { return *present_.get(); }
  Ledger& ledger() { return ledger_; }
  LeftLimit& left() { return left_; }
  Approaches& approaches() { return approaches_; }

  /// Order 0 of the series, and all orders of what depends on time only.
  void start();
  /// All orders in the present modes.
  /// @return false if a massless body would have to jump
  bool expand();
  /// The same at an anchor where massless bodies rest already: a correction more would be rounding.
  void expand_again();
  /// The state at its anchor, wherever another program has put it: coefficients that derivatives
  /// and guards need, in the present modes. Velocities of what sticks are tied, massless bodies
  /// that nothing damps go to where forces balance.
  /// @return false: a number is not finite
  bool look_here();
  /// The modes in force go to left().
  void remember_modes();
  /// Where the series lead at anchor + tau goes to left(), and the ledger looks what it costs.
  /// @return false if a result is not a finite number
  bool look_ahead(double tau);
  /// The anchor goes to where look_ahead() looked.
  void move_to(double tau) { move_to(tau, state_.anchor + tau); }
  /// @param end  anchor + tau, where it is known better
  void move_to(double tau, const Time& end);
  /// The anchor goes back by tau, to where look_ahead(-tau) looked; nothing is recorded.
  void put_back(double tau);
  /// Nothing happens at the anchor: delayed expressions join what they were.
  void go_on_smoothly();
  /// How far from the anchor the series of delayed expressions are right, at most `enough` [s]
  double remembered(double enough) const;
  double last_step() const { return state_.ahead.last_step; }
  /// Of the present series, for the order of the next one [s].
  void remember_natural_step(double tau) { natural_ = tau; }
  /// The series at the anchor will be used for this time only [s].
  void expect_end(double tau) {
    state_.ahead.order = order_until(system_.sampling.empty() ? tau : std::min(tau, next_sample()));
  }
  void remember_step(double tau) { state_.ahead.last_step = tau; }

  /// Kinetic + stored at the anchor [J]
  double mechanical_energy() const { return ledger_.mechanical_energy(state_, series_); }
  /// The largest time that matters at the anchor: its own, or the span [s]
  double time_scale() const;
  double span() const { return span_; }
  double tolerance() const { return tolerance_; }
  /// How far the present series can be trusted [s]
  double natural_step() const;

  /// All coefficients of the present series.
  bool is_finite() const { return finite_; }
  bool is_finite_at_anchor() const;
  bool has_finite_motions() const;

  /// Of a guard in the present modes, in scratch(); null if it is not active.
  double* guard(int guard) {
    return guard_polynomial(system_, state_, series_, guard, polynomial_.data())
               ? polynomial_.data()
               : nullptr;
  }
  /// order() + 1 coefficients; the next guard() overwrites them.
  double* scratch() { return polynomial_.data(); }
  /// The order of the coefficient that gives the direction of x from zero; order + 1 if there is
  /// none.
  int leading_order(const double* x) const;
  double largest_term(const double* c, double tau) const;

 private:
  /// A slow manifold, for the present series.
  struct Tried {
    double cost{};     ///< in explicit series
    double instead{};  ///< length of the step without it [s]; 0: it is not in force
  };

  void settle();
  void carry(double tau);
  void record(double tau, const Time& end);
  std::vector<double> guards();
  bool keeps(const std::vector<double>& inside);
  void charge_tries(double tau);
  bool all_finite() const;
  int order() const;
  double next_sample() const;
  std::int64_t order_until(double next) const;

  const SystemImpl& system_;
  double tolerance_;
  double log_tolerance_;
  int most_order_;  ///< that the tolerance asks for
  double span_;     ///< SimulationSettings::span, or the duration [s]
  State state_;
  Expansion series_;
  StructureCache cache_;
  PresentStructure present_;
  std::unique_ptr<ModeDecision> modes_;  ///< refers to present_
  Ledger ledger_;
  LeftLimit left_;
  Approaches approaches_;
  double natural_{};
  Tried tried_;
  bool finite_{true};
  std::vector<double> polynomial_;
};

}  // namespace luztar
