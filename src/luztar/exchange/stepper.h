// A model that another program drives step by step: a controller, another simulation, hardware.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "luztar/model/model.h"
#include "luztar/simulate/simulate.h"

namespace luztar {

/// A parameter or a signal of the model that the program gives.
struct StepperInput {
  enum class Kind : std::uint8_t {
    Held,          ///< keeps its value until it is set again
    Interpolated,  ///< goes in a straight line to the value that was set, in the next step
    Polynomial,    ///< follows its value and derivatives from where they were set on
  };
  std::string name;
  Kind kind{};
  int degree{1};  ///< of polynomials
};

/// How a step ended.
enum class StepEnd : std::uint8_t {
  Reached,  ///< at the time asked for
  Event,    ///< at an event before it, or at it: until_event
  Ended,    ///< the run has ended: Stepper::status()
};

/// All that a Stepper needs to go on with the same bits.
class StepperState {
 public:
  StepperState() = default;
  bool empty() const { return content_ == nullptr; }
  double time() const;
  /// For Stepper::state_of(), in another process too.
  std::string bytes() const;

 private:
  friend class Stepper;
  friend class ModelExchange;
  struct Content;
  static StepperState read(std::string_view bytes, const System& system);
  std::shared_ptr<const Content> content_{};
};

/// A run of a model by events, from call to call:
///
///     Stepper plant(load_model("plant.toml"), {{"F"}});
///     const int force = plant.input("F"), speed = plant.output("v.block");
///     for (int n = 0; n < 1000; ++n) {
///       plant.set(force, controller(plant.value(speed)));
///       plant.step(1e-3);
///     }
///
/// Steps do not cut the motion: the same power series go on from step to step, and what is read has
/// the bits of the output points of simulate(). An input that changes its value is an instant, as a
/// sample of a controller; one that does not costs nothing. Nothing is allocated in a step without
/// events.
///
/// Wrong calls throw std::invalid_argument, and change nothing: unknown names, times that do not go
/// on, numbers that are not finite. A Stepper is used by one thread at a time; any number of them
/// run side by side.
class Stepper {
 public:
  /// A parameter, or a number to read: "q.block", "v.block", "a.block", "d.spring", "rate.spring",
  /// "f.spring", "mode.contact", "margin.contact", "z.brush", "x.heat", "energy.stored".
  struct Variable {
    std::string name;
    std::string unit;  ///< "" if none
  };
  struct Input {
    std::string name;
    std::string unit;  ///< "" if none
    StepperInput::Kind kind{};
    int degree{};    ///< of its derivatives: 0 if it has none to be set
    double start{};  ///< value that the file gives it
  };

  /// Throws ModelError for a wrong model, for values that read an input and stay the same, and for
  /// method = "stepping". @param parameters  in the place of those of the file [SI]
  explicit Stepper(const Model& model, const std::vector<StepperInput>& inputs = {},
                   const ParameterValues& parameters = {});
  ~Stepper();
  Stepper(Stepper&&) noexcept;
  Stepper& operator=(Stepper&&) noexcept;

  const std::vector<Input>& inputs() const;
  const std::vector<Variable>& outputs() const;
  /// Places in these lists. A name that is not there is answered with the nearest one.
  int input(std::string_view name) const;
  int output(std::string_view name) const;
  const System& system() const;               ///< inputs are states of it
  const ParameterValues& parameters() const;  ///< present values [SI]
  /// Of the file, without inputs and what follows them.
  std::vector<Variable> parameter_list() const;

  /// From the present time on, or, of interpolated ones, at the end of the next step.
  void set(int input, double value);
  /// Value and derivatives by time, as many as the polynomial has; those left out are 0.
  void set(int input, std::span<const double> value_and_derivatives);
  /// Inputs that were set act now, not with the next step: outputs show them. Interpolated ones do
  /// not. @return false: the run has ended
  bool apply_inputs();
  /// Present value.
  double input_value(int input) const;

  double time() const;  ///< [s]
  /// By h > 0. Times are start + the sum of steps, rounded once. @param until_event  goes no
  /// farther than the first event
  StepEnd step(double h, bool until_event = false);
  /// To t > time().
  StepEnd step_to(double t, bool until_event = false);
  /// The next instant that is known beforehand: a sample of a controller, a row of data, a step of
  /// time; infinity if there is none [s].
  double next_time_event() const;

  double value(int output) const;
  void values(std::span<const int> outputs, std::span<double> to) const;
  /// Its derivative by time of an order >= 1, in the modes in force; throws for modes, margins and
  /// energies.
  double derivative(int output, int order) const;
  /// Of the last step, with those of apply_inputs() before it; at first those of the start. That an
  /// input was set is none.
  const std::vector<Event>& events() const;
  const EnergyLedger& energy() const;

  /// Finished: it goes on. A run that has ended keeps the time and the values of its end.
  Status status() const;
  const std::string& diagnosis() const;
  /// How far the run is: proofs, warnings, energy and state of the present time.
  RunInfo info();

  StepperState save();
  /// Of a Stepper of the same model and inputs; its parameters come along.
  void restore(const StepperState& state);
  StepperState state_of(std::string_view bytes) const;
  /// Goes on with other values of parameters [SI]; those not named stay. What that puts in or takes
  /// out is EnergyLedger::changes. Throws ModelError.
  void set_parameters(const ParameterValues& parameters);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace luztar
