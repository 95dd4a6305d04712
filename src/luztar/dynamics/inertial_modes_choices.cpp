// Static > kinetic friction: which other choices of breaking pairs would fit the law.
#include <cmath>

#include "luztar/core/stop_request.h"
#include "luztar/dynamics/inertial_modes.h"

namespace luztar {
namespace {

constexpr double kAtLimit = 1e-12;  // relative to the largest force
constexpr std::size_t kMost = 5;    // pairs: 3^5 choices

}  // namespace

std::vector<std::vector<int>> InertialModes::consistent_choices(
    const State& state, Expansion& series, const PairsNow& now) {
  std::vector<int> open;
  int n_broken = 0;
  for (int j = 0; j < system_.n_pairs(); ++j) {
    const PairLaw& law = system_.pairs[j];
    const bool drops = law.breakaway[0] > law.kinetic[0] || law.breakaway[1] > law.kinetic[1];
    if (now.at_rest[j] == 0 || law.kind != PairLaw::Kind::Friction || !drops) continue;
    if (now.broken[j] == 0) open.push_back(j);
    n_broken += now.broken[j] != 0 ? 1 : 0;
  }
  std::vector<std::vector<int>> choices;
  if (open.empty() || open.size() > kMost) return choices;
  if (n_broken == 0 && open.size() < 2) return choices;
  int total = 1;
  for (std::size_t i = 0; i < open.size(); ++i) total *= 3;
  for (int code = 0; code < total; ++code) {
    stop_if_asked();
    broken_ = now.broken;
    int rest = code;
    for (const int j : open) {
      broken_[j] = static_cast<std::int8_t>(rest % 3 - 1);
      rest /= 3;
    }
    if (!fits(state, series, now.at_rest)) continue;
    std::vector<int> choice;
    for (const int j : open)
      if (broken_[j] != 0) choice.push_back(j);
    for (int j = 0; j < system_.n_pairs(); ++j)
      if (now.broken[j] != 0) choice.push_back(j);
    choices.push_back(std::move(choice));
  }
  return choices;
}

/// Pairs in broken_ slide the way they should, the others stick or slide with F_S = F_K.
bool InertialModes::fits(const State& state, Expansion& series,
                        const std::vector<std::int8_t>& at_rest) {
  pairs_.clear();
  for (int j = 0; j < system_.n_pairs(); ++j) {
    mode_[j] = at_rest[j] != 0 ? broken_[j] : state.pair[j];
    fate_[j] = at_rest[j] != 0 ? Fate::Stuck : Fate::Moving;
    if (at_rest[j] != 0 && broken_[j] == 0) pairs_.push_back(j);
  }
  series.add_forces(state, mode_, 0, false);
  if (!solve(series, 0)) return false;
  const double noise = kAtLimit * series.force_scale(0);
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (at_rest[j] == 0) continue;
    const double w = relative_acceleration(system_, series, j, 0);
    const PairLaw& law = system_.pairs[j];
    const int side = w > 0.0 ? 1 : 0;
    const bool moves = std::abs(w) > noise * mobility_[j];
    if (broken_[j] != 0 && !(moves && broken_[j] * w > 0.0)) return false;
    if (broken_[j] == 0 && moves && law.breakaway[side] > law.kinetic[side]) return false;
  }
  return true;
}

}  // namespace luztar
