// Friction forces of pairs at rest, by Gauss's principle of least constraint.
#pragma once

#include <vector>

#include "luztar/core/mode.h"

namespace luztar {

enum class SolveStatus { Solved, MaxIterations };

/// m pairs whose sliding velocity is zero now. With friction force T the relative accelerations
/// are w = drive - delassus T. Buffers are kept from call to call: no allocation when m repeats.
struct LeastConstraintProblem {
  int size{};                    ///< m
  std::vector<double> delassus;  ///< (m × m, symmetric) J M^-1 J', positive semidefinite [1/kg]
  std::vector<double> drive;     ///< (m) relative acceleration without these pairs' force [m/s²]
  std::vector<double> lower;     ///< (m) least force, -inf allowed [N]
  std::vector<double> upper;     ///< (m) greatest force, >= lower, inf allowed [N]
  double scale{};                ///< of the forces that `drive` sums up: it rounds like them [N]
  /// (orders × m) what given motions make of `drive` and of the derivatives after it; empty: there
  /// are none
  std::vector<double> given;

  void resize(int m);
};

struct LeastConstraintSolution {
  SolveStatus status{};
  std::vector<double> force;         ///< (m) T [N]
  std::vector<double> acceleration;  ///< (m) w = drive - delassus T; 0 within rounding if Free
  std::vector<Bound> bound;          ///< (m) that the force is at
  double residual{};                 ///< largest violation of the conditions below, as a force [N]
  int iterations{};

  // Workspace of the solver.
  std::vector<int> free_pairs;
  std::vector<double> factor, target;
};

/// Finds which pairs stay stuck and which break away: exact Gauss over the whole box.
///
/// Minimizes 1/2 T'WT - drive'T over lower <= T <= upper, whose conditions are Coulomb's law at
/// rest: T = upper where w > 0, T = lower where w < 0, anything between where w = 0. (Żardecki,
/// "Static friction indeterminacy problems ...", J. Theor. Appl. Mech. 45(2), 2007, solved over the
/// box instead of pair by pair; docs/theory.md.)
///
/// A primal active-set method: the energy falls with every change of the set of free pairs, so no
/// set comes back and it ends by construction, also when many pairs break at once. A pair on a
/// cycle of free pairs is not freed: its w is zero through the others, or, where the cycle closes
/// through given motions that part, force is moved along the cycle until a pair meets its bound.
/// Where these agree now and part later, the first derivative that differs says which way.
///
/// @param solution  in: `bound` of a former call of the same size as a first guess (saves
///                  iterations, not accuracy), or empty; out: the solution
void solve_least_constraint(const LeastConstraintProblem& problem,
                            LeastConstraintSolution& solution);

}  // namespace luztar
