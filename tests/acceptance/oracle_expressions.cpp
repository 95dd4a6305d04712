#include "acceptance/oracle_expressions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <span>

namespace acceptance::nest {
namespace {

using Operands = std::span<const Real>;
constexpr Real kPi = std::numbers::pi_v<Real>;
constexpr Real kRounding = 1e-15L;  ///< of an operation in double, relative

/// x reduced to [0, 2 pi)
Real phase(Real x) { return x - 2 * kPi * std::floor(x / (2 * kPi)); }

Real mod(Real x, Real y) { return x - y * std::floor(x / y); }

Real sat(Real x, Real a) { return std::clamp(x, -a, a); }
Real sign(Real x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

struct Function {
  Real (*value)(Operands);
  int arguments;
  bool rounds;  ///< false: the result is one of the operands or a whole number
};

const std::map<std::string, Function>& table() {
  static const std::map<std::string, Function> all = {
      {"+", {[](Operands x) { return x[0] + x[1]; }, 2, true}},
      {"-", {[](Operands x) { return x[0] - x[1]; }, 2, true}},
      {"*", {[](Operands x) { return x[0] * x[1]; }, 2, true}},
      {"/", {[](Operands x) { return x[0] / x[1]; }, 2, true}},
      {"^", {[](Operands x) { return std::pow(x[0], x[1]); }, 2, true}},
      {"neg", {[](Operands x) { return -x[0]; }, 1, false}},
      {"sin", {[](Operands x) { return std::sin(x[0]); }, 1, true}},
      {"cos", {[](Operands x) { return std::cos(x[0]); }, 1, true}},
      {"tan", {[](Operands x) { return std::tan(x[0]); }, 1, true}},
      {"asin", {[](Operands x) { return std::asin(x[0]); }, 1, true}},
      {"acos", {[](Operands x) { return std::acos(x[0]); }, 1, true}},
      {"atan", {[](Operands x) { return std::atan(x[0]); }, 1, true}},
      {"sinh", {[](Operands x) { return std::sinh(x[0]); }, 1, true}},
      {"cosh", {[](Operands x) { return std::cosh(x[0]); }, 1, true}},
      {"tanh", {[](Operands x) { return std::tanh(x[0]); }, 1, true}},
      {"exp", {[](Operands x) { return std::exp(x[0]); }, 1, true}},
      {"log", {[](Operands x) { return std::log(x[0]); }, 1, true}},
      {"sqrt", {[](Operands x) { return std::sqrt(x[0]); }, 1, true}},
      {"asinh", {[](Operands x) { return std::asinh(x[0]); }, 1, true}},
      {"acosh", {[](Operands x) { return std::acosh(x[0]); }, 1, true}},
      {"atanh", {[](Operands x) { return std::atanh(x[0]); }, 1, true}},
      {"log10", {[](Operands x) { return std::log10(x[0]); }, 1, true}},
      {"hypot", {[](Operands x) { return std::sqrt(x[0] * x[0] + x[1] * x[1]); }, 2, true}},
      {"floor", {[](Operands x) { return std::floor(x[0]); }, 1, false}},
      {"ceil", {[](Operands x) { return std::ceil(x[0]); }, 1, false}},
      {"round", {[](Operands x) { return std::round(x[0]); }, 1, false}},
      {"mod", {[](Operands x) { return mod(x[0], x[1]); }, 2, true}},
      {"atan2", {[](Operands x) { return std::atan2(x[0], x[1]); }, 2, true}},
      {"abs", {[](Operands x) { return std::abs(x[0]); }, 1, false}},
      {"sign", {[](Operands x) { return sign(x[0]); }, 1, false}},
      {"min", {[](Operands x) { return *std::min_element(x.begin(), x.end()); }, 2, false}},
      {"max", {[](Operands x) { return *std::max_element(x.begin(), x.end()); }, 2, false}},
      {"step", {[](Operands x) -> Real { return x[0] >= 0 ? 1 : 0; }, 1, false}},
      {"pulse",
       {[](Operands x) -> Real { return x[1] <= x[0] && x[0] < x[1] + x[2] ? 1 : 0; }, 3, false}},
      {"square", {[](Operands x) -> Real { return phase(x[0]) < kPi ? 1 : -1; }, 1, false}},
      {"saw", {[](Operands x) { return phase(x[0]) / kPi - 1; }, 1, true}},
      {"sat", {[](Operands x) { return sat(x[0], x[1]); }, 2, false}},
      {"luz", {[](Operands x) { return x[0] - sat(x[0], x[1]); }, 2, true}},
      {"tar", {[](Operands x) { return x[0] + sign(x[0]) * x[1]; }, 2, true}},
      {"if<", {[](Operands x) { return x[0] < x[1] ? x[2] : x[3]; }, 4, false}},
      {"if<=", {[](Operands x) { return x[0] <= x[1] ? x[2] : x[3]; }, 4, false}},
      {"if>", {[](Operands x) { return x[0] > x[1] ? x[2] : x[3]; }, 4, false}},
      {"if>=", {[](Operands x) { return x[0] >= x[1] ? x[2] : x[3]; }, 4, false}},
  };
  return all;
}

constexpr std::size_t kMost = 4;  ///< operands

/// How far the value moves with the operands from `i` on, each less, equal or more by its error.
Real spread(const Function& function, std::span<const Number> operands, std::span<Real> x,
            std::size_t i, Real base) {
  while (i < x.size() && operands[i].e == 0) ++i;
  if (i == x.size()) {
    const Real apart = std::abs(function.value(x) - base);
    return std::isfinite(apart) ? apart : 0;
  }
  Real most = 0;
  for (const Real s : {0, 1, -1}) {
    x[i] = operands[i].x + s * operands[i].e;
    most = std::max(most, spread(function, operands, x, i + 1, base));
  }
  x[i] = operands[i].x;
  return most;
}

Number evaluate(const Function& function, std::span<const Number> operands) {
  std::array<Real, kMost> values{};
  const std::span<Real> x(values.data(), operands.size());
  bool exact = true;
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = operands[i].x;
    exact = exact && operands[i].e == 0;
  }
  const Real base = function.value(x);
  const Real rounding = function.rounds ? kRounding * std::abs(base) : 0;
  return {base, rounding + (exact ? 0 : spread(function, operands, x, 0, base))};
}

std::string digits(double x) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.6g", x);
  return buffer;
}

}  // namespace

