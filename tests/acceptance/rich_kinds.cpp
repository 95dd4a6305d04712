#include "acceptance/rich_kinds.h"

#include <cmath>

namespace acceptance {
namespace {

class Counter {
 public:
  Counter(const luztar::Model& model, Counts& counts)
      : model_(model), counts_(counts), values_(luztar::evaluate_parameters(model)) {}

  void count() {
    for (const luztar::Body& body : model_.bodies) count_body(body);
    for (const luztar::Spring& spring : model_.springs) count_spring(spring);
    for (const luztar::Damper& damper : model_.dampers) {
      see("damper");
      see("damper with a force", damper.force.has_value());
      count_terms("damper", damper.deflection);
    }
    for (const luztar::Friction& friction : model_.frictions) count_friction(friction);
    for (const luztar::Link& link : model_.links) {
      count_terms("link", link.deflection);
      for (const auto& term : link.deflection.terms)
        see("link at mass = 0", is_massless(term.body));
    }
    for (const luztar::Stop& stop : model_.stops) count_stop(stop);
    for (const luztar::Force& force : model_.forces) {
      see("force of t", has(force.value, "t"));
      see("force of q", has(force.value, "q."));
      see("force of v", has(force.value, "v."));
      see("force between two", force.deflection.terms.size() > 1);
    }
  }

 private:
  void see(const std::string& kind, bool there = true) { counts_[kind] += there ? 1 : 0; }
  double number(const luztar::Expression& x) const { return luztar::evaluate(x, values_); }
  static bool is_infinite(const luztar::Expression& x) {
    return x.op() == luztar::Op::Number && std::isinf(x.number());
  }
  bool is_massless(int body) const {
    if (body == luztar::kGround) return false;
    const auto& mass = model_.bodies[static_cast<std::size_t>(body)].mass;
    return mass && !is_infinite(*mass) && number(*mass) == 0.0;
  }
  static bool has(const luztar::Expression& x, const std::string& prefix) {
    for (const luztar::Expression& symbol : luztar::symbols_of(x)) {
      const std::string& name = symbol.symbol();
      if (prefix.size() == 1 ? name == prefix : name.starts_with(prefix)) return true;
    }
    return false;
  }

  void count_body(const luztar::Body& body) {
    if (body.motion) return see("motion");
    if (is_infinite(*body.mass)) return see("mass = inf");
    see(number(*body.mass) == 0.0 ? "mass = 0" : "mass");
  }

  void count_terms(const std::string& element, const luztar::Deflection& deflection) {
    see(element + " across", deflection.terms.size() > 2);
    if (deflection.terms.size() != 2) return;
    const double a = number(deflection.terms[0].coefficient);
    const double b = number(deflection.terms[1].coefficient);
    see(element + " with arms", a != 1.0 || b != -1.0);
  }

  void count_spring(const luztar::Spring& spring) {
    count_terms("spring", spring.deflection);
    see("spring with a gap", spring.has_gap);
    see("spring with a force of d", spring.force && has(*spring.force, "d"));
    see("spring with a force of v", spring.force && has(*spring.force, "v"));
    if (spring.force) return;
    see("contact damping", spring.has_gap && number(spring.damping) > 0.0);
    see("contact that only pushes", spring.has_gap && !spring.pull);
    see("rest of a spring", number(spring.rest) != 0.0);
  }

  void count_friction(const luztar::Friction& friction) {
    const luztar::Friction::Law& law = friction.forward;
    count_terms("friction", friction.deflection);
    if (friction.bristles) {
      using Bristles = luztar::Friction::Bristles;
      return see(friction.bristles->kind == Bristles::Kind::Dahl ? "dahl" : "lugre");
    }
    see("static > kinetic", number(law.breakaway) > number(law.kinetic));
    see("viscous friction", number(law.viscous) > 0.0);
    see("friction without viscous", number(law.viscous) == 0.0);
    see("asymmetric friction", number(law.breakaway) != number(friction.backward.breakaway));
    see("stribeck", law.stribeck.has_value());
    see("hysteresis", law.hysteresis.has_value());
    see("friction table", !law.table.empty());
    see("normal force of t", friction.normal && has(*friction.normal, "t"));
    see("normal force of q", friction.normal && has(*friction.normal, "q."));
    for (const auto& term : friction.deflection.terms) {
      see("friction at mass = 0", is_massless(term.body));
    }
  }

  void count_stop(const luztar::Stop& stop) {
    const double e = number(stop.restitution);
    see(e == 0.0 ? "stop, e = 0" : e == 1.0 ? "stop, e = 1" : "stop, 0 < e < 1");
    const bool one_sided = is_infinite(stop.lower) || is_infinite(stop.upper);
    see(one_sided ? "stop on one side" : "stop on two sides");
    count_terms("stop", stop.deflection);
  }

  const luztar::Model& model_;
  Counts& counts_;
  luztar::ParameterValues values_;
};

}  // namespace

void count_kinds(const luztar::Model& model, Counts& counts) { Counter(model, counts).count(); }

const std::vector<std::string>& every_kind() {
  static const std::vector<std::string> all = {
      "mass",
      "mass = 0",
      "mass = inf",
      "motion",
      "spring with arms",
      "spring across",
      "spring with a gap",
      "contact damping",
      "contact that only pushes",
      "rest of a spring",
      "spring with a force of d",
      "spring with a force of v",
      "damper",
      "damper with arms",
      "damper across",
      "damper with a force",
      "friction with arms",
      "friction across",
      "friction at mass = 0",
      "static > kinetic",
      "viscous friction",
      "friction without viscous",
      "asymmetric friction",
      "stribeck",
      "hysteresis",
      "friction table",
      "normal force of t",
      "normal force of q",
      "dahl",
      "lugre",
      "link with arms",
      "link across",
      "link at mass = 0",
      "stop, e = 0",
      "stop, 0 < e < 1",
      "stop, e = 1",
      "stop on one side",
      "stop on two sides",
      "stop with arms",
      "stop across",
      "force of t",
      "force of q",
      "force of v",
      "force between two",
  };
  return all;
}

}  // namespace acceptance
