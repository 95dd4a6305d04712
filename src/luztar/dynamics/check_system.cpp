#include "luztar/dynamics/check_system.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "luztar/dynamics/expansion.h"
#include "luztar/dynamics/impacts.h"
#include "luztar/dynamics/structure.h"
#include "luztar/model/check.h"

namespace luztar {
namespace {

constexpr double kRounding =
    1e-12;  // relative: velocities computed by the user fit as well as this

std::string number_words(double number) {
  char text[40];
  std::snprintf(text, sizeof text, "%.6g", number);
  return text;
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
    const auto terms = system.terms_of_pair(pair);
    const bool moves = std::any_of(terms.begin(), terms.end(),
                                   [&](const Term& term) { return !system.is_given(term.body); });
    const double rate = clear_rate(system, start, pair++);
    if (!moves)
      mistakes.push_back({link.where,
                          "the link '" + link.name + "' ties given motions to each other",
                          "link a body that has a mass, or remove the link"});
    else if (used == StartOfFile::Used && rate != 0.0)
      mistakes.push_back({link.where,
                          "the bodies of the link '" + link.name +
                              "' start with a relative velocity of " + number_words(rate),
                          "give them initial velocities that fit its arms"});
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
    return "starts at " + number_words(d) + ", beyond its " + (above ? "upper" : "lower") +
           " edge at " + number_words(above ? law.upper : law.lower);
  if (law.kind == PairLaw::Kind::Link && std::abs(series.rate(e)[0]) > kRounding * rate_scale)
    return "leaves no room and starts with a rate of " + number_words(series.rate(e)[0]);
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
    const bool gives =
        std::any_of(system.terms_of_pair(pair).begin(), system.terms_of_pair(pair).end(),
                    [&](const Term& term) { return !system.is_given(term.body); });
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
