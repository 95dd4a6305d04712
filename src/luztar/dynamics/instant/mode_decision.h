// Which pairs stick and which slide from an instant on.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "luztar/dynamics/instant/present_structure.h"

namespace luztar {

enum class ModeStatus {
  Decided,
  Unsolved,  ///< the solver of the box problem gave up
  Cycled,    ///< the cascade for static > kinetic friction found no consistent modes
  Floating,  ///< a force acts on a massless body that nothing holds
  Jumped,    ///< a massless body would have to jump to where its forces balance
  Jammed,    ///< losses that grow with forces of links: no motion fits the laws
  Shared,    ///< the force of a link that loads frictions is not unique
  TooMany,   ///< pairs at rest beside such losses
};

/// Another motion that fits the laws, of losses that grow with forces of links.
struct OtherMotion {
  bool exists{};
  bool is_whole{true};        ///< if there is none: every choice was looked at
  int softer{-1};             ///< it would be chosen if this pair gave way more, or less, beside
                              ///< the others; -1: it fits as it is
  std::vector<int> chosen{};  ///< pairs that move in the chosen motion
  std::vector<int> moving{};  ///< ... and in this one
};

/// Decides the modes of all pairs whose relative velocity is zero at the anchor. At an instant:
///
///     structure.tie(state, series, now)    velocities of pairs at rest, exactly equal
///     decide(state, series, now)           modes; the structure is theirs afterwards
///     series.expand(state, structure)      by the caller
class ModeDecision {
 public:
  virtual ~ModeDecision() = default;
  /// @param state    in: modes of moving pairs, contacts, branches; out: modes of pairs at rest,
  ///                 `roots` of all friction guards, `kept_limit`, held deflections
  /// @param series   start() done at state.anchor; used as work space
  virtual ModeStatus decide(State& state, Expansion& series, const PairsNow& now) = 0;
  /// Sets of pairs that may break now under F_S > F_K: with each of them the forces fit the law.
  /// decide() takes one of them. Empty if there are more than a few pairs to choose from, or bodies
  /// without mass.
  virtual std::vector<std::vector<int>> consistent_choices(const State& state, Expansion& series,
                                                           const PairsNow& now) = 0;
  /// KKT residual of order 0, relative to the largest force; of losses the imbalance.
  virtual double residual() const = 0;
  /// Puts massless bodies without damping exactly where the springs on them balance.
  /// @return false if that is somewhere else: unbalanced_body() would have to jump
  virtual bool rest(State& state, Expansion& series) = 0;
  /// After decide().
  virtual const OtherMotion& other_motion() const {
    static const OtherMotion none;
    return none;
  }
  /// Whether decide() looks for one where modes change.
  virtual void look_for_other_motions(bool) {}
  /// After Shared, a pair; else -1.
  virtual int shared_force() const { return -1; }
  /// After Unsolved: links, and stops that are closed, whose gradients depend on one another now
  /// and part as they turn. Empty: there is another reason.
  virtual std::vector<int> parting() const { return {}; }
  /// After Jumped: pairs that have just broken and fall from F_S to F_K, and which way they go.
  virtual std::vector<std::pair<int, Mode>> released() const { return {}; }
  /// After Floating or Jumped; else -1.
  virtual int unbalanced_body() const = 0;
};

/// By InertialModes where all bodies have a mass or a given motion, else by MasslessModes; by
/// LoadedModes where normal forces read forces of links.
/// @param structure  that of the modes that are decided
/// @param tolerance  of the steps that lead to an instant, relative
std::unique_ptr<ModeDecision> mode_decision(const SystemImpl& system, PresentStructure& structure,
                                            double tolerance = 0.0);

}  // namespace luztar
