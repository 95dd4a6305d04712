#include "luztar/io/load_model.h"

#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "io/model_text.h"

using luztar::load_model;
using luztar::Model;
using luztar::ModelError;
using luztar::parse_model;

namespace {

const std::string kGuide = std::string(LUZTAR_SOURCE_DIR) + "/examples/janecek_guide.toml";

double number(const luztar::Expression& expression, const Model& model) {
  return evaluate(expression, evaluate_parameters(model));
}

}  // namespace

TEST_CASE("the guide of paper 002 is read with the paper's numbers") {
  const Model model = load_model(kGuide);
  CHECK(model.title == "Seat guide on a moving base (Janecek et al. 2011)");
  REQUIRE(model.bodies.size() == 2);
  CHECK(model.bodies[0].name == "base");
  CHECK(to_text(*model.bodies[0].motion) == "A*sin(kw*t^2)");
  CHECK(!model.bodies[0].mass);
  CHECK(number(*model.bodies[1].mass, model) == 100);
  REQUIRE(model.springs.size() == 1);
  // ../shared/cases/i_janecek_chirp.json: ks = 8882.643960980422756951
  CHECK(number(model.springs[0].stiffness, model) ==
        doctest::Approx(8882.643960980423).epsilon(1e-15));
  CHECK(!model.springs[0].has_gap);
  REQUIRE(model.springs[0].deflection.terms.size() == 2);
  CHECK(model.springs[0].deflection.terms[0].body == 1);
  CHECK(model.springs[0].deflection.terms[1].body == 0);
  CHECK(number(model.springs[0].deflection.terms[1].coefficient, model) == -1);
  REQUIRE(model.frictions.size() == 1);
  for (const auto* law : {&model.frictions[0].forward, &model.frictions[0].backward}) {
    CHECK(number(law->viscous, model) == 200);
    CHECK(number(law->kinetic, model) == 18);
    CHECK(number(law->breakaway, model) == 26);
  }
  CHECK(number(model.simulation.duration, model) == 9.5);
  CHECK(number(*model.simulation.samples, model) == 2001);
  CHECK(number(*model.simulation.tolerance, model) == 1e-12);
  CHECK(!model.simulation.interval);
}

TEST_CASE("lists keep the order of the file, not of the alphabet") {
  const Model model = parse_model(
      "[springs.z]\nbetween = ['c', 'ground']\nstiffness = 1\n"
      "[bodies.c]\nmass = 1\n[springs.y]\nbetween = ['b', 'c']\nstiffness = 1\n[bodies.b]\nmass = "
      "'p'\n"
      "[parameters]\nq9 = 1\np = 2\n[springs.x]\nbetween = ['a', 'b']\nstiffness = 1\n"
      "[bodies.a]\nmass = 1\n[simulation]\nduration = 1\n",
      "m.toml");
  std::string order;
  for (const auto& x : model.bodies) order += x.name;
  for (const auto& x : model.springs) order += x.name;
  for (const auto& x : model.parameters) order += x.name;
  CHECK(order == "cbazyxq9p");
}

TEST_CASE("units of the long form become SI") {
  const Model model = parse_model(with_parameters("pa = { value = 3, unit = 'mm' }\n"
                                                  "pb = { value = '-250', unit = 'N/mm' }\n"
                                                  "pc = { value = 'pa*2', unit = 'm' }\n"
                                                  "pd = { value = 90, unit = 'deg', latex = "
                                                  "'\\delta', about = 'a quarter' }\n"
                                                  "[parameters.pe]\nvalue = 60\nunit = 'rpm'\n"),
                                  "m.toml");
  const auto values = evaluate_parameters(model);
  CHECK(values.at("pa") == 0.003);
  CHECK(values.at("pb") == -250000);
  CHECK(values.at("pc") == 0.006);
  CHECK(values.at("pd") == doctest::Approx(std::acos(0)).epsilon(1e-15));
  CHECK(values.at("pe") == doctest::Approx(4 * std::acos(0)).epsilon(1e-15));
  CHECK(model.parameters[0].unit == "mm");
  CHECK(model.parameters[0].unit_factor == 0.001);
  CHECK(model.parameters[3].latex == "\\delta");
  CHECK(model.parameters[3].about == "a quarter");
}

TEST_CASE("deflections: arms, across and on") {
  const Model model = parse_model(with_elements("[springs.g]\nbetween = ['a', 'b']\narms = [2, "
                                                "'k']\nstiffness = 1\n"
                                                "[dampers.p]\nacross = { b = 1, a = 'k', ground = "
                                                "-3 }\ndamping = 1\n"
                                                "[forces.f]\non = 'b'\nvalue = 't + q.a - v.b'\n"),
                                  "m.toml");
  const auto& gear = model.springs[0].deflection.terms;
  REQUIRE(gear.size() == 2);
  CHECK(number(gear[0].coefficient, model) == 2);
  CHECK(number(gear[1].coefficient, model) == -7);
  const auto& planetary = model.dampers[0].deflection.terms;
  REQUIRE(planetary.size() == 3);
  CHECK(planetary[0].body == 1);
  CHECK(planetary[1].body == 0);
  CHECK(planetary[2].body == luztar::kGround);
  CHECK(number(planetary[1].coefficient, model) == 7);
  REQUIRE(model.forces[0].deflection.terms.size() == 1);
  CHECK(model.forces[0].deflection.terms[0].body == 1);
  CHECK(to_text(model.forces[0].value) == "t + q.a - v.b");
}

