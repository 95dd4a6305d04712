#include "luztar/symbolic/direct_function.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/symbolic/functions.h"

namespace luztar {
namespace {

constexpr std::size_t kShallow = 64;  // a stack that needs no allocation

/// The angle of (x, y) that is nearest to this many half turns.
double angle_near(double y, double x, double half_turns) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  const double angle = std::atan2(y, x);
  return angle + kTurn * std::round((std::numbers::pi * half_turns - angle) / kTurn);
}

/// The operation's value, of `operands` numbers from `x` on; what most laws are made of comes
/// first.
inline double applied(Op op, int operands, const double* x) {
  switch (op) {
    case Op::Add:
      return x[0] + x[1];
    case Op::Subtract:
      return x[0] - x[1];
    case Op::Multiply:
      return x[0] * x[1];
    case Op::Power:
      return x[1] == 2.0 ? x[0] * x[0] : apply(op, x[0], x[1]);
    case Op::Pulse:
      return apply_pulse(x[0], x[1], x[2]);
    case Op::Atan2:
      return operands == 3 ? angle_near(x[0], x[1], x[2]) : std::atan2(x[0], x[1]);
    default:
      return operands == 1 ? apply(op, x[0]) : apply(op, x[0], x[1]);
  }
}

/// @param last  the number that stands last among the operands, else 0
bool is_root(Op op, double last) {
  return op == Op::Sqrt || op == Op::Hypot || (op == Op::Power && last != std::floor(last));
}

}  // namespace

DirectFunction::DirectFunction(const Expression& expression, const Resolve& resolve,
                               TurnsOf turns_of)
    : turns_of_(std::move(turns_of)) {
  add(expression, resolve, 1);
  turns_of_ = {};
}

void DirectFunction::add(const Expression& expression, const Resolve& resolve, int depth) {
  depth_ = std::max(depth_, depth);
  const Op op = expression.op();
  if (op == Op::Number)
    code_.push_back({Instruction::Kind::Number, op, 0, expression.number()});
  else if (op == Op::Symbol)
    add_symbol(expression, resolve, depth);
  else if (op == Op::If)
    add_if(expression, resolve, depth);
  else if (op == Op::Lookup)
    add_lookup(expression, resolve, depth);
  else {
    const std::size_t begin = code_.size();
    int place = depth;
    for (const Expression& operand : expression.operands()) add(operand, resolve, place++);
    if (const auto turns = op == Op::Atan2 && turns_of_ ? turns_of_(expression) : std::nullopt) {
      code_.push_back({Instruction::Kind::Variable, Op::Symbol, turns->index, 0.0});
      depth_ = std::max(depth_, place++);
    }
    code_.push_back({Instruction::Kind::Apply, op, place - depth, 0.0});
    if (!fold(begin, expression.operands().size()))
      has_root_ = has_root_ || is_root(op, code_[code_.size() - 2].number);
  }
}

/// Replaces an operation on numbers by its value.
bool DirectFunction::fold(std::size_t begin, std::size_t operands) {
  if (code_.size() != begin + operands + 1) return false;
  std::array<double, 3> x{};
  for (std::size_t i = 0; i < operands; ++i) {
    if (code_[begin + i].kind != Instruction::Kind::Number) return false;
    x[i] = code_[begin + i].number;
  }
  const double value = applied(code_.back().op, code_.back().index, x.data());
  code_.resize(begin);
  code_.push_back({Instruction::Kind::Number, Op::Number, 0, value});
  return true;
}

void DirectFunction::add_symbol(const Expression& expression, const Resolve& resolve, int depth) {
  const Meaning meaning = resolve(expression.symbol());
  if (const auto* number = std::get_if<double>(&meaning)) {
    code_.push_back({Instruction::Kind::Number, Op::Number, 0, *number});
  } else if (const auto* variable = std::get_if<Variable>(&meaning)) {
    code_.push_back({Instruction::Kind::Variable, Op::Symbol, variable->index, 0.0});
  } else if (const auto* data = std::get_if<Data>(&meaning)) {
    code_.push_back({Instruction::Kind::Variable, Op::Symbol, data->variable, 0.0});
    code_.push_back({Instruction::Kind::Table, Op::Symbol, static_cast<int>(tables_.size()), 0.0});
    tables_.push_back(std::make_shared<const PiecewiseCubic>(*data->table));
  } else {
    add(*std::get<const Expression*>(meaning), resolve, depth);
  }
}

