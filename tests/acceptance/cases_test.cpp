// The reference cases with their own model files.
#include <cmath>

#include <doctest/doctest.h>

#include "acceptance/reference_case.h"

using namespace acceptance;

TEST_CASE("one mass under a force moves, sticks and reverses as the reference does") {
  struct Row {
    const char* model;
    const char* reference;
    double viscous;
  };
  for (const Row& row : {Row{"ii_a", "ii_a_single_coulomb_sine", 0.0},
                         Row{"ii_b", "ii_b_single_viscous_twotone", 0.8},
                         Row{"ii_c", "ii_c_single_FS_gt_FK", 0.8}}) {
    CAPTURE(std::string(row.model));
    check_case(load_system(row.model), load_case(row.reference),
               {{"mass"}, {"ground_contact"}, {row.viscous}});
  }
}

TEST_CASE("a massless block creeps and stops as the closed form of the reference does") {
  const luztar::System system = load_system("vi_a");
  const nlohmann::json reference = load_reference("vi_a_massless_single");
  std::vector<double> times;
  for (const auto& sample : reference.at("samples")) times.push_back(number(sample.at("t")));
  const double duration = times.back();
  const Recorded run =
      record(system, {.duration = duration, .samples = static_cast<std::int64_t>(times.size())});
  REQUIRE(run.info.status == luztar::Status::Finished);
  CHECK(std::abs(run.info.energy.residual) <= 1e-11 * run.info.energy.moved);

  std::vector<Instant> expected;
  for (const auto& event : reference.at("events"))
    if (number(event.at("t")) <= duration)
      expected.push_back({number(event.at("t")), {event.value("sign", 0)}});
  check_sequence(mode_changes(run, {element_index(system, "ground_contact")}), expected);

  WorstError position, velocity;
  REQUIRE(run.samples.size() == times.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    const auto& sample = reference.at("samples")[i];
    REQUIRE(std::abs(run.samples[i].time - times[i]) <= 1e-12);
    position.add(run.samples[i].q[0], number(sample.at("z")));
    velocity.add(run.samples[i].v[0], number(sample.at("zdot")));
  }
  CHECK(position.relative() <= 1e-9);
  CHECK(velocity.relative() <= 1e-9);
}

TEST_CASE("three masses and two pairs go through all four variants as the reference does") {
  check_case(load_system("iii_a"), load_case("iii_a_three_mass_smooth"),
             {{"m1", "m2", "m3"}, {"pair12", "pair23"}, {0.5, 0.8}});
}

TEST_CASE("a mass on a belt repeats the closed form's cycle") {
  check_case(load_system("iv"), load_case("iv_belt_stick_slip"), {{"block"}, {"contact"}, {0.0}});
}

TEST_CASE("free vibration loses 2 F_K/k in each half cycle and stays where it stops") {
  const char* references[] = {"vii_a_free_vibration", "vii_b_free_vibration_FS_gt_FK"};
  const char* models[] = {"vii_a", "vii_b"};
  for (int i = 0; i < 2; ++i) {
    CAPTURE(std::string(models[i]));
    const luztar::System system = load_system(models[i]);
    const ReferenceCase reference = load_case(references[i]);
    check_case(system, reference, {{"mass"}, {"ground_contact"}, {0.0}});
    // Modes follow from the turning points: backward first, then in turn, stuck at the last.
    std::vector<Instant> expected;
    for (std::size_t n = 1; n < reference.events.size(); ++n) {
      const bool last = n + 1 == reference.events.size();
      expected.push_back({reference.events[n].time, {last ? 0 : n % 2 == 1 ? 1 : -1}});
    }
    const Recorded run = record(system, {.duration = 6.0});
    REQUIRE(!run.samples.empty());
    const int friction = element_index(system, "ground_contact");
    CHECK(run.samples[0].mode[static_cast<std::size_t>(friction)] == -1);
    check_sequence(mode_changes(run, {friction}), expected);
  }
}

