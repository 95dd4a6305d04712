// Forces of elements in generated functions.
#include <algorithm>
#include <functional>
#include <variant>

#include "luztar/derive/functions_writer.h"
#include "luztar/model/element_forces.h"
#include "luztar/symbolic/terse.h"

namespace luztar {

Expression FunctionsWriter::formula(const std::string& text,
                                    std::map<std::string, Expression> values) {
  const Expression parsed = parse_expression(text, {});
  for (const Expression& symbol : symbols_of(parsed))
    values.emplace(symbol.symbol(), Expression::symbol("#" + symbol.symbol()));
  return substitute(parsed, values);
}

// --- signals ---------------------------------------------------------------------------------

/// Signals that are expressions put in; measured ones stay symbols.
Expression FunctionsWriter::inlined(const Expression& expression) const {
  std::map<std::string, Expression> values;
  for (const Expression& symbol : symbols_of(expression)) {
    const auto found = signals_.find(symbol.symbol());
    if (found == signals_.end()) continue;
    if (const auto* value = std::get_if<Expression>(&found->second->value))
      values.emplace(symbol.symbol(), inlined(*value));
  }
  return substitute(expression, values);
}

/// Values of the signals that these expressions use, and those that they use.
void FunctionsWriter::signals(const std::vector<Expression>& expressions) {
  std::vector<std::string> done;
  const std::function<void(const Expression&)> need = [&](const Expression& expression) {
    for (const Expression& symbol : symbols_of(expression)) {
      const auto found = signals_.find(symbol.symbol());
      if (found == signals_.end()) continue;
      const auto* value = std::get_if<Expression>(&found->second->value);
      if (value == nullptr || std::find(done.begin(), done.end(), found->first) != done.end())
        continue;
      need(*value);
      done.push_back(found->first);
      belongs_to(found->first);
      src_.number("s_" + found->first, src_.code(*value));
    }
  };
  for (const Expression& expression : expressions) need(expression);
}

std::vector<Expression> FunctionsWriter::expressions_of_laws(bool of_massless) const {
  std::vector<Expression> list;
  const Network& network = plan_.network;
  for (const NetworkElement& e : network.elements)
    if (e.written != nullptr && (of_massless ? network.touches_massless(e.deflection)
                                             : e.is_pair() || network.acts(e.deflection) || shows_))
      list.push_back(*e.written);
  return list;
}

// --- deflections -----------------------------------------------------------------------------

std::string FunctionsWriter::times(const Expression& coefficient, const std::string& value,
                                   bool negative) {
  if (coefficient.op() == Op::Negate) return times(coefficient.operands()[0], value, !negative);
  if (coefficient.op() == Op::Number && coefficient.number() < 0.0)
    return times(Expression::number(-coefficient.number()), value, !negative);
  const std::string sign = negative ? "-" : "";
  if (terse::is_number(coefficient, 1.0)) return sign + value;
  src_.name("#", value);
  const std::string code =
      src_.code(Expression::apply(Op::Multiply, {coefficient, Expression::symbol("#")}));
  return negative && code[0] == '-' ? code.substr(1) : sign + code;
}

std::vector<std::string> FunctionsWriter::parts(const Deflection& deflection,
                                                const std::string& coordinate) {
  std::vector<std::string> list;
  const auto measured = measured_.find(&deflection);
  for (const auto& term : (measured == measured_.end() ? deflection : *measured->second).terms)
    if (term.body != kGround)
      list.push_back(times(term.coefficient, coordinate + "[" + body(term.body) + "]"));
  return list;
}

std::string FunctionsWriter::sum(const Deflection& deflection, const std::string& coordinate) {
  if (deflection.formula && coordinate == "q") return src_.code(*deflection.formula);
  std::string text;
  for (const std::string& part : parts(deflection, coordinate)) {
    if (text.empty())
      text = part;
    else
      text += part[0] == '-' ? " - " + part.substr(1) : " + " + part;
  }
  return text.empty() ? "0.0" : text;
}

/// A rate that is exactly zero where it is zero up to rounding.
std::string FunctionsWriter::rate(const Deflection& deflection) {
  const auto list = parts(deflection, "v");
  if (list.size() < 2) return sum(deflection, "v");
  const std::string values = Source::joined(list);
  return src_.is_c()
             ? "rate_of(" + std::to_string(list.size()) + ", (const double[]){" + values + "})"
             : "rate_of(" + values + ")";
}

void FunctionsWriter::deflection(const std::string& name, const Deflection& deflection,
                                 bool needs_rate) {
  src_.number("d_" + name, sum(deflection, "q"));
  src_.name("#d", "d_" + name);
  if (needs_rate) src_.number("v_" + name, sum(deflection, "v"));
  src_.name("#v", "v_" + name);
}

/// Adds a force to the bodies of an element: along its coefficients, or against them if it pulls.
void FunctionsWriter::push(const Deflection& deflection, const std::string& force, bool pulls,
                           bool massless_only) {
  for (const auto& term : deflection.terms) {
    if (massless_only ? !plan_.network.is_massless(term.body) : plan_.network.is_given(term.body))
      continue;
    src_.statement("push(now, " + body(term.body) + ", " + times(term.coefficient, force, pulls) +
                   ")");
  }
}

// --- elements --------------------------------------------------------------------------------

/// A force that is no pair's and has no state of its own; the others have functions of their own.
void FunctionsWriter::force(const NetworkElement& e, bool massless_only) {
  const std::string f = "f_" + e.name;
  belongs_to(e.name);
  if (e.law == Law::Spring) {
    if (massless_only && terse::is_number(e.spring->stiffness, 0.0)) return;
    spring(*e.spring, massless_only);
  } else if (e.law == Law::Written) {
    written(e);
  } else {
    return;
  }
  push(e.deflection, f, e.kind != PartKind::Force, massless_only);
  if (!massless_only) show_force(e.name);
}

void FunctionsWriter::show_force(const std::string& element) {
  if (shows_) src_.assign(at("shown", "NAME_ELEMENT_" + element), "f_" + element);
}

void FunctionsWriter::written(const NetworkElement& e) {
  const auto symbols = symbols_of(*e.written);
  for (const auto& [name, coordinate] : {std::pair{"d", "q"}, std::pair{"v", "v"}}) {
    const std::string local = std::string(name) + "_" + e.name;
    if (std::any_of(symbols.begin(), symbols.end(),
                    [name = name](const auto& symbol) { return symbol.symbol() == name; }))
      src_.number(local, sum(e.deflection, coordinate));
    src_.name(name, local);
  }
  src_.number("f_" + e.name, src_.code(*e.written));
}

/// The force of a spring with a gap whose contact is a piece of its own.
void FunctionsWriter::held_gap(const Spring& s, std::map<std::string, Expression> values,
                               bool damped) {
  const bool both = !has_one_edge(s);
  const std::string x = terse::is_number(s.rest, 0.0) ? "d" : "(d - rest)";
  HeldGap gap{s.name};
  std::string force = "0.0";
  const auto side = [&](const char* edge, const std::string& beyond, const char* limit, int* place,
                        int* pushes) {
    *place = held_->side(src_.code(formula(beyond, values)), -1, false);
    const std::string sum = "k*(" + x + " - " + edge + ")" + (damped ? " + c*v" : "");
    const bool only_pushes = damped && !s.pull;
    const std::string code =
        src_.code(formula(only_pushes ? std::string(limit) + "(0, " + sum + ")" : sum, values));
    if (only_pushes) *pushes = held_->last();
    force = src_.choice(HeldPieces::is_on(*place), "(" + code + ")", "(" + force + ")");
  };
  if (both || !terse::is_finite(s.upper))
    side("lower", "lower - " + x, "min", &gap.lower, &gap.lower_pushes);
  if (both || terse::is_finite(s.upper))
    side("upper", x + " - upper", "max", &gap.upper, &gap.upper_pushes);
  // At massless bodies its force is written twice.
  if (std::ranges::find(gaps_, s.name, &HeldGap::name) == gaps_.end()) gaps_.push_back(gap);
  src_.number("f_" + s.name, force);
}

void FunctionsWriter::spring(const Spring& s, bool massless_only) {
  const std::string v = "v_" + s.name, f = "f_" + s.name;
  if (terse::is_number(s.stiffness, 0.0) && !s.has_gap) {
    src_.number(v, sum(s.deflection, "v"));
    return src_.number(f, times(s.damping, v));
  }
  const bool damped = !terse::is_number(s.damping, 0.0) && !massless_only;
  deflection(s.name, s.deflection, damped);
  std::map<std::string, Expression> values{{"k", s.stiffness},
                                           {"c", s.damping},
                                           {"rest", s.rest},
                                           {"lower", s.lower},
                                           {"upper", s.upper}};
  const std::string x = terse::is_number(s.rest, 0.0) ? "d" : "(d - rest)";
  if (!s.has_gap) {
    src_.number(f, src_.code(formula("k*" + x + (damped ? " + c*v" : ""), values)));
    return;
  }
  // At an edge the damping acts on what moves into it.
  std::string above, below;
  const std::string beyond = damped ? " + c*v" : "";
  const std::string up = src_.code(formula("upper", values));
  const std::string down = src_.code(formula("lower", values));
  const std::string pos = src_.code(formula(x, values));
  above = pos + " > " + up;
  below = pos + " < " + down;
  if (damped) {
    const std::string either = src_.pick(" || ", " or "), both = src_.pick(" && ", " and ");
    above += either + "(" + pos + " == " + up + both + v + " > 0.0)";
    below += either + "(" + pos + " == " + down + both + v + " < 0.0)";
  }
  const auto force = [&](const char* limit, const char* edge) {
    const std::string sum = "k*(" + x + " - " + edge + ")" + beyond;
    return src_.code(
        formula(damped && !s.pull ? std::string(limit) + "(0, " + sum + ")" : sum, values));
  };
  const std::string upper = force("max", "upper"), lower = force("min", "lower");
  if (held()) return held_gap(s, values, damped);
  if (has_one_edge(s))
    return src_.number(f, terse::is_finite(s.upper) ? src_.choice(above, upper, "0.0")
                                                    : src_.choice(below, lower, "0.0"));
  src_.number(f, src_.choice(above, upper, src_.choice(below, lower, "0.0")));
}

}  // namespace luztar
