// `luztar fit`.
#pragma once

#include "apps/arguments.h"

/// Fits a model to its data and says what they tell; returns an ExitStatus. Throws
/// luztar::ModelError.
int run_fit(const FitArguments& arguments);
