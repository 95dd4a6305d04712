// Beads on wires: links along expressions that press dry friction along the arc.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <tuple>
#include <utility>

#include <doctest/doctest.h>

#include "acceptance/continued.h"
#include "acceptance/network.h"
#include "acceptance/recording.h"
#include "environment.h"

using namespace acceptance;

namespace {

std::string precise(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "(%.17g)", x);
  return text;
}

/// A bead on the wire y = h(x), with weight, a force along x, friction along the arc.
struct Bead {
  enum class Wire { Parabola, Sine, Cubic, Exponential };
  Wire wire{};
  double a{}, b{};
  double mass{}, gravity{}, start{}, speed{};
  double normal{}, kinetic{}, breakaway{};  ///< normal force beside that of the wire [N]
  double amplitude{}, frequency{}, phase{}, duration{};

  /// h and its first two derivatives.
  struct Height {
    double h, slope, curvature;
  };
  Height at(double x) const {
    switch (wire) {
      case Wire::Parabola:
        return {a * x * x, 2 * a * x, 2 * a};
      case Wire::Sine:
        return {a * std::sin(b * x), a * b * std::cos(b * x), -a * b * b * std::sin(b * x)};
      case Wire::Cubic:
        return {a * x * x * x + b * x, 3 * a * x * x + b, 6 * a * x};
      case Wire::Exponential:
        return {a * std::exp(b * x), a * b * std::exp(b * x), a * b * b * std::exp(b * x)};
    }
    return {};
  }
  /// At 1 friction holds whatever drives it.
  double steepness(double x) const { return breakaway * std::abs(at(x).slope); }
  double force(double t) const { return amplitude * std::sin(frequency * t + phase); }

  std::string text() const {
    const std::string A = precise(a), B = precise(b);
    std::string h, slope, arc;
    if (wire == Wire::Parabola) {
      h = A + "*q.x^2", slope = "2*" + A + "*q.x";
      arc = "0.5*q.x*sqrt(1 + (" + slope + ")^2) + asinh(" + slope + ")/(4*" + A + ")";
    } else if (wire == Wire::Sine) {
      h = A + "*sin(" + B + "*q.x)", slope = A + "*" + B + "*cos(" + B + "*q.x)";
    } else if (wire == Wire::Cubic) {
      h = A + "*q.x^3 + " + B + "*q.x", slope = "3*" + A + "*q.x^2 + " + B;
    } else {
      h = A + "*exp(" + B + "*q.x)", slope = A + "*" + B + "*exp(" + B + "*q.x)";
      arc = "(sqrt(1 + (" + slope + ")^2) - asinh(1/(" + precise(std::abs(a)) + "*" + B + "*exp(" +
            B + "*q.x))))/" + B;
    }
    const std::string stretch = "sqrt(1 + (" + slope + ")^2)";
    const std::string pressed = precise(normal) + " + abs(f.wire)*" + stretch;
    const Height here = at(start);
    return "[bodies.x]\nmass = \"" + precise(mass) + "\"\nposition = \"" + precise(start) +
           "\"\nvelocity = \"" + precise(speed) + "\"\n[bodies.y]\nmass = \"" + precise(mass) +
           "\"\nposition = \"" + precise(here.h) + "\"\nvelocity = \"" +
           precise(here.slope * speed) + "\"\n[links.wire]\ndeflection = \"q.y - (" + h +
           ")\"\n[frictions.rub]\n" +
           (arc.empty() ? "between = [\"x\", \"ground\"]\nnormal = \"(" + pressed + ")*" + stretch
                        : "deflection = \"" + arc + "\"\nnormal = \"" + pressed) +
           "\"\nkinetic = \"" + precise(kinetic) + "\"\nstatic = \"" + precise(breakaway) +
           "\"\n[forces.g]\non = \"y\"\nvalue = \"" + precise(-mass * gravity) +
           "\"\n[forces.f1]\non = \"x\"\nvalue = \"" + precise(amplitude) + "*sin(" +
           precise(frequency) + "*t + " + precise(phase) + ")\"\n[simulation]\nsamples = 100\n" +
           "duration = \"" + precise(duration) + "\"\n";
  }
};

/// The same bead with x as its coordinate, by Runge and Kutta's fourth order.
class BeadByHand {
 public:
  explicit BeadByHand(const Bead& bead) : bead_(bead), x_(bead.start), v_(bead.speed) {
    way_ = v_ > 0 ? 1 : v_ < 0 ? -1 : 0;
    if (way_ == 0) way_ = breaks(0.0);
  }

  /// @return x at the time
  double at(double time) {
    constexpr double kStep = 2e-4;
    while (t_ < time) step(std::min(kStep, time - t_));
    return x_;
  }

 private:
  /// x'' while it slides this way: m s² x'' = F - m h'(g + h" v²) - way s mu (N + s |wire|).
  double acceleration(double t, double x, double v) const {
    const auto [h, slope, curvature] = bead_.at(x);
    const double s2 = 1 + slope * slope, s = std::sqrt(s2), m = bead_.mass;
    const double down = bead_.gravity + curvature * v * v;
    const double rub = way_ * s * bead_.kinetic;
    const double drive = bead_.force(t) - m * slope * down - rub * bead_.normal;
    for (const double sign : {1.0, -1.0}) {  // of m (down + slope x''), by which the wire pushes
      const double found =
          (drive - rub * s * sign * m * down) / (m * s2 + rub * s * sign * m * slope);
      if (sign * (down + slope * found) >= 0) return found;
    }
    return NAN;
  }

