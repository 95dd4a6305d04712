// The numbers behind a System: flat arrays, constant after compile().
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "luztar/core/mode.h"
#include "luztar/core/nearness.h"
#include "luztar/dynamics/system/arms.h"
#include "luztar/dynamics/system/direct_laws.h"
#include "luztar/dynamics/system/sampling.h"
#include "luztar/dynamics/system/system.h"
#include "luztar/network/network.h"
#include "luztar/symbolic/program.h"

namespace luztar {

/// Of a spring, and of a damper: that is one without stiffness and without a gap.
struct SpringLaw {
  double stiffness{};
  double lower{}, upper{};  ///< edges of the gap of d - rest; equal to 0 without a gap
  double rest{};
  double damping{};               ///< in contact
  bool has_gap{}, only_pushes{};  ///< the second: no force where its damping would pull
  int force_slot{-1};             ///< >= 0: the force is this slot of the program

  /// Lengths that it is made of: the scale of rounding where all deflections are zero.
  double size() const {
    const double low = std::abs(lower), high = std::abs(upper), most = std::max(low, high);
    return std::abs(rest) + (most < kInfinity ? most : std::min(low, high));
  }
  /// The edge that a compression (d - rest) is beyond.
  Edge edge_at(double compression) const {
    if (!has_gap) return Edge::None;
    return compression > upper ? Edge::Upper : compression < lower ? Edge::Lower : Edge::None;
  }
  /// The force beyond an edge as if it could pull [N, N m].
  double force_at(Edge edge, double compression, double v) const {
    return stiffness * (compression - (edge == Edge::Upper ? upper : lower)) + damping * v;
  }
};

/// A pair of surfaces that may share one velocity for a while: dry friction, a link (always), a
/// stop in contact, a freewheel that holds. The force of the pair while it does follows from
/// Gauss's principle. Index 0: v < 0, index 1: v > 0.
struct PairLaw {
  enum class Kind : std::uint8_t { Friction, Link, Stop, Freewheel };
  Kind kind{};  ///< compile() sets it; all that reads a law asks what the pair can do
  /// Its force has limits, both ways; the others hold by any force, one way or both.
  bool is_dry() const { return kind == Kind::Friction; }
  /// Never lets go.
  bool is_rigid() const { return kind == Kind::Link; }
  /// Open while d is between two edges; in contact it only pushes away from one of them.
  bool has_edges() const { return kind == Kind::Stop; }
  /// Turns forward without a force and never back: always at a lower edge of its rate.
  bool is_one_way() const { return kind == Kind::Freewheel; }
  /// Holds one way only, by any force: what an impact passes through.
  bool is_one_sided() const { return has_edges() || is_one_way(); }
  /// Its mode is the direction of its rate.
  bool slides() const { return is_dry() || is_one_way(); }
  std::array<double, 2> viscous{};
  std::array<double, 2> kinetic{};    ///< level at the smallest speeds; times normal
  std::array<double, 2> breakaway{};  ///< times normal; inf: none (links, freewheels backward)
  /// >= 0: the sliding force without its sign and without C times the rate, for levels that change
  /// with the speed or the normal force; then the normal force is in it.
  std::array<int, 2> level_slot{-1, -1};
  int normal_slot{-1};  ///< >= 0: normal force, a factor of both levels
  /// Of order k: a level of it, times the normal force where there is one.
  /// @param slot  the coefficients of a slot of the program
  template <class N, class Slot>
  N limit(const N& level, const Slot& slot, int k) const {
    if (normal_slot >= 0) return level * slot(normal_slot)[k];
    return k == 0 ? level : N(0.0);
  }
  /// F_S > F_K, in one direction at least.
  bool drops() const { return breakaway[0] > kinetic[0] || breakaway[1] > kinetic[1]; }
  bool has_level_slot() const { return level_slot[0] >= 0 || level_slot[1] >= 0; }
  /// Strength by which it shares forces along expressions that are not unique [N]: a number that
  /// does not change, so that they do not jump from one series to the next. See
  /// set_fixed_strengths().
  double fixed_strength{};
  double lower{}, upper{};  ///< stops: edges of d
  double restitution{};
  /// > 0: a ratchet, a stop whose lower edge is this times State::tooth; else 0.
  double pitch{};
};

inline PairLaw link_law() {
  return {.kind = PairLaw::Kind::Link, .breakaway = {kInfinity, kInfinity}};
}

inline PairLaw freewheel_law() {
  return {
      .kind = PairLaw::Kind::Freewheel, .kinetic = {kInfinity, 0.0}, .breakaway = {kInfinity, 0.0}};
}

/// Without room it is a link. @param lower, upper  edges of d [m, rad]
inline PairLaw stop_law(double lower, double upper, double restitution) {
  PairLaw law = lower < upper ? PairLaw{.kind = PairLaw::Kind::Stop} : link_law();
  law.lower = lower;
  law.upper = upper;
  law.restitution = restitution;
  return law;
}

/// @param pitch  > 0 [m, rad]
inline PairLaw ratchet_law(double pitch) {
  return {.kind = PairLaw::Kind::Stop, .lower = -kInfinity, .upper = kInfinity, .pitch = pitch};
}

/// Where a state takes another value.
struct JumpLaw {
  int condition{-1};     ///< switch: 1 where it holds
  DirectFormula margin;  ///< above 0 where it holds
  DirectFormula to;      ///< the new value [of the state]
};

/// What has a rate and is no coordinate: the bristles of a friction, whose force is that of a
/// damper, a state of the model file, or what a controller holds, with the rate 0.
struct InternalLaw {
  int element{-1};       ///< of bristles; -1: a state of the model file
  double stiffness{};    ///< of bristles: sigma0 [N/m]
  int rate_slot{-1};     ///< time derivative of z
  int settled_slot{-1};  ///< z from its rate; -1: there is none
  double start{};        ///< of a state of the model file [its unit]; bristles start at 0
  DirectFormula rate{};  ///< of a state of the model file, as it is written
  std::vector<JumpLaw> jumps{};
};

/// How a body moves.
struct BodyLaw {
  BodyRole role{};
  double mass{};                  ///< of its coordinate; BodyInfo has that of the body
  double inverse_mass{};          ///< 0 where the motion is given
  double position{}, velocity{};  ///< at the start
  int motion_slot{-1};            ///< -1 if not prescribed
  int massless_cluster{-1};       ///< of massless bodies that springs connect; else -1
  Release release{};              ///< of massless bodies
  DirectFormula motion{};         ///< prescribed, as it is written
};

/// A slot of the program that dynamics fills: coordinates, deflections and their rates.
struct ProgramInput {
  /// Speed: of a sliding pair, |v|; 0 while it is stuck. InternalRate: the rate of an internal
  /// that has settled. Load: the size of the force of a link or a stop, which a normal force reads.
  enum class Kind { Position, Velocity, Deflection, Rate, Speed, Internal, InternalRate, Load };
  Kind kind;
  int index;  ///< body, element, pair or internal
  int slot;
  int side{0};  ///< Speed, Load: 0 in both directions, else only in this one
};

/// A list that keeps its length as a number, which is asked for all the time.
template <typename T>
class Counted {
 public:
  void push_back(T item) {
    items_.push_back(std::move(item));
    size_ = static_cast<int>(items_.size());
  }
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](int index) { return items_[static_cast<std::size_t>(index)]; }
  const T& operator[](int index) const { return items_[static_cast<std::size_t>(index)]; }
  T& back() { return items_.back(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }
  const std::vector<T>& list() const { return items_; }

 private:
  std::vector<T> items_;
  int size_{};
};

/// What the step size must resolve beside the motion. Written by collect_controls().
struct StepControls {
  struct LawAt {
    int element;
    std::size_t term;  ///< of the element, that of the body
  };
  struct PowerBase {
    int slot;
    std::vector<int> sources;  ///< elements of whose rates, or else deflections, it is made; and
                               ///< n_elements() + bodies of whose velocities, or else positions
    bool of_rates{};
    bool is_pure{};  ///< of nothing else
  };
  std::vector<char> hidden_terms;           ///< (slots) slots_with_hidden_terms()
  std::vector<PowerBase> power_bases;       ///< of powers that are not whole
  std::vector<int> slots;                   ///< forces of time, arguments of switches
  std::vector<int> exponents;               ///< slots: arguments of exp, tanh, sinh, cosh
  std::vector<int> driven;                  ///< given bodies that arms which turn act on
  std::vector<int> elements;                ///< force of the state, or of time with hidden terms
  std::vector<std::vector<LawAt>> laws_at;  ///< (bodies) of `elements` those that may hide terms
};

struct VariedSystem;
struct SystemBeside;

class SystemImpl {
 public:
  /// The model that it was compiled from.
  struct Origin {
    std::string title;
    ParameterValues parameters;
    /// With derivatives, where a run is asked for them; else null.
    std::shared_ptr<const VariedSystem> varied{};
    /// Of derivatives to one side; else null.
    std::shared_ptr<const std::vector<SystemBeside>> beside{};
  };
  Origin origin;
  Counted<BodyInfo> bodies;
  Counted<ElementInfo> elements;
  std::vector<std::string> event_names;
  SimulationSettings settings;
  struct Hashes {
    std::int64_t parts{}, laws{};  ///< see Reached; 0 in a part of a network
  };
  Hashes hashes;

