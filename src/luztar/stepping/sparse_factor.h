// L D L' of a symmetric matrix with the pattern of a graph. Private to stepping/.
#pragma once

#include <span>
#include <vector>

namespace luztar {

/// K = diag(k) + sum over couplings of stiffness (e_a - ratio e_b)(e_a - ratio e_b)', positive
/// definite. The order of elimination and the pattern of L are found once; factor(), update() and
/// solve() allocate nothing.
class SparseFactor {
 public:
  struct Coupling {
    int a;
    int b;  ///< -1: nothing else
    double ratio;
  };

  SparseFactor() = default;
  SparseFactor(int size, std::span<const Coupling> couplings);

  /// @param diagonal  (size) k
  /// @param stiffness  (couplings) >= 0
  /// @returns false if a pivot is not positive
  bool factor(std::span<const double> diagonal, std::span<const double> stiffness);
  /// Adds `by` to the stiffness of a coupling. False: too little is left of a pivot; factor() anew.
  bool update(int coupling, double by);
  /// Solves K x = x.
  void solve(std::span<double> x);

  /// Roughly the multiplications of an update and of factor().
  double update_cost(int coupling) const { return path_cost_[first_[coupling]]; }
  double factor_cost() const { return factor_cost_; }

 private:
  void order(std::span<const Coupling> couplings);
  void analyze();

  int size_{};
  std::vector<Coupling> couplings_;  // in the order of elimination
  std::vector<int> place_;           // (nodes) in it
  std::vector<int> entry_;           // (couplings) of the upper half; -1: none
  std::vector<int> first_;           // (couplings) the end that is eliminated first
  std::vector<int> begin_, row_;     // upper half by columns
  std::vector<double> value_;        // of it
  std::vector<double> diagonal_;     // of K
  std::vector<int> above_;           // (columns) next one that a change of this one reaches; -1
  std::vector<int> l_begin_, l_row_;
  std::vector<double> l_, pivot_;
  std::vector<double> path_cost_;
  double factor_cost_{};
  std::vector<double> work_;
  std::vector<int> filled_, pattern_, mark_;
};

}  // namespace luztar
