// The best values of a law of friction beside measured data.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "luztar/core/nearness.h"
#include "luztar/study/fit/fit.h"
#include "luztar/study/fit/law_candidates.h"

namespace luztar {

/// By name and experiment; -1: of all.
using LawValues = std::map<std::pair<std::string, int>, double>;

/// What a value more is worth at least, in -2 log likelihood (H. Akaike, IEEE Trans. Autom. Control
/// 19, 1974).
inline constexpr double kWorth = 2.0;

struct FoundLaw {
  Fit fit;                      ///< without values: nothing was found, and its words say why
  LawValues values;             ///< of the fit
  std::vector<double> misfits;  ///< (channels) -2 log likelihood, but for a constant
  double misfit{kInfinity};     ///< their sum; infinite: nothing was found
  /// rms of rows that a fit did not see; NaN: not looked at
  double unseen{std::numeric_limits<double>::quiet_NaN()};

  bool is_there() const { return !fit.values.empty(); }
};

/// Fits laws to the same data. A motion with dry friction has many least values: a search looks at
/// many starts with a run each and goes down from the best of them.
class LawSearch {
 public:
  using GoesOn = std::function<bool(const std::string& law)>;
  LawSearch(const std::vector<Experiment>& experiments, Loss loss, GoesOn goes_on)
      : experiments_(experiments), loss_(loss), goes_on_(std::move(goes_on)) {}

  /// From these values, with one of each list of seeds in their place.
  FoundLaw find(const LawCandidate& law, const LawValues& before) const;
  /// Goes on from what other laws have found, and keeps what is better.
  /// @param least  the least misfit of all laws
  void improve(const LawCandidate& law, const std::vector<LawValues>& others, double least,
               FoundLaw& found) const;
  /// Folds of each run are predicted by values that are fitted to the others.
  /// @param folds  at least 2  @param noise  (channels) the unit of what is left
  void look_at_unseen(const LawCandidate& law, int folds, const std::vector<double>& noise,
                      FoundLaw& found) const;
  bool goes_on(const std::string& law) const { return !goes_on_ || goes_on_(law); }

 private:
  FitSettings settings(const LawCandidate& law, std::vector<double> start, bool balances) const;
  void go_down(const LawCandidate& law, const std::vector<LawValues>& seeds, std::size_t most,
               FoundLaw& found) const;
  void go_down_from(const LawCandidate& law, const std::vector<double>& start, bool balances,
                    FoundLaw& found) const;
  std::vector<double> without_derivatives(const LawCandidate& law, const FoundLaw& found) const;

  const std::vector<Experiment>& experiments_;
  Loss loss_;
  GoesOn goes_on_;
};

}  // namespace luztar
