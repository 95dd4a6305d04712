// Small models whose networks are counted by hand.
#include "luztar/network/network.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace luztar {
namespace {

using Law = NetworkElement::Law;

Expression number(double value) { return Expression::number(value); }

Body body(const char* name, Expression mass) {
  Body made;
  made.name = name;
  made.mass = std::move(mass);
  return made;
}

/// Between bodies with the coefficients 1 and -1.
template <class Element>
Element& add(std::vector<Element>& list, const char* name, int first, int second) {
  Element& made = list.emplace_back();
  made.name = name;
  made.deflection.terms = {{first, number(1)}, {second, number(-1)}};
  return made;
}

/// Bodies 0 heavy, 1 light (m = 0 by a parameter), 2 steady, 3 moved.
Model four_bodies() {
  Model model;
  model.parameters.push_back({.name = "m", .value = number(0)});
  model.bodies = {body("heavy", number(2)), body("light", Expression::symbol("m")),
                  body("steady", number(std::numeric_limits<double>::infinity()))};
  Body moved;
  moved.name = "moved";
  moved.motion = Expression::symbol("t");
  model.bodies.push_back(moved);
  return model;
}

/// One element of every law, in the order of the file.
Model every_law() {
  Model model = four_bodies();
  add(model.springs, "coil", 0, 1).damping = number(5);
  add(model.springs, "air", 0, kGround).force = Expression::symbol("d");
  add(model.dampers, "oil", 1, kGround).damping = number(3);
  add(model.dampers, "drag", 0, 2).force = Expression::symbol("v");
  add(model.frictions, "dry", 0, 3).normal = number(7);
  Friction& dahl = add(model.frictions, "dahl", 0, kGround);
  dahl.bristles = Friction::Bristles{Friction::Bristles::Kind::Dahl};
  dahl.forward.viscous = number(4);
  add(model.frictions, "wet", 1, 2);
  add(model.links, "shaft", 0, 1);
  add(model.stops, "wall", 0, kGround);
  add(model.forces, "push", 0, kGround).value = number(9);
  return model;
}

Network network_of(const Model& model, double m = 0.0) {
  return luztar::network_of(model, {{"m", m}});
}

TEST_CASE("a body has one role, by the value of its mass") {
  const Model model = four_bodies();
  const Network network = network_of(model);
  CHECK(network.roles == std::vector{BodyRole::Inertial, BodyRole::Massless, BodyRole::Steady,
                                     BodyRole::Prescribed});
  CHECK(network.has_massless());
  const Network heavier = network_of(model, 0.25);
  CHECK(heavier.roles[1] == BodyRole::Inertial);
  CHECK(!heavier.has_massless());
}

TEST_CASE("infinite masses, motions and the ground move whatever acts on them") {
  const Model model = four_bodies();
  const Network network = network_of(model);
  for (const auto& [where, given] :
       {std::pair{kGround, true}, {0, false}, {1, false}, {2, true}, {3, true}}) {
    CAPTURE(where);
    CHECK(network.is_given(where) == given);
    CHECK(network.is_massless(where) == (where == 1));
  }
}

TEST_CASE("elements stand in the order of results: bristles before pairs, forces last") {
  const Model model = every_law();
  const Network network = network_of(model);
  struct Row {
    std::string name;
    Law law;
    PartKind kind;
    std::size_t index;
  };
  const std::vector<Row> expected = {
      {"coil", Law::Spring, PartKind::Spring, 0},     {"air", Law::Written, PartKind::Spring, 1},
      {"oil", Law::Spring, PartKind::Damper, 0},      {"drag", Law::Written, PartKind::Damper, 1},
      {"dahl", Law::Internal, PartKind::Friction, 1}, {"dry", Law::Coulomb, PartKind::Friction, 0},
      {"wet", Law::Coulomb, PartKind::Friction, 2},   {"shaft", Law::Link, PartKind::Link, 0},
      {"wall", Law::Stop, PartKind::Stop, 0},         {"push", Law::Written, PartKind::Force, 0}};
  REQUIRE(network.elements.size() == expected.size());
  for (std::size_t e = 0; e < expected.size(); ++e) {
    CAPTURE(expected[e].name);
    CHECK(network.elements[e].name == expected[e].name);
    CHECK(network.elements[e].law == expected[e].law);
    CHECK(network.elements[e].kind == expected[e].kind);
    CHECK(network.elements[e].index == expected[e].index);
  }
  CHECK(std::count_if(network.elements.begin(), network.elements.end(),
                      [](const NetworkElement& e) { return e.is_pair(); }) == 4);
}

/// The texts of what an expression of all elements is; "-" where there is none.
std::string texts(const Network& network, const Expression* NetworkElement::*value) {
  std::string all;
  for (const NetworkElement& element : network.elements)
    all += (all.empty() ? "" : " ") + (element.*value ? to_text(*(element.*value)) : "-");
  return all;
}

TEST_CASE("written forces, normal forces and dampings are found whatever the kind is") {
  const Model model = every_law();
  const Network network = network_of(model);
  //                                          coil air oil drag dahl dry wet shaft wall push
  CHECK(texts(network, &NetworkElement::written) == "- d - v - 7 - - - 9");
  CHECK(texts(network, &NetworkElement::viscous) == "5 - 3 - 4 0 0 - - -");
}

TEST_CASE("what a pair can do is asked for, not its kind") {
  Model model = every_law();
  model.stops[0].lower = number(-2);
  model.stops[0].upper = number(6);
  add(model.freewheels, "clutch", 0, 1);
  const Network network = network_of(model);
  //                                        coil air oil drag dahl dry wet clutch shaft wall push
  CHECK(texts(network, &NetworkElement::lower) == "- - - - - - - - - -2 -");
  CHECK(texts(network, &NetworkElement::upper) == "- - - - - - - - - 6 -");
  const auto names = [&](bool (NetworkElement::*can)() const) {
    std::string found;
    for (const NetworkElement& element : network.elements)
      if ((element.*can)()) found += element.name + " ";
    return found;
  };
  CHECK(names(&NetworkElement::is_pair) == "dry wet clutch shaft wall ");
  CHECK(names(&NetworkElement::is_endless) == "clutch shaft wall ");
  CHECK(names(&NetworkElement::is_one_sided) == "clutch wall ");
  CHECK(names(&NetworkElement::has_edges) == "wall ");
}

TEST_CASE("who feels an element follows from the roles of its bodies") {
  const Model model = every_law();
  const Network network = network_of(model);
  std::string at_massless;
  for (const NetworkElement& element : network.elements)
    if (network.touches_massless(element.deflection)) at_massless += element.name + " ";
  CHECK(at_massless == "coil oil wet shaft ");
  Deflection between_given;
  between_given.terms = {{2, number(1)}, {3, number(-1)}, {kGround, number(1)}};
  CHECK(!network.acts(between_given));
  between_given.terms.push_back({1, number(2)});
  CHECK(network.acts(between_given));
}

}  // namespace
}  // namespace luztar
