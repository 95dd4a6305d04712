// Every choice of modes, and other ways to go on than the chosen one, where normal forces
// grow with forces of links.
#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/core/stop_request.h"
#include "luztar/dynamics/instant/loaded_modes.h"
#include "luztar/dynamics/series/pair_limits.h"

namespace luztar {
namespace {

constexpr std::size_t kMostChoices = 50'000;  // are tried where the path leads nowhere
constexpr std::size_t kFewChoices = 243;      // are looked at for another motion ...
constexpr std::size_t kMostLooks = 10'000;    // ... and so many pairs of series in a run

}  // namespace

/// How many there are, or one more than are tried.
std::size_t LoadedModes::choices() const {
  std::size_t choices = 1;
  for (const Open& open : open_)
    choices = std::min(kMostChoices + 1, choices * (open.options.size() - (open.may_idle ? 1 : 0)));
  return choices;
}

bool LoadedModes::can_try_all() const { return choices() <= kMostChoices; }

void LoadedModes::choose(std::size_t number) {
  for (Open& open : open_) {
    const std::size_t options = open.options.size() - (open.may_idle ? 1 : 0);
    open.at = number % options;
    number /= options;
  }
}

/// At the end of the path; what is behind it may change modes once more.
bool LoadedModes::fits(std::size_t number, const State& state, Expansion& series) {
  choose(number);
  guess_idle(state, false);
  if (!expand(state, series)) return false;
  const Verdict misfit = worst(series);
  const auto rests_broken = [this](const Open& open) {
    return open.holds && !open.option().at_static && system_.pairs[open.pair].is_dry() &&
           drops(system_, open.pair, open.mode());
  };
  return (!misfit || misfit->order > 0) && std::ranges::none_of(open_, rests_broken);
}

/// All that fit, the best first, with series of a few orders.
std::vector<LoadedModes::Choice> LoadedModes::fitting_choices(const State& state,
                                                              Expansion& series) {
  const int order = series.order();
  series.set_order(std::min(kFewOrders, order));
  std::vector<Choice> fitting;
  for (std::size_t number = 0; number < choices(); ++number) {
    stop_if_asked();
    if (fits(number, state, series)) fitting.push_back({number, cost(series)});
  }
  series.set_order(order);
  std::ranges::stable_sort(fitting, is_better, &Choice::cost);
  return fitting;
}

/// From a choice that fits at the end of the path to modes that hold behind it.
bool LoadedModes::go_on_from(std::size_t number, const State& state, Expansion& series) {
  go_back(state, series);
  if (!fits(number, state, series)) return false;
  go_on(tried(state), series, 1.0);
  return follow(state, series);
}

/// The best of all choices that fit; in open_ and series.
bool LoadedModes::search(const State& state, Expansion& series) {
  if (!can_try_all()) return false;
  go_back(state, series);
  const std::vector<Choice> fitting = fitting_choices(state, series);
  const bool found = std::ranges::any_of(
      fitting, [&](const Choice& choice) { return go_on_from(choice.number, state, series); });
  changes_ = 1;
  return found;
}

/// Of a choice that fits: the fewest that slide, then the fewest that keep their limits, then the
/// smallest forces.
bool LoadedModes::is_better(const Cost& cost, const Cost& than) {
  if (cost.slide != than.slide) return cost.slide < than.slide;
  if (cost.hold != than.hold) return cost.hold < than.hold;
  return cost.force < (1.0 - kSolved) * than.force;
}

LoadedModes::Cost LoadedModes::cost(const Expansion& series) const {
  Cost cost;
  for (const Open& open : open_) {
    const double force = series.f(system_.first_pair() + open.pair)[0];
    cost.force += force * force;
    if (open.holds)
      ++cost.hold;
    else if (!open.is_load && open.mode() != Mode::Stuck)
      ++cost.slide;
  }
  return cost;
}

/// Pairs that slide, or open.
std::vector<int> LoadedModes::moving() const {
  std::vector<int> moving;
  for (const Open& open : open_)
    if (!open.is_load && open.mode() != Mode::Stuck && !open.holds && !open.is_weak)
      moving.push_back(open.pair);
  return moving;
}

/// Than what was decided.
bool LoadedModes::moves_otherwise(const Expansion& series) const {
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_free(b) && std::abs(series.a(b)[0] - motion_[static_cast<std::size_t>(b)]) >
                                  kSolved * series.force_scale(0) * system_.inverse_mass(b))
      return true;
  return false;
}

/// Whether another motion fits the laws, or would be chosen with other stiffnesses of what is
/// rigid.
/// @post open_ and carried_ are what they were
void LoadedModes::look_for_others(const State& state, Expansion& series) {
  if (looked_at_ > kMostLooks) return;
  const std::size_t before = expanded_;
  const std::vector<Open> decided = open_;
  const std::vector<double> carried = carried_;
  motion_.clear();
  for (int b = 0; b < system_.n_bodies(); ++b) motion_.push_back(series.a(b)[0]);
  other_.chosen = moving();
  if (!(is_redundant_ && vary_stiffness(state, series)) && choices() <= kFewChoices)
    try_others(state, series, decided);
  other_.is_whole = !other_.exists && choices() <= kFewChoices;
  looked_at_ += (expanded_ - before) * open_.size();
  open_ = decided;
  carried_ = carried;
}

void LoadedModes::try_others(const State& state, Expansion& series,
                             const std::vector<Open>& decided) {
  const auto breaks_more = [&] {
    for (std::size_t i = 0; i < open_.size(); ++i)
      if (decided[i].mode() == Mode::Stuck && open_[i].mode() != Mode::Stuck &&
          !open_[i].option().at_static && !open_[i].is_load &&
          drops(system_, open_[i].pair, open_[i].mode()))
        return true;
    return false;
  };
  go_back(state, series);
  for (const Choice& choice : fitting_choices(state, series)) {
    if (!go_on_from(choice.number, state, series) || breaks_more() || !moves_otherwise(series))
      continue;
    other_.exists = true;
    other_.moving = moving();
    return;
  }
}

/// A link or a stop after the other much softer, and much stiffer.
bool LoadedModes::vary_stiffness(const State& state, Expansion& series) {
  constexpr int kMost = 6;
  constexpr double kMuch = 1e4;
  int tried = 0;
  for (int j = 0; j < system_.n_pairs() && !other_.exists; ++j) {
    const bool gives = !system_.pairs[j].is_dry() && closed_or_rigid(state, j);
    if (!gives || ++tried > kMost) continue;
    for (const double factor : {kMuch, 1.0 / kMuch}) {
      series.bent().set_compliance(j, factor);
      open_ = guess_;
      go_back(state, series);
      if (follow(state, series) && moves_otherwise(series))
        other_ = {true, false, j, std::move(other_.chosen), moving()};
      series.bent().set_compliance(j, 1.0);
      if (other_.exists) break;
    }
  }
  return other_.exists;
}

bool LoadedModes::closed_or_rigid(const State& state, int pair) const {
  return system_.pairs[pair].is_rigid() || closed_edge(system_, state, pair) != Edge::None;
}

}  // namespace luztar
