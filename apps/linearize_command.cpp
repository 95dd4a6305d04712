#include "apps/linearize_command.h"

#include <string>

#include "apps/exit_status.h"
#include "apps/json_text.h"
#include "apps/linear_settings.h"
#include "apps/linear_text.h"
#include "apps/new_file.h"
#include "apps/overrides.h"
#include "apps/standard_output.h"
#include "luztar/luztar.h"

namespace {

std::string file_text(const luztar::Model& model, const luztar::LinearSystem& system,
                      const std::string& file) {
  const auto units = [&] {
    return luztar::linear_units(model, system);
  };
  if (file.ends_with(".m")) return luztar::matlab_text(system, units(), shown_title(model));
  if (file.ends_with(".py")) return luztar::control_text(system, units(), shown_title(model));
  return linear_json(model, system);
}

}  // namespace

int run_linearize(const LinearizeArguments& arguments) {
  luztar::Model model = luztar::load_model(arguments.model, load_options(arguments.changes));
  apply_changes(model, arguments.changes);
  const luztar::LinearSystem system = luztar::linearize(
      model, linear_settings(model, arguments.inputs, arguments.outputs, arguments.at));
  const bool to_file = !arguments.file.empty() && arguments.file != "-";
  if (to_file &&
      !write_new_file(arguments.file, file_text(model, system, arguments.file), arguments.force))
    return kTrouble;
  print(arguments.json || arguments.file == "-" ? linear_json(model, system)
                                                : linear_text(model, system));
  return kFine;
}
