// What a delayed expression was, as polynomials one behind the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "luztar/dynamics/system/time.h"

namespace luztar {

/// The steps of a run leave a polynomial each. Those of one part join smoothly; a new part begins
/// where they do not: the value or one of its derivatives jumps, to the order at which that shows
/// at the tolerance.
///
/// Where two polynomials of a part meet is no place of its own: the first one goes on into the
/// steps behind it as far as it agrees with them.
struct Past {
  struct Piece {
    Time begin{};
    std::int64_t part{};      ///< counted from the start of the run
    std::vector<double> c{};  ///< of the time since `begin`; not empty
    friend bool operator==(const Piece&, const Piece&) = default;
  };

  /// Its value from begin on until the first step begins. Without it there is none: it counts as 0.
  void begin_with(const Time& begin, const Time& first, double value);
  /// A step. @param c  (order + 1) coefficients
  void add(const Time& begin, const Time& until, const double* c, int order, double tolerance);
  /// What follows joins smoothly: nothing has happened at the end.
  void go_on() { joins = true; }
  /// Leaves out what is over at that time.
  void forget(const Time& time);

  /// Its polynomial in the time since `time`, on this part. @param c  out, (order + 1)
  void expand(std::int64_t part, const Time& time, double* c, int order) const;
  double value(std::int64_t part, const Time& time) const;
  double rate(std::int64_t part, const Time& time) const;
  /// How far from there on that polynomial is right; beyond `enough` it is not asked; infinity: to
  /// the end of the part [s]
  double reach(std::int64_t part, const Time& time, double enough, double tolerance) const;
  /// By more than rounding behind its begin.
  bool is_known(const Time& time) const;
  /// Where that part ends, if it does.
  std::optional<Time> end_of(std::int64_t part) const;
  /// What its polynomial there is known beside: the sum of its terms at the end of the step.
  double size(std::int64_t part, const Time& time) const;

  std::vector<Piece> pieces{};
  Time end{};    ///< of the last piece
  bool joins{};  ///< the next piece is of the same part
  friend bool operator==(const Past&, const Past&) = default;

 private:
  std::size_t place(std::int64_t part, const Time& time) const;
  bool is_before_all(const Time& time) const;
  double rounding() const;
  const Time& end_of_piece(std::size_t i) const;
  double length(std::size_t i) const { return end_of_piece(i) - pieces[i].begin; }
  double agrees(std::size_t first, std::size_t second, double tolerance) const;
};

}  // namespace luztar
