// The contact element of blade dampers and bolted joints: a stiffness in a row with a friction
// whose normal load follows from the position of a body with mass, with lift-off. Oracle: Runge and
// Kutta's method between events that are bisected; the normal motion in closed form.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "acceptance/recording.h"
#include "environment.h"
#include "random.h"

using namespace acceptance;
using luztar::testing::Random;

namespace {

struct Element {
  double bends{}, normal_bends{}, tangential{};  ///< stiffnesses; masses are 1 kg [N/m]
  double mu{}, preload{}, contact{};             ///< N = max(preload + contact y + damping y', 0)
  double start{};                                ///< of y, from rest [m]
  double amplitude{}, frequency{};               ///< of the force on the blade
  double damping{};

  double normal(double t) const {
    const double w = std::sqrt(normal_bends);
    return preload + start * (contact * std::cos(w * t) - damping * w * std::sin(w * t));
  }
  double limit(double t) const { return mu * std::max(normal(t), 0.0); }
  double limit_rate(double t) const {
    const double w = std::sqrt(normal_bends);
    if (normal(t) <= 0.0) return 0.0;
    return -mu * start * w * (contact * std::sin(w * t) + damping * w * std::cos(w * t));
  }

  std::string text(double duration) const {
    return fmt::format(
        "[bodies.blade]\nmass = 1\n[bodies.normal]\nmass = 1\nposition = {}\n[bodies.pad]\nmass = "
        "0\n"
        "[springs.blade_bends]\nbetween = [\"blade\", \"ground\"]\nstiffness = {}\n"
        "[springs.normal_bends]\nbetween = [\"normal\", \"ground\"]\nstiffness = {}\n"
        "[springs.tangential]\nbetween = [\"blade\", \"pad\"]\nstiffness = {}\n"
        "[frictions.contact]\nbetween = [\"pad\", \"ground\"]\nkinetic = {}\n"
        "normal = \"max({} + {}*q.normal + {}*v.normal, 0)\"\n"
        "[forces.gas]\non = \"blade\"\nvalue = \"{}*sin({}*t)\"\n"
        "[simulation]\nduration = {}\nsamples = 11\n",
        start, bends, normal_bends, tangential, mu, preload, contact, damping, amplitude, frequency,
        duration);
  }
};

/// The blade, its pad and what the pad does: -1, 0, 1.
class Blade {
 public:
  explicit Blade(const Element& element) : own_(element) {}

  void go_to(double end) {
    constexpr double kStep = 2e-5;
    while (t_ < end) step(std::min(kStep, end - t_));
  }
  double x() const { return x_; }
  double pad() const { return mode_ == 0 ? pad_ : x_ - mode_ * own_.limit(t_) / own_.tangential; }
  const std::vector<double>& breaks() const { return breaks_; }

 private:
  double pull(double x, double t) const {
    return mode_ == 0 ? own_.tangential * (x - pad_) : mode_ * own_.limit(t);
  }
  double acceleration(double x, double t) const {
    return own_.amplitude * std::sin(own_.frequency * t) - own_.bends * x - pull(x, t);
  }
  void advance(double h) {
    const double k1 = acceleration(x_, t_);
    const double k2 = acceleration(x_ + 0.5 * h * v_, t_ + 0.5 * h);
    const double k3 = acceleration(x_ + 0.5 * h * (v_ + 0.5 * h * k1), t_ + 0.5 * h);
    const double k4 = acceleration(x_ + h * (v_ + 0.5 * h * k2), t_ + h);
    x_ += h * (v_ + h * (k1 + k2 + k3) / 6.0);
    v_ += h * (k1 + 2.0 * k2 + 2.0 * k3 + k4) / 6.0;
    t_ += h;
  }
  /// Positive while the mode lasts.
  double room() const {
    if (is_free_) return 1.0;  // it goes with the blade
    if (mode_ == 0) return own_.limit(t_) - std::abs(pull(x_, t_));
    return mode_ * v_ - own_.limit_rate(t_) / own_.tangential;
  }
  /// The first place in [0, h] where it is not true, if it is not at h.
  template <typename IsTrue>
  static double end_of(double h, const IsTrue& is_true) {
    if (is_true(h)) return h;
    double low = 0.0, high = h;
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (low + high);
      (is_true(middle) ? low : high) = middle;
    }
    return high;
  }
  void step(double h) {
    const bool free = is_free_;
    h = end_of(h, [&](double tau) { return (own_.normal(t_ + tau) <= 0.0) == free; });
    const double end = end_of(h, [&](double tau) {
      Blade there = *this;
      there.advance(tau);
      return there.room() >= 0.0;
    });
    advance(end);
    if (end < h)
      change();
    else if ((own_.normal(t_) <= 0.0) != free)
      lift_or_land();
  }
  void change() {
    if (mode_ == 0) {
      mode_ = pull(x_, t_) > 0.0 ? 1 : -1;
      breaks_.push_back(t_);
    } else {
      pad_ = x_ - mode_ * own_.limit(t_) / own_.tangential;
      mode_ = 0;
    }
  }
  /// Once the pad is pressed again, it follows the blade or rests.
  void lift_or_land() {
    is_free_ = !is_free_;
    if (is_free_ && mode_ == 0) mode_ = 1;
    if (is_free_) return;
    mode_ = own_.tangential * std::abs(v_) < own_.limit_rate(t_) ? 0 : v_ > 0.0 ? 1 : -1;
    pad_ = x_;
  }

