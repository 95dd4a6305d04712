// Links and stops at the start.
#include "luztar/dynamics/compile/check_system.h"

#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "small_models.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

std::string mistakes(const Model& model, StartOfFile start = StartOfFile::Used) {
  try {
    compile(model, {}, start);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "none";
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("bodies of a link start with velocities that fit its arms, or only go on from a state") {
  const auto geared = [](double v) {
    Model model = lasting(1.0);
    const int a = body(model, "a", 1.0, 0.0, 3.0);
    const int b = body(model, "b", 1.0, 0.0, v);
    link(model, "teeth", between(a, b, 1.0, 2.0));
    return model;
  };
  CHECK(mistakes(geared(1.5)) == "none");
  CHECK(mistakes(geared(1.5 * (1 + 1e-14))) == "none");  // worked out by the user
  CHECK(mistakes(geared(1.0)) ==
        "the bodies of the link 'teeth' start with a relative velocity of 1; give them initial "
        "velocities that fit its arms");
  CHECK(mistakes(geared(1.0), StartOfFile::Unused) == "none");
}

TEST_CASE("a link or a stop between given motions alone moves nothing") {
  Model model = lasting(1.0);
  const int left = moving_base(model, "left", "t");
  body(model, "a", 1.0);
  link(model, "rod", between(left, kGround));
  CHECK(mistakes(model).starts_with("the link 'rod' ties given motions to each other"));
  model.links.clear();
  stop(model, "end", between(left, kGround), -1.0, 5.0, 0.0);
  CHECK(mistakes(model).starts_with("the stop 'end' limits given motions only"));
}

TEST_CASE("a stop starts inside of its gap, its edges included") {
  const auto starts = [](double position, double lower, double upper, double velocity = 0.0) {
    Model model = lasting(1.0);
    stop(model, "end", between(body(model, "a", 1.0, position, velocity), kGround), lower, upper,
         0.0);
    return mistakes(model);
  };
  CHECK(starts(2.0, -1.0, 2.0) == "none");
  CHECK(starts(2.0 * (1 + 1e-13), -1.0, 2.0) == "none");
  CHECK(starts(2.5, -1.0, 2.0) ==
        "the stop 'end' starts at 2.5, beyond its upper edge at 2; let the bodies start inside its "
        "gap");
  CHECK(starts(-2.0, -1.0, kInfinity).find("beyond its lower edge at -1") != std::string::npos);
  CHECK(starts(1e9, -1.0, kInfinity) == "none");
  CHECK(starts(1.0, 1.0, 1.0, 0.0) == "none");
  CHECK(starts(1.0, 1.0, 1.0, 0.5).find("leaves no room and starts with a rate of 0.5") !=
        std::string::npos);
}

TEST_CASE("an impact needs a mass: a stop may act on a massless body that a link ties to one") {
  Model model = lasting(1.0);
  const int eye = body(model, "eye", 0.0);
  const int mass = body(model, "mass", 1.0);
  spring(model, "s", between(eye, kGround), 10.0);
  stop(model, "end", between(eye, kGround), -1.0, 1.0, 0.0);
  CHECK(mistakes(model).starts_with("the stop 'end' acts on the massless body 'eye'"));
  link(model, "rod", between(eye, mass));
  CHECK(mistakes(model) == "none");
}

TEST_CASE("a rate that rounding leaves of large velocities is none") {
  Model model = lasting(1.0);
  const int a = body(model, "a", 1.0);
  const int b = body(model, "b", 1.0);
  link(model, "rod", between(a, b));
  const System system = compile(model);
  State state = unchecked_state(system);
  state.velocity = {1e6, 1e6 + 1e-7};
  CHECK(clear_rate(system.impl(), state, 0) == 0.0);
  state.velocity = {1e6, 1e6 + 1e-5};
  CHECK(clear_rate(system.impl(), state, 0) == doctest::Approx(-1e-5).epsilon(1e-3));
}
