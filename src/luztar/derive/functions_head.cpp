// What stands before the functions in generated source: names, parameters, tables, the solver.
#include <algorithm>
#include <filesystem>
#include <utility>
#include <variant>

#include "luztar/derive/embedded.h"
#include "luztar/derive/functions_writer.h"
#include "luztar/derive/model_keys.h"

namespace luztar {
namespace {

std::vector<std::string> quoted(const std::vector<std::string>& names) {
  std::vector<std::string> list;
  for (const std::string& name : names) list.push_back('"' + name + '"');
  return list;
}

template <class List>
std::vector<std::string> names_of(const List& list) {
  std::vector<std::string> names;
  for (const auto& item : list) names.push_back(item.name);
  return names;
}

/// Text that may stand in a comment of C and in a docstring.
std::string harmless(std::string text) {
  for (const auto& [bad, good] :
       {std::pair{"*/", "* /"}, std::pair{"/*", "/ *"}, std::pair{"\"\"\"", "'''"}})
    for (std::size_t at = text.find(bad); at != std::string::npos; at = text.find(bad, at + 1))
      text.replace(at, std::string_view(bad).size(), good);
  std::replace(text.begin(), text.end(), '\\', '/');
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

std::set<std::string> FunctionsWriter::features() const {
  std::set<std::string> on{"GENERATED"};
  if (plan_.massless) on.insert("MASSLESS");
  const bool inner = plan_.has_parents();
  if (inner) on.insert("INNER");
  if (inner || plan_.massless) on.insert("LAST");
  if (plan_.breaks) on.insert("BREAKS");
  if (plan_.cycles) on.insert("CYCLES");
  if (plan_.rigid) on.insert("RIGID");
  if (!plan_.tree) on.insert("BOX");
  if (has_joints()) on.insert("LARGEST");
  if (has_stops_) on.insert("STOPS");
  if (uses_tables_) on.insert("TABLES");
  return on;
}

void FunctionsWriter::enumerate(const std::string& prefix, const std::vector<std::string>& names,
                                const std::string& count, std::size_t first) {
  std::vector<std::string> members;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (src_.is_c())
      members.push_back(prefix + names[i] +
                        (i == 0 && first > 0 ? " = " + std::to_string(first) : ""));
    else
      src_.assign(prefix + names[i], std::to_string(first + i));
  if (src_.is_c() && !count.empty()) members.push_back(count);
  if (src_.is_c()) src_.statement("enum { " + Source::joined(members) + " }");
  if (!src_.is_c() && !count.empty()) src_.assign(count, std::to_string(first + names.size()));
}

void FunctionsWriter::list(const std::string& type, const std::string& name,
                           const std::string& size, const std::vector<std::string>& values) {
  std::string upper = name;
  for (char& c : upper) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c);
  const std::string items = Source::joined(values);
  src_.either(type + name + "[" + size + "] = {" + items + "}", upper + " = [" + items + "]");
}

void FunctionsWriter::names() {
  const std::string text = "const char *const ";
  enumerate("BODY_", names_of(model_.bodies), "BODIES");
  list(text, "body_names", "BODIES", quoted(names_of(model_.bodies)));
  std::vector<std::string> pairs, dampings, internals;
  for (std::size_t j = 0; j < plan_.joints.size(); ++j)
    (j < plan_.n_pairs ? pairs : dampings).push_back(plan_.joints[j].element.name);
  for (const Friction* f : plan_.internals) internals.push_back(f->name);
  auto all = pairs;
  all.insert(all.end(), internals.begin(), internals.end());
  if (!all.empty()) {
    enumerate("PAIR_", all, "PAIRS");
    list(text, "pair_names", "PAIRS", quoted(all));
  }
  if (!dampings.empty()) enumerate("JOINT_", dampings, "", plan_.n_pairs);
  if (!internals.empty()) enumerate(kStatePrefix, internals, kStates);
  if (!model_.states.empty()) {
    enumerate("STATE_", names_of(model_.states), "STATES");
    list(text, "state_names", "STATES", quoted(names_of(model_.states)));
  }
  if (!branches_.empty()) {
    std::vector<std::string> branches;
    for (const std::string& name : branches_) branches.push_back(name.substr(7));
    enumerate("BRANCH_", branches, "BRANCHES");
  }
  std::vector<std::string> limited;
  for (const Joint& joint : plan_.joints)
    if (joint.element.has_edges()) limited.push_back(joint.element.name);
  if (!limited.empty()) enumerate("STOP_", limited, "STOPS");
  if (!model_.parameters.empty())
    list(text, "parameter_names", std::to_string(model_.parameters.size()),
         quoted(names_of(model_.parameters)));
}

void FunctionsWriter::parameters() {
  const auto order = parameters_in_order(model_);
  const auto words = [](const Parameter& p) {
    return harmless(
        p.about +
        (p.unit.empty() ? "" : std::string(p.about.empty() ? "" : " ") + "[" + p.unit + "] in SI"));
  };
  src_.blank();
  if (src_.is_c()) {
    src_.raw("struct parameters {\n");
    for (const Parameter& p : model_.parameters)
      src_.raw("  double " + safe_name(p.name) + ";" +
               (words(p).empty() ? "" : " /* " + words(p) + " */") + "\n");
    if (model_.parameters.empty()) src_.raw("  double none;\n");
    src_.raw("};\n");
    src_.begin_function("void", "dependent_parameters", {{"struct parameters *p", "p"}},
                        "Works out those parameters that are formulas of others.");
    for (const std::size_t i : order)
      if (follows(model_.parameters[i]))
        src_.assign(src_.of("p", safe_name(model_.parameters[i].name)),
                    src_.code(model_.parameters[i].value));
    src_.end_function();
    src_.begin_function("void", "default_parameters", {{"struct parameters *p", "p"}},
                        "The values of the model.");
    for (const Parameter& p : model_.parameters)
      if (!follows(p)) src_.assign(src_.of("p", safe_name(p.name)), src_.code(p.value));
    if (model_.parameters.empty()) src_.assign("p->none", "0.0");
    src_.statement("dependent_parameters(p)");
    src_.end_function();
    return;
  }
  src_.raw(
      "\nclass Parameters:\n"
      "    \"\"\"The values of the model; Parameters(name=value) changes some of them.\"\"\"\n\n"
      "    def __init__(p, **changes):\n");
  for (const std::size_t i : order) {
    const Parameter& p = model_.parameters[i];
    const std::string name = safe_name(p.name);
    if (!words(p).empty()) src_.raw("        # " + words(p) + "\n");
    const std::string value = src_.code(p.value);
    src_.raw("        p." + name + " = changes.pop(\"" + name + "\", None)\n        if p." + name +
             " is None:\n            p." + name + " = " + value + "\n");
  }
  src_.raw(
      "        if changes:\n"
      "            raise TypeError(\"no parameters \" + \", \".join(changes))\n");
}

void FunctionsWriter::memory() {
  if (!has_memory()) return;
  const auto member = [&](bool wanted, const std::string& type, const std::string& name,
                          const std::string& size, const std::string& words) {
    if (!wanted) return;
    if (src_.is_c())
      src_.raw("  " + type + " " + name + "[" + size + "]; /* " + words + " */\n");
    else
      src_.raw("        self." + name + " = [" + (type == "int" ? "0" : "0.0") + "]*" + size +
               "  # " + words + "\n");
  };
  src_.blank();
  src_.raw(
      src_.pick("/* What a state consists of besides q and v; all 0 at the start" +
                    std::string(model_.states.empty() ? "" : ", x by start_states()") +
                    ". */\n"
                    "struct memory {\n",
                "\nclass Memory:\n    \"\"\"What a state consists of besides q and v.\"\"\"\n\n"
                "    def __init__(self):\n"));
  member(!plan_.internals.empty(), "double", "z", kStates, kStateWords);
  member(!model_.states.empty(), "double", "x", "STATES", "states of the model");
  member(!branches_.empty(), "int", "branch", "BRANCHES",
         "1 from where the speed rises above `rise` until it falls below `fall`");
  member(has_stops_, "int", "side", "STOPS", "edge it rests on: 1 upper, -1 lower, 2 both, 0 free");
  if (src_.is_c()) src_.raw("};\n");
}

void FunctionsWriter::measured_signals() {
  std::vector<std::string> measured;
  for (const Signal& signal : model_.signals)
    if (std::holds_alternative<Table>(signal.value)) measured.push_back(safe_name(signal.name));
  if (measured.empty()) return;
  src_.blank();
  src_.raw(
      src_.pick("/* Measured signals at this instant: value and first two derivatives. */\n"
                "struct signals {\n",
                "\nclass Signals:\n    \"\"\"Measured signals at this instant: value and first "
                "two derivatives.\"\"\"\n\n    def __init__(self):\n"));
  for (const std::string& name : measured)
    src_.raw(src_.is_c() ? "  double " + name + "[3];\n" : "        self." + name + " = [0.0]*3\n");
  if (src_.is_c()) src_.raw("};\n");
}

void FunctionsWriter::instant() {
  const auto member = [&](bool wanted, const std::string& type, const std::string& name,
                          const std::string& size, const std::string& more,
                          const std::string& words) {
    if (!wanted) return;
    const std::string zero = type == "int" ? "0" : "0.0";
    std::string text = src_.is_c() ? "  " + type + " " + name : "        self." + name + " = ";
    if (src_.is_c())
      text += (size.empty() ? "" : "[" + size + "]") + (more.empty() ? "" : "[" + more + "]") + ";";
    else if (size.empty())
      text += zero;
    else
      text += more.empty() ? "[" + zero + "]*" + size
                           : "[[" + zero + "]*" + more + " for _ in range(" + size + ")]";
    src_.raw(text + src_.pick(" /* ", "  # ") + words + src_.pick(" */\n", "\n"));
  };
  src_.blank();
  src_.raw(src_.pick("struct instant {\n", "\nclass Instant:\n    def __init__(self):\n"));
  const bool j = has_joints();
  member(true, "double", "mass", "BODIES", "", "of bodies that forces accelerate");
  member(true, "double", "force", "BODIES", "", "sum of the forces that are known");
  member(true, "double", "x", "BODIES", "", "accelerations; of bodies with a given motion, known");
  member(plan_.massless, "int", "given", "BODIES", "", "1: x is known at this stage");
  member(j, "double", "largest", "", "", "force: what rounding is judged by");
  member(j && plan_.tree, "double", "arm", "JOINTS", "2", "coefficients of joint_body in w");
  member(j && !plan_.tree, "double", "row", "JOINTS", "BODIES", "coefficients in w");
  member(j, "double", "strength", "JOINTS", "2", "limits of T at rest: downwards, upwards");
  member(j && plan_.breaks, "double", "kinetic", "JOINTS", "2",
         "what is left of them when it breaks");
  member(j, "int", "rests", "JOINTS", "", "1: the rate is 0, T follows from Gauss's principle");
  member(j, "double", "lower", "JOINTS", "", "limits of T handed to solve()");
  member(j, "double", "upper", "JOINTS", "", "the same, upwards");
  member(plan_.massless, "double", "viscous", "JOINTS", "", "and damping");
  member(j, "int", "mode", "JOINTS", "", "sign of w, 0 if it sticks");
  member(j, "double", "friction", "JOINTS", "", "T of joints that move");
  member(j && !plan_.tree, "double", "found", "JOINTS", "", "T of solve(), one of many");
  member(!plan_.internals.empty(), "double", kStateForce, kStates, "", "T");
  member(!plan_.internals.empty(), "double", kStateRate, kStates, "", "of z");
  member(j && held(), "int", "broken", "JOINTS", "",
         "direction in which it just reached its limit");
  member(shows_, "double", "shown", "ELEMENTS", "", "forces of elements that are no joints");
  if (held()) src_.raw("  struct seen seen;\n");
  if (src_.is_c()) src_.raw("};\n");
}

/// The structure of the network.
void FunctionsWriter::tables() {
  src_.blank();
  std::vector<std::string> free, joint_in, order, ends, breaks;
  for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
    free.push_back(plan_.network.is_given(static_cast<int>(b)) ? src_.pick("0", "False")
                                                               : src_.pick("1", "True"));
    joint_in.push_back(std::to_string(plan_.joint_in[b]));
  }
  const auto place = [this](int other) {
    return other == kGround ? "-1" : body(other);
  };
  for (const Joint& joint : plan_.joints) {
    ends.push_back(src_.pick("{", "(") + place(joint.first) + ", " + place(joint.other) +
                   src_.pick("}", ")"));
    breaks.push_back(joint.may_break ? src_.pick("1", "True") : src_.pick("0", "False"));
  }
  for (const int b : plan_.order) order.push_back(body(b));
  const std::string type = "static const int ";
  list(type, "is_free", "BODIES", free);
  if (!has_joints()) return;
  const std::string n = std::to_string(plan_.joints.size());
  src_.either("enum { JOINTS = " + n + " }", "JOINTS = " + n);
  if (plan_.breaks) list(type, "may_break", "JOINTS", breaks);
  if (!plan_.tree) return;
  src_.either("enum { NODES = " + std::to_string(plan_.order.size()) +
                  ", POINTS = " + std::to_string(plan_.most_points) + " }",
              "");
  src_.comment("Joints, the end further out first; -1 is the ground.");
  src_.either("static const int joint_body[JOINTS][2] = {" + Source::joined(ends) + "}",
              "JOINT_BODY = [" + Source::joined(ends) + "]");
  if (plan_.has_parents() || !src_.is_c()) {
    src_.comment(
        "The joint that connects a body to the one before it, towards the root; -1: none.");
    list(type, "joint_in", "BODIES", joint_in);
  }
  src_.comment("Bodies that move, those furthest out first.");
  if (order.empty() && src_.is_c())
    list(type, "order", "1", {"-1"});  // C has no arrays without elements
  else
    list(type, "order", "NODES", order);
}

/// The comment at the top.
std::string FunctionsWriter::about() const {
  const std::string title = model_.title.empty() ? "A model without a title" : model_.title;
  const std::string file = std::filesystem::path(model_.file).filename().string();
  std::vector<std::string> words{
      title + ".", "",
      "Made by luztar from " + (file.empty() ? "a model" : file) + ". SI units, angles in rad.", "",
      "accelerations() gives the accelerations of all bodies at the time t, positions q, "
      "velocities "
      "v and parameters p; friction_forces() the forces of all frictions, links and stops. A pair "
      "is at rest where its rate is 0 up to rounding. What sticks and what slides there follows "
      "from Gauss's principle over the limits of all pairs at rest at once."};
  if (has_motions_)
    words.emplace_back("Positions and velocities of bodies with a given motion are not read.");
  if (plan_.massless)
    words.emplace_back("Velocities of massless bodies are not read: velocities() gives them.");
  if (!model_.freewheels.empty())
    words.emplace_back(
        "A freewheel counts among them; a rate below 0 holds it too, and impacts are not part of "
        "this.");
  if (has_stops_)
    words.emplace_back("A stop acts while it rests on an edge; impacts are not part of this.");
  std::string text = src_.is_c() ? "/* " : "\"\"\"";
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (const std::string& line : wrapped_words(harmless(words[i]), 96))
      text += (i > 0 && src_.is_c() && !line.empty() ? "   " : "") + line + "\n";
  }
  text.pop_back();
  return text + (src_.is_c() ? " */\n" : "\n\"\"\"\n");
}

