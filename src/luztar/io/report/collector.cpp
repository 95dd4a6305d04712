#include "luztar/io/report/collector.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace luztar::report {
namespace {

constexpr std::size_t kMostWithCurves = 400;       // bodies, elements, states
constexpr std::size_t kMostEnergyItems = 60;       // beyond: sums only
constexpr std::size_t kNumbersInPage = 4'000'000;  // of the rows, or of the thinned curves
constexpr std::size_t kNumbersBeside = 600'000;    // of the last rows beside thinned curves
constexpr std::size_t kMostRows = 1'000'000, kMostRowsBeside = 6000, kFewestRows = 400;
constexpr std::size_t kMostBuckets = 20'000, kFewestBuckets = 100;
constexpr std::size_t kMostEnergyRows = 2400;
constexpr std::size_t kMostChanges = 200'000;  // of mode, all pairs together

std::size_t share(std::size_t budget, std::size_t parts, std::size_t low, std::size_t high) {
  return std::clamp(budget / std::max<std::size_t>(parts, 1), low, high);
}

std::size_t bucket_count(std::size_t columns) {
  // 4 points of a time, which takes two numbers, and a value
  return share(kNumbersInPage / 12, columns, kFewestBuckets, kMostBuckets);
}

bool has_samples(const SimulationSettings& settings) { return settings.gives_rows(); }

std::size_t pairs_of(const ReportSubject& subject) {
  return static_cast<std::size_t>(std::ranges::count_if(subject.elements, &ElementInfo::has_modes));
}

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

}  // namespace

RowLayout::RowLayout(const ReportSubject& subject)
    : bodies(std::min(subject.bodies.size(), kMostWithCurves)),
      elements(std::min(subject.elements.size(), kMostWithCurves)),
      states(std::min(subject.states.size(), kMostWithCurves)),
      limits(elements, 0),
      columns(1 + 3 * (bodies + elements)),
      columns_in_page(2 + 3 * bodies + elements) {
  for (std::size_t i = 0; i < elements; ++i) {
    // Bristles have no limits.
    if (!is_sum_of_bodies(subject.elements[i])) columns_in_page += 2;
    if (subject.elements[i].kind != PartKind::Friction || !subject.elements[i].has_modes) continue;
    limits[i] = columns;
    columns += 2;
    columns_in_page += 2;
  }
  columns += states;
  columns_in_page += states;
}

bool is_sum_of_bodies(const ElementInfo& element) {
  return std::ranges::find(element.coefficients, 0.0) == element.coefficients.end();
}

std::vector<EnergyItem> energy_items(const ReportSubject& subject) {
  using Kind = EnergyItem::Kind;
  std::vector<EnergyItem> items;
  for (std::size_t i = 0; i < subject.bodies.size(); ++i) {
    const BodyInfo& body = subject.bodies[i];
    const bool driven = body.prescribed || std::isinf(body.mass);
    items.push_back({driven ? Kind::Motion : Kind::Kinetic, static_cast<int>(i)});
  }
  for (std::size_t i = 0; i < subject.elements.size(); ++i) {
    const ElementInfo& element = subject.elements[i];
    const int owner = static_cast<int>(i);
    if (element.kind == PartKind::Link) continue;  // passes all on
    const bool has_bristles = element.internal >= 0;
    if (element.kind == PartKind::Spring || has_bristles) items.push_back({Kind::Stored, owner});
    if (element.kind != PartKind::Force) items.push_back({Kind::Dissipated, owner});
    if (!element.is_pair && !has_bristles) items.push_back({Kind::Supplied, owner});
  }
  if (items.size() <= kMostEnergyItems && !subject.is_part) return items;
  return {{Kind::Kinetic, -1},
          {Kind::Stored, -1},
          {Kind::Dissipated, -1},
          {Kind::Supplied, -1},
          {Kind::Motion, -1}};
}

