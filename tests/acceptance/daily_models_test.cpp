// Models of the daily work of the field, written as a user would, in tests/acceptance/daily and
// examples/. Numbers by scipy, event by event: each mode integrated by itself to 3e-14 (DOP853;
// LSODA and Radau where it is stiff) up to the roots of hand-written event functions; linear ones
// by the exponential of their matrix; forces that are constant between samples as parabolas.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/luztar.h"
#include "simulate/whole_run.h"

using namespace luztar;
using std::numbers::pi;

namespace {

struct Run : Trajectory {
  explicit Run(const std::string& path)
      : Run(load_model(std::string(LUZTAR_SOURCE_DIR) + path + ".toml")) {}
  explicit Run(const Model& model) : system(compile(model)) {
    static_cast<Trajectory&>(*this) =
        simulate(system, start_state(model, system), system.settings());
    luztar::testing::check_ledger(*this);
    CHECK(info.proofs.hold());
  }
  int body(const std::string& name) const {
    for (std::size_t b = 0; b < system.bodies().size(); ++b)
      if (system.bodies()[b].name == name) return static_cast<int>(b);
    FAIL("no body " << name);
    return -1;
  }
  std::size_t at(double t) const {
    for (std::size_t i = 0; i < time.size(); ++i)
      if (std::abs(time[i] - t) < 1e-9 * (1.0 + t) && std::abs(time[i] - t) < 1e-3 * time.back())
        return i;
    FAIL("no sample at " << t);
    return 0;
  }
  /// Times at which one of these changes, samples and jumps of inputs left out.
  std::vector<double> changes(const std::vector<std::string>& names) const {
    std::vector<double> times;
    for (const Event& event : events)
      if (event.cause != Event::Cause::Jump &&
          std::find(names.begin(), names.end(), system.event_names()[event.name]) != names.end())
        times.push_back(event.time.value);
    return times;
  }

  System system;
};

const std::string kDaily = "/tests/acceptance/daily/";

struct Row {
  double t;
  std::vector<double> q, v;
};

void check_rows(const Run& run, const std::vector<std::string>& bodies,
                const std::vector<Row>& rows, double accuracy) {
  for (const Row& row : rows) {
    CAPTURE(row.t);
    const std::size_t i = run.at(row.t);
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      const int body = run.body(bodies[b]);
      CHECK(std::abs(run.q[body][i] - row.q[b]) < accuracy);
      if (!row.v.empty()) CHECK(std::abs(run.v[body][i] - row.v[b]) < 20.0 * accuracy);
    }
  }
}

void check_times(const std::vector<double>& found, const std::vector<double>& expected,
                 double accuracy) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(std::abs(found[i] - expected[i]) < accuracy);
}

}  // namespace

TEST_CASE("a mass on a belt whose friction falls off from the first instant of slip") {
  const Run r(kDaily + "falling_friction");
  check_times(r.changes({"contact"}),
              {0.875, 1.54496327579273, 2.36636192270862, 3.03632519850134, 3.85772384541723,
               4.52768712120996},
              1e-12);
  check_rows(r, {"block"},
             {{1.65, {0.0158638077291382}, {0.1}}, {5.0, {0.0525914231874148}, {0.1}}}, 1e-12);
}

TEST_CASE("a two-mass drive with a backlash that only pushes, load friction and steps of torque") {
  const Run r(kDaily + "two_mass_drive");
  check_times(r.changes({"coupling", "bearing"}),
              {0.00835542758210336, 0.00835542758210336, 0.253985159283607, 0.264581759896862,
               0.278760508580153, 0.295008626784342, 0.502088949775319},
              1e-12);
  CHECK(r.changes({"coupling"})[0] ==
        doctest::Approx(std::sqrt(2 * 0.5 * pi / 180 * 0.02 / 5)).epsilon(1e-14));
  check_rows(r, {"motor", "load"},
             {{0.2, {1.03033101499064, 1.01715931052613}, {10.1044328158736, 10.1044461877439}},
              {0.4, {2.90813729266702, 2.91907530990768}, {5.1006082377951, 5.10572104710335}},
              {0.6, {3.04843232058076, 3.05993795514512}, {-2.44700365057506, -2.44803998261722}}},
             1e-12);
}

