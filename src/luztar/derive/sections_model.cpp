// Step 1: the model as differential inclusions.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

#include "luztar/core/number_text.h"
#include "luztar/derive/sections.h"
#include "luztar/model/element_forces.h"
#include "luztar/model/law.h"
#include "luztar/model/shifts.h"
#include "luztar/symbolic/terse.h"

namespace luztar {
namespace {

/// What an element whose arms jump has beside their sum.
Expression with_shift(const Expression& d, const std::string& element, bool shifts) {
  return shifts ? terse::sum(d, symbol_of("d0", element)) : d;
}

/// A force of the state, in coordinates. What an expression deflects is long, and stands several
/// times in most laws: it gets lines of its own.
void add_force_lines(const DerivationContext& context, const ForceEquation& force,
                     std::vector<Line>& lines) {
  const auto sum = [&](const char* what) {
    return context.written(combination(context.equations, what, force.arms));
  };
  const std::string d = "d." + force.name;
  const std::string rate = "rate." + force.name;
  if (!force.deflection) {
    const Expression all = with_shift(sum("q"), force.name, force.shifts);
    const Expression law = substitute(force.law, {{d, all}, {rate, sum("v")}});
    lines.push_back(equal(symbol_of("f", force.name), law));
    return;
  }
  std::set<std::string> read;
  for (const Expression& symbol : symbols_of(force.law)) read.insert(symbol.symbol());
  if (read.contains(d))
    lines.push_back(define(symbol_of("d", force.name),
                           with_shift(*force.deflection, force.name, force.shifts)));
  if (read.contains(rate)) lines.push_back(define(symbol_of("rate", force.name), sum("v")));
  lines.push_back(equal(symbol_of("f", force.name), force.law));
}

/// Both directions and rest in one formula: no pair that takes more at rest than in motion.
bool is_one_set(const PairEquation& pair) {
  return !pair.is_link && !pair.has_levels && pair.is_symmetric() && !pair.breaks();
}

/// C tar(v, F_K/C), or F_K sgn v without viscous friction: the whole of a pair, as a set at v = 0.
Formula friction_set(const PairEquation& pair) {
  const Formula rate = Formula::symbol("rate." + pair.name);
  if (!is_one_set(pair)) return Formula::symbol("f." + pair.name);
  if (pair.viscous.is_zero()) return pair.kinetic * Formula::apply(Op::Sign, {rate});
  if (pair.kinetic.is_zero()) return pair.viscous * rate;
  return pair.viscous * Formula::apply(Op::Tar, {rate, pair.kinetic / pair.viscous});
}

/// With `by_name` forces of pairs stand as f.NAME, for models that would be long otherwise.
Line body_line(const DerivationContext& context, int index, bool by_name) {
  const BodyEquation& body = context.equations.body(index);
  Formula right = Formula::symbol("F." + body.name);
  bool is_set = false;
  for (const auto& [acting, arm] : body.pairs) {
    const PairEquation& pair = context.pair(acting);
    right = right - arm * (by_name ? Formula::symbol("f." + pair.name) : friction_set(pair));
    is_set = is_set || (is_one_set(pair) && !by_name);
  }
  return {context.written(context.equations.inertia_of(index)),
          {{is_set ? Line::Sign::In : Line::Sign::Equal, context.written(right)}}};
}

Display pair_sets(const DerivationContext& context) {
  Display sets;
  for (const PairEquation& pair : context.equations.pairs)
    if (is_one_set(pair))
      sets.lines.push_back(
          {symbol_of("f", pair.name), {{Line::Sign::In, context.written(friction_set(pair))}}});
  return sets;
}

/// At rest a pair takes more than its kinetic level.
Line rest_line(const DerivationContext& context, const PairEquation& pair) {
  const bool symmetric = pair.breakaway == pair.breakaway_back;
  const Expression force = symbol_of("f", pair.name);
  Line line{symmetric ? Expression::apply(Op::Abs, {force}) : context.written(-pair.breakaway_back),
            {}};
  if (!symmetric) line.parts.push_back({Line::Sign::LessEqual, force});
  line.parts.push_back({Line::Sign::LessEqual, context.written(pair.breakaway)});
  line.conditions.push_back(
      equal(context.written(Formula::symbol("rate." + pair.name)), Expression::number(0.0)));
  return line;
}

/// The rate of a freewheel, and its force at rest.
std::vector<Line> freewheel_lines(const DerivationContext& context, const PairEquation& pair) {
  const Expression rate = context.written(Formula::symbol("rate." + pair.name));
  const Expression zero = Expression::number(0.0);
  return {{rate, {{Line::Sign::GreaterEqual, zero}}},
          {symbol_of("f", pair.name), {{Line::Sign::LessEqual, zero}}, {equal(rate, zero)}}};
}

/// What cannot be read off the inclusions: pairs whose two directions or levels differ.
std::vector<Line> law_lines(const DerivationContext& context) {
  std::vector<Line> lines;
  for (const PairEquation& pair : context.equations.pairs) {
    if (pair.is_link) continue;
    if (!is_one_set(pair)) {
      const std::vector<Line> own = sliding_lines(context, pair);
      lines.insert(lines.end(), own.begin(), own.end());
    }
    if (pair.is_freewheel) {
      const std::vector<Line> one_way = freewheel_lines(context, pair);
      lines.insert(lines.end(), one_way.begin(), one_way.end());
    }
    if (pair.breaks() || pair.has_levels) lines.push_back(rest_line(context, pair));
  }
  return lines;
}

/// A law with a state z, its names replaced by symbols of the derivation.
class StateLines {
 public:
  StateLines(const DerivationContext& context, const Friction& friction)
      : context_(context), friction_(friction), law_(stateful_law(friction)), values_(law_.values) {
    values_.emplace("v", Expression::symbol("rate." + friction.name));
    values_.emplace("z", Expression::symbol("z." + friction.name));
    values_.emplace("w", Expression::symbol("dz." + friction.name));
  }

