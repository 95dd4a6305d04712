#include <algorithm>
#include <cmath>

#include "acceptance/oracle_expressions_cases.h"

namespace acceptance::nest {
namespace {

constexpr Real kEnd = 3, kLongest = 1.0L / 64, kShortest = 1e-13L;
constexpr Real kShort = 1e-6L, kLoose = 1e-9L;
constexpr Real kTolerance = 1e-11L;  ///< of a step, absolute

struct State {
  Real q, v;
};
State operator+(const State& a, const State& b) { return {a.q + b.q, a.v + b.v}; }
State operator*(Real h, const State& a) { return {h * a.q, h * a.v}; }

class Body {
 public:
  explicit Body(const Case& a_case) : case_(a_case) {
    const bool spring = case_.place != Place::ForceOfTime && case_.place != Place::ForceOfOther;
    if (spring) start_ = {0.3L, -0.4L};
    mass_ = spring ? 1.25L : 2;
    stiffness_ = spring ? 6 : 0;
    damping_ = spring ? 0.1L : 0;
  }

  State end() {
    State state = start_;
    Real t = 0, h = kLongest;
    while (t < kEnd) {
      h = std::min(h, kEnd - t);
      const State whole = step(t, state, h);
      const State half = step(t + h / 2, step(t, state, h / 2), h / 2);
      const Real apart = std::max(std::abs(whole.q - half.q), std::abs(whole.v - half.v));
      if (apart > kTolerance && h > kShortest) {
        h /= 2;
        continue;
      }
      loose_ = loose_ || (h > kShort && is_loose(t + h / 3, half));
      state = half;
      t += h;
      h = std::min(kLongest, 2 * h);
    }
    return state;
  }
  /// An argument stays at a jump, so that both sides of it are right.
  bool is_loose() const { return loose_; }

 private:
  bool is_loose(Real t, const State& s) const { return force(t, s).e > kLoose; }

  Number force(Real t, const State& s) const {
    const End a = other_at(case_.other, t);
    const bool damper = case_.place == Place::Damper;
    const Number v{damper ? s.v - a.v : s.v, 0}, q{s.q, 0};
    const Inputs inputs{{t, 0}, q, v, {a.q, 0}, {a.v, 0}, q, {s.v, 0}};
    return case_.nest.value(inputs);
  }

  State rate(Real t, const State& s) const {
    const bool reaction = case_.place == Place::Damper || case_.place == Place::Spring;
    const Real f = force(t, s).x;
    return {s.v, ((reaction ? -f : f) - stiffness_ * s.q - damping_ * s.v) / mass_};
  }

  State step(Real t, const State& s, Real h) const {
    const State k1 = rate(t, s), k2 = rate(t + h / 2, s + (h / 2) * k1);
    const State k3 = rate(t + h / 2, s + (h / 2) * k2), k4 = rate(t + h, s + h * k3);
    return s + (h / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
  }

  const Case& case_;
  State start_{};
  Real mass_, stiffness_, damping_;
  bool loose_{};
};

}  // namespace

End other_at(int other, Real t) {
  switch (other) {
    case 0:
      return {true, 0.7L * std::sin(2.3L * t), 0.7L * 2.3L * std::cos(2.3L * t)};
    case 1:
      return {true, 1.5L * t - 1, 1.5L};
    case 2:
      return {true, std::abs(t - 1) - 0.5L, t < 1 ? -1.0L : 1.0L};
    case 3:
      return {true, 0.6L * std::cos(4 * t) + 0.2L * t, -2.4L * std::sin(4 * t) + 0.2L};
    default:
      return {true, 0.8L * std::cos(3 * t) + 0.2L * std::sin(3 * t),
              -2.4L * std::sin(3 * t) + 0.6L * std::cos(3 * t)};
  }
}

End end_of(const Case& a_case) {
  switch (a_case.place) {
    case Place::SpringGiven:
    case Place::Normal:
    case Place::Motion:
      return {};
    default: {
      Body body(a_case);
      const State end = body.end();
      return {!body.is_loose(), end.q, end.v};
    }
  }
}

}  // namespace acceptance::nest
