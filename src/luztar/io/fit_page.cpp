#include "luztar/io/fit_page.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "luztar/core/assert.h"
#include "luztar/core/nearness.h"
#include "luztar/io/angles.h"
#include "luztar/io/report/embedded.h"
#include "luztar/io/report/fill_page.h"
#include "luztar/io/report/fitted_run.h"
#include "luztar/io/report/json_stream.h"
#include "luztar/io/sweep_page.h"
#include "luztar/model/kinds.h"
#include "luztar/study/fit/law_curve.h"
#include "luztar/version.h"

namespace luztar {
namespace {

using report::FittedRun;

constexpr std::size_t kMostFitRows = 20'000;
constexpr std::size_t kMostLaws = 20;  // frictions that have a plot

void write_channels(report::Json& json, const std::vector<FittedChannel>& channels) {
  json.open('[');
  for (const FittedChannel& channel : channels) {
    json.open('{').key("experiment").text(channel.experiment).key("name").text(channel.name);
    json.key("rows").count(static_cast<std::size_t>(channel.rows));
    json.key("noise").number(channel.noise).key("given").flag(channel.noise_is_given);
    json.key("rms").number(channel.rms).key("relative").number(channel.relative);
    json.key("correlation").number(channel.correlation).key("words").text(channel.words);
    json.close('}');
  }
  json.close(']');
}

void write_values(report::Json& json, const Model& model, const Residuals& residuals,
                  const Fit& fit) {
  std::vector<std::string> names;
  for (const Residuals::Unknown& unknown : residuals.unknowns()) names.push_back(unknown.name);
  const std::vector<std::string> units = si_units_of(model, names);
  json.key("values").open('[');
  for (std::size_t i = 0; i < fit.values.size(); ++i) {
    const FittedValue& value = fit.values[i];
    json.open('{').key("name").text(value.name).key("unit").text(units[i]);
    json.key("value").number(value.value).key("error").number(value.error);
    json.key("lower").number(value.lower).key("upper").number(value.upper);
    json.key("start").number(value.start).key("balance").number(value.balance);
    json.key("atBound").flag(value.at_bound).key("words").text(value.words).close('}');
  }
  json.close(']').key("correlation").open('[');
  for (const std::vector<double>& row : fit.correlation) json.numbers(row);
  json.close(']');
}

void write_bands(report::Json& json, const FittedRun& run) {
  json.key("elements").open('[');
  for (std::size_t i = 0; i < run.elements.size(); ++i) {
    const ElementInfo& element = run.elements[i];
    if (!element.has_modes) continue;
    json.open('{').key("name").text(element.name).key("kind").text(word_of(element.kind));
    if (element.pitch > 0.0) json.key("pitch").number(element.pitch);
    if (element.only_pushes) json.key("pushes").flag(true);
    json.key("bands").open('[');
    for (const report::ModeBands::Change& change : run.bands[i].changes())
      json.number(change.t).raw(std::to_string(change.mode));
    json.close(']').close('}');
  }
  json.close(']');
}

void write_run(report::Json& json, const FittedRun& run, const Fit& fit) {
  json.open('{').key("name").text(run.experiment).key("words").text(run.words);
  json.key("fittedUntil");  // of what is not fitted at all, its start
  json.number(run.time.empty() ? run.fitted_until : std::max(run.fitted_until, run.time.front()));
  json.key("time").bytes(run.time).key("channels").open('[');
  for (const report::ChannelBesideModel& channel : run.channels) {
    json.open('{').key("name").text(channel.name).key("unit").text(channel.unit);
    json.key("noise").number(noise_of(fit, run.experiment, channel.name));
    json.key("t").bytes(channel.time).key("measured").bytes(channel.measured);
    json.key("model").bytes(channel.model).key("curve").bytes(channel.curve).close('}');
  }
  json.close(']');
  write_bands(json, run);
  json.close('}');
}

/// How much of the time each of some equal spans of the speed was passed.
std::vector<double> shares_of(const std::vector<FittedRun>& runs, const std::string& element,
                              double fastest) {
  constexpr std::size_t kSpans = 60;
  std::vector<double> shares(kSpans, 0.0);
  double all = 0.0;
  for (const FittedRun& run : runs)
    if (const auto speeds = run.speeds.find(element); speeds != run.speeds.end())
      for (const double speed : speeds->second) {
        const auto span = static_cast<std::size_t>(speed / fastest * kSpans);
        if (speed > 0.0) shares[std::min(span, kSpans - 1)] += 1.0;
        all += 1.0;
      }
  for (double& share : shares) share /= std::max(all, 1.0);
  return shares;
}

void write_laws(report::Json& json, const Residuals& residuals, const Fit& fit,
                const std::vector<FittedRun>& runs) {
  const Model fitted = residuals.fitted(fit.x);
  const std::vector<Coordinate> deflections = result_coordinates(fitted, compile(fitted)).elements;
  const std::vector<ElementInfo>& elements = runs.front().elements;
  const auto fastest = [&](const std::string& name) {
    double most = 0.0;
    for (const FittedRun& run : runs)
      if (const auto speeds = run.speeds.find(name); speeds != run.speeds.end())
        for (const double speed : speeds->second) most = std::max(most, speed);
    return most;
  };
  json.key("laws").open('[');
  for (const LawCurve& curve : law_curves(residuals, fit, fastest, kMostLaws)) {
    const auto place = std::ranges::find(elements, curve.name, &ElementInfo::name);
    LUZTAR_ASSERT(place != elements.end());
    const ElementInfo& element = *place;
    json.open('{')
        .key("name")
        .text(curve.name)
        .key("angle")
        .flag(is_angle(deflections[static_cast<std::size_t>(place - elements.begin())]));
    json.key("coefficient").flag(curve.is_coefficient).key("sticks").flag(element.sticks);
    json.key("velocity").bytes(curve.velocity).key("force").bytes(curve.force);
    json.key("error").bytes(curve.error).key("lower").number(curve.lower);
    json.key("upper").number(curve.upper).key("lowerError").number(curve.lower_error);
    json.key("upperError").number(curve.upper_error);
    json.key("fastest").number(curve.velocity.back());
    json.key("shares").numbers(shares_of(runs, curve.name, curve.velocity.back())).close('}');
  }
  json.close(']');
}

void write_profiles(report::Json& json, const FitPage& page, const Fit& fit) {
  json.key("profiles").open('[');
  for (const Profile& profile : page.profiles) {
    const auto value = std::ranges::find(fit.values, profile.name, &FittedValue::name);
    json.open('{').key("of").count(static_cast<std::size_t>(value - fit.values.begin()));
    json.key("value").bytes(profile.value).key("rise").bytes(profile.rise);
    json.key("lower").number(profile.lower).key("upper").number(profile.upper);
    json.key("words").text(profile.words).close('}');
  }
  json.close(']');
}

void write_choice(report::Json& json, const FitPage& page) {
  if (page.choice == nullptr) return;
  json.key("choice").open('{').key("of").text(page.choice->of);
  json.key("best").text(page.choice->best).key("verdict").text(page.choice->verdict);
  json.key("undecided").texts(page.choice->undecided);
  json.key("notFitted").texts(page.choice->not_fitted).key("laws").open('[');
  for (const FittedLaw& law : page.choice->laws) {
    json.open('{').key("name").text(law.law.name);
    json.key("values").count(law.found.fit.x.size()).key("aic").number(law.aic);
    json.key("bic").number(law.bic).key("p").number(law.p);
    json.key("unseen").number(law.found.unseen).close('}');
  }
  json.close(']').close('}');
}

std::string fit_json(const Model& model, const Residuals& residuals, const Fit& fit,
                     const FitPage& page, const std::vector<FittedRun>& runs) {
  std::string text;
  report::Json json(text);
  json.open('{').key("tool").text("luztar " LUZTAR_VERSION);
  json.key("title").text(page.title).key("file").text(page.file);
  json.key("found").flag(fit.found).key("words").text(fit.words);
  json.key("iterations").count(static_cast<std::size_t>(fit.iterations));
  json.key("runs").count(static_cast<std::size_t>(fit.runs));
  json.key("derived").count(static_cast<std::size_t>(fit.runs_with_derivatives));
  json.key("loss").text(kLossNames[static_cast<std::size_t>(page.loss)]);
  json.key("doubts").texts(page.doubts).key("warnings").texts(fit.warnings);
  double start = kInfinity, end = -kInfinity;
  for (const FittedRun& run : runs) {
    if (run.time.empty()) continue;
    start = std::min(start, run.time.front());
    end = std::max(end, run.time.back());
  }
  json.key("start").number(start).key("end").number(end);
  write_values(json, model, residuals, fit);
  json.key("channels");
  write_channels(json, fit.channels);
  json.key("validation");
  write_channels(json, fit.validation);
  json.key("experiments").open('[');
  for (const FittedRun& run : runs) write_run(json, run, fit);
  json.close(']');
  write_laws(json, residuals, fit, runs);
  write_profiles(json, page, fit);
  write_choice(json, page);
  json.close('}');
  return text;
}

}  // namespace

std::string fit_page(const Model& model, const Residuals& residuals, const Fit& fit,
                     const FitPage& page) {
  const std::vector<std::string> rubbing = elements_with_laws(model);
  std::vector<FittedRun> runs;
  for (std::size_t e = 0; e < residuals.whole_experiments().size(); ++e)
    runs.push_back(report::fitted_run(residuals, fit.x, e, kMostFitRows, rubbing));
  return report::fill_page({.title = page.title.empty() ? page.file : page.title,
                            .whole = "Whole run",
                            .files = "the files of --out and --residuals",
                            .data = fit_json(model, residuals, fit, page, runs),
                            .js = {timed_js, fit_js}});
}

}  // namespace luztar
