// Implicit steps.
#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/proof/prover_impl.h"

namespace luztar {

void Prover::look_in_step(const Instant& now, bool at_end) {
  scales_.forget();
  begin(now);
  for (int e = 0; e < system_.n_elements(); ++e) {
    const Ends ends = meet(now, e);
    const int j = e - system_.first_pair();
    if (j < 0 || j >= system_.n_pairs()) {
      look_at_force(now, e, ends);
    } else if (system_.pairs[j].has_edges()) {
      continue;
    } else if (system_.pairs[j].is_rigid()) {
      look_at_link(now, j, ends);
    } else if (now.pair[j] != Mode::Stuck) {
      if (at_end) claim_direction(now, j, ends);
    } else if (!system_.laws[e].formula) {
      look_at_rest(now, j, ends, 1.0);
    }
  }
}

void Prover::look_at_impulses(const Instant& mean, std::span<const double> rounding) {
  scales_.forget();
  begin(mean);
  for (int e = 0; e < system_.n_elements(); ++e) meet(mean, e);
  look_at_balance(mean, rounding);
}

void Prover::look_at_path(const Instant& start, const Instant& end, double h) {
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (system_.is_given(b)) continue;
    const double travel = 0.5 * h * (start.v[b] + end.v[b]);
    worst_.note(Proofs::Continuity, Claim::Path, b, end.time, end.q[b], start.q[b] + travel,
                scales_.q(b), kRounding * (scales_.any_q() + std::abs(travel)));
  }
}

void Prover::look_at_dry(double time, int pair, int direction, double force) {
  const int e = system_.first_pair() + pair;
  const PairLaw& law = system_.pairs[pair];
  if (!law.slides()) return;
  if (system_.laws[e].formula || system_.laws[e].friction != nullptr) {
    if (direction * force < 0.0)
      worst_.note(Proofs::Coulomb, Claim::Direction, e, time, force, 0.0, std::abs(force),
                  scales_.force_error());
    return;
  }
  const double level = law.kinetic[direction > 0 ? 1 : 0];
  worst_.note(Proofs::Coulomb, Claim::Force, e, time, force, direction * level,
              std::max(std::abs(force), level), scales_.force_error());
}

}  // namespace luztar
