// Sampled controllers against closed forms and instants counted by hand.
#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "luztar/luztar.h"
#include "random.h"
#include "simulate/whole_run.h"

using namespace luztar;
using luztar::testing::sound_run;

namespace {

constexpr const char* kRun = "[simulation]\nduration = 3\n";
const std::string kMass = "[bodies.a]\nmass = 2\n";
const std::string kForce = "[forces.u]\non = \"a\"\nvalue = \"x.c.u\"\n";
const std::string kFriction =
    "[frictions.guide]\nbetween = [\"a\", \"ground\"]\nkinetic = 2\nstatic = 2.5\n";

/// What counting from the first sample on gives at t, with a force of n behind the n-th.
double held(double t, double first, double delay, double period) {
  const double n = std::floor((t - first - delay) / period);
  return n < 0.0 ? 0.0 : n + 1.0;
}

}  // namespace

TEST_CASE("a counter holds its number from each sample, and its delay, to the next") {
  for (const auto& [first, delay] : {std::pair{0.0, 0.0}, {0.05, 0.0}, {0.0, 0.07}, {0.33, 0.09}}) {
    const std::string text = "[controllers.c]\nperiod = 0.1\nfirst = " + std::to_string(first) +
                             "\ndelay = " + std::to_string(delay) +
                             "\nmemory = { u = 0 }\nupdate = [\"u = u + 1\"]\n" + kMass + kForce +
                             kRun;
    const Trajectory r = sound_run(text, {.duration = 3.0, .samples = 174});
    double v = 0.0, q = 0.0, t = 0.0;
    for (std::size_t k = 0; k < r.time.size(); ++k) {
      // From one instant of the clock to the next the force is constant.
      while (t < r.time[k]) {
        const double n = held(t + 1e-9, first, delay, 0.1);
        const double next = std::min(first + delay + n * 0.1, r.time[k]);
        const double a = n / 2.0;
        q += (next - t) * (v + 0.5 * a * (next - t));
        v += a * (next - t);
        t = next;
      }
      CAPTURE(t);
      CHECK(std::abs(r.q[0][k] - q) < 1e-12 * (1.0 + q));
      CHECK(std::abs(r.v[0][k] - v) < 1e-12 * (1.0 + v));
      CHECK(r.internal[0][k] == held(t + 1e-9, first, delay, 0.1));
    }
    CHECK(r.events.empty());  // samples are none
  }
}

TEST_CASE(
    "assignments follow each other, and a controller reads what one before it just computed") {
  const std::string text =
      "[controllers.outer]\nperiod = 0.5\nmemory = { a = 1, b = 0 }\n"
      "update = [\"a = 2*a\", \"b = a + t\", \"a = b - t\"]\n"
      "[controllers.inner]\nperiod = 0.25\nmemory = { u = 0 }\nupdate = [\"u = x.outer.b\"]\n"
      "[controllers.late]\nperiod = 0.5\ndelay = 0.1\nmemory = { u = 0 }\n"
      "update = [\"u = u + x.late.u + 1\"]\n" +
      kMass + kRun;
  const Trajectory r = sound_run(text, {.duration = 3.0, .samples = 62});
  REQUIRE(r.internal.size() == 4);
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    const double n = std::floor(r.time[k] / 0.5 + 1e-9);  // samples of `outer` but the first
    const double a = std::pow(2.0, n + 1.0);
    CHECK(r.internal[0][k] == a);
    CHECK(r.internal[1][k] == a + 0.5 * n);
    CHECK(r.internal[2][k] == a + 0.5 * n);
    // Its own memory is that of the sample, x.late.u what acts: 1, then 1 + 1 + 1, 3 + 3 + 1 ...
    const double acts = std::floor((r.time[k] - 0.1) / 0.5 + 1e-9);
    CHECK(r.internal[3][k] == (acts < 0.0 ? 0.0 : std::pow(2.0, acts + 1.0) - 1.0));
  }
}

