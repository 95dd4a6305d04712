#include "luztar/dynamics/check_system.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "luztar/core/number_text.h"
#include "luztar/dynamics/expansion.h"
#include "luztar/dynamics/impacts.h"
#include "luztar/dynamics/structure.h"
#include "luztar/model/check.h"

namespace luztar {
namespace {

constexpr double kRounding =
    1e-12;  // relative: velocities computed by the user fit as well as this

bool moves_something(const SystemImpl& system, int pair) {
  const auto terms = system.terms_of_pair(pair);
  return std::any_of(terms.begin(), terms.end(),
                     [&](const Term& term) { return !system.is_given(term.body); });
}

}  // namespace

double clear_rate(const SystemImpl& system, const State& state, int pair) {
  double rate = 0.0;
  double scale = 0.0;
  for (const Term& term : system.terms_of_pair(pair)) {
    const double part = term.coefficient * state.velocity[term.body];
    rate += part;
    scale = std::max(scale, std::abs(part));
  }
  return std::abs(rate) > kRounding * scale ? rate : 0.0;
}

void check_links(const Model& model, const SystemImpl& system, const State& start,
                 StartOfFile used) {
  std::vector<Diagnostic> mistakes;
  int pair = 0;
  while (pair < system.n_pairs() && system.pairs[pair].kind != PairLaw::Kind::Link) ++pair;
  for (const Link& link : model.links) {
    const bool moves = moves_something(system, pair);
    const double rate = clear_rate(system, start, pair++);
    if (!moves)
      mistakes.push_back({link.where,
                          "the link '" + link.name + "' ties given motions to each other",
                          "link a body that has a mass, or remove the link"});
    else if (used == StartOfFile::Used && rate != 0.0)
      mistakes.push_back({link.where,
                          "the bodies of the link '" + link.name +
                              "' start with a relative velocity of " + rounded_text(rate),
                          "give them initial velocities that fit its arms"});
  }
  throw_if_any(std::move(mistakes), model);
}

namespace {

/// Where two freewheels pull a massless body opposite ways, an impulse goes through it from one to
/// the other, unless they hold the same bodies against each other.
class ImpulsesThroughMassless {
 public:
  struct Found {
    int body, one, other;  ///< between two pairs, one < other
  };

  explicit ImpulsesThroughMassless(const SystemImpl& system)
      : system_(system), linked_(structure_of_links(system)) {}

  std::vector<Found> find() const {
    std::vector<Found> found;
    for (const Structure::Slack& slack : linked_.slacks) {
      std::vector<std::pair<int, double>> pulling;  // pair, coefficient along the slack
      for (int j = 0; j < system_.n_pairs(); ++j) {
        if (system_.pairs[j].kind != PairLaw::Kind::Freewheel) continue;
        const double coefficient = along(slack, j);
        for (const auto& [other, its] : pulling)
          if (its * coefficient < 0.0 && passes_on(other, its, j, coefficient))
            found.push_back({slack.body, other, j});
        if (coefficient != 0.0) pulling.emplace_back(j, coefficient);
      }
    }
    return found;
  }

 private:
  double along(const Structure::Slack& slack, int pair) const {
    double sum = 0.0;
    for (int i = slack.member_begin; i < slack.member_end; ++i)
      for (const Term& term : system_.terms_of_pair(pair))
        if (term.body == linked_.members[i].body)
          sum += linked_.members[i].coefficient * term.coefficient;
    return sum;
  }

  /// Impulses that balance on the slack are felt by others.
  bool passes_on(int one, double a, int other, double b) const {
    std::map<int, double> sum;
    for (const Term& term : system_.terms_of_pair(one))
      sum[term.body] += term.coefficient / std::abs(a);
    for (const Term& term : system_.terms_of_pair(other))
      sum[term.body] += term.coefficient / std::abs(b);
    return std::any_of(sum.begin(), sum.end(),
                       [](const auto& entry) { return std::abs(entry.second) > kRounding; });
  }

