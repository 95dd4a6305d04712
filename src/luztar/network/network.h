// A model as a network: how each body moves, and by which kind of law each element acts on which
// bodies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "luztar/model/model.h"

namespace luztar {

/// What a body does with the forces on it.
enum class BodyRole : std::uint8_t {
  Inertial,    ///< it accelerates
  Massless,    ///< mass = 0: they balance at every instant
  Steady,      ///< mass = inf: it keeps its velocity
  Prescribed,  ///< it has a motion
};

/// An element by its law, whatever table of the file it stands in.
struct NetworkElement {
  enum class Law : std::uint8_t {
    Spring,    ///< k luz(d - rest), and damping where it touches; of a damper k = 0
    Internal,  ///< a friction with a state of its own: State::internal
    Written,   ///< the expression `written`
    Coulomb,   ///< this and the next are pairs: set-valued at v = 0
    Freewheel,
    Link,
    Stop,
    Ratchet,  ///< a freewheel with a pitch
  };
  PartKind kind;
  std::size_t index;  ///< in the model's list of its kind
  Law law;
  const std::string& name;
  const Deflection& deflection;
  const SourceLocation& where;
  const Expression* written;  ///< the force, of a pair the normal force; null: nothing is written
  const Expression* viscous;  ///< force over rate, of a friction forwards; null: there is none
  const Expression* lower{};  ///< d stays between these edges; null: it has none
  const Expression* upper{};
  const Spring* spring{};           ///< of Law::Spring
  const Friction* levels{};         ///< of Law::Coulomb: it has these; null: they change
  const Friction* laws{};           ///< of Law::Coulomb
  const Expression* pitch{};        ///< of Law::Ratchet
  const Expression* restitution{};  ///< of Law::Stop

  bool is_pair() const { return law >= Law::Coulomb; }
  /// Acts along the gradient of an expression.
  bool is_bent() const { return deflection.formula.has_value(); }
  /// A pair that holds by any force, one way at least.
  bool is_endless() const { return law > Law::Coulomb; }
  bool has_edges() const { return lower != nullptr; }
  /// Holds one way only, by any force: impacts are a matter of it.
  bool is_one_sided() const { return has_edges() || law == Law::Freewheel || law == Law::Ratchet; }
};

/// What the model says of its parts, which must stay as they are while this is in use.
struct Network {
  std::vector<BodyRole> roles;  ///< (bodies)
  /// In the order of results: springs, dampers, internal ones, pairs (frictions,
  /// freewheels, links, stops), forces.
  std::vector<NetworkElement> elements;

  /// Of the ground: Prescribed.
  BodyRole role(int body) const {
    return body == kGround ? BodyRole::Prescribed : roles[static_cast<std::size_t>(body)];
  }
  bool is_massless(int body) const { return role(body) == BodyRole::Massless; }
  /// Moves whatever acts on it.
  bool is_given(int body) const { return role(body) >= BodyRole::Steady; }
  bool has_massless() const;
  /// Of a link of the model, or behind them of a stop, among elements: LawSymbol::Kind::Load.
  int place_of_loading(int index) const;
  bool touches_massless(const Deflection& deflection) const;
  /// Some body feels the force: not all are given.
  bool acts(const Deflection& deflection) const;
};

/// @param values  of all parameters
BodyRole role_of(const Body& body, const ParameterValues& values);

/// @param values  of all parameters: they decide which mass is 0 and which is infinite
/// @pre the model is valid
Network network_of(const Model& model, const ParameterValues& values);

}  // namespace luztar
