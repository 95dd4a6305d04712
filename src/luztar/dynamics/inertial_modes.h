// Modes of systems in which every body has a mass or a given motion: Gauss, order by order.
#pragma once

#include <cstdint>
#include <vector>

#include "luztar/dynamics/cycle_pins.h"
#include "luztar/dynamics/gauss_solver.h"
#include "luztar/dynamics/mode_decision.h"
#include "luztar/dynamics/present_structure.h"

namespace luztar {

/// Order 0 is Gauss's principle for accelerations over the whole box |T| <= F_S; with F_S > F_K the
/// cascade of docs/theory.md, section 2, around it. A pair that sits exactly at its limit without
/// moving (every regular release does, since its acceleration starts at zero) is not decided by
/// accelerations; there the same principle holds for the next derivative, with T' <= 0 at an upper
/// limit, and so on along the Taylor coefficients until each pair moves or sticks.
class InertialModes final : public ModeDecision {
 public:
  InertialModes(const SystemImpl& system, PresentStructure& present);

  ModeStatus decide(State& state, Expansion& series, const PairsNow& now) override;
  std::vector<std::vector<int>> consistent_choices(const State& state, Expansion& series,
                                                   const PairsNow& now) override;
  double residual() const override { return residual_; }
  bool rest(State&, Expansion&) override { return true; }
  int unbalanced_body() const override { return -1; }

 private:
  /// Leaving: slides in a known direction, at the first order at which it moves.
  enum class Fate : std::int8_t { Moving, Sliding, Leaving, Stuck, AtUpper, AtLower, AtBoth };

  bool fits(const State& state, Expansion& series, const std::vector<std::int8_t>& at_rest);
  bool cascade(State& state, Expansion& series, const std::vector<std::int8_t>& at_rest);
  bool cascade_changes(const Expansion& series, const std::vector<std::int8_t>& at_rest);
  void classify(const Expansion& series, const std::vector<std::int8_t>& at_rest);
  bool decide_order(State& state, Expansion& series, int k);
  void start_sliding(const Expansion& series, int pair, double w);
  void follow_leaving(const Expansion& series, int k, double noise);
  void judge_at_limit(std::size_t position, int k, double noise);
  bool solve(Expansion& series, int k);
  ForceBounds bounds(const Expansion& series, int pair, int k) const;
  void write(State& state, const Expansion& series) const;
  LimitsFound limits_found() const;

  const SystemImpl& system_;
  PresentStructure& present_;
  GaussSolver gauss_;
  std::vector<int> pairs_;  ///< of the problem
  bool forced_limits_{};    ///< limits that fates are at are those of all distributions of forces
  std::vector<Fate> fate_;  ///< (pairs)
  std::vector<std::int8_t> sign_;        ///< (pairs) direction of sliding pairs
  std::vector<std::int8_t> level_;       ///< (pairs) order at which the fate was decided
  std::vector<std::int8_t> bound_side_;  ///< (pairs) the limit it was at before
  std::vector<std::int8_t> opened_;      ///< (pairs) order at which it left the other limit
  std::vector<std::int8_t> broken_;      ///< (pairs)
  std::vector<std::int8_t> late_;        ///< (pairs) broke while its normal force was zero
  std::vector<std::int8_t> fired_;       ///< (pairs) just reached this limit
  std::vector<std::int8_t> side_;        ///< (pairs) stops: the edge they are closed at
  std::vector<std::int8_t> mode_;        ///< (pairs) handed to add_forces
  std::vector<double> mobility_;         ///< (pairs) J M^-1 J' [1/kg]
  double residual_{};
  bool restart_{};
};

}  // namespace luztar
