#include "luztar/exchange/modelica/modelica_springs.h"

#include <optional>

#include "luztar/exchange/modelica/modelica_bodies.h"
#include "luztar/model/element_forces.h"
#include "luztar/model/law.h"
#include "luztar/symbolic/terse.h"

namespace luztar {
namespace {

bool is_nothing(const Expression& e) { return terse::is_number(e, 0.0); }

/// Both flanges of an element between bodies, or nothing where it must be written by hand.
struct Flanges {
  std::string plus, minus;
};
std::optional<Flanges> flanges_of(ModelicaJob& job, std::size_t index) {
  const NetworkElement& element = job.network().elements[index];
  const std::size_t bodies = moving_terms(element.deflection).size();
  if (element.is_bent() || bodies == 0 || bodies > 2) return std::nullopt;
  const ModelicaEnds ends = modelica_ends(element.deflection);
  for (const ModelicaEnds::End* end : {&ends.plus, &ends.minus})
    if (end->body != kGround && !terse::is_number(end->arm, 1.0) && !job.turns(end->body) &&
        !job.turns_along(index))
      return std::nullopt;
  return Flanges{modelica_lever(job, index, ends.plus, false),
                 modelica_lever(job, index, ends.minus, true)};
}

/// Variables of a law that is written by hand.
class WrittenLaw {
 public:
  WrittenLaw(ModelicaJob& job, std::size_t index)
      : job_(job),
        element_(job.network().elements[index]),
        name_(job.name_of(element_)),
        turning_(job.turns_along(index)) {}

  /// Symbols for the deflection and its rate, declared where a law reads them.
  ModelicaSymbols symbols(const std::vector<Expression>& laws) {
    ModelicaSymbols own;
    for (const bool is_rate : {false, true}) {
      const std::string letter = is_rate ? "v" : "d";
      if (!reads(laws, letter)) continue;
      own[letter] =
          declared(letter, is_rate ? (turning_ ? "rad/s" : "m/s") : (turning_ ? "rad" : "m"),
                   is_rate ? "Rate of " : "Deflection of ");
      job_.document().equation(
          own[letter],
          job_.formula(deflection_sum(job_.model(), element_.deflection, is_rate ? "v" : "q")));
    }
    return own;
  }

  /// Sources that push each body by `sign` times coefficient times the force.
  void pull(const std::string& law, int sign) {
    const std::string force = declared("f", turning_ ? "N m" : "N", "Force of ");
    job_.document().equation(force, law);
    for (const Deflection::Term& term : moving_terms(element_.deflection)) {
      const Expression c = sign < 0 ? terse::negated(term.coefficient) : term.coefficient;
      push(term.body, job_.formula(terse::product(c, Expression::symbol("#f")), {{"#f", force}}));
    }
  }

  void push(int body, const std::string& value) {
    const std::string& of = job_.model().bodies[static_cast<std::size_t>(body)].name;
    source(job_.names().more(element_.name + "_on_" + of), body, value);
  }

  /// One source, with the name of the element.
  void source(const std::string& name, int body, const std::string& value) {
    const bool turning = job_.turns(body);
    job_.document().component(modelica_type(turning ? "Torque" : "Force", turning), name, {});
    job_.document().connect(name + ".flange", job_.flange(body, turning));
    job_.document().equation(name + (turning ? ".tau" : ".f"), value);
  }

 private:
  static bool reads(const std::vector<Expression>& laws, const std::string& letter) {
    for (const Expression& law : laws)
      for (const Expression& symbol : symbols_of(law))
        if (symbol.symbol() == letter) return true;
    return false;
  }

  std::string declared(const std::string& letter, const std::string& unit,
                       const std::string& about) {
    std::string name = job_.names().more(element_.name + "_" + letter);
    ModelicaArguments arguments;
    job_.document().component(modelica_quantity(unit, arguments), name, arguments,
                              about + element_.name);
    return name;
  }

