// Links, frictions, stops and freewheels whose deflections are written as expressions that are sums
// of positions after all: every network must move as it does with constant arms, which take quite
// another way through the engine (bodies that are tied to each other instead of equations beside
// them). More: ./check --long lines.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <doctest/doctest.h>

#include "acceptance/compared_runs.h"
#include "acceptance/rich_network.h"
#include "environment.h"
#include "luztar/luztar.h"
#include "luztar/model/kinds.h"

using namespace acceptance;
using luztar::Expression;
using luztar::Model;

namespace {

#ifdef NDEBUG
constexpr int kNetworks = 60;
#else
constexpr int kNetworks = 6;
#endif

std::string sum_of(const Model& model, const luztar::Deflection& deflection) {
  std::string sum;
  for (const auto& [body, coefficient] : deflection.terms)
    if (body != luztar::kGround)
      sum += (sum.empty() ? "(" : " + (") + luztar::to_text(coefficient) + ")*q." +
             model.bodies[static_cast<std::size_t>(body)].name;
  return sum;
}

/// @param curved  as functions that undo each other, and links as one that is no sum
template <class Element>
void bend(const Model& model, bool curved, Element& element) {
  if constexpr (requires { element.deflection; }) {
    constexpr bool kIsLink = std::is_same_v<Element, luztar::Link>;
    constexpr bool kMayBend = kIsLink || std::is_same_v<Element, luztar::Stop> ||
                              std::is_same_v<Element, luztar::Friction> ||
                              std::is_same_v<Element, luztar::Freewheel>;
    if constexpr (requires { element.pitch; })
      if (element.pitch) return;
    if (!kMayBend || element.deflection.formula) return;
    std::string sum = sum_of(model, element.deflection);
    if (curved) sum = (kIsLink ? "sinh(" : "asinh(sinh(") + sum + (kIsLink ? ")" : "))");
    element.deflection = luztar::along(model, luztar::parse_expression(sum, {}));
  }
}

Model bent(Model model, bool curved) {
  const Model before = model;
  luztar::for_each_element(model, [&](auto& element) { bend(before, curved, element); });
  return model;
}

luztar::Trajectory run(const Model& model) {
  const luztar::System system = luztar::compile(model);
  luztar::SimulationSettings settings = system.settings();
  settings.samples = 21;
  return luztar::simulate(system, luztar::initial_state(system), settings);
}

bool shares(const luztar::Trajectory& run) {
  return std::any_of(run.info.warnings.begin(), run.info.warnings.end(), [](const auto& words) {
    return words.find("not unique") != std::string::npos;
  });
}

}  // namespace

TEST_CASE("networks along expressions that are sums move as with constant arms") {
  const int n = luztar::test::count_of(kNetworks);
  int compared = 0;
  const int first = luztar::test::first_seed(0);
  for (int seed = first; seed < first + n; ++seed) {
    CAPTURE(seed);
    const Model model = luztar::parse_model(
        rich_network(static_cast<std::uint64_t>(seed), {.massless = false}), "lines.toml");
    const luztar::Trajectory plain = run(model);
    const luztar::Trajectory moved = run(perturbed(model));
    if (plain.info.status != luztar::Status::Finished ||
        moved.info.status != luztar::Status::Finished)
      continue;
    const std::vector<double> growth = distance(plain, moved);
    for (const bool curved : {false, true}) {
      CAPTURE(curved);
      const Model lines = bent(model, curved);
      if (luztar::test::shows()) MESSAGE(luztar::write_model(lines));
      const luztar::Trajectory other = run(lines);
      CHECK(other.info.diagnosis == "");
      CHECK(other.info.proofs.hold());
      if (other.info.status != luztar::Status::Finished) continue;
      // Which of several pairs breaks first, with static > kinetic, is a matter of how they share.
      if (shares(plain) || shares(other)) continue;
      const std::vector<double> apart = distance(plain, other);
      for (std::size_t i = 0; i < apart.size(); ++i) {
        CAPTURE(plain.time[i]);
        CHECK(apart[i] <= 1e-10 * std::max(1.0, growth[i] / 1e-10));
      }
      ++compared;
    }
  }
  MESSAGE(compared << " runs compared");
  CHECK(compared >= n / 3);
}
