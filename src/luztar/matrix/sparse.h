// Large symmetric systems with few entries in a row.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "luztar/matrix/matrix.h"

namespace luztar {

/// Entries at the same place are added.
struct SparseEntry {
  int at_row, at_col;
  double size;
  int row() const { return at_row; }
  int col() const { return at_col; }
  double value() const { return size; }
};

/// L D L' with a permutation of few entries in L.
class SparseSymmetric {
 public:
  SparseSymmetric();
  ~SparseSymmetric();
  SparseSymmetric(SparseSymmetric&&) noexcept;
  SparseSymmetric& operator=(SparseSymmetric&&) noexcept;

  void compute(int size, std::span<const SparseEntry> entries);  ///< both of these
  /// The permutation, from where there are entries; zeros count.
  void analyze(int size, std::span<const SparseEntry> entries);
  /// @pre analyze() with entries at these places
  void factorize(int size, std::span<const SparseEntry> entries);
  Vector solve(const Vector& b) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Approximate minimum degree: the rows of a symmetric matrix in an order of few entries in L.
std::vector<int> minimum_degree(int size, std::span<const SparseEntry> entries);

}  // namespace luztar
