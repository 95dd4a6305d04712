#include "acceptance/second_network.h"

#include <algorithm>
#include <cmath>

namespace acceptance::second {

Real Law::level(Real speed, long piece) const {
  if (!table.empty()) {
    const auto row = static_cast<std::size_t>(piece);
    if (row + 1 >= table.size()) return table.back()[1];
    const auto& [u0, f0] = table[row];
    const auto& [u1, f1] = table[row + 1];
    return f0 + (f1 - f0) * (speed - u0) / (u1 - u0);
  }
  if (hysteresis && piece == 1) return falling_kinetic;
  if (stribeck_velocity == 0) return kinetic;
  const Real x = speed / stribeck_velocity;
  return kinetic + (breakaway - kinetic) * std::exp(-std::pow(x, stribeck_exponent));
}

Real Law::margin(Real speed, long piece) const {
  if (hysteresis) return piece == 1 ? speed - fall : rise - speed;
  if (table.empty()) return kInfinite;
  const auto row = static_cast<std::size_t>(piece);
  const Real above = row == 0 ? kInfinite : speed - table[row][0];
  return row + 1 < table.size() ? std::min(above, table[row + 1][0] - speed) : above;
}

long Law::piece_of(Real speed, long before) const {
  if (hysteresis) return before == 1 ? (speed < fall ? 0 : 1) : (speed > rise ? 1 : 0);
  long row = 0;
  while (row + 1 < static_cast<long>(table.size()) &&
         speed >= table[static_cast<std::size_t>(row) + 1][0]) {
    ++row;
  }
  return row;
}

/// Reads a Model; expressions of parameters become numbers by luztar's `evaluate`.
class Network::Reader {
 public:
  Reader(const luztar::Model& model, Network& out)
      : model_(model), out_(out), parameters_(luztar::evaluate_parameters(model)) {}

  void read() {
    for (const luztar::Body& body : model_.bodies) add_body(body);
    for (const luztar::Spring& spring : model_.springs) add_spring(spring);
    for (const luztar::Damper& damper : model_.dampers) add_damper(damper);
    for (const bool bristles : {true, false}) {
      for (const luztar::Friction& friction : model_.frictions) {
        if (friction.bristles.has_value() == bristles) add_friction(friction);
      }
    }
    for (const luztar::Freewheel& freewheel : model_.freewheels) {
      Element& e = add(Element::Kind::Stop, freewheel);
      e.pitch = number(freewheel.pitch.value());  // one without is not for this engine
      e.lower = -kInfinite;
      e.upper = kInfinite;
    }
    for (const luztar::Link& link : model_.links) add(Element::Kind::Link, link);
    for (const luztar::Stop& stop : model_.stops) add_stop(stop);
    for (const luztar::Force& force : model_.forces) {
      Element& e = add(Element::Kind::Force, force);
      set_formula(e, force.value);
    }
    for (const luztar::StateVariable& state : model_.states) {
      const Formula rate = formula(state.rate);
      out_.states.push_back({number(state.start), rate, out_.n_pieces});
      out_.n_pieces += rate.n_pieces();
      ++out_.n_internals;
    }
    out_.begin = number(model_.simulation.start);
    out_.end = out_.begin + number(model_.simulation.duration);
  }

 private:
  Real number(const luztar::Expression& expression) const {
    return luztar::evaluate(expression, parameters_);
  }

  Formula formula(const luztar::Expression& expression) const {
    return {expression, [this](const std::string& name) -> Formula::Meaning {
              if (const auto found = parameters_.find(name); found != parameters_.end()) {
                return Real(found->second);
              }
              if (name == "t") return 0;
              const int n = static_cast<int>(model_.bodies.size());
              const int states = static_cast<int>(model_.states.size());
              if (name == "d") return 1 + 2 * n + states;
              if (name == "v") return 2 + 2 * n + states;
              for (int i = 0; i < states; ++i)
                if (name == "x." + model_.states[static_cast<std::size_t>(i)].name)
                  return 1 + 2 * n + i;
              for (int i = 0; i < n; ++i) {
                const std::string& body = model_.bodies[static_cast<std::size_t>(i)].name;
                if (name == "q." + body) return 1 + i;
                if (name == "v." + body) return 1 + n + i;
              }
              for (const luztar::Signal& signal : model_.signals) {
                if (signal.name == name) return std::get<luztar::Expression>(signal.value);
              }
              throw std::runtime_error("the second engine does not know " + name);
            }};
  }

  void set_formula(Element& element, const luztar::Expression& expression) {
    element.formula = formula(expression);
    element.first_piece = out_.n_pieces;
    out_.n_pieces += element.formula.n_pieces();
  }

