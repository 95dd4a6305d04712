// Least squares: known minima, bounds, outliers, places without a value.
#include "luztar/study/fit/least_squares.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "luztar/core/nearness.h"

using namespace luztar;

namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

LeastSquaresProblem of_two(double x, double y) {
  LeastSquaresProblem problem;
  problem.start = Vector{x, y};
  problem.lower = Vector{-kNone, -kNone};
  problem.upper = -problem.lower;
  return problem;
}

/// Rosenbrock's valley, with its least value at (1, 1).
LeastSquaresProblem valley(double x, double y) {
  LeastSquaresProblem problem = of_two(x, y);
  problem.max_iterations = 200;
  problem.evaluate = [](const Vector& at, Vector& residual, Matrix* jacobian) {
    residual = Vector{10.0 * (at(1) - at(0) * at(0)), 1.0 - at(0)};
    if (jacobian != nullptr) *jacobian = Matrix{{-20.0 * at(0), 10.0}, {-1.0, 0.0}};
    return at(0) < 50.0;
  };
  return problem;
}

}  // namespace

TEST_CASE("the valley of Rosenbrock ends at its least value, from anywhere") {
  for (const double x : {-1.2, 3.0, 40.0}) {
    CAPTURE(x);
    const auto found = least_squares(valley(x, 1.0));
    CHECK(found.found);
    CHECK(found.x(0) == doctest::Approx(1.0).epsilon(1e-6));
    CHECK(found.x(1) == doctest::Approx(1.0).epsilon(1e-6));
  }
}

TEST_CASE("a bound holds an unknown, and the others go on") {
  LeastSquaresProblem problem = valley(0.0, 0.0);
  problem.upper(0) = 0.5;
  const auto found = least_squares(problem);
  CHECK(found.found);
  CHECK(found.x(0) == 0.5);
  CHECK(found.x(1) == doctest::Approx(0.25).epsilon(1e-6));
}

TEST_CASE("unknowns stay in their order, and those that meet go on as one") {
  LeastSquaresProblem problem = of_two(1.0, 1.0005);
  problem.ordered = {{0, 1}};
  problem.evaluate = [](const Vector& at, Vector& residual, Matrix* jacobian) {
    residual = Vector{at(0) - 5.0, 2.0 * (at(1) - 3.0)};
    if (jacobian != nullptr) *jacobian = Matrix{{1.0, 0.0}, {0.0, 2.0}};
    return at(0) <= at(1) * (1.0 + 1e-12);
  };
  const auto met = least_squares(problem);  // (s - 5)^2 + 4 (s - 3)^2
  CHECK(met.found);
  CHECK(met.x(0) == doctest::Approx(3.4));
  CHECK(met.x(1) == doctest::Approx(3.4));
  problem.start = Vector{1.0, 9.0};  // from far away as well, by shorter steps
  CHECK(least_squares(problem).x(0) == doctest::Approx(3.4));
  problem.evaluate = [](const Vector& at, Vector& residual, Matrix* jacobian) {
    residual = Vector{at(0) - 5.0};
    if (jacobian != nullptr) *jacobian = Matrix{{1.0, 0.0}};
    return at(0) <= at(1) * (1.0 + 1e-12);
  };
  const auto led = least_squares(problem);  // nothing depends on the upper one
  CHECK(led.x(0) == doctest::Approx(5.0));
  problem.start = Vector{1.0, 1.0};
  CHECK(least_squares(problem).x(1) == doctest::Approx(5.0));
  problem.upper(1) = 4.0;
  CHECK(least_squares(problem).x(0) == doctest::Approx(4.0));
}

TEST_CASE("an outlier costs a robust loss little") {
  // A line through ten points, one of them far off.
  for (const Loss loss : {Loss::Linear, Loss::SoftL1, Loss::Huber}) {
    CAPTURE(static_cast<int>(loss));
    LeastSquaresProblem problem = of_two(0.0, 0.0);
    problem.loss = loss;
    problem.evaluate = [](const Vector& at, Vector& residual, Matrix* jacobian) {
      residual.resize(10);
      if (jacobian != nullptr) jacobian->reset(10, 2);
      for (int i = 0; i < 10; ++i) {
        const double measured = 2.0 + 3.0 * i + (i == 7 ? 100.0 : 0.0);
        residual(i) = (at(0) + at(1) * i - measured) / 0.1;
        if (jacobian != nullptr) jacobian->set_row(i, Vector{10.0, 10.0 * i});
      }
      return true;
    };
    const auto found = least_squares(problem);
    CHECK(found.found);
    const double off = std::abs(found.x(1) - 3.0);
    CHECK((loss == Loss::Linear ? off > 1.0 : off < 0.1));
  }
}

TEST_CASE("what nothing depends on stays, and no value at the start is told") {
  LeastSquaresProblem problem = of_two(1.0, 7.0);
  problem.evaluate = [](const Vector& at, Vector& residual, Matrix* jacobian) {
    residual = Vector{at(0) - 4.0};
    if (jacobian != nullptr) *jacobian = Matrix{{1.0, 0.0}};
    return true;
  };
  const auto found = least_squares(problem);
  CHECK(found.found);
  CHECK(found.x(0) == doctest::Approx(4.0));
  CHECK(found.x(1) == 7.0);
  const auto nowhere = least_squares(valley(60.0, 0.0));
  CHECK_FALSE(nowhere.found);
  CHECK_FALSE(nowhere.words.empty());
}

TEST_CASE("losses and weights have the same gradient") {
  for (const Loss loss : {Loss::Linear, Loss::SoftL1, Loss::Huber})
    for (const double r : {-3.0, -0.4, 0.2, 0.99, 5.0}) {
      const double h = 1e-6;
      const double slope = (loss_of(loss, r + h) - loss_of(loss, r - h)) / (2 * h);
      CHECK(2.0 * weight_of(loss, r) * r == doctest::Approx(slope).epsilon(1e-6));
    }
}

TEST_CASE("a search whose runs are stopped does not say that it has found anything") {
  int calls = 0;
  LeastSquaresProblem problem;
  problem.start = Vector{5.0};
  problem.lower = Vector{-kInfinity};
  problem.upper = Vector{kInfinity};
  problem.evaluate = [&](const Vector& x, Vector& residual, Matrix* jacobian) {
    if (++calls > 2) return false;  // as a run that was asked to end
    residual = {std::exp(x[0])};
    if (jacobian != nullptr) *jacobian = {{residual[0]}};
    return true;
  };
  problem.goes_on = [&](int, double) {
    return calls <= 2;
  };
  const LeastSquaresSolution solution = least_squares(problem);
  CHECK(!solution.found);
  CHECK(solution.words == "stopped on request");
  CHECK(calls == 3);
}
