#include "network.h"

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "../chain_problem.h"

namespace bench {
namespace {

Network guide() {
  Network net;
  net.mass = {100, 1};
  Edge pair;
  pair.a = 0, pair.b = 1, pair.viscous = 200, pair.dry = 18, pair.breakaway = 26;
  pair.stiffness = 100 * std::pow(2 * std::numbers::pi * 1.5, 2);
  net.edges = {pair};
  net.given = {0, 1};
  net.given_velocity = [](std::size_t, double t) {
    const double chirp = std::numbers::pi * 0.825 / 9.5;
    return 0.05 * 2 * chirp * t * std::cos(chirp * t * t);
  };
  net.relative = true;
  net.duration = 9.5, net.sample_every = 0.25;
  return net;
}

Network belt() {
  Network net;
  net.mass = {1, 1};
  Edge contact, spring;
  contact.a = 0, contact.b = 1, contact.dry = 8, contact.breakaway = 12;
  spring.a = 0, spring.stiffness = 100;
  net.edges = {contact, spring};
  net.given = {0, 1};
  net.given_velocity = [](std::size_t, double) {
    return 0.1;
  };
  net.start_velocity = {0.1, 0.1};
  net.duration = 20.0, net.sample_every = 0.25;
  return net;
}

Network three_masses() {
  Network net;
  net.mass = {1, 2, 3};
  Edge first, second;
  first.a = 0, first.b = 1, first.viscous = 0.5, first.dry = 3;
  second.a = 1, second.b = 2, second.viscous = 0.8, second.dry = 4;
  net.edges = {first, second};
  net.driven = {0, 1, 2};
  net.load = [](std::size_t body, double t) {
    if (body == 0) return 9 * std::sin(2 * t);
    if (body == 1) return 6 * std::sin(3.1 * t + 0.7);
    return -10 * std::sin(1.3 * t + 0.2) + 4 * std::sin(5 * t);
  };
  net.duration = 10.0, net.sample_every = 0.2;
  return net;
}

Network gear() {
  Network net;
  net.mass = {0.02, 0.05};
  Edge psi, phi, train;
  psi.a = 0, psi.viscous = 0.05, psi.dry = 0.5;
  phi.a = 1, phi.viscous = 0.08, phi.dry = 0.8;
  train.a = 0, train.b = 1, train.ratio = 2, train.stiffness = 125, train.gap = 0.023;
  net.edges = {psi, phi, train};
  net.driven = {0, 1};
  net.load = [](std::size_t body, double t) {
    return body == 0 ? 5 * std::sin(3 * std::numbers::pi * t) : -0.6;
  };
  net.duration = 2.0, net.sample_every = 0.05;
  return net;
}

Network chain_of(int n, ChainLoad load) {
  const ChainProblem chain = chain_problem(n, load);
  Network net;
  net.mass = chain.mass;
  for (int i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    Edge& edge = net.edges.emplace_back();
    edge.a = i, edge.b = i + 1 < n ? i + 1 : -1;
    edge.stiffness = chain.stiffness[at], edge.viscous = chain.viscous[at];
    edge.dry = chain.dry[at];
  }
  net.driven = driven_blocks(chain);
  net.load = [chain](std::size_t body, double t) {
    return chain.force(body, t);
  };
  net.duration = kChainDuration, net.sample_every = 0.25;
  return net;
}

}  // namespace

Network network(const std::string& name, int n) {
  if (name == "guide") return guide();
  if (name == "belt") return belt();
  if (name == "three") return three_masses();
  if (name == "gear") return gear();
  if (name == "chain") return chain_of(n, ChainLoad::First);
  if (name == "chain5") return chain_of(n, ChainLoad::EveryFifth);
  throw std::invalid_argument("no problem of the name " + name);
}

}  // namespace bench
