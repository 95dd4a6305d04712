// Friction laws in numbers, and beyond a constant level as slots of a Program.
#pragma once

#include <functional>
#include <vector>

#include "luztar/dynamics/compile/varied_system.h"
#include "luztar/dynamics/system/system_impl.h"
#include "luztar/model/model.h"
#include "luztar/symbolic/program.h"

namespace luztar {

/// Levels at the smallest speeds, and viscous parts but of directions with a second branch.
/// @param friction  its expressions have numbers with these values
void set_levels(PairLaw& law, const Friction& friction, const ParameterValues& values);
/// The same with derivatives; a normal force that never changes is in them. @param friction  the
/// model's
void set_levels(VariedSystem::PairNumbers& numbers, const Friction& friction,
                const ParameterValues& values, const ParameterSlopes& slopes);

/// A slot for the sliding force at the speed u >= 0 without its sign: normal * level(u), and where
/// the law has a second branch the viscous part too, which changes with the branch.
/// @param law     in numbers, or parts that `symbols` knows
/// @param speed   slot of u
/// @param normal  slot of the normal force; -1: a factor of 1
/// @param owner   named where the branch changes
/// @param symbols what those of parts that are no numbers stand for
int compile_level(ProgramBuilder& builder, const Friction::Law& law, int speed, int normal,
                  int owner, const ProgramBuilder::Resolve& symbols);

/// What a friction does while it slides steadily, and at rest.
struct SlidingLaw {
  std::vector<double> force{};  ///< (velocities) [N]
  double lower{}, upper{};      ///< of the force at rest [N]
  bool is_coefficient{};        ///< of a normal force that changes, without the viscous part
};
/// Of two branches the one for rising speeds. @param velocities  the sign of a zero counts [m/s]
SlidingLaw sliding_law(const Friction& friction, const ParameterValues& values,
                       const std::vector<double>& velocities);

/// A law with a state z of its own (model/law.h) as slots.
struct StateSlots {
  int force;
  int rate;         ///< of z
  int settled{-1};  ///< z where its rate is `rate_input`; -1: the law is not stiff there
};
/// @param friction  in numbers, or parts
/// @param velocity, state, rate_input  slots of v, z and of a rate of z found elsewhere
StateSlots compile_state(ProgramBuilder& builder, const Friction& friction, int velocity, int state,
                         int rate_input, int owner, const ProgramBuilder::Resolve& symbols);

/// Of each number of the laws what `part` makes of it, a normal force that never changes in the
/// levels. @param values  of all parameters
Friction parts_with_normal(const Friction& friction, const ParameterValues& values,
                           const std::function<Expression(const Expression&)>& part);
/// The normal force is part of the levels then.
bool has_constant_normal(const Friction& friction, const ParameterValues& values);

}  // namespace luztar
