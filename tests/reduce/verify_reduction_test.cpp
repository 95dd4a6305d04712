// What --verify says of reductions whose truth is known by hand.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/luztar.h"

using namespace luztar;
using Found = CheckedCondition::Found;

namespace {

Model model_of(const std::string& text, const std::string& run = "samples = 2\n") {
  return parse_model(text + "[simulation]\nduration = 2\n" + run, "m.toml");
}

Verification verified(const Model& model, const std::vector<std::string>& limits,
                      const VerificationSettings& settings = {}) {
  std::vector<ParameterLimit> all;
  for (const std::string& limit : limits) all.push_back(parse_limit(limit));
  return verify_reduction(model, reduce(model, all), settings);
}

/// A light body that starts off its balance on a spring and a dry friction.
const std::string kLight =
    "[bodies.a]\nmass = 2\n[bodies.b]\nmass = 0.3\nposition = 0.2\n"
    "[springs.w]\nbetween = [\"a\", \"ground\"]\nstiffness = 20\n"
    "[springs.s]\nbetween = [\"a\", \"b\"]\nstiffness = 40\n"
    "[frictions.f]\nbetween = [\"b\", \"ground\"]\nkinetic = 0.5\n"
    "[forces.F]\non = \"a\"\nvalue = \"6*sin(4*t)\"\n";

/// A block between ends, with a rider.
const std::string kRider =
    "[bodies.a]\nmass = 2\nvelocity = 1\n[bodies.rider]\nmass = 1\nvelocity = 1\n"
    "[springs.end]\nbetween = [\"a\", \"ground\"]\nstiffness = 500\nfreeplay = 0.3\n"
    "[frictions.hold]\nbetween = [\"a\", \"rider\"]\nkinetic = 8\n";

bool is_held(const Verification& verification, std::size_t condition) {
  return verification.conditions.at(condition).found == Found::Held;
}

}  // namespace

// With the friction the body comes to rest within a time ~ sqrt(m)/F, beside its balance by F/k at
// most, which vanishes with F. Without the friction it swings for ever, however light it is.
TEST_CASE("a light body settles if its mass goes before its friction, and swings if after") {
  const Model model = model_of(kLight);
  const Verification settles = verified(model, {"b.mass=0", "f.kinetic=0"});
  CHECK(settles.verdict == Verdict::Converges);
  CHECK(!is_held(settles, 0));  // it does start off its balance
  CHECK(settles.forces == std::vector<std::string>{"f"});
  const Verification swings = verified(model, {"f.kinetic=0", "b.mass=0"});
  CHECK(swings.verdict == Verdict::Differs);
  CHECK(swings.stages.back().rows.back().worst == "b");
}

// An impulse tears any friction loose that is not infinite yet: the rider goes on, is braked, and
// takes momentum from the block. The other way round block and rider hit the end as one.
TEST_CASE("a rider that is locked after the end became rigid is not locked at the impact") {
  const Model model = model_of(kRider);
  CHECK(verified(model, {"hold.kinetic=inf", "end.stiffness=inf"}).verdict == Verdict::Converges);
  CHECK(verified(model, {"end.stiffness=inf", "hold.kinetic=inf"}).verdict == Verdict::Differs);
}

// With the gap of the file the block does not reach the stop, and the rider stays. Without the
// spring it does, and an impulse tears the rider loose.
TEST_CASE("a limit is proved where later ones lead, not where the file stands") {
  const Model model = model_of(
      "[bodies.a]\nmass = 2\nvelocity = 1\n[bodies.rider]\nmass = 1\nvelocity = 1\n"
      "[springs.hold_back]\nbetween = [\"a\", \"ground\"]\nstiffness = 100\nfreeplay = 0.01\n"
      "[stops.end]\nbetween = [\"a\", \"ground\"]\ngap = [-0.5, 0.5]\nrestitution = 0.5\n"
      "[frictions.hold]\nbetween = [\"a\", \"rider\"]\nkinetic = 20\n");
  CHECK(verified(model, {"hold.kinetic=inf", "hold_back.freeplay=inf"}).verdict ==
        Verdict::Differs);
  CHECK(verified(model, {"hold.kinetic=inf"}).verdict == Verdict::Converges);
}

