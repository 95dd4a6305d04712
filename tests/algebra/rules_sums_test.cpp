// Rules for sums of functions, in exact fractions.
#include <doctest/doctest.h>

#include "rule_rows.h"

using namespace luztar;
using namespace luztar::testing;

const std::vector<RewriteRow>& luztar::testing::rows_of_sums() {
  static const std::vector<RewriteRow> kRows{
      {"sum of dry frictions", "k1*tar(x, a1) + k2*tar(x, a2)", "k1+ k2 a1 a2", true},
      {"sum of dry frictions", "C1*tar(v, F1/C1) + C2*tar(v, F2/C2)", "C1+ C2+ F1 F2", true},
      {"sum of dry frictions", "y - k1*tar(x, a1) - k2*tar(x, a2)", "k1+ k2+ a1 a2", true},
      {"sum of dry frictions", "k1*tar(x, a1) + k2*tar(x, a2)", "k1+ a1 a2", false},
      {"sum of dry frictions", "k1*tar(x, a1) - k2*tar(x, a2)", "k1+ k2+ a1 a2", false},
      {"sum of dry frictions", "k1*tar(x, a1) + k2*tar(x, a2)", "k1+ k2+ a1", false},
      {"sum of dry frictions", "k1*tar(x, a1) + k2*tar(y, a2)", "k1+ k2+ a1 a2", false},
      {"saturations in a row", "sat(x, a) + sat(luz(x, a), b)", "a b", true},
      {"saturations in a row", "y - k*sat(x, a) - k*sat(luz(x, a), b)", "a b", true},
      {"saturations in a row", "k*sat(x, a) + sat(k*luz(x, a), b)", "k+ a b", true},
      {"saturations in a row", "sat(x, a) + sat(luz(x, a), b)", "a", false},
      {"saturations in a row", "sat(x, a) + sat(luz(x, a), b)", "b", false},
      {"saturations in a row", "sat(x, a) - sat(luz(x, a), b)", "a b", false},
      {"saturation for dead zone", "x - luz(x, a)", "a", true},
      {"saturation for dead zone", "k*(x + y + z) - k*luz(x + y, a)", "a", true},
      {"saturation for dead zone", "x - luz(x, a)", "", false},
      {"saturation for dead zone", "x + luz(x, a)", "a", false},
      {"dead zone for saturation", "x - sat(x, a)", "a", true},
      {"dead zone for saturation", "M*(y + sat(x, a)) - M*x", "a", true},
      {"dead zone for saturation", "x - sat(x, a)", "", false},
      {"kinetic and static friction", "C*tar(V, F/C)", "C+ F", true},
  };
  return kRows;
}

TEST_CASE("rules for sums of functions keep every value, and wait for their condition") {
  Random random{14};
  check_rewriting(rows_of_sums(), random);
}
