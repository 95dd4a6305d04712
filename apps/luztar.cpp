// The command line program: arguments in, library call, text out.

#include "luztar/luztar.h"

#include <cstdio>
#include <exception>
#include <new>
#include <system_error>

#include "apps/arguments.h"
#include "apps/check_command.h"
#include "apps/compare_command.h"
#include "apps/derive_command.h"
#include "apps/equilibrium_command.h"
#include "apps/examples_command.h"
#include "apps/exit_status.h"
#include "apps/export_command.h"
#include "apps/fit_command.h"
#include "apps/import_command.h"
#include "apps/linearize_command.h"
#include "apps/modes_command.h"
#include "apps/reduce_command.h"
#include "apps/simulate_command.h"
#include "apps/sweep_command.h"

namespace {

int run(const Arguments& arguments) {
  if (const auto* done = std::get_if<DoneAlready>(&arguments)) return done->exit_status;
  if (const auto* check = std::get_if<CheckArguments>(&arguments)) return run_check(*check);
  if (const auto* list = std::get_if<ExamplesArguments>(&arguments)) return run_examples(*list);
  if (const auto* derive = std::get_if<DeriveArguments>(&arguments)) return run_derive(*derive);
  if (const auto* reduce = std::get_if<ReduceArguments>(&arguments)) return run_reduce(*reduce);
  if (const auto* rest = std::get_if<EquilibriumArguments>(&arguments))
    return run_equilibrium(*rest);
  if (const auto* modes = std::get_if<ModesArguments>(&arguments)) return run_modes(*modes);
  if (const auto* linearize = std::get_if<LinearizeArguments>(&arguments))
    return run_linearize(*linearize);
  if (const auto* fit = std::get_if<FitArguments>(&arguments)) return run_fit(*fit);
  if (const auto* compare = std::get_if<CompareArguments>(&arguments)) return run_compare(*compare);
  if (const auto* exported = std::get_if<ExportArguments>(&arguments)) return run_export(*exported);
  if (const auto* import = std::get_if<ImportArguments>(&arguments)) return run_import(*import);
  if (const auto* sweep = std::get_if<SweepArguments>(&arguments)) return run_sweep(*sweep);
  return run_simulate(std::get<SimulateArguments>(arguments));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(parse_arguments(argc, argv));
  } catch (const luztar::ModelError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return kWrong;
  } catch (const std::bad_alloc&) {
    std::fputs("luztar: not enough memory; ask for fewer samples or a smaller model\n", stderr);
  } catch (const std::exception& error) {  // std::system_error: the message has the path
    std::fprintf(stderr, "luztar: %s\n", error.what());
  }
  return kTrouble;
}
