#include "luztar/study/sweep/measured_run.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "luztar/core/error.h"
#include "luztar/core/nearness.h"
#include "luztar/core/number_text.h"

namespace luztar {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

template <class List>
int index_of(const List& list, const std::string& name) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const auto& item) { return item.name == name; });
  return static_cast<int>(found - list.begin());
}

}  // namespace

MeasuredRun::MeasuredRun(const System& system, const std::vector<Measure>& measures)
    : system_(system) {
  for (const Measure& measure : measures) {
    Result result{.first = found_.size(), .columns = static_cast<std::size_t>(measure.columns())};
    for (const Measure& part : measure.parts) bind(system, part);
    if (measure.formula)
      combine(system, measure, result);
    else
      bind(system, measure);
    values_.resize(values_.size() + result.columns);
    results_.push_back(std::move(result));
  }
  measures_channels_ = std::ranges::any_of(
      accumulated_, [](const Accumulated& so_far) { return !so_far.x.empty(); });
  mode_.resize(system.elements().size());
  since_.resize(mode_.size());
  held_.resize(mode_.size());
}

void MeasuredRun::bind(const System& system, const Measure& measure) {
  bind(system, measure, accumulated_.emplace_back());
  found_.resize(found_.size() + static_cast<std::size_t>(measure.columns()));
}

void MeasuredRun::combine(const System& system, const Measure& measure, Result& result) const {
  const auto& parameters = system.parameters();
  result.variables.resize(measure.parts.size());
  result.of.emplace_back(*measure.formula, [&](const std::string& name) -> DirectFunction::Meaning {
    for (std::size_t i = 0; i < measure.parts.size(); ++i)
      if (name == part_symbol(i)) return DirectFunction::Variable{static_cast<int>(i)};
    result.parameters.push_back(
        static_cast<int>(std::distance(parameters.begin(), parameters.find(name))));
    result.variables.push_back(0.0);
    return DirectFunction::Variable{static_cast<int>(result.variables.size()) - 1};
  });
}

void MeasuredRun::bind(const System& system, const Measure& measure, Accumulated& so_far) {
  so_far.kind = measure.kind;
  so_far.number = measure.number;
  if (measure.clock) so_far.clock = Clock{.of = *measure.clock};
  if (measure.is_list()) so_far.list.resize(static_cast<std::size_t>(measure.number));
  if (!measure.element.empty()) so_far.element = index_of(system.elements(), measure.element);
  if (!measure.value) return;
  // States come behind the bristles.
  const int states_begin = static_cast<int>(
      std::count_if(system.elements().begin(), system.elements().end(),
                    [](const ElementInfo& element) { return element.internal >= 0; }));
  const auto source_of = [&](const std::string& name) -> Source {
    using Of = Source::Of;
    if (name == "t") return {Of::T, 0};
    const auto dot = name.find('.');
    if (dot == std::string::npos) {
      const auto& parameters = system.parameters();
      return {Of::Parameter,
              static_cast<int>(std::distance(parameters.begin(), parameters.find(name)))};
    }
    const std::string kind = name.substr(0, dot), owner = name.substr(dot + 1);
    if (kind == "q") return {Of::Q, index_of(system.bodies(), owner)};
    if (kind == "v") return {Of::V, index_of(system.bodies(), owner)};
    if (kind == "a") return {Of::A, index_of(system.bodies(), owner)};
    if (kind == "d") return {Of::D, index_of(system.elements(), owner)};
    if (kind == "rate") return {Of::Rate, index_of(system.elements(), owner)};
    if (kind == "f") return {Of::F, index_of(system.elements(), owner)};
    return {Of::X, states_begin + index_of(system.states(), owner)};
  };
  so_far.x.emplace_back(*measure.value, [&](const std::string& name) -> DirectFunction::Meaning {
    so_far.sources.push_back(source_of(name));
    so_far.variables.push_back(0.0);
    return DirectFunction::Variable{static_cast<int>(so_far.sources.size()) - 1};
  });
  so_far.is_channel = measure.value->op() == Op::Symbol && so_far.sources.size() == 1 &&
                      so_far.sources[0].of != Source::Of::T &&
                      so_far.sources[0].of != Source::Of::Parameter;
}

