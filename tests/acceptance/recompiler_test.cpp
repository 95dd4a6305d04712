// A model with values of its parameters, one set after the other, is what it is when it is compiled
// anew with each: the same numbers to the last bit, the same motion, and the same words where the
// values are wrong. Every number of a model may be a parameter here.
// More: ./check --long recompiled.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/everything_network.h"
#include "acceptance/example.h"
#include "environment.h"
#include "luztar/dynamics/system/system_impl.h"
#include "luztar/luztar.h"
#include "luztar/model/held_values.h"
#include "luztar/model/kinds.h"
#include "random.h"

using namespace acceptance;
using luztar::Expression;
using luztar::Model;
using luztar::ParameterValues;
using luztar::StartOfFile;
using luztar::System;
using luztar::testing::Random;

namespace {

constexpr int kModels = 30, kPoints = 8;

/// Some of its numbers become parameters p0, p1, ... with these values.
Model with_parameters(Model model, Random& random) {
  const auto name_one = [&](Expression& value) {
    if (value.op() != luztar::Op::Number || !std::isfinite(value.number())) return;
    if (random(0.0, 1.0) < 0.6) return;
    const std::string name = "p" + std::to_string(model.parameters.size());
    model.parameters.push_back({.name = name, .value = value});
    value = Expression::symbol(name);
  };
  luztar::for_each_list(model, [&](luztar::PartKind, auto& list) {
    for (auto& item : list) luztar::for_each_expression(item, name_one);
  });
  return model;
}

/// Other values for a few of its parameters, now and then wrong ones.
ParameterValues changed(const Model& model, const ParameterValues& names, Random& random) {
  const ParameterValues values = luztar::evaluate_parameters(model);
  ParameterValues result;
  for (const auto& [name, unused] : names) {
    const double value = values.at(name), kind = random(0.0, 1.0);
    result[name] = kind < 0.85   ? value * random(0.7, 1.4)
                   : kind < 0.93 ? 0.0
                   : kind < 0.99 ? -value
                                 : std::numeric_limits<double>::quiet_NaN();
  }
  return result;
}

ParameterValues some_of(const Model& model, Random& random) {
  ParameterValues names;
  for (int i = 0; i < 3 && !model.parameters.empty(); ++i) {
    const double place = random(0.0, static_cast<double>(model.parameters.size()));
    names[model.parameters[static_cast<std::size_t>(place)].name] = 0.0;
  }
  return names;
}

struct Compiled {
  std::optional<System> system{};
  std::string words{};
};

template <class Compile>
Compiled tried(const Compile& compile) {
  try {
    return {compile(), ""};
  } catch (const luztar::ModelError& error) {
    return {std::nullopt, error.what()};
  }
}

/// All numbers that are no formula.
std::vector<double> numbers_of(const System& handle) {
  const luztar::SystemImpl& system = handle.impl();
  std::vector<double> numbers;
  const auto add = [&](auto... values) {
    (numbers.push_back(static_cast<double>(values)), ...);
  };
  add(system.hashes.parts, system.hashes.laws, system.has_massless);
  for (const auto& [name, value] : handle.parameters()) add(value);
  for (const auto& body : system.bodies) add(body.mass, body.prescribed);
  for (const auto& law : system.body_laws)
    add(static_cast<int>(law.role), law.inverse_mass, law.position, law.velocity, law.motion_slot,
        law.massless_cluster);
  for (const auto& element : system.elements) {
    for (const double coefficient : element.coefficients) add(coefficient);
    add(element.is_pair, element.has_modes, element.sticks, element.lower, element.upper,
        element.pitch, element.rest, element.only_pushes, element.internal);
  }
  for (const auto* laws : {&system.springs, &system.dampers})
    for (const auto& law : *laws)
      add(law.stiffness, law.lower, law.upper, law.rest, law.damping, law.has_gap, law.only_pushes,
          law.force_slot);
  for (const auto& law : system.pairs)
    add(static_cast<int>(law.kind), law.viscous[0], law.viscous[1], law.kinetic[0], law.kinetic[1],
        law.breakaway[0], law.breakaway[1], law.level_slot[0], law.level_slot[1], law.normal_slot,
        law.fixed_strength, law.lower, law.upper, law.restitution, law.pitch);
  for (const auto& term : system.arms.all()) add(term.body, term.coefficient);
  for (const auto& law : system.internals) add(law.stiffness, law.start);
  const luztar::SimulationSettings& run = handle.settings();
  add(run.start, run.duration, run.span, run.samples, run.interval, run.tolerance, run.max_events,
      run.step);
  return numbers;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) {
           return x == y || (std::isnan(x) && std::isnan(y));
         });
}

/// Where bodies are after a hundredth of the run.
std::vector<double> places(const System& system) {
  luztar::SimulationSettings settings = system.settings();
  settings.duration *= 0.01;
  settings.samples = 2;
  settings.interval = 0.0;
  return luztar::simulate(system, luztar::initial_state(system), settings).info.q;
}

/// @return whether some values were right
bool check_model(const Model& model, Random& random, const std::string& name) {
  const ParameterValues names = some_of(model, random);
  luztar::Recompiler recompiler(model, names);
  std::optional<System> held;  // by somebody, now and then
  std::vector<double> held_numbers;
  bool any = false;
  for (int point = 0; point < kPoints; ++point) {
    const ParameterValues values = changed(model, names, random);
    INFO(name << ", point " << point);
    const Compiled again = tried([&] { return recompiler.compile(values); });
    const Compiled anew = tried([&] { return luztar::compile(model, values); });
    CHECK(again.words == anew.words);
    if (held) CHECK(same_bits(numbers_of(*held), held_numbers));
    if (!again.system || !anew.system) continue;
    any = true;
    CHECK(same_bits(numbers_of(*again.system), numbers_of(*anew.system)));
    if (point % 4 == 1 && !anew.system->settings().at_rest)
      CHECK(same_bits(places(*again.system), places(*anew.system)));
    if (random(0.0, 1.0) < 0.3) {
      held = again.system;
      held_numbers = numbers_of(*held);
    }
  }
  return any;
}

}  // namespace

TEST_CASE("an example with other values of its parameters is the same compiled again or anew") {
  Random random{1};
  for (const std::string& name : example_names())
    check_model(luztar::load_model(example_path(name + ".toml")), random, name);
}

TEST_CASE("a random model with numbers as parameters is the same compiled again or anew") {
  const int first = luztar::test::first_seed(0);
  int right = 0;
  for (int seed = first; seed < first + luztar::test::count_of(kModels); ++seed) {
    const auto number = static_cast<std::uint64_t>(seed);
    Random random{number + 1};
    const Model drawn = luztar::parse_model(everything_network(number), "drawn.toml");
    const Model model = with_parameters(drawn, random);
    right += check_model(model, random, "seed " + std::to_string(seed)) ? 1 : 0;
  }
  CHECK(right > 0);
}
