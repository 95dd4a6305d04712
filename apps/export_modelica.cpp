#include "apps/export_modelica.h"

#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "apps/exit_status.h"
#include "apps/new_file.h"
#include "apps/overrides.h"
#include "apps/standard_output.h"
#include "luztar/luztar.h"

int run_export_modelica(const ExportArguments& arguments) {
  namespace fs = std::filesystem;
  const fs::path file = arguments.file.empty()
                            ? fs::path(arguments.model).filename().replace_extension(".mo")
                            : fs::path(arguments.file);
  luztar::Model model = luztar::load_model(arguments.model, load_options(arguments.changes));
  apply_changes(model, arguments.changes);
  const std::string text = luztar::export_modelica(
      model,
      arguments.file == "-" ? fs::path(arguments.model).stem().string() : file.stem().string());
  if (arguments.file == "-") {
    print(text);
    return kFine;
  }
  if (!write_new_file(file.string(), text, arguments.force)) return kTrouble;
  print(fmt::format("{}: a model of the Modelica Standard Library 4.0\n", file.string()));
  return kFine;
}
