// Massless bodies need something that holds them, and laws that their balance can be solved for.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "luztar/dynamics/check_system.h"
#include "luztar/dynamics/expansion.h"
#include "luztar/dynamics/structure.h"
#include "luztar/model/check.h"
#include "luztar/model/law.h"

namespace luztar {
namespace {

/// Bodies that nothing holds even when every pair sticks and every spring touches.
void check_held(const Model& model, const SystemImpl& system, const State& start,
                std::vector<Diagnostic>& mistakes) {
  State state = start;
  const std::vector<std::int8_t> all(system.n_pairs(), 1), none(system.n_pairs(), 0);
  state.pair = none;
  state.contact.assign(system.n_springs(), 1);
  const Structure structure = build_structure(system, all, none, state.contact, false);
  Expansion series(system, 0);
  series.start(start);
  series.prepare_massless(state, structure);
  const MasslessBalance& balance = series.massless();
  const int n = balance.size();
  for (std::size_t at = 0; at < balance.floating().size(); at += n) {
    const auto* first = &balance.floating()[at];
    const auto* largest = std::max_element(
        first, first + n, [](double x, double y) { return std::abs(x) < std::abs(y); });
    const Body& body = model.bodies[structure.slacks[largest - first].body];
    mistakes.push_back({body.where, "nothing holds the massless body '" + body.name + "'",
                        "connect it by a spring, damper, friction or link, or give it a mass"});
  }
}

class LawCheck {
 public:
  LawCheck(const Model& model, const SystemImpl& system, std::vector<Diagnostic>& mistakes)
      : model_(model), system_(system), mistakes_(mistakes) {}

  void run() {
    for (const Spring& spring : model_.springs) check(spring);
    for (const Damper& damper : model_.dampers)
      if (const std::string name = massless_of(damper.deflection); damper.force && !name.empty())
        report(damper.where, damper.name, name, "a damper with a `force`",
               "use damping = ... or give it a mass");
    for (const Friction& friction : model_.frictions) check(friction);
    for (const Force& force : model_.forces) {
      const std::string name = massless_of(force.deflection);
      check_expression(force.value, force.where, force.name, name);
    }
  }

 private:
  void report(const SourceLocation& where, const std::string& element, const std::string& body,
              const std::string& what, const std::string& advice) {
    mistakes_.push_back(
        {where, "'" + element + "' is " + what + " at the massless body '" + body + "'", advice});
  }

  /// Name of the first massless body that an element acts on, or "".
  std::string massless_of(const Deflection& deflection) const {
    for (const Deflection::Term& term : deflection.terms)
      if (term.body != kGround && system_.is_massless(term.body))
        return model_.bodies[term.body].name;
    return "";
  }

  void check(const Spring& spring) {
    const std::string name = massless_of(spring.deflection);
    if (name.empty()) return;
    const auto index = static_cast<int>(&spring - model_.springs.data());
    const SpringLaw& law = system_.springs[index];
    if (law.has_gap && law.damping != 0.0)
      report(spring.where, spring.name, name, "a spring with a gap and contact damping",
             "give '" + name + "' a mass, or use a damper");
    if (spring.force) check_expression(*spring.force, spring.where, spring.name, name);
  }

  void check(const Friction& friction) {
    const std::string name = massless_of(friction.deflection);
    if (name.empty()) return;
    const std::string advice = "give '" + name + "' a mass; kinetic, static and viscous need none";
    if (friction.bristles)
      report(friction.where, friction.name, name, "a friction with bristles", advice);
    if (!is_constant(friction))
      return report(friction.where, friction.name, name,
                    "a friction whose force at one speed is not the only one", advice);
    if (friction.normal) check_expression(*friction.normal, friction.where, friction.name, name);
  }

  /// A law may know the time, and positions where a damper makes them move steadily.
  void check_expression(const Expression& law, const SourceLocation& where,
                        const std::string& element, const std::string& acts_on) {
    for (const Expression& symbol : symbols_of(law)) {
      const std::string& name = symbol.symbol();
      std::string body = name.size() > 2 && name[1] == '.' ? name.substr(2) : "";
      const bool of_element = name == "d" || name == "v";
      if (of_element) body = acts_on;
      if (!is_massless(body) && !of_element) {
        if (!body.empty() && !acts_on.empty() && !is_damped(acts_on))
          return report(where, element, acts_on, "a force of the state", damper_advice(acts_on));
        continue;
      }
      if (body.empty()) continue;
      if (name[0] == 'v')
        return report(where, element, body, "a force of the velocity",
                      "give '" + body + "' a mass, or use [dampers]");
      if (!acts_on.empty() && !is_damped(acts_on))
        return report(where, element, acts_on, "a force of the state", damper_advice(acts_on));
    }
  }

  static std::string damper_advice(const std::string& body) {
    return "give '" + body + "' a mass or a damper, or use a spring with a stiffness";
  }

  bool is_massless(const std::string& name) const {
    for (std::size_t b = 0; b < model_.bodies.size(); ++b)
      if (model_.bodies[b].name == name) return system_.is_massless(static_cast<int>(b));
    return false;
  }

  /// A linear damper acts on it, in every mode.
  bool is_damped(const std::string& name) const {
    const auto acts = [&](const Deflection& deflection) {
      return std::any_of(deflection.terms.begin(), deflection.terms.end(), [&](const auto& term) {
        return term.body != kGround && model_.bodies[term.body].name == name;
      });
    };
    for (int d = 0; d < static_cast<int>(model_.dampers.size()); ++d)
      if (acts(model_.dampers[d].deflection) && system_.dampers[d].damping > 0.0) return true;
    for (int s = 0; s < system_.n_springs(); ++s)
      if (acts(model_.springs[s].deflection) && !system_.springs[s].has_gap &&
          system_.springs[s].damping > 0.0)
        return true;
    for (const Friction& friction : model_.frictions) {
      if (!acts(friction.deflection)) continue;
      for (int e = system_.first_pair(); e < system_.first_force(); ++e) {
        const PairLaw& law = system_.pairs[e - system_.first_pair()];
        if (system_.elements[e].name == friction.name && law.viscous[0] > 0.0 &&
            law.viscous[1] > 0.0)
          return true;
      }
    }
    return false;
  }

  const Model& model_;
  const SystemImpl& system_;
  std::vector<Diagnostic>& mistakes_;
};

}  // namespace

void check_massless(const Model& model, const SystemImpl& system, const State& start) {
  std::vector<Diagnostic> mistakes;
  LawCheck(model, system, mistakes).run();
  if (mistakes.empty()) check_held(model, system, start, mistakes);
  throw_if_any(std::move(mistakes), model);
}

}  // namespace luztar
