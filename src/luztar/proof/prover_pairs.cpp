// Frictions, links and stops.
#include <algorithm>
#include <cmath>

#include "luztar/proof/prover_impl.h"

namespace luztar {
namespace {

/// Force of a friction that slides: of what its normal force reads, and of its rate.
struct SlidingLaw {
  const PairLaw& law;
  const DirectLaw& written;
  int mode;
  bool falling;  ///< branch of a hysteresis

  static constexpr int kPatterns = DirectFunction::kPatterns;

  double at(double normal, double rate) const {
    const std::size_t side = mode > 0 ? 1 : 0;
    const double n = std::max(0.0, normal);
    const double u = std::max(0.0, mode * rate);
    if (written.levels == nullptr) return mode * (law.kinetic[side] * n + law.viscous[side] * u);
    return mode * sliding_force((*written.levels)[side], u, n, falling);
  }
  double operator()(std::span<const double> x) const {
    return at(written.formula ? (*written.formula.function)(x.first(x.size() - 1)) : 1.0, x.back());
  }
  double rounded(std::span<const double> x, std::span<const double> slack, int pattern) const {
    if (!written.formula) return (*this)(x);
    return at(written.formula.function->rounded(x.first(x.size() - 1), slack, pattern), x.back());
  }
};

}  // namespace

void Prover::look_at_pair(const Instant& now, int pair, const Ends& ends) {
  const int e = system_.first_pair() + pair;
  switch (system_.pairs[pair].kind) {
    case PairLaw::Kind::Link:
      worst_.note(Proofs::Laws, Claim::LinkHolds, e, now.time, ends.d, link_[pair], ends.d_size,
                  ends.d_slack);
      worst_.note(Proofs::Coulomb, Claim::Rest, e, now.time, ends.rate, 0.0, ends.rate_size,
                  ends.rate_slack);
      return;
    case PairLaw::Kind::Stop:
      return look_at_stop(now, pair, ends);
    case PairLaw::Kind::Friction:
      break;
  }
  double normal = 1.0;
  if (const DirectFormula& formula = system_.laws[e].formula; plain_[e] == 0 && formula) {
    read(now, formula, ends);
    normal = std::max(0.0, (*formula.function)(arguments_.value));
  }
  if (now.pair[pair] == 0)
    look_at_rest(now, pair, ends, normal);
  else
    look_at_sliding(now, pair, ends, normal);
}

/// @pre arguments_ are those of the normal force, if it has a formula
void Prover::look_at_rest(const Instant& now, int pair, const Ends& ends, double normal) {
  const int e = system_.first_pair() + pair;
  const PairLaw& law = system_.pairs[pair];
  worst_.note(Proofs::Coulomb, Claim::Rest, e, now.time, ends.rate, 0.0, ends.rate_size,
              ends.rate_slack);
  const double force = now.f[e];
  const double limit = force > 0.0 ? law.breakaway[1] * normal : -law.breakaway[0] * normal;
  if (std::abs(force) <= std::abs(limit)) return;
  const double scale = std::max(scales_.f[e], std::abs(limit));
  double slack = force_slack_;
  if (const DirectFormula& formula = system_.laws[e].formula) {
    const double strength = law.breakaway[force > 0.0 ? 1 : 0];
    slack += strength * slack_of(*formula.function, normal);
  }
  worst_.note(Proofs::Coulomb, Claim::Limit, e, now.time, force, limit, scale, slack);
}

/// The force by the direction of the rate; at rate zero by the direction that is claimed.
void Prover::look_at_sliding(const Instant& now, int pair, const Ends& ends, double normal) {
  const int e = system_.first_pair() + pair;
  const int mode = now.pair[pair];
  if (mode * ends.rate < 0.0)
    worst_.note(Proofs::Coulomb, Claim::Direction, e, now.time, ends.rate, 0.0, ends.rate_size,
                ends.rate_slack);
  const PairLaw& law = system_.pairs[pair];
  const std::size_t side = mode > 0 ? 1 : 0;
  if (plain_[e] != 0) {
    worst_.note(Proofs::Laws, Claim::Force, e, now.time, now.f[e],
                mode * law.kinetic[side] + law.viscous[side] * ends.rate, scales_.f[e],
                law.viscous[side] * ends.rate_slack + force_slack_);
    return;
  }
  const DirectLaw& written = system_.laws[e];
  if (!written.formula) {
    arguments_.value.clear();
    arguments_.slack.clear();
  }
  arguments_.add(ends.rate, ends.rate_slack);
  const auto sliding = [&](bool falling) { return SlidingLaw{law, written, mode, falling}; };
  (void)normal;
  // A hysteresis remembers; between its edges both branches are right.
  bool falling = false;
  if (written.levels != nullptr && (*written.levels)[side].hysteresis) {
    const auto& edges = *(*written.levels)[side].hysteresis;
    const double u = mode * ends.rate;
    const bool may_rise = u <= edges.rise + ends.rate_slack;
    const bool may_fall = u >= edges.fall - ends.rate_slack;
    const double rising = sliding(false)(arguments_.value);
    const double fallen = sliding(true)(arguments_.value);
    falling = may_fall &&
              (!may_rise || std::abs(now.f[e] - fallen) < std::abs(now.f[e] - rising));
  }
  claim_force(now, e, sliding(falling));
}

void Prover::look_at_stop(const Instant& now, int pair, const Ends& ends) {
  const int e = system_.first_pair() + pair;
  const PairLaw& law = system_.pairs[pair];
  const int side = now.side[pair];
  const double force = now.f[e];
  const auto at_most = [&](Proofs::Kind kind, Claim claim, double found, double bound, double scale,
                           double slack) {
    if (found > bound) worst_.note(kind, claim, e, now.time, found, bound, scale, slack);
  };
  for (const int way : {-1, 1}) {
    const double edge = way > 0 ? law.upper : law.lower;
    if (!std::isfinite(edge)) continue;
    at_most(Proofs::Coulomb, Claim::Edge, way * ends.d, way * edge,
            ends.d_size + std::abs(edge), ends.d_slack);
    if (side != way) continue;
    at_most(Proofs::Coulomb, Claim::Edge, -way * ends.d, -way * edge,
            ends.d_size + std::abs(edge), ends.d_slack);
    at_most(Proofs::Coulomb, Claim::Limit, -way * force, 0.0, scales_.f[e], force_slack_);
    worst_.note(Proofs::Coulomb, Claim::Rest, e, now.time, ends.rate, 0.0, ends.rate_size,
                ends.rate_slack);
  }
  if (side == 0)
    worst_.note(Proofs::Coulomb, Claim::Force, e, now.time, force, 0.0, scales_.f[e], force_slack_);
}

}  // namespace luztar
