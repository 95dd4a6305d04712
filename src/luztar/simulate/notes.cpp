#include "luztar/simulate/notes.h"

#include <algorithm>

#include "luztar/core/number_text.h"
#include "luztar/dynamics/instant/indeterminacy.h"
#include "luztar/simulate/trouble.h"

namespace luztar {
namespace {

constexpr std::int64_t kMany = 20000;  // steps

std::string count(std::int64_t n) { return std::to_string(n); }

}  // namespace

void Notes::note(double time, const std::string& message) {
  warnings_.push_back(at_time(time) + message);
}

void Notes::indeterminate(const State& state, const Expansion& series, const OtherMotion& other) {
  if (cycles_ >= kFew) return;
  for (const IndeterminateCycle& cycle : indeterminate_cycles(system_, state, series)) {
    std::vector<int> pairs;
    for (const ForceRange& range : cycle.pairs) pairs.push_back(range.pair);
    if (cycles_ >= kFew || !seen_.insert(pairs).second) continue;
    ++cycles_;
    constexpr std::size_t kMost = 6;
    std::string names;
    for (std::size_t k = 0; k < cycle.pairs.size() && k < kMost; ++k) {
      const ForceRange& range = cycle.pairs[k];
      names += (k == 0 ? "'" : ", '") + pair_name(system_, range.pair) + "'";
      if (cycle.has_ranges && std::isfinite(range.lower) && std::isfinite(range.upper))
        names += " (" + rounded_text(range.lower) + " to " + rounded_text(range.upper) + ")";
    }
    if (pairs.size() > kMost)
      names += " and " + count(static_cast<int>(pairs.size() - kMost)) + " more";
    const char* const motion = other.exists     ? ""
                               : other.is_whole ? "; the motion is"
                                                : "; no other motion was looked for";
    const char* const shares = system_.has_history() ? ". They are what the loads so far have left"
                                                     : ". Shared by strength";
    note(state.anchor.value,
         "the forces of " + names + " are not unique while they stick together" + motion + shares);
  }
}

void Notes::grazing(const std::string& name, const char* what, const double* guard, int degree,
                    double tau, double scale, double time) {
  if (grazings_ >= kFew) return;
  double slope = 0.0;
  double curvature = 0.0;  // Horner's rule for the first two derivatives
  for (int k = degree; k >= 1; --k) {
    if (k >= 2) curvature = curvature * tau + 0.5 * k * (k - 1) * guard[k];
    slope = slope * tau + k * guard[k];
  }
  if (!(curvature > 0.0) || !(slope * slope < 4.0 * curvature * 1e-9 * scale)) return;
  ++grazings_;
  note(time, "'" + name + "' grazes " + what + ", by " +
                 rounded_text(slope * slope / (4.0 * curvature)) +
                 " only: slightly other numbers pass it by");
}

void Notes::touching(const std::string& name, double time) {
  if (grazings_++ >= kFew) return;
  note(time, "'" + name +
                 "' grazes its limit and does not pass it, as far as its series can tell: "
                 "slightly other numbers pass it");
}

void Notes::resting(const std::string& name, double time) {
  if (rests_++ >= kFew) return;
  note(time, "'" + name +
                 "' comes to rest since the way that remains is below 2^-52 of its slip; its speed "
                 "would never be zero. static > kinetic, so what follows hangs on it");
}

void Notes::pulling(const std::string& name, double force, double time) {
  if (force == 0.0 || pulling_.size() >= kFew || !pulling_.insert(name).second) return;
  note(time, "'" + name + "' parts with a pull of " + rounded_text(force) +
                 ": its damping acts as long as it touches");
}

void Notes::several_motions(const OtherMotion& other, const State& state) {
  if (!wants_choices()) return;
  ++choices_;
  const auto names_of_moving = [&](const std::vector<int>& moving) {
    std::string list;
    for (const int pair : moving)
      list += (list.empty() ? "'" : ", '") + pair_name(system_, pair) + "'";
    if (list.empty()) return std::string("nothing slides");
    return list + (moving.size() == 1 ? " slides" : " slide");
  };
  const std::string chosen = names_of_moving(other.chosen), instead = names_of_moving(other.moving);
  const std::string ways =
      chosen == instead ? chosen + ", slower or faster" : chosen + ", or " + instead;
  if (other.softer < 0)
    note(state.anchor.value, "there are several ways to go on, as " + loaded_names(system_) + ": " +
                                 ways + "; taken: the one that the loads before lead to");
  else
    note(state.anchor.value,
         "how this goes on hangs on how stiff '" + pair_name(system_, other.softer) +
             "' is beside other links and stops, which the model does not tell: " + ways +
             "; taken: the first, each as stiff as the bodies that it moves are heavy");
}

void Notes::several_outcomes(const State& state) {
  if (!wants_choices()) return;
  ++choices_;
  note(state.anchor.value, "an impact has several outcomes, as " + loaded_names(system_) +
                               ": taken is the one that begins with all that slid before it");
}

void Notes::several_choices(const std::vector<std::vector<int>>& choices, const State& state) {
  if (choices.size() < 2 || !wants_choices()) return;
  ++choices_;
  std::string message =
      "static > kinetic leaves " + count(static_cast<int>(choices.size())) + " ways to go on:";
  const auto names = [&](const std::vector<int>& broken) {
    std::string list;
    for (const int pair : broken)
      list += (list.empty() ? " '" : " and '") + pair_name(system_, pair) + "'";
    return list.empty() ? std::string(" nothing more") : list;
  };
  for (std::size_t i = 0; i < choices.size() && i < 4; ++i)
    message += (i == 0 ? "" : ", or") + names(choices[i]) + " breaks";
  std::vector<int> chosen;
  for (int j = 0; j < system_.n_pairs(); ++j)
    for (const auto& choice : choices)
      if (state.pair[j] != Mode::Stuck &&
          std::find(choice.begin(), choice.end(), j) != choice.end() &&
          std::find(chosen.begin(), chosen.end(), j) == chosen.end())
        chosen.push_back(j);
  note(state.anchor.value, message + "; taken:" + names(chosen));
}

/// How fast an element alone would move its bodies [1/s].
double Notes::own_rate(int e) const {
  double mobility = 0.0;
  for (const Term& term : system_.terms_of(e))
    mobility += term.coefficient * term.coefficient * system_.inverse_mass(term.body);
  double stiffness = 0.0;
  double damping = 0.0;
  if (e < system_.first_pair()) {
    stiffness = system_.smooth_law(e).stiffness;
    damping = system_.smooth_law(e).damping;
  } else if (e < system_.first_force()) {
    const PairLaw& law = system_.pairs[e - system_.first_pair()];
    damping = std::max(law.viscous[0], law.viscous[1]);
  }
  double rate = std::max(std::sqrt(std::max(stiffness, 0.0) * mobility), damping * mobility);
  // A massless body between a spring and a damper relaxes at k / c.
  for (const Term& term : system_.terms_of(e)) {
    if (!system_.is_massless(term.body) || stiffness <= 0.0) continue;
    double held = 0.0;
    for (int other = 0; other < system_.first_force(); ++other) {
      double c = 0.0;
      if (other >= system_.first_pair()) {
        const PairLaw& law = system_.pairs[other - system_.first_pair()];
        c = std::max(law.viscous[0], law.viscous[1]);
      } else if (other >= system_.n_springs()) {
        c = system_.smooth_law(other).damping;
      }
      for (const Term& at : system_.terms_of(other))
        if (at.body == term.body) held += c * at.coefficient * at.coefficient;
    }
    if (held > 0.0) rate = std::max(rate, stiffness * term.coefficient * term.coefficient / held);
  }
  return rate;
}

/// The fastest element, if steps of this mean length are what its series allows; else -1.
int Notes::stiffest(double duration, std::int64_t steps) const {
  constexpr double kReach = 40.0;  // of a step, in times 1/rate: where the series ends
  constexpr double kShort = 0.5;   // something else is faster
  int found = -1;
  double fastest = 0.0;
  for (int e = 0; e < system_.first_force(); ++e)
    if (const double rate = own_rate(e); rate > fastest) {
      fastest = rate;
      found = e;
    }
  const double reach = fastest * duration / static_cast<double>(steps);
  return reach > kReach || reach < kShort ? -1 : found;
}

void Notes::note_stiff(int element, std::int64_t steps) {
  const auto terms = system_.terms_of(element);
  const bool massless = std::any_of(
      terms.begin(), terms.end(), [&](const Term& term) { return system_.is_massless(term.body); });
  warnings_.push_back("'" + system_.elements[element].name + "' sets the step: it is stiff (time " +
                      rounded_text(1.0 / own_rate(element)) + " s, " + count(steps) + " steps); " +
                      (massless ? "a link instead of it, or more damping at its massless body, "
                                : "a link instead of it, or mass = 0 for the body it moves, ") +
                      "is faster if its own motion does not matter");
}

void Notes::stiffness(const State& state, double duration) {
  int element = stiff_;
  if (element < 0 && state.steps >= kMany && state.steps >= 20 * state.events && duration > 0.0)
    element = stiffest(duration, state.steps);
  if (element >= 0) note_stiff(element, state.steps);
}

int Notes::watch_stiffness(const State& state) {
  if (stiff_ >= 0 || (watched_steps_ >= 0 && state.steps - watched_steps_ < kMany)) return -1;
  const std::int64_t steps = state.steps - watched_steps_;
  const bool many = watched_steps_ >= 0 && steps >= 20 * (state.events - watched_events_);
  if (many) stiff_ = stiffest(state.anchor.value - watched_time_, steps);
  watched_steps_ = state.steps;
  watched_events_ = state.events;
  watched_time_ = state.anchor.value;
  return stiff_;
}

}  // namespace luztar
