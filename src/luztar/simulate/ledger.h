// The energy ledger: work of every element, integrated as part of the same power series.
#pragma once

#include <vector>

#include "luztar/dynamics/series/expansion.h"
#include "luztar/simulate/simulate.h"

namespace luztar {

class Ledger {
 public:
  Ledger(const SystemImpl& system, int order);

  /// Call after every new expansion.
  void begin_step(const State& state, const Expansion& series);
  /// Works out the transfers of [anchor, anchor + tau]; returns the sum of their absolute values.
  /// @param velocity  (bodies) at anchor + tau
  double integrate(const State& state, const Expansion& series, double tau,
                   const std::vector<double>& velocity);
  /// Records what integrate() worked out last in the accounts of the state.
  void commit(State& state) const;
  /// The ledger at anchor + tau.
  void read(const State& state, const Expansion& series, double tau, EnergyLedger& ledger);
  /// At the anchor.
  double mechanical_energy(const State& state, const Expansion& series) const;

 private:
  /// factor * x * y, two rows of the expansion; x = nullptr: none.
  struct Power {
    const double* x{};
    const double* y{};
    double factor{};
    double work{};  ///< of the step that integrate() saw [J]
  };

  struct Work {
    double done{};   ///< integral of a power [J]
    double moved{};  ///< integral of its absolute value, roughly [J]
  };

  /// Over [anchor, anchor + tau].
  Work integral(const Power& power, double tau) const;
  template <typename Velocity>
  double mechanical_energy(const State& state, const Expansion& series, double tau,
                           const Velocity& velocity) const;
  double value(const double* c, double tau) const;
  double internal_energy(const Expansion& series, int internal, double tau) const;
  double spring_energy(const State& state, const Expansion& series, int spring, double tau) const;
  double relaxed(const State& state, const Expansion& series, int spring, double tau) const;
  bool damps(const State& state, int element) const;
  bool supplies(int element) const;

  const SystemImpl& system_;
  int order_;                      ///< of the present series
  int free_degree_;                ///< velocities up to this one leave the step unbounded
  double moved_{};                 ///< by the last integrate() [J]
  std::vector<Power> supplied_;    ///< (bodies, then elements)
  std::vector<Power> dissipated_;  ///< (elements)
  std::vector<int> pushing_;       ///< springs that only push
  std::vector<int> relaxing_;      ///< of these that have let go in this step
  std::vector<Power> internals_;   ///< (internals) into their energy
};

}  // namespace luztar
