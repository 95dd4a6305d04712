// Tables in forces, laws and motions: closed forms by pieces, scipy, nested if, and what happens
// beyond their rows.
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/recording.h"

using namespace acceptance;

namespace {

Recorded run_of(const std::string& text) {
  const luztar::System system = luztar::compile(luztar::parse_model(text, "tables.toml"));
  Recorded run = record(system, system.settings());
  check_trust(run);
  CHECK(run.info.diagnosis == "");
  return run;
}

/// How a run ends that does not.
luztar::RunInfo ended(const std::string& text) {
  const luztar::System system = luztar::compile(luztar::parse_model(text, "tables.toml"));
  return record(system, system.settings()).info;
}

const std::string kStart = "[simulation]\nduration = ";

struct Rows {
  std::vector<double> x, y;
};

std::string list(const std::vector<double>& numbers) {
  std::string text;
  for (const double x : numbers) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.17g", x);
    text += (text.empty() ? "" : ", ") + std::string(digits);
  }
  return text;
}

std::string number(double x) { return "(" + list({x}) + ")"; }

/// The same as nested if, linear or held, with its ends as `beyond` says.
std::string nested(const Rows& rows, const std::string& x, bool hold, bool constant) {
  const std::size_t n = rows.x.size();
  const auto line = [&](std::size_t i) {
    if (hold) return number(rows.y[i]);
    const double slope = (rows.y[i + 1] - rows.y[i]) / (rows.x[i + 1] - rows.x[i]);
    return "(" + number(rows.y[i]) + " + " + number(slope) + "*(" + x + " - " + number(rows.x[i]) +
           "))";
  };
  std::string text = constant || hold ? number(rows.y[n - 1]) : line(n - 2);
  for (std::size_t i = n - 1; i-- > 0;)
    text = "if(" + x + " < " + number(rows.x[i + 1]) + ", " + line(i) + ", " + text + ")";
  if (!constant && !hold) return text;
  return "if(" + x + " < " + number(rows.x[0]) + ", " + number(rows.y[0]) + ", " + text + ")";
}

}  // namespace

TEST_CASE("a spring by a table of two stiffnesses swings in arcs of two frequencies") {
  const Recorded run = run_of(
      "[tables.k]\nx = [-2, -1, 1, 2]\ny = [-5, -1, 1, 5]\ninterpolation = \"linear\"\n"
      "beyond = \"extend\"\n[bodies.m]\nmass = 1\nposition = 2.5\n"
      "[springs.s]\nbetween = [\"m\", \"ground\"]\nforce = \"k(d)\"\n"
      "[simulation]\nduration = 20\nsamples = 301\n");
  // outside f = 4 (q - 3/4): q = 3/4 + 7/4 cos 2t until 1; inside q = A cos(t + phi)
  const double outer = 0.5 * std::acos(1.0 / 7.0);
  const double rate = -3.5 * std::sin(2.0 * outer);
  const double phi = std::atan(-rate);
  const double amplitude = std::hypot(1.0, rate);
  const double inner = std::acos(-1.0 / amplitude) - phi;
  const double half = 2.0 * outer + inner;
  for (const Snapshot& sample : run.samples) {
    const double halves = std::floor((sample.time + outer) / half);
    const double t = sample.time - halves * half;  // from -outer on
    const double q =
        t <= outer ? 0.75 + 1.75 * std::cos(2.0 * t) : amplitude * std::cos(t - outer + phi);
    const double sign = std::fmod(halves, 2.0) == 0.0 ? 1.0 : -1.0;
    CHECK(sample.q[0] == doctest::Approx(sign * q).epsilon(1e-11).scale(1.0));
  }
}

TEST_CASE("a force by a held table is constant between its rows") {
  const Recorded run = run_of(
      "[tables.h]\nx = [0, 1, 2]\ny = [1, -0.5, 2]\ninterpolation = \"hold\"\n"
      "beyond = \"constant\"\n[bodies.m]\nmass = 1\nvelocity = 0.5\n"
      "[forces.f]\non = \"m\"\nvalue = \"h(q.m)\"\n"
      "[simulation]\nduration = 3\nsamples = 31\n");
  const double first = 1.0, second = first + (1.5 - std::sqrt(1.25)) / 0.5;
  for (const Snapshot& sample : run.samples) {
    const double t = sample.time;
    const double s = t - first, u = t - second;
    const double q = t < first    ? 0.5 * t + 0.5 * t * t
                     : t < second ? 1.0 + 1.5 * s - 0.25 * s * s
                                  : 2.0 + std::sqrt(1.25) * u + u * u;
    CHECK(sample.q[0] == doctest::Approx(q).epsilon(1e-13));
  }
  REQUIRE(run.events.size() == 2);
  CHECK(run.events[0].time.value == doctest::Approx(first).epsilon(1e-13));
  CHECK(run.events[1].time.value == doctest::Approx(second).epsilon(1e-13));
}

