#include "luztar/study/compare/compare_runs.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace luztar {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

RunRecord record(std::vector<double> time, std::vector<double> values) {
  RunRecord run{.name = "run", .model_hash = "m", .status = "finished"};
  run.start = time.front();
  run.end = time.back();
  run.time = std::move(time);
  run.channels = {{"f.s", "N", std::move(values)}};
  return run;
}

RecordedEvent event(double t, const std::string& from, const std::string& to,
                    const std::string& element = "pair", const std::string& cause = "break") {
  return {t, element, from, to, cause};
}

}  // namespace

TEST_CASE("differences of straight lines: greatest with its sign, RMS over time") {
  const RunRecord a = record({0, 1, 4}, {0, 1, 4});   // t
  const RunRecord b = record({0, 2, 4}, {0, 0, -4});  // 0, then 4 - 2 t
  const RunComparison found = compare_runs(a, b);
  REQUIRE(found.channels.size() == 1);
  const ChannelDifference& f = found.channels[0];
  CHECK(f.t == std::vector<double>{0, 1, 2, 4});
  CHECK(f.d == std::vector<double>{0, -1, -2, -8});
  CHECK(f.between == Between::Line);
  CHECK(f.greatest == -8);
  CHECK(f.time == 4);
  CHECK(f.size == 4);
  CHECK(f.relative() == 2);
  // The integrals of t^2 from 0 to 2 and of (4 - 3 t)^2 from 2 to 4.
  CHECK(f.rms == doctest::Approx(std::sqrt((8.0 / 3 + 56) / 4)).epsilon(1e-14));
  CHECK(found.difference() == 2);
}

TEST_CASE("runs of different length are compared where both are; modes are no numbers") {
  RunRecord a = record({0, 1, 2, 3}, {5, 5, 5, 5});
  RunRecord b = record({1, 2}, {5, 5});
  a.channels.push_back({"mode.s", "", {0, 0, 0, 0}});
  b.channels.push_back({"q.only", "m", {1, 1}});
  const RunComparison found = compare_runs(a, b);
  CHECK(found.from == 1);
  CHECK(found.to == 2);
  CHECK(found.channels[0].between == Between::SameTimes);
  CHECK(found.difference() == 0);
  CHECK(found.only_first.empty());
  CHECK(found.only_second == std::vector<std::string>{"q.only"});
  const RunComparison apart = compare_runs(record({0, 1}, {1, 1}), record({2, 3}, {1, 1}));
  CHECK(apart.from > apart.to);
  CHECK(apart.channels[0].rows == 0);
}

TEST_CASE("events are matched in order, element by element, until they change otherwise") {
  RunRecord a = record({0, 10}, {0, 0}), b = a;
  a.events = {event(1, "stuck", "forward"), event(1.5, "gap", "gap", "stop", "impact"),
              event(2, "forward", "stuck"), event(5, "stuck", "forward")};
  b.events = {event(1.25, "stuck", "forward"), event(1.5, "gap", "gap", "stop", "impact"),
              event(1.9, "forward", "stuck"), event(6, "stuck", "backward")};
  const RunComparison found = compare_runs(a, b);
  REQUIRE(found.events.size() == 2);
  CHECK(found.events[0].matched == 2);
  CHECK(found.events[0].shift == 0.25);
  CHECK(found.events[0].time == 1);
  CHECK(found.events[0].only_first == 1);
  CHECK(found.events[0].only_second == 1);
  CHECK(found.events[1].matched == 1);
  REQUIRE(found.first_lone);
  CHECK(found.first_lone->of_first);
  CHECK(found.first_lone->event.time == 5);
  CHECK(std::isinf(found.difference()));
}

TEST_CASE("of lone events of one time the first one of the run is named") {
  RunRecord a = record({0, 10}, {0, 0}), b = a;
  a.events = {event(1, "stuck", "forward")};
  b.events = {event(1, "stuck", "forward"), event(2, "input", "input", "push", "jump"),
              event(2, "forward", "stuck")};
  const RunComparison found = compare_runs(a, b);
  REQUIRE(found.first_lone);
  CHECK(!found.first_lone->of_first);
  CHECK(found.first_lone->event.element == "push");
}

TEST_CASE("an event beyond the end of one run is no difference") {
  RunRecord a = record({0, 10}, {0, 0}), b = record({0, 4}, {0, 0});
  a.events = {event(1, "stuck", "forward"), event(6, "forward", "stuck")};
  b.events = {event(1, "stuck", "forward")};
  CHECK(compare_runs(a, b).difference() == 0);
  b.status = "stopped";
  CHECK(std::isinf(compare_runs(a, b).difference()));
}

TEST_CASE("parameters and settings that differ, or that one run alone has") {
  RunRecord a = record({0, 1}, {0, 0}), b = a;
  a.parameters = {{"m", 1.0}, {"k", 2.0}};
  b.parameters = {{"m", 1.5}, {"k", 2.0}, {"c", 3.0}};
  b.parameter_units = {{"c", "N s/m"}, {"k", "N/m"}};
  a.settings["tolerance"] = "1e-12";
  const RunComparison found = compare_runs(a, b);
  REQUIRE(found.parameters.size() == 2);
  CHECK(found.parameters[0].name == "m");
  CHECK(found.parameters[0].second == "1.5");
  CHECK(found.parameters[1].name == "c");
  CHECK(found.parameters[1].first.empty());
  CHECK(found.parameters[0].unit.empty());
  CHECK(found.parameters[1].unit == "N s/m");
  REQUIRE(found.settings.size() == 1);
  CHECK(found.settings[0].second.empty());
}

TEST_CASE("a run beside data: at rows that were measured, within the time of the run") {
  const RunRecord run = record({0, 2}, {0, 2});
  const RunRecord data = record({-1, 0.5, 1, 1.5, 3}, {9, 0.25, kNone, 2, 9});
  const std::vector<ChannelDifference> found = compare_with_data(data, run);
  REQUIRE(found.size() == 1);
  CHECK(found[0].t == std::vector<double>{0.5, 1.5});
  CHECK(found[0].d == std::vector<double>{0.25, -0.5});
  CHECK(found[0].rms == doctest::Approx(std::sqrt((0.0625 + 0.25) / 2)).epsilon(1e-15));
}

}  // namespace luztar