  /// The rate of the pair, that of z and the force.
  void add(std::vector<Line>& lines) {
    const std::string& name = friction_.name;
    const Formula rate = combination(context_.equations, "v", arms_of(friction_.deflection));
    lines.push_back(define(symbol_of("rate", name), context_.written(rate)));
    for (const auto& [part, text] : law_.formulas) {
      if (part == "w")
        lines.push_back(equal(symbol_of("dz", name), rate_of_state()));
      else if (part == "f")
        lines.push_back(equal(symbol_of("f", name), written(text)));
      else if (part == "L" && !is_constant(friction_.forward))
        values_.insert_or_assign(part, Expression::symbol("L." + name));
      else
        values_.insert_or_assign(part, part == "x" ? written(text) : formula(text));
    }
  }

 private:
  Expression formula(const std::string& text) const {
    return substitute(parse_expression(text, {}), values_);
  }
  Expression written(const std::string& text) const {
    return context_.written(to_formula(formula(text)));
  }
  /// Its factors stay as they are; x is written already.
  Expression rate_of_state() const {
    const Expression rate = parse_expression(law_.printed_rate, {});
    std::map<std::string, Expression> factors{{"x", values_.at("x")}};
    for (const Expression& symbol : symbols_of(rate))
      if (symbol.symbol() != "x") factors.emplace(symbol.symbol(), written(symbol.symbol()));
    return substitute(rate, factors);
  }

