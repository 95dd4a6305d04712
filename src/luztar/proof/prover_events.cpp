// Both sides of an event.
#include <algorithm>
#include <cmath>

#include "luztar/proof/prover_impl.h"

namespace luztar {

/// A pair breaks whose static limit is above its kinetic one: could nothing else hold it?
void Prover::look_at_break(const Instant& before, const Instant& after) {
  if (breaks_.is_no_question(before, after)) return;
  strength_.assign(static_cast<std::size_t>(system_.n_pairs()), 0.0);
  int weakest = -1;
  double least = 2.0;
  for (int j = 0; j < system_.n_pairs(); ++j) {
    const int e = system_.first_pair() + j;
    const PairLaw& law = system_.pairs[j];
    if (law.kind != PairLaw::Kind::Friction || before.pair[j] != 0) continue;
    double normal = 1.0;
    if (const DirectFormula& formula = system_.laws[e].formula) {
      read(before, formula, ends_of(before, e));
      normal = std::max(0.0, (*formula.function)(arguments_.value));
    }
    strength_[j] = law.breakaway[before.f[e] > 0.0 ? 1 : 0] * normal;
    if (after.pair[j] == 0) continue;
    const double share = strength_[j] > 0.0 ? after.pair[j] * before.f[e] / strength_[j] : 1.0;
    if (share >= least) continue;
    weakest = j;
    least = share;
  }
  // Where all that slide were at their limits, the motion itself shows that nothing could hold
  // them.
  if (weakest < 0 || least >= 1.0 - worst_.limit()) return;
  if (breaks_.can_break(before, strength_, worst_.limit())) return;
  const int e = system_.first_pair() + weakest;
  worst_.note(Proofs::Coulomb, Claim::Break, e, after.time, before.f[e],
              after.pair[weakest] * strength_[weakest], strength_[weakest], 0.0);
}

void Prover::pass(const Instant& before, const Instant& after, std::span<const double> impulse,
                  bool jumped) {
  bool struck = false;
  if (!impulse.empty()) {
    std::fill(sum_.begin(), sum_.end(), 0.0);
    std::fill(size_.begin(), size_.end(), 0.0);
  }
  for (std::size_t j = 0; j < impulse.size(); ++j) {
    if (impulse[j] == 0.0) continue;
    struck = true;
    for (const Term& term : system_.terms_of_pair(static_cast<int>(j)))
      sum_[term.body] -= term.coefficient * impulse[j];
    for (const Term& term : system_.terms_of_pair(static_cast<int>(j)))
      size_[term.body] += std::abs(term.coefficient * impulse[j]);
  }
  if (!struck && !jumped) look_at_break(before, after);
  for (int b = 0; b < system_.n_bodies(); ++b) {
    worst_.note(Proofs::Continuity, Claim::Position, b, after.time, after.q[b], before.q[b],
                scales_.q[b],
                kRounding * scales_.any_q +
                    (std::abs(before.v[b]) + std::abs(after.v[b])) * time_slack_);
    if (!system_.is_free(b) || ((struck || jumped) && linked_[b] != 0)) continue;
    const double jump = struck ? sum_[b] * system_.inverse_mass[b] : 0.0;
    const double rounding = struck ? size_[b] * system_.inverse_mass[b] : 0.0;
    worst_.note(Proofs::Continuity, Claim::Velocity, b, after.time, after.v[b], before.v[b] + jump,
                scales_.v[b],
                kRounding * (scales_.any_v + rounding) +
                    (std::abs(before.a[b]) + std::abs(after.a[b])) * time_slack_);
  }
  for (int i = 0; i < system_.n_internals(); ++i)
    worst_.note(Proofs::Continuity, Claim::Bristle, system_.internal_elements[i], after.time,
                after.z[i], before.z[i], std::abs(before.z[i]), kRounding * scales_.any_q);
}

}  // namespace luztar
