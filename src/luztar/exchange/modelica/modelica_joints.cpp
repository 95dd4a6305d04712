#include "luztar/exchange/modelica/modelica_joints.h"

#include <cmath>

#include "luztar/model/element_forces.h"
#include "luztar/symbolic/terse.h"

namespace luztar {
namespace {

const Link& link_of(const ModelicaJob& job, const NetworkElement& element) {
  return job.model().links[element.index];
}

Expression start_of(const ModelicaJob& job, const Expression& d) {
  return substitute(d, [&](const std::string& symbol) -> const Expression* {
    for (const Body& body : job.model().bodies)
      if (symbol == "q." + body.name) return &body.position;
    return nullptr;
  });
}

/// The condition itself: d stays what it is, by a force that the equations find.
void write_condition(ModelicaJob& job, const NetworkElement& element) {
  const std::string force = job.names().more(element.name + "_f");
  job.document().declare("Real " + force + " " +
                         modelica_string("Force that keeps " + element.name) + ";");
  const Expression d = deflection_sum(job.model(), element.deflection, "q");
  job.document().equation(job.formula(d), job.formula(start_of(job, d)));
  for (const Deflection::Term& term : moving_terms(element.deflection)) {
    const bool turning = job.turns(term.body);
    const std::string& body = job.model().bodies[static_cast<std::size_t>(term.body)].name;
    const std::string source = job.names().more(element.name + "_on_" + body);
    job.document().component(modelica_type(turning ? "Torque" : "Force", turning), source, {});
    job.document().connect(source + ".flange", job.flange(term.body, turning));
    const Expression pull =
        terse::negated(terse::product(term.coefficient, Expression::symbol("#f")));
    job.document().equation(source + (turning ? ".tau" : ".f"), job.formula(pull, {{"#f", force}}));
  }
}

/// The gear of the library between two bodies, a at its first flange; false: there is none.
struct Gear {
  std::string kind{};
  const char* first{"flange_a"};
  const char* second{"flange_b"};
};
Gear gear_of(bool a_turns, bool b_turns, bool loses) {
  if (a_turns && b_turns) return {.kind = loses ? "LossyGear" : "IdealGear"};
  if (loses) return {};
  if (a_turns) return {"IdealGearR2T", "flangeR", "flangeT"};
  if (b_turns) return {"IdealGearR2T", "flangeT", "flangeR"};
  return {};
}

bool write_gear(ModelicaJob& job, const NetworkElement& element) {
  const std::vector<Deflection::Term> terms = moving_terms(element.deflection);
  const Expression d = deflection_sum(job.model(), element.deflection, "q");
  if (terms.size() != 2 || element.is_bent()) return false;
  if (job.number(d) != 0.0) return false;  // gears of the library begin at 0
  const auto& efficiency = link_of(job, element).efficiency;
  const bool a_turns = job.turns(terms[0].body), b_turns = job.turns(terms[1].body);
  const Gear gear = gear_of(a_turns, b_turns, efficiency.has_value());
  if (gear.kind.empty()) return false;
  // a_c a + b_c b = 0, and the ratio is of what turns, or of the first
  const Expression &a = terms[0].coefficient, &b = terms[1].coefficient;
  const Expression ratio =
      a_turns ? terse::quotient(terse::negated(b), a) : terse::quotient(terse::negated(a), b);
  ModelicaArguments arguments{{"ratio", job.formula(ratio)}};
  if (efficiency)
    arguments.push_back({"lossTable", "[0, " + job.formula(efficiency->forward) + ", " +
                                          job.formula(efficiency->backward) + ", 0, 0]"});
  const std::string& name = job.name_of(element);
  job.document().component(modelica_type(gear.kind, true), name, arguments);
  job.document().connect(name + "." + gear.first, job.flange(terms[0].body, a_turns, true));
  job.document().connect(name + "." + gear.second, job.flange(terms[1].body, b_turns));
  return true;
}

}  // namespace

void write_modelica_link(ModelicaJob& job, std::size_t index) {
  const NetworkElement& element = job.network().elements[index];
  const auto& efficiency = link_of(job, element).efficiency;
  const bool locks = efficiency && !(job.number(efficiency->backward) > 0.0);
  if (!locks && write_gear(job, element)) return;
  if (efficiency)
    return job.refuse(element.where,
                      "the losses of " + quote(element.name) + " have no counterpart in Modelica",
                      "LossyGear has two bodies that turn and begin at 0, and both efficiencies "
                      "above 0");
  write_condition(job, element);
}

void refuse_modelica_joint(ModelicaJob& job, std::size_t index) {
  const NetworkElement& element = job.network().elements[index];
  const bool is_stop = element.law == NetworkElement::Law::Stop;
  job.refuse(element.where,
             std::string("the ") + (is_stop ? "rigid stop " : "one-way clutch ") +
                 quote(element.name) + " has no counterpart in Modelica",
             is_stop ? "use a stiff spring with a gap" : "use a spring with a gap");
}

bool is_modelica_loss(const ModelicaJob& job, const NetworkElement& element) {
  if (element.kind != PartKind::Friction) return false;
  for (const Link& link : job.model().links)
    if (link.efficiency &&
        (element.name == link.name + "_loss_plus" || element.name == link.name + "_loss_minus"))
      return true;
  return false;
}

}  // namespace luztar
