#include "luztar/derive/linear/pieces_in_force.h"

#include <numbers>
#include <vector>

#include "luztar/symbolic/terse.h"

namespace luztar {
namespace {

class PieceChoice {
 public:
  explicit PieceChoice(const std::map<std::string, double>& values) : values_(values) {}

  Expression of(const Expression& e) const {
    if (e.op() == Op::Number) return e.number() == std::numbers::pi ? Expression::symbol("pi") : e;
    if (e.op() == Op::Symbol) return e;
    if (e.op() == Op::If) return of(e.operands()[value(e.operands()[0]) != 0.0 ? 1 : 2]);
    std::vector<Expression> x;
    for (const Expression& operand : e.operands()) x.push_back(of(operand));
    switch (e.op()) {
      case Op::Min:
        return at(e, 0) <= at(e, 1) ? x[0] : x[1];
      case Op::Max:
        return at(e, 0) >= at(e, 1) ? x[0] : x[1];
      case Op::Abs:
        return at(e, 0) < 0.0 ? terse::negated(x[0]) : x[0];
      case Op::Sign:
      case Op::Step:
        return Expression::number(value(e));
      case Op::Luz:
        return at(e, 0) > at(e, 1)    ? terse::difference(x[0], x[1])
               : at(e, 0) < -at(e, 1) ? terse::sum(x[0], x[1])
                                      : Expression();
      case Op::Sat:
        return at(e, 0) > at(e, 1) ? x[1] : at(e, 0) < -at(e, 1) ? terse::negated(x[1]) : x[0];
      case Op::Tar:
        return at(e, 0) > 0.0   ? terse::sum(x[0], x[1])
               : at(e, 0) < 0.0 ? terse::difference(x[0], x[1])
                                : x[0];
      case Op::Power:
        if (terse::is_number(x[0], 0.0) && at(e, 1) > 0.0) return {};
        return e.with(std::move(x));
      default:
        return e.with(std::move(x));
    }
  }

 private:
  double value(const Expression& e) const {
    return evaluate(e, [&](const std::string& name) { return values_.at(name); });
  }
  double at(const Expression& e, std::size_t operand) const { return value(e.operands()[operand]); }

  const std::map<std::string, double>& values_;
};

}  // namespace

Expression piece_in_force(const Expression& expression,
                          const std::map<std::string, double>& values) {
  return PieceChoice(values).of(expression);
}

}  // namespace luztar
