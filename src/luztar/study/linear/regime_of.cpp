#include "luztar/study/linear/regime_of.h"

#include <numbers>
#include <string>

#include "luztar/core/number_text.h"
#include "luztar/simulate/channel.h"
#include "luztar/study/linear/linear_inputs.h"
#include "luztar/study/linear/linear_point.h"

namespace luztar {
namespace {

void set_values(const Model& model, const LinearPoint& point, LinearRegime& regime) {
  const ChannelOwners owners{point.system.bodies(), point.system.elements(), point.system.states()};
  for (const Channel& channel : all_channels(owners))
    regime.values[name_of(owners, channel)] = value_of(point.values.sample(), channel);
  for (const Parameter& parameter : model.parameters)
    regime.values[parameter.name] = point.system.parameters().at(parameter.name);
  for (const Signal& signal : model.signals)
    regime.values[signal.name] =
        input_value(point.inputs.model, point.system.parameters(), signal.name, point.values.time);
  regime.values["t"] = point.values.time;
  regime.values["pi"] = std::numbers::pi;
}

std::string words_of_mode(const LinearElement& element, ModeNumber mode) {
  if (element.state != "slides") return element.state;
  return mode < 0 ? "slides backwards" : "slides forwards";
}

void set_elements(const LinearPoint& point, const LinearSystem& numbers, LinearRegime& regime) {
  const auto& elements = point.system.elements();
  std::size_t next = 0;
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const ModeNumber mode = point.values.mode[e];
    if (elements[e].has_modes)
      regime.elements[elements[e].name] = {mode, elements[e].is_held(mode),
                                           words_of_mode(numbers.modes[next++], mode)};
    else if (elements[e].is_pair)
      regime.elements[elements[e].name] = {mode, true, ""};
  }
}

}  // namespace

LinearRegime regime_of(const Model& model, const LinearSettings& settings) {
  if (!model.controllers.empty())
    throw ModelError(model.controllers.front().where,
                     "a linear system with a sampled controller has no formula of a few terms",
                     "luztar linearize gives A, B, C, D in numbers");
  const LinearSystem numbers = linearize(model, settings);
  const LinearPoint point = linear_point(model, settings);
  LinearRegime regime;
  regime.place = settings.about == LinearSettings::About::Start ? "the start" : "a place of rest";
  if (settings.about == LinearSettings::About::Time)
    regime.place = "t = " + cell_text(numbers.time) + " s";
  regime.inputs = settings.inputs;
  regime.outputs = settings.outputs;
  set_values(model, point, regime);
  set_elements(point, numbers, regime);
  for (const LinearVariable& state : numbers.states) regime.states.push_back(state.name);
  regime.a = numbers.a;
  regime.b = numbers.b;
  regime.c = numbers.c;
  regime.d = numbers.d;
  for (const std::string& note : numbers.notes)
    if (note.starts_with("'")) regime.notes.push_back(note);
  return regime;
}

}  // namespace luztar
