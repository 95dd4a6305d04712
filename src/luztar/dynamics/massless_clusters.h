// Massless bodies that springs join.
#pragma once

#include "luztar/dynamics/system_impl.h"

namespace luztar {

/// Writes BodyLaw::massless_cluster of all bodies: one body of each cluster. Precondition: it
/// is the body itself where that is massless, else -1.
void find_massless_clusters(SystemImpl& system);

}  // namespace luztar
