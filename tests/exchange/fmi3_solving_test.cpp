// Model Exchange of FMI 3.0 beside the equation of motion m q'' = F - k q - c q' -+ 4 N.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <doctest/doctest.h>

#include "tests/exchange/fmi3_calls.h"

using luztar::testing::Exported;
using luztar::testing::Instance3;
using luztar::testing::kAxis;
using luztar::testing::with_force;

namespace {

constexpr double kMass3 = 2.0, kStiffness3 = 100.0, kDamping3 = 2.0, kFriction3 = 4.0;

/// Of Model Exchange, with steps of Runge and Kutta; ends where an indicator is passed.
class Integrated3 {
 public:
  explicit Integrated3(Instance3& own) : own_(own) {
    CHECK(fmi3GetNumberOfEventIndicators(own.c, &n_) == fmi3OK);
    CHECK(fmi3GetContinuousStates(own.c, x.data(), 2) == fmi3OK);
  }
  void to_event(double longest) {
    for (double h = 1e-3; h > 1e-12 && time < longest;) {
      const std::vector<double> next = moved(h);
      if (is_inside(time + h, next)) {
        time += h;
        x = next;
      } else {
        h /= 2.0;
      }
    }
    is_inside(time, x);
    is_inside(time + 2e-12, moved(2e-12));
  }

  double time{};
  std::vector<double> x{0.0, 0.0};

 private:
  std::vector<double> slope(const std::vector<double>& y) {
    std::vector<double> dy(2);
    CHECK(fmi3SetContinuousStates(own_.c, y.data(), 2) == fmi3OK);
    CHECK(fmi3GetContinuousStateDerivatives(own_.c, dy.data(), 2) == fmi3OK);
    return dy;
  }
  static std::vector<double> sum(const std::vector<double>& a, double h,
                                 const std::vector<double>& b) {
    return {a[0] + h * b[0], a[1] + h * b[1]};
  }
  std::vector<double> moved(double h) {
    const auto a = slope(x), b = slope(sum(x, h / 2, a)), c = slope(sum(x, h / 2, b)),
               d = slope(sum(x, h, c));
    return {x[0] + h / 6 * (a[0] + 2 * b[0] + 2 * c[0] + d[0]),
            x[1] + h / 6 * (a[1] + 2 * b[1] + 2 * c[1] + d[1])};
  }
  bool is_inside(double t, const std::vector<double>& y) {
    std::vector<double> z(n_);
    CHECK(fmi3SetTime(own_.c, t) == fmi3OK);
    CHECK(fmi3SetContinuousStates(own_.c, y.data(), 2) == fmi3OK);
    CHECK(fmi3GetEventIndicators(own_.c, z.data(), n_) == fmi3OK);
    return std::ranges::all_of(z, [](double value) { return value > 0.0; });
  }

  Instance3& own_;
  size_t n_{};
};

}  // namespace

TEST_CASE("derivatives of FMI 3.0, directional and adjoint too, are those of the equation") {
  const Exported fmu(kAxis, with_force(3));
  Instance3 own(fmu, false);
  own.start_equations(20.0);
  const double x[] = {0.01, 0.3};
  double dx[2], nominals[2];
  CHECK(fmi3SetContinuousStates(own.c, x, 2) == fmi3OK);
  CHECK(fmi3GetContinuousStateDerivatives(own.c, dx, 2) == fmi3OK);
  CHECK(dx[0] == 0.3);
  CHECK(dx[1] ==
        doctest::Approx((20.0 - kStiffness3 * x[0] - kDamping3 * x[1] - kFriction3) / kMass3));
  CHECK(fmi3GetNominalsOfContinuousStates(own.c, nominals, 2) == fmi3OK);
  CHECK(std::min(nominals[0], nominals[1]) > 0.0);
  const unsigned unknowns[] = {fmu.reference("v.block"), fmu.reference("a.block")};
  const unsigned knowns[] = {fmu.reference("q.block"), fmu.reference("v.block"),
                             fmu.reference("F")};
  const double matrix[2][3] = {{0.0, 1.0, 0.0},
                               {-kStiffness3 / kMass3, -kDamping3 / kMass3, 1.0 / kMass3}};
  const double seed[] = {0.7, -1.3, 2.9}, weights[] = {-0.4, 1.7};
  double forward[2], backward[3];
  CHECK(fmi3GetDirectionalDerivative(own.c, unknowns, 2, knowns, 3, seed, 3, forward, 2) == fmi3OK);
  for (int i = 0; i < 2; ++i)
    CHECK(forward[i] == doctest::Approx(matrix[i][0] * seed[0] + matrix[i][1] * seed[1] +
                                        matrix[i][2] * seed[2]));
  CHECK(fmi3GetAdjointDerivative(own.c, unknowns, 2, knowns, 3, weights, 2, backward, 3) == fmi3OK);
  for (int k = 0; k < 3; ++k)
    CHECK(backward[k] == doctest::Approx(matrix[0][k] * weights[0] + matrix[1][k] * weights[1]));
  own.says(fmi3GetAdjointDerivative(own.c, unknowns, 2, knowns, 3, seed, 3, backward, 3),
           "2 values are needed, not 3");
  const unsigned k = fmu.reference("k");
  own.says(fmi3GetDirectionalDerivative(own.c, unknowns, 2, &k, 1, seed, 1, forward, 2),
           "'k' is no state and no input");
}

