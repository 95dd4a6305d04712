// States that cannot be those of a System.
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "luztar/dynamics/system/state.h"
#include "luztar/dynamics/system/system.h"
#include "small_models.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

Model slider(const std::string& name = "a") {
  Model model = lasting(1.0);
  const int a = body(model, name, 1.0);
  spring(model, "s", between(a, kGround), 10.0);
  friction(model, "f", between(a, kGround), 1.0, 2.0);
  stop(model, "e", between(a, kGround), -1.0, HUGE_VAL, 0.5);
  force(model, "push", a, "abs(sin(t))");
  return model;
}

constexpr const char* kDisagree = "'side' and 'pair' disagree, or a freewheel turns back";

template <class Spoil>
std::string spoilt(const Spoil& spoil) {
  const System system = compile(slider());
  State state = initial_state(system);
  spoil(state);
  return misfit(system, state);
}

}  // namespace

TEST_CASE("a state of the model fits") {
  CHECK(spoilt([](State&) {}).empty());
}

TEST_CASE("lists of another length are told with both lengths") {
  CHECK(spoilt([](State& s) { s.position.push_back(0.0); }) ==
        "'position' has 2 entries, this model needs 1");
  CHECK(spoilt([](State& s) { s.pair.clear(); }) == "'pair' has 0 entries, this model needs 2");
  CHECK(spoilt([](State& s) { s.supplied.pop_back(); }) ==
        "'supplied' has 4 entries, this model needs 5");
  CHECK(spoilt([](State& s) { s.roots.clear(); }).starts_with("'roots' has 0 entries"));
}

TEST_CASE("modes that do not exist, or that contradict each other, are refused") {
  CHECK(spoilt([](State& s) { s.pair[0] = static_cast<Mode>(2); }) == "a mode is none of -1, 0, 1");
  CHECK(spoilt([](State& s) { s.contact[0] = static_cast<Edge>(-3); }) ==
        "a mode is none of -1, 0, 1");
  CHECK(spoilt([](State& s) { s.let_go[0] = Edge::Upper; }) ==
        "'let_go' and 'contact' disagree, or what can pull lets go");
  CHECK(spoilt([](State& s) { s.side[1] = Edge::Lower; }) == kDisagree);
  CHECK(spoilt([](State& s) {
          s.side[1] = Edge::Lower;
          s.pair[1] = Mode::Stuck;
        }).empty());
  CHECK(spoilt([](State& s) {
          s.side[1] = Edge::Upper;  // there is no upper edge
          s.pair[1] = Mode::Stuck;
        }) == kDisagree);
  CHECK(spoilt([](State& s) { s.side[0] = Edge::Upper; }) == kDisagree);
}

TEST_CASE("pieces that no expression has, and negative counts, are refused") {
  CHECK(spoilt([](State& s) { s.branch[0] = 5; }) ==
        "'branch' names a piece that no expression has");
  CHECK(spoilt([](State& s) { s.roots[0] = -1; }) == "'roots' has a negative entry");
}

TEST_CASE("what leads to no next step is refused") {
  constexpr const char* kNext = "what it says of the next step is out of range";
  CHECK(spoilt([](State& s) { s.ahead.refusals = -1; }) == kNext);
  CHECK(spoilt([](State& s) { s.ahead.refusals = 64; }) == kNext);
  CHECK(spoilt([](State& s) { s.ahead.order = std::int64_t{1} << 40; }) == kNext);
  CHECK(spoilt([](State& s) { s.ahead.last_step = std::nan(""); }) == kNext);
  CHECK(spoilt([](State& s) {
          s.ahead = {.order = 1, .refusals = 8, .last_step = 0.5};
          s.sizes.start = {0.0};
          s.sizes.travel = {1.0, 2.0};
        }) == "sizes: 'way' has 2 entries, this model needs 1");
}

TEST_CASE("numbers that are none are refused wherever they are") {
  const double nan = std::nan("");
  CHECK(spoilt([&](State& s) { s.time = nan; }) == "a number is not finite");
  CHECK(spoilt([&](State& s) { s.velocity[0] = HUGE_VAL; }) == "a number is not finite");
  CHECK(spoilt([&](State& s) { s.dissipated[0].value = nan; }) == "a number is not finite");
  CHECK(spoilt([&](State& s) { s.held[0] = nan; }) == "a number is not finite");
  CHECK(spoilt([&](State& s) { s.stepping.deflection = {nan}; }) == "a number is not finite");
}

TEST_CASE("the state of a run of other parts is refused by their hash") {
  const System other = compile(slider("b"));
  State state = initial_state(other);
  state.reached.parts = 12345;
  CHECK(misfit(other, state).starts_with("its bodies, elements and states are others"));
}
