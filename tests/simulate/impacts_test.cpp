// Impacts between several bodies, through links and past frictions, against closed forms.
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "stop_runs.h"

namespace luztar {

using namespace testing;

TEST_CASE("two bodies: momentum stays, the rate after is -e times the rate before") {
  Model model = lasting(2.0);
  const int a = body(model, "a", 3.0, 0.0, 2.0);
  const int b = body(model, "b", 1.25, 1.0, -0.5);
  stop(model, "buffer", between(a, b), -kInfinity, 0.0, 0.6);
  const Trajectory out = run(model);
  REQUIRE(out.events.size() == 1);
  CHECK(out.events[0].time.value == doctest::Approx(0.4).epsilon(1e-15));
  CHECK(out.events[0].from == 0);
  CHECK(out.events[0].to == 0);
  const double impulse = 1.6 * 2.5 / (1.0 / 3.0 + 1.0 / 1.25);
  CHECK(out.events[0].impulse == doctest::Approx(impulse).epsilon(1e-14));
  CHECK(out.info.v[0] == doctest::Approx(2.0 - impulse / 3.0).epsilon(1e-14));
  CHECK(out.info.v[1] - out.info.v[0] == doctest::Approx(0.6 * 2.5).epsilon(1e-14));
  CHECK(3.0 * out.info.v[0] + 1.25 * out.info.v[1] == doctest::Approx(5.375).epsilon(1e-15));
  CHECK(out.info.energy.dissipated[0] ==
        doctest::Approx(0.5 * 0.64 * 2.5 * 2.5 / (1.0 / 3.0 + 1.0 / 1.25)).epsilon(1e-14));
  CHECK(balances(out.info));
}

namespace {

/// Five balls in a row; the first comes with velocity 1.
Model cradle(double gap, double restitution, double duration) {
  Model model = lasting(duration);
  int last = body(model, "b1", 2.0, -1.0, 1.0);
  for (int i = 2; i <= 5; ++i) {
    const int next = body(model, "b" + std::to_string(i), 2.0, (i - 2) * gap);
    stop(model, "s" + std::to_string(i), between(last, next), -kInfinity, 0.0, restitution);
    last = next;
  }
  return model;
}

}  // namespace

TEST_CASE("a cradle of balls that touch is hit by one impulse: fractions of Moreau's law") {
  // P1 > 0: rate of the first pair turns to -e; the others end with rate 0 and move together:
  // v2 = (1 + e)/5, v1 = v2 - e.
  for (const double e : {0.0, 0.25, 1.0}) {
    CAPTURE(e);
    const Trajectory out = run(cradle(0.0, e, 2.0));
    REQUIRE(out.info.status == Status::Finished);
    const auto impacts = impacts_of(out);
    REQUIRE(impacts.size() == 4);
    for (int i = 0; i < 4; ++i)  // every pair passes on what the balls behind it need
      CHECK(impacts[i].impulse == doctest::Approx(2.0 * (4 - i) * (1.0 + e) / 5.0).epsilon(1e-14));
    CHECK(out.info.v[0] == doctest::Approx((1.0 + e) / 5.0 - e).epsilon(1e-14));
    for (int i = 1; i < 5; ++i) {
      CHECK(out.info.v[i] == doctest::Approx((1.0 + e) / 5.0).epsilon(1e-14));
      CHECK(out.info.v[i] == out.info.v[4]);
    }
    const double left = 0.2 + 0.8 * e * e;  // of the energy
    CHECK(out.info.energy.residual <= 1e-15);
    double lost = 0.0;
    for (const double loss : out.info.energy.dissipated) lost += loss;
    CHECK(lost == doctest::Approx(1.0 - left).epsilon(1e-14));
  }
}

TEST_CASE("a cradle with gaps hands the velocity from ball to ball") {
  const Trajectory out = run(cradle(0.125, 1.0, 2.0));
  REQUIRE(out.info.status == Status::Finished);
  REQUIRE(out.events.size() == 4);
  for (int i = 0; i < 4; ++i)
    CHECK(out.events[i].time.value == doctest::Approx(1.0 + 0.125 * i).epsilon(1e-15));
  for (int i = 0; i < 4; ++i) CHECK(std::abs(out.info.v[i]) < 1e-15);
  CHECK(out.info.v[4] == doctest::Approx(1.0).epsilon(1e-15));
}

TEST_CASE(
    "a stop across three bodies with arms obeys Newton's law and the masses share the impulse") {
  Model model = lasting(1.0);
  const int a = body(model, "a", 2.0, 0.0, 1.0);
  const int b = body(model, "b", 0.5, 0.0, 0.5);
  const int c = body(model, "c", 4.0, 0.0, -0.25);
  stop(model, "limit", {{{a, number(1)}, {b, number(2)}, {c, number(-3)}}}, -1.0, 0.6875, 0.5);
  const Trajectory out = run(model);
  REQUIRE(out.events.size() == 1);
  CHECK(out.events[0].time.value == 0.25);  // rate 1 + 1 + 0.75
  const double impulse = 1.5 * 2.75 / (1.0 / 2.0 + 4.0 / 0.5 + 9.0 / 4.0);
  CHECK(out.events[0].impulse == doctest::Approx(impulse).epsilon(1e-15));
  CHECK(out.info.v[0] == doctest::Approx(1.0 - impulse / 2.0).epsilon(1e-15));
  CHECK(out.info.v[1] == doctest::Approx(0.5 - 2.0 * impulse / 0.5).epsilon(1e-15));
  CHECK(out.info.v[2] == doctest::Approx(-0.25 + 3.0 * impulse / 4.0).epsilon(1e-15));
  CHECK(balances(out.info));
}

TEST_CASE("an impact tears a neighbour loose and leaves alone the one that it does not reach") {
  // b rides on a, c rests on the floor; only a meets the wall.
  Model model = lasting(1.0);
  const int a = body(model, "a", 2.0, 0.0, 2.0);
  const int b = body(model, "b", 1.0, 0.0, 2.0);
  const int c = body(model, "c", 1.0);
  friction(model, "ab", between(a, b), 3.0, 5.0);
  friction(model, "c0", between(c, kGround), 1.0, 1.0);
  stop(model, "wall", between(a, kGround), -kInfinity, 1.0, 0.5);
  const Trajectory out = run(model);
  REQUIRE(out.info.status == Status::Finished);
  // At 0.5: a turns to -1, b goes on with 2; friction 3: b slows by 3, a by -1.5, together after
  // 3/4.5 s with the momentum -2 + 2 = 0.
  REQUIRE(out.events.size() == 2);
  CHECK(out.events[0].name == 0);
  CHECK(out.events[0].cause == Event::Cause::Follow);
  CHECK(out.events[0].to == -1);
  CHECK(out.events[0].time.value == 0.5);
  CHECK(out.events[1].impulse == doctest::Approx(6.0).epsilon(1e-15));
  CHECK(out.info.v[0] == doctest::Approx(-1.0 + 1.5 * 0.5).epsilon(1e-15));
  CHECK(out.info.v[1] == doctest::Approx(2.0 - 3.0 * 0.5).epsilon(1e-15));
  CHECK(out.mode[1].back() == 0);
  CHECK(out.info.v[2] == 0.0);
  CHECK(balances(out.info));
}

TEST_CASE("a load that sticks to a block bounces with it when a link or the wall stops both") {
  // Both meet walls at once with the same restitution: they stay stuck, bit for bit.
  Model model = lasting(1.0);
  const int a = body(model, "a", 2.0, 0.0, 2.0);
  const int b = body(model, "b", 1.0, 0.25, 2.0);
  friction(model, "ab", between(a, b), 3.0, 5.0);
  stop(model, "wall_a", between(a, kGround), -kInfinity, 1.0, 0.5);
  stop(model, "wall_b", between(b, kGround), -kInfinity, 1.25, 0.5);
  const Trajectory out = run(model);
  CHECK(out.events.size() == 2);
  CHECK(out.info.v[0] == -1.0);
  CHECK(out.info.v[0] == out.info.v[1]);
  Model linked = lasting(1.0);
  const int wheel = body(linked, "wheel", 2.0, 0.0, 2.0);
  const int pinion = body(linked, "pinion", 1.0, 0.25, 4.0);
  link(linked, "gear", between(wheel, pinion, 2.0, 1.0));
  stop(linked, "wall", between(wheel, kGround), -kInfinity, 1.0, 0.5);
  const Trajectory geared = run(linked);
  CHECK(geared.info.v[0] == doctest::Approx(-1.0).epsilon(1e-15));
  CHECK(geared.info.v[1] == 2.0 * geared.info.v[0]);
  CHECK(impacts_of(geared)[0].impulse == doctest::Approx(3.0 * (2.0 + 4.0)).epsilon(1e-15));
  CHECK(balances(geared.info));
}

TEST_CASE("a stack of blocks falls, bounces and settles; each stop carries what is above it") {
  for (const double e : {0.0, 0.2, 0.5, 0.8}) {
    CAPTURE(e);
    Model model = lasting(20.0);
    int below = kGround;
    const int n = 5;
    for (int i = 0; i < n; ++i) {
      const int block = body(model, "b" + std::to_string(i), 1.0 + 0.3 * i, 0.5 + 0.7 * i);
      force(model, "w" + std::to_string(i), block, "-9.81*" + std::to_string(1.0 + 0.3 * i));
      stop(model, "s" + std::to_string(i), between(block, below), 0.0, kInfinity, e);
      below = block;
    }
    const Trajectory out = run(model);
    REQUIRE(out.info.status == Status::Finished);
    double weight = 0.0;
    for (int i = n - 1; i >= 0; --i) {
      weight += 9.81 * (1.0 + 0.3 * i);
      CHECK(out.mode[i].back() == -1);
      CHECK(out.f[i].back() == doctest::Approx(-weight).epsilon(1e-13));
      CHECK(out.info.v[i] == 0.0);
    }
    CHECK(balances(out.info));
    for (const double loss : out.info.energy.dissipated) CHECK(loss >= 0.0);
  }
}

TEST_CASE("a light ball between a heavy falling block and the floor does not hang the run") {
  for (const double mass : {1e-1, 1e-3, 1e-6}) {
    CAPTURE(mass);
    Model model = lasting(3.0);
    const int ball = body(model, "ball", mass, 0.5);
    const int block = body(model, "block", 1.0, 1.0, -1.0);
    force(model, "w1", ball, std::to_string(-10.0 * mass));
    force(model, "w2", block, "-10");
    stop(model, "floor", between(ball, kGround), 0.0, kInfinity, 0.5);
    stop(model, "press", between(block, ball), 0.0, kInfinity, 0.5);
    const Trajectory out = run(model);
    CHECK(out.info.status == Status::Finished);
    CHECK(out.info.v[0] == 0.0);
    CHECK(out.info.v[1] == 0.0);
    CHECK(balances(out.info));
  }
}

TEST_CASE("a given velocity that jumps throws what rests on it and takes along what is linked") {
  // 0 until 1, then 2 t: the ball of mass 0.5 leaves with (1 + e) 2.
  Model model = lasting(1.0625);
  const int table = moving_base(model, "table", "if(t < 1, 0, 2*(t - 1))");
  const int ball = body(model, "ball", 0.5);
  const int plate = body(model, "plate", 3.0);
  force(model, "weight", ball, "-4");
  stop(model, "top", between(ball, plate), 0.0, kInfinity, 0.5);
  link(model, "bolt", between(plate, table));
  const Trajectory out = run(model);
  REQUIRE(out.info.status == Status::Finished);
  CHECK(out.info.v[1] == doctest::Approx(3.0 - 8.0 * 0.0625).epsilon(1e-14));
  CHECK(out.info.v[2] == 2.0);
  REQUIRE(impacts_of(out).size() == 1);
  CHECK(impacts_of(out)[0].impulse == doctest::Approx(-0.5 * 3.0).epsilon(1e-14));
  // The table works 1/2 M v² at the plate, then P v; the stop loses P (1 - e) v / 2.
  CHECK(out.info.energy.dissipated[1] == doctest::Approx(1.5 * 0.5 * 2.0 / 2.0).epsilon(1e-13));
  CHECK(out.info.energy.motion_work[0] ==
        doctest::Approx(0.5 * 3.0 * 4.0 + 1.5 * 2.0).epsilon(1e-13));
  CHECK(balances(out.info));
}

TEST_CASE("jaws that close on a block end the run with the names of the stops") {
  Model model = lasting(2.0);
  const int jaw = moving_base(model, "jaw", "1 - t");
  const int block = body(model, "block", 1.0);
  stop(model, "left", between(block, kGround), -0.25, kInfinity, 0.5);
  stop(model, "right", between(block, jaw), -kInfinity, 0.0, 0.5);
  const Trajectory out = run(model);
  CHECK(out.info.status != Status::Finished);
  CHECK(out.info.diagnosis.find("'left'") != std::string::npos);
  CHECK(out.info.diagnosis.find("'right'") != std::string::npos);
}

TEST_CASE("a massless lever hands the impact of its tip on to the block that it is linked to") {
  const auto make = [](bool lever) {
    Model model = lasting(4.0);
    const int block = body(model, "block", 1.5, 0.2);
    force(model, "push", block, "-3 + sin(5*t)");
    friction(model, "floor", between(block, kGround), 0.4, 0.6);
    if (!lever) {
      stop(model, "wall", between(block, kGround), -0.1, kInfinity, 0.6);
      return model;
    }
    const int tip = body(model, "tip", 0.0, 0.8);
    link(model, "lever", between(tip, block, 1.0, 4.0));
    stop(model, "wall", between(tip, kGround), -0.4, kInfinity, 0.6);
    return model;
  };
  const Trajectory plain = run(make(false));
  const Trajectory out = run(make(true));
  REQUIRE(out.info.status == Status::Finished);
  REQUIRE(plain.events.size() == out.events.size());
  REQUIRE(impacts_of(plain).size() > 5);
  for (std::size_t i = 0; i < out.events.size(); ++i) {
    CHECK(out.events[i].time.value == doctest::Approx(plain.events[i].time.value).epsilon(1e-11));
    CHECK(4.0 * out.events[i].impulse == doctest::Approx(plain.events[i].impulse).epsilon(1e-9));
  }
  for (std::size_t i = 0; i < out.time.size(); ++i)
    CHECK(out.q[0][i] == doctest::Approx(plain.q[0][i]).epsilon(1e-9));
  CHECK(out.mode[2].back() == -1);
  CHECK(out.f[2].back() == doctest::Approx(plain.f[1].back() / 4.0).epsilon(1e-9));
  CHECK(balances(out.info));
}

TEST_CASE("blocks bounce in a network with massless bodies as with very light ones") {
  const auto make = [](double mass) {
    Model model = lasting(2.0);
    const int block = body(model, "block", 1.0, 0.5);
    const int joint = body(model, "joint", mass, 0.5);
    force(model, "weight", block, "-10");
    spring(model, "k", between(block, joint), 200.0);
    friction(model, "c", between(joint, kGround), 0.0, 0.0, 2.0);
    stop(model, "floor", between(block, kGround), 0.0, kInfinity, 0.5);
    return model;
  };
  const Trajectory out = run(make(0.0));
  const Trajectory light = run(make(1e-7));
  REQUIRE(out.info.status == Status::Finished);
  REQUIRE(light.info.status == Status::Finished);
  const auto impacts = impacts_of(out);
  const auto others = impacts_of(light);
  REQUIRE(impacts.size() > 3);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(impacts[i].time.value == doctest::Approx(others[i].time.value).epsilon(1e-5));
    CHECK(impacts[i].impulse == doctest::Approx(others[i].impulse).epsilon(1e-4));
  }
  CHECK(out.mode.back().back() == light.mode.back().back());
  CHECK(balances(out.info));
}

