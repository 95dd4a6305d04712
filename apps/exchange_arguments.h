// Options of the commands that read and write models of other programs.
#pragma once

#include <string>
#include <vector>

#include "apps/arguments.h"

namespace CLI {
class App;
}

/// --set NAME=VALUE of a command.
void add_changes(CLI::App& command, std::vector<std::string>& changes);
void add_export(CLI::App& app, ExportArguments& to);
void add_import(CLI::App& app, ImportArguments& to);
