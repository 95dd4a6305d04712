#include "luztar/dynamics/impacts/impacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/series/pair_limits.h"
#include "luztar/dynamics/structure/link_conflicts.h"
#include "luztar/dynamics/system/geometry.h"
#include "luztar/dynamics/system/pair_edges.h"

namespace luztar {
namespace {

constexpr int kMaxRounds = 200;

}  // namespace

Impacts::Impacts(const SystemImpl& system) : system_(system), drags_(has_dragged_links(system)) {
  for (int j = 0; j < system.n_pairs(); ++j) {
    has_stops_ = has_stops_ || system.pairs[j].has_edges();
    if (!system.pairs[j].is_one_sided()) continue;
    stops_.emplace_back().pair = j;
  }
  for (const NormalLoad& load : system.arms.normal_loads())
    if (system.pairs[load.by].has_edges() &&
        std::ranges::find(frictions_, load.pair, &Striker::pair) == frictions_.end())
      frictions_.emplace_back().pair = load.pair;
  find_shifting();
  if (stops_.empty() && !drags_) return;  // costs nothing where there is nothing to do
  links_ = rigid_structure(system);
  jump_ = std::make_unique<Expansion>(system, 0);
  moved_.resize(static_cast<std::size_t>(system.n_bodies()));
  place_.assign(static_cast<std::size_t>(system.n_pairs()), -1);
  for (Contact& contact : stops_) {
    place_[contact.pair] = static_cast<int>(&contact - stops_.data());
    find_responses(contact);
    find_untied(contact);
  }
  for (Striker& rubbing : frictions_) find_responses(rubbing);
}

/// What a unit impulse does: impulses and jumps of velocity obey the same equations as
/// forces and accelerations.
void Impacts::find_responses(Striker& striker) {
  striker.response.clear();
  striker.on_given.clear();
  jump_->clear_jump();
  jump_->add_pair_force(striker.pair, 0, 1.0);
  jump_->jump(links_);
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (system_.is_given(b)) {
      if (jump_->body_force(b)[0] != 0.0) striker.on_given.push_back({b, jump_->body_force(b)[0]});
    } else if (jump_->a(b)[0] != 0.0) {
      striker.response.push_back({b, jump_->a(b)[0]});
    }
  }
}

void Impacts::find_untied(Contact& contact) const {
  for (const auto& massless : links_.massless_bodies)
    for (const Term& member : links_.members_of(massless))
      for (const Term& term : system_.terms_of_pair(contact.pair))
        if (term.body == member.body) contact.untied = term.body;
}

/// Responses of all stops where arms turn with the bodies.
void Impacts::turn_arms(const Expansion& series) {
  if (!series.bent().any() || jump_ == nullptr) return;
  jump_->take_arms(series);
  for (Contact& contact : stops_) find_responses(contact);
  for (Striker& rubbing : frictions_) find_responses(rubbing);
}

void Impacts::begin(const State& state) {
  for (Contact& contact : stops_) {
    contact.edge = closed(state, contact);
    contact.plastic = contact.calm = false;
  }
  undo();
}

/// A freewheel is at its lower edge, unless impulses cannot reach it.
Edge Impacts::closed(const State& state, const Contact& contact) const {
  if (system_.pairs[contact.pair].has_edges())
    return state.pair[contact.pair] == Mode::Stuck ? state.side[contact.pair] : Edge::None;
  const bool acts = !contact.response.empty() || system_.is_bent(contact.pair);
  return contact.untied < 0 && acts ? Edge::Lower : Edge::None;
}

void Impacts::undo() {
  happened_ = has_other_outcome_ = false;
  rounds_.clear();
  transfers_ = fastest_ = 0.0;
  for (Contact& contact : stops_) contact.found = {};
  for (Striker& rubbing : frictions_) rubbing.found = {};
  for (Striker& link : shifting_) link.found = {};
  std::fill(moved_.begin(), moved_.end(), Moved{});
}

