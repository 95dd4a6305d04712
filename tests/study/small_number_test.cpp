// Models with a small number in place of their limits.
#include "luztar/study/verify/small_number.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "dynamics/small_models.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

// Two bodies; the mass of a is the parameter m, everything else is a number.
Model pair_of_bodies() {
  Model model = lasting(1.0);
  model.parameters.push_back({.name = "m", .value = number(4.0)});
  model.parameters.push_back({.name = "k", .value = text("5*m")});
  const int a = body(model, "a", 1.0);
  const int b = body(model, "b", 2.0);
  model.bodies[0].mass = text("m");
  spring(model, "s", between(a, b), 10.0);
  damper(model, "c", between(b, kGround), 3.0);
  friction(model, "f", between(a, kGround), 2.0, 2.0, 0.5);
  model.frictions[0].backward = model.frictions[0].forward;
  return model;
}

const ParameterLimit kNoMassA{"m", LimitKind::Zero};
const ParameterLimit kNoMassB{"b.mass", LimitKind::Zero};
const ParameterLimit kRigid{"s.stiffness", LimitKind::Infinity};
const ParameterLimit kNoDamper{"c.damping", LimitKind::Zero};
const ParameterLimit kNoFriction{"f.kinetic", LimitKind::Zero};

double value(const Expression& e, const Model& model) {
  return evaluate(e, evaluate_parameters(model));
}

}  // namespace

TEST_CASE("what tends to 0 is s times, what tends to infinity 1/s times its own value") {
  const Model full = pair_of_bodies();
  const double s = 1.0 / 64;
  CHECK(value(*with_small_number(full, {kNoMassA}, s).bodies[0].mass, full) == 4.0);  // of m
  const Model small = with_small_number(full, {kNoMassA}, s);
  CHECK(evaluate_parameters(small).at("m") == 4.0 / 64);
  CHECK(evaluate_parameters(small).at("k") == 20.0 / 64);  // follows
  CHECK(value(with_small_number(full, {kRigid}, s).springs[0].stiffness, full) == 640.0);
  CHECK(value(*with_small_number(full, {kNoMassB}, s).bodies[1].mass, full) == 2.0 / 64);
}

TEST_CASE("both directions and the default of the static limit stay one law") {
  Model full = pair_of_bodies();
  Friction::Law& law = full.frictions[0].forward;
  law.breakaway = law.kinetic;  // `static` is not written
  full.frictions[0].backward = law;
  const Friction friction = with_small_number(full, {kNoFriction}, 0.5).frictions[0];
  for (const Friction::Law* each : {&friction.forward, &friction.backward}) {
    CHECK(value(each->kinetic, full) == 1.0);
    CHECK(value(each->breakaway, full) == 1.0);
    CHECK(value(each->viscous, full) == 0.5);
  }
  CHECK(friction.forward.kinetic.identity() == friction.backward.kinetic.identity());
}

TEST_CASE("a limit goes ahead of the next one by three powers, two of one that only damps") {
  const Model full = pair_of_bodies();
  using Powers = std::vector<double>;
  CHECK(powers_of(full, {kNoMassB}) == Powers{1});
  CHECK(powers_of(full, {kNoMassA, kNoMassB}) != Powers{1, 1});  // k follows m: another kind
  CHECK(powers_of(full, {kNoMassB, kNoFriction}) == Powers{3, 1});
  CHECK(powers_of(full, {kNoMassB, kNoDamper}) == Powers{2, 1});
  CHECK(powers_of(full, {kNoMassB, kNoFriction, kNoDamper}) == Powers{6, 2, 1});
  const ParameterLimit massless_a{"a.mass", LimitKind::Zero};
  CHECK(powers_of(full, {massless_a, kNoMassB}) == Powers{1, 1});  // two masses
  const Model both = with_small_number(full, {kNoMassB, kNoFriction}, 0.5);
  CHECK(value(*both.bodies[1].mass, full) == 0.25);
  CHECK(value(both.frictions[0].forward.kinetic, full) == 1.0);
}

TEST_CASE("0 cannot grow, and is refused where the limit stands") {
  Model full = pair_of_bodies();
  full.parameters[0].value = number(0.0);
  full.springs[0].stiffness = number(0.0);
  const auto refused = [&](const ParameterLimit& limit) {
    try {
      with_small_number(full, {limit}, 0.5);
    } catch (const ModelError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  CHECK(refused({"m", LimitKind::Infinity}) ==
        "'m' is 0 and cannot grow from there; give it a value to start from");
  CHECK(refused(kRigid).starts_with("'s.stiffness' is 0"));
  CHECK(refused(kNoMassA) == "none");
}

TEST_CASE("bodies whose mass vanishes are found through parameters too") {
  const Model full = pair_of_bodies();
  CHECK(vanishing_masses(full, {kNoMassA}) == std::set<std::string>{"a"});
  CHECK(vanishing_masses(full, {kNoMassA, kNoMassB}) == std::set<std::string>{"a", "b"});
  CHECK(vanishing_masses(full, {kRigid, kNoFriction}).empty());
  CHECK(joined({kNoMassA}, {kRigid}).size() == 2);
}
