// Which parameters a generated run takes: what check_values() asks of a model, as conditions in C.
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "luztar/derive/run_writer.h"
#include "luztar/model/fields.h"
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
    for (const Signal& signal : model_.signals)
      if (const auto* value = std::get_if<Expression>(&signal.value)) divisors(*value);
    for (const StateVariable& state : model_.states) describe(state, *this);
    for (const Controller& controller : model_.controllers) {
      describe(controller, *this);
      order(controller.delay, " < ", controller.period);
    }
    return std::move(found_);
  }

  // Of describe() in model/fields.h: what a key holds.
  void number(const Field& field, const Expression& value) { in_range(field, value); }
  void number(const Field& field, const Expression& value, const Expression& other) {
    in_range(field, value);
    if (field.range == Range::Static) order(other, " <= ", value);
  }
  void optional(const Field& field, const auto& value) {
    if (value) in_range(field, *value);
  }
  void edges(const Field& field, const Expression& lower, const Expression& upper) {
    in_range(field, lower);
    in_range(field, upper);
    if (!is_endless(lower) && !is_endless(upper)) order(lower, " <= ", upper);
  }
  void mass(const Field&, const Body&) {}
  void gap(const Field& freeplay, const Field& gap, const auto& item) {
    if (!item.has_gap) return;
    is_freeplay(item) ? in_range(freeplay, item.upper) : edges(gap, item.lower, item.upper);
  }
  void both_ways(const Field& field, const auto& both) {
    if (!both) return;
    in_range(field, both->forward);
    in_range(field, both->backward);
    order(zero(), " < ", both->forward);
  }
  void either(const Field& field, const auto& value, const auto& others) {
    optional(field, value);
    if (!value) others();
  }
  void flag(const Field&, bool) {}
  void release(const Field&, Release) {}
  void later(const char*) {}
  void memory(const Field& field, const auto& memory) {
    for (const auto& item : memory) in_range(field, item.start);
  }
  void update(const Field&, const auto&) {}
  void jumps(const Field&, const auto&) {}
  void law(const auto&...) {}
  void part(const auto& value, const auto& inner) {
    if (value) inner(*value);
  }
  void kinetic(const Field& field, const Expression& level, const auto&) { in_range(field, level); }
  void rows(const Field& speed, const Field& level, const auto& rows, const auto&) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      in_range(speed, rows[i].first);
      in_range(level, rows[i].second);
      if (i > 0) order(rows[i - 1].first, " < ", rows[i].first);
    }
  }
  void table(const Field&, const auto& value, const auto& inner) {
    if (!value) return;
    inner(*value, *this);
    if constexpr (requires { value->rise; }) order(value->fall, " <= ", value->rise);
  }
  void backward(const Field&, const auto& item) { describe(item.backward, item, *this); }

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

  void in_range(const Field& field, const Expression& value) {
    const Range range = field.range;
    if (range == Range::Limits && is_endless(value)) return;
    finite(value);
    divisors(value);
    if (range == Range::NotNegative || range == Range::Fraction || range == Range::Static)
      order(zero(), " <= ", value);
    if (range == Range::Positive) order(zero(), " < ", value);
    if (range == Range::Fraction || range == Range::Share)
      order(value, " <= ", Expression::number(1.0));
    if (range == Range::Whole) whole(value);
  }

  /// Those that parameters decide are not 0, unless a condition on parameters comes before.
  void divisors(const Expression& value) {
    const auto& operands = value.operands();
    if (value.op() == Op::If && is_constant(operands[0])) return;
    if (value.op() == Op::Divide && decides(operands[1]))
      add(source_.plain_code(operands[1]) + " != 0.0");
    for (const Expression& operand : operands) divisors(operand);
  }

  void whole(const Expression& value) {
    order(Expression::number(1.0), " <= ", value);
    order(value, " <= ", Expression::number(100.0));
    if (decides(value)) {
      const std::string code = source_.plain_code(value);
      add(code + " == floor(" + code + ")");
    }
  }

  template <class Item>
  void look_at(const Item& item) {
    if constexpr (requires { item.deflection; })
      for (const auto& term : item.deflection.terms) {
        finite(term.coefficient);
        if (decides(term.coefficient)) add(source_.plain_code(term.coefficient) + " != 0.0");
      }
    describe(item, *this);
    if constexpr (requires { item.pull; }) {  // what only pushes
      if (item.pull) return;
      order(zero(), " <= ", item.stiffness);
      order(zero(), " <= ", item.damping);
    }
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
