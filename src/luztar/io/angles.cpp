#include "luztar/io/angles.h"

#include <cmath>
#include <map>
#include <string>

#include "luztar/model/coordinates.h"

namespace luztar {
namespace {

/// A given motion has no unit of its own: it is an angle if an element compares it with one.
void add_compared(const ElementInfo& element, const System& system, const std::vector<bool>& said,
                  std::vector<bool>& rotates) {
  if (element.bodies.size() != 2 || std::abs(element.coefficients[0]) != 1.0 ||
      std::abs(element.coefficients[1]) != 1.0)
    return;
  for (const int side : {0, 1}) {
    const int body = element.bodies[side], other = element.bodies[1 - side];
    if (body == kGround || other == kGround || !system.bodies()[body].prescribed) continue;
    if (said[other]) rotates[body] = true;
  }
}

}  // namespace

std::vector<bool> rotating_bodies(const Model& model, const System& system) {
  std::map<std::string, bool> of_model;
  const CoordinateKinds coordinates = coordinates_of(model);
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    of_model.emplace(model.bodies[i].name,
                     model.bodies[i].rotates || coordinates.bodies[i] == Coordinate::Angle);
  std::vector<bool> rotates;
  for (const BodyInfo& info : system.bodies()) {
    const auto found = of_model.find(info.name);
    rotates.push_back(found != of_model.end() && found->second);
  }
  const std::vector<bool> said = rotates;
  for (const ElementInfo& element : system.elements()) add_compared(element, system, said, rotates);
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
