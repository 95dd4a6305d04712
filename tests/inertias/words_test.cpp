// Inertias in files: what is written back, units, derived equations, and what is refused.
#include <array>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "inertias/coupled_run.h"
#include "luztar/dynamics/system/system_impl.h"

using namespace luztar;
using inertias::mistake_of;

namespace {

const std::string kBodies =
    "[bodies.a]\nmass = 2\n[bodies.b]\nmass = 3\n[bodies.c]\nmotion = \"sin(t)\"\n"
    "[springs.k]\nbetween = [\"a\", \"b\"]\nstiffness = 5\n[simulation]\nduration = 1\n";

std::string mistake(const std::string& inertia) { return mistake_of(kBodies + inertia); }

bool says(const std::string& message, const std::string& words) {
  CAPTURE(message);
  return message.find(words) != std::string::npos;
}

struct Rows : Observer {
  void sample(const Sample& s) override {
    values.push_back({s.q[0], s.q[1], s.v[0]});
    const auto n = static_cast<std::size_t>(s.derivatives.n);
    for (std::size_t i = 0; i < n; ++i)
      slopes.push_back({s.derivatives.q[i], s.derivatives.q[n + i], s.derivatives.v[i]});
  }
  std::vector<std::array<double, 3>> values, slopes;
};

Rows rows_of(const Model& model) {
  Rows rows;
  const System system = compile(model);
  simulate(system, initial_state(system), system.settings(), rows);
  return rows;
}

/// With another value of a parameter, or of a start.
Model moved(Model model, const std::string& name, double by) {
  const ParameterValues values = evaluate_parameters(model);
  if (Expression* start = start_value(model, name))
    *start = Expression::number(evaluate(*start, values) + by);
  else
    set_parameter(model, name, to_text(Expression::number(values.at(name) + by)), "test");
  return model;
}

}  // namespace

TEST_CASE("inertias: mistakes are told where they stand") {
  CHECK(mistake("[inertias.i]\nbetween = [\"a\", \"b\"]\nvalue = 1\n") == "");
  CHECK(says(mistake("[inertias.i]\nvalue = 1\n"), "12:11: no body is named"));
  CHECK(says(mistake("[inertias.i]\nbetween = [\"a\", \"b\"]\n"), "`value` is missing"));
  CHECK(says(mistake("[inertias.i]\nbetween = [\"a\", \"x\"]\nvalue = 1\n"), "13:18: no body 'x'"));
  CHECK(says(mistake("[inertias.i]\nbetween = [\"a\", \"ground\"]\nvalue = 1\n"),
             "'ground' does not move"));
  CHECK(says(mistake("[inertias.i]\nbetween = [\"a\", \"a\"]\nvalue = 1\n"), "named before"));
  CHECK(says(mistake("[inertias.i]\nbetween = [\"a\"]\nvalue = 1\n"), "a list of two bodies"));
  CHECK(says(mistake("[inertias.i]\nbetween = [\"a\", \"b\"]\nvalue = \"q.a\"\n"), "q.a"));
  CHECK(says(mistake("[inertias.i]\nbetween = [\"a\", \"b\"]\nvalue = 1\nmass = 2\n"), "mass"));
  CHECK(says(mistake("[inertias.i]\nbodies = [\"a\", \"b\"]\n"), "`matrix` is missing"));
  CHECK(says(mistake("[inertias.i]\nbodies = [\"a\", \"b\"]\nmatrix = [[1, 2]]\n"),
             "not one of 2 rows and columns"));
  CHECK(says(mistake("[inertias.i]\nbodies = [\"a\", \"b\"]\nmatrix = [[1, 2], [3, 9]]\n"),
             "14:20: the matrix of 'i' is not symmetric: 3 in row 2, 2 across the diagonal"));
  CHECK(says(mistake_of("[bodies.c]\nmotion = \"t\"\n[bodies.d]\nmotion = \"t\"\n[inertias.i]\n"
                        "between = [\"c\", \"d\"]\nvalue = 1\n[simulation]\nduration = 1\n"),
             "acts on nothing"));
}

