#include "apps/arguments.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include <CLI/CLI.hpp>  // it takes seconds to compile

#include "apps/command_mistakes.h"
#include "apps/exchange_arguments.h"
#include "apps/exit_status.h"
#include "apps/help_notes.h"
#include "luztar/luztar.h"

namespace {

void add_simulate(CLI::App& app, SimulateArguments& to) {
  auto* command = app.add_subcommand("simulate", "Run a model and write its results");
  command->footer(kSimulateNotes);
  command->add_option("MODEL", to.model, "Model file (TOML)")->required();
  auto* out =
      command->add_option("-o,--out", to.folder, "Folder for the results [out/<model name>]");
  out->type_name("DIR");
  command->add_option("--duration", to.duration, "End after X seconds of model time")
      ->type_name("X");
  auto* samples =
      command->add_option("--samples", to.samples, "Output points, evenly spaced; 0: none");
  samples->type_name("N");
  auto* interval =
      command->add_option("--interval", to.interval, "Or: an output point every X seconds");
  interval->type_name("X")->excludes(samples);
  command->add_option("--times", to.times, "Or: at T,T,... or at the times in FILE.csv[:COLUMN]")
      ->type_name("T")
      ->excludes(samples)
      ->excludes(interval);
  command
      ->add_option("--derivatives", to.derivatives,
                   "How results change with these, too: FS,q.seat,...")
      ->type_name("NAME,...")
      ->delimiter(',');
  command->add_option("--tolerance", to.tolerance, "Relative local error [1e-12]")->type_name("X");
  command->add_option("--max-events", to.max_events, "End with a diagnosis beyond N events")
      ->type_name("N");
  command->add_option("--method", to.method, "events, or stepping: steps for large networks")
      ->type_name("METHOD")
      ->check(CLI::IsMember({"events", "stepping"}));
  command->add_option("--step", to.step, "Of stepping: X seconds a step")->type_name("X");
  command->add_flag("--adaptive", to.adaptive, "Of stepping: shorter steps where needed");
  command
      ->add_option("--threads", to.threads,
                   "Of stepping: threads for a large network, 0 for all cores [1]")
      ->type_name("N")
      ->check(CLI::Range(0, 1024));
  add_changes(*command, to.changes);
  auto* from = command->add_option("--continue", to.state,
                                   "Go on from a summary.json, its folder or a state");
  from->type_name("PATH");
  command
      ->add_option("--checkpoint", to.checkpoint,
                   "Save where the run is every X seconds, for --resume; no report")
      ->type_name("X");
  auto* resume =
      command->add_option("--resume", to.resume, "Go on with a run into DIR that was killed");
  resume->type_name("DIR")->excludes(out)->excludes(from);
  command->add_flag("--force", to.force, "Begin anew where DIR has a checkpoint of such a run")
      ->excludes(resume);
  auto* json = command->add_flag("--json", to.json, "Print summary.json instead of the summary");
  command->add_flag("--no-report", to.no_report, "Do not write report.html");
  command->add_flag("-q,--quiet", to.quiet, "Print nothing but what went wrong")->excludes(json);
}

void add_check(CLI::App& app, CheckArguments& to) {
  auto* command = app.add_subcommand("check", "Validate model files without running them");
  command->add_option("MODEL", to.models, "Model files (TOML)")->required();
}

void add_examples(CLI::App& app, ExamplesArguments& to) {
  auto* command = app.add_subcommand("examples", "List the examples, or write one to start from");
  command->footer("\nWithout NAME, one line for each example. Files that are there are kept.\n");
  auto* names = command->add_option("NAME", to.names, "Examples to write");
  command->add_option("-o,--out", to.folder, "Folder to write to [.]; - for standard output")
      ->type_name("DIR");
  command->add_flag("--all", to.all, "Write all examples")->excludes(names);
  command->add_flag("-f,--force", to.force, "Replace files that are there");
}

/// What a linear system is of, and about.
template <class To>
std::array<CLI::Option*, 3> add_linear_options(CLI::App& command, To& to, const char* place) {
  return {
      command.add_option("--inputs", to.inputs, "Parameters and signals: F,v0")
          ->type_name("NAME,...")
          ->delimiter(','),
      command.add_option("--outputs", to.outputs, "Channels and signals: q.block,f.spring")
          ->type_name("NAME,...")
          ->delimiter(','),
      command
          .add_option("--at", to.at, std::string("equilibrium, start, or a time [") + place + "]")
          ->type_name("PLACE")};
}

void add_derive(CLI::App& app, DeriveArguments& to) {
  auto* command = app.add_subcommand("derive", "Print the equations of a model");
  command->footer(kDeriveNotes);
  std::vector<std::string> formats = luztar::document_formats();
  formats.insert(formats.end(), {"c", "python"});
  command->add_option("MODEL", to.model, "Model file (TOML)")->required();
  command->add_option("-f,--format", to.format, "Of the result [text]")
      ->type_name("FORMAT")
      ->check(CLI::IsMember(formats));
  command->add_option("-o,--out", to.file, "File to write [standard output]")->type_name("FILE");
  command->add_flag("--steps", to.steps, "Show how Gauss's principle gives the forces");
  command->add_flag("--as-published", to.as_published,
                    "The printed formulas of the papers beside the exact ones");
  auto* linear = command->add_flag("--linear", to.linear, "A, B, C, D in symbols, too");
  for (CLI::Option* option : add_linear_options(*command, to, "start")) option->needs(linear);
}

void add_reduce(CLI::App& app, ReduceArguments& to) {
  auto* command = app.add_subcommand("reduce", "Take limits of a model: a smaller model, proved");
  command->footer(kReduceNotes);
  command->add_option("MODEL", to.model, "Model file (TOML)")->required();
  command->add_option("--limit", to.limits, "What tends to inf or 0; repeatable, in this order")
      ->type_name("NAME=inf|0")
      ->expected(1)
      ->take_all();
  add_changes(*command, to.changes);
  command->add_option("-o,--out", to.file, "Write the reduced model; - for standard output alone")
      ->type_name("FILE");
  command->add_option("-f,--format", to.format, "Of the derivation [text]")
      ->type_name("FORMAT")
      ->check(CLI::IsMember(luztar::document_formats()));
  command->add_flag("--verify", to.verify, "Run full models with smaller and smaller numbers too");
  command->add_flag("--force", to.force, "Replace a file that is there");
}

void add_equilibrium(CLI::App& app, EquilibriumArguments& to) {
  auto* command = app.add_subcommand("equilibrium", "Find where a model rests, and how far off");
  command->footer(kEquilibriumNotes);
  command->add_option("MODEL", to.model, "Model file (TOML)")->required();
  add_changes(*command, to.changes);
  command->add_option("-o,--out", to.file, "Write it as JSON, or FILE.csv; - for stdout")
      ->type_name("FILE");
  command->add_flag("--force", to.force, "Replace a file that is there");
}

void add_fit(CLI::App& app, FitArguments& to) {
  auto* command = app.add_subcommand("fit", "Fit parameters to measured data, with intervals");
  command->footer(kFitNotes);
  command->add_option("MODEL", to.model, "Model file (TOML) with [fit]")->required();
  command->add_option("--free", to.free, "Free in place of the file's: FS,ks=1e3:1e5")
      ->type_name("NAME,...")
      ->delimiter(',');
  command->add_option("--compare", to.compare, "Which law this friction has")
      ->type_name("FRICTION");
  command->add_option("--profile", to.profile, "Follow the likelihood of these values, or all")
      ->type_name("NAME,...")
      ->delimiter(',');
  command->add_option("--loss", to.loss, "linear, soft_l1 or huber: how outliers count")
      ->type_name("LOSS")
      ->check(CLI::IsMember(
          std::vector<std::string>(luztar::kLossNames.begin(), luztar::kLossNames.end())));
  add_changes(*command, to.changes);
  command->add_option("-o,--out", to.file, "Write it as JSON, or FILE.csv; - for stdout")
      ->type_name("FILE");
  command->add_option("--page", to.page, "Write a page of signals, residuals and friction")
      ->type_name("FILE");
  command->add_option("--residuals", to.residuals, "Write measured and modelled rows")
      ->type_name("FILE");
  command->add_option("--model", to.fitted, "Write the model with the values found")
      ->type_name("FILE");
  command->add_flag("--force", to.force, "Replace files that are there");
}

void add_compare(CLI::App& app, CompareArguments& to) {
  auto* command = app.add_subcommand("compare", "Compare runs with each other and with data");
  command->footer(kCompareNotes);
  command->add_option("RUN", to.runs, "Folders of results, or model files")->required();
  auto* data = command->add_option("--with", to.data, "Measured data (CSV), too");
  data->type_name("FILE");
  command->add_option("--map", to.columns, "A column of the data; repeatable")
      ->type_name("\"CHANNEL=COLUMN [UNIT]\"")
      ->expected(1)
      ->take_all()
      ->needs(data);
  command->add_option("--time", to.time, "Column of times of the data [t, or the first one]")
      ->type_name("COLUMN")
      ->needs(data);
  command->add_option("--channels", to.channels, "These alone: q.*,f.guide")
      ->type_name("NAME,...")
      ->delimiter(',');
  command->add_option("--tolerance", to.tolerance, "Exit with 3 beyond this relative difference")
      ->type_name("X");
  command->add_option("-o,--out", to.file, "Write it as JSON, or FILE.csv; - for stdout")
      ->type_name("FILE");
  command->add_option("--page", to.page, "Write a page with the runs over each other")
      ->type_name("FILE");
  command->add_flag("--force", to.force, "Replace files that are there");
}

void add_modes(CLI::App& app, ModesArguments& to) {
  auto* command = app.add_subcommand("modes", "Small motions: frequencies, damping, stability");
  command->footer(kModesNotes);
  command->add_option("MODEL", to.model, "Model file (TOML)")->required();
  add_changes(*command, to.changes);
  const auto names = [&](const char* option, std::vector<std::string>& list, const char* help,
                         const char* type) {
    command->add_option(option, list, help)
        ->type_name(type)
        ->delimiter(',')
        ->expected(1)
        ->take_all();
  };
  names("--stuck", to.stuck, "Frictions that hold", "NAME");
  names("--slip", to.slip, "Frictions that slide, at a relative speed", "NAME[=SPEED]");
  names("--contact", to.contact, "Springs with a gap, stops, freewheels that touch", "NAME");
  names("--free", to.free, "The same that do not touch", "NAME");
  command->add_option("--at", to.at, "About the equilibrium, or the start of the file")
      ->type_name("PLACE")
      ->check(CLI::IsMember({"equilibrium", "start"}));
  command->add_option("-o,--out", to.file, "Write it as JSON, or FILE.csv; - for stdout")
      ->type_name("FILE");
  command->add_flag("--force", to.force, "Replace a file that is there");
}

void add_linearize(CLI::App& app, LinearizeArguments& to) {
  auto* command = app.add_subcommand("linearize", "A, B, C, D about a place of rest or a time");
  command->footer(kLinearizeNotes);
  command->add_option("MODEL", to.model, "Model file (TOML)")->required();
  add_linear_options(*command, to, "equilibrium");
  add_changes(*command, to.changes);
  command->add_option("-o,--out", to.file, "Write it as JSON, FILE.m or FILE.py; - for stdout")
      ->type_name("FILE");
  command->add_flag("--json", to.json, "Print it as JSON");
  command->add_flag("--force", to.force, "Replace a file that is there");
}

void add_sweep(CLI::App& app, SweepArguments& to) {
  auto* command = app.add_subcommand("sweep", "Run a model for many values of its parameters");
  command->footer(kSweepNotes);
  command->add_option("MODEL", to.model, "Model file (TOML)")->required();
  const auto list = [&](const std::string& option, std::vector<std::string>& texts,
                        const char* help, const char* type) {
    return command->add_option(option, texts, help)->type_name(type)->expected(1)->take_all();
  };
  const auto key = [&](const std::string& name, const char* help, const char* type) {
    return list("--" + name, to.options[name], help, type);
  };
  key("vary", "A parameter and its values; repeatable", "NAME=VALUES");
  key("measure", "What is measured of each run; repeatable", "MEASURE");
  key("transient", "Measure after X seconds of model time [0]", "X");
  key("carry", "Begin each run where the one before ended", "NAME[:back]");
  key("samples", "How many points with random values", "N");
  key("seed", "Other random values with another number [1]", "N");
  key("sampling", "Random, or evenly by a Sobol sequence [random]", "random|sobol");
  key("correlation", "Of random values; repeatable", "NAME,NAME=R");
  list("--set", to.changes, "Give a parameter another value; repeatable", "NAME=VALUE");
  command->add_option("--duration", to.duration, "End each run after X seconds of model time")
      ->type_name("X");
  command->add_option("--tolerance", to.tolerance, "Relative local error [1e-12]")->type_name("X");
  command->add_option("--max-events", to.max_events, "A point fails beyond N events")
      ->type_name("N");
  command->add_option("-o,--out", to.folder, "Folder for the table [out/<model name>_sweep]")
      ->type_name("DIR");
  command->add_option("--threads", to.threads, "Runs at the same time, 0: on all cores [0]")
      ->type_name("N")
      ->check(CLI::Range(0, 1024));
  command->add_flag("--npz", to.npz, "Write table.npz for numpy too");
  command->add_flag("--no-report", to.no_report, "Do not write sweep.html");
  auto* resume =
      command->add_flag("--resume", to.resume, "Go on with a sweep into DIR that was killed");
  command->add_flag("--force", to.force, "Begin anew where DIR has rows of a killed sweep")
      ->excludes(resume);
  command->add_flag("-q,--quiet", to.quiet, "Print nothing but what went wrong");
}

std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

std::vector<std::string> commands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
  return names;
}

