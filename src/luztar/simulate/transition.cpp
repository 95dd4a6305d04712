#include "luztar/simulate/transition.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/mode.h"
#include "luztar/core/stop_request.h"
#include "luztar/dynamics/instant/contacts.h"

namespace luztar {

Transition::Transition(Motion& motion, EventSearch& search, GivenMotions& given, Passes& passes,
                       Notes& notes)
    : system_(motion.system()),
      motion_(motion),
      state_(motion.state()),
      series_(motion.series()),
      search_(search),
      given_(given),
      passes_(passes),
      notes_(notes),
      pieces_(motion, search.zeros(), passes),
      bounces_(motion),
      arrivals_(motion.system()),
      state_jumps_(motion),
      massless_jump_(motion) {
  pairs_.resize(system_.n_pairs());
  may_choose_ = std::ranges::count_if(system_.pairs, &PairLaw::drops) > 1;
}

void Transition::remember() {
  motion_.remember_modes();
  pieces_.remember();
}

void Transition::begin(bool laws_changed) {
  laws_changed_ = laws_changed;
  let_go_ = false;
  std::fill(state_.roots.begin(), state_.roots.end(), ZeroCount{0});
  for (int j = 0; j < system_.n_pairs(); ++j) {
    const bool stuck = state_.pair[j] == Mode::Stuck;
    pairs_[j] = {stuck, Mode::Stuck, stuck};
  }
  passes_.begin();
  motion_.approaches().begin_instant();
  pieces_.begin(!state_.resolved && !system_.has_massless);
  bounces_.begin();
  massless_jump_.begin();
}

void Transition::begin_first_samples() {
  begin();
  pieces_.begin(true);
}

void Transition::begin_jump() {
  state_jumps_.act();
  begin_again(state_jumps_.owners());
  series_.let_arms_jump(system_.arms.n_shifts() > 0);
}

/// What has just come to an edge is on it still: nothing that it is made of has jumped.
void Transition::begin_again(const std::vector<int>& owners) {
  const auto zeros = state_.roots;
  begin();
  for (int guard = 0; guard < system_.n_guards(); ++guard)
    if (guard_owner(system_, guard).kind != GuardOwner::Kind::Pair)
      state_.roots[guard] = std::min(zeros[guard], ZeroCount{1});
  note_states(owners);
}

void Transition::pass(const std::vector<EventSearch::Crossing>& crossings, double tau) {
  pieces_.open_outer(crossings, tau);
  for (const EventSearch::Crossing& crossing : crossings)
    if (crossing.rests) motion_.approaches().arrive(guard_owner(system_, crossing.guard).index);
  for (const EventSearch::Crossing& crossing : crossings)
    if (!pieces_.is_chosen(crossing.guard)) pass(crossing.guard);
}

bool Transition::changed_itself(int pair) const {
  return laws_changed_ || passes_.here(system_.pair_guard(pair, 0)) != 0 ||
         passes_.here(system_.pair_guard(pair, 1)) != 0;
}

bool Transition::changes_no_mode() const {
  const LeftLimit& left = motion_.left();
  return !impacts().happened() && !massless_jump_.happened() && input_jumps().empty() &&
         state_.pair == left.modes.pair && state_.side == left.modes.side &&
         state_.contact == left.modes.contact;
}

bool Transition::changes_nothing() const {
  const LeftLimit& left = motion_.left();
  return changes_no_mode() && state_.branch == left.branch &&
         state_.edges.tooth == left.modes.tooth;
}

std::optional<Trouble> Transition::settle() {
  auto trouble = settle_modes();
  series_.let_arms_jump(false);
  return trouble;
}

std::optional<Trouble> Transition::settle_modes() {
  const int limit = 40 + 4 * system_.n_guards();
  motion_.approaches().interrupt(state_);
  for (int round = 0; round < limit; ++round) {
    stop_if_asked();
    if (auto trouble = prepare()) return trouble;
    if (round == 0) note_choices();
    if (auto trouble = decide_modes()) return trouble;
    if (let_go_of_loose_contacts() || bounces_end()) continue;
    leave_restless_shares();
    if (!pass_at_once()) return conclude();
    if (passes_.is_endless()) break;
  }
  return Trouble{Status::Accumulation,
                 "modes change without end at one instant: " + passes_.busiest_here() +
                     "; a force that jumps with the sign of its own effect has "
                     "no motion, use [frictions] or smooth it"};
}

/// Velocities and pieces of this instant, before modes are decided.
std::optional<Trouble> Transition::prepare() {
  pieces_.take_samples();
  motion_.start();
  if (bounces_.drop(input_jumps(), pairs_)) motion_.start();
  pieces_.settle_those_of_time();
  if (series_.arms_jump()) {  // on the pieces that the states have now
    pieces_.follow_jumps(false);
    motion_.start();
  }
  if (!motion_.has_finite_motions()) return not_finite(motion_);
  follow_given_motions();
  if (impacts().concern(jumps() || !state_.resolved))
    if (auto trouble = bounces_.strike(pairs_, jumps() || !state_.resolved)) return trouble;
  pieces_.follow_jumps(impacts().happened());
  tie();
  if (!state_.resolved && !system_.has_massless) record_initial_energy();
  return std::nullopt;
}

/// Modes of this round, and the series in them.
std::optional<Trouble> Transition::decide_modes() {
  if (auto trouble = dead_point(motion_)) return trouble;
  const ModeStatus status = decide();
  residual_ = std::max(residual_, motion_.modes().residual());
  if (status != ModeStatus::Decided) return undecided(status);
  if (impacts().has_stops()) bounces_.know_edges();
  // Massless bodies find their place first.
  if (!state_.resolved && system_.has_massless) record_initial_energy();
  if (!motion_.expand()) return unbalanced(motion_, ModeStatus::Jumped);
  if (!motion_.is_finite()) return not_finite(motion_);
  return std::nullopt;
}

/// Other laws may balance massless bodies elsewhere: they go there, as at the start of a run.
ModeStatus Transition::decide() {
  motion_.modes().look_for_other_motions(notes_.wants_choices());
  if (!laws_changed_ || !system_.has_massless) return decide_jump();
  const State here = state_;
  const ModeStatus status = motion_.modes().decide(state_, series_, pairs_);
  if (status != ModeStatus::Jumped) return status;
  state_ = here;
  state_.resolved = false;
  motion_.start();
  const ModeStatus there = motion_.modes().decide(state_, series_, pairs_);
  state_.resolved = true;
  return there;
}

/// Loads that jump take massless bodies along; frictions that fall from F_S to F_K let them go.
ModeStatus Transition::decide_jump() {
  const auto decide_there = [this] {
    motion_.start();
    tie();
    return motion_.modes().decide(state_, series_, pairs_);
  };
  ModeStatus status = motion_.modes().decide(state_, series_, pairs_);
  if (status == ModeStatus::Jumped && massless_jump_.take(pairs_)) status = decide_there();
  for (int n = 0; n < system_.n_pairs() && status == ModeStatus::Jumped; ++n) {
    if (!massless_jump_.release(pairs_)) break;
    status = decide_there();
  }
  return status;
}

Trouble Transition::undecided(ModeStatus status) {
  if (!motion_.is_finite_at_anchor()) return not_finite(motion_);
  if (status == ModeStatus::Floating || status == ModeStatus::Jumped) {
    Trouble trouble = unbalanced(motion_, status);
    trouble.message += massless_jump_.obstacle();
    return trouble;
  }
  if (auto trouble = stuck_by_loads(motion_, status)) return *trouble;
  if (auto trouble = parting_links(motion_)) return *trouble;
  if (status == ModeStatus::Unsolved)
    if (auto trouble = bounces_.squeezed()) return *trouble;
  if (auto trouble = given_.part_after()) return *trouble;
  if (status == ModeStatus::Unsolved)
    return {Status::Unsolved,
            "Gauss's principle could not be solved to rounding: several pairs of a cycle sit "
            "exactly at their limits, or masses and forces differ by too many orders of magnitude; "
            "a slightly different limit or mass helps"};
  const bool drops = std::ranges::any_of(system_.pairs, [](const PairLaw& law) {
    return law.is_dry() && law.breakaway != law.kinetic;
  });
  return {Status::Unsolved,
          std::string("no consistent choice of sticking and sliding pairs was found ") +
              (drops ? "(static > kinetic)"
                     : "to rounding: forces differ by too many orders of magnitude, or several "
                       "pairs sit exactly at their limits; a slightly different value helps")};
}

/// What there is to say of modes that hold.
std::optional<Trouble> Transition::conclude() {
  massless_jump_.record(state_);
  Approaches::count_anew(motion_.left().modes.pair, state_);
  if (changes_no_mode() && motion_.approaches().resume(state_, series_)) {  // a mere kink
    motion_.start();
    motion_.expand_again();
  }
  if (motion_.structure().redundant || series_.bent().is_redundant())
    notes_.indeterminate(state_, series_, motion_.modes().other_motion());
  if (motion_.modes().other_motion().exists)
    notes_.several_motions(motion_.modes().other_motion(), state_);
  if (impacts().has_other_outcome()) notes_.several_outcomes(state_);
  if (!choices_.empty()) notes_.several_choices(choices_, state_);
  return search_.lift_off();
}

void Transition::record_initial_energy() {
  if (laws_changed_) return;  // record_change() does
  series_.add_forces(state_, state_.pair, 0, false);
  // Before the impacts of this instant, which are recorded on their own.
  state_.initial_energy = motion_.mechanical_energy() - impacts().energy_change();
  state_.moved = {std::abs(state_.initial_energy), 0.0};
}

/// A prescribed motion whose velocity jumps takes no stuck body with it, nor does an arm that
/// jumps. What would turn a freewheel back is left to impacts.
void Transition::follow_given_motions() {
  if (!jumps()) return;
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (!system_.pairs[j].slides()) continue;
    bool given = series_.arms_jump() && system_.is_bent(j);
    double rate = 0.0;
    double scale = 0.0;
    for (const Term& term : series_.terms_of_pair(j)) {
      const double part = term.coefficient * series_.v(term.body)[0];
      given = given || system_.motion_slot(term.body) >= 0;
      rate += part;
      scale = std::max(scale, std::abs(part));
    }
    if (!given) continue;
    // Rounding of positions and times is far below a jump that matters.
    const bool back = system_.pairs[j].is_one_way() && rate < 0.0;
    if (std::abs(rate) > 1e-9 * scale && !back) {
      pairs_[j].at_rest = false;
      state_.pair[j] = mode_along(rate);
    } else if (std::abs(rate) <= 1e-13 * scale) {
      pairs_[j].at_rest = true;
    }
  }
}

