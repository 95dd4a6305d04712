// What the proofs look at: the numbers that a run gives for one instant.
#pragma once

#include <cstddef>
#include <cstdint>

#include "luztar/core/mode.h"
#include "luztar/dynamics/system/geometry.h"

namespace luztar {

/// Numbers at a fixed distance in memory: a list, or one column of rows.
struct Column {
  const double* first{};
  std::size_t stride{1};
  double operator[](int index) const { return first[static_cast<std::size_t>(index) * stride]; }
  explicit operator bool() const { return first != nullptr; }
};

/// Modes in a list of a State, or in one of numbers as a Sample has it.
template <typename Type>
class ModeList {
 public:
  ModeList() = default;
  ModeList(const Type* first) : modes_(first) {}
  ModeList(const ModeNumber* first) : numbers_(first) {}
  explicit operator bool() const { return modes_ != nullptr || numbers_ != nullptr; }
  Type operator[](int index) const {
    return modes_ != nullptr ? modes_[index] : static_cast<Type>(numbers_[index]);
  }

 private:
  const Type* modes_{};
  const ModeNumber* numbers_{};
};

/// One side of an instant: limits from the right, or from the left of an event.
struct Instant {
  double time{};             ///< [s]
  int event_side{};          ///< -1: just before an event, 1: just after it, 0: not known
  Column q{}, v{}, a{};      ///< (bodies)
  Column f{};                ///< (elements)
  Column z{}, z_rate{};      ///< (internals) z_rate may be missing
  Column d{}, rate{};        ///< (elements) as they are given out; may be missing
  ModeList<Edge> contact{};  ///< (springs) None: in the gap
  ModeList<Mode> pair{};     ///< (pairs) frictions; may be missing
  ModeList<Edge> side{};     ///< (pairs) stops; None: free
  const char* is_held{};     ///< (elements) where d is missing: it is a number kept in ...
  const double* held{};      ///< (elements) ... this list while the rate is zero
  /// (switches) pieces in force: those of clocks count samples, those of angles half turns
  const std::int64_t* branch{};
};

inline Positions<Column> positions_of(const Instant& now) { return {now.q, now.z, now.branch}; }

}  // namespace luztar
