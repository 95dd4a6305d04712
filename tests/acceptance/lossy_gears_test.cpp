// Rigid links that press frictions: gears with losses in closed form, and beside elastic teeth that
// stiffen; what jams, and what is refused.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "acceptance/example.h"
#include "io/mistakes.h"
#include "luztar/luztar.h"
#include "simulate/whole_run.h"

using namespace luztar;
using namespace acceptance;

namespace {

Trajectory run_of(const std::string& text) {
  const System system = compile(parse_model(text, "gear.toml"));
  return simulate(system, initial_state(system), system.settings());
}

/// A motor and a load, the link motor - 20 load, and a loss on the motor.
std::string gear(const std::string& loss, const std::string& more, double motor = 0.05) {
  return "bodies.motor = { inertia = " + std::to_string(motor) +
         " }\nbodies.load = { inertia = 3 }\n"
         "links.mesh = { across = { motor = 1, load = -20 } }\n"
         "frictions.loss = { between = [\"motor\", \"ground\"], " +
         loss + " }\nforces.weight = { on = \"load\", value = -10 }\n" + more;
}

constexpr const char* kSixSeconds = "simulation = { duration = 6, samples = 61 }\n";

std::string words_of(const std::string& text) {
  try {
    return run_of(text).info.diagnosis;
  } catch (const ModelError& error) {
    return error.what();
  }
}

}  // namespace

// The three cases of Modelica's LossyGear: driving, driven, stuck.
TEST_CASE("worm_gear_rigid: lifting, holding and lowering in closed form") {
  const Example x("worm_gear_rigid");
  const double i = x["i"], load = x["load"];
  const double eta1 = std::tan(x["lead"]) / std::tan(x["lead"] + x["rho"]);
  const double eta2 = std::tan(x["lead"] - x["rho"]) / std::tan(x["lead"]);
  const double worm_inertia = 0.02, wheel_inertia = 0.8;
  const std::size_t worm = x.body("worm"), mesh = x.element("mesh");
  const double lifts = (6 - load / (i * eta1)) / (worm_inertia + wheel_inertia / (i * i * eta1));
  const double slows = (0 - load / (i * eta1)) / (worm_inertia + wheel_inertia / (i * i * eta1));
  const double lowers = (-1 - eta2 * load / i) / (worm_inertia + eta2 * wheel_inertia / (i * i));
  const double brakes = (0 - eta2 * load / i) / (worm_inertia + eta2 * wheel_inertia / (i * i));
  const double stops = 1 - lifts / slows, again = 4 - 1.5 * lowers / brakes;
  const double top = 0.5 * lifts + 0.5 * lifts * (stops - 1);
  const Trajectory r =
      simulate(x.system, initial_state(x.system), {.duration = 5.0, .samples = 501});
  CHECK(r.info.proofs.hold());
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    const double t = r.time[k];
    CAPTURE(t);
    const double since = t - 2.5;
    const double v = t <= 1       ? lifts * t
                     : t <= stops ? lifts + slows * (t - 1)
                     : t <= 2.5   ? 0.0
                     : t <= 4     ? lowers * since
                     : t <= again ? 1.5 * lowers + brakes * (t - 4)
                                  : 0.0;
    CHECK(std::abs(r.v[worm][k] - v) <= 1e-12 * 60);
    if (t > stops && t < 2.5) {
      CHECK(r.v[worm][k] == 0.0);
      CHECK(std::abs(r.q[worm][k] - top) <= 1e-13 * top);
      CHECK(std::abs(r.f[mesh][k] - load) <= 1e-13 * load);
    }
  }
  const auto events = x.events_of("mesh_loss_plus");
  CHECK(events.size() == 3);
  CHECK(std::abs(events.at(0).time.value - stops) <= 1e-13);
  CHECK(std::abs(events.at(2).time.value - again) <= 1e-13);
}

