// Forces of pairs at rest on cycles whose limits change: of all that balance, least sum T²/limit,
// at every instant.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Dense>
#include <doctest/doctest.h>

#include "acceptance/convergence.h"
#include "acceptance/network.h"
#include "acceptance/recording.h"
#include "random.h"

using namespace acceptance;

namespace {

Recorded run_of(const luztar::Model& model, luztar::Method method, double step = 1e-4) {
  const luztar::System system = luztar::compile(model);
  luztar::SimulationSettings settings = system.settings();
  settings.method = method;
  settings.step = step;
  return record(system, settings);
}

/// Forces with balance T = load and |T| <= limit of least sum T²/limit: on each face of the box
/// where the least is, tried one by one. Empty: the limits do not hold the load.
std::optional<Eigen::VectorXd> least_forces(const Eigen::MatrixXd& balance,
                                            const Eigen::VectorXd& load,
                                            const Eigen::VectorXd& limit) {
  const auto m = static_cast<int>(limit.size());
  std::optional<Eigen::VectorXd> best;
  double least = INFINITY;
  const int faces = static_cast<int>(std::lround(std::pow(3.0, m)));
  for (int face = 0; face < faces; ++face) {
    Eigen::VectorXd force = Eigen::VectorXd::Zero(m);
    std::vector<int> free;
    for (int j = 0, rest = face; j < m; ++j, rest /= 3) {
      if (rest % 3 == 0) free.push_back(j);
      if (rest % 3 != 0) force(j) = rest % 3 == 1 ? limit(j) : -limit(j);
    }
    if (!free.empty()) {
      const Eigen::MatrixXd own = balance(Eigen::all, free);
      const Eigen::MatrixXd weighted = own * limit(free).asDiagonal();
      const Eigen::MatrixXd stiffness = weighted * own.transpose();
      force(free) = weighted.transpose() *
                    stiffness.completeOrthogonalDecomposition().solve(load - balance * force);
    }
    if ((load - balance * force).cwiseAbs().maxCoeff() > 1e-9) continue;
    if ((force.cwiseAbs() - limit).maxCoeff() > 1e-9) continue;
    const double sum = force.cwiseAbs2().cwiseQuotient(limit).sum();
    if (sum >= least) continue;
    least = sum;
    best = force;
  }
  return best;
}

/// A normal force as it is written, and its value.
struct Normal {
  enum class Kind { None, Wave, Kink, Jump, Position, Velocity, Ramp } kind{};
  double a{1.0}, b{}, w{}, p{};

  std::string text() const {
    const std::string wave = "sin(" + digits(w) + "*t+" + digits(p) + ")";
    const std::string head = digits(a) + "+" + digits(b) + "*";
    switch (kind) {
      case Kind::None:
        return "";
      case Kind::Wave:
        return head + wave;
      case Kind::Kink:
        return head + "abs(" + wave + ")";
      case Kind::Jump:
        return head + "square(" + digits(w) + "*t+" + digits(p) + ")";
      case Kind::Position:
        return head + "q.swing";
      case Kind::Velocity:
        return head + "v.swing";
      case Kind::Ramp:
        return digits(a) + "*max(0, t-" + digits(p < 3.0 ? 0.0 : 1.3) + ")^" +
               (w < 2.0 ? "1" : "2");
    }
    return "";
  }

  double at(double t, double q, double v) const {
    const double x = w * t + p;
    const double period = 2.0 * std::numbers::pi;
    switch (kind) {
      case Kind::None:
        return 1.0;
      case Kind::Wave:
        return a + b * std::sin(x);
      case Kind::Kink:
        return a + b * std::abs(std::sin(x));
      case Kind::Jump:
        return a + b * (x / period - std::floor(x / period) < 0.5 ? 1.0 : -1.0);
      case Kind::Position:
        return a + b * q;
      case Kind::Velocity:
        return a + b * v;
      case Kind::Ramp:
        return a * std::pow(std::max(0.0, t - (p < 3.0 ? 0.0 : 1.3)), w < 2.0 ? 1.0 : 2.0);
    }
    return 0.0;
  }
};

/// One to three bodies, up to six frictions between them and to the ground, cycles among them.
struct Cluster {
  explicit Cluster(Random& random) {
    const int n = 1 + random.below(3);
    const int m = std::max(2, n) + random.below(3);
    balance = Eigen::MatrixXd::Zero(n, m);
    text =
        "[bodies.swing]\nmass = 1\nposition = 0.7\n[springs.k]\nbetween = [\"swing\", \"ground\"]\n"
        "stiffness = 6\n";
    for (int i = 0; i < n; ++i) {
      mass.push_back(random.uniform(1, 3));
      text += "[bodies.b" + std::to_string(i) + "]\nmass = " + digits(mass.back()) + "\n";
      Load one{random.uniform(-8, 8), random.uniform(0.5, 3),
               random.below(2) * random.uniform(0, 6)};
      load.push_back(one);
      text += "[forces.F" + std::to_string(i) + "]\non = \"b" + std::to_string(i) +
              "\"\nvalue = \"" + digits(one.size) + "*sin(" + digits(one.w) + "*t+" +
              digits(one.p) + ")\"\n";
    }
    for (int j = 0; j < m; ++j) add_pair(j, n, random);
    text += "[simulation]\nduration = 4\nsamples = 41\n";
  }

