#include "luztar/import/mjcf_parts.h"

#include <cmath>
#include <numbers>

#include "luztar/core/nearness.h"

namespace luztar::mjcf {

ImportedTable Parts::element(const std::string& kind, const std::string& name,
                             const std::string& comment) {
  return {.kind = kind, .name = free_name(name, elements_), .comment = comment, .keys = {}};
}

FormulaText Parts::value_of(const Coordinate& coordinate, const std::string& letter) const {
  FormulaText sum;
  for (const auto& [joint, factor] : coordinate)
    sum = sum + FormulaText(factor) * FormulaText(letter + "." + tree_.joints[joint].name);
  return sum;
}

void Parts::put(ImportedTable table, const Coordinate& coordinate) {
  const auto keys = std::move(table.keys);
  table.keys.clear();
  const auto name = [&](std::size_t i) {
    return "\"" + tree_.joints[coordinate[i].first].name + "\"";
  };
  if (coordinate.size() == 1 && table.kind == "forces" && coordinate[0].second == 1.0) {
    table.raw("on", name(0));
  } else if (coordinate.size() <= 2) {
    table.raw("between", "[" + name(0) + ", " +
                             (coordinate.size() == 2 ? name(1) : std::string("\"ground\"")) + "]");
    const FormulaText first(coordinate[0].second),
        second(coordinate.size() == 2 ? -coordinate[1].second : 1.0);
    if (!first.is_one() || !second.is_one())
      table.raw("arms", "[" + first.text + ", " + second.text + "]");
  } else {
    std::string pairs;
    for (const auto& [joint, factor] : coordinate) {
      pairs += pairs.empty() ? "" : ", ";
      pairs += tree_.joints[joint].name + " = " + FormulaText(factor).text;
    }
    table.raw("across", "{ " + pairs + " }");
  }
  table.keys.insert(table.keys.end(), keys.begin(), keys.end());
  model_.tables.push_back(std::move(table));
}

void Parts::add_limits(const Element& of, const std::string& inherited, double scale,
                       const std::string& name, const Coordinate& coordinate) {
  const auto range = document_.numbers(of, "range", 2, inherited);
  if (!document_.truth(of, "limited", document_.limits_by_range() && range.has_value(), inherited))
    return;
  if (!range || !((*range)[0] <= (*range)[1]))
    Document::fail(of.where, Document::name_of(of) + " is limited and has no range",
                   "write range=\"lower upper\"");
  put(element("stops", name + "_limit", "the limits of " + name + ", rigid")
          .raw("gap", "[" + FormulaText(scale * (*range)[0]).text + ", " +
                          FormulaText(scale * (*range)[1]).text + "]"),
      coordinate);
}

void Parts::add_joint(std::size_t index) {
  const Joint& joint = tree_.joints[index];
  const Element& from = *joint.element;
  const auto value = [&](const char* key) {
    return document_.number(from, key, 0.0, joint.inherited);
  };
  const double scale = joint.turns && document_.in_degrees() ? std::numbers::pi / 180.0 : 1.0;
  const Coordinate coordinate{{index, 1.0}};
  if (value("stiffness") != 0.0) {
    ImportedTable spring = element("springs", joint.name + "_spring", "");
    spring.value("stiffness", FormulaText(value("stiffness")).text);
    if (value("springref") != 0.0)
      spring.value("rest", FormulaText(scale * value("springref")).text);
    put(std::move(spring), coordinate);
  }
  if (value("damping") != 0.0)
    put(element("dampers", joint.name + "_damping", "")
            .value("damping", FormulaText(value("damping")).text),
        coordinate);
  if (value("frictionloss") != 0.0)
    put(element("frictions", joint.name + "_friction", "frictionloss")
            .value("kinetic", FormulaText(value("frictionloss")).text),
        coordinate);
  add_limits(from, joint.inherited, scale, joint.name, coordinate);
}

void Parts::add_gravity(const JointInertia& inertia) {
  for (std::size_t i = 0; i < tree_.joints.size(); ++i)
    if (!tree_.joints[i].turns && inertia.weight[i] != 0.0)
      put(element("forces", tree_.joints[i].name + "_weight", "gravity")
              .value("value", FormulaText(inertia.weight[i]).text),
          {{i, 1.0}});
  for (const Swing& swing : inertia.swings) {
    FormulaText angle;
    for (const auto& [joint, factor] : swing.angle) {
      const FormulaText turn =
          FormulaText("q." + tree_.joints[joint].name) - FormulaText(tree_.joints[joint].reference);
      angle = factor > 0.0 ? angle + turn : angle - turn;
    }
    const FormulaText torque = FormulaText(swing.cosine) * call("cos", {angle}) +
                               FormulaText(swing.sine) * call("sin", {angle});
    put(element("forces", tree_.joints[swing.angle.back().first].name + "_weight", "gravity")
            .value("value", torque.text),
        swing.angle);
  }
}

std::size_t Parts::joint_named(const Attribute& name) const {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < tree_.joints.size(); ++i) {
    const std::string own = document_.text(*tree_.joints[i].element, "name", "");
    if (own == name.value) return i;
    known.push_back(own);
  }
  const std::string close = closest_name(name.value, known);
  Document::fail(name.where, "no joint " + quote(name.value),
                 close.empty() ? "write a joint with this name" : "did you mean '" + close + "'?");
}

Coordinate Parts::tendon_named(const Attribute& name) const {
  const auto found = tendons_.find(name.value);
  if (found == tendons_.end())
    Document::fail(name.where, "no tendon " + quote(name.value),
                   "write a fixed tendon with this name");
  return found->second;
}

