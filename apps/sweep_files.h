// What a sweep leaves beside its table.
#pragma once

#include <string>

#include "apps/arguments.h"
#include "luztar/luztar.h"

/// Writes sweep.html and table.npz, as asked. "FOLDER: table.csv sweep.html", what is there now.
/// @pre the table has all rows
std::string write_sweep_files(const luztar::PointTable& table, const luztar::SweepPlan& plan,
                              const luztar::Model& model, const SweepArguments& arguments,
                              const std::string& folder);
