// Cases that are in no reference file: random networks, judged by the laws of mechanics.
#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "acceptance/network.h"
#include "acceptance/oracle.h"
#include "acceptance/recording.h"

using namespace acceptance;

namespace {

#ifdef NDEBUG
constexpr int kNetworks = 2000;  // seconds in a release build
#else
constexpr int kNetworks = 200;
#endif

luztar::System compile_network(const Network& network) {
  return luztar::compile(luztar::parse_model(to_toml(network), "network.toml"));
}

/// Largest value of each quantity over a run: what errors are compared with.
struct Scale {
  double q{1e-3}, v{1e-3}, f{1e-3};
  explicit Scale(const Recorded& run) {
    const auto raise = [](double& most, const std::vector<double>& values) {
      for (const double x : values) most = std::max(most, std::abs(x));
    };
    for (const Snapshot& sample : run.samples) {
      raise(q, sample.q);
      raise(v, sample.v);
      raise(f, sample.f);
    }
  }
};

/// Worst violations over a run, each relative to its scale.
struct Violations {
  double kinematics{}, law{}, newton{}, coulomb{}, direction{};
};

void raise(double& worst, double value) {
  if (!(value <= worst)) worst = value;
}

double along(const Network::Terms& terms, const std::vector<double>& coordinates) {
  double sum = 0.0;
  for (const auto& [body, coefficient] : terms) {
    if (body >= 0) sum += coefficient * coordinates[static_cast<std::size_t>(body)];
  }
  return sum;
}

/// Checks one sample of a run of `network`; elements in the order of the model file.
class SampleCheck {
 public:
  SampleCheck(const Network& network, const Scale& scale, Violations& worst)
      : network_(network), scale_(scale), worst_(worst) {}

  /// `side`: 1 for values just after their instant, -1 just before.
  void run(const Snapshot& sample, int side) {
    s_ = sample;
    side_ = side;
    push_.assign(network_.bodies.size(), 0.0);
    std::size_t e = 0;
    for (const Network::Spring& spring : network_.springs) check_spring(spring, e++);
    for (const Network::Damper& damper : network_.dampers) check_damper(damper, e++);
    for (const Network::Friction& friction : network_.frictions) check_friction(friction, e++);
    for (const Network::Force& force : network_.forces) check_force(force, e++);
    check_newton();
  }

 private:
  void act(const Network::Terms& terms, std::size_t e) {
    for (const auto& [body, coefficient] : terms) {
      if (body >= 0) push_[static_cast<std::size_t>(body)] -= coefficient * s_.f[e];
    }
    raise(worst_.kinematics, std::abs(s_.rate[e] - along(terms, s_.v)) / scale_.v);
    raise(worst_.kinematics, std::abs(s_.d[e] - along(terms, s_.q)) / scale_.q);
  }

  void expect(double force, std::size_t e) {
    raise(worst_.law, std::abs(s_.f[e] - force) / scale_.f);
  }

  void check_spring(const Network::Spring& spring, std::size_t e) {
    act(spring.terms, e);
    expect(spring_force<double>(spring, s_.mode[e], s_.d[e], s_.rate[e]), e);
    if (!spring.has_gap) return;
    const double x = s_.d[e] - spring.rest;
    if (s_.mode[e] > 0) raise(worst_.direction, (spring.upper - x) / scale_.q);
    if (s_.mode[e] < 0) raise(worst_.direction, (x - spring.lower) / scale_.q);
    if (s_.mode[e] == 0) raise(worst_.direction, (x - spring.upper) / scale_.q);
    if (s_.mode[e] == 0) raise(worst_.direction, (spring.lower - x) / scale_.q);
  }

  void check_damper(const Network::Damper& damper, std::size_t e) {
    act(damper.terms, e);
    expect(damper.c * s_.rate[e], e);
  }

