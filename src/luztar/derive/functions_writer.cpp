#include "luztar/derive/functions_writer.h"

#include <algorithm>
#include <variant>

#include "luztar/derive/functions.h"
#include "luztar/model/element_forces.h"
#include "luztar/model/kinds.h"
#include "luztar/symbolic/differentiate.h"

namespace luztar {

FunctionsWriter::FunctionsWriter(const Model& model, Language language, Keeps keeps)
    : model_(model), plan_(plan_functions(model, keeps)), src_(language) {
  src_.name("t", "t");
  for (const Parameter& parameter : model.parameters)
    src_.name(parameter.name, src_.of("p", safe_name(parameter.name)));
  for (const Body& b : model.bodies) {
    src_.name("q." + b.name, "q[" + body(b.name) + "]");
    src_.name("v." + b.name, "v[" + body(b.name) + "]");
    has_motions_ = has_motions_ || b.motion.has_value();
  }
  for (const StateVariable& x : model.states)
    src_.name("x." + x.name, src_.of("m", "x") + "[STATE_" + x.name + "]");
  for (const Signal& signal : model.signals) {
    signals_[signal.name] = &signal;
    const std::string measured = src_.of("s", safe_name(signal.name));
    const bool is_table = std::holds_alternative<Table>(signal.value);
    src_.name(signal.name, is_table ? measured + "[0]" : "s_" + signal.name);
    src_.name(signal.name + "'", measured + "[1]");
    src_.name(signal.name + "''", measured + "[2]");
  }
  if (keeps == Keeps::Run) {
    std::set<std::string> constants;
    for (const Parameter& parameter : model.parameters) constants.insert(parameter.name);
    held_.emplace(src_, std::move(constants));
    src_.hold([this](const Expression& expression) { return held_->held(expression); });
  }
  for (const Joint& joint : plan_.joints) {
    has_stops_ = has_stops_ || joint.element.has_edges();
    if (joint.element.law != Law::Coulomb) continue;
    const Friction& f = model.frictions[joint.element.index];
    for (const bool forward : {false, true}) {
      if (!second_branch(forward ? f.forward : f.backward)) continue;
      const std::string branch = branch_of(f, forward);
      if (branches_.empty() || branches_.back() != branch) branches_.push_back(branch);
    }
  }
}

FunctionsWriter::FunctionsWriter(const Model& file, const Uncoupled& uncoupled, Language language)
    : FunctionsWriter(uncoupled.model, language) {
  coupled_ = uncoupled.coordinates;
  std::vector<const Deflection*> own;
  for_each_element(model_, [&](const auto& element) { own.push_back(&element.deflection); });
  auto next = own.begin();
  for_each_element(file,
                   [&](const auto& element) { measured_.emplace(*next++, &element.deflection); });
}

std::string FunctionsWriter::joint(std::size_t index) const {
  return (index < plan_.n_pairs ? "PAIR_" : "JOINT_") + plan_.joints[index].element.name;
}

std::vector<Source::Argument> FunctionsWriter::with_context(std::vector<Argument> list,
                                                            const std::string& memory) const {
  list.push_back({"const struct parameters *p", "p"});
  if (held())
    list.push_back({kMemory, "m"});
  else if (has_memory() && !memory.empty())
    list.push_back({memory, "m"});
  if (held()) list.push_back({"double kink[]", "kink"});
  if (std::ranges::any_of(signals_, [](const auto& entry) {
        return std::holds_alternative<Table>(entry.second->value);
      }))
    list.push_back({"const struct signals *s", "s"});
  return list;
}

std::vector<Source::Argument> FunctionsWriter::state(bool changes_memory) const {
  const std::string position = completes() ? "position" : "q";
  const std::string velocity = completes() ? "velocity" : "v";
  return with_context({{"double t", "t"},
                       {"const double " + position + "[]", position},
                       {"const double " + velocity + "[]", velocity}},
                      changes_memory ? "struct memory *m" : kMemory);
}

std::string FunctionsWriter::call(const std::string& function,
                                  const std::vector<Argument>& arguments,
                                  const std::string& more) const {
  std::vector<std::string> list;
  for (const Argument& argument : arguments) list.push_back(argument.name);
  if (!more.empty()) list.push_back(more);
  return function + "(" + Source::joined(list) + ")";
}

/// Positions and velocities of bodies with a motion.
void FunctionsWriter::given_motions() {
  if (!has_motions_) return;
  src_.begin_function(
      "void", "given_motions",
      with_context({{"double t", "t"}, {"double q[]", "q"}, {"double v[]", "v"}}, ""),
      "Writes positions and velocities of the bodies with a given motion.");
  for (const Body& b : model_.bodies) {
    if (!b.motion) continue;
    belongs_to(b.name, true);
    src_.assign("q[" + body(b.name) + "]", src_.code(inlined(*b.motion)));
    src_.assign("v[" + body(b.name) + "]", src_.code(derivative(*b.motion, 1)));
  }
  src_.end_function();
}

/// In time; measured signals have derivatives of their own.
Expression FunctionsWriter::derivative(const Expression& motion, int order) const {
  Expression result = inlined(motion);
  for (int k = 0; k < order; ++k)
    result = differentiate(result, [this](const std::string& name) {
      if (name == "t") return Expression::number(1.0);
      const std::string signal = name.substr(0, name.find('\''));
      return signals_.contains(signal) ? Expression::symbol(name + "'") : Expression::number(0.0);
    });
  return result;
}

/// Local q and v of all bodies, from those handed in.
void FunctionsWriter::complete() {
  if (!completes()) return;
  src_.either("double q[BODIES], v[BODIES]", "q, v = list(position), list(velocity)");
  if (plan_.massless) src_.either("int slow[JOINTS]", "slow = [0]*JOINTS");
  src_.either("int b", "");
  src_.either("for (b = 0; b < BODIES; b++) q[b] = position[b], v[b] = velocity[b]", "");
  const std::vector<Argument> all{{"", "t"}, {"", "q"}, {"", "v"}};
  if (has_motions_) src_.statement(call("given_motions", with_context(all, "")));
  if (plan_.massless) src_.statement(call("find_velocities", with_context(all), "slow"));
}

/// A list by bodies, to one by coordinates that have a mass each.
void FunctionsWriter::to_coordinates(const std::string& list) {
  for (const auto& [index, shares] : coupled_)
    for (const auto& [other, share] : shares)
      src_.statement(list + "[" + body(index) + "] += " + src_.code(Expression::symbol(share, {})) +
                     "*" + list + "[" + body(other) + "]");
}

/// The way back.
void FunctionsWriter::to_positions(const std::string& list) {
  for (auto coordinate = coupled_.rbegin(); coordinate != coupled_.rend(); ++coordinate)
    for (const auto& [other, share] : coordinate->shares)
      src_.statement(list + "[" + body(coordinate->body) +
                     "] -= " + src_.code(Expression::symbol(share, {})) + "*" + list + "[" +
                     body(other) + "]");
}

/// Velocities of massless bodies: the balance of their forces.
void FunctionsWriter::massless_velocities() {
  if (!plan_.massless) return;
  std::vector<Argument> arguments =
      with_context({{"double t", "t"}, {"const double q[]", "q"}, {"double v[]", "v"}});
  arguments.push_back({"int slow[]", "slow"});
  src_.begin_function(
      "static void", "find_velocities", arguments,
      "Velocities of massless bodies, with which their forces balance: the problem of solve() with "
      "velocities for accelerations. slow: signs of the rates of the joints there.");
  src_.either("static const struct instant nothing", "now = Instant()");
  src_.either("struct instant state = nothing, *now = &state", "now.given = [True]*BODIES");
  src_.either("int i", "now.x = list(v)");
  src_.either("for (i = 0; i < BODIES; i++) now->given[i] = 1, now->x[i] = v[i]", "");
  to_coordinates(src_.pick("now->x", "now.x"));
  for (std::size_t b = 0; b < model_.bodies.size(); ++b)
    if (plan_.network.roles[b] == BodyRole::Massless)
      src_.assign(at("given", body(model_.bodies[b].name)), src_.pick("0", "False"));
  signals(expressions_of_laws(true));
  for (const NetworkElement& e : plan_.network.elements)
    if (plan_.network.touches_massless(e.deflection)) force(e, true);
  for (std::size_t j = 0; j < plan_.joints.size(); ++j) law(j, true);
  if (held()) src_.statement("hold_velocities(now, m)");
  src_.statement("solve(now)");
  for (std::size_t b = 0; b < model_.bodies.size(); ++b)
    if (plan_.network.roles[b] == BodyRole::Massless)
      src_.assign("v[" + body(model_.bodies[b].name) + "]", at("x", body(model_.bodies[b].name)));
  if (held())
    src_.statement(
        "for (i = 0; i < JOINTS; i++) slow[i] = m->deciding ? now->mode[i] : m->mode[i]");
  else
    src_.either("for (i = 0; i < JOINTS; i++) slow[i] = now->mode[i]", "slow[:] = now.mode");
  src_.end_function();
}

/// All that is known of an instant before friction at rest is.
void FunctionsWriter::evaluate() {
  auto arguments = state();
  if (src_.is_c()) arguments.push_back({"struct instant *now", "now"});
  src_.begin_function("static void", "evaluate", arguments,
                      "All that is known of an instant before friction at rest is.");
  src_.either("static const struct instant nothing", "now = Instant()");
  complete();
  src_.either("*now = nothing", "");
  if (held()) {
    if (!completes()) src_.statement("int b");
    src_.statement("for (b = 0; b < BODIES; b++) now->seen.q[b] = q[b], now->seen.v[b] = v[b]");
    if (plan_.massless) src_.statement("for (b = 0; b < JOINTS; b++) now->seen.slow[b] = slow[b]");
  }
  for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
    const Body& own = model_.bodies[b];
    if (plan_.network.roles[b] == BodyRole::Inertial)
      src_.assign(at("mass", body(own.name)), src_.code(*own.mass));
    if (!own.motion) continue;
    belongs_to(own.name, true);
    src_.assign(at("x", body(own.name)), src_.code(derivative(*own.motion, 2)));
  }
  signals(expressions_of_laws(false));
  for (const NetworkElement& e : plan_.network.elements)
    if (plan_.network.acts(e.deflection) || shows_) force(e, false);
  for (std::size_t j = 0; j < plan_.internals.size(); ++j) internal(j);
  for (std::size_t j = 0; j < plan_.joints.size(); ++j) law(j, false);
  src_.either("", "return now");
  src_.end_function();
}

