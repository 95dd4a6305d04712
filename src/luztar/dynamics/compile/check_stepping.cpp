#include "luztar/dynamics/compile/check_stepping.h"

#include <algorithm>

#include "luztar/model/check.h"
#include "luztar/model/law.h"
#include "luztar/network/network.h"

namespace luztar {

void collect_terms(const SystemImpl& system, int element, std::vector<Term>& terms) {
  terms.clear();
  for (const Term& term : system.terms_of(element)) {
    const auto found = std::find_if(terms.begin(), terms.end(),
                                    [&](const Term& other) { return other.body == term.body; });
    if (found == terms.end())
      terms.push_back(term);
    else
      found->coefficient += term.coefficient;
  }
  std::erase_if(terms, [](const Term& term) { return term.coefficient == 0.0; });
}

bool pushes_from_outside(const SystemImpl& system, int element) {
  return element >= system.first_force() || system.force_slot(element) >= 0;
}

std::vector<NotForSteps> not_for_steps(const SystemImpl& system) {
  std::vector<NotForSteps> found;
  for (int b = 0; b < system.n_bodies(); ++b)
    if (system.is_massless(b)) found.push_back({system.bodies[b].name, "has no mass", b});
  for (const ControllerLaw& law : system.sampling.controllers)
    found.push_back({.name = system.event_names[static_cast<std::size_t>(law.owner)],
                     .why = "is a sampled controller",
                     .controller = static_cast<int>(&law - system.sampling.controllers.data())});
  for (std::size_t s = 0;
       s + static_cast<std::size_t>(system.sampling.n_outputs) < system.states.size(); ++s)
    found.push_back({.name = system.states[s].name,
                     .why = "is a state with a rate",
                     .state = static_cast<int>(s)});
  for (int d = 0; d < system.n_delays(); ++d)
    found.push_back({.name = system.event_names[static_cast<std::size_t>(
                         system.delays()[static_cast<std::size_t>(d)].owner)],
                     .why = "reads what was before",
                     .delay = d});
  std::vector<Term> terms;
  for (int e = 0; e < system.first_force(); ++e) {
    const ElementInfo& info = system.elements[e];
    if (info.internal >= 0) {
      found.push_back({info.name, std::string("is ") + kLawWithState, -1, e});
      continue;
    }
    if (e < system.first_pair() && system.smooth_law(e).only_pushes) {
      found.push_back({info.name, "only pushes (pull = false)", -1, e});
      continue;
    }
    if (e >= system.first_pair() && system.loads_friction(e - system.first_pair())) {
      found.push_back({info.name, "presses a friction by its force", -1, e});
      continue;
    }
    if (system.geometry_of(e) != nullptr) {
      found.push_back({info.name, "has a deflection that is an expression", -1, e});
      continue;
    }
    if (info.pitch > 0.0) {
      found.push_back({info.name, "is a ratchet (it has a pitch)", -1, e});
      continue;
    }
    if (pushes_from_outside(system, e)) continue;
    collect_terms(system, e, terms);
    const char* why = info.bodies.size() > 2 ? "acts on more than two bodies"
                                             : "acts on bodies that inertias couple to others";
    if (terms.size() > 2) found.push_back({info.name, why, -1, e});
  }
  return found;
}

void check_steps(const Model& model, const SystemImpl& system) {
  const std::vector<NotForSteps> found = not_for_steps(system);
  if (found.empty()) return;
  const Network network = network_of(model, system.origin.parameters);
  std::vector<Diagnostic> mistakes;
  for (const NotForSteps& item : found)
    mistakes.push_back(
        {item.controller >= 0 ? model.controllers[static_cast<std::size_t>(item.controller)].where
         : item.delay >= 0    ? model.delays[static_cast<std::size_t>(item.delay)].where
         : item.state >= 0    ? model.states[static_cast<std::size_t>(item.state)].where
         : item.body >= 0     ? model.bodies[item.body].where
                              : network.elements[item.element].where,
         "method = \"stepping\" has no steps for '" + item.name + "', which " + item.why,
         "use method = \"events\""});
  throw_if_any(std::move(mistakes), model);
}

}  // namespace luztar
