#include "luztar/sensitivity/instant_motion.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/instant/guards.h"
#include "luztar/matrix/decompositions.h"
#include "luztar/sensitivity/guard_slopes.h"
#include "luztar/sensitivity/mode_motion.h"
#include "luztar/sensitivity/sampled_memory.h"

namespace luztar {
namespace {

using N = Dual<8>;
constexpr int kOrder = 2;  // of series: accelerations of massless bodies are slopes of velocities

void take_slopes(const Matrix& from, int first, std::vector<N>& to) {
  for (Index i = 0; i < from.rows(); ++i)
    for (int k = 0; k < N::kWidth && first + k < from.cols(); ++k)
      to[i].slope[k] = from(i, first + k);
}

void give_slopes(const std::vector<N>& from, int first, Matrix& to) {
  for (Index i = 0; i < to.rows(); ++i)
    for (int k = 0; k < N::kWidth && first + k < to.cols(); ++k)
      to(i, first + k) = from[i].slope[k];
}

}  // namespace

/// Eight directions.
class InstantMotion::Block {
 public:
  Block(const InstantMotion& owner, int first)
      : owner_(owner),
        system_(owner.varied_.system),
        numbers_(owner.varied_, first),
        motion_(numbers_, kOrder),
        first_(first) {
    const State& state = owner.state_;
    q_.assign(state.position.begin(), state.position.end());
    v_.assign(state.velocity.begin(), state.velocity.end());
    z_.assign(state.internal.begin(), state.internal.end());
    to_bodies(q_);
    to_bodies(v_);
    for (auto* list : {&q_, &v_, &z_})
      for (N& x : *list) x.slope = {};
    motion_.set(state);
  }

  void take(const Directions& directions) {
    take_slopes(directions.q, first_, q_);
    take_slopes(directions.v, first_, v_);
    take_slopes(directions.z, first_, z_);
  }

  /// Velocities and forces where the bodies are.
  void start() {
    place();
    motion_.start();
    if (owner_.coupled_.empty()) return;
    for (int b = 0; b < system_.n_bodies(); ++b)  // what is coupled to a given motion
      if (system_.motion_slot(b) >= 0) q_[b] = motion_.q(b)[0], v_[b] = motion_.v(b)[0];
    place();
    motion_.start();
  }

  /// Bodies follow what is varied, and massless ones rest.
  void settle(InstantSlopes& made) {
    start();
    report_moved(made);
    follow(q_, [this](int e) { return motion_.d(e)[0]; });
    start();
    motion_.rest_massless();
    for (int b = 0; b < system_.n_bodies(); ++b)
      if (system_.is_massless(b)) q_[b] = motion_.q(b)[0];
    start();
    follow(v_, [this](int e) { return motion_.rate(e)[0]; });
    start();
    report_kinks(made);
    motion_.expand(kOrder);
  }

  void give(InstantSlopes& made) const {
    const auto bodies = [this](auto row) {
      std::vector<N> list;
      for (int b = 0; b < system_.n_bodies(); ++b) list.push_back(row(b));
      to_bodies(list);
      return list;
    };
    const auto elements = [this](auto row) {
      std::vector<N> list;
      for (int e = 0; e < system_.n_elements(); ++e) list.push_back(row(e));
      return list;
    };
    give_slopes(bodies([this](int b) { return motion_.q(b)[0]; }), first_, made.q);
    give_slopes(bodies([this](int b) { return motion_.v(b)[0]; }), first_, made.v);
    give_slopes(bodies([this](int b) { return motion_.a(b)[0]; }), first_, made.a);
    give_slopes(elements([this](int e) { return motion_.d(e)[0]; }), first_, made.d);
    give_slopes(elements([this](int e) { return motion_.rate(e)[0]; }), first_, made.rate);
    give_slopes(elements([this](int e) { return motion_.f(e)[0]; }), first_, made.f);
    std::vector<N> rates;
    for (int i = 0; i < system_.n_internals(); ++i) rates.push_back(motion_.z(i)[1]);
    give_slopes(z_, first_, made.z);
    give_slopes(rates, first_, made.z_rate);
  }