  Element own_;
  double t_{}, x_{}, v_{}, pad_{};
  int mode_{};
  bool is_free_{};
  std::vector<double> breaks_;
};

Element element_of(std::uint64_t seed) {
  Random random{seed};
  Element element;
  element.bends = random(1000.0, 5000.0);
  element.normal_bends = random(2000.0, 9000.0);
  element.tangential = random(1000.0, 5000.0);
  element.mu = random(0.1, 0.8);
  element.preload = random(1.0, 5.0);
  element.contact = random(500.0, 3000.0);
  // From a fifth of what lifts it off to twice as much.
  element.start = element.preload / element.contact * random(0.2, 2.0);
  element.amplitude = random(2.0, 12.0);
  element.frequency = random(30.0, 80.0);
  if (random(0.0, 1.0) < 0.4) element.damping = element.contact * random(-0.01, 0.01);
  return element;
}

luztar::Trajectory run_text(const std::string& text) {
  const luztar::System system = luztar::compile(luztar::parse_model(text, "contact.toml"));
  return luztar::simulate(system, luztar::initial_state(system), system.settings());
}

}  // namespace

TEST_CASE("a contact element reads the position of a mass as it does the same function of time") {
  const luztar::System system = luztar::compile(
      luztar::load_model(std::string(LUZTAR_SOURCE_DIR) +
                         "/tests/acceptance/findings/normal_load_on_massless_pad.toml"));
  const Recorded run = record(system, system.settings());
  check_trust(run);
  CHECK(run.info.final_state.steps < 200);
  const Element element{4000.0, 9000.0, 3000.0, 0.4, 3.0, 2000.0, 1e-4, 6.0, 58.0, 0.0};
  Blade blade(element);
  blade.go_to(0.2);
  CHECK(run.info.q[0] == doctest::Approx(blade.x()).epsilon(1e-9));
  CHECK(run.info.q[2] == doctest::Approx(blade.pad()).epsilon(1e-9));
}

TEST_CASE("a pad jumps where an impact changes its normal load") {
  // The wheel is stopped at 0.5 s: N falls from 3 to 1, and the pad goes from 0.02 to where the
  // spring holds 3 - 1 N.
  const luztar::Trajectory run = run_text(
      "[bodies.wheel]\nmass = 1\nvelocity = 2\n[bodies.pad]\nmass = 0\n"
      "[stops.end]\nbetween = [\"wheel\", \"ground\"]\ngap = [-10, 1]\nrestitution = 0\n"
      "[springs.k]\nbetween = [\"pad\", \"ground\"]\nstiffness = 100\n"
      "[frictions.f]\nbetween = [\"pad\", \"ground\"]\nkinetic = 1\n"
      "normal = \"1 + v.wheel\"\n"
      "[forces.push]\non = \"pad\"\nvalue = \"min(20*t, 5)\"\n"
      "[simulation]\nduration = 1\nsamples = 5\n");
  CHECK(run.info.status == luztar::Status::Finished);
  CHECK(run.q[1][1] == doctest::Approx(0.02).epsilon(1e-13));
  CHECK(run.info.q[1] == doctest::Approx(0.04).epsilon(1e-13));
  // Half way through the jump the friction is 2 N, the push 5 N all along.
  CHECK(run.info.energy.dissipated[1] == doctest::Approx(0.02 * 3.0 + 0.02 * 2.0).epsilon(1e-13));
}

