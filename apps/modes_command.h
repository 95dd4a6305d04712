// `luztar modes`.
#pragma once

#include "apps/arguments.h"

/// Prints the small motions of a model; returns an ExitStatus. Throws luztar::ModelError.
int run_modes(const ModesArguments& arguments);
