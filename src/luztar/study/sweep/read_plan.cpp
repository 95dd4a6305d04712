// From [sweep], or options, to a plan.
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "luztar/core/docs_page.h"
#include "luztar/model/changes.h"
#include "luztar/model/check.h"
#include "luztar/study/sweep/split_text.h"
#include "luztar/study/sweep/sweep_plan.h"
#include "luztar/study/sweep/variation.h"

namespace luztar {
namespace {

/// Reads a SweepTable.
class PlanReader {
 public:
  PlanReader(const Model& model, const SweepTable& table) : model_(model), table_(table) {}

  SweepPlan read() {
    SweepPlan plan;
    for (const SourceText& item : table_.vary) collect([&] { vary(item, plan); });
    const bool knows_all = mistakes_.empty();  // that draws and carry may name
    for (const SourceText& item : table_.measure)
      collect([&] { plan.measures.push_back(parse_measure(item.text, item.where)); });
    if (table_.transient)
      collect([&] {
        seconds(*table_.transient);  // says it if it is none
        plan.transient = parse_value(table_.transient->text, "s", table_.transient->where);
      });
    if (knows_all) {
      collect([&] { plan.list = drawn(); });
      if (table_.carry) collect([&] { carry(*table_.carry, plan); });
    }
    if (!mistakes_.empty()) throw ModelError(std::move(mistakes_));
    return plan;
  }

 private:
  /// Goes on behind a mistake: a reader wants to hear of all.
  template <class Part>
  void collect(const Part& part) {
    try {
      part();
    } catch (const ModelError& error) {
      mistakes_.insert(mistakes_.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }

  void vary(const SourceText& item, SweepPlan& plan) {
    if (auto random = parse_distribution(model_, item.text, item.where))
      distributions_.push_back(std::move(*random));
    else
      plan.variations.push_back(parse_variation(model_, item.text, item.where));
  }

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
    for (const Distribution& of : distributions_) {
      list.names.push_back(of.name);
      list.logarithmic.push_back(of.kind == RandomKind::LogUniform ||
                                 of.kind == RandomKind::Lognormal);
      list.made_of.insert(list.made_of.end(), of.made_of.begin(), of.made_of.end());
    }
    const SourceLocation& where =
        table_.correlation.empty() ? table_.samples->where : table_.correlation.front().where;
    list.values = draw(distributions_, draws, where);
    return list;
  }

  [[noreturn]] static void nothing_random(const SourceText& item) {
    throw ModelError(item.where, quote(item.text) + " is said of drawn points, and none are",
                     "vary one as NAME=uniform(LEAST, MOST); " + see_docs("random values"));
  }

  static DrawnBy sampling(const SourceText& item) {
    if (item.text == "random") return DrawnBy::Random;
    if (item.text == "sobol") return DrawnBy::Sobol;
    throw ModelError(item.where, "no sampling " + quote(item.text),
                     suggest(item.text, {"random", "sobol"}, ""));
  }

  std::size_t drawn_parameter(std::string_view name, const SourceLocation& where) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < distributions_.size(); ++i) {
      if (distributions_[i].name == name) return i;
      names.push_back(distributions_[i].name);
    }
    throw ModelError(where, "no random parameter " + quote(name),
                     suggest(std::string(name), names, "vary it as one, or leave it out"));
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
    std::vector<std::string> names;
    for (Variation& variation : plan.variations) {
      names.push_back(variation.name);
      if (variation.name != plan.carry->along) continue;
      if (!plan.carry->back) return;
      const std::vector<double> back(variation.values.rbegin(), variation.values.rend());
      variation.values.insert(variation.values.end(), back.begin(), back.end());
      return;
    }
    throw ModelError(
        item.where,
        "the state is carried along " + quote(plan.carry->along) + ", which has no list of values",
        suggest(plan.carry->along, names, "vary it as NAME=FROM:TO:N"));
  }

  const Model& model_;
  const SweepTable& table_;
  std::vector<Distribution> distributions_;
  Diagnostics mistakes_;
};

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

}  // namespace luztar