TEST_CASE("inertias: a kinetic energy is positive, for other values too") {
  CHECK(says(mistake("[inertias.i]\nbetween = [\"a\", \"b\"]\nvalue = 2.5\n"),
             "12:11: with the inertia 'i' the mass matrix of 'a' and 'b' is not positive definite; "
             "of two bodies value^2 is less than the product of their masses"));
  CHECK(says(mistake_of("[bodies.a]\nmass = 2\n[bodies.b]\nmass = 0\n[inertias.i]\n"
                        "between = [\"a\", \"b\"]\nvalue = 1\n[simulation]\nduration = 1\n"),
             "'i' couples 'b', which has no mass"));
  const Model model = parse_model(
      kBodies + "[inertias.i]\nbetween = [\"a\", \"b\"]\nvalue = \"c\"\n[parameters]\nc = 1\n",
      "p.toml");
  CHECK_NOTHROW(compile(model, {{"c", -2.4}}));
  CHECK_THROWS_AS(compile(model, {{"c", 2.45}}), ModelError);
}

TEST_CASE("inertias: units follow the bodies") {
  const auto with = [](const std::string& unit) {
    return mistake_of("[parameters]\ns = { value = 0.1, unit = \"" + unit +
                      "\" }\n"
                      "[bodies.h]\nmass = \"2 kg\"\n[bodies.p]\ninertia = \"3 kg m2\"\n"
                      "[inertias.i]\nbetween = [\"h\", \"p\"]\nvalue = \"s\"\n"
                      "[simulation]\nduration = 1\n");
  };
  CHECK(with("kg m") == "");
  CHECK(says(with("kg"), "this inertia is in kg m"));
}

TEST_CASE("inertias: instances of templates may be named, and are no loose bodies") {
  const std::string text =
      "[repeat.chain]\ncount = 3\n[repeat.chain.bodies.block]\nmass = 1\n"
      "[inertias.i]\nbetween = [\"block[1]\", \"block[3]\"]\nvalue = 0.5\n"
      "[springs.k]\nbetween = [\"block[3]\", \"block[2]\"]\nstiffness = 5\n"
      "[simulation]\nduration = 1\n";
  const Model model = parse_model(text, "chain.toml");
  const System system = compile(model);
  CHECK(system.impl().arms.coupled().front().others.front().body == 2);
  CHECK(warnings_of(model, system).empty());
  CHECK(says(mistake_of("[repeat.chain]\ncount = 3\n[repeat.chain.bodies.block]\nmass = 1\n"
                        "[repeat.chain.inertias.i]\nbetween = [\"block\", \"block[i+1]\"]\n"
                        "value = 1\n[simulation]\nduration = 1\n"),
             "[repeat] has no templates of inertias yet"));
}

TEST_CASE("inertias: they are written back as they were read") {
  const std::string text =
      kBodies +
      "[inertias.i]\nbetween = [\"a\", \"c\"]\nvalue = \"2*w\"\n"
      "[inertias.j]\nbodies = [\"b\", \"a\"]\nmatrix = [[1, \"w\"], [\"w\", 2]]\n"
      "[parameters]\nw = 0.25\n";
  const std::string written = write_model(parse_model(text, "w.toml"), ".");
  CHECK(says(written, "[inertias.i]\nbetween = [\"a\", \"c\"]\nvalue = \"2*w\"\n"));
  CHECK(says(written, "bodies = [\"b\", \"a\"]\nmatrix = [[1, \"w\"], [\"w\", 2]]\n"));
  CHECK(write_model(parse_model(written, "w.toml"), ".") == written);
}

