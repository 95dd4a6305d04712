#include "luztar/dynamics/compile/massless_part.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "luztar/dynamics/series/controls.h"
#include "luztar/dynamics/system/hashes.h"

namespace luztar {
namespace {

bool touches_massless(const SystemImpl& system, int element) {
  return std::ranges::any_of(system.terms_of(element),
                             [&](const Term& term) { return system.is_massless(term.body); });
}

class PartBuilder {
 public:
  PartBuilder(const SystemImpl& whole, const State& state, const Loads& from, const Loads& to,
              bool stands, const std::vector<LimitFall>& falls)
      : whole_(whole), state_(state), from_(from), to_(to), stands_(stands), falls_(falls) {}

  std::optional<MasslessPart> build() {
    for (int b = 0; b < whole_.n_bodies(); ++b) add_body(b);
    for (int s = 0; s < whole_.n_springs(); ++s)
      if (touches_massless(whole_, s)) add_spring(s);
    for (int j = 0; j < whole_.n_pairs(); ++j)
      if (touches_massless(whole_, whole_.first_pair() + j) && !add_pair(j)) return std::nullopt;
    for (int e = 0; e < whole_.first_pair(); ++e)
      if (touches_massless(whole_, e) && whole_.smooth_law(e).damping != 0.0) add_lock(e);
    for (int e = whole_.first_force(); e < whole_.n_elements(); ++e)
      if (touches_massless(whole_, e)) add_force(e);
    finish();
    return std::move(part_);
  }

 private:
  void add_body(int b) {
    system_.bodies.push_back(whole_.bodies[b]);
    BodyLaw law{.role = BodyRole::Massless};
    law.massless_cluster = whole_.body_laws[static_cast<std::size_t>(b)].massless_cluster;
    law.release = whole_.body_laws[static_cast<std::size_t>(b)].release;
    if (!whole_.is_massless(b)) law.role = BodyRole::Steady;
    system_.body_laws.push_back(law);
    system_.has_massless = true;
  }

  void begin_element(int e) {
    const auto terms = whole_.terms_of(e);
    system_.arms.add({terms.begin(), terms.end()});
    system_.elements.push_back(whole_.elements[e]);
    system_.event_names.push_back(whole_.elements[e].name);
    system_.laws.emplace_back();
    part_.elements.push_back(e);
  }

  void add_spring(int s) {
    begin_element(s);
    SpringLaw law = whole_.smooth_law(s);
    law.damping = 0.0;
    law.only_pushes = false;
    if (law.force_slot >= 0) law.force_slot = load(from_.force[s], to_.force[s]);
    system_.smooth_laws(system_.elements.back().kind).push_back(law);
    part_.elastic.push_back(s);
  }

  /// @return false if it is viscous in one direction only
  bool add_pair(int j) {
    const PairLaw& own = whole_.pairs[j];
    const bool locked = own.viscous[0] != 0.0 && own.viscous[1] != 0.0;
    if (!locked && (own.viscous[0] != 0.0 || own.viscous[1] != 0.0)) return false;
    begin_element(whole_.first_pair() + j);
    part_.pairs.push_back(j);
    part_.is_locked.push_back(locked ? 1 : 0);
    if (locked) {
      lock_last();
      return true;
    }
    PairLaw law = own;
    law.level_slot = {-1, -1};
    if (law.normal_slot >= 0) {
      law.normal_slot = load(from_.pressing[j], to_.pressing[j]);
      for (const int side : {0, 1})
        law.level_slot[side] =
            slot_of(law.kinetic[side] * from_.pressing[j], law.kinetic[side] * to_.pressing[j]);
    }
    for (const LimitFall& fall : falls_)
      if (fall.pair == j) let_fall(fall, law);
    system_.pairs.push_back(law);
    return true;
  }

  /// It goes one way only: the other limit falls with it.
  void let_fall(const LimitFall& fall, PairLaw& law) {
    law.kinetic = law.breakaway = {fall.from, fall.from};
    law.normal_slot = load(1.0, fall.to / fall.from);
    law.level_slot[0] = law.level_slot[1] = slot_of(fall.from, fall.to);
  }

  void add_lock(int e) {
    begin_element(e);
    lock_last();
  }

  /// The last element is a link.
  void lock_last() {
    ElementInfo& info = system_.elements.back();
    info.is_pair = true;
    info.has_modes = info.sticks = info.only_pushes = false;
    system_.pairs.push_back(link_law());
  }

  void add_force(int e) {
    begin_element(e);
    system_.force_slots.push_back(load(from_.force[e], to_.force[e]));
  }

  /// The law of the last element, and its slot.
  int load(double from, double to) {
    system_.laws.back().formula = formula_of(line_of(from, to));
    return slot_of(from, to);
  }

  int slot_of(double from, double to) {
    return compile(line_of(from, to), system_.n_elements() - 1);
  }

