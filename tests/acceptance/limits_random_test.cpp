// Random limits, judged twice: by verify_reduction() and by a witness of its own that integrates
// the full network with two small numbers. More: ./check --long limits.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/limit_network.h"
#include "environment.h"
#include "luztar/luztar.h"

using namespace luztar;
using acceptance::LimitNetwork;
using acceptance::random_limit_network;

namespace {

#ifdef NDEBUG
constexpr int kLimits = 24;
#else
constexpr int kLimits = 6;
#endif
constexpr int kSamples = 301;

enum class Truth { Holds, Fails, Unclear };

/// Positions of all bodies in the limit, by the run of the reduced model and its formulas.
std::map<std::string, std::vector<double>> limit_positions(const Model& full,
                                                           const Reduction& reduction) {
  const System system = compile(reduction.model);
  SimulationSettings settings = system.settings();
  settings.samples = kSamples;
  const Trajectory run = simulate(system, initial_state(system), settings);
  std::map<std::string, std::vector<double>> all;
  if (run.info.status != Status::Finished) return all;
  for (std::size_t b = 0; b < system.bodies().size(); ++b) {
    all[system.bodies()[b].name] = run.q[b];
  }
  const ParameterValues values = evaluate_parameters(full);
  for (const EliminatedBody& body : reduction.eliminated) {
    std::vector<double> q;
    for (std::size_t k = 0; k < run.time.size(); ++k) {
      q.push_back(evaluate(body.position, [&](const std::string& name) {
        if (name.starts_with("q.")) return all.at(name.substr(2))[k];
        return values.at(name);
      }));
    }
    all[body.name] = std::move(q);
  }
  return all;
}

/// How much of its motion the network has in springs at a light body, where these are loaded: what
/// floats in a gap has no place.
double light_error(const LimitNetwork& net, int body, const std::vector<std::vector<double>>& full,
                   const std::vector<std::vector<double>>& limit) {
  double sum = 0;
  bool rubs = false;
  const auto at = [](const std::vector<std::vector<double>>& q, int b, std::size_t k) {
    return b < 0 ? 0.0 : q[static_cast<std::size_t>(b)][k];
  };
  for (const auto& one : net.elements) {
    const bool here = one.first == body || one.second == body;
    rubs = rubs || (here && one.kind != LimitNetwork::Element::Kind::Spring &&
                    one.viscous.limit < 0 && one.kinetic.limit < 0);
    if (!here || one.kind != LimitNetwork::Element::Kind::Spring) continue;
    const double upper = one.freeplay.number != 0 ? one.freeplay.number : one.upper;
    const double lower = one.freeplay.number != 0 ? -upper : one.lower;
    for (std::size_t k = 1; k < kSamples; ++k) {
      const auto beyond = [&](const std::vector<std::vector<double>>& q) {
        const double d =
            one.first_arm * at(q, one.first, k) - one.second_arm * at(q, one.second, k);
        return d > upper ? d - upper : d < lower ? d - lower : 0.0;
      };
      sum += std::abs(beyond(full) - beyond(limit)) / (kSamples - 1);
    }
  }
  if (!rubs) return sum;
  for (std::size_t k = 1; k < kSamples; ++k) {
    sum += std::abs(at(full, body, k) - at(limit, body, k)) / (kSamples - 1);
  }
  return sum;
}

double error_of(const LimitNetwork& net, const std::vector<std::vector<double>>& full,
                const std::vector<std::vector<double>>& limit) {
  double worst = 0, largest_travel = 0;
  const auto way = [&](std::size_t b) {
    const auto [low, high] = std::minmax_element(limit[b].begin() + 1, limit[b].end());
    return *high - *low;
  };
  for (std::size_t b = 0; b < limit.size(); ++b) largest_travel = std::max(largest_travel, way(b));
  for (std::size_t b = 0; b < limit.size(); ++b) {
    double error = 0;
    if (net.bodies[b].light) {
      error = light_error(net, static_cast<int>(b), full, limit);
    } else if (!net.bodies[b].moved) {
      for (std::size_t k = 0; k < kSamples; ++k) {
        error = std::max(error, std::abs(full[b][k] - limit[b][k]));
      }
    }
    const double scale = way(b) > 1e-6 * largest_travel ? way(b) : largest_travel;
    worst = std::max(worst, error / (scale > 0 ? scale : 1));
  }
  return worst;
}

/// Makes a reduced model wrong: another mass, or another law.
void spoil(Model& model, int seed) {
  const auto larger = [](Expression& value) {
    value = Expression::apply(Op::Multiply, {Expression::number(1.4), value});
  };
  if (!model.springs.empty() && seed % 3 == 0) return larger(model.springs.front().stiffness);
  if (!model.frictions.empty() && seed % 3 == 1) {
    model.frictions.erase(model.frictions.begin());
    return;
  }
  for (Body& body : model.bodies) {
    if (body.mass) return larger(*body.mass);
  }
}

struct Witnessed {
  Truth truth{Truth::Unclear};
  double first{}, second{};  ///< errors
  double small{};            ///< the number of the second
};

/// With two small numbers, as small as its steps allow. The first of two limits is taken at each
/// value of the second: its number is far below.
Witnessed witness(const LimitNetwork& net, const Model& full, const Reduction& reduction) {
  constexpr long kMostSteps = 400'000;
  Witnessed result;
  const auto named = limit_positions(full, reduction);
  std::vector<std::vector<double>> limit;
  for (std::size_t b = 0; b < net.bodies.size(); ++b) {
    const auto found = named.find("b" + std::to_string(b));
    if (found == named.end()) return result;
    limit.push_back(found->second);
  }
  if (net.limits.size() > 2) return result;
  std::vector<double> errors;
  for (double small = 1e-6; small < 0.02 && errors.size() < 2; small *= 3) {
    if (errors.size() == 1) small *= 10 / 3.0;
    std::vector<double> s(net.limits.size(), small);
    if (s.size() > 1) s[0] = std::pow(small, net.power_of_first());
    const auto run = integrate(net, s, kSamples, kMostSteps);
    if (run.empty()) continue;
    if (errors.empty()) result.small = small;
    errors.push_back(error_of(net, run, limit));
  }
  if (errors.size() < 2) return result;
  result.first = errors[1];
  result.second = errors[0];
  const double ratio = result.second / result.first;
  if (result.second < 0.01 || (result.second < 0.05 && ratio < 0.6)) {
    result.truth = Truth::Holds;
  } else if (result.second > 0.02 && ratio > 0.97 && ratio < 1.03) {
    result.truth = Truth::Fails;
  }
  return result;
}

}  // namespace