  const SystemImpl& system_;
  Structure linked_;
};

}  // namespace

void check_freewheels(const Model& model, const SystemImpl& system, const State& start,
                      StartOfFile used) {
  std::vector<Diagnostic> mistakes;
  int first = 0;
  while (system.pairs[first].kind != PairLaw::Kind::Freewheel) ++first;
  for (std::size_t i = 0; i < model.freewheels.size(); ++i) {
    const Freewheel& freewheel = model.freewheels[i];
    const int pair = first + static_cast<int>(i);
    const double rate = system.touches_massless(pair) ? 0.0 : clear_rate(system, start, pair);
    if (!moves_something(system, pair))
      mistakes.push_back({freewheel.where,
                          "the freewheel '" + freewheel.name + "' acts on given motions only",
                          "connect it to a body that has a mass, or remove it"});
    else if (used == StartOfFile::Used && rate < 0.0)
      mistakes.push_back(
          {freewheel.where,
           "the freewheel '" + freewheel.name + "' starts turning back at " + rounded_text(rate),
           "give its bodies initial velocities that turn it forward, or change their order in "
           "`between` if it should be free that way"});
  }
  if (system.has_massless) {
    const auto of = [&](int pair) -> const Freewheel& {
      return model.freewheels[static_cast<std::size_t>(pair - first)];
    };
    for (const auto& [body, one, other] : ImpulsesThroughMassless(system).find())
      mistakes.push_back(
          {of(other).where,
           "the massless body '" + system.bodies[body].name + "' lies between the freewheels '" +
               of(one).name + "' and '" + of(other).name + "'",
           "an impulse that goes through it needs a mass: give it one, or link it to "
           "a body that has one"});
  }
  throw_if_any(std::move(mistakes), model);
}

namespace {

/// The first pair of the stops: they come last.
int first_stop(const Model& model, const SystemImpl& system) {
  return system.n_pairs() - static_cast<int>(model.stops.size());
}

/// What the numbers of a stop say at the start, or "".
std::string stop_mistake(const SystemImpl& system, const State& start, const Expansion& series,
                         int pair, double rate_scale) {
  const PairLaw& law = system.pairs[pair];
  const int e = system.first_pair() + pair;
  const double d = series.d(e)[0];
  double scale = std::max(std::abs(std::isfinite(law.lower) ? law.lower : 0.0),
                          std::abs(std::isfinite(law.upper) ? law.upper : 0.0));
  for (const Term& term : system.terms_of(e))
    scale = std::max(scale, std::abs(term.coefficient * start.position[term.body]));
  const double slack = kRounding * scale;
  const bool above = d > law.upper + slack;
  if (above || d < law.lower - slack)
    return "starts at " + rounded_text(d) + ", beyond its " + (above ? "upper" : "lower") +
           " edge at " + rounded_text(above ? law.upper : law.lower);
  if (law.kind == PairLaw::Kind::Link && std::abs(series.rate(e)[0]) > kRounding * rate_scale)
    return "leaves no room and starts with a rate of " + rounded_text(series.rate(e)[0]);
  return "";
}

}  // namespace

void check_stops(const Model& model, const SystemImpl& system, const State& start,
                 StartOfFile used) {
  std::vector<Diagnostic> mistakes;
  Expansion series(system, 0);
  series.start(start);
  series.add_forces(start, start.pair, 0, false);
  const Impacts impacts(system);
  int pair = first_stop(model, system);
  for (const Stop& stop : model.stops) {
    double rate_scale = 0.0;
    for (const Term& term : system.terms_of_pair(pair))
      rate_scale = std::max(rate_scale, std::abs(term.coefficient * start.velocity[term.body]));
    const bool gives = moves_something(system, pair);
    const std::string wrong =
        used == StartOfFile::Used ? stop_mistake(system, start, series, pair, rate_scale) : "";
    const bool room = system.pairs[pair].kind == PairLaw::Kind::Stop;
    const int untied = room ? impacts.untied_body(pair) : -1;
    if (!gives || (room && untied < 0 && !impacts.acts(pair)))
      mistakes.push_back({stop.where, "the stop '" + stop.name + "' limits given motions only",
                          "connect it to a body that has a mass, or remove it"});
    else if (untied >= 0)
      mistakes.push_back(
          {stop.where,
           "the stop '" + stop.name + "' acts on the massless body '" + system.bodies[untied].name +
               "'",
           "an impact needs a mass: give it one, or link it to a body that has one"});
    else if (!wrong.empty())
      mistakes.push_back({stop.where, "the stop '" + stop.name + "' " + wrong,
                          "let the bodies start inside its gap"});
    ++pair;
  }
  throw_if_any(std::move(mistakes), model);
}

}  // namespace luztar
