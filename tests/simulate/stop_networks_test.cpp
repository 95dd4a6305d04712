// Random networks with stops: what must hold in every one of them, checked from outside.
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "dynamics/small_models.h"
#include "luztar/core/nearness.h"
#include "luztar/simulate/simulate.h"

namespace luztar {
namespace {

using namespace testing;

constexpr double kRestitution[] = {0.0, 0.3, 0.5, 0.8, 0.95, 1.0};

/// splitmix64 (Steele, Lea, Flood 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(next() >> 11) * 0x1p-53;
  }
  int below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }
  bool chance(double probability) { return uniform(0.0, 1.0) < probability; }

 private:
  std::uint64_t state_;
};

/// What the test knows of a network without the engine.
struct Network {
  Model model = lasting(3.0);
  std::vector<double> mass, position;  ///< (bodies) 0: given
  struct Stop {
    std::vector<std::pair<int, double>> terms;
    double lower, upper, restitution;
  };
  std::vector<Stop> stops;
  bool has_links{};
};

std::string words(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

class Maker {
 public:
  /// @param unit  lengths and forces are this many times larger; masses, stiffnesses, times stay
  /// @param sign  -1: every coordinate reversed
  explicit Maker(std::uint64_t seed, double unit = 1.0, double sign = 1.0)
      : random_(seed), unit_(unit), sign_(sign) {}

  Network make() {
    const int n = 2 + random_.below(5);
    for (int i = 0; i < n; ++i) add_body(i);
    if (random_.chance(0.4)) add_base();
    const int size = static_cast<int>(net_.mass.size());
    for (int i = 0; i < n; ++i) add_elements(i, size);
    if (random_.chance(0.3)) add_link();
    const int n_stops = 1 + random_.below(5);
    for (int i = 0; i < n_stops; ++i) add_stop(i);
    return net_;
  }

 private:
  void add_body(int i) {
    const double mass = random_.chance(0.2) ? 1.0 : random_.uniform(0.1, 4.0);
    const double position = random_.chance(0.3) ? 0.0 : sign_ * unit_ * random_.uniform(-1.0, 1.0);
    body(net_.model, "b" + std::to_string(i), mass, position, 0.0);
    net_.mass.push_back(mass);
    net_.position.push_back(position);
  }

  void add_base() {
    moving_base(net_.model, "base",
                words(sign_ * unit_ * random_.uniform(0.02, 0.3)) + "*sin(" +
                    words(random_.uniform(1.0, 12.0)) + "*t)");
    net_.mass.push_back(0.0);
    net_.position.push_back(0.0);
  }

  /// A partner other than body i, perhaps ground.
  int partner(int i, int size) {
    int other = random_.below(size + 1) - 1;
    while (other == i) other = random_.below(size + 1) - 1;
    return other;
  }

  void add_elements(int i, int size) {
    const std::string name = std::to_string(i);
    if (random_.chance(0.7))
      spring(net_.model, "k" + name, between(i, partner(i, size)), random_.uniform(1.0, 60.0));
    if (random_.chance(0.5)) {
      const double kinetic = unit_ * random_.uniform(0.05, 1.5);
      friction(net_.model, "f" + name, between(i, partner(i, size)), kinetic,
               random_.chance(0.5) ? kinetic : kinetic * random_.uniform(1.0, 2.0),
               random_.chance(0.5) ? 0.0 : random_.uniform(0.0, 0.4));
    }
    if (random_.chance(0.8))
      force(net_.model, "p" + name, i,
            words(sign_ * unit_ * random_.uniform(-4.0, 4.0)) + " + " +
                words(sign_ * unit_ * random_.uniform(-5.0, 5.0)) + "*sin(" +
                words(random_.uniform(0.5, 9.0)) + "*t)");
  }

  void add_link() {
    if (net_.mass[1] == 0.0) return;
    const double arm = random_.chance(0.5) ? 1.0 : random_.uniform(0.4, 2.0);
    link(net_.model, "gear", between(0, 1, arm, 1.0));
    net_.has_links = true;
  }

  void add_stop(int i) {
    const int a = random_.below(static_cast<int>(net_.mass.size()));
    if (net_.mass[a] == 0.0) return;
    int b = partner(a, static_cast<int>(net_.mass.size()));
    if (net_.has_links && a < 2 && b >= 0 && b < 2) b = kGround;
    Network::Stop stop;
    stop.terms = {{a, random_.chance(0.7) ? 1.0 : random_.uniform(0.5, 2.0)}};
    if (b != kGround) stop.terms.push_back({b, -1.0});
    double d = 0.0;
    for (const auto& [body, c] : stop.terms) d += c * net_.position[body];
    const auto room = [&] {
      return random_.chance(0.2) ? 0.0 : sign_ * unit_ * random_.uniform(0.01, 0.6);
    };
    stop.lower = d - room();
    stop.upper = d + room();
    if (random_.chance(0.3)) stop.lower = -sign_ * kInfinity;
    if (stop.lower == stop.upper) stop.upper += sign_ * unit_ * 0.25;
    if (std::isfinite(stop.lower) && random_.chance(0.3)) stop.upper = sign_ * kInfinity;
    if (sign_ < 0.0) std::swap(stop.lower, stop.upper);
    stop.restitution = kRestitution[random_.below(6)];
    Deflection deflection;
    for (const auto& [body, c] : stop.terms) deflection.terms.push_back({body, number(c)});
    testing::stop(net_.model, "s" + std::to_string(i), deflection, stop.lower, stop.upper,
                  stop.restitution);
    net_.stops.push_back(stop);
  }

  Random random_;
  double unit_, sign_;
  Network net_;
};

/// Newton's law, the impact law and the limits of contacts, at all samples and instants.
class Witness : public Observer {
 public:
  Witness(const Network& network, const System& system) : net_(network), system_(system) {
    first_ = 0;
    while (first_ < static_cast<int>(system.elements().size()) &&
           system.elements()[first_].kind != PartKind::Stop)
      ++first_;
    impulse_.assign(net_.stops.size(), 0.0);
    hit_.assign(net_.stops.size(), 0);
    rests_.assign(net_.stops.size(), 0);
  }

  bool wants_samples_around_events() const override { return true; }

  void sample(const Sample& s) override {
    double scale = 0.0;
    for (const double f : s.f) scale = std::max(scale, std::abs(f));
    for (std::size_t j = 0; j < net_.stops.size(); ++j) {
      const Network::Stop& stop = net_.stops[j];
      const std::size_t e = first_ + j;
      const double tolerance = 1e-11;
      CHECK(s.d[e] >= stop.lower - tolerance);
      CHECK(s.d[e] <= stop.upper + tolerance);
      if (s.mode[e] == 0) CHECK(s.f[e] == 0.0);
      if (s.mode[e] != 0) {
        CHECK(s.d[e] == (s.mode[e] > 0 ? stop.upper : stop.lower));
        CHECK(s.rate[e] == 0.0);
        CHECK(s.mode[e] * s.f[e] >= -1e-11 * scale);
      }
    }
  }

  void event(const Event& event) override {
    if (event.cause != Event::Cause::Impact || event.time.value == 0.0) return;
    const std::size_t j = event.name - first_;
    impulse_[j] = event.impulse;
    hit_[j] = 1;
    rests_[j] = event.to != 0 ? 1 : 0;
  }

  void around_event(const Sample& before, const Sample& after) override {
    for (const double v : before.v) speed_ = std::max(speed_, std::abs(v));
    for (const double v : after.v) speed_ = std::max(speed_, std::abs(v));
    const double speed = speed_;
    std::vector<double> change(net_.mass.size(), 0.0);
    int hits = 0;
    for (std::size_t j = 0; j < net_.stops.size(); ++j) {
      const Network::Stop& stop = net_.stops[j];
      double rate_before = 0.0;
      double rate_after = 0.0;
      for (const auto& [body, c] : stop.terms) {
        rate_before += c * before.v[body];
        rate_after += c * after.v[body];
        change[body] -= c * impulse_[j];
      }
      if (hit_[j] == 0) continue;
      ++hits;
      // Complementarity: a hit stop turns its rate, or its bounces end.
      const double e = rests_[j] != 0 ? 0.0 : stop.restitution;
      if (std::abs(rate_after + e * rate_before) <= 1e-11 * speed) ++kept_;
      // Bounces within the rounding of positions, 2^-46, end with up to 2^-23 of a speed.
      CHECK(rate_before * impulse_[j] >= -0x1p-23 * speed * std::abs(impulse_[j]));
    }
    for (std::size_t b = 0; b < net_.mass.size() && !net_.has_links; ++b)
      if (net_.mass[b] > 0.0)
        CHECK(std::abs(net_.mass[b] * (after.v[b] - before.v[b]) - change[b]) <=
              1e-11 * speed * net_.mass[b] + 1e-13 * std::abs(change[b]));
    impacts_ += hits;
    std::fill(impulse_.begin(), impulse_.end(), 0.0);
    std::fill(hit_.begin(), hit_.end(), 0);
  }

  int impacts() const { return impacts_; }
  int kept() const { return kept_; }

 private:
  const Network& net_;
  const System& system_;
  int first_;
  std::vector<double> impulse_;
  std::vector<char> hit_, rests_;
  double speed_{};  ///< largest so far
  int impacts_{}, kept_{};
};

}  // namespace

