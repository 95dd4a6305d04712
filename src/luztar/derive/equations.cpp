#include "luztar/derive/equations.h"

#include <algorithm>

#include "luztar/model/element_forces.h"
#include "luztar/model/law.h"
#include "luztar/model/link_loads.h"
#include "luztar/model/shifts.h"

namespace luztar {
namespace {

/// d and v of an element's own law by the names that they have outside of it.
Expression with_names(const Expression& law, const std::string& element) {
  return substitute(law, {{"d", Expression::symbol("d." + element)},
                          {"v", Expression::symbol("rate." + element)}});
}

class Assembler {
 public:
  explicit Assembler(const Model& model)
      : model_(model), network_(network_of(model, evaluate_parameters(model))) {}

  Equations assemble() {
    for (std::size_t b = 0; b < model_.bodies.size(); ++b)
      add_body(model_.bodies[b], network_.roles[b]);
    for (const Inertia& inertia : model_.inertias) couple(inertia);
    for (const NetworkElement& element : network_.elements) add(element);
    out_.list_pairs_of_bodies();
    return std::move(out_);
  }

 private:
  void add_body(const Body& body, BodyRole role) {
    BodyEquation equation;
    equation.name = body.name;
    equation.role = role;
    if (role == BodyRole::Inertial) {
      equation.mass = to_formula(*body.mass);
      if (body.mass->op() == Op::Symbol) out_.nonnegative.insert(body.mass->symbol());
    }
    out_.bodies.push_back(std::move(equation));
  }

  /// A body without a mass of its own has one by a matrix.
  void couple(const Inertia& inertia) {
    for (const auto& [a, b, value] : inertia.entries())
      for (const auto& [body, other] : {std::pair(a, b), std::pair(b, a)}) {
        BodyEquation& equation = out_.bodies[static_cast<std::size_t>(body)];
        if (equation.role >= BodyRole::Steady) continue;
        equation.role = BodyRole::Inertial;
        Formula& entry = a == b ? equation.mass : equation.coupled[other];
        entry = entry + to_formula(value);
        if (a == b) break;
      }
  }

  void add(const NetworkElement& element) {
    switch (element.law) {
      case NetworkElement::Law::Spring:
        return add_spring(*element.spring);
      case NetworkElement::Law::Internal:
        return push(arms_of(element.deflection), -Formula::symbol("f." + element.name));
      case NetworkElement::Law::Written:
        if (element.kind == PartKind::Force)
          return push(arms_of(element.deflection),
                      Formula::symbol(action_symbol(model_, element.name)));
        return add_force(element.name, element.deflection,
                         with_names(*element.written, element.name));
      case NetworkElement::Law::Coulomb:
        return add_friction(model_.frictions[element.index]);
      case NetworkElement::Law::Freewheel:
        out_.pairs.push_back({element.name, false, arms_of(element.deflection)});
        out_.pairs.back().is_freewheel = true;
        return;
      case NetworkElement::Law::Link:
        out_.pairs.push_back({element.name, true, arms_of(element.deflection)});
        return;
      case NetworkElement::Law::Stop:
      case NetworkElement::Law::Ratchet:
        return;  // its force is no term of the equations
    }
  }

  /// A force that pushes along the deflection.
  void push(const std::vector<std::pair<int, Formula>>& arms, const Formula& force) {
    for (const auto& [body, arm] : arms) {
      Formula& sum = out_.bodies[static_cast<std::size_t>(body)].force;
      sum = sum + arm * force;
    }
  }

  void add_force(const std::string& name, const Deflection& deflection, Expression law) {
    out_.forces.push_back(
        {name, arms_of(deflection), std::move(law), deflection.formula, shifts(deflection)});
    push(out_.forces.back().arms, -Formula::symbol("f." + name));
  }

  void add_spring(const Spring& spring) {
    add_force(spring.name, spring.deflection,
              law_of(spring, Expression::symbol("d." + spring.name),
                     Expression::symbol("rate." + spring.name)));
    assume_nonnegative(spring.stiffness);
    assume_nonnegative(spring.damping);
    if (spring.has_gap) assume_nonnegative(spring.upper);
  }

  void add_friction(const Friction& friction) {
    PairEquation pair;
    pair.name = friction.name;
    pair.arms = arms_of(friction.deflection);
    if (friction.normal) pair.normal = with_sizes(model_, *friction.normal);
    const Formula normal = friction.normal ? Formula::symbol("N." + friction.name) : Formula(1);
    if (friction.normal) out_.nonnegative.insert("N." + friction.name);
    for (const bool back : {false, true}) {
      const Friction::Law& law = back ? friction.backward : friction.forward;
      (back ? pair.viscous_back : pair.viscous) = to_formula(law.viscous);
      // Stribeck's curve starts at the static level: nothing falls when the pair lets go.
      (back ? pair.kinetic_back : pair.kinetic) = normal * to_formula(first_level(law));
      (back ? pair.breakaway_back : pair.breakaway) = normal * to_formula(law.breakaway);
      pair.has_levels = pair.has_levels || !is_constant(law);
      for (const Expression* value : {&law.viscous, &law.kinetic, &law.breakaway})
        assume_nonnegative(*value);
    }
    out_.pairs.push_back(std::move(pair));
  }

  void assume_nonnegative(const Expression& value) {
    if (value.op() == Op::Symbol) out_.nonnegative.insert(value.symbol());
  }

  const Model& model_;
  Network network_;
  Equations out_;
};

}  // namespace

bool PairEquation::is_symmetric() const {
  return !is_freewheel && viscous == viscous_back && kinetic == kinetic_back &&
         breakaway == breakaway_back;
}

bool PairEquation::breaks() const {
  return !is_link && (kinetic != breakaway || kinetic_back != breakaway_back);
}

bool Equations::touches_massless(const PairEquation& pair) const {
  return std::any_of(pair.arms.begin(), pair.arms.end(),
                     [this](const auto& arm) { return role(arm.first) == BodyRole::Massless; });
}

Formula Equations::inertia_of(int index) const {
  const BodyEquation& own = body(index);
  Formula sum = own.mass * Formula::symbol("a." + own.name);
  for (const auto& [other, inertia] : own.coupled)
    if (role(other) != BodyRole::Steady)
      sum = sum + inertia * Formula::symbol("a." + body(other).name);
  return sum;
}

void Equations::list_pairs_of_bodies() {
  for (BodyEquation& body : bodies) body.pairs.clear();
  for (std::size_t k = 0; k < pairs.size(); ++k)
    for (const auto& [body, arm] : pairs[k].arms) {
      auto& list = bodies[static_cast<std::size_t>(body)].pairs;
      if (list.empty() || list.back().first != static_cast<int>(k))
        list.emplace_back(static_cast<int>(k), Formula());
      list.back().second = list.back().second + arm;
    }
  for (BodyEquation& body : bodies)
    std::erase_if(body.pairs, [](const auto& pair) { return pair.second.is_zero(); });
}

std::vector<std::pair<int, Formula>> arms_of(const Deflection& deflection) {
  std::vector<std::pair<int, Formula>> arms;
  for (const auto& term : deflection.terms)
    if (term.body != kGround) arms.emplace_back(term.body, to_formula(term.coefficient));
  return arms;
}

Equations assemble(const Model& model) {
  validate(model);
  return Assembler(model).assemble();
}

}  // namespace luztar
