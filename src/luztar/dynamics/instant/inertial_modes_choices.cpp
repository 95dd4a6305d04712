// Static > kinetic friction: which other choices of breaking pairs would fit the law.
#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/core/stop_request.h"
#include "luztar/dynamics/instant/inertial_modes.h"

namespace luztar {
namespace {

constexpr std::size_t kMost = 5;  // pairs: 3^5 choices

}  // namespace

std::vector<std::vector<int>> InertialModes::consistent_choices(const State& state,
                                                                Expansion& series,
                                                                const PairsNow& now) {
  gauss_.be_at(state.anchor.value);
  std::vector<int> open, broken;
  for (int j = 0; j < system_.n_pairs(); ++j) {
    pair_[j].at_rest = now[j].at_rest;
    pair_[j].broken = now[j].broken;
    pair_[j].edge = state.side[j];
    if (now[j].broken != Mode::Stuck) broken.push_back(j);
    if (now[j].broken == Mode::Stuck && may_break(j)) open.push_back(j);
  }
  if (open.empty() || open.size() > kMost) return {};
  const bool breaks =
      std::any_of(broken.begin(), broken.end(), [this](int j) { return may_break(j); });
  if (!breaks && open.size() < 2) return {};
  std::vector<std::vector<int>> choices;
  int total = 1;
  for (std::size_t i = 0; i < open.size(); ++i) total *= 3;
  for (int code = 0; code < total; ++code) {
    stop_if_asked();
    int rest = code;
    for (const int j : open) {
      pair_[j].broken = static_cast<Mode>(rest % 3 - 1);
      rest /= 3;
    }
    if (!fits(state, series)) continue;
    std::vector<int>& choice = choices.emplace_back();
    for (const int j : open)
      if (pair_[j].broken != Mode::Stuck) choice.push_back(j);
    choice.insert(choice.end(), broken.begin(), broken.end());
  }
  return choices;
}

/// Rests, and friction loses force when it starts to slide.
bool InertialModes::may_break(int j) const {
  return pair_[j].at_rest && system_.pairs[j].is_dry() &&
         (drops(system_, j, Mode::Backward) || drops(system_, j, Mode::Forward));
}

/// Broken pairs slide the way they should, the others stick or slide with F_S = F_K.
bool InertialModes::fits(const State& state, Expansion& series) {
  prepare(state);
  series.add_forces(state, mode_, 0, false);
  if (!solve(series, 0)) return false;
  const double noise = kNoise * series.force_scale(0);
  for (int j = 0; j < system_.n_pairs(); ++j) {
    const Pair& pair = pair_[j];
    if (!pair.at_rest) continue;
    const double w = relative_acceleration(series, j, 0);
    const bool moves = std::abs(w) > noise * gauss_.mobility(series, j);
    const bool slides = pair.broken != Mode::Stuck;
    if (slides && !(moves && number(pair.broken) * w > 0.0)) return false;
    if (!slides && moves && drops(system_, j, mode_along(w))) return false;
  }
  return true;
}

}  // namespace luztar
