// Modes of an instant, by trying every combination.
#include <algorithm>
#include <cmath>

#include "acceptance/second_engine.h"

namespace acceptance::second {
namespace {

using Kind = Element::Kind;
using What = Motion::Margin::What;
using Index = Eigen::Index;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

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
  std::vector<Jet> inputs = network_.inputs(s);
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
    if (margin.element >= static_cast<int>(network_.elements.size())) {
      network_.choose_rates(network_.inputs(s.t + kAhead, now.q, now.v, now.z), s);
      changed = true;
      continue;
    }
    const Element& e = network_.elements[at(margin.element)];
    const auto i = at(margin.element);
    if (margin.what == What::Gap) {
      s.mode[i] = margin.side;
      changed = true;
    } else if (margin.what == What::Sign) {
      s.sign[i] = -s.sign[i];
      changed = true;
    } else if (margin.what == What::Pieces) {
      std::vector<Jet> inputs = network_.inputs(s.t + kAhead, now.q, now.v, now.z);
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
        s.beyond[at(e)] = beyond(e, state_.mode[at(e)]);
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

}  // namespace acceptance::second
