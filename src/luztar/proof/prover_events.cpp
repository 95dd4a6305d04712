// Both sides of an event.
#include <algorithm>
#include <cmath>
#include <optional>

#include "luztar/core/nearness.h"
#include "luztar/proof/prover_impl.h"

namespace luztar {
namespace {

// Bounces that end are far smaller than the motion, or shorter than this times rounding of the
// time.
constexpr double kLastBounce = 1e-3;
constexpr double kLastFlight = 0x1p14;
constexpr double kRateRounding = 4.0;  // of what a motion rounds to, over the time so far

}  // namespace

bool Prover::comes_to_rest(const Instant& before, int element) const {
  return std::abs(ends_of(before, element).rate) <= scales_.margins_of(before, element).rate_error;
}

/// A pair breaks whose static limit is above its kinetic one: could nothing else hold it?
void Prover::look_at_break(const Instant& before, const Instant& after) {
  if (breaks_.is_no_question(before, after)) return;
  enough_.assign(static_cast<std::size_t>(system_.n_pairs()), 0.0);
  int weakest = -1;
  double most = 0.0;
  for (int j = 0; j < system_.n_pairs(); ++j) {
    const int e = system_.first_pair() + j;
    if (!system_.pairs[j].is_dry()) continue;
    if (before.pair[j] != Mode::Stuck) {
      if (comes_to_rest(before, e)) return;  // its force may jump
      continue;
    }
    enough_[j] = least_limit(before, j);
    if (after.pair[j] == Mode::Stuck) continue;
    const double missing = enough_[j] - number(after.pair[j]) * before.f[e];
    if (missing <= most) continue;
    weakest = j;
    most = missing;
  }
  // Where all that slide were at their limits, the motion itself shows that nothing could hold
  // them.
  if (weakest < 0 || breaks_.can_break(before, enough_, scales_.force_error())) return;
  const int e = system_.first_pair() + weakest;
  worst_.note(Proofs::Coulomb, Claim::Break, e, after.time, before.f[e],
              number(after.pair[weakest]) * enough_[weakest], scales_.f(e), 0.0);
}

/// The static limit of a friction in the direction of its force, less what rounding takes [N, N m].
double Prover::least_limit(const Instant& now, int pair) {
  const int e = system_.first_pair() + pair;
  const double strength = system_.pairs[pair].breakaway[now.f[e] > 0.0 ? 1 : 0];
  double normal = 1.0;
  double error = scales_.force_error();
  if (const DirectFormula& formula = system_.laws[e].formula) {
    normal = normal_of(now, e, ends_of(now, e));
    error += strength * error_of(*formula.function, normal);
  }
  return std::max(0.0, strength * normal * (1.0 - worst_.limit()) - error);
}

/// A rigid pair whose arms may jump: where they do its impulse is given out.
bool Prover::is_shifting(int pair) const {
  const Geometry* geometry = system_.geometry_of(system_.first_pair() + pair);
  return system_.pairs[pair].is_rigid() && geometry != nullptr && geometry->shift >= 0;
}

/// @param shifted  impulses of pairs whose arms jump are known
bool Prover::is_linked(int body, bool shifted) {
  constexpr char kShifting = 1, kAlways = 2;
  if (linked_.empty()) {
    linked_.assign(static_cast<std::size_t>(system_.n_bodies()), 0);
    for (int j = 0; j < system_.n_pairs(); ++j)
      if (system_.pairs[j].is_rigid())
        for (const Term& term : system_.terms_of_pair(j))
          linked_[term.body] = std::max(linked_[term.body], is_shifting(j) ? kShifting : kAlways);
  }
  return linked_[body] > (shifted ? kShifting : 0);
}

/// The largest acceleration of a deflection, whatever the frictions on its bodies do after an
/// impact [m/s², rad/s²].
double Prover::most_acceleration(const Instant& now, int element) {
  double sum = 0.0;
  double more = 0.0;
  for (const Term& own : system_.terms_of(element)) {
    sum += own.coefficient * now.a[own.body];
    for (int j = 0; j < system_.n_pairs(); ++j) {
      const PairLaw& law = system_.pairs[j];
      if (!law.is_dry()) continue;
      for (const Term& term : system_.terms_of_pair(j)) {
        if (term.body != own.body) continue;
        const int e = system_.first_pair() + j;
        const DirectFormula& formula = system_.laws[e].formula;
        const double normal = formula ? normal_of(now, e, ends_of(now, e)) : 1.0;
        more += std::abs(own.coefficient * term.coefficient * normal) *
                std::max(law.breakaway[0], law.breakaway[1]) * system_.inverse_mass(own.body);
      }
    }
  }
  return std::abs(sum) + 2.0 * more;
}

/// A stop that was hit alone turns its rate, or takes all of it where bounces end.
void Prover::look_at_impact(const Instant& before, const Instant& after, int pair) {
  const int e = system_.first_pair() + pair;
  const double in = ends_of(before, e).rate;
  const double out = ends_of(after, e).rate;
  const Margins margins = margins_of(before, e);
  const double rebound = -system_.pairs[pair].restitution * in;
  const auto is_last = [&] {
    return std::abs(in) <= kLastBounce * margins.rate_size ||
           2.0 * std::abs(rebound) <=
               kLastFlight * scales_.time_error() * most_acceleration(before, e);
  };
  const bool ends =
      std::abs(out) <= margins.rate_error && std::abs(out) < std::abs(out - rebound) && is_last();
  const double expected = ends ? 0.0 : rebound;
  worst_.note(Proofs::Laws, Claim::Impact, e, after.time, out, expected, margins.rate_size,
              margins.rate_error);
}

/// Rounding of given velocities, which what sticks to them takes over: what they differ by at one
/// instant, as far as the rounding of their positions over the time so far explains it.
double Prover::given_rate_error(const Instant& before, const Instant& after) {
  double error = 0.0;
  for (int b = 0; b < system_.n_bodies(); ++b) {
    const double jump = std::abs(after.v[b] - before.v[b]);
    if (!system_.body_laws[b].motion || jump <= error) continue;
    if (jump * std::abs(after.time) <= kRateRounding * motion_error(after, b, HUGE_VAL))
      error = jump;
  }
  return error;
}

void Prover::pass(const Instant& before, const Instant& after, std::span<const double> impulse,
                  bool jumped) {
  int hits = 0;
  int hit = -1;
  bool rubs = false;
  bool shifted = true;  // by these alone
  if (!impulse.empty()) std::fill(total_.begin(), total_.end(), Total{});
  for (int j = 0; j < static_cast<int>(impulse.size()); ++j) {
    if (impulse[j] == 0.0) continue;
    rubs = rubs || system_.loads_friction(j);
    shifted = shifted && is_shifting(j);
    ++hits;
    hit = j;
    for (const Term& term : arms_at(system_, system_.first_pair() + j, positions_of(after)))
      total_[term.body].add(-term.coefficient * impulse[j]);
  }
  const bool struck = hits > 0;
  if (hits == 1 && !jumped && !rubs) look_at_impact(before, after, hit);
  if (rubs && !jumped) look_at_blow(before, after, impulse);
  if (!struck && !jumped) look_at_break(before, after);
  const double time_error = scales_.time_error();
  std::optional<double> given;
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (after.q[b] != before.q[b]) {
      const double motion = system_.is_massless(b)        ? error_of_motions(after)
                            : system_.body_laws[b].motion ? motion_error(after, b, before.q[b])
                                                          : 0.0;
      worst_.note(Proofs::Continuity, Claim::Position, b, after.time, after.q[b], before.q[b],
                  scales_.q_beside(b),
                  kRounding * scales_.any_q() + motion +
                      (std::abs(before.v[b]) + std::abs(after.v[b])) * time_error);
    }
    if (!system_.is_free(b) || ((struck || jumped) && is_linked(b, struck && shifted))) continue;
    const double jump = struck ? total_[b].sum * system_.inverse_mass(b) : 0.0;
    const double expected = before.v[b] + jump;
    if (worst_.is_no_news(Proofs::Continuity, after.v[b], expected, scales_.v(b))) continue;
    const bool follows =  // more than its own size explains
        !jumped && std::abs(after.v[b] - expected) > worst_.limit() * scales_.v(b);
    if (follows && !given) given = given_rate_error(before, after);
    const double rounding = struck ? total_[b].size * system_.inverse_mass(b) : 0.0;
    worst_.note(
        Proofs::Continuity, Claim::Velocity, b, after.time, after.v[b], expected, scales_.v(b),
        kRounding * (scales_.any_v() + rounding) + (follows ? *given + scales_.drift_of(b) : 0.0) +
            (std::abs(before.a[b]) + std::abs(after.a[b])) * time_error);
  }
  look_at_internals(before, after);
  look_at_turns(before, after);
}

