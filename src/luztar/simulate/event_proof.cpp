#include "luztar/simulate/event_proof.h"

#include <algorithm>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/core/number_text.h"
#include "luztar/series/lanes.h"
#include "luztar/series/polynomial.h"

namespace luztar {
namespace {

/// Values of `n` rows at x, even and odd powers side by side: a sum alone waits for each of its
/// terms.
template <int n>
void evaluate_rows(const double* const (&c)[n], int degree, double x, double* value) {
  const TwoLanes square = both_lanes(x * x);
  int k = degree & ~1;
  TwoLanes sum[n];
  for (int i = 0; i < n; ++i) sum[i] = TwoLanes{c[i][k], k < degree ? c[i][degree] : 0.0};
  for (k -= 2; k >= 0; k -= 2)
    for (int i = 0; i < n; ++i) sum[i] = sum[i] * square + TwoLanes{c[i][k], c[i][k + 1]};
  for (int i = 0; i < n; ++i) value[i] = sum[i][0] + x * sum[i][1];
}

/// Coefficients of order `k` of all rows.
Column column(std::size_t rows, const double* first, std::size_t stride, int k = 0) {
  return rows == 0 ? Column{} : Column{first + k, stride};
}

}  // namespace

Instant instant_of(const SystemImpl& system, const Sample& sample) {
  Instant now;
  now.time = sample.time;
  now.q = list(sample.q);
  now.v = list(sample.v);
  now.a = list(sample.a);
  now.f = list(sample.f);
  now.z = list(sample.internal);
  now.d = list(sample.d);
  now.rate = list(sample.rate);
  now.contact = sample.mode.data();
  now.pair = sample.mode.data() + system.first_pair();
  now.side = sample.mode.data() + system.first_pair();
  return now;
}

Proof energy_proof(const EnergyLedger& energy, double limit, double rounding) {
  double present = 0.0;  // may be far more than was moved: what falls, or runs away
  for (const auto* energies : {&energy.kinetic, &energy.stored})
    for (const double part : *energies) present += std::abs(part);
  const double scale = energy.moved + (kRounding * present + rounding) / limit + kVanishing;
  Proof proof{std::abs(energy.residual), scale, limit, ""};
  if (proof.holds()) return proof;
  proof.what =
      std::isfinite(energy.residual) && std::isfinite(energy.moved)
          ? rounded_text(energy.residual) + " J of " + rounded_text(energy.moved) + " J are missing"
          : "the energies leave the finite numbers";
  return proof;
}

EventProof::EventProof(const SystemImpl& system, const SimulationSettings& settings, Sizes so_far)
    : system_(system),
      tolerance_(settings.tolerance),
      longest_(longest_time(settings)),
      prover_(system, settings.tolerance, longest_time(settings), std::move(so_far)),
      a_(static_cast<std::size_t>(system.n_bodies())),
      f_(static_cast<std::size_t>(system.n_elements())),
      z_rate_(static_cast<std::size_t>(system.n_internals())),
      impulse_(static_cast<std::size_t>(system.n_pairs())) {}

Instant EventProof::modes_of(const State& state) const {
  Instant now;
  now.contact = state.contact.data();
  now.pair = state.pair.data();
  now.side = state.side.data();
  now.is_held = state.is_held.data();
  now.held = state.held.data();
  return now;
}

Instant EventProof::now(const Sample& sample, const State& state) const {
  Instant now = instant_of(system_, sample);
  now.branch = state.branch.data();
  return now;
}

void EventProof::look_at(const Sample& sample, const State& state) {
  const Instant at = now(sample, state);
  prover_.look(at);
  prover_.look_at_delays(at, {sample.time, 0.0}, state);
}

/// At anchor + tau.
void EventProof::look_at_delays(const Instant& now, const State& state, const Expansion& series,
                                double tau) {
  prover_.look_at_delays(now, state.anchor + tau, state);
  for (int d = 0; d < system_.n_delays(); ++d) {
    const double* kept = series.series().slot(system_.delays()[static_cast<std::size_t>(d)].slot);
    prover_.look_at_kept(now, d, evaluate_polynomial(kept, series.order(), tau),
                         largest_term(kept, series.order(), tau));
  }
}

void EventProof::look_before(const Instant& end, const State& state, const Expansion& series,
                             double tau) {
  const int degree = series.degree();
  const int bodies = system_.n_bodies();
  const int rows = bodies + system_.n_elements();
  for (int first = 0; first < rows; first += 4) {
    const double* c[4];
    double value[4];
    for (int k = 0; k < 4; ++k) {
      const int row = std::min(first + k, rows - 1);
      c[k] = row < bodies ? series.a(row) : series.f(row - bodies);
    }
    evaluate_rows(c, degree, tau, value);
    for (int row = first; row < std::min(first + 4, rows); ++row)
      (row < bodies ? a_[row] : f_[row - bodies]) = value[row - first];
  }
  for (int i = 0; i < system_.n_internals(); ++i)
    z_rate_[i] = evaluate_derivative(series.z(i), series.order(), tau);
  before_ = end;
  before_.time = (state.anchor + tau).value;
  before_.event_side = -1;
  before_.is_held = state.is_held.data();
  before_.held = state.held.data();
  before_.a = list(a_);
  before_.f = list(f_);
  before_.z_rate = list(z_rate_);
  if (!(tau > 0.0)) return;  // these laws were in force for no time
  prover_.look_before(before_);
  look_at_delays(before_, state, series, tau);
}

void EventProof::follow_jump(const std::vector<double>& q) {
  jumped_q_ = q;
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (!system_.is_massless(b)) jumped_q_[b] = before_.q[b];
  before_.q = list(jumped_q_);
}

void EventProof::follow_change(const std::vector<double>& internal) {
  changed_z_ = internal;
  before_.z = list(changed_z_);
}

void EventProof::look_after(const State& state, const Expansion& series) {
  const std::size_t stride = series.stride();
  const std::size_t bodies = a_.size();
  after_ = modes_of(state);
  after_.branch = state.branch.data();
  after_.time = state.anchor.value;
  after_.event_side = 1;
  after_.q = column(bodies, series.q(0), stride);
  after_.v = column(bodies, series.v(0), stride);
  after_.a = column(bodies, series.a(0), stride);
  after_.f = column(f_.size(), series.f(0), stride);
  after_.z = column(z_rate_.size(), series.z(0), stride);
  after_.z_rate = column(z_rate_.size(), series.z(0), stride, 1);
  prover_.look(after_);
  look_at_delays(after_, state, series, 0.0);
}

void EventProof::pass(const Impacts& impacts, bool jumped) {
  const bool struck = impacts.happened();
  for (std::size_t j = 0; j < impulse_.size() && struck; ++j)
    impulse_[j] = impacts.impulse(static_cast<int>(j));
  prover_.pass(before_, after_, struck ? std::span<const double>(impulse_) : std::span<double>(),
               jumped);
}

void EventProof::pass_through(const Expansion& series, double tau) {
  for (int b = 0; b < system_.n_bodies(); ++b) {
    const TwoLanes between = evaluate_two(series.q(b), series.v(b), series.degree(), 0.5 * tau);
    prover_.pass_by(b, between[0], between[1]);
  }
  const int elements = system_.n_elements();
  for (int first = 0; first < elements; first += 4) {
    const double* c[4];
    double value[4];
    for (int k = 0; k < 4; ++k) c[k] = series.f(std::min(first + k, elements - 1));
    evaluate_rows(c, series.degree(), 0.5 * tau, value);
    for (int e = first; e < std::min(first + 4, elements); ++e)
      prover_.pass_by(e, value[e - first]);
  }
}

void EventProof::remember_end(const State& former) {
  if (former.reached.laws == 0) return;  // made by hand
  const bool at_anchor = former.reached.position.empty();
  former_q_ = at_anchor ? former.position : former.reached.position;
  former_v_ = at_anchor ? former.velocity : former.reached.velocity;
}

void EventProof::look_at_start(const Sample& first, const State& state) {
  if (former_q_.empty()) return;
  const Instant after = now(first, state);
  Instant before = after;
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_massless(b)) former_q_[b] = first.q[b];  // other laws balance it elsewhere
  before.q = list(former_q_);
  before.v = list(former_v_);
  prover_.look(after);
  prover_.pass(before, after, {}, true);
}

Proofs EventProof::proofs(const EnergyLedger& energy) const {
  Proofs proofs = prover_.proofs();
  proofs.of[Proofs::Energy] = energy_proof(energy, Prover::limit(tolerance_),
                                           rounding_of_energy(system_, sizes(), longest_));
  return proofs;
}

}  // namespace luztar