  std::vector<BodyLaw> body_laws;
  bool has_massless{};
  Counted<SpringLaw> springs;
  Counted<SpringLaw> dampers;  ///< and frictions with bristles
  Counted<PairLaw> pairs;      ///< frictions without bristles, links, stops
  std::vector<int> force_slots;
  /// (internals) bristles in the order of elements, then states, then what controllers hold, then
  /// delays, then shifts.
  Counted<InternalLaw> internals;
  std::vector<StateInfo> states;  ///< of the model file, and what controllers hold
  Sampling sampling;
  std::vector<DirectLaw> laws;  ///< (elements) as they are written
  Arms arms;

  Program program;
  std::vector<ProgramInput> inputs;
  StepControls controls;

  int n_bodies() const { return bodies.size(); }
  int n_elements() const { return elements.size(); }
  int n_springs() const { return springs.size(); }
  int n_pairs() const { return pairs.size(); }
  int n_internals() const { return internals.size(); }
  const std::vector<DelayLaw>& delays() const { return sampling.delays; }
  int n_delays() const { return static_cast<int>(sampling.delays.size()); }
  int first_state() const { return first_delay() - static_cast<int>(states.size()); }
  int first_output() const { return first_delay() - sampling.n_outputs; }
  int first_delay() const { return first_shift() - n_delays(); }
  int first_shift() const { return n_internals() - arms.n_shifts(); }
  /// They are the first switches: those of controllers, then those of delays.
  int n_clocks() const { return sampling.n_clocks + n_delays(); }
  int n_switches() const { return static_cast<int>(program.switches().size()); }
  int first_pair() const { return n_springs() + dampers.size(); }
  int first_force() const { return first_pair() + n_pairs(); }
  /// Of an element before the pairs; those before n_springs() may touch and store energy.
  const SpringLaw& smooth_law(int element) const {
    return element < n_springs() ? springs[element] : dampers[element - n_springs()];
  }
  SpringLaw& smooth_law(int element) {
    return element < n_springs() ? springs[element] : dampers[element - n_springs()];
  }
  /// The list of these laws in which one of an element of this kind stands.
  Counted<SpringLaw>& smooth_laws(PartKind kind) {
    return kind == PartKind::Spring ? springs : dampers;
  }
  double inverse_mass(int body) const { return body_laws[body].inverse_mass; }
  /// Of the lightest body that has a mass; 0 if there is none [1/kg]
  double largest_inverse_mass() const {
    double largest = 0.0;
    for (const BodyLaw& body : body_laws) largest = std::max(largest, body.inverse_mass);
    return largest;
  }
  /// Slot of a given motion; -1 if the body has none.
  int motion_slot(int body) const { return body_laws[body].motion_slot; }
  bool has_motions() const {
    return std::any_of(body_laws.begin(), body_laws.end(),
                       [](const BodyLaw& body) { return body.motion_slot >= 0; });
  }
  /// Has a mass: accelerates under forces.
  bool is_free(int body) const { return body_laws[body].role == BodyRole::Inertial; }
  /// Has no mass: its forces balance at every instant.
  bool is_massless(int body) const { return body_laws[body].role == BodyRole::Massless; }
  /// Moves whatever acts on it: a motion, or mass = inf.
  bool is_given(int body) const { return body_laws[body].role >= BodyRole::Steady; }
  /// The force is an expression of the model file.
  bool has_written_law(int element) const {
    const bool is_pair = element >= first_pair() && element < first_force();
    return (is_pair ? pairs[element - first_pair()].normal_slot : force_slot(element)) >= 0;
  }
  /// Slot of a force that the model file writes; -1 if there is none. Not of pairs.
  int force_slot(int element) const {
    if (element >= first_force()) return force_slots[element - first_force()];
    return element < first_pair() ? smooth_law(element).force_slot : -1;
  }
  std::span<const Term> terms_of(int element) const { return arms.of(element); }
  /// Of an element whose deflection is an expression; else null.
  const Geometry* geometry_of(int element) const {
    const std::vector<Geometry>& geometries = arms.geometries();
    if (geometries.empty()) return nullptr;
    const auto found = std::lower_bound(
        geometries.begin(), geometries.end(), element,
        [](const Geometry& geometry, int wanted) { return geometry.element < wanted; });
    return found != geometries.end() && found->element == element ? &*found : nullptr;
  }
  std::span<const Term> terms_of_pair(int pair) const { return terms_of(first_pair() + pair); }
  /// Its deflection is an expression: it acts along a gradient that changes.
  bool is_bent(int pair) const { return geometry_of(first_pair() + pair) != nullptr; }
  bool has_bent_pairs() const {
    const std::vector<Geometry>& geometries = arms.geometries();
    return !geometries.empty() && geometries.back().element >= first_pair();
  }

  /// Limits read forces of links or stops: what rests carries what loads before have left in it.
  bool has_history() const { return !arms.normal_loads().empty(); }
  /// A link or a stop whose force the normal force of a friction reads.
  bool loads_friction(int pair) const {
    return std::any_of(arms.normal_loads().begin(), arms.normal_loads().end(),
                       [pair](const NormalLoad& other) { return other.by == pair; });
  }

  bool touches_massless(int pair) const {
    for (const Term& term : terms_of_pair(pair))
      if (is_massless(term.body)) return true;
    return false;
  }

  /// The massless bodies that a spring ends at, as one number; -1 if there is none.
  int cluster_of(int element) const {
    for (const Term& term : terms_of(element))
      if (is_massless(term.body)) return body_laws[term.body].massless_cluster;
    return -1;
  }

  // Guards, two for each owner: springs, pairs, switches.
  int n_guards() const { return 2 * (n_springs() + n_pairs() + n_switches()); }
  int spring_guard(int spring, int side) const { return 2 * spring + side; }
  int pair_guard(int pair, int side) const { return 2 * (n_springs() + pair) + side; }
  int switch_guard(int sw, int side) const { return 2 * (n_springs() + n_pairs() + sw) + side; }
};

}  // namespace luztar
