// Whole numbers and doubles as bytes, the lowest one first, on any machine.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace luztar::report {

class Bytes {
 public:
  /// The lowest `count` bytes of a whole number.
  void put(std::uint64_t value, int count) {
    for (int k = 0; k < count; ++k) bytes_.push_back(static_cast<std::byte>(value >> 8 * k & 255));
  }
  void put(double value) { put(std::bit_cast<std::uint64_t>(value), 8); }
  std::span<const std::byte> all() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace luztar::report
