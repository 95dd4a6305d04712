#include "luztar/derive/held_pieces.h"

#include <algorithm>
#include <utility>

namespace luztar {
namespace {

Expression number(double value) { return Expression::number(value); }

Expression binary(Op op, const Expression& a, const Expression& b) {
  return Expression::apply(op, {a, b});
}

Expression difference(const Expression& a, const Expression& b) {
  const bool plain = b.op() == Op::Number && b.number() == 0.0;
  return plain ? a : binary(Op::Subtract, a, b);
}

Expression if_on(const Expression& piece, Expression yes, Expression no) {
  return Expression::apply(
      Op::If, {binary(Op::Greater, piece, number(0.0)), std::move(yes), std::move(no)});
}

constexpr double kTurn = 6.283185307179586;

}  // namespace

bool HeldPieces::moves(const Expression& expression) const {
  const auto symbols = symbols_of(expression);
  return std::any_of(symbols.begin(), symbols.end(),
                     [this](const auto& symbol) { return !constants_.contains(symbol.symbol()); });
}

std::string HeldPieces::code(int place) { return "m->piece[" + std::to_string(place) + "]"; }

Expression HeldPieces::symbol(int place) {
  const std::string name = "#piece " + std::to_string(place);
  source_.name(name, code(place));
  return Expression::symbol(name);
}

int HeldPieces::place_of(const std::string& argument, const HeldPiece& piece) {
  if (function_ != source_.functions()) places_.clear();
  function_ = source_.functions();
  const std::string key = std::to_string(static_cast<int>(piece.kind)) + "/" +
                          std::to_string(piece.at_edge) + "/" + argument;
  const auto found = places_.find(key);
  if (found != places_.end()) {
    HeldPiece& known = pieces_[static_cast<std::size_t>(found->second)];
    known.jumps = known.jumps || piece.jumps;
    name_owner(found->second, piece.jumps);
    return last_ = found->second;
  }
  const int place = static_cast<int>(pieces_.size());
  pieces_.push_back(piece);
  places_.emplace(key, place);
  name_owner(place, piece.jumps);
  return last_ = place;
}

void HeldPieces::name_owner(int place, bool jumps) {
  if (owner_.empty()) return;
  auto& owners = pieces_[static_cast<std::size_t>(place)].owners;
  if ((jumps || kinks_) && std::ranges::find(owners, owner_) == owners.end())
    owners.push_back(owner_);
}

std::vector<std::string> HeldPieces::owners() const {
  std::vector<std::string> all;
  for (const HeldPiece& piece : pieces_)
    for (const std::string& owner : piece.owners)
      if (std::ranges::find(all, owner) == all.end()) all.push_back(owner);
  return all;
}

int HeldPieces::side(const std::string& argument, int at_edge, bool jumps) {
  const std::size_t before = pieces_.size();
  const int place = place_of(argument, {HeldPiece::Kind::Side, at_edge, jumps});
  if (pieces_.size() > before) source_.assign("kink[" + std::to_string(place) + "]", argument);
  return place;
}

int HeldPieces::relay(const std::string& rising, const std::string& falling) {
  const std::size_t before = pieces_.size();
  const int place = place_of(rising + "/" + falling, {HeldPiece::Kind::Relay, -1, true});
  if (pieces_.size() > before)
    source_.assign("kink[" + std::to_string(place) + "]",
                   is_on(place) + " ? " + falling + " : " + rising);
  return place;
}

void HeldPieces::watch(const std::string& argument) {
  const std::size_t before = pieces_.size();
  const int place = place_of(argument, {HeldPiece::Kind::Watch, 1, false});
  if (pieces_.size() > before) source_.assign("kink[" + std::to_string(place) + "]", argument);
}

Expression HeldPieces::on_side(const Expression& argument, int at_edge, bool jumps) {
  return symbol(side(source_.plain_code(argument), at_edge, jumps));
}

Expression HeldPieces::whole(const Expression& argument) {
  const std::size_t before = pieces_.size();
  const std::string code = source_.plain_code(argument);
  const int place = place_of(code, {HeldPiece::Kind::Whole, 0, true});
  if (pieces_.size() > before) source_.assign("kink[" + std::to_string(place) + "]", code);
  return symbol(place);
}

Expression HeldPieces::choice(const Expression& condition, Expression yes, Expression no) {
  const Expression a = held(condition.operands()[0]), b = held(condition.operands()[1]);
  const bool greater = condition.op() == Op::Greater || condition.op() == Op::GreaterEqual;
  const bool with_edge = condition.op() == Op::GreaterEqual || condition.op() == Op::LessEqual;
  const Expression argument = greater ? difference(a, b) : difference(b, a);
  return if_on(on_side(argument, with_edge ? 1 : -1, true), std::move(yes), std::move(no));
}

Expression HeldPieces::without_kink(Op op, std::vector<Expression> x) {
  switch (op) {
    case Op::Abs:
      return binary(Op::Multiply, on_side(x[0], 1, false), x[0]);
    case Op::Sign:
      return on_side(x[0], 0, true);
    case Op::Step:
      return if_on(on_side(x[0], 1, true), number(1.0), number(0.0));
    case Op::Min:
      return if_on(on_side(difference(x[0], x[1]), 1, false), x[1], x[0]);
    case Op::Max:
      return if_on(on_side(difference(x[0], x[1]), 1, false), x[0], x[1]);
    case Op::Sat: {
      const Expression above = on_side(difference(x[0], x[1]), -1, false);
      const Expression within = on_side(binary(Op::Add, x[0], x[1]), 1, false);
      return if_on(above, x[1], if_on(within, x[0], Expression::apply(Op::Negate, {x[1]})));
    }
    case Op::Luz:
      return binary(Op::Subtract, x[0], without_kink(Op::Sat, x));
    case Op::Tar:
      return binary(Op::Add, x[0], binary(Op::Multiply, on_side(x[0], 0, true), x[1]));
    case Op::Pulse: {
      const Expression begun = on_side(difference(x[0], x[1]), 1, true);
      const Expression ended = on_side(difference(x[0], binary(Op::Add, x[1], x[2])), 1, true);
      return if_on(begun, if_on(ended, number(0.0), number(1.0)), number(0.0));
    }
    case Op::Floor:
      return whole(x[0]);
    case Op::Ceil:
      return Expression::apply(Op::Negate, {whole(Expression::apply(Op::Negate, {x[0]}))});
    case Op::Round:
      return whole(binary(Op::Add, x[0], number(0.5)));
    case Op::Mod:
      return binary(Op::Subtract, x[0],
                    binary(Op::Multiply, x[1], whole(binary(Op::Divide, x[0], x[1]))));
    case Op::Square: {
      const Expression half = whole(binary(Op::Divide, x[0], number(kTurn / 2.0)));
      return if_on(binary(Op::Subtract, number(0.5), binary(Op::Mod, half, number(2.0))),
                   number(1.0), number(-1.0));
    }
    default: {  // Saw
      const Expression turns = binary(Op::Divide, x[0], number(kTurn));
      return binary(Op::Subtract,
                    binary(Op::Multiply, number(2.0), binary(Op::Subtract, turns, whole(turns))),
                    number(1.0));
    }
  }
}

Expression HeldPieces::held(const Expression& expression) {
  if (expression.operands().empty() || !moves(expression)) return expression;
  const std::vector<Expression>& operands = expression.operands();
  if (expression.op() == Op::If) {
    Expression yes = held(operands[1]), no = held(operands[2]);
    if (!moves(operands[0])) return expression.with({operands[0], yes, no});
    return choice(operands[0], std::move(yes), std::move(no));
  }
  std::vector<Expression> parts;
  for (const Expression& operand : operands) parts.push_back(held(operand));
  switch (expression.op()) {
    case Op::Abs:
    case Op::Sign:
    case Op::Step:
    case Op::Min:
    case Op::Max:
    case Op::Sat:
    case Op::Luz:
    case Op::Tar:
    case Op::Pulse:
    case Op::Floor:
    case Op::Ceil:
    case Op::Round:
    case Op::Mod:
    case Op::Square:
    case Op::Saw:
      return without_kink(expression.op(), std::move(parts));
    default:
      return expression.with(std::move(parts));
  }
}

}  // namespace luztar
