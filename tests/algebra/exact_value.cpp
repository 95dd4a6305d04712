#include "exact_value.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

namespace luztar::testing {
namespace {

using Sets = std::vector<ExactSet>;

// fmt writes the shortest digits that read back, as the model's author wrote them.
Fraction decimal(double value) {
  const std::string text = fmt::format("{:e}", value);
  const std::size_t e = text.find('e');
  std::string digits = text.substr(0, e);
  int exponent = std::stoi(text.substr(e + 1));
  const std::size_t dot = digits.find('.');
  if (dot != std::string::npos) {
    exponent -= static_cast<int>(digits.size() - dot - 1);
    digits.erase(dot, 1);
  }
  Fraction result{boost::multiprecision::cpp_int(digits)};
  const Fraction ten(10);
  for (; exponent > 0; --exponent) result *= ten;
  for (; exponent < 0; ++exponent) result /= ten;
  return result;
}

Fraction clip(const Fraction& x, const Fraction& a) {
  const Fraction minus = -a;
  return x > a ? a : x < minus ? minus : x;
}

Fraction dead_zone(const Fraction& x, const Fraction& a) { return x - clip(x, a); }

ExactSet point(Fraction x) { return {x, x}; }

// The union of sgn over a set: it holds the whole of [-1, 1] if 0 is inside.
ExactSet signs(const ExactSet& x) {
  return {Fraction(x.lower > 0 ? 1 : -1), Fraction(x.upper < 0 ? -1 : 1)};
}

ExactSet scaled(const Fraction& k, const ExactSet& x) {
  ExactSet result{k * x.lower, k * x.upper};
  if (k < 0) std::swap(result.lower, result.upper);
  return result;
}

std::optional<ExactSet> product(const ExactSet& x, const ExactSet& y) {
  if (x.is_point()) return scaled(x.lower, y);
  if (y.is_point()) return scaled(y.lower, x);
  return std::nullopt;
}

std::optional<ExactSet> quotient(const ExactSet& x, const ExactSet& y) {
  if (!y.is_point() || y.lower == 0) return std::nullopt;
  return scaled(1 / y.lower, x);
}

std::optional<ExactSet> to_power(const ExactSet& x, const ExactSet& y) {
  if (!x.is_point() || !y.is_point() || denominator(y.lower) != 1) return std::nullopt;
  const auto n = numerator(y.lower).convert_to<int>();
  if (n < 0 && x.lower == 0) return std::nullopt;
  Fraction result = 1;
  for (int i = 0; i < std::abs(n); ++i) result *= x.lower;
  return point(n < 0 ? Fraction(1 / result) : result);
}

// Functions of single values.
std::optional<Fraction> of_points(Op op, const std::vector<Fraction>& x) {
  switch (op) {
    case Op::Abs:
      return abs(x[0]);
    case Op::Step:
      return Fraction(x[0] >= 0 ? 1 : 0);
    case Op::Min:
      return std::min(x[0], x[1]);
    case Op::Max:
      return std::max(x[0], x[1]);
    case Op::Less:
      return Fraction(x[0] < x[1] ? 1 : 0);
    case Op::LessEqual:
      return Fraction(x[0] <= x[1] ? 1 : 0);
    case Op::Greater:
      return Fraction(x[0] > x[1] ? 1 : 0);
    case Op::GreaterEqual:
      return Fraction(x[0] >= x[1] ? 1 : 0);
    case Op::If:
      return x[0] != 0 ? x[1] : x[2];
    default:
      throw std::logic_error("no exact value for this function");
  }
}

std::optional<ExactSet> set_of(Op op, const Sets& x) {
  switch (op) {
    case Op::Negate:
      return scaled(-1, x[0]);
    case Op::Add:
      return ExactSet{x[0].lower + x[1].lower, x[0].upper + x[1].upper};
    case Op::Subtract:
      return ExactSet{x[0].lower - x[1].upper, x[0].upper - x[1].lower};
    case Op::Multiply:
      return product(x[0], x[1]);
    case Op::Divide:
      return quotient(x[0], x[1]);
    case Op::Power:
      return to_power(x[0], x[1]);
    case Op::Sign:
      return signs(x[0]);
    default:
      break;
  }
  if (op == Op::Luz || op == Op::Sat || op == Op::Tar) {
    if (!x[1].is_point() || x[1].lower < 0) return std::nullopt;
    const Fraction& a = x[1].lower;
    if (op == Op::Luz) return ExactSet{dead_zone(x[0].lower, a), dead_zone(x[0].upper, a)};
    if (op == Op::Sat) return ExactSet{clip(x[0].lower, a), clip(x[0].upper, a)};
    const ExactSet s = signs(x[0]);
    return ExactSet{x[0].lower + a * s.lower, x[0].upper + a * s.upper};
  }
  std::vector<Fraction> points;
  for (const ExactSet& set : x) {
    if (!set.is_point()) return std::nullopt;
    points.push_back(set.lower);
  }
  const auto value = of_points(op, points);
  if (!value) return std::nullopt;
  return point(*value);
}

}  // namespace

std::optional<ExactSet> exact_set(const Expression& expression, const Point& point_of) {
  if (expression.op() == Op::Number) return point(decimal(expression.number()));
  if (expression.op() == Op::Symbol) return point(point_of.at(expression.symbol()));
  Sets operands;
  for (const Expression& operand : expression.operands()) {
    const auto set = exact_set(operand, point_of);
    if (!set) return std::nullopt;
    operands.push_back(*set);
  }
  return set_of(expression.op(), operands);
}

std::optional<Fraction> exact_value(const Expression& expression, const Point& point) {
  const auto set = exact_set(expression, point);
  if (!set || !set->is_point()) return std::nullopt;
  return set->lower;
}

Fraction small_fraction(Random& random) {
  const int numerator = random.below(13) - 6;
  const int denominator = random.below(2) == 0 ? 1 : 1 + random.below(5);
  return {numerator, denominator};
}

Fraction small_magnitude(Random& random) { return abs(small_fraction(random)); }

Expression parsed(const std::string& text) { return parse_expression(text, SourceLocation{}); }

}  // namespace luztar::testing
