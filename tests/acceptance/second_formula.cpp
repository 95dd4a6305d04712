#include "acceptance/second_formula.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

namespace acceptance::second {
namespace {

using luztar::Op;

constexpr Real kPi = std::numbers::pi_v<Real>;

Jet operator+(const Jet& a, const Jet& b) { return {a.x + b.x, a.d + b.d, a.dd + b.dd}; }
Jet operator-(const Jet& a, const Jet& b) { return {a.x - b.x, a.d - b.d, a.dd - b.dd}; }
Jet operator-(const Jet& a) { return {-a.x, -a.d, -a.dd}; }
Jet operator*(const Jet& a, const Jet& b) {
  return {a.x * b.x, a.d * b.x + a.x * b.d, a.dd * b.x + 2 * a.d * b.d + a.x * b.dd};
}

/// f(a) from f, f', f'' at a.x.
Jet chain(const Jet& a, Real f, Real f1, Real f2) {
  return {f, f1 * a.d, f2 * a.d * a.d + f1 * a.dd};
}

Jet reciprocal(const Jet& a) {
  const Real r = 1 / a.x;
  return chain(a, r, -r * r, 2 * r * r * r);
}

Jet log_of(const Jet& a) { return chain(a, std::log(a.x), 1 / a.x, -1 / (a.x * a.x)); }
Jet exp_of(const Jet& a) {
  const Real e = std::exp(a.x);
  return chain(a, e, e, e);
}

Jet power(const Jet& a, const Jet& b) {
  if (b.d != 0 || b.dd != 0) return exp_of(b * log_of(a));
  const Real n = b.x;
  if (n == 0) return {1, 0, 0};
  if (n == 1) return a;
  const Real second = n == 2 ? 2 : n * (n - 1) * std::pow(a.x, n - 2);
  return chain(a, std::pow(a.x, n), n * std::pow(a.x, n - 1), second);
}

Jet elementary(Op op, const Jet& a) {
  const Real x = a.x, s = std::sin(x), c = std::cos(x);
  switch (op) {
    case Op::Sin:
      return chain(a, s, c, -s);
    case Op::Cos:
      return chain(a, c, -s, -c);
    case Op::Tan:
      return chain(a, s / c, 1 / (c * c), 2 * s / (c * c * c));
    case Op::Exp:
      return exp_of(a);
    case Op::Log:
      return log_of(a);
    case Op::Log10:
      return log_of(a) * Jet{1 / std::log(static_cast<Real>(10)), 0, 0};
    case Op::Asinh: {
      const Real r = std::sqrt(1 + x * x);
      return chain(a, std::asinh(x), 1 / r, -x / (r * r * r));
    }
    case Op::Acosh: {
      const Real r = std::sqrt(x * x - 1);
      return chain(a, std::acosh(x), 1 / r, -x / (r * r * r));
    }
    case Op::Atanh: {
      const Real r = 1 - x * x;
      return chain(a, std::atanh(x), 1 / r, 2 * x / (r * r));
    }
    case Op::Sqrt:
      return chain(a, std::sqrt(x), 0.5L / std::sqrt(x), -0.25L / (x * std::sqrt(x)));
    case Op::Sinh:
      return chain(a, std::sinh(x), std::cosh(x), std::sinh(x));
    case Op::Cosh:
      return chain(a, std::cosh(x), std::sinh(x), std::cosh(x));
    case Op::Tanh: {
      const Real t = std::tanh(x), g = 1 - t * t;
      return chain(a, t, g, -2 * t * g);
    }
    case Op::Atan:
      return chain(a, std::atan(x), 1 / (1 + x * x), -2 * x / ((1 + x * x) * (1 + x * x)));
    default:
      throw std::logic_error("the second engine does not know this function");
  }
}

bool has_pieces(Op op) {
  switch (op) {
    case Op::Abs:
    case Op::Sign:
    case Op::Min:
    case Op::Max:
    case Op::Step:
    case Op::Pulse:
    case Op::Square:
    case Op::Saw:
    case Op::Floor:
    case Op::Ceil:
    case Op::Round:
    case Op::Mod:
    case Op::Luz:
    case Op::Tar:
    case Op::Sat:
    case Op::If:
      return true;
    default:
      return false;
  }
}

/// The pieces are cells of one length.
bool has_cells(Op op) {
  return op == Op::Square || op == Op::Saw || op == Op::Floor || op == Op::Ceil ||
         op == Op::Round || op == Op::Mod;
}

/// Where the argument is, in cells.
Real place_in_cells(Op op, const std::vector<int>& of, const std::vector<Jet>& x) {
  const Real a = x[static_cast<std::size_t>(of[0])].x;
  switch (op) {
    case Op::Square:
      return a / kPi;
    case Op::Saw:
      return a / (2 * kPi);
    case Op::Ceil:
      return -a;
    case Op::Round:
      return a + 0.5L;
    case Op::Mod:
      return a / x[static_cast<std::size_t>(of[1])].x;
    default:
      return a;
  }
}

/// Ends of the three pieces of a function of x.
struct Ends {
  Real low, high;
};
Ends ends_of(Op op, const std::vector<int>& of, const std::vector<Jet>& x) {
  if (op == Op::Pulse) return {x[of[1]].x, x[of[1]].x + x[of[2]].x};
  return {-x[of[1]].x, x[of[1]].x};
}

}  // namespace

Formula::Formula(const luztar::Expression& expression, const Lookup& lookup) {
  add(expression, lookup);
}

int Formula::add(const luztar::Expression& expression, const Lookup& lookup) {
  Node node{.op = expression.op()};
  if (node.op == Op::Number) {
    node.number = expression.number();
  } else if (node.op == Op::Symbol) {
    const Meaning meaning = lookup(expression.symbol());
    if (const auto* other = std::get_if<luztar::Expression>(&meaning)) return add(*other, lookup);
    if (const Real* number = std::get_if<Real>(&meaning)) {
      node = {.op = Op::Number, .number = *number};
    } else {
      node.input = std::get<int>(meaning);
    }
  } else if (node.op == Op::If) {
    const luztar::Expression condition = expression.operands()[0];
    node.compare = condition.op();
    for (int i : {0, 1}) node.of.push_back(add(condition.operands()[i], lookup));
    for (int i : {1, 2}) node.of.push_back(add(expression.operands()[i], lookup));
  } else {
    for (const luztar::Expression& operand : expression.operands()) {
      node.of.push_back(add(operand, lookup));
    }
  }
  if (has_pieces(node.op)) node.piece = n_pieces_++;
  nodes_.push_back(std::move(node));
  return static_cast<int>(nodes_.size()) - 1;
}

std::vector<Jet> Formula::run(std::span<const Jet> inputs, const long* pieces) const {
  std::vector<Jet> x;
  x.reserve(nodes_.size());
  for (const Node& node : nodes_) x.push_back(value(node, x, inputs, pieces));
  return x;
}

Jet Formula::operator()(std::span<const Jet> inputs, const long* pieces) const {
  return run(inputs, pieces).back();
}

Jet Formula::value(const Node& node, const std::vector<Jet>& x, std::span<const Jet> inputs,
                   const long* pieces) const {
  const auto of = [&](int i) -> const Jet& {
    return x[static_cast<std::size_t>(node.of[i])];
  };
  const long piece = node.piece >= 0 ? pieces[node.piece] : 0;
  const auto constant = [](Real number) {
    return Jet{number, 0, 0};
  };
  switch (node.op) {
    case Op::Number:
      return constant(node.number);
    case Op::Symbol:
      return inputs[static_cast<std::size_t>(node.input)];
    case Op::Negate:
      return -of(0);
    case Op::Add:
      return of(0) + of(1);
    case Op::Subtract:
      return of(0) - of(1);
    case Op::Multiply:
      return of(0) * of(1);
    case Op::Divide:
      return of(0) * reciprocal(of(1));
    case Op::Power:
      return power(of(0), of(1));
    case Op::Abs:
      return constant(piece) * of(0);
    case Op::Sign:
    case Op::Step:
      return constant(piece);
    case Op::Pulse:
      return constant(piece == 0 ? 1 : 0);
    case Op::Square:
      return constant(piece % 2 == 0 ? 1 : -1);
    case Op::Saw:
      return constant(1 / kPi) * of(0) - constant(2 * static_cast<Real>(piece) + 1);
    case Op::Floor:
    case Op::Round:
      return constant(piece);
    case Op::Ceil:
      return constant(-piece);
    case Op::Mod:
      return of(0) - constant(piece) * of(1);
    case Op::Hypot:
      return power(of(0) * of(0) + of(1) * of(1), constant(0.5L));
    case Op::Min:
    case Op::Max:
      return of(static_cast<int>(piece));
    case Op::Tar:
      return of(0) + constant(piece) * of(1);
    case Op::Luz:
      return piece == 0 ? Jet{} : of(0) - constant(piece) * of(1);
    case Op::Sat:
      return piece == 0 ? of(0) : constant(piece) * of(1);
    case Op::If:
      return of(piece == 1 ? 2 : 3);
    default:
      return elementary(node.op, of(0));
  }
}

void Formula::choose(std::span<const Jet> inputs, long* pieces) const {
  std::vector<Jet> x;
  for (const Node& node : nodes_) {
    if (node.piece >= 0) pieces[node.piece] = piece_of(node, x);
    x.push_back(value(node, x, inputs, pieces));
  }
}

long Formula::piece_of(const Node& node, const std::vector<Jet>& x) {
  if (has_cells(node.op)) return static_cast<long>(std::floor(place_in_cells(node.op, node.of, x)));
  const auto of = [&](int i) {
    return x[static_cast<std::size_t>(node.of[i])].x;
  };
  switch (node.op) {
    case Op::Abs:
    case Op::Sign:
    case Op::Tar:
      return of(0) < 0 ? -1 : 1;
    case Op::Step:
      return of(0) < 0 ? 0 : 1;
    case Op::If: {
      const bool less = node.compare == Op::Less || node.compare == Op::LessEqual;
      return (less ? of(0) < of(1) : of(0) > of(1)) ? 1 : 0;
    }
    case Op::Min:
    case Op::Max: {
      long best = 0;
      for (int i = 1; i < static_cast<int>(node.of.size()); ++i) {
        const Real now = of(static_cast<int>(best));
        if (node.op == Op::Min ? of(i) < now : of(i) > now) best = i;
      }
      return best;
    }
    default: {
      const Ends ends = ends_of(node.op, node.of, x);
      if (of(0) < ends.low) return -1;
      const bool above = node.op == Op::Pulse ? of(0) >= ends.high : of(0) > ends.high;
      return above ? 1 : 0;
    }
  }
}

Real Formula::distance(const Node& node, const std::vector<Jet>& x, long piece) {
  const auto of = [&](int i) {
    return x[static_cast<std::size_t>(node.of[i])].x;
  };
  const auto at = static_cast<Real>(piece);
  if (has_cells(node.op)) {
    const Real place = place_in_cells(node.op, node.of, x);
    return std::min(place - at, at + 1 - place);
  }
  switch (node.op) {
    case Op::Abs:
    case Op::Sign:
    case Op::Tar:
      return at * of(0);
    case Op::Step:
      return (2 * at - 1) * of(0);
    case Op::If: {
      const bool less = node.compare == Op::Less || node.compare == Op::LessEqual;
      return (less == (piece == 1) ? 1 : -1) * (of(1) - of(0));
    }
    case Op::Min:
    case Op::Max: {
      Real least = std::numeric_limits<Real>::infinity();
      for (int i = 0; i < static_cast<int>(node.of.size()); ++i) {
        const Real gap = of(i) - of(static_cast<int>(piece));
        if (i != piece) least = std::min(least, node.op == Op::Min ? gap : -gap);
      }
      return least;
    }
    default: {
      const Ends ends = ends_of(node.op, node.of, x);
      if (piece < 0) return ends.low - of(0);
      if (piece > 0) return of(0) - ends.high;
      return std::min(of(0) - ends.low, ends.high - of(0));
    }
  }
}

Real Formula::margin(std::span<const Jet> inputs, const long* pieces) const {
  Real least = std::numeric_limits<Real>::infinity();
  if (n_pieces_ == 0) return least;
  const std::vector<Jet> x = run(inputs, pieces);
  for (const Node& node : nodes_) {
    if (node.piece >= 0) least = std::min(least, distance(node, x, pieces[node.piece]));
  }
  return least;
}

}  // namespace acceptance::second
