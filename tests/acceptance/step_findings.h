// Settings for models that were once computed wrongly by steps.
#pragma once

#include <string>

#include "acceptance/recording.h"

namespace acceptance {

inline luztar::SimulationSettings events(double duration) {
  luztar::SimulationSettings settings;
  settings.duration = duration;
  settings.samples = 2;
  return settings;
}

inline luztar::SimulationSettings steps(double duration, double step) {
  luztar::SimulationSettings settings = events(duration);
  settings.method = luztar::Method::Stepping;
  settings.step = step;
  return settings;
}

inline luztar::SimulationSettings adaptive(double duration, double step, double tolerance) {
  luztar::SimulationSettings settings = steps(duration, step);
  settings.adaptive = true;
  settings.tolerance = tolerance;
  return settings;
}

inline luztar::Model finding(const std::string& name) {
  return luztar::load_model(LUZTAR_SOURCE_DIR "/tests/acceptance/findings/" + name + ".toml");
}

}  // namespace acceptance
