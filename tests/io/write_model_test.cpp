// The oracle is the reader: what was written loads to the same model, field by field.
#include "luztar/io/write_model.h"

#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/io/load_model.h"

using namespace luztar;

namespace {

/// Every field of a model but places and the hash, one line each.
class Dump {
 public:
  explicit Dump(const Model& model) : model_(model) {
    word("title", model.title);
    for (const Parameter& p : model.parameters) {
      word("parameter", p.name + "|" + p.unit + "|" + p.latex + "|" + p.about);
      value(p.value);
      value(Expression::number(p.unit_factor));
    }
    for (const Signal& signal : model.signals) dump(signal);
    for (const Body& body : model.bodies) {
      word("body", body.name + (body.rotates ? " rotates" : ""));
      value(body.mass);
      value(body.motion);
      value(body.position);
      value(body.velocity);
    }
    for (const Spring& spring : model.springs) dump(spring);
    for (const Damper& damper : model.dampers) {
      element("damper", damper);
      value(damper.damping);
      value(damper.force);
    }
    for (const Friction& friction : model.frictions) dump(friction);
    for (const Link& link : model.links) element("link", link);
    for (const Stop& stop : model.stops) {
      element("stop", stop);
      value(stop.lower);
      value(stop.upper);
      value(stop.restitution);
    }
    for (const Force& force : model.forces) {
      element("force", force);
      value(force.value);
    }
    const SimulationTable& run = model.simulation;
    value(run.start);
    value(run.duration);
    for (const auto* e : {&run.samples, &run.interval, &run.tolerance, &run.max_events, &run.step})
      value(*e);
    word("method", run.method == Method::Stepping ? "stepping" : "events");
    word("adaptive", run.adaptive ? "true" : "false");
  }
  std::string text;

 private:
  void word(const std::string& what, const std::string& value) {
    text += what + " " + value + "\n";
  }
  // Text tells one tree from another: it reads back to the same.
  void value(const Expression& e) { text += "  " + to_text(e) + "\n"; }
  void value(const std::optional<Expression>& e) { e ? value(*e) : word("  none", ""); }

  template <typename Element>
  void element(const char* kind, const Element& element) {
    word(kind, element.name);
    for (const Deflection::Term& term : element.deflection.terms) {
      word("  at", term.body == kGround ? "ground"
                                        : model_.bodies[static_cast<std::size_t>(term.body)].name);
      value(term.coefficient);
    }
  }

  void dump(const Signal& signal) {
    word("signal", signal.name);
    if (const auto* expression = std::get_if<Expression>(&signal.value)) return value(*expression);
    const auto& table = std::get<Table>(signal.value);
    word("  data", table.file + " " + std::to_string(static_cast<int>(table.interpolation)));
    for (const double t : table.time) value(Expression::number(t));
    for (const double y : table.value) value(Expression::number(y));
  }

  void dump(const Spring& spring) {
    element("spring", spring);
    value(spring.stiffness);
    value(spring.lower);
    value(spring.upper);
    word("  gap", spring.has_gap ? "yes" : "no");
    value(spring.rest);
    value(spring.damping);
    value(spring.force);
  }

  void dump(const Friction& friction) {
    element("friction", friction);
    for (const Friction::Law* law : {&friction.forward, &friction.backward}) {
      value(law->viscous);
      value(law->kinetic);
      value(law->breakaway);
      if (law->stribeck) value(law->stribeck->velocity), value(law->stribeck->exponent);
      if (law->hysteresis) {
        const auto& branch = *law->hysteresis;
        for (const auto& e : {branch.rise, branch.fall, branch.kinetic, branch.viscous}) value(e);
      }
      for (const auto& row : law->table) value(row.first), value(row.second);
    }
    value(friction.normal);
    if (!friction.bristles) return;
    word("  law", std::to_string(static_cast<int>(friction.bristles->kind)));
    value(friction.bristles->sigma0);
    value(friction.bristles->sigma1);
    value(friction.bristles->exponent);
  }

  const Model& model_;
};

void check_round_trip(const Model& model) {
  const std::string text = write_model(model);
  INFO(text);
  const Model back = parse_model(text, model.file);
  CHECK(Dump(back).text == Dump(model).text);
  CHECK(write_model(back) == text);
}

}  // namespace

