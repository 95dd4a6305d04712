#include "luztar/model/element_forces.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "luztar/model/fields.h"
#include "luztar/model/held_values.h"
#include "luztar/model/kinds.h"
#include "luztar/symbolic/terse.h"

namespace luztar {
namespace {

constexpr const char* kPrefix = "f.";

Expression apply(Op op, const Expression& a, const Expression& b) {
  return Expression::apply(op, {a, b});
}

Expression half(const Expression& x) { return apply(Op::Divide, x, Expression::number(2.0)); }

/// An edge is minus the other one, as both are written.
bool is_symmetric(const Spring& spring) {
  return is_freeplay(spring) || to_text(spring.lower) == to_text(terse::negated(spring.upper));
}

/// Of a gap with one edge: beyond it.
Expression law_beyond(const Spring& spring, const Expression& stretch, const Expression& damping) {
  const bool up = terse::is_finite(spring.upper);
  const Expression edge = up ? spring.upper : spring.lower, zero = Expression::number(0.0);
  Expression law = apply(Op::Multiply, spring.stiffness,
                         apply(up ? Op::Max : Op::Min, terse::difference(stretch, edge), zero));
  if (terse::is_number(spring.damping, 0.0)) return law;
  const Expression touches = apply(up ? Op::Greater : Op::Less, stretch, edge);
  return apply(Op::Add, law, Expression::apply(Op::If, {touches, damping, zero}));
}

Expression law_in_gap(const Spring& spring, Expression stretch, const Expression& damping) {
  if (has_one_edge(spring)) return law_beyond(spring, stretch, damping);
  Expression width = spring.upper;
  if (!is_symmetric(spring)) {
    width = half(apply(Op::Subtract, spring.upper, spring.lower));
    stretch = apply(Op::Subtract, stretch, half(apply(Op::Add, spring.lower, spring.upper)));
  }
  Expression law = apply(Op::Multiply, spring.stiffness, apply(Op::Luz, stretch, width));
  if (terse::is_number(spring.damping, 0.0)) return law;
  const Expression outside = apply(Op::Greater, Expression::apply(Op::Abs, {stretch}), width);
  return apply(Op::Add, law,
               Expression::apply(Op::If, {outside, damping, Expression::number(0.0)}));
}

/// Calls visit(expression) for all that may read forces.
template <class AnyModel, class Visit>
void for_each_reader(AnyModel& model, const Visit& visit) {
  const auto look = [&](auto& item) {
    for_each_field(item, [&](const Field& field, auto& expression) {
      if (field.place == Place::Feedback || field.place == Place::Sampled) visit(expression);
    });
  };
  for (auto& state : model.states) look(state);
  for (auto& controller : model.controllers) look(controller);
  for (auto& friction : model.frictions) look(friction);
  for (auto& force : model.forces) look(force);
  for (auto& delay : model.delays) visit(delay.argument);
}

std::set<std::string> names_read(const Model& model) {
  std::set<std::string> names;
  for_each_reader(model, [&](const Expression& expression) {
    for (const Expression& symbol : symbols_of(expression))
      if (symbol.symbol().starts_with(kPrefix)) names.insert(symbol.symbol());
  });
  return names;
}

}  // namespace

Expression deflection_sum(const Model& model, const Deflection& deflection, const char* prefix) {
  if (deflection.formula && std::string_view(prefix) == "q") return *deflection.formula;
  Expression all;
  for (const Deflection::Term& term : deflection.terms) {
    if (term.body == kGround) continue;
    const std::string& name = model.bodies[static_cast<std::size_t>(term.body)].name;
    all = terse::sum(all, terse::product(term.coefficient,
                                         Expression::symbol(std::string(prefix) + "." + name)));
  }
  return all;
}

bool has_one_edge(const Spring& spring) {
  return spring.has_gap && terse::is_finite(spring.lower) != terse::is_finite(spring.upper);
}

Expression pushing_force(const Spring& spring, const Expression& stretch, const Expression& rate) {
  const Expression zero;
  const auto at = [&](const Expression& edge) {
    const Expression way = terse::difference(stretch, edge);
    return terse::sum(terse::product(spring.stiffness, way), terse::product(spring.damping, rate));
  };
  const auto side = [&](Op beyond, const Expression& edge, Op limit) {
    return Expression::apply(Op::If,
                             {apply(beyond, stretch, edge), apply(limit, zero, at(edge)), zero});
  };
  const Expression lower = terse::negated(terse::negated(spring.lower));  // 0 instead of -0
  if (!terse::is_finite(spring.lower)) return side(Op::Greater, spring.upper, Op::Max);
  if (!terse::is_finite(spring.upper)) return side(Op::Less, lower, Op::Min);
  return terse::sum(side(Op::Greater, spring.upper, Op::Max), side(Op::Less, lower, Op::Min));
}

Expression law_of(const Spring& spring, const Expression& d, const Expression& v) {
  if (spring.force) return substitute(*spring.force, {{"d", d}, {"v", v}});
  Expression stretch = d;
  if (!terse::is_number(spring.rest, 0.0)) stretch = apply(Op::Subtract, stretch, spring.rest);
  Expression damping = apply(Op::Multiply, spring.damping, v);
  const bool damps = !terse::is_number(spring.damping, 0.0);
  if (!spring.has_gap) {
    if (terse::is_number(spring.stiffness, 0.0)) return damping;
    Expression law = apply(Op::Multiply, spring.stiffness, stretch);
    return damps ? apply(Op::Add, law, damping) : law;
  }
  if (!spring.pull && damps) return pushing_force(spring, stretch, v);
  return law_in_gap(spring, stretch, damping);
}

ForcesRead forces_read(const Model& model) {
  ForcesRead found;
  const std::set<std::string> names = names_read(model);
  if (names.empty()) return found;
  const auto add_elastic = [&](const Spring& spring) {
    if (!names.contains(kPrefix + spring.name)) return;
    found.elastic.emplace(kPrefix + spring.name,
                          law_of(spring, deflection_sum(model, spring.deflection, "q"),
                                 deflection_sum(model, spring.deflection, "v")));
  };
  for (const Spring& spring : model.springs) add_elastic(spring);
  for (const Damper& damper : model.dampers) add_elastic(damper);
  for (const Force& force : model.forces)
    if (names.contains(kPrefix + force.name))
      found.actions.emplace(kPrefix + force.name, force.value);
  return found;
}

std::string action_symbol(const Model& model, const std::string& name) {
  const auto is_in = [&](const auto& list) {
    return std::ranges::any_of(list, [&](const auto& item) { return item.name == name; });
  };
  const bool own = name == "t" || name == "d" || name == "v" || name == "pi" || name == "inf";
  return own || is_in(model.parameters) || is_in(model.signals) || is_in(model.tables)
             ? kPrefix + name
             : name;
}

std::optional<Model> with_forces_written_out(const Model& model) {
  ForcesRead read = forces_read(model);
  if (read.empty()) return std::nullopt;
  std::map<std::string, Expression> all = read.elastic;
  for (const auto& [name, value] : read.actions) all.emplace(name, substitute(value, read.elastic));
  Model written = model;
  for_each_reader(written,
                  [&](Expression& expression) { expression = substitute(expression, all); });
  return written;
}

}  // namespace luztar
