#include "luztar/stepping/stepper.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/assert.h"
#include "luztar/core/stop_request.h"
#include "luztar/stepping/stepper_impl.h"

namespace luztar {
namespace {

constexpr int kRounds = 24;            // of changing wrong modes; then the exact recursion
constexpr double kSolved = 1e-9;       // relative violation beyond which something is wrong
constexpr double kRounding = 0x1p-46;  // of impulses, relative to the largest

std::int8_t sign_of(double w) { return static_cast<std::int8_t>(w > 0.0 ? 1 : w < 0.0 ? -1 : 0); }

}  // namespace

// --- setting up ----------------------------------------------------------------------------------

Stepper::Impl::Impl(StepNetwork made, StepState state) : network(std::move(made)) {
  forest = plan_forest(network);
  if (!forest.is_forest) {
    forest = plan_graph(network);
    make_arrays();
    x.rate.resize(forest.n_slots);
    graph = std::make_unique<GraphStep>(forest, x);
    place(state);
    return;
  }
  make_arrays();
  place(state);
  if (plain() && x.is_plain() && x.lower.empty() && x.target.empty())
    chain = std::make_unique<ChainStep>(x);
  else if (plain()) {
    // A chain with special laws goes the general way.
    forest = plan_forest(network, false);
    make_arrays();
    place(state);
  }
  if (!chain) general = std::make_unique<ForestStep>(forest, x);
}

/// Numbers of the network in the order of the forest, scaled.
void Stepper::Impl::make_arrays() {
  const int n = forest.n_nodes;
  const int m = n_edges();
  slot_nodes.clear();
  if (!forest.is_forest) {
    slot_nodes = forest.below;
  } else if (!plain()) {
    slot_nodes.resize(forest.n_slots);
    for (int i = 0; i < n; ++i)
      for (int s = forest.first_slot[i]; s < forest.first_slot[i + 1]; ++s) slot_nodes[s] = i;
  }
  x = StepArrays{};
  x.mass.resize(n);
  for (int i = 0; i < n; ++i) x.mass[i] = network.mass[body(i)] * body_scale(i) * body_scale(i);
  const bool two_sided = !network.viscous_backward.empty() || !network.kinetic_backward.empty() ||
                         !network.breakaway_backward.empty() || !network.stops.empty();
  x.stiffness.resize(m);
  x.viscous.resize(m);
  x.upper.assign(m, 0.0);
  if (two_sided) x.lower.assign(m, 0.0);
  if (!network.viscous_backward.empty()) x.viscous_backward.resize(m);
  if (!network.preload.empty()) x.preload.resize(m);
  for (int s = 0; s < m; ++s) {
    const int e = edge(s);
    const double scale = slot_scale(s);
    x.stiffness[s] = scale * scale * network.stiffness[e];
    x.viscous[s] = scale * scale * network.viscous[e];
    if (!x.viscous_backward.empty()) {
      x.viscous_backward[s] = scale * scale * network.viscous_backward[e];
      if (scale < 0.0) std::swap(x.viscous[s], x.viscous_backward[s]);
    }
    if (!x.preload.empty()) x.preload[s] = scale * network.preload[e];
  }
  if (!network.breakaway.empty())
    for (auto* list : {&holds, &trials, &is_undecided}) list->assign(m, 0);
  way.assign(holds.size(), 0);
  if (!forest.is_plain_chain || !network.given.empty()) {
    const bool any =
        std::any_of(network.given.begin(), network.given.end(), [](char g) { return g != 0; });
    if (any) {
      x.other_v.assign(m, 0.0);
      x.other_next.assign(m, 0.0);
      given_q.assign(network.n_bodies(), 0.0);
      given_v.assign(network.n_bodies(), 0.0);
      given_next.assign(network.n_bodies(), 0.0);
      x.rounds = std::any_of(forest.scale.begin(), forest.scale.end(),
                             [](double scale) { return std::abs(scale) != 1.0; });
    }
  }
  read_contacts_and_stops();
  x.pivot.assign(n, 0.0);
  x.load.assign(n, 0.0);
  x.inverse.assign(n, 0.0);
  x.change.assign(n, 0.0);
  x.next.assign(n, 0.0);
}

void Stepper::Impl::read_contacts_and_stops() {
  for (const StepNetwork::Contact& contact : network.contacts) {
    const int s = slot(contact.edge);
    const double scale = slot_scale(s);
    const double one = contact.lower / scale;
    const double two = contact.upper / scale;
    x.contacts.push_back({s, scale * scale * contact.stiffness, std::min(one, two),
                          std::max(one, two), contact.rest / scale, scale * scale * contact.damping,
                          0.0, 0, 0});
  }
  std::stable_sort(x.contacts.begin(), x.contacts.end(),
                   [](const auto& a, const auto& b) { return a.slot < b.slot; });
  if (!x.contacts.empty()) {
    x.contact_of.assign(static_cast<std::size_t>(n_edges()) + 1, 0);
    for (const StepArrays::Contact& contact : x.contacts) ++x.contact_of[contact.slot + 1];
    for (int s = 0; s < n_edges(); ++s) x.contact_of[s + 1] += x.contact_of[s];
  }
  stop_slots.clear();
  if (network.stops.empty()) return;
  x.target.assign(n_edges(), 0.0);
  for (const StepNetwork::Stop& stop : network.stops) stop_slots.push_back(slot(stop.edge));
}

void Stepper::Impl::place(const StepState& state) {
  const int n = forest.n_nodes;
  const int m = n_edges();
  q.resize(n);
  x.v.resize(n);
  x.d.resize(m);
  x.mode.assign(m, 0);
  for (int i = 0; i < n; ++i) {
    q[i] = state.q[body(i)] / body_scale(i);
    x.v[i] = state.v[body(i)] / body_scale(i);
  }
  for (std::size_t b = 0; b < given_v.size(); ++b) {
    given_q[b] = state.q[b];
    given_v[b] = given_next[b] = state.v[b];
  }
  for (int s = forest.is_plain_chain ? m : 0; s < forest.n_slots && !x.other_v.empty(); ++s)
    if (forest.other[s] >= 0) x.other_v[s] = forest.other_scale[s] * given_v[forest.other[s]];
  if (graph) graph->place();
  tie_velocities(state);
  for (int s = 0; s < m; ++s) {
    x.d[s] = state.d[edge(s)] / slot_scale(s);
    const double w = is_outside(s) ? start_rate(s) : start_rate(s);
    x.mode[s] = sign_of(w);
  }
  if (static_cast<int>(state.mode.size()) == m)
    for (int s = 0; s < m; ++s)
      x.mode[s] = static_cast<std::int8_t>(slot_scale(s) < 0.0 ? -state.mode[edge(s)]
                                                               : state.mode[edge(s)]);
  recall_undecided();
  for (StepArrays::Contact& contact : x.contacts) {
    const double at = x.d[contact.slot] - contact.rest;
    contact.side = at > contact.upper ? 1 : at < contact.lower ? -1 : 0;
  }
  limits_changed = shown_is_old = shown_next_is_old = true;
  if (chain) chain->forget();
}

/// Ratios round: what stuck before it was written down and read again sticks.
void Stepper::Impl::tie_velocities(const StepState& state) {
  constexpr double kRounding = 1e-14;
  // Graphs keep rates of their own.
  if (plain() || graph || static_cast<int>(state.mode.size()) != n_edges()) return;
  for (int s = forest.n_slots - 1; s >= 0; --s) {
    if (state.mode[edge(s)] != 0) continue;
    const int above = node_above(s);
    const double other = above >= 0 ? x.v[above] : x.other_v.empty() ? 0.0 : x.other_v[s];
    double& v = x.v[node_below(s)];
    if (std::abs(v - other) <= kRounding * std::abs(other)) v = other;
  }
}

int Stepper::Impl::node_above(int s) const {
  if (plain()) return s + 1 < forest.n_nodes ? s + 1 : -1;
  if (graph) return forest.above[s];
  const int i = slot_nodes[s];
  return forest.parent[i] >= 0 && s + 1 == forest.first_slot[i + 1] ? forest.parent[i] : -1;
}

// --- rates and impulses, scaled
// --------------------------------------------------------------------

double Stepper::Impl::start_rate(int s) const {
  if (is_outside(s)) {
    const TreePair& pair = network.edges[edge(s)];
    return (forest.outer[s] >= 0 ? pair.coefficient_a * given_v[forest.outer[s]] : 0.0) +
           (forest.other[s] >= 0 ? pair.coefficient_b * given_v[forest.other[s]] : 0.0);
  }
  if (graph) return x.rate[s];
  const int above = node_above(s);
  const double other = above >= 0 ? x.v[above] : x.other_v.empty() ? 0.0 : x.other_v[s];
  return x.difference(x.v[node_below(s)], other);
}

double Stepper::Impl::end_rate(int s) const {
  if (is_outside(s)) {
    const TreePair& pair = network.edges[edge(s)];
    return (forest.outer[s] >= 0 ? pair.coefficient_a * given_next[forest.outer[s]] : 0.0) +
           (forest.other[s] >= 0 ? pair.coefficient_b * given_next[forest.other[s]] : 0.0);
  }
  if (graph) return graph->end_rate(s);
  const int above = node_above(s);
  const double other = above >= 0 ? x.next[above] : x.other_next.empty() ? 0.0 : x.other_next[s];
  return x.difference(x.next[node_below(s)], other);
}

double Stepper::Impl::smooth_at_corner(int s) const {
  const double w0 = start_rate(s);
  const StepArrays::Line line = x.line(s, w0);
  return line.at_start + line.slope * (x.corner(s) - w0);
}

double Stepper::Impl::total_impulse(int s) const {
  if (chain) return chain->impulse(s);
  if (is_shared(s)) return shared.impulse[s] + smooth_at_corner(s);
  if (is_outside(s)) {
    const StepArrays::Line line = x.line(s, start_rate(s));
    return line.at_start + line.slope * (end_rate(s) - start_rate(s)) +
           (x.mode[s] == 0 ? 0.0 : x.dry(s));
  }
  if (x.mode[s] == 0) return x.impulse[s];
  const int above = node_above(s);
  const double change = above >= 0          ? x.change[above] * forest.ratio_of(s)
                        : x.other_v.empty() ? 0.0
                                            : x.other_next[s] - x.other_v[s];
  const double slope = x.line(s, start_rate(s)).slope;
  return x.impulse[s] + slope * (x.change[node_below(s)] - change);
}

double Stepper::Impl::dry_impulse(int s) const {
  if (is_shared(s)) return shared.impulse[s];
  if (x.mode[s] == 0) return is_outside(s) ? 0.0 : total_impulse(s) - smooth_at_corner(s);
  return x.dry(s);
}

// --- a step
// ----------------------------------------------------------------------------------------

void Stepper::Impl::take_given(const StepInput& input) {
  if (given_v.empty()) return;
  LUZTAR_ASSERT(input.given_velocity.size() == given_v.size());
  for (std::size_t b = 0; b < given_v.size(); ++b)
    if (network.given[b] != 0) given_next[b] = input.given_velocity[b];
  for (int s = 0; s < forest.n_slots; ++s) {
    const int other = forest.other[s];
    if (other < 0) continue;
    x.other_v[s] = forest.other_scale[s] * given_v[other];
    x.other_next[s] = forest.other_scale[s] * given_next[other];
  }
}

void Stepper::Impl::begin_contacts() {
  for (StepArrays::Contact& contact : x.contacts) {
    const double at = x.d[contact.slot] - contact.rest;
    contact.before = at > contact.upper ? 1 : at < contact.lower ? -1 : 0;
    contact.start = at > contact.upper   ? at - contact.upper
                    : at < contact.lower ? at - contact.lower
                                         : 0.0;
  }
}

/// A stop that would be passed in this step holds, one way only.
void Stepper::Impl::begin_stops() {
  hits = false;
  for (std::size_t k = 0; k < stop_slots.size(); ++k) {
    const StepNetwork::Stop& stop = network.stops[k];
    const int s = stop_slots[k];
    const double scale = slot_scale(s);
    const double w0 = start_rate(s);
    const double ahead = scale * (x.d[s] + x.h * w0);
    const double rate = scale * w0;
    const int side = ahead > stop.upper ? 1 : ahead < stop.lower ? -1 : 0;
    x.upper[s] = x.lower[s] = x.target[s] = 0.0;
    if (side == 0) {
      if (x.mode[s] == 0) x.mode[s] = 1;
      continue;
    }
    (side * scale > 0.0 ? x.upper[s] : x.lower[s]) = side * scale > 0.0 ? HUGE_VAL : -HUGE_VAL;
    if (rate * side > 0.0) {
      x.target[s] = -stop.restitution * w0;
      hits = true;
    }
    x.mode[s] = 0;
  }
}

void Stepper::Impl::begin_outside() {
  for (int s = forest.n_slots; s < n_edges(); ++s) {
    x.mode[s] = sign_of(end_rate(s));
    if (!x.contact_of.empty())
      for (int i = x.contact_of[s]; i < x.contact_of[s + 1]; ++i) {
        StepArrays::Contact& contact = x.contacts[i];
        const double at = x.d[s] + 0.5 * x.h * (start_rate(s) + end_rate(s)) - contact.rest;
        contact.side = at > contact.upper ? 1 : at < contact.lower ? -1 : 0;
      }
  }
}

void Stepper::Impl::begin(double h, const StepInput& input) {
  LUZTAR_ASSERT(h > 0.0 && static_cast<int>(input.force.size()) == network.n_bodies());
  if (h != x.h && chain) chain->forget();
  x.h = h;
  if (plain()) {
    x.force = input.force.data();
  } else {
    force.resize(forest.n_nodes);
    for (int i = 0; i < forest.n_nodes; ++i) force[i] = input.force[body(i)] * body_scale(i);
    x.force = force.data();
  }
  take_given(input);
  if (limits_changed) set_all_limits();
  restore_limits();
  if (chain) chain->begin(input.varying, input.steady);
  begin_contacts();
  begin_stops();
  if (!plain()) begin_outside();
  mode_before = x.mode;
}

/// False: no solution.
bool Stepper::Impl::solve_modes() {
  const auto solve = [&](int rounds) {
    return chain ? chain->solve(rounds) : graph ? graph->solve() : general->solve(rounds);
  };
  StepOutcome outcome = solve(kRounds);
  report.passes += outcome.passes;
  bool possible = true;
  if (!outcome.settled && !graph) {
    report.exact = true;
    if (!exact) exact = std::make_unique<ExactModes>(forest, x);
    possible = exact->find();
    if (chain) chain->forget();
    outcome = solve(kRounds);  // what the recursion rounded
    report.passes += outcome.passes;
  }
  double residual = outcome.scale > 0.0 ? outcome.violation / outcome.scale : 0.0;
  if (std::isnan(outcome.violation + outcome.scale)) residual = HUGE_VAL;
  report.residual = std::max(report.residual, residual);
  rounding = kRounding * outcome.scale;
  return possible && (outcome.settled || graph) && residual <= kSolved;
}

void Stepper::Impl::solve(double h, const StepInput& input) {
  report = StepReport{};
  shown_next_is_old = true;
  shared.known = false;
  begin(h, input);
  bool solved = solve_modes();
  while (solved && revise_limits()) solved = solve_modes();
  report.status = solved ? SolveStatus::Solved : SolveStatus::MaxIterations;
  if (mode_before != x.mode)
    for (std::size_t s = 0; s < x.mode.size(); ++s)
      report.mode_changes += mode_before[s] != x.mode[s] ? 1 : 0;
}

void Stepper::Impl::accept() {
  const double half = 0.5 * x.h;
  find_undecided();
  shared.known = false;
  if (chain) {
    chain->move(q);
  } else {
    for (int s = 0; s < n_edges(); ++s) x.d[s] += half * (start_rate(s) + end_rate(s));
    if (graph) graph->accept();
    for (int i = 0; i < forest.n_nodes; ++i) {
      q[i] += half * (x.v[i] + x.next[i]);
      x.v[i] = x.next[i];
    }
  }
  for (std::size_t b = 0; b < given_v.size(); ++b) {
    if (network.given[b] == 0) continue;
    given_q[b] += half * (given_v[b] + given_next[b]);
    given_v[b] = given_next[b];
  }
  x.other_v = x.other_next;
  renew_limits();
  if (chain) chain->settle();
  shown_is_old = true;
}

// --- the interface
// ---------------------------------------------------------------------------------

Stepper::Stepper(StepNetwork network, StepState state)
    : impl_(std::make_unique<Impl>(std::move(network), std::move(state))) {}
Stepper::Stepper(Stepper&&) noexcept = default;
Stepper& Stepper::operator=(Stepper&&) noexcept = default;
Stepper::~Stepper() = default;

bool Stepper::is_forest() const { return impl_->forest.is_forest; }
const StepNetwork& Stepper::network() const { return impl_->network; }
StepNetwork& Stepper::limits() {
  impl_->limits_changed = true;
  return impl_->network;
}
void Stepper::set_executor(Executor executor) {
  if (impl_->general) impl_->general->set_executor(std::move(executor));
}
void Stepper::set_state(StepState state) { impl_->place(state); }

void Stepper::begin_afresh() {
  StepState& now = impl_->shown;
  static_cast<void>(state());  // what is shown is new
  for (int edge = 0; edge < network().n_edges(); ++edge)
    if (counts_as_rest(edge)) now.mode[edge] = 0;
  impl_->place(now);
}

const StepReport& Stepper::solve(double h, const StepInput& input) {
  try {
    impl_->solve(h, input);
  } catch (const StopAsked&) {
    impl_->restore_limits();
    impl_->x.mode = impl_->mode_before;
    throw;
  }
  return impl_->report;
}
void Stepper::accept() { impl_->accept(); }

const StepState& Stepper::state() const {
  const Impl& my = *impl_;
  if (!my.shown_is_old) return my.shown;
  StepState& shown = my.shown;
  shown.q = my.given_q;
  shown.v = my.given_v;
  shown.q.resize(my.network.mass.size());
  shown.v.resize(my.network.mass.size());
  shown.d.resize(my.network.edges.size());
  shown.mode.resize(my.network.edges.size());
  for (int i = 0; i < my.forest.n_nodes; ++i) {
    shown.q[my.body(i)] = my.q[i] * my.body_scale(i);
    shown.v[my.body(i)] = my.x.v[i] * my.body_scale(i);
  }
  for (int s = 0; s < my.n_edges(); ++s) {
    const int e = my.edge(s);
    shown.d[e] = my.x.d[s] * my.slot_scale(s);
    shown.mode[e] = sign_of(my.start_rate(s) * my.slot_scale(s));
  }
  my.shown_is_old = false;
  return shown;
}

const std::vector<double>& Stepper::next_velocity() const {
  const Impl& my = *impl_;
  if (my.plain()) return my.x.next;
  if (!my.shown_next_is_old) return my.shown_next;
  my.shown_next = my.given_next;
  my.shown_next.resize(my.network.mass.size());
  for (int i = 0; i < my.forest.n_nodes; ++i)
    my.shown_next[my.body(i)] = my.x.next[i] * my.body_scale(i);
  my.shown_next_is_old = false;
  return my.shown_next;
}

double Stepper::next_position(int body) const {
  const Impl& my = *impl_;
  const int i = my.node(body);
  if (i < 0) return my.given_q[body] + 0.5 * my.x.h * (my.given_v[body] + my.given_next[body]);
  return (my.q[i] + 0.5 * my.x.h * (my.x.v[i] + my.x.next[i])) * my.body_scale(i);
}

double Stepper::next_deflection(int edge) const {
  const Impl& my = *impl_;
  const int s = my.slot(edge);
  return (my.x.d[s] + 0.5 * my.x.h * (my.start_rate(s) + my.end_rate(s))) * my.slot_scale(s);
}

double Stepper::rate(int edge) const {
  const int s = impl_->slot(edge);
  return impl_->end_rate(s) * impl_->slot_scale(s);
}

double Stepper::mean_rate(int edge) const {
  const int s = impl_->slot(edge);
  return 0.5 * (impl_->start_rate(s) + impl_->end_rate(s)) * impl_->slot_scale(s);
}

double Stepper::force(int edge) const {
  const int s = impl_->slot(edge);
  return impl_->total_impulse(s) / (impl_->x.h * impl_->slot_scale(s));
}

double Stepper::dry_force(int edge) const {
  const int s = impl_->slot(edge);
  return impl_->dry_impulse(s) / (impl_->x.h * impl_->slot_scale(s));
}

void Stepper::share_loads() const { impl_->share_loads(); }

bool Stepper::counts_as_rest(int edge) const { return impl_->starts_at_rest(impl_->slot(edge)); }

int Stepper::next_mode(int edge) const { return sign_of(rate(edge)); }

}  // namespace luztar
