// The parts of a ModelExchange.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "luztar/exchange/model_exchange.h"
#include "luztar/exchange/stepped_model.h"
#include "luztar/exchange/stepper_outputs.h"
#include "luztar/matrix/matrix.h"
#include "luztar/simulate/driven/integrated_run.h"

namespace luztar {

struct ModelExchange::Impl {
  /// Where a state is in a GivenPoint.
  struct Place {
    Quantity quantity;  ///< Position, Velocity or Internal
    int index;
  };

  Impl(const Model& given, const std::vector<std::string>& names, ParameterValues values,
       double start);

  void list_states();
  void begin();
  void make_run(State state);
  bool look();
  double& at(GivenPoint& of, const Place& place) const;
  double state(std::size_t i) { return at(point, places[i]); }
  double derivative(std::size_t i);
  void put_inputs(const std::vector<double>& values);
  /// What inputs jump by at the event.
  std::vector<InternalChange> jumps(std::vector<int>& names) const;
  void go_on_with(const State& state, const ParameterValues& values);
  const System& with_derivatives();
  void tie(Matrix& moves);

  SteppedModel model;
  ParameterValues parameters;  ///< in the place of those of the file
  StepperInputs inputs;
  System system;
  std::unique_ptr<StepperOutputs> outputs;
  std::vector<StateVariable> states;
  std::vector<Place> places;              ///< (states)
  std::vector<double> wanted, before;     ///< (inputs) set; just before the event
  std::unique_ptr<IntegratedRun> run;     ///< null until something is read
  GivenPoint point{};                     ///< what the integrator has set
  bool is_put{}, in_event{}, is_first{};  ///< the last: update() has not been called
  System varied{};                        ///< with derivatives, once they are asked for
  bool has_varied{};
};

}  // namespace luztar
