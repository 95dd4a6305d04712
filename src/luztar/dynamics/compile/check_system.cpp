#include "luztar/dynamics/compile/check_system.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "luztar/core/nearness.h"
#include "luztar/core/number_text.h"
#include "luztar/dynamics/impacts/impacts.h"
#include "luztar/dynamics/series/expansion.h"
#include "luztar/dynamics/structure/structure.h"
#include "luztar/dynamics/system/geometry.h"
#include "luztar/dynamics/system/pair_edges.h"
#include "luztar/model/check.h"
#include "luztar/model/kinds.h"
#include "luztar/network/network.h"

namespace luztar {
namespace {

bool moves_something(const SystemImpl& system, int pair) {
  const auto terms = system.terms_of_pair(pair);
  return std::any_of(terms.begin(), terms.end(),
                     [&](const Term& term) { return !system.is_given(term.body); });
}

}  // namespace

std::string label_of(const ElementInfo& element) {
  return word_of(element.kind) + (" '" + element.name) + "'";
}

bool is_hit_at_start(const SystemImpl& system, const State& state, int pair) {
  if (!system.pairs[pair].is_one_way()) return false;
  return std::ranges::any_of(system.terms_of_pair(pair), [&](const Term& term) {
    return system.motion_slot(term.body) >= 0 && state.velocity[term.body] != 0.0;
  });
}

double clear_rate(const SystemImpl& system, const State& state, int pair) {
  double rate = 0.0;
  double scale = 0.0;
  for (const Term& term : arms_at(system, system.first_pair() + pair, positions_of(state))) {
    const double part = term.coefficient * state.velocity[term.body];
    rate += part;
    scale = std::max(scale, std::abs(part));
  }
  return exceeds(rate, scale, kNoise) ? rate : 0.0;
}

namespace {

/// The pairs of a model beside their numbers.
struct Pairs {
  const Model& model;
  const SystemImpl& system;
  const State& start;
  StartOfFile used;
  Network network{network_of(model, system.origin.parameters)};

  const NetworkElement& element(int pair) const {
    const int e = system.first_pair() + pair;
    return network.elements[static_cast<std::size_t>(e)];
  }
  std::vector<int> of(NetworkElement::Law law) const {
    std::vector<int> found;
    for (int j = 0; j < system.n_pairs(); ++j)
      if (element(j).law == law) found.push_back(j);
    return found;
  }
};

/// Of a deflection that is an expression: ", here 1 of 'slider' and -0.2 of 'crank'"; else "".
std::string arms_here(const Pairs& pairs, int pair) {
  if (!pairs.system.is_bent(pair)) return "";
  std::string message;
  const int e = pairs.system.first_pair() + pair;
  for (const Term& term : arms_at(pairs.system, e, positions_of(pairs.start)))
    message += (message.empty() ? ", here " : " and ") + rounded_text(term.coefficient) + " of '" +
               pairs.system.bodies[term.body].name + "'";
  return message;
}

/// Links whose bodies start with other velocities, or that lock given motions to each other.
void check_links(const Pairs& pairs) {
  std::vector<Diagnostic> mistakes;
  for (const int pair : pairs.of(NetworkElement::Law::Link)) {
    const NetworkElement& link = pairs.element(pair);
    const double rate = clear_rate(pairs.system, pairs.start, pair);
    if (!moves_something(pairs.system, pair))
      mistakes.push_back({link.where,
                          "the link '" + link.name + "' ties given motions to each other",
                          "link a body that has a mass, or remove the link"});
    else if (pairs.used == StartOfFile::Used && rate != 0.0)
      mistakes.push_back(
          {link.where,
           "the bodies of the link '" + link.name + "' start with a relative velocity of " +
               rounded_text(rate),
           "give them initial velocities that fit its arms" + arms_here(pairs, pair)});
  }
  throw_if_any(std::move(mistakes), pairs.model);
}

/// Where two freewheels pull a massless body opposite ways, an impulse goes through it from one to
/// the other, unless they hold the same bodies against each other.
class ImpulsesThroughMassless {
 public:
  struct Found {
    int body, one, other;  ///< between two pairs, one < other
  };

