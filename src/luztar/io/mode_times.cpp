#include "luztar/io/mode_times.h"

#include <algorithm>

namespace luztar {
namespace {

/// Part of its static limit that a stuck friction bears; 0 of what has no limit.
double use_of_limit(double force, double lower, double upper) {
  const double limit = force < 0.0 ? lower : upper;
  return limit != 0.0 ? force / limit : 0.0;
}

}  // namespace

double StretchTimes::mean() const {
  return count > 0 ? (total - initial - final) / static_cast<double>(count) : 0.0;
}

ModeTimes::ModeTimes(const std::vector<ElementInfo>& elements, const SimulationSettings& settings)
    : elements_(elements),
      start_(settings.start),
      by_steps_(settings.method == Method::Stepping),
      clocks_(elements.size()) {}

bool ModeTimes::has(std::size_t element) const {
  const ElementInfo& info = elements_[element];
  const bool bounces = info.is_pair && !info.sticks;
  return info.has_modes && !(by_steps_ && bounces);
}

void ModeTimes::sample(const Sample& sample) {
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    if (!elements_[i].has_modes) continue;
    if (!is_sampled_) begin(i, sample.mode[i], start_);
    if (sample.mode[i] != 0) continue;
    double& use = clocks_[i].times.greatest_use;
    use = std::max(use, use_of_limit(sample.f[i], sample.lower[i], sample.upper[i]));
  }
  is_sampled_ = true;
}

void ModeTimes::event(const Event& event) {
  if (!event.has_modes() || event.name < 0) return;
  const auto i = static_cast<std::size_t>(event.name);
  if (i >= elements_.size() || !elements_[i].has_modes) return;
  begin(i, event.from, start_);
  clocks_[i].turn(event.time.value, elements_[i].is_held(event.to), start_);
  double& use = clocks_[i].times.greatest_use;
  if (event.cause == Event::Cause::Break) use = std::max(use, 1.0);
}

void ModeTimes::begin(std::size_t element, ModeNumber mode, double t) {
  Clock& clock = clocks_[element];
  if (clock.is_begun) return;
  clock.is_begun = true;
  clock.is_held = elements_[element].is_held(mode);
  clock.now = t;
}

void ModeTimes::Clock::turn(double t, bool held, double start) {
  if (held == is_held) return;
  is_held = held;
  if (t > now) {
    if (has_last) count(held, last, now, start);
    last = now;
    has_last = true;
    now = t;
  } else if (has_last) {  // the present one had no length: the one before it goes on
    now = last;
    has_last = false;
  }
}

void ModeTimes::Clock::count(bool held, double from, double to, double start) {
  StretchTimes& stretches = held ? times.held : times.free;
  const double length = to - from;
  stretches.total += length;
  if (from == start) {
    stretches.initial = length;
    return;
  }
  stretches.shortest = stretches.count > 0 ? std::min(stretches.shortest, length) : length;
  stretches.longest = std::max(stretches.longest, length);
  ++stretches.count;
}

HeldTimes ModeTimes::of(std::size_t element, double end) const {
  Clock clock = clocks_[element];
  if (!clock.is_begun) return clock.times;
  if (clock.has_last) clock.count(!clock.is_held, clock.last, clock.now, start_);
  StretchTimes& present = clock.is_held ? clock.times.held : clock.times.free;
  const double length = end - clock.now;
  present.total += length;
  (clock.now == start_ ? present.initial : present.final) = length;
  return clock.times;
}

}  // namespace luztar