TEST_CASE("of two pairs with F_S > F_K under a ramp the one at its limit breaks, alone") {
  check_case(load_system("ix_a"), load_case("ix_a_FSgtFK_ramp_FS10_10.2"),
             {{"m1", "m2"}, {"pair12", "pair20"}, {0.0, 0.0}});
}

TEST_CASE("a gear pair with freeplay and bearing friction follows the reference's 58 events") {
  const luztar::System system = load_system("v_b");
  const ReferenceCase reference = load_case("v_b_gear_simplification2");
  const CaseNames names{{"psi", "phi"}, {"bearing_psi", "bearing_phi"}, {0.05, 0.08}};
  check_case(system, reference, names);
  // Contacts of the mesh, in the reference's own list.
  const auto file = load_reference("v_b_gear_simplification2");
  std::vector<Instant> contacts;
  for (std::size_t i = 1; i < file["events"].size(); ++i) {
    const auto& event = file["events"][i];
    const int mode = event["springs"][0];
    if (mode != file["events"][i - 1]["springs"][0])
      contacts.push_back({number(event["t"]), {mode}});
  }
  REQUIRE(contacts.size() > 10);
  const Recorded run = record(system, {.duration = 2.0});
  check_sequence(mode_changes(run, {element_index(system, "mesh")}), contacts);
}

namespace {

/// F as nested if(t < t1, F0, if(t < t2, F1, ...)): the points where a force of the case jumps.
std::string steps(const nlohmann::json& events, std::size_t body) {
  std::string text, closing;
  std::string last = events[0]["F"][body];
  for (std::size_t i = 1; i < events.size(); ++i) {
    if (!events[i].contains("F")) continue;  // the end
    const std::string force = events[i]["F"][body];
    if (force == last) continue;
    const auto& t = events[i]["t"];
    text += "if(t < " + (t.is_string() ? t.get<std::string>() : t.dump()) + ", " + last + ", ";
    closing += ")";
    last = force;
  }
  return text + last + closing;
}

std::string body_name(int index) { return index < 0 ? "ground" : "m" + std::to_string(index); }

std::string network_text(const nlohmann::json& masses, const nlohmann::json& pairs) {
  std::string text;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    text +=
        "[bodies.m" + std::to_string(i) + "]\nmass = \"" + masses[i].get<std::string>() + "\"\n";
  }
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    text += "[frictions.pair" + std::to_string(p) + "]\nbetween = [\"" + body_name(pairs[p][0]) +
            "\", \"" + body_name(pairs[p][1]) + "\"]\nkinetic = \"" +
            pairs[p][2].get<std::string>() + "\"\n";
  }
  return text;
}

CaseNames names_of(std::size_t bodies, std::size_t pairs) {
  CaseNames names;
  for (std::size_t i = 0; i < bodies; ++i) names.bodies.push_back("m" + std::to_string(i));
  for (std::size_t p = 0; p < pairs; ++p) names.pairs.push_back("pair" + std::to_string(p));
  names.viscous.assign(pairs, 0.0);
  return names;
}

/// A system of iii_d as a model file.
luztar::System stepped_system(const nlohmann::json& given, double duration) {
  std::string text = network_text(given["M"], given["pairs"]);
  for (std::size_t i = 0; i < given["M"].size(); ++i) {
    text += "[forces.F" + std::to_string(i) + "]\non = \"m" + std::to_string(i) + "\"\nvalue = \"" +
            steps(given["events"], i) + "\"\n";
  }
  text += "[simulation]\nduration = " + std::to_string(duration) + "\n";
  return luztar::compile(luztar::parse_model(text, "iii_d.toml"));
}

