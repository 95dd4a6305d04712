// `luztar import`.
#pragma once

#include "apps/arguments.h"

/// Makes a model file of one of another program; returns an ExitStatus.
/// Throws luztar::ModelError for what has no counterpart, std::system_error for trouble with a
/// file.
int run_import(const ImportArguments& arguments);
