// Random networks with every law of friction, links, written force laws: ledger, tolerance halving,
// and the second engine.
#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "acceptance/recording.h"
#include "acceptance/rich_network.h"
#include "acceptance/second_engine.h"

using namespace acceptance;

namespace {

#ifdef NDEBUG
constexpr int kNetworks = 500, kCompared = 50;
#else
constexpr int kNetworks = 40, kCompared = 4;
#endif

// Massless bodies and stops have tests of their own.
constexpr Features kFeatures{.massless = false, .stops = false};

luztar::Model model_of(int seed) {
  return luztar::parse_model(rich_network(static_cast<std::uint64_t>(seed), kFeatures),
                             "rich.toml");
}

bool same_sequence(const Recording& a, const Recording& b) {
  return std::equal(a.events.begin(), a.events.end(), b.events.begin(), b.events.end(),
                    [](const luztar::Event& x, const luztar::Event& y) {
                      return x.name == y.name && x.from == y.from && x.to == y.to;
                    });
}

/// A mode change; those of one instant in the order of the elements.
struct Change {
  double t;
  int element, from, to;
};

std::vector<Change> sorted(std::vector<Change> changes) {
  std::stable_sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
    return std::abs(a.t - b.t) > 1e-9 ? a.t < b.t : a.element < b.element;
  });
  return changes;
}

std::vector<Change> changes_of(const Recording& run) {
  std::vector<Change> all;
  for (const luztar::Event& e : run.events) {
    if (e.from != e.to && e.time.value > 0) all.push_back({e.time.value, e.name, e.from, e.to});
  }
  return sorted(std::move(all));
}

std::vector<Change> changes_of(const second::Result& run) {
  std::vector<Change> all;
  for (const second::Happening& h : run.happenings) {
    if (h.from != h.to && h.t > 1e-12L) {
      all.push_back({static_cast<double>(h.t), h.element, h.from, h.to});
    }
  }
  return sorted(std::move(all));
}

}  // namespace

TEST_CASE("networks of every friction law close the ledger, at 1e-9 as at 1e-12") {
  int compared = 0;
  for (int seed = 0; seed < kNetworks; ++seed) {
    CAPTURE(seed);
    const luztar::System system = luztar::compile(model_of(seed));
    const luztar::SimulationSettings fine{.duration = 2.0, .samples = 101};
    luztar::SimulationSettings coarse = fine;
    coarse.tolerance = 1e-9;
    const Recording a = record(system, fine), b = record(system, coarse);
    check_trust(a);
    if (!same_sequence(a, b)) continue;  // counted below
    ++compared;
    for (std::size_t i = 0; i < a.info.q.size(); ++i) {
      CHECK(std::abs(a.info.q[i] - b.info.q[i]) < 1e-5 * (1e-2 + std::abs(a.info.q[i])));
    }
  }
  CHECK(compared >= kNetworks * 95 / 100);
}

TEST_CASE("the second engine finds the same events and the same end") {
  for (int seed = 0; seed < kCompared; ++seed) {
    CAPTURE(seed);
    const luztar::Model model = model_of(seed);
    const Recording run = record(luztar::compile(model), {.duration = 2.0, .samples = 31});
    const second::Result other = second::run(second::Network(model));
    CHECK(other.gave_up == "");
    const std::vector<Change> found = changes_of(run), expected = changes_of(other);
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      CHECK(found[i].element == expected[i].element);
      CHECK(found[i].from == expected[i].from);
      CHECK(found[i].to == expected[i].to);
      CHECK(std::abs(found[i].t - expected[i].t) < 1e-10);
    }
    for (std::size_t i = 0; i < run.info.q.size(); ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      CHECK(std::abs(run.info.q[i] - static_cast<double>(other.end.q[at])) < 1e-10);
      CHECK(std::abs(run.info.v[i] - static_cast<double>(other.end.v[at])) < 1e-10);
    }
  }
}