TEST_CASE("every example is written and read back to the same model") {
  int count = 0;
  const std::filesystem::path folder(LUZTAR_SOURCE_DIR "/examples");
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".toml") continue;
    CAPTURE(entry.path().string());
    check_round_trip(load_model(entry.path().string()));
    ++count;
  }
  CHECK(count > 40);
}

TEST_CASE("rare keys are written and read back to the same model") {
  check_round_trip(parse_model(R"toml(
title = "quotes \" and \\ and a tab\t."
[parameters]
a = { value = 3, unit = "mm", about = "a\nb" }
b = { value = 0.1, unit = "in" }
c = { value = 12345.678, unit = "km/h", latex = "\\omega" }
huge = 123456789012345678901234567890.0
small = -1e-300
angle = "pi"
deg = { value = 0.1, unit = "deg" }
n = "3000 rpm"
g = 0.003
turn = "-2*pi + pi/(g - -3) - (1 - (2 - 3)) + -(5)"
[signals.wave]
value = "sin(2*pi*t)"
[bodies.one]
mass = 1
position = "a/2"
velocity = -0.5
[bodies.two]
mass = "inf"
velocity = "c"
[bodies.four]
inertia = "inf"
velocity = "n"
position = { value = 0.7, unit = "deg" }
[bodies.three]
motion = "wave"
[springs.gap]
between = ["one", "two"]
stiffness = 5
gap = [-0.1, "a"]
rest = "b"
damping = 2
[springs.edge]
between = ["one", "ground"]
stiffness = 5
gap = [0, 0]
[springs.freeplay]
across = { one = 1, two = "-g", ground = 2, three = 3 }
stiffness = 2
freeplay = "a*2"
[springs.law]
across = { one = 1 }
force = "d^3 + v*t"
[dampers.negative]
between = ["one", "three"]
arms = [-1, "-g"]
damping = 1
[dampers.sum]
across = { one = 2, two = "g - 1" }
force = "v*abs(v)"
[frictions.other]
between = ["one", "ground"]
viscous = 1
kinetic = 2
static = 3
stribeck = { velocity = 0.1, exponent = 1 }
normal = "1 + wave^2"
negative = { table = [[0, 1], [0.5, "g + 2"]], viscous = 0 }
[frictions.same]
between = ["one", "ground"]
kinetic = 2
static = 3
negative = { viscous = 1, static = 2 }
[frictions.branch]
between = ["one", "two"]
kinetic = 2
hysteresis = { rise = 2, fall = 1, kinetic = 1, viscous = 4 }
[frictions.table]
between = ["one", "two"]
table = [[0, 2], [1, 1]]
static = 4
negative = { kinetic = 1 }
[frictions.bristles]
between = ["one", "two"]
law = "dahl"
sigma0 = 100
kinetic = 2
exponent = 3
[frictions.lugre]
between = ["one", "two"]
law = "lugre"
sigma0 = 100
sigma1 = 1
kinetic = 2
static = 2
viscous = 0.5
stribeck = { velocity = 0.1 }
[links.gear]
between = ["one", "two"]
arms = ["g", 2]
[stops.wall]
between = ["one", "ground"]
gap = ["-inf", 10]
restitution = 0.5
[forces.pair]
between = ["one", "two"]
value = "q.one*v.two"
[simulation]
start = -1
duration = "2*a"
interval = 0.01
tolerance = 1e-10
max_events = 1000000000000
method = "stepping"
step = "a/1000"
adaptive = true
)toml",
                               "rare.toml"));
}

TEST_CASE("data of a model that is written elsewhere are looked for where they are") {
  const Model model = load_model(LUZTAR_SOURCE_DIR "/examples/janecek_guide_measured.toml");
  const std::string text = write_model(model, LUZTAR_SOURCE_DIR "/examples");
  CHECK(Dump(parse_model(text, "/nowhere/copy.toml")).text !=
        Dump(model).text);  // the name of the file
  CHECK(text.find("examples/janecek_guide_measured.csv\"") != std::string::npos);
  CHECK(text.find("time = \"t\"") != std::string::npos);
}
