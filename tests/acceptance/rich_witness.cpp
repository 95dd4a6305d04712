#include "acceptance/rich_witness.h"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

namespace acceptance {

using Kind = second::Element::Kind;
using Index = Eigen::Index;

namespace {

constexpr second::Real kMoment = 1e-9L;  // [s], [m/s]: pieces that end within it may still hold

void raise(double& worst, second::Real value) {
  if (!(value <= worst)) worst = static_cast<double>(value);
}

}  // namespace

double Violations::largest() const {
  return std::max({kinematics, law, coulomb, direction, newton, balance, contact, impact_rate,
                   impact_sign, impact_momentum, impact_energy});
}

Seen& Seen::operator+=(const Seen& other) {
  samples += other.samples;
  stuck += other.stuck;
  sliding += other.sliding;
  contacts += other.contacts;
  impacts += other.impacts;
  instants += other.instants;
  rebounds += other.rebounds;
  several += other.several;
  relays += other.relays;
  turned += other.turned;
  repeated += other.repeated;
  return *this;
}

Witness::Witness(const luztar::Model& model) : network_(model), state_(network_.start()) {
  const std::size_t n = network_.elements.size();
  held_.assign(n, 0.0);
  is_held_.assign(n, 0);
  impulse_.assign(n, 0.0);
  hit_.assign(n, 0);
  rests_.assign(n, 0);
}

void Witness::complain(const std::string& what, std::size_t e, double time) {
  if (!complaint_.empty()) return;
  complaint_ = what + " of " + network_.elements[e].name + " at t = " + std::to_string(time);
}

void Witness::note_force(Real distance, double& worst, std::size_t e, double time) {
  raise(worst, distance / force_);
  if (!(distance < Real(1e-9L) * force_)) complain("force", e, time);
}

void Witness::sample(const luztar::Sample& sample) {
  if (first_ && any_hit_) {  // impacts of the start
    set_state(sample);
    check_impact(network_.start().v, state_.v);
  }
  first_ = false;
  look(sample);
}

void Witness::around_event(const luztar::Sample& before, const luztar::Sample& after) {
  look(before);
  const Vector v = state_.v;
  const std::vector<int> mode = state_.mode;
  grow(after);
  set_state(after);
  if (any_hit_) {
    for (std::size_t e = 0; e < mode.size(); ++e) {
      const bool friction = network_.elements[e].kind == Kind::Friction;
      seen_.turned += friction && mode[e] != state_.mode[e];
    }
    check_impact(v, state_.v);
  }
  look(after);
}

void Witness::event(const luztar::Event& event) {
  const auto e = static_cast<std::size_t>(event.name);
  if (e >= held_.size()) return;
  is_held_[e] = network_.elements[e].kind == Kind::Link ? is_held_[e] : char{0};
  if (event.cause != luztar::Event::Cause::Impact) return;
  impulse_[e] = event.impulse;
  hit_[e] = 1;
  rests_[e] = event.to != 0 ? 1 : 0;
  any_hit_ = true;
}

void Witness::set_state(const luztar::Sample& s) {
  state_.t = s.time;
  for (std::size_t b = 0; b < s.q.size(); ++b) {
    state_.q[Index(b)] = s.q[b];
    state_.v[Index(b)] = s.v[b];
  }
  for (std::size_t i = 0; i < s.internal.size(); ++i) state_.z[Index(i)] = s.internal[i];
  for (std::size_t e = 0; e < s.mode.size(); ++e) {
    // A friction that has turned is on the first branch of its law.
    if (state_.mode[e] != s.mode[e]) state_.law[e] = 0;
    state_.mode[e] = s.mode[e];
    state_.sign[e] = s.rate[e] < 0 ? -1 : 1;
  }
  inputs_ = network_.inputs(state_);
}

void Witness::grow(const luztar::Sample& s) {
  const auto most = [](double& so_far, std::span<const double> values) {
    for (const double x : values) so_far = std::max(so_far, std::abs(x));
  };
  most(force_, s.f);
  most(speed_, s.v);
  most(length_, s.q);
  for (std::size_t b = 0; b < s.a.size(); ++b) {
    const second::Body& body = network_.bodies[b];
    if (body.kind == second::Body::Kind::Free) {
      force_ = std::max(force_, static_cast<double>(body.mass) * std::abs(s.a[b]));
    }
  }
}

void Witness::look(const luztar::Sample& s) {
  ++seen_.samples;
  grow(s);
  set_state(s);
  check_given(s);
  for (std::size_t e = 0; e < network_.elements.size(); ++e) check_element(s, e);
  check_bodies(s);
}

void Witness::check_given(const luztar::Sample& s) {
  for (int b = 0; b < network_.n_bodies(); ++b) {
    const auto i = static_cast<std::size_t>(b);
    const second::Body& body = network_.bodies[i];
    if (body.kind == second::Body::Kind::Drifting) {
      if (s.v[i] != static_cast<double>(body.velocity) || s.a[i] != 0.0) {
        complaint_ = "a body with infinite mass accelerates";
      }
      raise(worst_.kinematics,
            std::abs(s.q[i] - body.position - body.velocity * (s.time - network_.begin)) / length_);
    }
    if (body.kind != second::Body::Kind::Moved) continue;
    const second::Jet time[] = {{state_.t, 1, 0}};
    body.motion.choose(time, state_.piece.data() + body.first_piece);
    const second::Jet given = network_.motion(b, state_.t, state_);
    raise(worst_.kinematics, std::abs(s.q[i] - given.x) / length_);
    raise(worst_.kinematics, std::abs(s.v[i] - given.d) / speed_);
    raise(worst_.kinematics, std::abs(s.a[i] - given.dd) / std::max(Real(1), std::abs(given.dd)));
  }
}

void Witness::check_element(const luztar::Sample& s, std::size_t e) {
  const second::Element& element = network_.elements[e];
  raise(worst_.kinematics, std::abs(s.d[e] - element.row.dot(state_.q)) / length_);
  raise(worst_.kinematics, std::abs(s.rate[e] - element.row.dot(state_.v)) / speed_);
  switch (element.kind) {
    case Kind::Friction:
      return check_friction(s, e);
    case Kind::Stop:
      return check_stop(s, e);
    case Kind::Link:
      return check_held(s, e);
    case Kind::Force:
      return note_force(misfit(s, e, -s.f[e]), worst_.law, e, s.time);
    default:
      break;
  }
  note_force(misfit(s, e, s.f[e]), worst_.law, e, s.time);
  if (element.kind != Kind::Spring || !element.has_gap) return;
  const Real x = s.d[e] - element.rest;
  if (element.only_pushes) {
    const Real way = x > element.upper ? x - element.upper : std::min(x - element.lower, Real(0));
    const Real force = element.stiffness * way + element.damping * s.rate[e];
    raise(worst_.direction, -s.mode[e] * Real(s.f[e]) / force_);
    if (s.mode[e] != 0) raise(worst_.direction, -s.mode[e] * way / length_);
    // No force: it is not beyond an edge, or would pull there.
    const Real side = way < 0 ? -1 : 1;
    if (s.mode[e] == 0)
      raise(worst_.direction, std::min(side * way / length_, side * force / force_));
    return;
  }
  if (s.mode[e] >= 0) raise(worst_.direction, (element.lower - x) / length_);
  if (s.mode[e] <= 0) raise(worst_.direction, (x - element.upper) / length_);
  if (s.mode[e] > 0) raise(worst_.direction, (element.upper - x) / length_);
  if (s.mode[e] < 0) raise(worst_.direction, (x - element.lower) / length_);
}

void Witness::choose_pieces(const luztar::Sample& s, std::size_t e, Real at) {
  const second::Element& element = network_.elements[e];
  if (element.formula.n_pieces() == 0) return;
  inputs_[0].x = state_.t + at;
  inputs_[inputs_.size() - 2] = {s.d[e], s.rate[e], 0};
  inputs_[inputs_.size() - 1] = {s.rate[e], 0, 0};
  element.formula.choose(inputs_, state_.piece.data() + element.first_piece);
  inputs_[0].x = state_.t;
}

double Witness::misfit(const luztar::Sample& s, std::size_t e, Real force) {
  const second::Element& element = network_.elements[e];
  const Real z = element.internal >= 0 ? state_.z[element.internal] : Real(0);
  Real least = second::kInfinite;
  for (const Real at : {Real(0), -kMoment, kMoment}) {
    choose_pieces(s, e, at);
    const Real expected =
        network_.force(element, static_cast<int>(e), state_, inputs_, s.d[e], s.rate[e], z, -1);
    const Real distance = std::abs(force - expected);
    if (!(distance >= least)) least = distance;
    if (element.formula.n_pieces() == 0) break;
  }
  return static_cast<double>(least);
}

void Witness::check_held(const luztar::Sample& s, std::size_t e) {
  if (s.rate[e] != 0.0) complain("rate", e, s.time);
  if (is_held_[e] && s.d[e] != held_[e]) complain("deflection", e, s.time);
  held_[e] = s.d[e];
  is_held_[e] = 1;
}

void Witness::check_friction(const luztar::Sample& s, std::size_t e) {
  const second::Element& element = network_.elements[e];
  choose_pieces(s, e, 0);
  if (s.mode[e] == 0) {
    ++seen_.stuck;
    check_held(s, e);
    const Real normal = network_.normal(element, state_, inputs_);
    const Real upper = element.forward.breakaway * normal;
    const Real lower = -element.backward.breakaway * normal;
    note_force(s.f[e] - upper, worst_.coulomb, e, s.time);
    note_force(lower - s.f[e], worst_.coulomb, e, s.time);
    raise(worst_.coulomb, std::abs(s.upper[e] - upper) / force_);
    raise(worst_.coulomb, std::abs(s.lower[e] - lower) / force_);
    return;
  }
  ++seen_.sliding;
  is_held_[e] = 0;
  const Real u = s.mode[e] * Real(s.rate[e]);
  raise(worst_.direction, -u / speed_);
  const second::Law& law = s.mode[e] > 0 ? element.forward : element.backward;
  state_.law[e] = law.piece_of(u, state_.law[e]);
  double miss = misfit(s, e, s.f[e]);
  if (law.hysteresis && std::min(std::abs(u - law.rise), std::abs(u - law.fall)) < kMoment) {
    const long piece = state_.law[e];
    state_.law[e] = 1 - piece;
    const double other = misfit(s, e, s.f[e]);
    if (other > miss) state_.law[e] = piece;
    miss = std::min(miss, other);
  }
  seen_.relays += law.hysteresis && state_.law[e] == 1;
  note_force(miss, worst_.law, e, s.time);
}

void Witness::check_stop(const luztar::Sample& s, std::size_t e) {
  const second::Element& element = network_.elements[e];
  raise(worst_.contact, (element.lower - s.d[e]) / length_);
  raise(worst_.contact, (s.d[e] - element.upper) / length_);
  if (s.mode[e] == 0) {
    is_held_[e] = 0;
    if (s.f[e] != 0.0) complain("force of a free stop", e, s.time);
    return;
  }
  ++seen_.contacts;
  check_held(s, e);
  if (s.d[e] != static_cast<double>(s.mode[e] > 0 ? element.upper : element.lower)) {
    complain("edge", e, s.time);
  }
  raise(worst_.contact, -s.mode[e] * Real(s.f[e]) / force_);
}

void Witness::check_bodies(const luztar::Sample& s) {
  Vector push = Vector::Zero(network_.n_bodies());
  for (std::size_t e = 0; e < network_.elements.size(); ++e) {
    const second::Element& element = network_.elements[e];
    push += element.row * (element.kind == Kind::Force ? s.f[e] : -s.f[e]);
  }
  for (int b = 0; b < network_.n_bodies(); ++b) {
    const second::Body& body = network_.bodies[static_cast<std::size_t>(b)];
    if (body.kind == second::Body::Kind::Massless)
      raise(worst_.balance, std::abs(push[b]) / force_);
    if (body.kind != second::Body::Kind::Free) continue;
    const Real a = s.a[static_cast<std::size_t>(b)];
    raise(worst_.newton, std::abs(body.mass * a - push[b]) / force_);
  }
}

Seen check_laws(const luztar::Model& model, double most) {
  const luztar::System system = luztar::compile(model);
  Witness witness(model);
  const luztar::RunInfo info =
      luztar::simulate(system, luztar::initial_state(system), system.settings(), witness);
  CHECK(info.diagnosis == "");
  CHECK(witness.complaint() == "");
  CHECK(witness.worst().largest() < most);
  return witness.seen();
}

}  // namespace acceptance
