// The formulas that derive finds for the papers' systems are those of the papers where these follow
// from the principle, and the corrected ones elsewhere (docs/reduction.md), as functions on 1000
// random exact fractions each.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algebra/exact_value.h"
#include "io/temporary_folder.h"
#include "luztar/derive/sections.h"
#include "luztar/io/load_model.h"

using luztar::Formula;
using Rational = luztar::testing::Fraction;

namespace {

using Names = std::vector<std::string>;

struct Row {
  const char* example;
  Names at_rest;
  const char* pair;
  const char* formula;  ///< f.NAME is the force of a pair that moves
};

// x12, x23 of the three blocks.
const std::string kX12 = "((M2 + M3)*F1 - M1*(F2 + F3))/(M1 + M2 + M3)";
const std::string kX23 = "(M3*(F1 + F2) - (M1 + M2)*F3)/(M1 + M2 + M3)";
const std::string kT12 = "sat(" + kX12 + " - M1/(M1 + M2)*luz(" + kX23 + ", FT23), FT12)";
const std::string kT23 = "sat(" + kX23 + " - M3/(M2 + M3)*luz(" + kX12 + ", FT12), FT23)";

const std::vector<Row>& rows() {
  static const std::vector<Row> table{
      {"single_mass", {"floor"}, "floor", "sat(pull, FT0)"},
      {"bearing", {"bearing"}, "bearing", "sat(drive, MT0)"},
      {"parallel_frictions",
       {"slideway", "seal", "wiper"},
       "seal",
       "FT02/(FT01 + FT02 + FT03)*sat(pull, FT01 + FT02 + FT03)"},
      {"two_blocks_one_pair", {"pair12"}, "pair12", "sat((M2*F1 - M1*F2)/(M1 + M2), FT12)"},
      // Paper 2006: variants 2, 3, 4.
      {"two_blocks_on_ground",
       {"pair12"},
       "pair12",
       "sat((M2*F1 - M1*F2)/(M1 + M2) + M1/(M1 + M2)*f.pair20, FT12)"},
      {"two_blocks_on_ground", {"pair20"}, "pair20", "sat(F2 + f.pair12, FT20)"},
      {"two_blocks_on_ground",
       {"pair12", "pair20"},
       "pair12",
       "sat(F1 - M1/(M1 + M2)*luz(F1 + F2, FT20), FT12)"},
      {"two_blocks_on_ground", {"pair12", "pair20"}, "pair20", "sat(F2 + sat(F1, FT12), FT20)"},
      {"two_blocks_m1_inf",
       {"pair12", "pair20"},
       "pair12",
       "-FT12/(FT12 + FT20)*sat(F2, FT12 + FT20)"},
      {"two_blocks_m2_inf", {"pair12"}, "pair12", "sat(F1, FT12)"},
      {"two_blocks_m1_zero", {"pair20"}, "pair20", "sat(F1 + F2, FT20)"},
      // Paper 2026: (3.26), (3.35), and (3.50), (3.51) corrected.
      {"three_blocks", {"pair12"}, "pair12", "sat((M2*F1 - M1*F2 + M1*f.pair23)/(M1 + M2), FT12)"},
      {"three_blocks", {"pair23"}, "pair23", "sat((M3*F2 - M2*F3 + M3*f.pair12)/(M2 + M3), FT23)"},
      {"three_blocks", {"pair12", "pair23"}, "pair12", kT12.c_str()},
      {"three_blocks", {"pair12", "pair23"}, "pair23", kT23.c_str()},
      // (3.65), (3.66) corrected.
      {"three_blocks_m3_inf",
       {"pair12", "pair23"},
       "pair12",
       "sat(F1 - M1/(M1 + M2)*luz(F1 + F2, FT23), FT12)"},
      {"three_blocks_m3_inf", {"pair12", "pair23"}, "pair23", "sat(F1 + F2 - luz(F1, FT12), FT23)"},
      {"sliding_bearing",
       {"inner_face"},
       "inner_face",
       "sat((I2*M_shaft + I1*f.outer_face)/(I1 + I2), MT12)"},
      // Paper 2011, (11): -F_DRY while it is locked; F.seat = -ks z_r.
      {"janecek_guide", {"guide"}, "guide", "sat(F.seat - m*a.base, FS)"},
      {"gear_system", {"bearing_psi"}, "bearing_psi", "sat(F.psi, MT_psi)"},
      {"gear_system_simplified_2", {"bearing_phi"}, "bearing_phi", "sat(F.phi, MT_phi)"},
  };
  return table;
}

luztar::Model load(const std::string& name) {
  return luztar::load_model(std::string(LUZTAR_SOURCE_DIR) + "/examples/" + name + ".toml");
}

Formula derived(const Row& row) {
  const luztar::Model model = load(row.example);
  const luztar::DerivationSettings settings;
  const luztar::DerivationContext context(model, settings);
  std::vector<int> at_rest;
  int wanted = -1;
  for (std::size_t k = 0; k < context.equations.pairs.size(); ++k) {
    const std::string& name = context.equations.pairs[k].name;
    if (name == row.pair) wanted = static_cast<int>(k);
    if (std::find(row.at_rest.begin(), row.at_rest.end(), name) != row.at_rest.end())
      at_rest.push_back(static_cast<int>(k));
  }
  for (const auto& problem : luztar::rest_problems(context.equations, at_rest)) {
    const auto found = std::find(problem.pairs.begin(), problem.pairs.end(), wanted);
    if (found == problem.pairs.end()) continue;
    return context.shortened(luztar::static_force(
        context.equations, problem, static_cast<std::size_t>(found - problem.pairs.begin())));
  }
  FAIL("no problem holds " << row.pair);
  return {};
}

bool is_positive(const std::string& name) {
  return name.starts_with("FT") || name == "FS" ||
         (name.find('.') == std::string::npos && name[0] != 'F');
}

}  // namespace

