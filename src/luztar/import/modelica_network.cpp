#include "luztar/import/modelica_network.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"

namespace luztar::modelica {
namespace {

constexpr const char* kGround = "ground";

}  // namespace

FormulaText Deflection::rate(const std::string& letter) const {
  FormulaText sum;
  for (const auto& [body, factor] : bodies) sum = sum + factor * FormulaText(letter + "." + body);
  return sum;
}

Network::Parent Network::root_of(const std::string& flange) {
  Parent at{.name = flange, .distance = 0.0};
  for (auto up = parents_.find(at.name); up != parents_.end(); up = parents_.find(at.name))
    at = {.name = up->second.name, .distance = at.distance + up->second.distance};
  return at;
}

void Network::join(const std::string& a, const std::string& b, double distance,
                   const Place& place) {
  Parent root_a = root_of(a), root_b = root_of(b);
  // position(b) = position(a) + distance
  const double apart = root_a.distance + distance - root_b.distance;  // root of b - root of a
  if (root_a.name == root_b.name) {
    const double size = std::abs(root_a.distance) + std::abs(root_b.distance) + std::abs(distance);
    if (!is_negligible(apart, size, kRounding))
      values_.fail(place, quote(a) + " and " + quote(b) + " are rigidly joined at two distances",
                   "take one of the ways away");
    return;
  }
  const std::size_t both = std::max<std::size_t>(members_[root_a.name], 1) +
                           std::max<std::size_t>(members_[root_b.name], 1);
  if (root_b.name == kGround) {
    parents_[root_a.name] = {.name = kGround, .distance = -apart};
    members_[kGround] = both;
  } else {
    parents_[root_b.name] = {.name = root_a.name, .distance = apart};
    members_[root_a.name] = both;
  }
}

void Network::hold(const std::string& flange, double position, const Place& place) {
  join(kGround, flange, position, place);
}

bool Network::is_joined(const std::string& flange) { return members_[root_of(flange).name] > 1; }

void Network::add_body(const Instance& component, const std::string& flange,
                       const FormulaText& mass) {
  const std::string root = root_of(flange).name;
  const std::string type = component.library.substr(component.library.rfind('.') + 1);
  if (root == kGround || (body_of_root_.contains(root) && bodies_[body_of_root_[root]].is_given)) {
    model_.head.push_back(component.path + " (" + type +
                          ") moves as what it is joined to: its inertia does nothing");
    return;
  }
  bodies_.push_back({.name = free_name(component.path, names_),
                     .flange = flange,
                     .turns = turns_[flange],
                     .is_given = false,
                     .mass = mass,
                     .motion = {},
                     .comment = type + (component.about.empty() ? "" : ": " + component.about),
                     .path = component.path});
  const std::size_t added = bodies_.size() - 1;
  const auto [first, is_first] = body_of_root_.emplace(root, added);
  if (is_first) return;
  ImportedTable& link =
      model_.add("links", name_of_element(component.path + "_joined"), "a rigid connection");
  link.raw("between", "[\"" + bodies_[added].name + "\", \"" + bodies_[first->second].name + "\"]");
}

void Network::add_motion(const Instance& component, const std::string& flange,
                         const FormulaText& motion, double at_start, double speed) {
  const std::string root = root_of(flange).name;
  if (root == kGround || body_of_root_.contains(root))
    values_.fail(component.place,
                 quote(component.path) + " moves what something else holds or moves",
                 "take one of them away");
  bodies_.push_back({.name = free_name(component.path, names_),
                     .flange = flange,
                     .turns = turns_[flange],
                     .is_given = true,
                     .mass = {},
                     .motion = motion,
                     .comment = component.library.substr(component.library.rfind('.') + 1),
                     .path = component.path});
  body_of_root_[root] = bodies_.size() - 1;
  given_of_body_[bodies_.size() - 1] = given_.size();
  given_.emplace_back(at_start, speed);
}

std::size_t Network::add_massless(const std::string& flange) {
  bodies_.push_back({.name = free_name(flange, names_),
                     .flange = flange,
                     .turns = turns_[flange],
                     .is_given = false,
                     .mass = FormulaText(0.0),
                     .motion = {},
                     .comment = "without inertia",
                     .path = ""});
  body_of_root_[root_of(flange).name] = bodies_.size() - 1;
  return bodies_.size() - 1;
}

std::size_t Network::body_of(const std::string& flange) {
  const auto found = body_of_root_.find(root_of(flange).name);
  return found != body_of_root_.end() ? found->second : add_massless(flange);
}

double Network::place_on_body(const std::string& flange, std::size_t body) {
  return root_of(flange).distance - root_of(bodies_[body].flange).distance;
}

Deflection Network::deflection(const std::vector<Term>& terms) {
  Deflection sum;
  for (const Term& term : terms) {
    const Parent root = root_of(term.flange);
    const bool is_ground = root.name == kGround;
    const std::size_t body = is_ground ? 0 : body_of(term.flange);
    const double place = is_ground ? root.distance : place_on_body(term.flange, body);
    sum.offset += term.number * place;
    if (is_ground) continue;
    const std::string& name = bodies_[body].name;
    const auto same = std::find_if(sum.bodies.begin(), sum.bodies.end(),
                                   [&](const auto& one) { return one.first == name; });
    if (same == sum.bodies.end()) {
      sum.bodies.emplace_back(name, term.factor);
    } else if (same->second.text == (-term.factor).text) {
      sum.bodies.erase(same);
    } else {
      same->second = same->second + term.factor;
    }
  }
  return sum;
}

bool Network::write(const Deflection& deflection, bool is_force, ImportedTable& to) const {
  const auto& bodies = deflection.bodies;
  if (bodies.empty()) return false;
  if (bodies.size() > 2) {
    std::string pairs;
    for (const auto& [name, factor] : bodies) {
      pairs += pairs.empty() ? "" : ", ";
      pairs += name;
      pairs += " = " + toml_value(factor.text);
    }
    to.raw("across", "{ " + pairs + " }");
    return true;
  }
  const FormulaText second = bodies.size() == 2 ? -bodies[1].second : FormulaText(1.0);
  if (bodies.size() == 1 && is_force && bodies[0].second.is_one()) {
    to.raw("on", "\"" + bodies[0].first + "\"");
    return true;
  }
  to.raw("between", "[\"" + bodies[0].first + "\", \"" +
                        (bodies.size() == 2 ? bodies[1].first : std::string(kGround)) + "\"]");
  if (!bodies[0].second.is_one() || !second.is_one())
    to.raw("arms", "[" + toml_value(bodies[0].second.text) + ", " + toml_value(second.text) + "]");
  return true;
}

void Network::add_link(const Instance& component, const std::vector<Term>& terms,
                       const std::string& efficiency) {
  links_.push_back({.component = &component, .terms = terms, .efficiency = efficiency});
  for (const Term& term : terms)
    if (root_of(term.flange).name != kGround) body_of(term.flange);
}

void Network::write_links() {
  for (const Link& link : links_) {
    const std::string type = link.component->library.substr(link.component->library.rfind('.') + 1);
    ImportedTable table{.kind = "links",
                        .name = name_of_element(link.component->path),
                        .comment = type,
                        .keys = {}};
    if (!write(deflection(link.terms), false, table)) continue;
    if (!link.efficiency.empty()) table.raw("efficiency", link.efficiency);
    model_.tables.push_back(std::move(table));
  }
}

void Network::add_start(const std::vector<std::pair<std::string, double>>& terms, bool of_speed,
                        const Values::Start& start, double value) {
  if (!start.fixed && !start.value) return;
  wishes_.push_back({.terms = terms,
                     .of_speed = of_speed,
                     .fixed = start.fixed,
                     .value = value,
                     .place = start.place,
                     .formula = start.value ? values_.formula(*start.value).text : "0"});
}

StartRow Network::row_of(const std::vector<std::pair<std::string, double>>& terms, bool of_speed) {
  StartRow row{.factors = std::vector<double>(bodies_.size(), 0.0), .value = 0.0};
  for (const auto& [flange, factor] : terms) {
    const Parent root = root_of(flange);
    const bool is_ground = root.name == kGround;
    const std::size_t body = is_ground ? 0 : body_of(flange);
    if (!of_speed) row.value -= factor * (is_ground ? root.distance : place_on_body(flange, body));
    if (is_ground) continue;
    const auto given = given_of_body_.find(body);
    if (given == given_of_body_.end()) {
      row.factors[body] += factor;
    } else {
      row.value -= factor * (of_speed ? given_[given->second].second : given_[given->second].first);
    }
  }
  return row;
}

void Network::write_body(const Body& body, double position, double velocity) {
  ImportedTable& table = model_.add("bodies", body.name, body.comment);
  if (body.is_given) {
    table.value("motion", body.motion.text);
    return;
  }
  table.value(body.turns ? "inertia" : "mass", body.mass.text);
  for (const bool of_speed : {false, true}) {
    const double value = of_speed ? velocity : position;
    std::string text = FormulaText(value).text;
    for (const Wish& wish : wishes_)
      if (wish.of_speed == of_speed && wish.fixed && wish.terms.size() == 1 &&
          wish.terms[0].first == body.flange && same_bits(wish.value, value))
        text = wish.formula;
    if (text != "0") table.value(of_speed ? "velocity" : "position", text);
  }
}

void Network::write_bodies() {
  write_links();
  for (const Wish& wish : wishes_)
    for (const auto& [flange, factor] : wish.terms)
      if (root_of(flange).name != kGround) body_of(flange);
  std::vector<std::vector<double>> values;
  for (const bool of_speed : {false, true}) {
    Starts starts(bodies_.size());
    for (const Body& body : bodies_) {
      const std::size_t first = body_of_root_[root_of(body.flange).name];
      if (&bodies_[first] == &body) continue;
      StartRow row{.factors = std::vector<double>(bodies_.size(), 0.0),
                   .value = of_speed ? 0.0 : place_on_body(body.flange, first)};
      row.factors[static_cast<std::size_t>(&body - bodies_.data())] = 1.0;
      row.factors[first] = -1.0;
      starts.take(row);
    }
    for (const Link& link : links_) {
      std::vector<std::pair<std::string, double>> terms;
      for (const Term& term : link.terms) terms.emplace_back(term.flange, term.number);
      starts.take(row_of(terms, of_speed));
    }
    for (const bool fixed : {true, false})
      for (const Wish& wish : wishes_) {
        if (wish.of_speed != of_speed || wish.fixed != fixed) continue;
        StartRow row = row_of(wish.terms, of_speed);
        row.value += wish.value;
        if (starts.take(row) == Starts::Taken::Contradicts && fixed)
          values_.fail(
              wish.place,
              "this start value contradicts others, or what gears and rigid connections allow",
              "take 'fixed = true' away where it is not needed");
      }
    for (std::size_t i = 0; i < bodies_.size(); ++i) {  // what nothing says is 0
      if (bodies_[i].is_given) continue;
      StartRow row{.factors = std::vector<double>(bodies_.size(), 0.0), .value = 0.0};
      row.factors[i] = 1.0;
      starts.take(row);
    }
    values.push_back(starts.solved());
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    write_body(bodies_[i], values[0][i], values[1][i]);
}

}  // namespace luztar::modelica
