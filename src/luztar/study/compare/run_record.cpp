#include "luztar/study/compare/run_record.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace luztar {
namespace {

/// Value and slope at one end of an interval.
struct Knot {
  double t, y, slope;
};

double hermite(const Knot& a, const Knot& b, double t) {
  const double h = b.t - a.t, s = (t - a.t) / h;
  const double line = a.y + s * (b.y - a.y);
  const double rise = (b.y - a.y) / h;
  const double bend = s * (1.0 - s) * h * ((1.0 - s) * (a.slope - rise) - s * (b.slope - rise));
  return std::isfinite(bend) ? line + bend : line;
}

}  // namespace

const RecordedChannel* RunRecord::channel(std::string_view wanted) const {
  const auto found = std::ranges::find(channels, wanted, &RecordedChannel::name);
  return found == channels.end() ? nullptr : &*found;
}

std::string derivative_of(std::string_view channel) {
  if (channel.starts_with("q.")) return "v" + std::string(channel.substr(1));
  return "";
}

std::vector<double> values_at(const RunRecord& run, const RecordedChannel& channel,
                              std::span<const double> times) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const RecordedChannel* const derivative = run.channel(derivative_of(channel.name));
  const auto knot = [&](std::size_t i) {
    return Knot{run.time[i], channel.values[i],
                derivative != nullptr ? derivative->values[i] : kNone};
  };
  std::vector<double> values;
  values.reserve(times.size());
  std::size_t next = 0;  // first row that is not before the time
  for (const double t : times) {
    while (next < run.time.size() && run.time[next] < t) ++next;
    if (next == run.time.size() || (next == 0 && run.time[0] > t))
      values.push_back(kNone);
    else if (run.time[next] == t)
      values.push_back(channel.values[next]);
    else
      values.push_back(hermite(knot(next - 1), knot(next), t));
  }
  return values;
}

}  // namespace luztar
