// luztar export c: NAME.h and NAME.c.
#pragma once

#include "apps/arguments.h"

/// Returns the exit status.
int export_c_files(const ExportArguments& arguments);
