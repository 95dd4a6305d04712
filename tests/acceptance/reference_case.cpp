#include "acceptance/reference_case.h"

#include <cmath>
#include <fstream>

#include <doctest/doctest.h>

namespace acceptance {
namespace {

using nlohmann::json;

int to_mode(const std::string& word) {
  if (word == "0" || word == "stick" || word == "locked") return 0;
  if (word == "+" || word == "slip+" || word == "released(v_r>0)") return 1;
  if (word == "-" || word == "slip-" || word == "released(v_r<0)") return -1;
  FAIL("unknown mode ", word);
  return 0;
}

std::vector<double> one_or_more(const json& point, const char* key) {
  if (!point.contains(key) || point[key].is_null()) return {};
  return point[key].is_array() ? numbers(point[key]) : std::vector{number(point[key])};
}

ReferencePoint read_point(const json& point) {
  ReferencePoint read;
  read.time = number(point.at("t"));
  read.z = one_or_more(point, point.contains("x") ? "x" : "z");
  read.v = one_or_more(point, "v");
  read.a = one_or_more(point, "a");
  read.T = one_or_more(point, "T_dry");
  if (point.contains("F_on_mass")) read.T = {-number(point["F_on_mass"])};
  for (const char* key : {"state", "new_state"}) {
    if (point.contains(key)) read.modes = {to_mode(point[key])};
  }
  if (point.contains("modes")) {
    for (const json& mode : point["modes"]) read.modes.push_back(to_mode(mode));
  }
  return read;
}

/// Changes of friction modes only: a reference also lists contacts of springs.
std::vector<Instant> changes_of(const ReferenceCase& reference) {
  std::vector<Instant> changes;
  for (std::size_t i = 1; i < reference.events.size(); ++i) {
    const ReferencePoint& event = reference.events[i];
    if (event.modes != reference.events[i - 1].modes) changes.push_back({event.time, event.modes});
  }
  return changes;
}

struct Indices {
  std::vector<int> bodies, pairs;
};

Indices find(const luztar::System& system, const CaseNames& names) {
  Indices found;
  for (const std::string& name : names.bodies) found.bodies.push_back(body_index(system, name));
  for (const std::string& name : names.pairs) found.pairs.push_back(element_index(system, name));
  return found;
}

double at(const std::vector<double>& values, int index) {
  return values[static_cast<std::size_t>(index)];
}

bool near_event(const ReferenceCase& reference, double time) {
  for (const ReferencePoint& event : reference.events) {
    if (std::abs(event.time - time) < 1e-9) return true;
  }
  return false;
}

/// Positions and velocities just after each event against the reference.
void check_event_states(const Recorded& run, const ReferenceCase& reference, const Indices& at_) {
  std::vector<WorstError> z(at_.bodies.size()), v(at_.bodies.size());
  std::size_t compared = 0, cursor = 0;
  for (std::size_t i = 1; i < reference.events.size(); ++i) {
    const ReferencePoint& event = reference.events[i];
    while (cursor < run.after.size() && run.after[cursor].time < event.time - 1e-9) ++cursor;
    REQUIRE(cursor < run.after.size());
    for (std::size_t b = 0; b < event.z.size(); ++b) {
      z[b].add(at(run.after[cursor].q, at_.bodies[b]), event.z[b]);
      if (!event.v.empty()) v[b].add(at(run.after[cursor].v, at_.bodies[b]), event.v[b]);
    }
    ++compared;
  }
  CHECK(compared + 1 == reference.events.size());
  for (const WorstError& error : z) CHECK(error.relative() < 1e-9);
  for (const WorstError& error : v) CHECK(error.relative() < 1e-9);
}

/// Everything at the reference's sample times; run.samples has `stride` times as many.
void check_samples(const Recorded& run, const ReferenceCase& reference, const Indices& at_,
                   const CaseNames& names, std::size_t stride) {
  std::vector<WorstError> z(at_.bodies.size()), v(z), a(z), f(at_.pairs.size());
  std::size_t modes_compared = 0;
  for (std::size_t i = 0; i < reference.samples.size(); ++i) {
    const ReferencePoint& expected = reference.samples[i];
    const Snapshot& found = run.samples[i * stride];
    CAPTURE(expected.time);
    REQUIRE(std::abs(found.time - expected.time) < 1e-13);
    const bool unclear = near_event(reference, expected.time) && i != 0;
    for (std::size_t b = 0; b < z.size(); ++b) {
      z[b].add(at(found.q, at_.bodies[b]), expected.z[b]);
      if (!expected.v.empty()) v[b].add(at(found.v, at_.bodies[b]), expected.v[b]);
      if (!expected.a.empty() && !unclear) a[b].add(at(found.a, at_.bodies[b]), expected.a[b]);
    }
    for (std::size_t p = 0; p < expected.modes.size() && !unclear; ++p) {
      const auto e = static_cast<std::size_t>(at_.pairs[p]);
      CHECK(found.mode[e] == expected.modes[p]);
      f[p].add(found.f[e], expected.T[p] + names.viscous[p] * found.rate[e]);
      ++modes_compared;
    }
  }
  if (!reference.samples.back().modes.empty()) CHECK(modes_compared > reference.samples.size() / 2);
  for (const WorstError& error : z) CHECK(error.relative() < 1e-9);
  for (const WorstError& error : v) CHECK(error.relative() < 1e-9);
  for (const WorstError& error : a) CHECK(error.relative() < 1e-9);
  for (const WorstError& error : f) CHECK(error.relative() < 1e-9);
}

}  // namespace

json load_reference(const std::string& name) {
  std::ifstream file(std::string(LUZTAR_SOURCE_DIR) + "/tests/reference/" + name + ".json");
  REQUIRE_MESSAGE(file, "no reference ", name);
  return json::parse(file);
}

ReferenceCase load_case(const std::string& name) {
  const json file = load_reference(name);
  ReferenceCase read;
  for (const json& event : file.at("events")) read.events.push_back(read_point(event));
  for (const json& sample : file.at("samples")) read.samples.push_back(read_point(sample));
  return read;
}

double number(const json& value) {
  if (value.is_number()) return value.get<double>();
  const std::string text = value.get<std::string>();
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return std::stod(text);
  return static_cast<double>(std::stold(text.substr(0, slash)) /
                             std::stold(text.substr(slash + 1)));
}

std::vector<double> numbers(const json& list) {
  std::vector<double> values;
  for (const json& value : list) values.push_back(number(value));
  return values;
}

luztar::System load_system(const std::string& name) {
  return luztar::compile(luztar::load_model(std::string(LUZTAR_SOURCE_DIR) +
                                            "/tests/acceptance/models/" + name + ".toml"));
}

void check_case(const luztar::System& system, const ReferenceCase& reference,
                const CaseNames& names) {
  constexpr std::size_t kStride = 16;  // a finer grid, so that stuck pairs are looked at often
  const Indices indices = find(system, names);
  const std::size_t intervals = (reference.samples.size() - 1) * kStride;
  const Recorded run =
      record(system, {.duration = reference.samples.back().time - reference.samples.front().time,
                      .samples = static_cast<std::int64_t>(intervals) + 1});
  check_trust(run);
  REQUIRE(run.samples.size() == intervals + 1);
  if (!reference.events.front().modes.empty()) {
    check_sequence(mode_changes(run, indices.pairs), changes_of(reference));
  }
  check_event_states(run, reference, indices);
  check_samples(run, reference, indices, names, kStride);
}

void check_sequence(const std::vector<Instant>& found, const std::vector<Instant>& expected) {
  CHECK(found.size() == expected.size());
  for (std::size_t i = 0; i < std::min(found.size(), expected.size()); ++i) {
    CAPTURE(expected[i].time);
    CHECK(std::abs(found[i].time - expected[i].time) < 1e-10);
    CHECK(found[i].modes == expected[i].modes);
  }
}

void WorstError::add(double found, double expected) {
  // Written so that a NaN becomes infinitely wrong instead of slipping through a maximum.
  const double difference = std::abs(found - expected);
  if (!(difference <= worst_)) worst_ = std::isnan(difference) ? HUGE_VAL : difference;
  scale_ = std::max(scale_, std::abs(expected));
}

}  // namespace acceptance
