#include "luztar/network/symbols.h"

#include <utility>

#include "luztar/model/link_loads.h"
#include "luztar/model/shifts.h"

namespace luztar {
namespace {

template <class Item>
std::unordered_map<std::string_view, int> places_of(const std::vector<Item>& list) {
  std::unordered_map<std::string_view, int> places;
  places.reserve(list.size());
  for (const Item& item : list) places.emplace(item.name, static_cast<int>(places.size()));
  return places;
}

}  // namespace

LawSymbols::LawSymbols(const Model& model)
    : bodies_(places_of(model.bodies)), signals_(places_of(model.signals)) {
  for (std::string& name : names_that_load(model))
    loading_.emplace(std::move(name), static_cast<int>(loading_.size()));
  const auto add = [this](const std::string& name) {
    states_.emplace(name, static_cast<int>(states_.size()));
  };
  for (const StateVariable& state : model.states) add(state.name);
  for (const std::string& name : output_names(model.controllers)) add(name);
  for (std::size_t i = 0; i < model.delays.size(); ++i) add("delay." + std::to_string(i));
  for (const std::string& element : model.shifts) add(shift_name(element).substr(2));
}

LawSymbol LawSymbols::of(std::string_view name) const {
  using Kind = LawSymbol::Kind;
  if (name == "t") return {Kind::Time};
  if (name == "d") return {Kind::Deflection};
  if (name == "v") return {Kind::Rate};
  if (name.starts_with("x.")) return {Kind::State, states_.at(std::string(name.substr(2)))};
  for (const LoadPrefix& prefix : kLoadPrefixes)
    if (name.starts_with(prefix.text))
      return {Kind::Load, loading_.at(std::string(name.substr(prefix.text.size()))), prefix.side};
  if (name.size() > 2 && name[1] == '.')
    return {name[0] == 'q' ? Kind::Position : Kind::Velocity, bodies_.at(name.substr(2))};
  const auto signal = signals_.find(name);
  if (signal == signals_.end()) return {Kind::Parameter};
  return {Kind::Signal, signal->second};
}

}  // namespace luztar
