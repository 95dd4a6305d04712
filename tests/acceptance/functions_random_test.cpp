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

int number_of(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::atoi(text);
}

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

}  // namespace

TEST_CASE("random models of every kind: C and Python say what the laws say") {
  const ScratchFolder folder("luztar_functions_random");
  std::map<std::string, int> count;
  double worst = 0.0, apart = 0.0;
  const int first = number_of("LUZTAR_FIRST", 0), wanted = number_of("LUZTAR_FUNCTIONS", kModels);
  for (int seed = first, models = 0; models < wanted; ++seed) {
    CAPTURE(seed);
    REQUIRE(seed < first + 10 * wanted);
    const std::string text = model_text(seed);
    CAPTURE(text);
    std::optional<luztar::Model> model;
    std::optional<luztar::System> system;
    std::optional<GeneratedProgram> c, python;
    try {
      model = luztar::parse_model(text, "random.toml");
      system = luztar::compile(*model);
    } catch (const luztar::ModelError&) {
      ++count["refused by check"];
      continue;
    }
    try {
      c.emplace(folder, *model, Language::C);
      python.emplace(folder, *model, Language::Python);
    } catch (const luztar::ModelError&) {
      ++count["not expressible"];
      continue;
    }
    ++models;
    CHECK(c->is_clean());
    CHECK(python->is_clean());
    c->optimization = "-O0";
    const auto states = states_of(*system, c->input_width, seed);
    const auto of_c = c->run(states), of_python = python->run(states);
    const std::size_t n = states.size() / c->input_width;
    REQUIRE(of_c.size() == n * c->output_width);
    REQUIRE(of_python.size() == of_c.size());
    FunctionsOracle oracle(*model);
    for (std::size_t k = 0; k < n; ++k) {
      const double* row = &of_c[k * c->output_width];
      const double miss = oracle.misses(&states[k * c->input_width], row);
      const double other = difference(*c, row, &of_python[k * c->output_width]);
      worst = std::max(worst, miss);
      apart = std::max(apart, other);
      ++count["states"];
      CAPTURE(k);
      CAPTURE(oracle.complaint());
      CAPTURE(text_of(&states[k * c->input_width], c->input_width));
      CAPTURE(text_of(row, c->output_width));
      CHECK(miss <= 1e-9);
      CHECK(other <= 1e-9);
      if (!(miss <= 1e-9) || !(other <= 1e-9)) {
        ++count["wrong"];
        break;
      }
    }
  }
  if (std::getenv("LUZTAR_SHOW") == nullptr) return;
  for (const auto& [words, number] : count) MESSAGE(words << ": " << number);
  MESSAGE("worst " << worst << ", C and Python apart by " << apart);
}
