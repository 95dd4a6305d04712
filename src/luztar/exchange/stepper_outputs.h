// What there is to read of a stepper.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "luztar/exchange/stepper.h"
#include "luztar/exchange/stepper_inputs.h"
#include "luztar/model/model_dimensions.h"
#include "luztar/simulate/driven/stepped_run.h"

namespace luztar {

class StepperOutputs {
 public:
  /// @param energies  sums of a ledger are among them
  StepperOutputs(const System& system, const StepperInputs& inputs, bool energies = true);
  StepperOutputs(const StepperOutputs&) = delete;
  StepperOutputs& operator=(const StepperOutputs&) = delete;

  const std::vector<Stepper::Variable>& list() const { return list_; }
  /// -1: there is none of this name.
  int find(std::string_view name) const;
  double value(SteppedRun& run, int output) const;
  double derivative(const SteppedRun& run, int output, int order) const;
  struct Source {
    bool is_energy{};
    Quantity quantity{};
    int index{};
  };
  const Source& source(int output) const { return sources_[static_cast<std::size_t>(output)]; }

 private:
  void add(std::string name, std::string unit, Source source);
  void add_bodies(const System& system, const CoordinateKinds& coordinates);
  void add_elements(const System& system, const CoordinateKinds& coordinates);
  void add_states(const System& system, const StepperInputs& inputs);

  std::vector<Stepper::Variable> list_;
  std::vector<Source> sources_;
  std::unordered_map<std::string, int> places_;
};

}  // namespace luztar
