// What a run gives out is held against another model than that of the run: each proof must refuse
// it in words that name what differs, and accept the run's own model.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "dynamics/small_models.h"
#include "luztar/proof/prover.h"
#include "luztar/simulate/event_proof.h"
#include "luztar/simulate/simulate.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// Hands the samples and both sides of the events of a run to the proofs of a model.
class Judge : public Observer {
 public:
  explicit Judge(const System& judging)
      : system_(judging.impl()), prover_(system_, 1e-12, judging.settings().duration) {}
  Proofs proofs() const { return prover_.proofs(); }

 private:
  void sample(const Sample& sample) override { prover_.look(instant_of(system_, sample)); }
  void event(const Event& event) override {
    if (event.cause != Event::Cause::Impact) return;
    impulse_.resize(static_cast<std::size_t>(system_.n_pairs()), 0.0);
    impulse_[static_cast<std::size_t>(event.name - system_.first_pair())] = event.impulse;
  }
  void around_event(const Sample& before, const Sample& after) override {
    Instant left = instant_of(system_, before);
    Instant right = instant_of(system_, after);
    left.event_side = -1;
    right.event_side = 1;
    prover_.look(left);
    prover_.look(right);
    prover_.pass(left, right, impulse_, false);
    impulse_.clear();
  }
  bool wants_samples_around_events() const override { return true; }

  const SystemImpl& system_;
  Prover prover_;
  std::vector<double> impulse_;
};

/// Proofs of the numbers of `run` by the model `judging`.
Proofs judged(const Model& run, const Model& judging) {
  const System system = compile(run);
  const System other = compile(judging);
  Judge judge(other);
  SimulationSettings settings = system.settings();
  settings.samples = 101;
  const RunInfo info = simulate(system, initial_state(system), settings, judge);
  REQUIRE(info.diagnosis == "");
  return judge.proofs();
}

/// Two blocks on the ground and on each other, a cycle; a spring, a damper and a stop behind them.
Model layered() {
  Model model = lasting(6.0);
  const int b0 = body(model, "b0", 1.0);
  const int b1 = body(model, "b1", 2.0);
  const int b2 = body(model, "b2", 1.0, 0.0, -0.5);
  spring(model, "spring", between(b1, b2), 3.0);
  damper(model, "damper", between(b2, kGround), 0.2);
  friction(model, "f0", between(b0, kGround), 0.8, 1.0);
  friction(model, "f1", between(b1, kGround), 0.4, 0.6, 0.1);
  friction(model, "g0", between(b0, b1), 0.2, 0.3);
  stop(model, "stop", between(b2, kGround), -0.2, 2.0, 0.5);
  force(model, "F0", b0, "0.5*t");
  return model;
}

using Change = std::function<void(Model&)>;

/// What the proof of `kind` says of the run of layered() if the model is another one.
std::string words_of(Proofs::Kind kind, const Change& change) {
  Model other = layered();
  change(other);
  const Proof proof = judged(layered(), other).of[kind];
  CHECK_FALSE(proof.holds());
  return proof.what;
}

bool has(const std::string& text, const std::string& part) {
  INFO(text);
  CHECK(text.find(part) != std::string::npos);
  return true;
}

}  // namespace

TEST_CASE("the proofs of a run's own model hold") {
  const Proofs proofs = judged(layered(), layered());
  for (const auto kind : {Proofs::Laws, Proofs::Balance, Proofs::Coulomb, Proofs::Continuity}) {
    INFO(proofs.of[kind].what);
    CHECK(proofs.of[kind].holds());
    CHECK(proofs.of[kind].residual < 1e-12);
  }
}

TEST_CASE("a run with other masses breaks the balance") {
  has(words_of(Proofs::Balance, [](Model& m) { m.bodies[1].mass = number(2.001); }), "'b1'");
}

TEST_CASE("a run with other springs, dampers, kinetic frictions and forces breaks their laws") {
  has(words_of(Proofs::Laws, [](Model& m) { m.springs[0].stiffness = number(3.001); }), "'spring'");
  has(words_of(Proofs::Laws, [](Model& m) { m.dampers[0].damping = number(0.201); }), "'damper'");
  has(words_of(Proofs::Laws, [](Model& m) { m.frictions[1].forward.viscous = number(0.101); }),
      "'f1'");
  has(words_of(Proofs::Laws, [](Model& m) { m.frictions[0].forward.kinetic = number(0.801); }),
      "'f0'");
  has(words_of(Proofs::Laws, [](Model& m) { m.forces[0].value = text("0.5001*t"); }), "'F0'");
}

TEST_CASE("a run with other restitution breaks the law of the stop") {
  has(words_of(Proofs::Laws, [](Model& m) { m.stops[0].restitution = number(0.501); }), "'stop'");
}

TEST_CASE("a run with other edges is beyond them") {
  has(words_of(Proofs::Coulomb, [](Model& m) { m.stops[0].lower = number(-0.1999); }), "'stop'");
}

TEST_CASE("a run with larger static limits is beyond the smaller ones") {
  has(words_of(Proofs::Coulomb, [](Model& m) { m.frictions[0].forward.breakaway = number(0.9); }),
      "its limit is");
}

TEST_CASE("a run with smaller static limits breaks away while its pairs could hold") {
  has(words_of(Proofs::Coulomb, [](Model& m) { m.frictions[0].forward.breakaway = number(1.01); }),
      "breaks at the force");
}
