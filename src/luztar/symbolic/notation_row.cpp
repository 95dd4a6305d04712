#include "luztar/symbolic/notation_row.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "luztar/symbolic/binding.h"
#include "luztar/symbolic/functions.h"
#include "luztar/symbolic/symbol_look.h"
#include "luztar/symbolic/table_function.h"

namespace luztar {
namespace {

using Kind = RowItem::Kind;

void append(Row& row, Row tail) {
  row.insert(row.end(), std::make_move_iterator(tail.begin()), std::make_move_iterator(tail.end()));
}

bool is_sum(const Expression& e) { return e.op() == Op::Add || e.op() == Op::Subtract; }
bool is_product(const Expression& e) { return e.op() == Op::Multiply || e.op() == Op::Divide; }

struct Signed {
  bool negative;
  Expression magnitude;
};

// Signs of factors move to the front: a*(-3) is -3 a, as a term of a sum a minus sign.
Signed split_sign(const Expression& e) {
  if (e.op() == Op::Number && std::signbit(e.number())) {
    return {true, Expression::number(-e.number())};
  }
  if (e.op() == Op::Negate) {
    auto [negative, magnitude] = split_sign(e.operands()[0]);
    return {!negative, magnitude};
  }
  if (!is_product(e)) return {false, e};
  const auto [left_negative, left] = split_sign(e.operands()[0]);
  const auto [right_negative, right] = split_sign(e.operands()[1]);
  if (!left_negative && !right_negative) return {false, e};
  return {left_negative != right_negative, Expression::apply(e.op(), {left, right})};
}

// -(-x) is x, -((-x)*y) is x*y.
Expression without_cancelling(const Expression& e) {
  if (e.op() != Op::Negate) return e;
  const auto [negative, magnitude] = split_sign(e);
  return negative ? e : magnitude;
}

std::string_view name_for_readers(Op op) {
  constexpr std::array kOther = {std::pair{Op::Sign, "sgn"},     std::pair{Op::Asin, "arcsin"},
                                 std::pair{Op::Acos, "arccos"},  std::pair{Op::Atan, "arctan"},
                                 std::pair{Op::Log, "ln"},       std::pair{Op::Log10, "lg"},
                                 std::pair{Op::Asinh, "arsinh"}, std::pair{Op::Acosh, "arcosh"},
                                 std::pair{Op::Atanh, "artanh"}};
  const auto* found = std::ranges::find(kOther, op, &std::pair<Op, const char*>::first);
  return found == kOther.end() ? function_name(op) : found->second;
}

class Builder {
 public:
  explicit Builder(bool stacked) : stacked_(stacked) {}

  Row whole(const Expression& signed_twice) const {
    const Expression e = without_cancelling(signed_twice);
    switch (binding(e)) {
      case Binding::Comparison:
        return e.op() == Op::If ? cases(e) : comparison(e);
      case Binding::Sum:
        return sum(e);
      default:
        return single(e);
    }
  }

 private:
  // Of what is printed, which is looser for signs and cases and tighter for pictures.
  Binding binding(const Expression& signed_twice) const {
    const Expression e = without_cancelling(signed_twice);
    if (split_sign(e).negative) return Binding::Sum;
    if (e.op() == Op::If) return stacked_ ? Binding::Comparison : Binding::Atom;
    if (e.op() == Op::Divide && stacked_) return Binding::Unary;
    return binding_of(e);
  }

  Row operand(const Expression& e, Binding least) const {
    return binding(e) >= least ? whole(e) : in_parentheses(e);
  }

  Row in_parentheses(const Expression& e) const {
    Row row{{Kind::Open}};
    append(row, whole(e));
    row.push_back({Kind::Close});
    return row;
  }

  Row comparison(const Expression& e) const {
    Row row = operand(e.operands()[0], Binding::Sum);
    row.push_back({Kind::Relation, std::string(operator_text(e.op()))});
    append(row, operand(e.operands()[1], Binding::Sum));
    return row;
  }

  Row sum(const Expression& e) const {
    Row row;
    add_terms(e, row);
    return row;
  }

  void add_terms(const Expression& e, Row& row) const {
    if (!is_sum(e)) return add_term(e, false, row);
    add_terms(e.operands()[0], row);
    if (e.op() == Op::Add) return add_terms(e.operands()[1], row);
    add_term(e.operands()[1], true, row);
  }

  void add_term(const Expression& e, bool subtracted, Row& row) const {
    const auto [sign, magnitude] = split_sign(e);
    const bool negative = sign != subtracted;
    if (!negative && is_sum(magnitude)) return add_terms(magnitude, row);
    if (row.empty()) {
      if (negative) row.push_back({Kind::Sign});
    } else {
      row.push_back({negative ? Kind::Minus : Kind::Plus});
    }
    append(row, operand(magnitude, Binding::Product));
  }

  static Row picture(Kind kind, std::vector<Row> parts) {
    return {{.kind = kind, .parts = std::move(parts)}};
  }

  // Everything without a sign in front
  Row single(const Expression& e) const {
    switch (e.op()) {
      case Op::Number:
        return {{.kind = Kind::Number, .number = e.number()}};
      case Op::Symbol:
        return {{Kind::Symbol, e.symbol()}};
      case Op::Multiply:
        return product(e);
      case Op::Divide:
        return quotient(e);
      case Op::Power:
        return picture(Kind::Power,
                       {operand(e.operands()[0], Binding::Atom), whole(e.operands()[1])});
      case Op::Sqrt:
        return stacked_ ? picture(Kind::Root, {whole(e.operands()[0])}) : call(e);
      case Op::Abs:
        return picture(Kind::Magnitude, {whole(e.operands()[0])});
      case Op::If:
        return choice(e);
      default:
        return call(e);
    }
  }

