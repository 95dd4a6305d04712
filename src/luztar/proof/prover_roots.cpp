// Laws with roots and powers that are not whole, where their bases are zero.
#include <algorithm>
#include <cmath>

#include "luztar/dynamics/system/geometry.h"
#include "luztar/proof/prover_impl.h"

namespace luztar {

/// Where its base is zero such a force may be off by `residual` for so short a time that the
/// impulse is nothing beside the momentum of its bodies; within that time it changes by as much,
/// and by another law than a straight line. Then it is allowed, and where it acts on nothing, as at
/// a place where the gradient of a deflection is zero; else 0.
/// @param law  of arguments_: what the formula of the element reads, then its rate if it slides
double Prover::root_error(const Instant& now, const AnyLaw& law, int element, double residual) {
  using Kind = LawSymbol::Kind;
  double momentum = HUGE_VAL;
  double rate = 0.0;
  double acceleration = 0.0;
  bool acts = false;
  for (const Term& term : arms_at(system_, element, positions_of(now))) {
    const int b = term.body;
    acts = acts || term.coefficient != 0.0;
    rate += term.coefficient * now.v[b];
    acceleration += term.coefficient * now.a[b];
    if (scales_.mass(b) > 0.0 && term.coefficient != 0.0)
      momentum = std::min(momentum, scales_.mass(b) * scales_.v(b) / std::abs(term.coefficient));
  }
  if (!acts) return residual;
  if (momentum == HUGE_VAL) return 0.0;
  const double shift = worst_.limit() * momentum / residual;
  const auto slope = [&](const auto& variable) {
    const auto& [kind, b, side] = variable;
    if (kind == Kind::Time) return 1.0;
    if (kind == Kind::Deflection) return rate;
    if (kind == Kind::Rate) return acceleration;
    if (kind == Kind::Position) return now.v[b];
    if (kind == Kind::Load || kind == Kind::Turns) return 0.0;  // not known here, does not change
    if (kind == Kind::State) return now.z_rate ? now.z_rate[b] : 0.0;
    return now.a[b];
  };
  const auto& variables = system_.laws[element].formula.variables;
  const std::vector<double> here = arguments_.value;
  const auto change = [&](double time) {
    for (std::size_t i = 0; i < here.size(); ++i)
      arguments_.value[i] =
          here[i] + time * (i < variables.size() ? slope(variables[i]) : acceleration);
    const double value = law(arguments_.value);
    arguments_.value = here;
    return value - law(here);
  };
  constexpr double kBent = 0.02;
  for (const double time : {shift, -shift}) {
    const double whole = change(time);
    const double bend = whole - 2.0 * change(0.5 * time);
    if (std::abs(whole) >= 0.5 * residual && std::abs(bend) >= kBent * residual) return residual;
  }
  return 0.0;
}

/// What a state that is off by the tolerance of its largest value makes of a slope, where that is a
/// root of it: far more at zero than what its own value allows. Arguments as read.
double Prover::root_error_of_slope(int internal, double expected) {
  constexpr double kBent = 0.02;
  constexpr double kTolerance = 1e-3;  // of the limit
  const DirectFormula& formula = system_.internals[internal].rate;
  double error = 0.0;
  for (std::size_t i = 0; i < formula.variables.size(); ++i) {
    const auto& [kind, b, side] = formula.variables[i];
    if (kind != LawSymbol::Kind::State) continue;
    const double x = arguments_.value[i];
    const auto change = [&](double by) {
      arguments_.value[i] = x + by;
      const double value = (*formula.function)(arguments_.value);
      arguments_.value[i] = x;
      return value - expected;
    };
    const double off = kTolerance * worst_.limit() * scales_.z(b);
    double most = 0.0;
    for (const double by : {off, -off}) {
      const double whole = change(by);
      if (std::abs(whole - 2.0 * change(0.5 * by)) >= kBent * std::abs(whole))
        most = std::max(most, std::abs(whole));
    }
    error += most;
  }
  return error;
}

}  // namespace luztar
