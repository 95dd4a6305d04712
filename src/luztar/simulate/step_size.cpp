#include "luztar/simulate/step_size.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "luztar/core/nearness.h"

namespace luztar {
namespace {

constexpr int kTail = 4;  // last coefficients that bound the step
constexpr int kHead = 6;  // leading ones that they are compared with
constexpr std::int64_t kLeast = -(std::int64_t{1} << 62);  // rough_log2 of 2^-1024

/// log2 |x| to about 0.1 in units of 2^-52: exponent and mantissa read as one whole number. Exact
/// enough for a step size; differences are exact, so powers of two as units change no bit.
std::int64_t rough_log2(double x) {
  return static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(x) & 0x7fff'ffff'ffff'ffffU);
}

/// log2 of the largest h with |c_k| h^k <= tolerance * max_j |c_j| h^j for the tail's k.
/// `floor`: the quantity matters relative to at least this. `momentum`: its integral |c_k| h^(k+1)
/// below the rounding of this changes nothing, so that d^n may pass through d = 0.
double row_step(const double* c, int order, std::int64_t log_tolerance, double floor,
                double momentum) {
  std::int64_t head[kHead];
  bool is_nonzero[kHead];
  const int heads = std::min(kHead, order - kTail);
  for (int j = 0; j < heads; ++j) {
    const double value = j == 0 ? std::max(std::abs(c[0]), floor) : c[j];
    is_nonzero[j] = value != 0.0;
    head[j] = is_nonzero[j] ? rough_log2(value) : 0;
  }
  int last = order;
  while (last > order - kTail && c[last] == 0.0) --last;
  if (last == order - kTail)  // a gap in the tail: fall back on what there is above the middle
    while (last > order / 2 && c[last] == 0.0) --last;
  if (last <= order / 2) return kInfinity;
  double step = kInfinity;
  for (int k = last; k > last - kTail && k >= heads; --k) {
    if (c[k] == 0.0) continue;
    const std::int64_t size = rough_log2(c[k]);
    double best = -kInfinity;
    for (int j = 0; j < heads; ++j)
      if (is_nonzero[j])
        best = std::max(
            best, static_cast<double>(log_tolerance + std::max(head[j] - size, kLeast)) / (k - j));
    // Nothing to compare with, t^30 at 0 say: stay where such a term is far below its later size.
    if (best == -kInfinity) best = static_cast<double>(log_tolerance) / k;
    if (momentum != 0.0)
      best =
          std::max(best, static_cast<double>(rough_log2((0.5 * kUlp) * momentum) - size) / (k + 1));
    step = std::min(step, best);
  }
  return step;
}

/// exp(u) and tanh(u) far from 0 look constant to every coefficient there is, until u has come near
/// 0. So u may only go half the way to 0, or 4 where that is more. log2 of the step in units of
/// 2^-52.
double exponent_step(const double* u, int order) {
  const std::int64_t reach = rough_log2(std::max(4.0, 0.5 * std::abs(u[0])));
  double step = kInfinity;
  for (int k = 1; k <= order; ++k)
    if (u[k] != 0.0) step = std::min(step, static_cast<double>(reach - rough_log2(u[k])) / k);
  return step - 0x1p52;  // half of it: then the sum of all terms stays within reach
}

/// A link or stop on a body that no force moves: only its force shows how fast that changes.
bool holds_locked(const SystemImpl& system, const Expansion& series, int pair) {
  const std::vector<int>& locked = series.bent().locked();
  return std::ranges::any_of(system.terms_of(system.first_pair() + pair), [&](const Term& term) {
    return std::ranges::find(locked, term.body) != locked.end();
  });
}

/// The impulse that stops the rate of an element whose law may hide terms, as far as its bodies
/// have masses; else 0.
double momentum_of(const SystemImpl& system, const Expansion& series, int element) {
  const int slot = system.force_slot(element);
  if (slot < 0 || system.controls.hidden_terms[slot] == 0) return 0.0;
  double mobility = 0.0;
  for (const Term& term : series.terms(element))
    mobility += term.coefficient * term.coefficient * system.inverse_mass(term.body);
  return mobility > 0.0 ? std::abs(series.rate(element)[0]) / mobility : 0.0;
}

/// The velocity of a body with mass against what the slowest law at it that may hide terms acts
/// from; 0 if there is none.
double least_rate(const SystemImpl& system, const Expansion& series, int body) {
  double least = kInfinity;
  for (const auto& law : system.controls.laws_at[body])
    if (const double arm = series.terms(law.element)[law.term].coefficient; arm != 0.0)
      least = std::min(least, std::abs(series.rate(law.element)[0] / arm));
  return system.is_free(body) && least != kInfinity ? least : 0.0;
}

}  // namespace

double step_size(const SystemImpl& system, const State& state, const Expansion& series,
                 double tolerance) {
  const std::int64_t log_tolerance = rough_log2(tolerance) - rough_log2(1.0);
  const int order = series.order();
  double step = kInfinity;
  const bool is_short = series.degree() <= order / 2;  // no row has terms that bound the step
  const auto limit = [&](const double* row, double floor, double momentum = 0.0) {
    if (is_short) return;
    step = std::min(step, row_step(row, order, log_tolerance, floor, momentum));
  };
  for (int b = 0; b < system.n_bodies(); ++b)
    limit(series.a(b), 0.0, least_rate(system, series, b));
  // Forces along turning arms on given motions: only the ledger reads them.
  for (const int b : system.controls.driven) limit(series.body_force(b), series.force_scale(0));
  for (int j = 0; j < system.n_pairs(); ++j) {
    // Links and stops: what accelerations bound is enough, they have no limit to compare with.
    const PairLaw& law = system.pairs[j];
    if (state.pair[j] != Mode::Stuck) {  // a level of its own may act on given bodies only
      if (law.has_level_slot()) limit(series.f(system.first_pair() + j), 0.0);
      continue;
    }
    if (const double* own = series.shares().own(j);
        own != nullptr && state.kept_limit[j] != Bound::Free)
      limit(own, law.is_dry() ? std::max(series.limit(j, 0, 0), series.limit(j, 1, 0)) : 0.0);
    if (state.kept_limit[j] != Bound::Free) continue;
    if (!law.is_dry()) {
      if (holds_locked(system, series, j))
        limit(series.f(system.first_pair() + j), series.force_scale(0));
      continue;
    }
    limit(series.f(system.first_pair() + j),
          std::max(series.limit(j, 0, 0), series.limit(j, 1, 0)));
  }
  if (const double* row = series.shares().cancels(); row != nullptr) limit(row, 0.0);
  for (const int slot : system.controls.slots) limit(series.series().slot(slot), 0.0);
  for (const int e : system.controls.elements)
    limit(series.f(e), 0.0, momentum_of(system, series, e));
  for (int i = system.first_state(); i < system.n_internals(); ++i) limit(series.z(i), 0.0);
  for (const int slot : system.controls.exponents)
    step = std::min(step, exponent_step(series.series().slot(slot), order));
  const double natural = std::isinf(step) ? step : std::exp2(step * 0x1p-52);
  return std::min({natural, series.shares().moment(), series.settled_step(tolerance)});
}

double shortest_step(double time) {
  constexpr double kLeast = 1e-15;  // [s] sqrt(t) has no scale at 0
  return std::max(kShortestStep * std::abs(time), kLeast);
}

}  // namespace luztar
