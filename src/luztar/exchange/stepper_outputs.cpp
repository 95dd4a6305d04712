#include "luztar/exchange/stepper_outputs.h"

#include <array>
#include <numeric>
#include <stdexcept>

#include "luztar/core/error.h"
#include "luztar/dynamics/system/system_impl.h"
#include "luztar/io/angles.h"

namespace luztar {
namespace {

struct Energy {
  const char* name;
  double (*of)(const EnergyLedger& ledger);
};

double sum(const std::vector<double>& list) {
  return std::accumulate(list.begin(), list.end(), 0.0);
}

constexpr std::array kEnergies{Energy{"energy.kinetic",
                                      [](const EnergyLedger& ledger) {
                                        return sum(ledger.kinetic);
                                      }},
                               Energy{"energy.stored",
                                      [](const EnergyLedger& ledger) {
                                        return sum(ledger.stored);
                                      }},
                               Energy{"energy.dissipated",
                                      [](const EnergyLedger& ledger) {
                                        return sum(ledger.dissipated);
                                      }},
                               Energy{"energy.supplied",
                                      [](const EnergyLedger& ledger) {
                                        return sum(ledger.supplied);
                                      }},
                               Energy{"energy.motion_work",
                                      [](const EnergyLedger& ledger) {
                                        return sum(ledger.motion_work);
                                      }},
                               Energy{"energy.residual", [](const EnergyLedger& ledger) {
                                        return ledger.residual;
                                      }}};

}  // namespace

StepperOutputs::StepperOutputs(const System& system, const StepperInputs& inputs, bool energies) {
  const CoordinateKinds coordinates = result_coordinates(inputs.model(), system);
  add_bodies(system, coordinates);
  add_elements(system, coordinates);
  add_states(system, inputs);
  for (std::size_t e = 0; energies && e < kEnergies.size(); ++e)
    add(kEnergies[e].name, "J", {.is_energy = true, .index = static_cast<int>(e)});
}

void StepperOutputs::add(std::string name, std::string unit, Source source) {
  places_.emplace(name, static_cast<int>(list_.size()));
  list_.push_back({std::move(name), std::move(unit)});
  sources_.push_back(source);
}

void StepperOutputs::add_bodies(const System& system, const CoordinateKinds& coordinates) {
  for (std::size_t b = 0; b < system.bodies().size(); ++b) {
    const CoordinateUnits units = units_of(coordinates.bodies[b]);
    const std::string& name = system.bodies()[b].name;
    const int index = static_cast<int>(b);
    add("q." + name, units.position, {.quantity = Quantity::Position, .index = index});
    add("v." + name, units.rate, {.quantity = Quantity::Velocity, .index = index});
    add("a." + name, units.acceleration, {.quantity = Quantity::Acceleration, .index = index});
  }
}

void StepperOutputs::add_elements(const System& system, const CoordinateKinds& coordinates) {
  const SystemImpl& impl = system.impl();
  for (std::size_t e = 0; e < system.elements().size(); ++e) {
    const ElementInfo& element = system.elements()[e];
    const CoordinateUnits units = units_of(coordinates.elements[e]);
    const int index = static_cast<int>(e);
    add("d." + element.name, units.position, {.quantity = Quantity::Deflection, .index = index});
    add("rate." + element.name, units.rate, {.quantity = Quantity::Rate, .index = index});
    add("f." + element.name, units.force, {.quantity = Quantity::ElementForce, .index = index});
    if (element.has_modes)
      add("mode." + element.name, "", {.quantity = Quantity::Mode, .index = index});
    const int pair = index - impl.first_pair();
    if (pair >= 0 && pair < impl.n_pairs() && impl.pairs[pair].is_dry())
      add("margin." + element.name, units.force, {.quantity = Quantity::Margin, .index = index});
    if (element.internal >= 0)
      add("z." + element.name, units.position,
          {.quantity = Quantity::Internal, .index = element.internal});
  }
}

void StepperOutputs::add_states(const System& system, const StepperInputs& inputs) {
  for (std::size_t s = 0; s < system.states().size(); ++s)
    if (const StateInfo& state = system.states()[s]; !inputs.is_input(s))
      add("x." + state.name, state.unit,
          {.quantity = Quantity::Internal,
           .index = system.impl().first_state() + static_cast<int>(s)});
}

int StepperOutputs::find(std::string_view name) const {
  const auto place = places_.find(std::string(name));
  return place == places_.end() ? -1 : place->second;
}

double StepperOutputs::value(SteppedRun& run, int output) const {
  const Source& source = sources_[static_cast<std::size_t>(output)];
  if (source.is_energy) return kEnergies[static_cast<std::size_t>(source.index)].of(run.energy());
  return run.value(source.quantity, source.index);
}

double StepperOutputs::derivative(const SteppedRun& run, int output, int order) const {
  const Source& source = sources_[static_cast<std::size_t>(output)];
  const bool has_series =
      !source.is_energy && source.quantity != Quantity::Mode && source.quantity != Quantity::Margin;
  if (!has_series)
    throw std::invalid_argument(quote(list_[static_cast<std::size_t>(output)].name) +
                                " has no derivative by time");
  return run.derivative(source.quantity, source.index, order);
}

}  // namespace luztar
