// The C interface: what it gives is what a Stepper gives, and no call ends the program.
#include "luztar/exchange/luztar_c.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <unistd.h>

#include "luztar/exchange/stepper.h"
#include "luztar/io/load_model.h"
#include "luztar/io/results.h"

namespace {

constexpr const char* kText = R"toml(
parameters.F = { value = 3, unit = "N" }
parameters.k = { value = 100, unit = "N/mm" }
bodies.block.mass = 2
springs.spring = { between = ["block", "ground"], stiffness = "k/1000" }
frictions.guide = { between = ["block", "ground"], kinetic = 4, static = 5 }
forces.push = { on = "block", value = "F" }
simulation.duration = 2
)toml";

constexpr luztar_input kForce{"F", LUZTAR_HELD, 0};

luztar_stepper* made(const luztar_input* inputs = &kForce, size_t n = 1) {
  luztar_stepper* stepper = nullptr;
  char words[200] = "";
  REQUIRE(luztar_parse(kText, "text.toml", inputs, n, nullptr, 0, &stepper, words, sizeof words) ==
          LUZTAR_OK);
  REQUIRE(stepper != nullptr);
  return stepper;
}

double force_at(int n) { return 12.0 * std::sin(0.3 * n); }

/// Positions after each of some steps.
std::vector<double> motion(luztar_stepper* stepper, int from, int to) {
  std::vector<double> places;
  for (int n = from; n < to; ++n) {
    luztar_set(stepper, 0, force_at(n));
    luztar_step(stepper, 0.01);
    double q = 0.0;
    luztar_get(stepper, 0, &q);
    places.push_back(q);
  }
  return places;
}

/// What tests/exchange/axis.c prints.
std::string axis_in_cpp() {
  luztar::Stepper plant(
      luztar::parse_model("parameters.F = 0\nbodies.table = { mass = 20 }\n"
                          "frictions.guide = { between = [\"table\", \"ground\"], static = 12, "
                          "kinetic = 8 }\n"
                          "forces.motor = { on = \"table\", value = \"F\" }\n"
                          "simulation.duration = 1\n",
                          "axis"),
      {{"F"}});
  double sum = 0.0;
  luztar::Event last{};
  for (int n = 0; n < 1000; ++n) {
    const double e = 0.01 - plant.value(0);
    sum += 1e-3 * e;
    plant.set(0, 8000 * e + 30000 * sum - 200 * plant.value(1));
    plant.step(1e-3);
    if (!plant.events().empty()) last = plant.events().back();
  }
  char text[80];
  std::snprintf(text, sizeof text, "%.3f s: guide %s, the table is at %.1f mm", last.time.value,
                luztar::cause_word(last.cause), 1e3 * plant.value(0));
  return text;
}

}  // namespace

