// Numbers that carry their derivatives with respect to W things.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace luztar {

/// x and dx/dp[0], ..., dx/dp[W - 1]. Arithmetic and functions follow the rules of derivatives to
/// first order. There is no comparison: what is decided is decided by values (value_of()).
template <int W>
struct Dual {
  static constexpr int kWidth = W;
  double value{};
  std::array<double, W> slope{};

  Dual() = default;
  Dual(double x) : value(x) {}  // NOLINT(google-explicit-constructor): a constant is one of these

  Dual& operator+=(const Dual& other) {
    value += other.value;
    for (int i = 0; i < W; ++i) slope[i] += other.slope[i];
    return *this;
  }
  Dual& operator-=(const Dual& other) {
    value -= other.value;
    for (int i = 0; i < W; ++i) slope[i] -= other.slope[i];
    return *this;
  }
  Dual& operator*=(const Dual& other) { return *this = *this * other; }

  friend Dual operator+(Dual a, const Dual& b) { return a += b; }
  friend Dual operator-(Dual a, const Dual& b) { return a -= b; }
  friend Dual operator-(const Dual& a) { return a.times(-a.value, -1.0); }
  friend Dual operator*(const Dual& a, const Dual& b) {
    Dual c;
    c.value = a.value * b.value;
    for (int i = 0; i < W; ++i) c.slope[i] = a.value * b.slope[i] + a.slope[i] * b.value;
    return c;
  }
  friend Dual operator*(double a, const Dual& b) { return b.times(a * b.value, a); }
  friend Dual operator*(const Dual& a, double b) { return a.times(a.value * b, b); }
  friend Dual operator/(const Dual& a, double b) { return a.times(a.value / b, 1.0 / b); }
  friend Dual operator/(const Dual& a, const Dual& b) {
    Dual c;
    c.value = a.value / b.value;
    const double inverse = 1.0 / b.value;
    for (int i = 0; i < W; ++i) c.slope[i] = inverse * (a.slope[i] - c.value * b.slope[i]);
    return c;
  }

  /// The value f of a function of this number with the derivative `rate` there.
  Dual times(double f, double rate) const {
    Dual c(f);
    for (int i = 0; i < W; ++i) c.slope[i] = rate * slope[i];
    return c;
  }
};

inline double value_of(const double& x) { return x; }
inline double& value_of(double& x) { return x; }
template <int W>
double value_of(const Dual<W>& x) {
  return x.value;
}
template <int W>
double& value_of(Dual<W>& x) {
  return x.value;
}

/// The largest absolute derivative.
template <int W>
double largest_slope(const Dual<W>& x) {
  double largest = 0.0;
  for (const double slope : x.slope) largest = std::max(largest, std::abs(slope));
  return largest;
}

/// f(x) where the value is f and the derivative of f is `rate`: a double is f.
inline double with_rate(double, double f, double) { return f; }
template <int W>
Dual<W> with_rate(const Dual<W>& x, double f, double rate) {
  return x.times(f, rate);
}

}  // namespace luztar