namespace {

// A gear with a lever and a planet on the output, the motor driving to and fro; its losses as a
// key, or as the two frictions that docs/model.md writes out.
std::string lossy(const std::string& link, const std::string& frictions) {
  return "parameters = { up = 0.7, back = -0.2 }\n"
         "bodies.motor = { inertia = 0.05 }\nbodies.load = { inertia = 3 }\n"
         "bodies.arm = { inertia = 0.4 }\n"
         "links.mesh = { across = { motor = 0.5, load = -10, arm = 2 }" +
         link + " }\n" + frictions +
         "frictions.bearing = { between = [\"load\", \"ground\"], kinetic = 0.4 }\n"
         "springs.holds = { between = [\"arm\", \"ground\"], stiffness = 30 }\n"
         "forces.weight = { on = \"load\", value = \"-10*cos(1.7*t)\" }\n"
         "forces.drive = { on = \"motor\", value = \"2.5*sin(t)\" }\n"
         "simulation = { duration = 12, samples = 61 }\n";
}

}  // namespace

TEST_CASE("an efficiency is the two frictions that it stands for, bit for bit") {
  const Trajectory key = run_of(lossy(", efficiency = [\"up\", \"back\"]", ""));
  const Trajectory written =
      run_of(lossy("",
                   "frictions.a = { across = { motor = 0.5 }, normal = \"max(f.mesh, 0)\", "
                   "kinetic = \"1/up - 1\", negative = { kinetic = \"1 - back\" } }\n"
                   "frictions.b = { across = { motor = 0.5 }, normal = \"max(-f.mesh, 0)\", "
                   "kinetic = \"1 - back\", negative = { kinetic = \"1/up - 1\" } }\n"));
  CHECK(key.info.proofs.hold());
  CHECK(key.events.size() > 10);
  CHECK(key.q == written.q);
  CHECK(key.v == written.v);
  const Model model = parse_model(lossy(", efficiency = [\"up\", \"back\"]", ""), "gear.toml");
  CHECK(key.q == run_of(write_model(model)).q);
}

TEST_CASE("the efficiency of a driven gear is its power out over its power in, both ways") {
  const Trajectory r = run_of(lossy(", efficiency = [0.7, 0.35]", ""));
  CHECK(r.info.proofs.hold());
  // Elements come by kind, and the losses behind other frictions: bearing, plus, minus.
  const auto index = [&](const std::string& name) {
    const System system =
        compile(parse_model(lossy(", efficiency = [0.7, 0.35]", ""), "gear.toml"));
    for (std::size_t e = 0; e < system.elements().size(); ++e)
      if (system.elements()[e].name == name) return e;
    FAIL("no element " << name);
    return std::size_t{0};
  };
  const std::size_t mesh = index("mesh"), plus = index("mesh_loss_plus"),
                    minus = index("mesh_loss_minus");
  int driving = 0, driven = 0;
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    CAPTURE(r.time[k]);
    const double rate = 0.5 * r.v[0][k], force = r.f[mesh][k];
    const double lost = (r.f[plus][k] + r.f[minus][k]) * rate, passed = force * rate;
    if (rate == 0.0) continue;
    const double expected = passed > 0 ? (1 / 0.7 - 1) * passed : -(1 - 0.35) * passed;
    ++(passed > 0 ? driving : driven);
    CHECK(std::abs(lost - expected) <= 1e-12 * std::abs(passed) + 1e-14);
  }
  CHECK(driving > 10);
  CHECK(driven > 5);
}

TEST_CASE("one efficiency is that of both ways; templates have losses of their own") {
  const auto gears = [](const std::string& efficiency) {
    return run_of(
        "[repeat.stage]\ncount = 2\nbodies.pinion = { inertia = 0.1 }\n"
        "bodies.wheel = { inertia = 1 }\n"
        "links.mesh = { between = [\"pinion\", \"wheel\"], arms = [\"1/(2 + i)\", 1], "
        "efficiency = " +
        efficiency +
        " }\nforces.drive = { on = \"pinion\", value = \"sin(2*t + i)\" }\n"
        "forces.load = { on = \"wheel\", value = \"-0.3\" }\n"
        "[simulation]\nduration = 4\nsamples = 41\n");
  };
  const Trajectory both = gears("0.8"), each = gears("[0.8, 0.8]");
  CHECK(both.info.proofs.hold());
  CHECK(both.q == each.q);
  CHECK(both.q != gears("[0.8, 0.5]").q);
  CHECK(both.q.front().back() != both.q[1].back());
}

