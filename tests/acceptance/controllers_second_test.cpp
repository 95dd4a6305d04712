// Random networks with a sampled controller beside every kind of element, in the second engine.
// There the controller is written by hand: it sets states without a rate at instants of its own.
// More: ./check --long controllers.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include <doctest/doctest.h>

#include "acceptance/network.h"
#include "acceptance/rich_network.h"
#include "acceptance/second_compare.h"
#include "environment.h"
#include "luztar/luztar.h"

using namespace acceptance;
using second::Real;

namespace {

#ifdef NDEBUG
constexpr int kNetworks = 12;
#else
constexpr int kNetworks = 2;
#endif

std::string text_of(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

/// u = sat(-a q.b0 - b (q.b0 - old)/period + c sum, limit), of b0, which has a mass in every
/// network.
struct Sampled {
  double period{}, delay{}, first{}, a{}, b{}, c{}, limit{}, resolution{};

  explicit Sampled(std::uint64_t seed) {
    Random random(seed + 31'000);
    period = random.uniform(0.02, 0.3);
    delay = random.chance(0.5) ? random.uniform(0.0, 0.9) * period : 0.0;
    first = random.chance(0.5) ? 0.0 : random.uniform(0.0, 0.5);
    a = random.uniform(0.5, 20.0);
    b = random.uniform(0.0, 0.5);
    c = random.uniform(0.0, 1.0);
    limit = random.uniform(0.5, 5.0);
    resolution = random.chance(0.5) ? random.uniform(1e-4, 1e-2) : 0.0;
  }

  std::string measured() const {
    const std::string step = text_of(resolution);
    return resolution > 0.0 ? step + "*round(q.b0/" + step + ")" : "q.b0";
  }

  /// The network with it, or with states that somebody else sets.
  std::string text(bool controller) const {
    const std::string u = controller ? "x.pd.u" : "x.u";
    std::string all = "[states.lag]\nrate = \"4*(" + u + " - x.lag)\"\n";
    if (controller)
      all += "[controllers.pd]\nperiod = " + text_of(period) + "\ndelay = " + text_of(delay) +
             "\nfirst = " + text_of(first) +
             "\nmemory = { old = 0, sum = 0.5, u = 0.25, q0 = 0 }\nupdate = [\"q0 = " + measured() +
             "\", \"sum = sum - q0\", \"u = sat(-" + text_of(a) + "*q0 - " + text_of(b) +
             "*(q0 - old)/" + text_of(period) + " + " + text_of(c) + "*sum, " + text_of(limit) +
             ")\", \"old = q0\"]\n";
    else
      all +=
          "[states.old]\nrate = 0\n[states.sum]\nrate = 0\nstart = 0.5\n[states.u]\nrate = 0\n"
          "start = 0.25\n[states.q0]\nrate = 0\n";
    return all + "[forces.fed]\non = \"b0\"\nvalue = \"" + u + " + 0.3*x.lag + floor(2*" + u +
           ")/4\"\n[springs.knows]\nbetween = [\"b0\", \"ground\"]\nforce = \"20*d*(1 + abs(" + u +
           "))\"\n";
  }

  /// Up to 2 s. @param last  of the state: first of the four values of the controller's
  std::vector<second::Reset> resets(Eigen::Index values) const {
    std::vector<second::Reset> all;
    const auto memory =
        std::make_shared<std::array<Real, 4>>(std::array<Real, 4>{0, 0.5L, 0.25L, 0});
    for (int n = 0; first + n * period < 2.1; ++n) {
      const Real at = Real(first) + n * Real(period);
      const auto act = [memory, values](second::State& s) {
        for (std::size_t k = 0; k < 4; ++k)
          s.z[values + static_cast<Eigen::Index>(k)] = (*memory)[k];
      };
      all.push_back({at, [this, memory, act](second::State& s) {
                       auto& [old, sum, u, q] = *memory;
                       q = s.q[0];
                       if (resolution > 0.0) q = resolution * std::round(q / resolution);
                       sum -= q;
                       const Real wanted = -a * q - b * (q - old) / period + c * sum;
                       u = std::clamp(wanted, Real(-limit), Real(limit));
                       old = q;
                       if (delay == 0.0) act(s);
                     }});
      if (delay > 0.0) all.push_back({at + Real(delay), act});
    }
    return all;
  }
};

}  // namespace

TEST_CASE("the second engine finds the same motion of networks with a sampled controller") {
  const int networks = luztar::test::count_of(kNetworks);
  const int first = luztar::test::first_seed(0);
  int agreed = 0, samples = 0;
  for (int i = first; i < networks; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    CAPTURE(seed);
    const Sampled sampled(seed);
    const std::string text = rich_network(seed) + sampled.text(true);
    if (luztar::test::shows()) MESSAGE(text);
    const luztar::System system = luztar::compile(luztar::parse_model(text, "sampled.toml"));
    const luztar::Trajectory run =
        luztar::simulate(system, luztar::initial_state(system), {.duration = 2.0, .samples = 41});
    if (run.info.status != luztar::Status::Finished) continue;  // as many as without a controller
    CHECK(run.info.proofs.hold());
    const second::Network network(
        luztar::parse_model(rich_network(seed) + sampled.text(false), "set.toml"));
    const second::Result other = second::run(
        network,
        {.smallest = 1e-6L, .samples = 41, .resets = sampled.resets(network.n_internals - 4)});
    if (!other.gave_up.empty()) continue;
    ++agreed;
    samples += static_cast<int>(2.0 / sampled.period);
    second::check_same_motion(run, other);
    // In two parts; what a value waits for in between is kept.
    const luztar::State half =
        luztar::simulate(system, luztar::initial_state(system), {.duration = 0.83, .samples = 2})
            .info.final_state;
    const luztar::Trajectory rest = luztar::simulate(system, half, {.duration = 2.0, .samples = 2});
    CHECK(rest.info.proofs.hold());
    for (std::size_t b = 0; b < run.q.size(); ++b)
      CHECK(std::abs(rest.info.q[b] - run.info.q[b]) < 1e-10);
  }
  CHECK(agreed >= (networks - first) * 8 / 10);
  CHECK(samples >= agreed * 5);
}
