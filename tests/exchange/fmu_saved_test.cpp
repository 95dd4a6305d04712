// States of instances, kept and as bytes, of both kinds of FMI 3.0.
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/environment.h"
#include "tests/exchange/fmi3_calls.h"

using luztar::testing::Exported;
using luztar::testing::Instance3;
using luztar::testing::kAxis;
using luztar::testing::with_force;

namespace {

std::vector<fmi3Byte> bytes_of_state3(Instance3& own, fmi3FMUState state) {
  size_t size = 0;
  CHECK(fmi3SerializedFMUStateSize(own.c, state, &size) == fmi3OK);
  std::vector<fmi3Byte> bytes(size);
  CHECK(fmi3SerializeFMUState(own.c, state, bytes.data(), size) == fmi3OK);
  return bytes;
}

fmi3Status read_state3(Instance3& own, const std::vector<fmi3Byte>& bytes, fmi3FMUState* state) {
  return fmi3DeserializeFMUState(own.c, bytes.data(), bytes.size(), state);
}

/// Positions of steps from 0.3 s on; the force that was set before the state still acts.
std::vector<double> next_steps3(Instance3& own) {
  std::vector<double> list;
  for (int n = 30; n < 60; ++n) {
    CHECK(own.step(0.01 * n, 0.01) == fmi3OK);
    list.push_back(own.get("q.block"));
  }
  return list;
}

/// Of Model Exchange: what there is to read at a time and states.
std::vector<double> read_equations3(Instance3& own) {
  const double x[] = {0.02, 0.0};
  std::vector<double> list(2);
  CHECK(fmi3SetTime(own.c, 0.5) == fmi3OK);
  CHECK(fmi3SetContinuousStates(own.c, x, 2) == fmi3OK);
  CHECK(fmi3GetContinuousStateDerivatives(own.c, list.data(), 2) == fmi3OK);
  list.push_back(own.get("F"));
  list.push_back(own.get("f.guide"));
  return list;
}

void run_for3(Instance3& own) {
  own.start(20.0);
  for (int n = 0; n < 30; ++n) CHECK(own.step(0.01 * n, 0.01) == fmi3OK);
  CHECK(own.set("F", 7.0) == fmi3OK);
  CHECK(own.set("k", 90.0) == fmi3OK);
}

}  // namespace

TEST_CASE("a state of Co-Simulation goes on with the same bits, as bytes in another instance too") {
  const Exported fmu(kAxis, with_force(3));
  Instance3 own(fmu, true), other(fmu, true);
  run_for3(own);
  fmi3FMUState state = nullptr, copy = nullptr;
  CHECK(fmi3GetFMUState(own.c, &state) == fmi3OK);
  const std::vector<fmi3Byte> bytes = bytes_of_state3(own, state);
  const std::vector<double> first = next_steps3(own);
  CHECK(first.front() != first.back());
  CHECK(fmi3SetFMUState(own.c, state) == fmi3OK);
  CHECK(next_steps3(own) == first);
  CHECK(read_state3(other, bytes, &copy) == fmi3OK);
  CHECK(bytes_of_state3(other, copy) == bytes);
  CHECK(fmi3SetFMUState(other.c, copy) == fmi3OK);
  CHECK(other.get("k") == 90.0);
  CHECK(next_steps3(other) == first);
  other.says(fmi3SetFMUState(other.c, state), "this is no state of this instance");
  CHECK(fmi3FreeFMUState(own.c, &state) == fmi3OK);
  CHECK(state == nullptr);
  CHECK(fmi3FreeFMUState(own.c, &state) == fmi3OK);
}

TEST_CASE("a state of Model Exchange has modes, inputs and parameters, as bytes too") {
  const Exported fmu(kAxis, with_force(3));
  Instance3 own(fmu, false), other(fmu, false);
  own.start_equations(20.0);
  fmi3FMUState state = nullptr, copy = nullptr;
  CHECK(fmi3GetFMUState(own.c, &state) == fmi3OK);
  const std::vector<double> first = read_equations3(own);
  CHECK(own.set("F", 1.0) == fmi3OK);
  CHECK(read_equations3(own) != first);
  CHECK(fmi3SetFMUState(own.c, state) == fmi3OK);
  CHECK(read_equations3(own) == first);
  CHECK(read_state3(other, bytes_of_state3(own, state), &copy) == fmi3OK);
  CHECK(fmi3SetFMUState(other.c, copy) == fmi3OK);
  CHECK(other.mode() == own.mode());
  CHECK(read_equations3(other) == first);
}

