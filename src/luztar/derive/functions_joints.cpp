// Frictions, freewheels, links and stops in generated functions: their limits at rest and forces.
#include "luztar/derive/functions_writer.h"
#include "luztar/model/law.h"
#include "luztar/symbolic/terse.h"

namespace luztar {
namespace {

bool same(const Expression& a, const Expression& b) { return to_text(a) == to_text(b); }

/// In brackets, if it is a sum or a choice that is not in brackets already.
std::string factor(const std::string& text) {
  if (text.find(' ') == std::string::npos || text.starts_with("interpolate(")) return text;
  int depth = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return "(" + text + ")";
  }
  return text;
}

}  // namespace

void FunctionsWriter::arms(std::size_t index) {
  const Joint& joint_of = plan_.joints[index];
  for (const auto& term : joint_of.element.deflection.terms) {
    if (term.body == kGround) continue;
    const std::string place =
        plan_.tree ? (term.body == joint_of.first ? "0" : "1") : body(term.body);
    src_.assign(at(plan_.tree ? "arm" : "row", joint(index)) + "[" + place + "]",
                src_.code(term.coefficient));
  }
}

/// Of the branch for rising speeds, at speed u.
std::string FunctionsWriter::level_of(const LevelCurve& curve) {
  if (curve.rows.empty()) return src_.code(formula(curve.formula.text, curve.formula.values));
  if (held()) {  // knots are edges
    Expression value = curve.rows.back().second;
    for (std::size_t i = curve.rows.size() - 1; i > 0; --i) {
      const auto& [u0, y0] = curve.rows[i - 1];
      const auto& [u1, y1] = curve.rows[i];
      const Expression line = formula("y0 + (u - u0)*(y1 - y0)/(u1 - u0)",
                                      {{"u0", u0}, {"u1", u1}, {"y0", y0}, {"y1", y1}});
      const Expression beyond = Expression::apply(Op::Greater, {Expression::symbol("#u"), u1});
      value = Expression::apply(Op::If, {beyond, value, line});
    }
    const std::string owner = held_->owner();
    belongs_to("");  // at a knot the level bends, it does not jump
    std::string code = src_.code(value);
    belongs_to(owner);
    return code;
  }
  uses_tables_ = true;
  std::vector<std::string> rows;
  for (const auto& [speed, value] : curve.rows)
    rows.push_back(src_.pick("{", "(") + src_.code(speed) + ", " + src_.code(value) +
                   src_.pick("}", ")"));
  const std::string list = Source::joined(rows);
  return src_.is_c() ? "interpolate(" + std::to_string(rows.size()) + ", (const double[][2]){" +
                           list + "}, u)"
                     : "interpolate([" + list + "], u)";
}

/// The level at speed u; `viscous` gets C. Both depend on the branch where there are two.
std::string FunctionsWriter::level(const Friction::Law& law, const std::string& branch,
                                   std::string& viscous) {
  viscous = src_.code(law.viscous);
  std::string rising = level_of(level_curve(law));
  const auto other = second_branch(law);
  if (!other) return rising;
  if (held()) {
    src_.name("#u", "u");
    const std::string u = src_.plain_code(Expression::symbol("#u"));
    const int place =
        held_->relay(src_.code(other->rise) + " - " + u, u + " - " + src_.code(other->fall));
    const std::string on = HeldPieces::is_on(place);
    viscous = "(" + src_.choice(on, src_.code(other->viscous), viscous) + ")";
    return "(" + src_.choice(on, src_.code(other->level), rising) + ")";
  }
  const std::string beyond = src_.of("m", "branch") + "[" + branch + "]";
  viscous = "(" + src_.choice(beyond, src_.code(other->viscous), viscous) + ")";
  return "(" + src_.choice(beyond, src_.code(other->level), rising) + ")";
}

std::string FunctionsWriter::branch_of(const Friction& f, bool forward) const {
  const bool alike = same_law(f.forward, f.backward, same);
  return "BRANCH_" + f.name + (alike ? "" : forward ? "_forward" : "_backward");
}

/// "*n_NAME" where a written force multiplies the levels.
std::string FunctionsWriter::factor_of_levels(const NetworkElement& friction) {
  if (friction.written == nullptr) return "";
  const Friction& friction_of = model_.frictions[friction.index];
  src_.number("n_" + friction.name, src_.code(*friction.written));
  if (held())
    held_->watch("n_" + friction.name + " + normal_noise(now, " +
                 src_.code(friction_of.backward.breakaway) + ", " +
                 src_.code(friction_of.forward.breakaway) + ")");
  return "*n_" + friction.name;
}

