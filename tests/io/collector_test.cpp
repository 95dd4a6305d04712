// What a report keeps: which columns, which accounts, which events.
#include "luztar/io/report/collector.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace luztar::report {
namespace {

// Two bodies, the second one driven, and an element of each of these kinds.
ReportSubject subject(const std::vector<PartKind>& kinds) {
  ReportSubject made;
  made.bodies = {{"seat", 2.0, false}, {"base", 0.0, true}};
  for (const PartKind kind : kinds) {
    ElementInfo element;
    element.name = "e" + std::to_string(made.elements.size());
    element.kind = kind;
    element.is_pair =
        kind != PartKind::Spring && kind != PartKind::Damper && kind != PartKind::Force;
    element.has_modes = kind == PartKind::Friction;
    made.elements.push_back(element);
  }
  made.settings.duration = 1.0;
  return made;
}

TEST_CASE("of many events the first and the last are kept, in order") {
  for (const int n : {0, 1, 2500, 2501, 4999, 5000, 5001, 9876}) {
    EventEnds events;
    for (int i = 0; i < n; ++i) events.add({{1.0 * i, 0.0}, 0, 0, 1, Event::Cause::Break});
    std::vector<double> times;
    for (const auto& part : {events.first(), events.last()}) {
      for (const Event& event : part) times.push_back(event.time.value);
    }
    CAPTURE(n);
    CHECK(events.total() == static_cast<std::size_t>(n));
    REQUIRE(times.size() == static_cast<std::size_t>(std::min(n, 5000)));
    const int missing = n - static_cast<int>(times.size());
    for (int i = 0; i < static_cast<int>(times.size()); ++i) {
      REQUIRE(times[static_cast<std::size_t>(i)] == (i < 2500 ? i : i + missing));
    }
  }
}

TEST_CASE("a row has t, three columns for each body and element, two more for each friction") {
  using Kind = PartKind;
  const RowLayout layout(subject({Kind::Spring, Kind::Friction, Kind::Damper, Kind::Friction}));
  CHECK(layout.body(1) == 4);
  CHECK(layout.element(0) == 7);
  CHECK(layout.limits == std::vector<std::size_t>{0, 19, 0, 21});
  CHECK(layout.columns == 23);
  CHECK(layout.columns_in_page == 16);  // times take two; deflections and rates are sums
  ReportSubject arm = subject({Kind::Spring});
  arm.elements[0].coefficients = {0.0};
  CHECK(RowLayout(arm).columns_in_page == 11);
  ReportSubject bristles = subject({Kind::Friction});
  bristles.elements[0].has_modes = false;  // Dahl, LuGre: no limits
  CHECK(RowLayout(bristles).columns == 10);
}

TEST_CASE("each body and element has the accounts that its kind can have") {
  using Kind = PartKind;
  std::string accounts;
  for (const EnergyItem& item : energy_items(subject(
           {Kind::Spring, Kind::Damper, Kind::Friction, Kind::Link, Kind::Stop, Kind::Force})))
    accounts += "KSDUM"[static_cast<int>(item.kind)] + std::to_string(item.owner) + " ";
  CHECK(accounts == "K0 M1 S0 D0 U0 D1 U1 D2 D4 U5 ");
}

TEST_CASE("of many accounts, and of a part of a network, the sums are shown") {
  ReportSubject many = subject(std::vector<PartKind>(40, PartKind::Damper));
  CHECK(energy_items(many).size() == 5);
  CHECK(energy_items(many)[2].owner == -1);
  EnergyLedger energy;
  energy.dissipated = {1.0, 2.0, 4.0};
  CHECK(value_of({EnergyItem::Kind::Dissipated, -1}, energy) == 7.0);
  CHECK(value_of({EnergyItem::Kind::Dissipated, 1}, energy) == 2.0);
  CHECK(value_of({EnergyItem::Kind::Dissipated, 5}, energy) == 0.0);  // the run ended before
  ReportSubject part = subject({PartKind::Damper});
  part.is_part = true;
  CHECK(energy_items(part).size() == 5);
}

}  // namespace
}  // namespace luztar::report