  explicit ImpulsesThroughMassless(const SystemImpl& system)
      : system_(system), linked_(rigid_structure(system)) {}

  std::vector<Found> find() const {
    std::vector<Found> found;
    for (const Structure::MasslessBody& massless : linked_.massless_bodies) {
      std::vector<std::pair<int, double>> pulling;  // pair, coefficient along the massless body
      for (int j = 0; j < system_.n_pairs(); ++j) {
        if (!system_.pairs[j].is_one_way()) continue;
        const double coefficient = along(massless, j);
        for (const auto& [other, its] : pulling)
          if (its * coefficient < 0.0 && passes_on(other, its, j, coefficient))
            found.push_back({massless.body, other, j});
        if (coefficient != 0.0) pulling.emplace_back(j, coefficient);
      }
    }
    return found;
  }

 private:
  double along(const Structure::MasslessBody& massless, int pair) const {
    double sum = 0.0;
    for (const Term& member : linked_.members_of(massless))
      for (const Term& term : system_.terms_of_pair(pair))
        if (term.body == member.body) sum += member.coefficient * term.coefficient;
    return sum;
  }

  /// Impulses that balance on the massless body also act on other bodies.
  bool passes_on(int one, double a, int other, double b) const {
    std::map<int, double> sum;
    for (const Term& term : system_.terms_of_pair(one))
      sum[term.body] += term.coefficient / std::abs(a);
    for (const Term& term : system_.terms_of_pair(other))
      sum[term.body] += term.coefficient / std::abs(b);
    return std::any_of(sum.begin(), sum.end(),
                       [](const auto& entry) { return std::abs(entry.second) > kNoise; });
  }

