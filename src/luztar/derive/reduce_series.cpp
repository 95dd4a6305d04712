// Elements one after the other: a massless body between two of them passes the force on, so their
// deflections add.
#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/derive/model_keys.h"
#include "luztar/derive/reduce_rules.h"
#include "luztar/derive/terse.h"

namespace luztar::reduction {
namespace {

using terse::difference;
using terse::negated;
using terse::product;
using terse::quotient;
using terse::reciprocal;
using terse::sum;

/// A massless body that so many elements of one kind alone hold; nobody asks where it is.
bool only_passes_on(const Reducer& reducer, int body, const Contacts& contacts, PartKind kind,
                    std::size_t number) {
  return is_massless(reducer.body(body)) && !contacts.in_expressions && contacts.only(kind, number);
}

/// Where the body is when the first element has the deflection `d`.
Expression position_at(const Model& model, const Deflection& deflection, int body,
                       const Expression& d) {
  Deflection others = deflection;
  std::erase_if(others.terms, [&](const Deflection::Term& term) { return term.body == body; });
  const Expression rest = difference(d, deflection_sum(model, others, "q"));
  return quotient(rest, coefficient_of(deflection, body));
}

/// d1 + ratio * d2 does not know the body.
Expression ratio_without(const Deflection& first, const Deflection& second, int body) {
  return negated(quotient(coefficient_of(first, body), coefficient_of(second, body)));
}

/// The forces of two elements balance at the massless body.
template <typename Element>
Line balance_line(int body, const Element& first, const Element& second) {
  const auto force = [body](const Element& one) {
    return product(coefficient_of(one.deflection, body), Expression::symbol("f." + one.name));
  };
  return equal(Expression(), negated(sum(force(first), force(second))));
}

// --- springs ---------------------------------------------------------------------------------

bool is_plain(const Spring& spring) { return !spring.force && is_zero(spring.damping); }

/// lower and upper edge of ratio * d.
std::pair<Expression, Expression> scaled_gap(const Spring& spring, const Expression& ratio,
                                             bool turned) {
  const Expression lower = product(ratio, spring.lower), upper = product(ratio, spring.upper);
  return turned ? std::pair(upper, lower) : std::pair(lower, upper);
}

struct Series {
  Spring spring;
  bool needs_sign{};  ///< of the ratio: the gap depends on it
};

Series in_series(const Reducer& reducer, const Spring& first, const Spring& second,
                 const Expression& ratio) {
  Series series{first, second.has_gap && ratio.op() != Op::Number};
  Spring& spring = series.spring;
  spring.name = reducer.new_name({first.name, second.name});
  add(spring.deflection, second.deflection, ratio);
  const Expression compliance =
      sum(reciprocal(first.stiffness), quotient(terse::square(ratio), second.stiffness));
  spring.stiffness =
      terse::is_number(compliance, 0) ? Expression::number(HUGE_VAL) : reciprocal(compliance);
  spring.rest = sum(first.rest, product(ratio, second.rest));
  const bool turned = reducer.sign(ratio) < 0;
  const bool symmetric =
      (is_freeplay(first) || !first.has_gap) && (is_freeplay(second) || !second.has_gap);
  if (symmetric) {
    const Expression size = turned ? negated(ratio) : ratio;
    set_freeplay(spring, sum(first.upper, product(size, second.upper)));
  } else {
    const auto [lower, upper] = scaled_gap(second, ratio, turned);
    spring.lower = sum(first.lower, lower);
    spring.upper = sum(first.upper, upper);
    spring.has_gap = true;
  }
  return series;
}

/// The deflection of the first spring, from that of both: what the common force stretches it, and
/// within the gap its share of the freeplay.
Expression first_deflection(const Model& model, const Spring& first, const Spring& both) {
  const Expression d = difference(deflection_sum(model, both.deflection, "q"), both.rest);
  const bool rigid = terse::is_infinite(both.stiffness);
  const auto stretched = [&](const Expression& beyond) {
    if (rigid || terse::is_infinite(first.stiffness)) return Expression();
    return quotient(product(both.stiffness, beyond), first.stiffness);
  };
  if (!both.has_gap) return sum(first.rest, stretched(d));
  if (is_freeplay(both)) {
    const Expression share = quotient(first.upper, both.upper);
    return sum(first.rest, sum(stretched(terse::luz(d, both.upper)),
                               product(share, terse::sat(d, both.upper))));
  }
  const Expression within =
      Expression::apply(Op::Min, {Expression::apply(Op::Max, {d, both.lower}), both.upper});
  const Expression width = difference(both.upper, both.lower);
  const Expression share = quotient(difference(first.upper, first.lower), width);
  const Expression place = sum(first.lower, product(share, difference(within, both.lower)));
  return sum(first.rest, sum(place, stretched(difference(d, within))));
}

bool join_springs(Reducer& reducer, int body, const std::vector<int>& springs) {
  Model& model = reducer.model;
  const Spring first = model.springs[static_cast<std::size_t>(springs[0])];
  const Spring second = model.springs[static_cast<std::size_t>(springs[1])];
  if (!is_plain(first) || !is_plain(second)) return false;
  const Expression ratio = ratio_without(first.deflection, second.deflection, body);
  if (second.has_gap && reducer.sign(ratio) == 0) return false;
  const auto [both, needs_sign] = in_series(reducer, first, second, ratio);
  ReductionStep step;
  step.rule = "springs in series";
  step.names = {reducer.body(body).name, first.name, second.name};
  step.condition = "nothing but the two springs acts on the massless body";
  if (needs_sign) {
    step.conditions = {positive_line(reducer.sign(ratio) < 0 ? negated(ratio) : ratio)};
  }
  step.before = {force_line(model, first), force_line(model, second),
                 balance_line(body, first, second)};
  step.after = {force_line(model, both)};
  step.why =
      "Both springs carry one force, so their deflections add: `k1*luz(x, a1) = k2*luz(y, a2)` "
      "gives the force `luz(x + y, a1 + a2)/(1/k1 + 1/k2)`.";
  const Expression place =
      position_at(model, first.deflection, body, first_deflection(model, first, both));
  reducer.eliminated.push_back({reducer.body(body).name, place});
  reducer.steps.push_back(std::move(step));
  model.springs[static_cast<std::size_t>(springs[0])] = both;
  erase_at(model.springs, springs[1]);
  if (bodies_of(both.deflection).empty()) erase_at(model.springs, springs[0]);
  remove_body(model, body);
  return true;
}

// --- dampers ---------------------------------------------------------------------------------

bool join_dampers(Reducer& reducer, int body, const std::vector<int>& dampers) {
  Model& model = reducer.model;
  const Damper first = model.dampers[static_cast<std::size_t>(dampers[0])];
  const Damper second = model.dampers[static_cast<std::size_t>(dampers[1])];
  if (first.force || second.force) return false;
  Deflection deflection = first.deflection;
  const Expression ratio = ratio_without(first.deflection, second.deflection, body);
  add(deflection, second.deflection, ratio);
  Damper both = first;
  both.name = reducer.new_name({first.name, second.name});
  both.deflection = deflection;
  both.damping =
      reciprocal(sum(reciprocal(first.damping), quotient(terse::square(ratio), second.damping)));
  ReductionStep step;
  step.rule = "dampers in series";
  step.names = {reducer.body(body).name, first.name, second.name};
  step.condition = "nothing but the two dampers acts on the massless body";
  step.before = {force_line(model, first), force_line(model, second),
                 balance_line(body, first, second)};
  step.after = {force_line(model, both)};
  step.why = "Both dampers carry one force, so their rates add.";
  // d1 - d1(0) is its share of d - d(0).
  const auto at_start = [&](const Deflection& of) {
    std::map<std::string, Expression> positions;
    for (const Body& one : model.bodies) {
      if (!one.motion) positions.emplace("q." + one.name, one.position);
    }
    return substitute(deflection_sum(model, of, "q"), positions);
  };
  const Expression travel =
      difference(deflection_sum(model, deflection, "q"), at_start(deflection));
  const Expression d1 =
      sum(at_start(first.deflection), quotient(product(both.damping, travel), first.damping));
  reducer.eliminated.push_back(
      {reducer.body(body).name, position_at(model, first.deflection, body, d1)});
  reducer.steps.push_back(std::move(step));
  model.dampers[static_cast<std::size_t>(dampers[0])] = both;
  erase_at(model.dampers, dampers[1]);
  if (bodies_of(deflection).empty()) erase_at(model.dampers, dampers[0]);
  remove_body(model, body);
  return true;
}

bool moves_by_motion(const Reducer& reducer, int damper) {
  const Deflection& deflection = reducer.model.dampers[static_cast<std::size_t>(damper)].deflection;
  return std::ranges::any_of(bodies_of(deflection),
                             [&](int body) { return reducer.body(body).motion.has_value(); });
}

}  // namespace

bool springs_in_series(Reducer& reducer) {
  for (int b = 0; b < static_cast<int>(reducer.model.bodies.size()); ++b) {
    const Contacts contacts = contacts_of(reducer.model, b);
    if (!only_passes_on(reducer, b, contacts, PartKind::Spring, 2)) continue;
    if (join_springs(reducer, b, contacts.of(PartKind::Spring))) return true;
  }
  return false;
}

bool dampers_in_series(Reducer& reducer) {
  for (int b = 0; b < static_cast<int>(reducer.model.bodies.size()); ++b) {
    const Contacts contacts = contacts_of(reducer.model, b);
    if (!only_passes_on(reducer, b, contacts, PartKind::Damper, 2)) continue;
    const std::vector<int>& dampers = contacts.of(PartKind::Damper);
    // Where it was at the start is no expression of parameters then.
    const bool moved =
        std::ranges::any_of(dampers, [&](int d) { return moves_by_motion(reducer, d); });
    if (!moved && join_dampers(reducer, b, dampers)) return true;
  }
  return false;
}

bool unloaded_body(Reducer& reducer) {
  Model& model = reducer.model;
  for (int b = 0; b < static_cast<int>(model.bodies.size()); ++b) {
    const Contacts contacts = contacts_of(model, b);
    if (!only_passes_on(reducer, b, contacts, PartKind::Spring, 1)) continue;
    const int place = contacts.of(PartKind::Spring)[0];
    const Spring spring = model.springs[static_cast<std::size_t>(place)];
    if (spring.force) continue;
    reducer.steps.push_back({.rule = "massless body at the end of a spring",
                             .names = {reducer.body(b).name, spring.name},
                             .condition = "nothing else acts on the massless body",
                             .before = {force_line(model, spring), body_line(model, b)},
                             .after = {equal(Expression::symbol("f." + spring.name), {})},
                             .why = "Nothing takes the force of the spring on, so there is none."});
    const Expression d =
        spring.has_gap
            ? sum(spring.rest, quotient(sum(spring.lower, spring.upper), terse::number(2)))
            : spring.rest;
    reducer.eliminated.push_back(
        {reducer.body(b).name, position_at(model, spring.deflection, b, d), spring.has_gap});
    erase_at(model.springs, place);
    remove_body(model, b);
    return true;
  }
  return false;
}

}  // namespace luztar::reduction
