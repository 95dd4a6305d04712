#include "luztar/simulate/motion.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/series/polynomial.h"
#include "luztar/simulate/step_size.h"

namespace luztar {
namespace {

constexpr int kLeastOrder = 6;
constexpr int kNextOrders = 3;    // after the first coefficient that is not zero
constexpr int kLeastSampled = 8;  // of a step that a sample ends
constexpr int kUnsure = 4;        // orders more: the last ones are what limits a step

/// Order of the series: work grows with the order, the step too; this is near the best ratio.
int order_for(double log_tolerance) {
  return std::clamp(static_cast<int>(std::lround(-0.94 * log_tolerance)), 10, kMaxDegree - 2);
}

}  // namespace

Motion::Motion(const SystemImpl& system, State start, const SimulationSettings& settings)
    : system_(system),
      tolerance_(settings.tolerance),
      log_tolerance_(std::log(tolerance_)),
      most_order_(order_for(log_tolerance_)),
      span_(settings.span > 0.0 ? settings.span : settings.duration),
      state_(std::move(start)),
      series_(system_, most_order_),
      present_(system_, cache_),
      modes_(mode_decision(system_, present_, tolerance_)),
      ledger_(system_, series_.order()),
      approaches_(system_) {
  state_.edges.slip.resize(static_cast<std::size_t>(system_.n_pairs()), 0.0);
  left_.position = state_.position;
  left_.velocity = state_.velocity;
  left_.internal = state_.internal;
  polynomial_.assign(static_cast<std::size_t>(series_.order()) + 1, 0.0);
}

double LeftLimit::value(const DirectFormula& formula, double time,
                        const std::vector<double>& states, const double* memory,
                        std::vector<double>& arguments) const {
  using Kind = LawSymbol::Kind;
  arguments.clear();
  for (const auto& [kind, index, side] : formula.variables)
    arguments.push_back(kind == Kind::Time       ? time
                        : kind == Kind::Position ? position[index]
                        : kind == Kind::Velocity ? velocity[index]
                        : kind == Kind::Memory   ? memory[index]
                                                 : states[index]);
  return (*formula.function)(arguments);
}

double Motion::time_scale() const { return std::max(std::abs(state_.anchor.value), span_); }

double Motion::natural_step() const { return step_size(system_, state_, series_, tolerance_); }

int Motion::order() const {
  if (state_.ahead.order <= 0) return most_order_;
  return std::clamp(static_cast<int>(state_.ahead.order), kLeastSampled, most_order_);
}

/// From the anchor to the next instant of a clock that is not one with it [s].
double Motion::next_sample() const {
  double least = kInfinity;
  const GridInstant now = GridInstant::at(state_.anchor);
  const auto look = [&](const Grid& grid, int clock) {
    std::int64_t next = state_.branch[clock] + 1;  // until it is passed, that of the anchor itself
    if (!is_before(now, grid.at(next))) ++next;
    least = std::min(least, grid.at(next).time - state_.anchor);
  };
  for (const ControllerLaw& law : system_.sampling.controllers) {
    look(law.samples(), law.clock);
    if (law.pending >= 0) look(law.actions(), law.act_clock);
  }
  return least;
}

/// A step that a sample will end needs few terms: those of order k fall like (step / radius)^k.
std::int64_t Motion::order_until(double next) const {
  if (!(natural_ > 0.0)) return 0;
  const double wanted = log_tolerance_;
  const double radius = std::log(natural_) - wanted / series_.order();
  const double falls = radius - std::log(next);
  if (!(falls > 0.0)) return 0;
  const double order = std::ceil(-wanted / falls) + kUnsure;
  return order < most_order_ ? std::max(kLeastSampled, static_cast<int>(order)) : 0;
}

void Motion::start() {
  series_.set_order(order());
  series_.start(state_);
}

bool Motion::expand() {
  if (system_.has_massless && !modes_->rest(state_, series_)) return false;
  expand_again();
  return true;
}

bool Motion::look_here() {
  constexpr int kDerivatives = 2;  // orders
  series_.set_order(kDerivatives);
  series_.start(state_);
  if (series_.bent().any()) {
    series_.forget_arms(state_);
    series_.bent().allow_errors();
  }
  if (!has_finite_motions()) return false;
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (system_.motion_slot(b) < 0) continue;
    state_.position[b] = series_.q(b)[0];
    state_.velocity[b] = series_.v(b)[0];
  }
  PairsNow pairs(static_cast<std::size_t>(system_.n_pairs()));
  for (int j = 0; j < system_.n_pairs(); ++j)
    pairs[j].at_rest = pairs[j].held = state_.pair[j] == Mode::Stuck;
  present_.tie(state_, series_, pairs);
  present_.use(state_);
  if (system_.has_massless) series_.rest_massless(state_, structure());
  series_.expand(state_, structure());
  finite_ = all_finite();
  return finite_;
}

