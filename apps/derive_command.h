// luztar derive: the equations of a model.
#pragma once

#include "apps/arguments.h"

/// Returns the exit status.
int run_derive(const DeriveArguments& arguments);
