// `luztar sweep`.
#pragma once

#include "apps/arguments.h"

/// Runs a model for all combinations of values and writes a table; returns an ExitStatus.
int run_sweep(const SweepArguments& arguments);
