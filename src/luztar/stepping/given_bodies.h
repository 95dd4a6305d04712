// Bodies whose velocity is an input of every step. Private to stepping/.
#pragma once

#include <vector>

#include "luztar/stepping/network_stepper.h"
#include "luztar/stepping/step_arrays.h"

namespace luztar {

/// Where they are, and what the slots that end on them see of them.
class GivenBodies {
 public:
  struct Body {
    double q{};
    double v{}, next{};  ///< at the start of the step and at its end
  };

  GivenBodies(const StepNetwork& network, StepArrays& arrays);

  void place(const StepState& state);
  /// Velocities at the end of the step.
  void take(std::span<const double> velocity);
  void accept();
  /// @pre any are given
  const Body& body(int b) const { return bodies_[b]; }
  bool empty() const { return bodies_.empty(); }

 private:
  void write(double Body::*velocity, std::vector<double>& ties) const;

  const StepNetwork& network_;
  StepArrays& x_;
  std::vector<Body> bodies_;  ///< (bodies) of which only the given ones are read; empty: none
};

}  // namespace luztar