TEST_CASE("springs: freeplay, gap, rest, damping, law") {
  const Model model = parse_model(
      with_elements("[springs.s]\nbetween = ['a', 'b']\nstiffness = 5\nfreeplay = 'k'\nrest = 0.5\n"
                    "damping = 3\n"
                    "[springs.g]\nbetween = ['a', 'b']\nstiffness = -5\ngap = [-1, 2]\n"
                    "[springs.none]\nbetween = ['a', 'b']\nstiffness = 5\nfreeplay = 0\n"
                    "[springs.law]\nbetween = ['a', 'b']\nforce = '3*d^3 + v*t'\n"),
      "m.toml");
  CHECK(model.springs[0].has_gap);
  CHECK(number(model.springs[0].lower, model) == -7);
  CHECK(number(model.springs[0].upper, model) == 7);
  CHECK(number(model.springs[0].rest, model) == 0.5);
  CHECK(number(model.springs[0].damping, model) == 3);
  CHECK(number(model.springs[1].lower, model) == -1);
  CHECK(number(model.springs[1].upper, model) == 2);
  CHECK(number(model.springs[1].stiffness, model) == -5);
  CHECK(!model.springs[2].has_gap);
  CHECK(to_text(*model.springs[3].force) == "3*d^3 + v*t");
}

TEST_CASE("frictions: defaults, key by key for negative rates") {
  struct Row {
    const char* keys;
    double forward[3], backward[3];  // viscous, kinetic, static
  };
  const Row rows[] = {
      {"kinetic = 2", {0, 2, 2}, {0, 2, 2}},
      {"kinetic = 2\nstatic = 3\nviscous = 1", {1, 2, 3}, {1, 2, 3}},
      {"kinetic = 2\nstatic = 3\nnegative = { viscous = 4 }", {0, 2, 3}, {4, 2, 3}},
      {"kinetic = 2\nstatic = 3\nnegative = { kinetic = 1 }", {0, 2, 3}, {0, 1, 3}},
      {"kinetic = 2\nstatic = 3\nnegative = { static = 5 }", {0, 2, 3}, {0, 2, 5}},
      {"kinetic = 2\nnegative = { kinetic = 9 }", {0, 2, 2}, {0, 9, 9}},  // no static anywhere
  };
  for (const Row& row : rows) {
    CAPTURE(row.keys);
    const Model model = parse_model(
        with_elements(std::string("[frictions.f]\nbetween = ['a', 'ground']\n") + row.keys + "\n"),
        "m.toml");
    const auto& friction = model.frictions[0];
    CHECK(number(friction.forward.viscous, model) == row.forward[0]);
    CHECK(number(friction.forward.kinetic, model) == row.forward[1]);
    CHECK(number(friction.forward.breakaway, model) == row.forward[2]);
    CHECK(number(friction.backward.viscous, model) == row.backward[0]);
    CHECK(number(friction.backward.kinetic, model) == row.backward[1]);
    CHECK(number(friction.backward.breakaway, model) == row.backward[2]);
  }
}

TEST_CASE("a mass may be infinite, as a number or in quotes") {
  for (const char* text : {"inf", "'inf'", "+inf", "'+inf'"}) {
    CAPTURE(text);
    const Model model = parse_model(with_body(std::string("mass = ") + text), "m.toml");
    CHECK(std::isinf(model.bodies.back().mass->number()));
  }
  CHECK(parse_model(with_body("inertia = 3"), "m.toml").bodies.back().rotates);
}

TEST_CASE("the hash is FNV-1a of the text") {
  // Reference values of the FNV-1a authors: "" and "foobar". Neither is a model, so the hash of a
  // model is compared with a computation on the spot.
  const std::string text = with_body("mass = 1");
  unsigned long long hash = 0xcbf29ce484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", hash);
  CHECK(parse_model(text, "m.toml").hash == digits);
  CHECK(parse_model(text + "\n", "m.toml").hash != digits);
}

TEST_CASE("a model that cannot be read has no line") {
  CHECK_THROWS_WITH_AS(load_model("nowhere.toml"), "nowhere.toml: no such file; check the path",
                       ModelError);
  CHECK_THROWS_WITH_AS(load_model("/dev/null"), "/dev/null: not an ordinary file; check the path",
                       ModelError);
  CHECK_THROWS_WITH_AS(load_model("data.csv"),
                       "data.csv: this is a table of data, not a model; name a .toml file; a model "
                       "reads data by [signals.NAME] with file = \"DATA.csv\"",
                       ModelError);
  CHECK_THROWS_WITH_AS(parse_model("", "run/summary.json"),
                       "run/summary.json: this is no model file; name a .toml file; see "
                       "docs/model.md",
                       ModelError);
}