void Impacts::note_speeds(const Expansion& series) {
  for (int b = 0; b < system_.n_bodies(); ++b) {
    moved_[b].speed = std::max(moved_[b].speed, std::abs(series.v(b)[0]));
    fastest_ = std::max(fastest_, moved_[b].speed);
  }
}

double Impacts::bounce(const Contact& contact) const {
  return contact.plastic || contact.calm ? 0.0 : system_.pairs[contact.pair].restitution;
}

double Impacts::noise(const Expansion& series, int pair) const {
  // What turns one way shares impulses, and what rounding leaves of the rates, with all it ties.
  const bool shares = system_.pairs[pair].is_one_way();
  double speed = 0.0;
  for (const Term& term : series.terms_of_pair(pair))
    speed =
        std::max(speed, std::abs(term.coefficient * (shares ? fastest_ : moved_[term.body].speed)));
  // What is held along expressions is as exact as the velocities that it has stopped so far.
  if (system_.is_bent(pair))
    speed = std::max(speed,
                     std::sqrt(series.bent().most_energy() * mobility_of(system_, series, pair)));
  return kCancelled * speed;
}

/// The rate of a stop; zero where only rounding makes it differ from that.
double Impacts::rate(const State& state, const Expansion& series, const Contact& contact,
                     bool jumped) const {
  double sum = 0.0;
  bool struck = jumped || state.pair[contact.pair] != Mode::Stuck;
  for (const Term& term : series.terms_of_pair(contact.pair)) {
    sum += term.coefficient * series.v(term.body)[0];
    struck = struck || moved_[term.body].struck;
  }
  if (!struck || contact.found.still || std::abs(sum) <= noise(series, contact.pair)) return 0.0;
  return sum;
}

/// Stops that are open by rounding only, or for no time that matters, are hit at this instant.
void Impacts::close_near(const State& state, const Expansion& series, double window, bool jumped) {
  for (Contact& contact : stops_)
    if (contact.edge == Edge::None && system_.pairs[contact.pair].has_edges())
      close_if_near(state, series, window, contact, rate(state, series, contact, jumped));
}

void Impacts::close_if_near(const State& state, const Expansion& series, double window,
                            Contact& contact, double rate) {
  const int e = system_.first_pair() + contact.pair;
  double d = 0.0;
  double scale = 0.0;
  for (const Term& term : series.terms(e)) {
    const double part = term.coefficient * series.q(term.body)[0];
    d += part;
    scale = std::max(scale, std::abs(part));
  }
  if (const Geometry* geometry = system_.geometry_of(e))
    d = series.series().slot(geometry->deflection_slot)[0];  // behind a jump of it
  if (state.is_held[e] != 0) d = state.held[e];
  for (const Edge edge : {Edge::Upper, Edge::Lower}) {
    const int side = number(edge);
    const double place = edge_place(system_, state, contact.pair, edge);
    const bool has_room =
        state.edges.room[contact.pair] > 0.0 && state.pair[contact.pair] == away_from(edge);
    const double gap = has_room ? state.edges.room[contact.pair] : side * (place - d);
    const double tolerance = kRounding * std::max(scale, std::abs(place));
    const bool reaches = side * rate > 0.0 ? gap <= tolerance + side * rate * window
                                           : rate == 0.0 && std::abs(gap) <= tolerance;
    if (!std::isinf(place) && reaches) contact.edge = edge;
  }
}

/// All closed stops that do not open; false if none of them is hit.
bool Impacts::gather(const State& state, const Expansion& series, bool jumped) {
  rows_.clear();
  bool hit = false;
  for (Contact& contact : stops_) {
    if (contact.edge == Edge::None) continue;
    const double before = rate(state, series, contact, jumped);
    const double into = number(contact.edge) * before;
    if (into < 0.0 && !contact.calm) continue;
    hit = hit || into > 0.0;
    rows_.push_back({&contact, before});
  }
  return hit;
}

