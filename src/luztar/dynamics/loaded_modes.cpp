#include "luztar/dynamics/loaded_modes.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "luztar/core/nearness.h"
#include "luztar/core/stop_request.h"
#include "luztar/dynamics/pair_edges.h"
#include "luztar/dynamics/pair_limits.h"

namespace luztar {
namespace {

constexpr std::size_t kMostChoices = 50'000;
constexpr int kFewOrders = 3;              // enough to rule out most choices
constexpr double kSmallestForce = 1e-290;  // products with it lose all digits

double noise_of(const Expansion& series, int k) {
  return std::max(kAtLimit * series.force_scale(k), kSmallestForce);
}

/// The sign of a series just behind its anchor.
struct Sign {
  int sign{};   ///< 0: it is 0 as long as the series is
  int zeros{};  ///< leading coefficients that are 0
};

/// @param first  noise of order 0, where more is known than of the others
template <class Coefficient>
Sign sign_of(const Expansion& series, double unit, double first, const Coefficient& coefficient) {
  for (int k = 0; k < series.order(); ++k) {
    const double noise = k == 0 ? std::max(first, noise_of(series, 0)) : noise_of(series, k);
    const double c = coefficient(k);
    if (std::abs(c) > noise * unit) return {c > 0.0 ? 1 : -1, k};
  }
  return {0, series.order() + 1};
}

}  // namespace

LoadedModes::LoadedModes(const SystemImpl& system, PresentStructure& present)
    : system_(system), present_(present) {}

ModeStatus LoadedModes::decide(State& state, Expansion& series, const PairsNow& now) {
  std::fill(state.pinned.begin(), state.pinned.end(), Bound::Free);
  begin(state, now);
  motion_.clear();
  several_ = false;
  shared_ = -1;
  series.add_forces(state, state.pair, 0, false);  // deflections, for what is held
  std::size_t choices = 1;
  for (const Open& open : open_)
    choices = std::min(kMostChoices + 1, choices * open.options.size());
  if (choices > kMostChoices) return ModeStatus::TooMany;
  const std::vector<std::size_t> likely = likely_choices(choices, state, series);
  std::optional<std::vector<Open>> best;
  Cost least;
  for (const std::size_t number : likely) {
    if (!try_choice(number, state, series)) continue;
    compare(series);
    const Cost own = cost(series);
    if (best && !is_better(own, least)) continue;
    shared_ = shared_force(series);
    residual_ = residual_of(series);
    least = own;
    best = open_;
  }
  if (!best) return ModeStatus::Jammed;
  if (shared_ >= 0) return ModeStatus::Shared;
  open_ = *best;
  write(state);
  present_.use(state);
  present_.follow(state, series);
  present_.hold(state, series);
  return ModeStatus::Decided;
}

/// Those that the first coefficients do not rule out.
std::vector<std::size_t> LoadedModes::likely_choices(std::size_t choices, const State& state,
                                                     Expansion& series) {
  const int order = series.order();
  series.set_order(std::min(kFewOrders, order));
  std::vector<std::size_t> likely;
  for (std::size_t number = 0; number < choices; ++number) {
    stop_if_asked();
    if (try_choice(number, state, series)) likely.push_back(number);
  }
  series.set_order(order);
  return likely;
}

bool LoadedModes::try_choice(std::size_t number, const State& state, Expansion& series) {
  choose(number);
  State trial = with_choice(state);
  present_.use(trial);
  present_.hold(trial, series);
  series.expand(trial, *present_.get());
  return fits(trial, series);
}

/// Of order 0, relative to the largest force.
double LoadedModes::residual_of(const Expansion& series) const {
  double most = 0.0;
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_free(b)) most = std::max(most, std::abs(series.load(b, 0)));
  const double scale = series.force_scale(0);
  return scale > 0.0 ? most / scale : 0.0;
}

/// Of a choice that fits: do the bodies move as in the first one? That static > kinetic leaves
/// ways to go on is known.
void LoadedModes::compare(const Expansion& series) {
  if (std::ranges::any_of(open_, [&](const Open& open) {
        return !open.presses && open.mode != Mode::Stuck && drops(system_, open.pair, open.mode);
      }))
    return;
  const bool first = motion_.empty();
  for (int b = 0; b < system_.n_bodies(); ++b) {
    const double a = series.a(b)[0];
    if (first)
      motion_.push_back(a);
    else if (system_.is_free(b) && std::abs(a - motion_[static_cast<std::size_t>(b)]) >
                                       kSolved * series.force_scale(0) * system_.inverse_mass(b))
      several_ = true;
  }
}