/// Where an angle is counted from another half turn, or arms jump, deflections are the same.
void Prover::look_at_turns(const Instant& before, const Instant& after) {
  for (const Geometry& geometry : system_.arms.geometries()) {
    const auto& variables = geometry.deflection.variables;
    const bool jumps = std::ranges::any_of(variables, [&](const LawSymbol& symbol) {
      return symbol.kind != LawSymbol::Kind::Position &&
             positions_of(before)[symbol] != positions_of(after)[symbol];
    });
    if (!jumps) continue;
    const Margins margins = margins_of(after, geometry.element);
    worst_.note(Proofs::Continuity, Claim::Deflection, geometry.element, after.time,
                ends_of(after, geometry.element).d, ends_of(before, geometry.element).d,
                margins.d_size, margins.d_error);
  }
}

/// Bristles and states go on; what controllers hold changes at their instants.
void Prover::look_at_internals(const Instant& before, const Instant& after) {
  const int first_state = system_.first_state();
  for (int i = 0; i < first_state; ++i)
    worst_.note(Proofs::Continuity, Claim::Internal, system_.internals[i].element, after.time,
                after.z[i], before.z[i], std::abs(before.z[i]), kRounding * scales_.any_q());
  for (int i = first_state; i < system_.first_output(); ++i) {
    if (!system_.internals[i].jumps.empty() && look_at_jump(before, after, i)) continue;
    worst_.note(Proofs::Continuity, Claim::State, i - first_state, after.time, after.z[i],
                before.z[i], std::abs(before.z[i]), 0.0);
  }
  // Where a run begins both sides have the same pieces: no clock has gone on.
  const bool goes_on = after.branch != nullptr && after.branch != before.branch;
  if (goes_on && !system_.sampling.empty()) look_at_outputs(before, after);
}

