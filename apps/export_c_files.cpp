#include "apps/export_c_files.h"

#include <cctype>
#include <filesystem>
#include <string>

#include "apps/checked_model.h"
#include "apps/exit_status.h"
#include "apps/new_file.h"
#include "luztar/luztar.h"

namespace {

/// A name that C takes, from that of a file.
std::string name_in_c(std::string stem) {
  for (char& c : stem)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return stem.empty() || std::isdigit(static_cast<unsigned char>(stem[0])) != 0 ? "model_" + stem
                                                                                : stem;
}

}  // namespace

int export_c_files(const ExportArguments& arguments) {
  const luztar::Model model = checked_model(arguments.model, arguments.changes).model;
  const std::filesystem::path out = arguments.file;
  const bool is_file = out.extension() == ".c";
  const auto folder = is_file ? out.parent_path() : out;
  luztar::ExportC options;
  options.name =
      name_in_c((is_file ? out : std::filesystem::path(arguments.model)).stem().string());
  options.inputs = arguments.inputs;
  const luztar::ExportedC made = luztar::export_c(model, options);
  const std::string path = (folder / options.name).string();
  const bool done = write_new_file(path + ".h", made.header, arguments.force) &&
                    write_new_file(path + ".c", made.source, arguments.force);
  return done ? kFine : kTrouble;
}
