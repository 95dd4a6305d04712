#include "apps/derive_command.h"

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <string>
#include <system_error>

#include "apps/checked_model.h"
#include "apps/exit_status.h"
#include "apps/linear_settings.h"
#include "apps/standard_output.h"
#include "luztar/luztar.h"

namespace {

std::string derived(const luztar::Model& model, const DeriveArguments& arguments) {
  const auto language = luztar::language_of(arguments.format);
  if (language && arguments.linear)
    throw luztar::ModelError({"--linear", 1, 1}, "no functions of a linear system are generated",
                             "take another format, or luztar linearize --out FILE.m");
  if (language) return luztar::generate_functions(model, *language);
  luztar::DerivationSettings settings{arguments.steps, arguments.as_published};
  if (arguments.linear)
    settings.linear = luztar::regime_of(
        model, linear_settings(model, arguments.inputs, arguments.outputs, arguments.at));
  return luztar::print(luztar::derivation(model, settings),
                       luztar::document_format(arguments.format));
}

}  // namespace

int run_derive(const DeriveArguments& arguments) {
  const std::string text = derived(checked_model(arguments.model).model, arguments);
  if (arguments.file.empty()) {
    print(text);
    return kFine;
  }
  std::ofstream file(arguments.file, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw std::system_error(errno, std::generic_category(), arguments.file);
  return kFine;
}