/// The pair whose force presses what slides, and is not unique; -1: none.
int LoadedModes::shared_force(const Expansion& series) const {
  for (const PressedPair& pressed : system_.arms.pressed()) {
    const auto slides = [&](const Open& open) {
      return open.pair == pressed.pair && open.mode != Mode::Stuck && !open.holds;
    };
    const auto is_open = [&](const Open& open) {
      return open.pair == pressed.pair;
    };
    const bool moves = std::ranges::none_of(open_, is_open) || std::ranges::any_of(open_, slides);
    if (moves && !series.bent().is_unique(pressed.by)) return pressed.by;
  }
  return -1;
}

void LoadedModes::begin(const State& state, const PairsNow& now) {
  open_.clear();
  for (int j = 0; j < system_.n_pairs(); ++j) {
    const PairLaw& law = system_.pairs[j];
    Open open{j, closed_edge(system_, state, j), now[j].broken, false};
    if (law.is_rigid()) {
      open.presses = system_.presses_others(j);
      if (!open.presses) continue;
      open.options = {{Mode::Forward}, {Mode::Backward}};
    } else if (!now[j].at_rest) {
      continue;
    } else if (open.edge != Edge::None) {
      open.options = {{Mode::Stuck}, {away_from(open.edge)}};
    } else {
      open.options = {{Mode::Stuck}};
      for (const Mode way : {Mode::Forward, Mode::Backward}) {
        open.options.push_back({way});
        if (drops(system_, j, way)) open.options.push_back({way, true});
      }
    }
    open_.push_back(std::move(open));
  }
}

void LoadedModes::choose(std::size_t number) {
  for (Open& open : open_) {
    const Option& option = open.options[number % open.options.size()];
    open.mode = option.mode;
    open.at_static = open.holds = option.at_static;
    number /= open.options.size();
  }
}

/// At rest by others.
void LoadedModes::hold_limit(State& state, const Open& open) const {
  state.pair[open.pair] = Mode::Stuck;
  state.pinned[open.pair] = open.mode == Mode::Forward ? Bound::Upper : Bound::Lower;
  if (system_.pairs[open.pair].has_edges()) state.side[open.pair] = open.edge;
}

State LoadedModes::with_choice(const State& state) const {
  State trial = state;
  for (const Open& open : open_) {
    if (open.presses) {
      trial.side[open.pair] = open.mode == Mode::Forward ? Edge::Upper : Edge::Lower;
      continue;
    }
    if (open.at_static) {
      hold_limit(trial, open);
      continue;
    }
    trial.pair[open.pair] = open.mode;
    if (system_.pairs[open.pair].has_edges() && open.mode != Mode::Stuck)
      trial.side[open.pair] = Edge::None;
  }
  return trial;
}

bool LoadedModes::fits(const State& trial, const Expansion& series) {
  return is_solved(trial, series) &&
         std::all_of(open_.begin(), open_.end(), [&](Open& open) { return fits(open, series); });
}

/// Forces move the bodies and keep what sticks: where losses make them singular they do not.
bool LoadedModes::is_solved(const State& trial, const Expansion& series) const {
  for (int k = 0; k < series.order(); ++k) {
    const double noise = kSolved * std::max(series.force_scale(k), kSmallestForce);
    for (int b = 0; b < system_.n_bodies(); ++b)
      if (system_.is_free(b) && !(std::abs(series.load(b, k)) <= noise)) return false;
    if (k > 0) continue;
    for (int j = 0; j < system_.n_pairs(); ++j) {
      if (trial.pair[j] != Mode::Stuck) continue;
      double mobility = 0.0;
      for (const Term& term : series.terms_of_pair(j))
        mobility += std::abs(term.coefficient) * system_.inverse_mass(term.body);
      if (!(std::abs(series.rate_of_pair(j, 1)) <= noise * mobility)) return false;
    }
  }
  return true;
}

