// What a generated run shows: its header, and tables of the functions that are called from outside.
#include <algorithm>
#include <cctype>
#include <filesystem>

#include "luztar/derive/embedded.h"
#include "luztar/derive/model_keys.h"
#include "luztar/derive/run_writer.h"

namespace luztar {
namespace {

std::string in_comment(std::string text) {
  for (std::size_t at = text.find("*/"); at != std::string::npos; at = text.find("*/", at + 1))
    text.replace(at, 2, "* /");
  for (std::size_t at = text.find("/*"); at != std::string::npos; at = text.find("/*", at + 1))
    text.replace(at, 2, "/ *");
  std::replace(text.begin(), text.end(), '\\', '/');
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// "" if there are none.
std::string enumeration(const std::string& words, const std::vector<std::string>& members) {
  std::string text = "/* " + words + " */\nenum {";
  for (std::size_t i = 0; i < members.size(); ++i)
    text += std::string(i > 0 ? "," : "") + (i % 4 == 0 ? "\n  " : " ") + members[i];
  return members.empty() ? "" : text + "\n};\n\n";
}

std::vector<std::string> with_prefix(const std::string& prefix, std::vector<std::string> names) {
  for (std::string& name : names) name.insert(0, prefix);
  return names;
}

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

std::string RunWriter::parameters_struct() const {
  std::string text = "struct parameters {\n";
  for (const Parameter& p : model_.parameters) {
    std::string words = in_comment(p.about);
    if (!p.unit.empty())
      words += (words.empty() ? "" : " ") + ("[" + in_comment(p.unit) + "] in SI");
    if (follows(p)) words += words.empty() ? "follows" : ", follows";
    text += "  double " + safe_name(p.name) + ";" + (words.empty() ? "" : " /* " + words + " */") +
            "\n";
  }
  if (model_.parameters.empty()) text += "  double none;\n";
  return text + "};\n\n";
}

/// Sizes of the members of run_struct.h: C has no arrays without elements.
std::string RunWriter::sizes() const {
  std::vector<std::string> members{"NAME_BODIES = " + std::to_string(model_.bodies.size()),
                                   "NAME_EVENTS = 64"};
  const auto add = [&](const std::string& name, std::size_t size) {
    members.push_back("NAME_" + name + " = " + std::to_string(std::max<std::size_t>(size, 1)));
  };
  add("JOINTS", plan_.joints.size());
  add("PIECES", held_->pieces().size());
  add("INTERNALS", plan_.internals.size());
  add("STATES", model_.states.size());
  add("HELD", held_values());
  add("CONTROLLERS", model_.controllers.size());
  add("VALUES", n_values());
  add("GUARDS", n_guards());
  if (shows_) add("ELEMENTS", element_names().size());
  return enumeration("Sizes.", members);
}

std::string RunWriter::header(const std::set<std::string>& on) const {
  std::vector<std::string> bodies, elements = element_names();
  for (const Body& b : model_.bodies) bodies.push_back(b.name);
  if (elements.front().empty()) elements.clear();
  const std::string file = std::filesystem::path(model_.file).filename().string();
  const std::string guard = options_.name + "_h";
  return "/* " + in_comment(model_.title.empty() ? "A model without a title" : model_.title) +
         ".\n\n   Made by luztar from " + in_comment(file) +
         ". SI units, angles in rad. C99 with math.h; no allocation, no written globals.\n\n"
         "     static struct run r;\n     NAME_init(&r, 0);\n"
         "     for (;;) NAME_step(&r, 0.001);\n\n"
         "   Positions r.q, velocities r.v, events r.event[0 .. r.events - 1] of the last call. "
         "*/\n#ifndef " +
         guard + "\n#define " + guard + "\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n" +
         enumeration("Places in q and v.", with_prefix("NAME_BODY_", bodies)) +
         enumeration("Elements of events; behind them what may jump.",
                     with_prefix("NAME_ELEMENT_", elements)) +
         enumeration("Inputs.", with_prefix("NAME_INPUT_", options_.inputs)) + sizes() +
         parameters_struct() + select_parts(run_struct_h, on) +
         "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}

/// Which words NAME_mode_name() has for an element.
int RunWriter::words_of(const std::string& name) const {
  const auto joint = std::find_if(plan_.joints.begin(), plan_.joints.end(),
                                  [&](const Joint& j) { return j.element.name == name; });
  if (joint != plan_.joints.end()) {
    const NetworkElement& own = joint->element;
    return own.is_one_sided() && !own.has_edges() ? 1 : own.is_endless() ? 2 : 0;
  }
  const auto gap =
      std::find_if(gaps_.begin(), gaps_.end(), [&](const HeldGap& g) { return g.name == name; });
  return gap != gaps_.end() && (gap->upper_pushes >= 0 || gap->lower_pushes >= 0) ? 3 : 2;
}

/// Of run_calls.c and run_main.c.
void RunWriter::tables_of_calls() {
  std::vector<std::string> names, words, places;
  for (const std::string& name : element_names()) {
    names.push_back('"' + name + '"');
    words.push_back(std::to_string(words_of(name)));
  }
  src_.statement("enum { ELEMENTS = " + std::to_string(names.size()) + " }");
  list("static const char *const ", "element_name", "ELEMENTS", names);
  list("static const int ", "element_words", "ELEMENTS", words);
  for (const std::size_t state : input_states_)
    places.push_back(std::to_string(2 * model_.bodies.size() + plan_.internals.size() + state));
  if (places.empty()) return;
  src_.statement("enum { GIVEN_INPUTS = " + std::to_string(places.size()) + " }");
  list("static const int ", "given_place", "GIVEN_INPUTS", places);
}

/// The program for trying.
std::string RunWriter::main_program(const std::set<std::string>& on) {
  src_.begin_function("static double", "duration_of_run", {{"const struct parameters *p", "p"}},
                      "How long the model runs [s].");
  src_.statement("return " + src_.plain_code(model_.simulation.duration));
  src_.end_function();
  return "\n#ifdef LUZTAR_MAIN" + src_.take() + "\n" + select_parts(run_main_c, on) + "#endif\n";
}

/// "struct run" is "struct NAME", and so on.
std::string RunWriter::public_names(std::string text) const {
  const auto replace = [&](const std::string& from, const std::string& to, bool whole) {
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size()))
      if (!whole || !is_of_name(text[at + from.size()])) text.replace(at, from.size(), to);
  };
  for (std::size_t at = text.find("struct\n"); at != std::string::npos;
       at = text.find("struct\n", at))  // a broken line
    text.replace(at, text.find_first_not_of(" \n", at + 6) - at, "struct ");
  for (const std::string part : {"parameters", "memory", "event", "motion", "ahead", "instant",
                                 "seen", "box", "law", "polyline", "blow", "shown"})
    replace("struct " + part, "struct NAME_" + part, true);
  replace("struct run", "struct " + options_.name, true);
  replace("NAME_", options_.name + "_", false);
  return text;
}

}  // namespace luztar