TEST_CASE("two stops that close at once with other restitutions: the livelier one throws") {
  Model model = lasting(1.0);
  const int a = body(model, "a", 1.0, 0.0, 1.0);
  stop(model, "soft", between(a, kGround), -kInfinity, 0.5, 0.25);
  stop(model, "hard", between(a, kGround), -kInfinity, 0.5, 0.75);
  const Trajectory out = run(model);
  REQUIRE(out.events.size() == 1);
  CHECK(out.events[0].impulse == doctest::Approx(1.75).epsilon(1e-15));
  CHECK(out.info.v[0] == doctest::Approx(-0.75).epsilon(1e-15));
}

TEST_CASE("jaws that begin to close on a block at rest between them are named too") {
  Model model = lasting(2.0);
  const int jaw = moving_base(model, "jaw", "if(t < 1, 0, -(t - 1)^2)");
  const int block = body(model, "block", 1.0);
  stop(model, "left", between(block, kGround), 0.0, kInfinity, 0.5);
  stop(model, "right", between(block, jaw), -kInfinity, 0.0, 0.5);
  const Trajectory out = run(model);
  CHECK(out.info.status == Status::Unsolved);
  CHECK(out.info.diagnosis.starts_with("t = 1 s: no force keeps the bodies at 'left', 'right'"));
}

