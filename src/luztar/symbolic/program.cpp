#include "luztar/symbolic/program.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "luztar/core/assert.h"

namespace luztar {
namespace {

/// The slot is a sum, a multiple, a product, a piece of others.
bool is_arithmetic(Program::Code code) {
  using Code = Program::Code;
  return code <= Code::Divide || code == Code::ScaleByBranch || code == Code::Select ||
         code == Code::DeadZone || code == Code::Limit;
}

}  // namespace

ProgramBuilder::ProgramBuilder() { is_time_[new_slot(true, 1)] = 1; }  // slot 0 is t

int ProgramBuilder::new_slot(bool time_only, int degree) {
  program_.time_only_.push_back(time_only);
  program_.degree_.push_back(std::min(degree, Program::kAnyDegree));
  value_.emplace_back();
  is_time_.push_back(0);
  maker_.emplace_back();
  never_below_.push_back(0);
  fixed_.push_back(0);
  zero_.push_back(0);
  return program_.slots() - 1;
}

int ProgramBuilder::input(bool below_zero) {
  const int slot = new_slot(false, Program::kAnyDegree);
  never_below_[slot] = below_zero ? 0 : 1;
  return slot;
}

int ProgramBuilder::output() { return new_slot(true, 0); }

int ProgramBuilder::parameter(double value) {
  const int slot = new_slot(true, 0);
  fixed_[slot] = 1;
  zero_[slot] = value == 0.0 ? 1 : 0;
  return slot;
}

/// What would be folded if parameters were numbers.
void ProgramBuilder::note_fixed(const Program::Instruction& i) {
  const auto all = [&](const std::vector<char>& flag) {
    return (i.a < 0 || flag[i.a] != 0) && (i.b < 0 || flag[i.b] != 0) && (i.a >= 0 || i.b >= 0);
  };
  const bool product = i.code == Code::Multiply;
  const bool vanishes = product && (zero_[i.a] != 0 || zero_[i.b] != 0);
  const bool stays_zero = i.code == Code::Add || i.code == Code::Subtract || i.code == Code::Scale;
  for (const int slot : {i.out, i.aux}) {
    if (slot < 0) continue;
    fixed_[slot] = vanishes || (all(fixed_) && (i.sw < 0 || program_.switches_[i.sw].is_fixed));
    zero_[slot] = vanishes || (stays_zero && all(zero_));
  }
}

int ProgramBuilder::clock(double first, double width, int owner) {
  const Resolve nothing;
  const int low = add(time(), constant(first, {}), true);
  return add_switch(
      {.kind = Switch::Kind::Cell, .low = low, .high = low, .width = width, .visible = true},
      Context{nothing, owner, false});
}

int ProgramBuilder::counter(int owner) {
  const Resolve nothing;
  const int middle = constant(0.5, {});  // of piece 0, which nothing but the caller ends
  return add_switch(
      {.kind = Switch::Kind::Cell, .low = middle, .high = middle, .width = 1.0, .visible = true},
      Context{nothing, owner, false});
}

int ProgramBuilder::condition(const Expression& margin, bool or_equal, const Resolve& resolve,
                              int owner) {
  const std::size_t first = program_.switches_.size();
  const int x = compile(margin, resolve, owner, false);
  const auto kind = or_equal ? Switch::Kind::AtLeast : Switch::Kind::Above;
  const int index = add_switch({.kind = kind, .low = x, .high = x, .jumps = true},
                               Context{resolve, owner, false});
  for (std::size_t i = first; i < program_.switches_.size(); ++i)
    program_.switches_[i].visible = false;
  return index;
}

int ProgramBuilder::constant(double value, const SourceLocation& where) {
  if (!std::isfinite(value))
    throw ModelError(where, "this part of the expression is not a finite number",
                     "check for a division by zero or a function outside its domain");
  if (value == 0.0) value = 0.0;  // one zero
  const auto [it, fresh] = constant_slots_.try_emplace(value, 0);
  if (fresh) {
    it->second = new_slot(true, 0);
    value_.back() = value;
    fixed_.back() = 1;
    zero_.back() = value == 0.0 ? 1 : 0;
    program_.constants_.emplace_back(it->second, value);
  }
  return it->second;
}

int ProgramBuilder::emit(Program::Instruction i, int degree) {
  const Key key{i.code, i.a, i.b, i.constant, i.sw, i.variant};
  const bool two = i.code == Code::SinCos || i.code == Code::SinhCosh || i.code == Code::Tan ||
                   i.code == Code::Tanh || i.code == Code::Atan2;
  if (const auto it = shared_.find(key); it != shared_.end())
    return i.aux == 1 ? it->second.second : it->second.first;
  bool time_only = (i.a < 0 || program_.time_only_[i.a]) && (i.b < 0 || program_.time_only_[i.b]);
  if (i.sw >= 0) time_only = time_only && program_.switches_[i.sw].time_only;
  if (i.code == Code::Grid) time_only = time_only && program_.switches_[i.sw + 1].time_only;
  const bool want_second = i.aux == 1;
  i.out = new_slot(time_only, degree);
  i.aux = two ? new_slot(time_only, degree) : -1;
  i.degree = program_.degree_[i.out];
  i.reads_time = (i.a >= 0 && is_time_[i.a] != 0) || (i.b >= 0 && is_time_[i.b] != 0);
  is_time_[i.out] = i.reads_time && is_arithmetic(i.code) ? 1 : 0;
  maker_[i.out] = i;
  note_fixed(i);
  (time_only ? program_.time_code_ : program_.state_code_).push_back(i);
  shared_.emplace(key, std::pair{i.out, i.aux});
  return want_second ? i.aux : i.out;
}

int ProgramBuilder::compile(const Expression& expression, const Resolve& resolve, int owner,
                            bool in_motion) {
  return build(expression, Context{resolve, owner, in_motion});
}

int ProgramBuilder::compile(const Expression& expression, const Resolve& resolve, int owner,
                            Turns& turns) {
  return build(expression, Context{resolve, owner, true, &turns});
}

Program ProgramBuilder::take() { return std::move(program_); }

int ProgramBuilder::build(const Expression& e, const Context& context) {
  if (e.op() == Op::Number) return constant(e.number(), e.where());
  if (e.op() == Op::Symbol) return build_symbol(e, context);
  if (e.op() == Op::If) return build_if(e, context);
  LUZTAR_ASSERT(e.op() != Op::Delay);  // stands beside the laws: model/delays.h
  std::vector<int> x;
  bool all_constant = true;
  for (const Expression& operand : e.operands()) {
    x.push_back(build(operand, context));
    all_constant = all_constant && is_constant(x.back());
  }
  if (e.op() == Op::Luz || e.op() == Op::Sat) x[1] = half_width(e.operands()[1], x[1], context);
  if (all_constant) {
    std::vector<Expression> numbers;
    for (const int slot : x) numbers.push_back(Expression::number(*value_[slot], e.where()));
    const Expression folded = e.with(numbers);
    return constant(evaluate(folded, [](const std::string&) { return 0.0; }), e.where());
  }
  if (e.op() <= Op::Power) return build_arithmetic(e, x, context);
  if (e.op() == Op::Lookup && x.size() == 2) return build_grid(*e.table(), x[0], x[1], context);
  if (e.op() == Op::Lookup) return build_lookup(e.table(), x[0], context);
  if (e.op() == Op::Hypot) return build_hypot(x[0], x[1], e.where(), context);
  if (e.op() <= Op::Sqrt) return build_function(e, x, context);
  return build_piecewise(e, x, context);
}

int ProgramBuilder::build_symbol(const Expression& e, const Context& context) {
  const Meaning meaning = context.resolve(e.symbol());
  if (const auto* value = std::get_if<double>(&meaning)) return constant(*value, e.where());
  if (const auto* slot = std::get_if<Slot>(&meaning)) return slot->index;
  if (const auto* named = std::get_if<Named>(&meaning))
    return build_named(e.symbol(), *named, context);
  return build_table(e.symbol(), std::get<Data>(meaning), context);
}

int ProgramBuilder::build_named(const std::string& name, const Named& named,
                                const Context& context) {
  if (const auto it = signal_slots_.find(name); it != signal_slots_.end()) return it->second;
  auto here = std::exchange(signs_, {});  // others ask for it too
  const int slot =
      build(*named.expression, Context{context.resolve, named.owner, context.in_motion, nullptr});
  signs_ = std::move(here);
  signal_slots_.emplace(name, slot);
  return slot;
}

int ProgramBuilder::build_table(const std::string& name, const Data& data, const Context& context) {
  if (const auto it = signal_slots_.find(name); it != signal_slots_.end()) return it->second;
  program_.tables_.push_back(std::make_shared<const PiecewiseCubic>(*data.table));
  Switch sw{.kind = Switch::Kind::Table, .low = time(), .high = time()};
  sw.table = static_cast<int>(program_.tables_.size()) - 1;
  sw.jumps = data.table->jumps;
  sw.visible = data.table->jumps || (context.in_motion && data.table->kinks);
  const int index = add_switch(sw, Context{context.resolve, data.owner, false});
  const int slot = emit({.code = Code::Table, .a = time(), .sw = index}, 3);
  signal_slots_.emplace(name, slot);
  return slot;
}

int ProgramBuilder::scale(int a, double factor) {
  if (is_constant(a)) return constant(factor * *value_[a], {});
  if (factor == 1.0) return a;
  if (factor == 0.0) return constant(0.0, {});
  return emit({.code = Code::Scale, .a = a, .constant = factor}, program_.degree_[a]);
}

int ProgramBuilder::add(int a, int b, bool subtract) {
  const double sign = subtract ? -1.0 : 1.0;
  if (is_constant(a) && is_constant(b)) return constant(*value_[a] + sign * *value_[b], {});
  if (is_constant(b) && *value_[b] == 0.0) return a;
  if (is_constant(b))
    return emit({.code = Code::AddConstant, .a = a, .constant = sign * *value_[b]},
                program_.degree_[a]);
  if (is_constant(a)) {
    const int scaled = scale(b, sign);
    if (*value_[a] == 0.0) return scaled;
    return emit({.code = Code::AddConstant, .a = scaled, .constant = *value_[a]},
                program_.degree_[b]);
  }
  return emit({.code = subtract ? Code::Subtract : Code::Add, .a = a, .b = b},
              std::max(program_.degree_[a], program_.degree_[b]));
}

int ProgramBuilder::multiply(int a, int b) {
  if (is_constant(a)) return scale(b, *value_[a]);
  if (is_constant(b)) return scale(a, *value_[b]);
  return emit({.code = Code::Multiply, .a = a, .b = b}, program_.degree_[a] + program_.degree_[b]);
}

int ProgramBuilder::build_arithmetic(const Expression& e, const std::vector<int>& x,
                                     const Context& context) {
  switch (e.op()) {
    case Op::Negate:
      return scale(x[0], -1.0);
    case Op::Add:
      return add(x[0], x[1], false);
    case Op::Subtract:
      return add(x[0], x[1], true);
    case Op::Multiply:
      return multiply(x[0], x[1]);
    case Op::Divide:
      if (is_constant(x[1])) {
        if (*value_[x[1]] == 0.0) return constant(1.0 / 0.0 * 1.0, e.where());
        // x / c and not x * (1 / c): the quotient is rounded once
        return emit({.code = Code::Divide, .a = x[0], .b = x[1]}, program_.degree_[x[0]]);
      }
      return emit({.code = Code::Divide, .a = x[0], .b = x[1]}, Program::kAnyDegree);
    default:
      if (is_constant(x[1])) return power(x[0], *value_[x[1]], e.where(), context);
      return unary(Code::Exp, multiply(x[1], integral(x[0], x[0], 0)));  // a^b = exp(b log a)
  }
}

int ProgramBuilder::unary(Code code, int a, bool second) {
  return emit({.code = code, .a = a, .aux = second ? 1 : 0}, Program::kAnyDegree);
}

int ProgramBuilder::integral(int a, int denominator, int start) {
  return emit({.code = Code::Integral,
               .a = a,
               .b = denominator,
               .variant = static_cast<std::uint8_t>(start)},
              Program::kAnyDegree);
}

int ProgramBuilder::build_function(const Expression& e, const std::vector<int>& x,
                                   const Context& context) {
  const int a = x[0];
  switch (e.op()) {
    case Op::Sin:
      return unary(Code::SinCos, a);
    case Op::Cos:
      return unary(Code::SinCos, a, true);
    case Op::Sinh:
      return unary(Code::SinhCosh, a);
    case Op::Cosh:
      return unary(Code::SinhCosh, a, true);
    case Op::Tan:
      return unary(Code::Tan, a);
    case Op::Tanh:
      return unary(Code::Tanh, a);
    case Op::Exp:
      return unary(Code::Exp, a);
    case Op::Asinh: {
      const int square = add(multiply(a, a), constant(1.0, e.where()), false);
      return integral(a, power(square, 0.5, e.where(), context), 4);
    }
    case Op::Acosh: {  // not a^2 - 1, which rounding would spoil near 1
      const int below = add(a, constant(1.0, e.where()), true);
      const int above = add(a, constant(1.0, e.where()), false);
      return integral(a, power(multiply(below, above), 0.5, e.where(), context), 5);
    }
    case Op::Atanh: {
      const int below = add(constant(1.0, e.where()), a, true);
      const int above = add(constant(1.0, e.where()), a, false);
      return integral(a, multiply(below, above), 6);
    }
    case Op::Log:
      return integral(a, a, 0);
    case Op::Log10:
      return integral(a, scale(a, std::numbers::ln10), 7);
    case Op::Asin:
    case Op::Acos: {
      const int rest = add(constant(1.0, e.where()), multiply(a, a), true);
      return integral(a, power(rest, 0.5, e.where(), context), e.op() == Op::Asin ? 1 : 2);
    }
    case Op::Atan:
      return integral(a, add(multiply(a, a), constant(1.0, e.where()), false), 3);
    case Op::Atan2:
      return build_angle(e, a, x[1], context);
    default:
      return power(a, 0.5, e.where(), context);
  }
}

int ProgramBuilder::add_switch(Switch sw, const Context& context) {
  sw.owner = context.owner;
  sw.visible =
      sw.visible || sw.jumps ||
      (context.in_motion && sw.kind != Switch::Kind::Table && sw.kind != Switch::Kind::Lookup);
  sw.time_only = program_.time_only_[sw.low] && program_.time_only_[sw.high];
  sw.is_fixed = fixed_[sw.low] != 0 && fixed_[sw.high] != 0;
  program_.switches_.push_back(sw);
  return static_cast<int>(program_.switches_.size()) - 1;
}

int ProgramBuilder::lookup(int x, PiecewiseCubic table, int owner) {
  const Resolve nothing;
  program_.tables_.push_back(std::make_shared<const PiecewiseCubic>(std::move(table)));
  Switch sw{.kind = Switch::Kind::Lookup, .low = x, .high = x};
  sw.table = static_cast<int>(program_.tables_.size()) - 1;
  const int index = add_switch(sw, Context{nothing, owner, false});
  return emit({.code = Code::Lookup, .a = x, .sw = index}, program_.degree_[x]);
}

int ProgramBuilder::number_slot(const Meaning& number) {
  const auto* slot = std::get_if<Slot>(&number);
  return slot != nullptr ? slot->index : constant(std::get<double>(number), {});
}

int ProgramBuilder::relay(int x, const Meaning& rise, const Meaning& fall, int below, int above,
                          int owner) {
  const Resolve nothing;
  const int low = add(x, number_slot(rise), true);
  const int high = add(x, number_slot(fall), true);
  const Switch sw{.kind = Switch::Kind::Relay, .low = low, .high = high, .jumps = true};
  return select(add_switch(sw, Context{nothing, owner, false}), above, below);
}

int ProgramBuilder::select(int sw, int a, int b) {
  return emit({.code = Code::Select, .a = a, .b = b, .sw = sw},
              std::max(program_.degree_[a], program_.degree_[b]));
}

}  // namespace luztar
