#include "luztar/io/report/base64.h"

#include <cstdint>

#include "luztar/io/report/bytes.h"

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

void append_base64(std::string& out, std::span<const std::byte> bytes) {
  out.reserve(out.size() + bytes.size() * 4 / 3 + 4);
  std::uint32_t group = 0;
  int filled = 0;
  for (const std::byte byte : bytes) {
    group |= static_cast<std::uint32_t>(byte) << (16 - 8 * filled);
    if (++filled < 3) continue;
    append_group(out, group, 3);
    group = 0;
    filled = 0;
  }
  if (filled > 0) append_group(out, group, filled);
}

void append_base64(std::string& out, std::span<const double> values) {
  Bytes bytes;
  for (const double value : values) bytes.put(value);
  append_base64(out, bytes.all());
}

}  // namespace luztar::report
