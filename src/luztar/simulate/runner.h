// One run: expand, find the first event, go there, decide the modes, expand again.
#pragma once

#include <string>
#include <vector>

#include "luztar/dynamics/guards.h"
#include "luztar/dynamics/modes.h"
#include "luztar/simulate/ledger.h"
#include "luztar/simulate/sampler.h"
#include "luztar/simulate/simulate.h"

namespace luztar {

class Runner {
 public:
  Runner(const System& system, State start, const SimulationSettings& settings, Observer& observer);
  RunInfo run();

 private:
  struct Crossing {
    double tau;
    int guard;
  };

  // The anchor.
  void start_series();
  void expand_here();
  bool settle();
  void book_initial_energy();
  bool pass_transitions_at_once();
  bool update_switch(int sw);
  bool leaves_at_once(int guard);
  void begin_instant();
  void pass(int guard);
  void pass_spring(const GuardOwner& owner);
  void pass_friction(const GuardOwner& owner);
  void pass_switch(const GuardOwner& owner);
  void note_jump(int owner);
  void follow_given_motions();
  double motion_scale(int body, double tau) const;
  bool motions_are_continuous(double tau);

  // The step.
  double first_crossing(double limit);
  double checked_step(double step, double& crossing);
  bool inputs_agree(double tau);
  bool finite() const;
  bool finite_at_anchor() const;
  bool motions_are_finite() const;
  bool look_ahead(double tau);
  void move_to(double tau);
  void process_event(double tau);
  void report_changes();
  bool step();
  void finish(double tau);

  // Trouble.
  void stop_with(Status status, std::string diagnosis);
  void stop_undecided(ModeStatus status);
  std::string guard_name(int guard) const;
  std::string busiest_names(const std::vector<int>& passes) const;
  std::string not_finite_words() const;
  bool accumulates(double tau);

  const SystemImpl& system_;
  SimulationSettings settings_;
  Observer& observer_;
  State state_;
  Expansion series_;
  StructureCache cache_;
  ModeResolver modes_;
  Ledger ledger_;
  Sampler sampler_;
  ProgramSeries probe_;
  RunInfo info_;
  double end_;
  double last_step_{};
  int short_steps_{};
  int close_events_{};
  bool done_{};
  std::vector<int> checked_slots_;  ///< functions of time that the series must agree with
  std::vector<std::int8_t> at_rest_, broken_;          ///< (frictions) at this instant
  std::vector<double> next_position_, next_velocity_;  ///< (bodies) at the end of the step
  std::vector<double> motion_scale_;                   ///< (bodies) of the step that ended here
  std::vector<std::int8_t> contact_before_, friction_before_;
  std::vector<char> fired_;      ///< (guards) at this instant
  std::vector<int> passes_;      ///< (guards) how often in this run, for the diagnosis
  std::vector<int> passes_now_;  ///< (guards) how often at this instant
  std::vector<int> jumps_;       ///< owners of inputs that jumped at this instant
  std::vector<Crossing> crossings_;
  std::vector<double> polynomial_;
};

}  // namespace luztar
