// Which law of friction measured data ask for, or whether several fit.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "luztar/study/fit/fit.h"
#include "luztar/study/fit/law_search.h"

namespace luztar {

struct LawChoiceSettings {
  Loss loss{Loss::Linear};
  int folds{5};  ///< pieces of each run that are left out in turn; below 2: none
  std::function<bool(const std::string& law)> goes_on{};  ///< before each law; may be empty
};

/// A law beside the data.
struct FittedLaw {
  LawCandidate law;
  FoundLaw found;
  Model model;          ///< with the values found
  double misfit{};      ///< -2 log likelihood of rows that say something of their own
  double aic{}, bic{};  ///< less the least ones
  double p{1.0};        ///< beside the best law: see LawChoice

  int n_values() const { return static_cast<int>(found.fit.x.size()); }
};

/// Laws are compared by their likelihood; where the noise is not known it is that of each law, and
/// where residuals follow each other rows count for less. A law holds beside one that is a special
/// case of it if the ratio of their likelihoods has p < 0.001, of a chi-squared distribution that
/// knows that values such as C >= 0 lie at their bound there (S. G. Self and K.-Y. Liang, J. Am.
/// Stat. Assoc. 82, 1987). Of those that hold the best is that of the least BIC (G. Schwarz, Ann.
/// Statist. 6, 1978).
struct LawChoice {
  std::string of{};                       ///< the friction
  std::vector<FittedLaw> laws{};          ///< those that could be fitted, by their BIC
  std::vector<std::string> not_fitted{};  ///< the others, with the reason
  std::string best{};                     ///< "" if none could be fitted
  /// Laws that the data do not distinguish from the best one: with p > 0.05 whose parts may be
  /// large, and such as are no special case, whose likelihood beside it by BIC is above 0.05 (their
  /// `p`).
  std::vector<std::string> undecided{};
  std::string verdict{};              ///< in words
  std::vector<std::string> doubts{};  ///< of the data: suspicions()
};

/// @param name  of the friction; throws ModelError if there is none
/// @param free  what is to be found beside the law
LawChoice choose_law(const Model& model, const std::string& name,
                     const std::vector<Experiment>& experiments, const std::vector<FreeValue>& free,
                     const LawChoiceSettings& settings = {});

}  // namespace luztar
