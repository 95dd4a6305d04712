#include "apps/export_command.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "apps/export_c_files.h"
#include "apps/export_fmu.h"
#include "apps/export_modelica.h"

namespace {

struct ExportKind {
  const char* name;
  int (*run)(const ExportArguments& arguments);
};
constexpr std::array kExportKinds{ExportKind{"fmu", run_export_fmu},
                                  ExportKind{"c", export_c_files},
                                  ExportKind{"modelica", run_export_modelica}};

}  // namespace

int run_export(const ExportArguments& arguments) {
  const auto kind = std::ranges::find_if(
      kExportKinds, [&](const ExportKind& one) { return arguments.kind == one.name; });
  if (kind == kExportKinds.end()) throw std::logic_error("no export of " + arguments.kind);
  return kind->run(arguments);
}
