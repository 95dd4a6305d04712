// Models built in code, without a file.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "luztar/model/model.h"

namespace luztar::testing {

inline Expression number(double value) { return Expression::number(value); }
inline Expression text(const std::string& expression) { return parse_expression(expression, {}); }

inline int body(Model& model, const std::string& name, double mass, double position = 0.0,
                double velocity = 0.0) {
  Body body;
  body.name = name;
  body.mass = number(mass);
  body.position = number(position);
  body.velocity = number(velocity);
  model.bodies.push_back(body);
  return static_cast<int>(model.bodies.size()) - 1;
}

inline int moving_base(Model& model, const std::string& name, const std::string& motion) {
  Body body;
  body.name = name;
  body.motion = text(motion);
  model.bodies.push_back(body);
  return static_cast<int>(model.bodies.size()) - 1;
}

inline Deflection between(int a, int b, double arm_a = 1.0, double arm_b = 1.0) {
  return {{{a, number(arm_a)}, {b, number(-arm_b)}}};
}

inline void friction(Model& model, const std::string& name, Deflection deflection, double kinetic,
                     double breakaway, double viscous = 0.0) {
  Friction friction;
  friction.name = name;
  friction.deflection = std::move(deflection);
  friction.forward = friction.backward = {number(viscous), number(kinetic), number(breakaway)};
  model.frictions.push_back(friction);
}

inline void spring(Model& model, const std::string& name, Deflection deflection, double stiffness) {
  Spring spring;
  spring.name = name;
  spring.deflection = std::move(deflection);
  spring.stiffness = number(stiffness);
  model.springs.push_back(spring);
}

inline void damper(Model& model, const std::string& name, Deflection deflection, double damping) {
  Damper damper;
  damper.name = name;
  damper.deflection = std::move(deflection);
  damper.damping = number(damping);
  model.dampers.push_back(damper);
}

inline void damper(Model& model, const std::string& name, Deflection deflection,
                   const std::string& law) {
  damper(model, name, std::move(deflection), 0.0);
  model.dampers.back().damping = {};
  model.dampers.back().force = text(law);
}

/// F_K = F_S = 1 N, sigma0 = 100 N/m.
inline void dahl(Model& model, Deflection deflection, double exponent = 1.0) {
  friction(model, "dahl", std::move(deflection), 1.0, 1.0);
  model.frictions.back().bristles = Friction::Bristles{
      Friction::Bristles::Kind::Dahl, number(100.0), number(0.0), number(exponent)};
}

inline void link(Model& model, const std::string& name, Deflection deflection) {
  model.links.push_back({name, std::move(deflection), {}});
}

inline void freewheel(Model& model, const std::string& name, Deflection deflection) {
  model.freewheels.push_back({name, std::move(deflection), {}});
}

inline void stop(Model& model, const std::string& name, Deflection deflection, double lower,
                 double upper, double restitution) {
  model.stops.push_back(
      {name, std::move(deflection), number(lower), number(upper), number(restitution), {}});
}

inline void force(Model& model, const std::string& name, int body, const std::string& value) {
  Force force;
  force.name = name;
  force.deflection = {{{body, number(1.0)}}};
  force.value = text(value);
  model.forces.push_back(force);
}

inline Model lasting(double duration) {
  Model model;
  model.simulation.duration = number(duration);
  return model;
}

/// Two blocks that stick and slip on each other and the ground.
/// @param push  the force on the second one
inline Model shaken_blocks(double duration, const std::string& push) {
  Model model = lasting(duration);
  const int base = moving_base(model, "base", "0.3*sin(2*t)");
  const int a = body(model, "a", 1, 0.1);
  const int b = body(model, "b", 2);
  spring(model, "k", between(a, base), 40);
  friction(model, "ab", between(a, b), 2, 3, 0.1);
  friction(model, "b0", between(b, kGround), 1, 1.5);
  force(model, "push", b, push);
  return model;
}

}  // namespace luztar::testing
