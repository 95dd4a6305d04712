// Small models built in code, and what is wrong with them.
#pragma once

#include <string>

#include "luztar/model/check.h"

namespace luztar::testing {

inline Expression number(double value) { return Expression::number(value); }
inline Expression text(const std::string& expression) { return parse_expression(expression, {}); }

/// The body 'seat' of mass m = 2 rho, rho = 3; a run of 1 s.
inline Model one_body() {
  Model model;
  Body body;
  body.name = "seat";
  body.mass = text("m");
  model.bodies.push_back(body);
  model.parameters.push_back({.name = "m", .value = text("2*rho")});
  model.parameters.push_back({.name = "rho", .value = number(3)});
  model.simulation.duration = number(1);
  return model;
}

/// From 'seat' to the ground.
inline Deflection of_the_seat() { return {{{0, number(1)}, {kGround, number(-1)}}}; }

/// Every mistake in a line, or "none".
inline std::string mistakes_in(const Model& model, const ParameterValues& overrides = {}) {
  try {
    validate(model, overrides);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "none";
}

/// What of a list of mistakes is wrong, a line each, without advice.
inline std::string whats(const Diagnostics& mistakes) {
  std::string all;
  for (const Diagnostic& mistake : mistakes) all += (all.empty() ? "" : "\n") + mistake.what;
  return all;
}

}  // namespace luztar::testing
