// Model Exchange: what an instance says of its equations.
#include <cmath>
#include <stdexcept>

#include "luztar/core/error.h"
#include "luztar/core/number_text.h"
#include "luztar/exchange/fmu/fmu_instance.h"

namespace luztar {
namespace {

void need_as_many(std::size_t given, std::size_t own, const char* what) {
  if (given != own)
    throw std::invalid_argument("there are " + std::to_string(own) + " " + what + ", not " +
                                std::to_string(given));
}

}  // namespace

ModelExchange& FmuInstance::equations() {
  if (kind_ != Kind::Equations)
    throw std::invalid_argument("this instance is one of Co-Simulation");
  return static_cast<FmuEquations&>(engine()).equations();
}

void FmuInstance::set_time(double t) {
  if (!std::isfinite(t)) throw std::invalid_argument("a time is finite");
  equations().set_time(t);
}

void FmuInstance::set_states(const double* x, std::size_t n) {
  need_as_many(n, n_states(), "states");
  equations().set_states({x, n});
}

void FmuInstance::get_states(double* x, std::size_t n) {
  need_as_many(n, n_states(), "states");
  refresh();
  equations().states({x, n});
}

void FmuInstance::get_nominals(double* x, std::size_t n) {
  need_as_many(n, n_states(), "states");
  equations();
  for (const auto& [state, slope] : fmu_.content.states)
    *x++ = fmu_.content.variables[static_cast<std::size_t>(state)].nominal;
}

FmiStatus FmuInstance::get_derivatives(double* dx, std::size_t n) {
  need_as_many(n, n_states(), "states");
  refresh();
  return told_finite(equations().derivatives({dx, n}));
}

FmiStatus FmuInstance::get_indicators(double* z, std::size_t n) {
  need_as_many(n, n_indicators(), "event indicators");
  refresh();
  return told_finite(equations().indicators({z, n}));
}

FmiStatus FmuInstance::told_finite(bool finite) {
  if (finite) return FmiStatus::OK;
  say(FmiStatus::Discard, "there is no motion at " + rounded_text(time(), 10) +
                              " s and these states; a shorter step may find one");
  return FmiStatus::Discard;
}

void FmuInstance::enter_event() {
  refresh();
  if (kind_ == Kind::Equations) equations().enter_event();
  life_ = FmuLife::Event;
}

ModelExchange::Update FmuInstance::update() {
  if (kind_ == Kind::Equations) {
    refresh();
    const ModelExchange::Update update = equations().update();
    if (logs_events_) log_new_events();
    return update;
  }
  refresh();
  return {.states_changed = false, .again = false, .ended = run().status() != Status::Finished};
}

void FmuInstance::directional_derivative(std::span<const unsigned> unknowns,
                                         std::span<const unsigned> knowns,
                                         std::span<const double> seed, std::span<double> result,
                                         bool is_adjoint) {
  ModelExchange& own = equations();
  refresh();
  const auto& engine = static_cast<const FmuEquations&>(*engine_);
  const int n = static_cast<int>(engine.n_states());
  std::vector<int> of, by;
  for (const unsigned reference : unknowns) {
    const FmuVariable& unknown = variable(reference);
    const int slope = engine.slope(unknown.name);
    if (slope < 0 && unknown.role != FmuRole::Quantity)
      throw std::invalid_argument(quote(unknown.name) + " is no unknown that has derivatives");
    of.push_back(slope >= 0 ? slope : n + places_[reference]);
  }
  for (const unsigned reference : knowns) {
    const FmuVariable& known = variable(reference);
    const int state = engine.state(known.name);
    if (state < 0 && known.role != FmuRole::Input)
      throw std::invalid_argument(quote(known.name) + " is no state and no input");
    by.push_back(state >= 0 ? state : n + static_cast<int>(reference) - 1);
  }
  if (!is_adjoint) return own.directional_derivative(of, by, seed, result);
  std::vector<double> column(of.size());
  const double one = 1.0;
  for (std::size_t k = 0; k < by.size(); ++k) {
    own.directional_derivative(of, std::span(&by[k], 1), std::span(&one, 1), column);
    result[k] = 0.0;
    for (std::size_t i = 0; i < of.size(); ++i) result[k] += seed[i] * column[i];
  }
}

}  // namespace luztar