void FunctionsWriter::run_evaluate() {
  src_.either("struct instant now", "");
  src_.either(call("evaluate", state(), "&now"), "now = " + call("evaluate", state()));
}

void FunctionsWriter::accelerations() {
  auto arguments = state();
  if (src_.is_c()) arguments.push_back({"double a[]", "a"});
  const std::string massless =
      plan_.massless ? " Those of massless bodies are written as 0: see velocities()." : "";
  src_.begin_function("void", "accelerations", arguments,
                      "Accelerations of all bodies." + massless);
  src_.either("int i", "");
  run_evaluate();
  if (has_joints())
    src_.either("settle(&now)", "settle(now)");
  else
    src_.either(
        "for (i = 0; i < BODIES; i++) if (is_free[i]) now.x[i] = now.force[i]/now.mass[i]",
        "now.x = [now.force[b]/now.mass[b] if IS_FREE[b] else now.x[b] for b in range(BODIES)]");
  src_.either("for (i = 0; i < BODIES; i++) a[i] = now.x[i]", "");
  for (std::size_t b = 0; b < model_.bodies.size(); ++b)
    if (plan_.network.roles[b] == BodyRole::Massless)
      src_.assign((src_.is_c() ? "a[" : "now.x[") + body(model_.bodies[b].name) + "]", "0.0");
  to_positions(src_.pick("a", "now.x"));
  src_.either("", "return now.x");
  src_.end_function();
}

