// Points and lines of a sweep.
#include "luztar/study/sweep/sweep_plan.h"

#include <set>
#include <vector>

#include <doctest/doctest.h>

using namespace luztar;

namespace {

/// a: 2 values, b: 3, c: 4, and two listed rows of d, e.
SweepPlan plan_along(const std::string& carried) {
  SweepPlan plan;
  plan.variations = {{"a", {1, 2}}, {"b", {10, 20, 30}}, {"c", {5, 6, 7, 8}}};
  plan.list = {.names = {"d", "e"}, .values = {100, 101, 200, 201}, .rows = 2};
  if (!carried.empty()) plan.carry = Carry{carried};
  return plan;
}

std::vector<double> values_at(const SweepPlan& plan, std::int64_t point) {
  std::vector<double> values;
  plan.at(point, values);
  return values;
}

}  // namespace

TEST_CASE("each row of the list with all combinations, the last variation running fastest") {
  const SweepPlan plan = plan_along("");
  CHECK(plan.points() == 48);
  CHECK(plan.lines() == 48);
  CHECK(plan.parameters() == std::vector<std::string>{"a", "b", "c", "d", "e"});
  CHECK(values_at(plan, 0) == std::vector<double>{1, 10, 5, 100, 101});
  CHECK(values_at(plan, 1) == std::vector<double>{1, 10, 6, 100, 101});
  CHECK(values_at(plan, 4) == std::vector<double>{1, 20, 5, 100, 101});
  CHECK(values_at(plan, 12) == std::vector<double>{2, 10, 5, 100, 101});
  CHECK(values_at(plan, 47) == std::vector<double>{2, 30, 8, 200, 201});
}

TEST_CASE("every point is one step of one line, along which one value changes") {
  for (const char* name : {"a", "b", "c"}) {
    const SweepPlan plan = plan_along(name);
    const auto column = static_cast<std::size_t>(name[0] - 'a');
    std::set<std::int64_t> seen;
    for (std::int64_t line = 0; line < plan.lines(); ++line) {
      for (std::int64_t step = 0; step < plan.length(); ++step) {
        const std::int64_t point = plan.point_of(line, step);
        CHECK(seen.insert(point).second);
        CHECK(plan.line_of(point) == line);
        CHECK(plan.step_of(point) == step);
        auto first = values_at(plan, plan.point_of(line, 0));
        first[column] = plan.variations[column].values[static_cast<std::size_t>(step)];
        CHECK(values_at(plan, point) == first);
      }
    }
    CHECK(static_cast<std::int64_t>(seen.size()) == plan.points());
  }
}

TEST_CASE("options replace keys; other variations come without the draws of those before") {
  SweepTable table;
  table.vary = {{"v=normal(1,1)"}};
  table.samples = SourceText{"10"};
  table.carry = SourceText{"w"};
  table.transient = SourceText{"3"};
  replace(table, {{"measure", {{"max(q.b)"}}}});
  CHECK(table.samples.has_value());
  CHECK(table.measure.size() == 1);
  replace(table, {{"vary", {{"v=1,2"}}}});
  CHECK(!table.samples.has_value());
  CHECK(!table.carry.has_value());
  CHECK(table.transient->text == "3");
  replace(table, {{"vary", {{"v=uniform(1,2)"}}}, {"samples", {{"7"}}}});
  CHECK(table.samples->text == "7");
}
