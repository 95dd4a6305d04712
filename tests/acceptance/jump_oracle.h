// Oscillators with dry friction and states that jump: drawn, written as model files, and integrated
// without the library.
#pragma once

#include <string>
#include <vector>

namespace acceptance {

/// m q'' + c q' + k q = amplitude cos(omega t) + force x.u - friction; a timer w' = 1.
struct JumpCase {
  /// Where sign (of - level) becomes positive, u is to[0] + to[1] u + to[2] q + to[3] v.
  struct Jump {
    char of;  ///< 'q', 'v', 't', 'w', 'u'
    double sign, level;
    double to[4];
  };
  double mass, stiffness, damping, kinetic, breakaway, amplitude, omega, force;
  double q, v, u;
  double period;  ///< of the timer, which goes back to `again` there [s]
  double again;
  double duration;
  std::vector<Jump> jumps;

  static JumpCase draw(int seed);
};

/// As a model file.
std::string jump_model(const JumpCase& drawn);

struct JumpedMotion {
  std::vector<double> q, v, u, w;  ///< (times)
  struct Jump {
    double time;   ///< [s]
    bool changes;  ///< u, by more than rounding
  };
  std::vector<Jump> jumps;  ///< of u, each as often as it acts
  bool endless{};           ///< jumps follow each other, nothing leads on
};
JumpedMotion integrate(const JumpCase& drawn, const std::vector<double>& times);

}  // namespace acceptance
