#include "luztar/io/report/fitted_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "luztar/io/angles.h"
#include "luztar/io/channels.h"
#include "luztar/io/report/run_bands.h"
#include "luztar/model/changes.h"
#include "luztar/simulate/simulate.h"

namespace luztar::report {
namespace {

constexpr int kEvenTimes = 4000;
constexpr std::size_t kMostFitChanges = 2000;

/// Those of the rows and even ones, in order.
std::vector<double> times_of(const Experiment& experiment, double start) {
  const double end = experiment.time.back();
  std::vector<double> times;
  for (int i = 0; i <= kEvenTimes; ++i) times.push_back(start + (end - start) * i / kEvenTimes);
  times.back() = end;
  times.insert(times.end(), experiment.time.begin(), experiment.time.end());
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

class Watcher : public Observer {
 public:
  Watcher(const System& system, const std::vector<Channel>& channels,
          const std::vector<std::string>& rubbing, FittedRun& run)
      : bands(run.elements, system.settings().start, system.settings().duration, kMostFitChanges),
        channels_(channels),
        run_(run) {
    for (std::size_t i = 0; i < run.elements.size(); ++i)
      if (std::ranges::find(rubbing, run.elements[i].name) != rubbing.end()) rubbing_.push_back(i);
  }

  void sample(const Sample& sample) override {
    bands.sample(sample);
    run_.time.push_back(sample.time);
    for (std::size_t c = 0; c < channels_.size(); ++c)
      run_.channels[c].curve.push_back(value_of(sample, channels_[c]));
    for (const std::size_t i : rubbing_)
      run_.speeds[run_.elements[i].name].push_back(std::abs(sample.rate[i]));
  }
  void event(const Event& event) override { bands.event(event); }

  RunBands bands;

 private:
  const std::vector<Channel>& channels_;
  std::vector<std::size_t> rubbing_;
  FittedRun& run_;
};

/// All rows or, of each of some stretches, those with the least and the greatest residual.
std::vector<std::size_t> chosen_rows(const std::vector<double>& residual, std::size_t most) {
  std::vector<std::size_t> rows;
  const std::size_t n = residual.size();
  if (n <= most) {
    for (std::size_t i = 0; i < n; ++i) rows.push_back(i);
    return rows;
  }
  const std::size_t stretches = most / 2;
  for (std::size_t s = 0; s < stretches; ++s) {
    const auto begin = residual.begin() + static_cast<std::ptrdiff_t>(s * n / stretches);
    const auto end = residual.begin() + static_cast<std::ptrdiff_t>((s + 1) * n / stretches);
    const auto [least, greatest] = std::minmax_element(begin, end);
    const auto at = [&](auto place) {
      return static_cast<std::size_t>(place - residual.begin());
    };
    rows.push_back(std::min(at(least), at(greatest)));
    if (least != greatest) rows.push_back(std::max(at(least), at(greatest)));
  }
  return rows;
}

void add_rows(const Experiment& experiment, std::size_t most, FittedRun& run) {
  for (std::size_t c = 0; c < experiment.channels.size(); ++c) {
    ChannelBesideModel& channel = run.channels[c];
    std::vector<double> time, measured, model, residual;
    for (std::size_t i = 0; i < experiment.time.size(); ++i) {
      const double value = experiment.channels[c].values[i];
      const auto at = std::ranges::lower_bound(run.time, experiment.time[i]) - run.time.begin();
      if (!std::isfinite(value) || at == std::ssize(run.time)) continue;
      time.push_back(experiment.time[i]);
      measured.push_back(value);
      model.push_back(channel.curve[static_cast<std::size_t>(at)]);
      residual.push_back(model.back() - value);
    }
    for (const std::size_t i : chosen_rows(residual, most)) {
      channel.time.push_back(time[i]);
      channel.measured.push_back(measured[i]);
      channel.model.push_back(model[i]);
    }
  }
}

}  // namespace

FittedRun fitted_run(const Residuals& residuals, const std::vector<double>& x,
                     std::size_t experiment, std::size_t most,
                     const std::vector<std::string>& rubbing) {
  const Experiment& data = residuals.whole_experiments()[experiment];
  Model model = residuals.fitted(x, experiment);
  model.simulation.derivatives.clear();
  const double start = evaluate(model.simulation.start, evaluate_parameters(model));
  set_times(model, {.values = times_of(data, start), .where = {"data", 0, 0}});
  model.simulation.duration = Expression::number(data.time.back() - start);
  const System system = compile(model);
  const CoordinateKinds coordinates = result_coordinates(model, system);
  const ChannelOwners owners{system.bodies(), system.elements(), system.states()};
  FittedRun run{.experiment = data.name, .fitted_until = data.fitted_until};
  run.elements = system.elements();
  std::vector<Channel> channels;
  for (const MeasuredChannel& measured : data.channels)
    for (const Channel& channel : all_channels(owners)) {
      if (name_of(owners, channel) != measured.name) continue;
      channels.push_back(channel);
      run.channels.push_back(
          {.name = measured.name, .unit = unit_of(owners, channel, coordinates)});
    }
  Watcher watcher(system, channels, rubbing, run);
  const RunInfo info = simulate(system, initial_state(system), system.settings(), watcher);
  if (info.status != Status::Finished)
    run.words = std::string(to_text(info.status)) + ": " + info.diagnosis;
  run.bands = watcher.bands.bands();
  add_rows(data, most, run);
  return run;
}

}  // namespace luztar::report
