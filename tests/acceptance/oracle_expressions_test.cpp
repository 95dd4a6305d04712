// Random nests of every function and of data, in every place of a model that takes an expression,
// beside direct evaluation. More: ./check --long nests.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

#include <doctest/doctest.h>

#include "acceptance/oracle_expressions_cases.h"
#include "acceptance/oracle_expressions_data.h"
#include "acceptance/recording.h"
#include "environment.h"
#include "io/temporary_folder.h"

using namespace acceptance;
using namespace acceptance::nest;

namespace {

#ifdef NDEBUG
constexpr int kNests = 900;
#else
constexpr int kNests = 80;
#endif
constexpr Real kStep = 1.0L / 256;
constexpr int kIntegrated = 41;  ///< one in so many is integrated beside the run

int how_many() { return luztar::test::count_of(kNests); }

struct Counts {
  long runs{}, compared{}, left_out{}, integrated{};
  std::map<Place, long> places;
};

void compare_end(const Case& c, const luztar::System& system, const Recorded& run, Real agree,
                 Counts& counts) {
  const End end = end_of(c);
  if (!end.known) return;
  const auto b = static_cast<std::size_t>(body_index(system, "b"));
  const Real size = 1 + std::max(std::abs(end.q), std::abs(end.v));
  CHECK(std::abs(run.info.q[b] - end.q) < agree * size);
  CHECK(std::abs(run.info.v[b] - end.v) < agree * size);
  ++counts.integrated;
}

Counts run_all(int n, luztar::Method method, const std::string& folder) {
  Counts counts;
  const Real step = method == luztar::Method::Stepping ? kStep : 0;
  for (int seed = 0; seed < n; ++seed) {
    const Case c = random_case(static_cast<std::uint64_t>(seed));
    CAPTURE(seed);
    CAPTURE(c.model);
    const luztar::System system = luztar::compile(luztar::parse_model(c.model, folder + "/x.toml"));
    luztar::SimulationSettings settings = system.settings();
    settings.method = method;
    settings.step = static_cast<double>(step);
    const Recorded run = record(system, settings);
    CHECK(run.info.diagnosis == "");
    if (run.info.status != luztar::Status::Finished) continue;
    const Verdict verdict = judge(c, system, run, step);
    CHECK(verdict.wrong == "");
    if (seed % kIntegrated == 0) compare_end(c, system, run, step > 0 ? 2e-2L : 1e-6L, counts);
    ++counts.runs;
    ++counts.places[c.place];
    counts.compared += verdict.compared;
    counts.left_out += verdict.left_out;
  }
  return counts;
}

void check_counts(const Counts& counts, int n) {
  CHECK(counts.runs == n);
  CHECK(counts.compared >= 40 * counts.runs);
  CHECK(counts.left_out < counts.compared / 100);
  CHECK(counts.integrated >= n / kIntegrated / 2 - 1);
  CHECK(counts.places.size() == kPlaces);
}

}  // namespace

TEST_CASE(
    "random nests of functions and data have the values of direct evaluation at every sample") {
  const luztar::test::TemporaryFolder folder;
  write_data(folder.path().string());
  const int n = how_many();
  check_counts(run_all(n, luztar::Method::Events, folder.path().string()), n);
}

TEST_CASE("random nests of functions and data have the values of direct evaluation with steps") {
  const luztar::test::TemporaryFolder folder;
  write_data(folder.path().string());
  const int n = how_many();
  check_counts(run_all(n, luztar::Method::Stepping, folder.path().string()), n);
}

TEST_CASE("the random nests have every function, every interpolation and every place") {
  std::set<std::string> missing;
  for (const auto& [name, arguments] : functions()) missing.insert(name);
  for (const char* name : {"if<", "if<=", "if>", "if>=", "+", "-", "*", "/", "^"}) {
    missing.insert(name);
  }
  std::string signals;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Case c = random_case(seed);
    std::erase_if(missing, [&](const std::string& name) { return c.nest.has(name); });
    signals += c.nest.signals();
  }
  CHECK(missing.empty());
  for (const char* kind : {"hold", "linear", "cubic"}) {
    CHECK(signals.find("\"" + std::string(kind) + "\"") != std::string::npos);
  }
}

TEST_CASE("the evaluator of nests knows the table of functions of docs/model-expressions.md") {
  const auto at = [](const std::string& function, std::vector<double> x) {
    std::vector<Expression> operands;
    for (const double y : x) operands.push_back(Expression::number(y));
    return static_cast<double>(Expression::apply(function, operands).value({}).x);
  };
  CHECK(at("step", {0}) == 1);
  CHECK(at("sign", {0}) == 0);
  CHECK(at("pulse", {1, 1, 2}) == 1);
  CHECK(at("pulse", {3, 1, 2}) == 0);
  CHECK(at("square", {3.1}) == 1);
  CHECK(at("square", {3.2}) == -1);
  CHECK(at("saw", {0}) == -1);
  CHECK(std::abs(at("saw", {6.28318}) - 1) < 1e-5);
  CHECK(at("luz", {3, 1}) == 2);
  CHECK(at("tar", {-3, 1}) == -4);
  CHECK(at("tar", {0, 1}) == 0);
  CHECK(at("sat", {-3, 1}) == -1);
  CHECK(at("atan2", {1, 0}) == doctest::Approx(1.5707963267948966));
  CHECK(at("round", {-2.5}) == -3);
  CHECK(at("mod", {-7, 3}) == 2);
  CHECK(at("mod", {7, -3}) == -2);
  CHECK(at("if<=", {1, 1, 5, 6}) == 5);
  CHECK(at("if<", {1, 1, 5, 6}) == 6);
}
