// Runs a System: power series from event to event.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "luztar/core/executor.h"
#include "luztar/core/settings.h"
#include "luztar/dynamics/system/state.h"
#include "luztar/dynamics/system/system.h"
#include "luztar/proof/proofs.h"
#include "luztar/sensitivity/derivative_sample.h"

namespace luztar {

/// Energy by body and element at one instant, in joules since the start of the run.
///
///     sum(kinetic) + sum(stored) + sum(dissipated) + numerical - sum(motion_work) - sum(supplied)
///         - initial - changes = residual = rounding
struct EnergyLedger {
  std::vector<double> kinetic;      ///< (bodies); 0 for prescribed ones and mass = inf
  std::vector<double> motion_work;  ///< (bodies) work of prescribed motions (and mass = inf)
  std::vector<double> stored;       ///< (elements) springs, bristles
  std::vector<double> dissipated;   ///< (elements) frictions, dampers, contact damping
  std::vector<double> supplied;     ///< (elements) forces and elements with a `force` law
  double initial{};                 ///< kinetic + stored at the start
  double moved{};                   ///< sum over steps of absolute transfers: the scale
  double residual{};                ///< what is missing; relative: residual / moved
  double numerical{};               ///< method = "stepping": what its steps lost, or won if < 0
  double changes{};                 ///< put in where a run went on with other laws
};

/// One output point. Spans live until the callback returns.
struct Sample {
  double time;
  std::span<const double> q, v, a;       ///< (bodies)
  std::span<const double> d, rate, f;    ///< (elements) deflection, its rate, force
  std::span<const ModeNumber> mode;      ///< (elements)
  std::span<const double> lower, upper;  ///< (elements) frictions: limits of f now; else 0
  const EnergyLedger& energy;
  std::span<const double> internal{};  ///< (internals) bristle deflections [m, rad], states, held
  DerivativeSample derivatives{};      ///< n = 0: none are asked for
};

/// One step of a run: every channel is a polynomial of the time since its begin, by events exact to
/// the tolerance, by stepping what the step is. Coefficients stay valid until the callback returns.
class MotionPiece {
 public:
  /// Coefficients of the first row of each kind; the next row is `stride` further.
  struct Rows {
    const double *q, *v, *a;     ///< (bodies)
    const double *d, *rate, *f;  ///< (elements)
    const double* internal;      ///< (internals)
    std::size_t stride;
  };
  MotionPiece(double begin, double length, int degree, const Rows& rows)
      : begin_(begin), length_(length), degree_(degree), rows_(rows) {}
  double begin() const { return begin_; }    ///< [s]
  double length() const { return length_; }  ///< [s]
  int degree() const { return degree_; }
  const Rows& rows() const { return rows_; }
  // Coefficients (degree + 1) of a body, an element, an internal, by index.
  const double* q(int body) const { return row(rows_.q, body); }
  const double* v(int body) const { return row(rows_.v, body); }
  const double* a(int body) const { return row(rows_.a, body); }
  const double* d(int element) const { return row(rows_.d, element); }
  const double* rate(int element) const { return row(rows_.rate, element); }
  const double* f(int element) const { return row(rows_.f, element); }
  const double* internal(int index) const { return row(rows_.internal, index); }

 private:
  const double* row(const double* first, int index) const {
    return first + static_cast<std::size_t>(index) * rows_.stride;
  }

  double begin_, length_;
  int degree_;
  Rows rows_;
};

/// What happened to one element, or to an input, at one instant.
struct Event {
  enum class Cause : std::int8_t {
    Break,   ///< friction reached its static limit
    Stop,    ///< relative velocity reached zero
    Rest,    ///< it never would: what is left of the slip is nothing beside what was
    Follow,  ///< changed because another element did at the same instant
    Touch,   ///< spring met the edge of its gap
    Leave,   ///< spring left the edge of its gap
    Jump,    ///< an input jumped (from = to = 0)
    Impact,  ///< a stop was hit: velocities jumped, with `impulse`
    Sample,  ///< a controller took one, or its values began to act; reported on request
    Tooth,   ///< the pawl of a ratchet fell in behind the next tooth (from = to)
  };
  Time time;
  int name;         ///< index into System::event_names()
  ModeNumber from;  ///< before
  ModeNumber to;    ///< after
  Cause cause;
  double impulse{};     ///< Impact: along the element's force, its sign included [N s, N m s]
  double deflection{};  ///< of the element [m, rad]

