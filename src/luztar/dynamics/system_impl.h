// The numbers behind a System: flat arrays, constant after compile().
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "luztar/dynamics/system.h"
#include "luztar/symbolic/program.h"

namespace luztar {

struct SpringLaw {
  double stiffness{};
  double lower{}, upper{};  ///< edges of the gap of d - rest; equal to 0 without a gap
  double rest{};
  double damping{};  ///< in contact
  bool has_gap{};
  int force_slot{-1};  ///< >= 0: the force is this slot of the program
};

struct DamperLaw {
  double damping{};
  int force_slot{-1};
};

/// Index 0: v < 0, index 1: v > 0.
struct FrictionLaw {
  std::array<double, 2> viscous{};
  std::array<double, 2> kinetic{};
  std::array<double, 2> breakaway{};
};

/// A slot of the program that dynamics fills: coordinates, deflections and their rates.
struct ProgramInput {
  enum class Kind { Position, Velocity, Deflection, Rate };
  Kind kind;
  int index;  ///< body or element
  int slot;
};

struct Term {
  int body;
  double coefficient;
};

class SystemImpl {
 public:
  std::string title;
  std::vector<BodyInfo> bodies;
  std::vector<ElementInfo> elements;
  std::vector<std::string> event_names;
  SimulationSettings settings;
  ParameterValues parameters;

  std::vector<double> inverse_mass;        ///< (bodies) 0 where the motion is given
  std::vector<int> motion_slot;            ///< (bodies) -1 if not prescribed
  std::vector<double> position, velocity;  ///< (bodies) at the start

  std::vector<SpringLaw> springs;
  std::vector<DamperLaw> dampers;
  std::vector<FrictionLaw> frictions;
  std::vector<int> force_slots;

  std::vector<int> term_begin;  ///< (elements + 1) into terms
  std::vector<Term> terms;      ///< without ground
  Program program;
  std::vector<ProgramInput> inputs;
  std::vector<int> lawful_elements;  ///< with a force of their own that depends on the state
  std::vector<int> exponents;        ///< slots: arguments of exp, tanh, sinh, cosh
  std::vector<int> control_slots;    ///< forces of time, arguments of switches

  int n_bodies() const { return static_cast<int>(bodies.size()); }
  int n_elements() const { return static_cast<int>(elements.size()); }
  int n_springs() const { return static_cast<int>(springs.size()); }
  int n_dampers() const { return static_cast<int>(dampers.size()); }
  int n_frictions() const { return static_cast<int>(frictions.size()); }
  int n_forces() const { return static_cast<int>(force_slots.size()); }
  int n_switches() const { return static_cast<int>(program.switches().size()); }
  int first_damper() const { return n_springs(); }
  int first_friction() const { return n_springs() + n_dampers(); }
  int first_force() const { return first_friction() + n_frictions(); }
  bool is_free(int body) const { return inverse_mass[body] > 0.0; }
  /// The force is an expression of the model file.
  bool has_written_law(int element) const {
    if (element >= first_force()) return true;
    if (element < first_damper()) return springs[element].force_slot >= 0;
    return element < first_friction() && dampers[element - first_damper()].force_slot >= 0;
  }
  std::span<const Term> terms_of(int element) const {
    return {terms.data() + term_begin[element], terms.data() + term_begin[element + 1]};
  }
  std::span<const Term> terms_of_friction(int friction) const {
    return terms_of(first_friction() + friction);
  }

  // Guards, two for each owner: springs, frictions, switches.
  int n_guards() const { return 2 * (n_springs() + n_frictions() + n_switches()); }
  int spring_guard(int spring, int side) const { return 2 * spring + side; }
  int friction_guard(int friction, int side) const { return 2 * (n_springs() + friction) + side; }
  int switch_guard(int sw, int side) const { return 2 * (n_springs() + n_frictions() + sw) + side; }
};

}  // namespace luztar
