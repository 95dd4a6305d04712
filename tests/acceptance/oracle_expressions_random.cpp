#include "acceptance/oracle_expressions_random.h"

#include <cmath>

#include "acceptance/oracle_expressions_data.h"

namespace acceptance::nest {
namespace {

using luztar::testing::Random;
using E = Expression;

E operator+(const E& a, const E& b) { return E::apply("+", {a, b}); }
E operator-(const E& a, const E& b) { return E::apply("-", {a, b}); }
E operator*(const E& a, const E& b) { return E::apply("*", {a, b}); }
E operator/(const E& a, const E& b) { return E::apply("/", {a, b}); }
E operator*(double a, const E& b) { return E::number(a) * b; }
E operator+(double a, const E& b) { return E::number(a) + b; }

class Maker {
 public:
  Maker(Random& random, const Vocabulary& words) : random_(random), words_(words) {}

  E nest(int depth) {
    if (depth <= 0 || chance(0.05)) return leaf();
    E made = any(depth - 1);
    if (is_of_time(made) && chance(0.06)) made = E::signal(name(), made);
    return tamed(made);
  }

 private:
  bool chance(double p) { return random_(0, 1) < p; }
  std::string name() { return "s" + std::to_string(names_++); }

  /// Numbers that meet others exactly are as likely as numbers that meet none.
  double number() {
    const double nice[] = {0.5, 1, 2, 0.25, 1.5, -1, -0.5, 3};
    return chance(0.4) ? nice[random_.below(8)] : random_(-3, 3);
  }
  double positive() { return std::max(0.1, std::abs(number())); }
  E constant() { return E::number(number()); }

  E leaf() {
    if (chance(0.08)) return constant();
    if (chance(0.12)) return E::measured(name(), random_data(random_, words_.jumps));
    const E x = E::input(words_.inputs[static_cast<std::size_t>(
        random_.below(static_cast<int>(words_.inputs.size())))]);
    switch (random_.below(5)) {
      case 0:
        return x;
      case 1:
        return number() * x;
      case 2:
        return x - constant();
      case 3:
        return chance(0.5) ? turns(x) : random_(1, 8) * x;
      default:
        return E::apply("sin", {random_(1, 6) * x});
    }
  }

  E any(int depth) {
    const int kind = random_.below(10);
    if (kind < 3) return smooth(depth);
    if (kind < 5) return sum_or_product(depth);
    if (kind < 8) return kinked(depth);
    return words_.jumps ? jumping(depth) : mended(depth);
  }

  E turns(const E& x) { return 2.0 * E::pi() * x; }
  E call(const std::string& function, const E& x) { return E::apply(function, {x}); }
  /// Within (-a, a), mostly in the middle.
  E bounded(double a, const E& x) {
    switch (random_.below(3)) {
      case 0:
        return E::apply("sat", {x, E::number(a)});
      case 1:
        return a * call("tanh", x);
      default:
        return a * call("sin", x);
    }
  }
  /// At least 0.3.
  E above(const E& x) {
    switch (random_.below(3)) {
      case 0:
        return 0.3 + call("abs", x);
      case 1:
        return 0.5 + x * x;
      default:
        return E::apply("max", {x, E::number(0.4)});
    }
  }

  E smooth(int depth) {
    const E x = nest(depth);
    switch (random_.below(17)) {
      case 0:
        return call("sin", x);
      case 1:
        return call("cos", x);
      case 2:
        return call("tan", bounded(1.2, x));
      case 3:
        return call(chance(0.5) ? "asin" : "acos", bounded(0.9, x));
      case 4:
        return call("atan", x);
      case 5:
        return call(chance(0.5) ? "sinh" : "cosh", bounded(2, x));
      case 6:
        return call("tanh", x);
      case 7:
        return call("exp", bounded(2, x));
      case 8:
        return call("log", above(x));
      case 9:
        return call("sqrt", above(x));
      case 10:
        return E::apply("atan2", {x, above(nest(depth))});
      case 11:
        return power(x, depth);
      case 12:
        return call("asinh", x);
      case 13:
        return chance(0.5) ? call("acosh", 1.0 + above(x)) : call("atanh", bounded(0.9, x));
      case 14:
        return call("log10", above(x));
      case 15:
        return E::apply("hypot", {x, chance(0.5) ? E::number(positive()) : above(nest(depth))});
      default:
        return E::apply("neg", {x});
    }
  }

  E power(const E& x, int depth) {
    switch (random_.below(4)) {
      case 0:
        return E::apply("^", {bounded(1.3, x), E::number(2 + random_.below(4))});
      case 1:
        return E::apply("^", {bounded(1.1, x), E::number(5 + random_.below(26))});
      case 2:
        return E::apply("^", {E::number(positive()), bounded(2, x)});
      default:
        return E::apply("^", {above(bounded(3, x)), bounded(2, nest(depth))});
    }
  }

