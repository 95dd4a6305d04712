#include "luztar/io/state_file.h"

#include <bit>
#include <cstdint>
#include <limits>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "io/belt_model.h"
#include "luztar/io/load_model.h"
#include "luztar/io/results.h"

namespace luztar {
namespace {

using Json = nlohmann::json;

struct Quiet : Observer {};

struct Belt {
  Model model = parse_model(test::kBelt, "belt.toml");
  System system = compile(model);

  RunInfo run(const State& start, double duration) const {
    SimulationSettings settings = system.settings();
    settings.duration = duration;
    Quiet quiet;
    return simulate(system, start, settings, quiet);
  }
};

/// A state whose every number is hard to write.
State hard_state(const System& system) {
  using Limits = std::numeric_limits<double>;
  State state = initial_state(system);
  state.anchor = {0.1, 5e-324};
  state.time = 1.0 / 3;
  state.position = {-0.0, Limits::max()};
  state.velocity = {Limits::denorm_min(), -1e-17};
  state.pair = {Mode::Backward};
  state.kept_limit = {Bound::Both};
  state.contact = {Edge::Upper, Edge::Lower};
  state.held = {18446744073709551616.0, 1e22, 9007199254740993.0};
  state.is_held = {1, 0, 1};
  state.roots = {0, 3, 2, 0, 127, 1};
  state.resolved = true;
  state.supplied.assign(5, {1e300, -1e-300});
  state.dissipated.assign(3, {0.1, 1e-18});
  state.moved = {2.0 / 3, -0.0};
  state.initial_energy = 0.30000000000000004;
  state.changes = {-1.0 / 7, 1e-19};
  state.reached.energy = 2.0 / 7;
  state.reached.position = {0.1, -0.0};
  state.reached.velocity = {1.0 / 3, 5e-324};
  state.reached.supplied.assign(state.supplied.size(), 1.0 / 9);
  state.reached.dissipated.assign(state.dissipated.size(), -1e-300);
  state.reached.moved = 1e300;
  state.steps = std::numeric_limits<std::int64_t>::max();
  state.events = 1;
  state.mode_changes = 2;
  state.sizes = {{-0.0, 5e-324},
                 {0.1, 1e300},
                 {1.0 / 3, 2.0},
                 {1.0 / 7, 0.0},
                 {1e22, 1e-300},
                 {0.1, 0.2, 2.0 / 3},
                 {}};
  return state;
}

TEST_CASE("a state reads back bit for bit") {
  const Belt belt;
  const State state = hard_state(belt.system);
  const std::string text = state_to_json(state);
  const State back = state_from_json(belt.system, text, "state.json");
  CHECK(back == state);
  // == takes -0.0 for 0.0; the text does not.
  CHECK(state_to_json(back) == text);
  CHECK(std::bit_cast<std::uint64_t>(back.position[0]) == std::bit_cast<std::uint64_t>(-0.0));
}

TEST_CASE("a run continued from its text has the bits of the whole run") {
  const Belt belt;
  const RunInfo whole = belt.run(initial_state(belt.system), 10);
  for (const double half : {0.7, 3.0, 5.123456789}) {
    const RunInfo first = belt.run(initial_state(belt.system), half);
    const std::string text = state_to_json(first.final_state);
    const RunInfo second = belt.run(state_from_json(belt.system, text, "state.json"), 10);
    CAPTURE(half);
    CHECK(second.final_state == whole.final_state);
    CHECK(second.q == whole.q);
    CHECK(second.v == whole.v);
    CHECK(second.energy.dissipated == whole.energy.dissipated);
    CHECK(second.energy.residual == whole.energy.residual);
  }
}

TEST_CASE("a summary holds the state to go on from") {
  const Belt belt;
  const RunInfo info = belt.run(initial_state(belt.system), 4);
  const std::string summary = summary_json(belt.model, belt.system, belt.system.settings(), info);
  CHECK(state_from_json(belt.system, summary, "summary.json") == info.final_state);
}

std::string message_for(const System& system, const std::string& text) {
  try {
    state_from_json(system, text, "state.json");
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no error";
}

TEST_CASE("a state of an earlier version, which does not tell its laws, is refused") {
  const Belt belt;
  Json old = Json::parse(state_to_json(hard_state(belt.system)));
  old["luztar_state"] = 1;
  CHECK(message_for(belt.system, old.dump()).find("written by an earlier version") !=
        std::string::npos);
}

TEST_CASE("a text that is not a state is refused with its place or the wrong entry") {
  const Belt belt;
  const Json good = Json::parse(state_to_json(hard_state(belt.system)));
  const auto with = [&](const char* key, const Json& value) {
    Json json = good;
    json[key] = value;
    return json.dump();
  };
  Json without = good;
  without.erase("velocity");
  const struct {
    std::string text, message;
  } rows[] = {
      {"", "state.json:1:1: this is not JSON"},
      {"{\n  \"a\": ?\n}", "state.json:2:8: this is not JSON"},
      {"[1, 2]", "state.json: this is not a state"},
      {"{}", "state.json: the state has no 'luztar_state'"},
      {R"({"final_state": 3})", "state.json: its 'final_state' holds no state"},
      {R"({"time": 1e999})", "state.json: a number is too large"},
      {without.dump(), "state.json: the state has no 'velocity'"},
      {with("luztar_state", 3), "'luztar_state' holds something that is not a whole number"},
      {with("time", "now"), "'time' holds something that is not a finite number"},
      {with("time", nullptr), "'time' holds something that is not a finite number"},
      {with("position", {1, 2, 3}), "'position' has 3 entries where this model needs 2"},
      {with("position", 3), "'position' is not a list"},
      {with("pair", {2}), "'pair' holds something that is not a whole number from -1 to 1"},
      {with("pair", {0.5}), "'pair' holds something that is not a whole number"},
      {with("contact", {0}), "'contact' has 1 entries where this model needs 2"},
      {with("branch", {18446744073709551615u}), "'branch' holds something that is not a whole"},
      {with("roots", {128}), "'roots' holds something that is not a whole number"},
      {with("roots", {1, 2}), "'roots' has 2 entries, this model needs 6"},
      {with("branch", {0}), "'branch' has 1 entries, this model needs 0"},
      {with("steps", -1), "'steps' holds something that is not a whole number"},
      {with("moved", 1), "'moved' is not [value, rest]"},
      {with("anchor", {1, 2, 3}), "'anchor' is not [value, rest]"},
      {with("resolved", 1), "'resolved' is neither true nor false"},
  };
  for (const auto& row : rows) {
    const std::string message = message_for(belt.system, row.text);
    CAPTURE(row.message);
    CAPTURE(message);
    CHECK(message.starts_with("state.json:"));
    CHECK(message.find(row.message) != std::string::npos);
    CHECK(message.find("; ") != std::string::npos);  // what to do
  }
}

TEST_CASE("the state of another model is found out by the names of its bodies") {
  const Belt belt;
  const RunInfo info = belt.run(initial_state(belt.system), 1);
  std::string summary = summary_json(belt.model, belt.system, belt.system.settings(), info);
  summary.replace(summary.rfind("\"mass\""), 6, "\"block\"");
  CHECK(message_for(belt.system, summary).find("a model without body 'mass'") != std::string::npos);
}

TEST_CASE("no damaged state does more than fail with a message") {
  const Belt belt;
  const std::string good = state_to_json(hard_state(belt.system));
  std::uint64_t seed = 1;
  const auto random = [&seed](std::uint64_t below) {  // xorshift64
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed % below;
  };
  const std::string alphabet = "0123456789-+.eE[]{},:\"ntfulsra \n\xFF";
  int refused = 0;
  for (int i = 0; i < 5000; ++i) {
    std::string text = good;
    for (std::uint64_t n = 1 + random(3); n > 0; --n) {
      text[random(text.size())] = alphabet[random(alphabet.size())];
    }
    if (random(8) == 0) text.resize(random(text.size()));
    refused += message_for(belt.system, text) != "no error";
  }
  CHECK(refused > 1000);
  CHECK(refused < 5000);
  // Depth alone must not end the program either.
  CHECK(message_for(belt.system, std::string(1000000, '[')).find("not JSON") != std::string::npos);
}

}  // namespace
}  // namespace luztar

namespace luztar {

TEST_CASE("the state of a stepped run reads back to the same bits") {
  const Model model = parse_model(
      "[bodies.a]\nmass = 1\nvelocity = 1\n[frictions.f]\nbetween = ['a', 'ground']\nkinetic = 1\n"
      "[simulation]\nduration = 0.55\nmethod = 'stepping'\nstep = 0.1\nadaptive = true\n",
      "steps.toml");
  const System system = compile(model);
  const State state = simulate(system, initial_state(system), system.settings()).info.final_state;
  REQUIRE(state.stepping.deflection.size() == 1);
  CHECK(state_from_json(system, state_to_json(state), "s.json") == state);
  std::string broken = state_to_json(state);
  broken.replace(broken.find("\"next_step\""), 11, "\"nxt_step\"");
  CHECK_THROWS_WITH_AS(state_from_json(system, broken, "s.json"),
                       "s.json: the state has no 'next_step'; give a summary.json or a state "
                       "written by this version of luztar, unchanged",
                       ModelError);
}

}  // namespace luztar
