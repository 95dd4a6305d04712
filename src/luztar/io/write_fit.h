// [fit] of a model file.
#pragma once

#include <functional>
#include <string>

#include "luztar/io/write_toml.h"
#include "luztar/model/fit_table.h"

namespace luztar {

/// @param data_folder  before the names of files
/// @param table  takes the keys of [fit], "", and of each [fit.experiments.NAME]
void write_fit(const FitTable& fit, const std::string& data_folder,
               const std::function<void(const std::string& name, const TomlLines& keys)>& table);

}  // namespace luztar
