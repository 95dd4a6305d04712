#include "acceptance/rigid_geometry.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <doctest/doctest.h>

namespace acceptance {
namespace {

constexpr double kSame = 1e-10;

std::vector<std::size_t> indices(const luztar::System& system,
                                 const std::vector<std::string>& names) {
  std::vector<std::size_t> found;
  for (const std::string& name : names)
    found.push_back(static_cast<std::size_t>(element_index(system, name)));
  return found;
}

const Snapshot& sample_at(const Recorded& run, double time) {
  REQUIRE(!run.samples.empty());
  return *std::min_element(run.samples.begin(), run.samples.end(),
                           [&](const Snapshot& one, const Snapshot& other) {
                             return std::abs(one.time - time) < std::abs(other.time - time);
                           });
}

/// The largest magnitude that the rows have in each column.
std::vector<double> scales(const std::vector<RigidRow>& rows,
                           std::vector<double> RigidRow::*column) {
  std::vector<double> largest((rows.front().*column).size(), 1e-2);
  for (const RigidRow& row : rows)
    for (std::size_t i = 0; i < largest.size(); ++i)
      largest[i] = std::max(largest[i], std::abs((row.*column)[i]));
  return largest;
}

void check_near(const std::string& what, const std::vector<double>& got,
                const std::vector<double>& wanted, const std::vector<double>& scale) {
  REQUIRE(got.size() == wanted.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    INFO(what, " ", i, ": ", got[i], " instead of ", wanted[i]);
    CHECK(std::abs(got[i] - wanted[i]) <= kSame * scale[i]);
  }
}

void check_rows(const luztar::System& system, const Recorded& run, const RigidCase& wanted) {
  const std::vector<std::size_t> elements = indices(system, wanted.forces);
  const auto q = scales(wanted.rows, &RigidRow::q), v = scales(wanted.rows, &RigidRow::v),
             f = scales(wanted.rows, &RigidRow::f);
  for (const RigidRow& row : wanted.rows) {
    const Snapshot& got = sample_at(run, row.time);
    CAPTURE(row.time);
    REQUIRE(std::abs(got.time - row.time) <= 1e-13 * row.time);
    std::vector<double> forces;
    for (const std::size_t e : elements) forces.push_back(got.f[e]);
    check_near("q", got.q, row.q, q);
    check_near("v", got.v, row.v, v);
    check_near("f", forces, row.f, f);
  }
}

/// Instants at which a mode is another one than before.
std::vector<Instant> real_changes(const luztar::System& system, const Recorded& run,
                                  const std::vector<std::string>& names) {
  std::vector<int> elements, modes;
  for (const std::size_t e : indices(system, names)) {
    elements.push_back(static_cast<int>(e));
    modes.push_back(run.samples.front().mode[e]);
  }
  std::vector<Instant> kept;
  for (Instant& instant : mode_changes(run, elements)) {
    if (instant.modes == modes) continue;
    modes = instant.modes;
    kept.push_back(std::move(instant));
  }
  return kept;
}

void check_changes(const std::vector<Instant>& got, const std::vector<Instant>& wanted) {
  CHECK(got.size() == wanted.size());
  for (std::size_t i = 0; i < std::min(got.size(), wanted.size()); ++i) {
    INFO("change ", i, " at ", got[i].time, " instead of ", wanted[i].time);
    CHECK(std::abs(got[i].time - wanted[i].time) <= kSame * wanted[i].time);
    CHECK(got[i].modes == wanted[i].modes);
    if (got[i].modes != wanted[i].modes) break;
  }
}

void check_stuck_rates(const luztar::System& system, const std::vector<Snapshot>& instants) {
  int moving = 0;
  for (const Snapshot& now : instants)
    for (std::size_t e = 0; e < system.elements().size(); ++e)
      if (system.elements()[e].kind == luztar::PartKind::Friction && now.mode[e] == 0)
        moving += now.rate[e] != 0.0;
  CHECK(moving == 0);
}

}  // namespace

RigidRun rigid_run(const RigidCase& wanted) {
  luztar::System system = luztar::compile(luztar::parse_model(wanted.text, "rigid.toml"));
  Recorded run = record(system, system.settings());
  INFO(run.info.diagnosis);
  CHECK(run.info.status == luztar::Status::Finished);
  CHECK(run.info.diagnosis == "");
  CHECK(run.info.proofs.hold());
  CHECK(std::abs(run.info.energy.residual) <= 1e-11 * run.info.energy.moved);
  check_stuck_rates(system, run.samples);
  check_stuck_rates(system, run.after);
  check_rows(system, run, wanted);
  check_changes(real_changes(system, run, wanted.modes), wanted.changes);
  return {std::move(system), std::move(run)};
}

void check_link(const RigidRun& rigid, double size, const Deflection& deflection) {
  const double start = deflection(rigid.run.samples.front().q);
  double worst = 0.0;
  for (const auto* instants : {&rigid.run.samples, &rigid.run.before, &rigid.run.after})
    for (const Snapshot& now : *instants)
      worst = std::max(worst, std::abs(deflection(now.q) - start));
  CHECK(worst <= 1e-13 * size);
}

void check_rest(const RigidRun& rigid, const std::string& friction, double size,
                const Deflection& deflection) {
  const auto e = static_cast<std::size_t>(element_index(rigid.system, friction));
  int kept = 0;
  for (std::size_t k = 1; k < rigid.run.samples.size(); ++k) {
    const Snapshot &before = rigid.run.samples[k - 1], &now = rigid.run.samples[k];
    const bool moved =
        std::any_of(rigid.run.events.begin(), rigid.run.events.end(), [&](const auto& event) {
          return event.name == static_cast<int>(e) && event.time.value > before.time &&
                 event.time.value <= now.time;
        });
    if (moved || before.mode[e] != 0 || now.mode[e] != 0) continue;
    ++kept;
    CHECK(std::abs(deflection(now.q) - deflection(before.q)) <= 1e-13 * size);
  }
  CHECK(kept > 0);
}

void check_impulses(const RigidRun& rigid, const std::string& stop,
                    const std::vector<Impulse>& wanted) {
  const int element = element_index(rigid.system, stop);
  std::vector<Impulse> got;
  for (const luztar::Event& event : rigid.run.events)
    if (event.name == element && event.cause == luztar::Event::Cause::Impact)
      got.push_back({event.time.value, event.impulse});
  REQUIRE(got.size() >= wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    INFO("impact ", i);
    CHECK(std::abs(got[i].time - wanted[i].time) <= kSame * wanted[i].time);
    CHECK(std::abs(got[i].along - wanted[i].along) <= kSame * std::abs(wanted[0].along));
  }
}

}  // namespace acceptance
