// The checksum of zlib, PNG and Ethernet.
#pragma once

#include <cstdint>
#include <string_view>

namespace luztar {

/// CRC-32 (reflected polynomial 0xEDB88320) of a text that follows one with the checksum `before`.
/// Every change within 32 bits is seen, any other with a probability of 1 - 2^-32.
std::uint32_t crc32(std::string_view text, std::uint32_t before = 0);

}  // namespace luztar
