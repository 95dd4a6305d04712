// A model whose inputs a program gives, in numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "luztar/exchange/stepper_inputs.h"

namespace luztar {

struct SteppedModel {
  Model file;
  std::vector<StepperInput> given;

  /// Inputs are no parameters of it. Throws ModelError: wrong, or with steps of its own.
  System compiled(const StepperInputs& inputs, const ParameterValues& parameters) const;
  /// Where the file says "equilibrium", that is the one with the first values of inputs.
  State start_of(const StepperInputs& inputs, const System& system,
                 const ParameterValues& parameters) const;
};

[[noreturn]] void refuse_call(const std::string& what);
[[noreturn]] void refuse_unknown(const char* kind, std::string_view name,
                                 const std::vector<std::string>& known,
                                 const std::string& otherwise);

}  // namespace luztar