bool LoadedModes::fits(Open& open, const Expansion& series) const {
  if (open.presses) return presses(open, series);
  return open.mode == Mode::Stuck ? sticks(open, series) : slides(open, series);
}

bool LoadedModes::presses(Open& open, const Expansion& series) const {
  const double* force = series.f(system_.first_pair() + open.pair);
  const Sign sign = sign_of(series, 1.0, 0.0, [&](int k) { return force[k]; });
  open.zeros[0] = sign.zeros;
  open.is_weak = sign.sign == 0;
  return sign.sign * number(open.mode) >= 0;
}

bool LoadedModes::sticks(Open& open, const Expansion& series) const {
  const double* force = series.f(system_.first_pair() + open.pair);
  if (system_.pairs[open.pair].has_edges()) {
    const Sign sign =
        sign_of(series, 1.0, 0.0, [&](int k) { return number(open.edge) * force[k]; });
    open.zeros[0] = sign.zeros;
    return sign.sign >= 0;
  }
  open.is_weak = has_no_strength(system_, series, open.pair);
  for (const int side : {1, 0}) {
    open.zeros[1 - side] = 0;
    const double limit = series.limit(open.pair, side, 0);
    if (std::isinf(limit)) continue;
    const bool fired = open.fired == (side == 1 ? Mode::Forward : Mode::Backward);
    const Sign sign = sign_of(series, 1.0, fired ? kFired * limit : 0.0, [&](int k) {
      return series.limit(open.pair, side, k) + (side == 1 ? -force[k] : force[k]);
    });
    open.zeros[1 - side] = sign.zeros;
    if (sign.sign < 0) return false;
  }
  return true;
}

bool LoadedModes::slides(Open& open, const Expansion& series) const {
  const double mobility = mobility_of(system_, series, open.pair);
  const double* rate = series.rate(system_.first_pair() + open.pair);
  const Sign sign = sign_of(series, mobility, 0.0,
                            [&](int k) { return number(open.mode) * (k + 1) * rate[k + 1]; });
  open.zeros[0] = sign.zeros;
  if (open.at_static) return sign.sign == 0;
  if (sign.sign > 0) return true;
  open.holds = sign.sign == 0 && (open.edge != Edge::None || !drops(system_, open.pair, open.mode));
  return open.holds;
}

/// Of a choice that fits: the fewest that slide, then the fewest that keep their limits, then the
/// smallest forces.
bool LoadedModes::is_better(const Cost& cost, const Cost& than) {
  constexpr double kSmaller = 1.0 - 1e-9;
  if (cost.slide != than.slide) return cost.slide < than.slide;
  if (cost.hold != than.hold) return cost.hold < than.hold;
  return cost.force < kSmaller * than.force;
}

LoadedModes::Cost LoadedModes::cost(const Expansion& series) const {
  Cost cost;
  for (const Open& open : open_) {
    const double force = series.f(system_.first_pair() + open.pair)[0];
    cost.force += force * force;
    if (open.holds)
      ++cost.hold;
    else if (!open.presses && open.mode != Mode::Stuck)
      ++cost.slide;
  }
  return cost;
}

void LoadedModes::write(State& state) const {
  state = with_choice(state);
  for (const Open& open : open_) write(state, open);
}

/// Known zeros of guards.
void LoadedModes::write(State& state, const Open& open) const {
  const int j = open.pair;
  ZeroCount& first = state.roots[system_.pair_guard(j, 0)];
  ZeroCount& second = state.roots[system_.pair_guard(j, 1)];
  first = second = 0;
  if (open.presses) {
    first = static_cast<ZeroCount>(open.zeros[0]);
    if (open.is_weak) state.side[j] = Edge::None;
    return;
  }
  if (open.holds) return hold_limit(state, open);
  const bool slides = open.mode != Mode::Stuck;
  if (system_.pairs[j].has_edges()) {
    write_stop(system_, state, j, open.edge, open.zeros[0] + (slides ? 2 : 0));
    return;
  }
  first = static_cast<ZeroCount>(open.zeros[0] + (slides ? 1 : 0));
  if (slides) return;
  second = static_cast<ZeroCount>(open.zeros[1]);
  if (open.is_weak) state.pinned[j] = Bound::Both;
}

}  // namespace luztar
