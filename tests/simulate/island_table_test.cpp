// The order in which islands go on.
#include "luztar/simulate/island_table.h"

#include <doctest/doctest.h>

#include "../dynamics/small_models.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

std::unique_ptr<Island> island(std::vector<int> bodies) {
  auto made = std::make_unique<Island>();
  made->part = std::make_unique<SystemPart>();
  made->part->own = std::move(bodies);
  return made;
}

}  // namespace

TEST_CASE("the island whose step ends next comes first, of equal ones that of the first body") {
  IslandTable table(6);
  const int a = table.add(island({4, 5}));
  const int b = table.add(island({0, 1}));
  const int c = table.add(island({2, 3}));
  CHECK(table.next() == -1);
  table.schedule(a, {2.0, 0.0});
  table.schedule(b, {2.0, 0.0});
  table.schedule(c, {2.0, 1e-17});
  CHECK(table.next() == b);
  table.schedule(b, {3.0, 0.0});
  CHECK(table.next() == a);
  table.unschedule(a);
  CHECK(table.next() == c);
  table.remove(c);
  CHECK(table.next() == b);
  CHECK(table[b].next == Time{3.0, 0.0});
}

TEST_CASE("the number of an island that is no more goes to the next one, its plans do not") {
  IslandTable table(4);
  const int a = table.add(island({0, 1}));
  const int b = table.add(island({2, 3}));
  table.schedule(a, {1.0, 0.0});
  table.schedule(b, {2.0, 0.0});
  CHECK(table.remove(a) == std::vector<int>{0, 1});
  CHECK(table.of(0) == -1);
  CHECK(table.find(a) == nullptr);
  CHECK(table.add(island({1})) == a);
  CHECK(table.of(1) == a);
  CHECK(table.of(0) == -1);
  CHECK(table.next() == b);
}

TEST_CASE("the three elements with the most events are named") {
  Model model = lasting(1);
  for (const char* name : {"first", "second", "third", "fourth", "fifth"})
    friction(model, name, between(body(model, std::string("body_") + name, 1), kGround), 1, 1);
  const System system = compile(model);
  EventCount count{12, {3, 0, 7, 1, 2}};
  CHECK(count.busiest_names(system.impl()) == "'third', 'first', 'fifth'");
  count.of = {0, 0, 0, 0, 1};
  CHECK(count.busiest_names(system.impl()) == "'fifth'");
}
