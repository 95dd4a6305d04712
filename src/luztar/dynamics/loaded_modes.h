// Modes where normal forces grow with forces of links: rigid gears, belts and bearings with losses.
#pragma once

#include <vector>

#include "luztar/core/mode.h"
#include "luztar/dynamics/mode_decision.h"
#include "luztar/dynamics/present_structure.h"

namespace luztar {

/// Then the forces that keep pairs at rest are no minimum: there may be none, or more than one
/// motion. Every choice of what pairs at rest do, and of the signs of the forces that press
/// frictions, is tried; those fit whose series say so, by their first coefficients that are not 0:
///
///     sticks    its force is within its limits
///     slides    the way that its force says
///     presses   the force of the link has the sign that was taken
///
/// What would slide and does not move keeps its limit while others hold it (State::pinned). Of the
/// choices that fit, the one in which the fewest slide: rest goes on while it can.
class LoadedModes final : public ModeDecision {
 public:
  LoadedModes(const SystemImpl& system, PresentStructure& present);

  ModeStatus decide(State& state, Expansion& series, const PairsNow& now) override;
  std::vector<std::vector<int>> consistent_choices(const State&, Expansion&,
                                                   const PairsNow&) override {
    return {};
  }
  double residual() const override { return residual_; }
  bool rest(State&, Expansion&) override { return true; }
  int shared_force() const override { return shared_; }
  bool has_other_motions() const override { return several_; }
  int unbalanced_body() const override { return -1; }

 private:
  struct Option {
    Mode mode;         ///< of a link the sign of its force
    bool at_static{};  ///< does not move, and carries its static limit in this direction
  };
  /// What is to be decided of a pair.
  struct Open {
    int pair;
    Edge edge;     ///< of a stop or a freewheel: where it is closed
    Mode fired;    ///< direction of the limit that it has just reached
    bool presses;  ///< a link whose force is read
    std::vector<Option> options{};
    Mode mode{};       ///< tried now
    bool at_static{};  ///< the same
    bool holds{};      ///< its limit, without moving
    bool is_weak{};    ///< its limits, or the force of the link, are 0 to all orders
    int zeros[2]{};    ///< leading coefficients that are 0, of its guards
  };
  struct Cost {
    int slide{}, hold{};  ///< pairs
    double force{};       ///< sum of squares [N^2]
  };

  void begin(const State& state, const PairsNow& now);
  std::vector<std::size_t> likely_choices(std::size_t choices, const State& state,
                                          Expansion& series);
  bool try_choice(std::size_t number, const State& state, Expansion& series);
  void choose(std::size_t number);
  void hold_limit(State& state, const Open& open) const;
  State with_choice(const State& state) const;
  bool fits(const State& trial, const Expansion& series);
  bool is_solved(const State& trial, const Expansion& series) const;
  bool fits(Open& open, const Expansion& series) const;
  bool presses(Open& open, const Expansion& series) const;
  bool sticks(Open& open, const Expansion& series) const;
  bool slides(Open& open, const Expansion& series) const;
  void compare(const Expansion& series);
  int shared_force(const Expansion& series) const;
  double residual_of(const Expansion& series) const;
  static bool is_better(const Cost& cost, const Cost& than);
  Cost cost(const Expansion& series) const;
  void write(State& state) const;
  void write(State& state, const Open& open) const;

  const SystemImpl& system_;
  PresentStructure& present_;
  std::vector<Open> open_;
  std::vector<double> motion_;  ///< (bodies) accelerations of the first choice that fits [m/s^2]
  bool several_{};
  int shared_{-1};     ///< pair
  double residual_{};  ///< of order 0, relative to the largest force
};

}  // namespace luztar