  const DerivationContext& context_;
  const Friction& friction_;
  const StatefulLaw law_;
  std::map<std::string, Expression> values_;
};

std::vector<Line> lines_of_states(const DerivationContext& context) {
  std::vector<Line> lines;
  for (const Friction& friction : context.model.frictions)
    if (!is_coulomb(friction)) StateLines(context, friction).add(lines);
  return lines;
}

/// Of the model file.
std::vector<Line> lines_of_own_states(const DerivationContext& context) {
  std::vector<Line> lines;
  for (const StateVariable& state : context.model.states)
    lines.push_back(equal(symbol_of("dx", state.name), state.rate));
  return lines;
}

/// Stops: d stays between its limits; the rate turns round on impact.
void add_stops(const DerivationContext& context, Section& section) {
  if (context.model.stops.empty()) return;
  section.say(
      "Stops keep these distances within their limits; the force of a stop that is touched pushes "
      "back only, and an impact turns the rate round:");
  std::vector<Line> lines;
  for (const Stop& stop : context.model.stops) {
    const auto arms = arms_of(stop.deflection);
    const Expression d = with_shift(
        stop.deflection.formula ? *stop.deflection.formula
                                : context.written(combination(context.equations, "q", arms)),
        stop.name, shifts(stop.deflection));
    const Expression rate = context.written(combination(context.equations, "v", arms));
    const bool low = stop.lower.op() != Op::Number || std::isfinite(stop.lower.number());
    const bool high = stop.upper.op() != Op::Number || std::isfinite(stop.upper.number());
    Line line{low ? stop.lower : d, {}};
    if (low) line.parts.push_back({Line::Sign::LessEqual, d});
    if (high) line.parts.push_back({Line::Sign::LessEqual, stop.upper});
    lines.push_back(std::move(line));
    lines.push_back(
        equal(context.own("rate_after"),
              Expression::apply(Op::Negate,
                                {Expression::apply(Op::Multiply, {stop.restitution, rate})})));
    lines.back().words = stop.name;
  }
  section.show(std::move(lines));
}

/// Ratchets: d does not fall below the last tooth.
void add_ratchets(const DerivationContext& context, Section& section) {
  std::vector<Line> lines;
  for (const Freewheel& ratchet : context.model.freewheels) {
    if (!ratchet.pitch) continue;
    const Expression d =
        context.written(combination(context.equations, "q", arms_of(ratchet.deflection)));
    const Expression tooth = context.own("tooth");
    Line line{Expression::apply(Op::Multiply, {*ratchet.pitch, tooth}), {}};
    line.parts.push_back({Line::Sign::LessEqual, d});
    line.words = ratchet.name;
    lines.push_back(std::move(line));
  }
  if (lines.empty()) return;
  section.say(
      "Ratchets turn forward freely and never fall behind the last tooth that they passed, a whole "
      "multiple of the pitch; there the pawl takes the rate away and pushes forward only:");
  section.show(std::move(lines));
}

std::string words_of_levels(const DerivationContext& context) {
  std::vector<std::string> names;
  for (const PairEquation& pair : context.equations.pairs)
    if (pair.has_levels) names.push_back(marked("L", pair.name));
  for (const Friction& friction : context.model.frictions)
    if (!is_coulomb(friction) && !is_constant(friction.forward))
      names.push_back(marked("L", friction.name));
  if (names.empty()) return {};
  return list_of(names) + (names.size() == 1 ? " is the level" : " are the levels") +
         " of dry friction at the speed of the pair (" + kChangingLevel + " of the model file).";
}

std::vector<Line> definition_lines(const DerivationContext& context) {
  const Equations& equations = context.equations;
  std::vector<Line> lines;
  for (const BodyEquation& body : equations.bodies)
    if (!context.short_of.contains("F." + body.name) && body.role != BodyRole::Prescribed &&
        body.role != BodyRole::Steady)
      lines.push_back(define(symbol_of("F", body.name), context.written(body.force)));
  for (const Force& force : context.model.forces)
    lines.push_back(
        define(Expression::symbol(action_symbol(context.model, force.name)), force.value));
  for (const ForceEquation& force : equations.forces) add_force_lines(context, force, lines);
  for (const PairEquation& pair : equations.pairs) {
    if (!pair.is_link && !context.short_of.contains("rate." + pair.name))
      lines.push_back(define(symbol_of("rate", pair.name),
                             context.written(combination(context.equations, "v", pair.arms))));
    if (pair.normal) lines.push_back(define(symbol_of("N", pair.name), *pair.normal));
  }
  return lines;
}

Section inclusions(const DerivationContext& context) {
  const Equations& equations = context.equations;
  Section section{"Model"};
  std::vector<Line> motion;
  const bool by_name = !large_problems(context).empty();
  std::vector<std::string> massless, steady;
  for (std::size_t i = 0; i < equations.bodies.size(); ++i) {
    const BodyEquation& body = equations.bodies[i];
    if (body.role == BodyRole::Prescribed) continue;
    if (body.role == BodyRole::Steady) {
      motion.push_back(equal(symbol_of("a", body.name), Expression::number(0.0)));
      steady.push_back(ticked(body.name));
    } else {
      motion.push_back(body_line(context, static_cast<int>(i), by_name));
      if (body.role == BodyRole::Massless) massless.push_back(ticked(body.name));
    }
  }
  for (const Body& body : context.model.bodies)
    if (body.motion) motion.push_back(equal(symbol_of("q", body.name), *body.motion));
  section.show(std::move(motion));
  if (by_name) section.content.emplace_back(pair_sets(context));
  if (auto with = definition_lines(context); !with.empty()) {
    section.say("with");
    section.show(std::move(with));
  }
  section.show(law_lines(context));
  if (auto states = lines_of_states(context); !states.empty()) {
    section.say("Bristles, with deflections z as states of their own:");
    section.show(std::move(states));
  }
  if (auto states = lines_of_own_states(context); !states.empty()) {
    section.say("States x, with their rates dx:");
    section.show(std::move(states));
  }
  add_instants(context, section);
  add_stops(context, section);
  add_ratchets(context, section);
  if (const std::string words = words_of_levels(context); !words.empty()) section.say(words);
  if (!massless.empty())
    section.say(list_of(massless) + (massless.size() == 1 ? " has" : " have") +
                " no mass: the forces balance at every instant.");
  if (!steady.empty())
    section.say(
        list_of(steady) +
        (steady.size() == 1 ? " is infinitely heavy and keeps" : " are infinitely heavy and keep") +
        " the initial velocity.");
  return section;
}

/// To 15 digits: 60 rpm, not 59.99999999999999, after there and back.
double rounded(double x) { return std::strtod(rounded_text(x, 15).c_str(), nullptr); }

/// What stands behind the letters.
Section parameters(const DerivationContext& context) {
  DocumentTable table{{"symbol", "value", "unit", "meaning"}, {}};
  for (const Parameter& parameter : context.model.parameters) {
    // As in the file: a number in its unit, or an expression of other parameters in SI.
    const Expression value =
        parameter.value.op() == Op::Number
            ? Expression::number(rounded(parameter.value.number() / parameter.unit_factor))
            : parameter.value;
    table.rows.push_back({cell(Expression::symbol(parameter.name)), cell(value),
                          parameter.unit == "1" ? "" : parameter.unit, parameter.about});
  }
  return {"Parameters", {std::move(table)}};
}

/// How values between the rows of a table, and beyond them, are found.
std::string words_of(const FunctionTable& table) {
  constexpr std::array kBetween = {"a cubic spline", "straight lines", "a row holds"};
  constexpr std::array kBeyond = {"no value", "constant", "the end goes on"};
  const std::string between = kBetween[static_cast<std::size_t>(table.interpolation)];
  const std::string beyond = kBeyond[static_cast<std::size_t>(table.beyond)];
  const auto in = [](const std::string& name, const std::string& unit) {
    return name + (unit.empty() ? " in SI" : " in " + unit);
  };
  const std::string x = " over " + in("x", table.x_unit), y = in("y", table.y_unit);
  return "`" + table.name + "`, " +
         (table.z.empty() ? y + x : in("z", table.z_unit) + x + " and " + y) +
         "; between the rows " + between + ", beyond them " + beyond + ":";
}

/// The rows as they are written, a few beside each other.
Section tables(const DerivationContext& context) {
  constexpr std::size_t kMost = 100;
  Section section{"Tables"};
  for (const FunctionTable& table : context.model.tables) {
    const std::size_t width = table.y.size(), n = std::max(width, table.z.size());
    const std::string part = n > kMost ? " of " + std::to_string(n) + " rows the first ones:" : "";
    section.say(words_of(table) + part);
    DocumentTable rows{{"x", "y"}, {}};
    if (!table.z.empty()) rows.header.emplace_back("z");
    for (std::size_t i = 0; i < std::min(n, kMost); ++i) {
      std::vector<double> row{table.x[n > width ? i / width : i], table.y[i % width]};
      if (!table.z.empty()) row.push_back(table.z[i]);
      rows.rows.emplace_back();
      for (const double x : row) rows.rows.back().push_back(cell(Expression::number(x)));
    }
    section.content.emplace_back(std::move(rows));
  }
  return section;
}

}  // namespace

std::vector<Section> model_sections(const DerivationContext& context) {
  return {inclusions(context)};
}

std::vector<Section> parameter_sections(const DerivationContext& context) {
  std::vector<Section> sections;
  if (!context.model.parameters.empty()) sections.push_back(parameters(context));
  if (!context.model.tables.empty()) sections.push_back(tables(context));
  return sections;
}

}  // namespace luztar
