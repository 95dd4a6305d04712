#include "luztar/io/report/base64.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "luztar/io/report/bytes.h"

namespace luztar::report {
namespace {

constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

void append_base64(std::string& out, std::span<const std::byte> bytes) {
  const std::size_t begin = out.size();
  out.resize(begin + (bytes.size() + 2) / 3 * 4, '=');
  char* to = &out[begin];
  const auto byte = [&](std::size_t i) {
    return i < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i]) : 0U;
  };
  for (std::size_t i = 0; i < bytes.size(); i += 3, to += 4) {
    const std::uint32_t group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    const std::size_t characters = std::min<std::size_t>(4, bytes.size() - i + 1);
    for (std::size_t k = 0; k < characters; ++k) to[k] = kAlphabet[group >> (18 - 6 * k) & 63];
  }
}

void append_base64(std::string& out, std::span<const double> values) {
  if constexpr (std::endian::native == std::endian::little) {
    append_base64(out, std::as_bytes(values));
  } else {
    Bytes bytes;
    for (const double value : values) bytes.put(value);
    append_base64(out, bytes.all());
  }
}

}  // namespace luztar::report
