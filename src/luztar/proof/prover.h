// Laws, balance, Coulomb's law and continuity at the instants of a run, from the numbers that it
// gives out and the model as it is written.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "luztar/core/nearness.h"
#include "luztar/core/node_groups.h"
#include "luztar/proof/break_proof.h"
#include "luztar/proof/instant.h"
#include "luztar/proof/proofs.h"
#include "luztar/proof/scales.h"
#include "luztar/proof/worst.h"

namespace luztar {

/// Knows nothing of series and of how modes are found: it takes the modes for claims.
///
/// A law may have a jump or a kink where its arguments are, or be steep there: either side is right
/// within the rounding of the arguments, which is a few ulps of the coordinates that they are made
/// of and of the time. What a law gives when each argument moves by that is the error of its
/// residual. At an event what moves is on one side: a moment earlier, or a moment later.
class Prover {
 public:
  /// Of all residuals, relative to their scales. @param tolerance  of the run
  static double limit(double tolerance);

  /// @param longest  the largest time of the run: formulas hold constants of its size [s]
  /// @param so_far  of the parts of the run before
  Prover(const SystemImpl& system, double tolerance, double longest, Sizes so_far = {});

  /// Of all that was looked at, and of `so_far`.
  const Sizes& sizes() const { return scales_.sizes(); }

  /// Of a run that begins. @param pending  State::ahead.pending
  void begin_with(const std::vector<double>& pending) { pending_ = pending; }
  /// Laws, balance and Coulomb's law.
  void look(const Instant& now);
  /// The same but for given motions, which look() at the other side of the event will see.
  void look_before(const Instant& now);

  // Implicit steps (src/luztar/stepping/README.md), whose forces are means over a step.
  /// A body is there, with that velocity, between two instants.
  void pass_by(int body, double q, double v) { scales_.pass_by(body, q, v); }
  void pass_by(int element, double f) { scales_.pass_by(element, f); }
  /// Every instant is a scale of its own. @param time_error  rounding of the time [s]
  void be_of_steps(double time_error) { scales_.allow(time_error); }
  /// Laws of springs, dampers and written forces, links, frictions at rest; at the end of a step
  /// also that frictions slide in the direction of their mode.
  void look_in_step(const Instant& now, bool at_end);
  /// Mean accelerations and forces balance; q and v are those of the step.
  /// @param rounding  (bodies) of the accelerations, which are differences of velocities
  void look_at_impulses(const Instant& mean, std::span<const double> rounding);
  /// Positions change by the mean velocity times the length h of the step [s]; after
  /// look_at_impulses().
  void look_at_path(const Instant& start, const Instant& end, double h);
  /// Mean dry force of a pair that slides at the end of the step.
  void look_at_dry(double time, int pair, int direction, double force);

  /// Delayed expressions are what was kept of them.
  void look_at_delays(const Instant& now, const Time& time, const State& state);
  /// What is kept now of a delayed expression. @param size  of the terms that it is the sum of
  void look_at_kept(const Instant& now, int delay, double kept, double size);

  /// Both sides of an event, after look() at each of them.
  /// @param impulse  (pairs) of stops, in the direction of their forces; none: empty
  /// @param jumped  forces jump, or velocities of given motions, and links take bodies along
  void pass(const Instant& before, const Instant& after, std::span<const double> impulse,
            bool jumped);

  /// All kinds but the energy.
  Proofs proofs() const;

 private:
  /// Of what acts on a body, and of its absolute values.
  struct Total {
    double sum{}, size{};
    void add(double part) {
      sum += part;
      size += std::abs(part);
    }
  };
  /// The arguments of a formula at an instant: value, error, rate.
  struct Arguments {
    std::vector<double> value, error;
    std::vector<double> ulps, rate;  ///< ulps: the part of the error that does not come from motion
    void clear() {
      for (auto* list : {&value, &error, &ulps, &rate}) list->clear();
    }
    /// What begins to leave zero at this instant is on one side of it: ceil(x) is 1 already.
    /// @param speed  rate of x; 0: not known
    void add(double x, double rounding, double speed = 0.0, double rounding_alone = 0.0) {
      value.push_back(x);
      error.push_back(x == 0.0 && rounding < kVanishing ? kVanishing : rounding);
      ulps.push_back(speed == 0.0 ? error.back() : rounding_alone);
      rate.push_back(speed);
    }
    bool move() const {
      return std::ranges::any_of(rate, [](double r) { return r != 0.0; });
    }
  };
  /// A force at an instant and what its law gives there [s; N, N m].
  struct Compared {
    int element{};
    double time{}, found{}, expected{}, scale{}, error{};
  };

