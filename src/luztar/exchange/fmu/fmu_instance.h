// What FMI 2.0 and 3.0 have in common: one instance of an FMU.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "luztar/exchange/fmu/fmu_content.h"
#include "luztar/exchange/fmu/fmu_engine.h"

namespace luztar {

/// As fmi2Status and fmi3Status.
enum class FmiStatus : std::uint8_t { OK, Warning, Discard, Error, Fatal };

/// Where an instance is in its life: bits of a set, for what a function allows.
enum class FmuLife : unsigned {
  Instantiated = 1,
  Initialization = 2,
  Event = 4,
  Continuous = 8,     ///< Model Exchange
  Step = 16,          ///< Co-Simulation
  Intermediate = 32,  ///< within a step, in the callback
  Ended = 64,         ///< a step was not finished
  Terminated = 128,
};
using FmuLives = unsigned;
constexpr FmuLives operator|(FmuLife a, FmuLife b) {
  return static_cast<FmuLives>(a) | static_cast<FmuLives>(b);
}
constexpr FmuLives operator|(FmuLives a, FmuLife b) { return a | static_cast<FmuLives>(b); }

/// Receives words. @param category  "logStatusError", "logEvents" ...
using FmuLogger =
    std::function<void(FmiStatus status, const char* category, const std::string& words)>;

/// How a step ended.
struct FmuStep {
  bool has_event{};  ///< at the time reached
  bool has_ended{};  ///< the run
  double reached{};  ///< [s]
};

/// What the importer wants within a step, at a time: whether it ends there, and when instead.
struct FmuPause {
  bool ends{};
  double end{};  ///< [s]
};
using FmuIntermediate = std::function<FmuPause(double time)>;

/// How Co-Simulation of 3.0 goes.
struct FmuStepOptions {
  bool event_mode{};
  bool early_return{};
  bool sets_inputs{};            ///< within a step
  FmuIntermediate intermediate;  ///< empty: none
};

/// Calls throw std::invalid_argument where they are wrong, ModelError where values do not suit the
/// model, and change nothing then. One thread at a time.
class FmuInstance {
 public:
  enum class Kind : std::uint8_t { Steps, Equations };

  FmuInstance(std::string name, Kind kind, FmuModel fmu, FmuLogger logger);
  const std::string& name() const { return name_; }
  Kind kind() const { return kind_; }
  FmuLife life() const { return life_; }
  void set_life(FmuLife life) { life_ = life; }
  bool is_input(unsigned reference) const { return reference >= 1 && reference <= inputs_.size(); }
  bool is_in(FmuLives lives) const { return (static_cast<FmuLives>(life_) & lives) != 0; }
  void say(FmiStatus status, const std::string& words) const noexcept;
  /// Events are told as well.
  void log_events(bool wanted) { logs_events_ = wanted; }
  FmuStepOptions& step_options() { return options_; }

  // Life.
  /// @param last  infinity: none
  void set_experiment(double start, double last);
  /// Finds the start, with the values that were set.
  /// @return Discard: the run has ended at once
  FmiStatus exit_initialization(FmuLife next);
  void reset();

  // Values, by value references.
  FmiStatus get(std::span<const unsigned> references, double* values);
  void get_modes(std::span<const unsigned> references, const std::function<void(int)>& take);
  void set(std::span<const unsigned> references, const double* values);
  void set_input_derivative(unsigned reference, int order, double value);
  double output_derivative(unsigned reference, int order);
  /// Throws if there are some: the FMU has none of this type.
  static void need_none(std::size_t count, const char* type);

  // Co-Simulation.
  /// From t, which is the present time up to rounding, by h > 0.
  FmuStep step(double t, double h);
  double time();
  /// The run has ended: told with this status, which is returned.
  FmiStatus end(FmiStatus status);

  // Model Exchange.
  ModelExchange& equations();
  std::size_t n_states() const { return fmu_.content.states.size(); }
  std::size_t n_indicators() const;
  void set_time(double t);
  void set_states(const double* x, std::size_t n);
  void get_states(double* x, std::size_t n);
  void get_nominals(double* x, std::size_t n);
  /// Discard: they are not finite; a shorter step may do.
  FmiStatus get_derivatives(double* dx, std::size_t n);
  FmiStatus get_indicators(double* z, std::size_t n);
  /// Of both kinds.
  void enter_event();
  /// Inputs and parameters that were set act.
  void refresh();
  ModelExchange::Update update();
  /// Sums of d(unknown)/d(known) times seed over knowns; `is_adjoint`: over unknowns.
  void directional_derivative(std::span<const unsigned> unknowns, std::span<const unsigned> knowns,
                              std::span<const double> seed, std::span<double> result,
                              bool is_adjoint);
  /// Infinity: none is known [s].
  double next_time_event();

  // States.
  struct Saved;
  /// @param into  of this instance, written anew; null: one is made
  Saved* save(Saved* into);
  void restore(const Saved* saved);
  void forget(const Saved* saved);
  std::string bytes_of(const Saved* saved) const;
  Saved* state_of(std::string_view bytes);
  ~FmuInstance();
  FmuInstance(const FmuInstance&) = delete;
  FmuInstance& operator=(const FmuInstance&) = delete;

 private:
  /// What was set of an input.
  struct Given {
    std::array<double, FmuRun::kInputDegree + 1> values{};
    bool is_new{};    ///< it has not acted yet
    bool is_first{};  ///< it is that of the start
    bool is_open{};   ///< since the last step; what is set else begins anew
  };

  FmuEngine& engine();
  void build();
  FmuRun& run() { return static_cast<FmuRun&>(engine()); }
  const FmuVariable& variable(unsigned reference) const;
  double get(unsigned reference, bool& is_unknown);
  double given_value(const FmuVariable& variable, unsigned reference);
  void set(unsigned reference, double value);
  void set_input(std::size_t input, double value);
  void set_parameter(const FmuVariable& variable, double value);
  Given& opened(std::size_t input);
  void push_parameters();
  void push_inputs();
  void check_step(double t, double h);
  StepEnd go(double target, bool until_event);
  double next_pause(double target) const;
  bool is_parameter(const std::string& name) const;
  const Saved& owned(const Saved* saved) const;
  void log_new_events();
  FmiStatus told_finite(bool finite);
  std::vector<std::string> input_names() const;

  std::string name_;
  Kind kind_;
  FmuModel fmu_;
  FmuLogger logger_;
  FmuLife life_{FmuLife::Instantiated};
  FmuStepOptions options_{};
  std::unique_ptr<FmuEngine> engine_;  ///< null: to be made
  std::vector<int> places_;            ///< of variables in it
  std::vector<Given> inputs_;          ///< value reference - 1
  ParameterValues given_;              ///< before the start
  ParameterValues pending_;            ///< during the run, not in force yet
  std::optional<double> start_;
  double last_{std::numeric_limits<double>::infinity()};
  double spacing_{};  ///< of inputs within a step [s]
  bool logs_events_{};
  bool told_unknown_{};  ///< that this kind of FMU has no value of a variable
  std::vector<std::unique_ptr<Saved>> saved_;
};

}  // namespace luztar
