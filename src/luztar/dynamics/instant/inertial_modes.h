// Modes of systems in which every body has a mass or a given motion: Gauss, order by order.
#pragma once

#include <cstdint>
#include <vector>

#include "luztar/core/mode.h"
#include "luztar/dynamics/instant/cycle_limits.h"
#include "luztar/dynamics/instant/gauss_solver.h"
#include "luztar/dynamics/instant/mode_decision.h"
#include "luztar/dynamics/instant/present_structure.h"
#include "luztar/matrix/matrix.h"

namespace luztar {

/// Order 0 is Gauss's principle for accelerations over the whole box |T| <= F_S; with F_S > F_K the
/// cascade of docs/theory.md, section 2, around it. A pair that sits exactly at its limit without
/// moving (every regular release does, since its acceleration starts at zero) is not decided by
/// accelerations; there the same principle holds for the next derivative, with T' <= 0 at an upper
/// limit, and so on along the Taylor coefficients until each pair moves or sticks.
///
///     decide    in   q, v of order 0 in series; modes of moving pairs, contacts in state
///       begin           what the caller knows of each pair                 -> Pair: given
///       repeat
///         cascade       Gauss for w = J a, until no pair breaks or turns   -> Pair: broken
///         classify      order 0: w != 0 slides, force at a limit is open   -> Pair: fate
///         decide_order  k = 1, 2, ...: Gauss for w^(k) of pairs that stick -> Pair: fate
///       until no pair breaks at an order k > 0
///       write           modes, known zeros of guards                       -> state
///       CycleLimits     pairs that keep a limit beside others              -> state
///              out  modes, roots, kept_limit, held; the present structure is that of the state.
///                   All orders of series are work space: the caller expands it again.
class InertialModes final : public ModeDecision {
 public:
  InertialModes(const SystemImpl& system, PresentStructure& present);

  ModeStatus decide(State& state, Expansion& series, const PairsNow& now) override;
  std::vector<std::vector<int>> consistent_choices(const State& state, Expansion& series,
                                                   const PairsNow& now) override;
  double residual() const override { return residual_; }
  std::vector<int> parting() const override { return parting_; }
  bool rest(State&, Expansion&) override { return true; }
  int unbalanced_body() const override { return -1; }

 private:
  /// Moving: not at rest, goes on. Sliding, Stuck: decided. Leaving: slides in a known direction
  /// from the first order on at which it moves. The last three: sticks so far, with a force that
  /// follows a limit.
  enum class Fate : std::int8_t { Moving, Sliding, Leaving, Stuck, AtUpper, AtLower, AtBoth };

  /// A pair at this instant.
  struct Pair {
    // Given: written by begin(), constant afterwards.
    bool at_rest{};  ///< relative velocity is zero: the mode is to be decided
    Mode fired{};    ///< direction of the limit that its guard says it has just reached
    Edge edge{};     ///< of a stop or a freewheel: where it is closed
    // F_S > F_K: written by the cascade, and by orders at which a pair breaks.
    Mode broken{};        ///< carries F_K and goes this way; Stuck: held by forces up to F_S
    bool breaks_later{};  ///< broke at an order k > 0: need not move at order 0
    // The decision: reset by each cascade, written by classify() and decide_order().
    Fate fate{Fate::Moving};
    Mode direction{};  ///< of Sliding and Leaving
    AtLimit was_at{};  ///< the limit that the force is at, or was before it fell behind
    int decided_at{};  ///< order of the last coefficient that was looked at
    int opened_at{};   ///< order at which it left the other limit of two; 0: it did not

    bool is_open() const { return fate >= Fate::AtUpper || fate == Fate::Leaving; }
    bool slides() const { return fate == Fate::Sliding || fate == Fate::Leaving; }
  };

  void begin(const State& state, const Expansion& series, const PairsNow& now);
  void keep_shared_limits(State& state, Expansion& series);
  bool keep_one_limit(State& state, const Expansion& series, double noise, bool fired_too);
  void prepare(const State& state);
  bool decide_orders(State& state, Expansion& series);
  bool cascade(State& state, Expansion& series);
  bool cascade_changes(const Expansion& series);
  void classify(const Expansion& series);
  void classify_at_limit(int pair, std::size_t position, double noise);
  bool decide_order(State& state, Expansion& series, int k);
  void note_moving(Expansion& series, int k);
  bool may_turn(const Expansion& series, const Vector& force) const;
  bool separate(State& state, Expansion& series, int k);
  double reach_of_limit(const Expansion& series, int pair, double y) const;
  bool find_separation(const Expansion& series) const;
  void start_sliding(int pair, double w);
  void follow_leaving(const Expansion& series, int k, double noise);
  void judge_at_limit(std::size_t position, int k, double noise);
  static double said_to_be_near(const Pair& pair, const ForceBounds& bounds,
                                const Expansion& series);
  bool solve(Expansion& series, int k);
  static AtLimit limit_of(Fate fate);
  static Fate fate_at(AtLimit at);
  void write(State& state, const Expansion& series) const;
  void write_stuck(State& state, const Expansion& series, int pair) const;
  LimitsFound limits_found() const;
  bool fits(const State& state, Expansion& series);
  bool may_break(int pair) const;

  const SystemImpl& system_;
  PresentStructure& present_;
  GaussSolver gauss_;
  std::vector<Pair> pair_;    ///< (pairs)
  std::vector<int> open_;     ///< pairs of the problem of this order, for gauss_
  std::vector<Mode> mode_;    ///< (pairs) Stuck: force not known yet; for Expansion::add_forces
  bool forced_limits_{};      ///< limits of classify() are those of all distributions
  bool may_separate_{};       ///< stuck pairs depend on one another, and gradients turn
  bool restart_{};            ///< a pair broke at an order k > 0: the cascade runs again
  std::vector<char> moves_;   ///< (bodies) by orders so far; where may_tear_
  std::vector<int> parting_;  ///< pairs
  double residual_{};         ///< of order 0, relative to the largest force
};

}  // namespace luztar
