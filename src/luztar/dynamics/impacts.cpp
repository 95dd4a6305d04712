#include "luztar/dynamics/impacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace luztar {
namespace {

constexpr double kNoRate = 1e-13;       // relative to the largest speeds of the instant
constexpr double kSamePlace = 0x1p-48;  // relative to the coordinates: 16 ulp
constexpr int kMaxRounds = 200;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Structure structure_of_links(const SystemImpl& system, bool any) {
  if (!any) return {};
  std::vector<std::int8_t> stuck(system.n_pairs(), 0);
  for (int j = 0; j < system.n_pairs(); ++j)
    if (system.pairs[j].kind == PairLaw::Kind::Link) stuck[j] = 1;
  const std::vector<std::int8_t> none(system.n_pairs(), 0), open(system.n_springs(), 0);
  return build_structure(system, stuck, none, open, false);
}

bool has_stops(const SystemImpl& system) {
  return std::any_of(system.pairs.begin(), system.pairs.end(),
                     [](const PairLaw& law) { return law.kind == PairLaw::Kind::Stop; });
}

bool has_dragged_links(const SystemImpl& system) {
  for (int j = 0; j < system.n_pairs(); ++j) {
    if (system.pairs[j].kind != PairLaw::Kind::Link) continue;
    for (const Term& term : system.terms_of_pair(j))
      if (system.motion_slot[term.body] >= 0) return true;
  }
  return false;
}

}  // namespace

Impacts::Impacts(const SystemImpl& system)
    : system_(system),
      has_stops_(luztar::has_stops(system)),
      drags_(has_dragged_links(system)),
      links_(structure_of_links(system, has_stops_ || drags_)) {
  if (!has_stops_ && !drags_) return;  // costs nothing where there is nothing to do
  jump_ = std::make_unique<Expansion>(system, 0);
  const auto pairs = static_cast<std::size_t>(system.n_pairs());
  const auto bodies = static_cast<std::size_t>(system.n_bodies());
  response_.resize(pairs);
  on_given_.resize(pairs);
  untied_.assign(pairs, -1);
  for (auto* list : {&edge_, &leaves_}) list->assign(pairs, 0);
  for (auto* list : {&plastic_, &calm_, &hit_, &still_}) list->assign(pairs, 0);
  for (auto* list : {&impulse_, &loss_}) list->assign(pairs, 0.0);
  struck_.assign(bodies, 0);
  for (auto* list : {&speed_, &work_}) list->assign(bodies, 0.0);
  for (int j = 0; j < system.n_pairs(); ++j)
    if (system.pairs[j].kind == PairLaw::Kind::Stop) {
      stops_.push_back(j);
      find_responses(j);
    }
}

/// What a unit impulse of a stop does: impulses and jumps of velocity obey the same equations as
/// forces and accelerations.
void Impacts::find_responses(int pair) {
  jump_->clear_jump();
  jump_->add_pair_force(pair, 0, 1.0);
  jump_->accelerate(links_, 0);
  jump_->add_stuck_forces(links_, 0);
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (system_.is_given(b)) {
      if (jump_->body_force(b)[0] != 0.0) on_given_[pair].push_back({b, jump_->body_force(b)[0]});
    } else if (jump_->a(b)[0] != 0.0) {
      response_[pair].push_back({b, jump_->a(b)[0]});
    }
  }
  for (const auto& slack : links_.slacks)
    for (int i = slack.member_begin; i < slack.member_end; ++i)
      for (const Term& term : system_.terms_of_pair(pair))
        if (term.body == links_.members[i].body) untied_[pair] = term.body;
}

void Impacts::begin(const State& state) {
  happened_ = false;
  if (!has_stops_ && !drags_) return;
  for (const int j : stops_) edge_[j] = state.pair[j] == 0 ? state.side[j] : std::int8_t{0};
  for (auto* list : {&plastic_, &calm_}) std::fill(list->begin(), list->end(), 0);
  undo();
}

void Impacts::undo() {
  happened_ = false;
  std::fill(leaves_.begin(), leaves_.end(), std::int8_t{0});
  for (auto* list : {&hit_, &still_}) std::fill(list->begin(), list->end(), 0);
  for (auto* list : {&impulse_, &loss_, &work_, &speed_})
    std::fill(list->begin(), list->end(), 0.0);
  std::fill(struck_.begin(), struck_.end(), 0);
  moved_ = 0.0;
}

void Impacts::note_speeds(const Expansion& series) {
  for (int b = 0; b < system_.n_bodies(); ++b)
    speed_[b] = std::max(speed_[b], std::abs(series.v(b)[0]));
}

double Impacts::bounce(int pair) const {
  return plastic_[pair] != 0 || calm_[pair] != 0 ? 0.0 : system_.pairs[pair].restitution;
}

