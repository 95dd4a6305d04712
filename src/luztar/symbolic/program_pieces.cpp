// Kinks and jumps in a Program: each is a switch that keeps the piece in force.
#include <cmath>
#include <limits>
#include <numbers>

#include "luztar/symbolic/program.h"

namespace luztar {

int ProgramBuilder::build_periodic(const Expression& e, int x, const Context& context) {
  const bool square = e.op() == Op::Square;
  const double width = square ? std::numbers::pi : 2.0 * std::numbers::pi;
  const int sw = add_switch(
      {.kind = Switch::Kind::Cell, .low = x, .high = x, .width = width, .jumps = true}, context);
  if (square) return emit({.code = Code::Branch, .sw = sw, .variant = 2}, 0);
  return emit({.code = Code::Cell, .a = x, .sw = sw}, program_.degree_[x]);
}

/// floor, and ceil and round by it.
int ProgramBuilder::build_whole(Op op, int x, const Context& context) {
  const bool round = op == Op::Round;
  const bool ceil = op == Op::Ceil;
  const int a = round ? add(x, constant(0.5, {}), false) : ceil ? scale(x, -1.0) : x;
  Switch sw{.kind = Switch::Kind::Cell, .low = a, .high = a, .width = 1.0, .jumps = true};
  sw.away = round;
  const auto variant = static_cast<std::uint8_t>(round ? 4 : 3);
  const int index = add_switch(sw, context);
  const int whole = emit({.code = Code::Branch, .a = a, .sw = index, .variant = variant}, 0);
  return ceil ? scale(whole, -1.0) : whole;
}

/// What x is above the cell of this width that holds it.
int ProgramBuilder::build_rest(int x, double width, const Context& context) {
  const int sw = add_switch(
      {.kind = Switch::Kind::Cell, .low = x, .high = x, .width = width, .jumps = true}, context);
  return emit({.code = Code::Cell, .a = x, .constant = width, .sw = sw, .variant = 1},
              program_.degree_[x]);
}

/// x - y floor(x/y); where y is a number without a division, which would round.
int ProgramBuilder::build_mod(int x, int y, const SourceLocation& where, const Context& context) {
  if (!is_constant(y)) {
    const int turns = emit({.code = Code::Divide, .a = x, .b = y}, Program::kAnyDegree);
    return multiply(y, build_rest(turns, 1.0, context));
  }
  const double width = std::abs(*value_[y]);
  if (width == 0.0) return constant(std::numeric_limits<double>::quiet_NaN(), where);
  const double sign = *value_[y] < 0.0 ? -1.0 : 1.0;  // mod(x, -y) = -mod(-x, y)
  return scale(build_rest(scale(x, sign), width, context), sign);
}

int ProgramBuilder::magnitude(int a, const Context& context) {
  const int sw = add_switch({.kind = Switch::Kind::Sign, .low = a, .high = a}, context);
  return emit({.code = Code::ScaleByBranch, .a = a, .sw = sw}, program_.degree_[a]);
}

/// Half turns are counted by a switch whose argument is the angle itself. In a deflection that is
/// all; elsewhere whole turns are taken away again, so that the value jumps at the cut.
int ProgramBuilder::build_angle(const Expression& e, int y, int x, const Context& context) {
  const auto angle = [&](int sw) {
    return emit({.code = Code::Atan2, .a = y, .b = x, .sw = sw}, Program::kAnyDegree);
  };
  if (has_sign(x, 1.0)) return angle(-1);  // never at the cut
  const auto [known_turn, is_new] = turns_.try_emplace({y, x}, 0);
  if (is_new) {
    known_turn->second = add_switch({.kind = Switch::Kind::Turn, .low = y, .high = x},
                                    Context{context.resolve, context.owner, false});
    Switch& turn = program_.switches_[static_cast<std::size_t>(known_turn->second)];
    turn.low = turn.high = angle(known_turn->second);
  }
  const int theta = angle(known_turn->second);
  if (context.turns != nullptr) {
    context.turns->emplace(to_text(e), known_turn->second);
    return theta;
  }
  constexpr double kTurn = 2.0 * std::numbers::pi;
  const int behind = add(constant(std::numbers::pi, e.where()), theta, true);  // of pi itself: 0
  const int sw = add_switch(
      {.kind = Switch::Kind::Cell, .low = behind, .high = behind, .width = kTurn, .jumps = true},
      context);
  const int turns =
      emit({.code = Code::ScaleByBranch, .a = constant(kTurn, e.where()), .sw = sw}, 0);
  return add(theta, turns, false);
}

/// Beside a zero it is abs, which has a value at 0.
int ProgramBuilder::build_hypot(int x, int y, const SourceLocation& where, const Context& context) {
  if (is_constant(x) && *value_[x] == 0.0) return magnitude(y, context);
  if (is_constant(y) && *value_[y] == 0.0) return magnitude(x, context);
  return power(add(multiply(x, x), multiply(y, y), false), 0.5, where, context);
}

/// What luz and sat leave free on each side: a negative one counts as 0, and is a mistake where it
/// is always negative.
int ProgramBuilder::half_width(const Expression& e, int x, const Context& context) {
  if (is_constant(x)) {
    if (*value_[x] >= 0.0) return x;
    throw ModelError(e.where(), "the half width of luz and sat is negative",
                     "give it a number of 0 or more");
  }
  const int sw = add_switch({.kind = Switch::Kind::AtLeast, .low = x, .high = x}, context);
  return select(sw, x, constant(0.0, e.where()));
}

int ProgramBuilder::build_piecewise(const Expression& e, const std::vector<int>& x,
                                    const Context& context) {
  using Kind = Switch::Kind;
  const int a = x[0];
  const auto sign = [&] {
    const int sw = add_switch({.kind = Kind::Sign, .low = a, .high = a, .jumps = true}, context);
    return emit({.code = Code::Branch, .sw = sw}, 0);
  };
  switch (e.op()) {
    case Op::Abs:
      return magnitude(a, context);
    case Op::Sign:
      return sign();
    case Op::Tar:
      return add(a, multiply(x[1], sign()), false);
    case Op::Step: {
      const int sw =
          add_switch({.kind = Kind::AtLeast, .low = a, .high = a, .jumps = true}, context);
      return emit({.code = Code::Branch, .sw = sw}, 0);
    }
    case Op::Min:
    case Op::Max: {
      const int gap = add(x[1], a, true);
      const int sw = add_switch({.kind = Kind::AtLeast, .low = gap, .high = gap}, context);
      return e.op() == Op::Min ? select(sw, a, x[1]) : select(sw, x[1], a);
    }
    case Op::Luz:
    case Op::Sat: {
      const int low = add(a, x[1], false);
      const int high = add(a, x[1], true);
      const int sw = add_switch({.kind = Kind::Interval, .low = low, .high = high}, context);
      if (e.op() == Op::Sat)  // not a - luz(a): at its limit it is the limit to the last bit
        return emit({.code = Code::Limit, .a = a, .b = x[1], .sw = sw},
                    std::max(program_.degree_[a], program_.degree_[x[1]]));
      return emit({.code = Code::DeadZone, .a = low, .b = high, .sw = sw},
                  std::max(program_.degree_[low], program_.degree_[high]));
    }
    case Op::Pulse: {
      const int low = add(a, x[1], true);
      const int high = add(low, x[2], true);
      const int sw =
          add_switch({.kind = Kind::Pulse, .low = low, .high = high, .jumps = true}, context);
      return emit({.code = Code::Branch, .sw = sw, .variant = 1}, 0);
    }
    case Op::Floor:
    case Op::Ceil:
    case Op::Round:
      return build_whole(e.op(), a, context);
    case Op::Mod:
      return build_mod(a, x[1], e.where(), context);
    default:
      return build_periodic(e, a, context);
  }
}

/// Calls at the same slot share their instructions, unless events name the expression of the call.
int ProgramBuilder::build_lookup(const TablePtr& table, int x, const Context& context) {
  const PiecewiseCubic& pieces = table->pieces;
  const bool visible = pieces.jumps || (context.in_motion && pieces.kinks);
  const std::tuple call{table.get(), x, -1};
  if (const auto it = calls_.find(call); it != calls_.end() && !visible) return it->second;
  Switch sw{.kind = Switch::Kind::Lookup, .low = x, .high = x};
  sw.table = table_place({table, &pieces});
  sw.jumps = pieces.jumps;
  sw.visible = visible;
  const int slot = build_pieces(pieces, add_switch(sw, context), x);
  if (!visible) calls_.emplace(call, slot);
  return slot;
}

int ProgramBuilder::table_place(const std::shared_ptr<const PiecewiseCubic>& pieces) {
  const auto [place, fresh] =
      table_places_.try_emplace(pieces.get(), static_cast<int>(program_.tables_.size()));
  if (fresh) program_.tables_.push_back(pieces);
  return place->second;
}

/// Two switches beside each other, one of each axis.
int ProgramBuilder::build_grid(const TableFunction& table, int x, int y, const Context& context) {
  const GridFunction& grid = *table.grid;
  const std::tuple call{&table, x, y};
  const auto seen = [&](std::size_t which) {
    return grid.jumps(which) || (context.in_motion && grid.kinks(which));
  };
  const bool visible = seen(0) || seen(1);
  if (const auto it = calls_.find(call); it != calls_.end() && !visible) return it->second;
  const auto first = static_cast<int>(program_.switches_.size());
  for (const std::size_t which : {0, 1}) {
    const int argument = which == 0 ? x : y;
    Switch sw{.kind = Switch::Kind::Lookup, .low = argument, .high = argument};
    sw.table = table_place(grid.axis(which));
    if (which == 0) sw.grid = static_cast<int>(program_.grids_.size());
    sw.jumps = grid.jumps(which);
    sw.visible = seen(which);
    add_switch(sw, context);
  }
  program_.grids_.push_back(table.grid);
  const int slot = build_patch(grid, first, x, y);
  if (!visible) calls_.emplace(call, slot);
  return slot;
}

/// The polynomial of the piece of x and the piece of y, from the highest powers down.
int ProgramBuilder::build_patch(const GridFunction& grid, int sw, int x, int y) {
  const auto in_piece = [&](int argument, int of) {
    return emit({.code = Code::Lookup, .a = argument, .sw = of, .variant = 1},
                program_.degree_[argument]);
  };
  const auto coefficient = [&](int m, int n) {
    return emit({.code = Code::Grid, .sw = sw, .variant = static_cast<std::uint8_t>(4 * m + n)}, 0);
  };
  const int s = grid.degree(0) > 0 ? in_piece(x, sw) : -1;
  const int r = grid.degree(1) > 0 ? in_piece(y, sw + 1) : -1;
  int value = -1;
  for (int m = grid.degree(0); m >= 0; --m) {
    int row = coefficient(m, grid.degree(1));
    for (int n = grid.degree(1) - 1; n >= 0; --n)
      row = add(multiply(row, r), coefficient(m, n), false);
    value = value < 0 ? row : add(multiply(value, s), row, false);
  }
  return value;
}

/// The polynomial of the piece, from its highest power down.
int ProgramBuilder::build_pieces(const PiecewiseCubic& pieces, int sw, int x) {
  const auto coefficient = [&](int power) {
    const auto variant = static_cast<std::uint8_t>(2 + power);
    return emit({.code = Code::Lookup, .sw = sw, .variant = variant}, 0);
  };
  const int degree = degree_of(pieces);
  if (degree == 1) return emit({.code = Code::Lookup, .a = x, .sw = sw}, program_.degree_[x]);
  int value = coefficient(degree);
  if (degree == 0) return value;
  const int s = emit({.code = Code::Lookup, .a = x, .sw = sw, .variant = 1}, program_.degree_[x]);
  for (int power = degree - 1; power >= 0; --power)
    value = add(multiply(value, s), coefficient(power), false);
  return value;
}

int ProgramBuilder::build_if(const Expression& e, const Context& context) {
  const Expression& condition = e.operands()[0];
  const int left = build(condition.operands()[0], context);
  const int right = build(condition.operands()[1], context);
  const Op op = condition.op();
  const bool greater = op == Op::Greater || op == Op::GreaterEqual;
  const auto branch = [&](int index, double sign) {
    if (is_zero(right)) signs_.emplace_back(left, sign);
    if (is_zero(left)) signs_.emplace_back(right, -sign);
    const int slot = build(e.operands()[static_cast<std::size_t>(index)], context);
    if (is_zero(right)) signs_.pop_back();
    if (is_zero(left)) signs_.pop_back();
    return slot;
  };
  const int yes = branch(1, greater ? 1.0 : -1.0);
  const int no = branch(2, greater ? -1.0 : 1.0);
  const bool or_equal = op == Op::GreaterEqual || op == Op::LessEqual;
  const int gap = greater ? add(left, right, true) : add(right, left, true);
  if (is_constant(gap)) {
    const bool holds = or_equal ? *value_[gap] >= 0.0 : *value_[gap] > 0.0;
    return holds ? yes : no;
  }
  const auto kind = or_equal ? Switch::Kind::AtLeast : Switch::Kind::Above;
  return select(add_switch({.kind = kind, .low = gap, .high = gap, .jumps = true}, context), yes,
                no);
}

}  // namespace luztar
