// `luztar export fmu`.
#pragma once

#include "apps/arguments.h"

int run_export_fmu(const ExportArguments& arguments);
