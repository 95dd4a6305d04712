#include "luztar/sensitivity/tangent.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/core/number_text.h"
#include "luztar/sensitivity/series_reach.h"

namespace luztar {
namespace {

constexpr const char* kNotOtherwise = ", not with other values: ask for one side, NAME+ or NAME-";

/// Terms of the slopes beside those of the values that the run has made sure of.
int order_for(double tolerance) {
  return std::clamp(static_cast<int>(std::lround(-0.94 * std::log(tolerance))), 10, 30);
}

}  // namespace

template <typename N>
Tangent<N>::Tangent(const VariedSystem& varied, int first, double tolerance)
    : numbers_(varied, first),
      system_(varied.system),
      tolerance_(std::max(tolerance, 1e-13)),
      order_(order_for(tolerance_)),
      motion_(numbers_, order_),
      guards_(motion_),
      blows_(numbers_),
      memory_(numbers_) {
  q_.resize(static_cast<std::size_t>(system_.n_bodies()));
  v_ = q_;
  z_.resize(static_cast<std::size_t>(system_.n_internals()));
}

template <typename N>
void Tangent<N>::begin(const State& state, const Expansion& series, bool goes_on) {
  memory_.begin(state);
  if (goes_on) return begin_at(state, series);
  const VariedSystem& varied = numbers_.varied;
  for (std::size_t b = 0; b < q_.size(); ++b) {
    q_[b] = numbers_.of(varied.bodies[b].position);
    v_[b] = numbers_.of(varied.bodies[b].velocity);
  }
  for (std::size_t i = 0; i < z_.size(); ++i) z_[i] = numbers_.of(varied.internals[i]);
  vary_start();
  memory_.begin_with(z_);
  memory_.take(state, true, q_, v_, z_);
  take_modes(state, series);
  start_from(state);
  settle_start();
  expand_from(state, series);
  report_limits(guards_.just_reached(distance_, speed_, true));
}

/// From the time that a run has reached, in the midst of its series.
template <typename N>
void Tangent<N>::begin_at(const State& state, const Expansion& series) {
  expand_from(state, series);
  reach(Time{state.time, 0.0} - state.anchor);
  for (auto* list : {&q_, &v_, &z_})  // the state at that time is given
    for (N& x : *list) x.slope = {};
  vary_start();
  restart();
  settle_start();
  restart();
}

template <typename N>
void Tangent<N>::vary_start() {
  for (int i = 0; i < width(); ++i) {
    using Of = VariedSystem::Start::Of;
    const int name = numbers_.first + i;
    const auto& [of, index, coupled] = numbers_.varied.starts[static_cast<std::size_t>(name)];
    if (of == Of::Position) q_[index].slope[i] = 1.0;
    if (of == Of::Velocity) v_[index].slope[i] = 1.0;
    if (of == Of::Internal) z_[index].slope[i] = 1.0;
    for (const Term& term : coupled)
      (of == Of::Position ? q_ : v_)[term.body].slope[i] = term.coefficient;
  }
}

template <typename N>
void Tangent<N>::settle_start() {
  motion_.start();
  report_limits(guards_.loose_contacts());
  project_velocities();
  motion_.rest_massless();
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_massless(b)) q_[b] = motion_.q(b)[0];
}

/// The series anew, where reach() went.
template <typename N>
void Tangent<N>::restart() {
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (system_.motion_slot(b) >= 0) continue;
    motion_.q(b)[0] = q_[b];
    motion_.v(b)[0] = v_[b];
  }
  for (int i = 0; i < system_.n_internals(); ++i) motion_.z(i)[0] = z_[i];
  motion_.move_anchor(motion_.state().anchor + (at_ - from_));
  from_ = at_;
  motion_.start();
  motion_.expand(order_);
  series_ = reach_of_series();
}

/// With other velocities what rests slips for as short a time as they are small, and is then at
/// rest again. Whatever frictions do meanwhile, their impulses are along their arms: what is left
/// of the difference is its projection, in the metric of the masses.
template <typename N>
void Tangent<N>::project_velocities() {
  const Holding<N>& holding = motion_.holding();
  std::vector<N> given(holding.pairs().size(), N(0.0)), impulses;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const auto terms = system_.terms_of_pair(holding.pairs()[i]);
    const std::vector<N>& arms = motion_.arms(holding.pairs()[i]);
    for (std::size_t k = 0; k < terms.size(); ++k)
      given[i] -= arms[k] * motion_.v(terms[k].body)[0];
    given[i].value = 0.0;
  }
  std::vector<N> force(v_.size(), N(0.0)), jump(v_.size(), N(0.0));
  holding.solve(force, given, jump, impulses);
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_free(b)) v_[b] += jump[b];
}

/// Values are those of the run.
template <typename N>
void Tangent<N>::start_from(const State& state) {
  for (std::size_t b = 0; b < q_.size(); ++b) {
    q_[b].value = state.position[b];
    v_[b].value = state.velocity[b];
    const int body = static_cast<int>(b);
    if (system_.motion_slot(body) >= 0) continue;
    motion_.q(body)[0] = q_[b];
    motion_.v(body)[0] = v_[b];
  }
  for (std::size_t i = 0; i < z_.size(); ++i) {
    z_[i].value = state.internal[i];
    motion_.z(static_cast<int>(i))[0] = z_[i];
  }
}