void DirectFunction::add_lookup(const Expression& expression, const Resolve& resolve, int depth) {
  add(expression.operands()[0], resolve, depth);
  if (const auto& grid = expression.table()->grid; grid != nullptr) {
    add(expression.operands()[1], resolve, depth + 1);
    code_.push_back({Instruction::Kind::Grid, Op::Lookup, static_cast<int>(grids_.size()), 0.0});
    grids_.push_back(grid);
    return;
  }
  code_.push_back({Instruction::Kind::Lookup, Op::Lookup, static_cast<int>(tables_.size()), 0.0});
  tables_.emplace_back(expression.table(), &expression.table()->pieces);
}

/// Only the branch in force is evaluated: the other may be undefined. A condition that is no number
/// makes none, as in evaluate().
void DirectFunction::add_if(const Expression& expression, const Resolve& resolve, int depth) {
  const auto& operands = expression.operands();
  const auto leap = [this](std::size_t from) {
    code_[from].index = static_cast<int>(code_.size() - from);
  };
  add(operands[0], resolve, depth);
  const std::size_t condition = code_.size();
  code_.push_back({Instruction::Kind::JumpUnless, Op::If, 0, 0.0});
  add(operands[1], resolve, depth);
  const std::size_t end = code_.size();
  code_.push_back({Instruction::Kind::Jump, Op::If, 0, 0.0});
  leap(condition);
  add(operands[2], resolve, depth);
  leap(end);
}

/// @param rounding  of what instruction i reads and of its result
template <typename Rounding>
double DirectFunction::run(std::span<const double> variables, double* stack,
                           const Rounding& rounding) const {
  using Kind = Instruction::Kind;
  double* top = stack;  // one past the last value
  for (std::size_t i = 0; i < code_.size(); ++i) {
    const Instruction& instruction = code_[i];
    switch (instruction.kind) {
      case Kind::Number:
        *top++ = instruction.number;
        break;
      case Kind::Variable:
        *top++ = rounding.read(variables[static_cast<std::size_t>(instruction.index)],
                               instruction.index, i);
        break;
      case Kind::Table:
        top[-1] = luztar::evaluate(*tables_[static_cast<std::size_t>(instruction.index)], top[-1]);
        break;
      case Kind::Lookup:
        top[-1] = rounding(
            luztar::evaluate(*tables_[static_cast<std::size_t>(instruction.index)], top[-1]), i);
        break;
      case Kind::Grid:
        --top;
        top[-1] =
            rounding((*grids_[static_cast<std::size_t>(instruction.index)])(top[-1], top[0]), i);
        break;
      case Kind::Apply:
        top -= instruction.index;
        *top = rounding(applied(instruction.op, instruction.index, top), i);
        ++top;
        break;
      case Kind::JumpUnless:
        if (std::isnan(top[-1]))  // it is the value: on to the jump behind the first branch
          i += static_cast<std::size_t>(instruction.index) - 2;
        else if (*--top == 0.0)
          i += static_cast<std::size_t>(instruction.index) - 1;
        break;
      case Kind::Jump:
        i += static_cast<std::size_t>(instruction.index) - 1;
        break;
    }
  }
  return stack[0];
}

template <typename Rounding>
double DirectFunction::evaluate(std::span<const double> variables, const Rounding& rounding) const {
  if (static_cast<std::size_t>(depth_) <= kShallow) {
    std::array<double, kShallow> stack;
    return run(variables, stack.data(), rounding);
  }
  std::vector<double> stack(static_cast<std::size_t>(depth_));
  return run(variables, stack.data(), rounding);
}

double DirectFunction::operator()(std::span<const double> variables) const {
  struct Exact {
    double operator()(double value, std::size_t) const { return value; }
    double read(double value, int, std::size_t) const { return value; }
  };
  return evaluate(variables, Exact{});
}

double DirectFunction::rounded(std::span<const double> variables, std::span<const double> error,
                               int pattern) const {
  struct Rounded {
    std::span<const double> error;
    std::uint32_t pattern;
    double ulps;
    /// All up, all down, then patterns without order.
    double sign(std::size_t i) const {
      if (pattern < 2) return pattern == 0 ? 1.0 : -1.0;
      const std::uint32_t mixed = (static_cast<std::uint32_t>(i) + 1U) * 2654435761U;
      return ((mixed >> (8U + pattern)) & 1U) != 0U ? 1.0 : -1.0;
    }
    double operator()(double value, std::size_t i) const {
      return value + sign(i) * ulps * std::abs(value);
    }
    double read(double value, int variable, std::size_t i) const {
      return value + sign(i) * error[static_cast<std::size_t>(variable)];
    }
  };
  const auto kind = static_cast<std::uint32_t>(pattern % kPatterns);
  return evaluate(variables,
                  Rounded{error, kind, pattern < kPatterns ? kFewUlps : (8.0 * kFewUlps)});
}

}  // namespace luztar
