// The equations of a model with symbols: which forces act on which body, and by which laws.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "luztar/algebra/formula.h"
#include "luztar/model/model.h"

namespace luztar {

// Symbols: parameters and applied forces by their names; of a body q.NAME, v.NAME, a.NAME and
// F.NAME, the sum of its forces other than those of pairs; of an element d.NAME (deflection),
// rate.NAME and f.NAME (force).

/// A body's part in the equations: mass * a = force - sum over pairs of coefficient * f.PAIR.
struct BodyEquation {
  enum class Kind {
    Inertial,  ///< a mass
    Massless,  ///< its forces balance
    Steady,    ///< infinite mass: it keeps its velocity
    Given,     ///< its motion is prescribed
  };
  std::string name;
  Kind kind{Kind::Inertial};
  Formula mass;   ///< of an inertial body [kg]
  Formula force;  ///< of applied forces by name, spring and damper forces f.NAME [N]
  /// Pairs on the body, in their order, each with the sum of its coefficients, not 0.
  std::vector<std::pair<int, Formula>> pairs{};
};

/// A friction or a link: it can be at rest, then Gauss's principle says what it carries.
struct PairEquation {
  std::string name;
  bool is_link{false};                          ///< always at rest, no limit
  std::vector<std::pair<int, Formula>> arms{};  ///< body (kGround left out), coefficient
  /// For positive rates [N s/m, N, N]. `kinetic` is the level just after letting go.
  Formula viscous{}, kinetic{}, breakaway{};
  Formula viscous_back{}, kinetic_back{}, breakaway_back{};  ///< for negative ones
  std::optional<Expression> normal{};  ///< then kinetic and breakaway hold the symbol N.NAME
  bool has_levels{false};  ///< the kinetic level depends on the speed (Stribeck, table, hysteresis)

  bool is_symmetric() const;
  bool breaks() const;  ///< F_S differs from F_K: the force falls when the pair lets go
};

/// A force that is known from the state: spring, damper. f.NAME = law.
struct ForceEquation {
  std::string name;
  std::vector<std::pair<int, Formula>> arms{};
  Expression law{};  ///< of d.NAME, rate.NAME, t and parameters [N]
};

/// A friction with a state of its own instead of Coulomb's law (Dahl, LuGre): f.NAME is known from
/// z.NAME and the rate.
struct BristleEquation {
  std::string name;
  std::vector<std::pair<int, Formula>> arms{};
  bool is_dahl{};
  Formula stiffness{}, damping{}, viscous{};  ///< sigma0, sigma1, C [N/m, N s/m, N s/m]
  Formula level{};                            ///< F_K [N]
  bool has_levels{};                          ///< LuGre: the level depends on the speed
  Formula exponent{1};                        ///< Dahl
};

struct StopEquation {
  std::string name;
  std::vector<std::pair<int, Formula>> arms{};
  Expression lower{}, upper{}, restitution{};
};

struct AppliedForce {
  std::string name;
  std::vector<std::pair<int, Formula>> arms{};
  Expression value{};
};

/// Lists keep the order of the model: pairs are its frictions, then its links.
struct Equations {
  std::vector<BodyEquation> bodies;
  std::vector<PairEquation> pairs;
  std::vector<ForceEquation> forces;
  std::vector<BristleEquation> bristles;
  std::vector<StopEquation> stops;
  std::vector<AppliedForce> applied;
  /// Fills BodyEquation::pairs once `pairs` are complete.
  void list_pairs_of_bodies();

  Assumptions assumptions;  ///< masses, stiffnesses, strengths: what the model's rules guarantee
};

/// Throws ModelError if the model is not valid.
Equations assemble(const Model& model);

}  // namespace luztar