void Impacts::move(State& state, Expansion& series, int body, double jump) {
  double& v = series.v(body)[0];
  if (system_.is_free(body))
    transfers_ += std::abs((v + 0.5 * jump) * jump) / system_.inverse_mass(body);
  v += jump;
  state.velocity[body] = v;
  moved_[body].struck = true;
}

/// No calm stop stays closed where another one on the same line throws its bodies back: it only
/// pushes then. @return whether there is one
bool Impacts::let_calm_go() {
  bool any = false;
  for (const Row& row : rows_) {
    any = any || row.contact->calm;
    row.contact->plastic = row.contact->plastic || row.contact->calm;
    row.contact->calm = false;
  }
  std::erase_if(rows_, [](const Row& row) { return number(row.contact->edge) * row.rate < 0.0; });
  return any;
}

/// One round: impulses of rows_ and of frictions that they press, jumps of velocity, losses.
bool Impacts::strike(State& state, Expansion& series) {
  std::vector<Striker*> strikers;
  const auto solve = [&] {
    strikers = all_strikers();
    return impulses_of(problem_of(state, series, strikers));
  };
  auto solution = solve();
  if (!solution && let_calm_go()) solution = solve();
  if (!solution) return false;
  has_other_outcome_ = has_other_outcome_ || !solution->is_unique;
  forget_still();
  std::vector<Blow>& blows = rounds_.emplace_back();
  for (std::size_t p = 0; p < strikers.size(); ++p) {
    const double impulse = solution->impulse[static_cast<Index>(p)];
    // Expansion may take back what a friction gave in compression, not what it lost.
    const double loss = solution->loss[static_cast<Index>(p)];
    if (impulse != 0.0 || loss != 0.0) give(state, series, *strikers[p], impulse, loss);
    strikers[p]->found.still = solution->still[p] != 0;
    if (p >= rows_.size()) continue;
    const Contact& contact = *rows_[p].contact;
    if (impulse != 0.0 || contact.calm)
      blows.push_back({contact.pair, !contact.plastic && !contact.calm});
  }
  note_speeds(series);
  return true;
}

/// Whatever rested may move with the next blow.
void Impacts::forget_still() {
  for (Contact& contact : stops_) contact.found.still = false;
  for (Striker& rubbing : frictions_) rubbing.found.still = false;
}

void Impacts::give(State& state, Expansion& series, Striker& striker, double impulse, double loss) {
  happened_ = true;
  striker.found.hit = true;
  striker.found.impulse += impulse;
  for (const Term& term : striker.response)
    move(state, series, term.body, term.coefficient * impulse);
  striker.found.loss += loss;
  transfers_ += std::abs(loss);
  for (const Term& term : striker.on_given) {
    const double work = -series.v(term.body)[0] * term.coefficient * impulse;
    moved_[term.body].work += work;
    transfers_ += std::abs(work);
  }
}

/// Links take their bodies along when a given velocity jumps, or an arm of theirs. A given motion
/// works with the mean of its velocities; of an arm that jumps a plastic impact is left.
void Impacts::drag(State& state, Expansion& series) {
  jump_->clear_jump();
  bool any = false;
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (system_.motion_slot(b) < 0) continue;
    const double jump = series.v(b)[0] - state.velocity[b];
    any = any || jump != 0.0;
    jump_->set_jump(b, jump);
  }
  any = drag_along_shifts(state, series) || any;
  if (!any) return;
  jump_->jump(links_);
  take_impulses_of_shifts();
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (!system_.is_given(b)) {
      if (jump_->a(b)[0] != 0.0) move(state, series, b, jump_->a(b)[0]);
      continue;
    }
    const double mean = 0.5 * (series.v(b)[0] + state.velocity[b]);
    const double work = -mean * jump_->body_force(b)[0];
    moved_[b].work += work;
    transfers_ += std::abs(work);
    if (system_.motion_slot(b) >= 0) state.velocity[b] = series.v(b)[0];
  }
  note_speeds(series);
}

