// `luztar export`: a model for other programs.
#pragma once

#include "apps/arguments.h"

/// Writes the file and says on standard output what is in it. @return the exit status
int run_export(const ExportArguments& arguments);