struct Expression::Node {
  Kind kind{};
  std::string name{};  ///< function, input, signal
  Real number{};
  std::vector<Expression> of{};
  std::shared_ptr<const Data> data{};
  const Function* function{};
  Number Inputs::*input{};
};

Expression Expression::number(double x) {
  return Expression(
      std::make_shared<Node>(Node{.kind = Kind::Number, .number = std::stod(digits(x))}));
}

Expression Expression::pi() {
  return Expression(
      std::make_shared<Node>(Node{.kind = Kind::Number, .name = "pi", .number = std::numbers::pi}));
}

Expression Expression::input(const std::string& name) {
  static const std::map<std::string, Number Inputs::*> names = {
      {"t", &Inputs::t},     {"d", &Inputs::d},     {"v", &Inputs::v},    {"q.a", &Inputs::q_a},
      {"v.a", &Inputs::v_a}, {"q.b", &Inputs::q_b}, {"v.b", &Inputs::v_b}};
  return Expression(
      std::make_shared<Node>(Node{.kind = Kind::Input, .name = name, .input = names.at(name)}));
}

Expression Expression::apply(const std::string& function, std::vector<Expression> operands) {
  return Expression(std::make_shared<Node>(Node{.kind = Kind::Apply,
                                                .name = function,
                                                .of = std::move(operands),
                                                .function = &table().at(function)}));
}

Expression Expression::signal(const std::string& name, const Expression& value) {
  return Expression(
      std::make_shared<Node>(Node{.kind = Kind::Signal, .name = name, .of = {value}}));
}

