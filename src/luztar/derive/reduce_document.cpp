// The derivation of a reduced model, to be printed.
#include <utility>

#include "luztar/derive/distinct_symbols.h"
#include "luztar/derive/reduce.h"
#include "luztar/derive/reduce_rules.h"

namespace luztar {
namespace {

using reduction::body_line;
using reduction::equal;

/// "`a`, `b` and `c`"
std::string list_of(const std::vector<std::string>& names) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) list += i + 1 == names.size() ? " and " : ", ";
    list += "`" + names[i] + "`";
  }
  return list;
}

std::string capitalized(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
  return text;
}

Section limits_section(const std::vector<ParameterLimit>& limits) {
  Section section{"Limits", {}};
  if (limits.empty()) {
    section.content.emplace_back(
        Paragraph{"No limit is taken: the rules are applied to the model as it is."});
    return section;
  }
  ListItems items;
  for (const ParameterLimit& limit : limits) {
    items.items.push_back("`" + limit.name + "` tends to " +
                          (limit.kind == LimitKind::Infinity ? "infinity" : "zero"));
  }
  section.content.emplace_back(std::move(items));
  return section;
}

Section step_section(const ReductionStep& step, std::size_t number) {
  Section section{"Step " + std::to_string(number) + ": " + step.rule, {}};
  section.content.emplace_back(Paragraph{"For " + list_of(step.names) + ". " + step.why});
  if (!step.before.empty()) section.content.emplace_back(Display{step.before});
  if (!step.before.empty() && !step.after.empty()) {
    section.content.emplace_back(Paragraph{"becomes"});
  }
  if (!step.after.empty()) section.content.emplace_back(Display{step.after});
  if (!step.condition.empty()) {
    section.content.emplace_back(Paragraph{"Condition: " + step.condition + "."});
  }
  if (!step.conditions.empty()) {
    section.content.emplace_back(Paragraph{"It holds for"});
    section.content.emplace_back(Display{step.conditions});
  }
  return section;
}

Section eliminated_section(const std::vector<EliminatedBody>& bodies) {
  Section section{"Where the other bodies are", {}};
  Display display;
  bool in_gap = false;
  for (const EliminatedBody& body : bodies) {
    display.lines.push_back(equal(reduction::coordinate("q", body.name), body.position));
    const std::string text = to_text(body.position);
    in_gap =
        in_gap || text.find("sat(") != std::string::npos || text.find("min(") != std::string::npos;
  }
  section.content.emplace_back(std::move(display));
  if (in_gap) {
    section.content.emplace_back(
        Paragraph{"Within a freeplay nothing says where they are; this is one possible place."});
  }
  return section;
}

Section model_section(const Model& model) {
  Section section{"The reduced model", {}};
  Display display;
  for (int b = 0; b < static_cast<int>(model.bodies.size()); ++b) {
    display.lines.push_back(body_line(model, b));
  }
  section.content.emplace_back(std::move(display));
  return section;
}

}  // namespace

Document reduction_document(const Model& full, const Reduction& reduction) {
  Document document;
  document.title = capitalized(full.title.empty() ? "reduction" : "reduction: " + full.title);
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
