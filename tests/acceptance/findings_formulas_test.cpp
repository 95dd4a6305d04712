// Models whose generated functions or printed formulas said what is not so.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/generated_program.h"
#include "acceptance/printed_recursion.h"
#include "acceptance/recording.h"
#include "luztar/derive/distinct_symbols.h"
#include "random.h"

using namespace acceptance;
using doctest::Approx;
using luztar::Language;

namespace {

#ifdef NDEBUG
constexpr int kRecursions = 400;
#else
constexpr int kRecursions = 40;
#endif

std::filesystem::path finding_path(const std::string& name) {
  return std::filesystem::path(LUZTAR_SOURCE_DIR) / "tests/acceptance/findings" / (name + ".toml");
}

luztar::Model finding(const std::string& name) {
  return luztar::load_model(finding_path(name).string());
}

/// a, v and forces of C and of Python at one state, which agree to the last bits.
struct Both {
  Both(const std::string& name, const std::vector<double>& state)
      : folder("luztar_findings_formulas") {
    const luztar::Model model = finding(name);
    GeneratedProgram c(folder, model, Language::C);
    CHECK(c.is_clean());
    std::vector<double> row = c.run(state);
    GeneratedProgram python(folder, model, Language::Python);
    const std::vector<double> other = python.run(state);
    REQUIRE(row.size() == c.output_width);
    REQUIRE(other.size() == c.output_width);
    for (std::size_t i = 0; i < row.size(); ++i) CHECK(other[i] == Approx(row[i]).epsilon(1e-14));
    const auto n = static_cast<std::ptrdiff_t>(c.bodies);
    a.assign(row.begin(), row.begin() + n);
    v.assign(row.begin() + n, row.begin() + 2 * n);
    f.assign(row.begin() + 2 * n, row.end());
  }
  ScratchFolder folder;
  std::vector<double> a, v, f;
};

PrintedForces printed(const luztar::Model& model) {
  return printed_forces(luztar::derivation(model, {}), model);
}

std::string text_of(const luztar::Model& model, const luztar::DerivationSettings& settings = {}) {
  return luztar::print(luztar::derivation(model, settings), luztar::DocumentFormat::Text);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Pairs at rest in a row or in a tree, with arms, limits of both directions, some of them 0, and
/// loads. A chain may end in a body that is moved, a tree may touch the ground and it.
std::string random_recursion(luztar::testing::Random& random, bool tree) {
  const int n = tree ? 4 + random.below(3) : 5 + random.below(2);
  const bool arms = random.below(2) == 0;
  std::string text = "[bodies]\nm = { motion = \"1.5*t^2\" }\n";
  const auto number = [&](int most) {
    return std::to_string(1 + random.below(most));
  };
  for (int b = 0; b < n; ++b) text += "b" + std::to_string(b) + " = { mass = " + number(5) + " }\n";
  int pairs = 0;
  const auto pair = [&](const std::string& a, const std::string& b) {
    text += "[frictions.p" + std::to_string(pairs++) + "]\nbetween = [\"" + a + "\", \"" + b +
            "\"]\nkinetic = " + std::to_string(random.below(8)) + "\n";
    if (random.below(2) == 0)
      text += "negative = { kinetic = " + std::to_string(random.below(8)) + " }\n";
    if (arms) text += "arms = [" + number(3) + (random.below(2) ? ", " : ", -") + number(3) + "]\n";
  };
  for (int b = 1; b < n; ++b) {
    const std::string parent = "b" + std::to_string(tree ? random.below(b) : b - 1);
    const std::string own = "b" + std::to_string(b);
    random.below(2) ? pair(own, parent) : pair(parent, own);
  }
  if (!tree && random.below(2)) pair("b0", random.below(2) ? "m" : "ground");
  if (tree)
    for (int b = 0; b < n; ++b)
      if (random.below(3) == 0) pair("b" + std::to_string(b), random.below(2) ? "m" : "ground");
  for (int b = 0; b < n; ++b)
    text += "[forces.F" + std::to_string(b) + "]\non = \"b" + std::to_string(b) +
            "\"\nvalue = " + std::to_string(random.below(41) - 20) + "\n";
  return text + "[simulation]\nduration = 0\nsamples = 1\n";
}

}  // namespace

TEST_CASE("a massless body that sticks to a body has its velocity, to the last bit") {
  const Both both("derive_massless_rounding", {0, 0, 0, 0, 0, 0.5, 0, 0, 0.5});
  CHECK(both.v[1] == Approx(4.84 / 0.6 - 4.03).epsilon(1e-14));
  CHECK(both.v[2] == 0.5);
  CHECK(both.f[0] == Approx(1 + 0.25 * (0.25 + both.v[1])).epsilon(1e-14));
  CHECK(both.f[1] == Approx(0.5 * both.f[0] - 0.56).epsilon(1e-14));
}

TEST_CASE("the forces on a massless body beside a linked one balance") {
  const Both both("derive_massless_link", std::vector<double>(11, 0.0));
  CHECK(both.v[3] == Approx(-68.0 / 15).epsilon(1e-14));
  CHECK(both.v[4] == 0.0);
  CHECK(both.f[0] == Approx(-64.0 / 15).epsilon(1e-14));
  CHECK(both.f[1] == Approx(32.0 / 15).epsilon(1e-14));
}

TEST_CASE("of two stops that hold a body from two sides one carries its load") {
  const double q[] = {0.0041821061943876055, 0.0012798828798732743,  0.10418210619438761,
                      0.0041821061943876055, -0.0041821061943876055, -0.0004661300911244175};
  std::vector<double> state{0.10143028335348614};
  state.insert(state.end(), std::begin(q), std::end(q));
  state.resize(13, 0.0);
  const Both both("derive_stops_share", state);
  const double across = q[1] + 2 * q[4] - 2 * q[3], apart = q[3] - q[1];
  const double gap = across < -0.1 ? across + 0.1 : across > 0.05 ? across - 0.05 : 0.0;
  const double load = 8 + 3 * q[0] + 2 * 10 * gap - (10 * apart + 5 * std::pow(apart, 3));
  const double low = both.f[5], high = both.f[7];  // s2, s8: both at their lower edge
  CHECK(std::abs(both.a[3]) < 1e-12);
  CHECK(low <= 0.0);
  CHECK(high <= 0.0);
  CHECK(low - high == Approx(-load).epsilon(1e-12));
}

TEST_CASE("a stop without room holds like a link, both ways") {
  const Both both("derive_stop_no_room", {0, 0, 0});
  CHECK(both.a[0] == 0.0);
  CHECK(both.f[0] == -3.0);
}

TEST_CASE(
    "C compiles without a warning where no body is moved by forces, or a rate is not needed") {
  const Both given("derive_c_no_free_body", {1, 0, 0, 0, 0});
  CHECK(given.f[0] == 1.0);
  const Both massless("derive_c_unused", {0, 0, 0, 0, 0});
  CHECK(massless.a[0] == 0.0);
}

TEST_CASE("parameters named like macros and keywords compile in every standard, apart") {
  const Both both("derive_c_macros", {0, 0, 0});
  CHECK(both.a[0] == 84.0);
}

TEST_CASE("no name of a parameter is a macro of the compiler") {
  const ScratchFolder folder("luztar_findings_macros");
  REQUIRE(
      folder.run("echo '#include <math.h>' | gcc -std=gnu17 -dM -E - | "
                 "awk '{sub(/[(].*/, \"\", $2); if ($2 ~ /^[a-zA-Z]/) print $2}' > macros"));
  std::ifstream macros(folder.path() / "macros");
  std::string text = "[parameters]\n", sum = "0";
  int count = 0;
  for (std::string name; macros >> name; ++count) {
    text += name + " = 1\n";
    sum += " + " + name;
  }
  REQUIRE(count > 20);
  text += "[bodies.b]\nmass = 1\n[forces.F]\non = \"b\"\nvalue = \"" + sum +
          "\"\n[simulation]\nduration = 1\n";
  const GeneratedProgram program(folder, luztar::parse_model(text, "macros.toml"), Language::C);
  CHECK(program.is_clean());
  CHECK(program.run({0, 0, 0})[0] == count);
}

TEST_CASE("the printed recursion on a chain has the limits of both directions") {
  const auto force = printed(finding("derive_chain_limits")).force;
  CHECK(force.at("p0") == Approx(-5).epsilon(1e-14));
  CHECK(force.at("p1") == Approx(-0.5).epsilon(1e-14));
  CHECK(force.at("p2") == Approx(0.5).epsilon(1e-14));
  CHECK(force.at("p3") == Approx(-0.5).epsilon(1e-14));
}

TEST_CASE("the printed recursion on a tree has arms and the limits of both directions") {
  const PrintedForces result = printed(finding("derive_tree_limits_arms"));
  CHECK(result.force.at("px") == -5.0);
  CHECK(result.force.at("py") == Approx(5.0 / 6).epsilon(1e-13));
  CHECK(result.force.at("pz") == Approx(5.0 / 3).epsilon(1e-13));
  CHECK(result.acceleration.at("x") == Approx(-3).epsilon(1e-13));
  CHECK(result.acceleration.at("c") == Approx(-5.0 / 6).epsilon(1e-13));
  CHECK(result.acceleration.at("y") == Approx(-5.0 / 6).epsilon(1e-13));
  CHECK(result.acceleration.at("z") == Approx(-5.0 / 3).epsilon(1e-13));
}

TEST_CASE("random chains and trees: the recursion as printed gives the engine's values") {
  luztar::testing::Random random{11};
  int compared = 0;
  for (int k = 0; k < kRecursions; ++k) {
    const std::string text = random_recursion(random, k % 2 == 1);
    CAPTURE(text);
    const luztar::Model model = luztar::parse_model(text, "recursion.toml");
    PrintedForces result;
    try {
      result = printed(model);
    } catch (const std::runtime_error&) {
      continue;  // a closed form, or a problem that is no tree
    }
    ++compared;
    const luztar::System system = luztar::compile(model);
    const Snapshot first = record(system, {.duration = 0, .samples = 1}).samples.front();
    for (std::size_t b = 0; b < system.bodies().size(); ++b)
      if (const auto found = result.acceleration.find(system.bodies()[b].name);
          found != result.acceleration.end())
        CHECK(found->second == Approx(first.a[b]).epsilon(1e-9));
    if (result.acceleration.empty())
      for (std::size_t e = 0; e < system.elements().size(); ++e)
        if (const auto found = result.force.find(system.elements()[e].name);
            found != result.force.end())
          CHECK(std::abs(found->second - first.f[e]) <= 1e-10);
  }
  CHECK(compared > kRecursions / 2);
}

TEST_CASE("every model of the findings has a derivation, 17 parallel pairs in one closed form") {
  for (const auto& entry : std::filesystem::directory_iterator(finding_path("").parent_path())) {
    luztar::Model model;
    try {
      model = luztar::load_model(entry.path().string());
    } catch (const luztar::ModelError&) {
      continue;  // what check refuses
    }
    CAPTURE(entry.path().string());
    CHECK_FALSE(text_of(model, {.steps = true, .as_published = true}).empty());
  }
  CHECK(has(text_of(finding("parallel_frictions_17")), "T_f_17 = sat(F, 4)/17   if b' = 0"));
}

TEST_CASE("where the published formula agrees, limits of both directions count") {
  const std::string text = text_of(finding("derive_tree_limits_arms"), {.as_published = true});
  CHECK(has(text, "-5 ≤ x_px ≤ 1 and |x_py| ≤ 3: all stick"));
  CHECK_FALSE(has(text, "|x_px|"));
}

TEST_CASE("distinct names have distinct symbols in the text, in LaTeX and in MathML") {
  const luztar::Model model = finding("derive_names_clash");
  const luztar::Document document = luztar::derivation(model, {});
  const std::string text = luztar::print(document, luztar::DocumentFormat::Text);
  CHECK(has(text, "normalforce_f := N_f + t"));
  CHECK(has(text, "force_f = sat(x_f/(M1 + M_1 + x_f)·load_b, T_f·normalforce_f)"));
  CHECK(has(text, "load_b         load of b"));
  CHECK_FALSE(has(text, " T_f = "));
  std::set<std::string> names;
  for (const std::string& name : luztar::names_in_formulas(model)) names.insert(name);
  const auto collect = [&](const std::string& symbol) {
    names.insert(symbol);
    return symbol;
  };
  for (const luztar::Section& section : document.sections)
    for (const auto& content : section.content)
      if (const auto* display = std::get_if<luztar::Display>(&content))
        for (const luztar::Line& line : display->lines)
          for (const auto& side : {line.left, line.parts[0].right})
            for (const auto& symbol : symbols_of(side)) collect(symbol.symbol());
  CHECK(names.size() > 15);
  std::set<std::string> unicode, latex, mathml;
  for (const std::string& name : names) {
    const auto symbol = luztar::Expression::symbol(name);
    unicode.insert(luztar::to_unicode(symbol));
    latex.insert(luztar::to_latex(symbol, document.notation));
    mathml.insert(luztar::to_mathml(symbol, document.notation));
  }
  CHECK(unicode.size() == names.size());
  CHECK(latex.size() == names.size());
  CHECK(mathml.size() == names.size());
}

TEST_CASE("distinct names have distinct symbols in the document of a reduction") {
  const luztar::Model model = finding("derive_names_clash");
  const std::string text = luztar::print(
      luztar::reduction_document(model, luztar::reduce(model, {})), luztar::DocumentFormat::Latex);
  CHECK(has(text, "(M_1 + \\text{M 1})"));
}

TEST_CASE("symbols that a derivation makes up are no names of the model") {
  const luztar::Model model = luztar::parse_model(
      "[parameters]\nQ = 2\nF_i = 3\nT_next = 1\nphi = 1\nvarphi = 2\n"
      "[bodies]\na = { mass = \"F_i\" }\nb = { mass = \"Q\" }\nc = { mass = \"phi*varphi\" }\n"
      "g = { mass = 1 }\ne = { mass = 1 }\n[frictions]\n"
      "next = { between = [\"a\", \"b\"], kinetic = 1 }\n"
      "i = { between = [\"b\", \"c\"], kinetic = 1 }\n"
      "p = { between = [\"c\", \"g\"], kinetic = 1 }\n"
      "o = { between = [\"g\", \"e\"], kinetic = 1 }\n"
      "[forces.f]\non = \"a\"\nvalue = \"T_next*t\"\n[simulation]\nduration = 1\n",
      "own.toml");
  const std::string text = text_of(model);
  CHECK(has(text, "z_i = F_i_own + s_before - M_i·a_ij"));
  CHECK(has(text, "a_ij = (F_sum + s_before - T_next_own)/M_sum"));
  CHECK(has(text, "T_j = s_j"));
  CHECK(has(text, "φ·φ_2·c''"));
  CHECK(has(text, "force_next"));
}

TEST_CASE("a link holds although the velocities of the file fit it to 12 digits only") {
  const luztar::System system = luztar::compile(finding("link_velocity_rounding"));
  for (const luztar::Method method : {luztar::Method::Events, luztar::Method::Stepping}) {
    luztar::SimulationSettings settings = system.settings();
    settings.method = method;
    settings.step = 1e-3;
    const bool exact = method == luztar::Method::Events;
    const Recorded run = record(system, settings);
    CHECK(run.samples.back().q[1] ==
          Approx(std::sin(2) - std::sin(1)).epsilon(exact ? 1e-13 : 1e-5));
    CHECK(run.samples.back().d[0] == Approx(-std::sin(1)).epsilon(1e-12));
    if (!exact) continue;
    CHECK(run.samples.front().f[0] == Approx(3 + 2 * std::sin(1)).epsilon(1e-13));
    CHECK(run.samples.front().rate[0] == 0.0);
  }
}

TEST_CASE(
    "velocities that fit a link with arms but for rounding are made to fit; others are refused") {
  const auto model = [](const std::string& velocity) {
    return luztar::parse_model(
        "[bodies]\na = { mass = 1, velocity = 0.1 }\nb = { mass = 2, velocity = " + velocity +
            " }\n[links.l]\nbetween = [\"a\", \"b\"]\narms = [3, 1]\n[forces.F]\non = "
            "\"b\"\nvalue = 1\n[simulation]\nduration = 1\n",
        "link.toml");
  };
  for (const char* velocity :
       {"0.3", "0.3000000000001", "0.2999999999999", "0.30000000000000004"}) {
    CAPTURE(std::string(velocity));
    const Recorded run = record(luztar::compile(model(velocity)), {.duration = 1});
    CHECK(run.samples.back().rate[0] == 0.0);
    CHECK(run.samples.back().a[0] == Approx(3.0 / 19).epsilon(1e-14));
  }
  CHECK_THROWS_WITH_AS(
      luztar::compile(model("0.30000000001")),
      doctest::Contains("the bodies of the link 'l' start with a relative velocity"),
      luztar::ModelError);
  const luztar::System system = luztar::compile(model("0.3"));
  CHECK_THROWS_WITH_AS(luztar::initial_state(system, 0, {0, 0}, {0.1, 0.30000000001}, {}),
                       doctest::Contains("the bodies of 'l' have a relative velocity"),
                       luztar::ModelError);
}

TEST_CASE("two links between the same bodies leave pairs as independent as one") {
  const std::string one =
      "[bodies]\na = { mass = 1 }\nb = { mass = 1 }\nc = { mass = 1 }\n[links.l]\nbetween = "
      "[\"a\", "
      "\"b\"]\n";
  const std::string rest =
      "[frictions.f]\nbetween = [\"b\", \"c\"]\nkinetic = 3\n[frictions.g]\nbetween = [\"c\", "
      "\"ground\"]\nkinetic = 4\n[simulation]\nduration = 1\n";
  for (const char* other : {"", "[links.l2]\nbetween = [\"a\", \"b\"]\n"})
    CHECK(has(text_of(luztar::parse_model(one + other + rest, "links.toml")), "4 variants"));
}
