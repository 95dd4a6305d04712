#include "luztar/dynamics/instant/mode_decision.h"

#include "luztar/dynamics/instant/inertial_modes.h"
#include "luztar/dynamics/instant/loaded_modes.h"
#include "luztar/dynamics/instant/massless_modes.h"

namespace luztar {

std::unique_ptr<ModeDecision> mode_decision(const SystemImpl& system, PresentStructure& structure,
                                            double tolerance) {
  if (system.has_massless) return std::make_unique<MasslessModes>(system, structure, tolerance);
  if (!system.arms.normal_loads().empty()) return std::make_unique<LoadedModes>(system, structure);
  return std::make_unique<InertialModes>(system, structure);
}

}  // namespace luztar
