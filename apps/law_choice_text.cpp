#include "apps/law_choice_text.h"

#include <string>

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

void add_choice(luztar::JsonWriter& json, const LawChoice& choice) {
  json.field("friction", choice.of);
  json.field("best", choice.best);
  json.field("verdict", choice.verdict);
  json.list("undecided", choice.undecided);
  json.open_array("laws", luztar::JsonWriter::Layout::Lines);
  for (const FittedLaw& law : choice.laws) {
    open_line(json);
    json.field("name", law.law.name);
    json.field("values", law.n_values());
    json.field("aic", json_number(law.aic));
    json.field("bic", json_number(law.bic));
    json.field("p", json_number(law.p));
    json.field("unseen", json_number(law.found.unseen));
    json.close();
  }
  json.close();
  json.list("not_fitted", choice.not_fitted);
}
