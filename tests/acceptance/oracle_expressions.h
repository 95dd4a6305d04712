// Expressions of the model file written apart from the program: a tree of its own, printed in the
// language of docs/model-expressions.md and evaluated in long double by the table of functions
// there.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace acceptance::nest {

using Real = long double;

/// x, known to within e. At a jump e is its height, so that both one-sided values are right.
struct Number {
  Real x{}, e{};
};

/// What the names of an expression are; bodies are called a and b.
struct Inputs {
  Number t{}, d{}, v{}, q_a{}, v_a{}, q_b{}, v_b{};
};

/// Measured data: knots and how to interpolate ("hold", "linear", "cubic").
struct Data {
  std::string file{}, interpolation{};
  Real scale{1}, offset{0};
  std::vector<Real> time{}, cell{};
  std::vector<Real> curvature{};  ///< cubic: second derivatives at the knots, of the cells
  Real operator()(Real t) const;
};

class Expression {
 public:
  enum class Kind { Number, Input, Apply, Signal, Measured };

  static Expression number(double x);  ///< as six digits say it
  static Expression pi();
  static Expression input(const std::string& name);  ///< "t", "d", "v", "q.a" ...
  /// A function or operator of docs/model-expressions.md; "if<", "if<=", "if>", "if>=" take a, b,
  /// x, y.
  static Expression apply(const std::string& function, std::vector<Expression> operands);
  /// The same value under a name in [signals].
  static Expression signal(const std::string& name, const Expression& value);
  static Expression measured(const std::string& name, std::shared_ptr<const Data> data);

  Number value(const Inputs& inputs) const;
  std::string text() const;
  /// Tables [signals.NAME] of all signals below, each once.
  std::string signals() const;
  bool has(const std::string& name) const;  ///< function or input
  bool jumps() const;                       ///< has a function that jumps
  /// A function with pieces has a part that jumps.
  bool has_switch_around_jump() const;
  /// All expressions with one part less: for the report of the smallest one that still fails.
  std::vector<Expression> simpler() const;

 private:
  struct Node;
  explicit Expression(std::shared_ptr<const Node> node) : node_(std::move(node)) {}
  void collect(std::map<std::string, std::string>& tables) const;

  std::shared_ptr<const Node> node_;
};

/// Every function of docs/model-expressions.md but `if`, with its number of arguments.
const std::map<std::string, int>& functions();

}  // namespace acceptance::nest
