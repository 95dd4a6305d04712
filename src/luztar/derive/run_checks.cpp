// Which parameters a generated run takes: what check_values() asks of a model, as conditions in C.
#include <cmath>
#include <string>
#include <vector>

#include "luztar/derive/run_writer.h"
#include "luztar/model/held_values.h"
#include "luztar/model/kinds.h"

namespace luztar {
namespace {

Expression zero() { return Expression::number(0.0); }

bool is_endless(const Expression& edge) {
  const Expression& size = edge.op() == Op::Negate ? edge.operands()[0] : edge;
  return size.op() == Op::Number && std::isinf(size.number());
}

/// Of the values that parameters decide, and they alone.
class RunConditions {
 public:
  RunConditions(const Model& model, Source& source)
      : model_(model), source_(source), values_(evaluate_parameters(model)) {}

  std::vector<std::string> find(const std::vector<BodyRole>& roles) {
    for (const Parameter& parameter : model_.parameters) {
      const Expression symbol = Expression::symbol(parameter.name);
      if (std::isfinite(values_.at(parameter.name))) finite(symbol);
    }
    for (std::size_t b = 0; b < roles.size(); ++b)
      if (model_.bodies[b].mass) mass(*model_.bodies[b].mass, roles[b]);
    for_each_list(model_, [&](PartKind, const auto& list) {
      for (const auto& item : list) look_at(item);
    });
    for (const StateVariable& state : model_.states) fields(state);
    for (const Controller& controller : model_.controllers) {
      fields(controller);
      order(controller.delay, " < ", controller.period);
    }
    return std::move(found_);
  }

 private:
  /// Numbers are those of the file, which has been checked.
  bool decides(const Expression& value) const {
    const auto symbols = symbols_of(value);
    for (const Expression& symbol : symbols)
      if (!values_.contains(symbol.symbol())) return false;
    return !symbols.empty();
  }

  bool is_constant(const Expression& value) const {
    return decides(value) || symbols_of(value).empty();
  }

  void add(const std::string& condition) {
    for (const std::string& known : found_)
      if (known == condition) return;
    found_.push_back(condition);
  }

  void finite(const Expression& value) {
    if (decides(value)) add("isfinite(" + source_.plain_code(value) + ")");
  }

  void order(const Expression& low, const std::string& relation, const Expression& high) {
    if (low.identity() == high.identity() || !is_constant(low) || !is_constant(high)) return;
    if (decides(low) || decides(high))
      add(source_.plain_code(low) + relation + source_.plain_code(high));
  }

  /// What a body does with forces stays as it is.
  void mass(const Expression& value, BodyRole role) {
    if (!decides(value)) return;
    const std::string code = source_.plain_code(value);
    if (role == BodyRole::Massless) add(code + " == 0.0");
    if (role == BodyRole::Steady) add(code + " == INFINITY");
    if (role != BodyRole::Inertial) return;
    add(code + " > 0.0");
    add("isfinite(1.0/(" + code + "))");
    finite(value);
  }

  void field(const Field& field, const Expression& value) {
    const Range range = field.range;
    if (range == Range::Mass || (range == Range::Limits && is_endless(value))) return;
    finite(value);
    if (range == Range::NotNegative || range == Range::Fraction || range == Range::Static)
      order(zero(), " <= ", value);
    if (range == Range::Positive) order(zero(), " < ", value);
    if (range == Range::Fraction || range == Range::Share)
      order(value, " <= ", Expression::number(1.0));
    if (range != Range::Whole || !decides(value)) return;
    const std::string code = source_.plain_code(value);
    add(code + " >= 1.0");
    add(code + " <= 100.0");
    add(code + " == floor(" + code + ")");
  }

  template <class Item>
  void fields(const Item& item) {
    for_each_field(item, [this](const Field& one, const Expression& value) { field(one, value); });
  }

  template <class Item>
  void look_at(const Item& item) {
    if constexpr (requires { item.deflection; })
      for (const auto& term : item.deflection.terms) {
        finite(term.coefficient);
        if (decides(term.coefficient)) add(source_.plain_code(term.coefficient) + " != 0.0");
      }
    fields(item);
    pairs_of(item);
  }

  /// What two numbers of an item have to keep.
  template <class Item>
  void pairs_of(const Item& item) {
    if constexpr (requires { item.lower; }) edges(item);
    if constexpr (requires { item.efficiency; })
      if (item.efficiency) order(zero(), " < ", item.efficiency->forward);
    if constexpr (requires { item.bristles; })
      for (const auto* law : {&item.forward, &item.backward}) levels(*law);
  }

  template <class Item>
  void edges(const Item& item) {
    if (!is_endless(item.lower) && !is_endless(item.upper)) order(item.lower, " <= ", item.upper);
    if constexpr (requires { item.pull; }) {
      if (item.pull) return;
      order(zero(), " <= ", item.stiffness);
      order(zero(), " <= ", item.damping);
    }
  }

  void levels(const Friction::Law& law) {
    order(law.kinetic, " <= ", law.breakaway);
    if (law.hysteresis) order(law.hysteresis->fall, " <= ", law.hysteresis->rise);
    for (std::size_t i = 1; i < law.table.size(); ++i)
      order(law.table[i - 1].first, " < ", law.table[i].first);
  }

  const Model& model_;
  Source& source_;
  ParameterValues values_;
  std::vector<std::string> found_;
};

}  // namespace

void RunWriter::checks() {
  src_.begin_function("static int", "is_sound", {{"const struct parameters *p", "p"}},
                      "Whether the model takes these values: signs, orders, finite numbers. Masses "
                      "and limits that are 0 or infinite stay so.");
  for (const std::string& condition : RunConditions(model_, src_).find(plan_.network.roles))
    src_.statement("if (!(" + condition + ")) return 0");
  src_.statement("return 1");
  src_.end_function();
}

}  // namespace luztar
