// A model whose motion another program integrates: FMI for Model Exchange.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "luztar/exchange/stepper.h"

namespace luztar {

/// A model as ordinary differential equations with events, for the integrator of another program:
///
///     x' = derivatives(t, x, u)    in the modes in force
///     indicators(t, x, u) > 0      while they stay in force
///     update()                     at an event: modes, impacts, jumps of states; x may change
///
/// States are positions and velocities of bodies that move freely, bristles, and states of the
/// model with rates. Modes, held values of controllers and states that only jump are kept inside
/// and change in update() alone.
///
/// Wrong calls throw std::invalid_argument, and change nothing. It is used by one thread at a time.
class ModelExchange {
 public:
  struct StateVariable {
    std::string name;        ///< "q.BODY", "v.BODY", "z.FRICTION", "x.STATE": names of outputs
    std::string derivative;  ///< "v.BODY", "a.BODY", "der(z.FRICTION)", "der(x.STATE)"
    std::string unit;        ///< of the state, SI; "" if none
    std::string derivative_unit;
  };
  /// What update() has done.
  struct Update {
    bool states_changed{};  ///< they jumped, or were brought onto what holds
    bool again{};           ///< call it once more
    bool ended{};           ///< status(), diagnosis()
  };

  /// Inputs are what set() says at the present time. Throws ModelError for a wrong model, method =
  /// "stepping", and delays. @param start  of the integration [s]
  ModelExchange(const Model& model, const std::vector<std::string>& inputs,
                const ParameterValues& parameters, double start);
  ~ModelExchange();
  ModelExchange(ModelExchange&&) noexcept;
  ModelExchange& operator=(ModelExchange&&) noexcept;

  const std::vector<StateVariable>& state_list() const;
  const std::vector<Stepper::Input>& inputs() const;
  const std::vector<Stepper::Variable>& outputs() const;  ///< as of a Stepper, without energies
  std::size_t n_indicators() const;
  std::string indicator_name(std::size_t indicator) const;  ///< "guide upper"
  /// Places. A name that is not there is answered with the nearest one.
  int input(std::string_view name) const;
  int output(std::string_view name) const;

  // What the integrator gives, in any order; work is done when something is read.
  void set_time(double t);
  void set_states(std::span<const double> x);
  void set(int input, double value);
  /// Other values of parameters [SI], at an event: modes are decided by them. Throws ModelError.
  void set_parameters(const ParameterValues& parameters);
  const ParameterValues& parameters() const;

  // What it reads.
  double time() const;
  void states(std::span<double> x) const;
  /// False: not finite, or no motion is there: take a shorter step.
  bool derivatives(std::span<double> dx);
  bool indicators(std::span<double> z);
  double input_value(int input) const;
  double value(int output);
  double derivative(std::size_t state);
  /// By the state of a step that the integrator has accepted.
  /// @return true: an event is due (update())
  bool completed_step();

  /// An event at the present time, states and inputs. Inputs that are set from now on until the
  /// time or the states change jump there.
  void enter_event();
  /// The first modes, behind the constructor; later those behind an event.
  Update update();
  /// Of the calls of update() at this event.
  const std::vector<Event>& events() const;
  const std::vector<std::string>& event_names() const;
  /// A sample of a controller, a row of data; infinity if there is none [s].
  double next_time_event() const;

  /// Sums of d(derivatives, then outputs) / d(states, then inputs) times seeds, in the modes in
  /// force. Throws ModelError where derivatives are not computed.
  /// @param of, by  places in these lists. @param sensitivity  (of)
  void directional_derivative(std::span<const int> of, std::span<const int> by,
                              std::span<const double> seed, std::span<double> sensitivity);

  Status status() const;
  const std::string& diagnosis() const;

  StepperState save();
  void restore(const StepperState& state);
  StepperState state_of(std::string_view bytes) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace luztar