  void note_links(const Instant& now);
  bool is_shifting(int pair) const;
  bool is_linked(int body, bool shifted);
  void begin(const Instant& now);
  Ends ends_of(const Instant& now, int element) const;
  /// The same, as given out or kept; the element's force is added to those on its bodies.
  Ends meet(const Instant& now, int element);
  void take_coordinates(const Instant& now, int element, Ends& ends);
  void look_at_smooth(const Instant& now, int element, const Ends& ends);
  void look_at_state(const Instant& now, int element, const Ends& ends);
  void look_at_slope(const Instant& now, int internal);
  void look_at_pair(const Instant& now, int pair, const Ends& ends);
  void look_at_force(const Instant& now, int element, const Ends& ends);
  void look_at_link(const Instant& now, int pair, const Ends& ends);
  void look_at_sliding(const Instant& now, int pair, const Ends& ends);
  void look_at_rest(const Instant& now, int pair, const Ends& ends, double normal);
  void look_at_stop(const Instant& now, int pair, const Ends& ends);
  void look_at_ratchet(const Instant& now, int pair, const Ends& ends);
  void look_at_motion(const Instant& now, int body);
  double motion_error(const Instant& now, int body, double other);
  double error_of_motions(const Instant& now);
  double given_rate_error(const Instant& before, const Instant& after);
  void look_at_balance(const Instant& now, std::span<const double> rounding = {});
  void look_at_break(const Instant& before, const Instant& after);
  double most_acceleration(const Instant& now, int element);
  void look_at_turns(const Instant& before, const Instant& after);
  void look_at_internals(const Instant& before, const Instant& after);
  bool look_at_jump(const Instant& before, const Instant& after, int internal);
  void look_at_outputs(const Instant& before, const Instant& after);
  bool goes_on(const Instant& before, const Instant& after, int clock, const Grid& grid) const;
  void sample(const Instant& before, const ControllerLaw& law, double* memory);
  void look_at_impact(const Instant& before, const Instant& after, int pair);
  void look_at_blow(const Instant& before, const Instant& after, std::span<const double> impulse);
  std::pair<double, double> largest_impulse(const Instant& before, int pair, int direction,
                                            std::span<const double> impulse);
  double least_limit(const Instant& now, int pair);
  bool comes_to_rest(const Instant& before, int element) const;
  double given_error(const Instant& now, int element);
  Margins margins_of(const Instant& now, int element);
  double formula_error(const Instant& now, const DirectFormula& formula, bool rounding_alone);
  double spring_error(const Instant& now, int element);
  void find_loose(const Instant& now);
  void find_solved_together(const Instant& now);
  double passed_on(const Instant& now, int pair);
  double normal_of(const Instant& now, int element, const Ends& ends);
  void claim_direction(const Instant& now, int pair, const Ends& ends);
  void claim_rest(const Instant& now, int pair, const Ends& ends);
  void read(const Instant& now, const DirectFormula& formula, const Ends& ends,
            const Margins& margins);
  /// By how much `law` changes where its arguments are rounded. @param value  of the law
  /// @param at_edge  as coarsely as the engine may see a place beside an edge of it
  template <typename Law>
  double error_of(const Law& law, double value, bool at_edge = false);
  /// The force of an element against a law of arguments_.
  using AnyLaw = std::function<double(std::span<const double>)>;
  double root_error(const Instant& now, const AnyLaw& law, int element, double residual);
  double root_error_of_slope(int internal, double expected);
  /// What a law gives, and what rounding of its arguments explains.
  struct Expected {
    double value{}, error{};
  };
  /// The same a time dt later [s]; dt < 0: earlier. @pre arguments_ move
  /// @param with_error  else it is 0
  template <typename Law>
  Expected expected_after(double dt, const Law& law, bool with_error);
  void settle_doubts(const Instant& now);
  void note(const Compared& it);
  /// Far more than the error of the instant of an event: nearer events may have another order [s].
  double time_resolution() const { return 256.0 * scales_.time_error(); }
  template <typename Law>
  void claim_force(const Instant& now, int element, const Law& law);

  /// Bodies whose forces at rest are solved for together: room for it.
  struct Together {
    explicit Together(int bodies)
        : apart(bodies), groups(bodies), is_solved(bodies), load(bodies) {}
    NodeGroups apart, groups;
    std::vector<char> is_solved;  ///< (bodies)
    std::vector<double> load;     ///< (bodies) of the group of a root [N, N m]
  };

  const SystemImpl& system_;
  Worst worst_;
  Scales scales_;
  std::vector<double> link_;   ///< (pairs) deflections of links at the start
  std::vector<double> tooth_;  ///< (pairs) of ratchets: where the last tooth is that d passed
  std::vector<Total> total_;   ///< (bodies) of forces or impulses
  BreakProof breaks_;
  std::vector<double> enough_;  ///< (pairs) at rest: forces that break [N, N m]
  std::vector<char> linked_;    ///< (bodies) a link ends there; empty until asked for
  std::vector<double> loose_;   ///< (bodies) rounding of forces of springs [N, N m]
  Together together_;
  Arguments arguments_;
  std::vector<double> kept_;  ///< values of arguments that move
  std::vector<Compared>
      doubts_;               ///< forces just after the last event that are not those of their side
  double since_{-HUGE_VAL};  ///< the last event [s]
  std::vector<double> outputs_;  ///< what controllers hold behind an instant
  std::vector<double> pending_;  ///< of those with a delay: what waits to act
};

}  // namespace luztar