/// What is asked back needs no help.
void print_mistake(const std::string& what, const std::string& command) {
  const std::string help = what.ends_with('?') ? "" : "; see " + command + " --help";
  std::fprintf(stderr, "luztar: %s%s\n", what.c_str(), help.c_str());
}

/// `--help` and `--version` are exceptions to CLI11 too.
int explain(const CLI::App& app, const CLI::ParseError& error,
            const std::vector<std::string>& words) {
  if (error.get_exit_code() == 0) return app.exit(error) == 0 ? kFine : kTrouble;
  std::string what = error.what();
  if (const auto line_end = what.find('\n'); line_end != std::string::npos) what.resize(line_end);
  const auto chosen = app.get_subcommands();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !chosen.empty()) {
    const auto rest = app.remaining(true);
    const auto option = std::find_if(rest.begin(), rest.end(),
                                     [](const auto& word) { return word.starts_with('-'); });
    const auto kinds = chosen.front()->get_subcommands();
    what = unexpected_words(option != rest.end() ? *option : rest.front(), words,
                            options_of(kinds.empty() ? *chosen.front() : *kinds.front()));
  }
  const std::string help = chosen.empty() ? "luztar" : "luztar " + chosen.front()->get_name();
  print_mistake(what, help);
  return kWrong;
}

}  // namespace

