#include "luztar/simulate/switch_pieces.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/symbolic/dependence.h"

namespace luztar {
namespace {

constexpr int kFewChanges = 4;  // of one switch at one instant: through a zone of width 0

bool has_edges_at_zero(const Switch& sw) {
  return sw.kind != Switch::Kind::Cell && sw.kind != Switch::Kind::Lookup &&
         sw.kind != Switch::Kind::Turn;
}

bool is_edge(const Program& program, const Switch& sw, double x) {
  if (sw.kind == Switch::Kind::Cell) return std::remainder(x, sw.width) == 0.0;
  if (sw.kind != Switch::Kind::Lookup) return x == 0.0;
  const auto& knot = program.table(sw).knot;
  return std::binary_search(knot.begin(), knot.end(), x);
}

}  // namespace

SwitchPieces::SwitchPieces(Motion& motion, GuardZeros& zeros, Passes& passes)
    : system_(motion.system()),
      motion_(motion),
      state_(motion.state()),
      series_(motion.series()),
      zeros_(zeros),
      passes_(passes),
      controllers_(motion) {}

void SwitchPieces::begin(bool start) {
  controllers_.begin(start);
  jumps_.clear();
  states_.clear();
  if (!has_left_) return;
  has_left_ = false;
  std::fill(fate_.begin(), fate_.end(), Fate::Steady);
}

void SwitchPieces::remember() {
  fate_.resize(state_.branch.size(), Fate::Steady);
  rests_.resize(state_.branch.size());
  for (int sw = 0; sw < system_.n_switches(); ++sw) rests_[sw] = is_on_edge(sw) ? 1 : 0;
}

/// Both arguments of each switch, with what the series holds at order 0.
void SwitchPieces::read_arguments(std::vector<double>& values) const {
  values.clear();
  for (const Switch& sw : system_.program.switches())
    for (const int slot : {sw.low, sw.high}) values.push_back(argument(slot)[0]);
}

void SwitchPieces::open_outer(const std::vector<EventSearch::Crossing>& crossings, double tau) {
  const auto& switches = system_.program.switches();
  const auto is_switch = [&](const EventSearch::Crossing& crossing) {
    return guard_owner(system_, crossing.guard).kind == GuardOwner::Kind::Switch;
  };
  if (std::count_if(crossings.begin(), crossings.end(), is_switch) < 2) return;
  std::vector<int> passing;
  for (const EventSearch::Crossing& crossing : crossings)
    if (is_switch(crossing)) passing.push_back(guard_owner(system_, crossing.guard).index);
  size_.resize(switches.size());
  for (const int sw : passing)
    size_[sw] = std::max(motion_.largest_term(argument(switches[sw].low), tau),
                         motion_.largest_term(argument(switches[sw].high), tau));
  for (const int inner : passing) {
    const std::vector<char> behind = slots_behind(system_.program, inner);
    for (const int outer : passing) {
      const Switch& sw = switches[outer];
      if (outer == inner || (behind[sw.low] == 0 && behind[sw.high] == 0)) continue;
      find_left_limits();
      fate_[outer] = Fate::Open;
    }
  }
}

/// Whether an argument of a switch that is Open jumps, and does not only leave its edge.
bool SwitchPieces::jumps_open(int index) const {
  const Switch& sw = system_.program.switches()[index];
  const double* left = &left_[2 * static_cast<std::size_t>(index)];
  const double same = kNoise * size_[index];
  return std::abs(argument(sw.low)[0] - left[0]) > same ||
         std::abs(argument(sw.high)[0] - left[1]) > same;
}

/// Arguments at this time and place on the pieces and with the velocities from before the instant,
/// and what controllers held there.
/// The series is at start() afterwards.
void SwitchPieces::find_left_limits() {
  if (has_left_) return;
  const auto exchange = [this] {
    std::swap(state_.branch, motion_.left().branch);
    std::swap(state_.velocity, motion_.left().velocity);
    std::swap(state_.internal, motion_.left().internal);
  };
  exchange();
  series_.start(state_);
  series_.add_forces(state_, motion_.left().modes.pair, 0, false);
  read_arguments(left_);
  exchange();
  series_.start(state_);
  has_left_ = true;
}

/// Whether a friction turns at this instant: its speed has been zero on the way.
bool SwitchPieces::is_turned(int element) const {
  const int pair = element - system_.first_pair();
  if (pair < 0 || pair >= static_cast<int>(motion_.left().modes.pair.size())) return false;
  const Mode now = state_.pair[pair];
  return now != Mode::Stuck && now == opposite(motion_.left().modes.pair[pair]);
}

/// Whether an argument of the switch is not what it was just before; once it was found to be so, at
/// this whole instant.
bool SwitchPieces::has_jumped(int index) {
  const Switch& sw = system_.program.switches()[index];
  if (fate_[index] != Fate::Steady) return true;
  const auto same = [](double x, double y) {
    return is_negligible(x - y, std::max(std::abs(x), std::abs(y)), kNoise);
  };
  const double* left = &left_[2 * static_cast<std::size_t>(index)];
  const bool turned = sw.kind == Switch::Kind::Relay && is_turned(sw.owner);
  if (!turned && same(argument(sw.low)[0], left[0]) && same(argument(sw.high)[0], left[1]))
    return false;
  fate_[index] = Fate::Jumped;
  return true;
}

/// The piece for values of both arguments. A relay between its edges keeps its branch, unless the
/// speed has been zero on the way.
std::int64_t SwitchPieces::piece_at(int index, double low, double high) const {
  const Switch& sw = system_.program.switches()[index];
  if (sw.kind == Switch::Kind::Relay && low <= 0.0 && high >= 0.0)
    return is_turned(sw.owner) ? 0 : state_.branch[index];
  return branch_from_values(system_.program, sw, low, high, state_.anchor.value,
                            state_.branch[index]);
}

/// Of an argument: something with the sign that it has at once.
double SwitchPieces::right_limit(int slot) {
  const double* x = argument(slot);
  const int k = motion_.leading_order(x);
  return k <= series_.order() ? x[k] : zeros_.sign_behind_powers(slot);
}

/// The piece of the right limit, order by order; true if that is another one than now.
bool SwitchPieces::choose(int index) {
  const Switch& sw = system_.program.switches()[index];
  const double* low = argument(sw.low);
  const double* high = argument(sw.high);
  if (std::isnan(low[0]) || std::isnan(high[0])) return false;
  const std::int64_t now = state_.branch[index];
  state_.branch[index] = has_edges_at_zero(sw)
                             ? piece_at(index, right_limit(sw.low), right_limit(sw.high))
                             : piece_at(index, low[0], high[0]);
  for (int n = 0; n < kFewChanges && know_zeros(index);) ++n;
  fate_[index] = Fate::Decided;
  if (state_.branch[index] == now) return false;
  if (sw.visible) note_jump(sw.owner);
  passes_.add(system_.switch_guard(index, 0));
  return true;
}

/// How many leading coefficients of its guards are zero. Goes on to the next piece and returns true
/// where the argument starts on an edge and goes that way.
bool SwitchPieces::know_zeros(int index) {
  double* p = motion_.scratch();
  for (const int side : {0, 1}) {
    const int guard = system_.switch_guard(index, side);
    state_.roots[guard] = 0;
    if (motion_.guard(guard) == nullptr) continue;
    std::fill(p + series_.degree() + 1, p + series_.order() + 1, 0.0);
    const int k = motion_.leading_order(p);
    if (k > 0 && k <= series_.order() && p[k] < 0.0) {
      state_.branch[index] = next_branch(system_, state_, index, side);
      return true;
    }
    state_.roots[guard] = static_cast<ZeroCount>(k);
  }
  return false;
}

/// Those that rounding left just before their next instant.
void SwitchPieces::follow_clocks() {
  bool passed = false;
  for (int sw = 0; sw < n_clocks(); ++sw)
    for (const int side : {0, 1})
      if (const int guard = system_.switch_guard(sw, side); zeros_.leaves_at_once(guard)) {
        pass(guard);
        passed = true;
        break;
      }
  if (!passed) return;
  controllers_.act();
  motion_.start();
}

void SwitchPieces::settle_those_of_time() {
  if (n_clocks() > 0) follow_clocks();
  for (int sw = n_clocks(); sw < system_.n_switches(); ++sw)
    if (system_.program.switches()[sw].time_only)
      for (int n = 0; n < kFewChanges && settle_one_of_time(sw); ++n) motion_.start();
}

bool SwitchPieces::settle_one_of_time(int index) {
  if (!jumps_.empty()) find_left_limits();
  if (has_left_ && has_jumped(index)) return choose(index);
  if (update(index)) return true;
  for (const int side : {0, 1})
    if (const int guard = system_.switch_guard(index, side); zeros_.leaves_at_once(guard)) {
      pass(guard);
      return true;
    }
  return false;
}

void SwitchPieces::follow_jumps(bool struck) {
  const bool jumped = !jumps_.empty() || struck || system_.has_massless;
  if (!jumped || system_.program.state_code().empty() || system_.n_switches() == n_clocks()) return;
  find_left_limits();
  for (int round = 0; round <= system_.n_switches(); ++round) {
    series_.add_forces(state_, state_.pair, 0, false);
    bool changed = false;
    for (int i = 0; i < system_.n_switches(); ++i) changed = follow_jump(i) || changed;
    if (!changed) return;
  }
}

bool SwitchPieces::follow_jump(int index) {
  const Switch& sw = system_.program.switches()[index];
  Fate& fate = fate_[index];
  if (sw.time_only || fate == Fate::Decided || !has_jumped(index)) return false;
  if (fate == Fate::Open && !jumps_open(index)) return false;
  fate = Fate::Jumped;
  const double low = argument(sw.low)[0];
  const double high = argument(sw.high)[0];
  if (std::isnan(low) || std::isnan(high)) return false;
  const std::int64_t piece = piece_at(index, low, high);
  if (piece == state_.branch[index]) return false;
  state_.branch[index] = piece;
  for (const int side : {0, 1}) state_.roots[system_.switch_guard(index, side)] = 0;
  return true;
}

bool SwitchPieces::choose_jumped() {
  if (!has_left_) return false;
  bool changed = false;
  for (int i = 0; i < system_.n_switches(); ++i) {
    if (system_.program.switches()[i].time_only || !has_jumped(i) || !choose(i)) continue;
    series_.repeat_program(state_);
    changed = true;
  }
  return changed;
}

bool SwitchPieces::is_chosen(int guard) const {
  const GuardOwner owner = guard_owner(system_, guard);
  return owner.kind == GuardOwner::Kind::Switch && fate_[owner.index] != Fate::Steady;
}

/// Whether an argument of the switch is zero, or at the edge of a period, and stays there.
bool SwitchPieces::is_on_edge(int index) const {
  using Kind = Switch::Kind;
  const Switch& sw = system_.program.switches()[index];
  if (!sw.jumps || sw.kind == Kind::Table || sw.kind == Kind::Relay) return false;
  const auto stays = [&](int slot) {
    const double* x = argument(slot);
    const bool zero = is_edge(system_.program, sw, x[0]);
    return zero && std::all_of(x + 1, x + series_.order() + 1, [](double c) { return c == 0.0; });
  };
  return stays(sw.low) || stays(sw.high);
}

/// What comes to rest on its edge takes the value there, from whatever side it came. Tried once:
/// if that drives it away, it keeps the piece that lets it rest.
bool SwitchPieces::rest_on_edge(int index) {
  if (rests_[index] != 0 || !is_on_edge(index)) return false;
  rests_[index] = 1;
  const Switch& sw = system_.program.switches()[index];
  const std::int64_t piece = piece_at(index, argument(sw.low)[0], argument(sw.high)[0]);
  if (piece == state_.branch[index]) return false;
  state_.branch[index] = piece;
  know_zeros(index);
  for (const int side : {0, 1}) {  // the rest of the series is that of the former piece
    ZeroCount& roots = state_.roots[system_.switch_guard(index, side)];
    roots = std::min(roots, ZeroCount{1});
  }
  return true;
}

bool SwitchPieces::update() {
  bool changed = false;
  for (int sw = 0; sw < system_.n_switches(); ++sw) changed = update(sw) || changed;
  return changed;
}

/// sign(x) and abs(x) have a branch of their own for x that stays zero.
bool SwitchPieces::update(int index) {
  const Switch& sw = system_.program.switches()[index];
  if (fate_[index] != Fate::Steady) return false;
  if (sw.kind != Switch::Kind::Sign) return rest_on_edge(index);
  const double* x = argument(sw.low);
  const int k = motion_.leading_order(x);
  std::int64_t& branch = state_.branch[index];
  ZeroCount& roots = state_.roots[system_.switch_guard(index, 0)];
  const double limit = right_limit(sw.low);
  const std::int64_t now = limit > 0.0 ? 1 : limit < 0.0 ? -1 : 0;
  const auto zeros = static_cast<ZeroCount>(now == 0 ? 0 : k);
  // Left zero at this instant, in modes and on branches that may have changed since; or goes on
  // behind a power that its series does not show.
  const bool is_open = branch == 0 || roots > 1 || (k > series_.order() && now != 0);
  const bool changes = is_open ? branch != now || (now != 0 && roots != zeros) : now == 0;
  if (!changes) return false;
  if (sw.visible && branch != now) note_jump(sw.owner);
  branch = now;
  roots = zeros;
  passes_.add_here(system_.switch_guard(index, 0));
  return true;
}

void SwitchPieces::pass(int guard) {
  passes_.pass(guard, state_.anchor);
  const GuardOwner owner = guard_owner(system_, guard);
  const Switch& sw = system_.program.switches()[owner.index];
  const std::int64_t before = state_.branch[owner.index];
  const std::int64_t after = next_branch(system_, state_, owner.index, owner.side);
  state_.branch[owner.index] = after;
  state_.roots[system_.switch_guard(owner.index, 0)] = 0;
  state_.roots[system_.switch_guard(owner.index, 1)] = 0;
  using Kind = Switch::Kind;
  int side = 0;
  if (sw.kind == Kind::Interval || sw.kind == Kind::Pulse) side = before == 1 ? 1 : 0;
  if (sw.kind == Kind::Cell) side = after > before ? 0 : 1;
  if (sw.kind == Kind::Lookup) side = after > before || after == 0 ? 0 : 1;
  const bool elsewhere =  // the distance back is longer
      sw.kind == Kind::Turn || (sw.kind == Kind::Relay && sw.low != sw.high);
  if (sw.kind != Kind::Table && !elsewhere)
    state_.roots[system_.switch_guard(owner.index, side)] = 1;
  if (sw.visible) note_jump(sw.owner);
}

void SwitchPieces::keep_true_jumps() {
  const auto& switches = system_.program.switches();
  const auto changed = [&](std::size_t i) {
    return switches[i].visible && state_.branch[i] != motion_.left().branch[i];
  };
  std::erase_if(jumps_, [&](int owner) {
    if (std::find(states_.begin(), states_.end(), owner) != states_.end()) return false;
    for (std::size_t i = 0; i < switches.size(); ++i)
      if (switches[i].owner == owner && changed(i)) return false;
    return true;
  });
  for (std::size_t i = 0; i < switches.size(); ++i)
    if (changed(i)) note_jump(switches[i].owner);
}

void SwitchPieces::note_states(const std::vector<int>& owners) {
  states_ = owners;
  for (const int owner : owners) note_jump(owner);
}

void SwitchPieces::note_jump(int owner) {
  if (std::find(jumps_.begin(), jumps_.end(), owner) == jumps_.end()) jumps_.push_back(owner);
}

}  // namespace luztar
