// What the diagnosis of a run counts.
#include "luztar/simulate/passes.h"

#include <doctest/doctest.h>

#include "../dynamics/small_models.h"
#include "luztar/dynamics/system/system.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

System three_frictions() {
  Model model = lasting(1);
  for (const char* name : {"a", "b", "c"})
    friction(model, name, between(body(model, std::string("body_") + name, 1), kGround), 1, 1);
  return compile(model);
}

}  // namespace

TEST_CASE("elements are named by how often their guards were passed, each once") {
  const System system = three_frictions();
  const auto& impl = system.impl();
  Passes passes(impl, {});
  CHECK(passes.busiest() == "");
  for (const double t : {1.0, 2.0, 3.0}) passes.pass(impl.pair_guard(2, 0), {t, 0.0});
  for (const double t : {1.0, 2.0}) passes.pass(impl.pair_guard(2, 1), {t, 0.0});
  passes.pass(impl.pair_guard(0, 1), {1.0, 0.0});
  CHECK(passes.busiest() == "'c', 'a'");
}

TEST_CASE("the period is the time from the last but one pass of the busiest") {
  const System system = three_frictions();
  const int guard = system.impl().pair_guard(1, 0);
  Passes passes(system.impl(), {});
  for (const double t : {1.0, 1.5}) passes.pass(guard, {t, 0.0});
  CHECK(passes.period_text() == "");  // two passes are no period
  passes.pass(guard, {2.25, 0.0});
  CHECK(passes.period_text() == " (period 1.25 s at the end)");
}

TEST_CASE("a guard is passed without end after a hundred times at one instant, not in a run") {
  const System system = three_frictions();
  Passes passes(system.impl(), {});
  for (int n = 0; n < 100; ++n) passes.add(1);
  CHECK_FALSE(passes.is_endless());
  passes.begin();
  CHECK(passes.here(1) == 0);
  passes.add(1);
  CHECK_FALSE(passes.is_endless());
  for (int n = 0; n < 100; ++n) passes.add_here(1);
  CHECK(passes.is_endless());
}