TEST_CASE("inertias: equations have accelerations of several bodies on their left") {
  const Model model =
      parse_model(kBodies +
                      "[inertias.i]\nbetween = [\"a\", \"b\"]\nvalue = 1\n"
                      "[inertias.j]\nbodies = [\"b\", \"c\"]\nmatrix = [[4, 5], [5, 6]]\n",
                  "d.toml");
  const std::string text = print(derivation(model, {}), DocumentFormat::Text);
  CHECK(says(text, "2·a'' + b'' = F_a"));
  CHECK(says(text, "a'' + 7·b'' + 5·c'' = F_b"));
  CHECK(says(text, "By i and j the equations of motion"));
}

TEST_CASE("inertias: what cannot go with them says so") {
  const Model model = parse_model(kBodies +
                                      "[inertias.i]\nbetween = [\"a\", \"b\"]\nvalue = 1\n"
                                      "[inertias.j]\nbetween = [\"b\", \"c\"]\nvalue = 1\n",
                                  "r.toml");
  const auto refusal = [](const auto& what) -> std::string {
    try {
      what();
    } catch (const ModelError& error) {
      return to_text(error.diagnostics().front());
    }
    return "";
  };
  CHECK(says(refusal([&] { reduce(model, {parse_limit("k.stiffness=inf")}); }),
             "reductions cannot take along the inertia 'i', which couples 'a' and 'b'"));
  Model varied = model;
  set_derivatives(varied, {"q.a"}, "test");
  CHECK(
      says(refusal([&] { compile(varied); }), "an inertia couples the given motion of 'c' to 'b'"));
  CHECK(says(mistake_of("[bodies.a]\nmass = 2\n[bodies.b]\nmass = 3\n[bodies.c]\nmass = 4\n"
                        "[inertias.i]\nbodies = [\"a\", \"b\", \"c\"]\n"
                        "matrix = [[0, 1, 1], [1, 0, 1], [1, 1, 0]]\n"
                        "[frictions.f]\nbetween = [\"a\", \"ground\"]\nkinetic = 1\n"
                        "[simulation]\nduration = 1\nmethod = \"stepping\"\nstep = 0.01\n"),
             "no steps for 'f', which acts on bodies that inertias couple to others"));
}

TEST_CASE("inertias: derivatives of a run are those of differences") {
  const std::string text =
      "[parameters]\nm = 12.4\ns = 0.034\nI = 0.065\nk = 2844\n"
      "[bodies.plunge]\nmass = \"m\"\nposition = 0.01\n"
      "[bodies.pitch]\ninertia = \"I\"\nposition = \"0.05 + s\"\nvelocity = 0.3\n"
      "[inertias.section]\nbetween = [\"plunge\", \"pitch\"]\nvalue = \"m*s\"\n"
      "[springs.bending]\nbetween = [\"plunge\", \"ground\"]\nstiffness = \"k\"\n"
      "[springs.torsion]\nbetween = [\"pitch\", \"ground\"]\nstiffness = 7\nfreeplay = 0.01\n"
      "[frictions.rub]\nbetween = [\"plunge\", \"ground\"]\nkinetic = 0.2\nstatic = 0.3\n"
      "[simulation]\nduration = 1\nsamples = 21\ntolerance = 1e-13\n";
  const Model model = parse_model(text, "section.toml");
  // A start value that is varied stands for its formula.
  using Names = std::vector<std::string>;
  for (const Names& names : {Names{"m", "s", "I"}, Names{"q.plunge", "q.pitch", "v.pitch"}}) {
    Model varied = model;
    set_derivatives(varied, names, "test");
    const Rows exact = rows_of(varied);
    for (std::size_t i = 0; i < names.size(); ++i) {
      CAPTURE(names[i]);
      const double step = names[i] == "m" ? 1e-5 : 1e-7;
      const auto more = rows_of(moved(model, names[i], step)).values;
      const auto less = rows_of(moved(model, names[i], -step)).values;
      for (std::size_t k = 0; k < more.size(); ++k)
        for (std::size_t c = 0; c < 3; ++c)
          CHECK(exact.slopes[k * names.size() + i][c] ==
                doctest::Approx((more[k][c] - less[k][c]) / (2 * step)).epsilon(2e-5).scale(1e-2));
    }
  }
}
