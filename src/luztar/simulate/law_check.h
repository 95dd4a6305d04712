// The laws evaluated directly against their series.
#pragma once

#include <vector>

#include "luztar/dynamics/series/expansion.h"

namespace luztar {

/// Compares the series of forces, levels, normal forces, motions, rates of bristles and arguments
/// of switches with the laws themselves, at points of a step. This sees what no coefficient of a
/// finite series tells: (d/a)^30 at d = 0 begins beyond its order. Laws whose coefficients tell all
/// (symbolic/hidden_terms.h) are left out and cost nothing.
class LawCheck {
 public:
  /// @param longest  Motion::span() [s]
  LawCheck(const SystemImpl& system, double longest);

  /// False if a law and its series differ within (0, tau] by more than the tolerance allows,
  /// relative to its own size in the step or to what else moves its bodies. `state` and `series`
  /// are those of the anchor; no branch or mode changes before tau.
  /// @param whole  the longest step that the series allow
  /// @param leaps  tau is much longer than the steps before: looked at in each octave
  bool agrees(const State& state, const Expansion& series, double tolerance, double tau,
              double whole, bool leaps);

  /// A slot of the program, worked out directly at anchor + tau.
  double value_of(int slot, const State& state, const Expansion& series, double tau);
  /// Whether a slot reads a power u^p with p not whole, where u is zero within tau of the anchor by
  /// its first two terms.
  bool has_power_of_zero(int slot, double tau, const Expansion& series) const;
  /// The time after the anchor [s] until which a slot has the sign of its first terms, if it reads
  /// a power u^p with p not whole and u = 0 at the anchor; 0: it reads no such power.
  double clear_of_powers(int slot, const Expansion& series) const;
  /// Of a state that is zero under a power of itself, as clear_of_powers() says of its rate: how
  /// large it is at end_of_beginning(); 0: there is none.
  double size_from_zero(int internal, const State& state, const Expansion& series, double step);
  /// How much rounding may be wrong about the last value_of(), with the same arguments.
  double rounding(int slot, const State& state, const Expansion& series, double tau);

 private:
  struct Root {
    enum class Kind { Value, Argument, Force, Level, Normal, Rate };
    Kind kind;
    int slot;
    int index;    ///< element, pair or internal
    Mode mode{};  ///< Level: in which it acts; Stuck: in both directions
  };

  void add(Root::Kind kind, int slot, int index, Mode mode = Mode::Stuck);
  void add_pair(int pair);
  /// How long what is made of powers of something zero, and not in the series, takes all that they
  /// are to be beside: so long they have no size that a tolerance could be relative to. 0: it does
  /// not from the start. At most `step`.
  /// @param lost  by tau: what the series leave out, and beside what
  template <class Lost>
  static double end_of_beginning(const Lost& lost, double step);
  double force_from_rest(int element, int slot, const State& state, const Expansion& series,
                         double tau);
  bool acts(const Root& root, const State& state, const Expansion& series) const;
  bool agrees_at(const State& state, const Expansion& series, double tolerance, double tau);
  bool agrees(const Root& root, const State& state, const Expansion& series, double tolerance,
              double tau);
  bool is_decided_by_others(const Root& root, const State& state, const Expansion& series) const;
  bool is_within_rounding(int slot, double tau, const Expansion& series) const;
  double other_size(const Root& root, const State& state, const Expansion& series, double tau);
  double force_size(int element, const Expansion& series, double tau) const;
  void evaluate(const State& state, const Expansion& series, double tau, double shift = 0.0,
                double spread = 0.0);

  const SystemImpl& system_;
  double longest_;  ///< [s]
  double whole_{};  ///< see agrees() [s]
  std::vector<Root> roots_;
  std::vector<std::vector<int>> bases_;  ///< (slots) of powers; empty: none
  ProgramSeries probe_, shifted_;
};

}  // namespace luztar
