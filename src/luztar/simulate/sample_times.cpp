#include "luztar/simulate/sample_times.h"

#include <algorithm>
#include <cmath>

namespace luztar {

SampleTimes::SampleTimes(const SimulationSettings& settings)
    : start_(settings.start),
      spacing_(settings.interval),
      duration_(settings.duration),
      end_(Grid{{start_, 0.0}, duration_}.at(1)),
      count_(settings.samples) {
  if (spacing_ > 0.0) count_ = Grid{{start_, 0.0}, spacing_}.last_at(end_) + 1;
  if (!settings.times.empty()) {
    const GridInstant start = GridInstant::at({start_, 0.0});
    for (const double time : settings.times) {
      const GridInstant point = GridInstant::at({time, 0.0});
      if (!is_before(point, start) && !is_before(end_, point)) times_.push_back(time);
    }
    count_ = static_cast<std::int64_t>(times_.size());
  }
  if (duration_ == 0.0) count_ = std::min<std::int64_t>(count_, 1);
}

double SampleTimes::next_time() const {
  if (!times_.empty()) return times_[static_cast<std::size_t>(next_)];
  if (spacing_ > 0.0)
    return std::min(start_ + static_cast<double>(next_) * spacing_, start_ + duration_);
  if (count_ == 1) return start_;
  // The last point is the end itself, not a rounded multiple.
  return next_ == count_ - 1
             ? start_ + duration_
             : start_ + duration_ * (static_cast<double>(next_) / static_cast<double>(count_ - 1));
}

GridInstant SampleTimes::next_instant() const {
  if (!times_.empty()) return GridInstant::at({next_time(), 0.0});
  const Time start{start_, 0.0};
  if (spacing_ > 0.0) return Grid{start, spacing_}.at(next_);
  if (count_ == 1) return GridInstant::at(start);
  if (next_ == count_ - 1) return end_;
  const auto intervals = static_cast<double>(count_ - 1);
  const auto count = static_cast<double>(next_);
  const double span = count * duration_;
  const double part = span / intervals;
  const double rest =
      (std::fma(-part, intervals, span) + std::fma(count, duration_, -span)) / intervals;
  const Time time = two_sum(start_, part);
  return {two_sum(time.value, time.rest + rest),
          std::max({std::abs(start_), part, std::abs(time.value)})};
}

void SampleTimes::advance() {
  last_ = next_time();
  ++next_;
}

/// The last point of a part is its end itself, which may differ by rounding from that of the whole.
/// A grid that begins where the state is leaves out nothing.
void SampleTimes::go_on_from(const State& state) {
  if (state.time <= start_) return;
  last_ = state.sampled;
  const bool gave = state.sampled != kNoSample;
  const GridInstant given = GridInstant::at({gave ? state.sampled : 0.0, 0.0});
  const GridInstant passed = GridInstant::at({state.time, 0.0});
  while (has_next() &&
         ((gave && !is_before(given, next_instant())) || is_before(next_instant(), passed)))
    ++next_;
}

}  // namespace luztar
