// What a generated run shows: its header, and the functions that are called from outside.
#include <algorithm>
#include <filesystem>

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

std::string table_of_names(const std::string& function, const std::string& argument,
                           const std::vector<std::string>& names) {
  std::string items;
  for (const std::string& name : names) items += (items.empty() ? "" : ", ") + ('"' + name + '"');
  const std::string n = std::to_string(names.size());
  return "\nconst char *NAME_" + function + "(int " + argument +
         ")\n{\n  static const char *const name[] = {" + items + "};\n  return " + argument +
         " >= 0 && " + argument + " < " + n + " ? name[" + argument + "] : \"\";\n}\n";
}

constexpr const char* kFunctions = R"(
void NAME_default_parameters(struct parameters *p)
{
  default_parameters(p);
}

int NAME_init(struct run *r, const struct parameters *p)
{
  static const struct run nothing;
  *r = nothing;
  if (p)
    r->p = *p;
  else
    default_parameters(&r->p);
  dependent_parameters(&r->p);
  first_state(r, &r->p);
  r->t = r->t0;
  r->work_limit = 1000000;
  begin(r);
  return r->status;
}

int NAME_step(struct run *r, double h)
{
  return advance(r, r->t + h);
}

int NAME_run_to(struct run *r, double t)
{
  return advance(r, t);
}

void NAME_set_parameters(struct run *r, const struct parameters *p)
{
  change_here(r);
  r->p = *p;
  dependent_parameters(&r->p);
}
)";

constexpr const char* kMain = R"(
#ifdef LUZTAR_MAIN
/* A run for trying: the duration, then the step. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  static struct run r;
  const double duration = argc > 1 ? strtod(argv[1], 0) : DURATION;
  const double h = argc > 2 ? strtod(argv[2], 0) : 1e-3;
  double start;
  int status = NAME_init(&r, 0), i, n;
  start = r.t;
  printf("t,element,from,to,cause\n");
  for (n = 1; status == 0 && r.t < start + duration; n++) {
    status = NAME_run_to(&r, fmin(start + n*h, start + duration));
    for (i = 0; i < r.events; i++) {
      const struct event *e = &r.event[i];
      printf("%.17g,%s,%s,%s,%s", e->t, NAME_element_name(e->element),
             NAME_mode_name(e->element, e->from, e->cause),
             NAME_mode_name(e->element, e->to, e->cause), NAME_cause_name(e->cause));
      if (e->cause == IMPACT) printf(" %.17g", e->impulse);
      printf("\n");
    }
  }
  fprintf(stderr, "t = %.17g: %s\n", r.t, NAME_status_text(status));
  for (i = 0; i < BODIES; i++) fprintf(stderr, "%.17g %.17g\n", r.q[i], r.v[i]);
  return status;
}
#endif
)";

}  // namespace

std::string RunWriter::room(const std::string& type, const std::string& name,
                            std::size_t size) const {
  return "  " + type + " " + name + "[" + std::to_string(std::max<std::size_t>(size, 1)) + "];\n";
}

std::string RunWriter::parameters_struct() const {
  std::string text = "struct parameters {\n";
  for (const Parameter& p : model_.parameters) {
    std::string words = in_comment(p.about);
    if (!p.unit.empty())
      words += (words.empty() ? "" : " ") + ("[" + in_comment(p.unit) + "] in SI");
    if (p.value.op() != Op::Number) words += words.empty() ? "follows" : ", follows";
    text += "  double " + safe_name(p.name) + ";" + (words.empty() ? "" : " /* " + words + " */") +
            "\n";
  }
  if (model_.parameters.empty()) text += "  double none;\n";
  return text + "};\n";
}

std::string RunWriter::memory_struct() const {
  std::string text = "struct memory {\n";
  if (!plan_.internals.empty()) text += room("double", "z", plan_.internals.size());
  if (!model_.states.empty()) text += room("double", "x", model_.states.size());
  text += room("int", "mode", plan_.joints.size());
  text += room("int", "edge", plan_.joints.size());
  text += room("double", "piece", held_->pieces().size());
  if (held_values() > 0) {
    text += room("double", "held", held_values()) + room("double", "computed", held_values());
    text += "  double clock[" + std::to_string(model_.controllers.size()) + "][2];\n";
  }
  return text + "  int deciding;\n};\n";
}