TEST_CASE("random networks with stops: impact law, momentum, contacts and ledger") {
  int impacts = 0, kept = 0, unfinished = 0, rests = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    const Network network = Maker(seed).make();
    if (network.stops.empty()) continue;
    const System system = compile(network.model);
    Witness witness(network, system);
    const RunInfo info =
        simulate(system, initial_state(system), {.duration = 3.0, .samples = 301}, witness);
    if (info.status != Status::Finished) {
      // Two stops and a given motion can leave no way out.
      CAPTURE(info.diagnosis);
      CHECK(info.diagnosis.find("no impulse keeps the bodies at ") != std::string::npos);
      ++unfinished;
      continue;
    }
    CHECK(std::abs(info.energy.residual) <= 1e-11 * info.energy.moved);
    for (std::size_t j = 0; j < network.stops.size(); ++j) {
      const std::size_t e =
          info.energy.dissipated.size() - network.model.forces.size() - network.stops.size() + j;
      CHECK(info.energy.dissipated[e] >= 0.0);
      if (network.stops[j].restitution == 1.0)
        CHECK(info.energy.dissipated[e] <= 1e-12 * info.energy.moved);
      rests += info.final_state.side[info.final_state.side.size() - network.stops.size() + j] !=
               Edge::None;
    }
    impacts += witness.impacts();
    kept += witness.kept();
  }
  CHECK(unfinished <= 1);
  CHECK(impacts > 20000);
  CHECK(kept == impacts);
  CHECK(rests > 100);
}

