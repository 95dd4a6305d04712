// Which axes of a sweep are logarithmic: by the texts that ask for values, and by values alone.
#include "luztar/study/sweep/sweep_axes.h"

#include <cmath>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/io/load_model.h"

using namespace luztar;

namespace {

SweepPlan plan_of(const std::string& sweep) {
  return [&] {
    const Model model = parse_model(
        "[parameters]\nk = 100.0\nF = 2.0\nx = -1.0\n[bodies.b]\nmass = 1.0\n"
        "[springs.s]\nbetween = [\"b\", \"ground\"]\nstiffness = \"k\"\n"
        "[forces.f]\non = \"b\"\nvalue = \"F + x\"\n[simulation]\nduration = 1.0\n"
        "[sweep]\nmeasure = \"max(q.b)\"\n" +
            sweep,
        "m.toml");
    return make_plan(model, model.sweep);
  }();
}

std::vector<double> powers(double from, double factor, int n, double digits = 0.0) {
  std::vector<double> values;
  for (int i = 0; i < n; ++i) {
    double value = from * std::pow(factor, i);
    if (digits > 0.0) value = std::round(value * digits) / digits;
    values.push_back(value);
  }
  return values;
}

}  // namespace

TEST_CASE("what was asked for by its logarithm is shown so, where it is positive") {
  CHECK(logarithmic_axes(plan_of("vary = [\"k=200:20000:41:log\", \"F=1:3:5\"]\n")) ==
        std::vector<bool>{true, false});
  CHECK(logarithmic_axes(plan_of("vary = [\"k=1:2:2:log\"]\n")) == std::vector<bool>{true});
  CHECK(logarithmic_axes(plan_of("vary = [\"x=-1:-100:5:log\"]\n")) == std::vector<bool>{false});
  CHECK(logarithmic_axes(plan_of("samples = 5\nvary = [\"k=loguniform(1, 2)\", "
                                 "\"F=uniform(1, 2)\", \"x=normal(0, 1)\"]\n")) ==
        std::vector<bool>{true, false, false});
  CHECK(logarithmic_axes(plan_of("samples = 9\nvary = [\"F=1:9:9\", \"k=lognormal(1, 0.1)\"]\n")) ==
        std::vector<bool>{false, true});
}

TEST_CASE("the column of a way there and back is on no such axis") {
  CHECK(logarithmic_axes(plan_of("vary = \"k=1:100:9:log\"\ncarry = \"k:back\"\n")) ==
        std::vector<bool>{true, false});
}

TEST_CASE("lists that are even in the logarithm are shown so, rounded ones too") {
  CHECK(is_logarithmic(powers(1.0, 10.0, 4)));
  CHECK(is_logarithmic(powers(1.0, 1.2, 20)));
  CHECK(is_logarithmic(powers(1.0, 1.3, 12, 10.0)));
  CHECK(is_logarithmic({1, 2, 5, 10, 20, 50}));
  CHECK(is_logarithmic({100, 1, 10, 10}));
  CHECK(!is_logarithmic({1, 100}));
  CHECK(!is_logarithmic({0, 1, 10, 100}));
  CHECK(!is_logarithmic({-100, -10, -1}));
  CHECK(!is_logarithmic({5, 10, 12}));
  CHECK(!is_logarithmic({}));
}

TEST_CASE("even lists are not, from wherever they begin") {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> begin(0.001, 10.0), step(0.001, 10.0);
  for (int i = 0; i < 1000; ++i) {
    std::vector<double> values;
    const double from = begin(random), by = step(random);
    for (int k = 0; k < 3 + i % 20; ++k) values.push_back(from + by * k);
    CHECK(!is_logarithmic(values));
  }
}

TEST_CASE("drawn values by where their middle is") {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> part(0.0, 1.0);
  std::vector<double> even, by_logarithm;
  for (int i = 0; i < 400; ++i) {
    even.push_back(1.0 + 999.0 * part(random));
    by_logarithm.push_back(std::pow(1000.0, part(random)));
  }
  CHECK(!is_logarithmic(even));
  CHECK(is_logarithmic(by_logarithm));
}
