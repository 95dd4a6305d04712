#include "luztar/io/crc32.h"

#include <array>
#include <cstddef>

namespace luztar {
namespace {

constexpr std::size_t kAtOnce = 8;  // bytes

using Tables = std::array<std::array<std::uint32_t, 256>, kAtOnce>;

/// [k][byte]: what a byte with k zero bytes behind it leaves.
constexpr Tables make_tables() {
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t rest = byte;
    for (int bit = 0; bit < 8; ++bit) rest = (rest >> 1U) ^ ((rest & 1U) != 0 ? 0xEDB88320U : 0U);
    tables[0][byte] = rest;
  }
  for (std::size_t k = 1; k < kAtOnce; ++k)
    for (std::size_t byte = 0; byte < 256; ++byte)
      tables[k][byte] = (tables[k - 1][byte] >> 8U) ^ tables[0][tables[k - 1][byte] & 0xFFU];
  return tables;
}

constexpr Tables kTables = make_tables();

}  // namespace

std::uint32_t crc32(std::string_view text, std::uint32_t before) {
  std::uint32_t rest = ~before;
  const auto byte = [&text](std::size_t i) -> std::uint32_t {
    return static_cast<unsigned char>(text[i]);
  };
  while (text.size() >= kAtOnce) {
    rest ^= byte(0) | byte(1) << 8U | byte(2) << 16U | byte(3) << 24U;
    rest = kTables[7][rest & 0xFFU] ^ kTables[6][rest >> 8U & 0xFFU] ^
           kTables[5][rest >> 16U & 0xFFU] ^ kTables[4][rest >> 24U] ^ kTables[3][byte(4)] ^
           kTables[2][byte(5)] ^ kTables[1][byte(6)] ^ kTables[0][byte(7)];
    text.remove_prefix(kAtOnce);
  }
  for (std::size_t i = 0; i < text.size(); ++i)
    rest = rest >> 8U ^ kTables[0][(rest ^ byte(i)) & 0xFFU];
  return ~rest;
}

}  // namespace luztar
