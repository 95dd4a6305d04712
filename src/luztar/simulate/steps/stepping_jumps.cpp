#include "luztar/simulate/steps/stepping_jumps.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/mode.h"
#include "luztar/core/nearness.h"

namespace luztar {
InputJumps::InputJumps(const SystemImpl& system, StepForces& forces, NetworkStepper& stepper)
    : system_(system), forces_(forces), stepper_(stepper) {}

double InputJumps::cut(double t0, double t1) {
  ahead_ = false;
  PointValues& values = forces_.values();
  if (!values.has_jumps()) return t1;
  const double resolution = kSolved * (t1 - t0);
  if (!values.jumps_by(t1 + resolution)) return t1;
  const double last = values.last_before_jump(t0, t1 + resolution);
  ahead_ = true;
  after_ = std::min(last + resolution, t1 + resolution);
  after_ = std::max(after_, std::nextafter(last, t1 + t1 + 1.0));
  return last >= t1 - resolution ? t1 : last;
}

/// Of bodies with a motion by the pieces in force, of all others as they are.
std::vector<double> InputJumps::given_velocities(double t) {
  PointValues& values = forces_.values();
  values.set_time(t);
  std::vector<double> v = stepper_.state().v;
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.motion_slot(b) >= 0) v[b] = values.given_velocity(b);
  return v;
}

bool InputJumps::jump(double t) {
  const std::vector<double> before = given_velocities(t);
  forces_.values().go_on(after_, jumped_);
  const std::vector<double> after = given_velocities(t);
  if (after == before) return false;
  StepState state = stepper_.state();
  for (std::size_t b = 0; b < after.size(); ++b)
    if (after[b] != before[b]) state.v[b] = after[b];
  start_sliding(state);
  stepper_.set_state(state);
  return true;
}

/// Dry friction passes no impulse: what stuck to a body whose velocity jumped slides now.
void InputJumps::start_sliding(StepState& state) const {
  const StepNetwork& net = stepper_.network();
  const auto jumped = [&](int body) {
    return body >= 0 && state.v[body] != stepper_.state().v[body];
  };
  for (int edge = 0; edge < net.n_edges(); ++edge) {
    const TreePair& pair = net.edges[edge];
    if (state.mode[edge] != Mode::Stuck || !(jumped(pair.a) || jumped(pair.b))) continue;
    if (!std::isfinite(net.kinetic[edge])) continue;  // a link
    const double a = pair.coefficient_a * state.v[pair.a];
    const double b = pair.b >= 0 ? pair.coefficient_b * state.v[pair.b] : 0.0;
    if (std::abs(a + b) <= 4e-16 * std::max(std::abs(a), std::abs(b))) continue;
    state.mode[edge] = mode_along(a + b);
  }
}

}  // namespace luztar