TEST_CASE("an integral that is sampled breaks static friction at a sample, and holds before") {
  // The force is 0.3, 0.6 ... 2.4, 2.7: F_S = 2.5 is passed at the ninth sample, t = 0.8.
  const std::string text =
      "[controllers.c]\nperiod = 0.1\nmemory = { u = 0 }\nupdate = [\"u = u + 3*(0.1 - q.a)\"]\n" +
      kMass + kForce + kFriction + kRun;
  const Trajectory r = sound_run(text, {.duration = 0.9, .samples = 91});
  REQUIRE(r.events.size() == 1);
  CHECK(std::abs(r.events[0].time.value - 0.8) < 1e-15);
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    const double since = std::max(r.time[k] - 0.8, 0.0);
    if (since == 0.0 && k < 80) {
      CHECK(r.q[0][k] == 0.0);
      CHECK(std::abs(r.f[0][k] - r.internal[0][k]) < 1e-15);  // the friction holds against it
    }
    if (k < 90) CHECK(std::abs(r.q[0][k] - 0.5 * 0.35 * since * since) < 1e-13);
  }
}

TEST_CASE("a run in two parts has the bits of the whole, also where a value waits to act") {
  const std::string text =
      "[controllers.c]\nperiod = 0.1\ndelay = 0.06\nmemory = { old = 0, u = 0 }\n"
      "update = [\"u = sat(-40*(q.a - 0.1) - 3*(q.a - old)/0.1, 8)\", \"old = q.a\"]\n" +
      kMass + kForce + kFriction + kRun;
  const System system = compile(parse_model(text, "c.toml"));
  const auto part = [&](const State& from, double to) {
    return simulate(system, from, {.duration = to, .samples = 2}).info.final_state;
  };
  const State whole = part(initial_state(system), 2.0);
  for (const double at : {0.0, 0.03, 0.1, 0.13, 0.16, 0.5, 1.17}) {
    CAPTURE(at);
    CHECK(part(part(initial_state(system), at), 2.0).position == whole.position);
    CHECK(part(part(initial_state(system), at), 2.0).velocity == whole.velocity);
    CHECK(part(part(initial_state(system), at), 2.0).internal == whole.internal);
    CHECK(part(part(initial_state(system), at), 2.0).ahead.pending == whole.ahead.pending);
    const State read =
        state_from_json(system, state_to_json(part(initial_state(system), at)), "state.json");
    CHECK(part(read, 2.0).position == whole.position);
  }
}

TEST_CASE("a run that goes on with another gain keeps the memory and takes no sample of its own") {
  const auto text = [](const std::string& gain) {
    return "[parameters]\ng = " + gain +
           "\n[controllers.c]\nperiod = 0.1\nmemory = { n = 0, u = 0 }\n"
           "update = [\"n = n + 1\", \"u = g*n\"]\n" +
           kMass + kForce + kRun;
  };
  const System before = compile(parse_model(text("1"), "c.toml"));
  const System after = compile(parse_model(text("2"), "c.toml"));
  const State half =
      simulate(before, initial_state(before), {.duration = 0.55, .samples = 2}).info.final_state;
  const Trajectory r = simulate(after, half, {.duration = 1.0, .samples = 98});
  CHECK(r.info.proofs.hold());
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    const double n = std::floor(r.time[k] / 0.1 + 1e-9) + 1.0;
    CHECK(r.internal[0][k] == n);
    CHECK(r.internal[1][k] == (r.time[k] < 0.6 - 1e-12 ? 6.0 : 2.0 * n));
  }
}

TEST_CASE("a delay that comes or goes in a run that goes on is told in words") {
  const auto system = [](const std::string& delay) {
    return compile(parse_model("[controllers.c]\nperiod = 0.1\ndelay = " + delay +
                                   "\nmemory = { u = 0 }\nupdate = [\"u = 1\"]\n" + kMass + kForce +
                                   kRun,
                               "c.toml"));
  };
  const System with = system("0.03"), without = system("0"), shorter = system("0.02");
  const State half =
      simulate(with, initial_state(with), {.duration = 0.5, .samples = 2}).info.final_state;
  CHECK(misfit(shorter, half) == "");
  CHECK(misfit(without, half) ==
        "it has 1 values of controllers that wait for a delay, this model has 0; a delay of 0 "
        "stays 0 when a run goes on, another one stays above 0");
}

