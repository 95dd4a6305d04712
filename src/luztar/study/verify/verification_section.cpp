// The proof of a reduction as a part of its document.
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "luztar/study/verify/judge_errors.h"
#include "luztar/study/verify/verify_reduction.h"

namespace luztar {
namespace {

std::string comma_list(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + ticked(name);
  return list;
}

std::string two_digits(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f", value);
  return std::string(text.data()) == "-0.00" ? "0.00" : text.data();
}

std::string order_text(const VerificationStage& stage) {
  if (stage.verdict == Verdict::Converges && stage.order > 0) return two_digits(stage.order);
  const bool rounding =
      !stage.rows.empty() && stage.rows.back().error <= stage.rows.back().rounding;
  return rounding ? "exact" : "";
}

DocumentTable rows_of(const VerificationStage& stage) {
  DocumentTable table{{"s", "error", "order", "largest for"}, {}};
  for (const VerificationRow& row : stage.rows) {
    table.rows.push_back({short_text(row.small), short_text(row.error),
                          row.order != 0 ? two_digits(row.order) : "",
                          row.worst.empty() ? "" : ticked(row.worst)});
  }
  return table;
}

DocumentTable stages_of(const std::vector<VerificationStage>& stages) {
  DocumentTable table{{"limit", "last s", "error", "order", "verdict"}, {}};
  for (const VerificationStage& stage : stages) {
    const bool any = !stage.rows.empty();
    table.rows.push_back({to_text(stage.limits), any ? short_text(stage.rows.back().small) : "",
                          any ? short_text(stage.rows.back().error) : "", order_text(stage),
                          to_text(stage.verdict)});
  }
  return table;
}

std::string found_text(CheckedCondition::Found found) {
  using Found = CheckedCondition::Found;
  return found == Found::Held ? "held" : found == Found::NotHeld ? "NOT held" : "not looked at";
}

DocumentTable conditions_table(const Verification& verification, const Reduction& reduction) {
  DocumentTable table{{"step", "condition", "found", "seen"}, {}};
  for (const CheckedCondition& checked : verification.conditions) {
    const ReductionStep& step = reduction.steps[checked.step];
    const std::string text = step.condition.empty() ? "the signs that it states" : step.condition;
    table.rows.push_back(
        {std::to_string(checked.step + 1) + ": " + comma_list({step.names.front()}), text,
         found_text(checked.found), checked.seen});
  }
  return table;
}

ListItems compared(const Verification& verification) {
  ListItems items;
  const auto add = [&](const char* what, const std::vector<std::string>& names) {
    if (!names.empty()) items.items.push_back(what + comma_list(names));
  };
  add("compared: ", verification.bodies);
  add("compared where the limit says where it is (after the start and jumps, outside of a "
      "freeplay): ",
      verification.at_times);
  add("forces compared with 0: ", verification.forces);
  items.items.emplace_back(
      "not compared: given motions, and forces that the reduced model does not have or joins");
  return items;
}

std::string verdict_text(const Verification& verification) {
  std::string text = "Verdict: " + std::string(to_text(verification.verdict));
  if (verification.verdict != Verdict::Converges) return text + ": " + verification.reason + ".";
  return text + (verification.order > 0 ? ", order " + two_digits(verification.order) + "."
                                        : ", nothing but rounding is left.");
}

}  // namespace

Section verification_section(const Verification& verification, const Reduction& reduction) {
  Section section{"Verification"};
  const auto& stages = verification.stages;
  if (reduction.limits.empty()) {
    section.say("The model as it was runs beside the reduced one.");
  } else {
    section.say(
        std::string("Full models with a small number s in place of the limit run beside the "
                    "reduced one, as the file starts them.") +
        (stages.size() > 1
             ? " The limits are taken one after the other, each of the model that is left."
             : ""));
  }
  if (stages.size() > 1) section.content.emplace_back(stages_of(stages));
  for (const VerificationStage& stage : stages) {
    if (stages.size() > 1 && stage.verdict == Verdict::Converges) continue;
    if (stages.size() > 1) section.say(to_text(stage.limits) + ":");
    section.content.emplace_back(rows_of(stage));
  }
  section.say(
      "Error: the largest difference of a position, relative to the way of the body; for a body "
      "without mass in the limit the mean over the run; for a force that vanishes its mean, "
      "relative to the largest force.");
  section.content.emplace_back(compared(verification));
  if (!verification.conditions.empty()) {
    section.content.emplace_back(conditions_table(verification, reduction));
  }
  section.say(verdict_text(verification));
  return section;
}

}  // namespace luztar