/// The files of runtime/ that the model needs.
std::string FunctionsWriter::runtime(const std::set<std::string>& on) const {
  std::string text;
  const auto copy = [&](std::string_view c, std::string_view python) {
    text += select_parts(src_.pick(c, python), on);
  };
  copy(helpers_c, helpers_py);
  text += src_.pick("", "\n");
  if (!has_joints()) return text;
  if (plan_.tree) {
    copy(polyline_c, polyline_py);
    copy(tree_c, tree_py);
  } else {
    copy(box_c, box_py);
  }
  copy(forces_c, forces_py);
  return text;
}

std::string FunctionsWriter::head(const std::string& functions) {
  src_.raw("\n");
  names();
  parameters();
  memory();
  measured_signals();
  const std::string declared = src_.take();
  tables();
  instant();
  const std::string structure = src_.take();
  auto on = features();
  if (has_word(functions, "rate_of")) on.insert("RATES");
  if (has_word(functions, "push")) on.insert("PUSHES");
  std::string text = declared;
  if (std::string support = support_code(src_.language(), src_.used()); !support.empty()) {
    support.insert(0, src_.pick("\n", "\n\n"));
    std::vector<Expression> early;
    for (const Parameter& parameter : model_.parameters) early.push_back(parameter.value);
    const bool first = src_.is_c() && !support_code(src_.language(), early).empty();
    text = first ? support + text : text + support;
  }
  text += structure + runtime(on);
  const bool imports = has_word(text, "math") || has_word(functions, "math");
  return about() + src_.pick("\n#include <math.h>\n", imports ? "\nimport math\n" : "") + text;
}

}  // namespace luztar
