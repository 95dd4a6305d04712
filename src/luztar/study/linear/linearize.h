// A model linearised about a place of rest or an instant of a run: A, B, C, D.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "luztar/model/model.h"

namespace luztar {

struct LinearSettings {
  enum class About {
    Equilibrium,  ///< as equilibrium() finds it
    Start,        ///< of the file
    Time,         ///< of a run
  };
  std::vector<std::string> inputs{};   ///< parameters and signals
  std::vector<std::string> outputs{};  ///< "q.block", "f.spring", "x.current", a signal
  About about{About::Equilibrium};
  double time{};  ///< of About::Time [s]
};

/// An element that has modes, in the one in force.
struct LinearElement {
  std::string name;
  std::string state;  ///< "sticks", "slides", "holds", "free", "touches"
  double rate{};      ///< of one that slides [m/s, rad/s]
};

/// A signal or a state of the linear system, about its value.
struct LinearVariable {
  std::string name;
  double value{};
};

/// x' = A x + B u, y = C x + D u; with controllers x[k+1] = A x[k] + B u[k], where k counts
/// periods, u is held during each, and y is just before the samples.
///
/// x are positions of bodies that are free in the modes in force, their velocities, bristles and
/// states; with controllers what they hold, and what they will. All are deviations.
struct LinearSystem {
  using Rows = std::vector<std::vector<double>>;
  Rows a{}, b{}, c{}, d{};
  std::vector<LinearVariable> states{}, inputs{}, outputs{};
  double period{};                     ///< of controllers; 0: there are none [s]
  double time{};                       ///< of forces and modes [s]
  bool at_rest{};                      ///< about an equilibrium
  std::vector<LinearElement> modes{};  ///< of elements that have some
  /// Bodies that are no states: which follow which, "2 q.pinion - q.rack".
  std::vector<std::pair<std::string, std::string>> followers{};
  std::vector<std::string> notes{};  ///< in words
};

/// Linearises in the modes in force, from the exact derivatives of the laws. Frictions that stick,
/// links and stops in contact take coordinates away: those of the last bodies of the file that can
/// follow others do. Massless bodies without damping follow their forces.
///
/// Throws ModelError: an unknown input or output, no equilibrium, a run that ends before, delay(),
/// controllers without a common period, an input that moves what holds, an output that depends on
/// the rate of an input, which no D expresses.
LinearSystem linearize(const Model& model, const LinearSettings& settings);

}  // namespace luztar
