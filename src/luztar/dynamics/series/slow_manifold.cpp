#include "luztar/dynamics/series/slow_manifold.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "luztar/core/assert.h"
#include "luztar/core/nearness.h"
#include "luztar/dynamics/system/state.h"
#include "luztar/matrix/decompositions.h"

namespace luztar {
namespace {

constexpr int kLast = 5;            // coefficients that show an exponential ...
constexpr double kAlike = 1.08;     // ... and the most that their quotients differ; a pole: 1.18
constexpr int kFirst = 4;           // coefficients that show how slow a value is ...
constexpr double kSlow = 100.0;     // ... in times of the decay, at least
constexpr double kDamped = 0.5;     // least real part of an eigenvalue that decays, of its size
constexpr double kSettledTo = 4.0;  // tolerances from the manifold ...
constexpr double kCoarse = 1e-10;   // ... and the most that rounding may add to that
constexpr double kDefect = 1e-3;    // of the tolerance: it has the same sign in all steps
constexpr double kSplit = 8.0;      // its products, for each entry of the Jacobian
constexpr int kNewton = 6;          // of Newton's method ...

Index index(std::size_t i) { return static_cast<Index>(i); }

/// Those of c exp(-t/T) are the ones before, divided by -k T. @return 1/T of the last ones; or 0
double decay_of(const double* rate, int last) {
  double least = kInfinity;
  double most = 0.0;
  for (int k = last; k > last - kLast; --k) {
    if (!(rate[k] * rate[k - 1] < 0.0)) return 0.0;
    const double decay = -k * rate[k] / rate[k - 1];
    least = std::min(least, decay);
    most = std::max(most, decay);
  }
  return std::isfinite(most) && most <= kAlike * least ? least : 0.0;
}

}  // namespace

/// Half way too: a decay in a law that is not linear has its powers, exp(-2t/T) ..., behind it.
double SlowManifold::decay(const double* value, const double* rate, int order, double floor) {
  double decay = decay_of(rate, order);
  if (decay == 0.0 && order / 2 > kLast) decay = decay_of(rate, order / 2);
  double change = std::max(std::abs(value[0]), floor);
  for (int k = 1; k <= kFirst && decay > 0.0; ++k) {
    change *= decay / kSlow;
    if (!(std::abs(value[k]) <= change)) return 0.0;
  }
  return decay;
}

void SlowManifold::begin(std::vector<Unknown> unknowns, int order, bool knows_start) {
  LUZTAR_ASSERT(!unknowns.empty() && unknowns.size() <= kMost);
  unknowns_ = std::move(unknowns);
  order_ = order;
  knows_start_ = knows_start;
  work_ = 0.0;
  const Index n = unknowns_.size();
  start_.resize(n);
  for (Index i = 0; i < n; ++i) start_[i] = unknowns_[i].value[0];
  rounding_.assign(n, 0.0);
}

void SlowManifold::settle_faster_than(double decay) {
  decay_ = decay;
  jacobian_.reset(0, 0);
  rate_.reset(start_.size(), order_ + 1);  // any decay in it would go on for ever
  residual_ = defect_ = settled_ = rate_;
}

/// Coefficient k of a product has k + 1 products.
void SlowManifold::make_rates(const Evaluate& evaluate, int k) {
  evaluate(k);
  work_ += k + 1;
}

Vector SlowManifold::rates(int k) const {
  Vector rates(start_.size());
  for (Index i = 0; i < rates.size(); ++i) rates[i] = unknowns_[i].rate[k];
  return rates;
}

/// @param keep  the rests of the round before
void SlowManifold::set(const Vector& values, int k, bool keep) {
  for (Index i = 0; i < values.size(); ++i) {
    unknowns_[i].value[k] = values[i];
    if (unknowns_[i].rest != nullptr && !keep) unknowns_[i].rest[k] = 0.0;
  }
}

void SlowManifold::add(const Vector& change, int k) {
  for (Index i = 0; i < change.size(); ++i) {
    double& value = unknowns_[i].value[k];
    double none = 0.0;
    double& rest = unknowns_[i].rest != nullptr ? unknowns_[i].rest[k] : none;
    const Time sum = two_sum(value, rest + change[i]);
    value = sum.value;
    rest = sum.rest;
  }
}

/// The rates of order 1 are linear in the values of order 1.
void SlowManifold::measure(const Evaluate& evaluate) {
  const Index n = start_.size();
  set(Vector(n), 1);
  make_rates(evaluate, 1);
  const Vector without = rates(1);
  jacobian_.reset(n, n);
  for (Index i = 0; i < n; ++i) {
    const double large = std::abs(start_[i]) + std::abs(without[i]) / decay_;
    const double size = large > 0.0 ? large : 1.0;
    set(Vector(n), 1);
    unknowns_[i].value[1] = size;
    make_rates(evaluate, 1);
    jacobian_.set_col(i, (rates(1) - without) / size);
  }
}

/// Of each unknown, bit by bit: those that it depends on, itself too.
std::vector<std::uint64_t> SlowManifold::causes() const {
  std::vector<std::uint64_t> causes(unknowns_.size());
  for (std::size_t i = 0; i < causes.size(); ++i)
    for (std::size_t j = 0; j < causes.size(); ++j)
      if (i == j || jacobian_(index(i), index(j)) != 0.0) causes[i] |= std::uint64_t{1} << j;
  for (std::size_t k = 0; k < causes.size(); ++k)  // Warshall
    for (std::uint64_t& of : causes)
      if ((of >> k & 1U) != 0) of |= causes[k];
  return causes;
}

/// Real Jordan blocks of one or two rows: B = V D V^-1. What is independent stays so exactly.
bool SlowManifold::split() {
  if (!jacobian_.is_finite()) return false;
  const RealBlocks blocks = real_blocks(jacobian_);
  if (!blocks.found) return false;
  const Matrix dual = inverse(blocks.vectors);
  work_ += kSplit * static_cast<double>(jacobian_.size());
  if (!dual.is_finite()) return false;
  slow_.reset(jacobian_.rows(), jacobian_.cols());
  inverse_ = slow_;
  bool any = false;
  for (Index i = 0; i < jacobian_.rows();) {
    const auto value = blocks.values[i];
    const Index size = value.imag() != 0.0 ? 2 : 1;
    const Matrix right = blocks.vectors.part(0, i, jacobian_.rows(), size);
    const Matrix left = dual.part(i, 0, size, jacobian_.cols());
    if (std::abs(value) >= decay_ && value.real() <= -kDamped * std::abs(value)) {
      inverse_ += right * inverse(blocks.blocks.part(i, i, size, size)) * left;
      any = true;
    } else {
      slow_ += right * left;
    }
    i += size;
  }
  const std::vector<std::uint64_t> of = causes();
  for (std::size_t i = 0; i < of.size(); ++i)
    for (std::size_t j = 0; j < of.size(); ++j)
      if ((of[i] >> j & 1U) == 0) slow_(index(i), index(j)) = inverse_(index(i), index(j)) = 0.0;
  return any;
}

/// Order 0 of the fast part.
void SlowManifold::settle(const Evaluate& evaluate) {
  bool moves = !knows_start_;
  for (int round = 0; round < kNewton && moves; ++round) {
    rounding_ = inverse_ * (Vector(rate_.col(0)) - rates(0));
    add(rounding_, 0);
    make_rates(evaluate, 0);
    moves = false;
    for (Index i = 0; i < rounding_.size(); ++i) {
      const double part = unknowns_[i].rest != nullptr ? (kNoise * kNoise) : 2.0 * kUlp;
      moves = moves || !(std::abs(rounding_[i]) <= part * std::abs(unknowns_[i].value[0]));
    }
  }
}

bool SlowManifold::expand(const Evaluate& evaluate) {
  make_rates(evaluate, 0);
  const bool is_first = jacobian_.size() == 0;
  if (is_first) {
    measure(evaluate);
    if (!split()) return false;
  }
  settle(evaluate);
  if (is_first && !is_near(kWorthATry)) return false;
  defect_.set_col(0, inverse_ * (Vector(rate_.col(0)) - rates(0)));
  for (int k = 1; k <= order_; ++k) {
    const Vector settled(settled_.col(k));
    const Vector value = settled + slow_ * (rates(k - 1) / k - settled);
    set(value, k, !is_first);
    make_rates(evaluate, k);
    add(inverse_ * (Vector(rate_.col(k)) - rates(k)), k);
    make_rates(evaluate, k);
    defect_.set_col(k, inverse_ * (Vector(rate_.col(k)) - rates(k)));
  }
  for (int k = 0; k <= order_; ++k) {
    Vector rate(start_.size());
    for (Index i = 0; i < rate.size(); ++i) {
      settled_(i, k) = unknowns_[i].value[k];
      rate[i] = k < order_ ? (k + 1) * unknowns_[i].value[k + 1] : 0.0;
    }
    residual_.set_col(k, inverse_ * (rate - Vector(rate_.col(k))));
    rate_.set_col(k, rate);
  }
  defect_ = absolute(jacobian_ * residual_) + absolute(jacobian_ * defect_);
  return true;
}

/// Of an unknown: of what moves it along the fast directions.
Vector SlowManifold::scales() const {
  const Index n = start_.size();
  if (slow_.size() == 0) return Vector(n);
  Vector sizes(n);
  for (Index i = 0; i < n; ++i) sizes[i] = std::abs(unknowns_[i].value[0]);
  return absolute(Matrix::identity(n) - slow_) * sizes;
}

double SlowManifold::step(double tolerance) const {
  if (is_left()) return kInfinity;
  Vector allowed = kDefect * tolerance * scales();
  for (Index i = 0; i < allowed.size(); ++i) allowed[i] += unknowns_[i].floor;
  double step = kInfinity;
  const auto limit = [&](const auto& row, double most) {
    if (!(std::abs(row[0]) <= most)) step = 0.0;
    for (int k = 1; k <= order_; ++k) {
      const double size = std::abs(row[k]);
      if (!std::isfinite(size)) step = 0.0;
      if (size != 0.0) step = std::min(step, std::pow(most / size, 1.0 / k));
    }
  };
  for (Index i = 0; i < allowed.size(); ++i) limit(residual_.row(i), allowed[i]);
  const double longest = std::min(step, reach(tolerance));
  for (Index i = 0; i < allowed.size(); ++i) {
    const double size = std::max(std::abs(rate_(i, 0)), std::abs(rate_(i, 1)) * longest);
    limit(defect_.row(i), kOfSeries * std::max(unknowns_[i].size, size));
  }
  return step;
}

double SlowManifold::reach(double tolerance) const {
  double reach = kInfinity;
  for (Index i = 0; i < settled_.rows(); ++i)
    for (int k = order_; k > order_ - kLast; --k)
      if (const double size = std::abs(settled_(i, k)); size != 0.0)
        reach = std::min(
            reach,
            std::pow((tolerance * std::abs(settled_(i, 0)) + unknowns_[i].floor) / size, 1.0 / k));
  return reach;
}

bool SlowManifold::is_near(double tolerance) const {
  const Vector scale = scales();
  const double part = std::max(kSettledTo * tolerance, kRounding);
  for (Index i = 0; i < scale.size(); ++i) {
    const double rounding = std::min(kSettledTo * std::abs(rounding_[i]), kCoarse * scale[i]);
    if (!(std::abs(start_[i] - unknowns_[i].value[0]) <=
          part * scale[i] + rounding + unknowns_[i].floor))
      return false;
  }
  return true;
}

}  // namespace luztar
