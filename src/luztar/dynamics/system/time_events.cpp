#include "luztar/dynamics/system/time_events.h"

#include <map>

namespace luztar {
namespace {

/// A knot comes at its place or is one with `now` already.
std::int64_t piece_of_table(const PiecewiseCubic& table, const GridInstant& now) {
  const auto last = static_cast<std::int64_t>(table.piece.size()) - 1;
  auto piece = static_cast<std::int64_t>(piece_at(table, now.time.value));
  const auto begin_of = [&](std::int64_t k) {
    return GridInstant::at({table.knot[static_cast<std::size_t>(k)], 0.0});
  };
  while (piece < last && !is_before(now, begin_of(piece + 1))) ++piece;
  while (piece > 0 && is_before(now, begin_of(piece))) --piece;
  return piece;
}

}  // namespace

std::optional<std::int64_t> piece_on_grid(const SystemImpl& system, int sw,
                                          const GridInstant& now) {
  if (sw < system.sampling.n_clocks) return system.sampling.grid_of(sw).last_at(now);
  if (sw < system.n_clocks()) return std::nullopt;
  const Switch& own = system.program.switches()[static_cast<std::size_t>(sw)];
  if (own.kind != Switch::Kind::Table) return std::nullopt;
  return piece_of_table(system.program.table(own), now);
}

TimeEvents::TimeEvents(const SystemImpl& system) : system_(system) {
  const auto& switches = system.program.switches();
  std::map<int, Line> lines{{0, {1.0, 0.0}}};  // slot 0 is t
  const auto line_of = [&](int slot) {
    const auto it = lines.find(slot);
    return it == lines.end() ? Line{} : it->second;
  };
  if (!switches.empty())
    for (const Program::Instruction& i : system.program.time_code()) {
      using Code = Program::Code;
      const Line a = line_of(i.a);
      if (a.sign == 0.0) continue;
      if (i.code == Code::AddConstant && a.offset == 0.0)
        lines[i.out] = {a.sign, i.constant};
      else if (i.code == Code::Scale && i.constant == -1.0)
        lines[i.out] = {-a.sign, -a.offset};
    }
  low_.resize(switches.size());
  high_.resize(switches.size());
  for (int sw = 0; sw < system.n_switches(); ++sw) {
    const Switch& own = switches[static_cast<std::size_t>(sw)];
    if (!own.time_only && sw >= system.n_clocks()) continue;
    low_[sw] = line_of(own.low);
    high_[sw] = line_of(own.high);
    if (low_[sw].sign == 0.0 && high_[sw].sign == 0.0 && sw >= system.n_clocks()) continue;
    if (empty()) first_ = sw;
    last_ = sw + 1;
  }
}

bool TimeEvents::has_event(const State& state, int sw) const {
  using Kind = Switch::Kind;
  if (sw < first_ || sw >= last_) return false;
  if (sw < system_.n_clocks()) return true;
  const Switch& own = system_.program.switches()[static_cast<std::size_t>(sw)];
  const bool both = low_[sw].sign != 0.0 && high_[sw].sign != 0.0;
  switch (own.kind) {
    case Kind::Sign:
      return both && state.branch[sw] != 0;
    case Kind::Cell:
    case Kind::Relay:
    case Kind::Turn:
      return false;
    default:
      return both;
  }
}

std::optional<TimeEvent> TimeEvents::leaves(const State& state, int sw, int side) const {
  if (sw < system_.sampling.n_clocks) {
    if (side == 0) return std::nullopt;
    return TimeEvent{system_.sampling.grid_of(sw).at(state.branch[sw] + 1), true};
  }
  if (sw < system_.n_clocks()) {
    const auto next = side == 0 ? std::nullopt : next_part(system_, state, sw);
    if (!next) return std::nullopt;
    return TimeEvent{GridInstant::at(*next), true};
  }
  const Switch& own = system_.program.switches()[static_cast<std::size_t>(sw)];
  SwitchGuard guards[2];
  if (side >= guards_of(system_.program, own, state.branch[sw], guards)) return std::nullopt;
  const SwitchGuard& guard = guards[side];
  const Line& line = guard.slot == own.low ? low_[sw] : high_[sw];
  if (guard.sign * line.sign > 0.0) return std::nullopt;  // t leads away from that side
  const Time time = two_sum(guard.sign * line.offset, guard.offset);
  const bool data =
      own.kind == Switch::Kind::Table || (own.kind == Switch::Kind::Lookup && line.offset == 0.0);
  return TimeEvent{GridInstant::at(time), data};
}

std::optional<GridInstant> TimeEvents::next_behind(const State& state,
                                                   const GridInstant& now) const {
  std::optional<GridInstant> next;
  for (int sw = first_; sw < last_; ++sw) {
    if (!has_event(state, sw)) continue;
    for (const int side : {0, 1})
      if (const auto event = leaves(state, sw, side);
          event && is_before(now, *event) && (!next || event->time < next->time))
        next = *event;
  }
  return next;
}

}  // namespace luztar
