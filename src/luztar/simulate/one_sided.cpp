#include "luztar/simulate/one_sided.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/core/number_text.h"
#include "luztar/dynamics/compile/varied_system.h"
#include "luztar/dynamics/system/system_impl.h"

namespace luztar {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

auto lists_of(const auto& sample) {
  return std::array{sample.q, sample.v, sample.a, sample.d, sample.rate, sample.f, sample.internal};
}

/// All numbers of a sample, or of its derivatives, one list after the other.
std::vector<double> numbers_of(const auto& sample) {
  std::vector<double> numbers;
  for (const auto& list : lists_of(sample)) numbers.insert(numbers.end(), list.begin(), list.end());
  return numbers;
}

/// For each of these the largest one of its list: what rounding is relative to.
std::vector<double> sizes_of(const Sample& sample) {
  std::vector<double> sizes;
  for (const auto& list : lists_of(sample)) {
    double largest = 0.0;
    for (const double x : list) largest = std::max(largest, std::abs(x));
    sizes.insert(sizes.end(), list.size(), largest);
  }
  return sizes;
}

/// Derivatives at the value, from those one and two steps away.
double slope_at(double near, double far) { return 2.0 * near - far; }

/// Whether x(p + step) - x(p) is the integral of the derivatives between them.
/// @param size  of numbers of this kind
bool leads_there(double difference, double slope, double near, double step, double size) {
  constexpr double kBent = 1e-3;  // of the slope, where it changes on the way
  const double largest = std::max(std::abs(slope), std::abs(near));
  return std::abs(difference - 0.5 * step * (slope + near)) <=
         kBent * std::abs(step) * largest + kSolved * size;
}

class Recorder : public Observer {
 public:
  Recorder(OneSided::Beside& beside, Observer& asked, double start)
      : beside_(beside), asked_(asked), start_(start) {}
  void sample(const Sample& sample) override {
    beside_.rows.push_back({sample.time, numbers_of(sample), numbers_of(sample.derivatives)});
  }
  void event_time(std::span<const double> slopes) override { slope_ = slopes.front(); }
  void event(const Event& event) override { beside_.changes.push_back({event, slope_}); }
  bool wants_samples_of_controllers() const override {
    return asked_.wants_samples_of_controllers();
  }
  bool progress(double) override { return asked_.progress(start_); }

 private:
  OneSided::Beside& beside_;
  Observer& asked_;
  double start_, slope_{};
};

/// The start of a run beside: the given one, moved as the starts of the files differ. What goes on
/// is where it is, but for a value of the start that is varied itself.
State start_beside(const System& system, const System& beside, const State& start, double moved) {
  if (start.resolved || start.time != system.settings().start) {
    State there = start;
    const auto& [of, index, coupled] = beside.impl().origin.varied->starts.front();
    using Of = VariedSystem::Start::Of;
    there.resolved = start.resolved && of == Of::Nothing;  // what held may not from elsewhere
    if (of == Of::Position) there.position[static_cast<std::size_t>(index)] += moved;
    if (of == Of::Velocity) there.velocity[static_cast<std::size_t>(index)] += moved;
    if (of == Of::Internal) there.internal[static_cast<std::size_t>(index)] += moved;
    return there;
  }
  const State file = initial_state(system);
  State there = initial_state(beside);
  if (file.position == start.position && file.velocity == start.velocity &&
      file.internal == start.internal)
    return there;
  const auto moved_as_file = [](std::vector<double> to, const std::vector<double>& from,
                                const std::vector<double>& now) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += now[i] - from[i];
    return to;
  };
  return initial_state(beside, start.time,
                       moved_as_file(start.position, file.position, there.position),
                       moved_as_file(start.velocity, file.velocity, there.velocity),
                       moved_as_file(start.internal, file.internal, there.internal));
}

}  // namespace

OneSided::OneSided(const System& system, const State& start, const SimulationSettings& settings,
                   Observer& to)
    : system_(system), to_(to) {
  const auto& origin = system.impl().origin;
  n_ = origin.beside->size();
  if (origin.varied) n_ += static_cast<std::size_t>(origin.varied->n());
  for (std::size_t i = 0; i < n_; ++i) both_.push_back(i);
  for (const SystemBeside& beside : *origin.beside) {
    std::erase(both_, beside.column);
    run_beside(sides_.emplace_back(Side{&beside, {}, {}, 0, {}}), start, settings);
  }
  event_time_.assign(n_, 0.0);
}

void OneSided::run_beside(Side& side, const State& start, const SimulationSettings& settings) {
  double step = side.system->step;
  std::size_t i = 0;
  for (Beside* beside : {&side.near, &side.far}) {
    const System& system = side.system->systems[i++];
    try {
      State there = start_beside(system_, system, start, step);
      beside->ended = misfit(system, there);
      if (!beside->ended.empty()) break;
      Recorder recorder(*beside, to_, start.time);
      const RunInfo info = simulate(system, std::move(there), settings, recorder);
      if (info.status != Status::Finished) beside->ended = to_text(info.status);
    } catch (const ModelError& error) {  // it has no start
      beside->ended = error.what();
    }
    step += side.system->step;
  }
  side.at.assign(system_.event_names().size(), 0);
}