void MeasuredRun::begin(const System& system) {
  for (Accumulated& so_far : accumulated_) {
    for (std::size_t i = 0; i < so_far.sources.size(); ++i) {
      if (so_far.sources[i].of == Source::Of::Parameter)
        so_far.variables[i] =
            std::next(system.parameters().begin(), so_far.sources[i].index)->second;
    }
    so_far.low = std::numeric_limits<double>::infinity();
    so_far.high = -so_far.low;
    so_far.sum = so_far.other = 0.0;
    so_far.first = so_far.latest = kNothing;
    so_far.count = 0;
    so_far.pending = false;
    std::fill(so_far.list.begin(), so_far.list.end(), kNothing);
    if (so_far.clock) set_clock(so_far, system);
  }
  for (Result& result : results_) {
    auto to = result.variables.end() - static_cast<std::ptrdiff_t>(result.parameters.size());
    for (const int index : result.parameters)
      *to++ = std::next(system.parameters().begin(), index)->second;
  }
  std::fill(held_.begin(), held_.end(), 0.0);
  std::fill(mode_.begin(), mode_.end(), ModeNumber{0});
}

void MeasuredRun::set_clock(Accumulated& so_far, const System& system) const {
  Clock& clock = *so_far.clock;
  const double value = clock.value = evaluate(clock.of, system.parameters());
  if (!(value > 0.0) || !std::isfinite(value))
    throw ModelError(
        clock.of.where(),
        std::string(so_far.kind == MeasureKind::Strobe ? "the period" : "the frequency") +
            " of a measure is " + cell_text(value),
        "it must be greater than 0");
  if (so_far.kind != MeasureKind::Strobe) {
    const double periods = std::floor((to_ - from_) * value * (1.0 + kNoise));
    clock.window = periods >= 1.0 ? to_ - periods / value : kNothing;
    return;
  }
  clock.last_tick = std::floor((to_ - start_) / value * (1.0 + kNoise));
  const double first = std::ceil((from_ - start_) / value * (1.0 - kNoise));
  clock.tick = std::max(first, clock.last_tick - static_cast<double>(so_far.number - 1));
}

RunInfo MeasuredRun::run(const System& system, const State& start, double from) {
  SimulationSettings settings = system.settings();
  start_ = settings.start;
  from_ = std::max(from, start_);
  to_ = settings.start + settings.duration;
  settings.give_rows(1);  // the modes at the start
  begin(system);
  std::fill(since_.begin(), since_.end(), from_);
  EnergyLedger at_begin;
  RunInfo info;
  if (from_ > start.time && from_ < to_) {
    SimulationSettings before = settings;
    before.span = settings.span > 0.0 ? settings.span : settings.duration;
    before.duration = from_ - settings.start;
    measures_ = false;
    info = simulate(system, start, before, *this);
    if (info.status != Status::Finished) return info;
    at_begin = std::move(info.energy);
    settings.samples = 0;
    measures_ = true;
    info = simulate(system, std::move(info.final_state), settings, *this);
  } else {
    measures_ = true;
    info = simulate(system, start, settings, *this);
  }
  if (info.status == Status::Finished) end(info, at_begin);
  return info;
}

void MeasuredRun::sample(const Sample& sample) {
  std::copy(sample.mode.begin(), sample.mode.end(), mode_.begin());
}

void MeasuredRun::event(const Event& event) {
  const auto element = static_cast<std::size_t>(event.name);
  if (element < mode_.size() && event.cause != Event::Cause::Jump) {
    const bool held = is_held(element, mode_[element]);
    const double now = std::max(event.time.value, from_);
    if (held) held_[element] += now - since_[element];
    since_[element] = now;
    mode_[element] = event.to;
  }
  if (!measures_) return;
  for (Accumulated& so_far : accumulated_) count(so_far, event);
}

void MeasuredRun::count(Accumulated& so_far, const Event& event) {
  const bool mine = so_far.element < 0 || so_far.element == event.name;
  if (!mine || event.cause == Event::Cause::Sample) return;
  const bool jump = event.cause == Event::Cause::Jump;
  if (so_far.kind == MeasureKind::Events) ++so_far.count;
  if (so_far.kind == MeasureKind::Impacts && event.cause == Event::Cause::Impact) ++so_far.count;
  if (so_far.kind == MeasureKind::AtEvent && !jump && ++so_far.count == so_far.number)
    so_far.pending = true;
  if (so_far.kind == MeasureKind::AtEvents && !jump) so_far.pending = true;
  if (so_far.kind != MeasureKind::Period || jump) return;
  const auto element = static_cast<std::size_t>(event.name);
  const bool was_held = is_held(element, event.from), is = is_held(element, event.to);
  const bool begins = system_.elements()[element].sticks
                          ? was_held && !is
                          : event.cause == Event::Cause::Impact || (!was_held && is);
  if (!begins) return;
  if (so_far.count++ == 0) so_far.first = event.time.value;
  so_far.latest = event.time.value;
}