TEST_CASE("a stepper in C is that in C++") {
  luztar_stepper* stepper = made();
  luztar::Stepper other(luztar::parse_model(kText, "text.toml"), {{"F"}});
  REQUIRE(luztar_n_outputs(stepper) == other.outputs().size());
  for (size_t i = 0; i < other.outputs().size(); ++i) {
    CHECK(other.outputs()[i].name == luztar_output_name(stepper, i));
    CHECK(other.outputs()[i].unit == luztar_output_unit(stepper, i));
  }
  CHECK(luztar_n_inputs(stepper) == 1);
  CHECK(std::string(luztar_input_name(stepper, 0)) == "F");
  CHECK(std::string(luztar_input_unit(stepper, 0)) == "N");
  REQUIRE(luztar_n_parameters(stepper) == 1);
  CHECK(std::string(luztar_parameter_name(stepper, 0)) == "k");
  CHECK(std::string(luztar_parameter_unit(stepper, 0)) == "N/m");
  double k = 0.0;
  CHECK(luztar_get_parameter(stepper, 0, &k) == LUZTAR_OK);
  CHECK(k == 1e5);
  size_t q = 99, f = 99;
  CHECK(luztar_find_output(stepper, "q.block", &q) == LUZTAR_OK);
  CHECK(luztar_find_output(stepper, "f.guide", &f) == LUZTAR_OK);
  const size_t both[] = {q, f};
  size_t events = 0;
  for (int n = 0; n < 100; ++n) {
    CHECK(luztar_set(stepper, 0, force_at(n)) == LUZTAR_OK);
    other.set(0, force_at(n));
    CHECK(luztar_step(stepper, 0.01) == LUZTAR_OK);
    other.step(0.01);
    double values[2];
    CHECK(luztar_get_many(stepper, both, 2, values) == LUZTAR_OK);
    CHECK(values[0] == other.value(other.output("q.block")));
    CHECK(values[1] == other.value(other.output("f.guide")));
    REQUIRE(luztar_n_events(stepper) == other.events().size());
    events += other.events().size();
    for (size_t i = 0; i < other.events().size(); ++i) {
      luztar_event event;
      REQUIRE(luztar_get_event(stepper, i, &event) == LUZTAR_OK);
      CHECK(event.time == other.events()[i].time.value);
      CHECK(std::string(event.name) == "guide");
      CHECK(event.to == other.events()[i].to);
      CHECK(std::string(event.cause) == luztar::cause_word(other.events()[i].cause));
    }
  }
  CHECK(events > 5);
  CHECK(luztar_time(stepper) == other.time());
  CHECK(luztar_check_proofs(stepper) == LUZTAR_OK);
  const luztar_parameter harder{"k", 2e5};
  CHECK(luztar_set_parameters(stepper, &harder, 1) == LUZTAR_OK);
  other.set_parameters({{"k", 2e5}});
  CHECK(luztar_step_to_event(stepper, 2.0) ==
        (other.step_to(2.0, true) == luztar::StepEnd::Event ? LUZTAR_EVENT : LUZTAR_OK));
  CHECK(luztar_time(stepper) == other.time());
  luztar_free(stepper);
}

TEST_CASE("states in C: kept, given back, as bytes") {
  luztar_stepper* stepper = made();
  motion(stepper, 0, 30);
  luztar_state* state = nullptr;
  REQUIRE(luztar_save(stepper, &state) == LUZTAR_OK);
  const std::vector<double> first = motion(stepper, 30, 60);
  std::vector<char> bytes(luztar_state_size(state));
  CHECK(luztar_write_state(stepper, state, bytes.data(), bytes.size() - 1) == LUZTAR_WRONG_CALL);
  CHECK(luztar_write_state(stepper, state, bytes.data(), bytes.size()) == LUZTAR_OK);
  CHECK(luztar_restore(stepper, state) == LUZTAR_OK);
  CHECK(motion(stepper, 30, 60) == first);
  CHECK(luztar_save(stepper, &state) == LUZTAR_OK);  // the same place anew
  luztar_free_state(state);
  luztar_stepper* other = made();
  luztar_state* read = nullptr;
  CHECK(luztar_read_state(other, bytes.data(), bytes.size() / 2, &read) < 0);
  CHECK(read == nullptr);
  CHECK(luztar_read_state(other, bytes.data(), bytes.size(), &read) == LUZTAR_OK);
  CHECK(luztar_restore(other, read) == LUZTAR_OK);
  CHECK(motion(other, 30, 60) == first);
  luztar_free_state(read);
  luztar_free(other);
  luztar_free(stepper);
}