void Motion::expand_again() {
  series_.expand(state_, structure());
  if (approaches_.find_unseen(state_, series_)) {
    series_.start(state_);
    series_.expand(state_, structure());
  }
  // Near a pole or overflow the high coefficients leave the finite numbers before the motion does.
  finite_ = all_finite();
  while (!finite_ && series_.order() > kLeastOrder) {
    series_.set_order(std::max(kLeastOrder, series_.order() * 2 / 3));
    series_.expand(state_, structure());
    finite_ = all_finite();
  }
  if (system_.first_state() > 0 && all_finite())  // bristles
    series_.expand_settled(state_, structure(), natural_step(), tolerance_);
  tried_ = {};
  if (series_.fast_decay(state_, structure(), tolerance_) > 0.0 && all_finite()) settle();
  approaches_.look(state_, series_);
  ledger_.begin_step(state_, series_);
}

/// Where the decay of what has settled limits the step: the slow manifold, with ever more on it; if
/// not all that would limit a longer step has settled, the fastest alone. After tries in vain the
/// next one waits as many steps as there were so far, and until others have paid for them.
void Motion::settle() {
  constexpr double kStiff = 3.0;    // decay times in a step that the decay limits ...
  constexpr double kNext = 1.0;     // ... and in one that the next decay does
  constexpr double kLonger = 8.0;   // a step this much longer pays
  constexpr double kGain = 1.5;     // of what is on the manifold beside
  constexpr double kCredit = 64.0;  // explicit series
  if (state_.steps == 0) return;    // the row of the start shows what was given
  if (state_.ahead.spent > kCredit || state_.steps % (1 << state_.ahead.refusals) != 0) return;
  if (std::any_of(state_.roots.begin(), state_.roots.end(), [](ZeroCount k) { return k != 0; }))
    return;  // an event: what comes next was decided with the series that is there
  const auto length = [this] {
    return std::min(natural_step(), next_sample());
  };
  const double before = length();
  if (!(series_.fast_decay(state_, structure(), tolerance_) * before > kStiff)) return;
  const auto step_from = [&](double decay) {
    return series_.expand_slow(state_, structure(), decay, tolerance_) ? length() : 0.0;
  };
  const auto leave = [this] {
    tried_.cost += series_.cost_of_slow();
    series_.start(state_);
    series_.expand(state_, structure());
  };
  const std::vector<double> inside = guards();
  double settled = kStiff / before;  // the decay from which on all has [1/s]
  double step = before;
  bool good = true;
  while (good && series_.fast_decay(state_, structure(), tolerance_) * step > kNext) {
    const double decay = kStiff / (kLonger * step);
    const double next = step_from(decay);
    good = next > kGain * step;
    if (!good) break;
    step = next;
    settled = decay;
  }
  if (!good) {
    leave();
    step = step_from(settled);
  }
  if (step > std::max(kLonger, tried_.cost + series_.cost_of_slow()) * before && keeps(inside)) {
    tried_.cost += series_.cost_of_slow();
    tried_.instead = before;
  } else {
    leave();
  }
}

