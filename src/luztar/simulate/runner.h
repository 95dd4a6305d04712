// One run: expand, find the first event, go there, decide the modes, expand again.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "luztar/dynamics/guards.h"
#include "luztar/dynamics/impacts.h"
#include "luztar/dynamics/link_conflicts.h"
#include "luztar/dynamics/modes.h"
#include "luztar/simulate/event_proof.h"
#include "luztar/simulate/law_check.h"
#include "luztar/simulate/ledger.h"
#include "luztar/simulate/notes.h"
#include "luztar/simulate/sampler.h"
#include "luztar/simulate/simulate.h"

namespace luztar {

class Runner {
 public:
  Runner(const SystemImpl& system, State start, const SimulationSettings& settings,
         Observer& observer);
  RunInfo run();
  /// Before run(): it goes on from the end of a former part, whose state this is.
  void go_on_from(const State& former) { proof_.remember_end(former); }

  // Step by step, for a part of a network (islands.h). What returns false has ended the run, which
  // info() explains.
  /// Modes, if they are open, and series at the anchor.
  bool begin();
  /// Looks for the end of the next step.
  bool plan();
  /// Of the step that plan() found [s]; may be infinite.
  double planned() const { return planned_; }
  bool plans_event() const { return crossing_ <= planned_; }
  /// Makes the step that plan() found.
  bool go();
  /// The anchor goes to a time within the step that plan() found; needs begin() next.
  void move_anchor(const Time& time);
  /// Values at a time within the step that plan() found.
  Sample values_at(double time, int slot);
  bool check(const Sample& sample, double time);
  /// (bodies) 1: does not stay where it is
  void find_moving(std::vector<char>& moving) const;
  const State& state() const { return state_; }
  RunInfo& info() { return info_; }
  /// All but that of the energy.
  Proofs proofs() const { return proof_.proofs(); }
  std::vector<std::string> take_warnings() { return notes_.take(); }
  /// Says nothing of other choices: there are many in a network.
  void be_silent_on_choices() { may_choose_ = false; }

 private:
  struct Modes {
    std::vector<std::int8_t> contact, pair, side;
  };
  struct Crossing {
    double tau;
    int guard;
    bool flat;  ///< crossed with hardly any slope
  };
  /// What the argument of a switch does near its edge, worked out directly.
  struct Passage {
    double crosses;  ///< infinity: it only touches
    double clear;    ///< where it has left the edge again
  };

  // The anchor.
  bool change_laws();
  ModeStatus decide();
  void start_series();
  void expand_here();
  bool settle();
  void book_initial_energy();
  void leave_restless_shares();
  bool pass_transitions_at_once();
  bool leaves_at_once(int guard);
  bool stays_at_edge(int guard, const double* p, double step);
  void begin_instant();
  void remember_modes();
  void pass(int guard);
  void pass_spring(const GuardOwner& owner);
  void pass_pair(const GuardOwner& owner);
  bool strike();
  bool bounces_end();
  std::string closed_stops() const;
  bool returns_within(int pair, double limit);
  bool stays_near(int pair);
  double coordinate_scale(int pair, bool upper) const;
  void move_rooms(double tau);
  void know_edges();
  void report_impacts();
  double time_scale() const;
  /// Forces, and velocities of given motions, may jump at this instant.
  bool jumps() const { return changed_ || !jumps_.empty(); }
  void note_choices();
  void note_grazing(double tau);
  void note_touches(double tau);
  bool let_go_of_loose_contacts();
  bool normals_hold();
  bool rises_from_zero(const double* c) const;
  void follow_given_motions();
  double motion_scale(int body, double tau) const;
  bool motions_are_continuous(double tau);

  // Pieces of expressions: runner_pieces.cpp.
  struct Pieces {
    enum class Fate : std::uint8_t {
      Steady,   ///< its argument did not jump at this instant
      Jumped,   ///< it did: values decide for a while
      Open,     ///< a switch within it passes its edge too
      Decided,  ///< by its right limit
    };
    void begin();
    std::vector<Fate> fate;            ///< (switches)
    std::vector<std::int64_t> before;  ///< (switches) just before this instant
    std::vector<double> left;          ///< (switches × 2) arguments just before; if `known`
    std::vector<double> size;          ///< (switches) of the arguments of those that are Open
    bool known{};
    std::vector<char> rests;  ///< (switches) on its edge just before, or tried at this instant
  };
  void read_arguments(std::vector<double>& values) const;
  void find_left_limits();
  bool is_turned(int element) const;
  bool has_jumped(int sw);
  std::int64_t piece_at(int sw, double low, double high) const;
  int leading_order(const double* x) const;
  bool choose_piece(int sw);
  bool know_zeros(int sw);
  bool returns_to_edge(int guard);
  void settle_pieces_of_time();
  bool settle_piece_of_time(int sw);
  void follow_jumps();
  bool follow_jump(int sw);
  bool choose_jumped_pieces();
  void open_outer_switches(double tau);
  bool jumps_open(int sw) const;
  double largest_term(const double* c, double tau) const;
  bool is_chosen(int guard) const;
  bool is_on_edge(int sw) const;
  bool rest_on_edge(int sw);
  bool update_switch(int sw);
  void pass_switch(const GuardOwner& owner);
  void note_jumps_of_pieces();
  void note_jump(int owner);