/// Where the springs of its joints are without force.
double Parts::rest_of(const Coordinate& coordinate) const {
  double length = 0.0;
  for (const auto& [index, factor] : coordinate) {
    const Joint& joint = tree_.joints[index];
    const double scale = joint.turns && document_.in_degrees() ? std::numbers::pi / 180.0 : 1.0;
    length += factor * scale * document_.number(*joint.element, "springref", 0.0, joint.inherited);
  }
  return length;
}

void Parts::add_tendon(const Element& tendon) {
  if (tendon.name != "fixed")
    Document::fail(tendon.where,
                   Document::name_of(tendon) + " runs through space and has no counterpart",
                   "use <fixed> tendons, sums of joints");
  document_.refuse(tendon, {{"armature", "0"}, {"actuatorfrclimited", "false"}});
  Coordinate coordinate;
  for (const Element& child : tendon.children) {
    const auto joint = document_.attribute(child, "joint");
    if (child.name != "joint" || !joint)
      Document::fail(child.where, "<" + child.name + "> in a fixed tendon",
                     "write <joint joint=\"...\" coef=\"...\"/>");
    const double factor = document_.number(child, "coef", 0.0);
    if (factor != 0.0) coordinate.emplace_back(joint_named(*joint), factor);
  }
  if (coordinate.empty())
    Document::fail(tendon.where, Document::name_of(tendon) + " acts on no joint",
                   "give its joints a coef that is not 0");
  for (std::size_t i = 0; i < coordinate.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (coordinate[i].first == coordinate[j].first)
        Document::fail(tendon.where, Document::name_of(tendon) + " has one joint twice",
                       "write their sum");
  const std::string name = document_.text(tendon, "name", "tendon");
  tendons_[name] = coordinate;
  const auto value = [&](const char* key) {
    return document_.number(tendon, key, 0.0);
  };
  if (value("stiffness") != 0.0) {
    ImportedTable spring = element("springs", name, "a fixed tendon");
    spring.value("stiffness", FormulaText(value("stiffness")).text);
    const auto length = document_.numbers(tendon, "springlength", 0);
    const bool by_joints = !length || (*length)[0] == -1.0;
    const double lower = by_joints ? rest_of(coordinate) : (*length)[0];
    const double upper = by_joints || length->size() < 2 ? lower : (*length)[1];
    if (same_bits(lower, upper) && lower != 0.0) spring.value("rest", FormulaText(lower).text);
    if (!same_bits(lower, upper))
      spring.raw("gap", "[" + FormulaText(lower).text + ", " + FormulaText(upper).text + "]");
    put(std::move(spring), coordinate);
  }
  if (value("damping") != 0.0)
    put(element("dampers", name + "_damping", "")
            .value("damping", FormulaText(value("damping")).text),
        coordinate);
  if (value("frictionloss") != 0.0)
    put(element("frictions", name + "_friction", "frictionloss")
            .value("kinetic", FormulaText(value("frictionloss")).text),
        coordinate);
  add_limits(tendon, "", 1.0, name, coordinate);
}

void Parts::add_equality(const Element& equality) {
  if (!document_.truth(equality, "active", true)) return;
  if (equality.name != "joint")
    Document::fail(equality.where, "<" + equality.name + "> in <equality> has no counterpart",
                   "tie joints with <joint joint1=... joint2=... polycoef=...>");
  const auto first = document_.attribute(equality, "joint1");
  if (!first) Document::fail(equality.where, "this equality has no joint1", "name the joint");
  const auto second = document_.attribute(equality, "joint2");
  std::vector<double> factors =
      document_.numbers(equality, "polycoef", 0).value_or(std::vector<double>{0.0, 1.0});
  factors.resize(5, 0.0);
  add_tie(equality, joint_named(*first), second ? &*second : nullptr, factors);
}

/// q1 - ref1 = a0 + a1 (q2 - ref2) + ...
void Parts::add_tie(const Element& equality, std::size_t first, const Attribute* second,
                    const std::vector<double>& factors) {
  const auto moved = [&](std::size_t joint) {
    return positions_[joint] - tree_.joints[joint].reference;
  };
  const std::size_t other = second != nullptr ? joint_named(*second) : first;
  double wanted = 0.0, size = std::abs(positions_[first]) + std::abs(tree_.joints[first].reference);
  for (std::size_t i = second != nullptr ? 5 : 1; i-- > 0;)
    wanted = factors[i] + (second != nullptr ? wanted * moved(other) : 0.0);
  size += std::abs(wanted);
  if (!is_negligible(moved(first) - wanted, size, kSolved))
    Document::fail(equality.where,
                   "the start does not fulfil this equality: " + quote(tree_.joints[first].name) +
                       " would have to be elsewhere",
                   "give a key whose qpos does");
  const bool is_straight = factors[2] == 0.0 && factors[3] == 0.0 && factors[4] == 0.0;
  ImportedTable link =
      element("links", tree_.joints[first].name + "_tie", "an equality of joints, rigid");
  Coordinate coordinate{{first, 1.0}};
  if (second != nullptr && is_straight && factors[1] != 0.0)
    coordinate.emplace_back(other, -factors[1]);
  if (second == nullptr || is_straight) return put(std::move(link), coordinate);
  const FormulaText x =
      FormulaText("q." + tree_.joints[other].name) - FormulaText(tree_.joints[other].reference);
  FormulaText sum("q." + tree_.joints[first].name);
  FormulaText base = FormulaText("(" + x.text + ")");
  for (std::size_t i = 1; i < 5; ++i)
    sum = sum - FormulaText(factors[i]) * power(base, FormulaText(static_cast<double>(i)));
  link.value("deflection", sum.text);
  model_.tables.push_back(std::move(link));
}

}  // namespace luztar::mjcf