TEST_CASE("derivatives of a contact element are differences") {
  const auto text = [](double contact, double damping, const char* derivatives) {
    return fmt::format(
        "[parameters]\nkn = {}\ncn = {}\n[bodies.blade]\nmass = 1\n[bodies.normal]\nmass = 1\n"
        "position = 5e-4\n[bodies.pad]\nmass = 0\n"
        "[springs.blade_bends]\nbetween = [\"blade\", \"ground\"]\nstiffness = 4000\n"
        "[springs.normal_bends]\nbetween = [\"normal\", \"ground\"]\nstiffness = 9000\n"
        "[springs.tangential]\nbetween = [\"blade\", \"pad\"]\nstiffness = 3000\n"
        "[frictions.contact]\nbetween = [\"pad\", \"ground\"]\nkinetic = 0.4\n"
        "normal = \"3 + kn*q.normal + cn*v.normal\"\n"
        "[forces.gas]\non = \"blade\"\nvalue = \"6*sin(58*t)\"\n"
        "[simulation]\nduration = 0.2\nsamples = 2\n{}",
        contact, damping, derivatives);
  };
  struct Last : luztar::Observer {
    void sample(const luztar::Sample& sample) override {
      slopes.assign(sample.derivatives.q.begin(), sample.derivatives.q.end());
    }
    std::vector<double> slopes;  // (bodies, kn and cn)
  } last;
  const luztar::System system = luztar::compile(
      luztar::parse_model(text(2000.0, 5.0, "derivatives = [\"kn\", \"cn\"]\n"), "contact.toml"));
  luztar::simulate(system, luztar::initial_state(system), system.settings(), last);
  REQUIRE(last.slopes.size() == 6);
  for (const int b : {0, 2}) {
    const auto q = [&](double contact, double damping) {
      return run_text(text(contact, damping, "")).info.q[b];
    };
    CHECK(last.slopes[2 * b] ==
          doctest::Approx((q(2001.0, 5.0) - q(1999.0, 5.0)) / 2.0).epsilon(1e-5));
    CHECK(last.slopes[2 * b + 1] ==
          doctest::Approx((q(2000.0, 5.01) - q(2000.0, 4.99)) / 0.02).epsilon(1e-5));
  }
}

TEST_CASE("contact elements break and lift off as an integrator between events says") {
  const int first = luztar::test::first_seed(1);
  const int count = luztar::test::count_of(luztar::test::some_of(300));
  int lifted = 0, broken = 0;
  for (int seed = first; seed < first + count; ++seed) {
    const Element element = element_of(static_cast<std::uint64_t>(seed));
    INFO("seed " << seed << "\n" << element.text(0.3));
    const luztar::Trajectory run = run_text(element.text(0.3));
    CHECK(run.info.diagnosis == "");
    CHECK(run.info.proofs.hold());
    lifted += element.start * element.contact > element.preload ? 1 : 0;
    Blade blade(element);
    for (std::size_t k = 1; k < run.time.size(); ++k) {
      blade.go_to(run.time[k]);
      CHECK(run.q[0][k] == doctest::Approx(blade.x()).epsilon(1e-8).scale(1e-3));
      CHECK(run.q[2][k] == doctest::Approx(blade.pad()).epsilon(1e-8).scale(1e-3));
    }
    std::size_t n = 0;
    for (const luztar::Event& event : run.events) {
      if (event.cause != luztar::Event::Cause::Break || n >= blade.breaks().size()) continue;
      if (std::abs(event.time.value - blade.breaks()[n]) < 1e-6) ++n;
    }
    CHECK(n == blade.breaks().size());
    broken += static_cast<int>(n);
  }
  CHECK(lifted > count / 4);
  CHECK(broken > 2 * count);
}
