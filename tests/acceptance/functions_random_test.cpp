// Random models of every kind: generated C and Python against the laws, written a second time.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/corner_network.h"
#include "acceptance/functions_oracle.h"
#include "acceptance/generated_program.h"
#include "acceptance/random_states.h"
#include "acceptance/rich_network.h"
#include "environment.h"

using namespace acceptance;
using luztar::Language;
using luztar::testing::Random;

namespace {

#ifdef NDEBUG
constexpr int kModels = 16;
#else
constexpr int kModels = 5;
#endif
constexpr std::size_t kStates = 100;

/// Simple numbers on trees and cycles, massless bodies in between, and all that rich networks have.
std::string model_text(int seed) {
  Random random{static_cast<std::uint64_t>(seed)};
  if (seed % 5 == 4)
    return rich_network(static_cast<std::uint64_t>(seed), {.massless = seed % 2 == 0});
  return corner_network(random, seed % 5 >= 2);
}

/// States with zero rates, stops and gaps at their edges, and neighbours of those by a last bit.
std::vector<double> states_of(const luztar::System& system, std::size_t width, int seed) {
  RandomStates states(system, static_cast<std::uint64_t>(seed) + 1);
  Random random{static_cast<std::uint64_t>(seed) + 2};
  std::vector<double> rows;
  for (std::size_t tries = 0; tries < 2 * kStates && rows.size() < kStates * width; ++tries) {
    auto state = states.next();
    if (!state) continue;
    if (random.below(3) == 0) {
      const auto b = static_cast<std::size_t>(random.below(static_cast<int>(state->q.size())));
      double& number = random.below(2) == 0 ? state->q[b] : state->v[b];
      const double side = random.below(2) == 0 ? 1.0 : -1.0;
      number = number == 0.0 ? side * 1e-200 : std::nextafter(number, side * HUGE_VAL);
    }
    rows.push_back(state->time);
    for (const auto* part : {&state->q, &state->v, &state->internal})
      rows.insert(rows.end(), part->begin(), part->end());
  }
  return rows;
}

/// Largest difference, relative to the largest number of its kind in the row.
double difference(const GeneratedProgram& program, const double* a, const double* b) {
  double worst = 0.0;
  const std::size_t n = program.bodies, ends[] = {n, 2 * n, program.output_width};
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    double scale = 1e-30;
    for (std::size_t i = begin; i < end; ++i)
      scale = std::max({scale, std::abs(a[i]), std::abs(b[i])});
    for (std::size_t i = begin; i < end; ++i) {
      const double relative = std::abs(a[i] - b[i]) / scale;
      if (!(relative <= worst)) worst = relative;
    }
    begin = end;
  }
  return worst;
}

std::string text_of(const double* row, std::size_t n) {
  std::string text;
  for (std::size_t i = 0; i < n; ++i) text += to_text(luztar::Expression::number(row[i])) + " ";
  return text;
}

/// Models that are compiled together.
class Batch {
 public:
  explicit Batch(std::map<std::string, int>& count) : count_(count) {}

  std::size_t size() const { return models_.size(); }

  void add(int seed) {
    const std::string text = model_text(seed);
    CAPTURE(text);
    std::optional<luztar::Model> model;
    std::optional<luztar::System> system;
    try {
      model = luztar::parse_model(text, "random.toml");
      system = luztar::compile(*model);
    } catch (const luztar::ModelError&) {
      ++count_["refused by check"];
      return;
    }
    try {
      programs_.add(*model);
    } catch (const luztar::ModelError&) {
      ++count_["not expressible"];
      return;
    }
    const std::size_t width = programs_[programs_.size() - 1].input_width;
    models_.push_back({seed, text, std::move(*model), states_of(*system, width, seed)});
  }

  void check() {
    CHECK(programs_.are_clean());
    REQUIRE(programs_.compile());
    for (std::size_t k = 0; k < size(); ++k) check(k);
  }

  double worst{}, apart{};

 private:
  struct Drawn {
    int seed;
    std::string text;
    luztar::Model model;
    std::vector<double> states;
  };

  void check(std::size_t k) {
    const Drawn& drawn = models_[k];
    const GeneratedProgram& program = programs_[k];
    CAPTURE(drawn.seed);
    CAPTURE(drawn.text);
    const auto of_c = programs_.run_c(k, drawn.states);
    const auto of_python = programs_.run_python(k, drawn.states);
    const std::size_t n = drawn.states.size() / program.input_width;
    REQUIRE(of_c.size() == n * program.output_width);
    REQUIRE(of_python.size() == of_c.size());
    FunctionsOracle oracle(drawn.model);
    for (std::size_t i = 0; i < n; ++i) {
      const double* state = &drawn.states[i * program.input_width];
      const double* row = &of_c[i * program.output_width];
      const double miss = oracle.misses(state, row);
      const double other = difference(program, row, &of_python[i * program.output_width]);
      worst = std::max(worst, miss);
      apart = std::max(apart, other);
      ++count_["states"];
      CAPTURE(oracle.complaint());
      CAPTURE(text_of(state, program.input_width));
      CAPTURE(text_of(row, program.output_width));
      CHECK(miss <= 1e-9);
      CHECK(other <= 1e-9);
      if (miss <= 1e-9 && other <= 1e-9) continue;
      ++count_["wrong"];
      break;
    }
  }

  std::map<std::string, int>& count_;
  ScratchFolder folder_{"luztar_functions_random"};
  GeneratedPrograms programs_{folder_};
  std::vector<Drawn> models_;
};

}  // namespace

TEST_CASE("random models of every kind: C and Python say what the laws say") {
  constexpr std::size_t kTogether = 50;
  std::map<std::string, int> count;
  double worst = 0.0, apart = 0.0;
  int seed = luztar::test::first_seed(0);
  const auto wanted = static_cast<std::size_t>(luztar::test::count_of(kModels));
  for (std::size_t models = 0; models < wanted;) {
    Batch batch(count);
    while (batch.size() < std::min(kTogether, wanted - models)) batch.add(seed++);
    batch.check();
    models += batch.size();
    worst = std::max(worst, batch.worst);
    apart = std::max(apart, batch.apart);
  }
  if (!luztar::test::shows()) return;
  for (const auto& [words, number] : count) MESSAGE(words << ": " << number);
  MESSAGE("worst " << worst << ", C and Python apart by " << apart);
}
