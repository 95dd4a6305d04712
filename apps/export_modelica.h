// `luztar export modelica`.
#pragma once

#include "apps/arguments.h"

int run_export_modelica(const ExportArguments& arguments);
