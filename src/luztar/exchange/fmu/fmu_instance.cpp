#include "luztar/exchange/fmu/fmu_instance.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "luztar/core/error.h"
#include "luztar/core/number_text.h"
#include "luztar/exchange/fmu/fmu_saved.h"
#include "luztar/io/results.h"

namespace luztar {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

[[noreturn]] void refuse_fmu(const std::string& what) { throw std::invalid_argument(what); }

bool is_calculated(FmuRole role) { return role >= FmuRole::Quantity; }

std::size_t count(const std::vector<FmuVariable>& list, FmuRole role) {
  return static_cast<std::size_t>(std::ranges::count(list, role, &FmuVariable::role));
}

}  // namespace

FmuInstance::FmuInstance(std::string name, Kind kind, FmuModel fmu, FmuLogger logger)
    : name_(std::move(name)), kind_(kind), fmu_(std::move(fmu)), logger_(std::move(logger)) {
  const bool fits = kind == Kind::Steps ? fmu_.content.for_steps : fmu_.content.for_equations;
  if (!fits)
    refuse_fmu(kind == Kind::Steps ? "this FMU was exported for Model Exchange alone"
                                   : "this FMU was exported for Co-Simulation alone");
  inputs_.resize(count(fmu_.content.variables, FmuRole::Input));
}

FmuInstance::~FmuInstance() = default;

void FmuInstance::say(FmiStatus status, const std::string& words) const noexcept {
  constexpr std::array kCategories{"logEvents", "logStatusWarning", "logStatusDiscard",
                                   "logStatusError", "logStatusFatal"};
  try {
    if (logger_) logger_(status, kCategories[static_cast<std::size_t>(status)], words);
  } catch (...) {  // nothing can be said
  }
}

std::vector<std::string> FmuInstance::input_names() const {
  std::vector<std::string> names;
  for (const FmuVariable& variable : fmu_.content.variables)
    if (variable.role == FmuRole::Input) names.push_back(variable.name);
  return names;
}

bool FmuInstance::is_parameter(const std::string& name) const {
  return std::ranges::find(fmu_.model.parameters, name, &Parameter::name) !=
         fmu_.model.parameters.end();
}

FmuEngine& FmuInstance::engine() {
  if (!engine_) build();
  return *engine_;
}

/// Inputs that are parameters begin with what was set, also where the start depends on them.
void FmuInstance::build() {
  Model model = fmu_.model;
  if (start_ && !model.simulation.at_rest) model.simulation.start = Expression::number(*start_);
  ParameterValues values = fmu_.content.parameters;
  for (const auto& [name, value] : given_) values[name] = value;
  const std::vector<std::string> names = input_names();
  for (std::size_t i = 0; i < names.size(); ++i)
    if (inputs_[i].is_first && is_parameter(names[i])) values[names[i]] = inputs_[i].values[0];
  std::unique_ptr<FmuEngine> made;
  if (kind_ == Kind::Steps) {
    auto run = std::make_unique<FmuRun>(model, names, values);
    const SimulationSettings& settings = run->stepper().system().settings();
    const auto rows = static_cast<double>(std::max<std::int64_t>(settings.samples, 2) - 1);
    spacing_ = settings.interval > 0.0 ? settings.interval : settings.duration / rows;
    made = std::move(run);
  } else {
    const double start = start_ ? *start_ : compile(model, values).settings().start;
    made = std::make_unique<FmuEquations>(model, names, values, start);
  }
  places_.clear();
  for (const FmuVariable& variable : fmu_.content.variables)
    places_.push_back(made->place(variable));
  engine_ = std::move(made);
  for (Given& given : inputs_) given.is_new = given.is_first;
}

void FmuInstance::set_experiment(double start, double last) {
  if (!std::isfinite(start)) refuse_fmu("the start is a time, not " + rounded_text(start));
  if (!(last > start))
    refuse_fmu("the end, " + rounded_text(last) + " s, is not behind the start, " +
               rounded_text(start) + " s");
  start_ = start;
  last_ = last;
  engine_.reset();
}

