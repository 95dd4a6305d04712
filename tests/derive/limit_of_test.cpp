// Limits of expressions against their values near the limit.
#include "luztar/derive/limit_of.h"

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "random.h"

using namespace luztar;
using luztar::testing::Random;
using Kind = LimitValue::Kind;

namespace {

constexpr double kP = 1.7, kQ = 0.6;

// s tends to +0, S to +inf, p and q are positive numbers.
LimitRules rules() {
  const auto at = [](const std::string& name) {
    return name == "p" ? kP : kQ;
  };
  return {[](const std::string& name) -> std::optional<LimitValue> {
            if (name == "s") return LimitValue::finite(Expression(), 1);
            if (name == "S") return LimitValue::infinite(1);
            return std::nullopt;
          },
          [at](const Expression& e) {
            const double value = evaluate(e, at);
            return value > 0 ? 1 : value < 0 ? -1 : 0;
          }};
}

std::string limit(const char* text) {
  const auto found = limit_of(parse_expression(text, {}), rules());
  if (!found) return "none";
  if (!found->is_finite()) return found->kind == Kind::PlusInfinity ? "inf" : "-inf";
  return to_text(found->value);
}

Expression random_tree(Random& random, int depth) {
  if (depth == 0) {
    constexpr std::array kLeaves = {"s", "S", "p", "q", "1", "2", "s", "S"};
    return parse_expression(kLeaves[static_cast<std::size_t>(random.below(8))], {});
  }
  // Without exp and cosh, which overflow where limits do not, and log, which is slow.
  constexpr std::array kOne = {Op::Negate, Op::Sqrt, Op::Abs,   Op::Tanh, Op::Atan,  Op::Sign,
                               Op::Sin,    Op::Step, Op::Floor, Op::Ceil, Op::Round, Op::Asinh};
  constexpr std::array kTwo = {Op::Add,    Op::Subtract, Op::Multiply, Op::Divide, Op::Multiply,
                               Op::Divide, Op::Min,      Op::Max,      Op::Mod,    Op::Hypot};
  const Expression a = random_tree(random, depth - 1);
  if (random.below(4) == 0)
    return Expression::apply(kOne[static_cast<std::size_t>(random.below(kOne.size()))], {a});
  const Expression b = random_tree(random, depth - 1);
  if (random.below(8) == 0)
    return Expression::apply(random.below(2) == 0 ? Op::Luz : Op::Sat,
                             {a, Expression::apply(Op::Abs, {b})});
  return Expression::apply(kTwo[static_cast<std::size_t>(random.below(kTwo.size()))], {a, b});
}

// A part of the model that is 0 whatever s is: nothing divides by that.
bool has_own_zero(const Expression& e) {
  for (const Expression& operand : e.operands())
    if (has_own_zero(operand)) return true;
  for (const Expression& symbol : symbols_of(e))
    if (symbol.symbol() == "s" || symbol.symbol() == "S") return false;
  return evaluate(e, [](const std::string& name) { return name == "p" ? kP : kQ; }) == 0.0;
}

double near(const Expression& e, double s) {
  return evaluate(e, [s](const std::string& name) {
    return name == "s" ? s : name == "S" ? 1 / s : name == "p" ? kP : kQ;
  });
}

}  // namespace

TEST_CASE("what is called a limit is come near to as s falls and S grows") {
  Random random{201};
  int finite = 0;
  int infinite = 0;
  for (int i = 0; i < 20000; ++i) {
    const Expression tree = random_tree(random, 1 + random.below(4));
    if (has_own_zero(tree)) continue;
    const auto found = limit_of(tree, rules());
    if (!found) continue;
    const double far = near(tree, 1e-3);
    const double close = near(tree, 1e-5);
    if (!std::isfinite(far) || !std::isfinite(close)) continue;
    INFO(to_text(tree));
    if (found->is_finite()) {
      const double value =
          evaluate(found->value, [](const std::string& name) { return name == "p" ? kP : kQ; });
      const double before = std::abs(far - value);
      const double after = std::abs(close - value);
      INFO(to_text(found->value), " but ", far, ", ", close);
      // roots are slow
      CHECK((after <= 1e-6 || after < 0.9 * before));
      ++finite;
    } else {
      const double sign = found->kind == Kind::PlusInfinity ? 1 : -1;
      INFO(far, ", ", close);
      CHECK(sign * close > sign * far);
      ++infinite;
    }
  }
  CHECK(finite > 5000);
  CHECK(infinite > 2000);
}