  void add_pair(int j, int n, Random& random) {
    const int a = j < n ? j : random.below(n);
    int b = random.below(j < n ? j + 1 : n + 1) - 1;
    if (b == a) b = -1;
    balance(a, j) += 1.0;
    if (b >= 0) balance(b, j) -= 1.0;
    const double kinetic = random.uniform(0.5, 2);
    strength.push_back(kinetic * (random.below(2) == 0 ? 1.0 : 1.3));
    normal.push_back({static_cast<Normal::Kind>(random.below(7)), random.uniform(2, 5),
                      random.uniform(0.2, 1.3), random.uniform(0.5, 4), random.uniform(0, 6)});
    text += "[frictions.f" + std::to_string(j) + "]\nbetween = [\"b" + std::to_string(a) +
            "\", \"" + (b < 0 ? "ground" : "b" + std::to_string(b)) +
            "\"]\nkinetic = " + digits(kinetic) + "\nstatic = " + digits(strength.back()) + "\n";
    if (normal.back().kind != Normal::Kind::None)
      text += "normal = \"" + normal.back().text() + "\"\n";
  }

  struct Load {
    double size, w, p;
  };
  std::string text;
  Eigen::MatrixXd balance;
  std::vector<double> mass, strength;
  std::vector<Load> load;
  std::vector<Normal> normal;
};

/// How far the forces of the pairs at rest are from the least ones, over all samples.
double worst_share(const Cluster& cluster, const Recorded& run, const luztar::System& system,
                   int& looked_at) {
  const int first = element_index(system, "f0");
  const int swing = body_index(system, "swing");
  double worst = 0.0;
  for (const Snapshot& s : run.samples) {
    std::vector<int> rests, slides;
    for (int j = 0; j < static_cast<int>(cluster.strength.size()); ++j)
      (s.mode[first + j] == 0 ? rests : slides).push_back(j);
    if (rests.empty()) continue;
    Eigen::VectorXd force(static_cast<Eigen::Index>(cluster.strength.size()));
    Eigen::VectorXd limit = force;
    for (int j = 0; j < force.size(); ++j) {
      force(j) = s.f[first + j];
      limit(j) = std::max(
          1e-14, cluster.strength[j] * cluster.normal[j].at(s.time, s.q[swing], s.v[swing]));
    }
    Eigen::VectorXd load(static_cast<Eigen::Index>(cluster.mass.size()));
    for (int i = 0; i < load.size(); ++i) {
      const auto& [size, w, p] = cluster.load[i];
      load(i) = size * std::sin(w * s.time + p) -
                cluster.mass[i] * s.a[body_index(system, "b" + std::to_string(i))];
    }
    load -= cluster.balance(Eigen::all, slides) * force(slides);
    const auto least = least_forces(cluster.balance(Eigen::all, rests), load, limit(rests));
    REQUIRE(least.has_value());
    worst = std::max(worst, (force(rests) - *least).cwiseAbs().maxCoeff());
    ++looked_at;
  }
  return worst;
}

}  // namespace

TEST_CASE("parallel frictions at rest share by their limits, normal forces included") {
  const luztar::Model model = luztar::load_model(
      std::string(LUZTAR_SOURCE_DIR) + "/tests/acceptance/findings/share_normal_force.toml");
  const luztar::System system = luztar::compile(model);
  for (const auto method : {luztar::Method::Events, luztar::Method::Stepping}) {
    const Recorded run = run_of(model, method);
    CHECK(run.info.status == luztar::Status::Finished);
    for (const Snapshot& s : run.samples) {
      CHECK(s.f[element_index(system, "f")] == doctest::Approx(1.0).epsilon(1e-12));
      CHECK(s.f[element_index(system, "g")] == doctest::Approx(3.0).epsilon(1e-12));
    }
  }
}

TEST_CASE("a pair that kept its limit shares again once the load falls") {
  // p10 is at its limit 4 N while F > 17/3 N; below, T10 = 12/17 F and T12 = T20 = 5/17 F.
  const luztar::Model model = luztar::parse_model(R"toml(
[bodies]
m1 = { mass = 2 }
m2 = { mass = 3 }
[frictions]
p12 = { between = ["m1", "m2"], kinetic = 2 }
p10 = { between = ["m1", "ground"], kinetic = 4 }
p20 = { between = ["m2", "ground"], kinetic = 10 }
[forces]
F = { on = "m1", value = "5.9*sin(t)" }
[simulation]
duration = 3.2
samples = 33
)toml",
                                                  "triangle.toml");
  const luztar::System system = luztar::compile(model);
  for (const auto method : {luztar::Method::Events, luztar::Method::Stepping}) {
    const Recorded run = run_of(model, method);
    const double tolerance = method == luztar::Method::Events ? 1e-11 : 1e-3;
    for (const Snapshot& s : run.samples) {
      const double F = 5.9 * std::sin(s.time);
      const double share = std::min(4.0, 12.0 / 17.0 * F);
      CAPTURE(s.time);
      CHECK(std::abs(s.f[element_index(system, "p10")] - share) < tolerance);
      CHECK(std::abs(s.f[element_index(system, "p12")] - (F - share)) < tolerance);
    }
  }
}