TEST_CASE("a force by a cubic table moves a mass as scipy does") {
  // CubicSpline of scipy 1.17; DOP853 with rtol 2.3e-14, anew at each knot
  const std::string text =
      "[tables.c]\nx = [-1, 0, 0.5, 1.5, 3]\ny = [2, 1, -0.5, -1.25, -4]\n"
      "[bodies.m]\nmass = 1\nposition = -0.8\nvelocity = 0.1\n"
      "[forces.f]\non = \"m\"\nvalue = \"c(q.m) - 0.3*v.m\"\n[simulation]\nduration = 8\n";
  const Recorded run = run_of(text);
  CHECK(run.info.q[0] == doctest::Approx(0.08995413193586936).epsilon(1e-11));
  CHECK(run.info.v[0] == doctest::Approx(-0.43820048708847287).epsilon(1e-11));
  const luztar::Model model = luztar::parse_model(text, "tables.toml");
  const double wanted[][3] = {{-1, 2, 3.0825136612021824},
                              {-0.3, 1.8879081967213112, -2.504710382513659},
                              {0.2, 0.34803934426229516, -3.1965683060109287},
                              {1.1, -1.2063147540983608, -0.3467650273224041},
                              {3, -4, -5.446448087431694}};
  const auto& table = *model.tables[0].function;
  for (const auto& [x, y, slope] : wanted) {
    CHECK(luztar::evaluate(table.pieces, x) == doctest::Approx(y).epsilon(1e-13));
    CHECK(luztar::evaluate(table.derivative->pieces, x) == doctest::Approx(slope).epsilon(1e-13));
  }
}

TEST_CASE("tables and nested if are the same in random models") {
  std::mt19937 random(7);
  const auto draw = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  const char* arguments[] = {"q.a", "v.a", "q.a - q.b", "t", "0.5*v.b + sin(3*t)", "2*t - q.b"};
  for (int trial = 0; trial < 60; ++trial) {
    Rows rows;
    double x = draw(-2.0, -0.5);
    for (int n = 2 + trial % 5; n > 0; --n) {
      rows.x.push_back(x);
      rows.y.push_back(draw(-3.0, 3.0));
      x += draw(0.1, 1.0);
    }
    const bool hold = trial % 3 == 0;
    const std::string argument = arguments[hold ? 3 + trial % 2 : trial % 6];
    const bool constant = trial % 2 == 0;
    const std::string table = "[tables.f]\nx = [" + list(rows.x) + "]\ny = [" + list(rows.y) +
                              "]\ninterpolation = \"" + (hold ? "hold" : "linear") +
                              "\"\nbeyond = \"" + (constant ? "constant" : "extend") + "\"\n";
    const std::string rest =
        std::string(
            "[bodies.a]\nmass = 1\nvelocity = 1\n[bodies.b]\nmass = 2\n[bodies.c]\nmass = 0\n"
            "[springs.s]\nbetween = [\"a\", \"c\"]\nstiffness = 30\nfreeplay = 0.05\n"
            "[dampers.e]\nbetween = [\"a\", \"c\"]\ndamping = 1\n"
            "[springs.w]\nbetween = [\"c\", \"b\"]\nstiffness = 50\ndamping = 2\n"
            "[frictions.r]\nbetween = [\"b\", \"ground\"]\nkinetic = 0.4\nstatic = 0.6\n"
            "[frictions.n]\nbetween = [\"a\", \"ground\"]\nkinetic = 0.1\nnormal = \"1 + abs(") +
        (trial % 4 == 0 ? "F(t)" : "0.1*t") + ")\"\n[forces.g]\non = \"a\"\nvalue = \"";
    const auto with = [&](const std::string& call, const std::string& of_time) {
      std::string text = rest + call + "\"\n[simulation]\nduration = 3\nsamples = 31\n";
      const auto at = text.find("F(t)");
      return at == std::string::npos ? text : text.replace(at, 4, of_time);
    };
    const Recorded one = run_of(table + with("f(" + argument + ")", "f(t)"));
    const Recorded other = run_of(with(nested(rows, "(" + argument + ")", hold, constant),
                                       nested(rows, "t", hold, constant)));
    REQUIRE(one.samples.size() == other.samples.size());
    for (std::size_t i = 0; i < one.samples.size(); ++i)
      for (std::size_t b = 0; b < one.samples[i].q.size(); ++b) {
        INFO(trial, " ", argument);
        CHECK(one.samples[i].q[b] ==
              doctest::Approx(other.samples[i].q[b]).epsilon(1e-11).scale(1.0));
        CHECK(one.samples[i].v[b] ==
              doctest::Approx(other.samples[i].v[b]).epsilon(1e-10).scale(1.0));
      }
  }
}