TEST_CASE("a state before the start has what was set") {
  const Exported fmu(kAxis, with_force(3));
  Instance3 own(fmu, true), other(fmu, true);
  CHECK(own.set("k", 50.0) == fmi3OK);
  CHECK(own.set("F", 9.0) == fmi3OK);
  fmi3FMUState state = nullptr, copy = nullptr;
  CHECK(fmi3GetFMUState(own.c, &state) == fmi3OK);
  CHECK(read_state3(other, bytes_of_state3(own, state), &copy) == fmi3OK);
  CHECK(fmi3SetFMUState(other.c, copy) == fmi3OK);
  CHECK(other.get("k") == 50.0);
  CHECK(fmi3EnterInitializationMode(other.c, false, 0.0, 0.0, false, 0.0) == fmi3OK);
  CHECK(other.get("a.block") == doctest::Approx((9.0 - 4.0) / 2.0));
}

TEST_CASE("a state of another FMU, of the other kind or at no place of a life is refused") {
  const Exported fmu(kAxis, with_force(3)), foreign(kAxis);
  Instance3 own(fmu, true), equations(fmu, false);
  run_for3(own);
  equations.start_equations(20.0);
  fmi3FMUState state = nullptr, copy = nullptr;
  CHECK(fmi3GetFMUState(own.c, &state) == fmi3OK);
  const std::vector<fmi3Byte> bytes = bytes_of_state3(own, state);
  equations.says(read_state3(equations, bytes, &copy), "it is one of another kind");
  const std::string text(bytes.begin(), bytes.end());
  const auto refused = [&](Instance3& to, const std::string& from, const std::string& into,
                           const std::string& whole, const char* why) {
    std::string changed = whole;
    REQUIRE(changed.find(from) != std::string::npos);
    changed.replace(changed.find(from), from.size(), into);
    to.says(read_state3(to, {changed.begin(), changed.end()}, &copy), why);
  };
  const std::string& token = fmu.content.token;
  refused(own, token, foreign.content.token, text, "it is one of another FMU");
  refused(own, "luztar", "other", text, "it does not begin as one");
  refused(own, token + " 0 16", token + " 0 17", text, "it is at no place of a life");
  refused(own, token + " 0 16", token + " 0 8", text, "it is at no place of a life");
  fmi3FMUState other = nullptr;
  CHECK(fmi3GetFMUState(equations.c, &other) == fmi3OK);
  const std::vector<fmi3Byte> more = bytes_of_state3(equations, other);
  refused(equations, token + " 1 8", token + " 1 16", {more.begin(), more.end()},
          "it is at no place of a life");
  own.says(fmi3DeserializeFMUState(own.c, nullptr, 10, &copy), "a list is NULL");
}

TEST_CASE("bytes of a state that are cut off or changed are refused in words, and do no harm") {
  const Exported fmu(kAxis, with_force(3));
  Instance3 own(fmu, true);
  run_for3(own);
  fmi3FMUState state = nullptr;
  CHECK(fmi3GetFMUState(own.c, &state) == fmi3OK);
  const std::vector<fmi3Byte> bytes = bytes_of_state3(own, state);
  const std::vector<double> wanted = next_steps3(own);
  for (std::size_t size = 0; size + 1 < bytes.size(); size += luztar::test::some_of(9) / 3) {
    CAPTURE(size);
    fmi3FMUState made = nullptr;
    CHECK(fmi3DeserializeFMUState(own.c, bytes.data(), size, &made) == fmi3Error);
    CHECK_FALSE(own.words.empty());
    own.words.clear();
  }
  std::mt19937 random(5);
  int refused = 0;
  const int n = luztar::test::some_of(1000);
  for (int i = 0; i < n; ++i) {
    std::vector<fmi3Byte> changed = bytes;
    changed[random() % changed.size()] = static_cast<fmi3Byte>("0123456789 -.enx\n"[random() % 17]);
    fmi3FMUState made = nullptr;
    fmi3Status status = read_state3(own, changed, &made);
    if (status == fmi3OK) status = fmi3SetFMUState(own.c, made);
    if (status == fmi3OK) own.step(0.3, 0.01);
    if (status != fmi3OK) {
      CHECK_FALSE(own.words.empty());
      ++refused;
    }
    own.words.clear();
    CHECK(fmi3FreeFMUState(own.c, &made) == fmi3OK);
  }
  CHECK(refused > n / 20);
  CHECK(fmi3SetFMUState(own.c, state) == fmi3OK);
  CHECK(next_steps3(own) == wanted);
}
