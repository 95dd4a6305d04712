// Massless bodies against closed forms.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "dynamics/small_models.h"
#include "luztar/simulate/simulate.h"

namespace luztar {
namespace {

using namespace testing;

Trajectory run(const Model& model) {
  const System system = compile(model);
  return simulate(system, initial_state(system), system.settings());
}

void gap_spring(Model& model, const std::string& name, Deflection deflection, double stiffness,
                double freeplay) {
  spring(model, name, std::move(deflection), stiffness);
  Spring& made = model.springs.back();
  made.has_gap = true;
  made.lower = number(-freeplay);
  made.upper = number(freeplay);
}

double luz(double x, double a) { return x > a ? x - a : x < -a ? x + a : 0.0; }

void check_ledger(const Trajectory& out) {
  REQUIRE_MESSAGE(out.info.status == Status::Finished, out.info.diagnosis);
  CHECK(std::abs(out.info.energy.residual) <= 1e-11 * out.info.energy.moved);
}

}  // namespace

TEST_CASE("a massless block on a rough floor: C z' = luz(F, F0)") {
  Model model = lasting(6.0);
  const int block = body(model, "block", 0.0);
  friction(model, "floor", between(block, kGround), 2.0, 2.0, 5.0);
  force(model, "push", block, "3*sin(t)");
  const Trajectory out = run(model);
  check_ledger(out);
  CHECK(out.events.size() == 4);  // breaks and stops twice
  for (std::size_t i = 0; i < out.time.size(); ++i) {
    const double push = 3.0 * std::sin(out.time[i]);
    CHECK(out.v[0][i] == doctest::Approx(luz(push, 2.0) / 5.0).epsilon(1e-12));
    CHECK(std::abs(out.f[0][i] - push) < 1e-13);
  }
}

TEST_CASE("a massless sheet between a block and the floor: the weaker side slides first") {
  for (const double lower : {1.0, 4.0}) {
    CAPTURE(lower);
    Model model = lasting(8.0);
    const int block = body(model, "block", 2.0);
    const int sheet = body(model, "sheet", 0.0);
    friction(model, "upper", between(block, sheet), 2.0, 2.0, 3.0);
    friction(model, "lower", between(sheet, kGround), lower, lower, 7.0);
    force(model, "push", block, "6*sin(t)");
    const Trajectory out = run(model);
    check_ledger(out);
    for (std::size_t i = 0; i < out.time.size(); ++i) {
      // Series law (papers 000, massless middle body): the same force f passes through both pairs.
      const double f = out.f[0][i];
      CHECK(std::abs(f - out.f[1][i]) < 1e-12);
      if (out.v[0][i] == 0.0) continue;
      const double speed = luz(f, 2.0) / 3.0 + luz(f, lower) / 7.0;
      CHECK(std::abs(out.v[0][i] - speed) < 1e-12);
      CHECK(std::abs(out.v[1][i] - luz(f, lower) / 7.0) < 1e-12);
    }
  }
}

TEST_CASE("a Jenkins element: a spring on a massless slider") {
  Model model = lasting(10.0);
  const int base = moving_base(model, "base", "2*sin(t)");
  const int slider = body(model, "slider", 0.0);
  spring(model, "spring", between(base, slider), 10.0);
  friction(model, "floor", between(slider, kGround), 5.0, 5.0);
  const Trajectory out = run(model);
  check_ledger(out);
  double q = 0.0;  // play operator, finely sampled between the output points by its turning points
  for (std::size_t i = 0; i < out.time.size(); ++i) {
    const double x = 2.0 * std::sin(out.time[i]);
    for (const double turn : {0.5, 1.5, 2.5})
      if (out.time[i] > turn * std::numbers::pi &&
          (i == 0 || out.time[i - 1] <= turn * std::numbers::pi)) {
        const double peak = 2.0 * std::sin(turn * std::numbers::pi);
        q += luz(peak - q, 0.5);
      }
    q += luz(x - q, 0.5);
    CHECK(std::abs(out.q[1][i] - q) < 1e-12);
    CHECK(std::abs(out.f[0][i] - 10.0 * (x - q)) < 1e-11);
  }
}

TEST_CASE("springs with freeplay in series: one spring with the summed freeplay") {
  Model model = lasting(3.0);
  const int base = moving_base(model, "base", "0.05*sin(3*t)");
  const int mass = body(model, "mass", 2.0);
  const int joint = body(model, "joint", 0.0);
  const int joint2 = body(model, "joint2", 0.0);
  gap_spring(model, "first", between(base, joint), 400.0, 0.005);
  gap_spring(model, "second", between(joint, joint2), 800.0, 0.003);
  gap_spring(model, "third", between(joint2, mass), 500.0, 0.002);
  friction(model, "floor", between(mass, kGround), 0.5, 0.5, 1.0);
  const Trajectory out = run(model);
  check_ledger(out);

  Model reduced = lasting(3.0);
  moving_base(reduced, "base", "0.05*sin(3*t)");
  body(reduced, "mass", 2.0);
  gap_spring(reduced, "spring", between(0, 1), 1.0 / (1.0 / 400.0 + 1.0 / 800.0 + 1.0 / 500.0),
             0.01);
  friction(reduced, "floor", between(1, kGround), 0.5, 0.5, 1.0);
  const Trajectory expected = run(reduced);
  check_ledger(expected);
  for (std::size_t i = 0; i < out.time.size(); ++i) {
    CHECK(std::abs(out.q[1][i] - expected.q[1][i]) < 1e-12);
    for (int e = 0; e < 3; ++e) CHECK(std::abs(out.f[e][i] - expected.f[0][i]) < 1e-10);
  }
}

TEST_CASE("a massless body in a gap between a spring and a load of time") {
  Model model = lasting(4.0);
  const int joint = body(model, "joint", 0.0);
  const int mass = body(model, "mass", 1.0);
  spring(model, "left", between(joint, kGround), 100.0);
  spring(model, "right", between(mass, joint), 50.0);
  force(model, "load", joint, "3*sin(2*t)");
  const Trajectory out = run(model);
  check_ledger(out);
  for (std::size_t i = 0; i < out.time.size(); ++i) {
    const double joint_at = (3.0 * std::sin(2.0 * out.time[i]) + 50.0 * out.q[1][i]) / 150.0;
    CHECK(std::abs(out.q[0][i] - joint_at) < 1e-14);
  }
}

TEST_CASE("a start where every deflection is zero, near an edge: the load decides") {
  Model model = lasting(2.0);
  const int block = body(model, "block", 2.0);
  const int joint = body(model, "joint", 0.0);
  gap_spring(model, "gap", between(joint, block), 51.0, 0.1);
  model.springs.back().upper = number(0.02);
  spring(model, "spring", between(joint, kGround), 50.0);
  force(model, "load", joint, "-7*sin(3*t)");
  const Trajectory out = run(model);
  check_ledger(out);
  for (std::size_t i = 0; i < out.time.size(); ++i) {
    const double load = -7.0 * std::sin(3.0 * out.time[i]);
    const double d = out.q[1][i] - out.q[0][i];
    const double luz_force = 51.0 * (d > 0.02 ? d - 0.02 : d < -0.1 ? d + 0.1 : 0.0);
    CHECK(std::abs(load - 50.0 * out.q[1][i] - luz_force) < 1e-12);
  }
}

TEST_CASE("a massless body that slides into its place at the start is at the limit for ever") {
  Model model = lasting(3.0);
  const int block = body(model, "block", 1.0, 0.3);
  spring(model, "soft", between(block, kGround), 20.0);
  const int slider = body(model, "slider", 0.0, 0.05);
  spring(model, "stiff", between(slider, kGround), 177.389);
  friction(model, "floor", between(slider, kGround), 1.22646, 1.22646);
  const Trajectory out = run(model);
  check_ledger(out);
  CHECK(out.events.empty());
  for (std::size_t i = 0; i < out.time.size(); ++i)
    CHECK(std::abs(out.q[1][i] - 1.22646 / 177.389) < 1e-15);
}

TEST_CASE("a damped massless body approaches the edge of a gap for ever") {
  Model model = lasting(5.0);
  const int block = body(model, "block", 1.5, 0.2);
  spring(model, "soft", between(block, kGround), 30.0);
  const int plate = body(model, "plate", 0.0, 0.1);
  gap_spring(model, "edge", between(plate, kGround), 90.5751, 0.024704);
  Damper oil;
  oil.name = "oil";
  oil.deflection = between(plate, kGround);
  oil.damping = number(0.95118);
  model.dampers.push_back(oil);
  const Trajectory out = run(model);
  check_ledger(out);
  CHECK(out.events.size() < 3);  // rounding may open it
  for (std::size_t i = 0; i < out.time.size(); ++i) {
    const double beyond = (0.1 - 0.024704) * std::exp(-90.5751 / 0.95118 * out.time[i]);
    CHECK(std::abs(out.q[1][i] - 0.024704 - beyond) < 1e-12);
  }
}

TEST_CASE("a sheet on the floor goes along with a belt that turns back, forwards only") {
  // P = F1 sgn v + C v + F2 sgn(v - u): v = u while u > 0, and 0 while u < 0, with the numbers
  // here.
  for (const bool two_floors : {false, true}) {
    CAPTURE(two_floors);
    Model model = lasting(6.0);
    const int belt = moving_base(model, "belt", "0.4*sin(2*t)");
    const int sheet = body(model, "sheet", 0.0);
    friction(model, "floor", between(sheet, kGround), two_floors ? 0.7 : 1.8,
             two_floors ? 0.7 : 1.8, 0.5);
    if (two_floors) friction(model, "floor2", between(sheet, kGround), 1.1, 1.1);
    friction(model, "upper", between(sheet, belt), 1.0, 1.0);
    force(model, "pull", sheet, "2");
    const Trajectory out = run(model);
    check_ledger(out);
    for (std::size_t i = 0; i < out.time.size(); ++i) {
      const double u = 0.8 * std::cos(2.0 * out.time[i]);
      CHECK(std::abs(out.v[sheet][i] - std::max(u, 0.0)) < 1e-12);
    }
  }
}

TEST_CASE("laws that a massless body's balance cannot be solved for are refused with advice") {
  const auto refused = [](const auto& add, const char* words) {
    Model model = lasting(1.0);
    body(model, "mass", 1.0);
    body(model, "sheet", 0.0);
    add(model);
    CHECK_THROWS_WITH_AS(compile(model), doctest::Contains(words), ModelError);
  };
  refused(
      [](Model& model) {
        gap_spring(model, "spring", between(0, 1), 5.0, 0.1);
        model.springs.back().damping = number(1.0);
      },
      "contact damping at the massless body 'sheet'");
  refused(
      [](Model& model) {
        friction(model, "floor", between(1, kGround), 1.0, 2.0, 1.0);
        model.frictions.back().forward.stribeck = Friction::Stribeck{number(0.1), number(2.0)};
      },
      "'floor'");
  refused(
      [](Model& model) {
        friction(model, "floor", between(1, kGround), 1.0, 1.0, 1.0);
        force(model, "drag", 1, "-v.sheet^3");
      },
      "a force of the velocity at the massless body 'sheet'");
  refused(
      [](Model& model) {
        spring(model, "soft", between(0, 1), 5.0);
        force(model, "field", 1, "-sin(q.sheet)");
      },
      "a force of q.sheet at the massless body 'sheet'");
}

TEST_CASE("a massless body in a field of force, damped: an equation of first order") {
  Model model = lasting(2.0);
  const int ball = body(model, "ball", 0.0, 1.0);
  friction(model, "oil", between(ball, kGround), 0.0, 0.0, 2.0);
  force(model, "field", ball, "-3*q.ball^3");
  const Trajectory out = run(model);
  check_ledger(out);
  // 2 q' = -3 q³: q = 1/sqrt(1 + 3 t)
  for (std::size_t i = 0; i < out.time.size(); ++i)
    CHECK(std::abs(out.q[0][i] - 1.0 / std::sqrt(1.0 + 3.0 * out.time[i])) < 1e-12);
}

TEST_CASE("a massless body that nothing holds is refused by its name") {
  Model model = lasting(1.0);
  body(model, "ghost", 0.0);
  body(model, "mass", 1.0);
  CHECK_THROWS_WITH_AS(compile(model), doctest::Contains("'ghost'"), ModelError);
}

}  // namespace luztar
