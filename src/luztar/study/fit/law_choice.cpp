#include "luztar/study/fit/law_choice.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/core/number_text.h"
#include "luztar/simulate/simulate.h"
#include "luztar/study/fit/data_doubts.h"

namespace luztar {
namespace {

constexpr double kHolds = 0.001;     // p of what a law has beside those within it
constexpr double kUndecided = 0.05;  // p above which it may be there or not

/// The probability of a chi-squared variable with n degrees of freedom to lie above x.
double above(double x, int n) {
  if (!(x > 0.0)) return 1.0;
  if (n == 0) return 0.0;
  double q = n % 2 == 0 ? std::exp(-x / 2.0) : std::erfc(std::sqrt(x / 2.0));
  for (int k = n % 2 == 0 ? 2 : 1; k < n; k += 2)
    q += std::pow(x / 2.0, k / 2.0) * std::exp(-x / 2.0) / std::tgamma(k / 2.0 + 1.0);
  return std::min(q, 1.0);
}

/// Of the ratio of likelihoods, where `special` is a special case of the law.
double p_of(const FittedLaw& law, const FittedLaw& special) {
  const int n = law.n_values() - special.n_values();
  const double ratio = special.misfit - law.misfit;
  if (n < 1) return 1.0;
  if (law.law.is_two_sided) return above(ratio, n);
  return 0.5 * (above(ratio, n) + above(ratio, n - 1));
}

/// A value of a law does not matter, by the data.
bool is_small(const FittedLaw& law, const std::string& key) {
  for (const LawValue& own : law.law.values) {
    if (own.key != key) continue;
    for (const FittedValue& value : law.found.fit.values) {
      if (value.name != own.name) continue;
      if (!own.vanishes_large)
        return std::max(std::abs(value.lower), std::abs(value.upper)) < own.small;
      const double x = value.value;  // the bound of 1/x, as far as that is straight
      return (x + kErrorsOf95 * value.error) / (x * x) < 1.0 / own.small;
    }
  }
  return false;
}

bool is_within(const FittedLaw& special, const FittedLaw& law) {
  return std::ranges::any_of(law.law.within, [&](const LawCandidate::Special& one) {
    return one.law == special.law.name;
  });
}

/// The values found are those of a special case.
bool is_special(const FittedLaw& law) {
  return std::ranges::any_of(law.law.within, [&](const LawCandidate::Special& special) {
    return std::ranges::all_of(special.keys,
                               [&](const std::string& key) { return is_small(law, key); });
  });
}

class Judge {
 public:
  explicit Judge(LawChoice& choice) : choice_(choice) {}

  void judge() {
    if (choice_.laws.empty()) return;
    weigh();
    std::ranges::stable_sort(choice_.laws, {}, &FittedLaw::bic);
    const auto best = std::ranges::find_if(choice_.laws, [this](const FittedLaw& law) {
      return std::ranges::all_of(choice_.laws, [&](const FittedLaw& special) {
        return !is_within(special, law) || p_of(law, special) < kHolds;
      });
    });
    if (best == choice_.laws.end()) return;
    choice_.best = best->law.name;
    find_undecided(*best);
    write_verdict(*best);
  }

 private:
  /// Rows whose residuals follow each other, in the law that fits best, count for less.
  void weigh() {
    const auto size = [](const FittedLaw& law) {
      return law.found.misfit;
    };
    const FittedLaw& nearest = *std::ranges::min_element(choice_.laws, {}, size);
    double rows = 0.0, least_aic = kInfinity, least_bic = kInfinity;
    for (FittedLaw& law : choice_.laws) law.misfit = 0.0;
    for (std::size_t b = 0; b < nearest.found.misfits.size(); ++b) {
      const FittedChannel& channel = nearest.found.fit.channels[b];
      const double weight = 1.0 / repeats(channel.correlation, channel.rows);
      rows += weight * static_cast<double>(channel.rows);
      for (FittedLaw& law : choice_.laws) law.misfit += weight * law.found.misfits[b];
    }
    for (FittedLaw& law : choice_.laws) {
      law.aic = law.misfit + 2.0 * law.n_values();
      law.bic = law.misfit + std::log(std::max(rows, 2.0)) * law.n_values();
      least_aic = std::min(least_aic, law.aic);
      least_bic = std::min(least_bic, law.bic);
    }
    for (FittedLaw& law : choice_.laws) {
      law.aic -= least_aic;
      law.bic -= least_bic;
    }
  }

  void find_undecided(const FittedLaw& best) {
    for (FittedLaw& law : choice_.laws) {
      if (&law == &best) continue;
      const bool is_more = is_within(best, law);
      law.p = is_within(law, best) ? p_of(best, law)
              : is_more            ? p_of(law, best)
                                   : std::min(1.0, std::exp(-0.5 * (law.bic - best.bic)));
      const bool may_be = !is_more || (law.misfit < best.misfit + kWorth && !is_special(law));
      if (law.p > kUndecided && may_be) choice_.undecided.push_back(law.law.name);
    }
  }

  bool is_undecided(const FittedLaw& law) const {
    return std::ranges::find(choice_.undecided, law.law.name) != choice_.undecided.end();
  }

  /// "static (p = 0.2), stribeck (p = 0.4)": those for which this is true; "" for none.
  template <typename Of>
  std::string names_of(const Of& of) const {
    std::string names;
    for (const FittedLaw& law : choice_.laws)
      if (of(law))
        names +=
            (names.empty() ? "" : ", ") + law.law.name + " (p = " + rounded_text(law.p, 2) + ")";
    return names;
  }

