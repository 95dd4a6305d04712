#include "recording.h"

#include <algorithm>
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

std::string unit_of(const Channel& channel, const System& system,
                    const std::vector<bool>& rotates) {
  const auto angle = [&] {
    return channel.kind <= Channel::Kind::Acceleration
               ? static_cast<bool>(rotates[channel.index])
               : is_angle(system.elements()[channel.index], rotates);
  };
  switch (channel.kind) {
    case Channel::Kind::Position:
    case Channel::Kind::Deflection:
    case Channel::Kind::Internal:
      return angle() ? "rad" : "m";
    case Channel::Kind::Velocity:
      return angle() ? "rad/s" : "m/s";
    case Channel::Kind::Acceleration:
      return angle() ? "rad/s2" : "m/s2";
    case Channel::Kind::Force:
      return angle() ? "N m" : "N";
    case Channel::Kind::State:
      return system.states()[channel.index].unit;
    case Channel::Kind::Mode:
      break;
  }
  return "";
}

}  // namespace

const char* const kLedgerNames[kLedgerColumns] = {
    "kinetic", "stored", "dissipated", "supplied", "motion_work", "numerical", "residual"};

Recording::Recording(const Model& model, System system)
    : system_(std::move(system)),
      settings_(system_.settings()),
      samples_of_controllers_(model.output.samples_are_events),
      capacity_(most_rows(settings_)) {
  ChannelSelection selection = select_channels(model, system_);
  report_ = std::make_unique<ReportBuilder>(
      model, system_, settings_, selection.complete ? nullptr : &selection.channels, false);
  channels_ = std::move(selection.channels);
  data_.reset(new double[(1 + channels_.size() + kLedgerColumns) * capacity_]);
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
  if (capacity_ > 0) {
    report_->sample(sample);
    if (files_) files_->sample(sample);
  }
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
  report_->event(event);
  if (files_) files_->event(event);
}

void Recording::around_event(const Sample& before, const Sample& after) {
  report_->around_event(before, after);
}

/// Every event would cost as much as a sample of all bodies: as the files of the command line.
bool Recording::wants_samples_around_events() const {
  return system_.bodies().size() <= ResultWriter::kMostBodiesAroundEvents;
}

bool Recording::wants_samples_of_controllers() const { return samples_of_controllers_; }

bool Recording::progress(double) { return !Interrupt::asked(); }

void Recording::write_to(const Model& model, const std::string& folder, bool report) {
  if (report) report_->add_equations(model, system_);
  files_ = std::make_unique<ResultWriter>(
      model, system_, system_.settings(), folder,
      ResultFiles{.trajectory = true, .report = report, .told_report = report_.get()});
}

void Recording::run(State start, const Executor& executor) {
  start_ = start.time;
  const StopScope scope(&Interrupt::asked);
  info_ = simulate(system_, std::move(start), settings_, *this, executor);
  if (files_) files_->finish(info_);
  files_.reset();  // and the folder is free
}

void Recording::save(const Model& model, const std::string& folder) {
  const std::scoped_lock lock(saving_);
  write_to(model, folder, true);
  const std::unique_ptr<ResultWriter> files = std::move(files_);
  replay(*files);
  files->finish(info_);
}

std::string Recording::report(const Model& model) {
  const std::scoped_lock lock(saving_);
  report_->add_equations(model, system_);
  return report_->render(info_);
}

void Recording::replay(Observer& to) const {
  const std::size_t bodies = system_.bodies().size(), elements = system_.elements().size();
  std::array<std::vector<double>, kChannelKinds> values;
  for (std::size_t kind = 0; kind < kChannelKinds; ++kind)
    values[kind].resize(std::max({bodies, elements, info_.final_state.internal.size()}));
  std::vector<ModeNumber> modes(elements);
  const EnergyLedger no_energy;
  const auto of = [&](Channel::Kind kind) -> std::vector<double>& {
    return values[static_cast<std::size_t>(kind)];
  };
  using Kind = Channel::Kind;
  for (std::size_t row = 0; row < rows_; ++row) {
    for (std::size_t kind = 0; kind < kChannelKinds; ++kind) {
      const bool is_state = kind == static_cast<std::size_t>(Kind::State);
      std::vector<double>& list = is_state ? of(Kind::Internal) : values[kind];
      for (const Place& place : places_[kind]) list[place.index] = column(place.column)[row];
    }
    for (std::size_t i = 0; i < elements; ++i)
      modes[i] = static_cast<ModeNumber>(of(Kind::Mode)[i]);
    const std::vector<double>& d = of(Kind::Deflection);
    to.sample({time()[row], of(Kind::Position), of(Kind::Velocity), of(Kind::Acceleration), d, d,
               of(Kind::Force), modes, d, d, no_energy, of(Kind::Internal)});
  }
  for (const Event& event : events_) to.event(event);
}

std::vector<std::string> Recording::units(const Model& model) const {
  const std::vector<bool> rotates = rotating_bodies(model, system_);
  std::vector<std::string> units;
  for (const Channel& channel : channels_) units.push_back(unit_of(channel, system_, rotates));
  return units;
}

}  // namespace luztar::python
