#include "luztar/study/fit/residuals.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/core/number_text.h"
#include "luztar/model/changes.h"
#include "luztar/model/check.h"
#include "luztar/model/law.h"
#include "luztar/simulate/channel.h"
#include "luztar/simulate/simulate.h"

namespace luztar {
namespace {

/// Throws ModelError if there is no such channel.
Channel channel_named(const System& system, const std::string& name) {
  const ChannelOwners owners{system.bodies(), system.elements(), system.states()};
  std::vector<std::string> names;
  for (const Channel& channel : all_channels(owners)) {
    if (channel.kind == Channel::Kind::Mode) continue;
    names.push_back(name_of(owners, channel));
    if (names.back() == name) return channel;
  }
  throw ModelError({"match", 0, 0}, "no channel " + quote(name),
                   suggest(name, names, "write q.BODY, v.BODY, f.ELEMENT ..."));
}

/// Takes rows at measured times.
class MatchedSamples : public Observer {
 public:
  MatchedSamples(const std::vector<Channel>& channels, std::size_t rows, std::size_t unknowns)
      : channels_(channels), rows_(rows), n_(unknowns) {
    values.resize(channels.size() * rows);
    slopes.resize(values.size() * unknowns);
  }
  void sample(const Sample& sample) override {
    if (row_ == rows_) return;
    for (std::size_t c = 0; c < channels_.size(); ++c) {
      const std::size_t at = c * rows_ + row_;
      values[at] = value_of(sample, channels_[c]);
      if (sample.derivatives.n == 0) continue;
      const auto from = derivatives_of(sample.derivatives, channels_[c]);
      std::copy(from.begin(), from.end(), slopes.begin() + static_cast<std::ptrdiff_t>(at * n_));
    }
    ++row_;
  }
  bool is_full() const { return row_ == rows_; }

  std::vector<double> values;  ///< (channels × times)
  std::vector<double> slopes;  ///< (channels × times × derivatives)

