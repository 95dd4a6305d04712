// Elements one after the other: a massless body between two of them passes the force on, so their
// deflections add.
#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/derive/model_keys.h"
#include "luztar/derive/reduce_rules.h"
#include "luztar/model/element_forces.h"
#include "luztar/model/kinds.h"
#include "luztar/symbolic/terse.h"

namespace luztar::reduction {
namespace {

using terse::difference;
using terse::negated;
using terse::product;
using terse::quotient;
using terse::reciprocal;
using terse::sum;

/// A massless body that so many elements of one kind alone hold, and whose position nothing reads.
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
Line balance_line(int body, const Spring& first, const Spring& second) {
  const auto force = [body](const Spring& one) {
    return product(coefficient_of(one.deflection, body), Expression::symbol("f." + one.name));
  };
  return equal(Expression(), negated(sum(force(first), force(second))));
}

/// Two of them carry one force: springs f = strength * (d - rest), dampers its rate.
struct Carrier {
  PartKind kind;
  Expression Spring::*strength, Spring::*other;  ///< the other one has to be 0
  const char* why;
};

constexpr Carrier kSprings{
    PartKind::Spring, &Spring::stiffness, &Spring::damping,
    "Both springs carry one force, so their deflections add: `k1*luz(x, a1) = k2*luz(y, a2)` "
    "gives the force `luz(x + y, a1 + a2)/(1/k1 + 1/k2)`."};
constexpr Carrier kDampers{PartKind::Damper, &Spring::damping, &Spring::stiffness,
                           "Both dampers carry one force, so their rates add."};

/// Puts the second one behind the first, with d = d1 + ratio * d2.
void append(Spring& first, const Spring& second, const Expression& ratio, bool turned,
            Expression Spring::*strength) {
  add(first.deflection, second.deflection, ratio);
  const Expression compliance =
      sum(reciprocal(first.*strength), quotient(terse::square(ratio), second.*strength));
  first.*strength =
      terse::is_number(compliance, 0) ? Expression::number(HUGE_VAL) : reciprocal(compliance);
  first.rest = sum(first.rest, product(ratio, second.rest));
  const bool symmetric =
      (is_freeplay(first) || !first.has_gap) && (is_freeplay(second) || !second.has_gap);
  if (symmetric) {
    const Expression size = turned ? negated(ratio) : ratio;
    set_freeplay(first, sum(first.upper, product(size, second.upper)));
  } else {
    const Expression lower = product(ratio, second.lower), upper = product(ratio, second.upper);
    first.lower = sum(first.lower, turned ? upper : lower);
    first.upper = sum(first.upper, turned ? lower : upper);
    first.has_gap = true;
  }
}

/// The deflection of the first spring, from that of both: what the common force stretches it, and
/// within the gap its fraction of the freeplay.
Expression first_deflection(const Model& model, const Spring& first, const Spring& both,
                            Expression Spring::*strength) {
  const Expression d = difference(deflection_sum(model, both.deflection, "q"), both.rest);
  const auto stretched = [&](const Expression& beyond) {
    if (terse::is_infinite(both.*strength) || terse::is_infinite(first.*strength))
      return Expression();
    return quotient(product(both.*strength, beyond), first.*strength);
  };
  if (!both.has_gap) return sum(first.rest, stretched(d));
  if (is_freeplay(both)) {
    const Expression fraction = quotient(first.upper, both.upper);
    return sum(first.rest, sum(stretched(terse::luz(d, both.upper)),
                               product(fraction, terse::sat(d, both.upper))));
  }
  const Expression within =
      Expression::apply(Op::Min, {Expression::apply(Op::Max, {d, both.lower}), both.upper});
  const Expression width = difference(both.upper, both.lower);
  const Expression fraction = quotient(difference(first.upper, first.lower), width);
  const Expression place = sum(first.lower, product(fraction, difference(within, both.lower)));
  return sum(first.rest, sum(place, stretched(difference(d, within))));
}

template <typename Element>
bool join(Reducer& reducer, const Carrier& of, std::vector<Element>& elements, int body) {
  Model& model = reducer.model;
  const Contacts contacts = contacts_of(model, body);
  if (!only_passes_on(reducer, body, contacts, of.kind, 2)) return false;
  const std::vector<std::size_t>& places = contacts.of(of.kind);
  Element first = elements[places[0]], second = elements[places[1]];
  const auto is_plain = [&](const Spring& one) {
    return !one.force && is_zero(one.*of.other);
  };
  if (!is_plain(first) || !is_plain(second)) return false;
  const Expression ratio = ratio_without(first.deflection, second.deflection, body);
  const int sign = reducer.sign(ratio);
  if (second.has_gap && sign == 0) return false;
  if (has_one_edge(first) || has_one_edge(second)) return false;
  // A damper rests where it starts; with a motion that is no expression of parameters.
  const auto rest_of = [&](const Spring& one) -> std::optional<Expression> {
    if (of.kind == PartKind::Spring) return one.rest;
    return at_start(model, one.deflection, &Body::position);
  };
  for (Element* one : {&first, &second}) {
    const auto rest = rest_of(*one);
    if (!rest) return false;
    one->rest = *rest;
  }
  Element both = first;
  both.name = reducer.new_name({first.name, second.name});
  append(both, second, ratio, sign < 0, of.strength);
  both.rest = *rest_of(both);
  both.pull = true;
  const std::string word = word_of(of.kind);
  reducer.steps.push_back(
      {.rule = word + "s in series",
       .names = {reducer.body(body).name, first.name, second.name},
       .condition = "nothing but the two " + word + "s acts on the massless body",
       .before = {force_line(model, first), force_line(model, second),
                  balance_line(body, first, second)},
       .after = {force_line(model, both)},
       .why = of.why});
  if (second.has_gap && ratio.op() != Op::Number)
    reducer.steps.back().conditions = {positive_line(sign < 0 ? negated(ratio) : ratio)};
  const Expression d = first_deflection(model, first, both, of.strength);
  reducer.eliminated.push_back(
      {reducer.body(body).name, position_at(model, first.deflection, body, d)});
  elements[places[0]] = both;
  erase_at(elements, places[1]);
  if (bodies_of(both.deflection).empty()) erase_at(elements, places[0]);
  remove_body(model, body);
  return true;
}

}  // namespace

bool springs_in_series(Reducer& reducer) {
  const auto join_first = [&](const Carrier& of, auto& elements) {
    for (int b = 0; b < static_cast<int>(reducer.model.bodies.size()); ++b)
      if (join(reducer, of, elements, b)) return true;
    return false;
  };
  return join_first(kSprings, reducer.model.springs) || join_first(kDampers, reducer.model.dampers);
}

bool unloaded_body(Reducer& reducer) {
  Model& model = reducer.model;
  for (int b = 0; b < static_cast<int>(model.bodies.size()); ++b) {
    const Contacts contacts = contacts_of(model, b);
    if (!only_passes_on(reducer, b, contacts, PartKind::Spring, 1)) continue;
    const std::size_t place = contacts.of(PartKind::Spring)[0];
    const Spring spring = model.springs[place];
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
