#include "luztar/friction/least_constraint.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/assert.h"

namespace luztar {
namespace {

constexpr double kRounding = 0x1p-46;  // relative noise of a sum of forces, 64 ulp

class BoxSolver {
 public:
  BoxSolver(const LeastConstraintProblem& problem, LeastConstraintSolution& solution)
      : p_(problem), s_(solution), m_(problem.size) {}

  void solve() {
    start();
    const int limit = 100 + 20 * m_;
    for (s_.iterations = 0; s_.iterations < limit; ++s_.iterations) {
      if (!minimize_over_free()) continue;  // a pair met its bound on the way
      const int worst = worst_violation();
      if (worst < 0) {
        s_.status = SolveStatus::Solved;
        break;
      }
      last_freed_ = worst;
      free_pair(worst);
    }
    finish();
  }

 private:
  double w(int i, int j) const { return p_.delassus[static_cast<std::size_t>(i) * m_ + j]; }

  double diagonal(int k) const { return s_.factor[static_cast<std::size_t>(k) * m_ + k]; }

  void start() {
    const bool warm = static_cast<int>(s_.bound.size()) == m_;
    s_.bound.resize(m_, Bound::Free);
    s_.force.assign(m_, 0.0);
    s_.acceleration.assign(m_, 0.0);
    s_.factor.resize(static_cast<std::size_t>(m_) * m_);
    s_.target.resize(m_);
    s_.free_pairs.clear();
    s_.status = SolveStatus::MaxIterations;
    refused_.assign(m_ > 64 ? m_ : 0, 0);
    refused_small_ = 0;
    for (int j = 0; j < m_; ++j) {
      const Bound guess = warm ? s_.bound[j] : Bound::Free;
      if (w(j, j) == 0.0) {  // between bodies whose motion is given: its force moves nothing
        hold_by_direction(j);
        continue;
      }
      const bool unbounded = std::isinf(p_.lower[j]) || std::isinf(p_.upper[j]);
      s_.bound[j] = Bound::Upper;
      if (guess == Bound::Free || unbounded) {
        s_.force[j] = std::clamp(0.0, p_.lower[j], p_.upper[j]);
        s_.bound[j] = s_.force[j] == p_.upper[j] ? Bound::Upper : Bound::Lower;
        if (p_.lower[j] < p_.upper[j]) free_pair(j);
      } else {
        s_.bound[j] = guess;
        s_.force[j] = guess == Bound::Upper ? p_.upper[j] : p_.lower[j];
      }
    }
  }

  void hold_by_direction(int j) {
    const double a = p_.drive[j];
    s_.force[j] = a > 0.0   ? p_.upper[j]
                  : a < 0.0 ? p_.lower[j]
                            : std::clamp(0.0, p_.lower[j], p_.upper[j]);
    s_.bound[j] = a < 0.0 ? Bound::Lower : Bound::Upper;
  }

  bool is_refused(int j) const {
    return m_ > 64 ? refused_[j] != 0 : (refused_small_ >> j & 1U) != 0;
  }
  void refuse(int j) {
    if (m_ > 64) {
      refused_[j] = 1;
    } else {
      refused_small_ |= std::uint64_t{1} << j;
    }
  }

  /// Adds pair j to the free set if it is independent of the free pairs: one more row of L D L'.
  /// Without square roots: simple numbers stay exact.
  void free_pair(int j) {
    const int n = static_cast<int>(s_.free_pairs.size());
    double* row = &s_.factor[static_cast<std::size_t>(n) * m_];
    double pivot = w(j, j);
    for (int k = 0; k < n; ++k) {
      double sum = w(j, s_.free_pairs[k]);
      const double* other = &s_.factor[static_cast<std::size_t>(k) * m_];
      for (int l = 0; l < k; ++l) sum -= row[l] * other[l] * diagonal(l);
      row[k] = sum / diagonal(k);
      pivot -= row[k] * row[k] * diagonal(k);
    }
    if (!(pivot > 1e-13 * w(j, j))) {
      refuse(j);  // w_j follows from the free pairs, so it is zero
      return;
    }
    row[n] = pivot;
    s_.free_pairs.push_back(j);
    s_.bound[j] = Bound::Free;
  }

