#include "luztar/exchange/modelica/modelica_bodies.h"

#include <array>
#include <cmath>
#include <utility>

#include "luztar/core/quantity.h"
#include "luztar/exchange/modelica/modelica_formula.h"
#include "luztar/import/modelica_library.h"
#include "luztar/import/modelica_starts.h"
#include "luztar/model/geometry.h"
#include "luztar/symbolic/terse.h"

namespace luztar {
namespace {

/// Types that are preferred where several have a unit.
constexpr std::array kTypes{"Mass",
                            "Inertia",
                            "Length",
                            "Angle",
                            "Time",
                            "Frequency",
                            "Velocity",
                            "AngularVelocity",
                            "Acceleration",
                            "AngularAcceleration",
                            "Force",
                            "Torque",
                            "TranslationalSpringConstant",
                            "RotationalSpringConstant",
                            "TranslationalDampingConstant",
                            "RotationalDampingConstant"};

/// "N m/rad" as Modelica writes it.
std::string unit_text(const std::string& unit) {
  std::string text;
  for (const char c : unit)
    if (c != '^') text += c == ' ' || c == '*' ? '.' : c;
  return text;
}

/// Its velocity may jump.
bool may_have_kinks(const Expression& motion) {
  switch (motion.op()) {
    case Op::Number:
    case Op::Symbol:
    case Op::Lookup:
      return false;
    case Op::Abs:
    case Op::Min:
    case Op::Max:
    case Op::Mod:
    case Op::Luz:
    case Op::Sat:
    case Op::If:
    case Op::Saw:
      return true;
    default:
      for (const Expression& operand : motion.operands())
        if (may_have_kinks(operand)) return true;
      return false;
  }
}

bool follows_velocity(const NetworkElement& element) {
  const bool is_damper = element.viscous != nullptr && !terse::is_number(*element.viscous, 0.0);
  return is_damper || element.is_pair() ||
         (element.written != nullptr && element.kind != PartKind::Force);
}

class BodyWriter {
 public:
  explicit BodyWriter(ModelicaJob& job) : job_(job), starts_(job.model().bodies.size()) {
    for (const NetworkElement& element : job.network().elements)
      if (element.law == NetworkElement::Law::Link) take(element);
  }

  void write(int body) {
    switch (job_.network().role(body)) {
      case BodyRole::Inertial:
        return write_inertia(body);
      case BodyRole::Massless:
        return write_massless(body);
      case BodyRole::Steady:
      case BodyRole::Prescribed:
        return write_motion(body);
    }
  }

 private:
  const Body& at(int body) const { return job_.model().bodies[static_cast<std::size_t>(body)]; }

  /// What a rigid connection leaves to others.
  void take(const NetworkElement& link) {
    modelica::StartRow row{.factors = std::vector<double>(job_.model().bodies.size(), 0.0),
                           .value = 0.0};
    for (const Deflection::Term& term : moving_terms(link.deflection))
      if (!job_.network().is_given(term.body))
        row.factors[static_cast<std::size_t>(term.body)] += job_.number(term.coefficient);
    starts_.take(std::move(row));
  }

  /// Whether its start value is free: no rigid connection gives it.
  bool is_free(int body) {
    modelica::StartRow row{.factors = std::vector<double>(job_.model().bodies.size(), 0.0),
                           .value = 0.0};
    row.factors[static_cast<std::size_t>(body)] = 1.0;
    return starts_.take(std::move(row)) == modelica::Starts::Taken::New;
  }

  std::string start(const std::string& variable, const Expression& value, bool is_fixed) {
    return variable + "(start = " + job_.formula(value) + (is_fixed ? ", fixed = true)" : ")");
  }

  void write_inertia(int body) {
    const bool turning = job_.turns(body);
    const bool is_fixed = is_free(body);
    job_.document().component(modelica_type(turning ? "Inertia" : "Mass", turning),
                              job_.name_of(body),
                              {{turning ? "J" : "m", job_.formula(*at(body).mass)},
                               {start(turning ? "phi" : "s", at(body).position, is_fixed)},
                               {start(turning ? "w" : "v", at(body).velocity, is_fixed)}});
  }

