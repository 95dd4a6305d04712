#include "acceptance/network.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace acceptance {
namespace {

/// Reads back exactly; in quotes, because a TOML float needs a digit on both sides of its point.
std::string text(double x) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.17g", x);
  return buffer;
}

std::string quoted(double x) { return "\"" + text(x) + "\""; }

std::string body_name(int body) { return body < 0 ? "ground" : "b" + std::to_string(body); }

/// Two bodies, or a body and the ground, sometimes with arms; seldom three.
Network::Terms random_terms(Random& random, int n_bodies) {
  const int a = random.below(n_bodies);
  int b = random.below(n_bodies + 1) - 1;
  if (b == a) b = -1;
  const double arms[][2] = {{1, 1}, {1, 1}, {1, 1}, {2, 1}, {1, 0.5}, {1.5, -1}};
  const auto& arm = arms[random.below(6)];
  Network::Terms terms = {{a, arm[0]}, {b, -arm[1]}};
  const int c = random.below(n_bodies);
  if (random.chance(0.1) && c != a && c != b && b >= 0) terms.push_back({c, 0.5});
  return terms;
}

Network::Spring random_spring(Random& random, int n_bodies) {
  Network::Spring spring{.terms = random_terms(random, n_bodies), .k = random.uniform(20, 200)};
  spring.rest = random.chance(0.3) ? random.uniform(-0.1, 0.1) : 0.0;
  spring.has_gap = random.chance(0.5);
  if (!spring.has_gap) return spring;
  spring.upper = random.uniform(0.005, 0.1);
  spring.lower = random.chance(0.5) ? -spring.upper : -random.uniform(0.0, 0.1);
  spring.damping = random.chance(0.4) ? random.uniform(0.1, 1.0) : 0.0;
  return spring;
}

Network::Friction random_friction(Random& random, int n_bodies) {
  Network::Friction friction{
      .terms = random_terms(random, n_bodies), .forward = {}, .backward = {}};
  const auto law = [&random] {
    const double kinetic = random.uniform(0.3, 4.0);
    const double breakaway = random.chance(0.5) ? kinetic : kinetic * random.uniform(1.0, 1.6);
    return Network::Law{random.chance(0.5) ? random.uniform(0, 0.6) : 0.0, kinetic, breakaway};
  };
  friction.forward = law();
  friction.backward = random.chance(0.25) ? law() : friction.forward;
  return friction;
}

Network::Force random_force(Random& random, int body) {
  using Kind = Network::Force::Kind;
  const Kind kinds[] = {Kind::Sine,  Kind::Sine,   Kind::Step,
                        Kind::Pulse, Kind::Square, Kind::Feedback};
  return {.body = body,
          .kind = kinds[random.below(6)],
          .amplitude = random.uniform(-8, 8),
          .frequency = random.uniform(1, 8),
          .phase = random.uniform(0, 3),
          .time = random.uniform(0.2, 1.5),
          .gain = random.uniform(0.05, 0.5)};
}

Network::Body random_body(Random& random) {
  Network::Body body{.mass = random.uniform(0.5, 3.0)};
  body.position = random.chance(0.5) ? random.uniform(-0.2, 0.2) : 0.0;
  body.velocity = random.chance(0.4) ? random.uniform(-1, 1) : 0.0;
  return body;
}

/// `between` with `arms`, or `across`.
std::string terms_text(const Network::Terms& terms) {
  if (terms.size() == 2) {
    return "between = [\"" + body_name(terms[0].first) + "\", \"" + body_name(terms[1].first) +
           "\"]\narms = [" + quoted(terms[0].second) + ", " + quoted(-terms[1].second) + "]\n";
  }
  std::string all;
  for (const auto& [body, coefficient] : terms) {
    all += (all.empty() ? "" : ", ") + body_name(body) + " = " + quoted(coefficient);
  }
  return "across = { " + all + " }\n";
}