TEST_CASE("stops know no unit and no direction: scaled and mirrored networks move alike") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    CAPTURE(seed);
    const Network network = Maker(seed).make();
    if (network.stops.empty()) continue;
    const SimulationSettings settings{.duration = 3.0, .samples = 31};
    const auto run = [&](const Network& one) {
      const System system = compile(one.model);
      return simulate(system, initial_state(system), settings);
    };
    const Trajectory out = run(network);
    const Trajectory large = run(Maker(seed, 0x1p10).make());
    const Trajectory mirror = run(Maker(seed, 1.0, -1.0).make());
    REQUIRE(large.events.size() == out.events.size());
    REQUIRE(mirror.events.size() == out.events.size());
    for (std::size_t i = 0; i < out.events.size(); ++i) {
      CHECK(large.events[i].time == out.events[i].time);
      CHECK(large.events[i].impulse == 0x1p10 * out.events[i].impulse);
      CHECK(mirror.events[i].time == out.events[i].time);
      CHECK(mirror.events[i].impulse == -out.events[i].impulse);
      CHECK(mirror.events[i].to == -out.events[i].to);
    }
    for (std::size_t b = 0; b < out.q.size(); ++b)
      for (std::size_t i = 0; i < out.time.size(); ++i) {
        CHECK(large.q[b][i] == 0x1p10 * out.q[b][i]);
        CHECK(mirror.q[b][i] == -out.q[b][i]);
      }
  }
}

}  // namespace luztar
