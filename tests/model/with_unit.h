// A model with one parameter that has a unit, and what its units contradict.
#pragma once

#include <string>

#include "built_model.h"

namespace luztar::testing {

// A spring between seat and ground whose stiffness is the parameter k.
inline Model with_unit(const std::string& unit) {
  Model model = one_body();
  model.parameters.push_back({.name = "k", .value = number(1), .unit = unit});
  Spring spring;
  spring.name = "mount";
  spring.deflection = of_the_seat();
  spring.stiffness = text("k");
  model.springs.push_back(spring);
  return model;
}

inline std::string wrong(const Model& model) {
  Diagnostics mistakes;
  check_units(model, mistakes);
  return whats(mistakes);
}

}  // namespace luztar::testing
