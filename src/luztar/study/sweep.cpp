#include "luztar/study/sweep.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "luztar/core/quantity.h"
#include "luztar/model/changes.h"
#include "luztar/model/check.h"
#include "luztar/study/equilibrium.h"
#include "luztar/study/split_text.h"

namespace luztar {
namespace {

constexpr std::int64_t kMostPoints = 100'000'000;

std::string_view without_blanks(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return text.substr(0, 0);
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// "mm/s" of "20:1000:50 mm/s", which is cut off; "" if there is none. It stands behind the last
/// number, or behind "log".
std::string take_unit(std::string_view& text) {
  const std::string_view last = without_blanks(text.substr(text.find_last_of(":,") + 1));
  const auto blank = last.find(' ');
  if (blank == std::string_view::npos) return {};
  const std::string_view unit = without_blanks(last.substr(blank));
  const unsigned char next = static_cast<unsigned char>(unit.front());
  const bool letter =
      (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') || next == '%' || next >= 0x80;
  if (!letter) return {};
  text = text.substr(0, static_cast<std::size_t>(last.data() + blank - text.data()));
  return std::string(unit);
}

class VariationReader {
 public:
  VariationReader(const Model& model, const std::string& name, const std::string& unit,
                  const std::string& source)
      : where_{source, 1, 1}, given_(unit), values_(evaluate_parameters(model)) {
    for (const Parameter& parameter : model.parameters)
      if (parameter.name == name) asked_ = parameter.unit;
  }

  /// In the unit that was given.
  double number(std::string_view text) const {
    if (text.empty()) fail("no value", "give a number or an expression");
    const double value = evaluate(parse_expression(text, where_), values_);
    if (!std::isfinite(value)) fail(quote(text) + " is not a finite number", "give a number");
    return value;
  }

  void to_si(std::vector<double>& values) const {
    if (given_.empty()) return;
    parse_value("1 " + given_, asked_, where_);  // says it if the unit does not fit
    const Unit unit = parse_unit(given_, where_);
    for (double& value : values) value = unit.to_si(value);
  }

  std::size_t count(std::string_view text) const {
    const double value = evaluate(parse_expression(text, where_), values_);
    if (!(value >= 2.0) || value > 1e9 || std::floor(value) != value)
      fail(quote(text) + " is not how many values there are", "write FROM:TO:N with N = 2, 3 ...");
    return static_cast<std::size_t>(value);
  }

  [[noreturn]] void fail(const std::string& what, const std::string& advice) const {
    throw ModelError({where_.file, 0, 0}, what, advice);
  }

 private:
  SourceLocation where_;
  std::string given_, asked_;
  ParameterValues values_;
};

/// The ends are as given, and so is what lies between where it has few digits: 0:1:11 is 0.1, 0.2
/// ...
std::vector<double> spread(double from, double to, std::size_t n) {
  std::vector<double> values(n);
  const double last = static_cast<double>(n - 1);
  for (std::size_t i = 0; i < n; ++i) {
    const double k = static_cast<double>(i);
    values[i] = (from * (last - k) + to * k) / last;
  }
  values.front() = from;
  values.back() = to;
  return values;
}

std::vector<double> spread_of_logarithms(const VariationReader& read, double from, double to,
                                         std::size_t n) {
  if (!(from * to > 0.0))
    read.fail("a logarithm needs both ends on one side of 0", "leave out :log, or move an end");
  std::vector<double> values = spread(std::log(std::abs(from)), std::log(std::abs(to)), n);
  for (double& value : values) value = std::copysign(std::exp(value), from);
  values.front() = from;
  values.back() = to;
  return values;
}

/// Parameters that counts and seeds of [repeat] are made of, through others too.
std::set<std::string> counted_by(const Model& model) {
  std::vector<Expression> open;
  for (const Repeat& repeat : model.repeats) {
    for (const Repeat::Index& index : repeat.indices) open.push_back(index.count);
    for (const Repeat::Local& local : repeat.parameters)
      if (local.random) open.push_back(local.random->seed);
  }
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

}  // namespace

Variation parse_variation(const Model& model, std::string_view text, const std::string& source) {
  const auto equals = text.find('=');
  const SourceLocation here{source, 0, 0};
  if (equals == std::string_view::npos || equals == 0)
    throw ModelError(here, quote(text) + " is not NAME=VALUES",
                     "write NAME=FROM:TO:N, NAME=FROM:TO:N:log or NAME=A,B,C");
  Variation variation{std::string(text.substr(0, equals)), {}};
  Model copy = model;  // says it if there is no such parameter
  set_parameter(copy, variation.name, Expression::number(0.0, here), source);
  std::string_view values = text.substr(equals + 1);
  const std::string unit = take_unit(values);
  const VariationReader read(model, variation.name, unit, source);
  auto parts = split_outside_parentheses(values, ':');
  for (std::string_view& part : parts) part = without_blanks(part);
  if (parts.size() == 1) {
    for (const std::string_view part : split_outside_parentheses(values, ','))
      variation.values.push_back(read.number(without_blanks(part)));
    read.to_si(variation.values);
    return variation;
  }
  const bool log = parts.size() == 4 && parts[3] == "log";
  if (parts.size() != 3 && !log)
    read.fail(quote(values) + " is no range", "write FROM:TO:N or FROM:TO:N:log");
  const double from = read.number(parts[0]), to = read.number(parts[1]);
  const std::size_t n = read.count(parts[2]);
  variation.values = log ? spread_of_logarithms(read, from, to, n) : spread(from, to, n);
  read.to_si(variation.values);
  return variation;
}

std::int64_t SweepPlan::points() const {
  std::int64_t product = 1;
  for (const Variation& variation : variations) {
    const auto n = static_cast<std::int64_t>(variation.values.size());
    if (n > 0 && product > kMostPoints / n) return kMostPoints + 1;
    product *= n;
  }
  return product;
}

std::vector<double> SweepPlan::at(std::int64_t point) const {
  std::vector<double> values(variations.size());
  for (std::size_t i = variations.size(); i-- > 0;) {
    const auto n = static_cast<std::int64_t>(variations[i].values.size());
    values[i] = variations[i].values[static_cast<std::size_t>(point % n)];
    point /= n;
  }
  return values;
}

void check_plan(const Model& model, const SweepPlan& plan) {
  Diagnostics mistakes;
  const std::set<std::string> counting = counted_by(model);
  std::set<std::string> seen;
  const auto report = [&](const std::string& what, const std::string& advice) {
    Diagnostic mistake{SourceLocation{model.file, 0, 0}, what, advice};
    mistakes.push_back(std::move(mistake));
  };
  for (const Variation& variation : plan.variations) {
    if (!seen.insert(variation.name).second)
      report(quote(variation.name) + " is varied twice", "give all its values at once");
    if (variation.values.empty())
      report(quote(variation.name) + " has no values", "write NAME=FROM:TO:N");
    if (counting.contains(variation.name))
      report("[repeat] counts by " + quote(variation.name) + ", which cannot be varied",
             "run a sweep for each count, with --set");
  }
  if (plan.variations.empty()) report("nothing is varied", "write --vary NAME=FROM:TO:N");
  if (plan.measures.empty()) report("nothing is measured", "write --measure \"max(q.BODY)\"");
  if (plan.points() > kMostPoints) report("more than 1e8 points", "vary fewer values");
  if (!(plan.transient >= 0.0) || !std::isfinite(plan.transient))
    report("the transient is no time from the start", "give seconds, 0 or more");
  if (model.simulation.method == Method::Stepping)
    report("measures are taken between events, not of steps", "write method = \"events\"");
  if (!mistakes.empty()) throw ModelError(std::move(mistakes));
  const System system = compile(model);
  check_measures(system, plan.measures);
  const bool needs_pieces = std::any_of(plan.measures.begin(), plan.measures.end(),
                                        [](const Measure& measure) { return measure.value; });
  if (needs_pieces && !gives_pieces(system, system.settings()))
    throw ModelError(
        {model.file, 0, 0},
        "channels are not measured in a network that is so large that it runs in islands",
        "measure events(), stick_time(ELEMENT), dissipated() ...");
}

SweepWorker::SweepWorker(const Model& model, const SweepPlan& plan) : model_(model), plan_(plan) {
  for (const Variation& variation : plan.variations) overrides_[variation.name] = 0.0;
}

const SweepRow* SweepWorker::run(std::int64_t point) {
  row_.values.assign(plan_.measures.size(), std::numeric_limits<double>::quiet_NaN());
  row_.words.clear();
  const std::vector<double> values = plan_.at(point);
  for (std::size_t i = 0; i < values.size(); ++i) overrides_[plan_.variations[i].name] = values[i];
  try {
    const System system = compile(model_, overrides_);
    if (runs_.empty()) {
      runs_.emplace_back(system, plan_.measures);
      runs_.front().ask(goes_on_);
    }
    const SimulationSettings& settings = system.settings();
    if (!(plan_.transient < settings.duration)) {
      row_.words = "the transient is as long as the run";
      return &row_;
    }
    const RunInfo info =
        runs_.front().run(system, start_state(model_, system), settings.start + plan_.transient);
    if (info.status == Status::Stopped) return nullptr;
    if (info.status == Status::Finished) {
      const auto found = runs_.front().values();
      row_.values.assign(found.begin(), found.end());
    } else {
      row_.words = std::string(to_text(info.status)) + ": " + info.diagnosis;
    }
  } catch (const ModelError& error) {
    row_.words = error.what();
  }
  return &row_;
}

void sweep(const Model& model, const SweepPlan& plan, SweepObserver& observer, int workers,
           const Executor& executor) {
  check_plan(model, plan);
  const std::int64_t points = plan.points();
  std::atomic<std::int64_t> next{0};
  const auto work = [&](int) {
    SweepWorker worker(model, plan);
    worker.ask([&observer] { return observer.goes_on(); });
    for (std::int64_t point = next++; point < points; point = next++) {
      if (observer.has(point)) continue;
      if (!observer.goes_on()) return;
      const SweepRow* row = worker.run(point);
      if (row == nullptr) return;
      observer.row(point, *row);
    }
  };
  if (executor && workers > 1) {
    executor(workers, work);
  } else {
    work(0);
  }
}

}  // namespace luztar
