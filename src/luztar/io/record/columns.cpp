#include "luztar/io/record/columns.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace luztar {
namespace {

double total_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

}  // namespace

const char* const kLedgerNames[kLedgerColumns] = {
    "kinetic", "stored", "dissipated", "supplied", "motion_work", "numerical", "residual"};

Columns::Columns(std::vector<Channel> channels, std::size_t capacity)
    : channels_(std::move(channels)),
      capacity_(capacity),
      data_(new double[(1 + channels_.size() + kLedgerColumns) * capacity_]) {
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    const bool inside =
        channels_[i].kind == Channel::Kind::Internal || channels_[i].kind == Channel::Kind::State;
    places_[static_cast<std::size_t>(channels_[i].kind)].push_back(
        {inside ? channels_[i].internal : channels_[i].index, i});
  }
}

void Columns::add(const Sample& sample) {
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
  for (const double value : {total_of(energy.kinetic), total_of(energy.stored),
                             total_of(energy.dissipated), total_of(energy.supplied),
                             total_of(energy.motion_work), energy.numerical, energy.residual}) {
    *row = value;
    row += capacity_;
  }
}

void Columns::add_derivatives(const Sample& sample, std::size_t i) {
  if (rows_ == capacity_) return;
  double* row = data_.get() + rows_++;
  *row = sample.time;
  for (std::size_t c = 0; c < channels_.size() + kLedgerColumns; ++c) {
    const auto slopes = c < channels_.size() ? derivatives_of(sample.derivatives, channels_[c])
                                             : std::span<const double>{};
    row[(1 + c) * capacity_] = slopes.empty() ? 0.0 : slopes[i];
  }
}

void Columns::take(const double* data, std::size_t rows) {
  const std::size_t size = (1 + channels_.size() + kLedgerColumns) * rows;
  data_.reset(new double[size]);
  std::copy_n(data, size, data_.get());
  capacity_ = rows_ = rows;
}

void Columns::replay(const System& system, std::size_t internals, Observer& to) const {
  const std::size_t bodies = system.bodies().size(), elements = system.elements().size();
  std::array<std::vector<double>, kChannelKinds> values;
  for (std::size_t kind = 0; kind < kChannelKinds; ++kind)
    values[kind].resize(std::max({bodies, elements, internals}));
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
}

}  // namespace luztar