TEST_CASE("polynomials and interpolated inputs in C") {
  const luztar_input polynomial{"F", LUZTAR_POLYNOMIAL, 2}, line{"F", LUZTAR_INTERPOLATED, 0};
  luztar_stepper* stepper = made(&polynomial);
  const double coefficients[] = {1.0, 2.0, 6.0, 7.0};
  CHECK(luztar_set_polynomial(stepper, 0, coefficients, 4) == LUZTAR_WRONG_CALL);
  CHECK(luztar_set_polynomial(stepper, 0, coefficients, 3) == LUZTAR_OK);
  CHECK(luztar_apply_inputs(stepper) == LUZTAR_OK);
  double value = 0.0;
  CHECK(luztar_get_input(stepper, 0, &value) == LUZTAR_OK);
  CHECK(value == 1.0);
  luztar_step(stepper, 1.0);
  luztar_get_input(stepper, 0, &value);
  CHECK(value == doctest::Approx(6.0));
  luztar_free(stepper);
  stepper = made(&line);
  luztar_set(stepper, 0, 5.0);
  luztar_step_to_event(stepper, 2e-9);
  luztar_step_to(stepper, 1.0);
  luztar_get_input(stepper, 0, &value);
  CHECK(value == doctest::Approx(5.0));
  luztar_free(stepper);
}

TEST_CASE("wrong calls in C return a status with words") {
  luztar_stepper* stepper = nullptr;
  char words[80];
  const luztar_input unknown{"FF", LUZTAR_HELD, 0}, odd{"F", static_cast<luztar_input_kind>(3), 0},
      constant{"k", LUZTAR_HELD, 0}, none{nullptr, LUZTAR_HELD, 0};
  const auto make = [&](const char* text, const luztar_input* inputs) {
    words[0] = '\0';
    return luztar_parse(text, "text.toml", inputs, inputs != nullptr ? 1 : 0, nullptr, 0, &stepper,
                        words, sizeof words);
  };
  CHECK(make(kText, &unknown) == LUZTAR_WRONG_CALL);
  CHECK(std::string(words) == "no parameter or signal 'FF'; there is F and k");
  CHECK(make(kText, &odd) == LUZTAR_WRONG_CALL);
  CHECK(make(kText, &none) == LUZTAR_WRONG_CALL);
  CHECK(make(nullptr, &kForce) == LUZTAR_WRONG_CALL);
  CHECK(make(kText, &constant) == LUZTAR_WRONG_MODEL);
  CHECK(std::string(words).starts_with("text.toml:5:"));
  CHECK(std::string(words).size() == sizeof words - 1);
  CHECK(make("bodies = 3", nullptr) == LUZTAR_WRONG_MODEL);
  CHECK(stepper == nullptr);
  CHECK(luztar_load("/nowhere/model.toml", nullptr, 0, nullptr, 0, &stepper, nullptr, 0) < 0);
  CHECK(luztar_load("x", nullptr, 0, nullptr, 0, nullptr, nullptr, 0) == LUZTAR_WRONG_CALL);
  stepper = made();
  double value = 7.0;
  size_t place = 7;
  luztar_event event;
  luztar_state* state = nullptr;
  CHECK(luztar_step(stepper, 0.0) == LUZTAR_WRONG_CALL);
  CHECK(luztar_step(stepper, NAN) == LUZTAR_WRONG_CALL);
  CHECK(luztar_step_to(stepper, -1.0) == LUZTAR_WRONG_CALL);
  CHECK(std::string(luztar_message(stepper)).find("no step leads") != std::string::npos);
  CHECK(luztar_set(stepper, 0, NAN) == LUZTAR_WRONG_CALL);
  CHECK(luztar_set(stepper, 1, 0.0) == LUZTAR_WRONG_CALL);
  CHECK(luztar_set_polynomial(stepper, 0, nullptr, 1) == LUZTAR_WRONG_CALL);
  CHECK(luztar_get(stepper, 999, &value) == LUZTAR_WRONG_CALL);
  CHECK(luztar_get(stepper, 0, nullptr) == LUZTAR_WRONG_CALL);
  CHECK(luztar_find_output(stepper, "q.blok", &place) == LUZTAR_WRONG_CALL);
  CHECK(std::string(luztar_message(stepper)) == "no output 'q.blok'; did you mean 'q.block'?");
  CHECK(luztar_get_event(stepper, 0, &event) == LUZTAR_WRONG_CALL);
  CHECK(luztar_get_parameter(stepper, 5, &value) == LUZTAR_WRONG_CALL);
  CHECK(luztar_restore(stepper, nullptr) == LUZTAR_WRONG_CALL);
  CHECK(luztar_save(stepper, nullptr) == LUZTAR_WRONG_CALL);
  CHECK(luztar_read_state(stepper, "luztar", 6, &state) == LUZTAR_WRONG_CALL);
  CHECK(luztar_output_name(stepper, 999) == nullptr);
  CHECK(value == 7.0);
  CHECK(place == 7);
  for (luztar_stepper* nothing : {static_cast<luztar_stepper*>(nullptr)}) {
    CHECK(luztar_step(nothing, 1.0) == LUZTAR_WRONG_CALL);
    CHECK(luztar_n_outputs(nothing) == 0);
    CHECK(luztar_output_name(nothing, 0) == nullptr);
    CHECK(luztar_time(nothing) == 0.0);
    luztar_free(nothing);
  }
  luztar_free_state(nullptr);
  CHECK(luztar_step(stepper, 0.1) == LUZTAR_OK);
  luztar_free(stepper);
}

