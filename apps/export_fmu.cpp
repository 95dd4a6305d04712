#include "apps/export_fmu.h"

#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "apps/exit_status.h"
#include "apps/overrides.h"
#include "luztar/luztar.h"

namespace {

namespace fs = std::filesystem;

/// The file as it is, with the data that it reads, and what --set says.
luztar::FmuSource source_of(const ExportArguments& arguments) {
  luztar::FmuSource source{.path = arguments.model,
                           .text = luztar::read_file(arguments.model, {arguments.model, 0, 0}),
                           .data_files = {},
                           .parameters = {}};
  luztar::LoadOptions options = load_options(arguments.changes);
  options.data_files = &source.data_files;
  luztar::Model model = luztar::parse_model(source.text, arguments.model, options);
  apply_changes(model, arguments.changes);
  const luztar::ParameterValues values = luztar::evaluate_parameters(model);
  for (const std::string& change : arguments.changes) {
    const std::string name = change.substr(0, change.find('='));
    source.parameters[name] = values.at(name);
  }
  return source;
}

std::string counted(int count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string text_of(const luztar::FmuReport& report, const std::string& file, int version) {
  const char* kinds = !report.for_equations ? "Co-Simulation"
                      : !report.for_steps   ? "Model Exchange"
                                            : "Co-Simulation and Model Exchange";
  return fmt::format("{}: FMI {}.0, {}\n  {}, {} ({} tunable), {}, {}, {}\n", file, version, kinds,
                     counted(report.inputs, "input", "inputs"),
                     counted(report.parameters, "parameter", "parameters"), report.tunable,
                     counted(report.outputs, "output", "outputs"),
                     counted(report.states, "state", "states"),
                     counted(report.indicators, "event indicator", "event indicators"));
}

}  // namespace

int run_export_fmu(const ExportArguments& arguments) {
  const fs::path file = arguments.file.empty()
                            ? fs::path(arguments.model).filename().replace_extension(".fmu")
                            : fs::path(arguments.file);
  if (fs::exists(file) && !arguments.force) {
    fmt::print(stderr,
               "luztar: '{}' exists already; write to another file, or replace it with --force\n",
               file.string());
    return kTrouble;
  }
  if (!arguments.compiler.empty() && !arguments.compiled) {
    fmt::print(stderr, "luztar: --compiler is of --compiled; give both, or leave it out\n");
    return kWrong;
  }
  const luztar::FmuSource source = source_of(arguments);
  const luztar::FmuOptions options{.version = arguments.version,
                                   .for_steps = arguments.only != "me",
                                   .for_equations = arguments.only != "cs",
                                   .must_have_equations = arguments.only == "me",
                                   .inputs = arguments.inputs,
                                   .outputs = arguments.outputs,
                                   .name = file.stem().string(),
                                   .library = arguments.library,
                                   .compiled = arguments.compiled,
                                   .compiler = arguments.compiler};
  try {
    const luztar::FmuReport report = luztar::export_fmu(source, options, file);
    fmt::print("{}", text_of(report, file.string(), arguments.version));
    for (const std::string& note : report.notes) fmt::print(stderr, "note: {}\n", note);
  } catch (const std::invalid_argument& error) {
    fmt::print(stderr, "{}: {}\n", arguments.model, error.what());
    return kWrong;
  }
  return kFine;
}
