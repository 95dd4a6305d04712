#include "apps/fit_command.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/exit_status.h"
#include "apps/interrupt.h"
#include "apps/json_text.h"
#include "apps/new_file.h"
#include "apps/overrides.h"
#include "apps/standard_output.h"
#include "luztar/luztar.h"

namespace {

using luztar::Fit;
using luztar::FittedChannel;
using luztar::FittedValue;
using luztar::Loss;
using luztar::Model;
using luztar::Residuals;

constexpr std::size_t kWidth = 80;

Loss loss_of(const std::string& text) {
  return text == "huber" ? Loss::Huber : text == "soft_l1" ? Loss::SoftL1 : Loss::Linear;
}

/// What is free, from the command line or else the file.
void take_free(Model& model, const std::vector<std::string>& free) {
  if (free.empty()) return;
  model.fit.free.clear();
  for (const std::string& item : free) model.fit.free.push_back({item, {"--free", 1, 1}});
}

/// Lines of words, broken at blanks.
std::string wrapped(const std::string& words, const std::string& indent) {
  std::string text, line = indent;
  for (std::size_t begin = 0; begin < words.size();) {
    const std::size_t end = std::min(words.find(' ', begin), words.size());
    const std::string word = words.substr(begin, end - begin);
    if (line.size() > indent.size() && line.size() + 1 + word.size() > kWidth) {
      text += line + "\n";
      line = indent + "  ";
    } else if (line.size() > indent.size() && line != indent + "  ") {
      line += " ";
    }
    line += word;
    begin = end + 1;
  }
  return text + line + "\n";
}

std::string number(double value, int digits = 7) {
  return std::isfinite(value) ? fmt::format("{:.{}g}", value + 0.0, digits) : "-";
}

std::string values_text(const Fit& fit) {
  std::size_t width = 8;
  for (const FittedValue& value : fit.values) width = std::max(width, value.name.size());
  width = std::min<std::size_t>(width, 20);
  std::string text = fmt::format("  {:<{}} {:>13} {:>10} {:>12} {:>12} {:>11}\n", "", width,
                                 "found", "error", "95 % from", "to", "start");
  for (const FittedValue& value : fit.values)
    text += fmt::format("  {:<{}} {:>13} {:>10} {:>12} {:>12} {:>11}\n", value.name, width,
                        number(value.value), number(value.error, 3), number(value.lower, 6),
                        number(value.upper, 6), number(value.start, 5));
  std::string balance;
  for (const FittedValue& value : fit.values)
    if (std::isfinite(value.balance))
      balance += (balance.empty() ? "" : ", ") + value.name + " " + number(value.balance, 5);
  if (!balance.empty()) text += wrapped("from the balance of forces: " + balance, "  ");
  for (const FittedValue& value : fit.values)
    if (!value.words.empty()) text += wrapped(value.name + ": " + value.words, "  ");
  return text;
}

std::string channels_text(const Fit& fit) {
  std::string text = fmt::format("\n  {:<24} {:>8} {:>12} {:>12} {:>12}\n", "measured", "rows",
                                 "noise", "left", "relative");
  for (const FittedChannel& channel : fit.channels) {
    const std::string name =
        channel.experiment.empty() ? channel.name : channel.name + " [" + channel.experiment + "]";
    text += fmt::format("  {:<24} {:>8} {:>12} {:>12} {:>10} %\n", name, channel.rows,
                        number(channel.noise, 4) + (channel.noise_is_given ? "" : " *"),
                        number(channel.rms, 4), number(100.0 * channel.relative, 4));
  }
  const bool estimated = std::ranges::any_of(
      fit.channels, [](const FittedChannel& channel) { return !channel.noise_is_given; });
  if (estimated) text += "  * estimated from what is left\n";
  for (const FittedChannel& channel : fit.channels)
    if (!channel.words.empty()) text += wrapped(channel.name + ": " + channel.words, "  ");
  return text;
}

std::string as_json(const Model& model, const Fit& fit) {
  std::string text = fmt::format(
      "{{\n  \"title\": {},\n  \"found\": {},\n  \"words\": {},\n  \"iterations\": {},\n  "
      "\"runs\": {},\n"
      "  \"runs_with_derivatives\": {},\n  \"cost\": {},\n  \"values\": [",
      json_text(shown_title(model)), fit.found, json_text(fit.words), fit.iterations, fit.runs,
      fit.runs_with_derivatives, json_number(fit.cost));
  std::string_view comma = "\n";
  for (const FittedValue& value : fit.values) {
    text += fmt::format(
        "{}    {{\"name\": {}, \"value\": {}, \"error\": {}, \"lower\": {}, \"upper\": {}, "
        "\"start\": {}, "
        "\"balance\": {}, "
        "\"at_bound\": {}, \"words\": {}}}",
        comma, json_text(value.name), json_number(value.value), json_number(value.error),
        json_number(value.lower), json_number(value.upper), json_number(value.start),
        json_number(value.balance), value.at_bound, json_text(value.words));
    comma = ",\n";
  }
  text += "\n  ],\n  \"correlation\": [";
  comma = "\n    ";
  for (const auto& row : fit.correlation) {
    text += fmt::format("{}{}", comma, json_list(row));
    comma = ",\n    ";
  }
  text += "\n  ],\n  \"channels\": [";
  comma = "\n";
  for (const FittedChannel& channel : fit.channels) {
    text += fmt::format(
        "{}    {{\"experiment\": {}, \"name\": {}, \"rows\": {}, \"noise\": {}, "
        "\"noise_is_given\": {}, "
        "\"rms\": {}, \"relative\": {}, \"correlation\": {}, \"words\": {}}}",
        comma, json_text(channel.experiment), json_text(channel.name), channel.rows,
        json_number(channel.noise), channel.noise_is_given, json_number(channel.rms),
        json_number(channel.relative), json_number(channel.correlation), json_text(channel.words));
    comma = ",\n";
  }
  return text + "\n  ]\n}\n";
}

std::string as_csv(const Fit& fit) {
  std::string text = "name,value,error,lower,upper,start\n";
  for (const FittedValue& value : fit.values)
    text += fmt::format("{},{},{},{},{},{}\n", value.name, csv_number(value.value),
                        csv_number(value.error), csv_number(value.lower), csv_number(value.upper),
                        csv_number(value.start));
  return text;
}

/// A line for each row that was measured.
std::string rows_as_csv(const Residuals& residuals, const Fit& fit) {
  std::string text = "experiment,channel,t,measured,model\n";
  for (std::size_t b = 0; b < residuals.blocks().size(); ++b) {
    const Residuals::Block& block = residuals.blocks()[b];
    const auto& experiment = residuals.experiments()[static_cast<std::size_t>(block.experiment)];
    const auto& channel = experiment.channels[static_cast<std::size_t>(block.channel)];
    for (std::size_t i = 0; i < block.place.size(); ++i) {
      const double measured = channel.values[block.place[i]];
      const double left = fit.residual[block.begin + i] * residuals.noise(b);
      text += fmt::format("{},{},{},{},{}\n", experiment.name, channel.name,
                          csv_number(experiment.time[block.place[i]]), csv_number(measured),
                          csv_number(measured + left));
    }
  }
  return text;
}

std::string shown(const Model& model, const Fit& fit, const std::vector<std::string>& doubts) {
  std::string text = fmt::format("{}\n  {} after {} iterations: {} runs, {} with derivatives\n\n",
                                 shown_title(model), fit.found ? "fitted" : "not fitted",
                                 fit.iterations, fit.runs, fit.runs_with_derivatives);
  if (!fit.values.empty()) text += values_text(fit) + channels_text(fit);
  for (const std::string& doubt : doubts) text += wrapped("look at the data: " + doubt, "  ");
  for (const std::string& warning : fit.warnings) text += wrapped("warning: " + warning, "  ");
  return text;
}

}  // namespace