 private:
  const std::vector<Channel>& channels_;
  std::size_t rows_, n_, row_{};
};

bool is_parameter(const Model& model, const std::string& name) {
  return std::ranges::find(model.parameters, name, &Parameter::name) != model.parameters.end();
}

/// Rows before a time.
Experiment before(Experiment experiment, double time) {
  const auto end = std::ranges::lower_bound(experiment.time, time) - experiment.time.begin();
  experiment.time.resize(static_cast<std::size_t>(end));
  for (MeasuredChannel& channel : experiment.channels)
    channel.values.resize(static_cast<std::size_t>(end));
  return experiment;
}

}  // namespace

Residuals::Residuals(const Model& model, std::vector<Experiment> experiments,
                     std::vector<FreeValue> free)
    : model_(model), whole_(std::move(experiments)), free_(std::move(free)) {
  for (const Experiment& experiment : whole_)
    experiments_.push_back(before(experiment, experiment.fitted_until));
  std::vector<std::string> names;
  for (const FreeValue& value : free_) names.push_back(value.name);
  Model looked_at = model;
  looked_at.simulation.derivatives.clear();
  for (const FreeValue& value : free_) {
    looked_at.simulation.derivatives.push_back({value.name, value.where});
    if (const std::string bare = varied_name(value.name).name; bare != value.name)
      throw ModelError(value.where, "a free value has no side: " + quote(value.name),
                       "write " + quote(bare));
  }
  const System system = compile(looked_at);  // mistakes in the names are reported here
  const double start = luztar::evaluate(looked_at.simulation.start, evaluate_parameters(looked_at));
  for (const Experiment& experiment : whole_) {
    for (const MeasuredChannel& channel : experiment.channels) channel_named(system, channel.name);
    if (experiment.time.empty() || experiment.time.front() < start)
      throw ModelError({"data", 0, 0},
                       "the data begin before the model does, at " + rounded_text(start) + " s",
                       "count their time from the start of the model");
  }
  if (std::ranges::all_of(experiments_, [](const auto& one) { return one.time.empty(); }))
    throw ModelError({"data", 0, 0}, "all data are for validation",
                     "leave some of them to be fitted to");
  for (std::size_t f = 0; f < free_.size(); ++f) {
    bool is_shared = false;
    for (std::size_t e = 0; e < experiments_.size(); ++e) {
      const auto& own = experiments_[e].own;
      if (std::ranges::find(own, free_[f].name) == own.end())
        is_shared = true;
      else
        unknowns_.push_back({free_[f].name, static_cast<int>(e), static_cast<int>(f)});
    }
    if (is_shared) unknowns_.push_back({free_[f].name, -1, static_cast<int>(f)});
  }
  for (std::size_t e = 0; e < experiments_.size(); ++e) {
    const Experiment& experiment = experiments_[e];
    Model& copy = models_.emplace_back(model);
    set_derivatives(copy, names, "free");
    if (!experiment.time.empty())
      set_times(copy, {.values = experiment.time, .where = {"data", 0, 0}});
    if (experiment.time.empty()) continue;
    copy.simulation.duration = Expression::number(experiment.time.back() - start);
    for (std::size_t c = 0; c < experiment.channels.size(); ++c) {
      const MeasuredChannel& channel = experiment.channels[c];
      Block block{static_cast<int>(e), static_cast<int>(c), rows_, 0, {}};
      for (std::size_t i = 0; i < channel.values.size(); ++i)
        if (std::isfinite(channel.values[i])) block.place.push_back(i);
      block.rows = block.place.size();
      rows_ += block.rows;
      noise_.push_back(channel.noise > 0.0 ? channel.noise : 1.0);
      blocks_.push_back(std::move(block));
    }
  }
}

std::optional<Residuals> Residuals::of_validation() const {
  std::vector<Experiment> held_back = whole_;
  bool any = false;
  for (Experiment& experiment : held_back) {
    for (MeasuredChannel& channel : experiment.channels)
      for (std::size_t i = 0; i < channel.values.size(); ++i) {
        if (experiment.time[i] < experiment.fitted_until)
          channel.values[i] = std::numeric_limits<double>::quiet_NaN();
        else
          any |= std::isfinite(channel.values[i]);
      }
    experiment.fitted_until = kInfinity;
  }
  if (!any) return std::nullopt;
  return Residuals(model_, std::move(held_back), free_);
}

std::optional<Residuals> Residuals::of_first(std::size_t parts) const {
  std::vector<Experiment> first = experiments_;
  for (Experiment& experiment : first) {
    if (experiment.time.empty()) continue;
    const std::size_t rows = experiment.time.size() / parts;
    if (rows <= unknowns_.size()) return std::nullopt;
    experiment.fitted_until = experiment.time[rows];
  }
  Residuals found(model_, std::move(first), free_);
  for (std::size_t b = 0; b < blocks_.size(); ++b) found.set_noise(b, noise_[b]);
  return found;
}

int Residuals::unknown_of(int free, std::size_t experiment) const {
  int shared = -1;
  for (std::size_t i = 0; i < unknowns_.size(); ++i) {
    if (unknowns_[i].free != free) continue;
    if (unknowns_[i].experiment == static_cast<int>(experiment)) return static_cast<int>(i);
    if (unknowns_[i].experiment < 0) shared = static_cast<int>(i);
  }
  return shared;
}

std::vector<std::pair<int, int>> Residuals::levels() const {
  const auto unknown_named = [this](const std::string& name, std::size_t experiment) {
    const auto free = std::ranges::find(free_, name, &FreeValue::name);
    return free == free_.end() ? -1
                               : unknown_of(static_cast<int>(free - free_.begin()), experiment);
  };
  std::vector<std::pair<int, int>> found;
  for (std::size_t e = 0; e < experiments_.size(); ++e)
    for (const auto& [kinetic, breakaway] : ordered_levels(model_)) {
      const std::pair both{unknown_named(kinetic, e), unknown_named(breakaway, e)};
      if (both.first >= 0 && both.second >= 0 && both.first != both.second &&
          std::ranges::find(found, both) == found.end())
        found.push_back(both);
    }
  return found;
}

double Residuals::end_of_file() const {
  const ParameterValues values = evaluate_parameters(model_);
  return luztar::evaluate(model_.simulation.start, values) +
         luztar::evaluate(model_.simulation.duration, values);
}

std::vector<double> Residuals::start() const {
  std::vector<double> x(unknowns_.size());
  Model copy = model_;
  for (std::size_t i = 0; i < unknowns_.size(); ++i) {
    const FreeValue& value = free_[unknowns_[i].free];
    ParameterValues values = evaluate_parameters(model_);
    const Expression* start = start_value(copy, value.name);
    x[i] = value.start        ? *value.start
           : start != nullptr ? luztar::evaluate(*start, values)
                              : values.at(value.name);
  }
  return x;
}

std::vector<double> Residuals::lower() const {
  std::vector<double> bound(unknowns_.size());
  for (std::size_t i = 0; i < unknowns_.size(); ++i) bound[i] = free_[unknowns_[i].free].lower;
  return bound;
}

std::vector<double> Residuals::upper() const {
  std::vector<double> bound(unknowns_.size());
  for (std::size_t i = 0; i < unknowns_.size(); ++i) bound[i] = free_[unknowns_[i].free].upper;
  return bound;
}

void Residuals::set(Model& model, ParameterValues& values, std::size_t experiment,
                    const std::vector<double>& x) const {
  values = experiments_[experiment].values;
  for (std::size_t f = 0; f < free_.size(); ++f) {
    const double value = x[unknown_of(static_cast<int>(f), experiment)];
    if (is_parameter(model, free_[f].name))
      values[free_[f].name] = value;
    else if (Expression* start = start_value(model, free_[f].name))
      *start = Expression::number(value);
  }
}

System Residuals::system_at(std::size_t experiment, const std::vector<double>& x) const {
  Model model = models_[experiment];
  ParameterValues values;
  set(model, values, experiment, x);
  return compile(model, values);
}

Model Residuals::fitted(const std::vector<double>& x, std::size_t experiment) const {
  Model model = model_;
  ParameterValues values;
  set(model, values, experiment, x);
  for (const auto& [name, value] : values)
    set_parameter(model, name, Expression::number(value), "fit");
  return model;
}

bool Residuals::evaluate(const std::vector<double>& x, std::vector<double>& residual,
                         std::vector<double>* jacobian) {
  residual.assign(rows_, 0.0);
  if (jacobian != nullptr) {
    jacobian->assign(rows_ * x.size(), 0.0);
    warnings_.clear();
  }
  const int before = simulated_;
  bool all = true;
  for (std::size_t e = 0; all && e < experiments_.size(); ++e) all = run(e, x, residual, jacobian);
  if (simulated_ > before) ++(jacobian == nullptr ? runs_.plain : runs_.with_derivatives);
  return all;
}

bool Residuals::run(std::size_t e, const std::vector<double>& x, std::vector<double>& residual,
                    std::vector<double>* jacobian) {
  const Experiment& experiment = experiments_[e];
  if (experiment.time.empty()) return true;
  Model& model = models_[e];
  std::vector<SourceText> derivatives;
  if (jacobian == nullptr) std::swap(derivatives, model.simulation.derivatives);
  ParameterValues values;
  set(model, values, e, x);
  std::optional<System> system;
  std::optional<State> start;
  try {
    system = compile(model, values);
    start = initial_state(*system);
  } catch (const ModelError& error) {
    words_ = to_text(error.diagnostics().front());
  }
  if (jacobian == nullptr) std::swap(derivatives, model.simulation.derivatives);
  if (!start) return false;
  ++simulated_;
  std::vector<Channel> channels;
  for (const MeasuredChannel& channel : experiment.channels)
    channels.push_back(channel_named(*system, channel.name));
  const std::size_t rows = experiment.time.size(), n = jacobian != nullptr ? free_.size() : 0;
  MatchedSamples samples(channels, rows, n);
  const RunInfo info = simulate(*system, *std::move(start), system->settings(), samples);
  if (info.status != Status::Finished || !samples.is_full()) {
    words_ = std::string(to_text(info.status)) + ": " + info.diagnosis;
    return false;
  }
  if (jacobian != nullptr)
    warnings_.insert(warnings_.end(), info.warnings.begin(), info.warnings.end());
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const Block& block = blocks_[b];
    if (block.experiment != static_cast<int>(e)) continue;
    const auto channel = static_cast<std::size_t>(block.channel);
    for (std::size_t i = 0; i < block.rows; ++i) {
      const std::size_t at = channel * rows + block.place[i];
      const double measured = experiment.channels[channel].values[block.place[i]];
      residual[block.begin + i] = (samples.values[at] - measured) / noise_[b];
      for (std::size_t f = 0; f < n; ++f)
        (*jacobian)[(block.begin + i) * x.size() + unknown_of(static_cast<int>(f), e)] +=
            samples.slopes[at * n + f] / noise_[b];
    }
  }
  return true;
}

}  // namespace luztar