  void check_friction(const Network::Friction& friction, std::size_t e) {
    act(friction.terms, e);
    const int mode = s_.mode[e];
    if (mode != 0) {
      expect(sliding_force<double>(friction, mode, s_.rate[e]), e);
      raise(worst_.direction, -mode * s_.rate[e] / scale_.v);
      return;
    }
    raise(worst_.coulomb, (s_.f[e] - friction.forward.breakaway) / scale_.f);
    raise(worst_.coulomb, (-friction.backward.breakaway - s_.f[e]) / scale_.f);
    CHECK(s_.upper[e] == friction.forward.breakaway);
    CHECK(s_.lower[e] == -friction.backward.breakaway);
  }

  void check_force(const Network::Force& force, std::size_t e) {
    const auto body = static_cast<std::size_t>(force.body);
    push_[body] += s_.f[e];
    const double branch = s_.time + side_ * 1e-12;  // at a jump the side decides
    expect(force_value<double>(force, s_.time, branch, s_.v[body]), e);
  }

  void check_newton() {
    for (std::size_t b = 0; b < network_.bodies.size(); ++b) {
      const Network::Body& body = network_.bodies[b];
      const double phase = body.frequency * s_.time;
      if (body.prescribed) {
        const double w = body.frequency;
        raise(worst_.newton, std::abs(s_.q[b] - body.amplitude * std::sin(phase)) / scale_.q);
        raise(worst_.newton, std::abs(s_.v[b] - body.amplitude * w * std::cos(phase)) / scale_.v);
      } else {
        raise(worst_.newton, std::abs(body.mass * s_.a[b] - push_[b]) / scale_.f);
      }
    }
  }

  const Network& network_;
  const Scale& scale_;
  Violations& worst_;
  Snapshot s_;
  int side_{};
  std::vector<double> push_;
};

Violations check_samples(const Network& network, const Recorded& run) {
  Violations worst;
  const Scale scale(run);
  SampleCheck check(network, scale, worst);
  for (const Snapshot& sample : run.samples) check.run(sample, 1);
  for (const Snapshot& sample : run.before) check.run(sample, -1);
  for (const Snapshot& sample : run.after) check.run(sample, 1);
  return worst;
}

double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) raise(worst, std::abs(a[i] - b[i]));
  return worst;
}

bool same_sequence(const Recorded& a, const Recorded& b) {
  return std::equal(a.events.begin(), a.events.end(), b.events.begin(), b.events.end(),
                    [](const luztar::Event& x, const luztar::Event& y) {
                      return x.name == y.name && x.from == y.from && x.to == y.to;
                    });
}

}  // namespace

TEST_CASE("random networks obey Newton, Coulomb, their elements' laws and the ledger") {
  std::size_t events = 0, stuck_samples = 0;
  for (int seed = 0; seed < kNetworks; ++seed) {
    CAPTURE(seed);
    const Network network = random_network(static_cast<std::uint64_t>(seed));
    const luztar::System system = compile_network(network);
    const Recorded run = record(system, {.duration = network.duration, .samples = 601});
    check_trust(run);
    CHECK(run.samples.size() == 601);
    const Violations worst = check_samples(network, run);
    CHECK(worst.kinematics < 1e-13);
    CHECK(worst.law < 1e-12);
    CHECK(worst.newton < 1e-11);
    CHECK(worst.coulomb < 1e-12);
    CHECK(worst.direction < 1e-12);
    CHECK(run.info.kkt_residual < 1e-11);
    events += run.events.size();
    for (const Snapshot& sample : run.samples) {
      for (std::size_t e = 0; e < network.frictions.size(); ++e) {
        const std::size_t first = network.springs.size() + network.dampers.size();
        stuck_samples += sample.mode[first + e] == 0;
      }
    }
  }
  // The networks do what they were made for.
  CHECK(events > 20u * kNetworks);
  CHECK(stuck_samples > 100u * kNetworks);
}

