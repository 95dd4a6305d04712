#include "luztar/derive/export_c.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <utility>
#include <variant>

#include "luztar/derive/run_writer.h"
#include "luztar/model/element_forces.h"
#include "luztar/model/inputs.h"

namespace luztar {
namespace {

[[noreturn]] void refuse(const SourceLocation& where, std::string what, std::string advice) {
  throw ModelError(where, std::move(what), std::move(advice));
}

void check(const Model& model) {
  if (model.simulation.at_rest)
    refuse(model.simulation.rest, "a program in C cannot start at an equilibrium",
           "write the positions that `luztar equilibrium` gives");
  if (model.simulation.method != Method::Events)
    refuse(model.simulation.where, "a program in C makes runs by events only",
           "leave out `method`");
  for (const Inertia& inertia : model.inertias)
    refuse(inertia.where,
           "a program in C cannot express the coupled inertia '" + inertia.name + "' yet",
           "write the model in coordinates that are not coupled");
  for (const StateVariable& state : model.states)
    for (const StateVariable::Jump& jump : state.jumps)
      refuse(jump.where, "a program in C cannot express the jumps of '" + state.name + "' yet",
             "give it as an input, and set it where it jumps");
  for (const Body& body : model.bodies)
    if (body.release != Release::Unknown)
      refuse(body.where, "a program in C cannot express the `release` of '" + body.name + "'",
             "give it a small mass");
}

/// Measured signals as tables over t.
Model with_data_as_tables(Model model) {
  for (Signal& signal : model.signals) {
    const auto* data = std::get_if<Table>(&signal.value);
    if (data == nullptr) continue;
    const TablePtr table = make_table_function("data_" + signal.name, data->time, data->value,
                                               data->interpolation, Beyond::Extend);
    signal.value = Expression::lookup(table, {Expression::symbol("t")});
  }
  return model;
}

bool is_identifier(const std::string& name) {
  return !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) != 0 &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
         });
}

}  // namespace

ExportedC export_c(const Model& model, const ExportC& options) {
  if (!is_identifier(options.name) || safe_name(options.name) != options.name)
    throw std::invalid_argument("'" + options.name +
                                "' is no name in C: write letters, digits and _");
  check(model);
  const std::optional<Model> written = with_forces_written_out(model);
  Model own = with_data_as_tables(written ? *written : model);
  std::vector<std::size_t> states;
  if (!options.inputs.empty()) {
    std::vector<ModelInput> inputs;
    for (const std::string& name : options.inputs) inputs.push_back({name, 0});
    ModelWithInputs changed = with_inputs(own, inputs);
    for (const auto& input : changed.inputs) states.push_back(input.state);
    own = std::move(changed.model);
  }
  return RunWriter(own, options, std::move(states)).write();
}

}  // namespace luztar