  void write_verdict(const FittedLaw& best) {
    choice_.verdict = best.law.name + ": " + words_of_law(best.law.name);
    const std::string others = names_of([&](const FittedLaw& law) { return is_undecided(law); });
    if (!others.empty())
      choice_.verdict =
          "cannot tell: " + choice_.verdict + ", is enough, but the data do not exclude " + others;
    const std::string hints =
        names_of([&](const FittedLaw& law) { return is_within(best, law) && law.p <= kUndecided; });
    if (!hints.empty()) choice_.verdict += "; there are hints of " + hints;
    const bool repeat =
        std::ranges::any_of(best.found.fit.channels, [](const FittedChannel& channel) {
          return repeats(channel.correlation, channel.rows) > 1.0;
        });
    if (repeat)
      choice_.verdict += "; what is left is more than white noise: the model leaves something out";
  }

  LawChoice& choice_;
};

/// What an element has to do with these values.
LawScale scale_of(const Residuals& residuals, const std::vector<double>& x,
                  const std::string& name) {
  LawScale scale;
  const System system = residuals.system_at(0, x);
  const Trajectory run = simulate(system, initial_state(system), system.settings());
  const auto range = [](const std::vector<double>& row) {
    const auto [low, high] = std::ranges::minmax(row);
    return high - low;
  };
  const auto most = [](const std::vector<double>& row) {
    double size = 0.0;
    for (const double value : row) size = std::max(size, std::abs(value));
    return size;
  };
  const auto& elements = system.elements();
  for (std::size_t e = 0; e < elements.size(); ++e) {
    if (run.d[e].empty()) continue;
    scale.travels[elements[e].name] = range(run.d[e]);
    if (elements[e].name != name) continue;
    if (const double force = most(run.f[e]); force > 0.0) scale.force = scale.level = force;
    if (const double rate = most(run.rate[e]); rate > 0.0) scale.rate = rate;
    if (const double travel = range(run.d[e]); travel > 0.0) scale.travel = travel;
  }
  return scale;
}

/// The level that is fitted is a coefficient where there is a normal force.
LawScale scale_of(const LawCandidate& plain, const FoundLaw& found,
                  const std::vector<Experiment>& experiments, const std::string& name) {
  const Residuals residuals(plain.model, experiments, plain.free);
  LawScale scale = scale_of(residuals, found.fit.x, name);
  const double level = found.values.at({plain.values.front().name, -1});
  if (level > 0.0) scale.level = level;
  return scale;
}

/// All laws, each from the values of the one before it, and then from those of the others.
std::map<std::string, FoundLaw> search_all(const LawSearch& search,
                                           const std::vector<LawCandidate>& laws,
                                           const LawValues& first) {
  std::map<std::string, FoundLaw> found;
  for (const LawCandidate& law : laws)
    if (search.goes_on(law.name))
      found[law.name] = search.find(law, law.from.empty() ? first : found[law.from].values);
  for (const LawCandidate& law : laws) {
    if (!search.goes_on(law.name)) break;
    std::vector<LawValues> others;
    double least = kInfinity;
    for (const auto& [name, other] : found) {
      least = std::min(least, other.misfit);
      if (other.misfit < found[law.name].misfit) others.push_back(other.values);
    }
    search.improve(law, others, least, found[law.name]);
  }
  return found;
}

/// Of the law that fits best.
std::vector<double> noise_of(const std::map<std::string, FoundLaw>& found) {
  const auto misfit = [](const auto& law) {
    return law.second.misfit;
  };
  const auto best = std::ranges::min_element(found, {}, misfit);
  std::vector<double> noise;
  if (best != found.end())
    for (const FittedChannel& channel : best->second.fit.channels) noise.push_back(channel.noise);
  return noise;
}

}  // namespace

LawChoice choose_law(const Model& model, const std::string& name,
                     const std::vector<Experiment>& experiments, const std::vector<FreeValue>& free,
                     const LawChoiceSettings& settings) {
  const LawSearch search(experiments, settings.loss, settings.goes_on);
  LawChoice choice{.of = name};
  Residuals given(model, experiments, free);  // mistakes are reported here
  choice.doubts = suspicions(given);
  LawScale scale = scale_of(given, given.start(), name);
  const LawCandidate plain = law_candidates(model, name, free, scale).front();
  const FoundLaw first = search.find(plain, {});
  if (first.is_there()) scale = scale_of(plain, first, experiments, name);
  const std::vector<LawCandidate> laws = law_candidates(model, name, free, scale);
  std::map<std::string, FoundLaw> found = search_all(search, laws, first.values);
  const std::vector<double> noise = noise_of(found);
  for (const LawCandidate& law : laws) {
    FoundLaw& one = found[law.name];
    if (one.is_there() && settings.folds > 1 && search.goes_on(law.name))
      search.look_at_unseen(law, settings.folds, noise, one);
    if (!one.is_there()) {
      choice.not_fitted.push_back(law.name + ": " + one.fit.words);
      continue;
    }
    const Residuals residuals(law.model, experiments, law.free);
    choice.laws.push_back(
        {.law = law, .found = one, .model = residuals.fitted(one.fit.x), .misfit = one.misfit});
  }
  if (search.goes_on(name)) Judge(choice).judge();  // else some laws were not tried
  return choice;
}

}  // namespace luztar
