#include "luztar/series/polynomial.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "luztar/core/assert.h"
#include "luztar/series/lanes.h"

namespace luztar {
namespace {

constexpr double kFarthest = 0x1p400;  // nothing is searched beyond

constexpr int kLanes = 4;               // rows that are summed side by side
constexpr int kShort = 2 * kLanes - 1;  // degree of a bound: most series are as good as short
constexpr int kBlocks = (kMaxDegree + kLanes) / kLanes;
constexpr std::size_t kRoom = std::size_t{kBlocks} * kLanes;  // whole blocks
using Coefficients = std::array<double, kRoom>;

/// Power basis on [0, 1] to Bernstein basis: b_i = sum over j <= i of C(i, j) / C(n, j) c_j.
class BernsteinTables {
 public:
  BernsteinTables() {
    for (int n = 0; n <= kMaxDegree; ++n)
      for (int i = 0; i <= n; ++i) {
        double value = 1.0;
        for (int j = 0; j <= i; ++j) {
          ratio_[n][i / kLanes][j][i % kLanes / 2][i % 2] = value;
          value = value * (i - j) / (n - j == 0 ? 1 : n - j);
        }
      }
  }

  /// @param c  zero beyond `degree`
  void convert(const Coefficients& c, int degree, Coefficients& bernstein) const {
    for (int block = 0; block * kLanes <= degree; ++block) {
      const int first = block * kLanes;
      const auto& weight = ratio_[degree][block];
      TwoLanes low{};
      TwoLanes high{};
      for (int j = 0; j <= first; ++j) {
        const TwoLanes factor = both_lanes(c[j]);
        low += weight[j][0] * factor;
        high += weight[j][1] * factor;
      }
      // Only i >= j: c may have left the finite numbers.
      low[1] += weight[first + 1][0][1] * c[first + 1];
      high += weight[first + 1][1] * both_lanes(c[first + 1]);
      high += weight[first + 2][1] * both_lanes(c[first + 2]);
      high[1] += weight[first + 3][1][1] * c[first + 3];
      for (int lane = 0; lane < 2; ++lane) {
        bernstein[first + lane] = low[lane];
        bernstein[first + 2 + lane] = high[lane];
      }
    }
  }

