// The equations of a model with symbols: which forces act on which body, and by which laws.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "luztar/algebra/formula.h"
#include "luztar/network/network.h"

namespace luztar {

// Symbols: parameters and applied forces by their names; of a body q.NAME, v.NAME, a.NAME and
// F.NAME, the sum of its forces other than those of pairs; of an element d.NAME (deflection),
// rate.NAME and f.NAME (force).

/// A body's part in the equations: mass * a + sum over others of inertia * a.OTHER = force - sum
/// over pairs of coefficient * f.PAIR.
struct BodyEquation {
  std::string name;
  BodyRole role{BodyRole::Inertial};
  Formula mass;   ///< of an inertial body, the diagonal of the mass matrix [kg]
  Formula force;  ///< of applied forces by name, spring and damper forces f.NAME [N]
  /// Pairs on the body, in their order, each with the sum of its coefficients, not 0.
  std::vector<std::pair<int, Formula>> pairs{};
  std::map<int, Formula> coupled{};  ///< what inertias add beside the diagonal, by body
};

/// A friction, a freewheel or a link: it can be at rest, then Gauss's principle says what it
/// carries.
struct PairEquation {
  std::string name;
  bool is_link{false};                          ///< always at rest, no limit
  std::vector<std::pair<int, Formula>> arms{};  ///< body (kGround left out), coefficient
  /// For positive rates [N s/m, N, N]. `kinetic` is the level just after letting go.
  Formula viscous{}, kinetic{}, breakaway{};
  Formula viscous_back{}, kinetic_back{}, breakaway_back{};  ///< for negative ones
  std::optional<Expression> normal{};  ///< then kinetic and breakaway hold the symbol N.NAME
  bool is_freewheel{false};            ///< no force forward, no limit backward
  bool has_levels{false};  ///< the kinetic level depends on the speed (Stribeck, table, hysteresis)

  bool is_symmetric() const;
  bool breaks() const;  ///< F_S differs from F_K: the force falls when the pair lets go
};

/// A force that is known from the state: spring, damper. f.NAME = law.
struct ForceEquation {
  std::string name;
  std::vector<std::pair<int, Formula>> arms{};
  Expression law{};                        ///< of d.NAME, rate.NAME, t and parameters [N]
  std::optional<Expression> deflection{};  ///< of q.BODY; nothing: the sum by `arms`
  bool shifts{};                           ///< d0.NAME is added to it
};

/// Lists keep the order of the model: pairs are its frictions, its freewheels, then its links.
struct Equations {
  std::vector<BodyEquation> bodies;
  std::vector<PairEquation> pairs;
  std::vector<ForceEquation> forces;
  /// Fills BodyEquation::pairs once `pairs` are complete.
  void list_pairs_of_bodies();
  /// Mass times acceleration, of all bodies that inertias couple to it.
  Formula inertia_of(int body) const;
  const BodyEquation& body(int index) const { return bodies[static_cast<std::size_t>(index)]; }
  const PairEquation& pair(int index) const { return pairs[static_cast<std::size_t>(index)]; }
  BodyRole role(int index) const { return body(index).role; }
  bool touches_massless(const PairEquation& pair) const;

  /// Symbols of masses, stiffnesses, strengths: the model's rules guarantee it.
  std::set<std::string> nonnegative;
};

/// Bodies (kGround left out) with their coefficients.
std::vector<std::pair<int, Formula>> arms_of(const Deflection& deflection);

/// Throws ModelError if the model is not valid.
Equations assemble(const Model& model);

}  // namespace luztar
