#include "luztar/study/rest/resting_model.h"

#include <cmath>
#include <utility>

#include "luztar/core/number_text.h"
#include "luztar/dynamics/system/coupled_bodies.h"
#include "luztar/model/check.h"
#include "luztar/model/kinds.h"
#include "luztar/model/link_loads.h"

namespace luztar {
namespace {

using Law = NetworkElement::Law;

constexpr std::size_t kMostBodies = 1000;

void refuse_other_quantities(const Model& model) {
  refuse_loads(model, "equilibria and modes do not know");
  if (!model.states.empty())
    throw ModelError(
        model.states[0].where,
        "the state '" + model.states[0].name + "' changes by its own rate, which modes do not know",
        "take luztar linearize, which has its poles");
  if (!model.controllers.empty())
    throw ModelError(model.controllers[0].where,
                     "the controller '" + model.controllers[0].name +
                         "' takes samples: between them it holds, and nothing is linear",
                     "take luztar linearize, which has the poles of one period");
  for_each_element(model, [](const auto& element) {
    constexpr bool kIsSmooth = requires { element.pull; };
    if (!kIsSmooth && element.deflection.formula)
      throw ModelError(element.where,
                       "'" + element.name +
                           "' is rigid along an expression of positions, which equilibria and "
                           "modes do not know yet",
                       "run the model until it rests, or put something stiff in its place");
  });
  if (model.bodies.size() > kMostBodies)
    throw ModelError({model.file, 0, 0},
                     "equilibria and modes are for " + std::to_string(kMostBodies) +
                         " bodies at most; this model has " + std::to_string(model.bodies.size()),
                     "make it smaller");
}

/// A rate that given bodies alone make; rounding is none.
double given_rate(const InstantLaws& laws, int element, const Placement& at) {
  double rate = 0.0, scale = 0.0;
  for (const auto& [body, arm] : laws.arms(element, at.q)) {
    rate += arm * at.v[body];
    scale = std::fmax(scale, std::abs(arm * at.v[body]));
  }
  return std::abs(rate) > 4e-16 * scale ? rate : 0.0;
}

[[noreturn]] void refuse_moving(const Model& model, const NetworkElement& element, int body,
                                double velocity, const std::string& why) {
  throw ModelError(
      element.where,
      "'" + element.name + "' " + why + " '" + model.bodies[static_cast<std::size_t>(body)].name +
          "', which moves at the start (" + rounded_text(velocity) + "): nothing on it is at rest",
      "let it stand still at the start, or touch it by friction and dampers alone");
}

void refuse_what_moves(const Model& model, const InstantLaws& laws, const Placement& at, int e) {
  const NetworkElement& element = laws.network().elements[e];
  for (int b = 0; b < laws.n_bodies(); ++b)
    if (at.v[b] != 0.0 && laws.reads_position(e, b) && laws.network().acts(element.deflection))
      refuse_moving(model, element, b, at.v[b], "depends on the place of");
  if (given_rate(laws, e, at) == 0.0 || !laws.network().acts(element.deflection)) return;
  const bool overruns = element.law == Law::Freewheel && given_rate(laws, e, at) > 0.0;
  if ((!element.is_endless() && element.law != Law::Internal) || overruns) return;
  for (const auto& [body, arm] : laws.arms(e, at.q))
    if (at.v[body] != 0.0) refuse_moving(model, element, body, at.v[body], "holds on to");
}

}  // namespace

int friction_named(const InstantLaws& laws, const std::string& name, const std::string& option) {
  std::vector<std::string> names;
  for (int e = 0; e < laws.n_elements(); ++e) {
    const NetworkElement& element = laws.network().elements[e];
    if (element.kind != PartKind::Friction || element.law != Law::Coulomb) continue;
    if (element.name == name) return e;
    names.push_back(element.name);
  }
  for (int e = 0; e < laws.n_elements(); ++e)
    if (laws.network().elements[e].name == name)
      throw ModelError({option, 0, 0}, "'" + name + "' does not stick and slip",
                       suggest("", names, "the model has no friction that does"));
  throw ModelError({option, 0, 0}, "no friction '" + name + "'",
                   suggest(name, names, "the model has no friction that sticks and slips"));
}

RestingModel resting_model(const Model& model, const std::map<std::string, double>& sliding) {
  refuse_other_quantities(model);
  Model placed = model;  // with the positions of the file to begin with
  placed.simulation.at_rest = false;
  System system = compile(placed);
  const double time = system.settings().start;
  const State file = initial_state(system);
  InstantLaws laws(model, system, time);
  Placement start{file.position, file.velocity};
  to_positions(system.impl(), start.q);
  to_positions(system.impl(), start.v);
  RestingModel made{system, std::move(laws), std::move(start), {}, false};
  for (const Inertia& inertia : model.inertias)
    for (const auto& [a, b, value] : inertia.entries())
      if (a != b) made.couplings.push_back({a, b, evaluate(value, system.parameters())});
  for (int b = 0; b < made.laws.n_bodies(); ++b) {
    if (!made.laws.network().is_given(b)) made.start.v[b] = 0.0;
    made.moves = made.moves || made.start.v[b] != 0.0;
  }
  made.actions.resize(made.laws.n_elements());
  for (int e = 0; e < made.laws.n_elements(); ++e) {
    refuse_what_moves(model, made.laws, made.start, e);
    if (made.laws.network().elements[e].kind != PartKind::Friction) continue;
    const double rate = given_rate(made.laws, e, made.start);
    if (rate != 0.0) made.actions[e] = {.kind = FrictionAction::Kind::Sliding, .rate = rate};
  }
  for (const auto& [name, rate] : sliding) {
    const int e = friction_named(made.laws, name, "--slip " + name);
    if (!std::isfinite(rate))
      throw ModelError({"--slip " + name, 0, 0}, "this speed is not a finite number",
                       "write --slip NAME=SPEED, in m/s or rad/s");
    made.actions[e] = {.kind = FrictionAction::Kind::Sliding, .rate = rate};
  }
  return made;
}

}  // namespace luztar
