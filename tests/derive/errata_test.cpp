// docs/reduction.md says what is printed, what is correct and an example: all of it is evaluated
// here.
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algebra/exact_value.h"
#include "luztar/derive/static_friction.h"

using Rational = luztar::testing::Fraction;

namespace {

using Values = std::map<std::string, Rational>;

luztar::Expression parse(const std::string& text) {
  return luztar::parse_expression(text, {"docs/reduction.md", 1, 1});
}

Rational value_of(const std::string& text, const Values& values) {
  const auto value = luztar::testing::exact_value(parse(text), values);
  REQUIRE(value);
  return *value;
}

std::vector<std::pair<std::string, std::string>> assignments(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> found;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const std::size_t sign = part.find(" = ");
    REQUIRE(sign != std::string::npos);
    const std::size_t begin = part.find_first_not_of(' ');
    found.emplace_back(part.substr(begin, sign - begin), part.substr(sign + 3));
  }
  return found;
}

struct Erratum {
  std::string name;
  std::map<std::string, std::string> printed, correct;  ///< quantity -> formula
  std::map<std::string, std::string> printed_gives, correct_gives;
  Values example;
};

/// The blocks that begin with `erratum  NAME`.
std::vector<Erratum> errata() {
  std::ifstream file(std::string(LUZTAR_SOURCE_DIR) + "/docs/reduction.md");
  std::vector<Erratum> found;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    const auto after = [&](const std::string& word) {
      return line.starts_with(word + "  ") ? line.substr(word.size() + 2) : std::string();
    };
    if (line.starts_with("```")) {
      inside = false;
    } else if (const auto title = after("erratum"); !title.empty()) {
      inside = true;
      found.push_back({title, {}, {}, {}, {}, {}});
    } else if (inside) {
      Erratum& last = found.back();
      const auto formula = [&](const std::string& text) {
        const std::size_t sign = text.find(" = ");
        return std::pair{text.substr(0, sign), text.substr(sign + 3)};
      };
      if (const auto text = after("printed"); !text.empty()) last.printed.insert(formula(text));
      if (const auto text = after("correct"); !text.empty()) last.correct.insert(formula(text));
      if (const auto text = after("example"); !text.empty())
        for (const auto& [name, value] : assignments(text))
          last.example[name] = value_of(value, {});
      if (const auto text = after("printed gives"); !text.empty())
        for (const auto& [name, value] : assignments(text)) last.printed_gives[name] = value;
      if (const auto text = after("correct gives"); !text.empty())
        for (const auto& [name, value] : assignments(text)) last.correct_gives[name] = value;
    }
  }
  return found;
}

const Erratum& erratum(const std::vector<Erratum>& all, const std::string& name) {
  for (const Erratum& one : all)
    if (one.name == name) return one;
  FAIL("no erratum " << name);
  return all.front();
}

}  // namespace

TEST_CASE("the examples of the errata give what the page says, and show the difference") {
  const auto all = errata();
  CHECK(all.size() >= 8);
  for (const Erratum& one : all) {
    CAPTURE(one.name);
    REQUIRE(!one.correct_gives.empty());
    bool differs = false;
    for (const auto& [quantity, value] : one.printed_gives)
      CHECK(value_of(one.printed.at(quantity), one.example) == value_of(value, {}));
    for (const auto& [quantity, value] : one.correct_gives) {
      CHECK(value_of(one.correct.at(quantity), one.example) == value_of(value, {}));
      differs = differs || value_of(one.printed_gives.at(quantity), {}) != value_of(value, {});
    }
    CHECK(differs);
  }
}

TEST_CASE("the corrected formulas of two and three blocks are those that derive finds") {
  using luztar::BodyEquation;
  using luztar::Formula;
  const auto all = errata();
  for (const bool three : {false, true}) {
    luztar::Equations equations;
    for (int i = 1; i <= (three ? 3 : 2); ++i) {
      BodyEquation body;
      body.name = std::to_string(i);
      body.mass = Formula::symbol("M" + body.name);
      equations.bodies.push_back(body);
    }
    for (const std::string& name :
         three ? std::vector<std::string>{"12", "23"} : std::vector<std::string>{"12", "20"}) {
      luztar::PairEquation pair;
      pair.name = name;
      pair.arms.emplace_back(name[0] - '1', Formula(1));
      if (name[1] != '0') pair.arms.emplace_back(name[1] - '1', Formula(-1));
      pair.breakaway = pair.breakaway_back = Formula::symbol("FT" + name);
      equations.pairs.push_back(pair);
    }
    equations.list_pairs_of_bodies();
    const auto problem = luztar::rest_problems(equations, {0, 1}).at(0);
    const Erratum& one = erratum(all, three ? "three-blocks" : "two-blocks");
    for (std::size_t k = 0; k < 2; ++k) {
      const Formula exact = luztar::substitute(luztar::static_force(equations, problem, k),
                                               {{"F.1", Formula::symbol("F1")},
                                                {"F.2", Formula::symbol("F2")},
                                                {"F.3", Formula::symbol("F3")}});
      const std::string& text = one.correct.at("T" + equations.pairs[k].name);
      CHECK(exact == luztar::to_formula(parse(text)));
      const Formula published = luztar::substitute(
          luztar::clip(luztar::unlimited_forces(problem)[k], equations.pair(problem.pairs[k])),
          {{"F.1", Formula::symbol("F1")},
           {"F.2", Formula::symbol("F2")},
           {"F.3", Formula::symbol("F3")}});
      const std::string& printed = one.printed.at("T" + equations.pairs[k].name);
      CHECK(published == luztar::to_formula(parse(printed)));
    }
  }
}