TEST_CASE("a reduced model that is wrong by a third is found out, whatever is wrong") {
  const Model model = model_of(kLight);
  const Reduction right = reduce(model, {parse_limit("a.mass=inf")});
  CHECK(verify_reduction(model, right).verdict == Verdict::Converges);
  for (int what = 0; what < 3; ++what) {
    CAPTURE(what);
    Reduction wrong = right;
    REQUIRE(wrong.model.bodies.size() == 1);
    if (what == 0) wrong.model.bodies[0].mass = Expression::number(0.4);
    if (what == 1) wrong.model.springs[0].stiffness = Expression::number(30);
    if (what == 2) wrong.model.frictions.clear();
    CHECK(verify_reduction(model, wrong).verdict == Verdict::Differs);
  }
}

TEST_CASE("no verdict without the steps that it takes, and the reason is said") {
  const Verification none = verified(model_of(kLight), {"a.mass=inf"}, {.work = 100});
  CHECK(none.verdict == Verdict::Undecided);
  CHECK(none.reason.find("more steps than are allowed") != std::string::npos);
  VerificationSettings few;
  few.least = 1.0 / 64;
  const Verification two = verified(model_of(kLight), {"a.mass=inf"}, few);
  CHECK(two.verdict == Verdict::Undecided);
  CHECK(two.reason.find("from s = 0.0625 to 0.01562 errors of ") == 0);
}

TEST_CASE("without limits the model is compared with itself, written otherwise") {
  const std::string pair =
      "[frictions.g]\nbetween = [\"ground\", \"b\"]\nkinetic = 0.2\nstatic = 0.4\nviscous = 0.1\n";
  const Model model = model_of(kLight + pair);
  const Reduction reduction = reduce(model, {});
  REQUIRE(reduction.model.frictions.size() == 1);
  const Verification verification = verify_reduction(model, reduction);
  CHECK(verification.verdict == Verdict::Converges);
  CHECK(verification.stages.at(0).rows.at(0).error < 1e-9);
  CHECK(is_held(verification, 0));  // they act between the same two bodies
  Reduction wrong = reduction;
  wrong.model.frictions.clear();
  CHECK(verify_reduction(model, wrong).verdict == Verdict::Differs);
}

TEST_CASE("conditions are looked at in the runs") {
  const Verification heavy = verified(model_of(kLight), {"a.mass=inf"});
  CHECK(is_held(heavy, 0));
  CHECK(heavy.conditions[0].seen.find("largest force ") == 0);
  const Verification soft = verified(model_of(kLight), {"w.stiffness=0"});
  CHECK(is_held(soft, 0));
  CHECK(soft.conditions[0].seen.find("largest deflection ") == 0);
  // Two ends that are hit at one instant.
  const std::string twins =
      "[bodies.a]\nmass = 1\nvelocity = 1\n[bodies.b]\nmass = 1\nvelocity = 1\n"
      "[springs.e]\nbetween = [\"a\", \"ground\"]\nstiffness = \"k\"\nfreeplay = 0.3\n"
      "[springs.f]\nbetween = [\"b\", \"ground\"]\nstiffness = \"k\"\nfreeplay = 0.3\n"
      "[parameters]\nk = 500\n";
  const Verification both = verified(model_of(twins), {"k=inf"});
  REQUIRE(both.conditions.size() == 4);
  CHECK(is_held(both, 0));
  CHECK(both.conditions[2].found == Found::NotHeld);
  CHECK(both.conditions[2].seen == "two at t = 0.3 s");
  CHECK(both.verdict == Verdict::Converges);  // they do not touch each other
}

TEST_CASE("steps of the method `stepping` show an order too") {
  const Model model = model_of(kLight, "method = \"stepping\"\nstep = 1e-3\n");
  CHECK(verified(model, {"a.mass=inf"}).verdict == Verdict::Converges);
}