std::string force_text(const Network::Force& force, const std::string& t) {
  const std::string a = text(force.amplitude), w = text(force.frequency), p = text(force.phase);
  switch (force.kind) {
    case Network::Force::Kind::Sine:
      return a + "*sin(" + w + "*" + t + " + " + p + ")";
    case Network::Force::Kind::Step:
      return a + "*step(" + t + " - " + text(force.time) + ")";
    case Network::Force::Kind::Pulse:
      return a + "*pulse(" + t + ", " + text(force.time) + ", " + text(force.gain) + ")";
    case Network::Force::Kind::Square:
      return a + "*square(" + w + "*" + t + ")";
    case Network::Force::Kind::Feedback:
      break;
  }
  return a + "*cos(" + w + "*" + t + ") - " + text(force.gain) + "*v." + body_name(force.body);
}

std::string law_text(const Network::Law& law) {
  return "viscous = " + quoted(law.viscous) + "\nkinetic = " + quoted(law.kinetic) +
         "\nstatic = " + quoted(law.breakaway) + "\n";
}

std::string bodies_text(const Network& network, const std::string& t) {
  std::string all;
  for (std::size_t i = 0; i < network.bodies.size(); ++i) {
    const Network::Body& body = network.bodies[i];
    all += "[bodies." + body_name(static_cast<int>(i)) + "]\n";
    if (body.prescribed) {
      all +=
          "motion = \"" + text(body.amplitude) + "*sin(" + text(body.frequency) + "*" + t + ")\"\n";
    } else {
      all += "mass = " + quoted(body.mass) + "\nposition = " + quoted(body.position) +
             "\nvelocity = " + quoted(body.velocity) + "\n";
    }
  }
  return all;
}

std::string springs_text(const Network& network) {
  std::string all;
  for (std::size_t i = 0; i < network.springs.size(); ++i) {
    const Network::Spring& spring = network.springs[i];
    all += "[springs.s" + std::to_string(i) + "]\n" + terms_text(spring.terms) +
           "stiffness = " + quoted(spring.k) + "\nrest = " + quoted(spring.rest) + "\n";
    if (!spring.has_gap) continue;
    if (spring.lower == -spring.upper) {
      all += "freeplay = " + quoted(spring.upper) + "\n";
    } else {
      all += "gap = [" + quoted(spring.lower) + ", " + quoted(spring.upper) + "]\n";
    }
    all += "damping = " + quoted(spring.damping) + "\n";
  }
  return all;
}

std::string frictions_text(const Network& network) {
  std::string all;
  for (std::size_t i = 0; i < network.frictions.size(); ++i) {
    const Network::Friction& friction = network.frictions[i];
    const std::string name = "[frictions.f" + std::to_string(i);
    all += name + "]\n" + terms_text(friction.terms) + law_text(friction.forward) + name +
           ".negative]\n" + law_text(friction.backward);
  }
  return all;
}

void scale(Network::Law& law, double factor) {
  law.kinetic *= factor;
  law.breakaway *= factor;
}

}  // namespace

std::uint64_t Random::next() {
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

double Random::uniform(double low, double high) {
  return low + (high - low) * static_cast<double>(next() >> 11) * 0x1p-53;
}

int Random::below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }

Network random_network(std::uint64_t seed) {
  Random random(seed);
  random.next();
  Network network;
  const int n = 2 + random.below(5);
  for (int i = 0; i < n; ++i) network.bodies.push_back(random_body(random));
  if (random.chance(0.3)) {
    Network::Body& base = network.bodies[static_cast<std::size_t>(random.below(n))];
    base = {.prescribed = true,
            .amplitude = random.uniform(-0.3, 0.3),
            .frequency = random.uniform(1, 6)};
  }
  for (int i = 1 + random.below(n); i > 0; --i) network.springs.push_back(random_spring(random, n));
  for (int i = random.below(3); i > 0; --i) {
    network.dampers.push_back({random_terms(random, n), random.uniform(0.05, 1.0)});
  }
  for (int i = 1 + random.below(n + 1); i > 0; --i) {
    network.frictions.push_back(random_friction(random, n));
  }
  for (int i = 0; i < n; ++i) {
    if (random.chance(0.8)) network.forces.push_back(random_force(random, i));
  }
  network.duration = 3.0;
  return network;
}

