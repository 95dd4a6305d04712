// How formulas look to a reader: the shape of the papers.
#include <string>

#include <doctest/doctest.h>

#include "exact_value.h"
#include "luztar/algebra/formula.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

bool is_parameter(const std::string& name) {
  return std::string("MCkpg").find(name[0]) != std::string::npos;
}

std::string written(const std::string& text) {
  return to_text(to_expression(to_formula(parsed(text)), is_parameter));
}

}  // namespace

TEST_CASE("formulas of the papers keep their shape") {
  // Each is written as in Zardecki's papers (with the corrections of docs/theory.md), in another
  // order or expanded where the second column says so.
  const std::string rows[][2] = {
      {"F1 - M1/(M1 + M2)*luz(F1 + F2, FT20)", ""},
      {"(M2*F1 - M1*F2)/(M1 + M2)", ""},
      {"((M2 + M3)*F1 - M1*(F2 + F3))/(M1 + M2 + M3)",
       "(M2*F1 + M3*F1 - M1*F2 - M1*F3)/(M1 + M2 + M3)"},
      {"(M3*(F1 + F2) - (M1 + M2)*F3)/(M1 + M2 + M3)",
       "M3*(F1 + F2)/(M1 + M2 + M3) - (M1 + M2)*F3/(M1 + M2 + M3)"},
      {"M1/(M1 + M2)*(F1 + F2) + luz((M2*F1 - M1*F2)/(M1 + M2), FT12)", ""},
      {"M1/(M1 + M2)*(F1 + F2 - C20*tar(v2, FT20/C20))",
       "M1*(F1 + F2)/(M1 + M2) - M1*C20/(M1 + M2)*tar(v2, FT20/C20)"},
      {"M1*M2/(M1 + M2)*(a1 - a2)", ""},
      {"k1*k2/(k1 + k2)", "1/(1/k1 + 1/k2)"},
      {"luz(F, FT)/C", "1/C*luz(F, FT)"},
      {"k/(k + 1)*luz(x, a + b)", ""},
      {"x - luz(x, a)", ""},
      {"k*luz(d - p*q, l0)", ""},
      {"-k*(q1 - q2) - C*(v1 - v2)", "k*q2 + C*v2 - k*q1 - C*v1"},
      {"M1*g - k*q", "-k*q + M1*g"},
  };
  for (const auto& [shape, input] : rows) CHECK(written(input.empty() ? shape : input) == shape);
}

TEST_CASE("no + -, no 1*, no nested quotients") {
  const std::string rows[][2] = {
      {"0*x", "0"},
      {"-(1*x)", "-x"},
      {"x + (-1)*y", "x - y"},
      {"-x/2", "-x/2"},
      {"a/b/c", "a/(b*c)"},
      {"a/(b/c)", "a*c/b"},
      {"-(x + y)/(M1 + M2)", "-(x + y)/(M1 + M2)"},
      {"x/(2*M1 + 2*M2) - y/(3*M1 + 3*M2)", "(3*x - 2*y)/(6*(M1 + M2))"},
      {"0.3*v + 0.2*w - u/3", "0.3*v - u/3 + 0.2*w"},
      {"3.141592653589793*y^2/4", "3.141592653589793*y^2/4"},
      {"k*(v^2)/2", "k*v^2/2"},
      {"1/(M1*(M2 + M3)^2)", "1/(M1*(M2 + M3)^2)"},
      {"y - x", "y - x"},
  };
  for (const auto& [input, shape] : rows) CHECK(written(input) == shape);
}

TEST_CASE("a formula's text is read back as the same formula") {
  for (const char* text : {"sat(x - M1/(M1 + M2)*luz(y, b), a)/M1", "if(x < 0, x^(1/2), -1)",
                           "min(x, y)*sin(M1*t)/cos(t)", "0.1*x^2 + 1e-7", "-2^x"}) {
    const Formula formula = to_formula(parsed(text));
    CHECK(to_formula(parsed(written(text))) == formula);
    CHECK(to_formula(parsed(to_text(formula))) == formula);
  }
}
