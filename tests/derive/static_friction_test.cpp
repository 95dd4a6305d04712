// Closed forms of static friction against the conditions of Gauss's principle, in exact fractions.
// The conditions have one solution in the accelerations, and on chains one in the forces: forces
// that fulfil all of them exactly are the ones that an exhaustive search finds.
#include "luztar/derive/static_friction.h"

#include <array>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algebra/exact_value.h"
#include "environment.h"

using luztar::Assignment;
using luztar::BodyEquation;
using luztar::BodyRole;
using luztar::Equations;
using luztar::Formula;
using luztar::PairEquation;
using luztar::RestProblem;
using Rational = luztar::testing::Fraction;

namespace {

using Values = std::map<std::string, Rational>;
using Shape = RestProblem::Shape;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

Formula symbol(const std::string& name) { return Formula::symbol(name); }

Rational value_of(const luztar::Expression& expression, const Values& values) {
  const auto value = luztar::testing::exact_value(expression, values);
  REQUIRE(value);
  return *value;
}

/// Formulas come again and again with other values: written out once each.
Rational value_of(const Formula& formula, const Values& values) {
  static std::map<Formula, luztar::Expression> written;
  const auto [place, is_new] = written.try_emplace(formula);
  if (is_new) place->second = luztar::to_expression(formula);
  return value_of(place->second, values);
}

int add_body(Equations& equations, BodyRole role = BodyRole::Inertial) {
  const std::string name = std::to_string(equations.bodies.size() + 1);
  BodyEquation body;
  body.name = "b" + name;
  body.role = role;
  if (role == BodyRole::Inertial) body.mass = symbol("M" + name);
  body.force = symbol("P" + name);
  equations.bodies.push_back(body);
  return static_cast<int>(equations.bodies.size()) - 1;
}

/// Arms of kGround are left out, as `assemble` does.
void add_pair(Equations& equations, std::vector<std::pair<int, Formula>> arms, bool link = false) {
  const std::string name = std::to_string(equations.pairs.size() + 1);
  PairEquation pair;
  pair.name = (link ? "l" : "p") + name;
  pair.is_link = link;
  for (auto& arm : arms)
    if (arm.first != luztar::kGround) pair.arms.push_back(std::move(arm));
  if (!link) {
    pair.breakaway = pair.kinetic = symbol("A" + name);
    pair.breakaway_back = pair.kinetic_back = symbol("B" + name);
  }
  equations.pairs.push_back(pair);
  equations.list_pairs_of_bodies();
}

/// Small fractions, so that limits are met exactly now and then.
class Numbers {
 public:
  explicit Numbers(unsigned seed) : random_(seed) {}
  Rational any() { return {whole(-12, 12), whole(1, 4)}; }
  Rational positive() { return {whole(1, 9), whole(1, 4)}; }
  Rational nonnegative() { return {whole(0, 9), whole(1, 4)}; }

