// A model in motion, as an FMU needs it: a run in steps, or equations that others integrate.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "luztar/exchange/fmu/fmu_variables.h"

namespace luztar {

/// Calls that are wrong throw std::invalid_argument, values that do not suit the model ModelError;
/// nothing has changed then.
class FmuEngine {
 public:
  FmuEngine() = default;
  FmuEngine(const FmuEngine&) = delete;
  FmuEngine& operator=(const FmuEngine&) = delete;
  virtual ~FmuEngine() = default;

  virtual double time() const = 0;
  /// For value(); negative: this engine has no such variable.
  virtual int place(const FmuVariable& variable) const = 0;
  virtual double value(FmuRole role, int place) = 0;
  virtual double input_value(int input) const = 0;
  virtual void set_input(int input, std::span<const double> value_and_derivatives) = 0;
  /// Inputs that were set act now.
  virtual void apply_inputs() = 0;
  virtual const ParameterValues& parameters() const = 0;
  virtual void set_parameters(const ParameterValues& values) = 0;
  virtual double next_time_event() const = 0;
  /// Of the last step or event.
  virtual const std::vector<Event>& events() const = 0;
  virtual const std::vector<std::string>& event_names() const = 0;
  virtual Status status() const = 0;
  virtual const std::string& diagnosis() const = 0;
  virtual StepperState save() = 0;
  virtual void restore(const StepperState& state) = 0;
  virtual StepperState state_of(std::string_view bytes) const = 0;
};

/// Co-Simulation.
class FmuRun : public FmuEngine {
 public:
  static constexpr int kInputDegree = 3;  ///< of the polynomials that inputs are

  /// Throws ModelError. @param inputs  names
  FmuRun(const Model& model, const std::vector<std::string>& inputs, const ParameterValues& values);
  Stepper& stepper() { return stepper_; }

  double time() const override { return stepper_.time(); }
  int place(const FmuVariable& variable) const override;
  double value(FmuRole role, int place) override;
  double input_value(int input) const override { return stepper_.input_value(input); }
  void set_input(int input, std::span<const double> value_and_derivatives) override;
  void apply_inputs() override { stepper_.apply_inputs(); }
  const ParameterValues& parameters() const override { return stepper_.parameters(); }
  void set_parameters(const ParameterValues& values) override { stepper_.set_parameters(values); }
  double next_time_event() const override { return stepper_.next_time_event(); }
  const std::vector<Event>& events() const override { return stepper_.events(); }
  const std::vector<std::string>& event_names() const override;
  Status status() const override { return stepper_.status(); }
  const std::string& diagnosis() const override { return stepper_.diagnosis(); }
  StepperState save() override { return stepper_.save(); }
  void restore(const StepperState& state) override { stepper_.restore(state); }
  StepperState state_of(std::string_view bytes) const override;

 private:
  Stepper stepper_;
};

/// Model Exchange.
class FmuEquations : public FmuEngine {
 public:
  /// Throws ModelError. @param start  of the integration [s]
  FmuEquations(const Model& model, const std::vector<std::string>& inputs,
               const ParameterValues& values, double start);
  ModelExchange& equations() { return equations_; }

  double time() const override { return equations_.time(); }
  int place(const FmuVariable& variable) const override;
  /// NaN where the equations have no value.
  double value(FmuRole role, int place) override;
  double input_value(int input) const override { return equations_.input_value(input); }
  void set_input(int input, std::span<const double> value_and_derivatives) override;
  void apply_inputs() override {}
  const ParameterValues& parameters() const override { return equations_.parameters(); }
  void set_parameters(const ParameterValues& values) override { equations_.set_parameters(values); }
  double next_time_event() const override { return equations_.next_time_event(); }
  const std::vector<Event>& events() const override { return equations_.events(); }
  const std::vector<std::string>& event_names() const override { return equations_.event_names(); }
  Status status() const override { return equations_.status(); }
  const std::string& diagnosis() const override { return equations_.diagnosis(); }
  StepperState save() override { return equations_.save(); }
  void restore(const StepperState& state) override { equations_.restore(state); }
  StepperState state_of(std::string_view bytes) const override;

  std::size_t n_states() const { return equations_.state_list().size(); }
  /// Place of a state of this name; -1: it is none.
  int state(const std::string& name) const;
  /// Place of the derivative of this name among derivatives; -1: it is none.
  int slope(const std::string& name) const;

 private:
  ModelExchange equations_;
  std::vector<double> indicators_;
};

}  // namespace luztar