TEST_CASE("impacts that only rounding keeps apart are one") {
  // Left and right meet the block 7.5e-15 s apart. One impact: momentum 0, rates 1 and 2 turn to
  // -1/2 and -1; one after the other would leave the block with a velocity.
  Model model = lasting(1.0);
  const int left = body(model, "left", 2.0, -0.3, 1.0);
  const int block = body(model, "block", 1.0);
  const int right = body(model, "right", 1.0, 0.6 + 1.5e-14, -2.0);
  stop(model, "a", between(left, block), -kInfinity, 0.0, 0.5);
  stop(model, "b", between(block, right), -kInfinity, 0.0, 0.5);
  const Trajectory out = run(model);
  REQUIRE(out.events.size() == 2);
  CHECK(out.events[0].time == out.events[1].time);
  CHECK(out.info.v[0] == doctest::Approx(-0.5).epsilon(1e-15));
  CHECK(std::abs(out.info.v[1]) < 1e-15);
  CHECK(out.info.v[2] == doctest::Approx(1.0).epsilon(1e-15));
}

TEST_CASE("a friction that an impact turns has been at rest: its hysteresis starts anew") {
  // From 1 with 0.1 against the wall at 0.3, back with 0.4 times that speed, which is between the
  // edges of the hysteresis; there 0.5 holds.
  for (const double sign : {1.0, -1.0}) {
    CAPTURE(sign);
    Model model = lasting(3.0);
    const int block = body(model, "block", 1.0, 0.0, sign);
    friction(model, "floor", between(block, kGround), 0.5, 0.5);
    Friction::Law& law = model.frictions[0].forward;
    law.hysteresis = Friction::Hysteresis{number(0.6), number(0.2), number(0.1), number(0)};
    model.frictions[0].backward = law;
    stop(model, "wall", between(block, kGround), -0.3, 0.3, 0.4);
    const Trajectory out = run(model);
    const double speed = std::sqrt(1.0 - 2.0 * 0.1 * 0.3);
    const double t = (1.0 - speed) / 0.1;
    REQUIRE(impacts_of(out).size() == 1);
    CHECK(std::abs(impacts_of(out)[0].time.value - t) < 1e-14);
    CHECK(std::abs(out.events.back().time.value - (t + 0.4 * speed / 0.5)) < 1e-13);
    CHECK(out.events.back().to == 0);
    CHECK(balances(out.info));
  }
}

}  // namespace luztar
