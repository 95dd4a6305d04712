#include "luztar/io/csv_files.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "io/temporary_folder.h"
#include "luztar/core/number_text.h"
#include "luztar/io/results.h"

namespace luztar {
namespace {

using test::TemporaryFolder;
using test::text_of;

const std::vector<BodyInfo> kBodies{{"base", 0, true}, {"seat", 100, false}};

ElementInfo element(const std::string& name, PartKind kind, bool has_modes) {
  ElementInfo info{};
  info.name = name;
  info.kind = kind;
  info.has_modes = has_modes;
  return info;
}

std::vector<ElementInfo> guide_elements() {
  return {element("suspension", PartKind::Spring, false),
          element("stopper", PartKind::Spring, true), element("guide", PartKind::Friction, true),
          element("push", PartKind::Force, false)};
}

std::string published(AtomicFile& file, const std::filesystem::path& path) {
  file.close();
  file.publish();
  return text_of(path);
}

/// Bit patterns from splitmix64, finite ones only, after some that are hard to print.
std::vector<double> hard_numbers() {
  using Limits = std::numeric_limits<double>;
  std::vector<double> numbers{0.1,
                              1.0 / 3,
                              1e21,
                              5e-324,
                              1e22,
                              Limits::max(),
                              Limits::min(),
                              -Limits::epsilon(),
                              2e-3,
                              123456789.0,
                              9007199254740993.0};
  std::uint64_t seed = 7;
  while (numbers.size() < 5000) {
    std::uint64_t z = seed += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    const double number = std::bit_cast<double>(z ^ (z >> 31));
    if (std::isfinite(number)) numbers.push_back(number);
  }
  return numbers;
}

TEST_CASE("every number reads back to the same bits") {
  for (const double number : hard_numbers()) {
    const double back = std::strtod(cell_text(number).c_str(), nullptr);
    REQUIRE(std::bit_cast<std::uint64_t>(back) == std::bit_cast<std::uint64_t>(number));
  }
}

/// The shortest text of printf's %e that reads back.
std::string shortest_of_printf(double number) {
  char text[64]{};
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(text, sizeof text, "%.*e", digits - 1, number);
    if (std::strtod(text, nullptr) == number) break;
  }
  return text;
}

TEST_CASE("no number is longer than the shortest text that printf finds") {
  for (const double number : hard_numbers()) {
    const std::string text = cell_text(number);
    CAPTURE(text);
    REQUIRE(text.size() <= shortest_of_printf(number).size());
  }
}

TEST_CASE("a negative zero is printed as 0, what is not finite as nothing") {
  CHECK(cell_text(-0.0) == "0");
  CHECK(cell_text(std::nan("")) == "");
  CHECK(cell_text(-std::numeric_limits<double>::infinity()) == "");
}

/// With all channels.
TrajectoryFile of_all(const std::filesystem::path& path, const std::vector<BodyInfo>& bodies,
                      const std::vector<ElementInfo>& elements) {
  static const std::vector<StateInfo> states;
  return {path, {bodies, elements, states}, all_channels({bodies, elements, states})};
}

TEST_CASE("trajectory.csv has the columns and rows of the model format") {
  TemporaryFolder folder;
  const auto path = folder.path() / "trajectory.csv";
  TrajectoryFile file = of_all(path, kBodies, guide_elements());
  const std::vector<double> q{1, 2}, v{3, -0.0}, a{0.1, 5e-324};
  const std::vector<double> d{0.25, 0.5, 0.75, 1}, rate(4), f{-1, -2, -3, -1e300}, zero(4);
  const std::vector<std::int8_t> mode{0, -1, 1, 0};
  const EnergyLedger energy;
  file.row({0.0, q, v, a, d, rate, f, mode, zero, zero, energy});
  file.row({0.00475, q, v, a, d, rate, f, mode, zero, zero, energy});
  const std::string row = ",1,3,0.1,2,0,5e-324,0.25,-1,0.5,-2,0.75,-3,1,-1e+300,-1,1\n";
  CHECK(published(file.file(), path) ==
        "t,q.base,v.base,a.base,q.seat,v.seat,a.seat,d.suspension,f.suspension,d.stopper,"
        "f.stopper,d.guide,f.guide,d.push,f.push,mode.stopper,mode.guide\n"
        "0" +
            row + "0.00475" + row);
}

TEST_CASE("bristle deflections are the last columns of trajectory.csv") {
  TemporaryFolder folder;
  const auto path = folder.path() / "trajectory.csv";
  std::vector<ElementInfo> elements{element("left", PartKind::Friction, false),
                                    element("right", PartKind::Friction, false),
                                    element("dry", PartKind::Friction, true)};
  elements[0].internal = 0;
  elements[1].internal = 1;
  TrajectoryFile file = of_all(path, {}, elements);
  const std::vector<double> d{1, 2, 3}, f{4, 5, 6}, zero(3), z{1e-5, -2e-6};
  const std::vector<std::int8_t> mode{0, 0, -1};
  const EnergyLedger energy;
  file.row({0.5, {}, {}, {}, d, zero, f, mode, zero, zero, energy, z});
  CHECK(published(file.file(), path) ==
        "t,d.left,f.left,d.right,f.right,d.dry,f.dry,mode.dry,z.left,z.right\n"
        "0.5,1,4,2,5,3,6,-1,1e-05,-2e-06\n");
}

TEST_CASE("a table of several megabytes is whole") {
  TemporaryFolder folder;
  const auto path = folder.path() / "trajectory.csv";
  TrajectoryFile file = of_all(path, {kBodies[1]}, {});
  const EnergyLedger energy;
  constexpr int kRows = 60000;
  for (int i = 0; i < kRows; ++i) {
    const double x = i / 3.0;
    file.row({x, {&x, 1}, {&x, 1}, {&x, 1}, {}, {}, {}, {}, {}, {}, energy});
  }
  std::istringstream lines(published(file.file(), path));
  std::string line;
  std::getline(lines, line);
  for (int i = 0; i < kRows; ++i) {
    REQUIRE(std::getline(lines, line));
    REQUIRE(std::strtod(line.c_str(), nullptr) == i / 3.0);
    REQUIRE(std::strtod(line.c_str() + line.rfind(',') + 1, nullptr) == i / 3.0);
  }
  CHECK_FALSE(std::getline(lines, line));
}

TEST_CASE("an impact has its impulse") {
  TemporaryFolder folder;
  const auto path = folder.path() / "events.csv";
  EventsFile file(path,
                  {element("buffer", PartKind::Stop, true), element("pawl", PartKind::Stop, true),
                   element("cam", PartKind::Stop, true)},
                  {"buffer", "pawl", "cam"},
                  {Coordinate::Length, Coordinate::Angle, Coordinate::Unknown});
  file.row({{0.5, 0}, 0, 0, 0, Event::Cause::Impact, 0.25});
  file.row({{1, 0}, 0, 0, -1, Event::Cause::Impact, -1.0 / 3});
  file.row({{2, 0}, 1, 0, 1, Event::Cause::Impact, 3});
  file.row({{3, 0}, 2, 0, 1, Event::Cause::Impact, 4});
  CHECK(published(file.file(), path) ==
        "t,element,from,to,cause\n"
        "0.5,buffer,gap,gap,impact 0.25 N s\n"
        "1,buffer,gap,lower,impact -0.3333333333333333 N s\n"
        "2,pawl,gap,upper,impact 3 N m s\n"
        "3,cam,gap,upper,impact 4\n");
}

TEST_CASE("events.csv has both sides of an instant, of all its events") {
  TemporaryFolder folder;
  const auto path = folder.path() / "events.csv";
  using Kind = Channel::Kind;
  EventsFile file(path, {element("buffer", PartKind::Stop, true)}, {"buffer", "push"}, {}, {},
                  {{"q.a", "v.a"}, {{Kind::Position, 0}, {Kind::Velocity, 0}}});
  const EnergyLedger energy;
  const double q = 0.5, before = -2, after = 1;
  const auto side = [&](const double& v) {
    return Sample{1, {&q, 1}, {&v, 1}, {}, {}, {}, {}, {}, {}, {}, energy};
  };
  file.row({{0, 0}, 1, 0, 0, Event::Cause::Jump});  // at the start
  file.row({{1, 0}, 0, 0, 0, Event::Cause::Impact, 3});
  file.row({{1, 0}, 1, 0, 0, Event::Cause::Jump});
  file.around(side(before), side(after));
  file.row({{2, 0}, 1, 0, 0, Event::Cause::Jump});
  CHECK(published(file.file(), path) ==
        "t,element,from,to,cause,before.q.a,before.v.a,after.q.a,after.v.a\n"
        "0,push,input,input,jump,,,,\n"
        "1,buffer,gap,gap,impact 3 N s,0.5,-2,0.5,1\n"
        "1,push,input,input,jump,0.5,-2,0.5,1\n"
        "2,push,input,input,jump,,,,\n");
}

TEST_CASE("events.csv speaks the words of the model format") {
  TemporaryFolder folder;
  const auto path = folder.path() / "events.csv";
  EventsFile file(path, guide_elements(), {"suspension", "stopper", "guide", "push", "road"});
  using Cause = Event::Cause;
  file.row({{0.1, 1e-19}, 2, 0, 1, Cause::Break});
  file.row({{1.0 / 3, 0}, 2, 1, -1, Cause::Stop});
  file.row({{2, 0}, 2, -1, 0, Cause::Follow});
  file.row({{3, 0}, 1, 0, 1, Cause::Touch});
  file.row({{3, 0}, 1, -1, 0, Cause::Leave});
  file.row({{4, 0}, 3, 0, 0, Cause::Jump});
  file.row({{4, 0}, 4, 0, 0, Cause::Jump});
  file.row({{5, 0}, 1, 0, 0, Cause::Jump});  // a spring with a force law that jumps
  CHECK(published(file.file(), path) ==
        "t,element,from,to,cause\n"
        "0.1,guide,stuck,forward,break\n"
        "0.3333333333333333,guide,forward,backward,stop\n"
        "2,guide,backward,stuck,follow\n"
        "3,stopper,gap,upper,touch\n"
        "3,stopper,lower,gap,leave\n"
        "4,push,input,input,jump\n"
        "4,road,input,input,jump\n"
        "5,stopper,input,input,jump\n");
}

}  // namespace
}  // namespace luztar