template <typename N>
void Tangent<N>::go_on(const State& state, const Expansion& series) {
  check_values(state);
  expand_from(state, series);
}

/// Two ways to the same numbers: that of the run decides modes, this one knows them.
template <typename N>
void Tangent<N>::check_values(const State& state) {
  if (has_diverged_) return;
  const auto look = [&](double here, double there, double size, const std::string& name) {
    if (has_diverged_ || is_negligible(here - there, size, kSolved)) return;
    has_diverged_ = true;
    report("they are not right at t = " + cell_text(state.anchor.value) + " s and later: '" + name +
           "' moves by a law that they do not know");
  };
  double distance = 0.0, speed = 0.0;
  for (std::size_t b = 0; b < q_.size(); ++b) {  // between events, too, which may all be at rest
    const double sped = (at_ - from_) * motion_.v(static_cast<int>(b))[1].value;
    distance = std::max({distance, std::abs(state.position[b]), std::abs((at_ - from_) * sped)});
    speed = std::max({speed, std::abs(state.velocity[b]), std::abs(sped)});
  }
  distance_ = std::max(distance_, distance);
  speed_ = std::max(speed_, speed);
  for (std::size_t b = 0; b < q_.size(); ++b) {
    const int body = static_cast<int>(b);
    look(q_[b].value, state.position[b], distance_, system_.bodies[body].name);
    if (system_.is_free(body))
      look(v_[b].value, state.velocity[b], speed_, system_.bodies[body].name);
  }
  for (int i = 0; i < system_.first_output(); ++i) {
    const int element = system_.internals[i].element;
    const int index = i - system_.first_state();
    look(z_[i].value, state.internal[i], std::max(state.largest[i], std::abs(z_[i].value)),
         element >= 0 ? system_.elements[element].name : system_.states[index].name);
  }
}

/// Those of a State, and bristles that its series takes for settled.
template <typename N>
void Tangent<N>::take_modes(const State& state, const Expansion& series) {
  motion_.set(state);
  if (system_.first_state() == 0) return;
  std::vector<char> settled(static_cast<std::size_t>(system_.n_internals()), 0);
  bool any = false;
  for (int i = 0; i < system_.first_state(); ++i) {
    settled[i] = series.is_settled(i) ? 1 : 0;
    any = any || settled[i] != 0;
  }
  motion_.settle(any ? settled : std::vector<char>{});
}

template <typename N>
void Tangent<N>::expand_from(const State& state, const Expansion& series) {
  take_modes(state, series);
  start_from(state);
  motion_.start();
  motion_.expand(order_);
  from_ = at_ = 0.0;
  series_ = reach_of_series();
}

template <typename N>
double Tangent<N>::reach_of_series() const {
  double limit = kInfinity;
  const auto limit_of = [this](const N* row, double most) {
    return reach_of_row(row, order_, width(), 10.0 * tolerance_, most);
  };
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (!system_.is_given(b)) limit = limit_of(motion_.v(b), limit);
  for (int i = 0; i < system_.first_output(); ++i) limit = limit_of(motion_.z(i), limit);
  return limit;
}

template <typename N>
int Tangent<N>::width() const {
  return std::min(N::kWidth, numbers_.varied.n() - numbers_.first);
}

/// Expands again on the way where derivatives ask for shorter steps than values.
template <typename N>
void Tangent<N>::go_along(double tau) {
  constexpr int kMostParts = 10000;  // of a step of the run
  while (tau - from_ > series_) {
    reach_inside(from_ + std::max(series_, (tau - from_) / kMostParts));
    restart();
  }
}

/// Within the present series.
template <typename N>
void Tangent<N>::reach_inside(double tau) {
  at_ = tau;
  for (int b = 0; b < system_.n_bodies(); ++b) {
    q_[b] = motion_.at(motion_.q(b), at_ - from_);
    v_[b] = motion_.at(motion_.v(b), at_ - from_);
  }
  for (int i = 0; i < system_.n_internals(); ++i) z_[i] = motion_.at(motion_.z(i), at_ - from_);
}

template <typename N>
void Tangent<N>::reach(double tau) {
  go_along(tau);
  reach_inside(std::max(tau, from_));
}

template <typename N>
void Tangent<N>::sample(std::size_t stride, double* values) const {
  const double tau = at_ - from_;
  const auto write = [&](const N* row) {
    const N x = tau == 0.0 ? row[0] : motion_.at(row, tau);
    for (int i = 0; i < width(); ++i) values[numbers_.first + i] = x.slope[i];
    values += stride;
  };
  for (int b = 0; b < system_.n_bodies(); ++b) write(motion_.q(b));
  for (int b = 0; b < system_.n_bodies(); ++b) write(motion_.v(b));
  for (int b = 0; b < system_.n_bodies(); ++b) write(motion_.a(b));
  for (int e = 0; e < system_.n_elements(); ++e) write(motion_.d(e));
  for (int e = 0; e < system_.n_elements(); ++e) write(motion_.rate(e));
  for (int e = 0; e < system_.n_elements(); ++e) write(motion_.f(e));
  for (int i = 0; i < system_.n_internals(); ++i) write(motion_.z(i));
}