std::string to_toml(const Network& network, double start) {
  const std::string t = start == 0.0 ? "t" : "(t - " + text(start) + ")";
  std::string all = bodies_text(network, t) + springs_text(network);
  for (std::size_t i = 0; i < network.dampers.size(); ++i) {
    all += "[dampers.d" + std::to_string(i) + "]\n" + terms_text(network.dampers[i].terms) +
           "damping = " + quoted(network.dampers[i].c) + "\n";
  }
  all += frictions_text(network);
  for (std::size_t i = 0; i < network.forces.size(); ++i) {
    all += "[forces.F" + std::to_string(i) + "]\non = \"" + body_name(network.forces[i].body) +
           "\"\nvalue = \"" + force_text(network.forces[i], t) + "\"\n";
  }
  return all + "[simulation]\nstart = " + quoted(start) +
         "\nduration = " + quoted(network.duration) + "\n";
}

Network mirrored(const Network& network) {
  Network image = network;
  for (Network::Body& body : image.bodies) {
    body.position = -body.position;
    body.velocity = -body.velocity;
    body.amplitude = -body.amplitude;
  }
  for (Network::Spring& spring : image.springs) {
    spring.rest = -spring.rest;
    std::swap(spring.lower, spring.upper);
    spring.lower = -spring.lower;
    spring.upper = -spring.upper;
  }
  for (Network::Friction& friction : image.frictions)
    std::swap(friction.forward, friction.backward);
  for (Network::Force& force : image.forces) force.amplitude = -force.amplitude;
  return image;
}

Network scaled(const Network& network, double factor) {
  Network image = network;
  for (Network::Body& body : image.bodies) {
    body.position *= factor;
    body.velocity *= factor;
    body.amplitude *= factor;
  }
  for (Network::Spring& spring : image.springs) {
    spring.rest *= factor;
    spring.lower *= factor;
    spring.upper *= factor;
  }
  for (Network::Friction& friction : image.frictions) {
    scale(friction.forward, factor);
    scale(friction.backward, factor);
  }
  for (Network::Force& force : image.forces) force.amplitude *= factor;
  return image;
}

template <class Real>
Real force_value(const Network::Force& force, Real t, Real branch, Real velocity) {
  const Real a = force.amplitude, w = force.frequency;
  switch (force.kind) {
    case Network::Force::Kind::Sine:
      return a * std::sin(w * t + Real(force.phase));
    case Network::Force::Kind::Step:
      return branch < force.time ? Real(0) : a;
    case Network::Force::Kind::Pulse:
      return branch < force.time || branch >= Real(force.time) + Real(force.gain) ? Real(0) : a;
    case Network::Force::Kind::Square:
      return std::sin(w * branch) < 0 ? -a : a;
    case Network::Force::Kind::Feedback:
      break;
  }
  return a * std::cos(w * t) - Real(force.gain) * velocity;
}

template double force_value<double>(const Network::Force&, double, double, double);
template long double force_value<long double>(const Network::Force&, long double, long double,
                                              long double);

std::vector<long double> jump_times(const Network& network) {
  std::vector<long double> times;
  for (const Network::Force& force : network.forces) {
    if (force.kind == Network::Force::Kind::Step) times.push_back(force.time);
    if (force.kind == Network::Force::Kind::Pulse) {
      times.push_back(force.time);
      times.push_back(static_cast<long double>(force.time) + force.gain);
    }
    const long double half = std::numbers::pi_v<long double> / force.frequency;
    for (int i = 1; force.kind == Network::Force::Kind::Square && i * half < network.duration;
         ++i) {
      times.push_back(i * half);
    }
  }
  std::sort(times.begin(), times.end());
  return times;
}

}  // namespace acceptance
