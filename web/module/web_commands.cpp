// Commands of the program on a model: they read and write files, here in memory.
#include <string>

#include "apps/equilibrium_command.h"
#include "apps/linear_settings.h"
#include "apps/linear_text.h"
#include "apps/modes_command.h"
#include "web_model.h"

namespace luztar::web {
namespace {

constexpr const char* kOutput = "/output.json";

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
        {.model = write_files(), .changes = list_from(set), .file = kOutput, .force = true});
    return output();
  });
}

val WebModel::modes(const val& set) const {
  return answer([&] {
    run_modes({.model = write_files(),
               .changes = list_from(set),
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
    const Model model = changed(list_from(set), {});
    const LinearSettings settings =
        linear_settings(model, list_from(inputs), list_from(outputs), "equilibrium");
    return val(linear_json(model, luztar::linearize(model, settings)));
  });
}

}  // namespace luztar::web
