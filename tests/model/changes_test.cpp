// What one run has different from its model file.
#include "luztar/model/changes.h"

#include <string>

#include <doctest/doctest.h>

#include "built_model.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

Model with_speed(const std::string& unit) {
  Model model = one_body();
  model.file = "model.toml";
  model.parameters.push_back({.name = "v0", .value = number(1), .unit = unit});
  return model;
}

double set_speed(const std::string& value, const std::string& unit = "m/s") {
  Model model = with_speed(unit);
  set_parameter(model, "v0", value, "--set v0");
  return evaluate_parameters(model).at("v0");
}

template <class Change>
std::string words(const Change& change) {
  Model model = with_speed("m/s");
  try {
    change(model);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("a parameter takes a number, an expression or a number with a unit") {
  CHECK(set_speed("3") == 3.0);
  CHECK(set_speed("2*rho + 1") == 7.0);
  CHECK(set_speed("3 mm/s") == 0.003);
  CHECK(set_speed("-3e-3  km/h") == -3.0 / 3600.0);
  CHECK(set_speed("3 mm/s", "") == 0.003);
  CHECK(set_speed("25 %", "1") == 0.25);
  CHECK(set_speed(" 0.3 m/s\n") == 0.3);
  CHECK(set_speed("\t2*rho ") == 6.0);
  CHECK(set_speed("1500 rpm", "rad/s") == doctest::Approx(157.07963267948966).epsilon(1e-15));
}

TEST_CASE("what is wrong with the value of a parameter is said where it stands") {
  const auto set = [](const std::string& name, const std::string& value) {
    return words([&](Model& m) { set_parameter(m, name, value, "--set " + name); });
  };
  CHECK(set("v0", "3 mm") == "--set v0:1:3: 'mm' is not a unit of this; give it in m/s");
  CHECK(set("v0", "3 mn") ==
        "--set v0:1:3: no unit 'mn'; did you mean 'min'? (a product is written with '*')");
  CHECK(set("v0", " ") == "--set v0: no value; give a number or an expression");
  CHECK(set("rhoo", "3") == "--set rhoo: no parameter 'rhoo'; did you mean 'rho'?");
  CHECK(set("speed", "3") ==
        "--set speed: no parameter 'speed'; only what [parameters] of model.toml lists can be set");
}

TEST_CASE("settings replace those of the file") {
  Model model = with_speed("m/s");
  set_setting(model, "interval", "20 ms", "interval");
  CHECK(model.simulation.interval->number() == 0.02);
  set_setting(model, "samples", "11", "samples");
  CHECK_FALSE(model.simulation.interval);
  set_setting(model, "duration", number(4), "duration");
  CHECK(model.simulation.duration.number() == 4.0);
  CHECK(model.simulation.span->number() == 1.0);
  set_setting(model, "method", "stepping", "method");
  set_setting(model, "step", "1 ms", "step");
  set_setting(model, "adaptive", "true", "adaptive");
  CHECK(model.simulation.adaptive);
  set_setting(model, "method", "events", "method");
  CHECK_FALSE(model.simulation.step);
  CHECK_FALSE(model.simulation.adaptive);
}

TEST_CASE("a setting that is none, and a value that fits none") {
  const auto set = [](const std::string& key, const std::string& value) {
    return words([&](Model& m) { set_setting(m, key, value, key); });
  };
  CHECK(set("tolerence", "1") == "tolerence: no setting 'tolerence'; did you mean 'tolerance'?");
  CHECK(set("method", "euler") == "method: no method 'euler'; write events or stepping");
  CHECK(set("adaptive", "1") == "adaptive: '1' is neither true nor false; write true or false");
  CHECK(set("duration", "3 m") == "duration:1:3: 'm' is not a unit of this; give it in s");
  CHECK(set("samples", "3 m") == "samples:1:3: 'm' is not a unit of this; it has none");
  CHECK(words([](Model& m) { set_setting(m, "method", number(1), "method"); }) ==
        "method: this is no number; write method as a word");
}
