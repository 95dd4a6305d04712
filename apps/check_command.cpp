#include "apps/check_command.h"

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/checked_model.h"
#include "apps/exit_status.h"
#include "luztar/luztar.h"

namespace {

std::string counted(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// [fit]: its files, columns, channels and what is free.
void check_fit(const luztar::Model& model) {
  if (model.fit.experiments.empty()) return;
  std::vector<luztar::FreeValue> free;
  if (!model.fit.free.empty()) free = luztar::free_values(model);
  luztar::Residuals(model, luztar::read_experiments(model), std::move(free));
}

bool check(const std::string& path) {
  try {
    const auto [model, system] = checked_model(path);
    if (system.settings().at_rest) luztar::start_state(model, system);
    check_sweep(model, system);
    check_fit(model);
    fmt::print("{}: ok ({}, {})\n", path, counted(system.bodies().size(), "body", "bodies"),
               counted(system.elements().size(), "element", "elements"));
    std::fflush(stdout);
    for (luztar::Diagnostic warning : luztar::warnings_of(model, system)) {
      warning.what = "warning: " + warning.what;
      fmt::print(stderr, "{}\n", to_text(warning));
    }
    return true;
  } catch (const luztar::ModelError& error) {
    std::fflush(stdout);  // the order of the files, where both streams go to one place
    fmt::print(stderr, "{}\n", error.what());
    return false;
  }
}

}  // namespace

int run_check(const CheckArguments& arguments) {
  bool all = true;
  for (const auto& path : arguments.models) all = check(path) && all;
  return all ? kFine : kWrong;
}
