// Powers that are not whole and roots, whose bases pass zero, rest there or reach it, against
// closed forms.
#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "luztar/luztar.h"
#include "simulate/whole_run.h"

using namespace luztar;
using luztar::testing::sound_run;

namespace {

std::string block(const std::string& more) {
  return "[bodies.b]\nmass = 1\n" + more + "[simulation]\nduration = 5\n";
}

std::string damper(const std::string& force) {
  return "[dampers.c]\nbetween = [\"b\", \"ground\"]\nforce = \"" + force + "\"\n";
}

/// x' = u - sign(x) sqrt|x| by the implicit midpoint rule, whose equation is a quadratic one.
class Orifice {
 public:
  using Real = long double;
  static constexpr Real kStep = 2e-6L;

  explicit Orifice(Real start) : x_(start) {}

  template <class Inflow>
  Real until(double time, const Inflow& inflow) {
    for (const auto last = std::llround(time / static_cast<double>(kStep)); steps_ < last;
         ++steps_) {
      const Real u = inflow((static_cast<Real>(steps_) + 0.5L) * kStep);
      const Real c = x_ + 0.5L * kStep * u;
      const Real root =
          2 * std::fabs(c) / (0.5L * kStep + std::sqrt(0.25L * kStep * kStep + 4 * std::fabs(c)));
      x_ = 2 * std::copysign(root * root, c) - x_;
    }
    return x_;
  }

 private:
  Real x_;
  long long steps_{};
};

std::string orifice(const std::string& inflow, const std::string& start) {
  return "[bodies.b]\nmass = 1\n[forces.f]\non = \"b\"\nvalue = \"x.x\"\n[states.x]\nrate = \"" +
         inflow + " - sign(x.x)*sqrt(abs(x.x))\"\nstart = \"" + start +
         "\"\n[simulation]\nduration = 4\n";
}

}  // namespace

TEST_CASE("Hertz's impact: duration and depth by the beta function, wherever the contact is") {
  constexpr double kStiffness = 1e5;
  constexpr double kSpeed = 2.3;
  const double depth = std::pow(1.25 * kSpeed * kSpeed / kStiffness, 0.4);
  const double duration = 0.8 * std::beta(0.4, 0.5) * depth / kSpeed;
  for (const std::string law : {"-1e5*max(0, 0.3 - d)^1.5", "if(d < 0.3, -1e5*(0.3 - d)^1.5, 0)",
                                "-1e5*(0.5*(abs(0.3 - d) + 0.3 - d))^1.5"}) {
    INFO(law);
    const Trajectory r = sound_run(block("position = 0.4\nvelocity = -2.3\n[springs.c]\n"
                                         "between = [\"b\", \"ground\"]\nforce = \"" +
                                         law + "\"\n"),
                                   {.duration = 0.1, .samples = 1001});
    const double leaves = 0.1 / kSpeed + duration;
    for (std::size_t k = 0; k < r.time.size(); ++k)
      if (r.time[k] > leaves)
        CHECK(std::abs(r.q[0][k] - 0.3 - kSpeed * (r.time[k] - leaves)) < 1e-12);
    const double least = *std::min_element(r.q[0].begin(), r.q[0].end());
    CHECK(std::abs(least - (0.3 - depth)) < 1e-7);  // of the samples
    CHECK(r.info.final_state.steps < 100);
  }
}

TEST_CASE("v' = -v^0.6 and its like come to rest in a finite time, and stay there") {
  for (const double p : {0.1, 0.3, 0.5, 0.6, 0.9}) {
    INFO(p);
    const std::string power = std::to_string(p);
    const Trajectory r = sound_run(block("velocity = 1\n" + damper("sign(v)*abs(v)^" + power)),
                                   {.duration = 12.0, .samples = 121});
    const double q = 1.0 - p;
    for (std::size_t k = 0; k < r.time.size(); ++k) {
      const double left = std::max(0.0, 1.0 - q * r.time[k]);
      CHECK(std::abs(r.v[0][k] - std::pow(left, 1.0 / q)) < 1e-11);
      CHECK(std::abs(r.q[0][k] - (1.0 - std::pow(left, 1.0 / q + 1.0)) / (1.0 + q)) < 1e-11);
    }
    CHECK(r.v[0].back() == 0.0);
    CHECK(r.info.final_state.steps < 500);
  }
}

