// Frictions, freewheels, links and stops.
#include <algorithm>
#include <cmath>

#include "luztar/proof/prover_impl.h"

namespace luztar {
namespace {

/// Of one direction.
const Friction::Law& law_of(const Friction& friction, int mode) {
  return mode > 0 ? friction.forward : friction.backward;
}

/// Force of a friction that slides: of what its normal force reads, and of its rate.
struct SlidingLaw {
  const PairLaw& law;
  const DirectLaw& written;
  int mode;
  bool second;  ///< it is on the second branch of its law

  static constexpr int kPatterns = DirectFunction::kPatterns;

  double at(double normal, double rate) const {
    const std::size_t side = mode > 0 ? 1 : 0;
    const double n = std::max(0.0, normal);
    const double u = std::max(0.0, mode * rate);
    if (written.friction == nullptr) return mode * (law.kinetic[side] * n + law.viscous[side] * u);
    return mode * sliding_force(law_of(*written.friction, mode), u, n, second);
  }
  double operator()(std::span<const double> x) const {
    return at(written.formula ? (*written.formula.function)(x.first(x.size() - 1)) : 1.0, x.back());
  }
  bool has_root() const { return written.formula && written.formula.function->has_root(); }
  double rounded(std::span<const double> x, std::span<const double> error, int pattern) const {
    if (!written.formula) return (*this)(x);
    return at(written.formula.function->rounded(x.first(x.size() - 1), error, pattern), x.back());
  }
};

}  // namespace

void Prover::look_at_pair(const Instant& now, int pair, const Ends& ends) {
  const int e = system_.first_pair() + pair;
  if (system_.pairs[pair].is_rigid()) return look_at_link(now, pair, ends);
  if (system_.pairs[pair].pitch > 0.0) return look_at_ratchet(now, pair, ends);
  if (system_.pairs[pair].has_edges()) return look_at_stop(now, pair, ends);
  const double normal = normal_of(now, e, ends);
  if (now.pair[pair] == Mode::Stuck)
    look_at_rest(now, pair, ends, normal);
  else
    look_at_sliding(now, pair, ends);
}

/// Leaves in arguments_ what the normal force of a friction is made of.
double Prover::normal_of(const Instant& now, int element, const Ends& ends) {
  arguments_.clear();
  const DirectFormula& formula = system_.laws[element].formula;
  if (!formula) return 1.0;
  read(now, formula, ends, margins_of(now, element));
  return std::max(0.0, (*formula.function)(arguments_.value));
}

void Prover::look_at_link(const Instant& now, int pair, const Ends& ends) {
  const int e = system_.first_pair() + pair;
  if (ends.d != link_[pair]) {
    const Margins margins = margins_of(now, e);
    worst_.note(Proofs::Laws, Claim::LinkHolds, e, now.time, ends.d, link_[pair], margins.d_size,
                margins.d_error);
  }
  claim_rest(now, pair, ends);
}

void Prover::claim_rest(const Instant& now, int pair, const Ends& ends) {
  if (ends.rate == 0.0) return;
  const int e = system_.first_pair() + pair;
  const Margins margins = margins_of(now, e);
  worst_.note(Proofs::Coulomb, Claim::Rest, e, now.time, ends.rate, 0.0, margins.rate_size,
              margins.rate_error + scales_.drift(now, e));
}

void Prover::claim_direction(const Instant& now, int pair, const Ends& ends) {
  if (number(now.pair[pair]) * ends.rate >= 0.0) return;
  const int e = system_.first_pair() + pair;
  const Margins margins = margins_of(now, e);
  worst_.note(Proofs::Coulomb, Claim::Direction, e, now.time, ends.rate, 0.0, margins.rate_size,
              margins.rate_error);
}

/// Rounding of springs and dampers that massless bodies pass on to a pair [N, N m].
double Prover::passed_on(const Instant& now, int pair) {
  if (!system_.touches_massless(pair)) return 0.0;
  const auto kept = arguments_;  // what a law is about to read
  find_loose(now);
  arguments_ = kept;
  double most = 0.0;
  for (const Term& term : system_.terms_of_pair(pair))
    if (system_.is_massless(term.body))
      most = std::max(most, loose_[term.body] / std::abs(term.coefficient));
  return most;
}

/// The largest impulse of a friction in this direction, by those of the stops that press it, and
/// how large the difference is as which it is known.
std::pair<double, double> Prover::largest_impulse(const Instant& before, int pair, int direction,
                                                  std::span<const double> impulse) {
  const int e = system_.first_pair() + pair;
  const DirectFormula& formula = system_.laws[e].formula;
  std::vector<double> forces(static_cast<std::size_t>(system_.n_elements()), 0.0);
  Instant pressed = before;
  pressed.f = Column{forces.data()};
  const auto level = [&] {
    read(pressed, formula, ends_of(before, e), {});
    const double normal = (*formula.function)(arguments_.value);
    const SlidingLaw law{system_.pairs[pair], system_.laws[e], direction, false};
    return std::abs(law.at(normal, direction * std::abs(ends_of(before, e).rate)));
  };
  const double without = level();
  std::ranges::copy(impulse, forces.begin() + system_.first_pair());
  return {level() - without, without};
}

/// Impulses of frictions within what stops press, and no energy from the blow.
void Prover::look_at_blow(const Instant& before, const Instant& after,
                          std::span<const double> impulse) {
  double loss = 0.0;
  double moved = 0.0;
  double error = 0.0;
  int largest = 0;
  for (int j = 1; j < static_cast<int>(impulse.size()); ++j)
    if (std::abs(impulse[j]) > std::abs(impulse[largest])) largest = j;
  for (int j = 0; j < static_cast<int>(impulse.size()); ++j) {
    if (impulse[j] == 0.0) continue;
    const int e = system_.first_pair() + j;
    const double in = ends_of(before, e).rate, out = ends_of(after, e).rate;
    loss += 0.5 * impulse[j] * (in + out);
    moved += 0.5 * std::abs(impulse[j]) * (std::abs(in) + std::abs(out));
    error += std::abs(impulse[j]) * margins_of(before, e).rate_error;
    if (!system_.pairs[j].is_dry()) continue;
    const int direction = impulse[j] > 0.0 ? 1 : -1;
    const auto [limit, size] = largest_impulse(before, j, direction, impulse);
    if (std::abs(impulse[j]) <= limit) continue;
    double mobility = 0.0;
    for (const Term& term : arms_at(system_, e, positions_of(before)))
      mobility += term.coefficient * term.coefficient * system_.inverse_mass(term.body);
    // An impulse is as large as what it would do to the rate.
    const double moves = mobility > 0.0 ? margins_of(before, e).rate_size / mobility : 0.0;
    worst_.note(Proofs::Coulomb, Claim::Impulse, e, after.time, impulse[j], direction * limit,
                std::max(std::abs(impulse[largest]), moves), kRounding * size);
  }
  if (loss < 0.0)
    worst_.note(Proofs::Laws, Claim::Gain, system_.first_pair() + largest, after.time, -loss, 0.0,
                moved, error);
}

/// @pre arguments_ are those of the normal force, if it has a formula
void Prover::look_at_rest(const Instant& now, int pair, const Ends& ends, double normal) {
  claim_rest(now, pair, ends);
  const int e = system_.first_pair() + pair;
  const PairLaw& law = system_.pairs[pair];
  const double force = now.f[e];
  const double limit = force > 0.0 ? law.breakaway[1] * normal : -law.breakaway[0] * normal;
  if (std::abs(force) <= std::abs(limit)) return;
  // What has no force of its own yet takes over what others held before.
  const double own = law.is_one_way() ? scales_.beside(e) : scales_.f(e);
  const double scale = std::max(own, std::abs(limit));
  double error = scales_.force_error() + passed_on(now, pair);
  if (const DirectFormula& formula = system_.laws[e].formula) {
    const double strength = law.breakaway[force > 0.0 ? 1 : 0];
    error += strength * error_of(*formula.function, normal);
  }
  worst_.note(Proofs::Coulomb, Claim::Limit, e, now.time, force, limit, scale, error);
}

/// The force by the direction of the rate; at rate zero by the direction that is claimed.
/// @pre arguments_ are those of the normal force, if it has a formula
void Prover::look_at_sliding(const Instant& now, int pair, const Ends& ends) {
  claim_direction(now, pair, ends);
  const int e = system_.first_pair() + pair;
  const int mode = number(now.pair[pair]);
  const PairLaw& law = system_.pairs[pair];
  const std::size_t side = mode > 0 ? 1 : 0;
  const DirectLaw& written = system_.laws[e];
  if (!written.is_written()) {
    const double expected = mode * law.kinetic[side] + law.viscous[side] * ends.rate;
    if (worst_.is_no_news(Proofs::Laws, now.f[e], expected, scales_.f(e))) return;
    worst_.note(Proofs::Laws, Claim::Force, e, now.time, now.f[e], expected, scales_.f(e),
                law.viscous[side] * margins_of(now, e).rate_error + scales_.force_error() +
                    passed_on(now, pair));
    return;
  }
  const double rate_error = margins_of(now, e).rate_error;
  arguments_.add(ends.rate, rate_error);
  const auto sliding = [&](bool second) {
    return SlidingLaw{law, written, mode, second};
  };
  // A law with two branches remembers; between its edges both are right.
  bool second = false;
  if (written.friction != nullptr) {
    if (const auto branch = second_branch(law_of(*written.friction, mode))) {
      const double u = mode * ends.rate;
      const bool may_rise = u <= branch->rise.number() + rate_error;
      const bool may_fall = u >= branch->fall.number() - rate_error;
      const double rising = sliding(false)(arguments_.value);
      const double fallen = sliding(true)(arguments_.value);
      second = may_fall && (!may_rise || std::abs(now.f[e] - fallen) < std::abs(now.f[e] - rising));
    }
  }
  claim_force(now, e, sliding(second));
}

void Prover::look_at_stop(const Instant& now, int pair, const Ends& ends) {
  const int e = system_.first_pair() + pair;
  const PairLaw& law = system_.pairs[pair];
  const int side = number(now.side[pair]);
  const double force = now.f[e];
  for (const int direction : {-1, 1}) {
    const double edge = direction > 0 ? law.upper : law.lower;
    if (!std::isfinite(edge)) continue;
    const double beyond = direction * (ends.d - edge);
    if (beyond > 0.0 || (side == direction && beyond < 0.0)) {
      const Margins margins = margins_of(now, e);
      worst_.note(Proofs::Coulomb, Claim::Edge, e, now.time, ends.d, edge,
                  margins.d_size + std::abs(edge), margins.d_error);
    }
    if (side != direction) continue;
    if (direction * force < 0.0)
      worst_.note(Proofs::Coulomb, Claim::Limit, e, now.time, force, 0.0, scales_.beside(e),
                  scales_.force_error() + passed_on(now, pair));
    claim_rest(now, pair, ends);
  }
  if (side == 0 && force != 0.0)
    worst_.note(Proofs::Coulomb, Claim::Force, e, now.time, force, 0.0, scales_.f(e),
                scales_.force_error());
}

/// Never behind a tooth that d was seen to pass; it is held at a tooth only, and pushed forward
/// there.
void Prover::look_at_ratchet(const Instant& now, int pair, const Ends& ends) {
  const int e = system_.first_pair() + pair;
  const double pitch = system_.pairs[pair].pitch;
  const double force = now.f[e];
  const Margins margins = margins_of(now, e);
  const double size = margins.d_size + pitch;
  const double near = worst_.limit() * size + margins.d_error;
  tooth_[pair] = std::max(tooth_[pair], pitch * std::floor((ends.d - near) / pitch));
  const bool engaged = now.side[pair] == Edge::Lower;
  const double tooth = engaged ? pitch * std::round(ends.d / pitch) : tooth_[pair];
  if (ends.d < tooth_[pair] || (engaged && ends.d != tooth))
    worst_.note(Proofs::Coulomb, Claim::Edge, e, now.time, ends.d, std::max(tooth, tooth_[pair]),
                size, margins.d_error);
  if (engaged) claim_rest(now, pair, ends);
  if (engaged ? force > 0.0 : force != 0.0)
    worst_.note(Proofs::Coulomb, engaged ? Claim::Limit : Claim::Force, e, now.time, force, 0.0,
                scales_.beside(e), scales_.force_error());
}

}  // namespace luztar
