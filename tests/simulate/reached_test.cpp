// What the end of a run tells one that goes on with other laws.
#include "luztar/simulate/reached.h"

#include <cmath>

#include <doctest/doctest.h>

#include "dynamics/small_models.h"
#include "luztar/dynamics/system/hashes.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

EnergyLedger ledger() {
  EnergyLedger energy;
  energy.kinetic = {1.0, 2.0};
  energy.motion_work = {10.0, 20.0};
  energy.stored = {0.5, 0.25, 0.0};
  energy.dissipated = {3.0, 4.0, 5.0};
  energy.supplied = {6.0, 7.0, 8.0};
  energy.moved = 100.0;
  energy.numerical = 0.125;
  return energy;
}

}  // namespace

TEST_CASE("mechanical energy is kinetic and stored, summed without loss") {
  CHECK(mechanical_energy(ledger()) == 3.75);
  EnergyLedger far;
  far.kinetic = {1e16, 1.0, -1e16};
  CHECK(mechanical_energy(far) == 1.0);
}

TEST_CASE("a run that ends at its anchor tells its laws, its method and its energy") {
  Model model = lasting(1.0);
  spring(model, "s", between(body(model, "a", 1.0), kGround), 1.0);
  const System system = compile(model);
  const Reached found = reached_by(system.impl(), system.settings(), ledger());
  CHECK(found.parts == hash_of_parts(system.impl()));
  CHECK(found.laws == hash_of_laws(system.impl()));
  CHECK(found.method == hash_of_method(system.settings()));
  CHECK(found.energy == 3.75);
  CHECK(found.position.empty());
}

TEST_CASE("beyond the anchor the accounts are what was added since") {
  const EnergyLedger energy = ledger();
  const std::vector<double> q{1.0, 2.0}, v{3.0, 4.0}, z{5.0}, none;
  const std::vector<ModeNumber> modes;
  const Sample last{1.0, q, v, none, none, none, none, modes, none, none, energy, z};
  State state;
  state.supplied.resize(5);
  state.dissipated.resize(3);
  state.supplied[1].add(15.0);  // of the second body
  state.supplied[4].add(8.0);   // of the last element
  state.dissipated[0].add(2.5);
  state.moved.add(60.0);
  state.stepping.numerical.add(0.025);
  Reached reached;
  reach_beyond(state, last, reached);
  CHECK(reached.position == q);
  CHECK(reached.velocity == v);
  CHECK(reached.internal == z);
  CHECK(reached.supplied == std::vector<double>{10.0, 5.0, 6.0, 7.0, 0.0});
  CHECK(reached.dissipated == std::vector<double>{0.5, 4.0, 5.0});
  CHECK(reached.moved == 40.0);
  CHECK(reached.numerical == 0.1);
}

TEST_CASE("what other laws put in or take out is booked with its sign, and moved without") {
  State state;
  record_change(5.0, 3.0, state);
  record_change(3.0, 3.5, state);
  CHECK(state.changes.total() == -1.5);
  CHECK(state.moved.total() == 2.5);
}
