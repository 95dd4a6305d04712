// Short runs of models in a few lines, for closed forms.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "acceptance/recording.h"

namespace acceptance {

inline constexpr double kPi = std::numbers::pi;

inline luztar::System system_of(const std::string& text, double duration = 1.0) {
  return luztar::compile(luztar::parse_model(
      text + "\n[simulation]\nduration = \"" + std::to_string(duration) + "\"\n", "edge.toml"));
}

inline Recorded run_text(const luztar::System& system, double duration, int samples = 401) {
  Recorded run = record(system, {.duration = duration, .samples = samples});
  check_trust(run);
  return run;
}

/// A mass of 1 kg on the ground: F_S, F_K and a force.
inline std::string block(const std::string& limit, const std::string& kinetic,
                         const std::string& force) {
  return "[bodies.m]\nmass = 1\n[frictions.floor]\nbetween = [\"m\", \"ground\"]\nkinetic = " +
         kinetic + "\nstatic = " + limit + "\n[forces.F]\non = \"m\"\nvalue = \"" + force + "\"\n";
}

inline bool close(double found, double expected, double scale = 1.0) {
  return std::abs(found - expected) <= 1e-12 * std::max(scale, std::abs(expected));
}

}  // namespace acceptance