/// A state that takes the value of a jump whose condition holds.
bool Prover::look_at_jump(const Instant& before, const Instant& after, int internal) {
  if (after.z[internal] == before.z[internal]) return false;
  bool jumps = false;
  double expected = 0.0;
  double error = 0.0;
  for (const JumpLaw& law : system_.internals[internal].jumps) {
    read(before, law.margin, {}, {});
    const double margin = (*law.margin.function)(arguments_.value);
    if (margin < 0.0 && margin < -error_of(*law.margin.function, margin)) continue;
    read(before, law.to, {}, {});
    const double value = (*law.to.function)(arguments_.value);
    if (jumps && std::abs(after.z[internal] - expected) <= std::abs(after.z[internal] - value))
      continue;
    jumps = true;
    expected = value;
    error = error_of(*law.to.function, value);
  }
  if (jumps)
    worst_.note(Proofs::Laws, Claim::Jump, internal - system_.first_state(), after.time,
                after.z[internal], expected, std::abs(expected), error);
  return jumps;
}

/// What controllers hold: their updates made again where their clocks go on; at all other instants
/// nothing may change.
void Prover::look_at_outputs(const Instant& before, const Instant& after) {
  outputs_.resize(static_cast<std::size_t>(system_.sampling.n_outputs));
  const int first = system_.first_output();
  for (std::size_t k = 0; k < outputs_.size(); ++k)
    outputs_[k] = before.z[first + static_cast<int>(k)];
  for (const ControllerLaw& law : system_.sampling.controllers) {
    double* outputs = &outputs_[static_cast<std::size_t>(law.output - first)];
    double* memory = outputs;
    if (law.pending >= 0) {
      memory = &pending_[static_cast<std::size_t>(law.pending)];
      if (goes_on(before, after, law.act_clock, law.actions()))
        std::copy(memory, memory + law.size, outputs);
    }
    if (goes_on(before, after, law.clock, law.samples())) sample(before, law, memory);
    for (int k = 0; k < law.size; ++k)
      worst_.note(Proofs::Laws, Claim::Output, law.output + k - system_.first_state(), after.time,
                  after.z[law.output + k], outputs[k], std::abs(outputs[k]), 0.0);
  }
}

