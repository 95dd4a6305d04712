// A report on a part of a network: its bodies and elements with numbers of their own.
#include "luztar/io/report/part_of_run.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace luztar::report {
namespace {

// Bodies a b c d in a row, element k between k and k + 1; one signal and one motion at the end.
ReportSubject row() {
  ReportSubject whole;
  for (const char* name : {"a", "b", "c", "d"}) whole.bodies.push_back({name, 1.0, false});
  whole.coordinates.bodies = {Coordinate::Length, Coordinate::Angle, Coordinate::Length,
                              Coordinate::Angle};
  whole.coordinates.elements = {Coordinate::Length, Coordinate::Unknown, Coordinate::Angle};
  for (int k = 0; k < 3; ++k) {
    ElementInfo element;
    element.name = "e" + std::to_string(k);
    element.bodies = {k, k == 2 ? kGround : k + 1};
    whole.elements.push_back(element);
  }
  whole.event_names = {"e0", "e1", "e2", "wave", "drive"};
  whole.equations = "x";
  return whole;
}

const std::vector<Channel> kChosen{{Channel::Kind::Position, 3, 0}, {Channel::Kind::Force, 1, 0}};

}  // namespace

TEST_CASE("shown are the chosen bodies and elements, and the bodies that these act on") {
  const ReportSubject whole = row();
  const ReportSubject part = PartOfRun(whole, kChosen).subject(whole);
  REQUIRE(part.bodies.size() == 3);
  CHECK(part.bodies[0].name == "b");
  CHECK(part.bodies[2].name == "d");
  CHECK(part.coordinates.bodies ==
        std::vector{Coordinate::Angle, Coordinate::Length, Coordinate::Angle});
  CHECK(part.coordinates.elements == std::vector{Coordinate::Unknown});
  REQUIRE(part.elements.size() == 1);
  CHECK(part.elements[0].bodies == std::vector<int>{0, 1});  // b and c
  CHECK(part.event_names == std::vector<std::string>{"e1", "wave", "drive"});
  CHECK(part.is_part);
  CHECK(part.equations.empty());
}

TEST_CASE("the ground stays the ground") {
  const ReportSubject whole = row();
  const ReportSubject part = PartOfRun(whole, {{Channel::Kind::Deflection, 2, 0}}).subject(whole);
  CHECK(part.elements[0].bodies == std::vector<int>{0, kGround});
}

TEST_CASE("samples are gathered, two at a time for both sides of an event") {
  PartOfRun part(row(), kChosen);
  const std::vector<double> bodies{1, 2, 3, 4}, elements{10, 20, 30};
  const std::vector<std::int8_t> modes{0, 1, -1};
  const EnergyLedger energy;
  const std::vector<double> internal;
  const Sample whole{0.5,      bodies, bodies,   bodies,   elements, elements,
                     elements, modes,  elements, elements, energy,   internal};
  const Sample before = part.sample(whole, 0);
  const std::vector<double> later{5, 6, 7, 8};
  const Sample next{0.5,      later, later,    later,    elements, elements,
                    elements, modes, elements, elements, energy,   internal};
  const Sample after = part.sample(next, 1);
  CHECK(before.time == 0.5);
  CHECK(std::vector<double>(before.q.begin(), before.q.end()) == std::vector<double>{2, 3, 4});
  CHECK(std::vector<double>(after.v.begin(), after.v.end()) == std::vector<double>{6, 7, 8});
  CHECK(std::vector<double>(before.f.begin(), before.f.end()) == std::vector<double>{20});
  CHECK(before.mode[0] == 1);
}

TEST_CASE("events of elements that are not shown are left out, inputs stay") {
  const PartOfRun part(row(), kChosen);
  Event event{};
  event.name = 0;
  CHECK(!part.event(event).has_value());
  event.name = 1;
  CHECK(part.event(event)->name == 0);
  event.name = 4;
  CHECK(part.event(event)->name == 2);
}

}  // namespace luztar::report
