// Expressions as source text of C99 and Python.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "luztar/symbolic/binding.h"
#include "luztar/symbolic/functions.h"
#include "luztar/symbolic/notation.h"
#include "luztar/symbolic/table_code.h"

namespace luztar {
namespace {

// A function that neither math.h nor Python's math has, in both languages.
struct Support {
  Op op;
  std::string_view c;
  std::string_view python;
};

// Each uses only functions above it; the same steps as evaluate(), so that the bits are the same.
constexpr std::array kSupport = {
    Support{Op::Sat,
            "static double sat(double x, double a) {\n"
            "  if (a < 0) a = 0;\n"
            "  return x > a ? a : x < -a ? -a : x;\n"
            "}\n",
            "def sat(x, a):\n    a = 0.0 if a < 0 else a\n"
            "    return a if x > a else -a if x < -a else x\n"},
    Support{Op::Luz, "static double luz(double x, double a) { return x - sat(x, a); }\n",
            "def luz(x, a):\n    return x - sat(x, a)\n"},
    Support{Op::Tar,
            "/* tar(0, a) is the interval [-a, a]; this is its middle. */\n"
            "static double tar(double x, double a) { return x > 0 ? x + a : x < 0 ? x - a : x; }\n",
            "def tar(x, a):  # tar(0, a) is the interval [-a, a]; this is its middle\n"
            "    return x + a if x > 0 else x - a if x < 0 else x\n"},
    Support{Op::Sign, "static double sign(double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : x; }\n",
            "def sign(x):\n    return 1.0 if x > 0 else -1.0 if x < 0 else x\n"},
    Support{Op::Step, "static double step(double x) { return x >= 0 ? 1.0 : 0.0; }\n",
            "def step(x):\n    return 1.0 if x >= 0 else 0.0\n"},
    Support{Op::Pulse,
            "static double pulse(double x, double start, double width) {\n"
            "  return x >= start && x < start + width ? 1.0 : 0.0;\n"
            "}\n",
            "def pulse(x, start, width):\n"
            "    return 1.0 if start <= x < start + width else 0.0\n"},
    Support{Op::Square,
            "static double square(double x) {\n"
            "  const double turns = x / 6.283185307179586;\n"
            "  return turns - floor(turns) < 0.5 ? 1.0 : -1.0;\n"
            "}\n",
            "def square(x):\n"
            "    turns = x / 6.283185307179586\n"
            "    return 1.0 if turns - math.floor(turns) < 0.5 else -1.0\n"},
    Support{Op::Saw,
            "static double saw(double x) {\n"
            "  const double turns = x / 6.283185307179586;\n"
            "  return 2 * (turns - floor(turns)) - 1;\n"
            "}\n",
            "def saw(x):\n"
            "    turns = x / 6.283185307179586\n"
            "    return 2 * (turns - math.floor(turns)) - 1\n"},
    Support{Op::Floor,
            "static double whole_below(double x) { return floor(x) + 0.0; } /* never -0 */\n",
            "def whole_below(x):\n    return float(math.floor(x))\n"},
    Support{Op::Ceil,
            "static double whole_above(double x) { return ceil(x) + 0.0; } /* never -0 */\n",
            "def whole_above(x):\n    return float(math.ceil(x))\n"},
    Support{Op::Round,
            "static double nearest(double x) { return round(x) + 0.0; } /* never -0 */\n",
            "def nearest(x):  # halves away from zero\n"
            "    whole = math.floor(abs(x))\n"
            "    whole += 1 if abs(x) - whole >= 0.5 else 0\n"
            "    return float(whole if x > 0 else -whole)\n"},
    Support{Op::Mod,
            "/* x - y floor(x/y): it has the sign of y. */\n"
            "static double mod(double x, double y) {\n"
            "  const double rest = fmod(x, y);\n"
            "  return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest + 0.0;\n"
            "}\n",
            "def mod(x, y):  # x - y floor(x/y): it has the sign of y\n"
            "    return x % y + 0.0\n"},
};

bool is_support(Op op) { return std::ranges::find(kSupport, op, &Support::op) != kSupport.end(); }

std::string literal(double value, bool python) {
  if (std::isnan(value)) return python ? "math.nan" : "NAN";
  if (std::isinf(value)) {
    return std::string(value < 0 ? "-" : "") + (python ? "math.inf" : "INFINITY");
  }
  std::string text = number_text(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";  // 1/2 of whole numbers is 0
  return text;
}

class Writer {
 public:
  Writer(Language language, const std::map<std::string, std::string>& name_of)
      : python_(language == Language::Python), name_of_(name_of) {}

  std::string operator()(const Expression& expression) const {
    const std::vector<Expression>& operands = expression.operands();
    switch (expression.op()) {
      case Op::Number:
        return literal(expression.number(), python_);
      case Op::Symbol:
        return name(expression.symbol());
      case Op::Negate:  // two signs in a row would be C's decrement
        return "-" + operand(operands[0], Binding::Power);
      case Op::If:
        return choice(operands);
      case Op::Power:
        return call(expression);
      default:
        break;
    }
    const std::string_view sign = operator_text(expression.op());
    return sign.empty() ? call(expression) : binary(expression, sign);
  }

 private:
  std::string name(const std::string& symbol) const {
    const auto found = name_of_.find(symbol);
    return found == name_of_.end() ? symbol : found->second;
  }

  std::string operand(const Expression& e, Binding least) const {
    const bool atom = e.op() == Op::Power;  // a call in both languages
    if (atom || binding_of(e) >= least) return (*this)(e);
    return "(" + (*this)(e) + ")";
  }

  std::string binary(const Expression& e, std::string_view sign) const {
    const Binding own = binding_of(e);
    const bool product = own == Binding::Product;
    const Binding left = own == Binding::Comparison ? Binding::Sum : own;
    const Binding right = own == Binding::Comparison ? Binding::Sum : Binding::Power;
    const bool sum_of_product =
        own == Binding::Sum && binding_of(e.operands()[1]) == Binding::Product;
    const std::string space = product ? "" : " ";
    return operand(e.operands()[0], left) + space + std::string(sign) + space +
           operand(e.operands()[1], sum_of_product ? Binding::Product : right);
  }

  std::string choice(const std::vector<Expression>& operands) const {
    const std::string condition = (*this)(operands[0]);
    const std::string then = (*this)(operands[1]);
    const std::string otherwise = (*this)(operands[2]);
    if (python_) return "(" + then + " if " + condition + " else " + otherwise + ")";
    return "(" + condition + " ? " + then + " : " + otherwise + ")";
  }

  std::string function(Op op) const {
    switch (op) {
      case Op::Power:
        return python_ ? "math.pow" : "pow";
      case Op::Abs:
        return python_ ? "abs" : "fabs";
      case Op::Min:
        return python_ ? "min" : "fmin";
      case Op::Max:
        return python_ ? "max" : "fmax";
      case Op::Floor:
        return "whole_below";
      case Op::Ceil:
        return "whole_above";
      case Op::Round:
        return "nearest";
      default:
        return (python_ && !is_support(op) ? "math." : "") + std::string(function_name(op));
    }
  }

  std::string call(const Expression& e) const {
    std::string text = (e.op() == Op::Lookup ? name_in_code(*e.table()) : function(e.op())) + "(";
    for (const Expression& argument : e.operands()) {
      if (&argument != &e.operands().front()) text += ", ";
      text += (*this)(argument);
    }
    return text + ")";
  }

  bool python_;
  const std::map<std::string, std::string>& name_of_;
};

struct Used {
  std::set<Op> functions{};
  std::map<std::string, TablePtr> tables{};
};

void collect(const Expression& expression, Used& used) {
  std::set<Op>& found = used.functions;
  found.insert(expression.op());
  if (expression.op() == Op::Lookup)
    used.tables.emplace(expression.table()->name, expression.table());
  if (expression.op() == Op::Luz) found.insert(Op::Sat);
  for (const Expression& operand : expression.operands()) collect(operand, used);
}

std::string definitions(Language language, const std::set<Op>* used) {
  std::string text;
  for (const Support& support : kSupport) {
    if (used && used->count(support.op) == 0) continue;
    if (language == Language::Python && !text.empty()) text += "\n\n";
    text += language == Language::C ? support.c : support.python;
  }
  return text;
}

}  // namespace

std::string to_code(const Expression& expression, Language language,
                    const std::map<std::string, std::string>& name_of) {
  return Writer(language, name_of)(expression);
}

std::string support_code(Language language) { return definitions(language, nullptr); }

std::string support_code(Language language, const std::vector<Expression>& expressions) {
  Used used;
  for (const Expression& expression : expressions) collect(expression, used);
  std::string text = definitions(language, &used.functions);
  for (const auto& [name, table] : used.tables) {
    if (language == Language::Python && !text.empty()) text += "\n\n";
    text += table_code(*table, language);
  }
  return text;
}

}  // namespace luztar
