// The set of places where friction lets a network rest.
#pragma once

#include <vector>

#include "luztar/study/rest/equilibrium.h"
#include "luztar/study/rest/rest_solver.h"
#include "luztar/study/rest/resting_model.h"

namespace luztar {

/// Fills in RestBody::lower and upper: for each body all frictions push at their static limits the
/// one way and the other, in the direction that moves it most. Where laws bend or contacts change
/// the directions are looked up again at each place, until they stay: exact for networks in which
/// a force moves no body backwards, and an inner bound in others.
/// @param held  what frictions that are at rest do
void find_ranges(const RestingModel& problem, const RestSolver& solver,
                 const std::vector<FrictionAction>& held, const RestSolution& rest,
                 Equilibrium& made);

}  // namespace luztar
