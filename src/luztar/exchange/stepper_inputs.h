// Inputs of a stepper: what was set, and what it makes of the states that stand for them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "luztar/exchange/stepper.h"
#include "luztar/model/inputs.h"
#include "luztar/simulate/driven/stepped_run.h"

namespace luztar {

/// What was set of an input.
struct InputValues {
  std::vector<double> wanted;  ///< value and derivatives; of interpolated ones: where it goes
  bool is_set{};               ///< since it last acted
  double reached{};            ///< interpolated: the value at `reached_at`
  double reached_at{};         ///< [s]
  friend bool operator==(const InputValues&, const InputValues&) = default;
};

class StepperInputs {
 public:
  StepperInputs(const Model& file, const std::vector<StepperInput>& inputs,
                const ParameterValues& parameters);

  /// The model where inputs are states.
  const Model& model() const { return model_.model; }
  const std::vector<Stepper::Input>& list() const { return list_; }
  std::vector<InputValues>& values() { return values_; }
  const std::vector<InputValues>& values() const { return values_; }
  /// Of the compiled model: where they are among internals and names of events.
  void find_places(const System& system);
  int internal(int input) const { return internals_[static_cast<std::size_t>(input)]; }
  /// Names of events that are those of inputs: from, to.
  int first_event() const { return first_event_; }
  int last_event() const { return last_event_; }
  bool is_input(std::size_t state) const {
    return state >= first_state_ && state < model_.model.states.size();
  }

  void set(int input, std::span<const double> value);
  /// What changes at the time of the run. @param end  of the step; the time itself: no step
  /// @return false: nothing
  bool find(const SteppedRun& run, double end);
  const std::vector<InternalChange>& changes() const { return changes_; }
  const std::vector<int>& jumped() const { return jumped_; }
  /// What find() found comes into force.
  void done(const SteppedRun& run, double end);

 private:
  void find_given(const SteppedRun& run, std::size_t input);
  void find_line(const SteppedRun& run, std::size_t input, double end);

  ModelWithInputs model_;
  std::vector<Stepper::Input> list_;
  std::vector<InputValues> values_;  ///< (inputs)
  std::vector<int> internals_;       ///< (inputs) its value; derivatives follow
  std::size_t first_state_;          ///< of inputs
  int first_event_{}, last_event_{};
  std::vector<InternalChange> changes_;
  std::vector<int> jumped_;
};

}  // namespace luztar
