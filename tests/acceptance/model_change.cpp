#include "acceptance/model_change.h"

#include <cmath>
#include <type_traits>
#include <utility>

#include "luztar/model/kinds.h"

namespace acceptance {
namespace {

using luztar::Expression;
using luztar::Op;

Expression times(const Expression& x, double factor) {
  if (factor == 1.0) return x;
  if (x.op() == Op::Number) return Expression::number(factor * x.number());
  return Expression::apply(Op::Multiply, {Expression::number(factor), x});
}

/// Changes every expression of a model by what it stands for.
class Change {
 public:
  Change(const Units& units, double shift) : units_(units), shift_(shift) {}

  luztar::Model operator()(luztar::Model model) const {
    for (luztar::Signal& signal : model.signals) {
      signal.value = formula(std::get<Expression>(signal.value), 1.0);
    }
    for (luztar::Body& body : model.bodies) change(body);
    for (luztar::Spring& spring : model.springs) change(spring);
    for (luztar::Damper& damper : model.dampers) {
      multiply(damper.damping, units_.damping());
      if (damper.force) damper.force = formula(*damper.force, units_.force());
    }
    for (luztar::Friction& friction : model.frictions) change(friction);
    for (luztar::Stop& stop : model.stops) edges(stop.lower, stop.upper);
    for (luztar::Freewheel& freewheel : model.freewheels) change(freewheel);
    for (luztar::StateVariable& state : model.states)
      state.rate = formula(state.rate, 1 / units_.time);
    for (luztar::Controller& controller : model.controllers) change(controller);
    for (luztar::Force& force : model.forces) force.value = formula(force.value, units_.force());
    luztar::for_each_element(model, [this](auto& element) { bend(element); });
    multiply(model.simulation.start, units_.time);
    multiply(model.simulation.duration, units_.time);
    if (shift_ != 0.0) {
      model.simulation.start =
          Expression::apply(Op::Add, {model.simulation.start, Expression::number(shift_)});
    }
    return model;
  }

 private:
  static void multiply(Expression& x, double factor) { x = times(x, factor); }

  void edges(Expression& lower, Expression& upper) const {
    multiply(lower, units_.length);
    multiply(upper, units_.length);
    if (units_.length < 0) std::swap(lower, upper);
  }

  /// A function of t, d, v, q.NAME, v.NAME, f.NAME, each measured in the old units.
  Expression formula(const Expression& x, double factor) const {
    Expression now = Expression::symbol("t");
    if (shift_ != 0.0) now = Expression::apply(Op::Subtract, {now, Expression::number(shift_)});
    now = times(now, 1 / units_.time);
    Expression other;
    const auto replace = [&](const std::string& name) -> const Expression* {
      if (name == "t") return &now;
      if (name.starts_with("f.")) {
        other = times(Expression::symbol(name), 1 / units_.force());
        return &other;
      }
      if (name != "d" && name != "v" && !name.starts_with("q.") && !name.starts_with("v.")) {
        return nullptr;
      }
      const bool length = name == "d" || name.starts_with("q.");
      other = times(Expression::symbol(name), 1 / (length ? units_.length : units_.speed()));
      return &other;
    };
    return times(luztar::substitute(x, replace), factor);
  }

  /// Of an expression; the gradient stays, at the place it belongs to.
  template <class Element>
  void bend(Element& element) const {
    constexpr bool kOneWay = std::is_same_v<Element, luztar::Freewheel>;
    if constexpr (requires { element.deflection; }) {
      luztar::Deflection& line = element.deflection;
      if (!line.formula) return;
      line.formula = formula(*line.formula, kOneWay ? std::abs(units_.length) : units_.length);
      for (luztar::Deflection::Term& term : line.terms)
        term.coefficient = formula(term.coefficient, kOneWay && units_.length < 0 ? -1.0 : 1.0);
    }
  }

  void change(luztar::Body& body) const {
    if (body.mass) multiply(*body.mass, units_.mass);
    if (body.motion) body.motion = formula(*body.motion, units_.length);
    multiply(body.position, units_.length);
    multiply(body.velocity, units_.speed());
  }

  void change(luztar::Spring& spring) const {
    multiply(spring.stiffness, units_.stiffness());
    multiply(spring.damping, units_.damping());
    multiply(spring.rest, units_.length);
    edges(spring.lower, spring.upper);
    if (spring.force) spring.force = formula(*spring.force, units_.force());
  }

  void change(luztar::Friction::Law& law, double force) const {
    const double speed = std::abs(units_.speed());
    multiply(law.viscous, units_.damping());
    multiply(law.kinetic, force);
    multiply(law.breakaway, force);
    if (law.stribeck) multiply(law.stribeck->velocity, speed);
    if (law.hysteresis) {
      multiply(law.hysteresis->rise, speed);
      multiply(law.hysteresis->fall, speed);
      multiply(law.hysteresis->kinetic, force);
      multiply(law.hysteresis->viscous, units_.damping());
    }
    for (auto& [u, level] : law.table) {
      multiply(u, speed);
      multiply(level, force);
    }
  }

  void change(luztar::Friction& friction) const {
    const double force = std::abs(units_.force());
    if (friction.normal) friction.normal = formula(*friction.normal, force);
    change(friction.forward, friction.normal ? 1.0 : force);
    change(friction.backward, friction.normal ? 1.0 : force);
    if (!friction.bristles) {
      if (units_.length < 0) std::swap(friction.forward, friction.backward);
      return;
    }
    multiply(friction.bristles->sigma0, units_.stiffness());
    multiply(friction.bristles->sigma1, units_.damping());
  }

  /// One that turns one way: the other one where signs are reversed.
  void change(luztar::Freewheel& freewheel) const {
    if (freewheel.pitch) multiply(*freewheel.pitch, std::abs(units_.length));
    if (units_.length < 0 && !freewheel.deflection.formula)
      for (luztar::Deflection::Term& term : freewheel.deflection.terms)
        multiply(term.coefficient, -1.0);
  }

  /// Its memory has no unit.
  void change(luztar::Controller& controller) const {
    multiply(controller.period, units_.time);
    multiply(controller.delay, units_.time);
    multiply(controller.first, units_.time);
    if (shift_ != 0.0)
      controller.first = Expression::apply(Op::Add, {controller.first, Expression::number(shift_)});
    for (luztar::Controller::Assignment& assignment : controller.update)
      assignment.value = formula(assignment.value, 1.0);
  }

  const Units& units_;
  double shift_;
};

}  // namespace

luztar::Model in_units(const luztar::Model& model, const Units& units) {
  return Change(units, 0.0)(model);
}

luztar::Model delayed(const luztar::Model& model, double shift) {
  return Change(Units{}, shift)(model);
}

}  // namespace acceptance
