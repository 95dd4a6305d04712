// Inertia that couples bodies: closed forms, and the same motion in other coordinates.
#include <algorithm>
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "inertias/coupled_run.h"

using namespace luztar;
using inertias::run_of;

namespace {

/// A plate whose centre of mass lies behind its hinge.
const std::string kSection =
    "[parameters]\nm = 12.4\ns = 0.034\nI = 0.065\nk = 2844\n"
    "[bodies.plunge]\nmass = \"m\"\nposition = 0.01\n"
    "[bodies.pitch]\ninertia = \"I\"\nposition = 0.05\nvelocity = 0.3\n"
    "[inertias.section]\nbetween = [\"plunge\", \"pitch\"]\nvalue = \"m*s\"\n"
    "[springs.bending]\nbetween = [\"plunge\", \"ground\"]\nstiffness = \"k\"\n"
    "[springs.torsion]\nbetween = [\"pitch\", \"ground\"]\nstiffness = 7\nfreeplay = 0.01\n"
    "[frictions.rub]\nbetween = [\"plunge\", \"ground\"]\nkinetic = 1\nstatic = 1.5\n"
    "[frictions.hinge]\nbetween = [\"pitch\", \"ground\"]\nkinetic = 0.02\n"
    "[stops.down]\nbetween = [\"plunge\", \"ground\"]\ngap = [-0.008, inf]\nrestitution = 0.6\n"
    "[forces.lift]\non = \"plunge\"\nvalue = \"-3*q.pitch - 2*v.plunge\"\n";
const std::string kRun = "[simulation]\nduration = 2\nsamples = 401\n";

/// The same by its centre of mass.
const std::string kCentre =
    "[parameters]\nm = 12.4\ns = 0.034\nI = 0.065\nk = 2844\n"
    "[bodies.centre]\nmass = \"m\"\nposition = \"0.01 + 0.05*s\"\nvelocity = \"0.3*s\"\n"
    "[bodies.pitch]\ninertia = \"I - m*s^2\"\nposition = 0.05\nvelocity = 0.3\n"
    "[springs.bending]\nacross = { centre = 1, pitch = \"-s\" }\nstiffness = \"k\"\n"
    "[springs.torsion]\nbetween = [\"pitch\", \"ground\"]\nstiffness = 7\nfreeplay = 0.01\n"
    "[frictions.rub]\nacross = { centre = 1, pitch = \"-s\" }\nkinetic = 1\nstatic = 1.5\n"
    "[frictions.hinge]\nbetween = [\"pitch\", \"ground\"]\nkinetic = 0.02\n"
    "[stops.down]\nacross = { centre = 1, pitch = \"-s\" }\ngap = [-0.008, inf]\n"
    "restitution = 0.6\n"
    "[forces.lift]\nacross = { centre = 1, pitch = \"-s\" }\n"
    "value = \"-3*q.pitch - 2*(v.centre - s*v.pitch)\"\n";

void check_same(const Trajectory& coupled, const Trajectory& centre, double s, double tolerance) {
  REQUIRE(coupled.time.size() == centre.time.size());
  for (std::size_t k = 0; k < coupled.time.size(); ++k) {
    CHECK(std::abs(coupled.q[0][k] - (centre.q[0][k] - s * centre.q[1][k])) < tolerance);
    CHECK(std::abs(coupled.v[0][k] - (centre.v[0][k] - s * centre.v[1][k])) < 100 * tolerance);
    CHECK(std::abs(coupled.q[1][k] - centre.q[1][k]) < tolerance);
    CHECK(std::abs(coupled.a[1][k] - centre.a[1][k]) < 1e4 * tolerance);
  }
  REQUIRE(coupled.events.size() == centre.events.size());
  for (std::size_t i = 0; i < coupled.events.size(); ++i) {
    CHECK(coupled.events[i].name == centre.events[i].name);
    CHECK(coupled.events[i].to == centre.events[i].to);
    CHECK(coupled.events[i].impulse == doctest::Approx(centre.events[i].impulse));
  }
}

double kinetic_of(const RunInfo& info) { return info.energy.kinetic[0] + info.energy.kinetic[1]; }

}  // namespace

TEST_CASE("coupled inertia: two bodies that a spring joins swing as in closed form") {
  // M = [[2, 1], [1, 3]], K = k [[1, -1], [-1, 1]]: with (-3 - 1, 2 + 1) of the relative motion
  // q2 - q1 = (2 + 3 + 2 1)/(2 3 - 1) k: w^2 = 7 k/5.
  const Trajectory r = run_of(
      "[bodies.a]\nmass = 2\nposition = 1\n[bodies.b]\nmass = 3\n"
      "[inertias.i]\nbetween = [\"a\", \"b\"]\nvalue = 1\n"
      "[springs.k]\nbetween = [\"b\", \"a\"]\nstiffness = 5\n"
      "[simulation]\nduration = 10\nsamples = 101\n");
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    const double d = -std::cos(std::sqrt(7.0) * r.time[k]);
    CHECK(std::abs(r.q[1][k] - r.q[0][k] - d) < 1e-12);
    CHECK(std::abs(3 * r.q[0][k] + 4 * r.q[1][k] - 3) < 1e-12);  // momentum
    const double v = r.v[0][k], w = r.v[1][k];
    CHECK(std::abs(v * v + v * w + 1.5 * w * w + 2.5 * d * d - 2.5) < 1e-12);  // energy
  }
  CHECK(r.info.energy.initial == doctest::Approx(2.5));
}

