#include "random_tree.h"

#include <array>
#include <vector>

#include "luztar/symbolic/functions.h"

namespace luztar::testing {

Expression RandomTree::make(int depth) {
  if (depth == 0 || random_.below(8) == 0) return leaf_(random_);
  return random_.below(2) == 0 ? arithmetic(depth) : function(depth);
}

Expression RandomTree::arithmetic(int depth) {
  constexpr std::array kOperators = {Op::Add,    Op::Subtract, Op::Multiply,
                                     Op::Divide, Op::Power,    Op::Negate};
  const Op op = kOperators[static_cast<std::size_t>(random_.below(kOperators.size()))];
  if (op == Op::Negate) return Expression::apply(op, {make(depth - 1)});
  return Expression::apply(op, {make(depth - 1), make(depth - 1)});
}

Expression RandomTree::function(int depth) {
  const auto functions = function_names();
  const auto n = static_cast<int>(functions.size()) - 1;  // the last one is delay: it has no value
  const FunctionName& chosen = functions[static_cast<std::size_t>(random_.below(n))];
  std::vector<Expression> operands;
  for (int i = 0; i < chosen.n_arguments; ++i) operands.push_back(make(depth - 1));
  if (chosen.op == Op::If) {
    constexpr std::array kOps = {Op::Less, Op::LessEqual, Op::Greater, Op::GreaterEqual};
    operands[0] = Expression::apply(kOps[static_cast<std::size_t>(random_.below(4))],
                                    {operands[0], make(depth - 1)});
  }
  return Expression::apply(chosen.op, std::move(operands));
}

}  // namespace luztar::testing