/// At the anchor; 0 where a guard is not active.
std::vector<double> Motion::guards() {
  std::vector<double> values(static_cast<std::size_t>(system_.n_guards()), 0.0);
  for (int g = 0; g < system_.n_guards(); ++g)
    if (guard_polynomial(system_, state_, series_, g, polynomial_.data(), 0))
      values[g] = polynomial_[0];
  return values;
}

/// A slow manifold moves the anchor by a rounding: not out of the present modes.
bool Motion::keeps(const std::vector<double>& inside) {
  const std::vector<double> values = guards();
  for (std::size_t g = 0; g < values.size(); ++g)
    if (inside[g] > 0.0 && !(values[g] > 0.0)) return false;
  return true;
}

/// What tries have cost is paid by the steps that they saved, and by a fraction of all others.
void Motion::charge_tries(double tau) {
  constexpr double kFraction = 1.0 / 32;
  constexpr double kMostSaved = 1024.0;
  constexpr std::int64_t kMostRefusals = 8;  // powers of two
  double& spent = state_.ahead.spent;
  std::int64_t& refusals = state_.ahead.refusals;
  spent += tried_.cost;
  if (tried_.instead > 0.0) {
    refusals = 0;
    spent = std::max(spent - tau / tried_.instead, -kMostSaved);
    return;
  }
  if (tried_.cost > 0.0) refusals = std::min(refusals + 1, kMostRefusals);
  if (spent > 0.0) spent = std::max(spent - kFraction, 0.0);
}

void Motion::remember_modes() {
  left_.modes.contact = state_.contact;
  left_.modes.pair = state_.pair;
  left_.modes.side = state_.side;
  left_.modes.tooth = state_.edges.tooth;
  left_.branch = state_.branch;
}

bool Motion::look_ahead(double tau) {
  bool finite = true;
  const int degree = series_.degree();
  for (int b = 0; b < system_.n_bodies(); ++b) {
    const TwoLanes next = evaluate_two(series_.q(b), series_.v(b), degree, tau);
    left_.position[b] = next[0];
    left_.velocity[b] = next[1];
    finite = finite && std::isfinite(left_.position[b]) && std::isfinite(left_.velocity[b]);
  }
  finite = std::isfinite(ledger_.integrate(state_, series_, tau, left_.velocity)) && finite;
  for (int i = 0; i < system_.n_internals(); ++i) {
    left_.internal[i] = evaluate_polynomial(series_.z(i), series_.order(), tau);
    finite = finite && std::isfinite(left_.internal[i]);
  }
  return finite;
}

/// What rests takes the forces that it had up to anchor + tau along.
void Motion::carry(double tau) {
  state_.edges.carried.resize(static_cast<std::size_t>(system_.n_pairs()));
  for (int j = 0; j < system_.n_pairs(); ++j)
    state_.edges.carried[j] =
        evaluate_polynomial(series_.f(system_.first_pair() + j), series_.degree(), tau);
}

/// What is read later of this step.
void Motion::record(double tau, const Time& end) {
  for (std::size_t d = 0; d < system_.delays().size(); ++d) {
    const DelayLaw& law = system_.delays()[d];
    Past& past = state_.ahead.past[d];
    if (tau > 0.0)
      past.add(state_.anchor, end, series_.series().slot(law.slot), series_.order(), tolerance_);
    else
      past.joins = false;  // something happens where the step before ended
    past.forget(law.ago(end));
  }
}

double Motion::remembered(double enough) const {
  double least = enough;
  for (std::size_t d = 0; d < system_.delays().size(); ++d) {
    const DelayLaw& law = system_.delays()[d];
    least = std::min(least, state_.ahead.past[d].reach(state_.branch[law.clock],
                                                       law.ago(state_.anchor), least, tolerance_));
  }
  return least;
}

