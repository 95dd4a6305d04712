#include "luztar/study/rest/equilibrium.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/core/number_text.h"
#include "luztar/matrix/decompositions.h"
#include "luztar/model/delays.h"
#include "luztar/simulate/simulate.h"
#include "luztar/study/rest/instant_laws.h"
#include "luztar/study/rest/rest_ranges.h"
#include "luztar/study/rest/rest_solver.h"
#include "luztar/study/rest/resting_model.h"
#include "luztar/study/rest/still_states.h"

namespace luztar {
namespace {

using Law = NetworkElement::Law;
using Kind = FrictionAction::Kind;

/// What the engine finds at an instant.
class FirstInstant : public Observer {
 public:
  void sample(const Sample& now) override {
    a.assign(now.a.begin(), now.a.end());
    v.assign(now.v.begin(), now.v.end());
    f.assign(now.f.begin(), now.f.end());
  }
  std::vector<double> a, v, f;
};

/// Mass times acceleration that the engine finds where everything should rest, relative to the
/// largest force, there or at the start of the file.
void ask_engine(const RestingModel& problem, double size, Equilibrium& at) {
  SimulationSettings settings = problem.system.settings();
  settings.duration = 0.0;
  settings.give_rows(1);
  settings.method = Method::Events;
  FirstInstant first;
  const RunInfo info = simulate(problem.system, rest_state(problem.system, at), settings, first);
  at.proved = 1.0;
  if (info.status != Status::Finished || first.a.empty()) return;
  std::vector<double> q;
  for (const RestBody& body : at.bodies) q.push_back(body.position);
  double scale = size, worst = 0.0;
  for (int e = 0; e < problem.laws.n_elements(); ++e)
    for (const auto& [body, arm] : problem.laws.arms(e, q))
      scale = std::fmax(scale, std::abs(arm * first.f[e]));
  const auto& bodies = problem.system.bodies();
  for (int b = 0; b < problem.laws.n_bodies(); ++b)
    if (problem.laws.network().role(b) == BodyRole::Inertial)
      worst = std::fmax(worst, std::abs(bodies[b].mass * first.a[b]));
    else if (problem.laws.network().is_given(b) && first.a[b] != 0.0)
      at.accelerates = true;
  at.proved = at.accelerates ? -1.0 : worst == 0.0 ? 0.0 : worst / std::fmax(scale, 1e-300);
}

/// The largest force where the file has the bodies, and static limits.
double size_of_forces(const RestingModel& problem) {
  double size = 0.0;
  for (int e = 0; e < problem.laws.n_elements(); ++e) {
    size = std::fmax(size, std::abs(problem.laws.force(e, problem.start).force));
    if (problem.laws.network().elements[e].kind == PartKind::Friction)
      size = std::fmax(size, problem.laws.holding(e, problem.start).second);
  }
  return size;
}

/// Frictions that may hold, where they do not slide.
std::vector<FrictionAction> with_frictions(const RestingModel& problem, Kind kind) {
  std::vector<FrictionAction> actions = problem.actions;
  for (int e = 0; e < problem.laws.n_elements(); ++e)
    if (problem.laws.network().elements[e].kind == PartKind::Friction &&
        actions[e].kind == Kind::None)
      actions[e].kind = kind;
  return actions;
}

bool any_friction(const std::vector<FrictionAction>& actions) {
  return std::any_of(actions.begin(), actions.end(),
                     [](const FrictionAction& action) { return action.kind == Kind::Held; });
}

std::string state_of(const RestingModel& problem, const RestSolution& solution, int e,
                     const FrictionAction& action) {
  const NetworkElement& element = problem.laws.network().elements[e];
  const bool carries_force = std::abs(solution.force[e]) > 1e-12 * solution.scale;
  if (element.kind == PartKind::Friction) return action.kind == Kind::Sliding ? "slides" : "holds";
  if (element.law == Law::Link) return "holds";
  if (element.law == Law::Freewheel) return carries_force ? "holds" : "free";
  if (element.law == Law::Stop) return carries_force ? "pressed" : "open";
  if (!problem.laws.has_gap(e)) return "";
  return problem.laws.touched_edge(e, solution.q) != 0 ? "touches" : "in the gap";
}

void describe(const RestingModel& problem, const Model& model, const RestSolution& solution,
              Equilibrium& made) {
  const Placement at{solution.q, problem.start.v};
  for (int b = 0; b < problem.laws.n_bodies(); ++b) {
    const double q = solution.q[b];
    made.bodies.push_back({model.bodies[static_cast<std::size_t>(b)].name, q, q, q,
                           problem.laws.network().is_given(b), false, problem.start.v[b]});
  }
  for (int e = 0; e < problem.laws.n_elements(); ++e) {
    const NetworkElement& element = problem.laws.network().elements[e];
    const FrictionAction& action = problem.actions[e];
    RestElement item{.name = element.name,
                     .force = solution.force[e],
                     .deflection = problem.laws.deflection(e, solution.q),
                     .state = state_of(problem, solution, e, action)};
    if (element.kind == PartKind::Friction) {
      const auto [backward, forward] = problem.laws.holding(e, at);
      item.least = -backward;
      item.most = forward;
    }
    made.elements.push_back(item);
    if (element.law == Law::Internal)
      made.internal.push_back(solution.force[e] / problem.laws.bristle_stiffness(e));
  }
}

/// Stability without friction, in the directions that links, stops and freewheels leave free.
void judge(const RestSolver& solver, const RestingModel& problem, const RestSolution& solution,
           Equilibrium& made) {
  const Matrix k = solver.stiffness(solution.q, problem.actions);
  const Matrix closed = solver.closed_pairs(solution, problem.actions);
  const Index n = solver.free().size();
  made.kind = RestKind::Stable;
  if (n == 0) return;
  Vector scale = absolute(k.diagonal());
  const double most = largest(scale);
  for (double& s : scale)
    s = s > 1e-9 * most ? 1.0 / std::sqrt(s) : most > 0 ? 1.0 / std::sqrt(most) : 1.0;
  Matrix basis = Matrix::identity(n);
  if (closed.rows() > 0) {
    const Matrix kernel = kernel_of(closed * scale.as_diagonal(), 1e-12);
    if (kernel.cols() == 0) return;
    basis = orthonormal(kernel);
  }
  const Matrix scaled = scale.as_diagonal() * basis;
  const Matrix small = scaled.transpose() * k * scale.as_diagonal() * basis;
  const double size = std::fmax(largest(small), most > 0 ? 1e-300 : 1.0);
  const bool symmetric = largest(small - small.transpose()) <= 1e-12 * size;
  const auto [values, vectors] = symmetric_eigenvalues((small + small.transpose()) / 2);
  for (Index i = 0; i < values.size(); ++i) {
    if (std::abs(values[i]) > 1e-11 * size) continue;
    const Vector direction = scaled * Vector(vectors.col(i));
    for (Index j = 0; j < n; ++j)
      if (std::abs(direction[j]) > 1e-8 * largest(direction))
        made.bodies[solver.free()[j]].floats = true;
    made.kind = RestKind::Indifferent;
  }
  if (values[0] < -1e-11 * size) made.kind = RestKind::Unstable;
  if (!symmetric) made.kind = RestKind::NotSymmetric;
}

std::string reason_of(const Model& model, const RestSolution& solution, bool against_friction) {
  std::string text = solution.reason;
  if (solution.adrift.empty()) return text;
  text += against_friction ? ", with friction at its static limits too:" : ":";
  int told = 0;
  for (const auto& [body, force] : solution.adrift) {
    if (++told > 4) return text + " ...";
    text += std::string(told > 1 ? "," : "") + " '" +
            model.bodies[static_cast<std::size_t>(body)].name + "' is left with a force of " +
            rounded_text(force);
  }
  return text;
}

}  // namespace

const char* to_text(RestKind kind) {
  switch (kind) {
    case RestKind::Stable:
      return "stable";
    case RestKind::Indifferent:
      return "indifferent";
    case RestKind::Unstable:
      return "unstable";
    default:
      return "not symmetric";
  }
}

namespace {

Equilibrium equilibrium_of(const Model& model, const EquilibriumSettings& settings,
                           RestSolver::Seeks seeks) {
  const RestingModel problem = resting_model(model, settings.sliding);
  Equilibrium made;
  made.time = problem.system.settings().start;
  made.changes = problem.laws.changes_with_time();
  made.moves = problem.moves;
  const RestSolver solver(problem.laws, problem.start, problem.actions, seeks);
  const std::vector<FrictionAction> held = with_frictions(problem, Kind::Held);
  RestSolution solution = solver.solve(problem.start.q);
  if (any_friction(held)) {
    const RestSolution creeping = solver.solve(problem.start.q, held);
    made.start_rests = creeping.found && creeping.q == problem.start.q;
    made.by_friction = !solution.found;
    if (!solution.found) solution = creeping;
  } else {
    made.start_rests = solution.found && solution.q == problem.start.q;
  }
  if (!solution.found) {
    made.reason = reason_of(model, solution, any_friction(held));
    return made;
  }
  made.found = true;
  made.residual = solution.residual;
  describe(problem, model, solution, made);
  judge(solver, problem, solution, made);
  if (settings.ranges && any_friction(held)) find_ranges(problem, solver, held, solution, made);
  made.proved = -1.0;
  if (settings.sliding.empty()) ask_engine(problem, size_of_forces(problem), made);
  return made;
}

/// Bodies that stand for states become states again.
void take_states(const Model& model, const StillModel& still, Equilibrium& rest) {
  for (const auto& [body, name] : still.words) {
    const std::string quoted = "'" + body + "' is left with a force of ";
    if (const auto at = rest.reason.find(quoted); at != std::string::npos)
      rest.reason.replace(at, quoted.size(), "'" + name + "' is left with a change of ");
  }
  if (!rest.found) return;
  const std::size_t bodies = model.bodies.size();
  for (std::size_t i = 0; i < still.names.size(); ++i) {
    rest.states.emplace_back(still.names[i], rest.bodies[bodies + i].position);
    rest.internal.push_back(rest.states.back().second);
  }
  rest.bodies.resize(bodies);
  std::vector<RestElement> elements;
  for (const NetworkElement& element : network_of(model, evaluate_parameters(model)).elements) {
    elements.push_back(*std::ranges::find(rest.elements, element.name, &RestElement::name));
    if (std::ranges::find(still.turned, element.name) != still.turned.end())
      elements.back().force = 0.0 - elements.back().force;
  }
  rest.elements = std::move(elements);
}

/// What the engine finds with the states and controllers of the file.
void prove_with_states(const Model& model, Equilibrium& at) {
  Model placed = model;
  placed.simulation.at_rest = false;
  const System system = compile(placed);
  SimulationSettings settings = system.settings();
  settings.duration = 0.0;
  settings.give_rows(1);
  settings.method = Method::Events;
  FirstInstant first;
  const RunInfo info = simulate(system, rest_state(system, at), settings, first);
  if (info.status != Status::Finished || first.a.empty()) {
    at.proved = 1.0;
    return;
  }
  double size = kSmallest, worst = 0.0;
  for (const double force : first.f) size = std::fmax(size, std::abs(force));
  for (std::size_t b = 0; b < first.a.size(); ++b)
    if (const BodyInfo& body = system.bodies()[b]; !at.bodies[b].given)
      worst = std::fmax(worst, std::abs(body.mass * first.a[b]));
  at.proved = std::fmax(at.proved, worst / size);
}

}  // namespace

bool Equilibrium::is_disproved() const { return proved > kSolved; }

Equilibrium equilibrium(const Model& model, const EquilibriumSettings& settings) {
  if (const auto still = without_delays(model)) return equilibrium(*still, settings);
  if (model.states.empty() && model.controllers.empty())
    return equilibrium_of(model, settings, RestSolver::Seeks::StablePlaces);
  validate(model);
  const StillModel still = with_states_as_bodies(model);
  EquilibriumSettings plain = settings;
  plain.ranges = false;
  Equilibrium made = equilibrium_of(still.model, plain, RestSolver::Seeks::AnyBalance);
  take_states(model, still, made);
  if (made.found && made.proved >= 0.0) prove_with_states(model, made);
  return made;
}

State rest_state(const System& system, const Equilibrium& equilibrium) {
  std::vector<double> q, v;
  for (const RestBody& body : equilibrium.bodies) {
    q.push_back(body.position);
    v.push_back(body.velocity);
  }
  return initial_state(system, equilibrium.time, std::move(q), std::move(v), equilibrium.internal);
}

State start_state(const Model& model, const System& system) {
  if (!system.settings().at_rest) return initial_state(system);
  Model changed = model;
  for (Parameter& parameter : changed.parameters)
    parameter.value = Expression::number(system.parameters().at(parameter.name));
  const Equilibrium rest = equilibrium(changed, {.ranges = false});
  const SourceLocation& word = model.simulation.rest;
  if (!rest.found)
    throw ModelError(word, "there is no equilibrium to start from: " + rest.reason,
                     "remove start = \"equilibrium\", or hold what is adrift");
  if (rest.is_disproved())
    throw ModelError(
        word,
        "the place of rest that was found does not hold: mass * acceleration / force = " +
            rounded_text(rest.proved),
        "remove start = \"equilibrium\", or give positions nearer to it");
  return rest_state(system, rest);
}

}  // namespace luztar
