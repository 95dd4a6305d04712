// Long columns as short text: each number with 16 bits between the ends of its block.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace luztar::report {

/// Numbers of a block have the least and the greatest of it in front of them.
inline constexpr std::size_t kBlock = 256;

/// Base64 of blocks: least and greatest as doubles, then 16 bits for the place of each number
/// between them, 0 to 65534; 65535 is no number. Errors are below 1e-5 of a block's range.
void append_blocks(std::string& out, std::span<const double> values);

/// Base64 of 32 bits for the place of each time between the first and the last.
/// @pre in order
void append_times(std::string& out, std::span<const double> times);

}  // namespace luztar::report