  /// Of the time alone.
  static DirectFormula formula_of(const Expression& expression) {
    const auto time = [](const std::string&) {
      return DirectFunction::Variable{0};
    };
    return {std::make_shared<const DirectFunction>(expression, time), {{LawSymbol::Kind::Time}}};
  }
  int compile(const Expression& expression, int owner) {
    const auto time = [this](const std::string&) -> ProgramBuilder::Meaning {
      return ProgramBuilder::Slot{builder_.time()};
    };
    return builder_.compile(expression, time, owner, false);
  }

  static Expression line_of(double from, double to) {
    if (from == to) return Expression::number(from);
    const Expression growth =
        Expression::apply(Op::Multiply, {Expression::number(to - from), Expression::symbol("t")});
    return Expression::apply(Op::Add, {Expression::number(from), growth});
  }

  /// q + e v t^2, with e so small that it is no way.
  void add_motion(int b) {
    if (whole_.is_massless(b) || state_.velocity[b] == 0.0) return;
    const Expression t = Expression::symbol("t");
    const Expression way =
        Expression::apply(Op::Multiply, {Expression::number(0x1p-60 * state_.velocity[b]),
                                         Expression::apply(Op::Multiply, {t, t})});
    const Expression motion =
        Expression::apply(Op::Add, {Expression::number(state_.position[b]), way});
    BodyLaw& law = system_.body_laws[static_cast<std::size_t>(b)];
    law.role = BodyRole::Prescribed;
    law.motion = formula_of(motion);
    law.motion_slot = compile(motion, static_cast<int>(system_.event_names.size()));
    system_.bodies[b].prescribed = true;
    system_.event_names.push_back(whole_.bodies[b].name);
  }

  void finish() {
    for (int b = 0; b < whole_.n_bodies() && !stands_; ++b) add_motion(b);
    system_.program = builder_.take();
    collect_controls(system_);
    system_.hashes = {hash_of_parts(system_), hash_of_laws(system_)};
    part_.system = std::move(system_);
  }

  const SystemImpl& whole_;
  const State& state_;
  const Loads& from_;
  const Loads& to_;
  bool stands_;
  const std::vector<LimitFall>& falls_;
  MasslessPart part_;
  SystemImpl system_;
  ProgramBuilder builder_;
};

}  // namespace

Loads loads_of(const SystemImpl& system, const Expansion& series) {
  Loads loads;
  loads.force.assign(static_cast<std::size_t>(system.n_elements()), 0.0);
  loads.pressing.assign(static_cast<std::size_t>(system.n_pairs()), 0.0);
  for (int e = 0; e < system.n_elements(); ++e)
    if (touches_massless(system, e) && system.force_slot(e) >= 0)
      loads.force[e] = series.series().slot(system.force_slot(e))[0];
  for (int j = 0; j < system.n_pairs(); ++j)
    if (system.touches_massless(j) && system.pairs[j].normal_slot >= 0)
      loads.pressing[j] = series.series().slot(system.pairs[j].normal_slot)[0];
  return loads;
}

std::optional<MasslessPart> massless_part(const SystemImpl& whole, const State& state,
                                          const Loads& from, const Loads& to, bool stands,
                                          const std::vector<LimitFall>& falls) {
  return PartBuilder(whole, state, from, to, stands, falls).build();
}

State state_of_part(const State& whole, const MasslessPart& part, bool stands) {
  const SystemImpl& system = part.system;
  State state;
  state.resolved = true;
  state.position = whole.position;
  state.velocity.assign(whole.position.size(), 0.0);
  const auto pairs = static_cast<std::size_t>(system.n_pairs());
  state.pair.assign(pairs, Mode::Stuck);
  state.side.assign(pairs, Edge::None);
  state.edges.room.assign(pairs, 0.0);
  state.edges.slip.assign(pairs, 0.0);
  if (!whole.edges.tooth.empty()) state.edges.tooth.assign(pairs, 0);
  state.kept_limit.assign(pairs, Bound::Free);
  for (std::size_t i = 0; i < part.pairs.size(); ++i) {
    const int j = part.pairs[i];
    if (part.is_locked[i] != 0) continue;
    if (!stands || system.pairs[static_cast<int>(i)].has_edges()) state.pair[i] = whole.pair[j];
    state.side[i] = whole.side[j];
    if (!whole.edges.tooth.empty()) state.edges.tooth[i] = whole.edges.tooth[j];
  }
  for (const int s : part.elastic) state.contact.push_back(whole.contact[s]);
  state.let_go.assign(part.elastic.size(), Edge::None);
  for (std::size_t i = 0; i < part.elements.size(); ++i) {
    state.held.push_back(whole.held[part.elements[i]]);
    state.is_held.push_back(whole.is_held[part.elements[i]]);
  }
  state.roots.assign(static_cast<std::size_t>(system.n_guards()), 0);
  const auto bodies = static_cast<std::size_t>(system.n_bodies());
  state.supplied.assign(bodies + static_cast<std::size_t>(system.n_elements()), {});
  state.dissipated.assign(static_cast<std::size_t>(system.n_elements()), {});
  return state;
}

}  // namespace luztar