TEST_CASE("coupled inertia: a section moves as its centre of mass says, by events") {
  const Trajectory coupled = run_of(kSection + kRun), centre = run_of(kCentre + kRun);
  CHECK(coupled.events.size() > 30);
  check_same(coupled, centre, 0.034, 1e-11);
  CHECK(kinetic_of(coupled.info) == doctest::Approx(kinetic_of(centre.info)));
  CHECK(coupled.info.q[0] == coupled.q[0].back());
  CHECK(coupled.info.v[0] == coupled.v[0].back());
}

TEST_CASE("coupled inertia: and by stepping") {
  const std::string steps = kRun + "method = \"stepping\"\nstep = 1e-3\n";
  check_same(run_of(kSection + steps), run_of(kCentre + steps), 0.034, 1e-11);
}

TEST_CASE("coupled inertia: a jump of momentum is shared by the mass matrix") {
  // The stop at plunge turns it round, and leaves the momentum of pitch.
  const Trajectory r = run_of(
      "[bodies.plunge]\nmass = 2\nvelocity = 1\n[bodies.pitch]\ninertia = 3\n"
      "[inertias.i]\nbetween = [\"plunge\", \"pitch\"]\nvalue = 1\n"
      "[stops.s]\nbetween = [\"plunge\", \"ground\"]\ngap = [-inf, 0.5]\nrestitution = 0.5\n"
      "[simulation]\nduration = 1\nsamples = 101\n");
  REQUIRE(r.events.size() == 1);
  CHECK(r.events[0].time.value == 0.5);
  CHECK(r.info.v[0] == doctest::Approx(-0.5));
  CHECK(r.info.v[1] == doctest::Approx(0.5));  // 1 v + 3 w = 1
  CHECK(r.events[0].impulse == doctest::Approx(2 * 1.5 - 0.5));
}

TEST_CASE("coupled inertia: a matrix gives massless bodies their inertia") {
  const std::string matrix =
      "[bodies.a]\nmass = 0\nposition = 0.2\n[bodies.b]\nmass = 1\nvelocity = 1\n"
      "[inertias.modes]\nbodies = [\"a\", \"b\"]\nmatrix = [[2, \"c\"], [\"c\", 1]]\n"
      "[parameters]\nc = 0.7\n"
      "[springs.k]\nbetween = [\"a\", \"ground\"]\nstiffness = 30\n"
      "[springs.l]\nbetween = [\"b\", \"ground\"]\nstiffness = 11\n" +
      kRun;
  const std::string pair =
      "[bodies.a]\nmass = 2\nposition = 0.2\n[bodies.b]\nmass = 2\nvelocity = 1\n"
      "[inertias.i]\nbetween = [\"b\", \"a\"]\nvalue = 0.7\n"
      "[springs.k]\nbetween = [\"a\", \"ground\"]\nstiffness = 30\n"
      "[springs.l]\nbetween = [\"b\", \"ground\"]\nstiffness = 11\n" +
      kRun;
  const Trajectory r = run_of(matrix), other = run_of(pair);
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    CHECK(std::abs(r.q[0][k] - other.q[0][k]) < 1e-13);
    CHECK(std::abs(2 * r.a[0][k] + 0.7 * r.a[1][k] + 30 * r.q[0][k]) < 1e-12);
  }
  CHECK(compile(parse_model(matrix, "m.toml")).bodies()[0].mass == 2.0);
}

TEST_CASE("coupled inertia: a given motion pulls by its acceleration") {
  // 2 a + 1 b'' = -8 a, b = sin t: a = A sin t + B sin 2 t with 6 A = 1, A + 2 B = v0.
  const Trajectory r = run_of(
      "[bodies.a]\nmass = 2\n[bodies.b]\nmotion = \"sin(t)\"\n"
      "[inertias.i]\nbetween = [\"a\", \"b\"]\nvalue = 1\n"
      "[springs.k]\nbetween = [\"a\", \"ground\"]\nstiffness = 8\n" +
      kRun);
  const double A = 1.0 / 6.0;
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    const double t = r.time[k];
    CHECK(std::abs(r.q[0][k] - A * (std::sin(t) - 0.5 * std::sin(2 * t))) < 1e-12);
    CHECK(std::abs(r.v[0][k] - A * (std::cos(t) - std::cos(2 * t))) < 1e-12);
    CHECK(std::abs(r.q[1][k] - std::sin(t)) < 1e-13);
  }
}

