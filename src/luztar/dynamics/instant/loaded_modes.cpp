#include "luztar/dynamics/instant/loaded_modes.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "luztar/core/nearness.h"
#include "luztar/core/stop_request.h"
#include "luztar/dynamics/series/pair_limits.h"
#include "luztar/dynamics/system/pair_edges.h"

namespace luztar {

LoadedModes::LoadedModes(const SystemImpl& system, PresentStructure& present)
    : system_(system), present_(present) {}

ModeStatus LoadedModes::decide(State& state, Expansion& series, const PairsNow& now) {
  other_ = {.is_whole = false};
  shared_ = -1;
  begin(state, series, now);
  const State before = state;
  guess_ = open_;
  is_redundant_ = false;
  go_back(before, series);
  unsolved_ = -1;
  if (!follow(before, series) && !follow_closed(before, series) &&
      !follow_other_signs(before, series) && !search(before, series)) {
    shared_ = unsolved_;
    return shared_ >= 0    ? ModeStatus::Shared
           : can_try_all() ? ModeStatus::Jammed
                           : ModeStatus::TooMany;
  }
  shared_ = shared_force(series);
  if (shared_ >= 0) return ModeStatus::Shared;
  residual_ = residual_of(series);
  state = tried(state);
  write(state);
  if ((changes_ > 0 || !before.resolved) && looks_) look_for_others(before, series);
  present_.use(state);
  present_.follow(state, series);
  present_.hold(state, series);
  return ModeStatus::Decided;
}

/// The modes just before are tried first.
void LoadedModes::begin(const State& state, Expansion& series, const PairsNow& now) {
  open_.clear();
  time_error_ = kOfSeries * std::max(std::abs(state.anchor.value), state.ahead.last_step);
  series.add_forces(state, state.pair, 0, false);  // deflections, for what is held
  series.load_links(state, std::vector<double>(static_cast<std::size_t>(system_.n_pairs())));
  for (int j = 0; j < system_.n_pairs(); ++j) {
    const PairLaw& law = system_.pairs[j];
    const bool is_load = law.is_rigid() && system_.loads_friction(j);
    if (law.is_rigid() ? !is_load : !now[j].at_rest) continue;
    Open open{j, closed_edge(system_, state, j), now[j].broken, is_load};
    open.options = options_of(j, open.edge, is_load);
    const auto& normal_loads = system_.arms.normal_loads();
    open.may_idle = law.is_dry() && series.limit(j, 0, 0) == 0.0 && series.limit(j, 1, 0) == 0.0 &&
                    std::ranges::find(normal_loads, j, &NormalLoad::pair) != normal_loads.end();
    if (open.may_idle) open.options.push_back({Mode::Stuck, false, true});
    open.at = first_guess(open, state, now[j]);
    open_.push_back(std::move(open));
  }
  guess_idle(state, true);
}

std::vector<LoadedModes::Option> LoadedModes::options_of(int pair, Edge edge, bool is_load) const {
  if (is_load) return {{Mode::Forward}, {Mode::Backward}};
  if (edge != Edge::None) return {{Mode::Stuck}, {away_from(edge)}};
  std::vector<Option> options{{Mode::Stuck}};
  for (const Mode direction : {Mode::Forward, Mode::Backward}) {
    options.push_back({direction});
    if (drops(system_, pair, direction)) options.push_back({direction, true});
  }
  return options;
}

std::size_t LoadedModes::option(const Open& open, Mode mode, bool at_static) const {
  for (std::size_t i = 0; i < open.options.size(); ++i)
    if (open.options[i].mode == mode && open.options[i].at_static == at_static) return i;
  return option(open, mode, false);
}

/// A friction that kept its limit has been let go by its guard; another one has reached it.
std::size_t LoadedModes::first_guess(const Open& open, const State& state,
                                     const PairNow& now) const {
  const int j = open.pair;
  if (open.is_load) {
    const double force =
        state.edges.carried.empty() ? 0.0 : state.edges.carried[static_cast<std::size_t>(j)];
    const bool backward =
        state.side[j] == Edge::Lower || (state.side[j] == Edge::None && force < 0.0);
    return backward ? 1 : 0;
  }
  const Bound kept = state.kept_limit[j];
  if (open.edge != Edge::None)
    return now.held && kept != Bound::Free && open.fired == Mode::Stuck ? 1 : 0;
  if (!now.held) return 0;
  if (kept == Bound::Upper || kept == Bound::Lower) {
    const Mode direction = kept == Bound::Upper ? Mode::Forward : Mode::Backward;
    return open.fired == direction ? 0 : option(open, direction, true);
  }
  return open.fired == Mode::Stuck ? 0 : option(open, open.fired, true);
}

/// Of frictions that no link loads in the chosen directions.
/// @param as_before  and of those that had no strength
void LoadedModes::guess_idle(const State& state, bool as_before) {
  const State trial = tried(state);
  const auto had_none = [&](int pair) {
    return as_before && state.kept_limit[pair] == Bound::Both &&
           std::ranges::none_of(system_.arms.normal_loads(), [&](const NormalLoad& load) {
             return load.pair == pair && system_.pairs[load.by].has_edges() &&
                    trial.side[load.by] != Edge::None;
           });
  };
  for (Open& open : open_)
    if (open.may_idle && open.mode() == Mode::Stuck && open.fired == Mode::Stuck &&
        (!is_loaded(open.pair, trial) || had_none(open.pair)))
      open.at = open.options.size() - 1;
}

bool LoadedModes::is_loaded(int pair, const State& trial) const {
  return std::ranges::any_of(system_.arms.normal_loads(), [&](const NormalLoad& load) {
    const Edge side = trial.side[load.by];
    return load.pair == pair && side != Edge::None && load.acts(side);
  });
}

/// At rest by others.
void LoadedModes::hold_limit(State& state, const Open& open) const {
  state.pair[open.pair] = Mode::Stuck;
  state.kept_limit[open.pair] = open.mode() == Mode::Forward ? Bound::Upper : Bound::Lower;
  if (system_.pairs[open.pair].has_edges()) state.side[open.pair] = open.edge;
}

State LoadedModes::tried(const State& state) const {
  State trial = state;
  std::fill(trial.kept_limit.begin(), trial.kept_limit.end(), Bound::Free);
  trial.edges.carried = carried_;
  for (const Open& open : open_) {
    const Mode mode = open.mode();
    if (open.is_load) {
      trial.side[open.pair] = mode == Mode::Forward ? Edge::Upper : Edge::Lower;
    } else if (open.option().at_static) {
      hold_limit(trial, open);
    } else {
      trial.pair[open.pair] = mode;
      if (open.option().is_idle) trial.kept_limit[open.pair] = Bound::Both;
      if (system_.pairs[open.pair].has_edges() && mode != Mode::Stuck)
        trial.side[open.pair] = Edge::None;
    }
  }
  return trial;
}

/// To where the loads before have led.
void LoadedModes::go_back(const State& state, Expansion& series) {
  carried_ = state.edges.carried;
  carried_.resize(static_cast<std::size_t>(system_.n_pairs()), 0.0);
  changes_ = 0;
  for (Open& open : open_) open.rate = 0.0;
  series.add_forces(state, state.pair, 0, false);
  note_limits(state, series);
}

void LoadedModes::note_limits(const State& state, Expansion& series) {
  series.load_links(state, carried_);
  for (Open& open : open_)
    for (const int side : {0, 1}) open.limits[side] = series.limit(open.pair, side, 0);
}

/// The series of a choice. @return false: its forces do not move the bodies and keep what sticks
bool LoadedModes::expand(const State& state, Expansion& series) {
  ++expanded_;
  State trial = tried(state);
  present_.use(trial);
  present_.hold(trial, series);
  series.expand(trial, *present_.get());
  is_redundant_ = is_redundant_ || series.bent().is_redundant();
  if (is_solved(trial, series)) return true;
  if (unsolved_ < 0) unsolved_ = shared_force(series);
  return false;
}

/// From loads before to loads now; the choice that fits at the end is in open_ and series. The
/// first choice mostly fits and has all orders; of those after it few orders show most violations.
bool LoadedModes::follow(const State& state, Expansion& series) {
  const std::size_t most = 20 + 10 * open_.size();
  const int order = series.order();
  std::set<std::vector<std::size_t>> seen;
  bool fits = false, has_arrived = false;
  for (std::size_t round = 0; round < most; ++round) {
    stop_if_asked();
    if (!expand(state, series)) break;
    const Verdict misfit = worst(series);
    if (!misfit) {
      fits = series.order() == order;
      if (fits) break;
      series.set_order(order);
      continue;
    }
    ++changes_;
    series.set_order(std::min(kFewOrders, order));
    // What is violated behind the end of the path leaves the forces there as they are.
    const bool arrives = misfit->order > 0 && !has_arrived;
    if (arrives || (misfit->order == 0 && misfit->fraction > 0.0)) {
      go_on(tried(state), series, arrives ? 1.0 : misfit->fraction);
      seen.clear();
    }
    has_arrived = misfit->order > 0;
    open_[misfit->open].at = misfit->to;
    std::vector<std::size_t> choice;
    for (const Open& open : open_) choice.push_back(open.at);
    if (!seen.insert(std::move(choice)).second) break;
  }
  series.set_order(order);
  return fits;
}

/// Forces, limits and accelerations at a fraction of the rest of the path.
void LoadedModes::go_on(const State& trial, Expansion& series, double fraction) {
  for (int j = 0; j < system_.n_pairs(); ++j) {
    double& force = carried_[static_cast<std::size_t>(j)];
    force += fraction * (series.f(system_.first_pair() + j)[0] - force);
  }
  for (Open& open : open_) open.rate += fraction * (series.rate_of_pair(open.pair, 1) - open.rate);
  note_limits(trial, series);
}

/// With all stops and freewheels closed at first.
bool LoadedModes::follow_closed(const State& state, Expansion& series) {
  const auto is_open = [](const Open& open) {
    return open.edge != Edge::None && open.mode() != Mode::Stuck;
  };
  if (std::ranges::none_of(guess_, is_open)) return false;
  for (Open& open : guess_)
    if (is_open(open)) open.at = 0;
  open_ = guess_;
  go_back(state, series);
  return follow(state, series);
}

/// Of links that carry nothing yet.
bool LoadedModes::follow_other_signs(const State& state, Expansion& series) {
  constexpr std::size_t kMost = 5;  // links: 2^5 choices of their signs
  std::vector<std::size_t> links;
  for (std::size_t i = 0; i < open_.size(); ++i)
    if (open_[i].is_load && links.size() < kMost) {
      const std::size_t j = static_cast<std::size_t>(open_[i].pair);
      if (state.edges.carried.empty() || state.edges.carried[j] == 0.0) links.push_back(i);
    }
  for (std::size_t choice = 1; choice < std::size_t{1} << links.size(); ++choice) {
    open_ = guess_;
    for (std::size_t i = 0; i < links.size(); ++i)
      if ((choice >> i & 1U) != 0) open_[links[i]].at = 1 - open_[links[i]].at;
    for (Open& open : open_)
      if (open.option().is_idle) open.at = 0;
    go_back(state, series);
    guess_idle(state, true);
    if (follow(state, series)) return true;
  }
  return false;
}

/// Of order 0, relative to the largest force.
double LoadedModes::residual_of(const Expansion& series) const {
  double most = 0.0;
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_free(b)) most = std::max(most, std::abs(series.load(b, 0)));
  const double scale = series.force_scale(0);
  return scale > 0.0 ? most / scale : 0.0;
}

