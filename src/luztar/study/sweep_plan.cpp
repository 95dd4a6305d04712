#include "luztar/study/sweep_plan.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "luztar/model/changes.h"
#include "luztar/model/check.h"
#include "luztar/simulate/simulate.h"
#include "luztar/study/split_text.h"
#include "luztar/study/variation.h"

namespace luztar {
namespace {

constexpr std::int64_t kMostPoints = 100'000'000;

std::int64_t size_of(const Variation& variation) {
  return static_cast<std::int64_t>(variation.values.size());
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

/// Reads a SweepTable.
class PlanReader {
 public:
  PlanReader(const Model& model, const SweepTable& table) : model_(model), table_(table) {}

  SweepPlan read() {
    SweepPlan plan;
    for (const SourceText& item : table_.vary) {
      if (auto random = parse_distribution(model_, item.text, item.where))
        distributions_.push_back(std::move(*random));
      else
        plan.variations.push_back(parse_variation(model_, item.text, item.where));
    }
    for (const SourceText& item : table_.measure)
      plan.measures.push_back(parse_measure(item.text, item.where));
    if (table_.transient) {
      seconds(*table_.transient);  // says it if it is none
      plan.transient = parse_value(table_.transient->text, "s", table_.transient->where);
    }
    plan.list = drawn();
    if (table_.carry) carry(*table_.carry, plan);
    return plan;
  }

 private:
  void seconds(const SourceText& item) const {
    const double value =
        evaluate(parse_value(item.text, "s", item.where), evaluate_parameters(model_));
    if (!(value >= 0.0))
      throw ModelError(item.where, "the transient is negative", "give seconds from the start");
  }

  std::int64_t whole(const SourceText& item, std::int64_t least, const std::string& what) const {
    const double value =
        evaluate(parse_expression(item.text, item.where), evaluate_parameters(model_));
    if (value >= static_cast<double>(least) && value <= 1e7 && std::floor(value) == value)
      return static_cast<std::int64_t>(value);
    throw ModelError(item.where, quote(item.text) + " is not " + what,
                     "give a whole number from " + std::to_string(least) + " to 1e7");
  }

  PointList drawn() const {
    if (distributions_.empty()) {
      for (const SweepItem& item : kSweepItems)
        if (const auto& text = table_.*item.text; text && item.of_draws) nothing_random(*text);
      if (!table_.correlation.empty()) nothing_random(table_.correlation.front());
      return {};
    }
    if (!table_.samples)
      throw ModelError(table_.vary.front().where, "it is not said how many points are drawn",
                       "write samples = 1000, or --samples 1000");
    Draws draws{.rows = whole(*table_.samples, 1, "how many points are drawn")};
    if (table_.seed) draws.seed = static_cast<std::uint64_t>(whole(*table_.seed, 0, "a seed"));
    if (table_.sampling) draws.sampling = sampling(*table_.sampling);
    draws.correlation = correlation();
    PointList list{.rows = draws.rows};
    for (const Distribution& of : distributions_) list.names.push_back(of.name);
    const SourceLocation& where =
        table_.correlation.empty() ? table_.samples->where : table_.correlation.front().where;
    list.values = draw(distributions_, draws, where);
    return list;
  }

  [[noreturn]] static void nothing_random(const SourceText& item) {
    throw ModelError(item.where, quote(item.text) + " is said of drawn points, and none are",
                     "vary one as NAME=uniform(LEAST, MOST), or see docs/sweeps.md for others");
  }

  static Sampling sampling(const SourceText& item) {
    if (item.text == "random") return Sampling::Random;
    if (item.text == "sobol") return Sampling::Sobol;
    throw ModelError(item.where, "no sampling " + quote(item.text),
                     suggest(item.text, {"random", "sobol"}, ""));
  }

  std::size_t drawn_parameter(std::string_view name, const SourceLocation& where) const {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < distributions_.size(); ++i) {
      if (distributions_[i].name == name) return i;
      known.push_back(distributions_[i].name);
    }
    throw ModelError(where, "no random parameter " + quote(name),
                     suggest(std::string(name), known, "vary it as one, or leave it out"));
  }

  /// Of "FS,FK=0.9" and the like, a matrix.
  std::vector<double> correlation() const {
    const std::size_t n = distributions_.size();
    if (table_.correlation.empty()) return {};
    std::vector<double> matrix(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) matrix[i * n + i] = 1.0;
    std::set<std::pair<std::size_t, std::size_t>> given;
    for (const SourceText& item : table_.correlation) {
      const auto sides = split_outside_parentheses(item.text, '=');
      const auto names = split_outside_parentheses(sides[0], ',');
      if (sides.size() != 2 || names.size() != 2)
        throw ModelError(item.where, quote(item.text) + " is no correlation", "write FS,FK=0.9");
      const std::size_t a = drawn_parameter(trimmed(names[0]), item.where);
      const std::size_t b = drawn_parameter(trimmed(names[1]), item.where);
      const double value =
          evaluate(parse_expression(trimmed(sides[1]), item.where), evaluate_parameters(model_));
      if (a == b || !(std::abs(value) <= 1.0))
        throw ModelError(item.where, quote(item.text) + " is no correlation",
                         a == b ? "give two parameters" : "give a number from -1 to 1");
      if (!given.emplace(std::min(a, b), std::max(a, b)).second)
        throw ModelError(item.where, quote(item.text) + " is given twice", "keep one of them");
      matrix[a * n + b] = matrix[b * n + a] = value;
    }
    return matrix;
  }

  static void carry(const SourceText& item, SweepPlan& plan) {
    const auto parts = split_outside_parentheses(item.text, ':');
    Carry carry{std::string(trimmed(parts[0])), parts.size() == 2 && trimmed(parts[1]) == "back"};
    if (parts.size() > 2 || (parts.size() == 2 && !carry.back))
      throw ModelError(item.where, quote(item.text) + " is no way to carry a state",
                       "write NAME or NAME:back");
    plan.carry = std::move(carry);
    std::vector<std::string> known;
    for (Variation& variation : plan.variations) {
      known.push_back(variation.name);
      if (variation.name != plan.carry->along) continue;
      if (!plan.carry->back) return;
      const std::vector<double> back(variation.values.rbegin(), variation.values.rend());
      variation.values.insert(variation.values.end(), back.begin(), back.end());
      return;
    }
    throw ModelError(
        item.where,
        "the state is carried along " + quote(plan.carry->along) + ", which has no list of values",
        suggest(plan.carry->along, known, "vary it as NAME=FROM:TO:N"));
  }

  const Model& model_;
  const SweepTable& table_;
  std::vector<Distribution> distributions_;
};

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

/// What a table says of values that are not varied any more is gone.
void leave_what_fits(const std::vector<SourceText>& vary, SweepTable& table) {
  std::set<std::string_view> varied, random;
  for (const SourceText& item : vary) {
    const std::string_view text = item.text;
    const std::string_view name = trimmed(text.substr(0, text.find('=')));
    varied.insert(name);
    if (names_distribution(text)) random.insert(name);
  }
  std::erase_if(table.correlation, [&](const SourceText& item) {
    const std::string_view names = std::string_view(item.text).substr(0, item.text.find('='));
    const auto both = split_outside_parentheses(names, ',');
    return std::any_of(both.begin(), both.end(),
                       [&](std::string_view name) { return !random.contains(trimmed(name)); });
  });
  if (table.carry) {
    const std::string_view text = table.carry->text;
    if (!varied.contains(trimmed(text.substr(0, text.find(':'))))) table.carry.reset();
  }
  if (!random.empty()) return;
  for (const SweepItem& item : kSweepItems)
    if (item.of_draws) (table.*item.text).reset();
}

}  // namespace

void replace(SweepTable& table, const std::map<std::string, std::vector<SourceText>>& texts) {
  if (const auto vary = texts.find("vary"); vary != texts.end())
    leave_what_fits(vary->second, table);
  for (const SweepList& list : kSweepLists)
    if (const auto found = texts.find(list.key); found != texts.end())
      table.*list.texts = found->second;
  for (const SweepItem& item : kSweepItems)
    if (const auto found = texts.find(item.key); found != texts.end() && !found->second.empty())
      table.*item.text = found->second.back();
}

SweepPlan make_plan(const Model& model, const SweepTable& table) {
  return PlanReader(model, table).read();
}

void check_plan(const Model& model, const SweepPlan& plan, const SourceLocation& where) {
  Diagnostics mistakes;
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
  if (model.simulation.method == Method::Stepping)
    report("measures are taken between events, not of steps", "write method = \"events\"");
  if (!mistakes.empty()) throw ModelError(std::move(mistakes));
  if (plan.carry && only_begins(model, plan))
    throw ModelError(place,
                     quote(plan.carry->along) +
                         " says where runs begin and nothing else, which a "
                         "carried state replaces",
                     "carry the state along another parameter, or leave carry out");
  const System system = compile(model);
  check_measures(system, plan.measures);
  const bool needs_pieces = std::any_of(plan.measures.begin(), plan.measures.end(),
                                        [](const Measure& measure) { return measure.value; });
  if (needs_pieces && !gives_pieces(system, system.settings()))
    throw ModelError(
        place, "channels are not measured in a network that is so large that it runs in islands",
        "measure events(), stick_time(ELEMENT), dissipated() ...");
}

void check_sweep(const Model& model, const System& system) {
  const SweepPlan plan = make_plan(model, model.sweep);
  if (!plan.parameters().empty() && !plan.measures.empty())
    return check_plan(model, plan, model.sweep.where);
  check_measures(system, plan.measures);
}

}  // namespace luztar