bool MeasuredRun::is_held(std::size_t element, ModeNumber mode) const {
  return system_.elements()[element].is_held(mode);
}

void MeasuredRun::piece(const MotionPiece& piece) {
  if (!measures_) return;
  const double begin = std::max(0.0, from_ - piece.begin());
  for (Accumulated& so_far : accumulated_) take(so_far, piece, begin);
}

void MeasuredRun::end(const RunInfo& info, const EnergyLedger& at_begin) {
  for (std::size_t e = 0; e < mode_.size(); ++e)
    if (is_held(e, mode_[e])) held_[e] += to_ - since_[e];
  std::size_t place = 0;
  for (const Accumulated& so_far : accumulated_) {
    if (so_far.list.empty()) {
      found_[place++] = value_of(so_far, info, at_begin);
      continue;
    }
    const auto size = static_cast<std::int64_t>(so_far.list.size());
    const auto oldest = so_far.kind == MeasureKind::AtEvents ? so_far.count % size : 0;
    std::rotate_copy(so_far.list.begin(), so_far.list.begin() + oldest, so_far.list.end(),
                     found_.begin() + static_cast<std::ptrdiff_t>(place));
    place += so_far.list.size();
  }
  take_results();
}

void MeasuredRun::take_results() {
  const auto forget_infinite = [](std::vector<double>& numbers) {
    for (double& x : numbers)
      if (!std::isfinite(x)) x = kNothing;
  };
  forget_infinite(found_);
  auto to = values_.begin();
  for (Result& result : results_) {
    const auto from = found_.begin() + static_cast<std::ptrdiff_t>(result.first);
    if (result.of.empty()) {
      to = std::copy_n(from, result.columns, to);
      continue;
    }
    std::copy_n(from, result.variables.size() - result.parameters.size(), result.variables.begin());
    *to++ = result.of.front()(result.variables);
  }
  forget_infinite(values_);
}

double MeasuredRun::value_of(const Accumulated& so_far, const RunInfo& info,
                             const EnergyLedger& at_begin) const {
  const double length = to_ - from_;
  const bool is_periodic = so_far.clock && so_far.count > 0;
  const double harmonic = is_periodic ? 2.0 / (to_ - so_far.clock->window) : kNothing;
  const auto dissipated = [&] {
    double sum = 0.0;
    for (std::size_t e = 0; e < info.energy.dissipated.size(); ++e) {
      if (so_far.element >= 0 && e != static_cast<std::size_t>(so_far.element)) continue;
      sum += info.energy.dissipated[e];
      if (!at_begin.dissipated.empty()) sum -= at_begin.dissipated[e];
    }
    return sum;
  };
  const double held = so_far.element >= 0 ? held_[static_cast<std::size_t>(so_far.element)] : 0.0;
  switch (so_far.kind) {
    case MeasureKind::Min:
      return so_far.low;
    case MeasureKind::Max:
      return so_far.high;
    case MeasureKind::Range:
      return so_far.high - so_far.low;
    case MeasureKind::Mean:
      return so_far.count > 0 ? so_far.sum / length : kNothing;
    case MeasureKind::Rms:
      return so_far.count > 0 ? std::sqrt(so_far.sum / length) : kNothing;
    case MeasureKind::Last:
    case MeasureKind::AtEvent:
      return so_far.first;
    case MeasureKind::Amplitude:
      return harmonic * std::hypot(so_far.sum, so_far.other);
    case MeasureKind::Phase:
      return std::atan2(harmonic * so_far.sum, harmonic * so_far.other);
    case MeasureKind::StickTime:
    case MeasureKind::ContactTime:
      return held;
    case MeasureKind::StickShare:
    case MeasureKind::ContactShare:
      return held / length;
    case MeasureKind::Period:
      return (so_far.latest - so_far.first) / static_cast<double>(so_far.count - 1);
    case MeasureKind::Events:
    case MeasureKind::Impacts:
      return static_cast<double>(so_far.count);
    case MeasureKind::Dissipated:
      return dissipated();
    case MeasureKind::AtEvents:
    case MeasureKind::Strobe:
    case MeasureKind::Combined:
      break;  // they have a list, or parts
  }
  return kNothing;
}

}  // namespace luztar
