// report.html from samples made by hand: what was put in is on the page, and the page is bounded.
#include "luztar/io/report.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "io/page_reader.h"

namespace luztar {
namespace {

using nlohmann::json;

// A block on a driven base, a spring and a friction between them, a force on the block.
ReportSubject block_on_base(SimulationSettings settings) {
  ReportSubject subject{
      .title = "Block <b>& base", .file = "block.toml", .hash = "0123456789abcdef"};
  subject.bodies = {{"base", 0.0, true}, {"block", 2.0, false}};
  subject.elements = {{"spring", PartKind::Spring, false, false, {1, 0}, {1.0, -1.0}},
                      {"guide", PartKind::Friction, true, true, {1, 0}, {1.0, -1.0}},
                      {"push", PartKind::Force, false, false, {1}, {1.0}}};
  subject.event_names = {"spring", "guide", "push", "road", "base"};
  subject.settings = settings;
  return subject;
}

// Owns what a Sample points to.
struct Instant {
  double t{};
  std::vector<double> q, v, a, d, rate, f, lower, upper;
  std::vector<std::int8_t> mode;
  EnergyLedger energy;

  Instant(std::size_t bodies, std::size_t elements)
      : q(bodies),
        v(bodies),
        a(bodies),
        d(elements),
        rate(elements),
        f(elements),
        lower(elements),
        upper(elements),
        mode(elements) {
    energy.kinetic.assign(bodies, 0.0);
    energy.motion_work.assign(bodies, 0.0);
    for (auto* list : {&energy.stored, &energy.dissipated, &energy.supplied}) {
      list->assign(elements, 0.0);
    }
  }
  Sample sample() const { return {t, q, v, a, d, rate, f, mode, lower, upper, energy}; }
};

Instant block_at(double t) {
  Instant now(2, 3);
  now.t = t;
  now.q = {std::sin(t), 2.0 * std::sin(t)};
  now.v = {std::cos(t), 2.0 * std::cos(t)};
  now.a = {-std::sin(t), -2.0 * std::sin(t)};
  now.d = {std::sin(t), std::sin(t), 2.0 * std::sin(t)};
  now.rate = {std::cos(t), std::cos(t), 2.0 * std::cos(t)};
  now.f = {1e3 * std::sin(t), std::cos(t) > 0.0 ? 5.0 : -5.0, std::sin(7.0 * t)};
  now.mode = {0, static_cast<std::int8_t>(std::cos(t) > 0.0 ? 1 : -1), 0};
  now.lower = {0.0, -6.0, 0.0};
  now.upper = {0.0, 6.0, 0.0};
  now.energy.kinetic = {0.0, 4.0 * std::cos(t) * std::cos(t)};
  now.energy.stored = {500.0 * std::sin(t) * std::sin(t), 0.0, 0.0};
  now.energy.dissipated = {0.0, 5.0 * t, 0.0};
  now.energy.moved = 1e3;
  return now;
}

RunInfo finished_at(double t) {
  RunInfo info;
  info.final_state.time = t;
  info.final_state.steps = 12;
  info.energy = block_at(t).energy;
  return info;
}

TEST_CASE("a short run is on the page sample by sample") {
  const SimulationSettings settings{.duration = 10.0, .samples = 501};
  ReportBuilder report(block_on_base(settings));
  for (int i = 0; i <= 500; ++i) report.sample(block_at(0.02 * i).sample());
  const json data = test::data_of(report.render(finished_at(10.0)));
  CHECK(data["samples"] == 501);
  CHECK(data["finished"] == true);
  CHECK(!data.contains("thinned"));
  const json& rows = data["rows"];
  REQUIRE(rows["n"] == 501);
  int others = 0;
  const auto compare = [&](const json& column, const auto& value_in) {
    const std::vector<double> shown = test::column_of(column, 501);
    for (std::size_t i = 0; i <= 500; ++i)
      others += shown.at(i) != value_in(block_at(0.02 * static_cast<double>(i))) ? 1 : 0;
  };
  compare(rows["t"], [](const Instant& now) { return now.t; });
  compare(rows["bodies"][1][0], [](const Instant& now) { return now.q[1]; });
  compare(rows["bodies"][0][1], [](const Instant& now) { return now.v[0]; });
  compare(rows["bodies"][1][2], [](const Instant& now) { return now.a[1]; });
  compare(rows["elements"][0][2], [](const Instant& now) { return now.f[0]; });
  compare(rows["elements"][1][0], [](const Instant& now) { return now.d[1]; });
  compare(rows["elements"][1][4], [](const Instant& now) { return now.upper[1]; });
  compare(rows["elements"][2][1], [](const Instant& now) { return now.rate[2]; });
  CHECK(others == 0);
  CHECK(rows["elements"][0].size() == 3);  // only frictions have limits
  const json& energy = data["energy"];
  CHECK(energy["n"] == 502);  // the end of the run is added
  bool found = false;
  for (const json& item : energy["items"]) {
    if (item["of"] != "guide" || item["kind"] != "dissipated") continue;
    found = true;
    CHECK(test::column_of(item["y"], 502)[250] == doctest::Approx(25.0));
  }
  CHECK(found);
}

TEST_CASE("at an event the values before and after are both there, and the band changes") {
  const SimulationSettings settings{.duration = 2.0, .samples = 3};
  ReportBuilder report(block_on_base(settings));
  Instant before = block_at(1.5), after = before;
  before.f[1] = -6.0;
  after.f[1] = 4.5;
  report.sample(block_at(0.0).sample());
  report.sample(block_at(1.0).sample());
  report.event({{1.5, 0.0}, 1, 1, 0, Event::Cause::Stop});
  report.around_event(before.sample(), after.sample());
  report.event({{1.75, 0.0}, 3, 0, 0, Event::Cause::Jump});
  report.sample(block_at(2.0).sample());
  const json data = test::data_of(report.render(finished_at(2.0)));
  using Values = std::vector<double>;
  CHECK(test::column_of(data["rows"]["t"], 5) == Values{0, 1, 1.5, 1.5, 2});
  CHECK(test::column_of(data["rows"]["elements"][1][2], 5) == Values{5, 5, -6, 4.5, -5});
  CHECK(data["elements"][1]["bands"] == json({0, 1, 1.5, 0}));
  CHECK(data["events"]["total"] == 2);
  CHECK(data["events"]["list"] == json({1.5, 1, 1, 0, 1, 1.75, 3, 0, 0, 6}));
  CHECK(data["samples"] == 3);
  CHECK(data["points"] == 5);
}

TEST_CASE("an impact keeps its impulse, and a rebound begins no band") {
  ReportSubject subject = block_on_base({.duration = 2.0, .samples = 2});
  subject.elements[1].kind = PartKind::Stop;
  subject.elements[1].lower = -std::numeric_limits<double>::infinity();
  subject.elements[1].upper = 0.5;
  ReportBuilder report(subject);
  Instant start = block_at(0.0);
  start.mode[1] = 0;
  report.sample(start.sample());
  report.event({{0.5, 0.0}, 2, 0, 0, Event::Cause::Jump});
  report.event({{1.0, 0.0}, 1, 0, 0, Event::Cause::Impact, -0.25});
  report.event({{1.5, 0.0}, 1, 0, 1, Event::Cause::Impact, 1.0 / 3});
  const json data = json::parse(report.data(finished_at(2.0)));
  CHECK(data["events"]["list"].size() == 15);
  CHECK(data["events"]["list"][14] == 7);  // the page's word for it: tests/browser
  CHECK(data["events"]["impulses"] == json({1, -0.25, 2, 1.0 / 3}));
  CHECK(data["elements"][1]["kind"] == "stop");
  CHECK(data["elements"][1]["bands"] == json({0, 0, 1.5, 1}));
  CHECK(data["elements"][1]["lower"].is_null());
  CHECK(data["elements"][1]["upper"] == 0.5);
}

TEST_CASE("a run of a million samples makes a small page with the true extremes") {
  const SimulationSettings settings{.duration = 1e3, .samples = 1'000'000};
  ReportBuilder report(block_on_base(settings));
  Instant now = block_at(0.0);
  for (int i = 0; i < 1'000'000; ++i) {
    now.t = 1e-3 * i;
    now.q[1] = std::sin(now.t) + (i == 654'321 ? 10.0 : 0.0);  // one sample stands out
    report.sample(now.sample());
    if (i % 10 == 0) {
      const auto mode = static_cast<std::int8_t>(i / 10 % 3 - 1);
      report.event({{now.t, 0.0}, 1, 0, mode, Event::Cause::Follow});
    }
  }
  const std::string html = report.render(finished_at(1e3));
  CHECK(html.size() < 10'000'000);
  const json data = test::data_of(html);
  CHECK(data["points"] == 1'000'000);
  CHECK(data["events"]["total"] == 100'000);
  CHECK(data["events"]["list"].size() == 5 * 5000);
  CHECK(data["elements"][1]["bands"]["modes"].get<std::string>().size() > 66'000);
  const json& curve = data["thinned"]["bodies"][1][0];
  const std::vector<double> t = test::column_of(curve["t"], curve["n"]);
  const std::vector<double> y = test::column_of(curve["y"], curve["n"]);
  const auto peak = std::ranges::max_element(y);
  CHECK(*peak == doctest::Approx(10.0 + std::sin(654.321)).epsilon(1e-5));
  CHECK(t[static_cast<std::size_t>(peak - y.begin())] == doctest::Approx(654.321).epsilon(1e-6));
  CHECK(t.size() > 30'000);  // zoom shows spans of 0.05 s
  CHECK(test::column_of(data["rows"]["t"], data["rows"]["n"]).back() == now.t);
  CHECK(data["energy"]["n"] < 2500);
}

TEST_CASE("a run of 100,000 points is on the page point by point, deflections as sums") {
  const SimulationSettings settings{.duration = 1e3, .samples = 100'000};
  ReportBuilder report(block_on_base(settings));
  Instant now = block_at(0.0);
  for (int i = 0; i < 100'000; ++i) {
    now.t = 1e-2 * i;
    now.q = {std::sin(now.t), std::cos(3.0 * now.t)};
    now.d = {now.q[1] - now.q[0], now.q[1] - now.q[0] + (i == 50'000 ? 1.0 : 0.0), now.q[1]};
    now.f[0] = i == 77'777 ? 5.0 : std::sin(now.t);
    report.sample(now.sample());
  }
  const std::string html = report.render(finished_at(1e3));
  CHECK(html.size() < 4'000'000);
  const json data = test::data_of(html);
  CHECK(!data.contains("thinned"));
  const json& rows = data["rows"];
  REQUIRE(rows["n"] == 100'000);
  const std::vector<double> t = test::column_of(rows["t"], 100'000);
  const std::vector<double> q = test::column_of(rows["bodies"][1][0], 100'000);
  double worst = 0.0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    worst = std::max(worst, std::abs(t[i] - 1e-2 * static_cast<double>(i)));
    worst = std::max(worst, std::abs(q[i] - std::cos(3e-2 * static_cast<double>(i))));
  }
  CHECK(worst < 2e-5);
  CHECK(rows["elements"][0][0] == json({{"sum", 0}}));
  CHECK(rows["elements"][1][0].contains("blocks"));  // it is no sum at one point
  CHECK(test::column_of(rows["elements"][0][2], 100'000)[77'777] == 5.0);
}

TEST_CASE("the page has how often and how long pairs stick") {
  ReportSubject subject = block_on_base({.duration = 2.0, .samples = 3});
  subject.elements[1].sticks = true;
  ReportBuilder report(subject);
  Instant start = block_at(0.0);
  start.mode[1] = 0;
  report.sample(start.sample());
  report.event({{0.5, 0.0}, 1, 0, 1, Event::Cause::Break});
  report.event({{1.25, 0.0}, 1, 1, 0, Event::Cause::Stop});
  const json guide = test::data_of(report.render(finished_at(2.0)))["elements"][1];
  CHECK(guide["sticks"] == true);
  CHECK(guide["held"] == json({0, 1.25, 0, 0, 0, 0.5, 0.75}));
  CHECK(guide["free"] == json({1, 0.75, 0.75, 0.75, 0.75, 0, 0}));
  CHECK(guide["use"] == 1);
}

TEST_CASE("a large network makes a page that a browser opens") {
  ReportSubject subject{.title = "large"};
  subject.settings = {.duration = 1.0, .samples = 2001};
  const int n = 500;
  for (int i = 0; i < n; ++i) {
    subject.bodies.push_back({"b" + std::to_string(i), 1.0, false});
    subject.elements.push_back(
        {"f" + std::to_string(i), PartKind::Friction, true, true, {i, kGround}, {1.0, -1.0}});
  }
  ReportBuilder report(subject);
  Instant now(n, n);
  for (int i = 0; i < 2001; ++i) {
    now.t = i / 2000.0;
    for (int b = 0; b < n; ++b) now.q[b] = std::sin(now.t * b), now.f[b] = std::cos(now.t * b);
    report.sample(now.sample());
  }
  const std::string html = report.render(finished_at(1.0));
  CHECK(html.size() < 20'000'000);
  const json data = test::data_of(html);
  CHECK(data["bodies"].size() == 500);
  CHECK(data["rows"]["bodies"].size() == 400);  // the page says that the others have no curves
  CHECK(data["energy"]["items"].size() == 5);   // sums
}

TEST_CASE("without output samples there are events and ledger only") {
  ReportBuilder report(block_on_base({.duration = 2.0, .samples = 0}));
  const Instant now = block_at(1.0);
  report.around_event(now.sample(), now.sample());
  report.event({{1.0, 0.0}, 1, 0, -1, Event::Cause::Break});
  const json data = test::data_of(report.render(finished_at(2.0)));
  CHECK(!data.contains("rows"));
  CHECK(!data.contains("energy"));
  CHECK(data["elements"][1]["bands"] == json({0, 0, 1, -1}));
  CHECK(data["ledger"]["dissipated"][1] == 10.0);
}

TEST_CASE("the page is one file: nothing is loaded, texts are escaped, no number is missing") {
  ReportBuilder report(block_on_base({.duration = 1.0, .samples = 2}));
  report.sample(block_at(0.0).sample());
  report.sample(block_at(1.0).sample());
  RunInfo info = finished_at(1.0);
  info.status = Status::NotFinite;
  info.diagnosis = "force of </script> & 'push'";
  info.warnings = {"<i>careful</i>"};
  info.kkt_residual = std::numeric_limits<double>::quiet_NaN();
  const std::string html = report.render(info);
  for (const char* loads : {"<link rel=\"stylesheet", "<script src", "url(h", "url(/", "url(\"",
                            "url('", "@import", "<img"}) {
    CAPTURE(loads);
    CHECK(html.find(loads) == html.npos);
  }
  CHECK(html.find("default-src 'none'") != html.npos);
  CHECK(html.find("{{") == html.npos);
  CHECK(html.find("<title>Block &lt;b&gt;&amp; base") != html.npos);
  CHECK(html.find("<b>&") == html.npos);
  const json data = test::data_of(html);
  CHECK(data["title"] == "Block <b>& base");
  CHECK(data["diagnosis"] == info.diagnosis);
  CHECK(data["warnings"][0] == info.warnings[0]);
  CHECK(data["finished"] == false);
  CHECK(data["kkt"].is_null());
}

// Everything between a model file and the page: the spring swings once, the wheel turns freely.
TEST_CASE("the page knows in which units it is shown, its numbers are in SI") {
  ReportSubject subject = block_on_base({.duration = 1.0, .samples = 2});
  CHECK(!json::parse(ReportBuilder(subject).data(finished_at(1.0))).contains("units"));
  subject.units = {{"m", "mm", 1000.0}};
  const json data = json::parse(ReportBuilder(subject).data(finished_at(1.0)));
  CHECK(data["units"] == json{{"m", {{"unit", "mm"}, {"factor", 1000.0}}}});
}

TEST_CASE("a deflection is an angle, a length, or neither is known") {
  ReportSubject subject = block_on_base({.duration = 1.0, .samples = 2});
  const auto angle_of_guide = [&](Coordinate d) {
    subject.coordinates.elements = {Coordinate::Length, d};
    return json::parse(ReportBuilder(subject).data(finished_at(1.0)))["elements"][1]["angle"];
  };
  CHECK(angle_of_guide(Coordinate::Angle) == true);
  CHECK(angle_of_guide(Coordinate::Length) == false);
  CHECK(angle_of_guide(Coordinate::Unknown).is_null());
}

}  // namespace
}  // namespace luztar
