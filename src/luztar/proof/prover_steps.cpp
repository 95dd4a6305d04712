// Implicit steps.
#include <algorithm>
#include <cmath>

#include "luztar/proof/prover_impl.h"

namespace luztar {

void Prover::be_of_steps(double soon) { time_slack_ += soon; }

void Prover::look_in_step(const Instant& now, bool at_end) {
  forget();
  if (link_.empty()) note_links(now);
  widen(now);
  for (int e = 0; e < system_.n_elements(); ++e) {
    Ends ends = ends_of(now, e);
    look_at_element(now, e, ends);
    const int j = e - system_.first_pair();
    if (j < 0 || j >= system_.n_pairs() || system_.pairs[j].kind == PairLaw::Kind::Stop) continue;
    if (system_.pairs[j].kind == PairLaw::Kind::Link) {
      look_at_pair(now, j, ends);
    } else if (now.pair[j] != 0) {
      if (at_end && now.pair[j] * ends.rate < 0.0)
        worst_.note(Proofs::Coulomb, Claim::Direction, e, now.time, ends.rate, 0.0, ends.rate_size,
                    ends.rate_slack);
    } else if (!system_.laws[e].formula) {
      look_at_rest(now, j, ends, 1.0);
    }
  }
}

void Prover::look_at_impulses(const Instant& mean, std::span<const double> rounding) {
  forget();
  for (int e = 0; e < system_.n_elements(); ++e)
    scales_.any_f = std::max(scales_.any_f, std::abs(mean.f[e]));
  force_slack_ = kRounding * scales_.any_f;
  look_at_balance(mean, rounding);
}

void Prover::look_at_dry(double time, int pair, int direction, double force) {
  const int e = system_.first_pair() + pair;
  const PairLaw& law = system_.pairs[pair];
  if (law.kind != PairLaw::Kind::Friction) return;
  if (system_.laws[e].formula || system_.laws[e].levels != nullptr) {
    if (direction * force < 0.0)
      worst_.note(Proofs::Coulomb, Claim::Direction, e, time, force, 0.0, std::abs(force),
                  force_slack_);
    return;
  }
  const double level = law.kinetic[direction > 0 ? 1 : 0];
  worst_.note(Proofs::Coulomb, Claim::Force, e, time, force, direction * level,
              std::max(std::abs(force), level), force_slack_);
}

}  // namespace luztar
