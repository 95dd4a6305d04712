// The parts of a Stepper.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "luztar/exchange/stepped_model.h"
#include "luztar/exchange/stepper_inputs.h"
#include "luztar/exchange/stepper_outputs.h"
#include "luztar/simulate/driven/stepped_run.h"

namespace luztar {

struct StepperState::Content {
  State state;
  Time clock;
  ParameterValues parameters;       ///< in the place of those of the file
  std::vector<InputValues> inputs;  ///< (inputs)
};

/// As many inputs, each with the numbers that it takes.
bool are_alike(const std::vector<InputValues>& given, const std::vector<Stepper::Input>& own);
/// Throws std::invalid_argument: a state of another model.
[[noreturn]] void refuse_other_state(const std::string& what);

struct Stepper::Impl {
  Impl(const Model& given, std::vector<StepperInput> inputs, ParameterValues parameters);

  /// A state of this system or of another one of the same parts.
  void go_on_from(const System& system, State state);
  /// Those that were set act. @param end  of the step; the present time: there is none
  bool change_inputs(double end);
  void go_on_with(const StepperState::Content& content);
  StepEnd go_to(const Time& target, bool until_event);
  /// Warnings of runs with other parameters before.
  void keep_warnings();

  SteppedModel model;
  ParameterValues parameters;  ///< in the place of those of the file
  StepperInputs inputs;
  std::unique_ptr<SteppedRun> run;
  std::unique_ptr<StepperOutputs> outputs;
  Time clock{};        ///< time(), before it is rounded
  bool has_applied{};  ///< inputs, since the last step
  std::vector<std::string> warnings;
};

}  // namespace luztar