void Prover::look_at_delays(const Instant& now, const Time& time, const State& state) {
  for (int d = 0; d < system_.n_delays(); ++d) {
    const auto place = static_cast<std::size_t>(d);
    const DelayLaw& law = system_.delays()[place];
    const Past& past = state.ahead.past[place];
    const std::int64_t part = now.branch[law.clock];
    const Time ago = law.ago(time);
    if (law.has_history && !past.is_known(ago)) continue;  // nothing reads it yet
    worst_.note(Proofs::Laws, Claim::Delayed, d, now.time, now.z[system_.first_delay() + d],
                past.value(part, ago), past.size(part, ago),
                std::abs(past.rate(part, ago)) * scales_.time_error());
  }
}

/// Either side of an edge is right.
void Prover::look_at_kept(const Instant& now, int delay, double kept, double size) {
  const DelayLaw& law = system_.delays()[static_cast<std::size_t>(delay)];
  const DirectFunction& function = *law.formula.function;
  read(now, law.formula, {}, {});
  const double here = function(arguments_.value);
  Expected expected{here, error_of(function, here, true)};
  if (now.event_side != 0 && arguments_.move()) {
    const Expected side = expected_after(now.event_side * time_resolution(), function, true);
    if (std::abs(kept - side.value) < std::abs(kept - here)) expected = side;
  }
  worst_.note(Proofs::Laws, Claim::Kept, delay, now.time, kept, expected.value,
              std::max(size, std::abs(expected.value)), expected.error);
}

/// Instant n of a clock is here: it says so and the time agrees, or the time says that it is over.
bool Prover::goes_on(const Instant& before, const Instant& after, int clock,
                     const Grid& grid) const {
  const auto instant = [&](std::int64_t n) {
    return grid.at(n).time.value;
  };
  const double error = 4.0 * scales_.time_error();
  const std::int64_t n = after.branch[clock];
  if (after.time > instant(std::max<std::int64_t>(n, -1) + 1) + error) return true;
  return n >= 0 && n > before.branch[clock] && std::abs(after.time - instant(n)) <= error;
}

void Prover::sample(const Instant& before, const ControllerLaw& law, double* memory) {
  using Kind = LawSymbol::Kind;
  for (const ControllerLaw::Assignment& assignment : law.update) {
    arguments_.clear();
    for (const auto& [kind, index, side] : assignment.value.variables)
      arguments_.add(kind == Kind::Time       ? before.time
                     : kind == Kind::Position ? before.q[index]
                     : kind == Kind::Velocity ? before.v[index]
                     : kind == Kind::Memory   ? memory[index]
                     : index < system_.first_output() || index >= system_.first_delay()
                         ? before.z[index]
                         : outputs_[static_cast<std::size_t>(index - system_.first_output())],
                     0.0);
    memory[assignment.to] = (*assignment.value.function)(arguments_.value);
  }
}

}  // namespace luztar
