#include "luztar/derive/model_keys.h"

#include <utility>

namespace luztar {
namespace {

using Owner = ModelKey::Owner;
using Visit = std::function<void(const ModelKey&, Expression&)>;

/// Visits the values of one owner.
class OwnerValues {
 public:
  OwnerValues(Owner owner, std::string_view name, const SourceLocation& where, const Visit& visit)
      : owner_(owner), name_(name), where_(where), visit_(visit) {}

  void operator()(std::string_view key, Expression& value) const {
    visit_({owner_, name_, key, where_}, value);
  }
  void operator()(std::string_view key, std::optional<Expression>& value) const {
    if (value) (*this)(key, *value);
  }
  void arms(Deflection& deflection) const {
    for (Deflection::Term& term : deflection.terms) {
      if (term.body != kGround) (*this)("arm", term.coefficient);
    }
  }

 private:
  Owner owner_;
  std::string_view name_;
  const SourceLocation& where_;
  const Visit& visit_;
};

void visit_spring(Spring& spring, const OwnerValues& values) {
  values.arms(spring.deflection);
  if (spring.force) return values("force", spring.force);
  values("stiffness", spring.stiffness);
  if (is_freeplay(spring)) {
    Expression freeplay = spring.upper;
    values("freeplay", freeplay);
    if (freeplay.identity() != spring.upper.identity()) set_freeplay(spring, freeplay);
  } else if (spring.has_gap) {
    values("gap", spring.lower);
    values("gap", spring.upper);
  }
  values("rest", spring.rest);
  values("damping", spring.damping);
}

void visit_law(Friction::Law& law, const OwnerValues& values) {
  values("viscous", law.viscous);
  values("kinetic", law.kinetic);
  values("static", law.breakaway);
  if (law.stribeck) {
    values("stribeck", law.stribeck->velocity);
    values("stribeck", law.stribeck->exponent);
  }
  if (law.hysteresis) {
    values("hysteresis", law.hysteresis->rise);
    values("hysteresis", law.hysteresis->fall);
    values("hysteresis", law.hysteresis->kinetic);
    values("hysteresis", law.hysteresis->viscous);
  }
  for (auto& [speed, level] : law.table) {
    values("table", speed);
    values("table", level);
  }
}

void visit_friction(Friction& friction, const OwnerValues& values) {
  values.arms(friction.deflection);
  visit_law(friction.forward, values);
  visit_law(friction.backward, values);
  values("normal", friction.normal);
  if (!friction.bristles) return;
  values("sigma0", friction.bristles->sigma0);
  values("sigma1", friction.bristles->sigma1);
  values("exponent", friction.bristles->exponent);
}

void visit_elements(Model& model, const Visit& visit) {
  for (Spring& spring : model.springs) {
    visit_spring(spring, {Owner::Spring, spring.name, spring.where, visit});
  }
  for (Damper& damper : model.dampers) {
    const OwnerValues values(Owner::Damper, damper.name, damper.where, visit);
    values.arms(damper.deflection);
    if (damper.force) {
      values("force", damper.force);
    } else {
      values("damping", damper.damping);
    }
  }
  for (Friction& friction : model.frictions) {
    visit_friction(friction, {Owner::Friction, friction.name, friction.where, visit});
  }
  for (Link& link : model.links) {
    OwnerValues(Owner::Link, link.name, link.where, visit).arms(link.deflection);
  }
  for (Stop& stop : model.stops) {
    const OwnerValues values(Owner::Stop, stop.name, stop.where, visit);
    values.arms(stop.deflection);
    values("gap", stop.lower);
    values("gap", stop.upper);
    values("restitution", stop.restitution);
  }
  for (Force& force : model.forces) {
    const OwnerValues values(Owner::Force, force.name, force.where, visit);
    values.arms(force.deflection);
    values("value", force.value);
  }
}

}  // namespace

void for_each_value(Model& model, const Visit& visit) {
  for (Signal& signal : model.signals) {
    auto* value = std::get_if<Expression>(&signal.value);
    if (value != nullptr) {
      OwnerValues(Owner::Signal, signal.name, signal.where, visit)("value", *value);
    }
  }
  for (Body& body : model.bodies) {
    const OwnerValues values(Owner::Body, body.name, body.where, visit);
    values("mass", body.mass);
    values("motion", body.motion);
    if (body.motion) continue;
    values("position", body.position);
    values("velocity", body.velocity);
  }
  visit_elements(model, visit);
  SimulationTable& run = model.simulation;
  const OwnerValues values(Owner::Simulation, "", run.where, visit);
  values("start", run.start);
  values("duration", run.duration);
  values("samples", run.samples);
  values("interval", run.interval);
  values("tolerance", run.tolerance);
  values("max_events", run.max_events);
  values("step", run.step);
}

const SourceLocation& place_of(const Expression& value, const SourceLocation& owner) {
  return value.where().line > 0 ? value.where() : owner;
}

bool is_freeplay(const Spring& spring) {
  return spring.has_gap && spring.lower.op() == Op::Negate &&
         spring.lower.operands()[0].identity() == spring.upper.identity();
}

void set_freeplay(Spring& spring, const Expression& a) {
  spring.has_gap = !(a.op() == Op::Number && a.number() == 0);
  spring.upper = spring.has_gap ? a : Expression();
  spring.lower = spring.has_gap ? Expression::apply(Op::Negate, {a}, a.where()) : Expression();
}

}  // namespace luztar
