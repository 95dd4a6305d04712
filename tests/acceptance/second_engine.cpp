#include "acceptance/second_engine.h"

#include <algorithm>
#include <cmath>

namespace acceptance::second {
namespace {

using Kind = Element::Kind;
using What = Motion::Margin::What;
using Index = Eigen::Index;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

Result run(const Network& network, const Options& options) {
  return Engine(network, options).run();
}

Result Engine::run() {
  try {
    begin();
    while (state_.t < network_.end) advance();
  } catch (const Unsupported& reason) {
    result_.gave_up = reason.what();
  }
  result_.end = state_;
  return result_;
}

/// Modes that the initial values say; the rest is decided.
void Engine::begin() {
  state_ = network_.start();
  std::vector<int> hit;
  std::vector<Jet> inputs = network_.inputs(state_.t, state_.q, state_.v);
  for (std::size_t i = 0; i < network_.elements.size(); ++i) {
    const Element& e = network_.elements[i];
    const Real d = e.row.dot(state_.q), rate = e.row.dot(state_.v);
    inputs[inputs.size() - 2] = {d, rate, 0};
    inputs[inputs.size() - 1] = {rate, 0, 0};
    if (e.formula.n_pieces() > 0) e.formula.choose(inputs, state_.piece.data() + e.first_piece);
    if (e.kind == Kind::Spring && e.has_gap) {
      const Real x = d - e.rest;
      state_.mode[i] = x > e.upper ? 1 : x < e.lower ? -1 : 0;
    }
    if (e.kind == Kind::Bristles) state_.sign[i] = rate < 0 ? -1 : 1;
    if (e.kind == Kind::Friction && rate != 0) {
      state_.mode[i] = rate > 0 ? 1 : -1;
      const Law& law = rate > 0 ? e.forward : e.backward;
      state_.law[i] = law.piece_of(std::abs(rate), 0);
    }
    if (e.kind == Kind::Stop && (d <= e.lower || d >= e.upper)) hit.push_back(static_cast<int>(i));
  }
  if (!hit.empty()) strike(hit);
  decide(std::vector<int>(network_.elements.size(), 0));
  result_.happenings.clear();  // rows of the start: modes have no value before it
}

bool Engine::touches_massless(const Element& element) const {
  for (int i = 0; i < network_.n_bodies(); ++i) {
    if (element.row[i] != 0 && network_.bodies[at(i)].kind == Body::Kind::Massless) return true;
  }
  return false;
}

/// Frictions without rate, contacts, and all that hangs on a massless body.
std::vector<int> Engine::open_pairs(const std::vector<int>& broken) const {
  std::vector<int> open;
  const Real tiny = 1e-12L * (1 + state_.v.lpNorm<Eigen::Infinity>());
  for (std::size_t i = 0; i < network_.elements.size(); ++i) {
    const Element& e = network_.elements[i];
    const bool contact = e.kind == Kind::Stop && state_.mode[i] != 0;
    if (e.kind != Kind::Friction && !contact) continue;
    const Real rate = e.row.dot(state_.v);
    if (contact || std::abs(rate) <= tiny || touches_massless(e) || broken[i] != 0) {
      open.push_back(static_cast<int>(i));
    }
  }
  return open;
}

/// Bodies with mass can have these modes without a jump.
bool Engine::keeps_velocities(const Motion& motion, const State& s) const {
  const Vector v = motion.unpack(s.t, motion.pack(s)).v;
  for (int i = 0; i < network_.n_bodies(); ++i) {
    const bool has_mass = network_.bodies[at(i)].kind == Body::Kind::Free;
    if (has_mass && std::abs(v[i] - s.v[i]) > 1e-10L * scale_) return false;
  }
  return true;
}

/// The modes fulfil their laws a moment after `s.t`.
bool Engine::holds(const State& s, const std::vector<Real>& pressed, const std::vector<int>& open,
                   bool strict, Real ahead) const {
  const Motion motion(network_, s, pressed);
  if (!keeps_velocities(motion, s)) return false;
  const Vector y = motion.step(s.t, motion.pack(s), ahead);
  const Motion::Instant now = motion.instant(s.t + ahead, y);
  if (motion.slip(now) > 1e-14L * scale_) return false;
  for (const Motion::Margin& margin : motion.margins(now, s.t + ahead, y)) {
    const bool is_open = std::find(open.begin(), open.end(), margin.element) != open.end() ||
                         (margin.what == What::Limit && margin.element == -1);
    if (!is_open) continue;
    if (margin.what == What::Limit && margin.value < (strict ? Real(0) : -1e-13L)) return false;
    if (margin.what == What::Rest && margin.value < (strict ? 1e-30L : -1e-15L)) return false;
    // A contact that has opened moves away from its edge.
    if (margin.what == What::Edge) {
      const Real rate = -margin.side * now.rate[margin.element];
      const Element& e = network_.elements[at(margin.element)];
      const Real edge = margin.side > 0 ? e.upper - e.row.dot(s.q) : e.row.dot(s.q) - e.lower;
      if (std::abs(edge) < 1e-9L && rate < (strict ? Real(0) : -1e-15L)) return false;
    }
  }
  return true;
}

/// Gauss's principle for the open pairs that are not broken: every combination is tried. Pairs that
/// move carry their static limits.
bool Engine::gauss(const std::vector<int>& open, const std::vector<int>& broken, State& s,
                   bool strict) {
  std::vector<int> unknown;
  for (const int e : open) {
    if (broken[at(e)] == 0) unknown.push_back(e);
    if (broken[at(e)] != 0) s.mode[at(e)] = broken[at(e)];
  }
  if (unknown.size() > 8) throw Unsupported("too many pairs at rest at once");
  long combinations = 1;
  for (std::size_t i = 0; i < unknown.size(); ++i) combinations *= 3;
  const State before = state_;
  std::vector<Jet> inputs = network_.inputs(s.t, s.q, s.v);
  for (const Real ahead : {1e-7L, 1e-9L, 1e-5L}) {
    for (long c = 0; c < combinations; ++c) {
      std::vector<Real> pressed(network_.elements.size(), -1);
      bool possible = true;
      long digits = c;
      for (const int e : unknown) {
        const Element& element = network_.elements[at(e)];
        const int digit = static_cast<int>(digits % 3);
        digits /= 3;
        if (element.kind == Kind::Stop) {  // in contact, or off
          if (digit == 2) possible = false;
          s.mode[at(e)] = digit == 0 ? before.mode[at(e)] : 0;
          continue;
        }
        s.mode[at(e)] = digit == 2 ? -1 : digit;
        s.law[at(e)] = 0;
        const Law& law = digit == 1 ? element.forward : element.backward;
        if (digit != 0) pressed[at(e)] = law.breakaway * network_.normal(element, s, inputs);
      }
      if (possible && holds(s, pressed, unknown, strict, ahead)) return true;
    }
  }
  return false;
}

/// papers-checked.md, section 3: pairs that move break and carry F_K; broken pairs that would turn
/// back stick again.
bool Engine::cascade(const std::vector<int>& open, std::vector<int>& broken, State& s) {
  for (int pass = 0; pass < 12; ++pass) {
    if (!gauss(open, broken, s, true) && !gauss(open, broken, s, false)) return false;
    bool changed = false;
    for (const int e : open) {
      if (network_.elements[at(e)].kind == Kind::Stop) continue;
      if (broken[at(e)] == 0 && s.mode[at(e)] != 0) {
        broken[at(e)] = s.mode[at(e)];
        changed = true;
      }
    }
    // With the kinetic levels: who would turn back?
    const Motion motion(network_, s);
    constexpr Real kAhead = 1e-7L;
    const Motion::Instant now =
        motion.instant(s.t + kAhead, motion.step(s.t, motion.pack(s), kAhead));
    for (const int e : open) {
      if (broken[at(e)] == 0 || broken[at(e)] * now.rate[e] > 0) continue;
      if (std::abs(now.rate[e]) < 1e-17L) continue;  // at its limit, not moving: see gauss
      broken[at(e)] = 0;
      changed = true;
    }
    if (!changed) return true;
  }
  return false;
}

/// Springs, laws and expressions at the very end of a piece go to the other side if the motion
/// leads there. Returns true if something changed.
bool Engine::repair(State& s) const {
  constexpr Real kAhead = 1e-8L;
  const Motion motion(network_, s);
  const Vector here = motion.pack(s), y = motion.step(s.t, here, kAhead);
  const Motion::Instant now = motion.instant(s.t + kAhead, y);
  const Margins first = motion.margins(motion.instant(s.t, here), s.t, here);
  const Margins then = motion.margins(now, s.t + kAhead, y);
  bool changed = false;
  for (std::size_t m = 0; m < then.size(); ++m) {
    const Motion::Margin& margin = then[m];
    if (margin.value >= 0 || first[m].value > 1e-13L || margin.element < 0) continue;
    const Element& e = network_.elements[at(margin.element)];
    const auto i = at(margin.element);
    if (margin.what == What::Gap) {
      s.mode[i] = s.mode[i] == 0 ? margin.side : 0;
      changed = true;
    } else if (margin.what == What::Sign) {
      s.sign[i] = -s.sign[i];
      changed = true;
    } else if (margin.what == What::Pieces) {
      std::vector<Jet> inputs = network_.inputs(s.t + kAhead, now.q, now.v);
      inputs[inputs.size() - 2] = {now.d[margin.element], now.rate[margin.element], 0};
      inputs[inputs.size() - 1] = {now.rate[margin.element], 0, 0};
      e.formula.choose(inputs, s.piece.data() + e.first_piece);
      changed = true;
    }
  }
  return changed;
}

void Engine::decide(std::vector<int> broken) {
  for (int round = 0; round < 8; ++round) {
    const std::vector<int> open = open_pairs(broken);
    State s = state_;
    std::vector<int> trial = broken;
    if (!cascade(open, trial, s)) throw Unsupported("no consistent modes");
    for (const int e : open) {
      if (s.mode[at(e)] == 0) s.law[at(e)] = 0;
      if (network_.elements[at(e)].kind == Kind::Stop && state_.mode[at(e)] != 0) {
        s.beyond[at(e)] = beyond(network_.elements[at(e)], state_.mode[at(e)]);
      }
    }
    const Real moved = Motion(network_, s).settle(s);
    const bool starts = s.t == network_.begin;
    if (moved > 1e-9L && !starts) throw Unsupported("a massless body jumps");
    state_ = s;
    if (!repair(state_)) {
      project();
      return;
    }
  }
  throw Unsupported("modes that come back");
}

/// Stuck pairs get exactly the same velocity.
void Engine::project() {
  const Motion motion(network_, state_);
  const Real t = state_.t;
  state_ = motion.unpack(t, motion.pack(state_));
}

void Engine::note(const State& before) {
  for (std::size_t i = 0; i < network_.elements.size(); ++i) {
    if (before.mode[i] == state_.mode[i]) continue;
    result_.happenings.push_back(
        {state_.t, static_cast<int>(i), before.mode[i], state_.mode[i], false, 0});
  }
  if (static_cast<int>(result_.happenings.size()) > options_.most_happenings) {
    throw Unsupported("too many events");
  }
}

Real Engine::least(const Motion& motion, Real t, const Vector& y) const {
  Real value = kInfinite;
  for (const Motion::Margin& margin : motion.margins(motion.instant(t, y), t, y)) {
    value = std::min(value, margin.value);
  }
  return value;
}

/// The shortest step after which a margin is negative, given that it is after h.
Real Engine::locate(const Motion& motion, const Vector& y, Real h) const {
  Real low = 0, high = h;
  Real at_low = kInfinite, at_high = least(motion, state_.t + h, motion.step(state_.t, y, h));
  for (int i = 0; i < 200 && high - low > 1e-19L * (1 + std::abs(state_.t)); ++i) {
    Real middle = (low + high) / 2;
    // Every other guess by the chord, a bit beyond it so that both ends move.
    if (i % 3 != 2 && at_low < kInfinite) {
      const Real chord = low + (high - low) * at_low / (at_low - at_high);
      const Real nudge = (i % 3 == 0 ? 1e-6L : -1e-6L) * (high - low);
      middle = std::clamp(chord + nudge, low + (high - low) * 1e-4L, high - (high - low) * 1e-4L);
    }
    if (middle <= low || middle >= high) break;
    const Real value = least(motion, state_.t + middle, motion.step(state_.t, y, middle));
    (value < 0 ? high : low) = middle;
    (value < 0 ? at_high : at_low) = value;
  }
  return high;
}

/// Integrates to the next event or to the end.
void Engine::advance() {
  const Motion motion(network_, state_);
  Vector y = motion.pack(state_);
  Real t = state_.t, h = 1e-5L;
  struct Past {
    Real t;
    Vector y;
    std::vector<Motion::Margin> margins;
  };
  std::vector<Past> past;
  while (t < network_.end) {
    h = std::min({h, options_.step, network_.end - t});
    Real error = 0;
    const Vector next = motion.step(t, y, h, &error);
    const Real growth =
        0.9L * std::pow(options_.tolerance / std::max(error, Real(1e-30L)), 1 / 11.0L);
    if (!(error <= options_.tolerance) && h > 1e-9L) {
      h *= std::clamp(growth, Real(0.2L), Real(0.9L));
      continue;
    }
    const Motion::Instant now = motion.instant(t + h, next);
    scale_ = std::max(scale_, now.v.lpNorm<Eigen::Infinity>());
    std::vector<Motion::Margin> margins = motion.margins(now, t + h, next);
    bool over = false;
    for (const Motion::Margin& margin : margins) over = over || margin.value < 0;
    if (over) {
      state_.t = t;
      const Real to = locate(motion, y, h);
      meet(motion, t + to, motion.step(t, y, to));
      return;
    }
    // A dip below zero between three points: a parabola through them sees it.
    if (past.size() >= 2 && past.back().margins.size() == margins.size()) {
      const Past& a = past[past.size() - 2];
      const Past& b = past.back();
      for (std::size_t i = 0; i < margins.size(); ++i) {
        const Real f0 = a.margins[i].value, f1 = b.margins[i].value, f2 = margins[i].value;
        if (std::isinf(f0) || std::isinf(f1) || std::isinf(f2)) continue;
        const Real t1 = b.t - a.t, t2 = t + h - a.t;
        const Real c = ((f2 - f0) / t2 - (f1 - f0) / t1) / (t2 - t1), s = (f1 - f0) / t1 - c * t1;
        if (!(c > 0)) continue;
        const Real dip = -s / (2 * c);
        if (dip <= 0 || dip >= t2 || f0 + s * dip + c * dip * dip > 0.2L * std::min(f0, f2)) {
          continue;
        }
        const Past& from = dip < t1 ? a : b;
        const Real part = a.t + dip - from.t;
        if (part <= 0 || least(motion, from.t + part, motion.step(from.t, from.y, part)) >= 0) {
          continue;
        }
        const Vector start = from.y;
        state_.t = from.t;
        const Real to = locate(motion, start, part);
        const Real when = state_.t + to;
        meet(motion, when, motion.step(state_.t, start, to));
        return;
      }
    }
    t += h;
    y = next;
    past.push_back({t, y, std::move(margins)});
    if (past.size() > 2) past.erase(past.begin());
    h *= std::clamp(growth, Real(0.5L), Real(2));
  }
  state_ = motion.unpack(network_.end, y);
}

/// Changes what has fired at (t, y).
void Engine::meet(const Motion& motion, Real t, const Vector& y) {
  const State before = state_;
  const Motion::Instant now = motion.instant(t, y);
  const std::vector<Motion::Margin> margins = motion.margins(now, t, y);
  state_ = motion.unpack(t, y);
  std::vector<int> broken(network_.elements.size(), 0), hit;
  std::vector<Jet> inputs = network_.inputs(t, state_.q, state_.v);
  const Real tiny = 1e-12L * (1 + state_.v.lpNorm<Eigen::Infinity>());
  // Pairs that have only just begun to slide, or slide on a massless body, go on.
  for (std::size_t i = 0; i < network_.elements.size(); ++i) {
    const Element& e = network_.elements[i];
    if (e.kind != Kind::Friction || state_.mode[i] == 0) continue;
    const Real rate = e.row.dot(state_.v) * state_.mode[i];
    const bool massless = touches_massless(e);
    const bool begins =
        std::abs(rate) <= tiny && !massless && e.row.dot(now.a) * state_.mode[i] > 0;
    if (begins || (massless && rate > tiny)) broken[i] = state_.mode[i];
  }
  for (const Motion::Margin& margin : margins) {
    if (margin.value >= 0) continue;
    const auto i = static_cast<std::size_t>(std::max(margin.element, 0));
    switch (margin.what) {
      case What::Pieces:
        if (margin.element < 0) {
          const Body& body = network_.bodies[at(-1 - margin.element)];
          body.motion.choose(inputs, state_.piece.data() + body.first_piece);
        } else {
          const Element& e = network_.elements[i];
          inputs[inputs.size() - 2] = {now.d[margin.element], now.rate[margin.element], 0};
          inputs[inputs.size() - 1] = {now.rate[margin.element], 0, 0};
          e.formula.choose(inputs, state_.piece.data() + e.first_piece);
        }
        break;
      case What::Law: {
        const Element& e = network_.elements[i];
        const Law& law = state_.mode[i] > 0 ? e.forward : e.backward;
        state_.law[i] = law.piece_of(std::abs(now.rate[margin.element]), state_.law[i]);
        break;
      }
      case What::Gap:
        state_.mode[i] = state_.mode[i] == 0 ? margin.side : 0;
        break;
      case What::Sign:
        state_.sign[i] = -state_.sign[i];
        break;
      case What::Rest:
        broken[i] = 0;
        break;
      case What::Limit:
        if (margin.element >= 0 && network_.elements[i].kind == Kind::Friction) {
          broken[i] = margin.side;
        }
        break;
      case What::Edge:
        hit.push_back(margin.element);
        break;
    }
  }
  if (!hit.empty()) {
    strike(hit);
    std::fill(broken.begin(), broken.end(), 0);
  }
  decide(broken);
  note(before);
}

/// Stops are met: velocities jump, and again while a rate points into an edge (Newton's law for all
/// stops that are closed, Moreau). Finite forces, friction too, pass no impulse. Bounces slower
/// than the options say rest on their edge.
void Engine::strike(const std::vector<int>& hit) {
  std::vector<int> closed, side;
  for (std::size_t i = 0; i < network_.elements.size(); ++i) {
    const Element& e = network_.elements[i];
    const auto index = static_cast<int>(i);
    if (e.kind != Kind::Stop) continue;
    if (state_.mode[i] == 0 && std::find(hit.begin(), hit.end(), index) == hit.end()) continue;
    const Real d = e.row.dot(state_.q);
    closed.push_back(index);
    side.push_back(state_.mode[i] != 0 ? state_.mode[i] : e.upper - d <= d - e.lower ? 1 : -1);
  }
  const State before = state_;
  std::vector<Real> impulse(closed.size(), 0);
  for (int round = 0; round < 100; ++round) {
    if (!strike_once(closed, side, impulse)) break;
  }
  const Real tiny = 1e-15L * (1 + before.v.lpNorm<Eigen::Infinity>());
  for (std::size_t k = 0; k < closed.size(); ++k) {
    const Element& e = network_.elements[at(closed[k])];
    const bool rests = std::abs(e.row.dot(state_.v)) <= tiny;
    state_.mode[at(closed[k])] = rests ? side[k] : 0;
    state_.beyond[at(closed[k])] = beyond(e, side[k]);
    if (impulse[k] != 0)
      result_.happenings.push_back({state_.t, closed[k], 0, 0, true, impulse[k]});
  }
  turn(before);
}

/// How far rounding has put a stop beyond the edge that it leaves, and a bit more.
Real Engine::beyond(const Element& e, int side) const {
  const Real d = e.row.dot(state_.q);
  return std::max(side > 0 ? d - e.upper : e.lower - d, Real(0)) + 1e-19L * (1 + std::abs(d));
}

/// One impact; false if no rate points into an edge.
bool Engine::strike_once(const std::vector<int>& closed, const std::vector<int>& side,
                         std::vector<Real>& impulse) {
  const Real tiny = 1e-16L * (1 + state_.v.lpNorm<Eigen::Infinity>());
  std::vector<std::size_t> rows;
  std::vector<Real> wanted;
  bool into_one = false;
  for (std::size_t k = 0; k < closed.size(); ++k) {
    const Element& e = network_.elements[at(closed[k])];
    const Real into = side[k] * e.row.dot(state_.v);
    if (into < -tiny) continue;
    const Real bounce = e.restitution * into < options_.smallest ? Real(0) : e.restitution;
    rows.push_back(k);
    wanted.push_back(-bounce * into);
    into_one = into_one || into > tiny;
  }
  if (!into_one) return false;
  const Matrix response = mobility_of_links();
  const auto m = static_cast<Index>(rows.size());
  Matrix D(m, network_.n_bodies());
  for (Index r = 0; r < m; ++r) {
    D.row(r) = side[rows[at(r)]] * network_.elements[at(closed[rows[at(r)]])].row.transpose();
  }
  const Matrix W = D * response * D.transpose();
  const Vector free = D * state_.v;
  for (long subset = (1L << m) - 1; subset > 0; --subset) {
    Vector p = Vector::Zero(m);
    std::vector<Index> active;
    for (Index r = 0; r < m; ++r) {
      if ((subset >> r) & 1) active.push_back(r);
    }
    const auto n = static_cast<Index>(active.size());
    Matrix A(n, n);
    Vector b(n);
    for (Index i = 0; i < n; ++i) {
      b[i] = free[active[at(i)]] - wanted[at(active[at(i)])];
      for (Index j = 0; j < n; ++j) A(i, j) = W(active[at(i)], active[at(j)]);
    }
    Eigen::CompleteOrthogonalDecomposition<Matrix> solver;
    solver.setThreshold(1e-12L);
    solver.compute(A);
    const Vector x = solver.solve(b);
    if ((A * x - b).lpNorm<Eigen::Infinity>() > 1e-14L * (1 + b.lpNorm<Eigen::Infinity>()))
      continue;
    for (Index i = 0; i < n; ++i) p[active[at(i)]] = x[i];
    const Vector after = free - W * p;
    bool right = true;
    for (Index r = 0; r < m; ++r) {
      right = right && p[r] >= -1e-16L && after[r] <= wanted[at(r)] + 1e-15L;
    }
    if (!right) continue;
    state_.v -= response * D.transpose() * p;
    for (Index r = 0; r < m; ++r) impulse[rows[at(r)]] += side[rows[at(r)]] * p[r];
    return true;
  }
  throw Unsupported("no impulse");
}

/// Jumps of velocity per impulse on the bodies; links stay closed.
Matrix Engine::mobility_of_links() const {
  const Index n = network_.n_bodies();
  std::vector<const Element*> links;
  for (const Element& e : network_.elements) {
    if (e.kind == Kind::Link) links.push_back(&e);
  }
  std::vector<Index> free;
  for (Index i = 0; i < n; ++i) {
    const Body::Kind kind = network_.bodies[at(i)].kind;
    if (kind == Body::Kind::Free || kind == Body::Kind::Massless) free.push_back(i);
  }
  Matrix select = Matrix::Zero(n, static_cast<Index>(free.size()));
  for (std::size_t i = 0; i < free.size(); ++i) select(free[i], Index(i)) = 1;
  Matrix basis = select;
  if (!links.empty()) {
    Matrix J(static_cast<Index>(links.size()), n);
    for (std::size_t i = 0; i < links.size(); ++i) J.row(Index(i)) = links[i]->row.transpose();
    Eigen::FullPivLU<Matrix> lu(J * select);
    lu.setThreshold(1e-12L);
    basis = lu.dimensionOfKernel() > 0 ? Matrix(select * lu.kernel()) : Matrix::Zero(n, 0);
  }
  Vector mass = Vector::Zero(n);
  for (const Index i : free) mass[i] = network_.bodies[at(i)].mass;
  const Matrix S = basis.transpose() * mass.asDiagonal() * basis;
  Eigen::CompleteOrthogonalDecomposition<Matrix> solver;
  solver.setThreshold(1e-12L);
  solver.compute(S);
  return basis * solver.pseudoInverse() * basis.transpose();
}

/// After velocities have jumped: directions of pairs, pieces of laws.
void Engine::turn(const State& before) {
  const Real tiny = 1e-14L * (1 + before.v.lpNorm<Eigen::Infinity>());
  std::vector<Jet> inputs = network_.inputs(state_.t, state_.q, state_.v);
  for (std::size_t i = 0; i < network_.elements.size(); ++i) {
    const Element& e = network_.elements[i];
    const Real rate = e.row.dot(state_.v);
    if (std::abs(rate - e.row.dot(before.v)) <= tiny) continue;
    inputs[inputs.size() - 2] = {e.row.dot(state_.q), rate, 0};
    inputs[inputs.size() - 1] = {rate, 0, 0};
    if (e.formula.n_pieces() > 0) e.formula.choose(inputs, state_.piece.data() + e.first_piece);
    if (e.kind == Kind::Bristles) state_.sign[i] = rate < 0 ? -1 : 1;
    if (e.kind != Kind::Friction) continue;
    state_.mode[i] = rate > tiny ? 1 : rate < -tiny ? -1 : 0;
    const Law& law = rate > 0 ? e.forward : e.backward;
    const long piece = state_.mode[i] == before.mode[i] ? before.law[i] : 0;
    state_.law[i] = state_.mode[i] == 0 ? 0 : law.piece_of(std::abs(rate), piece);
  }
}

}  // namespace acceptance::second
