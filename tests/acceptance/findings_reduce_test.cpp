// Reductions that --verify judged wrongly.
#include <string>

#include <doctest/doctest.h>

#include "luztar/luztar.h"

using namespace luztar;

namespace {

Verification verified(const std::string& name, const std::string& limit,
                      const std::string& method = "events") {
  Model model = load_model(LUZTAR_SOURCE_DIR "/tests/acceptance/findings/" + name + ".toml");
  if (method == "stepping") {
    model.simulation.method = Method::Stepping;
    model.simulation.step = Expression::number(1e-3);
  }
  return verify_reduction(model, reduce(model, {parse_limit(limit)}));
}

}  // namespace

TEST_CASE("a light body that swings for ever is no limit, and its start is said to be at fault") {
  const Verification verification = verified("reduce_light_body_swings", "m=0");
  CHECK(verification.verdict == Verdict::Differs);
  REQUIRE(verification.stages.size() == 1);
  // The mean of |0.5 cos| over the way of b, about 0.5 m * 2/pi of 1.3 m.
  CHECK(verification.stages[0].rows.back().error > 0.2);
  CHECK(verification.stages[0].rows.back().worst == "b");
  REQUIRE(verification.conditions.size() == 1);
  CHECK(verification.conditions[0].found == CheckedCondition::Found::NotHeld);
  CHECK(verification.conditions[0].seen == "it starts 0.5 from there");
  CHECK(verification.at_times == std::vector<std::string>{"b"});
}

TEST_CASE("the same body converges where it starts on its balance") {
  Model model =
      load_model(LUZTAR_SOURCE_DIR "/tests/acceptance/findings/reduce_light_body_swings.toml");
  model.bodies[1].position = Expression::number(0);
  const Verification verification = verify_reduction(model, reduce(model, {parse_limit("m=0")}));
  CHECK(verification.verdict == Verdict::Converges);
  CHECK(verification.conditions.at(0).found == CheckedCondition::Found::Held);
}

TEST_CASE("where no body is left, full models are compared with where the limit has theirs") {
  const Verification verification = verified("reduce_verify_nothing_left", "m=inf");
  CHECK(verification.verdict == Verdict::Converges);
  CHECK(verification.order == doctest::Approx(1).epsilon(0.05));
  CHECK(verification.bodies == std::vector<std::string>{"b"});
}

TEST_CASE("s falls until the order 1/2 of a stiff contact shows") {
  const Verification verification = verified("reduce_verify_stop_slow", "k=inf");
  CHECK(verification.verdict == Verdict::Converges);
  CHECK(verification.order == doctest::Approx(0.5).epsilon(0.1));
}

TEST_CASE("a reduced model without a run is told, and no verdict is made up") {
  const Model model =
      load_model(LUZTAR_SOURCE_DIR "/tests/acceptance/findings/reduce_massless_in_gap.toml");
  const Reduction reduction = reduce(model, {parse_limit("m=0")});
  CHECK(ends_at_once(reduction.model).find("nothing holds it here") != std::string::npos);
  CHECK(ends_at_once(model) == "");
  const Verification verification = verify_reduction(model, reduction);
  CHECK(verification.verdict == Verdict::Undecided);
  CHECK(verification.reason.find("the reduced model ended early: t = 0 s") == 0);
}

namespace {

/// A light body between a moving base and the ground.
Model light_body(const std::string& springs) {
  return parse_model(
      "[parameters]\nm = 1.0\n[bodies.base]\nmotion = \"0.01*sin(2*t)\"\n[bodies.b]\nmass = "
      "\"m\"\n" +
          springs + "[simulation]\nduration = 2\nsamples = 101\n",
      "light.toml");
}

const std::string kToBase =
    "[springs.s]\nbetween = [\"base\", \"b\"]\nstiffness = 50\nfreeplay = 0.1\n";

}  // namespace

TEST_CASE("a light body that never touches anything is nowhere in the limit") {
  const std::string to_ground =
      "[springs.w]\nbetween = [\"b\", \"ground\"]\nstiffness = 50\nfreeplay = 0.1\n";
  for (const std::string& springs : {kToBase, kToBase + to_ground}) {
    CAPTURE(springs);
    const Model model = light_body(springs);
    const Verification verification = verify_reduction(model, reduce(model, {parse_limit("m=0")}));
    CHECK(verification.verdict == Verdict::Undecided);
    CHECK(verification.bodies.empty());
    CHECK(verification.at_times.empty());
  }
}

TEST_CASE("a value that is 0 cannot grow from there") {
  const Model model = parse_model(
      "[bodies]\na = { mass = 1 }\nb = { mass = 1 }\n[springs.s]\nbetween = [\"a\", \"b\"]\n"
      "stiffness = 0\n[forces.F]\non = \"a\"\nvalue = \"sin(t)\"\n[simulation]\nduration = 2\n",
      "zero.toml");
  CHECK_THROWS_WITH_AS(verify_reduction(model, reduce(model, {parse_limit("s.stiffness=inf")})),
                       doctest::Contains("'s.stiffness' is 0 and cannot grow from there"),
                       ModelError);
}
