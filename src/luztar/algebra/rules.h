// The algebra of luz and tar as rewriting rules, each with its name, condition and source.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "luztar/algebra/formula.h"

namespace luztar {

enum class Relation { Equal, In, NotEqual, Less, LessEqual, Greater, GreaterEqual };

struct Equation {
  Formula left;
  Relation relation{Relation::Equal};  ///< In: the right side is a set (it holds tar or sgn)
  Formula right;
};

/// One identity of the algebra, as data that can be printed and as code that applies it.
struct Rule {
  std::string_view name;  ///< "nested dead zones"
  /// "luz(luz(x, a), b) = luz(x, a + b)", in the expression language with =, in, => and <=> between
  /// expressions. Sets that are equal under => and <=> have a value in common.
  std::string_view statement;
  std::string_view condition;  ///< "a >= 0, b >= 0"; "" if none
  std::string_view source;     ///< "Zardecki 2006 (Part 1), theorem ...", or "own"
  /// Rewrites a formula (the whole of it, at its top); nothing if the rule does not fit or its
  /// condition is not known to hold.
  std::optional<Formula> (*rewrite)(const Formula&, const Assumptions&){nullptr};
  /// Solves an equation for `unknown`; nothing if it does not fit. Result: unknown = right, or
  /// luz(...) = right where the statement says so (the unknown is not determined within a
  /// freeplay).
  std::optional<Equation> (*solve)(const Equation&, const std::string& unknown,
                                   const Assumptions&){nullptr};
  bool simplifies{true};  ///< a rewriting rule that makes formulas shorter: `simplify` applies it
};

/// All rules in the order of docs/algebra.md; every identity of the papers' section on luz and tar.
const std::vector<Rule>& rules();
const Rule& rule(std::string_view name);  ///< @pre it exists

/// Applies the rewriting rules that simplify, inside out, until none fits. `used` gets each rule
/// that was applied, in order.
Formula simplify(const Formula& formula, const Assumptions& assumptions,
                 std::vector<const Rule*>* used = nullptr);

}  // namespace luztar