  E sum_or_product(int depth) {
    const E x = nest(depth), y = nest(depth);
    switch (random_.below(4)) {
      case 0:
        return x + y;
      case 1:
        return x - y;
      case 2:
        return x * y;
      default:
        return x / above(y);
    }
  }

  E kinked(int depth) {
    const E x = nest(depth);
    const E c = chance(0.6) ? constant() : nest(depth);
    switch (random_.below(7)) {
      case 0:
        return call("abs", x);
      case 1:
        return chance(0.3) ? E::apply("min", {x, c, nest(depth)}) : E::apply("min", {x, c});
      case 2:
        return chance(0.3) ? E::apply("max", {x, c, nest(depth)}) : E::apply("max", {x, c});
      case 3:
        return E::apply("sat", {x, level(depth)});
      case 4:
        return E::apply("luz", {x, level(depth)});
      case 5:
        return E::apply(comparison(), {x, c, x, c});  // min or max
      default:
        return mended(depth);
    }
  }

  /// A level >= 0.
  E level(int depth) { return chance(0.7) ? E::number(positive()) : above(nest(depth)); }
  std::string comparison() {
    const char* all[] = {"if<", "if<=", "if>", "if>="};
    return all[random_.below(4)];
  }

  /// Continuous combinations of functions that jump.
  E mended(int depth) {
    const E x = nest(depth);
    const E a = E::number(positive());
    const E whole = turns(x);
    switch (random_.below(18)) {
      case 0:
        return call("abs", call("saw", chance(0.5) ? whole : x));
      case 1:
        return E::apply("^", {call("saw", whole), E::number(chance(0.5) ? 2 : 4)});
      case 2:
        return call("square", whole) * call("sin", whole);
      case 3:
        return call("square", x) * call("square", x);
      case 4:
        return call("sign", x) * x;
      case 5:
        return call("step", x) * x;
      case 6:
        return E::apply("pulse", {x, E::number(0), a}) * x * (a - x);
      case 7:
        return E::apply("luz", {E::apply("tar", {x, a}), a});
      case 8:
        return (call("step", x) - call("step", E::apply("neg", {x}))) * x;
      case 9:
        return E::apply("tar", {x, a}) - a * call("sign", x);
      case 10:
        return call(chance(0.5) ? "sin" : "cos", E::pi() * call("saw", whole));
      case 11:
        return E::apply(comparison(), {x, a, 2.0 * x, x + a});
      case 12:
        return E::apply("tar", {x, a}) * x;
      case 13:
        return call("abs", x - call("round", x));
      case 14:
        return call("floor", x) + E::apply("mod", {x, E::number(1)});
      case 15:
        return E::apply("mod", {x, a}) * (a - E::apply("mod", {x, a}));
      case 16:
        return call("sin", 2.0 * E::pi() * call(chance(0.5) ? "floor" : "ceil", x)) + x;
      default:
        return E::apply("luz", {x, a}) + E::apply("sat", {x, a});
    }
  }

  E jumping(int depth) {
    const E x = nest(depth);
    switch (random_.below(13)) {
      case 0:
        return call("sign", x);
      case 1:
        return call("step", x);
      case 2:
        return E::apply("pulse", {x, constant(), level(depth)});
      case 3:
        return call("square", chance(0.5) ? turns(x) : x);
      case 4:
        return call("saw", chance(0.5) ? turns(x) : x);
      case 5:
        return E::apply("tar", {x, level(depth)});
      case 6:
        return E::apply(comparison(), {x, constant(), nest(depth), nest(depth)});
      case 7:
        return call("floor", x);
      case 8:
        return call("ceil", chance(0.5) ? 3.0 * x : x);
      case 9:
        return call("round", chance(0.5) ? 3.0 * x : x);
      case 10:
        return E::apply("mod", {x, constant()});
      case 11:
        return E::apply("mod", {x, chance(0.5) ? above(nest(depth)) : E::number(positive())});
      default:
        return E::apply(comparison(), {x, nest(depth), nest(depth), nest(depth)});
    }
  }

  bool is_of_time(const E& x) const {
    for (const std::string& input : words_.inputs) {
      if (input != "t" && x.has(input)) return false;
    }
    return true;
  }

  /// The same unless it is large somewhere or moves too fast.
  E tamed(const E& x) {
    Real most = 0;
    Random points{99};
    for (int i = 0; i < 24; ++i) {
      Inputs inputs{.t = {0.125L * i, 0}};
      for (Number Inputs::*input :
           {&Inputs::d, &Inputs::v, &Inputs::q_a, &Inputs::v_a, &Inputs::q_b, &Inputs::v_b}) {
        inputs.*input = {points(-1.5, 3), 0};
      }
      most = std::max(most, std::abs(x.value(inputs).x));
    }
    return most < 12 ? x : static_cast<double>(5 / most) * x;
  }

  Random& random_;
  const Vocabulary& words_;
  int names_{};
};

}  // namespace

Expression random_nest(Random& random, const Vocabulary& words, int depth) {
  return Maker(random, words).nest(depth);
}

}  // namespace acceptance::nest