TEST_CASE("an update that makes no number is told, not the force that reads it") {
  for (const char* delay : {"0", "0.05"}) {
    const System system = compile(parse_model(
        "[controllers.c]\nperiod = 0.1\ndelay = " + std::string(delay) +
            "\nmemory = { e = 0, u = 0 }\nupdate = [\"e = log(0.1 - q.a)\", \"u = 3*e\"]\n" +
            "[bodies.a]\nmass = 2\nvelocity = 1\n" + kForce + kRun,
        "c.toml"));
    const Trajectory r = simulate(system, initial_state(system), {.duration = 3.0, .samples = 2});
    CHECK(r.info.status == Status::NotFinite);
    CHECK(r.info.diagnosis.find("the update of its controller makes 'c.e' no finite number") !=
          std::string::npos);
  }
}

TEST_CASE("samples do not count against max_events, and have rows where they are asked for") {
  const std::string text =
      "[controllers.c]\nperiod = 0.001\nmemory = { u = 0 }\nupdate = [\"u = -q.a\"]\n" + kMass +
      kForce + kRun;
  const Trajectory r = sound_run(text, {.duration = 3.0, .samples = 2, .max_events = 1});
  CHECK(r.info.final_state.events == 0);
  CHECK(r.info.final_state.steps >= 3000);
  class Rows : public Observer {
   public:
    void event(const Event& event) override {
      CHECK(event.cause == Event::Cause::Sample);
      ++rows;
    }
    bool wants_samples_of_controllers() const override { return true; }
    int rows{};
  } rows;
  const System system = compile(parse_model(text, "c.toml"));
  simulate(system, initial_state(system), {.duration = 0.0995, .samples = 2}, rows);
  CHECK(rows.rows == 99);  // all but that of the start
  // Before `first` nothing is sampled, however long the run goes on.
  const std::string early =
      "[controllers.c]\nperiod = 0.1\ndelay = 0.05\nfirst = 0.35\nmemory = { u = 7 }\nupdate = "
      "[\"u = t\"]\n" +
      kMass + kForce + "[simulation]\nstart = -1\nduration = 1.5\n";
  const System later = compile(parse_model(early, "c.toml"));
  Rows few;
  const RunInfo info = simulate(later, initial_state(later), later.settings(), few);
  CHECK(few.rows == 4);  // 0.35, 0.4, 0.45, 0.5
  CHECK(std::abs(info.x[0] - 0.45) < 1e-15);
}

TEST_CASE("the first sample reads where a massless body is, not what the file says") {
  // `joint` hangs between two springs: 3 q = 1 (a at 1). The file has it at 5.
  const std::string text =
      "[controllers.c]\nperiod = 1\nmemory = { u = 0 }\nupdate = [\"u = q.joint\"]\n"
      "[bodies.a]\nmass = 1e9\nposition = 1\n[bodies.joint]\nmass = 0\nposition = 5\n"
      "[springs.one]\nbetween = [\"a\", \"joint\"]\nstiffness = 1\n"
      "[springs.two]\nbetween = [\"joint\", \"ground\"]\nstiffness = 2\n" +
      std::string(kRun);
  const Trajectory r = sound_run(text, {.duration = 0.5, .samples = 3});
  CHECK(std::abs(r.internal[0][0] - 1.0 / 3.0) < 1e-15);
  CHECK(std::abs(r.internal[0][2] - 1.0 / 3.0) < 1e-15);
}

