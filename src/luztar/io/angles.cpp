#include "luztar/io/angles.h"

#include <cmath>
#include <map>
#include <string>

namespace luztar {
namespace {

/// A given motion has no unit of its own: it is an angle if an element compares it with one.
bool is_compared_with_angle(int body, const System& system, const std::vector<bool>& rotates) {
  for (const ElementInfo& element : system.elements()) {
    if (element.bodies.size() != 2) continue;
    for (const int side : {0, 1}) {
      const int other = element.bodies[1 - side];
      if (element.bodies[side] != body || other == kGround) continue;
      const bool equal_arms =
          std::abs(element.coefficients[0]) == 1.0 && std::abs(element.coefficients[1]) == 1.0;
      if (equal_arms && rotates[other]) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<bool> rotating_bodies(const Model& model, const System& system) {
  std::map<std::string, bool> of_model;
  for (const Body& body : model.bodies) of_model.emplace(body.name, body.rotates);
  std::vector<bool> rotates;
  for (const BodyInfo& info : system.bodies()) {
    const auto found = of_model.find(info.name);
    rotates.push_back(found != of_model.end() && found->second);
  }
  const std::vector<bool> said = rotates;
  for (std::size_t b = 0; b < said.size(); ++b) {
    if (system.bodies()[b].prescribed) {
      rotates[b] = is_compared_with_angle(static_cast<int>(b), system, said);
    }
  }
  return rotates;
}

bool is_angle(const ElementInfo& element, const std::vector<bool>& rotates) {
  bool direct = false;
  for (std::size_t i = 0; i < element.bodies.size(); ++i) {
    if (element.bodies[i] == kGround) continue;
    if (!rotates[element.bodies[i]]) return false;
    direct = direct || std::abs(element.coefficients[i]) == 1.0;
  }
  return direct;
}

}  // namespace luztar