TEST_CASE("drag with the power p of the speed, thrown up: where it turns by the beta function") {
  // v' = -1 - v^p: from v0 = infinity it would turn after pi/(p sin(pi/p)); from v0 = 1 by a sum.
  for (const double p : {0.1, 0.5, 0.6, 1.5}) {
    INFO(p);
    const Trajectory r =
        sound_run(block("velocity = 1\n" + damper("sign(v)*abs(v)^" + std::to_string(p)) +
                        "[forces.g]\non = \"b\"\nvalue = \"-1\"\n"),
                  {.duration = 1.0, .samples = 101});
    // The time at which v is reached, by Simpson's rule over w = v^(p/2), so that it is smooth.
    const auto time = [p](double from, double to, double way) {
      constexpr int kParts = 20000;
      double sum = 0.0;
      const double a = std::pow(from, p / 4.0);
      const double b = std::pow(to, p / 4.0);
      const double n = 4.0 / p;
      for (int i = 0; i <= kParts; ++i) {
        const double w = a + (b - a) * i / kParts;
        const double weight = i == 0 || i == kParts ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
        sum += weight * n * std::pow(w, n - 1.0) / (1.0 + way * w * w * w * w);
      }
      return sum * (b - a) / (3.0 * kParts);
    };
    const double turns = time(0.0, 1.0, 1.0);
    for (std::size_t k = 0; k < r.time.size(); ++k) {
      const double v = r.v[0][k];
      const double t = v > 0.0 ? turns - time(0.0, v, 1.0) : turns + time(0.0, -v, -1.0);
      if (std::abs(v) < 0.9) CHECK(std::abs(r.time[k] - t) < 1e-10);
    }
    CHECK(r.info.final_state.steps < 2000);
  }
}

TEST_CASE("tanks run empty, and stay so") {
  for (const std::string rate : {"-sqrt(x.h)", "-sqrt(max(0, x.h - 0.3))"}) {
    INFO(rate);
    const double bottom = rate.find("0.3") != std::string::npos ? 0.3 : 0.0;
    const Trajectory r = sound_run(block("[states.h]\nrate = \"" + rate + "\"\nstart = 1.37\n"),
                                   {.duration = 5, .samples = 51});
    for (std::size_t k = 0; k < r.time.size(); ++k) {
      const double left = std::max(0.0, std::sqrt(1.37 - bottom) - 0.5 * r.time[k]);
      CHECK(std::abs(r.internal[0][k] - bottom - left * left) < 1e-12);
    }
    CHECK(r.info.final_state.steps < 500);
  }
}

TEST_CASE("a flow through an orifice that an inflow turns so slowly that all is zero there") {
  using Real = Orifice::Real;
  const auto compare = [](const std::string& inflow, const std::string& start, const auto& u) {
    INFO(inflow);
    const Trajectory r = sound_run(orifice(inflow, start), {.duration = 4, .samples = 81});
    Orifice orifice(std::stold(start));
    for (std::size_t k = 0; k < r.time.size(); ++k) {
      CAPTURE(r.time[k]);
      CHECK(std::fabs(r.internal[0][k] - orifice.until(r.time[k], u)) <= 1e-9L);  // of the rule
    }
  };
  for (const std::string start : {"-0.05", "0.02"}) {
    compare("0.1*(t - 1)^2", start, [](Real t) { return 0.1L * (t - 1) * (t - 1); });
    compare("0.1*(t - 1)^3", start, [](Real t) { return 0.1L * (t - 1) * (t - 1) * (t - 1); });
    compare("0.2*max(0, sin(3*t))^2", start, [](Real t) {
      const Real s = std::max<Real>(0, std::sin(3 * t));
      return 0.2L * s * s;
    });
  }
  // x = -c (t - 1)^2 before, d (t - 1)^2 after, of u = 0.1 (t - 1): no scale but that of the time.
  const double before = (1 - std::sqrt(0.2)) / 4;
  const double after = (std::sqrt(1.8) - 1) / 4;
  const Trajectory r =
      sound_run(orifice("0.1*(t - 1)", "-((1 - sqrt(0.2))/4)^2"), {.duration = 4, .samples = 81});
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    const double tau = r.time[k] - 1;
    const double root = tau < 0 ? before : after;
    CHECK(std::abs(r.internal[0][k] - std::copysign(root * root * tau * tau, tau)) <= 1e-12);
  }
}