TEST_CASE("what an efficiency may not be is told at its place") {
  const auto told = [](const std::string& keys, const std::string& wanted) {
    const std::string words =
        words_of("bodies.a = { mass = 1 }\nbodies.b = { mass = 1 }\nlinks.gear = { " + keys +
                 " }\nsimulation = { duration = 1 }\n");
    CAPTURE(words);
    CHECK(words.find(wanted) != std::string::npos);
    CHECK(words.find("gear.toml:3:") != std::string::npos);
  };
  const std::string ends = "between = [\"a\", \"b\"], efficiency = ";
  told(ends + "1.1", "the forward efficiency of 'gear' is 1.1");
  told(ends + "[0, 0.5]", "the forward efficiency of 'gear' is 0");
  told(ends + "[0.9, 1.5]", "the backward efficiency of 'gear' is 1.5");
  told(ends + "[0.9]", "`efficiency` needs a list of two numbers");
  told(ends + "\"0.9*t\"", "'t'");
  told("between = [\"ground\", \"b\"], efficiency = 0.9", "is that of the ground");
  told("deflection = \"q.a - q.b^2\", efficiency = 0.9", "acts along an expression");
}

TEST_CASE("elastic teeth that stiffen come to the rigid gear with losses") {
  const auto elastic = [](double stiffness) {
    const std::string k = std::to_string(stiffness);
    std::string text = gear(
        "kinetic = 0.3, normal = \"abs(f.mesh)\"",
        "forces.drive = { on = \"motor\", value = \"0.8*sin(2*t)\" }\n" + std::string(kSixSeconds));
    if (stiffness > 0)
      text.replace(text.find("links.mesh = { "), 15,
                   "springs.mesh = { stiffness = " + k +
                       ", damping = " + std::to_string(0.02 * std::sqrt(stiffness)) + ", ");
    const Trajectory r = run_of(text);
    CHECK(r.info.status == Status::Finished);
    return r.q[0].back();
  };
  const double rigid = elastic(0), soft = elastic(1e4), stiff = elastic(1e6);
  CHECK(std::abs(soft - rigid) < 1e-2 * std::abs(rigid));
  CHECK(std::abs(stiff - rigid) < 0.05 * std::abs(soft - rigid));
}

TEST_CASE("half a run and the rest of it are the whole, with losses") {
  const std::string text =
      gear("kinetic = 1.2, normal = \"abs(f.mesh)\"",
           "frictions.brake = { between = [\"motor\", \"ground\"], kinetic = "
           "0.05 }\nforces.drive = { on = \"motor\", value = \"2*pulse(t, 0.5, "
           "1) - pulse(t, 3, 1)\" }\n" +
               std::string(kSixSeconds));
  const System system = compile(parse_model(text, "half.toml"));
  const Trajectory whole = simulate(system, initial_state(system), {.duration = 6, .samples = 7});
  for (const double half : {1.0, 2.6, 3.5}) {
    const Trajectory first =
        simulate(system, initial_state(system), {.duration = half, .samples = 2});
    const Trajectory rest = simulate(system, first.info.final_state, {.duration = 6, .samples = 2});
    CHECK(rest.info.proofs.hold());
    for (std::size_t b = 0; b < 2; ++b) CHECK(rest.q[b].back() == whole.q[b].back());
  }
}

