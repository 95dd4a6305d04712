#include "apps/fit_text.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "apps/json_text.h"

using luztar::Fit;
using luztar::FittedChannel;
using luztar::FittedValue;
using luztar::Model;
using luztar::Residuals;

namespace {

constexpr std::size_t kWidth = 80;

std::string channels_json(const std::vector<FittedChannel>& channels) {
  std::string text;
  std::string_view comma = "\n";
  for (const FittedChannel& channel : channels) {
    text += fmt::format(
        "{}    {{\"experiment\": {}, \"name\": {}, \"rows\": {}, \"noise\": {}, "
        "\"noise_is_given\": {}, "
        "\"rms\": {}, \"relative\": {}, \"correlation\": {}, \"words\": {}}}",
        comma, json_text(channel.experiment), json_text(channel.name), channel.rows,
        json_number(channel.noise), channel.noise_is_given, json_number(channel.rms),
        json_number(channel.relative), json_number(channel.correlation), json_text(channel.words));
    comma = ",\n";
  }
  return text;
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

std::string profiles_json(const std::vector<luztar::Profile>& profiles) {
  if (profiles.empty()) return "";
  std::string text = "  \"profiles\": [";
  std::string_view comma = "\n";
  for (const luztar::Profile& profile : profiles) {
    text += fmt::format(
        "{}    {{\"name\": {}, \"lower\": {}, \"upper\": {}, \"value\": {}, \"rise\": {}, "
        "\"words\": {}}}",
        comma, json_text(profile.name), json_number(profile.lower), json_number(profile.upper),
        json_list(profile.value), json_list(profile.rise), json_text(profile.words));
    comma = ",\n";
  }
  return text + "\n  ],\n";
}

std::string fit_json(const Model& model, const Fit& fit, const std::string& more) {
  std::string text = fmt::format(
      "{{\n  \"title\": {},\n{}  \"found\": {},\n  \"words\": {},\n  \"iterations\": {},\n  "
      "\"runs\": {},\n"
      "  \"runs_with_derivatives\": {},\n  \"cost\": {},\n  \"values\": [",
      json_text(shown_title(model)), more, fit.found, json_text(fit.words), fit.iterations,
      fit.runs, fit.runs_with_derivatives, json_number(fit.cost));
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
  text += "\n  ],\n  \"channels\": [" + channels_json(fit.channels) +
          "\n  ],\n  \"validation\": [" + channels_json(fit.validation);
  return text + "\n  ]\n}\n";
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
