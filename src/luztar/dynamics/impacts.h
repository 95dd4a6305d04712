// Impacts at an instant: velocities jump, positions stay.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "luztar/dynamics/expansion.h"
#include "luztar/dynamics/structure.h"
#include "luztar/friction/least_constraint.h"

namespace luztar {

enum class ImpactStatus {
  Done,
  Unsolved,  ///< no impulse keeps the bodies inside all edges
  Endless,   ///< impacts follow each other without end
};

/// Newton's impact law for all stops that are closed at an instant, by Gauss's principle for
/// velocities (Moreau): impulses P and w = rate after + restitution * rate before with
///     P >= 0, w <= 0 at an upper edge, P <= 0, w >= 0 at a lower one, P w = 0
/// (docs/theory.md, section 4). Links pass impulses on; dry friction, springs and dampers have
/// finite forces and pass none. Rates into an edge only: a stop that opens already takes no part.
///
/// The instant is one: stops that are hit again by its own impacts answer in further rounds.
class Impacts {
 public:
  explicit Impacts(const SystemImpl& system);

  /// Whether there is anything to do at an instant.
  bool concern(bool jumped) const { return has_stops_ || (jumped && drags_); }
  bool has_stops() const { return has_stops_; }

  /// A new instant: closed are the stops in contact.
  void begin(const State& state);
  /// A stop met its upper (1) or lower (-1) edge.
  void touch(int pair, std::int8_t side) { edge_[pair] = side; }
  /// This stop stays closed through the impacts of this instant, as at the end of all its bounces.
  void calm(int pair) { calm_[pair] = 1; }
  std::int8_t edge(int pair) const { return edge_[pair]; }
  /// Forgets what resolve() found at this instant; closed and calm stops stay so.
  void undo();

  /// Lets velocities jump in state and series (start() done) until no rate points into a closed
  /// edge. Then sets the modes that follow: which pairs have no relative velocity (`at_rest`), the
  /// direction of frictions, `state.side` of contacts to be decided by accelerations.
  /// @param jumped  given velocities or those of the start: rates of contacts may differ from zero
  /// @param window  stops that close within this time are hit now [s]
  ImpactStatus resolve(State& state, Expansion& series, bool jumped, double window,
                       std::vector<std::int8_t>& at_rest, std::vector<std::int8_t>& broken);

  /// Books losses in stops and the work of given motions.
  void book(State& state) const;
  /// Kinetic energy after minus before [J].
  double energy_change() const;

  bool happened() const { return happened_; }
  bool hit(int pair) const { return hit_[pair] != 0; }
  double impulse(int pair) const { return impulse_[pair]; }
  /// The edge that a stop leaves with a velocity now, or 0.
  std::int8_t leaves(int pair) const { return leaves_[pair]; }

  // What only a whole model can tell, for stops.
  /// (b) a massless body that no link ties to a mass, or -1.
  int untied_body(int pair) const { return untied_[pair]; }
  /// False if impulses of this stop move nothing: between given motions.
  bool acts(int pair) const { return !response_[pair].empty(); }

 private:
  void find_responses(int pair);
  void drag(State& state, Expansion& series);
  double rate(const State& state, const Expansion& series, int pair, bool jumped) const;
  double noise(int pair) const;
  double bounce(int pair) const;  ///< restitution at this instant
  void note_speeds(const Expansion& series);
  void close_near(const State& state, const Expansion& series, double window, bool jumped);
  void close_if_near(const State& state, const Expansion& series, double window, int pair,
                     double rate);
  bool gather(const State& state, const Expansion& series, bool jumped);
  bool strike(State& state, Expansion& series);
  void move(State& state, Expansion& series, int body, double jump);
  void write_stops(State& state, const Expansion& series, bool jumped,
                   std::vector<std::int8_t>& at_rest);
  void write_frictions(State& state, const Expansion& series, std::vector<std::int8_t>& at_rest,
                       std::vector<std::int8_t>& broken) const;

  const SystemImpl& system_;
  bool has_stops_{};
  bool drags_{};                     ///< links at given motions
  Structure links_;                  ///< bodies that links tie
  std::unique_ptr<Expansion> jump_;  ///< impulses and jumps of velocity; scratch
  std::vector<int> stops_;           ///< pairs
  // Of a unit impulse of a stop, links included (pairs):
  std::vector<std::vector<Term>> response_;  ///< jumps of velocity [1/kg]
  std::vector<std::vector<Term>> on_given_;  ///< impulses on given motions
  std::vector<int> untied_;

  // This instant.
  std::vector<std::int8_t> edge_;       ///< (pairs) closed at this edge
  std::vector<std::int8_t> leaves_;     ///< (pairs)
  std::vector<char> plastic_;           ///< (pairs) no rebound
  std::vector<char> calm_;              ///< (pairs) no rebound, no opening
  std::vector<char> hit_;               ///< (pairs)
  std::vector<char> still_;             ///< (pairs) the last impact left no rate
  std::vector<char> struck_;            ///< (bodies)
  std::vector<double> speed_;           ///< (bodies) largest of the instant, the scale of rounding
  std::vector<double> impulse_, loss_;  ///< (pairs)
  std::vector<double> work_;            ///< (bodies) of given motions
  double moved_{};
  bool happened_{};

  std::vector<int> rows_;  ///< pairs of the problem
  std::vector<double> rate_;
  LeastConstraintProblem problem_;
  LeastConstraintSolution solution_;
};

}  // namespace luztar
