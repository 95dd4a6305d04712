// The model in plain numbers for the second engine, and its element laws as docs/model.md
// states them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <Eigen/Dense>

#include "acceptance/second_formula.h"
#include "luztar/model/model.h"

namespace acceptance::second {

using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

constexpr Real kInfinite = std::numeric_limits<Real>::infinity();

/// One direction of sliding.
struct Law {
  Real viscous{}, kinetic{}, breakaway{};
  Real stribeck_velocity{}, stribeck_exponent{};  ///< velocity 0: none
  Real rise{}, fall{}, falling_kinetic{}, falling_viscous{};
  bool hysteresis{};
  std::vector<std::array<Real, 2>> table{};  ///< (speed, level)

  /// Level without the viscous part. `piece`: hysteresis: 1 on the branch for falling speed; table:
  /// the row before the speed.
  Real level(Real speed, long piece) const;
  Real damping(long piece) const { return hysteresis && piece == 1 ? falling_viscous : viscous; }
  /// Distance of the speed from the end of the piece.
  Real margin(Real speed, long piece) const;
  long piece_of(Real speed, long before) const;
};

/// What acts on one deflection d = row * q.
struct Element {
  enum class Kind { Spring, Damper, Bristles, Friction, Link, Stop, Force };
  Kind kind{};
  std::string name{};
  Vector row{};  ///< (bodies)
  // Springs and dampers
  Real stiffness{}, rest{}, damping{};
  bool has_gap{};
  bool only_pushes{};     ///< mode 2, -2: beyond an edge where it would pull, no force
  Real lower{}, upper{};  ///< of d - rest; stops: of d
  Formula formula{};      ///< forces, laws of d and v, normal forces
  int first_piece{};      ///< of the formula in State::pieces
  // Frictions; bristles use forward
  Law forward{}, backward{};
  bool dahl{};
  Real sigma0{}, sigma1{}, exponent{};
  int internal{-1};
  Real restitution{};
  Real pitch{};  ///< > 0: a ratchet, whose lower edge is the last multiple of it that d passed
};

/// z' = rate; no element, no body.
struct OwnState {
  Real start{};
  Formula rate{};
  int first_piece{};
};

struct Body {
  enum class Kind { Free, Massless, Moved, Drifting };
  Kind kind{};
  Real mass{}, position{}, velocity{};
  Formula motion{};
  int first_piece{};
};

/// Everything that changes. Velocities of massless bodies are not kept: forces give them.
struct State {
  Real t{};
  Vector q{}, v{};           ///< (bodies)
  Vector z;                  ///< (internals) bristles, then states of the file
  std::vector<int> mode;     ///< (elements) -1, 0, 1; stops: -1, 1 in contact with that edge, 0
                             ///< free; springs that only push also -2, 2
  std::vector<long> law;     ///< (elements) frictions: piece of the law in force
  std::vector<long> piece;   ///< pieces of all formulas
  std::vector<int> sign;     ///< (elements) bristles: sign of the rate
  std::vector<Real> tooth;   ///< (elements) ratchets: the last tooth that was passed [m]
  std::vector<Real> beyond;  ///< (elements) stops: rounding beyond the edge that was left [m]
};

class Network {
 public:
  explicit Network(const luztar::Model& model);

  State start() const;
  int n_bodies() const { return static_cast<int>(bodies.size()); }

  /// Inputs of formulas: t, q, v, states, then d and v of an element.
  std::vector<Jet> inputs(Real t, const Vector& q, const Vector& v, const Vector& z) const;
  std::vector<Jet> inputs(const State& s) const { return inputs(s.t, s.q, s.v, s.z); }
  /// Position, velocity, acceleration of a body with given motion.
  Jet motion(int body, Real t, const State& modes) const;

  /// Force of an element that does not stick, in given modes. `pressed` >= 0 replaces the kinetic
  /// level times normal force.
  Real force(const Element& element, int index, const State& modes, std::vector<Jet>& inputs,
             Real d, Real rate, Real z, Real pressed) const;
  /// d/dt of a force that no velocity enters.
  Real force_rate(const Element& element, int index, const State& modes, std::vector<Jet>& inputs,
                  Real d, Real rate) const;
  /// z' of a bristle law.
  Real internal_rate(const Element& element, int sign, Real rate, Real z) const;
  /// Factor of friction limits.
  Real normal(const Element& element, const State& modes, std::vector<Jet>& inputs) const;

  std::vector<Body> bodies;
  std::vector<Element> elements;  ///< in the order of System::elements()
  std::vector<OwnState> states;
  int n_states() const { return static_cast<int>(states.size()); }
  /// Pieces of the rates of states that hold the inputs' values.
  void choose_rates(const std::vector<Jet>& inputs, State& state) const;
  int n_pieces{}, n_internals{};
  Real begin{}, end{};

 private:
  class Reader;
  Jet formula(const Element& element, const State& modes, std::vector<Jet>& inputs, Real d,
              Real rate) const;
};

}  // namespace acceptance::second
