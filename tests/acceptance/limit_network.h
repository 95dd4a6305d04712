// Random networks with limits of their parameters, some of which the network has and some not, in
// plain numbers: what the witness integrates and the file says is written down here and nowhere
// else.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace acceptance {

/// A number of the network, or the parameter `limit` with this value.
struct LimitValue {
  double number{};
  int limit{-1};
};

struct LimitNetwork {
  struct Body {
    LimitValue mass{};
    double position{}, velocity{};
    bool light{}, moved{};  ///< mass to zero; q = position * sin(velocity * t)
  };
  struct Element {
    enum class Kind { Spring, Damper, Friction, Link, Stop };
    Kind kind{};
    int first{}, second{-1};  ///< bodies; -1 is the ground
    double first_arm{1}, second_arm{1};
    LimitValue stiffness{}, freeplay{};  ///< springs; freeplay 0: none but the gap
    double lower{}, upper{};             ///< springs with a gap, stops
    double rest{};
    LimitValue viscous{}, kinetic{};  ///< frictions, dampers
    double breakaway{1};              ///< F_S / F_K
    double backward{1};               ///< levels for negative rates, relative
    double restitution{};
  };
  struct Force {
    int body{};
    double constant{}, amplitude{}, frequency{}, phase{};
  };
  struct Limit {
    std::string name;
    double value{};
    bool infinite{};
  };
  std::vector<Body> bodies;
  std::vector<Element> elements;
  std::vector<Force> forces;
  std::vector<Limit> limits;  ///< in the order in which they are taken
  double duration{1};
  bool spoiled{};  ///< the reduced model is to be made wrong

  std::string toml() const;
  /// "p1=inf"
  std::vector<std::string> limit_texts() const;
  /// By which power of the last small number the first of two limits is taken: far ahead of it
  /// where the order matters: a light body swings until what vanishes too has damped it, and no
  /// friction holds against the impact of a rigid end unless it was rigid before.
  double power_of_first() const;
};

/// One to three blocks with springs, gaps, arms, frictions of two directions, stops and links, and
/// parts with limits: light bodies between springs, on friction or damping, off their balance or on
/// it; heavy bodies, stiff springs with and without freeplay, strong dampers and frictions,
/// elements that vanish, gaps that close; one limit or two, in either order.
LimitNetwork random_limit_network(std::uint64_t seed);

/// Positions [body][sample] on an even grid of the network whose i-th limit has the small number
/// s[i]: the semi-implicit Euler method with steps far below the shortest period, friction and
/// impacts as impulses of a step. Empty where it would take more than `most_steps`.
std::vector<std::vector<double>> integrate(const LimitNetwork& network,
                                           const std::vector<double>& s, int samples,
                                           long most_steps);

}  // namespace acceptance
