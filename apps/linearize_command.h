// `luztar linearize`.
#pragma once

#include "apps/arguments.h"

/// Linearises a model: A, B, C, D, poles and transfer functions. Returns the exit status.
int run_linearize(const LinearizeArguments& arguments);
