// The pieces of expressions at an instant. Where an argument passes its edge continuously, the
// piece behind the edge follows the one before. Where anything jumped, arguments may have jumped
// too: such a switch takes its piece from the right limit of its argument, whatever it was before.
#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/simulate/runner.h"
#include "luztar/symbolic/dependence.h"

namespace luztar {
namespace {

constexpr double kSameInstant = 1e-14;  // relative to time_scale()
constexpr double kSameValue = 1e-12;    // relative
constexpr int kNextOrders = 3;          // after the first coefficient that is not zero
constexpr int kFewChanges = 4;          // of one switch at one instant: through a zone of width 0

bool has_edges_at_zero(const Switch& sw) {
  return sw.kind != Switch::Kind::Cell && sw.kind != Switch::Kind::Lookup;
}

}  // namespace

void Runner::Pieces::begin() {
  if (!known) return;
  known = false;
  std::fill(fate.begin(), fate.end(), Fate::Steady);
}

/// Both arguments of each switch, with what the series holds at order 0.
void Runner::read_arguments(std::vector<double>& values) const {
  values.clear();
  for (const Switch& sw : system_.program.switches())
    for (const int slot : {sw.low, sw.high}) values.push_back(series_.series().slot(slot)[0]);
}

/// Of switches that pass their edges at once, those around another of them: what their arguments
/// would do on its old piece says nothing. |v| passes zero with v, on the piece of v > 0. The
/// series is still that of the step that ends, after tau.
void Runner::open_outer_switches(double tau) {
  const auto& switches = system_.program.switches();
  std::vector<int> passing;
  for (const Crossing& crossing : crossings_)
    if (const GuardOwner owner = guard_owner(system_, crossing.guard);
        owner.kind == GuardOwner::Kind::Switch)
      passing.push_back(owner.index);
  if (passing.size() < 2) return;
  pieces_.size.resize(switches.size());
  for (const int sw : passing)
    pieces_.size[sw] = std::max(largest_term(series_.series().slot(switches[sw].low), tau),
                                largest_term(series_.series().slot(switches[sw].high), tau));
  for (const int inner : passing) {
    const std::vector<char> behind = slots_behind(system_.program, inner);
    for (const int outer : passing) {
      const Switch& sw = switches[outer];
      if (outer == inner || (behind[sw.low] == 0 && behind[sw.high] == 0)) continue;
      find_left_limits();
      pieces_.fate[outer] = Pieces::Fate::Open;
    }
  }
}

/// Whether an argument of a switch that is Open jumps, and does not only leave its edge.
bool Runner::jumps_open(int index) const {
  const Switch& sw = system_.program.switches()[index];
  const double* left = &pieces_.left[2 * static_cast<std::size_t>(index)];
  const double same = kSameValue * pieces_.size[index];
  return std::abs(series_.series().slot(sw.low)[0] - left[0]) > same ||
         std::abs(series_.series().slot(sw.high)[0] - left[1]) > same;
}

/// Arguments at this time and place on the pieces and with the velocities from before the instant.
/// The series is at start() afterwards.
void Runner::find_left_limits() {
  if (pieces_.known) return;
  const auto exchange = [this] {
    std::swap(state_.branch, pieces_.before);
    std::swap(state_.velocity, next_velocity_);
  };
  exchange();
  series_.start(state_);
  series_.add_forces(state_, pair_before_, 0, false);
  read_arguments(pieces_.left);
  exchange();
  series_.start(state_);
  pieces_.known = true;
}

/// Whether a friction turns at this instant: its speed has been zero on the way.
bool Runner::is_turned(int element) const {
  const int pair = element - system_.first_pair();
  if (pair < 0 || pair >= static_cast<int>(pair_before_.size())) return false;
  return state_.pair[pair] * pair_before_[pair] < 0;
}

/// Whether an argument of the switch is not what it was just before; once it was found to be so, at
/// this whole instant.
bool Runner::has_jumped(int index) {
  const Switch& sw = system_.program.switches()[index];
  if (pieces_.fate[index] != Pieces::Fate::Steady) return true;
  const auto same = [](double x, double y) {
    return std::abs(x - y) <= kSameValue * std::max(std::abs(x), std::abs(y));
  };
  const double* left = &pieces_.left[2 * static_cast<std::size_t>(index)];
  const bool turned = sw.kind == Switch::Kind::Relay && is_turned(sw.owner);
  if (!turned && same(series_.series().slot(sw.low)[0], left[0]) &&
      same(series_.series().slot(sw.high)[0], left[1]))
    return false;
  pieces_.fate[index] = Pieces::Fate::Jumped;
  return true;
}

/// The piece for values of both arguments. A relay between its edges keeps its branch, unless the
/// speed has been zero on the way.
std::int64_t Runner::piece_at(int index, double low, double high) const {
  const Switch& sw = system_.program.switches()[index];
  if (sw.kind == Switch::Kind::Relay && low <= 0.0 && high >= 0.0)
    return is_turned(sw.owner) ? 0 : state_.branch[index];
  return branch_from_values(system_.program, sw, low, high, state_.anchor.value);
}

/// The coefficient that says which way x goes from zero; order + 1 if there is none. One that rules
/// for less time than the anchor is known to is rounding: a friction that is released moves with
/// the next one.
int Runner::leading_order(const double* x) const {
  const int order = series_.order();
  int k = 0;
  while (k <= order && x[k] == 0.0) ++k;
  double later = 1.0;
  for (int next = k + 1; next <= std::min(k + kNextOrders, order); ++next) {
    later *= kSameInstant * time_scale();
    if (std::abs(x[next]) * later > std::abs(x[k])) return next;
  }
  return k;
}

/// The piece of the right limit, order by order; true if that is another one than now.
bool Runner::choose_piece(int index) {
  const Switch& sw = system_.program.switches()[index];
  const double* low = series_.series().slot(sw.low);
  const double* high = series_.series().slot(sw.high);
  if (std::isnan(low[0]) || std::isnan(high[0])) return false;
  const std::int64_t now = state_.branch[index];
  const auto limit = [this](const double* x) {
    const int k = leading_order(x);
    return k <= series_.order() ? x[k] : 0.0;
  };
  state_.branch[index] = has_edges_at_zero(sw) ? piece_at(index, limit(low), limit(high))
                                               : piece_at(index, low[0], high[0]);
  for (int n = 0; n < kFewChanges && know_zeros(index);) ++n;
  pieces_.fate[index] = Pieces::Fate::Decided;
  if (state_.branch[index] == now) return false;
  if (sw.visible) note_jump(sw.owner);
  ++passes_[system_.switch_guard(index, 0)];
  ++passes_now_[system_.switch_guard(index, 0)];
  return true;
}

/// How many leading coefficients of its guards are zero. Goes on to the next piece and returns true
/// where the argument starts on an edge and goes that way.
bool Runner::know_zeros(int index) {
  double* p = polynomial_.data();
  for (const int side : {0, 1}) {
    const int guard = system_.switch_guard(index, side);
    state_.roots[guard] = 0;
    if (!guard_polynomial(system_, state_, series_, guard, p)) continue;
    std::fill(p + series_.degree() + 1, p + series_.order() + 1, 0.0);
    const int k = leading_order(p);
    if (k > 0 && k <= series_.order() && p[k] < 0.0) {
      state_.branch[index] = next_branch(system_, state_, index, side);
      return true;
    }
    state_.roots[guard] = static_cast<std::int8_t>(k);
  }
  return false;
}

/// Whether only rounding takes the argument of a switch over its edge: the next coefficient brings
/// it back. Then what is rounding is known to be zero. The guard's polynomial is that of
/// leaves_at_once().
bool Runner::returns_to_edge(int guard) {
  if (guard_owner(system_, guard).kind != GuardOwner::Kind::Switch) return false;
  double* p = polynomial_.data();
  guard_polynomial(system_, state_, series_, guard, p);
  std::fill(p + series_.degree() + 1, p + series_.order() + 1, 0.0);
  const int k = leading_order(p);
  if (k > series_.order() || p[k] < 0.0) return false;
  state_.roots[guard] = static_cast<std::int8_t>(k);
  return true;
}

/// What depends on time only goes first, in the order of dependence: velocities of given motions
/// must be those of the right pieces before anything is hit by them.
void Runner::settle_pieces_of_time() {
  for (int sw = 0; sw < system_.n_switches(); ++sw)
    if (system_.program.switches()[sw].time_only)
      for (int n = 0; n < kFewChanges && settle_piece_of_time(sw); ++n) start_series();
}

bool Runner::settle_piece_of_time(int index) {
  if (!jumps_.empty()) find_left_limits();
  if (pieces_.known && has_jumped(index)) return choose_piece(index);
  if (update_switch(index)) return true;
  for (const int side : {0, 1})
    if (const int guard = system_.switch_guard(index, side); leaves_at_once(guard)) {
      pass(guard);
      return true;
    }
  return false;
}

/// Before modes are decided: what jumped, velocities above all, takes the arguments of abs(v), of
/// speeds in tables and the like to other pieces. Values decide; choose_jumped_pieces() has the
/// last word.
void Runner::follow_jumps() {
  const bool jumped = !jumps_.empty() || impacts_.happened() || system_.has_massless;
  if (!jumped || system_.program.state_code().empty() || system_.n_switches() == 0) return;
  find_left_limits();
  for (int round = 0; round <= system_.n_switches(); ++round) {
    series_.add_forces(state_, state_.pair, 0, false);
    bool changed = false;
    for (int i = 0; i < system_.n_switches(); ++i) changed = follow_jump(i) || changed;
    if (!changed) return;
  }
}

bool Runner::follow_jump(int index) {
  const Switch& sw = system_.program.switches()[index];
  Pieces::Fate& fate = pieces_.fate[index];
  if (sw.time_only || fate == Pieces::Fate::Decided || !has_jumped(index)) return false;
  if (fate == Pieces::Fate::Open && !jumps_open(index)) return false;
  fate = Pieces::Fate::Jumped;
  const double low = series_.series().slot(sw.low)[0];
  const double high = series_.series().slot(sw.high)[0];
  if (std::isnan(low) || std::isnan(high)) return false;
  const std::int64_t piece = piece_at(index, low, high);
  if (piece == state_.branch[index]) return false;
  state_.branch[index] = piece;
  for (const int side : {0, 1}) state_.roots[system_.switch_guard(index, side)] = 0;
  return true;
}

/// With the series of this instant; true if a piece changed. Inner switches come first, and what is
/// around one that changed is decided by its new values.
bool Runner::choose_jumped_pieces() {
  if (!pieces_.known) return false;
  bool changed = false;
  for (int i = 0; i < system_.n_switches(); ++i) {
    if (system_.program.switches()[i].time_only || !has_jumped(i) || !choose_piece(i)) continue;
    series_.repeat_program(state_);
    changed = true;
  }
  return changed;
}

bool Runner::is_chosen(int guard) const {
  const GuardOwner owner = guard_owner(system_, guard);
  return owner.kind == GuardOwner::Kind::Switch &&
         pieces_.fate[owner.index] != Pieces::Fate::Steady;
}

/// Whether an argument of the switch is zero, or at the edge of a period, and stays there.
bool Runner::is_on_edge(int index) const {
  using Kind = Switch::Kind;
  const Switch& sw = system_.program.switches()[index];
  if (!sw.jumps || sw.kind == Kind::Table || sw.kind == Kind::Relay) return false;
  const auto stays = [&](int slot) {
    const double* x = series_.series().slot(slot);
    const bool zero = sw.kind == Kind::Cell ? std::remainder(x[0], sw.width) == 0.0 : x[0] == 0.0;
    return zero && std::all_of(x + 1, x + series_.order() + 1, [](double c) { return c == 0.0; });
  };
  return stays(sw.low) || stays(sw.high);
}

/// What comes to rest on its edge takes the value there, from whatever side it came. Tried once:
/// if that drives it away, it keeps the piece that lets it rest.
bool Runner::rest_on_edge(int index) {
  if (pieces_.rests[index] != 0 || !is_on_edge(index)) return false;
  pieces_.rests[index] = 1;
  const Switch& sw = system_.program.switches()[index];
  const std::int64_t piece =
      piece_at(index, series_.series().slot(sw.low)[0], series_.series().slot(sw.high)[0]);
  if (piece == state_.branch[index]) return false;
  state_.branch[index] = piece;
  know_zeros(index);
  for (const int side : {0, 1}) {  // the rest of the series is that of the former piece
    std::int8_t& roots = state_.roots[system_.switch_guard(index, side)];
    roots = std::min(roots, std::int8_t{1});
  }
  return true;
}

/// sign(x) and abs(x) have a branch of their own for x that stays zero.
bool Runner::update_switch(int index) {
  const Switch& sw = system_.program.switches()[index];
  if (pieces_.fate[index] != Pieces::Fate::Steady) return false;
  if (sw.kind != Switch::Kind::Sign) return rest_on_edge(index);
  const double* x = series_.series().slot(sw.low);
  const int k = leading_order(x);
  std::int64_t& branch = state_.branch[index];
  std::int8_t& roots = state_.roots[system_.switch_guard(index, 0)];
  const std::int64_t now = k > series_.order() ? 0 : x[k] > 0.0 ? 1 : -1;
  const auto zeros = static_cast<std::int8_t>(now == 0 ? 0 : k);
  // Left zero at this instant, in modes and on branches that may have changed since.
  const bool is_open = branch == 0 || roots > 1;
  const bool changes = is_open ? branch != now || (now != 0 && roots != zeros) : now == 0;
  if (!changes) return false;
  if (sw.visible && branch != now) note_jump(sw.owner);
  branch = now;
  roots = zeros;
  ++passes_now_[system_.switch_guard(index, 0)];
  return true;
}

void Runner::pass_switch(const GuardOwner& owner) {
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
  const bool elsewhere = sw.kind == Kind::Relay && sw.low != sw.high;  // the way back is longer
  if (sw.kind != Kind::Table && !elsewhere)
    state_.roots[system_.switch_guard(owner.index, side)] = 1;
  if (sw.visible) note_jump(sw.owner);
}

/// Rows for what is on another piece now, not for what only touched its edge.
void Runner::note_jumps_of_pieces() {
  const std::vector<int> noted = std::exchange(jumps_, {});
  const auto& switches = system_.program.switches();
  std::vector<int> changed;
  for (std::size_t i = 0; i < switches.size(); ++i)
    if (switches[i].visible && state_.branch[i] != pieces_.before[i])
      changed.push_back(switches[i].owner);
  for (const int owner : noted)
    if (std::find(changed.begin(), changed.end(), owner) != changed.end()) note_jump(owner);
  for (const int owner : changed) note_jump(owner);
}

void Runner::note_jump(int owner) {
  if (std::find(jumps_.begin(), jumps_.end(), owner) == jumps_.end()) jumps_.push_back(owner);
}

}  // namespace luztar
