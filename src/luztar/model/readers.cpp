#include "luztar/model/readers.h"

#include <algorithm>
#include <set>
#include <string>

#include "luztar/model/held_values.h"
#include "luztar/model/kinds.h"

namespace luztar {
namespace {

class Search {
 public:
  Search(const Model& model, const ParameterValues& parameters) {
    for (const auto& [name, value] : parameters) changing_.insert(name);
    // Each pass takes a level of what is worked out from others; most models have one or two.
    for (std::size_t before = 0; before != changing_.size();) {
      before = changing_.size();
      for (const Parameter& parameter : model.parameters)
        if (reads(parameter.value)) changing_.insert(parameter.name);
    }
  }

  bool reads(const Expression& expression) const {
    if (expression.op() == Op::Symbol) return changing_.contains(expression.symbol());
    return std::ranges::any_of(expression.operands(),
                               [this](const Expression& operand) { return reads(operand); });
  }

  template <class Item>
  bool any_reads(const Item& item) const {
    bool found = false;
    for_each_expression(item, [&](const Expression& e) { found = found || reads(e); });
    return found;
  }

  bool run_reads(const Model& model) const {
    const SimulationTable& run = model.simulation;
    const auto optional_reads = [this](const std::optional<Expression>& expression) {
      return expression && reads(*expression);
    };
    return any_reads(run) || optional_reads(run.span) || optional_reads(run.step) ||
           optional_reads(model.output.checkpoint);
  }

  bool others_read(const Model& model) const {
    const auto signal_reads = [this](const Signal& signal) {
      const auto* expression = std::get_if<Expression>(&signal.value);
      return expression != nullptr && reads(*expression);
    };
    const auto item_reads = [this](const auto& item) {
      return any_reads(item);
    };
    const auto inertia_reads = [this](const Inertia& inertia) {
      return std::ranges::any_of(inertia.entries(),
                                 [this](const auto& entry) { return reads(entry.value); });
    };
    return std::ranges::any_of(model.signals, signal_reads) ||
           std::ranges::any_of(model.states, item_reads) ||
           std::ranges::any_of(model.controllers, item_reads) ||
           std::ranges::any_of(model.inertias, inertia_reads);
  }

 private:
  std::set<std::string> changing_;
};

}  // namespace

Readers readers_of(const Model& model, const ParameterValues& parameters) {
  const Search search(model, parameters);
  Readers readers;
  readers.run = search.run_reads(model);
  readers.others = search.others_read(model);
  for_each_list(model, [&](PartKind kind, const auto& list) {
    std::vector<char>& marks = readers.items[static_cast<std::size_t>(kind)];
    marks.reserve(list.size());
    for (const auto& item : list) marks.push_back(search.any_reads(item) ? 1 : 0);
  });
  return readers;
}

}  // namespace luztar
