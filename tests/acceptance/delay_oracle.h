// Oscillators with dry friction, delayed feedback, a delayed relay and a sampled controller, some
// with a second body that an inertia couples: drawn, written as model files, and integrated without
// the library.
#pragma once

#include <string>
#include <vector>

namespace acceptance {

/// m q'' + c q' + k q = amplitude cos(omega t) + gain[0] q(t - lag[0]) + gain[1] v(t - lag[1])
///                      + gain[2] u(t - lag[2]) + gain[3] x(t - lag[3]) + h
///                      + gain[4] h(t - lag[3]) + gain[5] y(t - lag[1]) - friction,
/// x' = q - rate x - back x(t - lag[3]); u is 1 from where q has risen above high until it falls
/// below low, else 0. What the controller holds is h = -proportional q - derivative v of its last
/// sample, `act` ago or before, at first 0. The second body is where y + share q stays; m is the
/// mass that is felt beside it.
struct DelayCase {
  double mass, stiffness, damping, kinetic, breakaway, amplitude, omega, rate, back;
  double gain[6], lag[4];
  double high, low;
  double q, v, x;
  bool has_history;  ///< q before the start is q + before sin(3 t), else q
  double y, share;   ///< share 0: no second body
  double period, first, act, proportional, derivative;  ///< period 0: no controller
  double before;
  double duration;

  static DelayCase draw(int seed);
};

/// As a model file.
std::string delay_model(const DelayCase& drawn);

struct DelayedMotion {
  std::vector<double> q, v, x;   ///< (times)
  std::vector<double> switches;  ///< times at which u jumps [s]
  int modes{};                   ///< changes of stick and slip
};
DelayedMotion integrate(const DelayCase& drawn, const std::vector<double>& times);

}  // namespace acceptance