TEST_CASE("an integrator finds with FMI 3.0 when the block turns, and where it rests") {
  const Exported fmu(kAxis, with_force(3));
  Instance3 own(fmu, false);
  own.start_equations(20.0);
  const fmi3Int64 forwards = own.mode();
  CHECK(forwards != 0);
  Integrated3 run(own);
  const double decay = kDamping3 / (2.0 * kMass3);
  const double half = std::numbers::pi / std::sqrt(kStiffness3 / kMass3 - decay * decay);
  const double left = std::exp(-decay * half);  // of the distance from where forces balance
  double place = 0.0, sign = 1.0;
  int turns = 0;
  for (; own.mode() != 0; ++turns) {
    REQUIRE(turns < 20);
    CHECK(own.mode() == (sign > 0.0 ? forwards : -forwards));
    run.to_event(2.0 + half);
    const double middle = (20.0 - sign * kFriction3) / kStiffness3;
    place = middle - (place - middle) * left;
    CHECK(run.time == doctest::Approx(half * (turns + 1)).epsilon(1e-7));
    CHECK(run.x[0] == doctest::Approx(place).epsilon(1e-7));
    fmi3Boolean event = false, over = true;
    CHECK(fmi3CompletedIntegratorStep(own.c, true, &event, &over) == fmi3OK);
    CHECK_FALSE(over);
    CHECK(fmi3EnterEventMode(own.c) == fmi3OK);
    own.update();
    CHECK(fmi3EnterContinuousTimeMode(own.c) == fmi3OK);
    CHECK(fmi3GetContinuousStates(own.c, run.x.data(), 2) == fmi3OK);
    sign = -sign;
  }
  CHECK(turns > 1);
  CHECK(std::abs(20.0 - kStiffness3 * place) <= 5.0);  // static friction holds
}

TEST_CASE("each kind of FMI 3.0 refuses what the other one does, in words") {
  const Exported fmu(kAxis, with_force(3));
  Instance3 own(fmu, false);
  own.start(3.0);
  own.says(fmi3EnterStepMode(own.c), "this instance is one of Model Exchange");
  own.update();
  CHECK(fmi3EnterContinuousTimeMode(own.c) == fmi3OK);
  double three[3] = {0.0, 0.0, 0.0};
  own.says(fmi3SetContinuousStates(own.c, three, 3), "there are 2 states, not 3");
  own.says(fmi3SetContinuousStates(own.c, nullptr, 2), "a list is NULL");
  own.says(fmi3GetEventIndicators(own.c, three, 0), "event indicators, not 0");
  own.says(fmi3SetTime(own.c, std::nan("")), "a time is finite");
  own.says(own.step(0.0, 0.1), "fmi3DoStep is called between steps");
  own.says(own.set("k", 10.0), "the parameter 'k' changes at events alone");
  Instance3 steps(fmu, true);
  steps.start(3.0);
  steps.says(fmi3GetContinuousStates(steps.c, three, 2), "it is not allowed between steps");
  const unsigned q = fmu.reference("q.block");
  const fmi3Int32 zero = 0;
  steps.says(fmi3GetOutputDerivatives(steps.c, &q, 1, &zero, three, 1), "orders from 1 on");
}
