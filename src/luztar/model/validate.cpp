#include <algorithm>
#include <tuple>

#include "luztar/model/repeat.h"

namespace luztar {
namespace {

bool stands_before(const Diagnostic& a, const Diagnostic& b) {
  return std::tie(a.where.line, a.where.column) < std::tie(b.where.line, b.where.column);
}

bool equal(const Diagnostic& a, const Diagnostic& b) {
  return a.where == b.where && a.what == b.what;
}

void check_completeness(const Model& model, Diagnostics& mistakes) {
  if (!model.bodies.empty()) return;
  mistakes.push_back({{model.file, model.file.empty() ? 0 : 1, model.file.empty() ? 0 : 1},
                      "the model has no bodies",
                      "add at least one [bodies.NAME]"});
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
  check_values(model, parameters.values, mistakes);
  check_simulation(model, parameters.values, mistakes);
  check_units(model, mistakes);
  // The same expression may serve twice, as the default of another key.
  std::stable_sort(mistakes.begin(), mistakes.end(), stands_before);
  mistakes.erase(std::unique(mistakes.begin(), mistakes.end(), equal), mistakes.end());
  return mistakes;
}

void validate(const Model& model, const ParameterValues& overrides) {
  Diagnostics mistakes = check_model(model, overrides);
  if (!mistakes.empty()) throw ModelError(std::move(mistakes));
}

}  // namespace luztar
