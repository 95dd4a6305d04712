// The energy ledger: work of every element, integrated as part of the same power series.
#pragma once

#include <vector>

#include "luztar/dynamics/expansion.h"
#include "luztar/simulate/simulate.h"

namespace luztar {

class Ledger {
 public:
  Ledger(const SystemImpl& system, int order);

  /// Call after every new expansion.
  void begin_step() { ready_ = false; }
  /// Adds the work of [anchor, anchor + tau] to the accounts of the state.
  void commit(State& state, const Expansion& series, double tau);
  /// The ledger at anchor + tau.
  void read(const State& state, const Expansion& series, double tau, EnergyLedger& ledger);
  double mechanical_energy(const State& state, const Expansion& series, double tau) const;

 private:
  /// Work since the anchor as a polynomial of tau; degree -1: none.
  struct Work {
    std::vector<double> integral;
    int degree;
    double until(double tau) const;
  };

  void integrate(const State& state, const Expansion& series);
  void product(const double* x, const double* y, double factor, Work& work);
  double spring_energy(const State& state, const Expansion& series, int spring, double tau) const;
  bool damps(const State& state, int element) const;
  bool supplies(int element) const;

  const SystemImpl& system_;
  int order_;
  bool ready_{};
  std::vector<Work> supplied_;    ///< (bodies, then elements)
  std::vector<Work> dissipated_;  ///< (elements)
};

}  // namespace luztar