TEST_CASE("a PID with its integral as a state hunts around the target") {
  const Run r(kDaily + "hunting_pid");
  const std::vector<double> changes = r.changes({"guide"});
  REQUIRE(changes.size() == 38);
  check_times(
      {changes.begin(), changes.begin() + 5},
      {0.792650680998338, 1.73324007972719, 3.40540123566507, 4.14337024798342, 6.62980279750955},
      1e-12);
  CHECK(std::abs(changes.back() - 57.8486541736844) < 1e-11);
  check_rows(r, {"x"}, {{20.5, {0.943548478845936}, {0}}, {60.0, {0.943564485219999}, {0}}}, 1e-12);
  CHECK(std::abs(r.internal[0].back() - 0.0547411490962418) < 1e-12);
}

TEST_CASE("two modes on a belt, the normal force by f.ELEMENT") {
  const Run r(kDaily + "mode_coupling");
  check_rows(
      r, {"x", "y"},
      {{2.0, {0.343445591304798, -0.143668676427737}, {0.0424307506421535, -0.311104126315489}},
       {4.0, {0.328963588228321, -0.142934569899943}, {0.157198594605648, 0.380183102355437}},
       {6.0, {0.332591636441459, -0.0103400686188088}, {0.0627231759603084, -0.00556568997434714}}},
      1e-12);
}

TEST_CASE("a freewheel lets go where the hub brakes harder than the load") {
  const Run r(kDaily + "freewheel");
  check_times(r.changes({"sprag"}),
              {std::atan(1.0 / 12) / 6, 0.901041672933007, 1.061054423178, 1.9482392241296,
               2.1082519743746, 2.9954367753262},
              1e-12);
  check_rows(
      r, {"shaft"},
      {{1.0, {2.42841929234905}, {2.8805108599511}}, {3.0, {7.32888750095969}, {1.98095012473224}}},
      1e-12);
}

TEST_CASE("a ratchet under a swinging torque") {
  const Run r(kDaily + "ratchet");
  check_rows(r, {"wheel"},
             {{3.3, {1.57530161184677}, {0.110342872094188}},
              {6.7, {3.26200597786852}, {0.857495338734275}},
              {10.0, {5.0084108121379}, {1.33307607569465}}},
             1e-12);
}

TEST_CASE("a gear with an efficiency drives, is driven, and turns round") {
  const Run r(kDaily + "gear_with_losses");
  check_rows(r, {"motor", "load"},
             {{1.0, {21.2599429598859, 7.08660513361026}, {42.51968503937, 14.1732283464567}},
              {3.0, {11.2408070400573, 3.74697819970414}, {-48.8814967724506, -16.2938322574836}}},
             2e-9);
  const auto& v = r.v[r.body("load")];
  // Rigid: eta i T/(J2 + eta i^2 J1) where the motor drives, i T/eta/(J2 + i^2 J1/eta) where the
  // load does.
  CHECK((v[9] - v[5]) / 0.4 == doctest::Approx(0.9 * 3 * 2 / (0.3 + 0.9 * 0.09)).epsilon(1e-10));
  CHECK((v[14] - v[12]) / 0.2 == doctest::Approx(-2 * 3 / 0.9 / (0.3 + 0.09 / 0.9)).epsilon(1e-10));
}

TEST_CASE("a wedge under a load breaks loose, slides, and locks where it is let go") {
  const Run r(kDaily + "wedge");
  check_rows(r, {"wedge", "load"},
             {{1.0, {0.0140337250363563, 0.00143611394172628}, {}},
              {2.0, {8.46714588509558, 1.18944355765678}, {16.3308389446968, 2.29514598576964}},
              {3.0, {9.1335413984768, 1.28313214092728}, {0.0, 0.0}}},
             1e-11);
  // Twice the vibration of the face brings it to a stand, within rounding.
  std::vector<double> breaks = r.changes({"bottom", "face_friction"});
  CHECK(std::abs(breaks.front() - 0.567568057837319) < 1e-12);
  CHECK(std::abs(breaks.back() - 2.16458316986726) < 1e-10);
}

TEST_CASE("three blocks on leaf springs, friction that weakens") {
  const Run r(kDaily + "three_blocks");
  const std::vector<double> changes = r.changes({"floor_1", "floor_2", "floor_3"});
  REQUIRE(changes.size() == 27);
  CHECK(std::abs(changes[0] - 7.15886692582608) < 1e-12);
  CHECK(std::abs(changes[7] - 9.75887671193493) < 1e-9);
  CHECK(std::abs(changes[26] - 19.6788205745173) < 1e-9);
  check_rows(r, {"block_1", "block_2", "block_3"},
             {{6.6, {-0.0191784854932628, -0.0108804222177874, 0.0130057568031423}, {}},
              {13.4, {0.36031642117966, 0.392248183671804, 0.38400761030621}, {}},
              {20.0, {0.832867295458574, 0.761178712571194, 0.742514611631634}, {}}},
             1e-9);
}

