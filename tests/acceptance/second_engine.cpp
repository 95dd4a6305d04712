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
    while (result_.samples.size() < static_cast<std::size_t>(options_.samples)) {
      result_.samples.push_back(state_);  // the end, however its time is rounded
    }
  } catch (const Unsupported& reason) {
    result_.gave_up = reason.what();
  }
  result_.end = state_;
  return result_;
}

/// Modes that the initial values say; the rest is decided.
void Engine::begin() {
  state_ = network_.start();
  for (; until() <= network_.begin; ++next_reset_) options_.resets[next_reset_].apply(state_);
  std::vector<int> hit;
  std::vector<Jet> inputs = network_.inputs(state_);
  network_.choose_rates(inputs, state_);
  for (std::size_t i = 0; i < network_.elements.size(); ++i) {
    const Element& e = network_.elements[i];
    const Real d = e.row.dot(state_.q), rate = e.row.dot(state_.v);
    inputs[inputs.size() - 2] = {d, rate, 0};
    inputs[inputs.size() - 1] = {rate, 0, 0};
    if (e.formula.n_pieces() > 0) e.formula.choose(inputs, state_.piece.data() + e.first_piece);
    if (e.kind == Kind::Spring && e.has_gap) {
      const Real x = d - e.rest;
      state_.mode[i] = x > e.upper ? 1 : x < e.lower ? -1 : 0;
      const Real way = x - (state_.mode[i] > 0 ? e.upper : e.lower);
      const Real force = state_.mode[i] * (e.stiffness * way + e.damping * rate);
      if (e.only_pushes && force < 0) state_.mode[i] *= 2;
    }
    if (e.kind == Kind::Bristles) state_.sign[i] = rate < 0 ? -1 : 1;
    if (e.kind == Kind::Friction && rate != 0) {
      state_.mode[i] = rate > 0 ? 1 : -1;
      const Law& law = rate > 0 ? e.forward : e.backward;
      state_.law[i] = law.piece_of(std::abs(rate), 0);
    }
    if (e.pitch > 0) {
      state_.tooth[i] = e.pitch * std::floor(d / e.pitch);
      if (d == state_.tooth[i]) hit.push_back(static_cast<int>(i));
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

/// Stuck pairs get exactly the same velocity.
void Engine::project() {
  const Motion motion(network_, state_);
  const Real t = state_.t;
  state_ = motion.unpack(t, motion.pack(state_));
}

void Engine::note(const State& before) {
  for (std::size_t i = 0; i < network_.elements.size(); ++i) {
    // A spring that has let go is as good as in its gap.
    const int from = before.mode[i] % 2, to = state_.mode[i] % 2;
    if (from == to) continue;
    result_.happenings.push_back({state_.t, static_cast<int>(i), from, to, false, 0});
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

Real Engine::sample_time(std::size_t i) const {
  return network_.begin + (network_.end - network_.begin) * Real(i) / Real(options_.samples - 1);
}

/// Samples up to t + h, of a step from (t, y).
void Engine::give_out(const Motion& motion, Real t, const Vector& y, Real h) {
  const auto wanted = static_cast<std::size_t>(options_.samples);
  while (result_.samples.size() < wanted && sample_time(result_.samples.size()) <= t + h) {
    const Real to = sample_time(result_.samples.size());
    result_.samples.push_back(to > t ? motion.unpack(to, motion.step(t, y, to - t)) : state_);
  }
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
  const Real end = std::min(network_.end, until());
  while (t < end) {
    h = std::min({h, options_.step, end - t});
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
      give_out(motion, t, y, to);
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
        while (!result_.samples.empty() && result_.samples.back().t > when) {
          result_.samples.pop_back();
        }
        give_out(motion, from.t, start, to);
        meet(motion, when, motion.step(state_.t, start, to));
        return;
      }
    }
    give_out(motion, t, y, h);
    t += h;
    y = next;
    past.push_back({t, y, std::move(margins)});
    if (past.size() > 2) past.erase(past.begin());
    h *= std::clamp(growth, Real(0.5L), Real(2));
  }
  if (until() > network_.end) {
    state_ = motion.unpack(network_.end, y);
    return;
  }
  // What the sample made is that of its own instant.
  const Motion::Instant now = motion.instant(end, y);
  state_ = motion.unpack(end, y);
  while (!result_.samples.empty() && result_.samples.back().t >= end) result_.samples.pop_back();
  const State before = state_;
  const std::vector<int> broken =
      sliding_on(now, 1e-12L * (1 + state_.v.lpNorm<Eigen::Infinity>()));
  reset();
  decide(broken);
  note(before);
}

Real Engine::until() const {
  return next_reset_ < options_.resets.size() ? options_.resets[next_reset_].t : kInfinite;
}

/// All at this instant; forces jump, and with them pieces of formulas.
void Engine::reset() {
  for (const Real t = until(); until() == t; ++next_reset_)
    options_.resets[next_reset_].apply(state_);
  std::vector<Jet> inputs = network_.inputs(state_);
  network_.choose_rates(inputs, state_);
  for (const Element& e : network_.elements) {
    if (e.formula.n_pieces() == 0) continue;
    inputs[inputs.size() - 2] = {e.row.dot(state_.q), e.row.dot(state_.v), 0};
    inputs[inputs.size() - 1] = {e.row.dot(state_.v), 0, 0};
    e.formula.choose(inputs, state_.piece.data() + e.first_piece);
  }
}

/// Pairs that have only just begun to slide, or slide on a massless body.
std::vector<int> Engine::sliding_on(const Motion::Instant& now, Real tiny) const {
  std::vector<int> broken(network_.elements.size(), 0);
  for (std::size_t i = 0; i < network_.elements.size(); ++i) {
    const Element& e = network_.elements[i];
    if (e.kind != Kind::Friction || state_.mode[i] == 0) continue;
    const Real rate = e.row.dot(state_.v) * state_.mode[i];
    const bool massless = touches_massless(e);
    const bool begins =
        std::abs(rate) <= tiny && !massless && e.row.dot(now.a) * state_.mode[i] > 0;
    if (begins || (massless && rate > tiny)) broken[i] = state_.mode[i];
  }
  return broken;
}

/// Changes what has fired at (t, y).
void Engine::meet(const Motion& motion, Real t, const Vector& y) {
  const State before = state_;
  const Motion::Instant now = motion.instant(t, y);
  const std::vector<Motion::Margin> margins = motion.margins(now, t, y);
  state_ = motion.unpack(t, y);
  std::vector<int> hit;
  std::vector<Jet> inputs = network_.inputs(state_);
  const Real tiny = 1e-12L * (1 + state_.v.lpNorm<Eigen::Infinity>());
  std::vector<int> broken = sliding_on(now, tiny);
  for (const Motion::Margin& margin : margins) {
    if (margin.value >= 0) continue;
    const auto i = static_cast<std::size_t>(std::max(margin.element, 0));
    if (i >= network_.elements.size()) {
      network_.choose_rates(inputs, state_);
      continue;
    }
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
        state_.mode[i] = margin.side;
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
        if (const Real pitch = network_.elements[i].pitch; pitch > 0 && margin.side > 0) {
          state_.tooth[i] += pitch;  // the pawl falls in: no force and no velocity jumps
          state_.beyond[i] = beyond(margin.element, -1);
          break;
        }
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

}  // namespace acceptance::second
