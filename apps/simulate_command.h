// `luztar simulate`.
#pragma once

#include "apps/arguments.h"

/// Runs a model and writes its results; returns an ExitStatus.
/// Throws ModelError before anything is written, std::system_error for the file system.
int run_simulate(const SimulateArguments& arguments);