// Driven backwards with little inertia at the worm: S = (1 - 1.2)/J1 + 400/J2 < 0.
TEST_CASE("a gear that jams says so, and so does one that can go on in two ways") {
  const std::string drive =
      "forces.drive = { on = \"motor\", value = \"2*pulse(t, 0.5, 1) - pulse(t, 1.5, 1)\" }\n" +
      std::string(kSixSeconds);
  const std::string loss = "kinetic = 1.2, normal = \"abs(f.mesh)\"";
  CHECK(words_of(gear(loss, drive, 0.05)) == "");
  CHECK(words_of(gear(loss, drive, 0.0001)).find("it jams: no motion fits the laws, as 'loss'") !=
        std::string::npos);
  // Wedged by its own friction, or pushed on: both fit.
  const Trajectory two = run_of(
      "bodies.a = { mass = 1 }\nbodies.b = { mass = 1 }\n"
      "links.rod = { across = { a = 1, b = -1 } }\n"
      "frictions.wedge = { between = [\"b\", \"ground\"], kinetic = 1.5, normal = \"abs(f.rod)\" "
      "}\n"
      "forces.push = { on = \"a\", value = \"1\" }\nsimulation = { duration = 1 }\n");
  CHECK(two.info.diagnosis == "");
  CHECK(two.q[0].back() == 0.0);
}

// Six frictions and three signs at rest: 5832 choices.
TEST_CASE("three stages with efficiencies of their own either way") {
  std::string text =
      "bodies.motor = { inertia = 0.01 }\nbodies.one = { inertia = 0.03 }\n"
      "bodies.two = { inertia = 0.2 }\nbodies.load = { inertia = 3 }\n"
      "forces.drive = { on = \"motor\", value = \"1.2*sin(2*t)\" }\n"
      "forces.weight = { on = \"load\", value = -10 }\nsimulation = { duration = 6 }\n";
  const char* const shafts[] = {"motor", "one", "two", "load"};
  for (int k = 0; k < 3; ++k) {
    const std::string n = std::to_string(k), in = shafts[k], out = shafts[k + 1];
    text += "links.m" + n + " = { across = { " + in + " = 1, " + out + " = -3 } }\n";
    for (const bool pulls : {true, false})
      text += std::string("frictions.") + (pulls ? "pull" : "push") + n + " = { between = [\"" +
              in + "\", \"ground\"], normal = \"max(" + (pulls ? "" : "-") + "f.m" + n +
              ", 0)\", kinetic = " + (pulls ? "0.1" : "0.12") +
              ", negative = { kinetic = " + (pulls ? "0.12" : "0.1") + " } }\n";
  }
  const Trajectory r = testing::sound_run(text, {.duration = 6, .samples = 61});
  // At 3.2 s the load drives the motor back: f of each stage is 1/0.88 of what the next one takes.
  double torque = 10.0, inertia = 3.0;
  for (const double own : {0.2, 0.03, 0.01}) {
    torque *= 0.88 / 3.0;
    inertia = own + inertia * 0.88 / 9.0;
  }
  CHECK(r.v[0][32] < 0.0);
  CHECK(std::abs(r.a[0][32] - (1.2 * std::sin(6.4) - torque) / inertia) < 1e-12 * 100);
}

TEST_CASE("links beside each other press nothing that slides by a force that is not unique") {
  const std::string words = words_of(
      "bodies.a = { mass = 1 }\nbodies.b = { mass = 1 }\n"
      "links.one = { between = [\"a\", \"b\"] }\nlinks.two = { between = [\"a\", \"b\"] }\n"
      "frictions.loss = { between = [\"b\", \"ground\"], kinetic = 0.2, normal = \"abs(f.one)\" }\n"
      "forces.push = { on = \"a\", value = \"1\" }\nsimulation = { duration = 1 }\n");
  CAPTURE(words);
  CHECK(words.find("the force of 'one', which presses what slides, is not unique") !=
        std::string::npos);
}

