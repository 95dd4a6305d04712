#include "luztar/io/report/short_numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "luztar/io/report/base64.h"
#include "luztar/io/report/bytes.h"

namespace luztar::report {
namespace {

constexpr double kPlaces = 65534.0;
constexpr std::uint64_t kNoNumber = 65535;

/// 0 to `places`; halves of the range, which may be beyond what a double holds.
std::uint64_t place_of(double value, double low, double high, double places) {
  const double range = high / 2.0 - low / 2.0;
  if (!(range > 0.0)) return 0;
  return static_cast<std::uint64_t>(std::round((value / 2.0 - low / 2.0) / range * places));
}

void put_block(Bytes& bytes, std::span<const double> block) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const double value : block) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bytes.put(low);
  bytes.put(high);
  for (const double value : block)
    bytes.put(std::isfinite(value) ? place_of(value, low, high, kPlaces) : kNoNumber, 2);
}

}  // namespace

void append_blocks(std::string& out, std::span<const double> values) {
  Bytes bytes;
  for (std::size_t i = 0; i < values.size(); i += kBlock)
    put_block(bytes, values.subspan(i, std::min(kBlock, values.size() - i)));
  append_base64(out, bytes.all());
}

void append_times(std::string& out, std::span<const double> times) {
  constexpr double kMost = std::numeric_limits<std::uint32_t>::max();
  Bytes bytes;
  for (const double t : times) bytes.put(place_of(t, times.front(), times.back(), kMost), 4);
  append_base64(out, bytes.all());
}

}  // namespace luztar::report