Arguments parse_arguments(int argc, const char* const* argv) {
  CLI::App app("luztar simulates mechanical networks with dry friction and freeplay.", "luztar");
  SimulateArguments simulate;
  CheckArguments check;
  ExamplesArguments examples;
  DeriveArguments derive;
  ReduceArguments reduce;
  EquilibriumArguments equilibrium;
  ModesArguments modes;
  LinearizeArguments linearize;
  SweepArguments sweep;
  FitArguments fit;
  CompareArguments compare;
  ExportArguments exported;
  ImportArguments import;
  app.set_version_flag("--version", "luztar " LUZTAR_VERSION);
  app.footer(kExamples);
  app.require_subcommand(1);
  add_simulate(app, simulate);
  add_check(app, check);
  add_examples(app, examples);
  add_derive(app, derive);
  add_reduce(app, reduce);
  add_equilibrium(app, equilibrium);
  add_modes(app, modes);
  add_linearize(app, linearize);
  add_sweep(app, sweep);
  add_fit(app, fit);
  add_compare(app, compare);
  add_export(app, exported);
  add_import(app, import);
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  if (const std::string wrong = no_command_words(words, commands_of(app)); !wrong.empty()) {
    print_mistake(wrong, "luztar");
    return DoneAlready{kWrong};
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return DoneAlready{explain(app, error, words)};
  }
  if (app.got_subcommand("check")) return check;
  if (app.got_subcommand("examples")) return examples;
  if (app.got_subcommand("derive")) return derive;
  if (app.got_subcommand("reduce")) return reduce;
  if (app.got_subcommand("equilibrium")) return equilibrium;
  if (app.got_subcommand("modes")) return modes;
  if (app.got_subcommand("linearize")) return linearize;
  if (app.got_subcommand("sweep")) return sweep;
  if (app.got_subcommand("fit")) return fit;
  if (app.got_subcommand("compare")) return compare;
  if (auto* command = app.get_subcommand("export"); *command) {
    exported.kind = command->get_subcommands().front()->get_name();
    return exported;
  }
  if (app.got_subcommand("import")) return import;
  return simulate;
}
