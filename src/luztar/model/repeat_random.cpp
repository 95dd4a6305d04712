// What a random parameter of an instance is.
#include "luztar/model/fold.h"
#include "luztar/model/random_number.h"
#include "luztar/model/repeat.h"

namespace luztar {

Expression random_value(RandomKind kind, const Expression& first, const Expression& second,
                        double u, const SourceLocation& where) {
  if (kind == RandomKind::Uniform) {
    const Expression width = folded(Op::Subtract, {second, first}, where);
    return folded(Op::Add, {first, folded(Op::Multiply, {width, Expression::number(u)}, where)},
                  where);
  }
  if (kind == RandomKind::LogUniform) {
    const Expression ratio = folded(Op::Divide, {second, first}, where);
    return folded(
        Op::Multiply,
        {first, folded(Op::Exp,
                       {folded(Op::Multiply,
                               {folded(Op::Log, {ratio}, where), Expression::number(u)}, where)},
                       where)},
        where);
  }
  const Expression shift =
      folded(Op::Multiply, {second, Expression::number(normal_quantile(u))}, where);
  if (kind == RandomKind::Normal) return folded(Op::Add, {first, shift}, where);
  return folded(Op::Multiply, {first, folded(Op::Exp, {shift}, where)}, where);
}

}  // namespace luztar
