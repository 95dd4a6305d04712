#include "luztar/dynamics/mode_decision.h"

#include "luztar/dynamics/inertial_modes.h"
#include "luztar/dynamics/loaded_modes.h"
#include "luztar/dynamics/massless_modes.h"

namespace luztar {

std::unique_ptr<ModeDecision> mode_decision(const SystemImpl& system, PresentStructure& structure,
                                            double tolerance) {
  if (system.has_massless) return std::make_unique<MasslessModes>(system, structure, tolerance);
  if (!system.arms.pressed().empty()) return std::make_unique<LoadedModes>(system, structure);
  return std::make_unique<InertialModes>(system, structure);
}

}  // namespace luztar
