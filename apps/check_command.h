// `luztar check`.
#pragma once

#include "apps/arguments.h"

/// Validates models, one line each; returns an ExitStatus.
int run_check(const CheckArguments& arguments);
