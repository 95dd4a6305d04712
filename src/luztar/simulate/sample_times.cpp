#include "luztar/simulate/sample_times.h"

#include <algorithm>
#include <cmath>

namespace luztar {
namespace {

constexpr double kSamePoint = 1e-12;  // relative to the time since the start

}  // namespace

SampleTimes::SampleTimes(const SimulationSettings& settings)
    : start_(settings.start),
      spacing_(settings.interval),
      duration_(settings.duration),
      count_(settings.samples) {
  if (spacing_ > 0.0)
    count_ = static_cast<std::int64_t>(std::floor(duration_ / spacing_ * (1.0 + kSamePoint))) + 1;
  if (duration_ == 0.0) count_ = std::min<std::int64_t>(count_, 1);
}

double SampleTimes::next_time() const {
  if (spacing_ > 0.0)
    return std::min(start_ + static_cast<double>(next_) * spacing_, start_ + duration_);
  if (count_ == 1) return start_;
  // The last point is the end itself, not a rounded multiple.
  return next_ == count_ - 1
             ? start_ + duration_
             : start_ + duration_ * (static_cast<double>(next_) / static_cast<double>(count_ - 1));
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
  const double given = start_ + (state.sampled - start_) * (1.0 + kSamePoint);
  const double passed = start_ + (state.time - start_) * (1.0 - kSamePoint);
  while (has_next() && (next_time() <= given || next_time() < passed)) ++next_;
}

}  // namespace luztar