void FunctionsWriter::friction_forces() {
  if (!has_joints() && plan_.internals.empty()) return;
  auto arguments = state();
  if (src_.is_c()) arguments.push_back({"double T[]", "T"});
  src_.begin_function("void", "friction_forces", arguments,
                      "Forces of all pairs, positive against a positive rate.");
  if (src_.is_c() && has_joints()) src_.statement("double all[JOINTS]");
  if (src_.is_c()) src_.statement("int i");
  run_evaluate();
  if (has_joints()) src_.statement(src_.pick("settle(&now)", "settle(now)"));
  const std::string n = std::to_string(plan_.n_pairs);
  if (src_.is_c()) {
    if (has_joints()) {
      src_.statement("joint_forces(&now, all)");
      src_.statement("for (i = 0; i < " + n + "; i++) T[i] = all[i]");
    }
    if (!plan_.internals.empty())
      src_.statement(std::string("for (i = 0; i < ") + kStates + "; i++) T[" + n + " + i] = now." +
                     kStateForce + "[i]");
  } else {
    const std::string pairs = has_joints() ? "joint_forces(now)[:" + n + "]" : "";
    const std::string internals = plan_.internals.empty() ? "" : std::string("now.") + kStateForce;
    src_.statement("return " + pairs + (pairs.empty() || internals.empty() ? "" : " + ") +
                   internals);
  }
  src_.end_function();
}

void FunctionsWriter::velocities() {
  if (!plan_.massless) return;
  std::vector<Argument> arguments = state();
  arguments[2] = {"double velocity[]", "velocity"};
  src_.begin_function("void", "velocities", arguments,
                      "Writes the velocities of massless bodies, with which their forces balance, "
                      "and of those with a given motion.");
  complete();
  src_.either("for (b = 0; b < BODIES; b++) velocity[b] = v[b]", "velocity[:] = v");
  src_.end_function();
}

