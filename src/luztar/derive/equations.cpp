#include "luztar/derive/equations.h"

#include <cmath>

#include "luztar/model/law.h"

namespace luztar {
namespace {

Expression binary(Op op, Expression a, Expression b) {
  return Expression::apply(op, {std::move(a), std::move(b)});
}

bool is_number(const Expression& expression, double value) {
  return expression.op() == Op::Number && expression.number() == value;
}

Expression half(Expression x) { return binary(Op::Divide, std::move(x), Expression::number(2.0)); }

/// d and v of an element's own law by the names that they have outside of it.
Expression with_names(const Expression& law, const std::string& element) {
  const Expression d = Expression::symbol("d." + element);
  const Expression v = Expression::symbol("rate." + element);
  return substitute(law, [&](const std::string& name) -> const Expression* {
    if (name == "d") return &d;
    if (name == "v") return &v;
    return nullptr;
  });
}

Expression spring_law(const Spring& spring) {
  if (spring.force) return with_names(*spring.force, spring.name);
  Expression stretch = Expression::symbol("d." + spring.name);
  if (!is_number(spring.rest, 0.0)) stretch = binary(Op::Subtract, stretch, spring.rest);
  if (!spring.has_gap) {
    Expression law = binary(Op::Multiply, spring.stiffness, stretch);
    if (is_number(spring.damping, 0.0)) return law;
    const Expression rate = Expression::symbol("rate." + spring.name);
    return binary(Op::Add, law, binary(Op::Multiply, spring.damping, rate));
  }
  const bool symmetric = to_formula(spring.lower) == -to_formula(spring.upper);
  const Expression width =
      symmetric ? spring.upper : half(binary(Op::Subtract, spring.upper, spring.lower));
  if (!symmetric)
    stretch = binary(Op::Subtract, stretch, half(binary(Op::Add, spring.lower, spring.upper)));
  Expression law = binary(Op::Multiply, spring.stiffness, binary(Op::Luz, stretch, width));
  if (is_number(spring.damping, 0.0)) return law;
  const Expression rate = Expression::symbol("rate." + spring.name);
  const Expression outside = binary(Op::Greater, Expression::apply(Op::Abs, {stretch}), width);
  return binary(Op::Add, law,
                Expression::apply(Op::If, {outside, binary(Op::Multiply, spring.damping, rate),
                                           Expression::number(0.0)}));
}

Expression damper_law(const Damper& damper) {
  if (damper.force) return with_names(*damper.force, damper.name);
  return binary(Op::Multiply, damper.damping, Expression::symbol("rate." + damper.name));
}

class Assembler {
 public:
  explicit Assembler(const Model& model) : model_(model), values_(evaluate_parameters(model)) {}

  Equations assemble() {
    for (const Body& body : model_.bodies) add_body(body);
    for (const Force& force : model_.forces) {
      out_.applied.push_back({force.name, arms_of(force.deflection), force.value});
      push(out_.applied.back().arms, Formula::symbol(force.name));
    }
    for (const Spring& spring : model_.springs) {
      add_force(spring.name, spring.deflection, spring_law(spring));
      if (!spring.force) assume_nonnegative(spring.stiffness);
      if (spring.has_gap) assume_nonnegative(spring.upper);
    }
    for (const Damper& damper : model_.dampers) {
      add_force(damper.name, damper.deflection, damper_law(damper));
      if (!damper.force) assume_nonnegative(damper.damping);
    }
    for (const Friction& friction : model_.frictions) {
      if (friction.bristles) {
        add_bristles(friction);
      } else {
        add_friction(friction);
      }
    }
    for (const Link& link : model_.links) {
      PairEquation pair;
      pair.name = link.name;
      pair.is_link = true;
      pair.arms = arms_of(link.deflection);
      out_.pairs.push_back(std::move(pair));
    }
    for (const Stop& stop : model_.stops)
      out_.stops.push_back(
          {stop.name, arms_of(stop.deflection), stop.lower, stop.upper, stop.restitution});
    out_.list_pairs_of_bodies();
    return std::move(out_);
  }

 private:
  void add_body(const Body& body) {
    BodyEquation equation;
    equation.name = body.name;
    if (body.motion) {
      equation.kind = BodyEquation::Kind::Given;
    } else if (const double mass = evaluate(*body.mass, values_); mass == 0.0) {
      equation.kind = BodyEquation::Kind::Massless;
    } else if (std::isinf(mass)) {
      equation.kind = BodyEquation::Kind::Steady;
    } else {
      equation.mass = to_formula(*body.mass);
      if (body.mass->op() == Op::Symbol) out_.assumptions.positive.insert(body.mass->symbol());
    }
    out_.bodies.push_back(std::move(equation));
  }

  std::vector<std::pair<int, Formula>> arms_of(const Deflection& deflection) const {
    std::vector<std::pair<int, Formula>> arms;
    for (const auto& term : deflection.terms)
      if (term.body != kGround) arms.emplace_back(term.body, to_formula(term.coefficient));
    return arms;
  }

  /// A force that pushes along the deflection.
  void push(const std::vector<std::pair<int, Formula>>& arms, const Formula& force) {
    for (const auto& [body, arm] : arms) {
      Formula& sum = out_.bodies[static_cast<std::size_t>(body)].force;
      sum = sum + arm * force;
    }
  }

  void add_force(const std::string& name, const Deflection& deflection, Expression law) {
    out_.forces.push_back({name, arms_of(deflection), std::move(law)});
    push(out_.forces.back().arms, -Formula::symbol("f." + name));
  }

  void add_friction(const Friction& friction) {
    PairEquation pair;
    pair.name = friction.name;
    pair.arms = arms_of(friction.deflection);
    pair.normal = friction.normal;
    const Formula normal = friction.normal ? Formula::symbol("N." + friction.name) : Formula(1);
    if (friction.normal) out_.assumptions.nonnegative.insert("N." + friction.name);
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

  void add_bristles(const Friction& friction) {
    BristleEquation bristle;
    bristle.name = friction.name;
    bristle.arms = arms_of(friction.deflection);
    const Friction::Bristles& law = *friction.bristles;
    bristle.is_dahl = law.kind == Friction::Bristles::Kind::Dahl;
    bristle.stiffness = to_formula(law.sigma0);
    bristle.damping = bristle.is_dahl ? Formula(0) : to_formula(law.sigma1);
    bristle.viscous = to_formula(friction.forward.viscous);
    bristle.level = to_formula(friction.forward.kinetic);
    bristle.has_levels = friction.forward.stribeck.has_value();
    bristle.exponent = bristle.is_dahl ? to_formula(law.exponent) : Formula(1);
    push(bristle.arms, -Formula::symbol("f." + friction.name));
    out_.bristles.push_back(std::move(bristle));
  }

  void assume_nonnegative(const Expression& value) {
    if (value.op() == Op::Symbol) out_.assumptions.nonnegative.insert(value.symbol());
  }

  const Model& model_;
  ParameterValues values_;
  Equations out_;
};

}  // namespace

bool PairEquation::is_symmetric() const {
  return viscous == viscous_back && kinetic == kinetic_back && breakaway == breakaway_back;
}

bool PairEquation::breaks() const {
  return !is_link && (kinetic != breakaway || kinetic_back != breakaway_back);
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

Equations assemble(const Model& model) {
  validate(model);
  return Assembler(model).assemble();
}

}  // namespace luztar
