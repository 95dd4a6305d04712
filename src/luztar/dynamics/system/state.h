// Everything a run needs to go on: save it, restart from it, and the rest of the run has the same
// bits.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "luztar/core/mode.h"
#include "luztar/dynamics/system/past.h"
#include "luztar/dynamics/system/time.h"

namespace luztar {

/// A compensated sum (Neumaier): total() is right to an ulp or two after any number of terms.
struct Sum {
  double value{};
  double rest{};
  void add(double term) {
    const Time sum = two_sum(value, term);
    const Time whole = two_sum(sum.value, sum.rest + rest);
    value = whole.value;
    rest = whole.rest;
  }
  double total() const { return value + rest; }
  friend bool operator==(const Sum&, const Sum&) = default;
};

/// What method = "stepping" needs beside the rest to go on with the same bits.
struct SteppingState {
  std::vector<double> deflection{};  ///< (edges of its network); empty: was not stepped [m, rad]
  std::vector<Mode> mode{};          ///< (edges)
  std::vector<double> acceleration{}, acceleration_before{};  ///< (bodies) mean ones of two steps
  double step{}, step_before{};  ///< lengths of these two; 0: an event since then [s]
  double next_step{};            ///< adaptive: what to try next; 0: not known [s]
  double speed{};                ///< adaptive: the largest so far
  Sum numerical{};               ///< energy lost by the method [J]
  friend bool operator==(const SteppingState&, const SteppingState&) = default;
};

/// Of pairs: what does not follow from positions.
struct EdgeState {
  std::vector<double> room{};         ///< (pairs) distance from the edge that a stop left last,
                                      ///< while its error is smaller than by positions, else 0
  std::vector<std::int64_t> tooth{};  ///< (pairs) of ratchets: the last tooth that they passed, d
                                      ///< over the pitch; empty where there are none
  std::vector<double> carried{};      ///< (pairs) forces from which those of what rests go on, when
                                      ///< the present loads come; empty: not known, or no limit
                                      ///< reads the force of a link [N, N m]
  std::vector<double> slip{};  ///< (pairs) distance since a friction began to slide, or turned
                               ///< round, without sign; 0 at rest and of others [m, rad]
  friend bool operator==(const EdgeState&, const EdgeState&) = default;
};

/// What doubles do not show at the anchor while a pair comes nearer and nearer to rest
/// (simulate/approaches.h); else empty.
struct Unseen {
  std::vector<double> velocity{};  ///< (bodies) beside its double [m/s, rad/s]
  /// (bodies) what the rounding of sums of forces takes from accelerations [m/s2, rad/s2]
  std::vector<double> motion{};
  friend bool operator==(const Unseen&, const Unseen&) = default;
};

/// What comes next.
struct Ahead {
  std::vector<double> pending{};  ///< of controllers with a delay: values of their last sample
  std::int64_t order{};           ///< of the series at the anchor; 0: that of the tolerance
  std::int64_t refusals{};        ///< of slow manifolds: tries in a row that did not pay
  double last_step{};             ///< length of the step that led to the anchor [s]
  double spent{};                 ///< on such tries, less what steps saved [explicit series]
  /// Switches of controllers whose sample or action at the start the run before has done already
  std::vector<int> sampled{};
  Unseen unseen{};
  std::vector<Past> past{};  ///< (delays) what will be read
  friend bool operator==(const Ahead&, const Ahead&) = default;
};

/// Where a run got to and by which laws, for one that goes on with others (change.h). The lists are
/// empty where `time` is the anchor. The hashes are below 2^53; 0: made by hand, or at the start.
struct Reached {
  std::int64_t parts{};   ///< hash of names and kinds of bodies and elements
  std::int64_t laws{};    ///< hash of the numbers and expressions of the System
  std::int64_t method{};  ///< hash of the settings that the motion depends on
  double energy{};        ///< kinetic + stored at `time` [J]
  std::vector<double> position{}, velocity{}, internal{};  ///< at `time`
  std::vector<double> deflection{};              ///< (edges of a stepped network) at `time`
  std::vector<double> supplied{}, dissipated{};  ///< between the anchor and `time` [J]
  double moved{}, numerical{};                   ///< the same [J]
  std::vector<std::int64_t> switches{};  ///< (switches) what they belong to: their memory is kept
  std::vector<double> shares{};          ///< of the coordinates of bodies that inertias couple
  friend bool operator==(const Reached&, const Reached&) = default;
};

/// State::sampled before the first output point.
inline constexpr double kNoSample = std::numeric_limits<double>::lowest();

/// What a run has recorded so far, so that two halves of it add up to the whole.
struct Accounts {
  std::vector<Sum> supplied;    ///< (bodies, then elements) work done on the system [J]
  std::vector<Sum> dissipated;  ///< (elements) [J]
  Sum moved{};                  ///< sum of absolute energy transfers of all steps [J]
  double initial_energy{};      ///< kinetic + stored at the start [J]
  Sum changes{};                ///< energy put in by changes of the laws [J]
  std::int64_t steps{};
  std::int64_t events{};        ///< instants
  std::int64_t mode_changes{};  ///< rows of events.csv that are mode changes
  std::vector<double> largest;  ///< (internals) absolute values at the anchors so far
  friend bool operator==(const Accounts&, const Accounts&) = default;
};

/// The largest absolute values that a run has given out, which its proofs take rounding and errors
/// relative to. They depend on the output points. Empty: none yet.
struct Sizes {
  std::vector<double> start;               ///< (bodies) position where the run began [m, rad]
  std::vector<double> travel;              ///< (bodies) from there [m, rad]
  std::vector<double> position, velocity;  ///< (bodies)
  std::vector<double> load;                ///< (bodies) sum of forces and inertia [N, N m]
  std::vector<double> force;               ///< (elements)
  std::vector<double> internal;            ///< (internals)
};

/// A list of Sizes, and what it has an entry for.
struct SizeList {
  enum class Of { Bodies, Elements, Internals };
  const char* name;
  std::vector<double> Sizes::*list;
  Of of;
};
inline constexpr std::array kSizeLists{
    SizeList{"start", &Sizes::start, SizeList::Of::Bodies},
    SizeList{"way", &Sizes::travel, SizeList::Of::Bodies},
    SizeList{"position", &Sizes::position, SizeList::Of::Bodies},
    SizeList{"velocity", &Sizes::velocity, SizeList::Of::Bodies},
    SizeList{"load", &Sizes::load, SizeList::Of::Bodies},
    SizeList{"force", &Sizes::force, SizeList::Of::Elements},
    SizeList{"internal", &Sizes::internal, SizeList::Of::Internals}};
static_assert(sizeof(Sizes) == kSizeLists.size() * sizeof(std::vector<double>));

/// How many leading coefficients of a guard are known to be zero at the anchor.
using ZeroCount = std::int8_t;

/// Where a run is: its motion at the anchor, its modes, and how far it got.
struct MotionState {
  Time anchor{};
  double time{};                 ///< reached [s]
  double sampled{kNoSample};     ///< time of the last output point that was given out [s]
  std::vector<double> position;  ///< (bodies) at the anchor [m, rad]
  std::vector<double> velocity;  ///< (bodies) at the anchor [m/s, rad/s]
  std::vector<double> internal;  ///< (internals) bristles, states of the file, at the anchor
  std::vector<Mode> pair;        ///< (pairs) stops: Stuck in contact
  std::vector<Edge> side;        ///< (pairs) that a stop is in contact with; else None
  EdgeState edges{};
  std::vector<Bound> kept_limit;     ///< (pairs) stuck by others, force held at it; else Free
  std::vector<Edge> contact;         ///< (springs) None: in the gap, or without a force beyond ...
  std::vector<Edge> let_go;          ///< (springs) ... this edge: those that only push
  std::vector<std::int64_t> branch;  ///< (switches of expressions) the piece in force
  std::vector<double> held;          ///< (elements) deflection while its rate is identically zero
  std::vector<char> is_held;         ///< (elements) 1: held
  std::vector<ZeroCount> roots;      ///< (guards)
  bool resolved{};                   ///< false: modes not yet decided (a state made by hand)
  Ahead ahead{};
  SteppingState stepping{};
  Reached reached{};

  friend bool operator==(const MotionState&, const MotionState&) = default;
};

/// State of a System. `anchor` is where the current power series starts; `time` >= anchor is how
/// far results were given out. Continuing from a State repeats the series at the anchor, so a run
/// in two halves gives the same bits as the whole. With other laws it starts anew at `time`. Two
/// are equal if motions and accounts are, wherever output points were.
struct State : MotionState, Accounts {
  Sizes sizes{};
  friend bool operator==(const State& a, const State& b) {
    return static_cast<const MotionState&>(a) == static_cast<const MotionState&>(b) &&
           static_cast<const Accounts&>(a) == static_cast<const Accounts&>(b);
  }
};

}  // namespace luztar
