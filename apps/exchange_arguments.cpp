#include "apps/exchange_arguments.h"

#include <CLI/CLI.hpp>  // it takes seconds to compile

#include "apps/help_notes.h"

void add_changes(CLI::App& command, std::vector<std::string>& changes) {
  command.add_option("--set", changes, "Give a parameter another value; repeatable")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->take_all();
}

namespace {

/// What all kinds have.
CLI::App* add_kind(CLI::App& app, ExportArguments& to, const char* kind, const char* help,
                   const char* notes, const char* out) {
  auto* command = app.add_subcommand(kind, help);
  command->footer(notes);
  command->add_option("MODEL", to.model, "Model file (TOML)")->required();
  command->add_option("-o,--out", to.file, out)->type_name("FILE");
  command->add_flag("--force", to.force, "Replace files that are there");
  return command;
}

void add_names(CLI::App& command, const char* option, std::vector<std::string>& names,
               const char* help) {
  command.add_option(option, names, help)->type_name("NAME,...")->delimiter(',');
}

constexpr const char* kInputsHelp = "Parameters and signals that are given: F,v0";

void add_export_fmu(CLI::App& app, ExportArguments& to) {
  auto* command = add_kind(app, to, "fmu", "An FMU (FMI 2.0 or 3.0)", kExportFmuNotes,
                           "FMU to write [<model name>.fmu]");
  command->add_option("--fmi", to.version, "Version of FMI, 2 or 3 [2]")
      ->type_name("N")
      ->check(CLI::IsMember({2, 3}));
  command->add_option("--kind", to.only, "cs or me alone: Co-Simulation, Model Exchange [both]")
      ->type_name("KIND")
      ->check(CLI::IsMember({"cs", "me"}));
  add_names(*command, "--inputs", to.inputs, kInputsHelp);
  add_names(*command, "--outputs", to.outputs, "Outputs [q, v, f and mode of all]");
  add_changes(*command, to.changes);
  command->add_option("--library", to.library, "libluztar_c.so [the one beside luztar]")
      ->type_name("FILE");
  command->add_flag("--compiled", to.compiled,
                    "A small library, compiled of C that is made of the model");
  command->add_option("--compiler", to.compiler, "C compiler of --compiled [$CC, or cc]")
      ->type_name("COMMAND");
}

void add_export_c(CLI::App& app, ExportArguments& to) {
  auto* command = add_kind(app, to, "c", "A program in C99 without allocation", kExportCNotes,
                           "FILE.c or a folder [the folder at hand]");
  add_names(*command, "--inputs", to.inputs, kInputsHelp);
  add_changes(*command, to.changes);
}

void add_export_modelica(CLI::App& app, ExportArguments& to) {
  auto* command =
      add_kind(app, to, "modelica", "A model of the Modelica Standard Library 4.0",
               kExportModelicaNotes, "File to write, - for standard output [<model name>.mo]");
  add_changes(*command, to.changes);
}

}  // namespace

void add_export(CLI::App& app, ExportArguments& to) {
  auto* command =
      app.add_subcommand("export", "Write a model for other programs: fmu, c, modelica");
  command->require_subcommand(1);
  add_export_fmu(*command, to);
  add_export_c(*command, to);
  add_export_modelica(*command, to);
}

void add_import(CLI::App& app, ImportArguments& to) {
  auto* command =
      app.add_subcommand("import", "Make a model file of a Modelica model or an MJCF file");
  command->footer(kImportNotes);
  command->add_option("FILE", to.source, "Modelica (.mo) or MuJoCo's MJCF (.xml)")->required();
  command->add_option("-o,--out", to.file, "Model file to write [standard output]")
      ->type_name("FILE");
  command->add_option("--model", to.model, "Of several models in a file of Modelica: which")
      ->type_name("NAME");
  command->add_option("--key", to.key, "Of MJCF: the key of <keyframe> to start from [the first]")
      ->type_name("NAME");
  command
      ->add_option("--duration", to.duration, "Seconds of the run [StopTime of the source, or 1]")
      ->type_name("X");
  command->add_flag("--force", to.force, "Replace a file that is there");
}
