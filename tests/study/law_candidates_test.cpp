// The laws that a friction may have.
#include "luztar/study/fit/law_candidates.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "dynamics/small_models.h"
#include "luztar/dynamics/system/system.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

Model block() {
  Model model = lasting(1.0);
  const int b = body(model, "block", 1.0);
  spring(model, "spring", between(b, kGround), 40.0);
  friction(model, "guide", between(b, kGround), 2.0, 3.0);
  return model;
}

std::vector<std::string> names(const std::vector<LawCandidate>& laws) {
  std::vector<std::string> list;
  for (const LawCandidate& law : laws) list.push_back(law.name);
  return list;
}

}  // namespace

TEST_CASE("each law is a model that compiles, after those within it") {
  const auto laws = law_candidates(block(), "guide", {}, {});
  CHECK(names(laws) == std::vector<std::string>{"coulomb", "viscous", "static", "asymmetric",
                                                "stribeck", "freeplay of spring", "dahl", "lugre"});
  for (std::size_t i = 0; i < laws.size(); ++i) {
    CHECK_NOTHROW(compile(laws[i].model));
    CHECK(laws[i].free.size() == laws[i].values.size());
    for (const auto& special : laws[i].within) {
      const auto place = std::ranges::find(laws, special.law, &LawCandidate::name);
      CHECK(place - laws.begin() < static_cast<std::ptrdiff_t>(i));
      for (const std::string& key : special.keys)
        CHECK(std::ranges::find(laws[i].values, key, &LawValue::key) != laws[i].values.end());
    }
  }
}

TEST_CASE("a normal force leaves out bristles; what a law alone reads is not free beside it") {
  Model model = block();
  model.parameters.push_back({.name = "FK", .value = Expression::number(2.0)});
  model.parameters.push_back({.name = "k", .value = Expression::number(40.0)});
  model.springs[0].stiffness = Expression::symbol("k");
  Friction& guide = model.frictions[0];
  for (Friction::Law* law : {&guide.forward, &guide.backward})
    law->kinetic = law->breakaway = Expression::symbol("FK");
  guide.normal = Expression::number(1.0);
  const auto laws = law_candidates(model, "guide", {{.name = "FK"}, {.name = "k"}}, {});
  CHECK(laws.size() == 6);
  CHECK(laws[0].free.size() == 2);
  CHECK(laws[0].free[0].name == "k");
  CHECK(laws[0].free[1].name == "guide_kinetic");
  CHECK_THROWS_AS(law_candidates(model, "gide", {}, {}), ModelError);
}
