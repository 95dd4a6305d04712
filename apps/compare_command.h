// `luztar compare`.
#pragma once

#include "apps/arguments.h"

/// Says how runs differ from each other and from data; returns an ExitStatus. Throws
/// luztar::ModelError.
int run_compare(const CompareArguments& arguments);
