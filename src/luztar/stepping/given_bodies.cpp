#include "luztar/stepping/given_bodies.h"

#include <algorithm>

#include "luztar/core/assert.h"

namespace luztar {

GivenBodies::GivenBodies(const StepNetwork& network, StepArrays& arrays)
    : network_(network), x_(arrays) {
  if (std::any_of(network.given.begin(), network.given.end(), [](char g) { return g != 0; }))
    bodies_.resize(network.mass.size());
}

void GivenBodies::place(const StepState& state) {
  if (bodies_.empty()) return;
  for (std::size_t b = 0; b < bodies_.size(); ++b)
    bodies_[b] = {state.q[b], state.v[b], state.v[b]};
  write(&Body::v, x_.ties.v);
}

void GivenBodies::take(std::span<const double> velocity) {
  if (bodies_.empty()) return;
  LUZTAR_ASSERT(velocity.size() == bodies_.size());
  for (std::size_t b = 0; b < bodies_.size(); ++b)
    if (network_.given[b] != 0) bodies_[b].next = velocity[b];
  write(&Body::next, x_.ties.next);
}

void GivenBodies::accept() {
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    if (network_.given[b] == 0) continue;
    bodies_[b].q += 0.5 * x_.h * (bodies_[b].v + bodies_[b].next);
    bodies_[b].v = bodies_[b].next;
  }
  x_.ties.v = x_.ties.next;
}

/// Velocities of ties as their slots see them, rates of the slots outside.
void GivenBodies::write(double Body::*velocity, std::vector<double>& ties) const {
  const Forest& forest = x_.forest;
  for (int s = 0; s < network_.n_edges(); ++s) {
    const double other = forest.other[s] >= 0 ? bodies_[forest.other[s]].*velocity : 0.0;
    if (!forest.is_outside(s)) {
      if (forest.other[s] >= 0) ties[s] = forest.other_scale[s] * other;
      continue;
    }
    const TreePair& pair = network_.edges[forest.edge[s]];
    ties[s] =
        (forest.outer[s] >= 0 ? pair.coefficient_a * (bodies_[forest.outer[s]].*velocity) : 0.0) +
        (forest.other[s] >= 0 ? pair.coefficient_b * other : 0.0);
  }
}

}  // namespace luztar