 private:
  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  std::mt19937 random_;
};

/// Values of all symbols; limits are symmetric for even `round`s.
Values draw(const Equations& equations, Numbers& numbers, bool symmetric) {
  Values values;
  for (std::size_t i = 0; i < equations.bodies.size(); ++i) {
    const std::string name = std::to_string(i + 1);
    values["M" + name] = numbers.positive();
    values["F.b" + name] = numbers.any();
    values["a.b" + name] = numbers.any();
  }
  for (std::size_t k = 0; k < equations.pairs.size(); ++k) {
    const std::string name = std::to_string(k + 1);
    values["A" + name] = numbers.nonnegative();
    values["B" + name] = symmetric ? values["A" + name] : numbers.nonnegative();
    values["r" + name] = numbers.positive();
    values["f.p" + name] = numbers.any();  // of pairs that move
  }
  return values;
}

/// Accelerations under given pair forces; every pair of the model acts.
std::vector<Rational> accelerations(const Equations& equations, const Values& values,
                                    const std::map<std::string, Rational>& forces) {
  std::vector<Rational> a;
  for (std::size_t i = 0; i < equations.bodies.size(); ++i) {
    const BodyEquation& body = equations.bodies[i];
    if (body.role == BodyRole::Steady) {
      a.emplace_back(0);
      continue;
    }
    if (body.role == BodyRole::Prescribed) {
      a.push_back(values.at("a." + body.name));
      continue;
    }
    Rational sum = values.at("F." + body.name);
    for (const PairEquation& pair : equations.pairs)
      for (const auto& [other, arm] : pair.arms)
        if (other == static_cast<int>(i)) sum -= value_of(arm, values) * forces.at(pair.name);
    a.push_back(sum / value_of(body.mass, values));
  }
  return a;
}

/// True if the forces of the pairs in `at_rest` fulfil Coulomb's law at rest with the accelerations
/// that they give.
bool fulfils(const Equations& equations, const Values& values,
             const std::map<std::string, Rational>& forces, const std::vector<int>& at_rest) {
  const std::vector<Rational> a = accelerations(equations, values, forces);
  for (const int index : at_rest) {
    const PairEquation& pair = equations.pairs[at(index)];
    Rational w = 0;
    for (const auto& [body, arm] : pair.arms) w += value_of(arm, values) * a[at(body)];
    const Rational force = forces.at(pair.name);
    const Rational upper = value_of(pair.breakaway, values);
    const Rational lower = -value_of(pair.breakaway_back, values);
    if (force > upper || force < lower) return false;
    if (w > 0 && force != upper) return false;
    if (w < 0 && force != lower) return false;
  }
  return true;
}

std::vector<int> all_pairs(const Equations& equations) {
  std::vector<int> pairs;
  for (std::size_t k = 0; k < equations.pairs.size(); ++k)
    if (!equations.pairs[k].is_link) pairs.push_back(static_cast<int>(k));
  return pairs;
}

/// n pairs between n + 1 bodies; `end` closes the row on the ground or on a given body.
enum class End { Free, Ground, Given, Steady };
Equations chain(int n, End end, bool ratios = false) {
  Equations equations;
  int before = add_body(equations);
  for (int k = 0; k < n; ++k) {
    const bool last = k + 1 == n;
    const int next = last && end == End::Ground   ? luztar::kGround
                     : last && end == End::Given  ? add_body(equations, BodyRole::Prescribed)
                     : last && end == End::Steady ? add_body(equations, BodyRole::Steady)
                                                  : add_body(equations);
    const Formula ratio = ratios ? symbol("r" + std::to_string(k + 1)) : Formula(1);
    add_pair(equations,
             {{before, Formula(k % 3 == 1 ? -1 : 1)}, {next, k % 3 == 1 ? ratio : -ratio}});
    before = next;
  }
  return equations;
}

std::map<std::string, Rational> run(
    const std::vector<std::pair<std::string, luztar::Expression>>& program, Values values) {
  for (const auto& [name, value] : program) values[name] = value_of(value, values);
  std::map<std::string, Rational> forces;
  for (const auto& [name, value] : values)
    if (name.starts_with("f.")) forces[name.substr(2)] = value;
  return forces;
}

std::vector<std::pair<std::string, luztar::Expression>> written(
    const std::vector<Assignment>& program) {
  std::vector<std::pair<std::string, luztar::Expression>> lines;
  for (const Assignment& step : program)
    lines.emplace_back(step.name, luztar::to_expression(step.value));
  return lines;
}

}  // namespace