TEST_CASE("a run that leaves the rows of a table ends and names it") {
  const std::string rest =
      "[bodies.r]\ninertia = 0.1\n[forces.m]\non = \"r\"\nvalue = \"map(v.r)\"\n" + kStart;
  const std::string table = "[tables.map]\nx = [0, 1000, 3000]\ny = [10, 9, 2]\nx_unit = \"rpm\"\n";
  const std::string words =
      "the table 'map' has rows from 0 to 314.159 (SI) only, and its argument";
  for (const std::string interpolation : {"linear", "cubic", "hold"}) {
    const std::string head = table + "interpolation = \"" + interpolation + "\"\n";
    const luztar::RunInfo info = ended(head + rest + "20\n");
    CHECK(info.status == luztar::Status::NotFinite);
    CHECK(info.diagnosis.find(words + " in 'm' rises beyond") != std::string::npos);
    CHECK(info.v[0] == doctest::Approx(3000 * 2 * 3.14159265358979 / 60).epsilon(1e-9));
    const luztar::RunInfo stepped = ended(head + rest + "20\nmethod = \"stepping\"\nstep = 0.01\n");
    CHECK(stepped.status == luztar::Status::NotFinite);
    CHECK(stepped.diagnosis.find(words + " rises beyond") != std::string::npos);
    CHECK(ended(head + "beyond = \"constant\"\n" + rest + "20\n").status ==
          luztar::Status::Finished);
  }
  std::string outside = table + rest + "1\n";
  outside.replace(outside.find("[forces"), 0, "velocity = -1\n");
  const luztar::RunInfo info = ended(outside);
  CHECK(info.status == luztar::Status::NotFinite);
  CHECK(info.diagnosis == "t = 0 s: " + words + " in 'm' falls beyond; give it more rows, or " +
                              "beyond = \"constant\" or \"extend\"");
}

TEST_CASE("at the last row a table has its value, and what is not chosen may be beyond") {
  const std::string table = "[tables.f]\nx = [0, 1]\ny = [0, 2]\ninterpolation = \"linear\"\n";
  const Recorded rests = run_of(table +
                                "[bodies.a]\nmass = inf\nposition = 1\n[bodies.b]\nmass = 1\n"
                                "[forces.g]\non = \"b\"\nvalue = \"f(q.a)\"\n" +
                                kStart + "1\n");
  CHECK(rests.info.v[1] == doctest::Approx(2.0));
  const Recorded inward = run_of(table +
                                 "[bodies.a]\nmass = inf\nposition = 1\nvelocity = -0.5\n"
                                 "[bodies.b]\nmass = 1\n[forces.g]\non = \"b\"\n"
                                 "value = \"f(q.a)\"\n" +
                                 kStart + "2\n");
  CHECK(inward.info.v[1] == doctest::Approx(2.0));
  const Recorded chosen = run_of(table +
                                 "[bodies.b]\nmass = 1\n[forces.g]\non = \"b\"\n"
                                 "value = \"if(t < 1, f(t), 0)\"\n" +
                                 kStart + "2\n");
  CHECK(chosen.info.v[0] == doctest::Approx(1.0));
}

TEST_CASE("a road by a table over a moving argument: two halves are the whole") {
  const std::string text =
      "[tables.road]\nx = [0, 1, 2, 3, 5]\ny = [0, 0.1, -0.05, 0.1, 0]\n"
      "[tables.grip]\nx = [0, 1, 3]\ny = [1, 0.5, 0.4]\ninterpolation = \"linear\"\n"
      "beyond = \"extend\"\n[bodies.wheel]\nmotion = \"road(1.5*t)\"\n[bodies.car]\nmass = 1\n"
      "[bodies.seat]\nmass = 0.3\n[springs.s]\nbetween = [\"car\", \"wheel\"]\nstiffness = 40\n"
      "[frictions.f]\nbetween = [\"car\", \"seat\"]\nkinetic = 0.2\n"
      "normal = \"1 + grip(abs(v.car))\"\n" +
      kStart + "3\nsamples = 301\n";
  const luztar::System system = luztar::compile(luztar::parse_model(text, "tables.toml"));
  luztar::SimulationSettings settings = system.settings();
  const Recorded whole = record(system, settings);
  check_trust(whole);
  settings.duration = 1.37;
  const Recorded first = record(system, settings);
  settings.start = 1.37;
  settings.duration = 3 - 1.37;
  const Recorded second = record(system, first.info.final_state, settings);
  CHECK(second.info.q == whole.info.q);
  CHECK(second.info.v == whole.info.v);
}