/// Looked for only where pairs break together, and only until the user knows.
void Transition::note_choices() {
  choices_.clear();
  if (!may_choose_) return;
  const bool breaks = jumps() || std::any_of(pairs_.begin(), pairs_.end(), [](const PairNow& pair) {
                        return pair.broken != Mode::Stuck || (pair.at_rest && !pair.held);
                      });
  if (!breaks || !(state_.resolved || laws_changed_) || !notes_.wants_choices()) return;
  choices_ = motion_.modes().consistent_choices(state_, series_, pairs_);
}

/// When a spring opens, those in series with it through massless bodies carry nothing either.
bool Transition::let_go_of_loose_contacts() {
  if (!system_.has_massless || let_go_) return false;
  const auto& before = former_modes().contact;
  const auto opened = [&](int cluster) {
    for (int s = 0; s < system_.n_springs(); ++s)
      if (before[s] != Edge::None && state_.contact[s] == Edge::None &&
          system_.cluster_of(s) == cluster)
        return true;
    return false;
  };
  for (const auto& loose : motion_.structure().loose) {
    auto& contact = state_.contact[loose.spring];
    if (contact == Edge::None || before[loose.spring] == Edge::None) continue;
    if (!opened(system_.cluster_of(loose.spring))) continue;
    const int side = contact == Edge::Upper ? 0 : 1;  // of the guard that now starts at zero
    state_.roots[system_.spring_guard(loose.spring, side)] = 1;
    state_.roots[system_.spring_guard(loose.spring, 1 - side)] = 0;
    contact = Edge::None;
    let_go_ = true;
  }
  return let_go_;
}

