#include "luztar/simulate/ledger.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "luztar/dynamics/instant/contacts.h"
#include "luztar/series/lanes.h"
#include "luztar/series/polynomial.h"

namespace luztar {

namespace {

/// Gauss-Legendre on [0, 1] with N nodes, exact for polynomials up to degree 2 N - 1.
template <std::size_t N>
struct Rule {
  std::array<double, N> node{}, weight{};
  /// @param half  of the nodes on [-1, 1], the positive ones; with their weights
  constexpr Rule(const std::array<double, N / 2>& half, const std::array<double, N / 2>& full) {
    for (std::size_t i = 0; i < N / 2; ++i) {
      node[i] = 0.5 - 0.5 * half[i];
      node[N - 1 - i] = 0.5 + 0.5 * half[i];
      weight[i] = weight[N - 1 - i] = 0.5 * full[i];
    }
  }
};

// The power of an element is a product of two series cut at the same order; on a step that this
// order resolves, the error of 12 nodes is far below rounding (it needs half the derivatives that
// the step already bounds).
constexpr Rule<12> kRule{{0.1252334085114689, 0.3678314989981802, 0.5873179542866175,
                          0.7699026741943047, 0.9041172563704749, 0.9815606342467193},
                         {0.2491470458134028, 0.2334925365383548, 0.2031674267230659,
                          0.1600783285433462, 0.1069393259953184, 0.0471753363865118}};
// Nothing bounds the step where acceleration and force are polynomials of up to half the order.
constexpr Rule<16> kExactRule{
    {0.0950125098376374, 0.2816035507792589, 0.4580167776572274, 0.6178762444026437,
     0.7554044083550030, 0.8656312023878317, 0.9445750230732326, 0.9894009349916499},
    {0.1894506104550685, 0.1826034150449236, 0.1691565193950025, 0.1495959888165767,
     0.1246289712555339, 0.0951585116824928, 0.0622535239386479, 0.0271524594117541}};
static_assert(2 * 16 - 1 >= kMaxDegree - 2 + 1, "degrees of both, for the highest order there is");

int degree_of(const double* c, int degree) {
  while (degree > 0 && c[degree] == 0.0) --degree;
  return degree;
}

template <std::size_t N>
std::array<TwoLanes, N / 2> at_nodes(const double* c, int degree,
                                     const std::array<TwoLanes, N / 2>& tau) {
  std::array<TwoLanes, N / 2> value;
  value.fill(both_lanes(c[degree]));
  for (int k = degree - 1; k >= 0; --k) {
    const TwoLanes coefficient = both_lanes(c[k]);
    for (std::size_t i = 0; i < value.size(); ++i) value[i] = value[i] * tau[i] + coefficient;
  }
  return value;
}

/// Mean of x y on [0, tau], and of |x y|.
template <std::size_t N>
std::pair<double, double> mean_product(const Rule<N>& rule, const double* x, int x_degree,
                                       const double* y, int y_degree, double tau) {
  std::array<TwoLanes, N / 2> time;
  for (std::size_t i = 0; i < time.size(); ++i)
    time[i] = TwoLanes{tau * rule.node[2 * i], tau * rule.node[2 * i + 1]};
  const auto x_values = at_nodes<N>(x, x_degree, time);
  const auto y_values = at_nodes<N>(y, y_degree, time);
  double sum = 0.0;
  double absolute = 0.0;
  for (std::size_t i = 0; i < N; ++i) {
    const double part = rule.weight[i] * x_values[i / 2][i % 2] * y_values[i / 2][i % 2];
    sum += part;
    absolute += std::abs(part);
  }
  return {sum, absolute};
}

}  // namespace

Ledger::Ledger(const SystemImpl& system, int order)
    : system_(system), order_(order), free_degree_(order / 2 + 1) {
  supplied_.assign(system.n_bodies() + system.n_elements(), {});
  dissipated_.assign(system.n_elements(), {});
  internals_.assign(system.first_state(), {});
  for (int s = 0; s < system.n_springs(); ++s)
    if (system.springs[s].only_pushes) pushing_.push_back(s);
}

/// Springs with damping at work, dampers, sliding friction.
bool Ledger::damps(const State& state, int e) const {
  if (e >= system_.first_force()) return false;
  if (e >= system_.first_pair()) return system_.pairs[e - system_.first_pair()].is_dry();
  if (e >= system_.n_springs()) return true;
  const SpringLaw& law = system_.springs[e];
  return law.damping != 0.0 && (!law.has_gap || state.contact[e] != Edge::None);
}

/// Forces, and springs with a law of their own, whose energy has no name.
bool Ledger::supplies(int e) const {
  return e >= system_.first_force() ||
         (e < system_.n_springs() && system_.springs[e].force_slot >= 0);
}

Ledger::Work Ledger::integral(const Power& power, double tau) const {
  if (power.x == nullptr || tau == 0.0) return {};
  const int x = degree_of(power.x, order_);
  const int y = degree_of(power.y, order_);
  const bool is_plain = x + y < 24 || std::max(x, y) > free_degree_;
  const auto [done, moved] = is_plain ? mean_product(kRule, power.x, x, power.y, y, tau)
                                      : mean_product(kExactRule, power.x, x, power.y, y, tau);
  return {power.factor * tau * done, std::abs(power.factor) * tau * moved};
}

/// Which power goes where in the present modes.
void Ledger::begin_step(const State& state, const Expansion& series) {
  order_ = series.degree();
  for (int b = 0; b < system_.n_bodies(); ++b)
    // The motion is given: something outside balances what the elements do to the body.
    if (system_.is_given(b)) supplied_[b] = {series.v(b), series.body_force(b), -1.0};
  for (int e = 0; e < system_.n_elements(); ++e) {
    Power& supplied = supplied_[system_.n_bodies() + e];
    Power& dissipated = dissipated_[e];
    supplied = dissipated = {};
    if (state.is_held[e] != 0) continue;
    const bool force = e >= system_.first_force();
    if (supplies(e)) supplied = {series.f(e), series.rate(e), force ? 1.0 : -1.0};
    if (!damps(state, e)) continue;
    const bool spring = e < system_.n_springs();
    dissipated = {spring ? series.rate(e) : series.f(e), series.rate(e),
                  spring ? system_.springs[e].damping : 1.0};
  }
  relaxing_.clear();
  for (const int s : pushing_)
    if (state.let_go[s] != Edge::None) relaxing_.push_back(s);
  for (int i = 0; i < system_.first_state(); ++i)
    internals_[i] = {series.z(i), series.series().slot(system_.internals[i].rate_slot),
                     system_.internals[i].stiffness};
}

double Ledger::value(const double* c, double tau) const {
  return tau == 0.0 ? c[0] : evaluate_polynomial(c, order_, tau);
}

double Ledger::spring_energy(const State& state, const Expansion& series, int s, double tau) const {
  const SpringLaw& law = system_.springs[s];
  const Edge edge = beyond(state, s);
  if (law.force_slot >= 0 || (law.has_gap && edge == Edge::None)) return 0.0;
  double compression = value(series.d(s), tau) - law.rest;
  if (law.has_gap) compression -= edge == Edge::Upper ? law.upper : law.lower;
  return 0.5 * law.stiffness * compression * compression;
}

/// What a spring that has let go loses: its face goes back against its damping, f = 0.
double Ledger::relaxed(const State& state, const Expansion& series, int s, double tau) const {
  return spring_energy(state, series, s, 0.0) - spring_energy(state, series, s, tau);
}

double Ledger::internal_energy(const Expansion& series, int i, double tau) const {
  const double z = value(series.z(i), tau);
  return 0.5 * system_.internals[i].stiffness * z * z;
}

/// @param velocity  of a body at anchor + tau
template <typename Velocity>
double Ledger::mechanical_energy(const State& state, const Expansion& series, double tau,
                                 const Velocity& velocity) const {
  Sum energy;
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (!system_.is_free(b)) continue;
    const double v = velocity(b);
    energy.add(0.5 * v * v / system_.inverse_mass(b));
  }
  for (int s = 0; s < system_.n_springs(); ++s) energy.add(spring_energy(state, series, s, tau));
  for (int i = 0; i < system_.first_state(); ++i) energy.add(internal_energy(series, i, tau));
  return energy.total();
}