FmiStatus FmuInstance::exit_initialization(FmuLife next) {
  refresh();
  life_ = next;
  log_new_events();
  return engine().status() == Status::Finished ? FmiStatus::OK : end(FmiStatus::Discard);
}

void FmuInstance::reset() {
  engine_.reset();
  std::ranges::fill(inputs_, Given{});
  given_.clear();
  pending_.clear();
  start_.reset();
  last_ = std::numeric_limits<double>::infinity();
  told_unknown_ = false;
  life_ = FmuLife::Instantiated;
}

const FmuVariable& FmuInstance::variable(unsigned reference) const {
  const auto& list = fmu_.content.variables;
  if (reference >= list.size())
    refuse_fmu("no variable has the value reference " + std::to_string(reference) + "; there are " +
               std::to_string(list.size()));
  return list[reference];
}

FmiStatus FmuInstance::get(std::span<const unsigned> references, double* values) {
  bool is_unknown = false;
  for (std::size_t i = 0; i < references.size(); ++i) values[i] = get(references[i], is_unknown);
  return is_unknown ? FmiStatus::Warning : FmiStatus::OK;
}

double FmuInstance::get(unsigned reference, bool& is_unknown) {
  const FmuVariable& own = variable(reference);
  if (own.role == FmuRole::Mode)
    refuse_fmu(quote(own.name) + " is an enumeration, and no real number");
  if (!is_calculated(own.role)) return given_value(own, reference);
  if (life_ == FmuLife::Instantiated)
    refuse_fmu(quote(own.name) + " has no value before the initialization");
  refresh();
  const int place = places_[reference];
  if (place >= 0) return engine_->value(own.role, place);
  is_unknown = true;
  if (!std::exchange(told_unknown_, true))
    say(FmiStatus::Warning, quote(own.name) + " has no value in " +
                                (kind_ == Kind::Steps ? "Co-Simulation" : "Model Exchange"));
  return kUnknown;
}

/// Of what is not calculated.
double FmuInstance::given_value(const FmuVariable& own, unsigned reference) {
  if (own.role == FmuRole::Time) return time();
  if (own.role == FmuRole::Input) {
    const Given& given = inputs_[reference - 1];
    return given.is_new ? given.values[0] : engine().input_value(static_cast<int>(reference) - 1);
  }
  push_parameters();
  return engine().parameters().at(own.name);
}

void FmuInstance::get_modes(std::span<const unsigned> references,
                            const std::function<void(int)>& take) {
  for (const unsigned reference : references) {
    const FmuVariable& own = variable(reference);
    if (own.role != FmuRole::Mode)
      refuse_fmu(quote(own.name) + " is a real number, and no enumeration");
    if (life_ == FmuLife::Instantiated)
      refuse_fmu(quote(own.name) + " has no value before the initialization");
    refresh();
    take(static_cast<int>(engine_->value(own.role, places_[reference])));
  }
}

void FmuInstance::need_none(std::size_t count, const char* type) {
  if (count > 0) refuse_fmu("this FMU has no variables of the type " + std::string(type));
}

/// All or none.
void FmuInstance::set(std::span<const unsigned> references, const double* values) {
  for (std::size_t i = 0; i < references.size(); ++i) {
    const FmuVariable& own = variable(references[i]);
    if (own.role != FmuRole::Input && own.role != FmuRole::Parameter)
      refuse_fmu(quote(own.name) + " cannot be set: it is no input and no parameter");
    if (!std::isfinite(values[i]))
      refuse_fmu(quote(own.name) + " needs a finite number, not " + std::to_string(values[i]));
    const bool before = is_in(FmuLife::Instantiated | FmuLife::Initialization);
    if (own.role == FmuRole::Parameter && !before && !own.is_tunable)
      refuse_fmu("the parameter " + quote(own.name) +
                 " is fixed: set it before the initialization ends");
    if (own.role == FmuRole::Parameter && is_in(FmuLife::Continuous | FmuLife::Intermediate))
      refuse_fmu("the parameter " + quote(own.name) + " changes at events alone");
  }
  for (std::size_t i = 0; i < references.size(); ++i) set(references[i], values[i]);
}

