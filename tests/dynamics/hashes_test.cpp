// What makes a model another one, and what does not.
#include "luztar/dynamics/system/hashes.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "luztar/model/fields.h"
#include "luztar/model/held_values.h"
#include "luztar/model/kinds.h"
#include "small_models.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

// Every kind of element with every key, each number another one.
Model rich() {
  Model model = lasting(1.0);
  const int a = body(model, "a", 1.1, 0.01, 0.02);
  const int b = body(model, "b", 1.2);
  const int c = body(model, "c", 1.3);
  const int base = moving_base(model, "base", "0.5*sin(3*t)");
  Spring gap;
  gap.name = "gap";
  gap.deflection = between(a, b, 1.0, 0.75);
  gap.stiffness = number(11.0);
  gap.has_gap = true;
  gap.lower = number(-0.3);
  gap.upper = number(0.4);
  gap.rest = number(0.05);
  gap.damping = number(0.6);
  model.springs.push_back(gap);
  Spring law;
  law.name = "law";
  law.deflection = between(b, kGround);
  law.force = text("7*d + 0.1*d^3");
  model.springs.push_back(law);
  damper(model, "damper", between(a, base), 0.7);
  friction(model, "dry", between(a, kGround), 2.0, 3.0, 0.3);
  friction(model, "curve", between(b, kGround), 2.1, 3.1, 0.4);
  Friction& curve = model.frictions.back();
  curve.forward.stribeck = Friction::Stribeck{number(0.2), number(2.0)};
  curve.normal = text("5 + cos(t)");
  friction(model, "table", between(c, kGround), 2.5, 2.6, 0.2);
  model.frictions.back().forward.table = {{number(0.0), number(2.5)}, {number(1.0), number(1.5)}};
  friction(model, "branches", between(a, b), 1.5, 1.6, 0.2);
  model.frictions.back().forward.hysteresis =
      Friction::Hysteresis{number(2.0), number(1.0), number(0.5), number(0.05)};
  friction(model, "lugre", between(c, kGround), 0.5, 0.8, 0.1);
  Friction& lugre = model.frictions.back();
  lugre.forward.stribeck = Friction::Stribeck{number(0.3), number(2.0)};
  lugre.backward = lugre.forward;
  lugre.bristles =
      Friction::Bristles{Friction::Bristles::Kind::LuGre, number(90.0), number(0.9), number(1.0)};
  link(model, "rod", between(b, c, 1.0, 1.0));
  stop(model, "end", between(a, kGround), -2.0, 2.5, 0.35);
  freewheel(model, "clutch", between(b, kGround));
  force(model, "push", c, "0.8*sin(2*t)");
  return model;
}

std::int64_t laws(const Model& model) { return hash_of_laws(compile(model).impl()); }
std::int64_t parts(const Model& model) { return hash_of_parts(compile(model).impl()); }

}  // namespace

TEST_CASE("every number of every law makes other laws, positions and velocities do not") {
  const Model model = rich();
  const std::int64_t before = laws(model);
  int numbers = 0;
  // The n-th constant expression, one percent larger.
  for (int n = 0;; ++n) {
    Model changed = model;
    int at = 0;
    std::string key, name;
    for_each_list(changed, [&](PartKind, auto& list) {
      for (auto& item : list) {
        for_each_field(item, [&](const Field& field, auto& expression) {
          if (expression.op() != Op::Number || expression.number() == 0.0) return;
          if (at++ != n) return;
          key = field.key;
          name = item.name;
          const bool whole = key == "stribeck" && expression.number() == 2.0;
          expression = Expression::number(whole ? 3.0 : expression.number() * 1.01);
        });
      }
    });
    if (key.empty()) break;
    ++numbers;
    CAPTURE(name);
    CAPTURE(key);
    if (name == "table" && key == "kinetic") continue;  // is the level of the first row
    if (name == "table" && key == "table") continue;    // the same from the other side
    if (name == "lugre" && key != "sigma0" && key != "sigma1")
      continue;  // read from `forward` only
    if (name == "lugre" && key == "static") continue;
    const bool start = key == "position" || key == "velocity";
    CHECK((laws(changed) == before) == start);
  }
  CHECK(numbers > 40);
}

TEST_CASE("expressions of time and state make other laws too") {
  const std::int64_t before = laws(rich());
  Model model = rich();
  model.bodies[3].motion = text("0.5*sin(3.0001*t)");
  CHECK(laws(model) != before);
  model = rich();
  model.springs[1].force = text("7*d + 0.1*d^2");
  CHECK(laws(model) != before);
  model = rich();
  model.parameters.push_back({.name = "w", .value = number(2.0)});
  model.forces[0].value = text("0.8*sin(w*t)");
  CHECK(laws(model) == before);  // the same numbers
}

TEST_CASE("names, kinds and their order are the parts, numbers are not") {
  const std::int64_t before = parts(rich());
  Model model = rich();
  model.springs[0].stiffness = number(12.0);
  model.title = "another";
  CHECK(parts(model) == before);
  model.springs[0].name = "gab";
  CHECK(parts(model) != before);
  model = rich();
  std::swap(model.springs[0], model.springs[1]);
  CHECK(parts(model) != before);
  model = rich();
  model.bodies[0].name = "aa";
  CHECK(parts(model) != before);
}

TEST_CASE("method, tolerance and step are settings of the motion, the output is not") {
  SimulationSettings settings;
  std::set<std::int64_t> seen{hash_of_method(settings)};
  settings.samples = 7;
  settings.duration = 3.0;
  CHECK(seen.contains(hash_of_method(settings)));
  settings.tolerance = 1e-9;
  CHECK(seen.insert(hash_of_method(settings)).second);
  settings.method = Method::Stepping;
  CHECK(seen.insert(hash_of_method(settings)).second);
  settings.step = 0.5;
  CHECK(seen.insert(hash_of_method(settings)).second);
  settings.adaptive = true;
  CHECK(seen.insert(hash_of_method(settings)).second);
}

TEST_CASE("hashes are exact numbers of JSON and never 0, a negative zero is zero") {
  for (const std::int64_t hash : {laws(rich()), parts(rich()), hash_of_method({})}) {
    CHECK(hash > 0);
    CHECK(hash < (std::int64_t{1} << 53U));
  }
  SimulationSettings zero, negative;
  zero.step = 0.0;
  negative.step = -0.0;
  CHECK(hash_of_method(zero) == hash_of_method(negative));
}

TEST_CASE("a memory belongs to the kind of its switch and to its owner") {
  std::set<std::int64_t> keys;
  for (const int owner : {0, 1, 17})
    for (const auto kind : {Switch::Kind::Sign, Switch::Kind::Lookup, Switch::Kind::Relay}) {
      Switch sw;
      sw.kind = kind;
      sw.owner = owner;
      CHECK(keys.insert(key_of(sw)).second);
    }
}
