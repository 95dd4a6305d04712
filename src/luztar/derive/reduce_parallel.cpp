// Elements side by side: they act along the same deflection, so their forces add.
#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/derive/model_keys.h"
#include "luztar/derive/reduce_rules.h"
#include "luztar/model/held_values.h"
#include "luztar/model/kinds.h"
#include "luztar/model/law.h"
#include "luztar/symbolic/terse.h"

namespace luztar::reduction {
namespace {

using terse::product;
using terse::sum;

/// The factor of two deflections d2 = factor * d1 with the same bodies, or nothing.
std::optional<Expression> factor_between(const Deflection& first, const Deflection& second) {
  const std::vector<int> bodies = bodies_of(first);
  if (bodies.empty() || !std::ranges::is_permutation(bodies, bodies_of(second)))
    return std::nullopt;
  const Expression c1 = coefficient_of(first, bodies.front());
  const Expression c2 = coefficient_of(second, bodies.front());
  for (const int body : bodies) {
    const Expression left = product(coefficient_of(second, body), c1);
    const Expression right = product(coefficient_of(first, body), c2);
    if (!are_equal(left, right)) return std::nullopt;
  }
  if (are_equal(c1, c2)) return terse::number(1);
  if (are_equal(c1, terse::negated(c2))) return terse::number(-1);
  return terse::quotient(c2, c1);
}

bool same_gap(const Spring& a, const Spring& b, const Expression& factor) {
  if (!terse::is_number(factor, 1)) return false;
  return are_equal(a.lower, b.lower) && are_equal(a.upper, b.upper) && are_equal(a.rest, b.rest);
}

/// Makes one of two springs, or dampers; says in `step` what is special about it.
bool merge(const Reducer&, Spring& first, const Spring& second, const Expression& factor,
           ReductionStep& step) {
  if (first.force || second.force || first.has_gap != second.has_gap) return false;
  for (const auto value : {&Spring::stiffness, &Spring::damping})
    if (terse::is_infinite(first.*value) || terse::is_infinite(second.*value)) return false;
  if (only_pushes(first) || only_pushes(second)) return false;  // each lets go by itself
  if (first.has_gap && !same_gap(first, second, factor)) return false;
  const Expression square = terse::square(factor);
  const Expression stiffness = sum(first.stiffness, product(square, second.stiffness));
  // A force that is left has no rest.
  if (!first.has_gap && is_zero(stiffness) && !is_zero(first.stiffness)) return false;
  if (!first.has_gap && (!is_zero(first.rest) || !is_zero(second.rest))) {
    const Expression preload = sum(product(first.stiffness, first.rest),
                                   product(product(factor, second.stiffness), second.rest));
    first.rest = terse::quotient(preload, stiffness);
  }
  if (first.has_gap) step.condition = "the same gap and rest";
  first.stiffness = stiffness;
  first.pull = true;
  first.damping = sum(first.damping, product(square, second.damping));
  return true;
}

// --- frictions ---------------------------------------------------------------------------------

bool is_finite(const Friction& friction) {
  bool finite = true;
  for_each_field(friction, [&](const Field&, const Expression& value) {
    finite = finite && !terse::is_infinite(value);
  });
  return finite;
}

bool same_levels(const Friction::Law& a, const Friction::Law& b) {
  return are_equal(a.viscous, b.viscous) && are_equal(a.kinetic, b.kinetic) &&
         are_equal(a.breakaway, b.breakaway);
}

/// Static above kinetic force.
bool breaks(const Friction& friction) {
  return !are_equal(friction.forward.breakaway, friction.forward.kinetic) ||
         !are_equal(friction.backward.breakaway, friction.backward.kinetic);
}

/// `second` along d2 = factor * d1: its forces along d1 are |factor| times as large, its viscous
/// one factor^2 times.
Friction::Law sum_of(const Friction::Law& first, const Friction::Law& second,
                     const Expression& factor) {
  const Expression size = terse::is_number(factor, -1) ? terse::number(1) : factor;
  Friction::Law law;
  law.viscous = sum(first.viscous, product(terse::square(factor), second.viscous));
  law.kinetic = sum(first.kinetic, product(size, second.kinetic));
  const bool default_static =
      are_equal(first.breakaway, first.kinetic) && are_equal(second.breakaway, second.kinetic);
  law.breakaway =
      default_static ? law.kinetic : sum(first.breakaway, product(size, second.breakaway));
  return law;
}

bool merge(const Reducer& reducer, Friction& first, const Friction& second, Expression factor,
           ReductionStep& step) {
  if (!has_constant_levels(first) || !has_constant_levels(second)) return false;
  if (!is_finite(first) || !is_finite(second)) return false;
  const bool turned = reducer.sign(factor) < 0;
  if (reducer.sign(factor) == 0 || (turned && factor.op() != Op::Number)) return false;
  step.why +=
      " `k1*tar(x, a1) + k2*tar(x, a2) = (k1 + k2)*tar(x, (k1*a1 + k2*a2)/(k1 + k2))`. At rest "
      "they share the force in proportion to their strength.";
  if (breaks(first) || breaks(second)) {
    step.condition_kind = ConditionKind::SamePair;
    step.condition =
        "they act between the same two bodies before any limit; where a limit joins them, F_S > "
        "F_K breaks them one after the other in the full model, however little gives way";
  }
  if (factor.op() != Op::Number) {
    step.conditions = {positive_line(factor)};
  } else {
    factor = terse::number(std::abs(factor.number()));
  }
  const bool symmetric =
      same_levels(first.forward, first.backward) && same_levels(second.forward, second.backward);
  const Friction old = first;
  first.forward = sum_of(old.forward, turned ? second.backward : second.forward, factor);
  first.backward = symmetric
                       ? first.forward
                       : sum_of(old.backward, turned ? second.forward : second.backward, factor);
  return true;
}

/// Merges the first two elements of a list that can be.
template <typename Element>
bool merge_first(Reducer& reducer, PartKind kind, std::vector<Element>& elements) {
  for (std::size_t i = 0; i < elements.size(); ++i) {
    for (std::size_t j = i + 1; j < elements.size(); ++j) {
      const Element &first = elements[i], &second = elements[j];
      const auto factor = factor_between(first.deflection, second.deflection);
      if (!factor) continue;
      Element both = first;
      ReductionStep step{.rule = "parallel " + std::string(word_of(kind)) + "s",
                         .names = {first.name, second.name},
                         .why = "They act along the same deflection: their forces add."};
      if (!merge(reducer, both, second, *factor, step)) continue;
      both.name = reducer.new_name(step.names);
      step.before = {force_line(reducer.model, first), force_line(reducer.model, second)};
      step.after = {force_line(reducer.model, both)};
      reducer.steps.push_back(std::move(step));
      elements[i] = std::move(both);
      erase_at(elements, j);
      return true;
    }
  }
  return false;
}

}  // namespace

bool parallel_elements(Reducer& reducer) {
  bool merged = false;
  for_each_element_list(reducer.model, [&](PartKind kind, auto& elements) {
    if constexpr (requires { force_line(reducer.model, elements.front()); })
      merged = merged || merge_first(reducer, kind, elements);
  });
  return merged;
}

}  // namespace luztar::reduction
