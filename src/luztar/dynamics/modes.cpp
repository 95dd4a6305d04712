#include "luztar/dynamics/modes.h"

#include "luztar/dynamics/inertial_modes.h"
#include "luztar/dynamics/massless_modes.h"

namespace luztar {

ModeResolver::ModeResolver(const SystemImpl& system, StructureCache& cache, double tolerance)
    : present_(system, cache) {
  if (system.has_massless)
    decision_ = std::make_unique<MasslessModes>(system, present_, tolerance);
  else
    decision_ = std::make_unique<InertialModes>(system, present_);
}

}  // namespace luztar