TEST_CASE("100 times the tolerance gives the same motion") {
  int compared = 0;
  for (int seed = 0; seed < kNetworks; ++seed) {
    CAPTURE(seed);
    const Network network = random_network(static_cast<std::uint64_t>(seed));
    const luztar::System system = compile_network(network);
    const luztar::SimulationSettings fine{.duration = network.duration, .samples = 31};
    luztar::SimulationSettings coarse = fine;
    coarse.tolerance = 100 * fine.tolerance;
    const Recorded a = record(system, fine), b = record(system, coarse);
    if (!same_sequence(a, b)) continue;  // a chaotic one: counted below
    const Scale scale(a);
    CHECK(difference(a.info.q, b.info.q) < 1e-8 * scale.q);
    CHECK(difference(a.info.v, b.info.v) < 1e-8 * scale.v);
    ++compared;
  }
  CHECK(compared >= kNetworks * 95 / 100);
}

TEST_CASE("an integrator of another kind, through the same modes, ends in the same state") {
  for (int seed = 0; seed < kNetworks; seed += 4) {
    CAPTURE(seed);
    const Network network = random_network(static_cast<std::uint64_t>(seed));
    const luztar::System system = compile_network(network);
    const Recorded run = record(system, {.duration = network.duration, .samples = 31});
    REQUIRE(run.info.status == luztar::Status::Finished);
    const OracleResult expected = integrate(network, run);
    const Scale scale(run);
    CHECK(difference(run.info.q, expected.q) < 1e-9 * scale.q);
    CHECK(difference(run.info.v, expected.v) < 1e-9 * scale.v);
    CHECK(expected.worst_speed < 1e-9 * scale.v);
    CHECK(expected.worst_distance < 1e-9 * scale.q);
  }
}

TEST_CASE("the second integrator follows a closed form and notices a wrong event time") {
  // Reference case vii_a: turning points at n pi/5, there |x| = 1 - 0.12 n.
  Network network;
  network.bodies.push_back({.mass = 2.0, .position = 1.0});
  network.springs.push_back({.terms = {{0, 1.0}, {-1, -1.0}}, .k = 50.0});
  const Network::Law law{.kinetic = 3.0, .breakaway = 3.0};
  network.frictions.push_back({.terms = {{0, 1.0}, {-1, -1.0}}, .forward = law, .backward = law});
  const double half = std::acos(-1.0) / 5;
  network.duration = 3.5 * half;
  const luztar::System system = compile_network(network);
  Recorded run = record(system, {.duration = network.duration, .samples = 31});
  const OracleResult exact = integrate(network, run);
  // From -0.64 the mass swings about -F_K/k = -0.06 with amplitude 0.58; half-way it passes there.
  CHECK(std::abs(exact.q[0] + 0.06) < 1e-12);
  CHECK(std::abs(exact.v[0] - 5 * 0.58) < 1e-12);
  CHECK(exact.worst_speed < 1e-12);
  REQUIRE(!run.events.empty());
  run.events[0].time.value += 1e-6;
  CHECK(integrate(network, run).worst_speed > 1e-6);
}

TEST_CASE("the checks of samples notice a wrong force, mode, acceleration or place") {
  const Network network = random_network(0);
  const Recorded good =
      record(compile_network(network), {.duration = network.duration, .samples = 61});
  const std::size_t friction = network.springs.size() + network.dampers.size();
  Recorded bad = good;
  bad.samples[30].f[0] += 1e-9;
  CHECK(check_samples(network, bad).newton > 1e-11);
  CHECK(check_samples(network, bad).law > 1e-12);
  bad = good;
  bad.samples[30].q[0] += 1e-9;
  CHECK(check_samples(network, bad).kinematics > 1e-13);
  bad = good;
  for (Snapshot& sample : bad.samples) {
    if (sample.mode[friction] != 0) sample.f[friction] = -sample.f[friction];
  }
  CHECK(check_samples(network, bad).law > 1e-12);
}
