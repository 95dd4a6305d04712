// What the proofs look at: the numbers that a run gives for one instant.
#pragma once

#include <cstddef>
#include <cstdint>

namespace luztar {

/// Numbers at a fixed distance in memory: a list, or one column of rows.
struct Column {
  const double* first{};
  std::size_t stride{1};
  double operator[](int index) const { return first[static_cast<std::size_t>(index) * stride]; }
  explicit operator bool() const { return first != nullptr; }
};

/// One side of an instant: limits from the right, or from the left of an event.
struct Instant {
  double time{};                 ///< [s]
  Column q{}, v{}, a{};          ///< (bodies)
  Column f{};                    ///< (elements)
  Column z{}, z_rate{};          ///< (internals) bristles; z_rate may be missing
  Column d{}, rate{};            ///< (elements) as they are given out; may be missing
  const std::int8_t* contact{};  ///< (springs) -1 lower, 0 gap, 1 upper
  const std::int8_t* pair{};     ///< (pairs) frictions: -1 backward, 0 stuck, 1 forward
  const std::int8_t* side{};     ///< (pairs) stops: -1 at lower, 0 free, 1 at upper
  const std::int8_t* is_held{};  ///< (elements) where d is missing: it is a number kept in ...
  const double* held{};          ///< (elements) ... this list while the rate is zero
};

}  // namespace luztar
