#include "recording.h"

#include <numeric>
#include <span>
#include <stdexcept>
#include <utility>

#include "interrupt.h"

namespace luztar::python {
namespace {

/// Output points of a run, or one more.
std::size_t most_rows(const SimulationSettings& settings) {
  if (settings.interval <= 0.0) return static_cast<std::size_t>(settings.samples);
  return static_cast<std::size_t>(settings.duration / settings.interval) + 2;
}

double sum(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

}  // namespace

const char* const kLedgerNames[kLedgerColumns] = {
    "kinetic", "stored", "dissipated", "supplied", "motion_work", "numerical", "residual"};

Recording::Recording(const Model& model, System system, const SimulationSettings& settings,
                     std::unique_ptr<ResultWriter> files)
    : system_(std::move(system)),
      settings_(settings),
      files_(std::move(files)),
      samples_are_events_(model.output.samples_are_events),
      channels_(select_channels(model, system_).channels),
      capacity_(most_rows(settings)),
      data_(new double[(1 + channels_.size() + kLedgerColumns) * capacity_]) {
  if (capacity_ == 0) settings_.samples = 1;  // the modes at the start
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    const bool inside =
        channels_[i].kind == Channel::Kind::Internal || channels_[i].kind == Channel::Kind::State;
    places_[static_cast<std::size_t>(channels_[i].kind)].push_back(
        {inside ? channels_[i].internal : channels_[i].index, i});
  }
}

void Recording::sample(const Sample& sample) {
  if (first_modes_.empty()) first_modes_.assign(sample.mode.begin(), sample.mode.end());
  if (files_ && capacity_ > 0) files_->sample(sample);
  if (rows_ == capacity_) return;
  double* row = data_.get() + rows_++;
  *row = sample.time;
  using Kind = Channel::Kind;
  const auto put = [&](Kind kind, const auto& values) {
    for (const Place& place : places_[static_cast<std::size_t>(kind)])
      row[(1 + place.column) * capacity_] = values[place.index];
  };
  put(Kind::Position, sample.q);
  put(Kind::Velocity, sample.v);
  put(Kind::Acceleration, sample.a);
  put(Kind::Deflection, sample.d);
  put(Kind::Force, sample.f);
  put(Kind::Mode, sample.mode);
  put(Kind::Internal, sample.internal);
  put(Kind::State, sample.internal);
  const EnergyLedger& energy = sample.energy;
  row += (1 + channels_.size()) * capacity_;
  for (const double value :
       {sum(energy.kinetic), sum(energy.stored), sum(energy.dissipated), sum(energy.supplied),
        sum(energy.motion_work), energy.numerical, energy.residual}) {
    *row = value;
    row += capacity_;
  }
}

void Recording::event(const Event& event) {
  events_.push_back(event);
  if (files_) files_->event(event);
}

void Recording::around_event(const Sample& before, const Sample& after) {
  files_->around_event(before, after);
}

bool Recording::wants_samples_around_events() const {
  return files_ && files_->wants_samples_around_events();
}

bool Recording::wants_samples_of_controllers() const {
  return samples_are_events_;
}

bool Recording::progress(double) { return !Interrupt::asked(); }

void Recording::run(State start, const Executor& executor) {
  start_ = start.time;
  const StopScope scope(&Interrupt::asked);
  info_ = simulate(system_, std::move(start), settings_, *this, executor);
  if (files_) files_->finish(info_);
  files_.reset();  // and the folder is free
}

}  // namespace luztar::python