/// The link whose force is not unique and loads a sliding friction; -1: none.
int LoadedModes::shared_force(const Expansion& series) const {
  for (const NormalLoad& load : system_.arms.normal_loads()) {
    const auto slides = [&](const Open& open) {
      return open.pair == load.pair && open.mode() != Mode::Stuck && !open.holds;
    };
    const auto is_open = [&](const Open& open) {
      return open.pair == load.pair;
    };
    const bool moves = std::ranges::none_of(open_, is_open) || std::ranges::any_of(open_, slides);
    if (moves && !series.bent().is_unique(load.by)) return load.by;
  }
  return -1;
}

void LoadedModes::write(State& state) const {
  for (const Open& open : open_) write(state, open);
}

/// Known zeros of guards.
void LoadedModes::write(State& state, const Open& open) const {
  const int j = open.pair;
  ZeroCount& first = state.roots[system_.pair_guard(j, 0)];
  ZeroCount& second = state.roots[system_.pair_guard(j, 1)];
  first = second = 0;
  if (open.is_load) {
    first = static_cast<ZeroCount>(open.zeros[0]);
    if (open.is_weak) state.side[j] = Edge::None;
    return;
  }
  const bool slides = open.mode() != Mode::Stuck && !open.holds;
  if (!slides && system_.pairs[j].is_dry() && open.is_weak) {
    state.pair[j] = Mode::Stuck;
    state.kept_limit[j] = Bound::Both;
    return;
  }
  if (open.holds) {
    hold_limit(state, open);
    (open.mode() == Mode::Forward ? first : second) = static_cast<ZeroCount>(open.zeros[0]);
    return;
  }
  if (system_.pairs[j].has_edges()) {
    write_stop(system_, state, j, open.edge, open.zeros[0] + (slides ? 2 : 0));
    return;
  }
  first = static_cast<ZeroCount>(open.zeros[0] + (slides ? 1 : 0));
  if (!slides) second = static_cast<ZeroCount>(open.zeros[1]);
}

}  // namespace luztar
