#include "luztar/exchange/fmu/fmu_engine.h"

#include <algorithm>
#include <limits>

namespace luztar {
namespace {

std::vector<StepperInput> as_polynomials(const std::vector<std::string>& names) {
  std::vector<StepperInput> inputs;
  for (const std::string& name : names)
    inputs.push_back({name, StepperInput::Kind::Polynomial, FmuRun::kInputDegree});
  return inputs;
}

/// "z.pad" of "der(z.pad)".
std::string state_of_slope(const std::string& name) { return name.substr(4, name.size() - 5); }

template <class List, class Name>
int place_in(const List& list, const std::string& name, Name named) {
  const auto found = std::ranges::find(list, name, named);
  return found == list.end() ? -1 : static_cast<int>(found - list.begin());
}

/// Of "indicator[3]": 2.
int indicator_place(const std::string& name) {
  return std::stoi(name.substr(name.find('[') + 1)) - 1;
}

}  // namespace

FmuRun::FmuRun(const Model& model, const std::vector<std::string>& inputs,
               const ParameterValues& values)
    : stepper_(model, as_polynomials(inputs), values) {}

int FmuRun::place(const FmuVariable& variable) const {
  switch (variable.role) {
    case FmuRole::Quantity:
    case FmuRole::Mode:
    case FmuRole::Energy:
      return stepper_.output(variable.name);
    case FmuRole::Slope:
      return stepper_.output(state_of_slope(variable.name));
    default:
      return -1;
  }
}

double FmuRun::value(FmuRole role, int place) {
  return role == FmuRole::Slope ? stepper_.derivative(place, 1) : stepper_.value(place);
}

void FmuRun::set_input(int input, std::span<const double> value_and_derivatives) {
  stepper_.set(input, value_and_derivatives);
}

const std::vector<std::string>& FmuRun::event_names() const {
  return stepper_.system().event_names();
}

StepperState FmuRun::state_of(std::string_view bytes) const { return stepper_.state_of(bytes); }

FmuEquations::FmuEquations(const Model& model, const std::vector<std::string>& inputs,
                           const ParameterValues& values, double start)
    : equations_(model, inputs, values, start) {}

int FmuEquations::place(const FmuVariable& variable) const {
  switch (variable.role) {
    case FmuRole::Quantity:
    case FmuRole::Mode:
      return equations_.output(variable.name);
    case FmuRole::Slope:
      return slope(variable.name);
    case FmuRole::Indicator:
      return indicator_place(variable.name);
    default:
      return -1;
  }
}

double FmuEquations::value(FmuRole role, int place) {
  const auto index = static_cast<std::size_t>(place);
  if (role == FmuRole::Slope) return equations_.derivative(index);
  if (role != FmuRole::Indicator) return equations_.value(place);
  indicators_.resize(equations_.n_indicators());
  return equations_.indicators(indicators_) ? indicators_[index]
                                            : std::numeric_limits<double>::quiet_NaN();
}

void FmuEquations::set_input(int input, std::span<const double> value_and_derivatives) {
  equations_.set(input, value_and_derivatives.front());
}

StepperState FmuEquations::state_of(std::string_view bytes) const {
  return equations_.state_of(bytes);
}

int FmuEquations::state(const std::string& name) const {
  return place_in(equations_.state_list(), name, &ModelExchange::StateVariable::name);
}

int FmuEquations::slope(const std::string& name) const {
  return place_in(equations_.state_list(), name, &ModelExchange::StateVariable::derivative);
}

}  // namespace luztar
