#include "luztar/io/angles.h"

#include <cmath>
#include <map>
#include <string>

#include "luztar/model/coordinates.h"
#include "luztar/model/kinds.h"

namespace luztar {
namespace {

using Certainty = DimensionOf::Certainty;

/// A given motion has no unit of its own: it is an angle if an element compares it with one.
void add_compared(const ElementInfo& element, const System& system,
                  const std::vector<Coordinate>& said, std::vector<Coordinate>& bodies) {
  if (element.bodies.size() != 2 || std::abs(element.coefficients[0]) != 1.0 ||
      std::abs(element.coefficients[1]) != 1.0)
    return;
  for (const int side : {0, 1}) {
    const int body = element.bodies[side], other = element.bodies[1 - side];
    if (body == kGround || other == kGround || !system.bodies()[body].prescribed) continue;
    if (said[other] == Coordinate::Angle) bodies[body] = Coordinate::Angle;
  }
}

/// Of the bodies of a system; `of_model` is that of its model.
std::vector<Coordinate> body_coordinates(const Model& model, const System& system,
                                         const CoordinateKinds& of_model) {
  std::map<std::string, Coordinate> named;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const bool turns = model.bodies[i].rotates || of_model.bodies[i] == Coordinate::Angle;
    named.emplace(model.bodies[i].name, turns ? Coordinate::Angle : Coordinate::Length);
  }
  std::vector<Coordinate> bodies;
  for (const BodyInfo& info : system.bodies()) {
    const auto found = named.find(info.name);
    bodies.push_back(found == named.end() ? Coordinate::Length : found->second);
  }
  const std::vector<Coordinate> said = bodies;
  for (const ElementInfo& element : system.elements()) add_compared(element, system, said, bodies);
  return bodies;
}

Coordinate by_bodies(const ElementInfo& element, const std::vector<Coordinate>& bodies) {
  bool direct = false;
  for (std::size_t i = 0; i < element.bodies.size(); ++i) {
    if (element.bodies[i] == kGround) continue;
    if (bodies[element.bodies[i]] != Coordinate::Angle) return Coordinate::Length;
    direct = direct || std::abs(element.coefficients[i]) == 1.0;
  }
  return direct ? Coordinate::Angle : Coordinate::Length;
}

/// A plain number beside a length or an angle is one too: q.a - 0.1.
DimensionOf dimension_of_sum(const Expression& sum, const ModelDimensions& dimensions) {
  if (sum.op() != Op::Add && sum.op() != Op::Subtract) return dimensions.of(sum);
  const DimensionOf first = dimension_of_sum(sum.operands()[0], dimensions);
  const DimensionOf second = dimension_of_sum(sum.operands()[1], dimensions);
  if (first.certainty == Certainty::Number) return second;
  if (second.certainty == Certainty::Number) return first;
  return dimensions.of(sum);
}

Coordinate by_formula(const Expression& formula, const ModelDimensions& dimensions) {
  const DimensionOf found = dimension_of_sum(formula, dimensions);
  if (found.certainty == Certainty::None || found.certainty == Certainty::Number)
    return Coordinate::Unknown;
  for (const Coordinate one : {Coordinate::Length, Coordinate::Angle})
    if (found.dimension == dimension_of(one)) return one;
  return Coordinate::Unknown;
}

/// What is said of deflections in the model, by element; Unknown of expressions only.
std::map<std::string, Coordinate> said_of_deflections(const Model& model, CoordinateKinds kinds,
                                                      const CoordinateKinds& of_system,
                                                      const System& system) {
  std::map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < system.bodies().size(); ++i) place[system.bodies()[i].name] = i;
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (const auto found = place.find(model.bodies[i].name); found != place.end())
      kinds.bodies[i] = of_system.bodies[found->second];
  const ModelDimensions dimensions(model, kinds);
  std::map<std::string, Coordinate> said;
  std::size_t i = 0;
  for_each_element(model, [&](const auto& element) {
    Coordinate one = kinds.elements[i++];
    const auto& formula = element.deflection.formula;
    if (one == Coordinate::Unknown && formula) one = by_formula(*formula, dimensions);
    if (one != Coordinate::Unknown || formula) said.emplace(element.name, one);
  });
  return said;
}

}  // namespace

CoordinateKinds result_coordinates(const Model& model, const System& system) {
  const CoordinateKinds of_model = coordinates_of(model);
  CoordinateKinds found{body_coordinates(model, system, of_model), {}};
  const auto said = said_of_deflections(model, of_model, found, system);
  for (const ElementInfo& element : system.elements()) {
    const auto place = said.find(element.name);
    found.elements.push_back(place == said.end() ? by_bodies(element, found.bodies)
                                                 : place->second);
  }
  return found;
}

}  // namespace luztar
