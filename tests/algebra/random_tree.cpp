#include "random_tree.h"

#include <array>

namespace luztar::testing {
namespace {

constexpr std::array<const char*, 4> kNames{"M1", "M2", "F1", "F2"};

Expression random_leaf(Random& random) {
  if (random.below(3) == 0) return Expression::number(random.below(9) - 4);
  if (random.below(6) == 0) return Expression::number(0.25 * (random.below(9) - 4) + 0.1);
  return Expression::symbol(symbol_of_tree(random));
}

Expression function_of(const Expression& left, const Expression& right, Random& random) {
  constexpr Op kFunctions[] = {Op::Luz, Op::Sat, Op::Abs, Op::Min, Op::Max};
  const Op op = kFunctions[random.below(5)];
  if (op == Op::Abs) return Expression::apply(op, {left});
  if (op == Op::Luz || op == Op::Sat) {
    return Expression::apply(op, {left, Expression::apply(Op::Abs, {right})});
  }
  return Expression::apply(op, {left, right});
}

}  // namespace

const char* symbol_of_tree(Random& random) {
  return kNames[static_cast<std::size_t>(random.below(4))];
}

Expression random_tree(Random& random, int depth, bool with_functions) {
  if (depth == 0 || random.below(7) == 0) return random_leaf(random);
  const Expression left = random_tree(random, depth - 1, with_functions);
  const Expression right = random_tree(random, depth - 1, with_functions);
  if (with_functions && random.below(4) == 0) return function_of(left, right, random);
  constexpr Op kBinary[] = {Op::Add, Op::Subtract, Op::Multiply, Op::Divide};
  return Expression::apply(kBinary[random.below(4)], {left, right});
}

Point point_of_tree(Random& random) {
  Point point;
  for (const char* name : kNames) point[name] = small_fraction(random);
  return point;
}

}  // namespace luztar::testing
