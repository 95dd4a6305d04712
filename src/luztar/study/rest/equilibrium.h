// Where a network rests: its equilibrium, and the set of places where friction lets it rest.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "luztar/dynamics/system/system.h"
#include "luztar/model/model.h"

namespace luztar {

struct EquilibriumSettings {
  /// Frictions that slide, by name, with their relative speed; its sign is the direction [m/s].
  std::map<std::string, double> sliding{};
  bool ranges{true};  ///< find the set of rest positions too
};

/// Where a body is at rest.
struct RestBody {
  std::string name;
  double position{};        ///< [m, rad]
  double lower{}, upper{};  ///< over all friction within its static limits; may be +-inf
  bool given{};             ///< prescribed, or of infinite mass: it is where its motion has it
  bool floats{};            ///< no stiffness holds it: without friction it may be moved
  double velocity{};        ///< of given ones [m/s, rad/s]
};

/// What an element does at rest.
struct RestElement {
  std::string name;
  double force{};          ///< [N, N m]
  double deflection{};     ///< [m, rad]
  std::string state{};     ///< "holds", "slides", "pressed", "open", "touches", "in the gap" or ""
  double least{}, most{};  ///< frictions at rest: what they can hold against [N, N m]
};

enum class RestKind {
  Stable,        ///< the stiffness is positive in every direction that is free
  Indifferent,   ///< there are directions without stiffness: RestBody::floats
  Unstable,      ///< some direction has a negative stiffness
  NotSymmetric,  ///< forces without a potential: only the modes decide
};
const char* to_text(RestKind kind);

struct Equilibrium {
  bool found{};
  std::string reason{};                 ///< not found: why, in words
  double time{};                        ///< of the forces [s]
  std::vector<RestBody> bodies{};       ///< (bodies)
  std::vector<RestElement> elements{};  ///< (elements) in the order of results
  RestKind kind{};                      ///< without friction
  bool by_friction{};   ///< without friction there is none; this is where it creeps to and holds
  bool has_ranges{};    ///< RestBody::lower, upper are known
  bool exact_ranges{};  ///< all laws are linear, nothing touches or parts: no more than rounding
  bool start_rests{};   ///< friction, links and stops hold the bodies where the file has them
  bool changes{};       ///< forces depend on time: it is the balance of one instant
  bool moves{};         ///< given bodies go on and slide along frictions
  bool accelerates{};   ///< a given body does: what follows it feels inertia too
  double residual{};    ///< force left over, relative to the largest one
  /// Mass * acceleration that the engine finds there, relative; < 0: not asked, as a friction was
  /// made to slide, or a given body accelerates.
  double proved{};
  bool is_disproved() const;  ///< that is more than rounding
  /// (internals) bristle deflections [m, rad], states, what controllers hold
  std::vector<double> internal{};
  /// States, and what controllers hold: "sum", "loop.u".
  std::vector<std::pair<std::string, double>> states{};
};

/// The place where all forces balance with every body at rest that is free to move, at the time of
/// [simulation] start.
///
/// Without friction it is where the bodies come to if they creep from where the file has them (an
/// overdamped motion): a stable place, or the start itself if that is a balance already. Frictions
/// take no force there. Where no such place exists the bodies creep against friction too until it
/// holds them. Given bodies may go on at a steady speed: frictions on them slide.
///
/// The range of a body is what its coordinate can be over all forces of friction within their
/// static limits: the least and greatest value where those forces push the one way or the other.
///
/// With states and controllers all rates of states are 0, and a sample leaves what was there. It is
/// found by Newton's method on the same way, stable or not, and has no ranges.
///
/// Throws ModelError for a wrong model, for arms that read states, for what moves and is held by a
/// spring, a link or a stop, and for sliding frictions that the model does not have.
Equilibrium equilibrium(const Model& model, const EquilibriumSettings& settings = {});

/// The start of a run from there.
/// @pre found, of the model that `system` was compiled from
State rest_state(const System& system, const Equilibrium& equilibrium);

/// Where a run of the model begins: initial_state(), or with start = "equilibrium" its place of
/// rest. Throws ModelError at that word, with the reason, where there is none.
/// @param system  compiled from `model`, with the same or other parameters, which count
State start_state(const Model& model, const System& system);

}  // namespace luztar