  void add_body(const luztar::Body& body) {
    Body b;
    if (body.motion) {
      b.kind = Body::Kind::Moved;
      b.motion = formula(*body.motion);
      b.first_piece = out_.n_pieces;
      out_.n_pieces += b.motion.n_pieces();
    } else {
      b.mass = number(*body.mass);
      b.position = number(body.position);
      b.velocity = number(body.velocity);
      b.kind = std::isinf(b.mass) ? Body::Kind::Drifting
               : b.mass == 0      ? Body::Kind::Massless
                                  : Body::Kind::Free;
    }
    out_.bodies.push_back(std::move(b));
  }

  template <class Part>
  Element& add(Element::Kind kind, const Part& part) {
    Element e{.kind = kind, .name = part.name};
    e.row = Vector::Zero(static_cast<Eigen::Index>(model_.bodies.size()));
    for (const luztar::Deflection::Term& term : part.deflection.terms) {
      if (term.body != luztar::kGround) e.row[term.body] += number(term.coefficient);
    }
    out_.elements.push_back(std::move(e));
    return out_.elements.back();
  }

  void add_spring(const luztar::Spring& spring) {
    Element& e = add(Element::Kind::Spring, spring);
    if (spring.force) return set_formula(e, *spring.force);
    e.stiffness = number(spring.stiffness);
    e.rest = number(spring.rest);
    e.damping = number(spring.damping);
    e.has_gap = spring.has_gap;
    e.only_pushes = !spring.pull && e.damping != 0;
    e.lower = number(spring.lower);
    e.upper = number(spring.upper);
  }

  void add_damper(const luztar::Damper& damper) {
    Element& e = add(Element::Kind::Damper, damper);
    if (damper.force) return set_formula(e, *damper.force);
    e.damping = number(damper.damping);
  }

  Law law(const luztar::Friction::Law& from) const {
    Law to{.viscous = number(from.viscous),
           .kinetic = number(from.kinetic),
           .breakaway = number(from.breakaway)};
    if (from.stribeck) {
      to.stribeck_velocity = number(from.stribeck->velocity);
      to.stribeck_exponent = number(from.stribeck->exponent);
    }
    if (from.hysteresis) {
      to.hysteresis = true;
      to.rise = number(from.hysteresis->rise);
      to.fall = number(from.hysteresis->fall);
      to.falling_kinetic = number(from.hysteresis->kinetic);
      to.falling_viscous = number(from.hysteresis->viscous);
    }
    for (const auto& [u, level] : from.table) to.table.push_back({number(u), number(level)});
    return to;
  }

  void add_friction(const luztar::Friction& friction) {
    const bool bristles = friction.bristles.has_value();
    Element& e = add(bristles ? Element::Kind::Bristles : Element::Kind::Friction, friction);
    e.forward = law(friction.forward);
    e.backward = law(friction.backward);
    if (friction.normal) set_formula(e, *friction.normal);
    if (!bristles) return;
    e.dahl = friction.bristles->kind == luztar::Friction::Bristles::Kind::Dahl;
    e.sigma0 = number(friction.bristles->sigma0);
    e.sigma1 = number(friction.bristles->sigma1);
    e.exponent = number(friction.bristles->exponent);
    e.internal = out_.n_internals++;
  }

  void add_stop(const luztar::Stop& stop) {
    Element& e = add(Element::Kind::Stop, stop);
    const auto edge = [&](const luztar::Expression& value) -> Real {
      return value.op() == luztar::Op::Number ? Real(value.number()) : number(value);
    };
    e.lower = edge(stop.lower);
    e.upper = edge(stop.upper);
    e.restitution = number(stop.restitution);
  }