double Impacts::noise(int pair) const {
  double speed = 0.0;
  for (const Term& term : system_.terms_of_pair(pair))
    speed = std::max(speed, std::abs(term.coefficient * speed_[term.body]));
  return kNoRate * speed;
}

/// The rate of a stop; zero where only rounding makes it differ from that.
double Impacts::rate(const State& state, const Expansion& series, int pair, bool jumped) const {
  double sum = 0.0;
  bool struck = jumped || state.pair[pair] != 0;
  for (const Term& term : system_.terms_of_pair(pair)) {
    sum += term.coefficient * series.v(term.body)[0];
    struck = struck || struck_[term.body] != 0;
  }
  if (!struck || still_[pair] != 0 || std::abs(sum) <= noise(pair)) return 0.0;
  return sum;
}

/// Stops that are open by rounding only, or for no time that matters, are hit at this instant.
void Impacts::close_near(const State& state, const Expansion& series, double window, bool jumped) {
  for (const int j : stops_)
    if (edge_[j] == 0) close_if_near(state, series, window, j, rate(state, series, j, jumped));
}

void Impacts::close_if_near(const State& state, const Expansion& series, double window, int pair,
                            double rate) {
  const PairLaw& law = system_.pairs[pair];
  const int e = system_.first_pair() + pair;
  double d = 0.0;
  double scale = 0.0;
  for (const Term& term : system_.terms_of(e)) {
    const double part = term.coefficient * series.q(term.body)[0];
    d += part;
    scale = std::max(scale, std::abs(part));
  }
  if (state.is_held[e] != 0) d = state.held[e];
  for (const std::int8_t side : {std::int8_t{1}, std::int8_t{-1}}) {
    const double edge = side > 0 ? law.upper : law.lower;
    const bool known = state.room[pair] > 0.0 && side == -state.pair[pair];
    const double gap = known ? state.room[pair] : side * (edge - d);
    const double slack = kSamePlace * std::max(scale, std::abs(edge));
    const bool reaches = side * rate > 0.0 ? gap <= slack + side * rate * window
                                           : rate == 0.0 && std::abs(gap) <= slack;
    if (!std::isinf(edge) && reaches) edge_[pair] = side;
  }
}

/// The problem of all closed stops that do not open; false if none of them is hit.
bool Impacts::gather(const State& state, const Expansion& series, bool jumped) {
  rows_.clear();
  rate_.clear();
  bool hit = false;
  for (const int j : stops_) {
    if (edge_[j] == 0) continue;
    const double into = edge_[j] * rate(state, series, j, jumped);
    if (into < 0.0 && calm_[j] == 0) continue;
    hit = hit || into > 0.0;
    rows_.push_back(j);
    rate_.push_back(edge_[j] * into);
  }
  return hit;
}

void Impacts::move(State& state, Expansion& series, int body, double jump) {
  double& v = series.v(body)[0];
  if (system_.is_free(body))
    moved_ += std::abs((v + 0.5 * jump) * jump) / system_.inverse_mass[body];
  v += jump;
  state.velocity[body] = v;
  struck_[body] = 1;
}

/// One round: impulses of rows_, jumps of velocity, losses.
bool Impacts::strike(State& state, Expansion& series) {
  const int m = static_cast<int>(rows_.size());
  problem_.resize(m);
  problem_.scale = 0.0;
  for (int p = 0; p < m; ++p) {
    const int j = rows_[p];
    problem_.drive[p] = (1.0 + bounce(j)) * rate_[p];
    if (calm_[j] != 0) problem_.lower[p] = -(problem_.upper[p] = kInfinity);
    (edge_[j] > 0 ? problem_.upper : problem_.lower)[p] = edge_[j] * kInfinity;
    for (int r = 0; r < m; ++r) {
      double sum = 0.0;
      for (const Term& x : response_[rows_[r]])
        for (const Term& y : system_.terms_of_pair(j))
          if (x.body == y.body) sum -= x.coefficient * y.coefficient;
      problem_.delassus[static_cast<std::size_t>(p) * m + r] = sum;
    }
  }
  solution_.bound.clear();
  solve_least_constraint(problem_, solution_);
  if (solution_.status != SolveStatus::Solved) return false;
  for (int p = 0; p < m; ++p) {
    const int j = rows_[p];
    const double impulse = solution_.force[p];
    if (impulse == 0.0) continue;
    happened_ = true;
    hit_[j] = 1;
    impulse_[j] += impulse;
    for (const Term& term : response_[j])
      move(state, series, term.body, term.coefficient * impulse);
    // Calm stops may be held back from opening, by less than any other number of the run.
    const double loss = std::max(0.0, 0.5 * (1.0 - bounce(j)) * impulse * rate_[p]);
    loss_[j] += loss;
    moved_ += loss;
    for (const Term& term : on_given_[j]) {
      const double work = -series.v(term.body)[0] * term.coefficient * impulse;
      work_[term.body] += work;
      moved_ += std::abs(work);
    }
  }
  for (const int j : stops_) still_[j] = 0;
  for (int p = 0; p < m; ++p) {
    const int j = rows_[p];
    const bool closed = solution_.force[p] != 0.0 || calm_[j] != 0;
    still_[j] = closed && bounce(j) * rate_[p] == 0.0 ? 1 : 0;
  }
  note_speeds(series);
  return true;
}