TEST_CASE(
    "the force of a link is read in `normal` alone, as a term: else the place and what to do") {
  const auto with = [](const std::string& normal) {
    return words_of(gear("kinetic = 0.3, normal = \"" + normal + "\"", kSixSeconds));
  };
  for (const char* good : {"abs(f.mesh)", "0.5 + 2*abs(f.mesh)", "max(0, f.mesh) + abs(q.load)",
                           "if(t < 1, max(-f.mesh, 0), 3)", "(abs(f.mesh) + 1)/(2 + sin(t))",
                           "abs(2*f.mesh)", "1000*abs(-f.mesh/1000)", "max(sin(t)*f.mesh, 0)"})
    CHECK(with(good) == "");
  for (const char* bad : {"f.mesh", "f.mesh^2", "hypot(abs(f.mesh), 1)", "abs(f.mesh)*abs(f.mesh)",
                          "1/(1 + abs(f.mesh))", "max(f.mesh, 1)", "abs(f.mesh + 1)",
                          "abs(1/f.mesh)", "max(f.mesh*f.mesh, 0)"}) {
    const std::string words = with(bad);
    CAPTURE(words);
    CHECK(words.find("gear.toml:4:") == 0);
    CHECK(words.find("the normal force of 'loss' reads 'f.mesh'") != std::string::npos);
  }
  CHECK(words_of(gear("kinetic = 1", "forces.more = { on = \"load\", value = \"abs(f.mesh)\" }\n" +
                                         std::string(kSixSeconds)))
            .find("only `normal` of a friction reads it") != std::string::npos);
  const std::string loss = "kinetic = 0.3, normal = \"abs(f.mesh)\"";
  CHECK(words_of(gear(loss, "simulation = { duration = 1, method = \"stepping\", step = 0.01 }\n"))
            .find("has no steps for 'mesh', which presses a friction") != std::string::npos);
  CHECK(words_of(gear(loss,
                      "bodies.shaft = { inertia = 0 }\nsprings.s = { between = [\"shaft\", "
                      "\"load\"], stiffness = 10, damping = 1 }\n" +
                          std::string(kSixSeconds)))
            .find("reads that of 'mesh', and the model has massless bodies") != std::string::npos);
  const Model model = parse_model(gear(loss, kSixSeconds), "gear.toml");
  for (const auto& refused : {+[](const Model& m) { (void)equilibrium(m); },
                              +[](const Model& m) {
                                (void)reduce(m, {});
                              }})
    CHECK_THROWS_WITH_AS(refused(model),
                         doctest::Contains("its normal force reads that of the link"), ModelError);
}

TEST_CASE("a factor of the force inside abs and max stands before them") {
  const auto run_with = [](const std::string& normal) {
    return run_of(gear("kinetic = 0.02, static = 0.03, normal = \"" + normal + "\"", kSixSeconds));
  };
  const auto differs = [](const Trajectory& a, const Trajectory& b) {
    double most = 0.0;
    for (std::size_t i = 0; i < a.time.size(); ++i)
      most = std::max(most, std::abs(a.q[0][i] - b.q[0][i]) / (1.0 + std::abs(a.q[0][i])));
    return most;
  };
  const std::pair<const char*, const char*> same[] = {
      {"abs(f.mesh)", "4*abs(-0.25*f.mesh)"},
      {"max(f.mesh, 0)", "8*max(0, f.mesh/8)"},
      {"max(-f.mesh, 0)", "max(f.mesh*(-4), 0)/4"},
      {"(2 + sin(t))*abs(f.mesh)", "abs((2 + sin(t))*f.mesh)"},
      {"2*max(f.mesh, 0)", "max(2*f.mesh, 0)"}};
  for (const auto& [plain, inside] : same) {
    CAPTURE(inside);
    const Trajectory one = run_with(plain), other = run_with(inside);
    REQUIRE(one.info.status == Status::Finished);
    REQUIRE(other.info.status == Status::Finished);
    CHECK(differs(one, other) < 1e-11);
  }
  CHECK(differs(run_with("abs(f.mesh)"), run_with("abs(f.mesh/2)")) > 1e-6);
}
