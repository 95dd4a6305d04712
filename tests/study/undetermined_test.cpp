// Why data do not tell a value.
#include "luztar/study/fit/undetermined.h"

#include <doctest/doctest.h>

#include "dynamics/small_models.h"
#include "luztar/core/nearness.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("what rests all the time, what never does, and what does both") {
  const auto words = [](const std::string& push) {
    Model model = lasting(1.0);
    model.parameters.push_back({.name = "F", .value = number(3.0)});
    model.parameters.push_back({.name = "double", .value = text("2*F")});
    const int block = body(model, "block", 1.0);
    force(model, "push", block, push);
    friction(model, "guide", between(block, kGround), 1.0, 1.0);
    for (Friction::Law* law : {&model.frictions[0].forward, &model.frictions[0].backward})
      law->kinetic = law->breakaway = text("double");
    const Experiment one{.name = "one", .time = {0.5, 1.0}, .channels = {{"q.block", {0.0, 0.0}}}};
    Experiment other = one;  // of no fitted rows
    other.fitted_until = -kInfinity;
    const Residuals residuals(model, {other, one}, {{.name = "F"}});
    return why_undetermined(residuals, {3.0}, "F");
  };
  CHECK(words("1") == "'guide' never slides in the data: a stronger input would tell");
  CHECK(words("10 + t") ==
        "'guide' never rests in the data: an input that lets it rest would tell");
  CHECK(words("20*t").empty());
}
