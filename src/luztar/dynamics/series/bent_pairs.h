// Pairs that stick where deflections are expressions: D(q) is constant while the gradient turns.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "luztar/dynamics/series/pairs_now.h"
#include "luztar/dynamics/structure/rest_shares.h"
#include "luztar/dynamics/structure/structure.h"
#include "luztar/dynamics/system/state.h"
#include "luztar/matrix/matrix.h"

namespace luztar {

class Expansion;

/// A friction at a limit that grows with the force of a link.
struct LoadFactor {
  int pair, by;   ///< pairs
  double factor;  ///< of its force, over the force of the link
};

/// What sticks in a system with links, frictions or stops along expressions. Pairs with constant
/// arms tie bodies (Structure); the bent ones are equations beside them, G(q) v = 0, order by
/// order:
///
///     r = G a + curvature, S = G W G'      W: accelerations of the tied bodies under forces
///     a becomes a - W G' S^+ r
///     J'T = force - mass * acceleration    forces of all pairs that stick, bent or not
///
/// The force of a link that loads frictions changes their forces: where it acts, G' (and J') are
/// those of the link plus factor times those of the frictions, and S is not symmetric.
///
/// Where forces are not unique they are the canonical ones (friction/dense_shares.h) by the static
/// limits of the pairs, of one normal force where that changes. Where limits read forces of links,
/// they are those that were there before and increments by RestShares.
class BentPairs {
 public:
  explicit BentPairs(const SystemImpl& system);

  /// There are such pairs in the system; else nothing here is needed.
  bool any() const { return any_; }

  /// Takes the pairs that stick and their arms at the anchor.
  /// @param carried  (pairs) forces that the loads before have left; may be empty [N]
  void plan(const Expansion& series, const Structure& structure, const std::vector<Mode>& modes,
            const std::vector<Bound>& kept_limit, const std::vector<LoadFactor>& load_factors,
            const std::vector<double>& carried);
  /// Accelerations and forces of order k, when all forces but those of pairs that stick are known.
  void hold(Expansion& series, const Structure& structure, int k);

  /// Puts bodies back to where bent pairs hold them, by rounding, and takes rates away that these
  /// forbid. Pairs whose rates are gone with them come to rest.
  /// @param tied  the structure of the pairs that are at rest
  void project(State& state, Expansion& series, const Structure& tied, PairsNow& now);

  /// The velocities at an anchor, before impacts: the scale of rounding.
  void note_energy(const Expansion& series);
  /// The largest so far: twice that of motion, or of what project() took away [J]
  double most_energy() const { return most_energy_; }
  /// A pair whose gradient jumped while it stuck, so that velocities would have to jump; -1: none.
  int violated() const { return violated_; }
  /// Another program integrates the motion: what project() takes away is its error.
  void allow_errors() { allowed_ = kHalfDigits; }

  /// Those of plan().
  const std::vector<LoadFactor>& load_factors() const { return plan_.load_factors; }

  /// How soft a link or a stop is beside the others, from the next plan() on; 1: as they are. The
  /// model does not tell it.
  void set_compliance(int pair, double factor);
  /// After plan(), of a friction that keeps its limit while limits read forces of links: how it
  /// slides as the others give way, in terms of what their forces change by; empty: freely.
  struct Slip {
    int pair;
    std::vector<std::pair<int, double>> of;  ///< pairs, with coefficients
  };
  const std::vector<Slip>& slips() const { return plan_.slips; }

  /// After plan(): bodies that no force can move.
  const std::vector<int>& locked() const { return plan_.locked; }
  /// After plan(): forces of some pairs are not unique.
  bool is_redundant() const { return plan_.redundant; }
  bool is_unique(int pair) const { return plan_.shared.empty() || plan_.shared[pair] == 0; }

 private:
  /// What follows from the pairs that stick and their arms.
  struct Plan {
    std::vector<int> bent;  ///< pairs that stick along expressions
    std::vector<LoadFactor> load_factors;
    Matrix response;          ///< (bodies x bent) W G'
    Matrix inverse;           ///< (bent x bent) S^+
    std::vector<int> stuck;   ///< all pairs that stick, and whose forces are not given
    std::vector<int> bodies;  ///< free bodies that they act on
    Matrix shares;            ///< (stuck x bodies) forces from loads
    Matrix action;            ///< (bodies x stuck); where forces before count
    std::vector<Slip> slips;
    std::vector<char> shared;  ///< (pairs) 1: the force is not unique; may be empty
    bool redundant{};
    std::vector<int> locked;  ///< bodies that no force can move
  };
  /// Instants with a sampled controller come back to the same few plans.
  struct Kept {
    std::vector<double> key;
    Plan plan;
  };

  void take_rows_at_rest(const Expansion& series, const Structure& tied, const PairsNow& now);
  std::vector<double> key_of(const Expansion& series, const std::vector<Mode>& modes,
                             const std::vector<Bound>& kept_limit,
                             const std::vector<LoadFactor>& load_factors) const;
  bool recall(const std::vector<double>& key);
  void keep(std::vector<double> key);
  void take_rows(const Expansion& series, const Structure& structure);
  std::vector<Term> action_of(const Expansion& series, int pair) const;
  template <class Act>
  Matrix balance_of(const Act& columns) const;
  void find_shares(const Expansion& series, const std::vector<Mode>& modes,
                   const std::vector<Bound>& kept_limit);
  void find_shared(const Matrix& balance);
  RestingPairs resting_pairs(const Expansion& series) const;
  void find_slips(const Expansion& series, const RestShares& shares, const std::vector<Mode>& modes,
                  const std::vector<Bound>& kept_limit);
  void drop_small_shares();
  double size_of(const Vector& moved) const;
  void find_locked(const Structure& structure, const Expansion& series);
  void move_locked(Expansion& series, const Structure& structure, int k);
  void drop_rounding(Expansion& series, const Vector& free, const Vector& force, int k) const;
  bool is_straight(int pair) const;
  void find_violation(const State& state, const Expansion& series);
  static void set_velocity(State& state, Expansion& series, int body, double velocity);
  void take_rates_away(State& state, Expansion& series, const Structure& tied) const;
  void follow_given(State& state, Expansion& series, const Structure& tied) const;
  Vector along(const Expansion& series, const Vector& moved) const;
  void put_back(State& state, Expansion& series, const Structure& tied);
  double reach_of(const Expansion& series, const Structure& structure, int pair) const;
  Vector respond(const Structure& structure, std::span<const Term> row) const;

  const SystemImpl& system_;
  bool any_;
  Plan plan_;
  std::vector<Kept> kept_;          ///< the last ones
  std::size_t next_{};              ///< place of the next one
  std::vector<double> carried_;     ///< (pairs) forces before; may be empty [N]
  std::vector<double> compliance_;  ///< (pairs) beside the others; empty: 1
  double most_energy_{};            ///< the largest that moved, or kinetic (twice), so far [J]
  int violated_{-1};
  double allowed_{kRounding};  ///< of the energy that is rounding
  Vector load_, before_;       ///< scratch
};

}  // namespace luztar
