#include "apps/import_command.h"

#include <string>

#include <fmt/format.h>

#include "apps/exit_status.h"
#include "apps/new_file.h"
#include "apps/standard_output.h"
#include "luztar/luztar.h"

namespace {

/// What the model file itself says to it: a massless part that nothing holds, a negative mass ...
void check_imported(const std::string& text, const std::string& source) {
  try {
    luztar::compile(luztar::parse_model(text, source + ".toml"));
  } catch (const luztar::ModelError& error) {
    const luztar::Diagnostic& first = error.diagnostics().front();
    throw luztar::ModelError({source, 0, 0}, "its model file would be refused: " + first.what,
                             first.advice);
  }
}

}  // namespace

int run_import(const ImportArguments& arguments) {
  const std::string source = luztar::read_file(arguments.source, {arguments.source, 0, 0});
  const std::string text = luztar::import_model(
      source, arguments.source,
      {.model = arguments.model, .key = arguments.key, .duration = arguments.duration});
  check_imported(text, arguments.source);
  if (arguments.file.empty() || arguments.file == "-") {
    print(text);
    return kFine;
  }
  if (!write_new_file(arguments.file, text, arguments.force)) return kTrouble;
  print(fmt::format("{}: luztar simulate {}\n", arguments.file, arguments.file));
  return kFine;
}
