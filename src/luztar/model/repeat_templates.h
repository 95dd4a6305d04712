// The templates of a [repeat], of every kind.
#pragma once

#include <cstddef>
#include <type_traits>

#include "luztar/model/model.h"

namespace luztar {

/// visit(template, its conditions, how many instances of it were made), bodies first.
template <class Visit>
void for_each_template(Repeat& repeat, const Visit& visit) {
  const auto list = [&](auto& templates, std::size_t kind) {
    for (std::size_t i = 0; i < templates.size(); ++i) {
      visit(templates[i], repeat.conditions[kind][i], repeat.made[kind][i]);
    }
  };
  Parts& items = repeat.items;
  list(items.bodies, 0);
  list(items.springs, 1);
  list(items.dampers, 2);
  list(items.frictions, 3);
  list(items.links, 4);
  list(items.stops, 5);
  list(items.forces, 6);
}

/// The bodies, springs ... of a network.
template <class Item>
auto& list_of(Parts& network) {
  if constexpr (std::is_same_v<Item, Body>) return network.bodies;
  if constexpr (std::is_same_v<Item, Spring>) return network.springs;
  if constexpr (std::is_same_v<Item, Damper>) return network.dampers;
  if constexpr (std::is_same_v<Item, Friction>) return network.frictions;
  if constexpr (std::is_same_v<Item, Link>) return network.links;
  if constexpr (std::is_same_v<Item, Stop>) return network.stops;
  if constexpr (std::is_same_v<Item, Force>) return network.forces;
}

}  // namespace luztar