  /// `from` and `to` are modes of the element: not of inputs that jump, samples and teeth.
  bool has_modes() const { return cause < Cause::Sample && cause != Cause::Jump; }
};

enum class Status {
  Finished,
  Stopped,         ///< an observer asked for it
  TooManyEvents,   ///< more than max_events
  Accumulation,    ///< events closer and closer, or without end at one instant
  NotFinite,       ///< a force or an input left the finite numbers
  NegativeNormal,  ///< the normal force of a friction fell below zero
  Unsolved,        ///< Gauss's principle could not be solved to tolerance, or the cascade cycled
  Contradiction,   ///< it came to its end, but a proof fails: the results are not to be trusted
};

const char* to_text(Status status);

/// How a run ended.
struct RunInfo {
  Status status{Status::Finished};
  std::string diagnosis{};  ///< in words, with the element's name; "" when finished
  std::vector<std::string> warnings{};
  double kkt_residual{};  ///< largest of the run, relative to the largest force
  State final_state{};
  EnergyLedger energy{};  ///< at the end
  Proofs proofs{};        ///< of what was run
  // Values at the end, right limits:
  std::vector<double> q, v;  ///< (bodies)
  std::vector<double> x;     ///< (states)
};

/// Receives the results while they are made, in time order. Samples at an instant with an event
/// show the values after it.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void sample(const Sample&) {}
  virtual void event(const Event&) {}
  /// Before the events of an instant, in a run with derivatives: how its time changes by what is
  /// varied, (SimulationTable::derivatives) [s]
  virtual void event_time(std::span<const double>) {}
  /// Called after an event with the values just before and just after it (for plots).
  virtual void around_event(const Sample& /*before*/, const Sample& /*after*/) {}
  virtual bool wants_samples_around_events() const { return false; }
  /// A MotionPiece for each step, in time order, between the events. A large network by events then
  /// runs in one piece, not in islands, which takes longer.
  virtual bool wants_pieces() const { return false; }
  virtual void piece(const MotionPiece&) {}
  /// An Event for each sample of a controller.
  virtual bool wants_samples_of_controllers() const { return false; }
  /// An element that sets the step since it is stiff, once, while the run goes on.
  virtual void stiff(const std::string& /*element*/) {}
  /// After every step; return false to end the run with Status::Stopped.
  virtual bool progress(double /*time*/) { return true; }
  /// Where the rest of the run has the same bits if it is run by itself (large networks by events:
  /// the same to rounding); return true to end the run here with Status::Stopped.
  virtual bool part(double /*time*/) { return false; }
};

/// Runs from `start` to settings.start + settings.duration.
///
/// If `start` is the end of a run of this System with the same method, tolerance and step, the run
/// goes on with the bits of one that was never interrupted. If other values of parameters, another
/// method or other settings made it, the run goes on at the time reached with the laws of `system`:
/// positions, velocities, bristles and hysteresis are kept, modes are decided anew, and what the
/// change puts in or takes out is EnergyLedger::changes. Bodies and elements must be the same.
///
/// Under a StopScope (core/stop_request.h) it also ends with Status::Stopped within an instant that
/// takes long, in the state just before it.
///
/// Never throws for numerical reasons and never hangs: see RunInfo::status. Throws
/// std::invalid_argument if `start` belongs to another system (see misfit()), and for
/// Method::Stepping without a step or of a network that has no steps. Sample times already passed
/// by `start.time` are left out, so that runs can be continued.
/// @param executor  threads for Method::Stepping, where trees of a large network are solved side by
///                  side; the results have the same bits with any number of them
RunInfo simulate(const System& system, State start, const SimulationSettings& settings,
                 Observer& observer, const Executor& executor = {});

/// Everything in memory, for programs.
struct Trajectory {
  std::vector<double> time;                     ///< (samples)
  std::vector<std::vector<double>> q, v, a;     ///< [body][sample]
  std::vector<std::vector<double>> d, rate, f;  ///< [element][sample]
  std::vector<std::vector<ModeNumber>> mode;    ///< [element][sample]
  std::vector<std::vector<double>> internal;    ///< [internal][sample]
  std::vector<Event> events;
  RunInfo info;
};

/// The same with all samples and events in memory.
Trajectory simulate(const System& system, const State& start, const SimulationSettings& settings);

/// One piece of a run, without samples: from `state` to the time `until`, with the settings of the
/// model. A program that commands a model (a sampled controller, another simulation) calls it once
/// for each of its own steps, with a System for what it commands now:
///
///     State state = initial_state(compile(model));
///     for (double t = 0; t < end; t += 0.01) {
///       RunInfo piece = advance(compile(model, {{"F", command}}, StartOfFile::Unused), state, t +
///       0.01); command = controller(piece.q, piece.v); state = std::move(piece.final_state);
///     }
///
/// Throws std::invalid_argument as simulate(), and if `until` is not after the time of `state`.
RunInfo advance(const System& system, State state, double until);

}  // namespace luztar
