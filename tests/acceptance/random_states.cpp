#include "acceptance/random_states.h"

#include <algorithm>
#include <cmath>

#include "luztar/dynamics/compile/check_system.h"

namespace acceptance {
namespace {

using luztar::ElementInfo;
using luztar::kGround;
using luztar::PartKind;

constexpr double kSpeed =
    0.375;  // [m/s, rad/s] velocities are multiples of it, no threshold of an example is
constexpr double kSmall = 0.05;  // [m, rad] positions where nothing says how far things move

double largest_edge(const ElementInfo& element) {
  double edge = 0.0;
  for (const double x : {element.lower, element.upper})
    if (std::isfinite(x)) edge = std::max(edge, std::abs(x));
  return edge;
}

}  // namespace

RandomStates::RandomStates(const luztar::System& system, std::uint64_t seed)
    : system_(system), random_{seed}, scale_(system.bodies().size(), kSmall) {
  for (const ElementInfo& element : system.elements()) {
    const double edge = largest_edge(element);
    if (!element.has_modes || edge == 0.0) continue;
    for (std::size_t i = 0; i < element.bodies.size(); ++i)
      if (element.bodies[i] != kGround && element.coefficients[i] != 0.0)  // 0: of an expression
        scale_[static_cast<std::size_t>(element.bodies[i])] =
            3.0 * edge / std::abs(element.coefficients[i]);
  }
}

bool RandomStates::is_free(int body) const {
  if (body == kGround) return false;
  const luztar::BodyInfo& info = system_.bodies()[static_cast<std::size_t>(body)];
  return !info.prescribed;
}

double RandomStates::sum(const ElementInfo& element, const std::vector<double>& x) const {
  double total = 0.0;
  for (std::size_t i = 0; i < element.bodies.size(); ++i)
    if (element.bodies[i] != kGround)
      total += element.coefficients[i] * x[static_cast<std::size_t>(element.bodies[i])];
  return total;
}

/// Gives x of one body the value with which the element's sum is `value`.
void RandomStates::set(const ElementInfo& element, int body, std::vector<double>& x, double value) {
  double& own = x[static_cast<std::size_t>(body)];
  own = 0.0;
  for (std::size_t i = 0; i < element.bodies.size(); ++i)
    if (element.bodies[i] == body) {
      const double rest = sum(element, x);
      own = (value - rest) / element.coefficients[i];
    }
}

int RandomStates::last_free(const ElementInfo& element) const {
  for (std::size_t i = element.bodies.size(); i-- > 0;)
    if (is_free(element.bodies[i])) return element.bodies[i];
  return kGround;
}

/// Positions: anywhere, but stops are open, or at one of their edges.
void RandomStates::place(RandomState& state) {
  constexpr double kFar[] = {0.01, 0.1, 1.0, 1.0, 20.0};
  const double far = kFar[random_.below(5)];
  for (std::size_t b = 0; b < state.q.size(); ++b)
    if (is_free(static_cast<int>(b))) state.q[b] = far * scale_[b] * random_(-1.0, 1.0);
  for (const ElementInfo& element : system_.elements()) {
    const int body = last_free(element);
    if (element.kind != PartKind::Stop || body == kGround) continue;
    const double room = random_.below(2) == 0 ? kSmall : 20 * kSmall;
    const double low = std::isfinite(element.lower) ? element.lower : element.upper - room;
    const double high = std::isfinite(element.upper) ? element.upper : element.lower + room;
    const int choice = random_.below(3);
    const double d = choice == 0 && std::isfinite(element.lower)   ? low
                     : choice == 1 && std::isfinite(element.upper) ? high
                                                                   : random_(low, high);
    set(element, body, state.q, d);
  }
}

/// Velocities: all zero, all equal, or anything; many pairs at rest, links and stops respected.
void RandomStates::speed_up(RandomState& state) {
  const int kind = random_.below(6);
  const double common = kind == 0 ? 0.0 : kSpeed * whole(4);
  for (std::size_t b = 0; b < state.v.size(); ++b)
    if (is_free(static_cast<int>(b))) state.v[b] = kind < 2 ? common : kSpeed * whole(4);
  for (const ElementInfo& element : system_.elements()) {
    const int body = last_free(element);
    if (body == kGround || kind < 2) continue;
    if (element.kind == PartKind::Friction && random_.below(2) == 0)
      set(element, body, state.v, 0.0);
  }
  for (std::size_t round = 0; round < state.v.size(); ++round)  // links in a row pass it on
    for (const ElementInfo& element : system_.elements()) {
      if (element.kind != PartKind::Link) continue;
      const auto first = std::find_if(element.bodies.begin(), element.bodies.end(),
                                      [this](int body) { return is_free(body); });
      if (first != element.bodies.end()) set(element, *first, state.v, 0.0);
    }
  for (const ElementInfo& element : system_.elements()) {
    const int body = last_free(element);
    if (element.kind != PartKind::Stop || body == kGround) continue;
    const double d = sum(element, state.q);
    const double room = 1e-9 * scale_[static_cast<std::size_t>(body)];
    const bool up = std::abs(d - element.upper) < room, down = std::abs(d - element.lower) < room;
    if (!up && !down) continue;
    const double away = random_.below(2) == 0 ? 0.0 : kSpeed * (1 + random_.below(3));
    set(element, body, state.v, up ? -away : away);
  }
  for (const ElementInfo& element : system_.elements()) {  // those before it only turn faster
    const int body = last_free(element);
    if (element.kind != PartKind::Freewheel || body == kGround) continue;
    if (sum(element, state.v) >= 0.0) continue;
    set(element, body, state.v, random_.below(2) == 0 ? 0.0 : kSpeed * (1 + random_.below(3)));
  }
}

void RandomStates::know_motions(RandomState& state) {
  const luztar::State known =
      unchecked_state(system_, state.time, state.q, state.v, state.internal);
  for (std::size_t b = 0; b < state.q.size(); ++b) {
    if (is_free(static_cast<int>(b))) continue;
    state.q[b] = known.position[b];
    state.v[b] = known.velocity[b];
  }
}

/// Links hold, and no stop is beyond an edge or hit: one that was set may have moved another.
bool RandomStates::fits(const RandomState& state) const {
  for (const ElementInfo& element : system_.elements()) {
    const double v = sum(element, state.v);
    if (element.kind == PartKind::Link && std::abs(v) > 1e-12) return false;
    if (element.kind == PartKind::Freewheel && v < -1e-12) return false;
    if (element.kind != PartKind::Stop) continue;
    const double d = sum(element, state.q);
    double scale = largest_edge(element);
    for (std::size_t i = 0; i < element.bodies.size(); ++i)
      if (element.bodies[i] != kGround)
        scale = std::max(scale, std::abs(element.coefficients[i] *
                                         state.q[static_cast<std::size_t>(element.bodies[i])]));
    const bool up = d >= element.upper - 1e-12 * scale, down = d <= element.lower + 1e-12 * scale;
    if (d > element.upper + 1e-14 * scale || d < element.lower - 1e-14 * scale) return false;
    if ((up && v > 0.0) || (down && v < 0.0)) return false;
  }
  return true;
}

std::optional<RandomState> RandomStates::next() {
  const auto n = system_.bodies().size();
  const luztar::SimulationSettings& run = system_.settings();
  RandomState state{run.start + run.duration * random_(0.0, 1.0),
                    std::vector<double>(n, 0.0),
                    std::vector<double>(n, 0.0),
                    {}};
  for (const ElementInfo& element : system_.elements())
    if (element.internal >= 0) state.internal.push_back(2e-5 * random_(-1.0, 1.0));
  for (std::size_t i = 0; i < system_.states().size(); ++i)
    state.internal.push_back(random_(-1.0, 1.0));
  know_motions(state);
  for (int tries = 0; tries < 100; ++tries) {
    place(state);
    speed_up(state);
    if (fits(state)) return state;
  }
  return std::nullopt;
}

}  // namespace acceptance
