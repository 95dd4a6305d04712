// The impact law, from the velocities around an instant and the impulses of the event table.
#include <algorithm>
#include <cmath>

#include "acceptance/rich_witness.h"

namespace acceptance {

using Kind = second::Element::Kind;
using Index = Eigen::Index;

namespace {

void raise(double& worst, second::Real value) {
  if (!(value <= worst)) worst = static_cast<double>(value);
}

}  // namespace

void Witness::check_impact(const Vector& before, const Vector& after) {
  ++seen_.instants;
  long hits = 0;
  Real loss = 0, missed = 0;
  for (std::size_t e = 0; e < network_.elements.size(); ++e) {
    const second::Element& element = network_.elements[e];
    if (element.kind != Kind::Stop) continue;
    const Real d = element.row.dot(state_.q);
    const int side = element.upper - d < d - element.lower ? 1 : -1;
    const Real into = side * element.row.dot(before), still = side * element.row.dot(after);
    if (hit_[e] == 0) continue;
    raise(worst_.impact_sign, still / speed_);
    ++hits;
    const Real impulse = side * Real(impulse_[e]);
    const Real restitution = rests_[e] != 0 ? Real(0) : element.restitution;
    raise(worst_.impact_sign, -impulse / speed_);
    missed = std::max(missed, std::abs(still + restitution * into) / speed_);
    missed = std::max(missed, -into / speed_);
    loss += impulse * (into + still) / 2;
    seen_.rebounds += still < 0;
  }
  // Stops that answer each other at one instant obey the law in every round, not in the sum.
  if (hits > 1 && missed > 1e-9L) {
    ++seen_.repeated;
  } else {
    raise(worst_.impact_rate, missed);
  }
  seen_.impacts += hits;
  seen_.several += hits > 1;
  raise(worst_.impact_energy, -loss / (Real(force_) * length_ + Real(speed_) * speed_));
  check_momentum(before, after);
  std::fill(hit_.begin(), hit_.end(), char{0});
  std::fill(impulse_.begin(), impulse_.end(), 0.0);
  any_hit_ = false;
}

/// Links may take any impulse along their rows; friction takes none, and given motions any.
void Witness::check_momentum(const Vector& before, const Vector& after) {
  std::vector<Index> bodies;
  bool all_free = true;
  for (int b = 0; b < network_.n_bodies(); ++b) {
    const second::Body::Kind kind = network_.bodies[static_cast<std::size_t>(b)].kind;
    const bool given = kind == second::Body::Kind::Moved || kind == second::Body::Kind::Drifting;
    all_free = all_free && !given;
    if (!given) bodies.push_back(b);
  }
  const auto n = static_cast<Index>(bodies.size());
  Vector left = Vector::Zero(n);
  Real scale = 0, gained = 0;
  second::Matrix links(n, 0);
  for (Index i = 0; i < n; ++i) {
    const Index b = bodies[static_cast<std::size_t>(i)];
    const Real mass = network_.bodies[static_cast<std::size_t>(b)].mass;
    left[i] = mass * (after[b] - before[b]);
    scale = std::max(scale, mass * speed_);
    gained += mass * (after[b] * after[b] - before[b] * before[b]) / 2;
  }
  for (std::size_t e = 0; e < network_.elements.size(); ++e) {
    const second::Element& element = network_.elements[e];
    const Vector row = element.row(bodies);
    if (element.kind == Kind::Stop) left += row * Real(impulse_[e]);
    if (element.kind != Kind::Link) continue;
    links.conservativeResize(n, links.cols() + 1);
    links.col(links.cols() - 1) = row;
  }
  if (links.cols() > 0) {
    Eigen::CompleteOrthogonalDecomposition<second::Matrix> solver(links);
    left -= links * solver.solve(left);
  }
  raise(worst_.impact_momentum, left.lpNorm<Eigen::Infinity>() / scale);
  if (all_free) raise(worst_.impact_energy, gained / (scale * speed_));
}

}  // namespace acceptance
