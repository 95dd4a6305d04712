// The derivation of a reduced model, to be printed.
#include <utility>

#include "luztar/derive/distinct_symbols.h"
#include "luztar/derive/reduce.h"
#include "luztar/derive/reduce_rules.h"

namespace luztar {
namespace {

using reduction::body_line;

Section limits_section(const std::vector<ParameterLimit>& limits) {
  if (limits.empty()) {
    return {"Limits",
            {Paragraph{"No limit is taken: the rules are applied to the model as it is."}}};
  }
  ListItems items;
  for (const ParameterLimit& limit : limits) {
    items.items.push_back(ticked(limit.name) + " tends to " +
                          (limit.kind == LimitKind::Infinity ? "infinity" : "zero"));
  }
  return {"Limits", {std::move(items)}};
}

Section step_section(const ReductionStep& step, std::size_t number) {
  Section section{"Step " + std::to_string(number) + ": " + step.rule};
  std::vector<std::string> names;
  for (const std::string& name : step.names) names.push_back(ticked(name));
  section.say("For " + list_of(names) + ". " + step.why);
  section.show(step.before);
  if (!step.before.empty() && !step.after.empty()) section.say("becomes");
  section.show(step.after);
  if (!step.condition.empty()) section.say("Condition: " + step.condition + ".");
  if (!step.conditions.empty()) section.say("It holds for");
  section.show(step.conditions);
  return section;
}

Section eliminated_section(const std::vector<EliminatedBody>& bodies) {
  Section section{"Where the other bodies are"};
  std::vector<Line> places;
  bool in_gap = false;
  for (const EliminatedBody& body : bodies) {
    places.push_back(equal(reduction::coordinate("q", body.name), body.position));
    const std::string text = to_text(body.position);
    in_gap =
        in_gap || text.find("sat(") != std::string::npos || text.find("min(") != std::string::npos;
  }
  section.show(std::move(places));
  if (in_gap) {
    section.say("Within a freeplay nothing says where they are; this is one possible place.");
  }
  return section;
}

Section model_section(const Model& model) {
  Display display;
  for (int b = 0; b < static_cast<int>(model.bodies.size()); ++b) {
    display.lines.push_back(body_line(model, b));
  }
  return {"The reduced model", {std::move(display)}};
}

}  // namespace

Document reduction_document(const Model& full, const Reduction& reduction) {
  Document document;
  document.title = full.title.empty() ? "Reduction" : "Reduction: " + full.title;
  for (const Parameter& parameter : full.parameters) {
    if (!parameter.latex.empty()) document.notation.latex[parameter.name] = parameter.latex;
  }
  document.sections.push_back(limits_section(reduction.limits));
  for (std::size_t i = 0; i < reduction.steps.size(); ++i) {
    document.sections.push_back(step_section(reduction.steps[i], i + 1));
  }
  if (reduction.steps.empty()) {
    document.sections.push_back({"Steps", {Paragraph{"No rule fits: nothing can be reduced."}}});
  }
  if (!reduction.eliminated.empty()) {
    document.sections.push_back(eliminated_section(reduction.eliminated));
  }
  document.sections.push_back(model_section(reduction.model));
  make_symbols_distinct(document, full);
  return document;
}

}  // namespace luztar
