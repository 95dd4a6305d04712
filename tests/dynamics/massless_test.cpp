// The balance of massless bodies: small networks of springs and dampers by hand.
#include "luztar/dynamics/structure/massless.h"

#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/dynamics/structure/structure.h"
#include "luztar/dynamics/system/state.h"
#include "luztar/dynamics/system/system.h"
#include "small_models.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

// Massless bodies x and y between a mass and the ground.
struct Row {
  Model model = lasting(1.0);
  int mass = body(model, "mass", 1.0);
  int x = body(model, "x", 0.0);
  int y = body(model, "y", 0.0);
};

struct Balanced {
  explicit Balanced(const Model& model) : system(compile(model)) {
    const SystemImpl& impl = system.impl();
    const State state = initial_state(system);
    const std::vector<Mode> none(static_cast<std::size_t>(impl.n_pairs()), Mode::Forward);
    structure = build_structure(impl, none, state.kept_limit, state.contact, false);
    balance.build(impl, state, structure);
  }
  /// The index of a body among the massless bodies.
  std::size_t massless(int body) const {
    for (std::size_t s = 0; s < structure.massless_bodies.size(); ++s)
      if (structure.massless_bodies[s].body == body) return s;
    return 99;
  }
  System system;
  Structure structure;
  MasslessBalance balance;
};

}  // namespace

TEST_CASE("dampers move massless bodies at the velocities that balance: C v = G") {
  Row row;  // 2 N s/m to the mass, 3 between x and y, 5 to the ground
  damper(row.model, "c1", between(row.mass, row.x), 2.0);
  damper(row.model, "c2", between(row.x, row.y), 3.0);
  damper(row.model, "c3", between(row.y, kGround), 5.0);
  const Balanced b(row.model);
  REQUIRE(b.balance.size() == 2);
  CHECK(b.balance.n_static() == 0);
  std::vector<double> force(2), v(2);
  force[b.massless(row.x)] = 7.0;
  force[b.massless(row.y)] = -1.0;
  b.balance.damped_velocity(force.data(), v.data());
  const double vx = v[b.massless(row.x)], vy = v[b.massless(row.y)];
  CHECK(2 * vx + 3 * (vx - vy) == doctest::Approx(7.0));
  CHECK(3 * (vy - vx) + 5 * vy == doctest::Approx(-1.0));
  // Compliance of the first damper: v_x of a unit force on x, 8/31 of [[5, -3], [-3, 8]]^-1.
  CHECK(b.balance.compliance(0) == doctest::Approx(8.0 / 31.0));
  CHECK(b.balance.floating().empty());
}

TEST_CASE("springs alone hold positions: the drive divided by the stiffness that is felt") {
  Row row;
  spring(row.model, "k1", between(row.mass, row.x), 2.0);
  spring(row.model, "k2", between(row.x, row.y), 3.0);
  spring(row.model, "k3", between(row.y, kGround), 5.0);
  const Balanced b(row.model);
  CHECK(b.balance.n_static() == 2);
  std::vector<double> force(2), along(2), move(2, 0.0);
  force[b.massless(row.x)] = 7.0;
  force[b.massless(row.y)] = -1.0;
  b.balance.along_static(force.data(), along.data());
  b.balance.add_static(along.data(), move.data());
  const double dx = move[b.massless(row.x)], dy = move[b.massless(row.y)];
  CHECK(2 * dx + 3 * (dx - dy) == doctest::Approx(7.0));
  CHECK(3 * (dy - dx) + 5 * dy == doctest::Approx(-1.0));
  CHECK(b.balance.stiffness(1) == 3.0);
  CHECK(b.balance.floating().empty());
}

TEST_CASE("of two bodies on one damper one direction is damped, the other held by springs") {
  Row row;
  damper(row.model, "c", between(row.x, row.y), 4.0);
  spring(row.model, "k1", between(row.mass, row.x), 2.0);
  spring(row.model, "k2", between(row.y, kGround), 6.0);
  const Balanced b(row.model);
  CHECK(b.balance.n_static() == 1);
  const std::vector<double> together{1.0, 1.0};
  std::vector<double> along(1), move(2, 0.0), v(2);
  b.balance.along_static(together.data(), along.data());
  b.balance.add_static(along.data(), move.data());
  CHECK(move[0] == doctest::Approx(2.0 / 8.0));  // both, by the sum of the stiffnesses
  CHECK(move[1] == doctest::Approx(2.0 / 8.0));
  std::vector<double> apart(2);
  apart[b.massless(row.x)] = 1.0;
  apart[b.massless(row.y)] = -1.0;
  b.balance.damped_velocity(apart.data(), v.data());
  CHECK(v[b.massless(row.x)] - v[b.massless(row.y)] == doctest::Approx(1.0 / 4.0));
}

TEST_CASE("what nothing holds floats, and a spring in its gap holds nothing") {
  Row row;
  spring(row.model, "k1", between(row.mass, row.x), 2.0);
  spring(row.model, "k2", between(row.x, row.y), 3.0);
  CHECK(Balanced(row.model).balance.floating().empty());
  Spring& k2 = row.model.springs[1];
  k2.has_gap = true;
  k2.lower = number(-0.1);
  k2.upper = number(0.1);
  const Balanced open(row.model);
  REQUIRE(open.balance.floating().size() == 2);
  CHECK(std::abs(open.balance.floating()[open.massless(row.y)]) > 0.0);
  CHECK(open.balance.floating()[open.massless(row.x)] == doctest::Approx(0.0));
  // With a share of the stiffness of open springs it is held.
  MasslessBalance soft;
  soft.build(open.system.impl(), initial_state(open.system), open.structure, 1e-3);
  CHECK(soft.floating().empty());
}