  /// Moves the free forces to the minimum of the energy, or to the first bound on the way (false).
  bool minimize_over_free() {
    const int n = static_cast<int>(s_.free_pairs.size());
    solve_target(n);
    double step = 1.0;
    int blocking = -1;
    for (int k = 0; k < n; ++k) {
      const int j = s_.free_pairs[k];
      const double change = s_.target[k] - s_.force[j];
      const double room = change > 0 ? p_.upper[j] - s_.force[j] : p_.lower[j] - s_.force[j];
      if (std::abs(change) > std::abs(room) && room / change < step) {
        step = room / change;
        blocking = k;
      }
    }
    for (int k = 0; k < n; ++k) {
      const int j = s_.free_pairs[k];
      s_.force[j] = step == 1.0 ? s_.target[k] : s_.force[j] + step * (s_.target[k] - s_.force[j]);
    }
    if (blocking < 0) return true;
    hold_at_bound(blocking);
    if (step > 0.0) {
      clear_refusals();
    } else if (last_freed_ >= 0 && s_.bound[last_freed_] != Bound::Free) {
      refuse(last_freed_);  // its violation was rounding
    }
    return false;
  }

  void clear_refusals() {
    refused_small_ = 0;
    std::fill(refused_.begin(), refused_.end(), 0);
  }

  void hold_at_bound(int position) {
    const int j = s_.free_pairs[position];
    const bool up = s_.target[position] > s_.force[j] || s_.force[j] >= p_.upper[j];
    s_.bound[j] = up ? Bound::Upper : Bound::Lower;
    s_.force[j] = up ? p_.upper[j] : p_.lower[j];
    std::vector<int> rest(s_.free_pairs.begin() + position + 1, s_.free_pairs.end());
    s_.free_pairs.resize(position);
    for (const int k : rest) {
      s_.bound[k] = Bound::Upper;  // replaced below: still independent of the smaller set
      free_pair(k);
    }
  }

  /// target = W_FF^-1 (drive - W_FB T_B)
  void solve_target(int n) {
    for (int k = 0; k < n; ++k) {
      const int i = s_.free_pairs[k];
      double sum = p_.drive[i];
      for (int j = 0; j < m_; ++j)
        if (s_.bound[j] != Bound::Free) sum -= w(i, j) * s_.force[j];
      const double* row = &s_.factor[static_cast<std::size_t>(k) * m_];
      for (int l = 0; l < k; ++l) sum -= row[l] * s_.target[l];
      s_.target[k] = sum;
    }
    for (int k = n - 1; k >= 0; --k) {
      double sum = s_.target[k] / diagonal(k);
      for (int l = k + 1; l < n; ++l)
        sum -= s_.factor[static_cast<std::size_t>(l) * m_ + k] * s_.target[l];
      s_.target[k] = sum;
    }
  }

  /// Accelerations; the pair at a bound that is pushed off it hardest, or -1.
  int worst_violation() {
    int worst = -1;
    double largest = 0.0;
    for (int i = 0; i < m_; ++i) {
      double sum = p_.drive[i];
      double magnitude = std::abs(sum);
      for (int j = 0; j < m_; ++j) {
        sum -= w(i, j) * s_.force[j];
        magnitude += std::abs(w(i, j) * s_.force[j]);
      }
      s_.acceleration[i] = sum;
      if (s_.bound[i] == Bound::Free || w(i, i) == 0.0 || is_refused(i)) continue;
      const double against = violation(i) * w(i, i);
      if (against > kRounding * magnitude && against > largest * w(i, i)) {
        largest = against / w(i, i);
        worst = i;
      }
    }
    return worst;
  }

  /// How far pair i is from Coulomb's law, as a force. A pair of a cycle may hold a force inside
  /// its bounds without being free; it fits as long as it does not move.
  double violation(int i) const {
    if (p_.lower[i] == p_.upper[i]) return 0.0;
    const double a = s_.acceleration[i];
    double against = std::abs(a);
    if (s_.bound[i] == Bound::Free || w(i, i) == 0.0) against = 0.0;
    if (a >= 0.0 && s_.force[i] == p_.upper[i]) against = 0.0;
    if (a <= 0.0 && s_.force[i] == p_.lower[i]) against = 0.0;
    return w(i, i) > 0.0 ? against / w(i, i) : 0.0;
  }

  void finish() {
    s_.residual = 0.0;
    for (int i = 0; i < m_; ++i) s_.residual = std::max(s_.residual, violation(i));
  }

  const LeastConstraintProblem& p_;
  LeastConstraintSolution& s_;
  int m_;
  std::vector<char> refused_;
  std::uint64_t refused_small_{};
  int last_freed_{-1};
};

}  // namespace

void LeastConstraintProblem::resize(int m) {
  size = m;
  delassus.assign(static_cast<std::size_t>(m) * m, 0.0);
  drive.assign(m, 0.0);
  lower.assign(m, 0.0);
  upper.assign(m, 0.0);
}

void solve_least_constraint(const LeastConstraintProblem& problem,
                            LeastConstraintSolution& solution) {
  BoxSolver(problem, solution).solve();
}

}  // namespace luztar
