#include "luztar/stepping/sparse_factor.h"

#include <algorithm>
#include <numeric>

#include "luztar/matrix/sparse.h"

namespace luztar {
namespace {

constexpr double kLeast = 1e-7;  // of a pivot that an update may leave: it rounds like the former

}  // namespace

SparseFactor::SparseFactor(int size, std::span<const Coupling> couplings) : size_(size) {
  couplings_.assign(couplings.begin(), couplings.end());
  order(couplings);
  analyze();
}

/// Approximate minimum degree.
void SparseFactor::order(std::span<const Coupling> couplings) {
  std::vector<SparseEntry> entries;
  for (int i = 0; i < size_; ++i) entries.push_back({i, i, 1.0});
  for (const Coupling& coupling : couplings) {
    if (coupling.b < 0 || coupling.b == coupling.a) continue;
    entries.push_back({coupling.a, coupling.b, 1.0});
    entries.push_back({coupling.b, coupling.a, 1.0});
  }
  const std::vector<int> back = minimum_degree(size_, entries);
  place_.resize(size_);
  for (int k = 0; k < size_; ++k) place_[back[k]] = k;
  for (Coupling& coupling : couplings_) {
    coupling.a = place_[coupling.a];
    if (coupling.b >= 0) coupling.b = place_[coupling.b];
  }
}

/// The upper half by columns, and from it the pattern of L: the elimination tree tells which
/// columns a row of L reaches (T. A. Davis, "Direct Methods for Sparse Linear Systems", 2006, ch.
/// 4).
void SparseFactor::analyze() {
  const auto upper = [&](const Coupling& coupling) {
    return std::pair(std::min(coupling.a, coupling.b), std::max(coupling.a, coupling.b));
  };
  std::vector<std::pair<int, int>> cells;  // column, row
  for (const Coupling& coupling : couplings_)
    if (coupling.b >= 0 && coupling.b != coupling.a)
      cells.emplace_back(upper(coupling).second, upper(coupling).first);
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  begin_.assign(size_ + 1, 0);
  for (const auto& [column, row] : cells) {
    ++begin_[column + 1];
    row_.push_back(row);
  }
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  for (const Coupling& coupling : couplings_) {
    first_.push_back(coupling.b >= 0 ? std::min(coupling.a, coupling.b) : coupling.a);
    if (coupling.b < 0 || coupling.b == coupling.a) {
      entry_.push_back(-1);
      continue;
    }
    const std::pair cell(upper(coupling).second, upper(coupling).first);
    entry_.push_back(
        static_cast<int>(std::lower_bound(cells.begin(), cells.end(), cell) - cells.begin()));
  }
  value_.resize(row_.size());
  diagonal_.resize(size_);
  pivot_.resize(size_);
  work_.assign(size_, 0.0);
  filled_.resize(size_);
  pattern_.resize(size_);
  mark_.assign(size_, -1);
  above_.assign(size_, -1);
  std::vector<int> count(size_, 0);
  for (int k = 0; k < size_; ++k) {
    mark_[k] = k;
    for (int p = begin_[k]; p < begin_[k + 1]; ++p)
      for (int i = row_[p]; mark_[i] != k; i = above_[i]) {
        if (above_[i] < 0) above_[i] = k;
        ++count[i];
        mark_[i] = k;
      }
  }
  l_begin_.assign(size_ + 1, 0);
  for (int k = 0; k < size_; ++k) {
    l_begin_[k + 1] = l_begin_[k] + count[k];
    factor_cost_ += static_cast<double>(count[k]) * (count[k] + 1.0);
  }
  l_row_.resize(l_begin_[size_]);
  l_.resize(l_row_.size());
  path_cost_.resize(size_);
  for (int k = size_; k-- > 0;)
    path_cost_[k] = 2.0 * count[k] + 4.0 + (above_[k] >= 0 ? path_cost_[above_[k]] : 0.0);
}

bool SparseFactor::factor(std::span<const double> diagonal, std::span<const double> stiffness) {
  for (int i = 0; i < size_; ++i) diagonal_[place_[i]] = diagonal[i];
  std::fill(value_.begin(), value_.end(), 0.0);
  for (std::size_t s = 0; s < couplings_.size(); ++s) {
    const Coupling& coupling = couplings_[s];
    diagonal_[coupling.a] += stiffness[s];
    if (entry_[s] < 0) continue;
    diagonal_[coupling.b] += stiffness[s] * coupling.ratio * coupling.ratio;
    value_[entry_[s]] -= stiffness[s] * coupling.ratio;
  }
  std::fill(mark_.begin(), mark_.end(), -1);
  for (int k = 0; k < size_; ++k) {
    int top = size_;
    mark_[k] = k;
    filled_[k] = l_begin_[k];
    for (int p = begin_[k]; p < begin_[k + 1]; ++p) {
      int length = 0;
      work_[row_[p]] += value_[p];
      for (int i = row_[p]; mark_[i] != k; i = above_[i]) {
        pattern_[length++] = i;
        mark_[i] = k;
      }
      while (length > 0) pattern_[--top] = pattern_[--length];
    }
    double pivot = diagonal_[k];
    for (; top < size_; ++top) {
      const int i = pattern_[top];
      const double y = work_[i];
      work_[i] = 0.0;
      const int end = filled_[i]++;
      for (int p = l_begin_[i]; p < end; ++p) work_[l_row_[p]] -= l_[p] * y;
      const double part = y / pivot_[i];
      pivot -= part * y;
      l_row_[end] = k;
      l_[end] = part;
    }
    if (!(pivot > 0.0)) {
      std::fill(work_.begin(), work_.end(), 0.0);
      return false;
    }
    pivot_[k] = pivot;
  }
  return true;
}

/// A change of rank one runs up the elimination tree (P. E. Gill, G. H. Golub, W. Murray and
/// M. A. Saunders, "Methods for modifying matrix factorizations", Math. Comp. 28, 1974, method C1).
bool SparseFactor::update(int index, double by) {
  const Coupling& coupling = couplings_[index];
  work_[coupling.a] += 1.0;
  if (entry_[index] >= 0) work_[coupling.b] -= coupling.ratio;
  double alpha = by;
  bool good = true;
  for (int k = first_[index]; k >= 0; k = above_[k]) {
    const double w = work_[k];
    work_[k] = 0.0;
    const double pivot = pivot_[k] + alpha * w * w;
    good = good && pivot > kLeast * pivot_[k];
    if (!good) continue;  // clears the workspace
    const double gamma = alpha * w / pivot;
    alpha *= pivot_[k] / pivot;
    pivot_[k] = pivot;
    for (int p = l_begin_[k]; p < l_begin_[k + 1]; ++p) {
      const int i = l_row_[p];
      work_[i] -= w * l_[p];
      l_[p] += gamma * work_[i];
    }
  }
  return good;
}

void SparseFactor::solve(std::span<double> x) {
  for (int i = 0; i < size_; ++i) work_[place_[i]] = x[i];
  for (int k = 0; k < size_; ++k) {
    const double y = work_[k];
    if (y == 0.0) continue;
    for (int p = l_begin_[k]; p < l_begin_[k + 1]; ++p) work_[l_row_[p]] -= l_[p] * y;
  }
  for (int k = size_; k-- > 0;) {
    double y = work_[k] / pivot_[k];
    for (int p = l_begin_[k]; p < l_begin_[k + 1]; ++p) y -= l_[p] * work_[l_row_[p]];
    work_[k] = y;
  }
  for (int i = 0; i < size_; ++i) x[i] = work_[place_[i]];
  std::fill(work_.begin(), work_.end(), 0.0);
}

}  // namespace luztar
