// Commands of the program on a model: they read and write files, here in memory.
#include <string>

#include "apps/derive_command.h"
#include "apps/equilibrium_command.h"
#include "apps/exit_status.h"
#include "apps/linearize_command.h"
#include "apps/modes_command.h"
#include "web_model.h"

namespace luztar::web {
namespace {

constexpr const char* kOutput = "/output.json";
constexpr double kNoLimit = 1e6;  // [s]

std::vector<std::string> texts(const val& list) {
  return emscripten::vecFromJSArray<std::string>(list);
}

val output() { return val(read_file(kOutput, {})); }

}  // namespace

val WebModel::derive(const std::string& format, bool linear) const {
  return answer([&] {
    run_derive({.model = write_files(),
                .format = format,
                .file = kOutput,
                .steps = false,
                .as_published = false,
                .linear = linear,
                .inputs = {},
                .outputs = {},
                .at = "start"});
    return output();
  });
}

val WebModel::equilibrium(const val& set) const {
  return answer([&] {
    run_equilibrium(
        {.model = write_files(), .changes = texts(set), .file = kOutput, .force = true});
    return output();
  });
}

val WebModel::modes(const val& set) const {
  return answer([&] {
    run_modes({.model = write_files(),
               .changes = texts(set),
               .stuck = {},
               .slip = {},
               .contact = {},
               .free = {},
               .at = "equilibrium",
               .file = kOutput,
               .force = true});
    return output();
  });
}

val WebModel::linearize(const val& inputs, const val& outputs, const val& set) const {
  return answer([&] {
    run_linearize({.model = write_files(),
                   .changes = texts(set),
                   .inputs = texts(inputs),
                   .outputs = texts(outputs),
                   .at = "equilibrium",
                   .file = kOutput,
                   .json = false,
                   .force = true});
    return output();
  });
}

}  // namespace luztar::web