/// The time of the instant, by the guards that end it; they must agree.
template <typename N>
void Tangent<N>::meet(const std::vector<int>& guards) {
  time_ = N(0.0);
  met_ = guards;
  bool is_found = false;
  for (const int index : guards) {
    const auto slope = guards_.at(index, at_ - from_);
    const std::string name = "'" + guards_.name_of(index) + "'";
    if (!slope) {
      report("the time at which " + name + " " + at_time() + " changes is not known");
      continue;
    }
    N time = slope->value * (-1.0 / slope->rate);
    time.value = 0.0;
    if (largest_slope(slope->value) == 0.0) time = N(0.0);
    if (!std::isfinite(largest_slope(time))) {
      report(name + " is only grazed " + at_time());
      continue;
    }
    if (is_found) {
      const double size = std::max(largest_slope(time), largest_slope(time_));
      if (largest_slope(time - time_) > kHalfDigits * size)
        report(name + " and another change together " + at_time() + kNotOtherwise);
      continue;
    }
    time_ = time;
    is_found = true;
  }
  const double tau = at_ - from_;
  for (int b = 0; b < system_.n_bodies(); ++b) {
    const N acceleration = motion_.at(motion_.a(b), tau);
    q_[b] += v_[b].value * time_;
    v_[b] += acceleration.value * time_;
  }
  for (int i = 0; i < system_.n_internals(); ++i)
    z_[i] += motion_.slope_at(motion_.z(i), tau).rate * time_;
}

/// How their places change follows from the balance of forces, in leave().
template <typename N>
void Tangent<N>::jump(const State& state) {
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_massless(b)) q_[b].value = state.position[b];
}

template <typename N>
void Tangent<N>::leave(const State& state, const Expansion& series, const Impacts& impacts) {
  if (!system_.sampling.empty()) memory_.take(state, false, q_, v_, z_);
  if (impacts.happened()) blows_.strike(impacts, motion_.state(), arms_at_instant(), v_);
  guards_.remember_edges(distance_);
  take_modes(state, series);
  check_values(state);
  start_from(state);
  motion_.start();
  for (int b = 0; b < system_.n_bodies(); ++b) {
    q_[b] -= (system_.is_massless(b) ? motion_.v(b)[0].value : state.velocity[b]) * time_;
    if (!system_.is_given(b) && !system_.is_massless(b)) v_[b] -= motion_.a(b)[0].value * time_;
  }
  for (int i = 0; i < system_.n_internals(); ++i) z_[i] -= motion_.z(i)[1].value * time_;
  // What is in contact now stays so with other values, and what rests since its speed is nothing.
  if (impacts.happened() || met_.empty()) {
    start_from(state);
    project_velocities();
  }
  if (system_.has_massless) {
    start_from(state);
    motion_.rest_massless();
    for (int b = 0; b < system_.n_bodies(); ++b)
      if (system_.is_massless(b)) q_[b] = motion_.q(b)[0];
  }
  expand_from(state, series);
  if (!impacts.happened())  // what was struck has left its edge
    report_limits(guards_.just_reached(distance_, speed_, false));
}

template <typename N>
void Tangent<N>::report_limits(const std::vector<int>& guards) {
  for (const int guard : guards)
    if (std::ranges::find(met_, guard) == met_.end())
      report("'" + guards_.name_of(guard) + "' is just at its limit " + at_time() + kNotOtherwise);
}

/// Those that turn, where the bodies are.
template <typename N>
std::vector<std::vector<N>> Tangent<N>::arms_at_instant() const {
  std::vector<std::vector<N>> arms;
  for (int j = 0; j < system_.n_pairs(); ++j) arms.push_back(motion_.arms(j));
  for (const Geometry& geometry : system_.arms.geometries()) {
    const int j = geometry.element - system_.first_pair();
    for (std::size_t i = 0; j >= 0 && j < system_.n_pairs() && i < arms[j].size(); ++i) {
      const auto slope = motion_.slope_at(motion_.slot(geometry.gradient_slots[i]), at_ - from_);
      arms[j][i] = slope.value + slope.rate * time_;
    }
  }
  return arms;
}

template <typename N>
std::string Tangent<N>::at_time() const {
  return "at t = " + cell_text(motion_.state().anchor.value + at_ - from_) + " s";
}

template <typename N>
void Tangent<N>::report(std::string problem) {
  problems_.push_back(std::move(problem));
}

template <typename N>
void Tangent<N>::take_problems(std::vector<std::string>& problems) {
  for (std::string& problem : problems_)
    if (std::ranges::find(problems, problem) == problems.end())
      problems.push_back(std::move(problem));
  problems_.clear();
}

template <typename N>
void Tangent<N>::event_time(double* values) const {
  for (int i = 0; i < width(); ++i) values[numbers_.first + i] = time_.slope[i];
}

template class Tangent<Dual<2>>;
template class Tangent<Dual<8>>;

}  // namespace luztar