TEST_CASE("a block on a plane that is tilted as measured") {
  const Run r(kDaily + "tilted_plane");
  check_times(r.changes({"plane"}), {4.36858463405392, 9.22462408339187}, 1e-12);
  check_rows(r, {"block"},
             {{6.7, {2.94828500274024}, {2.67383386139066}}, {10.0, {7.82822582278876}, {0}}},
             1e-12);
}

TEST_CASE("a sampled PID behind an encoder, row by row as parabolas") {
  const Run r(kDaily + "sampled_pid");
  check_times(
      r.changes({"guide"}),
      {0.484715328467155, 1.85, 2.33554105665181, 21.86, 22.1813333333331, 24.59, 25.0758741258746},
      1e-12);
  check_rows(r, {"x"}, {{9.9, {0.0994473401786607}, {0}}, {30.0, {0.0965529566122156}, {0}}},
             1e-12);
}

TEST_CASE("iwan: the force of the joint is that of eight play operators, and obeys Masing's rule") {
  const Run r("/examples/iwan");
  const double A = 0.01, k = 100;
  const auto swing = [&](double t) {
    return A * std::sin(2 * pi * t) * std::min(t, 1.0);
  };
  // Turning points in the first second: tan(2 pi t) = -2 pi t.
  std::vector<double> turns;
  for (double t : {0.32, 0.78}) {
    for (int i = 0; i < 30; ++i) {
      const double f = std::sin(2 * pi * t) + 2 * pi * t * std::cos(2 * pi * t);
      t -= f / (4 * pi * std::cos(2 * pi * t) - 4 * pi * pi * t * std::sin(2 * pi * t));
    }
    turns.push_back(t);
  }
  std::vector<double> slider(8, 0.0), force;
  const auto move_to = [&](double t) {
    for (int i = 0; i < 8; ++i)
      slider[i] =
          std::clamp(slider[i], swing(t) - 0.2 * (i + 1) / 8 / k, swing(t) + 0.2 * (i + 1) / 8 / k);
  };
  for (std::size_t n = 0; n < r.time.size(); ++n) {
    for (const double turn : turns)
      if (n > 0 && r.time[n - 1] < turn && turn < r.time[n]) move_to(turn);
    move_to(r.time[n]);
    double expected = 0.0, found = 0.0;
    for (int i = 0; i < 8; ++i) {
      expected += k * (swing(r.time[n]) - slider[i]);
      found += r.f[i][n];
    }
    CHECK(std::abs(found - expected) < 1e-13);
    force.push_back(found);
  }
  // From the turn at 1.25 s on: twice the first loading, of half the way.
  for (std::size_t n = 130; n < 175; ++n) {
    const double half = (A - swing(r.time[n])) / 2;
    double loading = 0.0;
    for (int i = 1; i <= 8; ++i) loading += std::min(k * half, 0.2 * i / 8);
    CHECK(std::abs(force[125] - force[n] - 2 * loading) < 1e-13);
  }
}

TEST_CASE("prandtl_tomlinson: a stair over atoms, as LSODA has it") {
  const Run r("/examples/prandtl_tomlinson");
  check_rows(r, {"tip"},
             {{0.00099, {3.18201126272995e-11}, {}},
              {0.00201, {1.22534437103755e-09}, {}},
              {0.003, {2.4183660555449e-09}, {}}},
             1e-21);
}

TEST_CASE("rate_and_state: Radau, and steady sliding is stable from N (b - a)/L on") {
  const Run r("/examples/rate_and_state");
  check_rows(r, {"block"},
             {{10.0, {0.0100047729911795}, {0.000640228438890186}},
              {20.0, {0.0200607765510963}, {0.000484851538700393}},
              {30.0, {0.0303481073504717}, {0.000308472345033558}}},
             1e-12);
  CHECK(std::abs(r.internal[0].back() - 1.99622106514793) < 1e-10);
  const auto swing = [](double k) {
    Model model = load_model(std::string(LUZTAR_SOURCE_DIR) + "/examples/rate_and_state.toml");
    for (Parameter& p : model.parameters)
      if (p.name == "k") p.value = Expression::number(k), p.unit_factor = 1.0;
    const Run run(model);
    double most = 0.0;
    for (std::size_t i = run.time.size() / 2; i < run.time.size(); ++i)
      most = std::max(most, std::abs(run.v[1][i] - 1e-3));
    return most;
  };
  CHECK(swing(7000.0) < 1e-4);
  CHECK(swing(3500.0) > 1e-3);
}
