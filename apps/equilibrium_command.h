// `luztar equilibrium`.
#pragma once

#include "apps/arguments.h"

/// Prints where a model rests; returns an ExitStatus. Throws luztar::ModelError.
int run_equilibrium(const EquilibriumArguments& arguments);
