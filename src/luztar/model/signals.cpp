// Signals may use each other; here it is proved that inserting them ends, and soon.
#include <algorithm>
#include <cstddef>

#include "luztar/model/check.h"
#include "luztar/model/dependencies.h"
#include "luztar/model/element_forces.h"
#include "luztar/model/held_values.h"
#include "luztar/model/kinds.h"

namespace luztar {
namespace {

constexpr double kMaxNodes = 100'000;  // s1 = s0 + s0, s2 = s1 + s1 ... doubles each time
constexpr double kMaxDepth = 2000;

/// Size of an expression once every signal is inserted.
struct Size {
  double nodes{};
  double depth{};
};

struct Inserted {
  std::map<std::string, Size> size;      ///< of signals and forces that are read
  std::map<std::string, bool> has_hold;  ///< the signal jumps where a "hold" table does
};

Size size_of(const Expression& expression, const std::map<std::string, Size>& signals) {
  Size size{1, 1};
  if (expression.op() == Op::Symbol) {
    const auto signal = signals.find(expression.symbol());
    return signal == signals.end() ? size : signal->second;
  }
  for (const Expression& operand : expression.operands()) {
    const Size part = size_of(operand, signals);
    size.nodes += part.nodes;
    size.depth = std::max(size.depth, part.depth + 1);
  }
  return size;
}

bool calls_hold(const Expression& expression) {
  if (expression.op() == Op::Lookup && expression.table()->jumps()) return true;
  return std::ranges::any_of(expression.operands(), calls_hold);
}

bool uses_hold(const Expression& expression, const std::map<std::string, bool>& has_hold) {
  if (calls_hold(expression)) return true;
  const std::vector<Expression> symbols = symbols_of(expression);
  return std::any_of(symbols.begin(), symbols.end(), [&](const Expression& symbol) {
    const auto signal = has_hold.find(symbol.symbol());
    return signal != has_hold.end() && signal->second;
  });
}

void check_size(const Size& size, const SourceLocation& where, Diagnostics& mistakes) {
  if (size.nodes <= kMaxNodes && size.depth <= kMaxDepth) return;
  mistakes.push_back({where,
                      "this expression grows too large when its signals and forces are inserted",
                      "use fewer signals inside signals"});
}

Dependencies sort_signals(const Model& model) {
  std::map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < model.signals.size(); ++i) index.emplace(model.signals[i].name, i);
  std::vector<std::vector<std::size_t>> uses(model.signals.size());
  for (std::size_t i = 0; i < model.signals.size(); ++i) {
    const auto* expression = std::get_if<Expression>(&model.signals[i].value);
    if (expression == nullptr) continue;
    for (const Expression& symbol : symbols_of(*expression)) {
      const auto used = index.find(symbol.symbol());
      if (used != index.end()) uses[i].push_back(used->second);
    }
  }
  return sort_dependencies(uses);
}

void report_signal_cycles(const Model& model, const Dependencies& dependencies,
                          Diagnostics& mistakes) {
  for (const std::vector<std::size_t>& cycle : dependencies.cycles) {
    const Signal& signal = model.signals[cycle.front()];
    mistakes.push_back({signal.where,
                        cycle.size() == 1 ? "the signal '" + signal.name + "' uses itself"
                                          : "the signals '" + signal.name + "' and '" +
                                                model.signals[cycle[1]].name + "' use each other",
                        "define one of them without the other"});
  }
}

Inserted insert_signals(const Model& model, const Dependencies& dependencies,
                        Diagnostics& mistakes) {
  Inserted inserted;
  for (const std::size_t i : dependencies.order) {
    const Signal& signal = model.signals[i];
    if (const auto* table = std::get_if<Table>(&signal.value)) {
      inserted.size[signal.name] = {1, 1};
      inserted.has_hold[signal.name] = table->interpolation == Table::Interpolation::Hold;
      continue;
    }
    const Expression& expression = std::get<Expression>(signal.value);
    const Size size = size_of(expression, inserted.size);
    const std::size_t before = mistakes.size();
    check_size(size, known_place(expression.where(), signal.where), mistakes);
    // One complaint is enough: its users see it as small.
    inserted.size[signal.name] = mistakes.size() == before ? size : Size{1, 1};
    inserted.has_hold[signal.name] = uses_hold(expression, inserted.has_hold);
  }
  const ForcesRead forces = forces_read(model);
  for (const auto* read : {&forces.elastic, &forces.actions})
    for (const auto& [name, force] : *read) inserted.size[name] = size_of(force, inserted.size);
  return inserted;
}

}  // namespace

void check_signals(const Model& model, Diagnostics& mistakes) {
  const Dependencies dependencies = sort_signals(model);
  report_signal_cycles(model, dependencies, mistakes);
  const Inserted inserted = insert_signals(model, dependencies, mistakes);
  const auto check = [&](const Expression& expression, const SourceLocation& where) {
    check_size(size_of(expression, inserted.size), known_place(expression.where(), where),
               mistakes);
  };
  const auto look = [&](const auto& item) {
    for_each_field(item, [&](const Field& field, const Expression& expression) {
      if (field.place != Place::Constant) check(expression, item.where);
    });
  };
  for (const StateVariable& state : model.states) look(state);
  for (const Controller& controller : model.controllers) look(controller);
  for (const Body& body : model.bodies) {
    look(body);
    if (body.motion && uses_hold(*body.motion, inserted.has_hold)) {
      mistakes.push_back({known_place(body.motion->where(), body.where),
                          "the motion of '" + body.name + "' uses data with \"hold\": it jumps",
                          "a position must be continuous; use \"cubic\" or \"linear\""});
    }
  }
  for_each_element(model, look);
}

}  // namespace luztar
