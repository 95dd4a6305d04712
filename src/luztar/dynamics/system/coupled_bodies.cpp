#include "luztar/dynamics/system/coupled_bodies.h"

#include <cmath>

#include "luztar/core/nearness.h"

namespace luztar {
namespace {

/// Of a body at rest, whose coordinates move: exactly 0, where rounding makes it something else.
double without_rounding(double difference, double largest) {
  return is_negligible(difference, largest, kRounding) ? 0.0 : difference;
}

double others_of(const CoupledBody& coupled, std::span<const double> values) {
  double sum = 0.0;
  for (const Term& term : coupled.others)
    sum += term.coefficient * values[static_cast<std::size_t>(term.body)];
  return sum;
}

}  // namespace

void to_coordinates(const SystemImpl& system, std::span<double> values) {
  for (const CoupledBody& coupled : system.arms.coupled())
    values[static_cast<std::size_t>(coupled.body)] += others_of(coupled, values);
}

void to_positions(const SystemImpl& system, std::span<double> values) {
  const std::vector<CoupledBody>& all = system.arms.coupled();
  for (auto coupled = all.rbegin(); coupled != all.rend(); ++coupled) {
    double& value = values[static_cast<std::size_t>(coupled->body)];
    value = without_rounding(value - others_of(*coupled, values), std::abs(value));
  }
}

std::vector<double> shares_of(const SystemImpl& system) {
  std::vector<double> shares;
  for (const CoupledBody& coupled : system.arms.coupled())
    for (const Term& term : coupled.others) shares.push_back(term.coefficient);
  return shares;
}

void bring_into_coordinates(const SystemImpl& system, State& state) {
  std::vector<double> shares = shares_of(system);
  if (state.reached.shares == shares || state.reached.shares.size() != shares.size()) return;
  for (auto* list :
       {&state.position, &state.velocity, &state.reached.position, &state.reached.velocity}) {
    if (list->empty()) continue;
    uncouple(
        system.arms.coupled(), [&](std::size_t i) { return state.reached.shares[i]; }, *list);
    to_coordinates(system, *list);
  }
  state.reached.shares = std::move(shares);
}

}  // namespace luztar
