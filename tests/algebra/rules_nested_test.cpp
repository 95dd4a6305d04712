// Rules for one function of a function, in exact fractions.
#include <doctest/doctest.h>

#include "rule_rows.h"

using namespace luztar;
using namespace luztar::testing;

const std::vector<RewriteRow>& luztar::testing::rows_of_nested() {
  static const std::vector<RewriteRow> kRows{
      {"scaled dead zone", "luz(k*x, k*a)", "k", true},
      {"scaled dead zone", "luz(k*x, k*a)", "a", false},
      {"scaled dead zone", "luz(F/C, FT/C)", "C+", true},
      {"scaled dead zone", "luz(F/C, FT/C)", "C", false},
      {"scaled dead zone", "luz(4*k*(x - y), 6*k*p*a)", "k a p", true},
      {"scaled dead zone", "luz(k*x, a)", "k a", false},
      {"scaled saturation", "sat(k*x, k*a)", "k", true},
      {"scaled saturation", "sat(k*x, k*a)", "x a", false},
      {"scaled dry friction", "tar(k*x, k*a)", "k+ a", true},
      {"scaled dry friction", "tar(k*x/C, k*a/C)", "k+ C+ a", true},
      {"scaled dry friction", "tar(k*x, k*a)", "a", false},
      {"scaled direction", "sign(k*x/C)", "k+ C+", true},
      {"scaled direction", "sign(k*x)", "k", false},
      {"scaled direction", "sign(2*x - 2*y)", "", true},
      {"nested dead zones", "luz(luz(x, a), b)", "a b", true},
      {"nested dead zones", "luz(k*luz(x, a), b)", "k+ a b", true},
      {"nested dead zones", "luz(luz(x, a), b)", "a", false},
      {"nested dead zones", "luz(luz(x, a), b)", "b", false},
      {"nested dead zones", "luz(k*luz(x, a), b)", "k a b", false},
      {"nested dead zones", "luz(luz(x, a) + y, b)", "a b", false},
      {"nested dry frictions", "tar(tar(x, a), b)", "a b", true},
      {"nested dry frictions", "tar(k*tar(x, a), b)", "k+ a b", true},
      {"nested dry frictions", "tar(tar(x, a), b)", "a", false},
      {"nested dry frictions", "tar(tar(x, a), b)", "b", false},
      {"nested saturations", "sat(sat(x, a), b)", "a b", true},
      {"nested saturations", "sat(sat(x, a), a + e)", "a e", true},
      {"nested saturations", "sat(k*sat(x, b + e), k*b)", "k+ b e", true},
      {"nested saturations", "sat(sat(x, a), b)", "a", false},
      {"nested saturations", "sat(sat(x, a), b)", "b", false},
      {"dead zone inside a saturation", "luz(sat(x, b + e), b)", "b e", true},
      {"dead zone inside a saturation", "luz(k*sat(x, b + e), k*b)", "k+ b e", true},
      {"dead zone inside a saturation", "luz(sat(x, a), b)", "a b", false},
      {"dead zone inside a saturation", "luz(sat(x, b + e), b)", "b", false},
      {"dead zone around a saturation", "luz(sat(x, a), a + e)", "a e", true},
      {"dead zone around a saturation", "luz(sat(x, a), b)", "a b", false},
      {"dead zone around a saturation", "luz(sat(x, a), a + e)", "a", false},
      {"dead zone around dry friction", "luz(tar(x, a), a + e)", "a e", true},
      {"dead zone around dry friction", "luz(k*tar(x, a), k*a + k*e)", "k+ a e", true},
      {"dead zone around dry friction", "luz(tar(x, a), b)", "a b", false},
      {"dead zone inside dry friction", "luz(tar(x, b + e), b)", "b e", true},
      {"dead zone inside dry friction", "luz(tar(x, a), b)", "a b", false},
      {"saturated dry friction", "sat(tar(x, b + e), b)", "b e", true},
      {"saturated dry friction", "sat(k*tar(x, b + e), k*b)", "k+ b e", true},
      {"saturated dry friction", "sat(tar(x, a), b)", "a b", false},
      {"direction of dry friction", "sign(tar(x, a))", "a", true},
      {"direction of dry friction", "sign(k*tar(x, a))", "k+ a", true},
      {"direction of dry friction", "sign(tar(x, a))", "", false},
      {"dead zone by absolute values", "luz(x, a)", "a", true},
      {"dead zone by absolute values", "sat(x, a)", "a", false},
  };
  return kRows;
}

TEST_CASE("rules for functions of functions keep every value, and wait for their condition") {
  Random random{12};
  check_rewriting(rows_of_nested(), random);
}
