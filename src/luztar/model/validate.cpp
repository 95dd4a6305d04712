#include <algorithm>
#include <optional>
#include <tuple>

#include "luztar/model/delays.h"
#include "luztar/model/repeat.h"
#include "luztar/model/shifts.h"

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

struct ModelCheck::Impl {
  Impl(const Model& m, const ParameterValues& overrides)
      : model(m), names(m), order(m, names, overrides) {
    check_completeness(model, form);
    check_repeat_names(model, names, form);
    check_names(names, form);
    form.insert(form.end(), order.mistakes().begin(), order.mistakes().end());
    check_all_symbols(model, names, form);
    check_signals(model, form);
    check_delays(model, form);
    check_shifts(model, form);
    check_units(model, form);
  }

  const Model& model;
  Names names;
  ParameterOrder order;
  Diagnostics form;  ///< mistakes that do not depend on values
  EvaluatedParameters parameters{};
  bool was_right{};                  ///< for some values
  std::optional<Readers> readers{};  ///< of the overrides, from then on
};

ModelCheck::ModelCheck(const Model& model, const ParameterValues& overrides)
    : impl_(std::make_unique<Impl>(model, overrides)) {}

ModelCheck::~ModelCheck() = default;

const ParameterValues& ModelCheck::parameters() const { return impl_->parameters.values; }

Diagnostics ModelCheck::check(const ParameterValues& overrides) {
  const Model& model = impl_->model;
  const ParameterValues& values = parameters();
  Diagnostics& found = impl_->parameters.mistakes;
  found.clear();
  impl_->order.evaluate(overrides, impl_->parameters);
  Diagnostics mistakes = impl_->form;
  mistakes.insert(mistakes.end(), found.begin(), found.end());
  // What reads none of the overrides is right, once it was.
  if (impl_->was_right && !impl_->readers) impl_->readers = readers_of(model, overrides);
  const Readers* readers = impl_->readers ? &*impl_->readers : nullptr;
  const bool again = readers != nullptr && !readers->others;
  if (!again) collect(mistakes, [&] { check_controllers(model, impl_->names, values, mistakes); });
  collect(mistakes, [&] { check_values(model, values, mistakes, again ? readers : nullptr); });
  if (!again || readers->run || model.simulation.at_rest)
    collect(mistakes, [&] { check_simulation(model, values, mistakes); });
  impl_->was_right |= mistakes.empty();
  // The same expression may serve twice, as the default of another key.
  std::stable_sort(mistakes.begin(), mistakes.end(), complaint_before);
  mistakes.erase(std::unique(mistakes.begin(), mistakes.end(), same_complaint), mistakes.end());
  return mistakes;
}

Diagnostics check_model(const Model& model, const ParameterValues& overrides) {
  return ModelCheck(model, overrides).check(overrides);
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