 private:
  /// [n][block of i][j][i within the block], zero for i < j and i > n
  using Weights = std::array<std::array<TwoLanes, kLanes / 2>, kRoom>;
  std::array<std::array<Weights, kBlocks>, kMaxDegree + 1> ratio_{};
};

/// p(scale s) in powers of s.
void stretch(const double* c, int degree, double scale, Coefficients& b) {
  if (scale <= 0x1p15) {  // no power of it is large
    const double square = scale * scale;
    const double step = square * square;
    double power[kLanes] = {1.0, scale, square, square * scale};
    for (int block = 0; block <= degree; block += kLanes)
      for (int lane = 0; lane < kLanes; ++lane) {
        if (block + lane <= degree) b[block + lane] = c[block + lane] * power[lane];
        power[lane] *= step;
      }
    return;
  }
  double power = 1.0;
  int exponent = 0;  // of the rest of the power, which leaves the numbers before its product does
  for (int k = 0; k <= degree; ++k, power *= scale) {
    if (power > 0x1p512) {
      power *= 0x1p-512;
      exponent += 512;
    }
    b[k] = exponent == 0 ? c[k] * power : std::ldexp(c[k] * power, exponent);
  }
}

/// The sum of what is negative in blocks from the order `first` on; zero beyond `degree`.
double negative_part(const Coefficients& b, int first, int degree) {
  double sum[kLanes] = {};
  for (int block = first; block <= degree; block += kLanes)
    for (int lane = 0; lane < kLanes; ++lane) sum[lane] += std::min(b[block + lane], 0.0);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

const BernsteinTables& tables() {
  static const BernsteinTables tables;
  return tables;
}

double least_of(const Coefficients& bernstein, int degree) {
  return *std::min_element(bernstein.begin(), bernstein.begin() + degree + 1);
}

/// A lower bound of b on [0, 1]: what is negative beyond kShort counts as if it were of that order.
/// @param tail  the sum of that
double short_bound(const Coefficients& b, double tail) {
  Coefficients head{};
  std::copy_n(b.begin(), kShort + 1, head.begin());
  head[kShort] += tail;
  Coefficients bernstein;
  tables().convert(head, kShort, bernstein);
  return least_of(bernstein, kShort);
}

/// All roots of p have modulus below this (Fujiwara's form of Cauchy's bound).
double root_bound(const double* c, int degree) {
  double bound = 0.0;
  for (int k = 0; k < degree; ++k)
    if (c[k] != 0.0)
      bound = std::max(bound, std::pow(std::abs(c[k] / c[degree]), 1.0 / (degree - k)));
  return 2.0 * bound;
}

/// p positive at `low`, negative at `high`, one root between: Newton's method kept inside the
/// bracket by bisection.
double refine(const double* c, int degree, double low, double high) {
  // Terms below rounding everywhere in the bracket do not move the root.
  double largest = 0.0;
  double power = 1.0;
  int needed = 1;
  for (int k = 0; k <= degree; ++k, power *= high) {
    const double size = std::abs(c[k]) * power;
    largest = std::max(largest, size);
    if (size > 0x1p-62 * largest) needed = k;
  }
  degree = std::max(needed, 1);
  double x = 0.5 * (low + high);
  for (int iteration = 0; iteration < 200; ++iteration) {
    double value = c[degree];
    double slope = 0.0;
    for (int k = degree - 1; k >= 0; --k) {
      slope = slope * x + value;
      value = value * x + c[k];
    }
    if (value > 0.0) {
      low = x;
    } else if (value < 0.0) {
      high = x;
    } else {
      return x;
    }
    double next = x - value / slope;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (next == x || next <= low || next >= high || std::abs(next - x) <= 1e-16 * x) return next;
    x = next;
  }
  return x;
}

/// The first descent before a limit that may have come down to nothing.
double nearest(const double* c, int degree, double limit) {
  return limit > 0.0 ? first_descent(c, degree, limit) : kNoRoot;
}

struct Search {
  const double* c;
  int degree;
  double scale;  ///< x = scale * s, s in [0, 1]

  double value_at(double s) const { return evaluate_polynomial(c, degree, scale * s); }

  /// First descent in [low, low + width] (in s), where p has the Bernstein coefficients b.
  double operator()(const Coefficients& b, double low, double width) const {
    int changes = 0;
    int start = 0;  // the first coefficient that is not zero gives the sign just after `low`
    while (start < degree && b[start] == 0.0) ++start;
    bool negative = b[start] < 0.0;
    if (negative) return scale * low;  // the crossing is at `low` itself
    for (int i = start + 1; i <= degree; ++i) {
      if (b[i] == 0.0 || (b[i] < 0.0) == negative) continue;
      ++changes;
      negative = !negative;
    }
    if (changes == 0) return kNoRoot;
    if (changes == 1) return refine(c, degree, scale * low, scale * (low + width));
    // Next to zero places are known to many more digits than parts of a long interval.
    if (low == 0.0 && width < 0x1p-32) return nearest(c, degree, scale * width);
    if (width < 0x1p-48) return value_at(low + width) < 0.0 ? scale * (low + width) : kNoRoot;
    return halves(b, low, width);
  }

  /// De Casteljau at the middle, then the left half before the right one.
  double halves(const Coefficients& b, double low, double width) const {
    Coefficients left;
    Coefficients right;
    std::copy_n(b.begin(), degree + 1, right.begin());
    left[0] = b[0];
    for (int r = 1; r <= degree; ++r) {
      for (int i = 0; i <= degree - r; ++i) right[i] = 0.5 * (right[i] + right[i + 1]);
      left[r] = right[0];
    }
    const double root = (*this)(left, low, 0.5 * width);
    return root < kNoRoot ? root : (*this)(right, low + 0.5 * width, 0.5 * width);
  }
};

}  // namespace

double largest_term(const double* c, int degree, double x) {
  double largest = 0.0;
  double power = 1.0;
  for (int k = 0; k <= degree; ++k, power *= x) largest = std::max(largest, std::abs(c[k]) * power);
  return largest;
}

Descent bounded_descent(const double* c, int degree, double limit) {
  LUZTAR_ASSERT(degree >= 0 && degree <= kMaxDegree && limit > 0.0);
  while (degree > 0 && c[degree] == 0.0) --degree;
  if (degree == 0) return {kNoRoot, c[0]};
  if (degree == 1) {
    const double root = c[1] < 0.0 ? -c[0] / c[1] : kNoRoot;
    return {root <= limit ? root : kNoRoot, c[0] + std::min(c[1] * limit, 0.0)};
  }
  constexpr double kUnknown = -std::numeric_limits<double>::infinity();
  double scale = std::isinf(limit) ? root_bound(c, degree) * (1.0 + 0x1p-20) : limit;
  if (scale == 0.0 || std::isnan(scale)) return {kNoRoot, kUnknown};
  scale = std::min(scale, kFarthest);

  Coefficients b{};
  stretch(c, degree, scale, b);
  const double tail = negative_part(b, kShort + 1, degree);
  const double least = b[0] + negative_part(b, 0, kShort) + tail;  // c[0] is not negative
  if (least > 0.0) return {kNoRoot, scale == limit ? least : kUnknown};
  if (!std::isfinite(least))  // what comes before p leaves the numbers
    return {nearest(c, degree, 0x1p-16 * scale), kUnknown};

  if (degree > kShort) {
    const double bound = short_bound(b, tail);
    if (bound > 0.0) return {kNoRoot, scale == limit ? bound : kUnknown};
  }
  Coefficients bernstein{};
  tables().convert(b, degree, bernstein);
  const double root = Search{c, degree, scale}(bernstein, 0.0, 1.0);
  if (root <= limit || scale != limit) return {root <= limit ? root : kNoRoot, kUnknown};
  return {kNoRoot, least_of(bernstein, degree)};
}

double first_descent(const double* c, int degree, double limit) {
  return bounded_descent(c, degree, limit).root;
}

}  // namespace luztar