void FmuInstance::set(unsigned reference, double value) {
  const FmuVariable& own = variable(reference);
  own.role == FmuRole::Input ? set_input(reference - 1, value) : set_parameter(own, value);
}

void FmuInstance::set_parameter(const FmuVariable& own, double value) {
  if (is_in(FmuLife::Instantiated | FmuLife::Initialization)) {
    given_[own.name] = value;
    engine_.reset();
  } else {
    pending_[own.name] = value;
  }
}

FmuInstance::Given& FmuInstance::opened(std::size_t input) {
  Given& given = inputs_[input];
  if (!std::exchange(given.is_open, true)) {
    given.values.fill(0.0);
    given.values[0] = engine_ ? engine_->input_value(static_cast<int>(input)) : 0.0;
  }
  given.is_new = true;
  given.is_first = is_in(FmuLife::Instantiated | FmuLife::Initialization);
  return given;
}

void FmuInstance::set_input(std::size_t input, double value) {
  opened(input).values[0] = value;
  if (is_in(FmuLife::Instantiated | FmuLife::Initialization)) engine_.reset();
}

void FmuInstance::set_input_derivative(unsigned reference, int order, double value) {
  const FmuVariable& own = variable(reference);
  if (own.role != FmuRole::Input) refuse_fmu(quote(own.name) + " is no input");
  if (order < 1 || order > FmuRun::kInputDegree)
    refuse_fmu("derivatives of inputs have the orders 1 to " +
               std::to_string(FmuRun::kInputDegree) + ", not " + std::to_string(order));
  if (!std::isfinite(value))
    refuse_fmu("a derivative of " + quote(own.name) + " needs a finite number");
  engine();
  opened(reference - 1).values[static_cast<std::size_t>(order)] = value;
}

double FmuInstance::output_derivative(unsigned reference, int order) {
  const FmuVariable& own = variable(reference);
  if (own.role != FmuRole::Quantity || kind_ != Kind::Steps)
    refuse_fmu(quote(own.name) + " has no derivatives");
  if (order < 1) refuse_fmu("derivatives have orders from 1 on");
  refresh();
  return run().stepper().derivative(places_[reference], order);
}

/// Where they do not suit the model they are forgotten, and the run goes on without them.
void FmuInstance::push_parameters() {
  if (pending_.empty()) return;
  engine().set_parameters(std::exchange(pending_, {}));
}

void FmuInstance::push_inputs() {
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    if (std::exchange(inputs_[i].is_new, false))
      engine_->set_input(static_cast<int>(i), inputs_[i].values);
}

void FmuInstance::refresh() {
  engine();
  push_parameters();
  if (std::ranges::none_of(inputs_, &Given::is_new)) return;
  push_inputs();
  engine_->apply_inputs();
}

double FmuInstance::time() { return engine().time(); }

double FmuInstance::next_time_event() { return engine().next_time_event(); }

std::size_t FmuInstance::n_indicators() const {
  return count(fmu_.content.variables, FmuRole::Indicator);
}

FmiStatus FmuInstance::end(FmiStatus status) {
  life_ = FmuLife::Ended;
  say(status, std::string("the run has ended at ") + rounded_text(time(), 10) +
                  " s: " + to_text(engine().status()) + ": " + engine().diagnosis());
  return status;
}

void FmuInstance::log_new_events() {
  if (!logs_events_) return;
  for (const Event& event : engine().events())
    say(FmiStatus::OK, rounded_text(event.time.value, 10) +
                           " s: " + engine_->event_names()[static_cast<std::size_t>(event.name)] +
                           " " + cause_word(event.cause));
}

}  // namespace luztar
