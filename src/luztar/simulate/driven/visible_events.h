// Events of a run that a program drives.
#pragma once

#include <vector>

#include "luztar/simulate/simulate.h"

namespace luztar {

/// Keeps the events but those of inputs, which the program has made.
struct VisibleEvents : Observer {
  void event(const Event& event) override {
    const bool of_input = event.name >= from && event.name < to;
    if (!of_input) list.push_back(event);
  }
  int from{}, to{};  ///< names of events of inputs
  std::vector<Event> list{};
};

/// Nothing is given out but what the program asks for.
inline SimulationSettings settings_without_rows(SimulationSettings settings) {
  settings.span = settings.span > 0.0 ? settings.span : settings.duration;
  settings.give_rows(0);
  return settings;
}

}  // namespace luztar