  const SystemImpl& system_;
  Structure linked_;
};

/// Freewheels that start turning back, that act on given motions only, or that would pass an
/// impulse on through a massless body.
void check_freewheels(const Pairs& pairs) {
  const std::vector<int> freewheels = pairs.of(NetworkElement::Law::Freewheel);
  if (freewheels.empty()) return;
  const SystemImpl& system = pairs.system;
  std::vector<Diagnostic> mistakes;
  for (const int pair : freewheels) {
    const NetworkElement& freewheel = pairs.element(pair);
    const double rate = system.touches_massless(pair) ? 0.0 : clear_rate(system, pairs.start, pair);
    if (!moves_something(system, pair))
      mistakes.push_back({freewheel.where,
                          "the freewheel '" + freewheel.name + "' acts on given motions only",
                          "connect it to a body that has a mass, or remove it"});
    else if (pairs.used == StartOfFile::Used && rate < 0.0 &&
             !is_hit_at_start(system, pairs.start, pair))
      mistakes.push_back(
          {freewheel.where,
           "the freewheel '" + freewheel.name + "' starts turning back at " + rounded_text(rate),
           "give its bodies initial velocities that turn it forward, or change their order in "
           "`between` if it should be free that way"});
  }
  if (system.has_massless)
    for (const auto& [body, one, other] : ImpulsesThroughMassless(system).find())
      mistakes.push_back(
          {pairs.element(other).where,
           "the massless body '" + system.bodies[body].name + "' lies between the freewheels '" +
               pairs.element(one).name + "' and '" + pairs.element(other).name + "'",
           "an impulse that goes through it needs a mass: give it one, or link it to "
           "a body that has one"});
  throw_if_any(std::move(mistakes), pairs.model);
}

/// What the numbers of a stop say at the start, or "".
std::string stop_mistake(const SystemImpl& system, const State& start, const Expansion& series,
                         int pair, double rate_scale) {
  const PairLaw& law = system.pairs[pair];
  const int e = system.first_pair() + pair;
  const double d = series.d(e)[0];
  if (law.pitch > 0.0 && std::abs(d) > kMostTeeth * law.pitch)
    return "starts at " + rounded_text(d) + ", more than 2^32 teeth of " + rounded_text(law.pitch) +
           " from 0";
  double scale = std::max(std::abs(std::isfinite(law.lower) ? law.lower : 0.0),
                          std::abs(std::isfinite(law.upper) ? law.upper : 0.0));
  for (const Term& term : series.terms(e))
    scale = std::max(scale, std::abs(term.coefficient * start.position[term.body]));
  const double tolerance = kNoise * scale;
  const bool above = d > law.upper + tolerance;
  if (above || d < law.lower - tolerance)
    return "starts at " + rounded_text(d) + ", beyond its " + (above ? "upper" : "lower") +
           " edge at " + rounded_text(above ? law.upper : law.lower);
  if (law.is_rigid() && exceeds(series.rate(e)[0], rate_scale, kNoise))
    return "leaves no room and starts with a rate of " + rounded_text(series.rate(e)[0]);
  return "";
}

/// Stops and ratchets whose deflection starts beyond an edge, that limit given motions only, or a
/// massless body that no link ties to a mass.
void check_stops(const Pairs& pairs) {
  std::vector<int> stops = pairs.of(NetworkElement::Law::Stop);
  const std::vector<int> ratchets = pairs.of(NetworkElement::Law::Ratchet);
  stops.insert(stops.end(), ratchets.begin(), ratchets.end());
  if (stops.empty()) return;
  const SystemImpl& system = pairs.system;
  const State& start = pairs.start;
  std::vector<Diagnostic> mistakes;
  Expansion series(system, 0);
  series.start(start);
  series.add_forces(start, start.pair, 0, false);
  Impacts impacts(system);
  impacts.look_at(series);
  for (const int pair : stops) {
    const NetworkElement& stop = pairs.element(pair);
    const std::string name =
        (stop.law == NetworkElement::Law::Ratchet ? "ratchet '" : "stop '") + stop.name + "'";
    double rate_scale = 0.0;
    for (const Term& term : series.terms_of_pair(pair))
      rate_scale = std::max(rate_scale, std::abs(term.coefficient * start.velocity[term.body]));
    const bool gives = moves_something(system, pair);
    const std::string wrong = pairs.used == StartOfFile::Used
                                  ? stop_mistake(system, start, series, pair, rate_scale)
                                  : "";
    const bool room = system.pairs[pair].has_edges();
    const int untied = room ? impacts.untied_body(pair) : -1;
    if (!gives || (room && untied < 0 && !impacts.acts(pair)))
      mistakes.push_back({stop.where, "the " + name + " limits given motions only",
                          "connect it to a body that has a mass, or remove it"});
    else if (untied >= 0)
      mistakes.push_back(
          {stop.where,
           "the " + name + " acts on the massless body '" + system.bodies[untied].name + "'",
           "an impact needs a mass: give it one, or link it to a body that has one"});
    else if (!wrong.empty())
      mistakes.push_back({stop.where, "the " + name + " " + wrong,
                          system.pairs[pair].pitch > 0.0
                              ? "give it a larger pitch, or let its bodies start nearer to 0"
                              : "let the bodies start inside its gap"});
  }
  throw_if_any(std::move(mistakes), pairs.model);
}

}  // namespace

void check_pairs(const Model& model, const System& handle, StartOfFile used) {
  const SystemImpl& system = handle.impl();
  if (std::all_of(system.pairs.begin(), system.pairs.end(), std::mem_fn(&PairLaw::is_dry))) return;
  const State start = unchecked_state(handle);
  const Pairs pairs{model, system, start, used};
  check_freewheels(pairs);
  check_links(pairs);
  check_stops(pairs);
}

}  // namespace luztar
