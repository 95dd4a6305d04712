// The kinds of bodies and elements, and their one order: that of files, checks and results.
#pragma once

#include <type_traits>

#include "luztar/model/model.h"

namespace luztar {

/// What one of a kind is called.
constexpr const char* word_of(PartKind kind) {
  constexpr std::array<const char*, kKinds> kWords = {"body", "spring", "damper", "friction",
                                                      "link", "stop",   "force",  "freewheel"};
  return kWords[static_cast<std::size_t>(kind)];
}

/// The section of a file that holds a kind.
inline std::string section_of(PartKind kind) {
  return kind == PartKind::Body ? "bodies" : std::string(word_of(kind)) + "s";
}

/// Calls visit(kind, list) for the lists of elements of a network, which may be const.
template <class Network, class Visit>
void for_each_element_list(Network& network, const Visit& visit) {
  visit(PartKind::Spring, network.springs);
  visit(PartKind::Damper, network.dampers);
  visit(PartKind::Friction, network.frictions);
  visit(PartKind::Freewheel, network.freewheels);
  visit(PartKind::Link, network.links);
  visit(PartKind::Stop, network.stops);
  visit(PartKind::Force, network.forces);
}

/// The same with the bodies, first.
template <class Network, class Visit>
void for_each_list(Network& network, const Visit& visit) {
  visit(PartKind::Body, network.bodies);
  for_each_element_list(network, visit);
}

/// Calls visit(element) for every element of a network.
template <class Network, class Visit>
void for_each_element(Network& network, const Visit& visit) {
  for_each_element_list(network, [&](PartKind, auto& list) {
    for (auto& element : list) visit(element);
  });
}

inline std::size_t number_of_elements(const Parts& network) {
  std::size_t number = 0;
  for_each_element_list(network, [&](PartKind, const auto& list) { number += list.size(); });
  return number;
}

/// The list of a network that holds items of a type.
template <class Item>
std::vector<Item>& list_of(Parts& network) {
  std::vector<Item>* found = nullptr;
  for_each_list(network, [&](PartKind, auto& list) {
    if constexpr (std::is_same_v<decltype(list), std::vector<Item>&>) found = &list;
  });
  return *found;
}

/// Calls visit(template, its conditions, how many instances of it were made) for every template.
template <class Visit>
void for_each_template(Repeat& repeat, const Visit& visit) {
  for_each_list(repeat.items, [&](PartKind kind, auto& templates) {
    const auto k = static_cast<std::size_t>(kind);
    for (std::size_t i = 0; i < templates.size(); ++i) {
      visit(templates[i], repeat.conditions[k][i], repeat.made[k][i]);
    }
  });
}

}  // namespace luztar