  /// (bodies) coordinates of the engine that the deflection of a pair changes by
  const ModeMotion<N>& motion() const { return motion_; }

  void sample(const std::vector<int>& clocks, Directions& at) {
    SampledMemory<N> memory(numbers_);
    State state = owner_.state_;
    memory.begin(state);
    take_slopes(at.pending, first_, memory.pending());
    for (const int clock : clocks) ++state.branch[clock];
    place();
    std::vector<N> y = q_, w = v_;
    to_coordinates(y);
    to_coordinates(w);
    memory.take(state, false, y, w, z_);
    give_slopes(z_, first_, at.z);
    give_slopes(memory.pending(), first_, at.pending);
  }

 private:
  /// Positions or velocities of bodies become coordinates of the engine.
  void to_coordinates(std::vector<N>& list) const {
    couple(
        owner_.coupled_, [this](std::size_t i) { return share(i); }, list);
  }
  void to_bodies(std::vector<N>& list) const {
    uncouple(
        owner_.coupled_, [this](std::size_t i) { return share(i); }, list);
  }
  N share(std::size_t place) const { return numbers_.of(numbers_.varied.shares[place]); }
  void place() {
    std::vector<N> q = q_, v = v_;
    to_coordinates(q);
    to_coordinates(v);
    for (int b = 0; b < system_.n_bodies(); ++b) {
      if (system_.motion_slot(b) >= 0) continue;
      q[b].value = owner_.state_.position[b];
      v[b].value = owner_.state_.velocity[b];
      motion_.q(b)[0] = q[b];
      motion_.v(b)[0] = v[b];
    }
    for (int i = 0; i < system_.n_internals(); ++i) motion_.z(i)[0] = z_[i];
  }

  /// Takes back what deflections, or their rates, of pairs that hold would change by.
  template <class Row>
  void follow(std::vector<N>& of_bodies, const Row& row) {
    for (std::size_t i = 0; i < owner_.dependent_.size(); ++i)
      for (std::size_t j = 0; j < owner_.held_.size(); ++j) {
        const N& change = row(system_.first_pair() + owner_.held_[j]);
        for (int k = 0; k < N::kWidth; ++k)
          of_bodies[owner_.dependent_[i]].slope[k] -=
              owner_.follow_(static_cast<Index>(i), static_cast<Index>(j)) * change.slope[k];
      }
  }

  /// Arms and edges of what holds depend on a parameter, not on given motions alone.
  void report_moved(InstantSlopes& made) const {
    for (std::size_t j = 0; j < owner_.held_.size(); ++j) {
      const int pair = owner_.held_[j], e = system_.first_pair() + pair;
      N change = motion_.d(e)[0];
      const Edge side = owner_.state_.side[pair];
      if (system_.pairs[pair].has_edges())
        change -= side == Edge::Upper ? numbers_.pairs[pair].upper : numbers_.pairs[pair].lower;
      for (int k = 0; k < N::kWidth && first_ + k < owner_.varied_.n(); ++k) {
        double size = std::abs(change.slope[k]);
        for (int b = 0; b < system_.n_bodies(); ++b) {
          const double move = owner_.held_rows_(static_cast<Index>(j), b) * bodies_move(b).slope[k];
          change.slope[k] -= move;
          size = std::max(size, std::abs(move));
        }
        if (exceeds(change.slope[k], size, kNoise)) made.moved.emplace_back(e, first_ + k);
      }
    }
  }
  const N& bodies_move(int b) const {
    return system_.motion_slot(b) >= 0 ? motion_.q(b)[0] : q_[b];
  }