std::string RunWriter::run_struct() const {
  const std::size_t n = n_values(), guards = n_guards();
  std::string text =
      "struct run {\n"
      "  double t; /* what follows is at this time [s] */\n" +
      room("double", "q", model_.bodies.size()) + room("double", "v", model_.bodies.size()) +
      "  int status;\n"
      "  int events; /* of the last call: how many are in `event`, and how many found no room */\n"
      "  int lost;\n"
      "  struct event event[64];\n"
      "  double tolerance; /* relative, of a step */\n"
      "  long work_limit;  /* evaluations of the model that one call may make */\n"
      "  struct parameters p; /* changed by NAME_set_parameters() */\n"
      "  /* kept by the functions */\n"
      "  struct memory memory;\n"
      "  long work;\n"
      "  double t0, t1, h, length, longest;\n"
      "  int planned, ended, marked, changed, instants;\n";
  const std::string size = std::to_string(n);
  text += room("double", "y0", n) + room("double", "y1", n) + room("double", "size", n);
  text += "  double k[16][" + size + "], dense[7][" + size + "];\n";
  return text + room("int", "fired", guards) + room("int", "zero", guards) + "};\n";
}

std::string RunWriter::header() const {
  std::string guard = options_.name + "_h";
  const auto enumerated = [&](const std::string& prefix, const std::vector<std::string>& names) {
    std::string text = "enum {";
    for (std::size_t i = 0; i < names.size(); ++i)
      text +=
          std::string(i > 0 ? "," : "") + (i % 4 == 0 ? "\n  " : " ") + "NAME_" + prefix + names[i];
    return names.empty() ? "" : text + "\n};\n";
  };
  std::vector<std::string> bodies, elements = element_names();
  for (const Body& b : model_.bodies) bodies.push_back(b.name);
  if (elements.front().empty()) elements.clear();
  std::replace(guard.begin(), guard.end(), '-', '_');
  const std::string file = std::filesystem::path(model_.file).filename().string();
  std::string text =
      "/* " + in_comment(model_.title.empty() ? "A model without a title" : model_.title) +
      ".\n\n   Made by luztar from " + in_comment(file) +
      ". SI units, angles in rad. C99 with math.h; no allocation, no written "
      "globals.\n\n"
      "     static struct run r;\n"
      "     NAME_init(&r, 0);\n"
      "     for (;;) NAME_step(&r, 0.001);\n\n"
      "   Positions r.q, velocities r.v, events r.event[0 .. r.events - 1] of the "
      "last call. */\n#ifndef " +
      guard + "\n#define " + guard + "\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  text += "/* Places in q and v. */\n" + enumerated("BODY_", bodies) +
          "enum { NAME_BODIES = " + std::to_string(bodies.size()) + " };\n\n";
  text += "/* Elements of events; behind them what may jump. */\n" +
          enumerated("ELEMENT_", elements) + "\n";
  text +=
      "/* What a call returns. */\nenum {\n  NAME_FINE,\n  NAME_WORK_LIMIT, /* call it again to "
      "go on */\n  NAME_TOO_STIFF,\n  NAME_NO_MODES,\n  NAME_BACKWARD,\n  NAME_ENDLESS\n};\n\n";
  text +=
      "/* Causes of events. */\nenum {\n  NAME_BREAK, /* a friction reached its static limit "
      "*/\n  NAME_STOP, /* a rate reached 0 */\n  NAME_FOLLOW, /* because another element "
      "changed */\n  NAME_TOUCH,\n  NAME_LEAVE,\n  NAME_IMPACT,\n  NAME_JUMP /* an input */\n"
      "};\n\n";
  text +=
      parameters_struct() +
      "\nstruct event {\n  double t; /* [s] */\n  int element;\n  int from, to; /* modes: -1, "
      "0, 1; NAME_mode_name() has the words */\n  int cause;\n  double impulse; /* of an impact "
      "[N s, N m s] */\n};\n\n" +
      memory_struct() + "\n" + run_struct();
  text +=
      "\n/* The values of the model. */\nvoid NAME_default_parameters(struct parameters *p);\n"
      "/* At the start; p: 0 for the values of the model. Those that follow from others are "
      "worked out. */\nint NAME_init(struct run *r, const struct parameters *p);\n"
      "/* Goes on by h [s], or to the time t. The motion does not depend on h. */\n"
      "int NAME_step(struct run *r, double h);\nint NAME_run_to(struct run *r, double t);\n"
      "/* Other parameters from the time reached on; what jumps by them is decided by the next "
      "call. */\nvoid NAME_set_parameters(struct run *r, const struct parameters *p);\n";
  if (!input_states_.empty()) {
    std::vector<std::string> inputs;
    for (const std::string& name : options_.inputs) inputs.push_back(name);
    text += "/* Inputs: held until they are set again. */\n" + enumerated("INPUT_", inputs) +
            "void NAME_set_input(struct run *r, int input, double value);\n";
  }
  text +=
      "const char *NAME_status_text(int status);\nconst char *NAME_cause_name(int cause);\n"
      "const char *NAME_element_name(int element);\n"
      "const char *NAME_mode_name(int element, int mode, int cause);\n"
      "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
  return text;
}