TEST_CASE("random limits: no false one is called true, no true one false") {
  const int limits = luztar::test::count_of(kLimits);
  const int begin = luztar::test::first_seed(0);
  int refused = 0, unclear = 0, counts[2][3] = {};
  int tried = 0;
  for (int seed = begin; tried < limits; ++seed) {
    const LimitNetwork net = random_limit_network(static_cast<std::uint64_t>(seed));
    const std::string text = net.toml();
    CAPTURE(seed);
    CAPTURE(text);
    const Model full = parse_model(text, "random.toml");
    std::vector<ParameterLimit> all;
    for (const std::string& limit : net.limit_texts()) all.push_back(parse_limit(limit));
    Reduction reduction;
    try {
      reduction = reduce(full, all);
      if (net.spoiled) spoil(reduction.model, seed);
      compile(reduction.model);
    } catch (const ModelError&) {
      ++refused;
      continue;
    }
    ++tried;
    const Verification verification = verify_reduction(full, reduction);
    const Witnessed seen = witness(net, full, reduction);
    const std::string words =
        print({"", {}, {verification_section(verification, reduction)}}, DocumentFormat::Text);
    CAPTURE(words);
    CAPTURE(seen.first);
    CAPTURE(seen.second);
    if (luztar::test::shows()) {
      std::printf("%d truth %d (%.3g %.3g) verdict %d %s\n", seed, static_cast<int>(seen.truth),
                  seen.first, seen.second, static_cast<int>(verification.verdict),
                  verification.reason.c_str());
      if (limits == 1) std::printf("%s\n%s\n", text.c_str(), words.c_str());
      std::fflush(stdout);
    }
    // Errors that stay below the resolution of the witness are for the engine alone.
    const bool tiny =
        verification.verdict == Verdict::Differs &&
        std::all_of(verification.stages.begin(), verification.stages.end(),
                    [](const VerificationStage& stage) { return stage.rows.back().error < 0.01; });
    // Where the order begins far below the numbers that the witness has the steps for.
    const bool beyond = seen.truth == Truth::Fails && !verification.stages.back().rows.empty() &&
                        verification.stages.back().rows.back().small < 0.1 * seen.small;
    if (seen.truth == Truth::Unclear || beyond || (tiny && seen.truth == Truth::Holds)) {
      ++unclear;
      continue;
    }
    ++counts[static_cast<int>(seen.truth)][static_cast<int>(verification.verdict)];
    if (seen.truth == Truth::Holds) CHECK(verification.verdict != Verdict::Differs);
    if (seen.truth == Truth::Fails) CHECK(verification.verdict != Verdict::Converges);
  }
  MESSAGE(tried << " limits (" << refused << " more refused, " << unclear
                << " unclear to the witness): true ones " << counts[0][0] << " converge, "
                << counts[0][1] << " differ, " << counts[0][2] << " cannot tell; false ones "
                << counts[1][0] << ", " << counts[1][1] << ", " << counts[1][2]);
  const int holding = counts[0][0] + counts[0][1] + counts[0][2];
  CHECK(counts[0][2] <= std::max(1, holding / 20));
  if (tried >= 6) CHECK(unclear <= tried / 2);
  if (tried >= 20) CHECK(counts[1][1] + counts[1][2] > 0);  // one in ten is false
}