TEST_CASE("what passes zero so goes on with the same bits, from a file too") {
  const System system =
      compile(parse_model(orifice("0.2*max(0, sin(3*t))^2", "-0.05"), "orifice.toml"));
  const SimulationSettings settings{.duration = 4};
  const State whole = simulate(system, initial_state(system), settings).info.final_state;
  for (const double half : {0.3, 1.2, 2.0944, 2.2}) {
    SimulationSettings head = settings;
    head.duration = half;
    const State middle = simulate(system, initial_state(system), head).info.final_state;
    const State read = state_from_json(system, state_to_json(middle), "middle.json");
    CHECK(read == middle);
    CHECK(simulate(system, read, settings).info.final_state == whole);
  }
}

TEST_CASE("forces of time with roots: their integrals, from a start in the zero too") {
  const Trajectory r = sound_run(block("[forces.g]\non = \"b\"\nvalue = \"sqrt(abs(t - 1))\"\n"
                                       "[bodies.c]\nmass = 1\n"
                                       "[forces.h]\non = \"c\"\nvalue = \"t^0.5\"\n"),
                                 {.duration = 3.0, .samples = 31});
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    const double t = r.time[k];
    const double since = t - 1.0;
    const double v = 2.0 / 3.0 * (1.0 + std::copysign(std::pow(std::abs(since), 1.5), since));
    CHECK(std::abs(r.v[0][k] - v) < 1e-11);
    CHECK(std::abs(r.v[1][k] - 2.0 / 3.0 * std::pow(t, 1.5)) < 1e-11);
  }
}

TEST_CASE("where rest and motion both fit the law, it rests") {
  const Trajectory r = sound_run(block("[forces.g]\non = \"b\"\nvalue = \"sqrt(abs(v.b))\"\n"),
                                 {.duration = 3.0, .samples = 4});
  CHECK(r.q[0].back() == 0.0);
  CHECK(r.info.final_state.steps == 0);
}

TEST_CASE("what has no value or no second derivative there still ends with words") {
  const auto end = [](const std::string& text) {
    const System system = compile(parse_model(text, "m.toml"));
    return simulate(system, initial_state(system), {.duration = 3.0, .samples = 21}).info;
  };
  const RunInfo below =
      end(block("velocity = -1\n[springs.c]\nbetween = [\"b\", \"ground\"]\n"
                "force = \"-sqrt(d + 0.5)\"\n"));
  CHECK(below.status == Status::NotFinite);
  CHECK(below.diagnosis.find("the force of 'c' is not a finite number") != std::string::npos);
  const RunInfo pole = end(block("velocity = -1\n" + damper("v*abs(v)^(-0.5)") +
                                 "[forces.g]\non = \"b\"\nvalue = \"2\"\n"));
  CHECK(pole.status == Status::NotFinite);
  const RunInfo given =
      end("[bodies.b]\nmotion = \"abs(t - 1)^2.5\"\n[simulation]\nduration = 3\n");
  CHECK(given.status == Status::NotFinite);
  CHECK(std::abs(given.final_state.time - 1.0) < 1e-12);
}
