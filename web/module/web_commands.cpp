// Commands of the program on a model: they read and write files, here in memory.
#include <string>

#include "apps/equilibrium_command.h"
#include "apps/linear_settings.h"
#include "apps/linearize_command.h"
#include "apps/modes_command.h"
#include "web_model.h"

namespace luztar::web {
namespace {

constexpr const char* kOutput = "/output.json";

std::vector<std::string> texts(const val& list) {
  return emscripten::vecFromJSArray<std::string>(list);
}

val output() { return val(read_file(kOutput, {})); }

}  // namespace

val WebModel::derive(const std::string& format, bool linear) const {
  return answer([&] {
    select_channels(model_, compile(model_));  // as `luztar check`, and the command before it
    DerivationSettings settings{};
    if (linear) settings.linear = regime_of(model_, linear_settings(model_, {}, {}, "start"));
    return val(print(derivation(model_, settings), document_format(format)));
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