/// States, accelerations and friction forces just after each point of the exact motion.
void check_points(const Recorded& run, const nlohmann::json& events,
                  const std::vector<int>& pairs) {
  WorstError z, v, a, T;
  std::size_t cursor = 0;
  for (std::size_t i = 1; i + 1 < events.size(); ++i) {
    const double t = number(events[i]["t"]);
    while (cursor < run.after.size() && run.after[cursor].time < t - 1e-9) ++cursor;
    REQUIRE(cursor < run.after.size());
    const Snapshot& found = run.after[cursor];
    CHECK(std::abs(found.time - t) < 1e-10);
    for (std::size_t b = 0; b < events[i]["z"].size(); ++b) {
      z.add(found.q[b], number(events[i]["z"][b]));
      v.add(found.v[b], number(events[i]["v"][b]));
      a.add(found.a[b], number(events[i]["a"][b]));
    }
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      T.add(found.f[static_cast<std::size_t>(pairs[p])], number(events[i]["T"][p]));
    }
  }
  const auto& end = events.back();
  for (std::size_t b = 0; b < end["z"].size(); ++b) {
    z.add(run.info.q[b], number(end["z"][b]));
    v.add(run.info.v[b], number(end["v"][b]));
  }
  CHECK(z.relative() < 1e-9);
  CHECK(v.relative() < 1e-9);
  CHECK(a.relative() < 1e-9);
  CHECK(T.relative() < 1e-9);
}

}  // namespace

TEST_CASE("networks under force steps follow the exact fractions") {
  const auto file = load_reference("iii_d_piecewise_constant_rational");
  REQUIRE(file["systems"].size() == 4);
  for (const auto& given : file["systems"]) {
    CAPTURE(given["name"].get<std::string>());
    const auto& events = given["events"];
    const double end = number(events.back()["t"]);
    const luztar::System system = stepped_system(given, end);
    const CaseNames names = names_of(given["M"].size(), given["pairs"].size());
    std::vector<int> pairs;
    for (const std::string& name : names.pairs) pairs.push_back(element_index(system, name));
    const Recorded run = record(system, {.duration = end, .samples = 4001});
    check_trust(run);
    std::vector<Instant> expected;
    std::vector<int> last;
    for (const auto& event : events) {
      if (!event["modes"].is_array()) continue;  // the end
      std::vector<int> modes;
      for (const std::string mode : event["modes"]) {
        modes.push_back(mode == "0" ? 0 : mode == "+" ? 1 : -1);
      }
      if (!last.empty() && modes != last) expected.push_back({number(event["t"]), modes});
      last = modes;
    }
    check_sequence(mode_changes(run, pairs), expected);
    check_points(run, events, pairs);
  }
}

TEST_CASE("accelerations and forces from rest are those of the exact tables") {
  const auto tables = load_reference("static_tables");
  const auto first_sample = [](const nlohmann::json& row) {
    std::string text = network_text(row["M"], row["pairs"]);
    for (std::size_t i = 0; i < row["M"].size(); ++i) {
      const std::string name = std::to_string(i);
      text += "[forces.F" + name + "]\non = \"m" + name + "\"\nvalue = \"" +
              row["F"][i].get<std::string>() + "\"\n";
    }
    const luztar::System system =
        luztar::compile(luztar::parse_model(text + "[simulation]\nduration = 1e-3\n", "row.toml"));
    Recorded run = record(system, {.duration = 1e-3, .samples = 9});
    check_trust(run);
    REQUIRE(!run.samples.empty());
    return std::pair{run.samples[0], element_index(system, "pair0")};
  };
  std::size_t rows = 0;
  for (const auto& row : tables["rows"]) {
    CAPTURE(row.dump());
    const auto [found, pair0] = first_sample(row);
    WorstError a, T;
    for (std::size_t b = 0; b < row["M"].size(); ++b) a.add(found.a[b], number(row["a"][b]));
    for (std::size_t p = 0; p < row["pairs"].size(); ++p) {
      T.add(found.f[static_cast<std::size_t>(pair0) + p], number(row["T"][p]));
    }
    CHECK(a.relative() < 1e-12);
    CHECK(T.relative() < 1e-12);
    ++rows;
  }
  for (const auto& row : tables["cycles_accelerations_only"]) {
    CAPTURE(row.dump());
    WorstError a;
    const Snapshot found = first_sample(row).first;
    for (std::size_t b = 0; b < row["M"].size(); ++b) a.add(found.a[b], number(row["a"][b]));
    CHECK(a.relative() < 1e-12);
    ++rows;
  }
  CHECK(rows == 113 + 15);
}
