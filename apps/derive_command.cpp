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
  const std::string& format = arguments.format;
  if (arguments.linear && (format == "c" || format == "python"))
    throw luztar::ModelError({"--linear", 1, 1}, "no functions of a linear system are generated",
                             "take another format, or luztar linearize --out FILE.m");
  if (format == "c") return luztar::generate_functions(model, luztar::Language::C);
  if (format == "python") return luztar::generate_functions(model, luztar::Language::Python);
  luztar::DerivationSettings settings{arguments.steps, arguments.as_published};
  if (arguments.linear)
    settings.linear = luztar::regime_of(
        model, linear_settings(model, arguments.inputs, arguments.outputs, arguments.at));
  const luztar::Document document = luztar::derivation(model, settings);
  using luztar::DocumentFormat;
  return luztar::print(document, format == "markdown" ? DocumentFormat::Markdown
                                 : format == "latex"  ? DocumentFormat::Latex
                                 : format == "html"   ? DocumentFormat::Html
                                 : format == "json"   ? DocumentFormat::Json
                                                      : DocumentFormat::Text);
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