TEST_CASE("coupled inertia: halves of a run have the bits of the whole, from files too") {
  const Model model = parse_model(kSection + kRun, "section.toml");
  const System system = compile(model);
  const Trajectory whole = run_of(model);
  const Trajectory half = simulate(system, initial_state(system), {.duration = 0.7, .samples = 11});
  const State kept = state_from_json(system, state_to_json(half.info.final_state), "s.json");
  CHECK(kept == half.info.final_state);
  const Trajectory rest = simulate(system, kept, system.settings());
  CHECK(rest.q[0].back() == whole.q[0].back());
  CHECK(rest.v[1].back() == whole.v[1].back());
}

TEST_CASE("coupled inertia: other laws leave positions and velocities, other starts begin there") {
  const Model model = parse_model(kSection + kRun, "section.toml");
  const System system = compile(model);
  const RunInfo half = advance(system, initial_state(system), 0.7);
  const System heavier = compile(model, {{"s", 0.02}, {"m", 14.0}}, StartOfFile::Unused);
  CHECK(misfit(heavier, half.final_state) == "");
  const Trajectory on = simulate(heavier, half.final_state, {.duration = 0.7 + 1e-9});
  CHECK(std::abs(on.info.q[0] - half.q[0]) < 1e-9);
  CHECK(on.info.v[0] == doctest::Approx(half.v[0]).epsilon(1e-6));
  CHECK(on.info.v[1] == doctest::Approx(half.v[1]).epsilon(1e-6));
  CHECK(on.info.status == Status::Finished);
  const State anew = begun_anew(heavier, half.final_state);
  const Trajectory again = simulate(heavier, anew, {.duration = 0.0, .samples = 1});
  CHECK(again.q[0][0] == doctest::Approx(half.q[0]));
  CHECK(again.q[1][0] == doctest::Approx(half.q[1]));
  const Trajectory placed = simulate(
      heavier, initial_state(heavier, 0.0, {0.3, 0.1}, {0.5, -1.0}, {}), {.duration = 0.0});
  CHECK(placed.info.q[0] == doctest::Approx(0.3));
  CHECK(placed.info.v[0] == doctest::Approx(0.5));
}

TEST_CASE("coupled inertia: pieces are polynomials of the bodies") {
  class Pieces : public Observer {
   public:
    bool wants_pieces() const override { return true; }
    void piece(const MotionPiece& piece) override {
      double q = 0.0, v = 0.0;
      for (int k = piece.degree(); k >= 0; --k) {
        q = q * piece.length() + piece.q(0)[k];
        v = v * piece.length() + piece.v(0)[k];
      }
      begins.push_back(piece.q(0)[0]);
      ends.push_back(q);
      speeds.push_back(v);
    }
    void sample(const Sample& sample) override { last = sample.q[0]; }
    std::vector<double> begins, ends, speeds;
    double last{};
  } pieces;
  const System system = compile(parse_model(kSection + kRun, "section.toml"));
  simulate(system, initial_state(system), system.settings(), pieces);
  CHECK(pieces.begins.front() == doctest::Approx(0.01));
  CHECK(pieces.ends.back() == doctest::Approx(pieces.last));
  for (std::size_t i = 1; i < pieces.begins.size(); ++i)
    CHECK(std::abs(pieces.begins[i] - pieces.ends[i - 1]) < 1e-11);
}

TEST_CASE("coupled inertia: small motions have the mass matrix, and start at their rest") {
  const std::string text =
      "[bodies.a]\nmass = 2\n[bodies.b]\nmass = 3\n[bodies.c]\nmass = 4\n"
      "[inertias.i]\nbodies = [\"a\", \"b\", \"c\"]\n"
      "matrix = [[0.5, 1, 0.2], [1, 0, -0.3], [0.2, -0.3, 1]]\n"
      "[springs.k]\nbetween = [\"a\", \"b\"]\nstiffness = 5\n"
      "[springs.l]\nbetween = [\"b\", \"c\"]\nstiffness = 8\n"
      "[springs.m]\nbetween = [\"c\", \"ground\"]\nstiffness = 9\n"
      "[forces.weight]\non = \"a\"\nvalue = 3\n"
      "[simulation]\nduration = 1\nstart = \"equilibrium\"\n";
  const Model model = parse_model(text, "modes.toml");
  const SmallMotions motions = small_motions(model);
  CHECK(motions.mass == SquareMatrix{{2.5, 1, 0.2}, {1, 3, -0.3}, {0.2, -0.3, 5}});
  double product = 1.0;  // of w^2: det K/det M
  for (const SmallMotion& motion : motions.motions) product *= std::norm(motion.value);
  const double det = 2.5 * (15 - 0.09) - 1 * (5 + 0.06) + 0.2 * (-0.3 - 0.6);
  CHECK(product == doctest::Approx(5.0 * 8.0 * 9.0 / det));
  const System system = compile(model);
  const Trajectory r = simulate(system, start_state(model, system), system.settings());
  CHECK(std::abs(r.info.q[0] - (3.0 / 5 + 3.0 / 8 + 3.0 / 9)) < 1e-12);
  CHECK(std::abs(r.info.v[0]) < 1e-12);
}