/// Links take their bodies along when a given velocity jumps. The link itself loses nothing, so the
/// given motion works with the mean of its velocities.
void Impacts::drag(State& state, Expansion& series) {
  jump_->clear_jump();
  bool any = false;
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (system_.motion_slot[b] < 0) continue;
    const double jump = series.v(b)[0] - state.velocity[b];
    any = any || jump != 0.0;
    jump_->set_jump(b, jump);
  }
  if (!any) return;
  jump_->accelerate(links_, 0);
  jump_->add_stuck_forces(links_, 0);
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (!system_.is_given(b)) {
      if (jump_->a(b)[0] != 0.0) move(state, series, b, jump_->a(b)[0]);
      continue;
    }
    const double mean = 0.5 * (series.v(b)[0] + state.velocity[b]);
    const double work = -mean * jump_->body_force(b)[0];
    work_[b] += work;
    moved_ += std::abs(work);
    if (system_.motion_slot[b] >= 0) state.velocity[b] = series.v(b)[0];
  }
  note_speeds(series);
}

ImpactStatus Impacts::resolve(State& state, Expansion& series, bool jumped, double window,
                              std::vector<std::int8_t>& at_rest, std::vector<std::int8_t>& broken) {
  note_speeds(series);
  if (jumped && drags_ && state.resolved) drag(state, series);
  for (int round = 0; gather(state, series, jumped); ++round) {
    if (round == 2 * kMaxRounds) return ImpactStatus::Endless;
    if (round >= kMaxRounds)  // infinitely many in a finite time: all that they had is lost
      for (const int j : rows_) plastic_[j] = 1;
    close_near(state, series, window, jumped);
    gather(state, series, jumped);
    if (!strike(state, series)) return ImpactStatus::Unsolved;
  }
  if (happened_) series.tie_velocities(links_, state);
  write_stops(state, series, jumped, at_rest);
  write_frictions(state, series, at_rest, broken);
  return ImpactStatus::Done;
}

void Impacts::write_stops(State& state, const Expansion& series, bool jumped,
                          std::vector<std::int8_t>& at_rest) {
  for (const int j : stops_) {
    leaves_[j] = 0;
    if (edge_[j] == 0) continue;
    state.room[j] = 0.0;
    if (rate(state, series, j, jumped) == 0.0) {
      at_rest[j] = 1;
      state.side[j] = edge_[j];
      continue;
    }
    at_rest[j] = 0;
    leaves_[j] = edge_[j];
    state.pair[j] = static_cast<std::int8_t>(-edge_[j]);
    state.side[j] = 0;
  }
}

/// An impact breaks frictions whose bodies it parts, and turns or stops sliding ones.
void Impacts::write_frictions(State& state, const Expansion& series,
                              std::vector<std::int8_t>& at_rest,
                              std::vector<std::int8_t>& broken) const {
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (system_.pairs[j].kind != PairLaw::Kind::Friction) continue;
    double sum = 0.0;
    bool struck = false;
    for (const Term& term : system_.terms_of_pair(j)) {
      sum += term.coefficient * series.v(term.body)[0];
      struck = struck || struck_[term.body] != 0;
    }
    if (!struck || system_.touches_massless(j)) continue;
    broken[j] = 0;
    at_rest[j] = std::abs(sum) <= noise(j) ? 1 : 0;
    if (at_rest[j] == 0) state.pair[j] = static_cast<std::int8_t>(sum > 0.0 ? 1 : -1);
  }
}

void Impacts::book(State& state) const {
  if (moved_ == 0.0) return;
  for (const int j : stops_)
    if (loss_[j] != 0.0) state.dissipated[system_.first_pair() + j].add(loss_[j]);
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (work_[b] != 0.0) state.supplied[b].add(work_[b]);
  state.moved.add(moved_);
}

double Impacts::energy_change() const {
  double change = 0.0;
  for (const double work : work_) change += work;
  for (const double loss : loss_) change -= loss;
  return change;
}

}  // namespace luztar
