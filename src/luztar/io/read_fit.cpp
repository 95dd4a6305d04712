#include "luztar/io/read_fit.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>

#include "luztar/core/number_text.h"
#include "luztar/core/quantity.h"
#include "luztar/io/read_table.h"
#include "luztar/model/changes.h"

namespace luztar {
namespace {

ColumnChoice column_of(const SourceText& text) {
  const bool is_number =
      text.text.size() < 6 && text.text.find_first_not_of("0123456789") == text.text.npos;
  return is_number ? ColumnChoice{"", std::stoi(text.text), text.where}
                   : ColumnChoice{text.text, 0, text.where};
}

double number_of(const Model& model, std::string_view text, const std::string& unit,
                 const SourceLocation& where) {
  return evaluate(parse_value(text, unit, where), evaluate_parameters(model));
}

const Parameter* parameter_of(const Model& model, const std::string& name) {
  const auto found = std::ranges::find(model.parameters, name, &Parameter::name);
  return found == model.parameters.end() ? nullptr : &*found;
}

/// "FS", "FS=10:40", "FS=10:40 N"
FreeValue free_value(const Model& model, const SourceText& item) {
  FreeValue value;
  const std::size_t equals = item.text.find('=');
  value.name = item.text.substr(0, equals);
  value.where = item.where;
  if (equals == item.text.npos) return value;
  const std::size_t colon = item.text.find(':', equals);
  if (colon == item.text.npos)
    throw ModelError(item.where, quote(item.text) + " is no range",
                     "write NAME=LOWER:UPPER, as FS=0:50");
  const Parameter* parameter = parameter_of(model, value.name);
  const std::string unit = parameter != nullptr ? parameter->unit : "";
  const std::string lower = item.text.substr(equals + 1, colon - equals - 1);
  const std::string upper = item.text.substr(colon + 1);
  if (!lower.empty()) value.lower = number_of(model, lower, unit, item.where);
  if (!upper.empty()) value.upper = number_of(model, upper, unit, item.where);
  if (!(value.lower < value.upper))
    throw ModelError(item.where, quote(item.text) + " has no room between its bounds",
                     "write the lower one first");
  return value;
}

/// SI of one of the unit.
double factor_of(const FitMatch& match) {
  return match.unit ? evaluate(parse_value("1 " + match.unit->text, "", match.unit->where),
                               ParameterValues{})
                    : 1.0;
}

Experiment read_experiment(const Model& model, const FitExperiment& source) {
  Experiment experiment{.name = source.name, .time = {}, .channels = {}};
  const auto path = std::filesystem::path(model.file).parent_path() / source.file.text;
  std::vector<ColumnChoice> columns;
  for (const FitMatch& match : source.match) columns.push_back(column_of(match.column));
  DataSheet sheet = read_sheet(path.string(), column_of(source.time), columns, source.file.where);
  experiment.time = std::move(sheet.time);
  for (std::size_t c = 0; c < source.match.size(); ++c) {
    const FitMatch& match = source.match[c];
    const double factor = factor_of(match);
    MeasuredChannel channel{.name = match.channel.text, .values = std::move(sheet.columns[c])};
    for (double& value : channel.values) value *= factor;
    if (match.noise) {
      channel.noise = factor * number_of(model, match.noise->text, "", match.noise->where);
      if (!(channel.noise > 0.0))
        throw ModelError(match.noise->where,
                         "the noise of " + quote(channel.name) + " is not above 0",
                         "leave it out: it is estimated from the residuals");
    }
    experiment.channels.push_back(std::move(channel));
  }
  for (const SourceText& item : source.set) {
    const std::size_t equals = item.text.find('=');
    if (equals == item.text.npos)
      throw ModelError(item.where, quote(item.text) + " is not NAME=VALUE",
                       "write set = [\"A=0.05\"]");
    const std::string name = item.text.substr(0, equals);
    check_parameter(model, name, item.where);
    experiment.values[name] =
        number_of(model, item.text.substr(equals + 1), parameter_of(model, name)->unit, item.where);
  }
  for (const SourceText& name : source.own) experiment.own.push_back(name.text);
  if (source.validation)
    experiment.fitted_until =
        source.validation->text == "true"
            ? -std::numeric_limits<double>::infinity()
            : number_of(model, source.validation->text, "s", source.validation->where);
  return experiment;
}

}  // namespace

std::vector<FreeValue> free_values(const Model& model) {
  std::vector<FreeValue> values;
  for (const SourceText& item : model.fit.free) values.push_back(free_value(model, item));
  if (values.empty())
    throw ModelError(model.fit.where, "nothing is free",
                     "write free = [\"FS\", \"ks\"] under [fit]");
  return values;
}

std::vector<Experiment> read_experiments(const Model& model) {
  std::vector<Experiment> experiments;
  for (const FitExperiment& source : model.fit.experiments)
    experiments.push_back(read_experiment(model, source));
  if (experiments.empty())
    throw ModelError(model.fit.where, "there are no data to fit to",
                     "write data = \"measured.csv\" and match = { ... } under [fit]");
  return experiments;
}

}  // namespace luztar