void RunWriter::interface() {
  std::string text = kFunctions;
  if (!input_states_.empty()) {
    std::string places;
    for (const std::size_t state : input_states_)
      places += (places.empty() ? "" : ", ") +
                std::to_string(2 * model_.bodies.size() + plan_.internals.size() + state);
    const std::string n = std::to_string(input_states_.size());
    text +=
        "\nvoid NAME_set_input(struct run *r, int input, double value)\n{\n"
        "  static const int place_of[] = {" +
        places +
        "};\n"
        "  if (input < 0 || input >= " +
        n +
        " || r->y0[place_of[input]] == value) return;\n"
        "  change_here(r);\n  r->y0[place_of[input]] = value;\n}\n";
  }
  text += table_of_names("status_text", "status",
                         {"fine", "the limit of evaluations is reached: call again to go on",
                          "the step would be below the rounding of the time",
                          "no modes fit at this instant", "the time lies before the one reached",
                          "bounces of a stop follow each other without an end"});
  text += table_of_names("cause_name", "cause",
                         {"break", "stop", "follow", "touch", "leave", "impact", "jump"});
  text += table_of_names("element_name", "element", element_names());
  std::vector<std::string> kinds;
  for (const std::string& name : element_names()) {
    const auto joint = std::find_if(plan_.joints.begin(), plan_.joints.end(),
                                    [&](const Joint& j) { return j.element.name == name; });
    const auto gap = std::find_if(gaps_.begin(), gaps_.end(),
                                  [&](const HeldGap& g) { return g.spring == name; });
    const bool pushes = gap != gaps_.end() && (gap->upper_pushes >= 0 || gap->lower_pushes >= 0);
    const bool friction = joint != plan_.joints.end() && !joint->element.is_endless();
    kinds.push_back(joint != plan_.joints.end() && joint->element.law == Law::Freewheel ? "1"
                    : friction                                                          ? "0"
                    : pushes                                                            ? "3"
                                                                                        : "2");
  }
  text +=
      "\nconst char *NAME_mode_name(int element, int mode, int cause)\n{\n"
      "  static const char *const name[4][3] = {{\"backward\", \"stuck\", \"forward\"},\n"
      "                                         {\"\", \"engaged\", \"free\"},\n"
      "                                         {\"lower\", \"gap\", \"upper\"},\n"
      "                                         {\"lower\", \"open\", \"upper\"}};\n"
      "  static const int kind[] = {" +
      Source::joined(kinds) +
      "};\n"
      "  if (cause == JUMP) return \"input\";\n"
      "  if (element < 0 || element >= " +
      std::to_string(kinds.size()) +
      " || mode < -1 || mode > 1) return \"\";\n"
      "  return name[kind[element]][mode + 1];\n}\n";
  std::string main = kMain;
  main.replace(main.find("DURATION"), 8, "(" + src_.plain_code(model_.simulation.duration) + ")");
  src_.raw(text + main);
}

}  // namespace luztar
