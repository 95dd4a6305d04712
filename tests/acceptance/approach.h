// A body that a spring, a damper and a friction hold, whose motion towards rest is overdamped, in
// closed form.
#pragma once

#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "luztar/luztar.h"
#include "random.h"

namespace acceptance {

/// Pushed from rest at 0 by `push`, and from `begin` on by push + ramp (t - begin). All that is
/// said holds as long as it slides forward or rests.
struct Approach {
  using Real = long double;
  Real mass{0.5L}, stiffness{25}, damping{10}, kinetic{1}, limit{2}, push{2.5L}, ramp{0.02L};
  Real begin{16};  ///< [s]

  struct Place {
    Real x, v, a;
  };

  Real root() const { return std::sqrt(damping * damping - 4 * stiffness * mass); }
  Real slow() const { return 2 * stiffness / (damping + root()); }  ///< decay [1/s]
  Real fast() const { return (damping + root()) / (2 * mass); }
  Real middle() const { return (push - kinetic) / stiffness; }

  /// Slides from rest at 0 at t = 0 under the constant push.
  Place pushed(Real t) const { return homogeneous({-middle(), 0, 0}, t, middle()); }
  /// When the way that remains, v^2/|a|, is 2^-52 of the slip.
  Real rests_at() const {
    Real low = 1 / slow(), high = 100 / slow();
    while (high - low > 1e-18L * high) {
      const Real t = low + (high - low) / 2;
      if (!(t > low && t < high)) break;
      const Place p = pushed(t);
      (p.v * p.v > 0x1p-52L * p.x * -p.a ? low : high) = t;
    }
    return low;
  }
  /// Where it is after `begin`, before it breaks loose if it came to rest.
  Real place(Real t) const {
    const Real rest = rests_at();
    if (rest < begin) return pushed(rest).x;
    const Place from = pushed(begin);
    const Real lag = ramp / stiffness, drift = lag * damping / stiffness;
    const auto path = [&](Real tau) {
      return middle() + lag * tau - drift;
    };
    const Place left{from.x - path(0), from.v - lag, 0};
    return homogeneous(left, t - begin, path(t - begin)).x;
  }

  /// Of m x'' + c x' + k x = 0 from a place, beside `offset`.
  Place homogeneous(const Place& from, Real t, Real offset) const {
    const Real r = slow(), s = fast();
    const Real a = (from.x * s + from.v) / (s - r), b = from.x - a;
    const Real one = a * std::exp(-r * t), two = b * std::exp(-s * t);
    return {offset + one + two, -r * one - s * two, r * r * one + s * s * two};
  }
};

/// Powers of ten that lengths, forces and times are measured in.
struct ApproachUnits {
  double length{1}, force{1}, time{1};
};

/// @param shift  of the coordinate [m]
inline std::string model_of(const Approach& body, const ApproachUnits& units = {},
                            double shift = 0.0) {
  const auto text = [](auto x) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.17g", static_cast<double>(x));
    return std::string(digits);
  };
  const double f = units.force, l = units.length, t = units.time;
  return "[bodies.b]\nmass = " + text(body.mass * f * t * t / l) +
         "\nposition = " + text(shift * l) +
         "\n[springs.k]\nbetween = [\"b\", \"ground\"]\nstiffness = " +
         text(body.stiffness * f / l) + "\nrest = " + text(shift * l) +
         "\n[frictions.f]\nbetween = [\"b\", \"ground\"]\nkinetic = " + text(body.kinetic * f) +
         "\nstatic = " + text(body.limit * f) + "\nviscous = " + text(body.damping * f * t / l) +
         "\n[forces.p]\non = \"b\"\nvalue = \"" + text(body.push * f) + " + " +
         text(body.ramp * f / t) + "*max(t - " + text(body.begin * t) +
         ", 0)\"\n[simulation]\nduration = " + text(2 * body.begin * t) + "\n";
}

}  // namespace acceptance
