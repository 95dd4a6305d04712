// Laws, balance, Coulomb's law and continuity at the instants of a run, from the numbers that it
// gives out and the model as it is written.
#pragma once

#include <span>
#include <vector>

#include "luztar/proof/break_proof.h"
#include "luztar/proof/instant.h"
#include "luztar/proof/proofs.h"
#include "luztar/proof/worst.h"

namespace luztar {

/// Knows nothing of series and of how modes are found: it takes the modes for claims.
///
/// A law may have a jump or a kink where its arguments are, or be steep there: either side is right
/// within the rounding of the arguments, which is a few ulps of the coordinates that they are made
/// of and of the time. What a law gives when each argument moves by that is the slack of its
/// residual.
class Prover {
 public:
  /// Of all residuals, relative to their scales. @param tolerance  of the run
  static double limit(double tolerance);

  /// @param longest  the largest time of the run: formulas hold constants of its size [s]
  Prover(const SystemImpl& system, double tolerance, double longest);

  /// Laws, balance and Coulomb's law.
  void look(const Instant& now);
  /// The same but for given motions, which look() at the other side of the event will see.
  void look_before(const Instant& now);

  // Implicit steps (docs/stepping.md), whose forces are means over a step.
  /// Every instant is a scale of its own. @param soon  rounding of the time [s]
  void be_of_steps(double soon);
  /// Laws of springs, dampers and written forces, links, frictions at rest; at the end of a step
  /// also that frictions slide the way they say.
  void look_in_step(const Instant& now, bool at_end);
  /// Mean accelerations and forces balance. Only time, a and f are there.
  /// @param rounding  (bodies) of the accelerations, which are differences of velocities
  void look_at_impulses(const Instant& mean, std::span<const double> rounding);
  /// Mean dry force of a pair that slides at the end of the step.
  void look_at_dry(double time, int pair, int direction, double force);

  /// Both sides of an event, after look() at each of them.
  /// @param impulse  (pairs) of stops, in the direction of their forces; none: empty
  /// @param jumped  forces jump, or velocities of given motions, and links take bodies along
  void pass(const Instant& before, const Instant& after, std::span<const double> impulse,
            bool jumped);

  /// All kinds but the energy.
  Proofs proofs() const;

 private:
  /// Largest numbers of the run so far: what rounding is relative to.
  struct Scales {
    std::vector<double> q, v, a;     ///< (bodies)
    std::vector<double> start, way;  ///< (bodies) where they began, and how far they came [m, rad]
    std::vector<double> load;        ///< (bodies) sum of forces and inertia
    std::vector<double> f;           ///< (elements)
    double any_q{}, any_v{}, any_f{};  ///< of all bodies, of all elements: systems that are solved
                                       ///< together round together
  };
  /// Deflection, rate and relative acceleration of an element, and how well they are known.
  struct Ends {
    double d{}, rate{}, a{};
    double d_size{}, rate_size{};  ///< of the coordinates that they are made of
    double d_slack{}, rate_slack{};
    double d_ulps{};  ///< the part of d_slack that does not come from the motion
  };
  /// A formula at an instant: what it reads, and how well that is known.
  struct Arguments {
    std::vector<double> value, slack;
    void add(double x, double rounding) {
      value.push_back(x);
      slack.push_back(rounding);
    }
  };

  void note_sizes();
  void note_links(const Instant& now);
  void forget();
  void widen(const Instant& now);
  double scale_of(int element) const;
  Ends ends_of(const Instant& now, int element) const;
  void take_coordinates(const Instant& now, int element, Ends& ends);
  void look_at_spring(const Instant& now, int spring, const Ends& ends);
  void look_at_bristles(const Instant& now, int element, const Ends& ends);
  void look_at_pair(const Instant& now, int pair, const Ends& ends);
  void look_at_element(const Instant& now, int element, Ends& ends);
  void look_at_sliding(const Instant& now, int pair, const Ends& ends, double normal);
  void look_at_rest(const Instant& now, int pair, const Ends& ends, double normal);
  void look_at_stop(const Instant& now, int pair, const Ends& ends);
  void look_at_motion(const Instant& now, int body);
  void look_at_balance(const Instant& now, std::span<const double> rounding = {});
  void look_at_break(const Instant& before, const Instant& after);
  void read(const Instant& now, const DirectFormula& formula, const Ends& ends);
  /// By how much `law` changes where its arguments are rounded. @param value  of the law
  template <typename Law>
  double slack_of(const Law& law, double value);
  /// The force of an element against a law of arguments_.
  template <typename Law>
  void claim_force(const Instant& now, int element, const Law& law);

  const SystemImpl& system_;
  Worst worst_;
  Scales scales_;
  std::vector<double> link_;        ///< (pairs) deflections of links at the start
  std::vector<double> sum_, size_;  ///< (bodies) of forces, and of their absolute values
  std::vector<double> rounding_;    ///< (elements) of forces, by that of positions [N, N m]
  std::vector<double> loose_;       ///< (bodies) the sum of these
  BreakProof breaks_;
  std::vector<double> strength_;    ///< (pairs) at rest, in the direction of the force [N, N m]
  std::vector<char> plain_;         ///< (elements) the law is in the numbers of SystemImpl
  std::vector<char> linked_;        ///< (bodies) a link ends there
  Arguments arguments_;
  double longest_;        ///< the largest time of the run [s]
  double time_slack_;     ///< rounding of the time [s]
  double force_slack_{};  ///< of forces that follow from those of others [N]
};

}  // namespace luztar