TEST_CASE("nested clipping is exact on chains of 1 to 8 pairs") {
  Numbers numbers(1);
  for (int n = 1; n <= 8; ++n)
    for (const End end : {End::Free, End::Ground, End::Given, End::Steady}) {
      const Equations equations = chain(n, end);
      const auto problems = luztar::rest_problems(equations, all_pairs(equations));
      REQUIRE(problems.size() == 1);
      if (n > 2) CHECK(problems[0].shape == Shape::Chain);
      RestProblem problem = problems[0];
      if (n == 1) problem.order = {0};
      const auto program = written(luztar::chain_program(equations, problem));
      CHECK(program.size() == at(n * (n + 1) / 2));
      for (int round = 0; round < luztar::test::some_of(250); ++round) {
        const Values values = draw(equations, numbers, round % 2 == 0);
        CAPTURE(n);
        REQUIRE(fulfils(equations, values, run(program, values), all_pairs(equations)));
      }
    }
}

TEST_CASE("nested clipping is exact with ratios of any sign of orientation") {
  Numbers numbers(2);
  for (int n = 2; n <= 6; ++n) {
    const Equations equations = chain(n, End::Ground, true);
    const auto problems = luztar::rest_problems(equations, all_pairs(equations));
    REQUIRE(problems.size() == 1);
    const auto program = written(luztar::chain_program(equations, problems[0]));
    for (int round = 0; round < luztar::test::some_of(200); ++round) {
      const Values values = draw(equations, numbers, round % 2 == 0);
      REQUIRE(fulfils(equations, values, run(program, values), all_pairs(equations)));
    }
  }
}

TEST_CASE("the closed formulas of one to four pairs are exact") {
  Numbers numbers(3);
  for (int n = 1; n <= 4; ++n) {
    const Equations equations = chain(n, n % 2 == 0 ? End::Free : End::Ground);
    const RestProblem problem = luztar::rest_problems(equations, all_pairs(equations)).at(0);
    std::vector<Formula> forces;
    for (int k = 0; k < n; ++k) forces.push_back(luztar::static_force(equations, problem, at(k)));
    for (int round = 0; round < 500; ++round) {
      const Values values = draw(equations, numbers, round % 2 == 0);
      std::map<std::string, Rational> found;
      for (int k = 0; k < n; ++k)
        found["p" + std::to_string(k + 1)] = value_of(forces[at(k)], values);
      REQUIRE(fulfils(equations, values, found, all_pairs(equations)));
    }
  }
}

TEST_CASE("the clip of each component by itself is wrong for two pairs and more") {
  Numbers numbers(4);
  const Equations equations = chain(2, End::Ground);
  const RestProblem problem = luztar::rest_problems(equations, {0, 1}).at(0);
  int wrong = 0;
  for (int round = 0; round < 500; ++round) {
    const Values values = draw(equations, numbers, true);
    std::map<std::string, Rational> found;
    for (int k = 0; k < 2; ++k)
      found["p" + std::to_string(k + 1)] =
          value_of(luztar::clip(luztar::unlimited_forces(problem)[at(k)],
                                equations.pair(problem.pairs[at(k)])),
                   values);
    if (!fulfils(equations, values, found, {0, 1})) ++wrong;
  }
  CHECK(wrong > 200);
  CHECK(wrong < 450);
}

TEST_CASE("a pair in motion enters through its force, and cuts a chain") {
  Numbers numbers(5);
  const Equations equations = chain(3, End::Ground);
  const std::vector<int> at_rest{0, 2};
  const auto problems = luztar::rest_problems(equations, at_rest);
  REQUIRE(problems.size() == 2);
  for (int round = 0; round < 300; ++round) {
    const Values values = draw(equations, numbers, true);
    std::map<std::string, Rational> found{{"p2", values.at("f.p2")}};
    for (const RestProblem& problem : problems)
      found[equations.pairs[at(problem.pairs[0])].name] =
          value_of(luztar::static_force(equations, problem, 0), values);
    REQUIRE(fulfils(equations, values, found, at_rest));
  }
}