TEST_CASE("what is held may stand in laws with kinks, on massless bodies, in normal forces") {
  // u = 1, -2, 3, -4 ... is held for 0.25 s each; |u| presses, sign(u) pushes.
  const std::string text =
      "[controllers.c]\nperiod = 0.25\nmemory = { n = 0, u = 0 }\n"
      "update = [\"n = n + 1\", \"u = n*if(sin(pi*(n - 0.5)) > 0, 1, -1)\"]\n"
      "[bodies.a]\nmass = 1\n[bodies.m]\nmass = 0\n"
      "[springs.s]\nbetween = [\"m\", \"ground\"]\nstiffness = 4\n"
      "[dampers.oil]\nbetween = [\"m\", \"ground\"]\ndamping = 1\n"
      "[forces.pull]\non = \"m\"\nvalue = \"x.c.u\"\n"
      "[frictions.f]\nbetween = [\"a\", \"ground\"]\nkinetic = 0.2\nnormal = \"abs(x.c.u)\"\n"
      "[forces.push]\non = \"a\"\nvalue = \"2*sign(x.c.u)\"\n" +
      std::string(kRun);
  const Trajectory r = sound_run(text, {.duration = 3.0, .samples = 301});
  double m = 0.0, v = 0.0, t = 0.0;
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    while (t < r.time[k] - 1e-12) {
      const double n = std::floor(t / 0.25 + 1e-9) + 1.0;
      const double u = std::fmod(n, 2.0) == 1.0 ? n : -n;
      const double h = std::min(0.25 * n, r.time[k]) - t;
      m = 0.25 * u + (m - 0.25 * u) * std::exp(-4.0 * h);
      t += h;
      // a: it starts to the right; friction is below 2 until n = 10, then it stops.
      double left = h;
      while (left > 0.0) {
        const double push = u > 0.0 ? 2.0 : -2.0, limit = 0.2 * n;
        if (v == 0.0 && std::abs(push) <= limit) break;
        const double a =
            push - limit * (v != 0.0 ? (v > 0.0 ? 1.0 : -1.0) : (push > 0 ? 1.0 : -1.0));
        const double stop = v * a < 0.0 ? -v / a : 1e9;
        const double step = std::min(left, stop);
        v = stop <= left ? 0.0 : v + a * step;
        left -= step;
      }
    }
    CAPTURE(t);
    CHECK(std::abs(r.q[1][k] - m) < 1e-11);
    CHECK(std::abs(r.v[0][k] - v) < 1e-11);
  }
}

namespace {

/// The example by hand: a constant force between two instants, so parabolas; friction by its law.
struct ServoByHand {
  using Real = long double;
  Real mass, breakaway, kinetic;
  Real q{}, v{}, t{}, force{};

  void go_to(Real end) {
    while (t < end) {
      Real direction = v > 0 ? 1 : v < 0 ? -1 : 0;
      if (v == 0) {
        if (std::abs(force) <= breakaway) {
          t = end;
          return;
        }
        direction = force > 0 ? 1 : -1;
      }
      const Real a = (force - direction * kinetic) / mass;
      const Real left = end - t;
      const Real stop = a * direction < 0 ? -v / a : left;
      const Real step = std::min(left, stop);
      q += step * (v + a * step / 2);
      v = stop < left || v + a * step == 0 ? 0 : v + a * step;
      t += step;
    }
  }
};

/// Every row of a run of sampled_servo with these parameters. Returns how often the table stops.
long check_servo(const ParameterValues& changes, double duration, std::int64_t samples) {
  const Model model = load_model(LUZTAR_SOURCE_DIR "/examples/sampled_servo.toml");
  const System system = compile(model, changes);
  const auto number = [&](const char* name) {
    return system.parameters().at(name);
  };
  const Trajectory r =
      simulate(system, initial_state(system), {.duration = duration, .samples = samples});
  CHECK(r.info.status == Status::Finished);
  CHECK(r.info.proofs.hold());
  using Real = ServoByHand::Real;
  const Real period = number("Ts"), delay = number("Ts") / 3.0, resolution = number("res");
  ServoByHand servo{.mass = number("m"), .breakaway = number("FS"), .kinetic = number("FK")};
  Real last = 0, sum = 0;
  std::size_t row = 0;
  for (long n = 0; row < r.time.size(); ++n) {
    // Rows that are one with the instant show what is after it (docs/accuracy.md).
    const auto rows_until = [&](Real end) {
      const double before =
          static_cast<double>(end) * (1.0 - 4.0 * std::numeric_limits<double>::epsilon());
      for (; row < r.time.size() && r.time[row] < before; ++row) {
        servo.go_to(r.time[row]);
        CAPTURE(r.time[row]);
        CHECK(std::abs(r.q[0][row] - static_cast<double>(servo.q)) < 1e-12);
        CHECK(std::abs(r.v[0][row] - static_cast<double>(servo.v)) < 1e-10);
        CHECK(std::abs(r.f[1][row] - static_cast<double>(servo.force)) < 1e-9);
      }
      servo.go_to(end);
    };
    rows_until(n * period);
    const Real counts = std::round(servo.q / resolution), e = number("r") - resolution * counts;
    sum += e * period;
    const Real wanted = number("Kp") * e + number("Ki") * sum -
                        number("Kd") * resolution * (counts - last) / period;
    last = counts;
    rows_until(n * period + delay);
    servo.force = std::clamp(wanted, Real(-60), Real(60));
  }
  return std::count_if(r.events.begin(), r.events.end(),
                       [](const Event& event) { return event.to == 0; });
}

}  // namespace

