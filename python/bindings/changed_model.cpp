#include "changed_model.h"

#include <utility>

#include <nanobind/stl/string.h>

namespace nb = nanobind;

namespace luztar::python {

std::vector<Change> changes_of(const nb::dict& values) {
  std::vector<Change> changes;
  changes.reserve(values.size());
  for (const auto& [key, value] : values) {
    Change& change = changes.emplace_back();
    change.name = nb::cast<std::string>(key);
    change.is_number = !nb::isinstance<nb::str>(value);
    if (change.is_number) {
      change.number = nb::cast<double>(value);
    } else {
      change.text = nb::cast<std::string>(value);
    }
  }
  return changes;
}

Model changed(const SourcedModel& source, const std::vector<Change>& parameters,
              const std::vector<Change>& settings) {
  Model model = source.model;
  if (!parameters.empty() && !model.repeats.empty()) {
    LoadOptions options;
    for (const Change& change : parameters) {
      const SourceLocation where{change.name, 1, 1};
      options.parameters[change.name] = change.is_number ? Expression::number(change.number, where)
                                                         : parse_value(change.text, "", where);
    }
    DataFiles files = source.data_files;
    options.data_files = &files;
    model = parse_model(source.text, model.file, options);
  }
  const auto value_of = [](const Change& change) {
    return Expression::number(change.number, SourceLocation{change.name, 1, 1});
  };
  for (const Change& change : parameters) {
    change.is_number ? set_parameter(model, change.name, value_of(change), change.name)
                     : set_parameter(model, change.name, change.text, change.name);
  }
  for (const Change& change : settings) {
    change.is_number ? set_setting(model, change.name, value_of(change), change.name)
                     : set_setting(model, change.name, change.text, change.name);
  }
  return model;
}

}  // namespace luztar::python
