// What a run gives for an instant, handed to the proofs.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "luztar/dynamics/impacts/impacts.h"
#include "luztar/dynamics/series/expansion.h"
#include "luztar/proof/prover.h"
#include "luztar/simulate/simulate.h"

namespace luztar {

/// The largest time of a run [s].
inline double longest_time(const SimulationSettings& settings) {
  return std::abs(settings.start) + settings.duration;
}

inline Column list(std::span<const double> values) { return {values.data(), 1}; }

/// Numbers of a sample as proofs read them.
Instant instant_of(const SystemImpl& system, const Sample& sample);

/// The energy ledger as a proof. @param rounding  what may be missing by that of forces [J]
Proof energy_proof(const EnergyLedger& energy, double limit, double rounding = 0.0);

/// Both sides of the events of a run by power series, and its samples.
class EventProof {
 public:
  /// @param so_far  of the parts of the run before
  EventProof(const SystemImpl& system, const SimulationSettings& settings, Sizes so_far);

  /// The run begins. @param pending  what controllers have computed that does not act yet
  void begin_with(const std::vector<double>& pending) { prover_.begin_with(pending); }
  /// Half way through a step of the length tau: how far and fast bodies and how large forces
  /// are between the instants.
  void pass_through(const Expansion& series, double tau);
  void look_at(const Sample& sample, const State& state);
  /// Left limits, anchor + tau. @param end  q, v, z and the modes there; pass() reads them again
  void look_before(const Instant& end, const State& state, const Expansion& series, double tau);
  /// Where the former part of the run ended; before it goes on.
  void remember_end(const State& former);
  /// The first values of a run against these, if there are any.
  void look_at_start(const Sample& first, const State& state);
  /// Massless bodies may be elsewhere behind the instant: their path has proofs of its own. Between
  /// look_before() and pass(). @param q  (bodies) behind it
  void follow_jump(const std::vector<double>& q);
  /// Some internals are given other values at the instant: these are all of them. Between
  /// look_before() and pass().
  void follow_change(const std::vector<double>& internal);
  /// Right limits, at the anchor.
  void look_after(const State& state, const Expansion& series);
  /// Between the two. @param jumped  forces or velocities of given motions may have jumped
  void pass(const Impacts& impacts, bool jumped);

  const Sizes& sizes() const { return prover_.sizes(); }
  /// All kinds but the energy.
  Proofs proofs() const { return prover_.proofs(); }
  /// Of the energy too.
  Proofs proofs(const EnergyLedger& energy) const;

 private:
  Instant modes_of(const State& state) const;
  Instant now(const Sample& sample, const State& state) const;
  void look_at_delays(const Instant& now, const State& state, const Expansion& series, double tau);

  const SystemImpl& system_;
  double tolerance_, longest_;
  Prover prover_;
  Instant before_, after_;
  std::vector<double> a_, f_, z_rate_;       ///< left limits
  std::vector<double> impulse_;              ///< (pairs)
  std::vector<double> jumped_q_;             ///< (bodies) q just before, or on the path
  std::vector<double> changed_z_;            ///< (internals) just before, but for what was given
  std::vector<double> former_q_, former_v_;  ///< (bodies) end of the former part; or empty
};

}  // namespace luztar