  /// A rod of no length, or a disc of no angle, joins what acts on it.
  void write_massless(int body) {
    if (at(body).release != Release{})
      job_.refuse(at(body).where,
                  "the release of " + quote(at(body).name) + " has no counterpart in Modelica",
                  "give it a mass");
    const bool turning = job_.turns(body);
    ModelicaArguments arguments{{turning ? "deltaPhi" : "L", "0"}};
    const std::string place = turning ? "phi" : "s";
    if (is_chosen(body) && is_free(body))
      arguments.push_back({"flange_a(" + start(place, at(body).position, true) + ")"});
    job_.document().component(modelica_type(turning ? "Disc" : "Rod", turning), job_.name_of(body),
                              arguments, "Without mass");
  }

  /// Something on it follows its velocity, so where it starts is chosen.
  bool is_chosen(int body) const {
    for (const NetworkElement& element : job_.network().elements)
      if (follows_velocity(element) && element.law != NetworkElement::Law::Link)
        for (const Deflection::Term& term : element.deflection.terms)
          if (term.body == body) return true;
    return false;
  }

  void write_motion(int body) {
    const bool turning = job_.turns(body);
    const std::string& name = job_.name_of(body);
    const bool is_steady = job_.network().role(body) == BodyRole::Steady;
    const SimulationTable& run = job_.model().simulation;
    const bool from_zero =
        terse::is_number(at(body).position, 0.0) && terse::is_number(run.start, 0.0);
    if (is_steady && from_zero) {
      const std::string speed = turning ? "w_fixed" : "v_fixed";
      const std::string place = turning ? "phi" : "s";
      job_.document().component(
          modelica_type("ConstantSpeed", turning), name,
          {{speed, job_.formula(at(body).velocity)}, {place + "(start = 0, fixed = true)"}});
      return;
    }
    const Expression since = terse::difference(Expression::symbol("t"), run.start);
    const Expression motion =
        is_steady ? terse::sum(at(body).position, terse::product(at(body).velocity, since))
                  : *at(body).motion;
    refuse_kinks(body, motion);
    job_.document().component(modelica_type("Position", turning), name, {{"exact", "true"}});
    job_.document().equation(name + (turning ? ".phi_ref" : ".s_ref"), job_.formula(motion));
  }

  void refuse_kinks(int body, const Expression& motion) {
    if (!may_have_kinks(motion)) return;
    for (const NetworkElement& element : job_.network().elements)
      for (const Deflection::Term& term : element.deflection.terms)
        if (element.is_pair() && term.body == body)
          return job_.refuse(at(body).where,
                             "the velocity of " + quote(at(body).name) +
                                 " may jump, which friction and rigid parts of Modelica at it "
                                 "do not follow",
                             "write a motion without abs, min, max, sat, luz, mod, if");
  }

  ModelicaJob& job_;
  modelica::Starts starts_;
};

void write_inertias(ModelicaJob& job) {
  for (const Inertia& inertia : job.model().inertias)
    job.refuse(inertia.where,
               "the coupled inertia " + quote(inertia.name) + " has no counterpart in Modelica",
               "take coordinates in which the inertia is not coupled");
}

void write_signals(ModelicaJob& job) {
  for (const Signal& signal : job.model().signals) {
    const auto* formula = std::get_if<Expression>(&signal.value);
    if (formula == nullptr) continue;  // data: write_modelica_tables()
    const std::string& name = job.names().of("", signal.name);
    job.document().declare("Real " + name + ";");
    job.document().equation(name, job.formula(*formula));
  }
}

}  // namespace

std::string modelica_quantity(const std::string& unit, ModelicaArguments& arguments) {
  for (const std::string type : kTypes)
    if (modelica::unit_of_type("SI." + type) == unit) return "SI." + type;
  if (!unit.empty()) arguments.push_back({"unit", "\"" + unit_text(unit) + "\""});
  return "Real";
}

void write_modelica_parameters(ModelicaJob& job) {
  for (const Parameter& one : job.model().parameters) {
    ModelicaArguments arguments;
    const std::string unit = one.unit.empty() ? "" : si_unit(one.unit, one.where);
    const std::string type = modelica_quantity(unit, arguments);
    std::string text = "parameter " + type + " " + job.names().of("", one.name);
    for (const ModelicaArgument& argument : arguments)
      text += "(" + argument.name + " = " + argument.value + ")";
    text += " = " + job.formula(one.value);
    if (!one.about.empty()) text += " " + modelica_string(one.about);
    job.document().declare(text + ";");
  }
  write_signals(job);
}

void write_modelica_bodies(ModelicaJob& job) {
  job.document().head("Bodies");
  BodyWriter writer(job);
  for (std::size_t i = 0; i < job.model().bodies.size(); ++i) writer.write(static_cast<int>(i));
  write_inertias(job);
}

}  // namespace luztar