TEST_CASE("a strength that grows from nothing shares from the first instant on") {
  // Limits 2(2t + t²) and 6t²: the load 4t is that of the first one at first.
  const luztar::Model model = luztar::parse_model(R"toml(
[bodies.b]
mass = 1
[frictions]
f = { between = ["b", "ground"], kinetic = 2, normal = "2*t + t^2" }
g = { between = ["b", "ground"], kinetic = 2, normal = "3*t^2" }
[forces.F]
on = "b"
value = "4*t"
[simulation]
duration = 1
samples = 11
)toml",
                                                  "ramps.toml");
  const luztar::System system = luztar::compile(model);
  const Recorded run = run_of(model, luztar::Method::Events);
  CHECK(run.info.status == luztar::Status::Finished);
  for (const Snapshot& s : run.samples) {
    const double t = s.time;
    const double part = t == 0.0 ? 0.0 : 4.0 * t / (4.0 * t + 8.0 * t * t);
    CHECK(s.f[element_index(system, "f")] == doctest::Approx(part * (4.0 * t + 2.0 * t * t)));
    CHECK(s.f[element_index(system, "g")] == doctest::Approx(part * 6.0 * t * t));
  }
}

TEST_CASE("random clusters under normal forces of time, place and speed share canonically") {
  Random random{91};
  int looked_at = 0;
  for (int i = 0; i < 60; ++i) {
    CAPTURE(i);
    const Cluster cluster(random);
    CAPTURE(cluster.text);
    const luztar::Model model = luztar::parse_model(cluster.text, "cluster.toml");
    const luztar::System system = luztar::compile(model);
    const Recorded run = run_of(model, luztar::Method::Events);
    CHECK(run.info.status == luztar::Status::Finished);
    CHECK(worst_share(cluster, run, system, looked_at) < 1e-8);
  }
  CHECK(looked_at > 1500);
}

namespace {

/// Bodies in a square, each rubbing on its neighbours: 88 pairs at rest share on one graph.
std::string square(const std::string& more) {
  constexpr int kSide = 7;
  const auto body = [](int i, int j) {
    return "b" + std::to_string(i) + "_" + std::to_string(j);
  };
  std::string text;
  int count = 0;
  const auto rub = [&](const std::string& a, const std::string& b, double limit) {
    text += "[frictions.f" + std::to_string(count++) + "]\nbetween = [\"" + a + "\", \"" + b +
            "\"]\nkinetic = " + digits(limit) + "\n";
  };
  for (int i = 0; i < kSide; ++i)
    for (int j = 0; j < kSide; ++j) text += "[bodies." + body(i, j) + "]\nmass = 1\n";
  for (int i = 0; i < kSide; ++i)
    for (int j = 0; j < kSide; ++j) {
      if (i + 1 < kSide) rub(body(i, j), body(i + 1, j), 10);
      if (j + 1 < kSide) rub(body(i, j), body(i, j + 1), 10);
    }
  rub(body(0, 0), "ground", 10);
  rub(body(5, 5), "ground", 5);
  rub(body(5, 0), "ground", 3);
  rub(body(0, 5), "ground", 2);
  return text + more +
         "[forces.p]\non = \"b2_2\"\nvalue = \"8*sin(t) + 1\"\n[simulation]\nduration = 1\nsamples "
         "= 5\n";
}

}  // namespace

TEST_CASE("a pair without strength in a large group at rest takes nothing from the others") {
  const std::string none =
      "[frictions.none]\nbetween = [\"b1_1\", \"b2_2\"]\nkinetic = 0\nviscous = 1\n";
  const std::string falls =
      "[frictions.falls]\nbetween = [\"b3_3\", \"b4_4\"]\nkinetic = 0.5\nnormal = \"2+sin(t)\"\n";
  for (const std::string& beside : {std::string(), falls}) {
    const Recorded with =
        run_of(luztar::parse_model(square(beside + none), "with.toml"), luztar::Method::Events);
    const Recorded without =
        run_of(luztar::parse_model(square(beside), "without.toml"), luztar::Method::Events);
    REQUIRE(with.samples.size() == without.samples.size());
    for (std::size_t k = 0; k < with.samples.size(); ++k) {
      CHECK(with.samples[k].q == without.samples[k].q);
      const std::size_t pairs = without.samples[k].f.size() - 1;  // and the load
      CHECK(with.samples[k].f[pairs] == 0.0);
      for (std::size_t j = 0; j < pairs; ++j)
        CHECK(std::abs(with.samples[k].f[j] - without.samples[k].f[j]) < 1e-12);
    }
  }
}