double Ledger::mechanical_energy(const State& state, const Expansion& series) const {
  return mechanical_energy(state, series, 0.0, [&](int b) { return series.v(b)[0]; });
}

double Ledger::integrate(const State& state, const Expansion& series, double tau,
                         const std::vector<double>& velocity) {
  const double after = mechanical_energy(state, series, tau, [&](int b) { return velocity[b]; });
  moved_ = std::abs(after - mechanical_energy(state, series));
  for (auto* list : {&supplied_, &dissipated_})
    for (Power& power : *list) {
      const Work work = integral(power, tau);
      power.work = work.done;
      moved_ += work.moved;
    }
  for (const int s : relaxing_) {
    const double lost = relaxed(state, series, s, tau);
    dissipated_[s].work += lost;
    moved_ += std::abs(lost);
  }
  for (int i = 0; i < system_.first_state(); ++i) {  // what their states do not keep is lost
    const Work work = integral(internals_[i], tau);
    dissipated_[system_.internals[i].element].work -= work.done;
    moved_ += work.moved;
  }
  return moved_;
}

void Ledger::commit(State& state) const {
  for (std::size_t i = 0; i < supplied_.size(); ++i)
    if (supplied_[i].work != 0.0) state.supplied[i].add(supplied_[i].work);
  for (std::size_t e = 0; e < dissipated_.size(); ++e)
    if (dissipated_[e].work != 0.0) state.dissipated[e].add(dissipated_[e].work);
  state.moved.add(moved_);
}