  Row product(const Expression& e) const {
    Row row = operand(e.operands()[0], Binding::Product);
    row.push_back({Kind::Times});
    append(row, operand(e.operands()[1], Binding::Product));
    return row;
  }

  Row quotient(const Expression& e) const {
    if (!stacked_) {
      Row row = operand(e.operands()[0], Binding::Product);
      row.push_back({Kind::Slash});
      append(row, operand(e.operands()[1], Binding::Power));
      return row;
    }
    // a/b/c is one fraction
    Expression above = e.operands()[0];
    Expression below = e.operands()[1];
    while (above.op() == Op::Divide) {
      below = Expression::apply(Op::Multiply, {above.operands()[1], below});
      above = above.operands()[0];
    }
    return picture(Kind::Fraction, {whole(above), whole(below)});
  }

  void add_arguments(const Expression& e, Op folded, Row& row) const {
    for (const Expression& argument : e.operands()) {
      const bool first = &argument == &e.operands().front();
      if (!first) row.push_back({Kind::Comma});
      if (first && folded != Op::Number && argument.op() == folded) {
        add_arguments(argument, folded, row);
      } else {
        append(row, whole(argument));
      }
    }
  }

  Row call(const Expression& e) const {
    const bool folds = e.op() == Op::Min || e.op() == Op::Max;
    const std::string name =
        e.op() == Op::Lookup ? e.table()->name : std::string(name_for_readers(e.op()));
    Row row{{Kind::Function, name}, {Kind::Open}};
    add_arguments(e, folds ? e.op() : Op::Number, row);
    row.push_back({Kind::Close});
    return row;
  }

  Row choice(const Expression& e) const {  // in one line
    Row row{{Kind::Open}};
    Expression rest = e;
    for (; rest.op() == Op::If; rest = Expression(rest.operands()[2])) {
      append(row, whole(rest.operands()[1]));
      row.push_back({Kind::Words, " if "});
      append(row, whole(rest.operands()[0]));
      const bool last = rest.operands()[2].op() != Op::If;
      row.push_back({Kind::Words, last ? ", else " : ", "});
    }
    append(row, whole(rest));
    row.push_back({Kind::Close});
    return row;
  }

  Row cases(const Expression& e) const {
    std::vector<Row> parts;
    Expression rest = e;
    for (; rest.op() == Op::If; rest = Expression(rest.operands()[2])) {
      parts.push_back(whole(rest.operands()[1]));
      parts.push_back(whole(rest.operands()[0]));
    }
    parts.push_back(whole(rest));
    return picture(Kind::Cases, std::move(parts));
  }

  bool stacked_;
};

bool is_word(const RowItem& item, const Notation& notation) {
  return item.kind == Kind::Symbol &&
         look_of(item.text, notation)[0].kind == SymbolAtom::Kind::Word;
}

constexpr std::array kMarks = {
    Marks{Kind::Plus, " + ", "<mo form=\"infix\">+</mo>", " + ", 12.5},
    Marks{Kind::Minus, " - ", "<mo form=\"infix\">−</mo>", " - ", 12.5},
    Marks{Kind::Sign, "-", "<mo form=\"prefix\">−</mo>", "-", 7.8},
    Marks{Kind::Times, " \\cdot ", "<mo>⋅</mo>", "·", 3},
    Marks{Kind::Slash, "/", "<mo>/</mo>", "/", 5},
    Marks{Kind::Comma, ", ", "<mo>,</mo>", ", ", 5},
    Marks{Kind::Gap, "\\quad ", "<mspace width=\"1em\"/>", "   ", 10},
};

struct RelationSign {
  std::string_view text, latex, sign;
};
constexpr std::array kRelations = {RelationSign{"<=", "\\le", "≤"}, RelationSign{">=", "\\ge", "≥"},
                                   RelationSign{"!=", "\\ne", "≠"}, RelationSign{"in", "\\in", "∈"},
                                   RelationSign{"=>", "\\Rightarrow", "⇒"}};

}  // namespace

const Marks* marks_of(Kind kind) {
  const auto* found = std::ranges::find(kMarks, kind, &Marks::kind);
  return found == kMarks.end() ? nullptr : found;
}

std::string relation_sign(std::string_view text, bool latex) {
  const auto* found = std::ranges::find(kRelations, text, &RelationSign::text);
  return std::string(found == kRelations.end() ? text : latex ? found->latex : found->sign);
}

Row row_of(const Expression& expression, bool stacked) {
  return Builder(stacked).whole(expression);
}

std::size_t closing(const Row& row, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < row.size(); ++i) {
    depth += row[i].kind == Kind::Open ? 1 : row[i].kind == Kind::Close ? -1 : 0;
    if (depth == 0) return i;
  }
  return row.size();
}

bool is_tall(const Row& row, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const RowItem& one = row[i];
    if (one.kind == Kind::Fraction || one.kind == Kind::Cases) return true;
    for (const Row& part : one.parts) {
      if (is_tall(part, 0, part.size())) return true;
    }
  }
  return false;
}

bool shows_times(const Row& row, std::size_t i, const Notation& notation) {
  if (i == 0) return true;
  const RowItem& left = row[i - 1];
  const RowItem& right = row[i + 1];
  const bool number = right.kind == Kind::Number && right.number != std::numbers::pi;
  const bool power = right.kind == Kind::Power && right.parts[0][0].kind == Kind::Number;
  return number || power || is_word(left, notation) || is_word(right, notation);
}

}  // namespace luztar
