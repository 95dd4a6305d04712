// Elements side by side: they act along the same deflection, so their forces add.
#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/derive/model_keys.h"
#include "luztar/derive/reduce_rules.h"
#include "luztar/derive/terse.h"
#include "luztar/model/law.h"

namespace luztar::reduction {
namespace {

using terse::product;
using terse::sum;

/// The factor of two deflections d2 = factor * d1 with the same bodies, or nothing.
std::optional<Expression> factor_between(const Deflection& first, const Deflection& second) {
  std::vector<int> bodies = bodies_of(first);
  std::vector<int> others = bodies_of(second);
  if (bodies.empty() || bodies.size() != others.size()) return std::nullopt;
  std::sort(others.begin(), others.end());
  std::vector<int> sorted = bodies;
  std::sort(sorted.begin(), sorted.end());
  if (sorted != others) return std::nullopt;
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

/// Calls `merge(first, second, factor)` for pairs of elements until it returns true.
template <typename Element, typename Merge>
bool merge_first(std::vector<Element>& elements, const Merge& merge) {
  for (std::size_t i = 0; i < elements.size(); ++i) {
    for (std::size_t j = i + 1; j < elements.size(); ++j) {
      const auto factor = factor_between(elements[i].deflection, elements[j].deflection);
      if (factor && merge(elements[i], elements[j], *factor)) {
        erase_at(elements, static_cast<int>(j));
        return true;
      }
    }
  }
  return false;
}

template <typename Element>
ReductionStep parallel_step(const Reducer& reducer, const char* rule, const Element& first,
                            const Element& second) {
  ReductionStep step;
  step.rule = rule;
  step.names = {first.name, second.name};
  step.before = {force_line(reducer.model, first), force_line(reducer.model, second)};
  step.why = "They act along the same deflection: their forces add.";
  return step;
}

template <typename Element>
void finish(Reducer& reducer, ReductionStep step, Element& merged, const std::string& second) {
  merged.name = reducer.new_name({merged.name, second});
  step.after = {force_line(reducer.model, merged)};
  reducer.steps.push_back(std::move(step));
}

// --- frictions ---------------------------------------------------------------------------------

bool is_finite(const Friction& friction) {
  for (const Friction::Law* law : {&friction.forward, &friction.backward}) {
    for (const Expression* value : {&law->viscous, &law->kinetic, &law->breakaway}) {
      if (terse::is_infinite(*value)) return false;
    }
  }
  return true;
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

}  // namespace

bool parallel_frictions(Reducer& reducer) {
  const auto merge = [&](Friction& first, const Friction& second, Expression factor) {
    if (!has_constant_levels(first) || !has_constant_levels(second)) return false;
    if (!is_finite(first) || !is_finite(second)) return false;
    const bool turned = reducer.sign(factor) < 0;
    if (reducer.sign(factor) == 0 || (turned && factor.op() != Op::Number)) return false;
    ReductionStep step = parallel_step(reducer, "parallel frictions", first, second);
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
    finish(reducer, std::move(step), first, second.name);
    return true;
  };
  return merge_first(reducer.model.frictions, merge);
}

bool parallel_dampers(Reducer& reducer) {
  const auto merge = [&](Damper& first, const Damper& second, const Expression& factor) {
    if (first.force || second.force) return false;
    if (terse::is_infinite(first.damping) || terse::is_infinite(second.damping)) return false;
    ReductionStep step = parallel_step(reducer, "parallel dampers", first, second);
    first.damping = sum(first.damping, product(terse::square(factor), second.damping));
    finish(reducer, std::move(step), first, second.name);
    return true;
  };
  return merge_first(reducer.model.dampers, merge);
}

namespace {

bool same_gap(const Spring& a, const Spring& b, const Expression& factor) {
  if (!terse::is_number(factor, 1)) return false;
  return are_equal(a.lower, b.lower) && are_equal(a.upper, b.upper) && are_equal(a.rest, b.rest);
}

}  // namespace

bool parallel_springs(Reducer& reducer) {
  const auto merge = [&](Spring& first, const Spring& second, const Expression& factor) {
    if (first.force || second.force || first.has_gap != second.has_gap) return false;
    if (terse::is_infinite(first.stiffness) || terse::is_infinite(second.stiffness)) return false;
    if (first.has_gap && !same_gap(first, second, factor)) return false;
    const Expression square = terse::square(factor);
    const Expression stiffness = sum(first.stiffness, product(square, second.stiffness));
    if (!first.has_gap && is_zero(stiffness)) return false;  // a force that is left has no rest
    ReductionStep step = parallel_step(reducer, "parallel springs", first, second);
    if (!first.has_gap && (!is_zero(first.rest) || !is_zero(second.rest))) {
      const Expression preload = sum(product(first.stiffness, first.rest),
                                     product(product(factor, second.stiffness), second.rest));
      first.rest = terse::quotient(preload, stiffness);
    }
    if (first.has_gap) step.condition = "the same gap and rest";
    first.stiffness = stiffness;
    first.damping = sum(first.damping, product(square, second.damping));
    finish(reducer, std::move(step), first, second.name);
    return true;
  };
  return merge_first(reducer.model.springs, merge);
}

}  // namespace luztar::reduction
