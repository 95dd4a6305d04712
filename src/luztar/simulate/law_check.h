// The laws evaluated directly against their series.
#pragma once

#include <vector>

#include "luztar/dynamics/expansion.h"

namespace luztar {

/// Compares the series of forces, levels, normal forces, motions, rates of bristles and arguments
/// of switches with the laws themselves, at points of a step. This sees what no coefficient of a
/// finite series tells: (d/a)^30 at d = 0 begins beyond its order. Laws whose coefficients tell all
/// (symbolic/hidden_terms.h) are left out and cost nothing.
class LawCheck {
 public:
  explicit LawCheck(const SystemImpl& system);

  /// False if a law and its series differ within (0, tau] by more than the tolerance allows,
  /// relative to its own size in the step or to what else moves its bodies. `state` and `series`
  /// are those of the anchor; no branch or mode changes before tau.
  /// @param leaps  tau is much longer than the steps before: looked at in each octave
  bool agrees(const State& state, const Expansion& series, double tolerance, double tau,
              bool leaps);

  /// A slot of the program, worked out directly at anchor + tau.
  double value_of(int slot, const State& state, const Expansion& series, double tau);
  /// How much rounding may be wrong about the last value_of(), with the same arguments.
  double rounding(int slot, const State& state, const Expansion& series, double tau);

 private:
  struct Root {
    enum class Kind { Value, Force, Level, Normal, Rate };
    Kind kind;
    int slot;
    int index;    ///< element, pair or internal
    Mode mode{};  ///< Level: in which it acts; Stuck: in both directions
  };

  void add(Root::Kind kind, int slot, int index, Mode mode = Mode::Stuck);
  void add_pair(int pair);
  bool acts(const Root& root, const State& state, const Expansion& series) const;
  bool agrees_at(const State& state, const Expansion& series, double tolerance, double tau);
  bool agrees(const Root& root, const State& state, const Expansion& series, double tolerance,
              double tau);
  double other_size(const Root& root, const Expansion& series, double tau) const;
  double force_size(int element, const Expansion& series, double tau) const;
  void evaluate(const State& state, const Expansion& series, double tau, double shift = 0.0,
                double spread = 0.0);

  const SystemImpl& system_;
  std::vector<Root> roots_;
  ProgramSeries probe_, shifted_;
};

}  // namespace luztar