TEST_CASE("sampled_servo: every row of 20 s of hunting is that of parabolas by hand") {
  CHECK(check_servo({}, 20.0, 1732) >= 10);
}

TEST_CASE("sampled_servo with other numbers is that of parabolas by hand too") {
  testing::Random random{7};
  for (int k = 0; k < 20; ++k) {
    ParameterValues changes{{"m", random(5, 40)},          {"r", random(0.002, 0.02)},
                            {"Ts", random(0.0005, 0.004)}, {"res", random(1e-6, 5e-5)},
                            {"Ki", random(5e3, 6e4)},      {"FK", random(2, 9)}};
    changes["FS"] = changes["FK"] * random(1.0, 1.8);
    CAPTURE(k);
    check_servo(changes, 3.0, 174);
  }
}

// The sample was taken where the first part ended: the proofs must not wait for it again.
TEST_CASE("a run goes on from the instant of a sample") {
  for (const char* delay : {"0", "0.07"}) {
    const std::string text = std::string(
                                 "[simulation]\nduration = 3\n[bodies.a]\nmass = 1\nvelocity = 1\n"
                                 "[controllers.c]\nperiod = 0.1\ndelay = ") +
                             delay +
                             "\nmemory = { s = 0, n = 0 }\nupdate = [\"s = s + q.a\", \"n = n + "
                             "1\"]\n[forces.f]\non = \"a\"\nvalue = \"0*x.c.s\"\n";
    const System system = compile(parse_model(text, "on.toml"));
    const Trajectory whole = simulate(system, initial_state(system), {.duration = 3, .samples = 2});
    for (const double end : {0.1, 0.3, 0.7, 1.0, 1.07, 1.1, 1.12}) {
      CAPTURE(end);
      const Trajectory first =
          simulate(system, initial_state(system), {.duration = end, .samples = 2});
      const Trajectory rest =
          simulate(system, first.info.final_state, {.duration = 3, .samples = 2});
      CHECK(rest.info.proofs.hold());
      CHECK(rest.info.x == whole.info.x);
    }
  }
}

// Each clock goes on at its own instant, however near.
TEST_CASE("events within rounding of a sample are no samples") {
  for (const char* other :
       {"period = 0.3\nfirst = 0.2\ndelay = 0.1", "period = 0.1\nfirst = \"0.2+1e-15\"",
        "period = 0.1\nfirst = -1e-15", "period = 0.1\ndelay = 1e-15", "period = \"0.1+1e-16\""}) {
    CAPTURE(other);
    const std::string text =
        std::string(
            "[simulation]\nduration = 2\n[bodies.a]\nmass = 1\nvelocity = 1\n[controllers.one]\n"
            "period = 0.1\nmemory = { n = 0 }\nupdate = [\"n = n + 1\"]\n[controllers.two]\n") +
        other +
        "\nmemory = { n = 0 }\nupdate = [\"n = x.one.n\"]\n[forces.f]\non = \"a\"\n"
        "value = \"step(t - 0.3 - 1e-15) + step(t - 1e-15)\"\n";
    const Trajectory r = testing::sound_run(text, {.duration = 2.05, .samples = 2});
    CHECK(r.info.x[0] == 21.0);
  }
}