TEST_CASE("links are eliminated: levers, ideal gears, planetary sets") {
  Numbers numbers(6);
  Equations equations;
  for (int k = 0; k < 4; ++k) add_body(equations);
  add_pair(equations, {{0, 1}, {1, -1}});
  add_pair(equations, {{1, symbol("r2")}, {2, Formula(-1)}, {3, Formula(-2)}}, true);
  add_pair(equations, {{2, 1}});
  add_pair(equations, {{3, 1}, {luztar::kGround, -1}});
  const std::vector<int> at_rest{0, 2, 3};
  const auto problems = luztar::rest_problems(equations, at_rest);
  REQUIRE(problems.size() == 1);
  const RestProblem& problem = problems[0];
  CHECK(problem.links == std::vector<int>{1});
  CHECK(problem.shape != Shape::Chain);  // three pairs meet in the link
  const auto two = luztar::rest_problems(equations, {0, 2});
  REQUIRE(two.size() == 1);
  REQUIRE(two[0].shape == Shape::Two);
  for (int round = 0; round < 200; ++round) {
    Values values = draw(equations, numbers, true);
    std::map<std::string, Rational> found{{"p4", values.at("f.p4")}};
    for (std::size_t k = 0; k < 2; ++k)
      found[equations.pairs[at(two[0].pairs[k])].name] =
          value_of(luztar::static_force(equations, two[0], k), values);
    // The link's force: from its own balance, linear in everything else.
    found["l2"] = 0;
    const auto rate = [&]() -> Rational {  // not an expression of what is gone by then
      const auto a = accelerations(equations, values, found);
      return values.at("r2") * a[1] - a[2] - 2 * a[3];
    };
    const Rational without = rate();
    found["l2"] = 1;
    found["l2"] = without / (without - rate());
    REQUIRE(rate() == 0);
    REQUIRE(fulfils(equations, values, found, {0, 2}));
  }
}

TEST_CASE("shapes: a star is a tree, parallel pairs and a row between walls are cycles") {
  Equations star;
  for (int k = 0; k < 4; ++k) add_body(star);
  for (int k = 1; k < 4; ++k) add_pair(star, {{0, 1}, {k, -1}});
  CHECK(luztar::rest_problems(star, {0, 1, 2}).at(0).shape == Shape::Tree);

  Equations blocks;  // in a row on the ground
  for (int k = 0; k < 3; ++k) add_body(blocks);
  for (int k = 0; k < 2; ++k) add_pair(blocks, {{k, 1}, {k + 1, -1}});
  for (int k = 0; k < 3; ++k) add_pair(blocks, {{k, 1}});
  CHECK(luztar::rest_problems(blocks, {0, 1, 2, 3, 4}).at(0).shape == Shape::Tree);

  Equations parallel;
  add_body(parallel);
  add_pair(parallel, {{0, 1}});
  add_pair(parallel, {{0, 1}});
  const RestProblem shared = luztar::rest_problems(parallel, {0, 1}).at(0);
  CHECK(luztar::unlimited_forces(shared).empty());
  CHECK(shared.shape == Shape::Tree);  // their limits are not symmetric
  for (auto& pair : parallel.pairs) {
    pair.breakaway_back = pair.breakaway;
    pair.kinetic_back = pair.kinetic;
  }
  const RestProblem sharing = luztar::rest_problems(parallel, {0, 1}).at(0);
  REQUIRE(sharing.shape == Shape::Parallel);
  CHECK(luztar::static_force(parallel, sharing, 0) ==
        symbol("A1") / (symbol("A1") + symbol("A2")) *
            Formula::apply(luztar::Op::Sat, {symbol("F.b1"), symbol("A1") + symbol("A2")}));

  Equations triangle;
  for (int k = 0; k < 3; ++k) add_body(triangle);
  for (int k = 0; k < 3; ++k) add_pair(triangle, {{k, 1}, {(k + 1) % 3, -1}});
  CHECK(luztar::rest_problems(triangle, {0, 1, 2}).at(0).shape == Shape::Cycle);
}