void Motion::go_on_smoothly() {
  for (Past& past : state_.ahead.past) past.go_on();
}

void Motion::move_to(double tau, const Time& end) {
  record(tau, end);
  ledger_.commit(state_);
  approaches_.lead_on(series_, tau, left_.velocity, state_);
  state_.position = left_.position;
  state_.velocity = left_.velocity;
  state_.internal = left_.internal;
  for (std::size_t i = 0; i < state_.largest.size(); ++i)
    state_.largest[i] = std::max(state_.largest[i], std::abs(state_.internal[i]));
  if (system_.has_history()) carry(tau);
  series_.carry_arms(state_, tau);
  state_.anchor = end;
  state_.time = state_.anchor.value;
  state_.ahead.order = system_.sampling.empty() ? 0 : order_until(next_sample());
  charge_tries(tau);
  ++state_.steps;
}

void Motion::put_back(double tau) {
  state_.position = left_.position;
  state_.velocity = left_.velocity;
  state_.internal = left_.internal;
  state_.anchor = state_.anchor + -tau;
  state_.time = state_.anchor.value;
  std::ranges::fill(state_.roots, ZeroCount{0});
}

/// Position, velocity and acceleration of given motions: a singular one would spread over the
/// state.
bool Motion::has_finite_motions() const {
  for (int b = 0; b < system_.n_bodies(); ++b)
    for (int k = 0; k <= 2 && system_.motion_slot(b) >= 0; ++k)
      if (!std::isfinite(series_.q(b)[k])) return false;
  return true;
}

bool Motion::is_finite_at_anchor() const {
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (!std::isfinite(series_.a(b)[0]) || !std::isfinite(series_.q(b)[0]) ||
        !std::isfinite(series_.v(b)[0]))
      return false;
  for (int e = 0; e < system_.n_elements(); ++e)
    if (!std::isfinite(series_.f(e)[0])) return false;
  return true;
}

bool Motion::all_finite() const {
  // What overflows spreads to the highest coefficient, except in a parabola and its like.
  const int degree = series_.degree();
  const bool is_short = degree < series_.order();
  const auto all = [degree, is_short](const double* c) {
    if (!is_short && c[degree] != 0.0) return std::isfinite(c[0]) && std::isfinite(c[degree]);
    double even = c[degree];  // two sums: one waits for the other's additions
    double odd = 0.0;
    for (int k = 0; k + 1 < degree; k += 2) {
      even += c[k];
      odd += c[k + 1];
    }
    if (degree % 2 != 0) odd += c[degree - 1];
    // A sum may leave the numbers where its terms do not.
    return std::isfinite(even + odd) ||
           std::all_of(c, c + degree + 1, [](double x) { return std::isfinite(x); });
  };
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (!all(series_.a(b)) || !std::isfinite(series_.q(b)[0])) return false;
  for (int e = 0; e < system_.n_elements(); ++e)
    if (!all(series_.f(e))) return false;
  for (int i = system_.first_state(); i < system_.first_output(); ++i)
    if (!all(series_.z(i))) return false;
  for (const PairLaw& law : system_.pairs)
    if (law.normal_slot >= 0 && !all(series_.series().slot(law.normal_slot))) return false;
  return true;
}

/// A coefficient that is the largest for less time than the error of the anchor is rounding: a
/// friction that is released moves with the next one.
int Motion::leading_order(const double* x) const {
  const int order = series_.order();
  int k = 0;
  while (k <= order && x[k] == 0.0) ++k;
  double later = 1.0;
  for (int next = k + 1; next <= std::min(k + kNextOrders, order); ++next) {
    later *= kRounding * time_scale();
    if (std::abs(x[next]) * later > std::abs(x[k])) return next;
  }
  return k;
}

double Motion::largest_term(const double* c, double tau) const {
  return luztar::largest_term(c, series_.order(), tau);
}

}  // namespace luztar
