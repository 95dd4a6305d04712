#include <algorithm>
#include <tuple>

#include "luztar/model/repeat.h"

namespace luztar {
namespace {

constexpr std::size_t kMostMistakes = 100;

bool complaint_before(const Diagnostic& a, const Diagnostic& b) {
  return std::tie(a.where.line, a.where.column) < std::tie(b.where.line, b.where.column);
}

bool same_complaint(const Diagnostic& a, const Diagnostic& b) {
  return a.where == b.where && a.what == b.what;
}

void check_completeness(const Model& model, Diagnostics& mistakes) {
  if (!model.bodies.empty()) return;
  mistakes.push_back({{model.file, model.file.empty() ? 0 : 1, model.file.empty() ? 0 : 1},
                      "the model has no bodies",
                      "add at least one [bodies.NAME]"});
}

/// A constant that a table does not cover ends the check of its part.
template <class Check>
void collect(Diagnostics& mistakes, const Check& check) {
  try {
    check();
  } catch (const ModelError& error) {
    mistakes.insert(mistakes.end(), error.diagnostics().begin(), error.diagnostics().end());
  }
}

}  // namespace

Diagnostics check_model(const Model& model, const ParameterValues& overrides) {
  Diagnostics mistakes;
  const Names names(model);
  check_completeness(model, mistakes);
  check_repeat_names(model, names, mistakes);
  check_names(names, mistakes);
  EvaluatedParameters parameters = evaluate_what_can_be(model, names, overrides);
  mistakes.insert(mistakes.end(), parameters.mistakes.begin(), parameters.mistakes.end());
  check_all_symbols(model, names, mistakes);
  check_signals(model, mistakes);
  collect(mistakes, [&] { check_controllers(model, names, parameters.values, mistakes); });
  collect(mistakes, [&] { check_values(model, parameters.values, mistakes); });
  collect(mistakes, [&] { check_simulation(model, parameters.values, mistakes); });
  check_units(model, mistakes);
  // The same expression may serve twice, as the default of another key.
  std::stable_sort(mistakes.begin(), mistakes.end(), complaint_before);
  mistakes.erase(std::unique(mistakes.begin(), mistakes.end(), same_complaint), mistakes.end());
  return mistakes;
}

std::string and_more(std::size_t instances) {
  return " (and so in " + std::to_string(instances) + " more)";
}

void merge_instances(Diagnostics& mistakes, const Model& model) {
  std::stable_sort(mistakes.begin(), mistakes.end(), complaint_before);
  if (model.repeats.empty()) return;
  Diagnostics merged;
  std::size_t same = 0;
  const auto tell = [&] {
    if (same > 1) merged.back().what += and_more(same - 1);
  };
  for (Diagnostic& mistake : mistakes) {
    if (!merged.empty() && merged.back().where == mistake.where) {
      if (merged.back().what != mistake.what) ++same;
      continue;
    }
    tell();
    merged.push_back(std::move(mistake));
    same = 1;
  }
  tell();
  mistakes = std::move(merged);
}

void throw_if_any(Diagnostics mistakes, const Model& model) {
  if (mistakes.empty()) return;
  merge_instances(mistakes, model);
  if (mistakes.size() > kMostMistakes) {
    const std::size_t more = mistakes.size() - kMostMistakes;
    mistakes.erase(mistakes.begin() + kMostMistakes, mistakes.end());
    mistakes.back().advice += " (and " + std::to_string(more) + " more mistakes)";
  }
  throw ModelError(std::move(mistakes));
}

void validate(const Model& model, const ParameterValues& overrides) {
  throw_if_any(check_model(model, overrides), model);
}

}  // namespace luztar