/// The force while it slides, into f_NAME, with w_NAME its rate; n: factor_of_levels().
void FunctionsWriter::sliding(const Friction& f, std::size_t index, const std::string& n) {
  const std::string w = "w_" + f.name;
  const bool massless = plan_.joints[index].touches_massless;
  const std::string side = massless ? "slow[" + joint(index) + "]"
                           : held() ? mode(joint(index))
                                    : "";
  const std::string forward = side.empty() ? w + " > 0.0" : side + " > 0";
  src_.name("#u", "u");
  if (held()) src_.number("u", side + "*" + w);
  std::string c0, c1;
  const std::string l1 = level(f.forward, branch_of(f, true), c1);
  const std::string l0 = level(f.backward, branch_of(f, false), c0);
  if (!held() && (has_word(l1, "u") || has_word(l0, "u")))
    src_.number("u", src_.pick("fabs(", "abs(") + w + ")");
  if (c0 == c1 && l0 == l1) {
    const std::string drag = c1 == "0.0" ? "" : factor(c1) + "*" + w + " + ";
    const std::string signed_level = !side.empty()
                                         ? side + "*" + factor(l1) + n
                                         : src_.pick("copysign(", "math.copysign(") +
                                               (n.empty() ? l1 : factor(l1) + n) + ", " + w + ")";
    src_.number("f_" + f.name, drag + signed_level);
    return;
  }
  const auto force = [&](const std::string& c, const std::string& l, bool minus) {
    const std::string level = (minus || !n.empty() ? factor(l) : l) + n;
    if (c == "0.0") return (minus ? "-" : "") + level;
    return factor(c) + "*" + w + (minus ? " - " : " + ") + level;
  };
  src_.number("f_" + f.name, src_.choice(forward, force(c1, l1, false), force(c0, l0, true)));
}

void FunctionsWriter::friction(std::size_t index) {
  const Joint& joint_of = plan_.joints[index];
  const Friction& f = model_.frictions[joint_of.element.index];
  const std::string me = joint(index);
  const std::string n = factor_of_levels(joint_of.element);
  const auto product = [&](const Expression& e) {
    return n.empty() ? src_.code(e) : factor(src_.code(e)) + n;
  };
  arms(index);
  src_.assign(at("strength", me) + "[0]", product(f.backward.breakaway));
  src_.assign(at("strength", me) + "[1]", product(f.forward.breakaway));
  if (joint_of.may_break) {
    src_.assign(at("kinetic", me) + "[0]", product(first_level(f.backward)));
    src_.assign(at("kinetic", me) + "[1]", product(first_level(f.forward)));
  }
  src_.number("w_" + f.name, rate(f.deflection));
  const std::string rests = joint_of.touches_massless ? "slow[" + me + "] == 0"
                            : held()                  ? mode(me) + " == 0"
                                                      : "w_" + f.name + " == 0.0";
  if (held()) src_.assign(at("seen.w", me), "w_" + f.name);
  src_.assign(at("rests", me), rests);
  src_.begin_if(src_.pick("!", "not ") + at("rests", me));
  sliding(f, index, n);
  src_.assign(at("friction", me), "f_" + f.name);
  push(f.deflection, "f_" + f.name, true, false);
  src_.end_if();
}

/// Limits, dampings and arms of a joint; `of_velocity`: in the balance of massless bodies.
void FunctionsWriter::law(std::size_t index, bool of_velocity) {
  const Joint& joint_of = plan_.joints[index];
  if (of_velocity && !joint_of.touches_massless) return arms(index);
  const NetworkElement& element = joint_of.element;
  belongs_to(element.name);
  if (element.has_edges()) return law_with_edges(index);
  if (element.is_one_sided()) return law_of_one_way(index, of_velocity);
  if (element.is_endless()) return law_of_rigid(index, of_velocity);
  if (element.is_pair()) return of_velocity ? friction_of_velocity(index) : friction(index);
  arms(index);
  if (of_velocity) src_.assign(at("viscous", joint(index)), src_.code(*element.viscous));
}

void FunctionsWriter::friction_of_velocity(std::size_t index) {
  const Friction& f = model_.frictions[plan_.joints[index].element.index];
  const std::string me = joint(index);
  const std::string n = factor_of_levels(plan_.joints[index].element);
  arms(index);
  src_.assign(at("lower", me), "-" + factor(src_.code(f.backward.breakaway)) + n);
  src_.assign(at("upper", me), factor(src_.code(f.forward.breakaway)) + n);
  src_.assign(at("viscous", me), src_.code(f.forward.viscous));
}

