// Modes where normal forces grow with forces of links: rigid gears, belts and bearings with losses.
#pragma once

#include <optional>
#include <vector>

#include "luztar/core/mode.h"
#include "luztar/dynamics/instant/mode_decision.h"
#include "luztar/dynamics/instant/present_structure.h"

namespace luztar {

/// Then the forces that keep pairs at rest are no minimum: there may be none, or more than one
/// motion, and what forces are there depends on what was before. The loads go from those that the
/// forces carried so far balance to the present ones, at frozen positions, and the modes follow
/// (docs/theory.md, section 2):
///
///     the modes just before, and EdgeState::carried
///     until no law is violated on the load path:
///       series in these modes               forces, accelerations at the end of the path
///       the first law that is violated      a fraction of the path; else an order of the series
///       carried forces go so far, and the pair that violates its law changes
///
/// The laws, by first coefficients that are not 0:
///
///     sticks    its force is within its limits
///     slides    in the direction of its force
///     keeps     its limit while others hold it: it slides as these give way (BentPairs::slips())
///     loads     the force of the link has the chosen sign
///
/// Where that comes back to where it was, it begins with other signs of forces of links that carry
/// nothing yet; at last every choice is tried, and that in which the fewest slide is chosen.
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
  const OtherMotion& other_motion() const override { return other_; }
  void look_for_other_motions(bool wanted) override { looks_ = wanted; }
  int unbalanced_body() const override { return -1; }

 private:
  static constexpr int kFewOrders = 3;  ///< of series, enough to rule out most choices

  struct Option {
    Mode mode;         ///< of a link the sign of its force
    bool at_static{};  ///< does not move, and carries its static limit in this direction
    bool is_idle{};    ///< rests without strength, as no link loads it
  };
  /// What is to be decided of a pair.
  struct Open {
    int pair;
    Edge edge;     ///< of a stop or a freewheel: where it is closed
    Mode fired;    ///< direction of the limit that it has just reached
    bool is_load;  ///< a link whose force is read
    std::vector<Option> options{};
    std::size_t at{};    ///< the option that is tried
    bool may_idle{};     ///< only links load it, and its last option says so
    bool holds{};        ///< its limit, without moving
    bool is_weak{};      ///< its limits, or the force of the link, are 0 to all orders
    int zeros[2]{};      ///< leading coefficients that are 0, of its guards
    double rate{};       ///< relative acceleration at this point of the path [m/s^2]
    double limits[2]{};  ///< of its force there [N]
    const Option& option() const { return options[at]; }
    Mode mode() const { return option().mode; }
  };
  /// A law that is violated.
  struct Misfit {
    std::size_t open;
    std::size_t to;   ///< the option that would mend it
    int order;        ///< of the first coefficient that says so
    double fraction;  ///< order 0: the fraction of the path before the violation
    double size;      ///< of the violation, relative to the forces
  };
  using Verdict = std::optional<Misfit>;
  struct Cost {
    int slide{}, hold{};  ///< pairs
    double force{};       ///< sum of squares [N^2]
  };
  struct Choice {
    std::size_t number;
    Cost cost;
  };

  // The choices.
  void begin(const State& state, Expansion& series, const PairsNow& now);
  std::vector<Option> options_of(int pair, Edge edge, bool is_load) const;
  std::size_t first_guess(const Open& open, const State& state, const PairNow& now) const;
  void guess_idle(const State& state, bool as_before);
  bool is_loaded(int pair, const State& trial) const;
  State tried(const State& state) const;
  void hold_limit(State& state, const Open& open) const;
  std::size_t option(const Open& open, Mode mode, bool at_static = false) const;

  // The load path: from the forces before the instant to those after it.
  void go_back(const State& state, Expansion& series);
  void note_limits(const State& state, Expansion& series);
  bool follow(const State& state, Expansion& series);
  void go_on(const State& trial, Expansion& series, double fraction);
  bool follow_closed(const State& state, Expansion& series);
  bool follow_other_signs(const State& state, Expansion& series);
  bool expand(const State& state, Expansion& series);

  // The laws.
  bool is_solved(const State& trial, const Expansion& series);
  Verdict worst(const Expansion& series);
  Verdict judge(Open& open, const Expansion& series) const;
  Verdict judge_load(Open& open, const Expansion& series) const;
  Verdict judge_edge(Open& open, const Expansion& series) const;
  Verdict judge_stuck(Open& open, const Expansion& series) const;
  Verdict judge_idle(Open& open, const Expansion& series) const;
  Verdict judge_sliding(Open& open, const Expansion& series) const;
  Verdict judge_slip(Open& open, const Expansion& series) const;

  // Every choice.
  bool search(const State& state, Expansion& series);
  std::size_t choices() const;
  bool can_try_all() const;
  void choose(std::size_t number);
  bool fits(std::size_t number, const State& state, Expansion& series);
  std::vector<Choice> fitting_choices(const State& state, Expansion& series);
  bool go_on_from(std::size_t number, const State& state, Expansion& series);
  static bool is_better(const Cost& cost, const Cost& than);
  Cost cost(const Expansion& series) const;

  // Other motions.
  void look_for_others(const State& state, Expansion& series);
  void try_others(const State& state, Expansion& series, const std::vector<Open>& decided);
  bool vary_stiffness(const State& state, Expansion& series);
  bool closed_or_rigid(const State& state, int pair) const;
  std::vector<int> moving() const;
  bool moves_otherwise(const Expansion& series) const;
  int shared_force(const Expansion& series) const;
  double residual_of(const Expansion& series) const;
  void write(State& state) const;
  void write(State& state, const Open& open) const;

  const SystemImpl& system_;
  PresentStructure& present_;
  std::vector<Open> open_;
  std::vector<double> carried_;  ///< (pairs) forces at this point of the path [N]
  double time_error_{};          ///< of an instant at which a force passes zero [s]
  std::vector<double> noise_;    ///< (orders) of the forces of the series [N]
  std::vector<double> motion_;   ///< (bodies) accelerations that were decided [m/s^2]
  std::vector<Open> guess_;      ///< the choice at the start of the path
  int changes_{};                ///< of choices, on the path
  bool is_redundant_{};          ///< some forces on the path were not unique
  bool looks_{true};             ///< for other motions
  std::size_t expanded_{};       ///< series so far ...
  std::size_t looked_at_{};      ///< ... pairs of those for other motions
  OtherMotion other_;
  int shared_{-1};     ///< pair
  int unsolved_{-1};   ///< the same of a choice that could not be solved
  double residual_{};  ///< of order 0, relative to the largest force
};

}  // namespace luztar
