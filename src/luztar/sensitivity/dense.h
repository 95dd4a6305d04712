// Small dense systems of equations in numbers that carry derivatives.
#pragma once

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "luztar/core/dual.h"

namespace luztar {

/// A factored matrix. Pivots are chosen by values.
template <typename N>
class Factored {
 public:
  /// @param a  (n × n) by rows
  void factor(std::vector<N> a, int n) {
    a_ = std::move(a);
    n_ = n;
    order_.resize(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) order_[static_cast<std::size_t>(i)] = i;
    for (int k = 0; k < n; ++k) {
      int best = k;
      for (int i = k + 1; i < n; ++i)
        if (std::abs(value_of(at(i, k))) > std::abs(value_of(at(best, k)))) best = i;
      if (best != k) {
        for (int j = 0; j < n; ++j) std::swap(at(best, j), at(k, j));
        std::swap(order_[static_cast<std::size_t>(best)], order_[static_cast<std::size_t>(k)]);
      }
      const N inverse = N(1.0) / at(k, k);
      for (int i = k + 1; i < n; ++i) {
        if (value_of(at(i, k)) == 0.0) continue;
        at(i, k) *= inverse;
        for (int j = k + 1; j < n; ++j) at(i, j) -= at(i, k) * at(k, j);
      }
    }
  }
  /// x = A^-1 b in the place of b.
  void solve(std::vector<N>& b) const {
    std::vector<N> x(b.size());
    for (int i = 0; i < n_; ++i) {
      N sum = b[static_cast<std::size_t>(order_[static_cast<std::size_t>(i)])];
      for (int j = 0; j < i; ++j) sum -= at(i, j) * x[static_cast<std::size_t>(j)];
      x[static_cast<std::size_t>(i)] = sum;
    }
    for (int i = n_ - 1; i >= 0; --i) {
      N sum = x[static_cast<std::size_t>(i)];
      for (int j = i + 1; j < n_; ++j) sum -= at(i, j) * x[static_cast<std::size_t>(j)];
      x[static_cast<std::size_t>(i)] = sum / at(i, i);
    }
    b = std::move(x);
  }
  int size() const { return n_; }

 private:
  N& at(int i, int j) { return a_[static_cast<std::size_t>(i) * n_ + j]; }
  const N& at(int i, int j) const { return a_[static_cast<std::size_t>(i) * n_ + j]; }

  std::vector<N> a_;
  std::vector<int> order_;
  int n_{};
};

}  // namespace luztar
