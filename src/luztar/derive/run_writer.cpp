#include "luztar/derive/run_writer.h"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

#include "luztar/derive/embedded.h"
#include "luztar/derive/model_keys.h"
#include "luztar/model/delays.h"
#include "luztar/model/element_forces.h"
#include "luztar/model/inputs.h"

namespace luztar {
namespace {

std::vector<std::string> as_text(const std::vector<int>& numbers) {
  std::vector<std::string> list;
  for (const int number : numbers) list.push_back(std::to_string(number));
  return list;
}

}  // namespace

RunWriter::RunWriter(const Model& model, const ExportC& options, std::vector<std::size_t> inputs)
    : FunctionsWriter(model, Language::C, Keeps::Run),
      options_(options),
      input_states_(std::move(inputs)) {
  shows_ = options.shows;
  std::size_t place = 0;
  for (const Controller& controller : model.controllers)
    for (const Controller::Memory& memory : controller.memory)
      src_.name("x." + controller.name + "." + memory.name,
                "m->held[" + std::to_string(place++) + "]");
}

std::size_t RunWriter::held_values() const {
  std::size_t count = 0;
  for (const Controller& controller : model_.controllers) count += controller.memory.size();
  return count;
}

bool RunWriter::impacts() const {
  return std::any_of(plan_.joints.begin(), plan_.joints.end(),
                     [](const Joint& joint) { return joint.element.is_endless(); });
}

/// As runtime/run_words.c has them.
std::vector<int> RunWriter::joint_kinds() const {
  std::vector<int> kinds;
  for (const Joint& joint : plan_.joints) {
    const NetworkElement& element = joint.element;
    kinds.push_back(!element.is_pair()       ? 4
                    : element.has_edges()    ? 3
                    : element.is_one_sided() ? 1
                    : element.is_endless()   ? 2
                                             : 0);
  }
  return kinds;
}

std::vector<std::string> RunWriter::element_names() const {
  std::vector<std::string> names;
  for (const NetworkElement& element : plan_.network.elements) names.push_back(element.name);
  for (const std::string& name : held_->owners())
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  if (names.empty()) names.emplace_back();
  return names;
}

int RunWriter::element(const std::string& name) const {
  const auto names = element_names();
  return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
}

void RunWriter::functions() {
  given_motions();
  massless_velocities();
  evaluate();
  if (!model_.states.empty()) state_rates();
  look();
  controllers();
}

/// y to what is known of an instant.
void RunWriter::look() {
  src_.begin_function("static void", "look",
                      {{"struct run *r", "r"},
                       {"double t", "t"},
                       {"const double y[]", "y"},
                       {"double kink[]", "kink"},
                       {"struct instant *now", "now"}},
                      "What is known of the instant t with the state y, in the modes of r.");
  src_.statement("int i");
  src_.statement("for (i = 0; i < PIECES_ROOM; i++) kink[i] = 0.0");
  if (!plan_.internals.empty())
    src_.statement(std::string("for (i = 0; i < ") + kStates +
                   "; i++) r->memory.z[i] = y[2*BODIES + i]");
  const std::string inner = plan_.internals.empty() ? "" : std::string(" + ") + kStates;
  if (!model_.states.empty())
    src_.statement("for (i = 0; i < STATES; i++) r->memory.x[i] = y[2*BODIES" + inner + " + i]");
  src_.statement("evaluate(t, y, y + BODIES, &r->p, &r->memory, kink, now)");
  if (!model_.states.empty())
    src_.statement(
        "state_rates(t, now->seen.q, now->seen.v, &r->p, &r->memory, kink, now->seen.state_rate)");
  src_.end_function();
  if (n_states() == 0) return;
  src_.begin_function("static void", "inner_rates",
                      {{"const struct instant *now", "now"}, {"double dy[]", "dy"}},
                      "Rates of what has no body.");
  if (n_states() > 0) src_.statement("int i");
  if (!plan_.internals.empty())
    src_.statement(std::string("for (i = 0; i < ") + kStates + "; i++) dy[i] = now->" + kStateRate +
                   "[i]");
  if (!model_.states.empty())
    src_.statement("for (i = 0; i < STATES; i++) dy[" +
                   (plan_.internals.empty() ? "" : std::string(kStates) + " + ") +
                   "i] = now->seen.state_rate[i]");
  src_.end_function();
}

/// What a controller computes.
void RunWriter::sample(std::size_t index) {
  const Controller& controller = model_.controllers[index];
  std::size_t first = 0;
  for (std::size_t c = 0; c < index; ++c) first += model_.controllers[c].memory.size();
  src_.begin_function("static void", "sample_" + controller.name,
                      {{"double t", "t"},
                       {"const double q[]", "q"},
                       {"const double v[]", "v"},
                       {"const struct parameters *p", "p"},
                       {"struct memory *m", "m"}},
                      "A sample of the controller " + controller.name + ".");
  for (std::size_t k = 0; k < controller.memory.size(); ++k)
    src_.name(controller.memory[k].name, "m->computed[" + std::to_string(first + k) + "]");
  for (const Controller::Assignment& assignment : controller.update) {
    const auto place = place_in_memory(controller, assignment.to);
    src_.assign("m->computed[" + std::to_string(first + static_cast<std::size_t>(*place)) + "]",
                src_.plain_code(inlined(assignment.value)));
  }
  src_.end_function();
  for (const Parameter& parameter : model_.parameters)  // a memory may have had its name
    src_.name(parameter.name, src_.of("p", safe_name(parameter.name)));
}

void RunWriter::controllers() {
  for (std::size_t c = 0; c < model_.controllers.size(); ++c) sample(c);
  if (model_.controllers.empty()) return;
  const std::string n = std::to_string(model_.controllers.size());
  src_.begin_function("static double", "mark_of",
                      {{"const struct run *r", "r"},
                       {"const struct parameters *p", "p"},
                       {"int controller", "controller"},
                       {"int acts", "acts"}},
                      "When a controller samples next, or its values act.");
  std::string text = "INFINITY";
  for (std::size_t c = model_.controllers.size(); c-- > 0;) {
    const Controller& controller = model_.controllers[c];
    const auto code = [&](const Expression& e) {
      return src_.plain_code(e);
    };
    text = "controller == " + std::to_string(c) + " ? " + code(controller.first) + " + (acts ? " +
           code(controller.delay) + " : 0.0) + r->memory.clock[controller][acts]*(" +
           code(controller.period) + ") : (" + text + ")";
  }
  src_.statement("return " + text);
  src_.end_function();
  src_.begin_function("static double", "next_mark", {{"const struct run *r", "r"}},
                      "The next instant that the time alone decides.");
  src_.statement("double next = INFINITY");
  src_.statement("int c");
  src_.statement(
      "for (c = 0; c < " + n +
      "; c++) next = fmin(next, fmin(mark_of(r, &r->p, c, 0), mark_of(r, &r->p, c, 1)))");
  src_.statement("return next");
  src_.end_function();
  src_.begin_function("static void", "pass_marks", {{"struct run *r", "r"}},
                      "Samples that are due, and values that begin to act.");
  src_.statement("struct instant now");
  src_.statement("double kink[PIECES_ROOM]");
  src_.statement("int i");
  src_.statement("look(r, r->motion.t0, r->motion.y0, kink, &now)");
  std::size_t first = 0;
  for (std::size_t c = 0; c < model_.controllers.size(); ++c) {
    const Controller& controller = model_.controllers[c];
    const std::string me = std::to_string(c);
    src_.begin_if("mark_of(r, &r->p, " + me + ", 0) <= r->motion.t0");
    src_.statement("sample_" + controller.name +
                   "(r->motion.t0, now.seen.q, now.seen.v, &r->p, &r->memory)");
    src_.statement("r->memory.clock[" + me + "][0] += 1.0");
    src_.end_if();
    src_.begin_if("mark_of(r, &r->p, " + me + ", 1) <= r->motion.t0");
    src_.statement("for (i = " + std::to_string(first) + "; i < " +
                   std::to_string(first + controller.memory.size()) +
                   "; i++) r->memory.held[i] = r->memory.computed[i]");
    src_.statement("r->memory.clock[" + me + "][1] += 1.0");
    src_.end_if();
    first += controller.memory.size();
  }
  src_.end_function();
}

/// Parameters, and the state at the start.
void RunWriter::start() {
  src_.hold({});
  src_.begin_function("static void", "dependent_parameters", {{"struct parameters *p", "p"}},
                      "Works out those parameters that are formulas of others.");
  for (const std::size_t i : parameters_in_order(model_)) {
    const Parameter& p = model_.parameters[i];
    if (follows(p)) src_.assign(src_.of("p", safe_name(p.name)), src_.code(p.value));
  }
  src_.end_function();
  src_.begin_function("static void", "default_parameters", {{"struct parameters *p", "p"}},
                      "The values of the model.");
  for (const Parameter& p : model_.parameters)
    if (!follows(p)) src_.assign(src_.of("p", safe_name(p.name)), src_.code(p.value));
  if (model_.parameters.empty()) src_.assign("p->none", "0.0");
  src_.statement("dependent_parameters(p)");
  src_.end_function();
  src_.begin_function("static void", "first_state",
                      {{"struct run *r", "r"}, {"const struct parameters *p", "p"}},
                      "Where the model starts, with the parameters of r.");
  src_.statement("double *y = r->motion.y0");
  src_.statement("(void)y");
  src_.assign("r->motion.t0", src_.code(model_.simulation.start));
  src_.assign("r->tolerance",
              model_.simulation.tolerance ? src_.code(*model_.simulation.tolerance) : "1e-12");
  for (const Body& b : model_.bodies) {
    if (b.motion) continue;
    src_.assign("y[" + body(b.name) + "]", src_.code(b.position));
    src_.assign("y[BODIES + " + body(b.name) + "]", src_.code(b.velocity));
  }
  const std::string inner = plan_.internals.empty() ? "" : std::string(kStates) + " + ";
  for (const StateVariable& x : model_.states)
    src_.assign("y[2*BODIES + " + inner + "STATE_" + x.name + "]", src_.code(x.start));
  std::size_t place = 0;
  for (const Controller& controller : model_.controllers)
    for (const Controller::Memory& memory : controller.memory) {
      const std::string at = "[" + std::to_string(place++) + "]";
      src_.assign("r->memory.held" + at + " = r->memory.computed" + at, src_.code(memory.start));
    }
  src_.end_function();
}

/// Sizes and tables that the functions of runtime/ read.
void RunWriter::run_tables() {
  const std::size_t pieces = held_->pieces().size();
  std::vector<int> jumps, jump_pieces;  // those of an element beside each other
  for (const std::string& owner : held_->owners())
    for (std::size_t i = 0; i < pieces; ++i)
      if (std::ranges::find(held_->pieces()[i].owners, owner) != held_->pieces()[i].owners.end()) {
        jumps.push_back(element(owner));
        jump_pieces.push_back(static_cast<int>(i));
      }
  const auto size = [&](const std::string& name, std::size_t n) {
    src_.statement("enum { " + name + " = " + std::to_string(n) + ", " + name +
                   "_ROOM = " + std::to_string(std::max<std::size_t>(n, 1)) + " }");
  };
  size("PIECES", pieces);
  size("GAPS", gaps_.size());
  size("JUMPS", jumps.size());
  size("GUARDS", n_guards());
  src_.statement(
      "enum { N = " + std::to_string(n_values()) +
      ", JOINTS_ROOM = " + std::to_string(std::max<std::size_t>(plan_.joints.size(), 1)) +
      ", STATES_ROOM = " + std::to_string(std::max<std::size_t>(model_.states.size(), 1)) + " }");
  std::vector<int> masses, kinds, edges, massless, joints, gaps;
  for (const BodyRole role : plan_.network.roles) masses.push_back(role == BodyRole::Inertial);
  for (const HeldPiece& piece : held_->pieces()) {
    kinds.push_back(static_cast<int>(piece.kind));
    edges.push_back(piece.at_edge);
  }
  for (const Joint& joint : plan_.joints) {
    massless.push_back(joint.touches_massless);
    joints.push_back(element(joint.element.name));
  }
  std::vector<std::string> gap_pieces;
  for (const HeldGap& gap : gaps_) {
    gaps.push_back(element(gap.name));
    gap_pieces.push_back(
        "{" + Source::joined(as_text({gap.upper, gap.upper_pushes, gap.lower, gap.lower_pushes})) +
        "}");
  }
  const auto table = [&](const std::string& name, const std::string& n, std::vector<int> values) {
    if (values.empty()) values.push_back(0);
    list("static const int ", name, n, as_text(values));
  };
  std::vector<int> motions;
  for (const Body& b : model_.bodies) motions.push_back(b.motion.has_value());
  table("has_mass", "BODIES", masses);
  table("has_motion", "BODIES", motions);
  table("piece_kind", "PIECES_ROOM", kinds);
  table("piece_edge", "PIECES_ROOM", edges);
  table("gap_element", "GAPS_ROOM", gaps);
  if (gap_pieces.empty()) gap_pieces.push_back("{-1, -1, -1, -1}");
  src_.statement("static const int gap_piece[GAPS_ROOM][4] = {" + Source::joined(gap_pieces) + "}");
  table("jump_element", "JUMPS_ROOM", jumps);
  table("jump_piece", "JUMPS_ROOM", jump_pieces);
  if (plan_.joints.empty()) return;
  table("joint_kind", "JOINTS", joint_kinds());
  table("joint_element", "JOINTS", joints);
  table("at_massless", "JOINTS", massless);
}

std::string RunWriter::structure() {
  std::vector<std::string> bodies, pairs, dampings, internals, states;
  for (const Body& b : model_.bodies) bodies.push_back(b.name);
  for (std::size_t j = 0; j < plan_.joints.size(); ++j)
    (j < plan_.n_pairs ? pairs : dampings).push_back(plan_.joints[j].element.name);
  for (const auto* f : plan_.internals) internals.push_back(f->name);
  for (const StateVariable& x : model_.states) states.push_back(x.name);
  enumerate("BODY_", bodies, "BODIES");
  if (!pairs.empty()) enumerate("PAIR_", pairs, "");
  if (!dampings.empty()) enumerate("JOINT_", dampings, "", plan_.n_pairs);
  if (!internals.empty()) enumerate(kStatePrefix, internals, kStates);
  if (!states.empty()) enumerate("STATE_", states, "STATES");
  tables();
  run_tables();
  tables_of_calls();
  src_.blank();
  src_.raw(run_seen_h);
  instant();
  return src_.take();
}

/// The files of runtime/ that the run needs behind the functions of the model.
std::string RunWriter::run_time(const std::set<std::string>& on) const {
  std::string text;
  for (const std::string_view file :
       {run_words_c, run_table_c, run_step_c, run_roots_c, run_impacts_c, run_modes_c, run_events_c,
        run_c, run_calls_c, run_show_c})
    if ((file.data() != run_impacts_c.data() || on.contains("IMPACTS")) &&
        (file.data() != run_show_c.data() || on.contains("SHOWN")))
      text += "\n" + select_parts(file, on);
  return text;
}

/// What the model has, for select_parts().
std::set<std::string> RunWriter::parts_of_run(const std::string& functions) const {
  auto on = features();
  on.erase("STOPS");
  const auto add = [&](bool has, const char* part) {
    if (has) on.insert(part);
  };
  add(true, "RUN");
  add(n_states() > 0, "STATES");
  add(!model_.controllers.empty(), "MARKS");
  add(has_joints(), "JOINED");
  add(impacts(), "IMPACTS");
  add(!input_states_.empty(), "GIVEN");
  add(shows_, "SHOWN");
  add(!plan_.internals.empty(), "INNER_STATES");
  add(!model_.states.empty(), "OWN_STATES");
  add(has_word(functions, "rate_of"), "RATES");
  add(has_word(functions, "push"), "PUSHES");
  add(has_word(functions, "normal_noise"), "PRESSED");
  return on;
}

ExportedC RunWriter::write() {
  functions();
  start();
  checks();
  const std::string made = src_.take();
  const std::string structure_text = structure();
  const auto on = parts_of_run(made);
  const std::string main = main_program(on);
  std::string text = "/* " + options_.name + ".c: see " + options_.name +
                     ".h. Made by luztar. */\n\n#include \"" + options_.name +
                     ".h\"\n\n#include <float.h>\n#include <math.h>\n\n" + structure_text +
                     support_code(Language::C, src_.used()) + runtime(on);
  if (plan_.massless) text += select_parts(run_massless_c, on);
  text += made + run_time(on) + main;
  return {public_names(header(on)), public_names(text)};
}

}  // namespace luztar
