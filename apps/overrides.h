// Options of the command line that replace what the model file says.
#pragma once

#include <string>
#include <vector>

#include "apps/arguments.h"
#include "luztar/luztar.h"

/// What --set says to the counts and seeds of [repeat]. A mistake in it is left to apply_changes.
luztar::LoadOptions load_options(const std::vector<std::string>& changes);

/// Puts each NAME=VALUE of --set into the model.
void apply_changes(luztar::Model& model, const std::vector<std::string>& changes);

/// Puts --set, --duration, --samples ... into the model, so that they are checked like the file,
/// and so that the summary names the values that were used.
/// Throws ModelError, located at the option ("--set FS:1:3: ...").
void apply_overrides(luztar::Model& model, const SimulateArguments& arguments);

/// Where the data files of a model lie, seen from a model that is written to `file`.
std::string data_folder(const std::string& model, const std::string& file);
