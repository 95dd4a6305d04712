#include "acceptance/held_network.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "acceptance/network.h"

namespace acceptance {
namespace {

std::string text(double x) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.17g", x);
  return buffer;
}

std::string wave(double size, double w) { return text(size) + "*sin(" + text(w) + "*t)"; }

std::string name(int body) {
  return body == HeldNetwork::kGround ? "ground" : "b" + std::to_string(body);
}

class Draw {
 public:
  Draw(std::uint64_t seed, const HeldOptions& options)
      : random_(seed * 2654435761u + 97u), options_(options) {
    random_.next();
  }

  HeldNetwork network() {
    made_.duration = 3.0;
    n_ = 2 + random_.below(7);
    alike_ = random_.chance(0.2);
    for (int i = 0; i < n_; ++i)
      made_.bodies.push_back({.mass = std::pow(10.0, uniform(-0.5, 0.5) * options_.decades)});
    draw_pairs();
    draw_springs();
    const int pulls = 1 + random_.below(2);
    for (int i = 0; i < pulls; ++i) pull(random_.below(n_));
    return made_;
  }

 private:
  double uniform(double low, double high) { return random_.uniform(low, high); }

  void add_pair(int a, int b) {
    const double kinetic = alike_ ? 0.5 : uniform(0.2, 1.2);
    const bool drops = options_.drops && random_.chance(0.7);
    made_.pairs.push_back({a, b, drops ? kinetic * uniform(1.05, 1.8) : kinetic, kinetic});
  }

  /// A row on the floor, a ring, or anything.
  void draw_pairs() {
    const double floor = random_.chance(0.6) ? 1.0 : 0.4;
    for (int i = 0; i < n_; ++i)
      if (i == 0 || random_.chance(floor)) add_pair(i, HeldNetwork::kGround);
    for (int i = 0; i + 1 < n_; ++i) add_pair(i, i + 1);
    if (n_ > 2 && random_.chance(0.4)) add_pair(n_ - 1, 0);
    for (int i = 0; i < n_; ++i)
      for (int j = i + 2; j < n_; ++j)
        if (random_.chance(0.15)) add_pair(i, j);
  }

  void draw_springs() {
    for (int i = 0; i + 1 < n_; ++i)
      if (random_.chance(0.3)) made_.springs.push_back({i, i + 1, uniform(20, 200)});
    for (int i = 0; i < n_; ++i)
      if (random_.chance(0.15))
        made_.springs.push_back({i, HeldNetwork::kGround, uniform(20, 200)});
  }

  /// By a motion that is given, a force, or a force on a further body, with or without mass.
  void pull(int body) {
    const double most = uniform(0.5, 1.0 + 0.7 * n_);
    const double w = uniform(0.5, 4.0);
    const double stiffness = uniform(20, 300);
    const int kind = random_.below(3);
    if (kind == 0 && !options_.massless) {
      made_.springs.push_back({body, HeldNetwork::kGround, stiffness, most / stiffness, w});
    } else if (kind == 1 && !options_.massless) {
      made_.bodies[body].load = most;
      made_.bodies[body].w = w;
    } else {
      const int driver = static_cast<int>(made_.bodies.size());
      made_.bodies.push_back({options_.massless ? 0.0 : uniform(0.5, 2.0), 0.0, 0.0});
      made_.springs.push_back({driver, body, stiffness});
      if (options_.massless) {
        made_.springs.push_back(
            {driver, HeldNetwork::kGround, stiffness, 2.0 * most / stiffness, w});
        if (random_.chance(0.5))
          made_.pairs.push_back(
              {driver, random_.chance(0.5) ? body : HeldNetwork::kGround, 0.3, 0.3});
      } else {
        made_.bodies[driver].load = most;
        made_.bodies[driver].w = w;
      }
    }
  }

  Random random_;
  HeldOptions options_;
  HeldNetwork made_;
  int n_{};
  bool alike_{};
};

}  // namespace

bool HeldNetwork::drops() const {
  return std::any_of(pairs.begin(), pairs.end(),
                     [](const Pair& pair) { return pair.breakaway > pair.kinetic; });
}

std::string HeldNetwork::toml() const {
  std::string all, drives;
  const auto between = [&](int a, const std::string& b) {
    return "between = [\"" + name(a) + "\", \"" + b + "\"]\n";
  };
  for (std::size_t i = 0; i < bodies.size(); ++i)
    all += "[bodies." + name(static_cast<int>(i)) + "]\nmass = " + text(bodies[i].mass) + "\n";
  for (std::size_t s = 0; s < springs.size(); ++s)
    if (springs[s].way != 0.0)
      all += "[bodies.d" + std::to_string(s) + "]\nmotion = \"" +
             wave(springs[s].way, springs[s].w) + "\"\n";
  for (std::size_t j = 0; j < pairs.size(); ++j)
    all += "[frictions.f" + std::to_string(j) + "]\n" + between(pairs[j].a, name(pairs[j].b)) +
           "static = " + text(pairs[j].breakaway) + "\nkinetic = " + text(pairs[j].kinetic) + "\n";
  for (std::size_t s = 0; s < springs.size(); ++s)
    all += "[springs.s" + std::to_string(s) + "]\n" +
           between(springs[s].a,
                   springs[s].way != 0.0 ? "d" + std::to_string(s) : name(springs[s].b)) +
           "stiffness = " + text(springs[s].stiffness) + "\n";
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (bodies[i].load != 0.0)
      all += "[forces.F" + std::to_string(i) + "]\non = \"" + name(static_cast<int>(i)) +
             "\"\nvalue = \"" + wave(bodies[i].load, bodies[i].w) + "\"\n";
  return all + "[simulation]\nduration = " + text(duration) + "\nsamples = 61\n";
}

HeldNetwork held_network(std::uint64_t seed, const HeldOptions& options) {
  return Draw(seed, options).network();
}

}  // namespace acceptance
