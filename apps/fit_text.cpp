#include "apps/fit_text.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "apps/json_text.h"
#include "apps/law_choice_text.h"

using luztar::Fit;
using luztar::FittedChannel;
using luztar::FittedValue;
using luztar::Model;
using luztar::Residuals;

namespace {

constexpr std::size_t kWidth = 80;

void add_channels(luztar::JsonWriter& json, std::string_view key,
                  const std::vector<FittedChannel>& channels) {
  json.open_array(key, luztar::JsonWriter::Layout::Lines);
  for (const FittedChannel& channel : channels) {
    open_line(json);
    json.field("experiment", channel.experiment);
    json.field("name", channel.name);
    json.field("rows", channel.rows);
    json.field("noise", json_number(channel.noise));
    json.field("noise_is_given", channel.noise_is_given);
    json.field("rms", json_number(channel.rms));
    json.field("relative", json_number(channel.relative));
    json.field("correlation", json_number(channel.correlation));
    json.field("words", channel.words);
    json.close();
  }
  json.close();
}

void add_profiles(luztar::JsonWriter& json, const std::vector<luztar::Profile>& profiles) {
  if (profiles.empty()) return;
  json.open_array("profiles", luztar::JsonWriter::Layout::Lines);
  for (const luztar::Profile& profile : profiles) {
    open_line(json);
    json.field("name", profile.name);
    json.field("lower", json_number(profile.lower));
    json.field("upper", json_number(profile.upper));
    json.list("value", json_numbers(profile.value));
    json.list("rise", json_numbers(profile.rise));
    json.field("words", profile.words);
    json.close();
  }
  json.close();
}

void add_values(luztar::JsonWriter& json, const std::vector<FittedValue>& values) {
  json.open_array("values", luztar::JsonWriter::Layout::Lines);
  for (const FittedValue& value : values) {
    open_line(json);
    json.field("name", value.name);
    json.field("value", json_number(value.value));
    json.field("error", json_number(value.error));
    json.field("lower", json_number(value.lower));
    json.field("upper", json_number(value.upper));
    json.field("start", json_number(value.start));
    json.field("balance", json_number(value.balance));
    json.field("at_bound", value.at_bound);
    json.field("words", value.words);
    json.close();
  }
  json.close();
}

}  // namespace

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

std::string shown_number(double value, int digits) {
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
                        shown_number(value.value), shown_number(value.error, 3),
                        shown_number(value.lower, 6), shown_number(value.upper, 6),
                        shown_number(value.start, 5));
  std::string balance;
  for (const FittedValue& value : fit.values)
    if (std::isfinite(value.balance))
      balance += (balance.empty() ? "" : ", ") + value.name + " " + shown_number(value.balance, 5);
  if (!balance.empty()) text += wrapped("from the balance of forces: " + balance, "  ");
  for (const FittedValue& value : fit.values)
    if (!value.words.empty()) text += wrapped(value.name + ": " + value.words, "  ");
  return text;
}

std::string channels_text(const Fit& fit) {
  std::string text = fmt::format("\n  {:<24} {:>8} {:>12} {:>12} {:>12}\n", "measured", "rows",
                                 "noise", "left", "relative");
  const auto lines = [&](const std::vector<FittedChannel>& channels, const char* mark) {
    for (const FittedChannel& channel : channels) {
      const std::string name = channel.experiment.empty()
                                   ? channel.name
                                   : channel.name + " [" + channel.experiment + "]";
      text += fmt::format("  {:<24} {:>8} {:>12} {:>12} {:>10} %\n", name, channel.rows,
                          shown_number(channel.noise, 4) + (channel.noise_is_given ? "" : mark),
                          shown_number(channel.rms, 4), shown_number(100.0 * channel.relative, 4));
    }
  };
  lines(fit.channels, " *");
  if (!fit.validation.empty()) text += "  not fitted, for validation\n";
  lines(fit.validation, "");
  const bool estimated = std::ranges::any_of(
      fit.channels, [](const FittedChannel& channel) { return !channel.noise_is_given; });
  if (estimated) text += "  * estimated from what is left\n";
  for (const auto* channels : {&fit.channels, &fit.validation})
    for (const FittedChannel& channel : *channels)
      if (!channel.words.empty()) text += wrapped(channel.name + ": " + channel.words, "  ");
  return text;
}

std::string profiles_text(const Fit& fit, const std::vector<luztar::Profile>& profiles) {
  if (profiles.empty()) return "";
  std::string text = fmt::format("\n  {:<20} {:>13} {:>13} {:>13} {:>13}\n", "profile", "95 % from",
                                 "to", "linearised", "to");
  for (const luztar::Profile& profile : profiles) {
    const auto value = std::ranges::find(fit.values, profile.name, &FittedValue::name);
    text += fmt::format("  {:<20} {:>13} {:>13} {:>13} {:>13}\n", profile.name,
                        shown_number(profile.lower, 6), shown_number(profile.upper, 6),
                        shown_number(value->lower, 6), shown_number(value->upper, 6));
  }
  for (const luztar::Profile& profile : profiles)
    if (!profile.words.empty()) text += wrapped(profile.name + ": " + profile.words, "  ");
  return text;
}

std::string fit_json(const Model& model, const Fit& fit, const luztar::LawChoice* choice,
                     const std::vector<luztar::Profile>& profiles) {
  luztar::JsonWriter json;
  json.open_object();
  json.field("title", shown_title(model));
  if (choice != nullptr) add_choice(json, *choice);
  add_profiles(json, profiles);
  json.field("found", fit.found);
  json.field("words", fit.words);
  json.field("iterations", fit.iterations);
  json.field("runs", fit.runs);
  json.field("runs_with_derivatives", fit.runs_with_derivatives);
  json.field("cost", json_number(fit.cost));
  add_values(json, fit.values);
  add_rows(json, "correlation", fit.correlation);
  add_channels(json, "channels", fit.channels);
  add_channels(json, "validation", fit.validation);
  json.close();
  return json.text();
}

std::string fit_csv(const Fit& fit) {
  std::string text = "name,value,error,lower,upper,start\n";
  for (const FittedValue& value : fit.values)
    text += fmt::format("{},{},{},{},{},{}\n", value.name, csv_number(value.value),
                        csv_number(value.error), csv_number(value.lower), csv_number(value.upper),
                        csv_number(value.start));
  return text;
}

/// A line for each row that was measured.
std::string fit_rows_csv(const Residuals& residuals, const Fit& fit) {
  std::string text = "experiment,channel,t,measured,model\n";
  for (std::size_t b = 0; b < residuals.blocks().size(); ++b) {
    const Residuals::Block& block = residuals.blocks()[b];
    const auto& experiment = residuals.experiments()[static_cast<std::size_t>(block.experiment)];
    const auto& channel = residuals.channel(block);
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
