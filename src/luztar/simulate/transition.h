// An instant: which modes hold from now on.
#pragma once

#include <optional>
#include <vector>

#include "luztar/simulate/arrivals.h"
#include "luztar/simulate/bounces.h"
#include "luztar/simulate/given_motions.h"
#include "luztar/simulate/massless_jump.h"
#include "luztar/simulate/state_jumps.h"
#include "luztar/simulate/switch_pieces.h"

namespace luztar {

/// Takes a state across an instant: from its left limit, with guards that are zero, to modes that
/// hold for a while.
///
///     remember(), begin()        what was before goes to Motion::left(); the instant is empty
///     pass(...)                  guards that brought the instant about
///     settle(), until nothing changes:
///       SwitchPieces             samples of controllers whose clocks were passed
///       series                   order 0 and all that depends on time: q, v, given motions
///       SwitchPieces             pieces of expressions of time; later those of what jumped
///       Bounces                  v- -> v+ where stops are hit
///       ModeDecision             modes of pairs at rest by Gauss's principle; v+ of tied bodies
///       MasslessJump             q+ of massless bodies where loads jump; modes once more
///       series                   all orders
///       pass(...)                guards that are negative just behind the instant
///
/// Writers of the State: ModeDecision and Bounces write position, velocity, held deflections, and
/// `pair` of their pairs; Bounces writes `side` and `room`, ModeDecision `kept_limit`, pass() and
/// letting go `contact`, SwitchPieces `branch`. `roots` is written where a guard begins at zero: by
/// pass(), Bounces, SwitchPieces, GuardZeros, and for frictions by ModeDecision.
class Transition {
 public:
  Transition(Motion& motion, EventSearch& search, GivenMotions& given, Passes& passes,
             Notes& notes);

  /// Of many such models in a network: says nothing of other choices.
  void be_silent_on_choices() { may_choose_ = false; }

  void remember();
  /// @param laws_changed  at this instant: every force may jump, but no position
  void begin(bool laws_changed = false);
  /// At the start of a run with massless bodies, when they have found their places: controllers
  /// read these.
  void begin_first_samples();
  /// Guards that are passed at the end of a step of length tau, which Motion::move_to() has made.
  void pass(const std::vector<EventSearch::Crossing>& crossings, double tau);
  /// The same modes as before, in which bodies go on exactly together.
  void tie() { motion_.present().tie(state_, series_, pairs_); }
  /// Another instant at the same time, at which the states jump that are due.
  void begin_jump();
  /// Another instant at the same time. @param owners  names of events: of the states that jump
  void begin_again(const std::vector<int>& owners);
  /// After begin(): the same at an instant of their own.
  void note_states(const std::vector<int>& owners) { pieces_.note_states(owners); }
  StateJumps& state_jumps() { return state_jumps_; }
  /// Decides the modes, expands, and lets go of everything that leaves its mode at this very
  /// instant, until nothing changes.
  std::optional<Trouble> settle();

  Arrivals& arrivals() { return arrivals_; }

  /// Largest KKT residual so far, relative to the largest force.
  double residual() const { return residual_; }
  const Impacts& impacts() const { return bounces_.impacts(); }
  /// Whether no mode has changed, and nothing jumped.
  bool changes_no_mode() const;
  /// Whether this instant has left everything as it was.
  bool changes_nothing() const;
  Bounces& bounces() { return bounces_; }
  const MasslessJump& massless_jump() const { return massless_jump_; }
  /// Of before, or of the end of a jump of massless bodies.
  const Modes& former_modes() const {
    return massless_jump_.happened() ? massless_jump_.modes() : motion_.left().modes;
  }
  /// Owners of inputs that jumped at this instant.
  const std::vector<int>& input_jumps() const { return pieces_.jumps(); }
  void keep_true_jumps() { pieces_.keep_true_jumps(); }
  /// Whether a pair changed of itself, and not since another did.
  bool changed_itself(int pair) const;

 private:
  /// Forces, and velocities of given motions, may jump at this instant.
  std::optional<Trouble> settle_modes();
  bool jumps() const { return laws_changed_ || !pieces_.jumps().empty(); }
  std::optional<Trouble> prepare();
  std::optional<Trouble> decide_modes();
  ModeStatus decide();
  ModeStatus decide_jump();
  Trouble undecided(ModeStatus status);
  std::optional<Trouble> conclude();
  void record_initial_energy();
  void follow_given_motions();
  void note_choices();
  bool let_go_of_loose_contacts();
  bool bounces_end();
  void leave_restless_shares();
  bool pass_at_once();
  void pass(int guard);
  void pass_spring(const GuardOwner& owner);
  void pass_pair(const GuardOwner& owner);

  const SystemImpl& system_;
  Motion& motion_;
  State& state_;
  Expansion& series_;
  EventSearch& search_;
  GivenMotions& given_;
  Passes& passes_;
  Notes& notes_;
  SwitchPieces pieces_;
  Bounces bounces_;
  Arrivals arrivals_;
  StateJumps state_jumps_;
  MasslessJump massless_jump_;
  PairsNow pairs_;
  std::vector<std::vector<int>> choices_;
  bool may_choose_;      ///< several pairs have F_S > F_K
  bool laws_changed_{};  ///< at this instant
  bool let_go_{};        ///< of loose contacts, at this instant
  double residual_{};
};

}  // namespace luztar