TEST_CASE("a run that has ended says so in C") {
  luztar_stepper* stepper = nullptr;
  REQUIRE(luztar_parse("bodies.b = { mass = 1, velocity = 1 }\nsimulation.duration = 5\n"
                       "forces.f = { on = \"b\", value = \"1/(1 - q.b)\" }\n",
                       "pole.toml", nullptr, 0, nullptr, 0, &stepper, nullptr, 0) == LUZTAR_OK);
  CHECK(std::string(luztar_run_status(stepper)) == "finished");
  CHECK(luztar_step_to(stepper, 4.0) == LUZTAR_ENDED);
  CHECK(std::string(luztar_run_status(stepper)) == "not finite");
  CHECK(std::string(luztar_message(stepper)).size() > 10);
  CHECK(luztar_step_to(stepper, 4.5) == LUZTAR_ENDED);
  CHECK(luztar_check_proofs(stepper) == LUZTAR_ENDED);
  luztar_free(stepper);
}

TEST_CASE("steppers in threads share nothing") {
  luztar_stepper* alone = made();
  const std::vector<double> expected = motion(alone, 0, 100);
  luztar_free(alone);
  std::vector<std::vector<double>> found(4);
  std::vector<std::thread> threads;
  for (std::vector<double>& own : found)
    threads.emplace_back([&own] {
      for (int n = 0; n < 25; ++n) {
        luztar_stepper* stepper = nullptr;
        luztar_parse(kText, "text.toml", &kForce, 1, nullptr, 0, &stepper, nullptr, 0);
        own = motion(stepper, 0, 100);
        luztar_free(stepper);
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<double>& own : found) CHECK(own == expected);
}

TEST_CASE("a program in C99 with the shared library") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / ("luztar_c_" + std::to_string(getpid()));
  fs::create_directory(folder);
  const std::string program = (folder / "axis").string();
#ifdef __SANITIZE_ADDRESS__
  const std::string sanitized = " -fsanitize=address,undefined";
#else
  const std::string sanitized;
#endif
  const std::string command =
      "cc -std=c99 -Wall -Wextra -Werror -pedantic -I'" LUZTAR_SOURCE_DIR
      "/src' '" LUZTAR_SOURCE_DIR "/tests/exchange/axis.c' '" LUZTAR_C "' -Wl,-rpath,'" +
      fs::path(LUZTAR_C).parent_path().string() + "' -o '" + program + "'" + sanitized;
  REQUIRE(std::system(command.c_str()) == 0);
  CHECK(std::system((program + " > " + program + ".txt").c_str()) == 0);
  std::ifstream output(program + ".txt");
  std::string line;
  std::getline(output, line);
  CHECK(line == axis_in_cpp());
  fs::remove_all(folder);
}
