// Small motions: a network linearised at rest, in a given pattern of stick and slip.
#pragma once

#include <complex>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "luztar/model/model.h"
#include "luztar/study/rest/equilibrium.h"

namespace luztar {

/// What holds, slides and touches. What is not named does what it does in the equilibrium: a
/// friction without a rate holds, what is in a gap or open stays so, what is pressed holds.
struct ModesSettings {
  bool at_start{false};              ///< about the positions of the file, in balance or not
  std::vector<std::string> stuck{};  ///< frictions
  /// Frictions that slide, with their relative speed, whose sign is the direction; without one the
  /// speed that given bodies make, else just above 0 forwards [m/s].
  std::map<std::string, std::optional<double>> slip{};
  std::vector<std::string> contact{};  ///< springs with a gap, stops and freewheels that touch
  std::vector<std::string> free{};     ///< ... that do not
};

/// A matrix with a row for each coordinate.
using SquareMatrix = std::vector<std::vector<double>>;

struct ElementPattern {
  std::string name;
  std::string state;  ///< "sticks", "slides", "touches", "free", "holds"
  double rate{};      ///< of one that slides [m/s]
  double damping{};   ///< of one that slides: change of its force by its rate, < 0 drives [N s/m]
};

enum class Stability { Stable, Neutral, Unstable };
const char* to_text(Stability stability);

/// A motion q = Re(shape exp(value t)). Of a pair of conjugate ones the one with Im > 0.
struct SmallMotion {
  std::complex<double> value;  ///< [1/s]
  double frequency{};          ///< |value|/(2 pi) of one that swings, else 0 [Hz]
  double damping{};            ///< -Re(value)/|value|; 0 for value = 0
  Stability stability{};
  std::vector<std::complex<double>> shape;  ///< (bodies) the largest is 1
};

/// M y'' + D y' + K y = 0 for the coordinates y, which move all bodies: q - q0 = basis y.
struct SmallMotions {
  Equilibrium equilibrium{};  ///< what it is about; at_start: not looked for
  bool at_start{};
  std::vector<std::string> bodies{};         ///< (bodies)
  std::vector<std::string> coordinates{};    ///< names of the bodies that stand for all
  std::vector<std::vector<double>> basis{};  ///< (bodies x coordinates)
  SquareMatrix mass{}, damping{}, stiffness{};
  bool symmetric{};  ///< the stiffness is: nothing flutters without damping < 0
  std::vector<ElementPattern> pattern{};  ///< of frictions, springs with a gap, stops, freewheels
  std::vector<SmallMotion> motions{};     ///< by |value|, rising
  Stability stability{};                  ///< of all: that of the worst motion
};

/// Linearises about the equilibrium. Frictions that stick, links and what is pressed are
/// constraints; sliding frictions act with the slope of their law over the speed and with what
/// their normal force changes by, which makes the stiffness unsymmetric. Massless bodies follow
/// their forces: without damping they are eliminated, with damping they are of first order.
///
/// Throws ModelError as equilibrium() does, for unknown names, where there is no equilibrium (with
/// the words why), and for massless bodies that nothing holds.
SmallMotions small_motions(const Model& model, const ModesSettings& settings = {});

}  // namespace luztar
