// Models whose generated functions or printed formulas said what is not so.
#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/generated_program.h"

using namespace acceptance;
using doctest::Approx;
using luztar::Language;

namespace {

std::string finding_path(const std::string& name) {
  return std::string(LUZTAR_SOURCE_DIR) + "/tests/acceptance/findings/" + name + ".toml";
}

luztar::Model finding(const std::string& name) { return luztar::load_model(finding_path(name)); }

/// a, v and forces of C and of Python at one state, which agree to the last bits.
struct Both {
  Both(const std::string& name, const std::vector<double>& state)
      : folder("luztar_findings_formulas") {
    const luztar::Model model = finding(name);
    GeneratedProgram c(folder, model, Language::C);
    for (const char* standard : {"c99", "gnu17"}) CHECK(c.compiles("gcc", standard));
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
  CHECK(program.compiles("gcc", "gnu17"));
  CHECK(program.run({0, 0, 0})[0] == count);
}
