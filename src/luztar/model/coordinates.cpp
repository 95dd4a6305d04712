#include "luztar/model/coordinates.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/model/kinds.h"
#include "luztar/model/pressed_levels.h"

namespace luztar {
namespace {

constexpr Dimension kLength{0, 1, 0};
constexpr Dimension kPerLength{0, -1, 0};
constexpr Dimension kForce{1, 1, -2};
constexpr Dimension kTorque{1, 2, -2};

std::size_t place(Coordinate coordinate) { return coordinate == Coordinate::Length ? 0 : 1; }

/// d of an element by a position and its arm.
Coordinate through(Arm arm, Coordinate coordinate) {
  if (arm == Arm::Length) return Coordinate::Length;
  if (arm == Arm::PerLength) return Coordinate::Angle;
  return arm == Arm::Ratio ? coordinate : Coordinate::Unknown;
}

/// A position by d and its arm.
Coordinate back_through(Arm arm, Coordinate d) {
  if (arm == Arm::Length) return Coordinate::Angle;
  if (arm == Arm::PerLength) return Coordinate::Length;
  return arm == Arm::Ratio ? d : Coordinate::Unknown;
}

Coordinate of_force(const Dimension& force) {
  if (force == kForce) return Coordinate::Length;
  return force == kTorque ? Coordinate::Angle : Coordinate::Unknown;
}

bool has_unit(const Expression& expression) {
  return expression.op() == Op::Number ? !expression.unit().empty()
                                       : std::ranges::any_of(expression.operands(), has_unit);
}

}  // namespace

void CoordinateSearch::Votes::add(Coordinate coordinate, const Evidence& evidence) {
  if (coordinate == Coordinate::Unknown) return;
  if (number[place(coordinate)]++ == 0) first[place(coordinate)] = evidence;
  if (earliest == Coordinate::Unknown) earliest = coordinate;
}

Coordinate CoordinateSearch::Votes::most() const {
  if (number[0] == number[1]) return earliest;
  return number[0] > number[1] ? Coordinate::Length : Coordinate::Angle;
}

CoordinateSearch::CoordinateSearch(const Model& model)
    : model_(model),
      found_{std::vector<Coordinate>(model.bodies.size()),
             std::vector<Coordinate>(number_of_elements(model))},
      dimensions_(model, found_),
      bodies_(model.bodies.size()),
      joints_of_(model.bodies.size()),
      reasons_(model.bodies.size()) {
  for_each_element(model, [&](const auto& element) {
    Joint joint{&element.name, &element.deflection, {}};
    for (const Deflection::Term& term : element.deflection.terms) {
      joint.arms.push_back(element.deflection.formula ? Arm::Unknown : arm(term.coefficient));
      if (term.body >= 0) joints_of_[static_cast<std::size_t>(term.body)].push_back(joints_.size());
    }
    joints_.push_back(std::move(joint));
  });
  const auto known = [&] {
    std::size_t number = 0;
    for (const auto* list : {&found_.bodies, &found_.elements})
      for (const Coordinate coordinate : *list) number += coordinate != Coordinate::Unknown ? 1 : 0;
    return number;
  };
  collect();
  decide();
  spread();
  // What positions are in says more of the expressions that read them.
  for (std::size_t before = 0; before != known();) {
    before = known();
    collect();
    spread();
  }
}

Arm CoordinateSearch::arm(const Expression& coefficient) const {
  if (coefficient.op() == Op::Number && coefficient.unit().empty())
    return std::abs(coefficient.number()) == 1 ? Arm::Ratio : Arm::Unknown;
  const DimensionOf value = dimensions_.of(coefficient);
  if (!value.is_sure()) return Arm::Unknown;
  if (value.dimension == Dimension{}) return Arm::Ratio;
  if (value.dimension == kLength) return Arm::Length;
  return value.dimension == kPerLength ? Arm::PerLength : Arm::None;
}

// --- votes --------------------------------------------------------------------------------------

/// Those that are known already have said all.
void CoordinateSearch::collect() {
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (found_.bodies[i] == Coordinate::Unknown) {
      bodies_[i] = {};
      collect(model_.bodies[i], bodies_[i]);
      found_.bodies[i] = bodies_[i].most();
      if (found_.bodies[i] != Coordinate::Unknown)
        reasons_[i] = bodies_[i].first[place(found_.bodies[i])];
    }
  std::size_t j = 0;
  for_each_element(model_, [&](const auto& element) {
    if (found_.elements[j] == Coordinate::Unknown) {
      joints_[j].votes = {};
      collect(element, joints_[j]);
    }
    ++j;
  });
}

void CoordinateSearch::collect(const Body& body, Votes& votes) {
  if (body.rotates) votes.add(Coordinate::Angle, {"inertia", &*body.mass});
  dimensions_.enter(Coordinate::Unknown);
  for_each_value(body, [&](const Field& field, const Expression& value) {
    if (body.rotates && &value == &*body.mass) return;
    votes.add(said_by(field, value), {field.key, &value});
  });
}

template <class Element>
void CoordinateSearch::collect(const Element& element, Joint& joint) {
  dimensions_.enter(Coordinate::Unknown);
  if (const auto& formula = element.deflection.formula)
    joint.votes.add(said_by(kDeflectionKey, *formula), {"deflection", &*formula, joint.name});
  for_each_value(element, [&](const Field& field, const Expression& value) {
    Coordinate said = said_by(field, value);
    const Expression* pressing = pressing_force(element);
    if (pressing != nullptr && is_pressed(field)) said = said_by_level(*pressing, value);
    if (presses(field) && said == Coordinate::Length) said = Coordinate::Unknown;
    joint.votes.add(said, {field.key, &value, joint.name});
  });
}

Coordinate CoordinateSearch::said_by(const Field& field, const Expression& value) const {
  if (field.unit.translating == field.unit.rotating) return Coordinate::Unknown;
  const DimensionOf given = dimensions_.of(value);
  if (!given.is_sure()) return Coordinate::Unknown;
  if (given.dimension == dimensions_.of_unit(field.unit.translating)) return Coordinate::Length;
  return given.dimension == dimensions_.of_unit(field.unit.rotating) ? Coordinate::Angle
                                                                     : Coordinate::Unknown;
}

/// A level in m is the arm of a torque; a number is one of a force, or of a torque that presses.
Coordinate CoordinateSearch::said_by_level(const Expression& pressing,
                                           const Expression& level) const {
  const DimensionOf given = dimensions_.of(level), press = dimensions_.of(pressing);
  if (!given.is_sure()) return Coordinate::Unknown;
  if (given.dimension == kLength) return Coordinate::Angle;
  if (!press.is_sure()) return Coordinate::Unknown;
  return of_force(product(given.dimension, press.dimension));
}

// --- decisions ----------------------------------------------------------------------------------

/// With what elements say of a body, where an arm is known. Of a body that says nothing itself they
/// say no more than the other bodies at them do.
void CoordinateSearch::decide() {
  std::vector<Votes> all = bodies_;
  const auto says = [&](const Deflection::Term& term) {
    return term.body >= 0 &&
           bodies_[static_cast<std::size_t>(term.body)].most() != Coordinate::Unknown;
  };
  for (const Joint& joint : joints_) {
    const bool any = std::ranges::any_of(joint.deflection->terms, says);
    for (std::size_t k = 0; k < joint.arms.size(); ++k) {
      const Deflection::Term& term = joint.deflection->terms[k];
      if (term.body < 0 || (any && !says(term))) continue;
      add_votes(joint, k, all[static_cast<std::size_t>(term.body)]);
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    found_.bodies[i] = all[i].most();
    if (found_.bodies[i] != Coordinate::Unknown)
      reasons_[i] = all[i].first[place(found_.bodies[i])];
  }
}

/// What an element says of the body of its term k.
void CoordinateSearch::add_votes(const Joint& joint, std::size_t k, Votes& votes) {
  const Arm arm = joint.arms[k];
  if (arm == Arm::Length || arm == Arm::PerLength)
    votes.add(back_through(arm, Coordinate::Unknown),
              {"arms", &joint.deflection->terms[k].coefficient, joint.name});
  if (arm != Arm::Ratio) return;
  for (const Coordinate c : {Coordinate::Length, Coordinate::Angle})
    for (int n = 0; n < joint.votes.number[place(c)]; ++n)
      votes.add(c, joint.votes.first[place(c)]);
}

void CoordinateSearch::spread() {
  std::vector<std::size_t> open(joints_.size());
  for (std::size_t j = 0; j < open.size(); ++j) open[j] = open.size() - 1 - j;
  while (!open.empty()) {
    const std::size_t j = open.back();
    open.pop_back();
    settle(j, open);
  }
}

/// @param open  joints to look at; those of a body that has become known are added
void CoordinateSearch::settle(std::size_t j, std::vector<std::size_t>& open) {
  const Joint& joint = joints_[j];
  Coordinate& d = found_.elements[j];
  const auto& terms = joint.deflection->terms;
  for (std::size_t k = 0; d == Coordinate::Unknown && k < terms.size(); ++k)
    if (terms[k].body >= 0)
      d = through(joint.arms[k], found_.bodies[static_cast<std::size_t>(terms[k].body)]);
  if (d == Coordinate::Unknown) d = joint.votes.most();
  if (d == Coordinate::Unknown) return;
  for (std::size_t k = 0; k < terms.size(); ++k) {
    if (terms[k].body < 0) continue;
    const auto body = static_cast<std::size_t>(terms[k].body);
    if (found_.bodies[body] != Coordinate::Unknown) continue;
    found_.bodies[body] = back_through(joint.arms[k], d);
    if (found_.bodies[body] == Coordinate::Unknown) continue;
    reasons_[body] = {nullptr, nullptr, joint.name};
    if (joint.votes.number[place(d)] > 0) reasons_[body] = joint.votes.first[place(d)];
    open.insert(open.end(), joints_of_[body].begin(), joints_of_[body].end());
  }
}

// --- reasons ------------------------------------------------------------------------------------

std::string CoordinateSearch::words_of(const Evidence& evidence) const {
  if (evidence.key == nullptr) return quote(*evidence.owner) + " joins it to others that do";
  const bool is_word = std::string_view(evidence.key) == "inertia";  // `inertia` without a unit
  const DimensionOf given = dimensions_.of(*evidence.value);
  std::string words = evidence.owner == nullptr
                          ? "its " + std::string(evidence.key)
                          : "`" + std::string(evidence.key) + "` of " + quote(*evidence.owner);
  if (is_word && !given.is_sure()) return "it has an inertia";
  if (given.dimension == Dimension{}) return words + " is an angle";
  return words + " is in " + luztar::words_of(given.dimension);
}

std::string CoordinateSearch::reason_of_body(int body) const {
  const auto i = static_cast<std::size_t>(body);
  const bool translates = found_.bodies[i] == Coordinate::Length;
  return quote(model_.bodies[i].name) + (translates ? " translates: " : " turns: ") +
         words_of(reasons_[i]);
}

std::string CoordinateSearch::reason_of_element(std::size_t element) const {
  const Joint& joint = joints_[element];
  const Coordinate d = found_.elements[element];
  const auto& terms = joint.deflection->terms;
  int like = kGround;  // one that says it itself, else one that others make so
  for (std::size_t k = 0; k < terms.size(); ++k) {
    if (joint.arms[k] == Arm::Length) return "it has an arm in m";
    const int body = terms[k].body;
    if (joint.arms[k] != Arm::Ratio || body < 0) continue;
    if (found_.bodies[static_cast<std::size_t>(body)] != d) continue;
    if (like == kGround || reasons_[static_cast<std::size_t>(like)].key == nullptr) like = body;
  }
  if (like != kGround) return reason_of_body(like);
  return joint.votes.number[place(d)] > 0 ? words_of(joint.votes.first[place(d)])
                                          : "of the bodies that it joins";
}

// --- models --------------------------------------------------------------------------------------

bool has_units(const Model& model) {
  const auto has = [](const auto& item) {
    return !item.unit.empty();
  };
  const auto tables_have = [](const FunctionTable& table) {
    return !table.x_unit.empty() || !table.y_unit.empty() || !table.z_unit.empty();
  };
  if (std::ranges::any_of(model.parameters, has) || std::ranges::any_of(model.states, has) ||
      std::ranges::any_of(model.tables, tables_have))
    return true;
  bool found = false;
  const auto look_at = [&](const auto& item) {
    if (!found)
      for_each_expression(item, [&](const Expression& e) { found = found || has_unit(e); });
  };
  look_at(model.simulation);
  for (const auto* seconds : {&model.simulation.step, &model.output.checkpoint})
    found = found || (*seconds && has_unit(**seconds));
  for (const StateVariable& state : model.states) look_at(state);
  for (const Controller& controller : model.controllers) look_at(controller);
  for (const Inertia& inertia : model.inertias)
    for (const Inertia::Entry& entry : inertia.entries()) found = found || has_unit(entry.value);
  for_each_list(model, [&](PartKind, const auto& list) { std::ranges::for_each(list, look_at); });
  for (const Parameter& parameter : model.parameters) found = found || has_unit(parameter.value);
  return found;
}

CoordinateKinds coordinates_of(const Model& model) {
  if (has_units(model)) return CoordinateSearch(model).coordinates();
  return {std::vector<Coordinate>(model.bodies.size()),
          std::vector<Coordinate>(number_of_elements(model))};
}

}  // namespace luztar