Expression Expression::measured(const std::string& name, std::shared_ptr<const Data> data) {
  return Expression(
      std::make_shared<Node>(Node{.kind = Kind::Measured, .name = name, .data = std::move(data)}));
}

Number Expression::value(const Inputs& inputs) const {
  switch (node_->kind) {
    case Kind::Number:
      return {node_->number, 0};
    case Kind::Input:
      return inputs.*(node_->input);
    case Kind::Signal:
      return node_->of[0].value(inputs);
    case Kind::Measured: {
      const Number t = inputs.t;
      const Data& data = *node_->data;
      const Real base = data(t.x);
      const Real apart =
          std::max(std::abs(data(t.x + t.e) - base), std::abs(data(t.x - t.e) - base));
      return {base, apart + 4 * kRounding * std::abs(base)};
    }
    case Kind::Apply:
      break;
  }
  std::array<Number, kMost> operands;
  const std::size_t n = node_->of.size();
  for (std::size_t i = 0; i < n; ++i) operands[i] = node_->of[i].value(inputs);
  return evaluate(*node_->function, std::span<const Number>(operands.data(), n));
}

std::string Expression::text() const {
  if (node_->kind == Kind::Number) {
    if (!node_->name.empty()) return node_->name;
    const std::string x = digits(static_cast<double>(node_->number));
    return node_->number < 0 ? "(" + x + ")" : x;
  }
  if (node_->kind != Kind::Apply) return node_->name;
  const std::vector<Expression>& of = node_->of;
  if (node_->name == "neg") return "(-" + of[0].text() + ")";
  if (node_->name.size() == 1) return "(" + of[0].text() + node_->name + of[1].text() + ")";
  std::string all = node_->name + "(";
  std::size_t from = 0;
  if (node_->name.starts_with("if")) {
    all = "if(" + of[0].text() + " " + node_->name.substr(2) + " " + of[1].text() + ", ";
    from = 2;
  }
  for (std::size_t i = from; i < of.size(); ++i) all += (i > from ? ", " : "") + of[i].text();
  return all + ")";
}

void Expression::collect(std::map<std::string, std::string>& tables) const {
  if (node_->kind == Kind::Signal) {
    tables[node_->name] = "value = \"" + node_->of[0].text() + "\"\n";
  }
  if (node_->kind == Kind::Measured) {
    const Data& data = *node_->data;
    tables[node_->name] = "file = \"" + data.file + "\"\ninterpolation = \"" + data.interpolation +
                          "\"\nscale = " + digits(static_cast<double>(data.scale)) +
                          "\noffset = " + digits(static_cast<double>(data.offset)) + "\n";
  }
  for (const Expression& operand : node_->of) operand.collect(tables);
}

std::string Expression::signals() const {
  std::map<std::string, std::string> tables;
  collect(tables);
  std::string all;
  for (const auto& [name, keys] : tables) all += "[signals." + name + "]\n" + keys;
  return all;
}

bool Expression::has(const std::string& name) const {
  return node_->name == name || std::any_of(node_->of.begin(), node_->of.end(),
                                            [&](const Expression& x) { return x.has(name); });
}

std::vector<Expression> Expression::simpler() const {
  std::vector<Expression> all = node_->of;
  for (std::size_t i = 0; i < node_->of.size(); ++i) {
    std::vector<Expression> instead = node_->of[i].simpler();
    if (node_->of[i].node_->kind != Kind::Number) {
      for (const double x : {0.0, 1.0}) instead.push_back(number(x));
    }
    for (const Expression& part : instead) {
      Node node = *node_;
      node.of[i] = part;
      all.push_back(Expression(std::make_shared<Node>(std::move(node))));
    }
  }
  return all;
}

const std::map<std::string, int>& functions() {
  static const std::map<std::string, int> all = [] {
    std::map<std::string, int> names;
    for (const auto& [name, function] : table()) {
      if (name.size() > 1 && !name.starts_with("if") && name != "neg") {
        names[name] = function.arguments;
      }
    }
    return names;
  }();
  return all;
}

}  // namespace acceptance::nest