TEST_CASE("static friction of the papers' systems") {
  std::mt19937 random(1);
  const auto whole = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  for (const Row& row : rows()) {
    CAPTURE(std::string(row.example));
    CAPTURE(std::string(row.formula));
    const luztar::Expression found = luztar::to_expression(derived(row));
    const luztar::Expression expected = luztar::parse_expression(row.formula, {});
    CAPTURE(luztar::to_text(found));
    std::map<std::string, Rational> values;
    for (const auto* expression : {&found, &expected})
      for (const auto& symbol : luztar::symbols_of(*expression)) values[symbol.symbol()];
    for (int round = 0; round < 1000; ++round) {
      for (auto& [name, value] : values)
        value = Rational(is_positive(name) ? whole(1, 9) : whole(-20, 20), whole(1, 5));
      const auto value = luztar::testing::exact_value(found, values);
      REQUIRE(value);
      REQUIRE(value == luztar::testing::exact_value(expected, values));
    }
  }
}

TEST_CASE("the same model always prints the same text") {
  for (const char* name : {"three_blocks", "gear_system", "layers_8"}) {
    const luztar::Model model = load(name);
    const auto text = [&] {
      return luztar::print(luztar::derivation(model, {true, true}), luztar::DocumentFormat::Text);
    };
    CHECK(text() == text());
  }
}

TEST_CASE("the derivation of eight layers is a page") {
  const luztar::Model model = load("layers_8");
  const std::string text = luztar::print(luztar::derivation(model), luztar::DocumentFormat::Text);
  CHECK(std::count(text.begin(), text.end(), '\n') <= 110);
  CHECK(text.find("256 variants") != std::string::npos);
  CHECK(text.find("36 clips") != std::string::npos);
}

// LUZTAR_UPDATE_SNAPSHOTS=1 writes them anew; look at the difference before you keep it.
TEST_CASE("derivations of the papers' systems read as reviewed") {
  for (const char* name :
       {"single_mass", "massless_block", "parallel_frictions", "bearing_massless",
        "two_blocks_one_pair", "two_blocks_on_ground", "two_blocks_m1_inf", "two_blocks_m1_zero",
        "two_blocks_m2_zero", "three_blocks", "three_blocks_m3_inf", "layers_8", "gear_system",
        "gear_system_simplified_1", "janecek_guide"}) {
    CAPTURE(std::string(name));
    const auto path = std::filesystem::path(LUZTAR_SOURCE_DIR) / "tests/acceptance/derivations" /
                      (std::string(name) + ".txt");
    const std::string text =
        luztar::print(luztar::derivation(load(name), {true, true}), luztar::DocumentFormat::Text);
    if (std::getenv("LUZTAR_UPDATE_SNAPSHOTS") != nullptr) luztar::test::write_text(path, text);
    CHECK(text == luztar::test::text_of(path));
  }
}

TEST_CASE("four frictions under one block have closed forms, as two and three have") {
  // More than three pairs were taken for a chain, whatever their shape: the document had no end.
  std::string text =
      "[bodies.b]\nmass = 1\n[forces.F]\non = \"b\"\nvalue = \"sin(t)\"\n[simulation]\nduration = "
      "1\n";
  for (const char* kinetic : {"1", "2", "3", "4"})
    text += std::string("[frictions.f") + kinetic +
            "]\nbetween = [\"b\", \"ground\"]\nkinetic = " + kinetic + "\n";
  const auto document = luztar::derivation(luztar::parse_model(text, "four.toml"));
  const std::string printed = print(document, luztar::DocumentFormat::Text);
  for (const char* line : {"T_f1 = 0.1·sat(F, 10)", "T_f4 = 0.4·sat(F, 10)"}) {
    CAPTURE(printed);
    CHECK(printed.find(line) != std::string::npos);
  }
}