void FunctionsWriter::law_of_one_way(std::size_t index, bool of_velocity) {
  const Joint& joint_of = plan_.joints[index];
  const std::string me = joint(index), rate_name = "w_" + joint_of.element.name;
  const std::string infinity = src_.pick("INFINITY", "math.inf");
  arms(index);
  if (of_velocity) return src_.assign(at("lower", me), "-" + infinity);
  src_.assign(at("strength", me) + "[0]", infinity);
  if (held()) src_.assign(at("seen.w", me), rate(joint_of.element.deflection));
  if (joint_of.touches_massless) return src_.assign(at("rests", me), "slow[" + me + "] == 0");
  if (held()) return src_.assign(at("rests", me), mode(me) + " == 0");
  src_.number(rate_name, rate(joint_of.element.deflection));
  // What rounding of an integrator turned back holds too.
  src_.assign(at("rests", me), rate_name + " <= 0.0");
}

void FunctionsWriter::law_of_rigid(std::size_t index, bool of_velocity) {
  const std::string me = joint(index);
  const std::string infinity = src_.pick("INFINITY", "math.inf");
  arms(index);
  if (of_velocity) {
    src_.assign(at("lower", me), "-" + infinity);
    src_.assign(at("upper", me), infinity);
    return;
  }
  src_.assign(at("strength", me) + "[0]", infinity);
  src_.assign(at("strength", me) + "[1]", infinity);
  src_.assign(at("rests", me), src_.pick("1", "True"));
}

void FunctionsWriter::law_with_edges(std::size_t index) {
  const NetworkElement& element = plan_.joints[index].element;
  const std::string me = joint(index), rate_name = "w_" + element.name;
  const std::string infinity = src_.pick("INFINITY", "math.inf");
  const std::string side = held() ? src_.of("m", "edge") + "[" + me + "]"
                                  : src_.of("m", "side") + "[STOP_" + element.name + "]";
  const auto either = [&](const std::string& edge) {
    return side + " == " + edge + src_.pick(" || ", " or ") + side + " == 2";
  };
  arms(index);
  if (held()) {
    src_.assign(at("seen.w", me), rate(element.deflection));
    src_.assign(at("seen.room", me) + "[0]",
                sum(element.deflection, "q") + " - " + factor(src_.code(*element.lower)));
    src_.assign(at("seen.room", me) + "[1]",
                src_.code(*element.upper) + " - (" + sum(element.deflection, "q") + ")");
    src_.assign(at("seen.bounce", me), src_.code(*element.restitution));
  }
  src_.number(rate_name, rate(element.deflection));
  if (held())
    src_.assign(at("rests", me), side + " != 0");
  else
    src_.assign(at("rests", me),
                side + src_.pick(" != 0 && ", " != 0 and ") + rate_name + " == 0.0");
  src_.assign(at("strength", me) + "[0]", src_.choice(either("-1"), infinity, "0.0"));
  src_.assign(at("strength", me) + "[1]", src_.choice(either("1"), infinity, "0.0"));
}

/// A law with a state z: its force and the rate of z.
void FunctionsWriter::internal(std::size_t index) {
  const Friction& f = *plan_.internals[index];
  belongs_to("");  // its force goes on without a jump
  const StatefulLaw law = stateful_law(f);
  const std::string name = kStatePrefix + f.name;
  src_.number("w_" + f.name, sum(f.deflection, "v"));
  src_.number("z_" + f.name, src_.of("m", "z") + "[" + name + "]");
  src_.name("#v", "w_" + f.name);
  src_.name("#z", "z_" + f.name);
  src_.name("#w", "r_" + f.name);
  std::map<std::string, Expression> values = law.values;
  for (const auto& [part, text] : law.formulas) {
    const Expression value = formula(text, values);
    if (part == "w")
      src_.number("r_" + f.name, src_.code(value));
    else if (part == "f")
      src_.number("f_" + f.name, src_.code(value));
    else
      values.insert_or_assign(part, value);
  }
  src_.assign(at(kStateRate, name), "r_" + f.name);
  src_.assign(at(kStateForce, name), "f_" + f.name);
  push(f.deflection, "f_" + f.name, true, false);
  show_force(f.name);
}

}  // namespace luztar
