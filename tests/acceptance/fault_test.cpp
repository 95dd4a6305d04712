// The fault of bench/burridge_knopoff.toml: its smallest earthquake against a plain integration of
// one block, the law of sizes against the exponent of Carlson and Langer.
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/luztar.h"

namespace {

constexpr int kBlocks = 200;
#ifdef LUZTAR_ENABLE_ASSERT
constexpr double kDuration = 2e5;
constexpr double kSkipped = 1e5;
#else
constexpr double kDuration = 2.5e6;
constexpr double kSkipped = 5e5;
#endif

struct Slip {
  double time{}, from{};
};

/// Slips, and earthquakes of blocks next to each other.
class Moments : public luztar::Observer {
 public:
  explicit Moments(const luztar::System& system) {
    for (const auto& element : system.elements())
      is_floor_.push_back(element.kind == luztar::PartKind::Friction);
  }
  void event(const luztar::Event& event) override {
    if (!is_floor_[static_cast<std::size_t>(event.name)]) return;
    if (event.from == 0) {
      begun_[event.name] = {event.time.value, event.deflection};
      return;
    }
    const auto slip = begun_.find(event.name);
    if (slip == begun_.end()) return;
    moment_ += event.deflection - slip->second.from;
    ++slips_;
    begun_.erase(slip);
    if (!begun_.empty()) return;  // earthquakes elsewhere at the same time are rare
    if (event.time.value > kSkipped) moments.push_back(moment_);
    if (slips_ == 1) single.push_back(moment_);
    moment_ = 0.0;
    slips_ = 0;
  }

  std::vector<double> moments, single;

 private:
  std::vector<bool> is_floor_;
  std::map<int, Slip> begun_;
  double moment_{};
  int slips_{};
};

/// x'' = 1 + V t - L(x') - k x from rest until it stops; classical Runge-Kutta.
double slip_of_one_block(double stiffness, double alpha, double sigma, double plate) {
  constexpr double h = 1e-5;
  double x = 0.0;
  double v = 0.0;
  double t = 0.0;
  const auto a = [&](double time, double place, double speed) {
    return 1.0 + plate * time - (1.0 - sigma) / (1.0 + 2.0 * alpha / (1.0 - sigma) * speed) -
           stiffness * place;
  };
  for (;;) {
    const double a1 = a(t, x, v);
    const double v2 = v + 0.5 * h * a1;
    const double a2 = a(t + 0.5 * h, x + 0.5 * h * v, v2);
    const double v3 = v + 0.5 * h * a2;
    const double a3 = a(t + 0.5 * h, x + 0.5 * h * v2, v3);
    const double v4 = v + h * a3;
    const double a4 = a(t + h, x + h * v3, v4);
    const double next = v + h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
    if (next <= 0.0) return x + 0.5 * v * h * v / (v - next);
    x += h / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4);
    v = next;
    t += h;
  }
}

/// Maximum likelihood of M^-(1 + b) between two ends.
double exponent(const std::vector<double>& moments, double least, double largest, int& used) {
  double sum = 0.0;
  used = 0;
  for (const double m : moments)
    if (m >= least && m <= largest) {
      sum += std::log(m / least);
      ++used;
    }
  const double width = std::log(largest / least);
  double low = 0.01;
  double high = 20.0;
  for (int i = 0; i < 100; ++i) {
    const double b = 0.5 * (low + high);
    (1.0 / b - width / std::expm1(b * width) > sum / used ? low : high) = b;
  }
  return low;
}

}  // namespace

TEST_CASE("earthquakes of a row of blocks have the sizes that Carlson and Langer found") {
  luztar::LoadOptions options;
  options.parameters.emplace("n", luztar::Expression::number(kBlocks));
  const luztar::Model model =
      luztar::load_model(LUZTAR_SOURCE_DIR "/bench/burridge_knopoff.toml", options);
  const luztar::System system = luztar::compile(model, {{"n", static_cast<double>(kBlocks)}});
  luztar::SimulationSettings settings = system.settings();
  settings.duration = kDuration;
  Moments quakes(system);
  const luztar::RunInfo run =
      luztar::simulate(system, luztar::initial_state(system), settings, quakes);
  CHECK(run.diagnosis == "");
  CHECK(std::abs(run.energy.residual) < 1e-13 * run.energy.moved);

  // Blocks inside the row are held by two neighbours.
  const double expected = slip_of_one_block(201.0, 3.0, 0.01, 1e-5);
  const auto like = [&](double slip) {
    return std::abs(slip - expected) < 1e-8 * expected;
  };
  const auto alike = std::count_if(quakes.single.begin(), quakes.single.end(), like);
  CHECK(alike > 100);
  CHECK(static_cast<double>(alike) > 0.8 * static_cast<double>(quakes.single.size()));

  int used = 0;
  const double b = exponent(quakes.moments, 1e-3, 0.1, used);
  MESSAGE(quakes.moments.size() << " earthquakes, b = " << b << " from " << used);
  if (used > 200) CHECK(std::abs(b - 1.0) < 4.0 / std::sqrt(used));
}
