// The page of a fit: measured and modelled signals, what is left, the friction that was found.
#pragma once

#include <string>
#include <vector>

#include "luztar/study/fit/fit.h"
#include "luztar/study/fit/law_choice.h"
#include "luztar/study/fit/profile.h"

namespace luztar {

struct FitPage {
  std::string title{};  ///< "" shows the file
  std::string file{};   ///< of the model
  Loss loss{Loss::Linear};
  std::vector<std::string> doubts{};  ///< of the data: suspicions()
  std::vector<Profile> profiles{};
  const LawChoice* choice{};  ///< the fit is that of its best law; null: none
};

/// One self-contained page as HTML text. Each experiment is simulated once more with the values
/// found; of more than 20,000 rows those with the least and the greatest residuals are kept.
/// @param model  that was fitted  @pre the fit has values
std::string fit_page(const Model& model, const Residuals& residuals, const Fit& fit,
                     const FitPage& page);

}  // namespace luztar
