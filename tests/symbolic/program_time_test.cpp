// Time arguments late in a run, against the same in 64 binary digits (long double).
#include <cmath>
#include <cstdint>
#include <string>

#include <doctest/doctest.h>

#include "time_program.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

using Real = long double;
constexpr double kLate = 4'000'000.1;  // [s]: 314 t has an ulp of 2.4e-7
constexpr double kRest = 0.2e-9;       // t has an ulp of 4.7e-10 [s]
const Real kTime = Real(kLate) + Real(kRest);

double value(const char* text, double rest = kRest) {
  TimeProgram c = time_program(parse_expression(text, {}));
  choose_branches(c, kLate);
  ProgramSeries series(c.program, 3);
  series.expand_time(c.program, kLate, c.branch.data(), rest);
  return series.slot(c.slot)[0];
}

}  // namespace

TEST_CASE("functions of time arguments have what rounding took from these") {
  static_assert(sizeof(long double) > sizeof(double));
  const Real phase = 314.0L * kTime;
  const auto near = [](double found, Real expected) {
    CHECK(std::abs(static_cast<double>(found - expected)) < 1e-9);
  };
  near(value("sin(314*t)"), std::sin(phase));
  near(value("cos(314*t)"), std::cos(phase));
  near(value("sin(314*t + 3300000000.7)"), std::sin(phase + static_cast<Real>(3300000000.7)));
  near(value("cos(t*t/1e4)"), std::cos(kTime * kTime / 1e4L));
  near(value("exp(314*t - 1256000031)"), std::exp(phase - 1256000031.0L));
  near(value("sqrt(314*t - 1256000031)"), std::sqrt(phase - 1256000031.0L));
  near(value("log(314*t - 1256000031)"), std::log(phase - 1256000031.0L));
  near(value("atan(314*t - 1256000031)"), std::atan(phase - 1256000031.0L));
  near(value("luz(314*t - 1256000031, 0.1)"), phase - 1256000031.0L - 0.1L);
  near(value("abs(1256000031 - 314*t)"), phase - 1256000031.0L);
  const Real period = 2.0L * static_cast<Real>(M_PI);  // the pi of a model is a double
  near(value("saw(314*t)"), std::fmod(phase, period) / static_cast<Real>(M_PI) - 1.0L);
}

TEST_CASE("without the rest of the time these values are wrong by more") {
  CHECK(std::abs(value("sin(314*t)", 0.0) - static_cast<double>(std::sin(314.0L * kTime))) > 1e-9);
}

TEST_CASE("what is no more than a run may lose stays as it is") {
  TimeProgram c = time_program(parse_expression("sin(3*t)", {}));
  ProgramSeries series(c.program, 3);
  series.expand_time(c.program, 0.7, c.branch.data(), 1e-17);
  CHECK(series.slot(c.slot)[0] == std::sin(3 * 0.7));
  CHECK(noticed_rest(1e-14) == 0.0);
  CHECK(noticed_rest(-1e-12) == -1e-12);
}