/// Then the instant is decided once more.
bool Transition::bounces_end() {
  if (!impacts().happened() || !bounces_.end(pairs_)) return false;
  let_go_ = false;
  return true;
}

/// A pair whose share comes back from its limit and goes there at the same instant: rounding, of a
/// limit that is nearly 0. It keeps it until the next step.
void Transition::leave_restless_shares() {
  constexpr int kOften = 3;
  for (int j = 0; j < system_.n_pairs(); ++j)
    for (const int side : {0, 1}) {
      const int guard = system_.pair_guard(j, side);
      if (state_.kept_limit[j] != Bound::Free && passes_.here(guard) >= kOften)
        state_.roots[guard] = kAllOrders;
    }
}

/// What leaves its mode at this very instant.
bool Transition::pass_at_once() {
  if (pieces_.choose_jumped()) return true;  // what else leaves its mode is not known before
  bool changed = pieces_.update();
  for (int guard = 0; guard < system_.n_guards(); ++guard)
    if (!pieces_.is_chosen(guard) && search_.zeros().leaves_at_once(guard)) {
      pass(guard);
      changed = true;
    }
  return changed;
}

void Transition::pass(int guard) {
  const GuardOwner owner = guard_owner(system_, guard);
  if (owner.kind == GuardOwner::Kind::Switch) return pieces_.pass(guard);
  passes_.pass(guard, state_.anchor);
  owner.kind == GuardOwner::Kind::Spring ? pass_spring(owner) : pass_pair(owner);
}

void Transition::pass_spring(const GuardOwner& owner) {
  if (system_.springs[owner.index].only_pushes) return pass_contact(system_, owner, state_);
  auto& contact = state_.contact[owner.index];
  int side = 0;  // of the guard that now starts at zero
  if (contact == Edge::None) {
    contact = owner.side == 0 ? Edge::Upper : Edge::Lower;
  } else {
    side = contact == Edge::Upper ? 0 : 1;
    contact = Edge::None;
  }
  state_.roots[system_.spring_guard(owner.index, side)] = 1;
  state_.roots[system_.spring_guard(owner.index, 1 - side)] = 0;
}

void Transition::pass_pair(const GuardOwner& owner) {
  if (bounces_.pass(owner, pairs_)) return;
  const bool was_held =
      state_.pair[owner.index] == Mode::Stuck && state_.kept_limit[owner.index] != Bound::Both;
  PairNow& pair = pairs_[owner.index];
  pair.at_rest = true;
  pair.broken = !was_held ? Mode::Stuck : owner.side == 0 ? Mode::Forward : Mode::Backward;
  // Its rate is zero now, whatever rounding left of it: nothing for impacts.
  if (system_.pairs[owner.index].is_one_way()) state_.pair[owner.index] = Mode::Stuck;
}

}  // namespace luztar
