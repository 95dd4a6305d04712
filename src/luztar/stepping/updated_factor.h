// A factor that follows its matrix. Private to stepping/.
#pragma once

#include <vector>

#include "luztar/stepping/sparse_factor.h"

namespace luztar {

/// A SparseFactor for stiffnesses that change a few at a time: those are changed in the factor.
class UpdatedFactor {
 public:
  UpdatedFactor() = default;
  UpdatedFactor(int size, std::span<const SparseFactor::Coupling> couplings);

  double& diagonal(int node) { return diagonal_[node]; }
  double& stiffness(int coupling) { return wanted_[coupling]; }
  /// The matrix is quite another one.
  void forget() { is_valid_ = false; }
  /// False: it has no factor.
  bool refresh();
  void solve(std::vector<double>& x) {
    factor_.solve(x);
    ++solves_;
  }
  long solves() const { return solves_; }  ///< so far

 private:
  SparseFactor factor_;
  std::vector<double> diagonal_;  ///< (nodes) of the matrix, without couplings
  std::vector<double> wanted_,
      factored_;  ///< (couplings) stiffnesses that are to be in it, that are
  std::vector<int> differ_;
  bool is_valid_{};
  int updates_{};
  long solves_{};
};

}  // namespace luztar
