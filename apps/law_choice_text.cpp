#include "apps/law_choice_text.h"

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "apps/fit_text.h"
#include "apps/json_text.h"

using luztar::FittedLaw;
using luztar::LawChoice;

std::string laws_text(const LawChoice& choice, const std::string& name) {
  std::string text =
      fmt::format("  which law has '{}'?\n\n  {:<24} {:>6} {:>10} {:>10} {:>9} {:>9}\n", name, "",
                  "values", "AIC", "BIC", "p", "unseen");
  for (const FittedLaw& law : choice.laws)
    text += fmt::format("  {:<24} {:>6} {:>10} {:>10} {:>9} {:>9}\n", law.law.name, law.n_values(),
                        fmt::format("{:.1f}", law.aic), fmt::format("{:.1f}", law.bic),
                        law.law.name == choice.best ? "" : shown_number(law.p, 2),
                        shown_number(law.found.unseen, 4));
  for (const std::string& words : choice.not_fitted) text += wrapped(words, "  ");
  if (!choice.verdict.empty()) text += "\n" + wrapped(choice.verdict, "  ");
  return text;
}

std::string laws_json(const LawChoice& choice, const std::string& name) {
  std::string text =
      fmt::format("  \"friction\": {},\n  \"best\": {},\n  \"verdict\": {},\n", json_text(name),
                  json_text(choice.best), json_text(choice.verdict));
  const auto list = [](const std::vector<std::string>& names) {
    std::string items;
    for (const std::string& one : names) items += (items.empty() ? "" : ", ") + json_text(one);
    return "[" + items + "]";
  };
  text += "  \"undecided\": " + list(choice.undecided) + ",\n  \"laws\": [";
  std::string_view comma = "\n";
  for (const FittedLaw& law : choice.laws) {
    text += fmt::format(
        "{}    {{\"name\": {}, \"values\": {}, \"aic\": {}, \"bic\": {}, \"p\": {}, "
        "\"unseen\": {}}}",
        comma, json_text(law.law.name), law.n_values(), json_number(law.aic), json_number(law.bic),
        json_number(law.p), json_number(law.found.unseen));
    comma = ",\n";
  }
  return text + "\n  ],\n  \"not_fitted\": " + list(choice.not_fitted) + ",\n";
}
