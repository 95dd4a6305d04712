// Impacts at an instant: velocities jump, positions stay.
#pragma once

#include <memory>
#include <vector>

#include "luztar/dynamics/impacts/impact_law.h"
#include "luztar/dynamics/series/expansion.h"
#include "luztar/dynamics/series/pairs_now.h"
#include "luztar/dynamics/structure/structure.h"

namespace luztar {

enum class ImpactStatus {
  Done,
  Unsolved,  ///< no impulse keeps the bodies inside all edges
  Endless,   ///< impacts follow each other without end
};

/// Newton's impact law for all stops that are closed at an instant, by Gauss's principle for
/// velocities (Moreau): impulses P and w = rate after + restitution * rate before with
///     P >= 0, w <= 0 at an upper edge, P <= 0, w >= 0 at a lower one, P w = 0
/// (docs/theory.md, section 4). A freewheel is a stop at its lower edge, always, without rebound.
/// Links pass impulses on; springs, dampers and frictions have finite forces and pass none, but for
/// frictions that a stop presses: impact_law.h.
/// Rates into an edge only: a stop that opens already takes no part.
///
/// The instant is one: stops that are hit again by its own impacts answer in further rounds.
///
///     begin, touch, calm       which stops are closed                       -> Stop: edge, calm
///     resolve   in   velocities in state and series
///       drag                   links, where a given velocity or an arm jumped -> velocities
///       repeat
///         gather               closed stops that do not open                -> rows_
///         close_near           others that close now or in no time          -> Stop: edge
///         strike               impulses, Gauss's principle for velocities   -> velocities, Found
///       until no rate points into a closed edge
///       write_stops            contacts at rest, edges that stops leave     -> state, Found
///       write_rates            pairs that break, turn or come to rest       -> state
///               out  velocities in state and series, side, pair, room; pairs of now
///     record                   losses and works                             -> accounts of the
///     state
class Impacts {
 public:
  explicit Impacts(const SystemImpl& system);

  /// Whether there is anything to do at an instant.
  bool concern(bool jumped) const { return has_stops_ || (jumped && (drags_ || !stops_.empty())); }
  bool has_stops() const { return has_stops_; }

  /// A new instant: closed are the stops in contact.
  void begin(const State& state);
  /// A stop met this edge.
  void touch(int pair, Edge edge) { at(pair).edge = edge; }
  /// This stop stays closed through the impacts of this instant, as at the end of all its bounces.
  void calm(int pair) { at(pair).calm = true; }
  /// Where a stop is closed; None for other pairs.
  Edge edge(int pair) const { return is_contact(pair) ? at(pair).edge : Edge::None; }
  /// Forgets what resolve() found at this instant; closed and calm stops stay so.
  void undo();

  /// Lets velocities jump in state and series (start() done) until no rate points into a closed
  /// edge. Then sets the modes that follow: which pairs have no relative velocity (`now`), the
  /// direction of frictions, `state.side` of contacts to be decided by accelerations.
  /// @param jumped  given velocities or those of the start: rates of contacts may differ from zero
  /// @param window  stops that close within this time are hit now [s]
  ImpactStatus resolve(State& state, Expansion& series, bool jumped, double window, PairsNow& now);

  /// Records losses in stops and the work of given motions.
  void record(State& state) const;
  /// Kinetic energy after minus before [J].
  double energy_change() const;

  /// One round of blows: the stops and freewheels that took part, with their restitution.
  struct Blow {
    int pair;
    bool rebounds;  ///< by the restitution of its law; else it stays closed
  };
  /// In the order in which they happened at this instant.
  const std::vector<std::vector<Blow>>& rounds() const { return rounds_; }

  bool happened() const { return happened_; }
  bool hit(int pair) const;
  /// Of a stop, of a friction that one presses, of a link that shifts [N s]
  double impulse(int pair) const;
  /// Another outcome of an impact with friction fits its law.
  bool has_other_outcome() const { return has_other_outcome_; }
  /// The edge that a stop leaves with a velocity now; None for other pairs.
  Edge leaves(int pair) const { return is_contact(pair) ? at(pair).found.leaves : Edge::None; }

  /// Where stops and links along expressions act now.
  void look_at(const Expansion& series) { turn_arms(series); }

