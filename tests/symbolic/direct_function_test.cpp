// Straight-line code against the walk of the tree by evaluate().
#include "luztar/symbolic/direct_function.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "random_tree.h"

using namespace luztar;
using luztar::testing::Random;
using luztar::testing::RandomTree;

namespace {

// x and y are variables 0 and 1, k is a number.
constexpr double kNumber = 0.75;

DirectFunction::Meaning meaning_of(const std::string& name) {
  if (name == "k") return kNumber;
  return DirectFunction::Variable{name == "x" ? 0 : 1};
}

DirectFunction direct(const std::string& text) { return {parse_expression(text, {}), meaning_of}; }

Expression leaf(Random& random) {
  if (random.below(3) == 0) return Expression::number(0.5 * random.below(9) - 2.0);
  constexpr std::array kSymbols = {"x", "y", "k"};
  return Expression::symbol(kSymbols[static_cast<std::size_t>(random.below(3))]);
}

}  // namespace

TEST_CASE("straight-line code gives the bits of evaluate(), for 3,000 random trees") {
  Random random{41};
  RandomTree trees(random, leaf);
  int finite = 0;
  for (int i = 0; i < 3000; ++i) {
    const Expression tree = trees.make(5);
    const DirectFunction function(tree, meaning_of);
    for (int n = 0; n < 5; ++n) {
      const std::array<double, 2> at{random.below(4) == 0 ? 0.0 : random(-3, 3), random(-3, 3)};
      const double expected = evaluate(tree, [&](const std::string& name) {
        return name == "k" ? kNumber : at[name == "x" ? 0 : 1];
      });
      const double found = function(at);
      const bool same = found == expected || (std::isnan(found) && std::isnan(expected));
      if (!same) FAIL_CHECK(to_text(tree), " is ", found, " and not ", expected);
      finite += std::isfinite(expected) ? 1 : 0;
    }
  }
  CHECK(finite > 5000);
}

TEST_CASE("expressions deeper than the small stack have their value too") {
  std::string text = "x";
  for (int i = 0; i < 150; ++i) text = "1 + k*(" + text + ")";  // the right side is the deep one
  double expected = 2.0;
  for (int i = 0; i < 150; ++i) expected = 1.0 + kNumber * expected;
  const std::array<double, 2> at{2.0, 0.0};
  CHECK(direct(text)(at) == expected);
}

TEST_CASE("symbols that stand for other expressions are those expressions") {
  const Expression inner = parse_expression("x*y + k", {});
  const DirectFunction function(parse_expression("s^2 - s", {}),
                                [&](const std::string& name) -> DirectFunction::Meaning {
                                  if (name == "s") return &inner;
                                  return meaning_of(name);
                                });
  const std::array<double, 2> at{3.0, 2.0};
  CHECK(function(at) == 6.75 * 6.75 - 6.75);
}

TEST_CASE("a table is its cubics over the variable, goes on from its ends, and begins at a knot") {
  PiecewiseCubic table;
  table.knot = {0.0, 1.0, 3.0};
  table.piece = {{{2.0, 0.0, 1.0, 0.0}}, {{5.0, -1.0, 0.0, 0.5}}};  // 2 + s^2; 5 - s + s^3/2
  table.jumps = true;
  const DirectFunction function(parse_expression("2*u", {}),
                                [&](const std::string&) -> DirectFunction::Meaning {
                                  return DirectFunction::Data{&table, 1};
                                });
  struct Row {
    double x, value;
  };
  for (const Row& row : {Row{-1.0, 3.0}, Row{0.5, 2.25}, Row{1.0, 5.0}, Row{2.0, 4.5},
                         Row{3.0, 7.0}, Row{4.0, 15.5}}) {
    CAPTURE(row.x);
    CHECK(evaluate(table, row.x) == row.value);
    const std::array<double, 2> at{99.0, row.x};
    CHECK(function(at) == 2 * row.value);
  }
  CHECK(std::isnan(evaluate(table, std::nan(""))));
}

TEST_CASE("only the branch in force is computed, and a condition without a value chooses none") {
  const std::array<double, 2> negative{-4.0, 1.0};
  const std::array<double, 2> nothing{std::nan(""), 1.0};
  CHECK(direct("if(x < 0, -x, sqrt(x))")(negative) == 4.0);
  CHECK(std::isnan(direct("if(x < 0, 1, 2)")(nothing)));
  CHECK(direct("if(x < 0, 1, 2)^0")(nothing) == 1.0);  // as pow(NaN, 0), and not the end of it
  CHECK(direct("1 + if(x < 0, if(y < 0, 1, 2), 3)*10")(negative) == 21.0);
}

TEST_CASE("rounded() reaches both sides of a jump within the error, and none beyond it") {
  const DirectFunction jump = direct("step(x - 1)");
  const auto values = [&](double x) {
    const std::array<double, 2> at{x, 0.0};
    const std::array<double, 2> error{1e-9, 0.0};
    std::vector<double> found;
    for (int p = 0; p < DirectFunction::kPatterns; ++p) found.push_back(jump.rounded(at, error, p));
    return found;
  };
  const auto has = [](const std::vector<double>& all, double x) {
    return std::find(all.begin(), all.end(), x) != all.end();
  };
  const auto near = values(1.0 + 1e-10);
  CHECK(std::ranges::any_of(near, [](double x) { return x < 0.5; }));
  CHECK(std::ranges::any_of(near, [](double x) { return x > 0.5; }));
  CHECK(!has(values(1.0 + 1e-8), 0.0));
  CHECK(std::ranges::all_of(values(1.0 - 1e-8), [](double x) { return x == 0.0; }));
}

TEST_CASE("rounded() differs from the value by ulps where nothing jumps") {
  const DirectFunction smooth = direct("x*y + sin(x)/(2 + y)");
  const std::array<double, 2> at{1.25, 0.5};
  const std::array<double, 2> none{0.0, 0.0};
  const double value = smooth(at);
  int moved = 0;
  for (int p = 0; p < DirectFunction::kPatterns; ++p) {
    const double off = std::abs(smooth.rounded(at, none, p) - value);
    CHECK(off < 1e-13);
    moved += off > 0.0 ? 1 : 0;
    const int by_more = p + DirectFunction::kPatterns;
    CHECK(std::abs(smooth.rounded(at, none, by_more) - value) <= 8.0 * off + 1e-14);
    CHECK(std::abs(smooth.rounded(at, none, by_more) - value) >= 6.0 * off - 1e-14);
  }
  CHECK(moved > DirectFunction::kPatterns / 2);
}
