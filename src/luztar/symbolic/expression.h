// Expressions of the model file: a small immutable syntax tree.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "luztar/core/error.h"

namespace luztar {

/// Operations of the expression language (docs/model-expressions.md). Comparisons occur only as the
/// first operand of If.
enum class Op : unsigned char {
  // clang-format off
  Number, Symbol,
  Negate, Add, Subtract, Multiply, Divide, Power,
  Sin, Cos, Tan, Asin, Acos, Atan, Atan2, Sinh, Cosh, Tanh, Asinh, Acosh, Atanh, Exp, Log, Log10,
  Sqrt,
  Hypot,  ///< sqrt(x^2 + y^2)
  Abs, Sign, Min, Max,
  Step,    ///< 0 for x < 0, 1 for x >= 0
  Pulse,   ///< pulse(x, start, width): 1 for start <= x < start + width, else 0
  Square,  ///< period 2 pi: +1 on [0, pi), -1 on [pi, 2 pi)
  Saw,     ///< period 2 pi: rises from -1 at 0 to +1 at 2 pi
  Floor, Ceil,
  Round,   ///< halves away from zero
  Mod,     ///< x - y floor(x/y): has the sign of y
  Luz, Tar, Sat,  ///< tar(0, a) = 0 where a single value is needed
  If, Less, LessEqual, Greater, GreaterEqual,
  Delay,   ///< delay(x, T) or delay(x, T, history): x a time T before
  Lookup,  ///< a table of the model, called like a function
  // clang-format on
};

struct TableFunction;

/// A node of an expression; children are shared and never change. Copying is cheap.
class Expression {
 public:
  Expression();  ///< the number 0
  /// @param unit  as it is written beside the number, "mm"; the value is in SI all the same
  static Expression number(double value, SourceLocation where = {}, std::string unit = {});
  static Expression symbol(std::string name, SourceLocation where = {});  ///< "t", "FS", "q.seat"
  static Expression apply(Op op, std::vector<Expression> operands, SourceLocation where = {});

  /// The value of a table, written name(x) or name(x, y). @pre as many operands as it has inputs
  static Expression lookup(std::shared_ptr<const TableFunction> table,
                           std::vector<Expression> operands, SourceLocation where = {});
  /// The same operation on other operands. @pre as many
  Expression with(std::vector<Expression> operands) const;

  Op op() const;
  double number() const;                                      ///< @pre op() == Op::Number
  const std::string& unit() const;                            ///< of a number; "" if none
  const std::string& symbol() const;                          ///< @pre op() == Op::Symbol
  const std::shared_ptr<const TableFunction>& table() const;  ///< @pre op() == Op::Lookup
  const std::vector<Expression>& operands() const;
  const SourceLocation& where() const;  ///< where this node stands in the user's file
  int depth() const;                    ///< longest path to a leaf; a leaf has 1
  const void* identity() const;         ///< equal for copies of one node

 private:
  struct Node;
  std::shared_ptr<const Node> node_;
};

/// Reads `text`, the content of a string whose first character stands at `where`.
/// `pi` becomes a number; any other name a Symbol. `^` binds right and tighter than unary minus.
/// `tables` may be called like functions.
/// Throws ModelError at the offending character; nesting is limited to 200 levels.
Expression parse_expression(std::string_view text, const SourceLocation& where,
                            const std::vector<std::shared_ptr<const TableFunction>>& tables = {});

/// Text that parse_expression reads back to the same tree; no superfluous parentheses.
std::string to_text(const Expression& expression);

/// Every symbol of the expression in order of appearance, repeated ones included.
std::vector<Expression> symbols_of(const Expression& expression);

/// The same expression with symbols replaced: `replace` returns nullptr to keep a symbol.
Expression substitute(const Expression& expression,
                      const std::function<const Expression*(const std::string&)>& replace);
/// With these values for their symbols.
Expression substitute(const Expression& expression,
                      const std::map<std::string, Expression>& values);

/// Value with every symbol given by `value_of`. Follows IEEE: may return inf or NaN.
double evaluate(const Expression& expression,
                const std::function<double(const std::string&)>& value_of);

}  // namespace luztar