void OneSided::report(Side& side, const std::string& what, double time) {
  if (side.problem.empty())
    side.problem = what + " at t = " + cell_text(time) + " s";
  else
    ++side.others;
}

std::vector<std::string> OneSided::problems() const {
  std::vector<std::string> messages;
  for (const Side& side : sides_) {
    const std::string& name = side.system->name;
    if (!side.near.ended.empty() || !side.far.ended.empty())
      messages.push_back(name + ": there is no run beside this one: " +
                         (side.near.ended.empty() ? side.far.ended : side.near.ended));
    if (side.problem.empty()) continue;
    messages.push_back(name + ": there is none for " + side.problem);
    if (side.others > 0)
      messages.back() +=
          ", nor for " + std::to_string(side.others) + " other" + (side.others == 1 ? "" : "s");
  }
  return messages;
}

/// "q.BODY" ... in the order of numbers_of().
std::string OneSided::name_of(std::size_t number) const {
  const SystemImpl& impl = system_.impl();
  for (const char* kind : {"q.", "v.", "a."}) {
    if (number < system_.bodies().size()) return kind + system_.bodies()[number].name;
    number -= system_.bodies().size();
  }
  for (const char* kind : {"d.", "rate.", "f."}) {
    if (number < system_.elements().size()) return kind + system_.elements()[number].name;
    number -= system_.elements().size();
  }
  const auto first = static_cast<std::size_t>(impl.first_state());
  if (number < first)
    return "z." + impl.elements[impl.internals[static_cast<int>(number)].element].name;
  return "x." + system_.states()[number - first].name;
}

/// Derivatives of a row into their column.
void OneSided::look(Side& side, const Sample& sample, const std::vector<double>& values) {
  const std::size_t column = side.system->column, row = side.row++;
  const bool has_row = row < side.near.rows.size() && row < side.far.rows.size();
  const std::vector<double> sizes = sizes_of(sample);
  bool all = true;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    double& to = slopes_[i * n_ + column] = kNothing;
    if (!has_row) continue;
    const double near = side.near.rows[row].slopes[i];
    to = slope_at(near, side.far.rows[row].slopes[i]);
    const double there = side.near.rows[row].values[i];
    if (!leads_there(there - values[i], to, near, side.system->step,
                     std::max(sizes[i], std::abs(there))) &&
        std::exchange(all, false))
      wrong = i;
  }
  if (!all) report(side, "'" + name_of(wrong) + "'", sample.time);
}

void OneSided::sample(const Sample& sample) {
  const std::vector<double> values = numbers_of(sample);
  slopes_.assign(values.size() * n_, 0.0);
  if (sample.derivatives.n > 0) {
    const std::vector<double> two_sided = numbers_of(sample.derivatives);
    for (std::size_t i = 0; i < values.size(); ++i)
      for (std::size_t k = 0; k < both_.size(); ++k)
        slopes_[i * n_ + both_[k]] = two_sided[i * both_.size() + k];
  }
  for (Side& side : sides_) look(side, sample, values);
  Sample with = sample;
  with.derivatives.n = static_cast<int>(n_);
  const double* at = slopes_.data();
  const auto next = [&](std::size_t size) {
    const std::span<const double> rows(at, size * n_);
    at += size * n_;
    return rows;
  };
  with.derivatives.q = next(sample.q.size());
  with.derivatives.v = next(sample.v.size());
  with.derivatives.a = next(sample.a.size());
  with.derivatives.d = next(sample.d.size());
  with.derivatives.rate = next(sample.rate.size());
  with.derivatives.f = next(sample.f.size());
  with.derivatives.internal = next(sample.internal.size());
  to_.sample(with);
}

/// Of the time of an event: from the same one of the same element, beside.
double OneSided::slope_of(Side& side, const Event& event) {
  const auto is_same = [&](const Beside::Change& other) {
    return other.event.name == event.name && other.event.to == event.to;
  };
  std::size_t& next = side.at[static_cast<std::size_t>(event.name)];
  for (std::size_t i = next; i < side.near.changes.size(); ++i) {
    const auto& [near, near_slope] = side.near.changes[i];
    if (!is_same(side.near.changes[i]) || i >= side.far.changes.size() ||
        !is_same(side.far.changes[i]))
      continue;
    const double slope = slope_at(near_slope, side.far.changes[i].slope);
    if (!leads_there(near.time.value - event.time.value, slope, near_slope, side.system->step,
                     std::abs(event.time.value)))
      continue;
    next = i + 1;
    return slope;
  }
  report(side, "the event of '" + system_.event_names()[static_cast<std::size_t>(event.name)] + "'",
         event.time.value);
  return kNothing;
}

void OneSided::event(const Event& event) {
  for (Side& side : sides_) event_time_[side.system->column] = slope_of(side, event);
  to_.event_time(event_time_);
  to_.event(event);
}

void OneSided::event_time(std::span<const double> slopes) {
  for (std::size_t k = 0; k < both_.size(); ++k) event_time_[both_[k]] = slopes[k];
}

}  // namespace luztar
