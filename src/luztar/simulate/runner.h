// One run: expand, find the first event, go there, decide the modes, expand again.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "luztar/sensitivity/derivatives.h"
#include "luztar/simulate/event_proof.h"
#include "luztar/simulate/event_report.h"
#include "luztar/simulate/sample_times.h"
#include "luztar/simulate/sampler.h"

namespace luztar {

/// Of State::internal.
struct InternalChange {
  int internal{};
  double value{};
};

/// A run by power series. With x- just before an instant and x+ just after it:
///
///     begin()                        modes, if they are open; the series at the anchor
///     until the end of the run:
///       plan()                       tau: the first guard that is zero, or where the series end
///       samples                      up to anchor + tau
///       look_ahead(tau)              q-, v-, z- go to Motion::left(); the ledger looks
///       without an event:
///         move_to(tau), expand()     anchor += tau; q, v, z = q-, v-, z-; the work is recorded
///       with one:
///         remember()                 modes- and branch- go to Motion::left()
///         move_to(tau)               as above
///         Transition                 v+, modes+, branch+, roots+; the series of them
///         EventReport                rows from modes- to modes+, losses of impacts
///
/// Writers of the State: Motion writes the anchor and q, v, z; Transition all that belongs to an
/// instant (transition.h); Ledger and Impacts the accounts; EventReport the number of changes; this
/// class `resolved`, `events` and the members of the end of a run.
class Runner {
 public:
  Runner(const SystemImpl& system, State start, const SimulationSettings& settings,
         Observer& observer);
  RunInfo run();
  /// The same from a state in given modes, all of which are decided anew; its energy is the initial
  /// one.
  RunInfo run_from_instant();
  /// Before run(): it goes on from the end of a former part, whose state this is.
  void go_on_from(const State& former) { proof_.remember_end(former); }

  // Step by step, for a part of a network (islands.h). What returns false has ended the run, which
  // info() explains.
  /// Modes, if they are open, and series at the anchor.
  bool begin();
  /// Looks for the end of the next step.
  bool plan();
  /// Of the step that plan() found [s]; may be infinite.
  double planned() const { return search_.step(); }
  Time planned_end() const { return search_.end(); }
  /// Whether that step ends behind the end of the run.
  bool plans_beyond(const GridInstant& end) const;
  bool waits(const GridInstant& point) const;
  bool plans_event() const { return search_.ends_in_event(); }
  /// Makes the step that plan() found.
  bool go();
  // A run that a program takes from time to time (stepped_run.h): begin_run(), plan(), then
  // make_step() and plan() again until the planned step leads beyond.
  bool begin_run();
  /// Makes the step that plan() found, with its proofs.
  bool make_step();
  /// Internals take other values, in the step that plan() found; needs plan() next.
  /// @param jumped  names of events: of the states among them whose values jump
  /// @param next    after this time they will again [s]
  bool change(double time, std::span<const InternalChange> changes, const std::vector<int>& jumped,
              double next);
  // A run whose motion another program integrates (integrated_run.h).
  /// Derivatives and guards of the state at its anchor, in the modes in force.
  /// @return false: no motion is there, or one that is not finite
  bool look_here() { return motion_.look_here(); }
  /// Guards may have been passed on the way to the anchor: goes back along the motion to where they
  /// are not, in the modes in force. plan() and make_step() lead on from there.
  /// @param most  how far at most [s]
  /// @return false: none has been passed, and nothing has changed
  bool go_back(double most);
  /// After look_here(). @return false: one is negative, and has ended the run
  bool check_normal_forces() { return stop_if(search_.lift_off()); }
  /// plan() may look so far; needs plan() next.
  void extend(double duration);
  /// What there is to say of the run up to a time in the step that plan() found.
  RunInfo info_at(double time);
  const Motion& motion() const { return motion_; }
  Motion& motion() { return motion_; }

  /// The anchor goes to a time within the step that plan() found; needs begin() next.
  void move_anchor(const Time& time);
  /// Values at a time within the step that plan() found.
  Sample values_at(double time, int slot);
  bool check(const Sample& sample, double time);
  /// (bodies) 1: does not stay where it is
  void find_moving(std::vector<char>& moving) const;
  const State& state() const { return motion_.state(); }
  RunInfo& info() { return info_; }
  double kkt_residual() const { return transition_.residual(); }
  const Sizes& sizes() const { return proof_.sizes(); }
  /// All but that of the energy.
  Proofs proofs() const { return proof_.proofs(); }
  std::vector<std::string> take_warnings() { return notes_.take(); }
  /// Says nothing of other choices: there are many in a network.
  void be_silent_on_choices() { transition_.be_silent_on_choices(); }

 private:
  /// Steps, events and impacts that follow each other and hardly lead on.
  struct Standstill {
    bool after_step(double tau, double time);
    bool after_event(double tau, double time_scale, bool struck);
    int steps{}, events{}, impacts{};
  };

  double local(double time) const;
  double end() const { return settings_.start + settings_.duration; }
  double time_error_at(double tau) const;
  bool begin_with_other_laws();
  bool begin_open();
  bool settle_start();
  bool take_first_samples(State start);
  void go_on_from_state();
  void make_steps();
  void begin_decided();

  bool step();
  bool give_samples(double reach, bool ends);
  bool end_step_at(double tau);
  void go_on_at(double tau);
  void decide_shares(double tau);
  bool come_to_rest(double tau, bool shrinks);
  std::vector<EventSearch::Crossing> held_by_rounding();
  bool pass_rounding(double tau);
  void move_to(double tau);
  void move_to(double tau, const Time& end);
  void leave_instant(double tau);
  void process_event(double tau);
  bool show_around(const Sample& before, double time);
  void cross(double tau);
  void jump_states();
  bool jump_states_once();
  void report_event();
  void follow_jump();
  void meet_derivatives();
  Instant before_event();

  bool stop_if(const std::optional<Trouble>& trouble);
  void stop_with(const Trouble& trouble, double tau = 0.0);
  void stop_on_request(double tau = 0.0);
  void finish(double tau);
  void conclude(double tau);
  void keep_state(double tau, const Sample& last);

  const SystemImpl& system_;
  SimulationSettings settings_;
  Observer& observer_;
  std::optional<Modes> former_;  ///< by the laws before, if they are others at the start
  Motion motion_;
  State& state_;
  Passes passes_;
  Notes notes_;
  EventSearch search_;
  GivenMotions given_;
  Transition transition_;
  EventReport report_;
  Sampler sampler_;
  SampleTimes times_;
  EventProof proof_;
  std::unique_ptr<Derivatives> derivatives_;  ///< null: none are asked for
  Standstill standstill_;
  State before_instant_;  ///< state_ at the start of the step, if the run can be stopped
  RunInfo info_;
  bool done_{};
};

}  // namespace luztar
