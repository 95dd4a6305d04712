// Rates of inputs go into states.
#include "luztar/study/linear/state_space.h"

#include <doctest/doctest.h>

using namespace luztar;

TEST_CASE("x' = -2 x + 3 u + 5 u' + 7 u'', y = 4 x + u - 28 u' has no rates in other states") {
  // Y/U = 4 (7 s² + 5 s + 3)/(s + 2) + 1 - 28 s = (-36 s + 12)/(s + 2) + 1 = -35 + 84/(s + 2)
  RatedSpace rated{{{-2}}, {{4}}, {{{3}}, {{5}}, {{7}}}, {{{1}}, {{-28}}, {{0}}}};
  const WithoutRates made = without_rates(rated);
  CHECK(made.improper.empty());
  CHECK(made.system.a(0, 0) == -2.0);
  CHECK(made.system.d(0, 0) == -35.0);
  CHECK(made.system.c(0, 0) * made.system.b(0, 0) == 84.0);
  CHECK(made.shift(0, 0) == -9.0);
  rated.d[1] = {{0}};
  CHECK(without_rates(rated).improper == std::vector<std::pair<int, int>>{{0, 0}});
}
