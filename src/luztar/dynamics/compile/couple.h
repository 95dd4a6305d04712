// A System whose bodies inertias couple.
#pragma once

#include "luztar/dynamics/system/system_impl.h"
#include "luztar/model/coupled_inertias.h"

namespace luztar {

/// Makes what results show of a System that is compiled without inertias that of the file: masses,
/// the diagonal of M, and the bodies that elements act on; and adds how its coordinates follow.
/// @param system  its parameters are those of `uncoupled`
void couple_bodies(const Model& file, const Uncoupled& uncoupled, SystemImpl& system);

/// Throws ModelError: derivatives to one side, and by what given motions are coupled to.
void refuse_derivatives(const Model& file, const Uncoupled& uncoupled);

}  // namespace luztar
