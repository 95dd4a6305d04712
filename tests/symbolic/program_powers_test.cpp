#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "luztar/symbolic/program.h"
#include "time_program.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// The base of the only power in it may be below zero by rounding only.
bool is_not_below(const std::string& text) {
  const TimeProgram c = time_program(parse_expression(text, {}));
  for (const Program::Instruction& i : c.program.time_code())
    if (i.code == Program::Code::Power) return i.variant == Program::NotBelow;
  return false;
}

}  // namespace

TEST_CASE("which bases of powers are never below zero, as they are written") {
  for (const std::string text :
       {"abs(t)^1.5", "max(0, t)^0.6", "max(t, 0)^0.6", "max(0, -t)^1.5", "(-min(0, t))^1.5",
        "sqrt(2*abs(t - 1)/3)", "hypot(t, t - 1)", "(abs(t)*t^2 + 1)^0.5", "(abs(t) + t^2)^0.5",
        "if(t > 0, t^1.5, 0)", "if(t < 0, (-t)^1.5, 0)", "if(t <= 0, 0, 2*t^1.5)",
        "if(0 < t, t^1.5, 0)", "(exp(t)*abs(t))^0.3", "sqrt(max(0, t - 0.3))"}) {
    CAPTURE(text);
    CHECK(is_not_below(text));
  }
  for (const std::string text :
       {"t^1.5", "sqrt(t - 1)", "(abs(t) - 1)^0.5", "(t*abs(t))^0.5", "max(t, -1)^0.5",
        "if(t < 0, t^1.5, 0)", "if(t > 1, t^1.5, 0)", "min(0, t)^0.5", "(-abs(t))^0.5"}) {
    CAPTURE(text);
    CHECK(!is_not_below(text));
  }
}

TEST_CASE("a power of zero is zero to all orders where it has a value, else no number") {
  const auto at_zero = [](const std::string& text) {
    TimeProgram c = time_program(parse_expression(text, {}));
    c.branch.assign(c.program.switches().size(), 1);
    ProgramSeries series(c.program, 4);
    series.expand_time(c.program, 0.0, c.branch.data());
    return std::vector<double>(series.slot(c.slot), series.slot(c.slot) + 5);
  };
  CHECK(at_zero("t^1.5") == std::vector<double>(5));
  CHECK(at_zero("sqrt(abs(t))") == std::vector<double>(5));
  CHECK(!std::isfinite(at_zero("t^(-0.5)")[0]));
}
