// A model in numbers, ready to run. Constant; State changes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "luztar/core/settings.h"
#include "luztar/dynamics/system/state.h"
#include "luztar/model/model.h"

namespace luztar {

/// What an element is called and what its numbers mean, for output.
struct ElementInfo {
  std::string name;
  PartKind kind{};
  bool is_pair{};           ///< its force follows from what the motion allows: State::pair
  bool has_modes{};         ///< frictions without bristles, freewheels, springs with a gap, stops
  std::vector<int> bodies;  ///< of its terms, kGround for ground
  std::vector<double> coefficients;  ///< 0: an arm that turns
  double lower{}, upper{};           ///< springs with a gap: its edges of d - rest; stops: of d
  double pitch{};                    ///< ratchets: from tooth to tooth [m, rad]; of others 0
  double rest{};
  bool only_pushes{};  ///< springs with damping and pull = false
  int internal{-1};    ///< of State::internal: the bristle deflection of Dahl and LuGre
  bool sticks{};       ///< it has modes, and one of them is rest; those of others touch or do not

  /// Whether it is at rest in this mode, or in contact.
  bool is_held(ModeNumber mode) const {
    return sticks ? mode == 0 || (pitch > 0.0 && mode < 0) : mode != 0;
  }
};

struct BodyInfo {
  std::string name;
  double mass;             ///< inf: keeps its velocity; 0 for prescribed motion
  bool prescribed;         ///< has a motion
  std::string inertias{};  ///< names of those that couple it to others, "section, tail"
};

/// A state of the model file, or behind these what a controller holds: State::internal behind the
/// bristles.
struct StateInfo {
  std::string name;  ///< "CONTROLLER.NAME" of what a controller holds
  std::string unit;  ///< SI, as written; "" if none
};

class SystemImpl;

/// Whether a System starts at the positions and velocities of its file, or only goes on from a
/// State.
enum class StartOfFile : std::uint8_t { Used, Unused };

/// A Model with its numbers: what compile() makes, shared by any number of runs, never changed.
/// Copying is cheap. Bodies and elements are in the order of the results; all numbers are SI. The
/// changing part is State.
class System {
 public:
  const std::string& title() const;
  const std::vector<BodyInfo>& bodies() const;
  /// Springs, dampers, bristle frictions, frictions, freewheels, links, stops, forces.
  const std::vector<ElementInfo>& elements() const;
  const std::vector<StateInfo>& states() const;
  /// Names an Event can have: elements in order, signals, bodies with a motion, states,
  /// controllers.
  const std::vector<std::string>& event_names() const;
  const SimulationSettings& settings() const;  ///< of the model file
  const ParameterValues& parameters() const;   ///< values used, overrides included [SI]
  const SystemImpl& impl() const { return *impl_; }

 private:
  friend class Recompiler;
  std::shared_ptr<const SystemImpl> impl_;
};

/// Numbers for the parameters; validates. Throws ModelError. With `start` Unused, positions and
/// velocities of the file need not fit stops and links.
System compile(const Model& model, const ParameterValues& overrides = {},
               StartOfFile start = StartOfFile::Used);

/// compile() of one model for many values of the same parameters: what does not depend on values is
/// checked and looked up once. Where nothing but plain numbers read them (masses, starts, arms,
/// springs, levels of friction, gaps, [simulation]) and the caller holds no other copy of the last
/// System, it is written anew in its place, and nothing is allocated.
class Recompiler {
 public:
  /// Throws ModelError. `model` outlives it unchanged. @param overrides  their names alone matter
  Recompiler(const Model& model, const ParameterValues& overrides);
  ~Recompiler();
  /// Throws ModelError.
  System compile(const ParameterValues& overrides, StartOfFile start = StartOfFile::Used);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// At settings.start as the file says; simulate() decides the modes. ModelError: links are torn, or
/// settings.at_rest: start_state() finds that one.
State initial_state(const System& system);
/// The same at any time, positions and velocities (bodies; those of given motions are not read) and
/// bristle deflections and states (internals). Hysteresis is on the branch for rising speeds where
/// both fit.
State initial_state(const System& system, double time, std::vector<double> position,
                    std::vector<double> velocity, std::vector<double> internal);

/// At settings.start where a run of another System of the same model ended: positions, velocities,
/// bristle deflections, states and memory (hysteresis, teeth, stops in contact) are kept, the
/// clock, the given motions and the accounts begin anew. Throws ModelError: a stop is beyond its
/// edge, a freewheel turns back, links are torn.
State begun_anew(const System& system, State end);

/// Whether two Systems move alike from the same state: they may differ in where they start.
bool have_same_laws(const System& one, const System& other);

/// Why a State (read from a file, or made by hand) cannot be one of this System: a list with the
/// wrong length, a mode that does not exist, a number that is none; with other laws than the State
/// was made with also a stop that it is beyond, a motion or a link that would jump. "" if it can.
std::string misfit(const System& system, const State& state);

}  // namespace luztar
