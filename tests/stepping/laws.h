// Newton's and Coulomb's laws of one implicit step, from what a NetworkStepper says of it.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "luztar/stepping/network_stepper.h"

namespace luztar::testing {

inline double or_same(const std::vector<double>& list, std::size_t i, double same) {
  return list.empty() ? same : list[i];
}

/// What luz makes of the deflection: 0 in the gap.
inline double compression(const StepNetwork::Contact& contact, double d) {
  const double at = d - contact.rest;
  return at > contact.upper ? at - contact.upper : std::min(at - contact.lower, 0.0);
}

inline bool is_hit(const StepNetwork::Stop& stop, double d0, double w0, double h) {
  const double ahead = d0 + h * w0;
  return (w0 > 0.0 && ahead > stop.upper) || (w0 < 0.0 && ahead < stop.lower);
}

/// (bodies) nonzero: edges join it to a body of a stop that the step hits, given ones join nothing.
inline std::vector<char> near_hits(const NetworkStepper& stepper, double h) {
  const StepNetwork& net = stepper.network();
  std::vector<char> near(net.mass.size(), 0);
  const auto reach = [&](int body) {
    if (body < 0 || (!net.given.empty() && net.given[static_cast<std::size_t>(body)] != 0))
      return false;
    return std::exchange(near[static_cast<std::size_t>(body)], 1) == 0;
  };
  const auto is_near = [&](int body) {
    return body >= 0 && near[static_cast<std::size_t>(body)] != 0;
  };
  for (const StepNetwork::Stop& stop : net.stops) {
    const double w0 = 2.0 * stepper.mean_rate(stop.edge) - stepper.rate(stop.edge);
    const TreePair& pair = net.edges[static_cast<std::size_t>(stop.edge)];
    if (!is_hit(stop, stepper.state().d[static_cast<std::size_t>(stop.edge)], w0, h)) continue;
    reach(pair.a);
    reach(pair.b);
  }
  for (bool more = true; more;) {
    more = false;
    for (const TreePair& pair : net.edges) {
      if (is_near(pair.a)) more = reach(pair.b) || more;
      if (is_near(pair.b)) more = reach(pair.a) || more;
    }
  }
  return near;
}

/// What is wrong with the force of a stop, beside its springs. @param mode  at the start of the
/// step @param beside  the step hits a stop near by
inline double wrong_at(const StepNetwork::Stop& stop, Mode mode, double d0, double w0, double w1,
                       double dry, double h, double mass, bool beside) {
  const bool hit = is_hit(stop, d0, w0, h);
  const int side = hit                                ? (w0 > 0.0 ? 1 : -1)
                   : w0 == 0.0 && mode != Mode::Stuck ? number(mode)
                   : beside                           ? 0
                   : d0 >= stop.upper                 ? 1
                   : d0 <= stop.lower                 ? -1
                                                      : 0;
  if (side == 0) return std::abs(dry);
  if (!hit && stop.lower == stop.upper) return std::abs(w1) * mass / h;
  const double beyond = side * (w1 + (hit ? stop.restitution * w0 : 0.0)) * mass / h;
  const double push = side * dry;
  return std::max({beyond, -push, std::min(-beyond, push)});
}

/// Largest violation of the laws in the step that solve() worked out, relative to the largest
/// force. Written from src/luztar/stepping/README.md, not from the solver.
inline double violation(const NetworkStepper& stepper, double h, const StepInput& input) {
  const StepNetwork& net = stepper.network();
  const StepState& before = stepper.state();
  const std::vector<double>& next = stepper.next_velocity();
  std::vector<double> left(net.mass.size(), 0.0);
  double scale = 0.0;
  double worst = 0.0;
  double noise = 0.0;
  const std::vector<char> near = near_hits(stepper, h);
  for (std::size_t b = 0; b < net.mass.size(); ++b) {
    left[b] = net.mass[b] * (next[b] - before.v[b]) / h - input.force[b];
    if (!net.given.empty() && net.given[b] != 0) left[b] = 0.0;
    // The rounding of the velocities themselves.
    noise = std::max(noise, 1e-15 * net.mass[b] * (std::abs(before.v[b]) + std::abs(next[b])) / h);
    scale = std::max(scale, std::abs(input.force[b]));
  }
  for (int e = 0; e < net.n_edges(); ++e) {
    const auto i = static_cast<std::size_t>(e);
    const double f = stepper.force(e);
    scale = std::max(scale, std::abs(f));
    const TreePair& pair = net.edges[i];
    if (net.given.empty() || net.given[static_cast<std::size_t>(pair.a)] == 0)
      left[static_cast<std::size_t>(pair.a)] += pair.coefficient_a * f;
    if (pair.b >= 0 && (net.given.empty() || net.given[static_cast<std::size_t>(pair.b)] == 0))
      left[static_cast<std::size_t>(pair.b)] += pair.coefficient_b * f;
    const auto rate_of = [&](const std::vector<double>& v) {
      return pair.coefficient_a * v[static_cast<std::size_t>(pair.a)] +
             (pair.b >= 0 ? pair.coefficient_b * v[static_cast<std::size_t>(pair.b)] : 0.0);
    };
    const double w0 = rate_of(before.v);
    const double w1 = stepper.rate(e);
    worst = std::max(worst, std::abs(w1 - rate_of(next)) * 1e-2);
    const double d0 = before.d[i];
    const double d1 = stepper.next_deflection(e);
    double mass = net.mass[static_cast<std::size_t>(pair.a)];
    if (pair.b >= 0) mass = std::min(mass, net.mass[static_cast<std::size_t>(pair.b)]);
    double dry = f - or_same(net.preload, i, 0.0) - net.stiffness[i] * 0.5 * (d0 + d1);
    for (const auto& contact : net.contacts) {
      if (contact.edge != e) continue;
      const double x0 = compression(contact, d0);
      const double x1 = compression(contact, d1);
      dry -= 0.5 * contact.stiffness * (x0 + x1);
      dry -= contact.damping * (x0 * x1 > 0.0 ? 0.5 * (w0 + w1) : (x1 - x0) / h);
    }
    const auto damping = [&](double w) {
      return w < 0.0 ? or_same(net.viscous_backward, i, net.viscous[i]) : net.viscous[i];
    };
    const auto stop = std::find_if(net.stops.begin(), net.stops.end(),
                                   [e](const StepNetwork::Stop& one) { return one.edge == e; });
    if (stop != net.stops.end()) {
      dry -= 0.5 * (damping(w0) * w0 + damping(w1) * w1);
      const double start = 2.0 * stepper.mean_rate(e) - w1;  // 0 exactly where it is held
      const bool beside = near[static_cast<std::size_t>(pair.a)] != 0 ||
                          (pair.b >= 0 && near[static_cast<std::size_t>(pair.b)] != 0);
      worst = std::max(worst, wrong_at(*stop, before.mode[i], d0, start, w1, dry, h, mass, beside));
      continue;
    }
    const auto limit = [&](bool backward, bool at_rest) {
      const double kinetic =
          backward ? or_same(net.kinetic_backward, i, net.kinetic[i]) : net.kinetic[i];
      if (!at_rest || net.breakaway.empty()) return kinetic;
      return backward ? or_same(net.breakaway_backward, i, net.breakaway[i]) : net.breakaway[i];
    };
    const double tiny = 1e-12 * scale * h / mass;
    dry -= 0.5 * damping(w0) * w0;
    const double wrong_forward = std::abs(dry - 0.5 * damping(1.0) * w1 - limit(false, false));
    const double wrong_backward = std::abs(dry - 0.5 * damping(-1.0) * w1 + limit(true, false));
    // F_S from the moment at which it stands, be that within the step.
    const double wrong_stuck = std::max({dry - limit(false, true), -limit(true, true) - dry});
    double wrong = HUGE_VAL;
    if (w1 >= -tiny) wrong = std::min(wrong, wrong_forward);
    if (w1 <= tiny) wrong = std::min(wrong, wrong_backward);
    if (std::abs(w1) <= tiny) wrong = std::min(wrong, std::max(wrong_stuck, 0.0));
    worst = std::max(worst, wrong);
  }
  for (const double force : left) worst = std::max(worst, std::abs(force));
  worst = std::max(0.0, worst - noise);
  return scale > 0.0 ? worst / scale : worst;
}

/// A state without motion.
inline StepState at_rest(const StepNetwork& network) {
  StepState state;
  state.q.assign(network.mass.size(), 0.0);
  state.v.assign(network.mass.size(), 0.0);
  state.d.assign(network.edges.size(), 0.0);
  return state;
}

/// Kinetic energy, and that of springs and contacts [J].
inline double energy_of(const StepNetwork& net, const StepState& state) {
  double sum = 0.0;
  for (std::size_t b = 0; b < net.mass.size(); ++b)
    if (net.given.empty() || net.given[b] == 0) sum += 0.5 * net.mass[b] * state.v[b] * state.v[b];
  for (std::size_t e = 0; e < net.edges.size(); ++e)
    sum += (0.5 * net.stiffness[e] * state.d[e] + or_same(net.preload, e, 0.0)) * state.d[e];
  for (const auto& contact : net.contacts) {
    const double x = compression(contact, state.d[static_cast<std::size_t>(contact.edge)]);
    sum += 0.5 * contact.stiffness * x * x;
  }
  return sum;
}

/// Transfers of the step that solve() worked out, sums over the network [J]. To rounding,
///     change of energy_of() + dissipated + impacts + numerical = supplied + motion_work.
struct StepWork {
  double supplied{};     ///< by external forces
  double motion_work{};  ///< by given bodies
  double dissipated{};   ///< by dry and viscous friction, damping of contacts
  double impacts{};      ///< lost in stops
  double numerical{};    ///< by contacts that close or open within the step (either sign)
};

inline StepWork work_of(const NetworkStepper& stepper, double h, const StepInput& input) {
  const StepNetwork& net = stepper.network();
  const StepState& before = stepper.state();
  const auto is_given = [&](int b) {
    return b >= 0 && !net.given.empty() && net.given[static_cast<std::size_t>(b)] != 0;
  };
  const auto way = [&](int b) {
    const auto i = static_cast<std::size_t>(b);
    return 0.5 * h * (before.v[i] + stepper.next_velocity()[i]);
  };
  StepWork work;
  for (int b = 0; b < net.n_bodies(); ++b)
    if (!is_given(b)) work.supplied += input.force[static_cast<std::size_t>(b)] * way(b);
  for (int e = 0; e < net.n_edges(); ++e) {
    const auto i = static_cast<std::size_t>(e);
    const TreePair& pair = net.edges[i];
    if (is_given(pair.a)) work.motion_work += stepper.force(e) * pair.coefficient_a * way(pair.a);
    if (is_given(pair.b)) work.motion_work += stepper.force(e) * pair.coefficient_b * way(pair.b);
    const auto damping = [&](double w) {
      return w < 0.0 ? or_same(net.viscous_backward, i, net.viscous[i]) : net.viscous[i];
    };
    const double mean = stepper.mean_rate(e);
    const double w1 = stepper.rate(e);
    const double w0 = 2.0 * mean - w1;
    work.dissipated += 0.5 * h * (damping(w0) * w0 + damping(w1) * w1) * mean;
    const double dry = h * stepper.dry_force(e) * mean;
    const bool stop = std::any_of(net.stops.begin(), net.stops.end(),
                                  [e](const StepNetwork::Stop& s) { return s.edge == e; });
    (stop ? work.impacts : dry > 0.0 ? work.dissipated : work.numerical) += dry;
  }
  for (const auto& contact : net.contacts) {
    const double x0 = compression(contact, before.d[static_cast<std::size_t>(contact.edge)]);
    const double x1 = compression(contact, stepper.next_deflection(contact.edge));
    const double gone = h * stepper.mean_rate(contact.edge);
    work.numerical += 0.5 * contact.stiffness * ((x0 + x1) * gone - (x1 * x1 - x0 * x0));
    work.dissipated += contact.damping * (x0 * x1 > 0.0 ? gone : x1 - x0) * gone / h;
  }
  return work;
}

/// What is missing in the energy since it was e0.
inline double energy_error(const StepWork& work, const NetworkStepper& after, double e0) {
  return energy_of(after.network(), after.state()) - e0 + work.dissipated + work.impacts +
         work.numerical - work.supplied - work.motion_work;
}

/// What a run of steps shows of the laws; every step is judged before it is taken.
struct LawsOfSteps {
  double laws{};    ///< largest violation()
  double energy{};  ///< largest error, relative to what moved
  double moved{1e-3};
  bool drifted{};  ///< the deflection of a pair that stayed at rest changed

  /// Takes the step that the stepper has worked out.
  void take(NetworkStepper& stepper, double h, const StepInput& input) {
    laws = std::max(laws, violation(stepper, h, input));
    const double e0 = energy_of(stepper.network(), stepper.state());
    const StepWork work = work_of(stepper, h, input);
    const StepState before = stepper.state();
    stepper.accept();
    moved += std::abs(work.supplied) + std::abs(work.motion_work) + work.dissipated +
             std::abs(energy_of(stepper.network(), stepper.state()));
    energy = std::max(energy, std::abs(energy_error(work, stepper, e0)) / moved);
    const StepState& after = stepper.state();
    for (std::size_t e = 0; e < after.d.size(); ++e)
      if (before.mode[e] == Mode::Stuck && after.mode[e] == Mode::Stuck)
        drifted |= before.d[e] != after.d[e];
  }
};

}  // namespace luztar::testing
