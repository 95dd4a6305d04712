#include "luztar/friction/least_constraint.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "luztar/core/assert.h"
#include "luztar/core/nearness.h"
#include "luztar/core/stop_request.h"

namespace luztar {
namespace {

class BoxSolver {
 public:
  BoxSolver(const LeastConstraintProblem& problem, LeastConstraintSolution& solution)
      : p_(problem), s_(solution), m_(problem.size) {}

  void solve() {
    start();
    const int limit = 100 + 20 * m_;
    for (s_.iterations = 0; s_.iterations < limit; ++s_.iterations) {
      stop_if_asked();
      if (!minimize_over_free()) continue;  // a pair met its bound on the way
      const int worst = worst_violation();
      if (worst < 0 && shift_where_motions_part()) continue;
      if (worst < 0) {
        s_.status = SolveStatus::Solved;
        break;
      }
      last_freed_ = worst;
      if ((refusal(worst) & kDependent) == 0)
        free_pair(worst);  // where it depends on the free ones, it is judged anew as one of a cycle
      else if (!slide_along(worst, s_.acceleration[worst]))
        break;
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
    if (m_ > kFew) many_.assign(m_, 0);
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

  // A pair is left out while it depends on the free pairs, and while its violation is rounding.
  static constexpr char kDependent = 1;
  static constexpr char kRounded = 2;
  char& refusal(int j) { return m_ > kFew ? many_[j] : few_[j]; }
  void forget(char reason) {
    for (int j = 0; j < m_; ++j) refusal(j) = static_cast<char>(refusal(j) & ~reason);
  }

  /// Adds pair j to the free set if it is independent of the free pairs: one more row of L D L'.
  /// Without square roots: simple numbers stay exact.
  bool free_pair(int j) {
    const double pivot = pivot_of(j);
    if (pivot == 0.0) {
      refusal(j) |= kDependent;  // on a cycle of stuck pairs: w_j follows from the others
      return false;
    }
    const std::size_t n = s_.free_pairs.size();
    s_.factor[n * m_ + n] = pivot;
    s_.free_pairs.push_back(j);
    s_.bound[j] = Bound::Free;
    return true;
  }

  /// Leaves the row of pair j behind those of the free ones. @return 0 if it depends on them
  double pivot_of(int j) {
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
    return pivot > 1e-13 * w(j, j) ? pivot : 0.0;
  }

  /// Shares of the free pairs in what a pair does that depends on them, to `target`.
  void share_among_free(int j) {
    const int n = static_cast<int>(s_.free_pairs.size());
    for (int k = 0; k < n; ++k) s_.target[k] = w(s_.free_pairs[k], j);
    apply_inverse(n);
  }

  /// A cycle that closes through given motions which agree now, or but for the rounding of forces,
  /// and part: its forces are not unique, and the parting takes them to a bound as slide_along()
  /// does.
  /// @return true if forces were shifted
  bool shift_where_motions_part() {
    if (p_.given.empty()) return false;
    const auto may_shift = [&](int j) {
      return s_.bound[j] != Bound::Free && w(j, j) > 0.0 && p_.lower[j] < p_.upper[j];
    };
    for (int j = 0; j < m_; ++j)  // those that depended on others which have met their bounds since
      if (may_shift(j) && s_.force[j] > p_.lower[j] && s_.force[j] < p_.upper[j]) free_pair(j);
    for (int j = 0; j < m_; ++j) {
      if (!may_shift(j) || pivot_of(j) != 0.0) continue;
      const double direction = parting_rate(j);
      if (direction == 0.0 || s_.force[j] == (direction > 0.0 ? p_.upper[j] : p_.lower[j]))
        continue;
      last_freed_ = j;
      if (slide_along(j, direction)) return true;
    }
    return false;
  }

  /// The first derivative by which given motions part a pair from the free ones that it depends on.
  double parting_rate(int j) {
    share_among_free(j);
    for (std::size_t at = 0; at < p_.given.size(); at += m_) {
      double sum = p_.given[at + j];
      double size = std::abs(sum);
      for (std::size_t k = 0; k < s_.free_pairs.size(); ++k) {
        const double part = s_.target[k] * p_.given[at + s_.free_pairs[k]];
        sum -= part;
        size += std::abs(part);
      }
      if (exceeds(sum, size, kRank)) return sum;
    }
    return 0.0;
  }

  /// A pair that depends on the free ones and still moves: the cycle closes through bodies whose
  /// given motions part. Its force grows at the cost of the others' until one of them meets a
  /// bound.
  /// @param direction  positive: upward
  bool slide_along(int j, double direction) {
    const int n = static_cast<int>(s_.free_pairs.size());
    const double sign = direction > 0.0 ? 1.0 : -1.0;
    share_among_free(j);
    double step = (sign > 0.0 ? p_.upper[j] : -p_.lower[j]) - sign * s_.force[j];
    int blocking = -1;
    for (int k = 0; k < n; ++k) {
      const double slope = -sign * s_.target[k];
      if (std::abs(slope) < 1e-12) continue;
      const int i = s_.free_pairs[k];
      const double room =
          (slope > 0.0 ? p_.upper[i] - s_.force[i] : p_.lower[i] - s_.force[i]) / slope;
      if (room < step) {
        step = room;
        blocking = k;
      }
    }
    if (std::isinf(step)) return false;  // nothing holds it: the pairs cannot all stick
    for (int k = 0; k < n; ++k) s_.force[s_.free_pairs[k]] -= sign * step * s_.target[k];
    s_.force[j] += sign * step;
    forget(kRounded);
    if (blocking < 0) {
      s_.force[j] = sign > 0.0 ? p_.upper[j] : p_.lower[j];
      s_.bound[j] = sign > 0.0 ? Bound::Upper : Bound::Lower;
    } else {
      hold_at_bound(blocking, -sign * s_.target[blocking] > 0.0);
      free_pair(j);
    }
    return true;
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
    const int held = s_.free_pairs[blocking];
    hold_at_bound(blocking,
                  s_.target[blocking] > s_.force[held] || s_.force[held] >= p_.upper[held]);
    if (step > 0.0) {
      forget(kRounded);
    } else if (held == last_freed_) {
      refusal(held) |= kRounded;  // it could not move at all: its violation was rounding
    }
    return false;
  }

  void hold_at_bound(int position, bool up) {
    const int j = s_.free_pairs[position];
    s_.bound[j] = up ? Bound::Upper : Bound::Lower;
    s_.force[j] = up ? p_.upper[j] : p_.lower[j];
    forget(kDependent);
    std::vector<int> rest(s_.free_pairs.begin() + position + 1, s_.free_pairs.end());
    s_.free_pairs.resize(position);
    for (const int k : rest) {
      stop_if_asked();
      s_.bound[k] = Bound::Upper;  // replaced at once: still independent of the smaller set
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
      s_.target[k] = sum;
    }
    apply_inverse(n);
  }

  /// target = W_FF^-1 target
  void apply_inverse(int n) {
    for (int k = 0; k < n; ++k) {
      const double* row = &s_.factor[static_cast<std::size_t>(k) * m_];
      for (int l = 0; l < k; ++l) s_.target[k] -= row[l] * s_.target[l];
    }
    for (int k = n - 1; k >= 0; --k) {
      double sum = s_.target[k] / diagonal(k);
      for (int l = k + 1; l < n; ++l)
        sum -= s_.factor[static_cast<std::size_t>(l) * m_ + k] * s_.target[l];
      s_.target[k] = sum;
    }
  }

  /// Accelerations, and how large the terms are that they are sums of.
  void accelerate() {
    scale_ = 0.0;
    for (int i = 0; i < m_; ++i) {
      double sum = p_.drive[i];
      double magnitude = std::abs(sum);
      for (int j = 0; j < m_; ++j) {
        sum -= w(i, j) * s_.force[j];
        magnitude += std::abs(w(i, j) * s_.force[j]);
      }
      s_.acceleration[i] = sum;
      s_.target[i] = magnitude;
      if (w(i, i) > 0.0) scale_ = std::max(scale_, magnitude / std::sqrt(w(i, i)));
    }
  }

  /// The pair at a bound that is pushed off it hardest, or -1.
  int worst_violation() {
    accelerate();
    int worst = -1;
    double largest = 0.0;
    for (int i = 0; i < m_; ++i) {
      if (s_.bound[i] == Bound::Free || w(i, i) == 0.0 || (refusal(i) & kRounded) != 0) continue;
      // A pair of a cycle moves by what the others leave over: their rounding counts.
      const bool dependent = (refusal(i) & kDependent) != 0;
      const double local = dependent ? scale_ * std::sqrt(w(i, i)) : s_.target[i];
      const double noise = (dependent ? kRank : kRounding) * std::max(local, p_.scale * w(i, i));
      const double against = violation(i);
      if (against * w(i, i) > noise && against > largest) {
        largest = against;
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
  static constexpr int kFew = 64;  // no allocation up to here
  std::array<char, kFew> few_{};
  std::vector<char> many_;
  int last_freed_{-1};
  double scale_{};  ///< of accelerations, for unit delassus
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
