#include "luztar/study/rest/modes_pattern.h"

#include <algorithm>
#include <cmath>

#include "luztar/model/check.h"

namespace luztar {
namespace {

using Law = NetworkElement::Law;
using Kind = FrictionAction::Kind;

bool can_touch(const InstantLaws& laws, int e) {
  return laws.has_gap(e) || laws.network().elements[e].is_one_sided();
}

/// A spring with a gap, a stop or a freewheel of this name.
int contact_named(const InstantLaws& laws, const std::string& name, const std::string& option) {
  std::vector<std::string> names;
  for (int e = 0; e < laws.n_elements(); ++e) {
    if (!can_touch(laws, e)) continue;
    if (laws.network().elements[e].name == name) return e;
    names.push_back(laws.network().elements[e].name);
  }
  throw ModelError({option, 0, 0}, "no spring with a gap, stop or freewheel '" + name + "'",
                   suggest(name, names, "the model has none"));
}

void apply_contacts(const InstantLaws& laws, const ModesSettings& settings,
                    MotionPattern& pattern) {
  const auto apply = [&](const std::vector<std::string>& names, const char* option, int on) {
    for (const std::string& name : names) {
      const int e = contact_named(laws, name, std::string(option) + " " + name);
      if (laws.has_gap(e))
        pattern.touches[e] = on;
      else
        pattern.is_constraint[e] = static_cast<char>(on);
    }
  };
  apply(settings.contact, "--contact", 1);
  apply(settings.free, "--free", 0);
  for (const std::string& name : settings.contact)
    if (std::find(settings.free.begin(), settings.free.end(), name) != settings.free.end())
      throw ModelError({"--free " + name, 0, 0}, "'" + name + "' is both in contact and free",
                       "say one of them");
}

/// Pressed in the equilibrium; about the start: where the deflection is at an edge.
bool is_pressed(const RestingModel& problem, const Equilibrium* rest, int e, const Placement& at) {
  const NetworkElement& element = problem.laws.network().elements[e];
  if (rest != nullptr) {
    const std::string& state = rest->elements[e].state;
    return state == "pressed" || (element.law == Law::Freewheel && state == "holds");
  }
  if (element.law == Law::Freewheel) return problem.laws.deflection(e, problem.start.v) == 0.0;
  const double d = problem.laws.deflection(e, at.q);
  const auto is_at = [&](double edge) {
    return std::isfinite(edge) && std::abs(d - edge) <= 1e-12 * std::fmax(std::abs(edge), 1e-300);
  };
  return d == problem.laws.lower(e) || d == problem.laws.upper(e) || is_at(problem.laws.lower(e)) ||
         is_at(problem.laws.upper(e));
}

void decide(const RestingModel& problem, const Equilibrium* rest, int e, MotionPattern& pattern) {
  const NetworkElement& element = problem.laws.network().elements[e];
  if (problem.laws.has_gap(e))
    pattern.touches[e] = problem.laws.touched_edge(e, pattern.at.q) != 0 ? 1 : 0;
  if (!problem.laws.network().acts(element.deflection)) return;
  if (element.law == Law::Link) pattern.is_constraint[e] = 1;
  if (element.is_one_sided()) {
    const bool shut = element.has_edges() && problem.laws.lower(e) == problem.laws.upper(e);
    pattern.is_constraint[e] = shut || is_pressed(problem, rest, e, pattern.at);
  }
  if (element.law != Law::Coulomb || pattern.actions[e].kind == Kind::Sliding) return;
  const auto [backward, forward] = problem.laws.holding(e, pattern.at);
  if (backward > 0 || forward > 0)
    pattern.is_constraint[e] = 1;
  else
    pattern.actions[e] = {.kind = Kind::Sliding};  // only its viscous part
}

}  // namespace

EquilibriumSettings equilibrium_settings(const RestingModel& problem,
                                         const ModesSettings& settings) {
  EquilibriumSettings made;
  made.ranges = false;
  for (const auto& [name, rate] : settings.slip) {
    const int e = friction_named(problem.laws, name, "--slip " + name);
    if (rate)
      made.sliding[name] = *rate;
    else if (problem.actions[e].kind != Kind::Sliding)
      made.sliding[name] = 0.0;
  }
  return made;
}

MotionPattern pattern_of(const RestingModel& problem, const Equilibrium* rest,
                         const ModesSettings& settings) {
  const int n = problem.laws.n_elements();
  MotionPattern pattern{problem.start, problem.actions, std::vector<char>(n, 0),
                        std::vector<int>(n, 0)};
  if (rest != nullptr)
    for (std::size_t b = 0; b < rest->bodies.size(); ++b)
      pattern.at.q[b] = rest->bodies[b].position;
  for (const std::string& name : settings.stuck) {
    const int e = friction_named(problem.laws, name, "--stuck " + name);
    if (problem.actions[e].kind == Kind::Sliding)
      throw ModelError(
          {"--stuck " + name, 0, 0},
          "'" + name + "' slides: " +
              (settings.slip.contains(name) ? "--slip says so" : "a body it acts on moves on"),
          "a friction sticks only where its deflection has no rate");
  }
  for (int e = 0; e < n; ++e) decide(problem, rest, e, pattern);
  for (const std::string& name : settings.stuck)
    pattern.is_constraint[friction_named(problem.laws, name, "--stuck " + name)] = 1;
  apply_contacts(problem.laws, settings, pattern);
  return pattern;
}

std::vector<ElementPattern> pattern_text(const RestingModel& problem,
                                         const MotionPattern& pattern) {
  std::vector<ElementPattern> made;
  for (int e = 0; e < problem.laws.n_elements(); ++e) {
    const NetworkElement& element = problem.laws.network().elements[e];
    if (element.law == Law::Coulomb) {
      const bool sticks = pattern.is_constraint[e] != 0;
      ElementPattern item{element.name, sticks ? "sticks" : "slides", 0.0, 0.0};
      if (!sticks) {
        item.rate = pattern.actions[e].rate;
        item.damping = problem.laws.force(e, pattern.at, pattern.actions[e]).by_rate;
      }
      made.push_back(item);
    } else if (element.law == Law::Internal) {
      made.push_back({element.name, "bristles", 0.0, problem.laws.bristles(e).by_rate});
    } else if (can_touch(problem.laws, e)) {
      const bool on = pattern.is_constraint[e] != 0 || pattern.touches[e] != 0;
      made.push_back({element.name, on ? "touches" : "free", 0.0, 0.0});
    }
  }
  return made;
}

}  // namespace luztar