  ModelicaJob& job_;
  const NetworkElement& element_;
  const std::string& name_;
  bool turning_;
};

void write_by_hand(ModelicaJob& job, std::size_t index, const Expression& law) {
  WrittenLaw written(job, index);
  written.pull(job.formula(law, written.symbols({law})), -1);
}

void join_flanges(ModelicaJob& job, const std::string& name, const Flanges& flanges) {
  job.document().connect(name + ".flange_b", flanges.plus);
  job.document().connect(name + ".flange_a", flanges.minus);
}

/// The component of the library with the law of a spring with a gap; "": there is none.
std::string contact_of(const Spring& spring, bool turning) {
  const bool is_elastic = is_nothing(spring.damping);
  if (turning && !has_one_edge(spring) && (is_elastic || !spring.pull)) return "ElastoBacklash2";
  if (!turning && has_one_edge(spring) && is_elastic) return "ElastoGap";
  return "";
}

void write_contact(ModelicaJob& job, std::size_t index, const std::string& kind, Flanges flanges) {
  const NetworkElement& element = job.network().elements[index];
  const Spring& spring = *element.spring;
  const std::string& name = job.name_of(element);
  ModelicaArguments arguments{{"c", job.formula(spring.stiffness)},
                              {"d", job.formula(spring.damping)}};
  if (kind == "ElastoGap") {  // it pushes where b comes below a by the edge
    const bool is_upper = !terse::is_finite(spring.lower);
    Expression edge = terse::sum(spring.rest, is_upper ? spring.upper : spring.lower);
    if (is_upper) std::swap(flanges.plus, flanges.minus);
    if (is_upper) edge = terse::negated(edge);
    arguments.push_back({"s_rel0", job.formula(edge)});
  } else if (is_freeplay(spring)) {
    arguments.push_back({"b", job.formula(terse::product(terse::number(2.0), spring.upper))});
    if (!is_nothing(spring.rest)) arguments.push_back({"phi_rel0", job.formula(spring.rest)});
  } else {
    const Expression middle =
        terse::quotient(terse::sum(spring.lower, spring.upper), terse::number(2.0));
    arguments.push_back({"b", job.formula(terse::difference(spring.upper, spring.lower))});
    arguments.push_back({"phi_rel0", job.formula(terse::sum(spring.rest, middle))});
  }
  job.document().component(modelica_type(kind, kind != "ElastoGap"), name, arguments);
  join_flanges(job, name, flanges);
}

void write_linear(ModelicaJob& job, std::size_t index, const Flanges& flanges) {
  const NetworkElement& element = job.network().elements[index];
  const Spring& spring = *element.spring;
  const bool turning = job.turns_along(index);
  const bool damps = !is_nothing(spring.damping);
  const bool is_damper = is_nothing(spring.stiffness) && damps;
  ModelicaArguments arguments;
  if (!is_damper) arguments.push_back({"c", job.formula(spring.stiffness)});
  if (damps) arguments.push_back({"d", job.formula(spring.damping)});
  if (!is_damper && !is_nothing(spring.rest))
    arguments.push_back({turning ? "phi_rel0" : "s_rel0", job.formula(spring.rest)});
  const std::string kind = is_damper ? "Damper" : damps ? "SpringDamper" : "Spring";
  job.document().component(modelica_type(kind, turning), job.name_of(element), arguments);
  join_flanges(job, job.name_of(element), flanges);
}

}  // namespace

std::string modelica_lever(ModelicaJob& job, std::size_t element, const ModelicaEnds::End& end,
                           bool second) {
  const bool along = job.turns_along(element);
  if (end.body == kGround) return job.flange(kGround, along);
  const bool turning = job.turns(end.body);
  std::string body = job.flange(end.body, turning, !second);
  if (turning == along && terse::is_number(end.arm, 1.0)) return body;
  if (!turning && !along) return "";
  const std::string name =
      job.names().more(job.network().elements[element].name + "_gear_" +
                       job.model().bodies[static_cast<std::size_t>(end.body)].name);
  const bool is_wheel = turning && !along;
  const std::string kind = turning && along                        ? "IdealGear"
                           : is_wheel && job.number(end.arm) > 0.0 ? "IdealRollingWheel"
                                                                   : "IdealGearR2T";
  const bool is_reciprocal = is_wheel && kind == "IdealGearR2T";
  job.document().component(modelica_type(kind, true), name,
                           {{kind == "IdealRollingWheel" ? "radius" : "ratio",
                             job.formula(is_reciprocal ? terse::reciprocal(end.arm) : end.arm)}});
  const bool both_turn = kind == "IdealGear";
  job.document().connect(name + (both_turn ? ".flange_b"
                                 : turning ? ".flangeR"
                                           : ".flangeT"),
                         body);
  return name + (both_turn ? ".flange_a" : turning ? ".flangeT" : ".flangeR");
}

void write_modelica_spring(ModelicaJob& job, std::size_t index) {
  const NetworkElement& element = job.network().elements[index];
  const Spring& spring = *element.spring;
  const Expression law = law_of(spring, Expression::symbol("d"), Expression::symbol("v"));
  if (spring.has_gap) {
    const std::string kind = contact_of(spring, job.turns_along(index));
    const auto flanges = kind.empty() ? std::nullopt : flanges_of(job, index);
    return flanges ? write_contact(job, index, kind, *flanges) : write_by_hand(job, index, law);
  }
  const std::optional<Flanges> flanges = flanges_of(job, index);
  return flanges ? write_linear(job, index, *flanges) : write_by_hand(job, index, law);
}

void write_modelica_damper(ModelicaJob& job, std::size_t index, const std::string& name,
                           const Expression& damping) {
  const std::optional<Flanges> flanges = flanges_of(job, index);
  const bool turning = job.turns_along(index);
  if (!flanges) return write_by_hand(job, index, terse::product(damping, Expression::symbol("v")));
  job.document().component(modelica_type("Damper", turning), name, {{"d", job.formula(damping)}});
  join_flanges(job, name, *flanges);
}

void write_modelica_law(ModelicaJob& job, std::size_t index) {
  const NetworkElement& element = job.network().elements[index];
  const Expression& law = *element.written;
  if (element.kind != PartKind::Force) return write_by_hand(job, index, law);
  const std::vector<Deflection::Term> terms = moving_terms(element.deflection);
  WrittenLaw written(job, index);
  const std::string& name = job.name_of(element);
  if (terms.size() == 1) {
    const Expression value = terse::product(terms[0].coefficient, law);
    return written.source(name, terms[0].body, job.formula(value));
  }
  const bool turning = job.turns(terms[0].body);
  const bool is_plain = terms.size() == 2 && terse::is_number(terms[0].coefficient, 1.0) &&
                        terse::is_number(terms[1].coefficient, -1.0) &&
                        job.turns(terms[1].body) == turning;
  if (!is_plain) return written.pull(job.formula(law), 1);
  job.document().component(modelica_type(turning ? "Torque2" : "Force2", turning), name, {});
  join_flanges(job, name,
               {job.flange(terms[0].body, turning), job.flange(terms[1].body, turning, true)});
  job.document().equation(name + (turning ? ".tau" : ".f"), job.formula(law));
}

void write_modelica_stateful(ModelicaJob& job, std::size_t index) {
  const NetworkElement& element = job.network().elements[index];
  const StatefulLaw law = stateful_law(job.model().frictions[element.index]);
  std::map<std::string, Expression> known = law.values;
  for (const auto& [name, text] : law.formulas)
    known[name] = substitute(parse_expression(text, element.where), known);
  WrittenLaw written(job, index);
  const std::string state = job.names().more(element.name + "_z");
  ModelicaSymbols symbols = written.symbols({known.at("w"), known.at("f")});
  symbols["z"] = state + ".y";
  job.document().component("Modelica.Blocks.Continuous.Integrator", state, {{"k", "1"}},
                           "Inner deflection of " + element.name);
  job.document().equation(state + ".u", job.formula(known.at("w"), symbols));
  written.pull(job.formula(known.at("f"), symbols), -1);
}

}  // namespace luztar