/// What a state remembers: branches of levels, the edges that stops rest on.
void FunctionsWriter::remember() {
  if (branches_.empty() && !has_stops_) return;
  const std::string of_two = kTwoBranches;
  src_.begin_function("void", "remember", state(true),
                      "Brings the memory up to date: branches of " + of_two +
                          " by the speed, the edges that stops have reached by the position. Call "
                          "it after every step.");
  if (plan_.massless) {
    src_.comment("Stops and " + of_two + " do not act on massless bodies.");
  }
  complete();
  for (const Joint& joint : plan_.joints) {
    if (const NetworkElement& element = joint.element; element.has_edges()) {
      const auto list = parts(element.deflection, "q");
      const std::string values = Source::joined(list);
      const std::string terms =
          src_.is_c() ? std::to_string(list.size()) + ", (const double[]){" + values + "}"
                      : "(" + values + ",)";
      src_.assign(src_.of("m", "side") + "[STOP_" + element.name + "]",
                  "side_of(" + terms + ", " + src_.code(*element.lower) + ", " +
                      src_.code(*element.upper) + ")");
    }
    if (joint.element.law != Law::Coulomb) continue;
    const Friction& f = model_.frictions[joint.element.index];
    const bool alike = branch_of(f, true) == branch_of(f, false);
    if (!second_branch(f.forward) && !second_branch(f.backward)) continue;
    src_.number("w_" + f.name, rate(f.deflection));
    for (const bool forward : {true, false}) {
      const auto other = second_branch(forward ? f.forward : f.backward);
      if (!other || (alike && !forward)) continue;
      const std::string u = alike     ? src_.pick("fabs(", "abs(") + "w_" + f.name + ")"
                            : forward ? "w_" + f.name
                                      : "-w_" + f.name;
      const std::string branch = src_.of("m", "branch") + "[" + branch_of(f, forward) + "]";
      src_.begin_if(u + " > " + src_.code(other->rise));
      src_.assign(branch, "1");
      src_.end_if();
      src_.begin_if(u + " < " + src_.code(other->fall));
      src_.assign(branch, "0");
      src_.end_if();
    }
  }
  src_.end_function();
}

void FunctionsWriter::internal_rates() {
  if (plan_.internals.empty()) return;
  auto arguments = state();
  if (src_.is_c()) arguments.push_back({"double rate[]", "rate"});
  src_.begin_function("void", kStateRates, arguments,
                      std::string("Time derivatives of the ") + kStateWords + " m.z.");
  if (src_.is_c()) src_.statement("int i");
  run_evaluate();
  const std::string states = kStates, rate = kStateRate;
  src_.statement(src_.pick("for (i = 0; i < " + states + "; i++) rate[i] = now." + rate + "[i]",
                           "return now." + rate));
  src_.end_function();
}

/// Of the model's own states: what they start with, and their rates.
void FunctionsWriter::state_rates() {
  if (model_.states.empty()) return;
  std::vector<Argument> start{{"const struct parameters *p", "p"}};
  auto arguments = state();
  if (src_.is_c()) {
    start.push_back({"double x[]", "x"});
    arguments.push_back({"double rate[]", "rate"});
  }
  const auto fill = [&](const std::string& list, const auto& value) {
    src_.either("", list + " = [0.0]*STATES");
    for (const StateVariable& x : model_.states) {
      belongs_to(x.name);
      src_.assign(list + "[STATE_" + x.name + "]", src_.code(value(x)));
    }
    src_.either("", "return " + list);
    src_.end_function();
  };
  src_.begin_function("void", "start_states", start, "What the states m.x are at the start.");
  fill("x", [](const StateVariable& x) { return x.start; });
  src_.begin_function("void", "state_rates", arguments, "Time derivatives of the states m.x.");
  complete();
  std::vector<Expression> rates;
  for (const StateVariable& x : model_.states) rates.push_back(x.rate);
  signals(rates);
  fill("rate", [](const StateVariable& x) { return x.rate; });
}

std::string FunctionsWriter::write() {
  given_motions();
  massless_velocities();
  evaluate();
  accelerations();
  velocities();
  friction_forces();
  remember();
  internal_rates();
  state_rates();
  const std::string functions = src_.take();
  return head(functions) + functions;
}

std::string generate_functions(const Model& model, Language language) {
  const std::optional<Model> written = with_forces_written_out(model);
  const Model& file = written ? *written : model;
  if (const auto uncoupled = with_uncoupled_arms(file))
    return FunctionsWriter(file, *uncoupled, language).write();
  return FunctionsWriter(file, language).write();
}

}  // namespace luztar