TEST_CASE("limits of the papers' kind") {
  CHECK(limit("1/(1/p + 1/S)") == "p");
  CHECK(limit("p*S") == "inf");
  CHECK(limit("-p*S") == "-inf");
  CHECK(limit("p/s") == "inf");
  CHECK(limit("(0 - p)/s") == "-inf");
  CHECK(limit("luz(p, s)") == "p");
  CHECK(limit("luz(p, S)") == "0");
  CHECK(limit("sat(p, S)") == "p");
  CHECK(limit("sat(S, p)") == "p");
  CHECK(limit("min(p, S)") == "p");
  CHECK(limit("max(p, S)") == "inf");
  CHECK(limit("sign(s)") == "1");
  CHECK(limit("step(-s)") == "0");
  CHECK(limit("exp(-S)") == "0");
  CHECK(limit("1/exp(-S)") == "inf");  // from above
  CHECK(limit("log(s)") == "-inf");
  CHECK(limit("S^0.5") == "inf");
  CHECK(limit("s^-2") == "inf");
  CHECK(limit("S^-1") == "0");
}

TEST_CASE("a zero inside of a function is one: what is divided by it has no finite limit") {
  CHECK(limit("p/min(s, 1)") == "inf");
  CHECK(limit("p/max(s, -1)") == "inf");
  CHECK(limit("p/sat(s, 1)") == "inf");
  CHECK(limit("p/atan(s)") == "inf");
  CHECK(limit("log(min(s, q))") == "-inf");
  CHECK(limit("s/min(s, 1)") == "none");  // 1 is not seen, and 0 would be wrong
  CHECK(limit("p/luz(s, q)") == "none");
  CHECK(limit("min(s, q) + p") == "p");
  CHECK(limit("max(s, q)") == "q");
  CHECK(limit("p/(sat(1, S) - 2/2)") == "none");
  CHECK(limit("sign(abs(luz(p, S)))") == "none");  // it is 0 all the way
}

TEST_CASE("what has no limit, or one that order by order would be needed for, is none") {
  for (const char* text : {"S - S", "s*S", "s/s", "S/S", "0*S", "sin(S)", "sign(s - s)",
                           "1/(s - s)", "sat(S, S)", "luz(S, S)", "p^S"}) {
    CAPTURE(text);
    CHECK(limit(text) == "none");
  }
}

TEST_CASE("an expression that no limit touches is the same node") {
  const Expression plain = parse_expression("p*sin(q) - 0*p", {});
  CHECK(limit_of(plain, rules())->value.identity() == plain.identity());
}

TEST_CASE("whole numbers jump: a limit is taken beside 0 and between jumps") {
  CHECK(limit("floor(s)") == "0");
  CHECK(limit("floor(-s)") == "-1");
  CHECK(limit("ceil(s) + 10*ceil(-s)") == "1");
  CHECK(limit("round(s) + round(-s)") == "0");
  CHECK(limit("floor(2.5 + s) + ceil(0.5 - s) + round(7.4 + s)") == "10");
  CHECK(limit("mod(7.5 + s, 2)") == "1.5");
  CHECK(limit("mod(s, 2)") == "0");
  CHECK(limit("mod(-s, 2)") == "2");
  CHECK(limit("hypot(s, -3)") == "abs(-3)");
  CHECK(limit("1/hypot(s, 2*s)") == "inf");
  CHECK(limit("hypot(p, S)") == "inf");
  for (const char* text : {"floor(2 + s)", "ceil(3 - s)", "round(0.5 + s)", "mod(4 + s, 2)",
                           "mod(2, s)", "floor(p + s)", "mod(S, 2)"})
    CHECK_MESSAGE(limit(text) == "none", text);
}