int run_fit(const FitArguments& arguments) {
  Model model = luztar::load_model(arguments.model, load_options(arguments.changes));
  apply_changes(model, arguments.changes);
  take_free(model, arguments.free);
  Residuals residuals(model, luztar::read_experiments(model), luztar::free_values(model));
  const std::vector<std::string> doubts = luztar::suspicions(residuals);
  const InterruptGuard guard;
  const std::string loss = !arguments.loss.empty() ? arguments.loss
                           : model.fit.loss        ? model.fit.loss->text
                                                   : "linear";
  const Fit fit = luztar::fit(residuals, {.loss = loss_of(loss), .goes_on = [](int, double) {
                                            return !InterruptGuard::interrupted();
                                          }});
  const std::string text = arguments.file.empty()   ? ""
                           : is_csv(arguments.file) ? as_csv(fit)
                                                    : as_json(model, fit);
  if (arguments.file == "-")
    print(text);
  else
    print(shown(model, fit, doubts));
  const auto write = [&](const std::string& file, const std::string& content) {
    return file.empty() || file == "-" || write_new_file(file, content, arguments.force);
  };
  if (!write(arguments.file, text) || !write(arguments.residuals, rows_as_csv(residuals, fit)) ||
      !write(arguments.fitted,
             arguments.fitted.empty()
                 ? ""
                 : luztar::with_comments_of_file(
                       luztar::write_model(residuals.fitted(fit.x),
                                           data_folder(arguments.model, arguments.fitted)),
                       arguments.model)))
    return kTrouble;
  if (InterruptGuard::interrupted()) return kInterrupted;
  if (!fit.found) fmt::print(stderr, "{}: no fit: {}\n", arguments.model, fit.words);
  return fit.found ? kFine : kEndedEarly;
}
