// Where forces balance: implicit steps of an overdamped motion that become longer and longer.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "luztar/matrix/matrix.h"
#include "luztar/study/rest/instant_laws.h"

namespace luztar {

/// A balance of all forces on the bodies that are free to move, or why there is none.
struct RestSolution {
  bool found{};
  std::vector<double> q{};                       ///< (bodies)
  std::vector<double> force{};                   ///< (elements) on the pairs that hold too
  std::vector<int> side{};                       ///< (elements) stops: the edge touched, -1, 0, 1
  double scale{};                                ///< of the forces [N]
  double residual{};                             ///< largest force left over / scale
  std::vector<std::pair<int, double>> adrift{};  ///< not found: (body, force left over on it)
  std::string reason{};                          ///< not found, in words
};

/// Finds equilibria. With the smooth forces R and the pairs of stops, links, freewheels and
/// frictions that are Held, it takes implicit steps of  eps S q' = R - J'T  from the given place,
/// each a mixed complementarity problem (friction/least_constraint), while eps falls to zero: the
/// body creeps into the hollow in which it starts. Steps are taken only where the symmetric part of
/// the stiffness plus eps S is positive definite, so that they lead down to stable places; a start
/// that is in balance already is kept, stable or not. With states and controllers there is no down:
/// any balance counts, and Newton's method ends the way.
class RestSolver {
 public:
  /// @param start  where the file has the bodies: links keep their deflection there
  enum class Seeks : std::uint8_t { StablePlaces, AnyBalance };
  RestSolver(const InstantLaws& laws, const Placement& start, std::vector<FrictionAction> actions,
             Seeks seeks = Seeks::StablePlaces);

  RestSolution solve(const std::vector<double>& from, std::vector<FrictionAction> actions) const;
  RestSolution solve(const std::vector<double>& from) const { return solve(from, actions_); }

  /// Stiffness -dR/dq of the free bodies, without pairs.
  Matrix stiffness(const std::vector<double>& q, const std::vector<FrictionAction>& actions) const;
  /// Rows: deflections of the pairs that are closed in the solution.
  Matrix closed_pairs(const RestSolution& at, const std::vector<FrictionAction>& actions) const;
  Vector row(int element) const;  ///< (free bodies) coefficients
  const std::vector<int>& free() const { return free_; }
  const std::vector<FrictionAction>& actions() const { return actions_; }

 private:
  struct Pair {
    int element;
    double edge;          ///< of d, from where the force acts
    double lower, upper;  ///< of the force
  };
  struct Creep;
  Vector smooth_forces(const Placement& at, const std::vector<FrictionAction>& actions,
                       Matrix* stiffness, double* scale) const;
  std::vector<Pair> pairs_from(const std::vector<double>& q,
                               const std::vector<FrictionAction>& actions) const;
  static bool has_limits(const std::vector<Pair>& pairs);
  bool step(Creep& creep, double eps) const;
  bool newton(Creep& creep, const std::vector<Pair>& pairs, double eps) const;
  RestSolution finished(Creep& creep) const;
  RestSolution adrift(const Creep& creep, double eps) const;
  void add_scales();
  /// Rounding out of places: zeros are 0, and what touches an edge is at it.
  void settle(Creep& creep) const;
  static bool carries_force(const Creep& creep, std::size_t pair);

  const InstantLaws& laws_;
  Placement start_;
  std::vector<FrictionAction> actions_;
  Seeks seeks_;
  std::vector<int> free_;   ///< bodies
  std::vector<int> place_;  ///< (bodies) in free_, -1: given
  Vector size_;             ///< S, (free) [N/m]
};

}  // namespace luztar