  // Values of the whole model, for stops.
  /// (b) a massless body that no link ties to a mass, or -1.
  int untied_body(int pair) const { return at(pair).untied; }
  /// False if impulses of this stop move nothing: between given motions.
  bool acts(int pair) const { return !at(pair).response.empty(); }

 private:
  /// What resolve() finds out about a stop or a friction; forgotten by undo().
  struct Found {
    double impulse{}, loss{};
    double before{};  ///< rate of a link by its new arms [m/s, rad/s]
    Edge leaves{};
    bool hit{};
    bool still{};  ///< the last impact left no rate
  };
  /// What may have an impulse; of one of 1 N s, links included.
  struct Striker {
    int pair{};
    std::vector<Term> response{};  ///< jumps of velocity [1/kg]
    std::vector<Term> on_given{};  ///< impulses on given motions
    Found found{};
  };
  /// A stop or a freewheel.
  struct Contact : Striker {
    int untied{-1};
    // This instant.
    Edge edge{};     ///< closed at this edge
    bool calm{};     ///< no rebound, no opening
    bool plastic{};  ///< no rebound: too many impacts
  };
  /// A body at this instant; cleared by undo().
  struct Moved {
    double speed{};  ///< largest, the scale of rounding
    double work{};   ///< of a given motion [J]
    bool struck{};
  };
  /// Of the problem that strike() solves.
  struct Row {
    Contact* contact;
    double rate;  ///< before
  };

  bool is_contact(int pair) const { return !place_.empty() && place_[pair] >= 0; }
  Edge closed(const State& state, const Contact& contact) const;
  Contact& at(int pair) { return stops_[place_[pair]]; }
  const Contact& at(int pair) const { return stops_[place_[pair]]; }
  void find_responses(Striker& striker);
  void find_untied(Contact& contact) const;
  void turn_arms(const Expansion& series);
  void drag(State& state, Expansion& series);
  // With arms that jump: impacts_shifts.cpp.
  void find_shifting();
  bool drag_along_shifts(const State& state, const Expansion& series);
  void take_impulses_of_shifts();
  double rate(const State& state, const Expansion& series, const Contact& contact,
              bool jumped) const;
  double noise(const Expansion& series, int pair) const;
  double bounce(const Contact& contact) const;  ///< restitution at this instant
  void note_speeds(const Expansion& series);
  void close_near(const State& state, const Expansion& series, double window, bool jumped);
  void close_if_near(const State& state, const Expansion& series, double window, Contact& contact,
                     double rate);
  bool gather(const State& state, const Expansion& series, bool jumped);
  bool let_calm_go();
  bool strike(State& state, Expansion& series);
  void forget_still();
  void give(State& state, Expansion& series, Striker& striker, double impulse, double loss);
  // With frictions: impacts_friction.cpp.
  std::vector<Striker*> all_strikers();
  bool is_pressed(const Striker& rubbing) const;
  double limit(State& state, Expansion& series, const Striker& rubbing, const Contact& contact,
               Mode direction) const;
  double rate_of_friction(const State& state, const Expansion& series,
                          const Striker& rubbing) const;
  ImpactProblem problem_of(State& state, Expansion& series, const std::vector<Striker*>& strikers);
  void move(State& state, Expansion& series, int body, double jump);
  void write_stops(State& state, const Expansion& series, bool jumped, PairsNow& now);
  void write_rates(State& state, const Expansion& series, PairsNow& now) const;

  const SystemImpl& system_;
  bool has_stops_{};
  bool drags_{};                     ///< links at given motions, or whose arms may jump
  Structure links_;                  ///< bodies that links tie
  std::unique_ptr<Expansion> jump_;  ///< impulses and jumps of velocity; scratch
  std::vector<Contact> stops_;       ///< and freewheels
  std::vector<int> place_;           ///< (pairs) in stops_; -1: neither stop nor freewheel
  std::vector<Striker> frictions_;   ///< that stops may press
  std::vector<Striker> shifting_;    ///< links whose arms may jump
  std::vector<Moved> moved_;         ///< (bodies)
  double fastest_{};                 ///< the largest speed of them all
  double transfers_{};               ///< sum of absolute energy transfers [J]
  bool happened_{};
  bool has_other_outcome_{};

  std::vector<std::vector<Blow>> rounds_;
  std::vector<Row> rows_;
};

}  // namespace luztar