ImpactStatus Impacts::resolve(State& state, Expansion& series, bool jumped, double window,
                              PairsNow& now) {
  turn_arms(series);
  note_speeds(series);
  if (jumped && drags_ && state.resolved) drag(state, series);
  for (int round = 0; gather(state, series, jumped); ++round) {
    if (round == 2 * kMaxRounds) return ImpactStatus::Endless;
    if (round >= kMaxRounds)  // infinitely many in a finite time: all that they had is lost
      for (const Row& row : rows_) row.contact->plastic = true;
    close_near(state, series, window, jumped);
    gather(state, series, jumped);
    if (!strike(state, series)) return ImpactStatus::Unsolved;
  }
  if (happened_) series.tie_velocities(links_, state);
  write_stops(state, series, jumped, now);
  write_rates(state, series, now);
  return ImpactStatus::Done;
}

void Impacts::write_stops(State& state, const Expansion& series, bool jumped, PairsNow& now) {
  for (Contact& contact : stops_) {
    const int j = contact.pair;
    contact.found.leaves = Edge::None;
    if (contact.edge == Edge::None || !system_.pairs[j].has_edges()) continue;
    state.edges.room[j] = 0.0;
    if (rate(state, series, contact, jumped) == 0.0) {
      now[j].at_rest = true;
      state.side[j] = contact.edge;
      continue;
    }
    now[j].at_rest = false;
    contact.found.leaves = contact.edge;
    state.pair[j] = away_from(contact.edge);
    state.side[j] = Edge::None;
  }
}

/// An impact breaks frictions whose bodies it parts, and turns or stops sliding ones. Freewheels go
/// forward or hold.
void Impacts::write_rates(State& state, const Expansion& series, PairsNow& now) const {
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (!system_.pairs[j].slides()) continue;
    double sum = 0.0;
    bool struck = false;
    for (const Term& term : series.terms_of_pair(j)) {
      sum += term.coefficient * series.v(term.body)[0];
      struck = struck || moved_[term.body].struck;
    }
    if (!struck || system_.touches_massless(j)) continue;
    const bool one_way = system_.pairs[j].is_one_way();
    const auto rubbing = std::ranges::find(frictions_, j, &Striker::pair);
    const bool still = rubbing != frictions_.end() && rubbing->found.still;
    now[j] = {still || (one_way ? sum : std::abs(sum)) <= noise(series, j), Mode::Stuck};
    if (!now[j].at_rest) state.pair[j] = mode_along(sum);
  }
}

void Impacts::record(State& state) const {
  if (transfers_ == 0.0) return;
  for (const Contact& contact : stops_)
    if (contact.found.loss != 0.0)
      state.dissipated[system_.first_pair() + contact.pair].add(contact.found.loss);
  for (const Striker& rubbing : frictions_)
    if (rubbing.found.loss != 0.0)
      state.dissipated[system_.first_pair() + rubbing.pair].add(rubbing.found.loss);
  for (const Striker& link : shifting_)
    if (link.found.loss != 0.0)
      state.dissipated[system_.first_pair() + link.pair].add(link.found.loss);
  for (std::size_t b = 0; b < moved_.size(); ++b)
    if (moved_[b].work != 0.0) state.supplied[b].add(moved_[b].work);
  state.moved.add(transfers_);
}

double Impacts::energy_change() const {
  double change = 0.0;
  for (const Moved& body : moved_) change += body.work;
  for (const Contact& contact : stops_) change -= contact.found.loss;
  for (const Striker& rubbing : frictions_) change -= rubbing.found.loss;
  for (const Striker& link : shifting_) change -= link.found.loss;
  return change;
}

}  // namespace luztar