  const luztar::Model& model_;
  Network& out_;
  luztar::ParameterValues parameters_;
};

Network::Network(const luztar::Model& model) { Reader(model, *this).read(); }

State Network::start() const {
  State s;
  s.t = begin;
  s.q = s.v = Vector::Zero(n_bodies());
  s.z = Vector::Zero(n_internals);
  s.mode.assign(elements.size(), 0);
  s.law.assign(elements.size(), 0);
  s.sign.assign(elements.size(), 1);
  s.beyond.assign(elements.size(), 0);
  s.tooth.assign(elements.size(), 0);
  s.piece.assign(static_cast<std::size_t>(n_pieces), 0);
  for (int i = 0; i < n_states(); ++i)
    s.z[n_internals - n_states() + i] = states[static_cast<std::size_t>(i)].start;
  const std::vector<Jet> time = {{begin, 1, 0}};
  for (int i = 0; i < n_bodies(); ++i) {
    const Body& body = bodies[static_cast<std::size_t>(i)];
    s.q[i] = body.position;
    s.v[i] = body.velocity;
    if (body.kind != Body::Kind::Moved) continue;
    body.motion.choose(time, s.piece.data() + body.first_piece);
    const Jet at = motion(i, begin, s);
    s.q[i] = at.x;
    s.v[i] = at.d;
  }
  return s;
}

void Network::choose_rates(const std::vector<Jet>& inputs, State& state) const {
  for (const OwnState& own : states)
    if (own.rate.n_pieces() > 0) own.rate.choose(inputs, state.piece.data() + own.first_piece);
}

std::vector<Jet> Network::inputs(Real t, const Vector& q, const Vector& v, const Vector& z) const {
  std::vector<Jet> all = {{t, 1, 0}};
  for (int i = 0; i < n_bodies(); ++i) all.push_back({q[i], v[i], 0});
  for (int i = 0; i < n_bodies(); ++i) all.push_back({v[i], 0, 0});
  for (int i = n_internals - n_states(); i < n_internals; ++i) all.push_back({z[i], 0, 0});
  all.push_back({});
  all.push_back({});
  return all;
}

Jet Network::motion(int body, Real t, const State& modes) const {
  const Body& b = bodies[static_cast<std::size_t>(body)];
  const Jet time[] = {{t, 1, 0}};
  return b.motion(time, modes.piece.data() + b.first_piece);
}

Jet Network::formula(const Element& element, const State& modes, std::vector<Jet>& inputs, Real d,
                     Real rate) const {
  inputs[inputs.size() - 2] = {d, rate, 0};
  inputs[inputs.size() - 1] = {rate, 0, 0};
  return element.formula(inputs, modes.piece.data() + element.first_piece);
}

Real Network::normal(const Element& element, const State& modes, std::vector<Jet>& inputs) const {
  return element.formula.empty() ? Real(1) : formula(element, modes, inputs, 0, 0).x;
}

Real Network::force(const Element& e, int index, const State& modes, std::vector<Jet>& inputs,
                    Real d, Real rate, Real z, Real pressed) const {
  const auto i = static_cast<std::size_t>(index);
  const int mode = modes.mode[i];
  switch (e.kind) {
    case Element::Kind::Spring: {
      if (!e.formula.empty()) return formula(e, modes, inputs, d, rate).x;
      if (!e.has_gap) return e.stiffness * (d - e.rest) + e.damping * rate;
      if (mode == 0 || std::abs(mode) == 2) return 0;
      return e.stiffness * (d - e.rest - (mode > 0 ? e.upper : e.lower)) + e.damping * rate;
    }
    case Element::Kind::Damper:
      return e.formula.empty() ? e.damping * rate : formula(e, modes, inputs, d, rate).x;
    case Element::Kind::Bristles:
      return e.sigma0 * z + e.sigma1 * internal_rate(e, modes.sign[i], rate, z) +
             e.forward.viscous * rate;
    case Element::Kind::Friction: {
      const Law& law = mode > 0 ? e.forward : e.backward;
      const Real level = pressed >= 0 ? pressed
                                      : law.level(std::max(mode * rate, Real(0)), modes.law[i]) *
                                            normal(e, modes, inputs);
      return mode * level + law.damping(modes.law[i]) * rate;
    }
    case Element::Kind::Force:
      return -formula(e, modes, inputs, d, rate).x;  // an action: the others are reactions
    default:
      return 0;
  }
}

Real Network::force_rate(const Element& e, int index, const State& modes, std::vector<Jet>& inputs,
                         Real d, Real rate) const {
  const int mode = modes.mode[static_cast<std::size_t>(index)];
  switch (e.kind) {
    case Element::Kind::Spring:
      if (!e.formula.empty()) return formula(e, modes, inputs, d, rate).d;
      return e.has_gap && (mode == 0 || std::abs(mode) == 2) ? Real(0) : e.stiffness * rate;
    case Element::Kind::Force:
      return -formula(e, modes, inputs, d, rate).d;
    case Element::Kind::Friction: {
      if (e.formula.empty()) return 0;
      const Law& law = mode > 0 ? e.forward : e.backward;
      return mode * law.level(0, modes.law[static_cast<std::size_t>(index)]) *
             formula(e, modes, inputs, 0, 0).d;
    }
    default:
      return 0;
  }
}

Real Network::internal_rate(const Element& e, int sign, Real rate, Real z) const {
  if (!e.dahl) {
    const Real speed = sign * rate;
    return rate - e.sigma0 * speed * z / e.forward.level(speed, 0);
  }
  const Real x = 1 - e.sigma0 * z / e.forward.kinetic * sign;
  return rate * std::pow(std::abs(x), e.exponent) * (x < 0 ? -1 : 1);
}

}  // namespace acceptance::second
