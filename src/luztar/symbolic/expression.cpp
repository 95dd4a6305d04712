#include "luztar/symbolic/expression.h"

#include <algorithm>
#include <utility>

#include "luztar/core/assert.h"

namespace luztar {

struct Expression::Node {
  Op op{Op::Number};
  double number{};
  std::string text{};  ///< name of a symbol, unit of a number
  std::vector<Expression> operands{};
  SourceLocation where{};
  int depth{1};
  std::shared_ptr<const TableFunction> table{};
};

namespace {

int depth_over(const std::vector<Expression>& operands) {
  int depth = 0;
  for (const Expression& operand : operands) depth = std::max(depth, operand.depth());
  return depth + 1;
}

}  // namespace

Expression::Expression() {
  static const std::shared_ptr<const Node> kZero = std::make_shared<const Node>();
  node_ = kZero;
}

Expression Expression::number(double value, SourceLocation where, std::string unit) {
  Expression result;
  result.node_ = std::make_shared<const Node>(
      Node{Op::Number, value, std::move(unit), {}, std::move(where), 1, {}});
  return result;
}

Expression Expression::symbol(std::string name, SourceLocation where) {
  Expression result;
  result.node_ = std::make_shared<const Node>(
      Node{Op::Symbol, 0.0, std::move(name), {}, std::move(where), 1, {}});
  return result;
}

Expression Expression::apply(Op op, std::vector<Expression> operands, SourceLocation where) {
  LUZTAR_ASSERT(op != Op::Number && op != Op::Symbol && op != Op::Lookup && !operands.empty());
  const int depth = depth_over(operands);
  Expression result;
  result.node_ = std::make_shared<const Node>(
      Node{op, 0.0, {}, std::move(operands), std::move(where), depth, {}});
  return result;
}

Expression Expression::lookup(std::shared_ptr<const TableFunction> table,
                              std::vector<Expression> operands, SourceLocation where) {
  LUZTAR_ASSERT(table != nullptr && !operands.empty());
  Expression result;
  const int depth = depth_over(operands);
  result.node_ = std::make_shared<const Node>(
      Node{Op::Lookup, 0.0, {}, std::move(operands), std::move(where), depth, std::move(table)});
  return result;
}

Expression Expression::with(std::vector<Expression> operands) const {
  LUZTAR_ASSERT(operands.size() == this->operands().size());
  if (op() == Op::Lookup) return lookup(table(), std::move(operands), where());
  return apply(op(), std::move(operands), where());
}

Op Expression::op() const { return node_->op; }

double Expression::number() const {
  LUZTAR_ASSERT(op() == Op::Number);
  return node_->number;
}

const std::string& Expression::symbol() const {
  LUZTAR_ASSERT(op() == Op::Symbol);
  return node_->text;
}

const std::string& Expression::unit() const {
  LUZTAR_ASSERT(op() == Op::Number);
  return node_->text;
}

const std::shared_ptr<const TableFunction>& Expression::table() const {
  LUZTAR_ASSERT(op() == Op::Lookup);
  return node_->table;
}

const std::vector<Expression>& Expression::operands() const { return node_->operands; }
const SourceLocation& Expression::where() const { return node_->where; }
int Expression::depth() const { return node_->depth; }
const void* Expression::identity() const { return node_.get(); }

namespace {

void collect_symbols(const Expression& expression, std::vector<Expression>& found) {
  if (expression.op() == Op::Symbol) found.push_back(expression);
  for (const Expression& operand : expression.operands()) collect_symbols(operand, found);
}

}  // namespace

std::vector<Expression> symbols_of(const Expression& expression) {
  std::vector<Expression> found;
  collect_symbols(expression, found);
  return found;
}

Expression substitute(const Expression& expression,
                      const std::function<const Expression*(const std::string&)>& replace) {
  if (expression.op() == Op::Symbol) {
    const Expression* replacement = replace(expression.symbol());
    return replacement ? *replacement : expression;
  }
  std::vector<Expression> operands;
  operands.reserve(expression.operands().size());
  bool changed = false;
  for (const Expression& operand : expression.operands()) {
    operands.push_back(substitute(operand, replace));
    changed = changed || operands.back().identity() != operand.identity();
  }
  if (!changed) return expression;  // untouched branches stay shared
  return expression.with(std::move(operands));
}

Expression substitute(const Expression& expression,
                      const std::map<std::string, Expression>& values) {
  return substitute(expression, [&](const std::string& name) {
    const auto found = values.find(name);
    return found == values.end() ? nullptr : &found->second;
  });
}

}  // namespace luztar
