#include "acceptance/functions_oracle.h"

#include <algorithm>
#include <cmath>

namespace acceptance {

using Kind = second::Element::Kind;
using Index = Eigen::Index;

namespace {

constexpr second::Real kRate = 1e-10L;  // relative: a rate that changes no more than this stays 0

}  // namespace

FunctionsOracle::FunctionsOracle(const luztar::Model& model)
    : network_(model), state_(network_.start()) {
  output_.assign(network_.elements.size(), -1);
  int count = 0;
  for (const Kind kind : {Kind::Friction, Kind::Link, Kind::Stop, Kind::Bristles})
    for (std::size_t e = 0; e < network_.elements.size(); ++e)
      if (network_.elements[e].kind == kind) output_[e] = count++;
}

void FunctionsOracle::note(Real miss, Real scale, const std::string& what) {
  if (miss == 0) return;
  const Real relative = miss / scale;
  if (relative <= worst_) return;
  worst_ = relative == relative ? static_cast<double>(relative) : HUGE_VAL;
  complaint_ = what;
}

bool FunctionsOracle::touches(const Element& element, second::Body::Kind kind) const {
  for (int b = 0; b < network_.n_bodies(); ++b)
    if (element.row[b] != 0 && network_.bodies[static_cast<std::size_t>(b)].kind == kind)
      return true;
  return false;
}

bool FunctionsOracle::touches_massless(const Element& element) const {
  return touches(element, second::Body::Kind::Massless);
}

/// Rates that may be 0 or not: those of massless bodies are known to rounding, and those of motions
/// but for what the last bit of t makes of them.
FunctionsOracle::Real FunctionsOracle::rate_tolerance(const Element& element) const {
  if (touches_massless(element)) return Real(1e-12L) * speed_;
  if (!touches(element, second::Body::Kind::Moved)) return 0;
  Real tolerance = Real(1e-14L) * element.row.cwiseProduct(state_.v).cwiseAbs().maxCoeff();
  for (int b = 0; b < network_.n_bodies(); ++b)
    if (network_.bodies[static_cast<std::size_t>(b)].kind == second::Body::Kind::Moved)
      tolerance += Real(1e-15L) * std::abs(element.row[b] * a_[b] * state_.t);
  return tolerance;
}

void FunctionsOracle::read(const double* in, const double* out) {
  const int n = network_.n_bodies();
  state_.t = in[0];
  a_ = Vector::Zero(n);
  speed_ = 0;
  for (int b = 0; b < n; ++b) {
    const second::Body& body = network_.bodies[static_cast<std::size_t>(b)];
    state_.q[b] = in[1 + b];
    state_.v[b] = body.kind == second::Body::Kind::Massless ? out[n + b] : in[1 + n + b];
    a_[b] = out[b];
    if (body.kind == second::Body::Kind::Moved) {
      const second::Jet time[] = {{state_.t, 1, 0}};
      body.motion.choose(time, state_.piece.data() + body.first_piece);
      const second::Jet given = network_.motion(b, state_.t, state_);
      // As the functions round them: what rests against a motion rests against its double.
      state_.q[b] = static_cast<double>(given.x);
      state_.v[b] = static_cast<double>(given.d);
      note(std::abs(a_[b] - given.dd), 1 + std::abs(given.dd), "acceleration of a given motion");
    }
    if (body.kind == second::Body::Kind::Drifting && a_[b] != 0)
      note(1, 1, "acceleration of a steady body");
    speed_ = std::max(speed_, std::abs(state_.v[b]));
  }
  for (Index i = 0; i < state_.z.size(); ++i) state_.z[i] = in[1 + 2 * n + i];
  inputs_ = network_.inputs(state_);
}

/// Exactly 0 where the parts cancel but for rounding, as docs/theory.md says.
double FunctionsOracle::rate_in_double(const Element& element) const {
  double sum = 0.0, largest = 0.0;
  for (Index b = 0; b < element.row.size(); ++b) {
    const double part = static_cast<double>(element.row[b]) * static_cast<double>(state_.v[b]);
    sum += part;
    largest = std::max(largest, std::abs(part));
  }
  return std::abs(sum) <= 1e-15 * largest ? 0.0 : sum;
}

/// Of springs, dampers, bristles and applied forces.
FunctionsOracle::Real FunctionsOracle::force_of(std::size_t e) {
  const Element& element = network_.elements[e];
  const Real d = element.row.dot(state_.q), rate = element.row.dot(state_.v);
  if (element.formula.n_pieces() > 0) {
    inputs_[inputs_.size() - 2] = {d, rate, 0};
    inputs_[inputs_.size() - 1] = {rate, 0, 0};
    element.formula.choose(inputs_, state_.piece.data() + element.first_piece);
  }
  state_.sign[e] = rate < 0 ? -1 : 1;
  if (element.has_gap) {
    double sum = 0.0;  // where the edge is passed, in the numbers that the functions have
    for (Index b = 0; b < element.row.size(); ++b)
      sum += static_cast<double>(element.row[b]) * static_cast<double>(state_.q[b]);
    const double x = sum - static_cast<double>(element.rest);
    const auto upper = static_cast<double>(element.upper),
               lower = static_cast<double>(element.lower);
    state_.mode[e] = x > upper || (x == upper && rate > 0)   ? 1
                     : x < lower || (x == lower && rate < 0) ? -1
                                                             : 0;
  }
  const Real z = element.internal >= 0 ? state_.z[element.internal] : Real(0);
  const auto mode = static_cast<Real>(state_.mode[e]);
  if (element.only_pushes &&
      mode * network_.force(element, static_cast<int>(e), state_, inputs_, d, rate, z, -1) < 0)
    return 0;
  return network_.force(element, static_cast<int>(e), state_, inputs_, d, rate, z, -1);
}

FunctionsOracle::Real FunctionsOracle::sliding_miss(std::size_t e, int mode, Real force) {
  const Element& element = network_.elements[e];
  const Real rate = element.row.dot(state_.v);
  state_.mode[e] = mode;
  const second::Law& law = mode > 0 ? element.forward : element.backward;
  // Which branch: by the rate as a double, as the functions have it.
  state_.law[e] = law.piece_of(std::max(mode * rate_in_double(element), 0.0), 0);
  return std::abs(force -
                  network_.force(element, static_cast<int>(e), state_, inputs_, 0, rate, 0, -1));
}

void FunctionsOracle::look_at_friction(std::size_t e, Real force) {
  const Element& element = network_.elements[e];
  if (element.formula.n_pieces() > 0)
    element.formula.choose(inputs_, state_.piece.data() + element.first_piece);
  const Real normal = network_.normal(element, state_, inputs_);
  const bool massless = touches_massless(element);
  const Real rate = massless ? element.row.dot(state_.v) : Real(rate_in_double(element));
  const Real tolerance = rate_tolerance(element);
  if (std::abs(rate) > tolerance)
    return note(sliding_miss(e, rate > 0 ? 1 : -1, force), largest_,
                "sliding force of " + element.name);
  if (tolerance > 0)
    for (const int mode : {1, -1})
      if (mode * rate >= 0 || !massless)
        if (sliding_miss(e, mode, force) <= Real(1e-10L) * largest_) return;
  rests_.push_back({e, -element.backward.breakaway * normal, element.forward.breakaway * normal,
                    -element.backward.level(0, 0) * normal, element.forward.level(0, 0) * normal,
                    force});
}

void FunctionsOracle::look_at_stop(std::size_t e, Real force) {
  const Element& element = network_.elements[e];
  double d = 0.0, largest = 0.0;
  for (Index b = 0; b < element.row.size(); ++b) {
    const double part = static_cast<double>(element.row[b]) * static_cast<double>(state_.q[b]);
    d += part;
    largest = std::max(largest, std::abs(part));
  }
  const auto at = [&](Real edge, int sign) {
    const Real tolerance = Real(1e-12L) * std::max(Real(largest), std::abs(edge));
    return std::isfinite(edge) && sign * (d - edge) >= -tolerance;
  };
  const bool above = at(element.upper, 1), below = at(element.lower, -1);
  const double rate = rate_in_double(element);
  if (rate != 0.0 && std::abs(rate) <= rate_tolerance(element) && force == 0) return;
  if ((!above && !below) || std::abs(rate) > rate_tolerance(element))
    return note(std::abs(force), largest_, "force of the open stop " + element.name);
  const Real up = above ? second::kInfinite : Real(0), down = below ? -second::kInfinite : Real(0);
  rests_.push_back({e, down, up, down, up, force});
}

/// M a = sum of forces, 0 on massless bodies.
void FunctionsOracle::balance() {
  Vector sum = Vector::Zero(network_.n_bodies());
  for (std::size_t e = 0; e < force_.size(); ++e) sum -= network_.elements[e].row * force_[e];
  for (int b = 0; b < network_.n_bodies(); ++b) {
    const second::Body& body = network_.bodies[static_cast<std::size_t>(b)];
    const std::string name = std::to_string(b);
    if (body.kind == second::Body::Kind::Free)
      note(std::abs(body.mass * a_[b] - sum[b]), largest_, "balance of body " + name);
    if (body.kind == second::Body::Kind::Massless)
      note(std::abs(sum[b]), largest_, "balance of the massless body " + name);
  }
}

/// Coulomb's law of a pair with zero rate between bodies with masses.
void FunctionsOracle::look_at_rest(const Rest& rest) {
  const Element& element = network_.elements[rest.element];
  Real change = 0, scale = 0;
  for (Index b = 0; b < element.row.size(); ++b) {
    const Real part = element.row[b] * a_[b];
    change += part;
    const second::Body& body = network_.bodies[static_cast<std::size_t>(b)];
    scale += std::abs(part);
    if (body.kind == second::Body::Kind::Free)
      scale += std::abs(element.row[b]) * largest_ / body.mass;
  }
  const std::string name = element.name;
  if (std::abs(change) <= kRate * scale) {
    note(rest.force - rest.upper, largest_, "upper limit of " + name);
    note(rest.lower - rest.force, largest_, "lower limit of " + name);
    return;
  }
  // A pair that breaks has its kinetic level, which may be its static one.
  const Real limit = change > 0 ? rest.slip_upper : rest.slip_lower;
  if (std::isinf(limit)) return note(1, 1, "what " + name + " holds moves");
  note(std::abs(rest.force - limit), largest_, "force of " + name + " that begins to slide");
}

/// Pairs at rest on massless bodies, whose accelerations are not told: there must be some that fit,
/// 0 where the force is within its limits, else the way that the limit says. Sought by projections.
void FunctionsOracle::look_at_massless() {
  struct Condition {
    Vector row;
    Real given;  ///< of the bodies with masses
    int sign;    ///< 0: the rate stays 0; else it may grow that way
  };
  std::vector<Condition> conditions;
  Real scale = 0;
  for (const Rest& rest : rests_) {
    const Element& element = network_.elements[rest.element];
    if (!touches_massless(element)) continue;
    const Real tolerance = Real(1e-10L) * largest_;
    note(rest.force - rest.upper, largest_, "upper limit of " + element.name);
    note(rest.lower - rest.force, largest_, "lower limit of " + element.name);
    if (rest.upper - rest.lower <= tolerance) continue;
    const int sign = rest.force >= rest.upper - tolerance   ? 1
                     : rest.force <= rest.lower + tolerance ? -1
                                                            : 0;
    Condition condition{element.row, 0, sign};
    for (int b = 0; b < network_.n_bodies(); ++b)
      if (network_.bodies[static_cast<std::size_t>(b)].kind != second::Body::Kind::Massless) {
        condition.given += element.row[b] * a_[b];
        condition.row[b] = 0;
        scale = std::max(scale, std::abs(element.row[b] * a_[b]));
      }
    conditions.push_back(std::move(condition));
  }
  Vector x = Vector::Zero(network_.n_bodies());
  Real worst = 0;
  for (int round = 0; round < 2000; ++round) {
    worst = 0;
    for (const Condition& condition : conditions) {
      const Real rate = condition.row.dot(x) + condition.given;
      if (condition.sign != 0 && condition.sign * rate >= 0) continue;
      worst = std::max(worst, std::abs(rate));
      x -= condition.row * (rate / condition.row.squaredNorm());
    }
    if (worst <= Real(1e-9L) * scale) return;
  }
  note(worst, scale * 1e6L, "accelerations of massless bodies");  // slow, not wrong, if it shrinks
  if (worst > Real(1e-3L) * scale) note(worst, scale, "accelerations of massless bodies");
}

double FunctionsOracle::misses(const double* in, const double* out) {
  worst_ = 0.0;
  complaint_.clear();
  rests_.clear();
  read(in, out);
  const std::size_t n = network_.elements.size();
  const double* forces = out + 2 * network_.n_bodies();
  force_.assign(n, 0);
  largest_ = 0;
  for (std::size_t e = 0; e < n; ++e) {
    const Kind kind = network_.elements[e].kind;
    const bool told = output_[e] >= 0;
    force_[e] = told ? Real(forces[output_[e]]) : force_of(e);
    if (kind == Kind::Bristles) {
      const Real own = force_of(e);
      note(std::abs(force_[e] - own), std::abs(own), "bristles of " + network_.elements[e].name);
    }
    largest_ =
        std::max(largest_, std::abs(force_[e]) * network_.elements[e].row.cwiseAbs().maxCoeff());
  }
  for (int b = 0; b < network_.n_bodies(); ++b)
    if (network_.bodies[static_cast<std::size_t>(b)].kind == second::Body::Kind::Free)
      largest_ =
          std::max(largest_, network_.bodies[static_cast<std::size_t>(b)].mass * std::abs(a_[b]));
  for (std::size_t e = 0; e < n; ++e) {
    const Kind kind = network_.elements[e].kind;
    const bool acts = [&] {
      for (int b = 0; b < network_.n_bodies(); ++b)
        if (network_.elements[e].row[b] != 0 &&
            (network_.bodies[static_cast<std::size_t>(b)].kind == second::Body::Kind::Free ||
             network_.bodies[static_cast<std::size_t>(b)].kind == second::Body::Kind::Massless))
          return true;
      return false;
    }();
    if (!acts && kind != Kind::Friction) continue;
    if (kind == Kind::Friction) look_at_friction(e, force_[e]);
    if (kind == Kind::Stop) look_at_stop(e, force_[e]);
    if (kind == Kind::Link)
      rests_.push_back({e, -second::kInfinite, second::kInfinite, -second::kInfinite,
                        second::kInfinite, force_[e]});
  }
  balance();
  for (const Rest& rest : rests_)
    if (!touches_massless(network_.elements[rest.element])) look_at_rest(rest);
  look_at_massless();
  return worst_;
}

}  // namespace acceptance
