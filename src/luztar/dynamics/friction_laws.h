// Friction laws beyond Coulomb's in numbers, and as slots of a Program.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "luztar/model/model.h"
#include "luztar/symbolic/program.h"

namespace luztar {

/// One direction of a friction in numbers (Friction::Law).
struct LevelNumbers {
  struct Stribeck {
    double velocity, exponent;
    friend bool operator==(const Stribeck&, const Stribeck&) = default;
  };
  struct Hysteresis {
    double rise, fall, kinetic, viscous;
    friend bool operator==(const Hysteresis&, const Hysteresis&) = default;
  };
  double viscous{}, kinetic{}, breakaway{};
  std::optional<Stribeck> stribeck{};
  std::optional<Hysteresis> hysteresis{};
  std::vector<std::pair<double, double>> table{};  ///< (speed, level)

  /// Just above zero speed: F_S with Stribeck's law, else F_K.
  double first_level() const { return stribeck ? breakaway : kinetic; }

  /// Multiplies all levels by a constant normal force.
  void press(double normal);

  friend bool operator==(const LevelNumbers&, const LevelNumbers&) = default;
};

LevelNumbers level_numbers(const Friction::Law& law,
                           const std::function<double(const Expression&)>& number);

/// A slot for the sliding force at the speed u >= 0 without its sign: normal * level(u), and with a
/// hysteresis the viscous part too, which changes with its branch.
/// @param speed   slot of u
/// @param normal  slot of the normal force; -1: a factor of 1
/// @param owner   named where the hysteresis changes its branch
int compile_level(ProgramBuilder& builder, const LevelNumbers& law, int speed, int normal,
                  int owner);

/// Dahl's and LuGre's law (Friction::Bristles) as slots.
struct BristleSlots {
  int force;
  int rate;  ///< of the bristle deflection z
  int settled{
      -1};  ///< z where its rate is `rate_input`; -1: Dahl with n > 1, it is not stiff there
};
/// @param velocity, deflection, rate_input  slots of v, z and of a rate of z found elsewhere
BristleSlots compile_bristles(ProgramBuilder& builder, const Friction::Bristles& bristles,
                              const LevelNumbers& law,
                              const std::function<double(const Expression&)>& number, int velocity,
                              int deflection, int rate_input, int owner);

}  // namespace luztar
