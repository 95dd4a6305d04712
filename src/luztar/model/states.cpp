#include "luztar/model/states.h"

namespace luztar {

JumpMargin margin_of(const StateVariable::Jump& jump) {
  if (jump.when.op() != Op::If) return {Expression::number(0.0), false};  // of a mistake
  const Expression& comparison = jump.when.operands()[0];
  const Expression& left = comparison.operands()[0];
  const Expression& right = comparison.operands()[1];
  const Op op = comparison.op();
  const bool greater = op == Op::Greater || op == Op::GreaterEqual;
  return {Expression::apply(Op::Subtract, {greater ? left : right, greater ? right : left},
                            comparison.where()),
          op == Op::GreaterEqual || op == Op::LessEqual};
}

}  // namespace luztar
