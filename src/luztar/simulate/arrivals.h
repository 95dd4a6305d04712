// Where a power that is not whole brings its own base to zero.
#pragma once

#include <vector>

#include "luztar/dynamics/series/expansion.h"

namespace luztar {

/// v' = -c v^0.6 and h' = -c sqrt(h) are zero after a finite time, which steps approach without
/// end. Speeds and states that are bases of such powers are set to zero where nothing but rounding
/// parts them from it, and where all that acts lets them stay.
///
///     find(series, ...); take(state); expand again; hold(series)
class Arrivals {
 public:
  explicit Arrivals(const SystemImpl& system);

  /// Those that are zero within `near` of anchor + tau [s], or to the tolerance.
  /// `state` is that of the anchor.
  /// @return false if there are none
  bool find(const State& state, const Expansion& series, double tau, double near, double tolerance);
  /// Sets what was found to zero, at the end of the step.
  void take(State& state) const;
  /// Whether what was found stays at zero in these series, but for rounding.
  bool hold(const Expansion& series) const;

 private:
  /// input = zero, or input = other.
  struct Base {
    const ProgramInput* input;
    const ProgramInput* other;  ///< null: a number
    double zero;
    bool is_nothing{};  ///< may be driven on
  };

  void add(int slot);
  bool is_nothing(const Base& base, const State& state, double rest, double tolerance) const;
  const ProgramInput* input_at(int slot) const;
  double value_at(const Expansion& series, const Base& base, double tau) const;
  double size_of(const Expansion& series, const ProgramInput& input, int k) const;
  double size_beside(const Expansion& series, int element) const;
  const ProgramInput* bent_rate_at(int slot) const;
  int lightest(std::span<const Term> arms) const;
  void set_rate(State& state, int element, double rate) const;

  const SystemImpl& system_;
  std::vector<ProgramInput> bent_rates_;  ///< of elements along expressions: made, not given
  std::vector<Base> bases_, found_;
};

}  // namespace luztar
