#include "luztar/study/sweep/sweep_plan.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "luztar/model/check.h"
#include "luztar/simulate/simulate.h"

namespace luztar {
namespace {

constexpr std::int64_t kMostPoints = 100'000'000;

std::int64_t size_of(const Variation& variation) {
  return static_cast<std::int64_t>(variation.values.size());
}

/// Parameters that expressions are made of, through others too.
std::set<std::string> parameters_behind(const Model& model, std::vector<Expression> open) {
  std::set<std::string> names;
  while (!open.empty()) {
    const Expression next = open.back();
    open.pop_back();
    for (const Expression& symbol : symbols_of(next)) {
      if (!names.insert(symbol.symbol()).second) continue;
      for (const Parameter& parameter : model.parameters)
        if (parameter.name == symbol.symbol()) open.push_back(parameter.value);
    }
  }
  return names;
}

/// What counts and seeds of [repeat] are made of.
std::set<std::string> counted_by(const Model& model) {
  std::vector<Expression> open;
  for (const Repeat& repeat : model.repeats) {
    for (const Repeat::Index& index : repeat.indices) open.push_back(index.count);
    for (const Repeat::Local& local : repeat.parameters)
      if (local.random) open.push_back(local.random->seed);
  }
  return parameters_behind(model, std::move(open));
}

/// A value that was set beside the file counts where values of the sweep are made of it.
void note_set_for_nothing(const Model& model, const SweepPlan& plan, Diagnostics& mistakes) {
  std::vector<Expression> values = plan.list.made_of;
  for (const Variation& variation : plan.variations)
    values.insert(values.end(), variation.made_of.begin(), variation.made_of.end());
  const std::set<std::string> count = parameters_behind(model, std::move(values));
  const std::vector<std::string> varied = plan.parameters();
  for (const Parameter& parameter : model.parameters) {
    const std::string& source = parameter.where.file;
    if (source.empty() || source == model.file || count.contains(parameter.name)) continue;
    if (std::find(varied.begin(), varied.end(), parameter.name) == varied.end()) continue;
    const std::string name = quote(parameter.name);
    Diagnostic mistake{SourceLocation{source, 0, 0},
                       name + " is set and varied: this value counts nowhere",
                       "leave it out, or do not vary " + name};
    mistakes.push_back(std::move(mistake));
  }
}

/// Whether the parameter that the state is carried along changes no law and no setting.
bool only_begins(const Model& model, const SweepPlan& plan) {
  for (const Variation& variation : plan.variations) {
    if (variation.name != plan.carry->along) continue;
    const auto [least, most] =
        std::minmax_element(variation.values.begin(), variation.values.end());
    if (*least == *most) return false;
    try {
      const System one = compile(model, {{variation.name, *least}}, StartOfFile::Unused);
      const System other = compile(model, {{variation.name, *most}}, StartOfFile::Unused);
      return have_same_laws(one, other) && one.settings().duration == other.settings().duration;
    } catch (const ModelError&) {
      return false;  // its points say what is wrong
    }
  }
  return false;
}

}  // namespace

std::int64_t SweepPlan::points() const {
  std::int64_t product = list.rows;
  for (const Variation& variation : variations) {
    const std::int64_t n = size_of(variation);
    if (n > 0 && product > kMostPoints / n) return kMostPoints + 1;
    product *= n;
  }
  return product;
}

std::int64_t SweepPlan::length() const {
  if (!carry) return 1;
  for (const Variation& variation : variations)
    if (variation.name == carry->along) return size_of(variation);
  return 1;
}

std::int64_t SweepPlan::stride() const {
  std::int64_t product = 1;
  for (std::size_t i = variations.size(); i-- > 0;) {
    if (carry && variations[i].name == carry->along) return product;
    product *= size_of(variations[i]);
  }
  return 1;
}

std::int64_t SweepPlan::line_of(std::int64_t point) const {
  const std::int64_t s = stride(), n = length();
  return point / (s * n) * s + point % s;
}

std::int64_t SweepPlan::step_of(std::int64_t point) const { return point / stride() % length(); }

std::int64_t SweepPlan::point_of(std::int64_t line, std::int64_t step) const {
  const std::int64_t s = stride(), n = length();
  return line / s * (s * n) + step * s + line % s;
}

std::vector<std::string> SweepPlan::parameters() const {
  std::vector<std::string> names;
  for (const Variation& variation : variations) names.push_back(variation.name);
  names.insert(names.end(), list.names.begin(), list.names.end());
  return names;
}

void SweepPlan::at(std::int64_t point, std::vector<double>& values) const {
  const std::size_t drawn = list.names.size();
  values.resize(variations.size() + drawn);
  for (std::size_t i = variations.size(); i-- > 0;) {
    const std::int64_t n = size_of(variations[i]);
    values[i] = variations[i].values[static_cast<std::size_t>(point % n)];
    point /= n;
  }
  std::copy_n(
      list.values.begin() + static_cast<std::ptrdiff_t>(point) * static_cast<std::ptrdiff_t>(drawn),
      drawn, values.begin() + static_cast<std::ptrdiff_t>(variations.size()));
}

std::vector<std::string> SweepPlan::given() const {
  std::vector<std::string> names = parameters();
  if (carry && carry->back) names.emplace_back("way");
  return names;
}

std::vector<double> SweepPlan::given_at(std::int64_t point) const {
  std::vector<double> values;
  at(point, values);
  if (carry && carry->back) values.push_back(step_of(point) < length() / 2 ? 1.0 : -1.0);
  return values;
}

std::vector<std::string> SweepPlan::columns() const {
  std::vector<std::string> names;
  for (const Measure& measure : measures) {
    if (measure.columns() == 1) {
      names.push_back(measure.text);
      continue;
    }
    for (std::int64_t i = 1; i <= measure.columns(); ++i)
      names.push_back(measure.text + "[" + std::to_string(i) + "]");
  }
  return names;
}

namespace {

void check_points(const Model& model, const SweepPlan& plan, const SourceLocation& where,
                  Diagnostics mistakes) {
  const SourceLocation place = where.line > 0 ? where : SourceLocation{model.file, 0, 0};
  const std::set<std::string> counting = counted_by(model);
  const auto report = [&](const std::string& what, const std::string& advice) {
    Diagnostic mistake{place, what, advice};
    mistakes.push_back(std::move(mistake));
  };
  std::set<std::string> seen;
  const auto look_at = [&](const std::string& name) {
    if (!seen.insert(name).second)
      report(quote(name) + " is varied twice", "give all its values at once");
    if (counting.contains(name))
      report("[repeat] counts by " + quote(name) + ", which cannot be varied",
             "run a sweep for each count, with --set");
  };
  for (const Variation& variation : plan.variations) {
    look_at(variation.name);
    if (variation.values.empty())
      report(quote(variation.name) + " has no values", "write NAME=FROM:TO:N");
  }
  for (const std::string& name : plan.list.names) look_at(name);
  for (const char* column : {"words", "way"})
    if (seen.contains(column) && (column[1] == 'o' || (plan.carry && plan.carry->back)))
      report(quote(column) + " is a column of the table, and cannot be varied beside it",
             "give the parameter another name");
  if (plan.list.rows < 1) report("there is no point in the list", "give one row or more");
  if (plan.parameters().empty()) report("nothing is varied", "write --vary NAME=FROM:TO:N");
  if (plan.measures.empty()) report("nothing is measured", "write --measure \"max(q.BODY)\"");
  if (plan.points() > kMostPoints) report("more than 1e8 points", "vary fewer values");
  const double transient = evaluate(plan.transient, evaluate_parameters(model));
  if (!(transient >= 0.0) || !std::isfinite(transient))
    report("the transient is no time from the start", "give seconds, 0 or more");
  if (!mistakes.empty()) throw ModelError(std::move(mistakes));
  if (plan.carry && only_begins(model, plan))
    throw ModelError(place,
                     quote(plan.carry->along) +
                         " says where runs begin and nothing else, which a "
                         "carried state replaces",
                     "carry the state along another parameter, or leave carry out");
  check_measures(compile(model), plan.measures);
}

}  // namespace

void check_plan(const Model& model, const SweepPlan& plan, const SourceLocation& where) {
  Diagnostics mistakes;
  note_set_for_nothing(model, plan, mistakes);
  check_points(model, plan, where, std::move(mistakes));
}

/// A check of a file with other values runs no sweep.
void check_sweep(const Model& model, const System& system) {
  const SweepPlan plan = make_plan(model, model.sweep);
  if (!plan.parameters().empty() && !plan.measures.empty())
    return check_points(model, plan, model.sweep.where, {});
  check_measures(system, plan.measures);
}

}  // namespace luztar