double value_of(const EnergyItem& item, const EnergyLedger& energy) {
  const auto& account = [&]() -> const std::vector<double>& {
    switch (item.kind) {
      case EnergyItem::Kind::Kinetic:
        return energy.kinetic;
      case EnergyItem::Kind::Stored:
        return energy.stored;
      case EnergyItem::Kind::Dissipated:
        return energy.dissipated;
      case EnergyItem::Kind::Supplied:
        return energy.supplied;
      case EnergyItem::Kind::Motion:
        break;
    }
    return energy.motion_work;
  }();
  if (item.owner < 0) return sum(account);
  const auto i = static_cast<std::size_t>(item.owner);
  return i < account.size() ? account[i] : 0.0;
}

void EventEnds::add(const Event& event) {
  if (first_.size() < kKept) {
    first_.push_back(event);
  } else if (last_.size() < kKept) {
    last_.push_back(event);
  } else {
    last_[(total_ - kKept) % kKept] = event;
  }
  ++total_;
}

std::vector<Event> EventEnds::last() const {
  std::vector<Event> events = last_;
  if (total_ > 2 * kKept) {
    const auto oldest = static_cast<std::ptrdiff_t>((total_ - kKept) % kKept);
    std::rotate(events.begin(), events.begin() + oldest, events.end());
  }
  return events;
}

Collector::Collector(const ReportSubject& subject)
    : start_(subject.settings.start),
      duration_(subject.settings.duration),
      wanted_(has_samples(subject.settings)),
      n_states_(subject.states.size()),
      layout_(subject),
      items_(energy_items(subject)),
      row_(layout_.columns),
      energy_row_(1 + items_.size()),
      rows_(layout_.columns,
            share(kNumbersInPage, layout_.columns_in_page, kFewestRows, kMostRows)),
      energy_(energy_row_.size(), kMostEnergyRows),
      bands_(subject.elements, subject.settings.start, subject.settings.duration,
             share(kMostChanges, pairs_of(subject), 100, 100'000)),
      mode_times_(subject.elements, subject.settings) {}

void Collector::begin_at(double start) {
  bands_.begin_at(start);
  mode_times_.begin_at(start);
}

void Collector::sample(const Sample& sample) {
  ++samples_;
  bands_.sample(sample);
  mode_times_.sample(sample);
  add_row(sample);
  energy_row_[0] = sample.time;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    energy_row_[1 + i] = value_of(items_[i], sample.energy);
  }
  energy_.add(energy_row_);
}

void Collector::event(const Event& event) {
  events_.add(event);
  bands_.event(event);
  mode_times_.event(event);
}

void Collector::around_event(const Sample& before, const Sample& after) {
  if (!wanted_) return;
  add_row(before);
  add_row(after);
}

void Collector::add_row(const Sample& sample) {
  row_[0] = sample.time;
  for (std::size_t i = 0; i < layout_.bodies; ++i) {
    double* at = &row_[layout_.body(i)];
    at[0] = sample.q[i], at[1] = sample.v[i], at[2] = sample.a[i];
  }
  for (std::size_t i = 0; i < layout_.elements; ++i) {
    double* at = &row_[layout_.element(i)];
    at[0] = sample.d[i], at[1] = sample.rate[i], at[2] = sample.f[i];
    if (const std::size_t limit = layout_.limits[i]) {
      row_[limit] = sample.lower[i], row_[limit + 1] = sample.upper[i];
    }
  }
  const std::size_t bristles = sample.internal.size() - n_states_;
  for (std::size_t i = 0; i < layout_.states; ++i)
    row_[layout_.state(i)] = sample.internal[bristles + i];
  ++points_;
  if (rows_.full() && curves_.empty()) start_curves();
  rows_.add(row_);
  if (!curves_.empty()) add_to_curves(row_);
}

std::size_t Collector::first_row() const {
  if (curves_.empty()) return 0;
  const std::size_t most = share(kNumbersBeside, layout_.columns, kFewestRows, kMostRowsBeside);
  return rows_.size() - std::min(rows_.size(), most);
}

// The run has become too long to be kept row by row.
void Collector::start_curves() {
  curves_.assign(layout_.columns - 1, ThinCurve(start_, duration_, bucket_count(layout_.columns)));
  for (std::size_t i = 0; i < rows_.size(); ++i) add_to_curves(rows_.row(i));
}

void Collector::add_to_curves(std::span<const double> row) {
  for (std::size_t c = 1; c < row.size(); ++c) curves_[c - 1].add(row[0], row[c]);
}

}  // namespace luztar::report