  void report_kinks(InstantSlopes& made) {
    GuardSlopes<N> guards(motion_);
    double distance = 0.0, speed = 0.0;
    for (const N& x : q_) distance = std::max(distance, std::abs(x.value));
    for (const N& x : v_) speed = std::max(speed, std::abs(x.value));
    std::vector<int> met = guards.just_reached(distance, speed, true);
    for (const int guard : guards.loose_contacts()) met.push_back(guard);
    const int plain_switches = static_cast<int>(owner_.state_.branch.size());
    for (int guard = 0; guard < system_.switch_guard(plain_switches, 0); ++guard) {
      const GuardOwner owner = guard_owner(system_, guard);
      if (owner.kind == GuardOwner::Kind::Pair) continue;
      const bool is_switch = owner.kind == GuardOwner::Kind::Switch;
      if (is_switch ? owner.index < system_.sampling.n_clocks
                    : !system_.smooth_law(owner.index).has_gap)
        continue;
      const auto slope = guards.at(guard, 0.0);
      if (slope && slope->value.value == 0.0 && largest_slope(slope->value) > 0.0)
        met.push_back(guard);
    }
    for (const int guard : met) made.kinks.push_back(guards.name_of(guard));
  }

  const InstantMotion& owner_;
  const SystemImpl& system_;
  Numbers<N> numbers_;
  ModeMotion<N> motion_;
  int first_;
  std::vector<N> q_, v_, z_;  ///< of bodies, and internals
};

InstantMotion::InstantMotion(const SystemImpl& system, const State& state)
    : coupled_(system.arms.coupled()), varied_(*system.origin.varied), state_(state) {
  find_held();
}

void InstantMotion::find_held() {
  const SystemImpl& system = varied_.system;
  Block block(*this, varied_.n());
  block.start();
  held_ = block.motion().holding().pairs();
  held_rows_.reset(static_cast<Index>(held_.size()), system.n_bodies());
  for (std::size_t j = 0; j < held_.size(); ++j) {
    const auto row = static_cast<Index>(j);
    const auto terms = system.terms_of_pair(held_[j]);
    const std::vector<N>& arms = block.motion().arms(held_[j]);
    for (std::size_t i = 0; i < terms.size(); ++i) held_rows_(row, terms[i].body) += arms[i].value;
    const Vector of_coordinates = held_rows_.row(row);
    for (const CoupledBody& coupled : coupled_)
      for (const Term& term : coupled.others)
        held_rows_(row, term.body) += term.coefficient * of_coordinates[coupled.body];
  }
}

void InstantMotion::set_dependent(std::vector<int> bodies) {
  dependent_ = std::move(bodies);
  follow_ = pseudo_inverse(held_rows_.cols_at(dependent_), kRank);
}

InstantSlopes InstantMotion::along(const Directions& directions) const {
  const SystemImpl& system = varied_.system;
  const Index n = directions.q.cols();
  InstantSlopes made;
  for (Matrix* of_bodies : {&made.q, &made.v, &made.a}) of_bodies->reset(system.n_bodies(), n);
  for (Matrix* of_elements : {&made.d, &made.rate, &made.f})
    of_elements->reset(system.n_elements(), n);
  for (Matrix* of_internals : {&made.z, &made.z_rate}) of_internals->reset(system.n_internals(), n);
  for (int first = 0; first < n; first += N::kWidth) {
    Block block(*this, first);
    block.take(directions);
    block.settle(made);
    block.give(made);
  }
  std::ranges::sort(made.kinks);
  made.kinks.erase(std::unique(made.kinks.begin(), made.kinks.end()), made.kinks.end());
  return made;
}

Directions InstantMotion::sampled(const std::vector<int>& clocks, const Directions& before) const {
  Directions after = before;
  for (int first = 0; first < before.q.cols(); first += N::kWidth) {
    Block block(*this, first);
    block.take(before);
    block.sample(clocks, after);
  }
  return after;
}

}  // namespace luztar