void Ledger::read(const State& state, const Expansion& series, double tau, EnergyLedger& ledger) {
  const int bodies = system_.n_bodies();
  const int elements = system_.n_elements();
  ledger.kinetic.assign(bodies, 0.0);
  ledger.motion_work.assign(bodies, 0.0);
  for (auto* list : {&ledger.stored, &ledger.dissipated, &ledger.supplied})
    list->assign(elements, 0.0);
  Sum balance;
  balance.add(-state.initial_energy);
  balance.add(-state.changes.total());
  balance.add(state.stepping.numerical.total());
  double mechanical = 0.0;
  double moved = 0.0;  // in this step so far
  for (int b = 0; b < bodies; ++b) {
    const double v = value(series.v(b), tau);
    const Work work = integral(supplied_[b], tau);
    if (system_.is_free(b)) ledger.kinetic[b] = 0.5 * v * v / system_.inverse_mass(b);
    ledger.motion_work[b] = state.supplied[b].total() + work.done;
    balance.add(ledger.kinetic[b]);
    balance.add(-ledger.motion_work[b]);
    mechanical += ledger.kinetic[b];
    moved += work.moved;
  }
  for (int i = 0; i < system_.first_state(); ++i) {
    const int e = system_.internals[i].element;
    ledger.stored[e] = internal_energy(series, i, tau);
    ledger.dissipated[e] = -integral(internals_[i], tau).done;
  }
  for (const int s : relaxing_) {
    ledger.dissipated[s] = relaxed(state, series, s, tau);
    moved += std::abs(ledger.dissipated[s]);
  }
  for (int e = 0; e < elements; ++e) {
    const Work lost = integral(dissipated_[e], tau);
    const Work work = integral(supplied_[bodies + e], tau);
    if (e < system_.n_springs()) ledger.stored[e] = spring_energy(state, series, e, tau);
    ledger.dissipated[e] += state.dissipated[e].total() + lost.done;
    ledger.supplied[e] = state.supplied[bodies + e].total() + work.done;
    balance.add(ledger.stored[e]);
    balance.add(ledger.dissipated[e]);
    balance.add(-ledger.supplied[e]);
    mechanical += ledger.stored[e];
    moved += lost.moved + work.moved;
  }
  moved += std::abs(mechanical - mechanical_energy(state, series));
  ledger.initial = state.initial_energy;
  ledger.changes = state.changes.total();
  ledger.numerical = state.stepping.numerical.total();
  ledger.moved = state.moved.total() + moved;
  ledger.residual = balance.total();
}

}  // namespace luztar