  // The step.
  bool end_step_at(double tau);
  double first_crossing(double& limit);
  double switch_crossing(int guard, double tau, double whole, double& limit);
  SwitchGuard edge_of(int guard) const;
  double distance(const SwitchGuard& edge, double tau);
  Passage passage(int guard, double near, double limit);
  bool only_touches(int guard);
  double crossing_beyond_order(int guard, const GuardOwner& owner, double limit);
  double between(const SwitchGuard& edge, double before, double after);
  bool hides_terms(int sw) const;
  double limit_crossing(int guard, const GuardOwner& owner, double limit);
  bool is_limit(const GuardOwner& owner) const;
  bool links_hold(double tau);
  double normal_crossing(double first, double limit);
  double checked_step(double step, double& crossing);
  bool finite() const;
  bool finite_at_anchor() const;
  bool motions_are_finite() const;
  bool look_ahead(double tau);
  void move_to(double tau);
  Instant before_event() const;
  void go_on_at(double tau);
  void leave_instant(double tau);
  void decide_shares(double tau);
  void process_event(double tau);
  void report_changes();
  void report_stop(int pair);
  bool step();
  void finish(double tau);
  void keep_state(double tau, const Sample& last);

  // Trouble.
  void stop_with(Status status, std::string diagnosis, double tau = 0.0);
  void stop_undecided(ModeStatus status);
  std::string guard_name(int guard) const;
  std::string tied_words(const TiedMotions& tied) const;
  std::string busiest_names(const std::vector<int>& passes) const;
  std::string period_words() const;
  bool can_be_given(const Sample& sample, double tau);
  std::string not_finite_words() const;
  bool accumulates(double tau);

  const SystemImpl& system_;
  SimulationSettings settings_;
  Observer& observer_;
  bool changed_;  ///< the laws, at this instant
  Modes former_;  ///< by the laws before
  State state_;
  State before_instant_;  ///< state_ at the start of the step, if the run can be stopped
  Expansion series_;
  StructureCache cache_;
  ModeResolver modes_;
  Impacts impacts_;
  Ledger ledger_;
  Sampler sampler_;
  LawCheck laws_;
  EventProof proof_;
  Notes notes_;
  RunInfo info_;
  double end_;
  double planned_{};   ///< length of the step that plan() found [s]
  double crossing_{};  ///< the first event in it, or infinity [s]
  double last_step_{};
  int short_steps_{};
  int close_events_{};
  int close_impacts_{};
  std::vector<std::vector<int>> choices_;
  bool may_choose_{};  ///< several pairs have F_S > F_K
  bool finite_{true};  ///< the present series is
  bool done_{};
  bool let_go_{};                                      ///< of loose contacts, at this instant
  std::vector<std::int8_t> at_rest_, broken_;          ///< (pairs) at this instant
  std::vector<double> next_position_, next_velocity_;  ///< (bodies) at the end of the step
  std::vector<double> next_internal_;                  ///< (internals)
  std::vector<double> motion_scale_;  ///< (bodies) largest of the steps that ended in an event
  std::vector<std::int8_t> contact_before_, pair_before_, side_before_;
  // Just before the first impact of this instant:
  State state_before_impacts_;
  std::vector<std::int8_t> at_rest_before_impacts_, broken_before_impacts_;
  bool kept_{};                                 ///< they are known
  std::vector<char> fired_;                     ///< (guards) at this instant
  std::vector<std::array<Time, 2>> last_pass_;  ///< (owners of guards) newest first
  std::vector<double> period_;                  ///< (owners of guards) there and back [s]
  std::vector<int> passes_;      ///< (guards) how often in this run, for the diagnosis
  std::vector<int> passes_now_;  ///< (guards) how often at this instant
  std::vector<int> jumps_;       ///< owners of inputs that jumped at this instant
  std::vector<int> pressed_;     ///< pairs with a normal force
  int pressed_at_zero_{-1};      ///< pair whose normal force falls below zero next
  std::vector<Crossing> crossings_;
  std::vector<Crossing> touches_;  ///< of limits that are not passed, before the end of the step
  std::vector<TiedMotions> tied_;  ///< by links
  std::vector<double> polynomial_;
  Pieces pieces_;
};

}  // namespace luztar
