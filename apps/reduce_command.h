// `luztar reduce`.
#pragma once

#include "apps/arguments.h"

/// Reads a model, takes limits, prints the derivation and writes the reduced model. Returns an
/// ExitStatus.
int run_reduce(const ReduceArguments& arguments);
