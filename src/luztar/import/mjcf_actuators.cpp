// Actuators of MJCF, and what touches.
#include <algorithm>
#include <cmath>
#include <limits>

#include "luztar/import/mjcf_parts.h"

namespace luztar::mjcf {
namespace {

bool has_pair(const Document& document, const Tree& tree, const Shape& a, const Shape& b) {
  for (const Element* one : document.section("contact")) {
    if (one->name != "exclude") continue;
    const std::string first = document.text(*one, "body1", ""),
                      second = document.text(*one, "body2", "");
    const auto in = [&](const std::string& name, const Shape& shape) {
      const auto& names = tree.names_of_groups[shape.group];
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    if ((in(first, a) && in(second, b)) || (in(first, b) && in(second, a))) return true;
  }
  return false;
}

}  // namespace

Coordinate Parts::transmission(const Element& actuator) const {
  Coordinate coordinate;
  if (const auto joint = document_.attribute(actuator, "joint")) {
    coordinate = {{joint_named(*joint), 1.0}};
  } else if (const auto tendon = document_.attribute(actuator, "tendon")) {
    coordinate = tendon_named(*tendon);
  } else {
    Document::fail(actuator.where, Document::name_of(actuator) + " acts on no joint and no tendon",
                   "use joint=... or tendon=...");
  }
  const auto gear = document_.numbers(actuator, "gear", 0);
  const double factor = gear && !gear->empty() ? gear->front() : 1.0;
  if (factor == 0.0)
    Document::fail(actuator.where, "the gear of " + Document::name_of(actuator) + " is 0",
                   "take the actuator away");
  for (auto& one : coordinate) one.second *= factor;
  return coordinate;
}

Parts::Gains Parts::general(const Element& actuator) const {
  document_.refuse(actuator, {{"dyntype", "none"}, {"gaintype", "fixed"}});
  const std::string bias = document_.text(actuator, "biastype", "none");
  if (bias != "none" && bias != "affine")
    Document::fail(actuator.where, "the biastype " + quote(bias) + " has no counterpart",
                   "use none or affine");
  std::vector<double> gain =
      document_.numbers(actuator, "gainprm", 0).value_or(std::vector<double>{1.0});
  gain.resize(std::max<std::size_t>(gain.size(), 1), 1.0);
  std::vector<double> law =
      document_.numbers(actuator, "biasprm", 0).value_or(std::vector<double>{});
  law.resize(std::max<std::size_t>(law.size(), 3), 0.0);
  if (bias == "none") return {.control = gain[0], .constant = {}, .position = 0.0, .velocity = 0.0};
  return {.control = gain[0], .constant = law[0], .position = law[1], .velocity = law[2]};
}

Parts::Gains Parts::gains_of(const Element& actuator) const {
  const std::string& kind = actuator.name;
  if (kind == "motor") return {.control = 1.0, .constant = {}, .position = 0.0, .velocity = 0.0};
  if (kind == "general") return general(actuator);
  if (kind == "position") {
    document_.refuse(actuator, {{"timeconst", "0"}, {"dampratio", "0"}, {"inheritrange", "0"}});
    const double kp = document_.number(actuator, "kp", 1.0);
    return {.control = kp,
            .constant = {},
            .position = -kp,
            .velocity = -document_.number(actuator, "kv", 0.0)};
  }
  if (kind == "velocity") {
    const double kv = document_.number(actuator, "kv", 1.0);
    return {.control = kv, .constant = {}, .position = 0.0, .velocity = -kv};
  }
  Document::fail(actuator.where, Document::name_of(actuator) + " has no counterpart",
                 "use motor, position, velocity or general");
}

/// Between the limits of ctrlrange or forcerange.
FormulaText Parts::limited(const Element& of, const std::string& name,
                           const FormulaText& value) const {
  const auto range = document_.numbers(of, name + "range", 2);
  if (!document_.truth(of, name + "limited", document_.limits_by_range() && range.has_value()))
    return value;
  if (!range)
    Document::fail(of.where, Document::name_of(of) + " has no " + name + "range", "write it");
  return call("min", {FormulaText((*range)[1]), call("max", {FormulaText((*range)[0]), value})});
}

void Parts::add_actuator(const Element& actuator, double control) {
  document_.refuse(actuator, {{"actlimited", "false"}, {"delay", "0"}});
  const Gains gains = gains_of(actuator);
  const Coordinate coordinate = transmission(actuator);
  const std::string name = document_.text(actuator, "name", actuator.name);
  const std::string parameter = free_symbol(name + "_ctrl", parameters_);
  model_.add("parameters", parameter, "ctrl of " + Document::name_of(actuator))
      .value("value", FormulaText(control).text);
  FormulaText force = gains.control * limited(actuator, "ctrl", parameter) + gains.constant;
  force =
      force + FormulaText(gains.position) * FormulaText("(" + value_of(coordinate, "q").text + ")");
  force =
      force + FormulaText(gains.velocity) * FormulaText("(" + value_of(coordinate, "v").text + ")");
  put(element("forces", name, Document::name_of(actuator))
          .value("value", limited(actuator, "force", force).text),
      coordinate);
}

void Parts::refuse_contacts() const {
  for (const Element& one : document_.root().children)
    if (one.name == "option")
      for (const Element& flag : one.children)
        if (flag.name == "flag" && !document_.truth(flag, "contact", true)) return;
  for (const Element* one : document_.section("contact"))
    if (one->name == "pair")
      Document::fail(one->where, "contacts have no counterpart",
                     "take the pair away, or write a stop or a friction into the model file");
  const std::vector<Shape>& shapes = tree_.shapes;
  constexpr std::size_t kMostShapes = 5'000;
  if (shapes.size() > kMostShapes)
    Document::fail(shapes[kMostShapes].element->where, "more than 5000 geoms",
                   "switch contacts off: <option><flag contact=\"disable\"/></option>");
  for (std::size_t i = 0; i < shapes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Shape &a = shapes[j], &b = shapes[i];
      const bool is_near = a.group == b.group || (b.parent == a.group && a.group != 0) ||
                           (a.parent == b.group && b.group != 0);
      const bool may_touch = (a.type & b.affinity) != 0 || (b.type & a.affinity) != 0;
      if (is_near || !may_touch || has_pair(document_, tree_, a, b)) continue;
      Document::fail(
          b.element->where,
          Document::name_of(*b.element) + " may touch " + Document::name_of(*a.element) +
              ", and contacts have no counterpart",
          "switch contacts off, with <option><flag contact=\"disable\"/></option> or contype and "
          "conaffinity, and write stops into the model file where they are needed");
    }
}

}  // namespace luztar::mjcf
