#include "apps/fit_command.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/exit_status.h"
#include "apps/fit_text.h"
#include "apps/interrupt.h"
#include "apps/json_text.h"
#include "apps/law_choice_text.h"
#include "apps/new_file.h"
#include "apps/overrides.h"
#include "apps/progress_bar.h"
#include "apps/standard_output.h"
#include "luztar/luztar.h"

namespace {

using luztar::Fit;
using luztar::Loss;
using luztar::Model;
using luztar::Residuals;

/// What is free, from the command line or else the file.
void take_free(Model& model, const std::vector<std::string>& free) {
  if (free.empty()) return;
  model.fit.free.clear();
  for (const std::string& item : free) model.fit.free.push_back({item, {"--free", 1, 1}});
}

std::string shown(const Model& model, const Fit& fit, const std::vector<std::string>& doubts) {
  std::string text =
      fmt::format("{}\n  {} after {} iteration{}: {} runs, {} with derivatives\n\n",
                  shown_title(model), fit.found ? "fitted" : "not fitted", fit.iterations,
                  fit.iterations == 1 ? "" : "s", fit.runs, fit.runs_with_derivatives);
  if (!fit.values.empty()) text += values_text(fit) + channels_text(fit);
  for (const std::string& doubt : doubts) text += wrapped("look at the data: " + doubt, "  ");
  for (const std::string& warning : fit.warnings) text += wrapped("warning: " + warning, "  ");
  return text;
}

/// A fit, and what it is of.
struct Found {
  Model model;  ///< that was fitted
  std::vector<luztar::FreeValue> free{};
  Fit fit{};
  bool is_there{};  ///< values that can be used
  std::vector<std::string> doubts{};
  std::optional<luztar::LawChoice> choice{};
  std::vector<luztar::Profile> profiles{};
  std::string text{};  ///< what comes before the fit
};

Found fitted(const Model& model, const std::vector<luztar::Experiment>& experiments, Loss loss) {
  Found found{.model = model, .free = luztar::free_values(model)};
  Residuals residuals(model, experiments, found.free);
  found.doubts = luztar::suspicions(residuals);
  luztar::FitSettings settings{.loss = loss};
  ProgressBar bar(0.0, settings.max_iterations, "iterations");
  settings.goes_on = [&](int iteration, double) {
    bar.show(iteration);
    return !InterruptGuard::interrupted();
  };
  found.fit = luztar::fit(residuals, settings);
  bar.clear();
  found.is_there = found.fit.found;
  found.text = shown(model, found.fit, found.doubts);
  return found;
}

/// The best law of this element; `fit` is empty if there is none.
Found chosen(const Model& model, const std::vector<luztar::Experiment>& experiments, Loss loss,
             const std::string& name) {
  Found found{.model = model};
  if (!model.fit.free.empty()) found.free = luztar::free_values(model);
  found.choice = luztar::choose_law(model, name, experiments, found.free,
                                    {.loss = loss, .goes_on = [](const std::string&) {
                                       return !InterruptGuard::interrupted();
                                     }});
  const luztar::LawChoice& choice = *found.choice;
  found.doubts = choice.doubts;
  found.text = shown_title(model) + "\n" + laws_text(choice, name);
  for (const std::string& doubt : choice.doubts)
    found.text += wrapped("look at the data: " + doubt, "  ");
  for (const luztar::FittedLaw& law : choice.laws) {
    if (law.law.name != choice.best) continue;
    found.model = law.law.model;
    found.free = law.law.free;
    found.fit = law.found.fit;
    found.is_there = true;
    found.text += "\n" + values_text(found.fit) + channels_text(found.fit);
    if (!found.fit.found)
      found.text += wrapped("the search ended before: " + found.fit.words, "  ");
  }
  if (choice.best.empty()) found.fit.words = "no law could be fitted";
  return found;
}

/// As they were fitted. It holds the model of `found`.
Residuals residuals_of(const Found& found, const std::vector<luztar::Experiment>& experiments) {
  Residuals residuals(found.model, experiments, found.free);
  for (std::size_t b = 0; b < found.fit.channels.size(); ++b)
    residuals.set_noise(b, found.fit.channels[b].noise);
  return residuals;
}

/// Throws ModelError: a value without a likelihood, before anything is fitted.
void check_profiles(const std::vector<std::string>& names,
                    const std::vector<luztar::FreeValue>& free) {
  std::vector<std::string> known;
  for (const luztar::FreeValue& value : free) known.push_back(value.name);
  for (const std::string& name : names)
    if (name != "all" && std::ranges::find(known, name.substr(0, name.find(" ["))) == known.end())
      throw luztar::ModelError({"--profile", 0, 0}, "no value '" + name + "' is fitted",
                               fmt::format("there are {}", fmt::join(known, ", ")));
}

/// The likelihood of values that were asked for.
void add_profiles(const std::vector<std::string>& names,
                  const std::vector<luztar::Experiment>& experiments, Loss loss, Found& found) {
  if (names.empty() || found.fit.values.empty()) return;
  Residuals residuals = residuals_of(found, experiments);
  std::vector<std::string> known;
  for (const luztar::FittedValue& value : found.fit.values) known.push_back(value.name);
  const luztar::FitSettings settings{.loss = loss, .goes_on = [](int, double) {
                                       return !InterruptGuard::interrupted();
                                     }};
  for (const std::string& name : names == std::vector<std::string>{"all"} ? known : names) {
    const auto place = std::ranges::find(known, name);
    if (place == known.end()) {
      found.text += wrapped(
          fmt::format("no profile of '{}': there are {}", name, fmt::join(known, ", ")), "  ");
      continue;
    }
    if (InterruptGuard::interrupted()) break;
    found.profiles.push_back(luztar::profile(
        residuals, found.fit, static_cast<std::size_t>(place - known.begin()), settings));
  }
  found.text += profiles_text(found.fit, found.profiles);
}

/// What is there after an interrupt, too; another one ends the runs of the page.
std::string page_of(const FitArguments& arguments, const Found& found, const Residuals& residuals,
                    Loss loss) {
  static int signals;  // of a function without a state of its own
  signals = InterruptGuard::signals();
  const luztar::StopScope scope([] { return InterruptGuard::signals() > signals; });
  return luztar::fit_page(found.model, residuals, found.fit,
                          {.title = found.model.title,
                           .file = arguments.model,
                           .loss = loss,
                           .doubts = found.doubts,
                           .profiles = found.profiles,
                           .choice = found.choice ? &*found.choice : nullptr});
}

std::string as_json(const Found& found) {
  return fit_json(found.model, found.fit, found.choice ? &*found.choice : nullptr, found.profiles);
}

/// Files that were asked for. False: one could not be written, and it was said.
bool write_files(const FitArguments& arguments, const Found& found,
                 const std::vector<luztar::Experiment>& experiments, Loss loss) {
  const auto write = [&](const std::string& file, const auto& content) {
    return file.empty() || file == "-" || write_new_file(file, content(), arguments.force);
  };
  const auto json = [&] {
    return as_json(found);
  };
  if (found.fit.values.empty())  // there is nothing to say but that
    return is_csv(arguments.file) || write(arguments.file, json);
  Residuals residuals = residuals_of(found, experiments);
  return write(arguments.file,
               [&] { return is_csv(arguments.file) ? fit_csv(found.fit) : json(); }) &&
         write(arguments.page, [&] { return page_of(arguments, found, residuals, loss); }) &&
         write(arguments.residuals, [&] { return fit_rows_csv(residuals, found.fit); }) &&
         write(arguments.fitted, [&] {
           return luztar::with_comments_of_file(
               luztar::write_model(residuals.fitted(found.fit.x),
                                   data_folder(arguments.model, arguments.fitted)),
               arguments.model);
         });
}

}  // namespace

int run_fit(const FitArguments& arguments) {
  Model model = luztar::load_model(arguments.model, load_options(arguments.changes));
  apply_changes(model, arguments.changes);
  take_free(model, arguments.free);
  const std::vector<luztar::Experiment> experiments = luztar::read_experiments(model);
  const InterruptGuard guard;
  const luztar::StopScope scope(&InterruptGuard::interrupted);
  const Loss loss = luztar::loss_named(!arguments.loss.empty() ? arguments.loss
                                       : model.fit.loss        ? model.fit.loss->text
                                                               : "linear");
  if (arguments.compare.empty()) check_profiles(arguments.profile, luztar::free_values(model));
  Found found = arguments.compare.empty() ? fitted(model, experiments, loss)
                                          : chosen(model, experiments, loss, arguments.compare);
  add_profiles(arguments.profile, experiments, loss, found);
  print(arguments.file == "-" ? as_json(found) : found.text);
  if (!write_files(arguments, found, experiments, loss)) return kTrouble;
  if (InterruptGuard::interrupted()) return kInterrupted;
  if (!found.is_there) fmt::print(stderr, "{}: no fit: {}\n", arguments.model, found.fit.words);
  return found.is_there ? kFine : kEndedEarly;
}