  /// At rest: the way it breaks, or 0.
  int breaks(double t) const { return excess(t, 1) > 0 ? 1 : excess(t, -1) > 0 ? -1 : 0; }
  double excess(double t, int way) const {
    const double slope = bead_.at(x_).slope, s = std::sqrt(1 + slope * slope);
    const double along = (bead_.force(t) - bead_.mass * bead_.gravity * slope) / s;
    return way * along - bead_.breakaway * (bead_.normal + s * bead_.mass * bead_.gravity);
  }

  std::pair<double, double> moved(double h) const {
    const auto f = [&](double t, double x, double v) {
      return acceleration(t, x, v);
    };
    const double k1 = f(t_, x_, v_), k2 = f(t_ + h / 2, x_ + h / 2 * v_, v_ + h / 2 * k1),
                 k3 = f(t_ + h / 2, x_ + h / 2 * v_ + h * h / 4 * k1, v_ + h / 2 * k2),
                 k4 = f(t_ + h, x_ + h * v_ + h * h / 2 * k2, v_ + h * k3);
    return {x_ + h * v_ + h * h / 6 * (k1 + k2 + k3), v_ + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)};
  }

  static double first(double h, const std::function<bool(double)>& is_there) {
    double low = 0, high = h;
    for (int i = 0; i < 60; ++i) (is_there(0.5 * (low + high)) ? high : low) = 0.5 * (low + high);
    return high;
  }

  void step(double h) {
    if (way_ == 0) {
      const auto goes = [&](double part) {
        return breaks(t_ + part) != 0;
      };
      if (goes(h)) h = first(h, goes), way_ = breaks(t_ + h);
      t_ += h;
      return;
    }
    const auto turned = [&](double part) {
      return way_ * moved(part).second < 0;
    };
    if (!turned(h)) {
      std::tie(x_, v_) = moved(h);
      t_ += h;
      return;
    }
    h = first(h, turned);
    x_ = moved(h).first;
    v_ = 0;
    t_ += h;
    way_ = breaks(t_);
  }

  Bead bead_;
  double t_{}, x_, v_;
  int way_{};  ///< of sliding; 0: at rest
};

Bead random_bead(Random& random) {
  Bead bead{.wire = static_cast<Bead::Wire>(random.below(4))};
  bead.a = (random.chance(0.5) ? 1 : -1) * random.uniform(0.2, 0.8);
  bead.b = random.uniform(0.4, 1.8);
  if (bead.wire == Bead::Wire::Parabola || bead.wire == Bead::Wire::Cubic)
    bead.a = std::abs(bead.a);
  bead.mass = random.uniform(0.2, 2);
  bead.gravity = 9.81;
  bead.start = random.uniform(-0.8, 0.8);
  bead.speed = random.chance(0.5) ? 0 : random.uniform(-1.5, 1.5);
  const double weight = bead.mass * bead.gravity;
  bead.normal = random.uniform(0, 0.1) * weight;
  bead.kinetic = random.uniform(0.05, 0.35);
  bead.breakaway = bead.kinetic * random.uniform(1, 2.5);
  bead.amplitude = random.uniform(0.2, 1) * weight;
  bead.frequency = random.uniform(1, 9);
  bead.phase = random.uniform(0, 6);
  bead.duration = random.uniform(1, 3);
  return bead;
}

/// The largest distance of x from that of the bead by hand.
double distance_by_hand(const Bead& bead) {
  const luztar::System system = luztar::compile(model_of(bead.text()));
  const Recorded run = record(system, system.settings());
  INFO(bead.text());
  INFO(run.info.diagnosis);
  // Where the wire is so steep that friction grows faster than what drives it, it may jam.
  const bool jams = run.info.diagnosis.find("it jams") != std::string::npos &&
                    bead.steepness(run.info.q[0]) > 0.9;
  CHECK((run.info.status == luztar::Status::Finished || jams));
  CHECK(run.info.proofs.hold());
  BeadByHand hand(bead);
  double worst = 0.0;
  for (const Snapshot& sample : run.samples) {
    if (bead.steepness(sample.q[0]) > 0.9) break;
    worst = std::max(worst, std::abs(sample.q[0] - hand.at(sample.time)));
  }
  return worst;
}

}  // namespace

TEST_CASE("a bead on a parabola goes on beside dry friction along the arc") {
  const luztar::System system = luztar::compile(
      luztar::load_model(LUZTAR_SOURCE_DIR "/tests/acceptance/findings/bead_on_wire.toml"));
  check_trust(record(system, system.settings()));
}

TEST_CASE("random beads on wires move as by Runge and Kutta") {
  const int beads = luztar::test::count_of(luztar::test::some_of(20));
  double worst = 0.0;
  for (int seed = luztar::test::first_seed(0), n = 0; n < beads; ++n, ++seed) {
    CAPTURE(seed);
    Random random(static_cast<unsigned>(seed));
    const double apart = distance_by_hand(random_bead(random));
    CHECK(apart < 1e-7);
    worst = std::max(worst, apart);
  }
  MESSAGE(beads, " beads differ by ", worst, " m");
}
