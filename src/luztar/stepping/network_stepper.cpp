#include "luztar/stepping/network_stepper.h"

#include "luztar/core/assert.h"
#include "luztar/core/nearness.h"
#include "luztar/core/stop_request.h"
#include "luztar/stepping/network_stepper_impl.h"

namespace luztar {

// --- the state -----------------------------------------------------------------------------------

NetworkStepper::Impl::Impl(StepNetwork made, const StepState& state)
    : network(std::move(made)),
      x(step_arrays(network)),
      given(network, x),
      solver(x),
      limits(network, x, solver.chain()),
      stops(network, x) {
  place(state);
}

void NetworkStepper::Impl::place(const StepState& state) {
  const Forest& forest = x.forest;
  for (int i = 0; i < forest.n_nodes; ++i) {
    x.q[i] = state.q[forest.body_at(i)] / forest.scale_at(i);
    x.v[i] = state.v[forest.body_at(i)] / forest.scale_at(i);
  }
  given.place(state);
  solver.place();
  tie_velocities(state);
  const bool has_modes = static_cast<int>(state.mode.size()) == n_edges();
  for (int s = 0; s < n_edges(); ++s) {
    const int e = forest.edge_at(s);
    const double scale = forest.slot_scale_at(s);
    x.d[s] = state.d[e] / scale;
    x.mode[s] = !has_modes    ? mode_at(x.start_rate(s))
                : scale < 0.0 ? opposite(state.mode[e])
                              : state.mode[e];
  }
  limits.place();
  stops.place(state.mode);
  for (StepContact& contact : x.contacts.all())
    contact.side = contact.side_at(x.d[contact.slot] - contact.rest);
  shown.state_is_old = shown.next_is_old = true;
}

/// Ratios round: what stuck before it was written down and read again sticks.
void NetworkStepper::Impl::tie_velocities(const StepState& state) {
  // Graphs keep rates of their own.
  const Forest& forest = x.forest;
  if (forest.is_plain_chain || !forest.is_forest ||
      static_cast<int>(state.mode.size()) != n_edges())
    return;
  for (int s = forest.n_slots - 1; s >= 0; --s) {
    const int e = forest.edge[s];
    if (state.mode[e] != Mode::Stuck && !stops.has(e)) continue;
    const int above = forest.above[s];
    const double other = above >= 0 ? x.v[above] : x.ties.v_of(s);
    double& v = x.v[forest.below[s]];
    if (is_negligible(v - other, std::abs(other), kRounding)) v = other;
  }
}

const StepState& NetworkStepper::Impl::state() {
  StepState& state = shown.state;
  if (!shown.state_is_old) return state;
  state.q.resize(network.mass.size());
  state.v.resize(network.mass.size());
  state.d.resize(network.edges.size());
  state.mode.resize(network.edges.size());
  for (int b = 0; b < network.n_bodies(); ++b) {
    const int i = x.forest.node_at(b);
    const double scale = i >= 0 ? x.forest.scale_at(i) : 1.0;
    state.q[b] = i >= 0 ? x.q[i] * scale : given.body(b).q;
    state.v[b] = i >= 0 ? x.v[i] * scale : given.body(b).v;
  }
  for (int s = 0; s < n_edges(); ++s) {
    const int e = x.forest.edge_at(s);
    const double scale = x.forest.slot_scale_at(s);
    state.d[e] = x.d[s] * scale;
    state.mode[e] = mode_at(x.start_rate(s) * scale);
  }
  stops.write(state.mode);
  shown.state_is_old = false;
  return state;
}

const std::vector<double>& NetworkStepper::Impl::next_velocity() {
  if (x.forest.is_plain_chain) return x.next;
  if (!shown.next_is_old) return shown.next;
  shown.next.resize(network.mass.size());
  for (int b = 0; b < network.n_bodies(); ++b) {
    const int i = x.forest.node_of[b];
    shown.next[b] = i >= 0 ? x.next[i] * x.forest.scale[i] : given.body(b).next;
  }
  shown.next_is_old = false;
  return shown.next;
}

// --- a step --------------------------------------------------------------------------------------

void NetworkStepper::Impl::take_input(const StepInput& input) {
  const Forest& forest = x.forest;
  if (forest.is_plain_chain) {
    x.force = input.force.data();
  } else {
    force.resize(forest.n_nodes);
    for (int i = 0; i < forest.n_nodes; ++i)
      force[i] = input.force[forest.body[i]] * forest.scale[i];
    x.force = force.data();
  }
  given.take(input.given_velocity);
}

void NetworkStepper::Impl::begin(double h, const StepInput& input) {
  LUZTAR_ASSERT(h > 0.0 && static_cast<int>(input.force.size()) == network.n_bodies());
  solver.set_length(h);
  take_input(input);
  limits.begin();
  solver.begin(input.varying, input.steady);
  x.begin_contacts();
  stops.begin();
  x.begin_outside();
  mode_before = x.mode;
}

void NetworkStepper::Impl::solve(double h, const StepInput& input) {
  report = StepReport{};
  shown.next_is_old = true;
  shared.forget();
  begin(h, input);
  bool solved = solver.solve(report);
  while (solved && limits.revise(solver.scale(), stops.hits())) solved = solver.solve(report);
  report.status = solved ? SolveStatus::Solved : SolveStatus::MaxIterations;
}

void NetworkStepper::Impl::accept() {
  limits.find_undecided(stops.hits());
  stops.accept();
  shared.forget();
  solver.accept();
  given.accept();
  limits.accept();
  solver.settle();
  shown.state_is_old = true;
}

double NetworkStepper::Impl::total_impulse(int s) const {
  if (shared.has_impulse(x, s)) return shared.impulse(s) + x.smooth_at_corner(s);
  return solver.total_impulse(s);
}

double NetworkStepper::Impl::dry_impulse(int s) const {
  if (shared.has_impulse(x, s)) return shared.impulse(s);
  return x.mode[s] == Mode::Stuck ? x.held_impulse(s, total_impulse(s)) : x.dry(s);
}

// --- the interface -------------------------------------------------------------------------------

NetworkStepper::NetworkStepper(StepNetwork network, const StepState& state)
    : impl_(std::make_unique<Impl>(std::move(network), state)) {}
NetworkStepper::~NetworkStepper() = default;

bool NetworkStepper::is_forest() const { return impl_->x.forest.is_forest; }
const StepNetwork& NetworkStepper::network() const { return impl_->network; }
StepNetwork& NetworkStepper::limits() {
  impl_->limits.renew();
  return impl_->network;
}
void NetworkStepper::set_executor(Executor executor) {
  impl_->solver.set_executor(std::move(executor));
}
void NetworkStepper::set_state(const StepState& state) { impl_->place(state); }

void NetworkStepper::begin_afresh() {
  static_cast<void>(state());  // what is shown is new
  StepState& now = impl_->shown.state;
  for (int edge = 0; edge < network().n_edges(); ++edge)
    if (counts_as_rest(edge)) now.mode[edge] = Mode::Stuck;
  impl_->place(now);
}

const StepReport& NetworkStepper::solve(double h, const StepInput& input) {
  try {
    impl_->solve(h, input);
  } catch (const StopAsked&) {
    impl_->limits.restore();
    impl_->x.mode = impl_->mode_before;
    throw;
  }
  return impl_->report;
}
void NetworkStepper::accept() { impl_->accept(); }
void NetworkStepper::share_loads() const { impl_->shared.find(impl_->x, impl_->limits); }

const StepState& NetworkStepper::state() const { return impl_->state(); }
const std::vector<double>& NetworkStepper::next_velocity() const { return impl_->next_velocity(); }

double NetworkStepper::next_position(int body) const {
  const StepArrays& x = impl_->x;
  const double half = 0.5 * x.h;
  const int i = x.forest.node_at(body);
  if (i >= 0) return (x.q[i] + half * (x.v[i] + x.next[i])) * x.forest.scale_at(i);
  const GivenBodies::Body& given = impl_->given.body(body);
  return given.q + half * (given.v + given.next);
}

double NetworkStepper::next_deflection(int edge) const {
  const StepArrays& x = impl_->x;
  const int s = x.forest.slot_at(edge);
  return (x.d[s] + 0.5 * x.h * (x.start_rate(s) + x.end_rate(s))) * x.forest.slot_scale_at(s);
}

double NetworkStepper::rate(int edge) const {
  const StepArrays& x = impl_->x;
  const int s = x.forest.slot_at(edge);
  return x.end_rate(s) * x.forest.slot_scale_at(s);
}

double NetworkStepper::mean_rate(int edge) const {
  const StepArrays& x = impl_->x;
  const int s = x.forest.slot_at(edge);
  return 0.5 * (x.start_rate(s) + x.end_rate(s)) * x.forest.slot_scale_at(s);
}

double NetworkStepper::force(int edge) const {
  const StepArrays& x = impl_->x;
  const int s = x.forest.slot_at(edge);
  return impl_->total_impulse(s) / (x.h * x.forest.slot_scale_at(s));
}

double NetworkStepper::dry_force(int edge) const {
  const StepArrays& x = impl_->x;
  const int s = x.forest.slot_at(edge);
  return impl_->dry_impulse(s) / (x.h * x.forest.slot_scale_at(s));
}

bool NetworkStepper::counts_as_rest(int edge) const {
  return !impl_->stops.has(edge) && impl_->limits.starts_at_rest(impl_->x.forest.slot_at(edge));
}

Mode NetworkStepper::next_mode(int edge) const {
  const Mode contact = next_contact(edge);
  return contact == Mode::Stuck ? mode_at(rate(edge)) : contact;
}

bool NetworkStepper::hits_stops() const { return impl_->stops.hits(); }
Mode NetworkStepper::next_contact(int edge) const {
  return mode_of(impl_->stops.next_contact(edge));
}

}  // namespace luztar
