#include "luztar/io/report/base64.h"

#include <bit>
#include <cstdint>

namespace luztar::report {
namespace {

constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// `count` bytes, the first one in the highest place of 24 bits, as four characters.
void append_group(std::string& out, std::uint32_t bytes, int count) {
  for (int k = 0; k < 4; ++k) {
    out += k <= count ? kAlphabet[bytes >> (18 - 6 * k) & 63] : '=';
  }
}

}  // namespace

void append_base64(std::string& out, std::span<const double> values) {
  out.reserve(out.size() + values.size() * 32 / 3 + 4);
  std::uint32_t group = 0;
  int filled = 0;
  for (const double value : values) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (int shift = 0; shift < 64; shift += 8) {
      group |= static_cast<std::uint32_t>(bits >> shift & 255) << (16 - 8 * filled);
      if (++filled < 3) continue;
      append_group(out, group, 3);
      group = 0;
      filled = 0;
    }
  }
  if (filled > 0) append_group(out, group, filled);
}

}  // namespace luztar::report
