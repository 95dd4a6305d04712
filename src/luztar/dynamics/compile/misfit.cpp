#include <algorithm>
#include <cmath>

#include "luztar/dynamics/compile/change.h"
#include "luztar/dynamics/system/coupled_bodies.h"
#include "luztar/dynamics/system/pair_edges.h"
#include "luztar/dynamics/system/system.h"
#include "luztar/dynamics/system/system_impl.h"

namespace luztar {
namespace {

template <typename Type>
bool modes_exist(const std::vector<Type>& modes, ModeNumber most = 1) {
  return std::all_of(modes.begin(), modes.end(),
                     [most](Type mode) { return number(mode) >= -1 && number(mode) <= most; });
}

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

bool all_finite(const std::vector<Sum>& sums) {
  return std::all_of(sums.begin(), sums.end(),
                     [](const Sum& s) { return std::isfinite(s.total()); });
}

/// Branches that index something must not point outside it.
bool branches_exist(const SystemImpl& system, const State& state) {
  for (int i = 0; i < system.n_switches(); ++i) {
    const Switch& sw = system.program.switches()[i];
    const std::int64_t branch = state.branch[i];
    if (sw.kind == Switch::Kind::Cell || sw.kind == Switch::Kind::Turn) continue;
    if (sw.kind == Switch::Kind::Table || sw.kind == Switch::Kind::Lookup) {
      const auto pieces = static_cast<std::int64_t>(system.program.table(sw).piece.size());
      if (branch < 0 || branch >= pieces) return false;
    } else if (branch < -1 || branch > 1) {
      return false;
    }
  }
  return true;
}

/// Stops know the edge they are at, nothing else has one; freewheels do not turn back.
bool sides_fit(const SystemImpl& system, const State& state) {
  for (int j = 0; j < system.n_pairs(); ++j) {
    const PairLaw& law = system.pairs[j];
    const Edge side = state.side[j];
    const bool closed = side != Edge::None;
    if (law.is_rigid() && system.loads_friction(j)) continue;  // the sign of its force
    if (law.has_edges() ? (state.pair[j] == Mode::Stuck) != closed : closed) return false;
    if (closed && !std::isfinite(edge_place(system, state, j, side))) return false;
    if (law.is_one_way() && state.pair[j] == Mode::Backward) return false;
  }
  return true;
}

/// Only a spring that cannot pull lets go, and then it does not touch.
bool contacts_fit(const SystemImpl& system, const State& state) {
  for (int s = 0; s < system.n_springs(); ++s)
    if (state.let_go[s] != Edge::None &&
        (!system.elements[s].only_pushes || state.contact[s] != Edge::None))
      return false;
  return true;
}

struct Length {
  const char* name;
  std::size_t is;
  int wanted;
};

std::string wrong_length(const std::vector<Length>& lists) {
  for (const Length& list : lists)
    if (list.is != static_cast<std::size_t>(list.wanted))
      return std::string("'") + list.name + "' has " + std::to_string(list.is) +
             " entries, this model needs " + std::to_string(list.wanted);
  return "";
}

/// Other laws may have other switches.
bool has_laws_of(const SystemImpl& system, const State& state) {
  return state.reached.laws == 0 || state.reached.laws == system.hashes.laws;
}

std::string wrong_length(const SystemImpl& system, const State& state) {
  const bool same = has_laws_of(system, state);
  const auto any = [same](std::size_t is, int wanted) {
    return same ? wanted : static_cast<int>(is);
  };
  const Unseen& unseen = state.ahead.unseen;
  return wrong_length(
      {{"position", state.position.size(), system.n_bodies()},
       {"velocity", state.velocity.size(), system.n_bodies()},
       {"internal", state.internal.size(), system.n_internals()},
       {"largest", state.largest.size(), system.n_internals()},
       {"pair", state.pair.size(), system.n_pairs()},
       {"side", state.side.size(), system.n_pairs()},
       {"room", state.edges.room.size(), system.n_pairs()},
       {"tooth", state.edges.tooth.size(),
        any(state.edges.tooth.size(), has_ratchets(system) ? system.n_pairs() : 0)},
       {"pinned", state.kept_limit.size(), system.n_pairs()},
       {"carried", state.edges.carried.size(),
        state.edges.carried.empty() ? 0 : any(state.edges.carried.size(), system.n_pairs())},
       {"slip", state.edges.slip.size(), state.edges.slip.empty() ? 0 : system.n_pairs()},
       {"unseen velocity", unseen.velocity.size(), unseen.velocity.empty() ? 0 : system.n_bodies()},
       {"unseen motion", unseen.motion.size(), unseen.motion.empty() ? 0 : system.n_bodies()},
       {"contact", state.contact.size(), system.n_springs()},
       {"let_go", state.let_go.size(), system.n_springs()},
       {"branch", state.branch.size(), any(state.branch.size(), system.n_switches())},
       {"held", state.held.size(), system.n_elements()},
       {"shares", state.reached.shares.size(), static_cast<int>(shares_of(system).size())},
       {"is_held", state.is_held.size(), system.n_elements()},
       {"roots", state.roots.size(), any(state.roots.size(), system.n_guards())},
       {"supplied", state.supplied.size(), system.n_bodies() + system.n_elements()},
       {"dissipated", state.dissipated.size(), system.n_elements()}});
}

std::string wrong_length(const SystemImpl& system, const Sizes& sizes) {
  const auto is_none = [&](const SizeList& one) {
    return (sizes.*one.list).empty();
  };
  if (std::all_of(kSizeLists.begin(), kSizeLists.end(), is_none)) return "";
  std::vector<Length> lengths;
  for (const auto& [name, list, of] : kSizeLists)
    lengths.push_back({name, (sizes.*list).size(),
                       of == SizeList::Of::Bodies     ? system.n_bodies()
                       : of == SizeList::Of::Elements ? system.n_elements()
                                                      : system.n_internals()});
  const std::string wrong = wrong_length(lengths);
  return wrong.empty() ? "" : "sizes: " + wrong;
}

/// Another parameter may have given a controller a delay, or taken it away.
std::string wrong_delays(const SystemImpl& system, const State& state) {
  const std::size_t waits = state.ahead.pending.size();
  if (waits == static_cast<std::size_t>(system.sampling.n_pending)) return "";
  return "it has " + std::to_string(waits) +
         " values of controllers that wait for a delay, this "
         "model has " +
         std::to_string(system.sampling.n_pending) +
         "; a delay of 0 stays 0 when a run goes on, another one stays above 0";
}

/// What delayed expressions were.
std::string wrong_past(const SystemImpl& system, const State& state) {
  if (state.ahead.past.size() != system.delays().size())
    return "it has " + std::to_string(state.ahead.past.size()) + " delays, this model has " +
           std::to_string(system.delays().size());
  for (std::size_t d = 0; d < state.ahead.past.size(); ++d) {
    const auto& pieces = state.ahead.past[d].pieces;
    if (pieces.empty() && !system.delays()[d].has_history) return "a delay has no past";
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const bool follows = i == 0 || (!(pieces[i].begin < pieces[i - 1].begin) &&
                                      pieces[i].part >= pieces[i - 1].part);
      if (pieces[i].c.empty() || !all_finite(pieces[i].c) || !follows)
        return "the past of a delay has no order, or no numbers";
    }
  }
  return "";
}

std::string wrong_length(const SystemImpl& system, const Reached& reached) {
  if (reached.position.empty()) return "";
  return wrong_length(
      {{"reached.position", reached.position.size(), system.n_bodies()},
       {"reached.velocity", reached.velocity.size(), system.n_bodies()},
       {"reached.internal", reached.internal.size(), system.n_internals()},
       {"reached.supplied", reached.supplied.size(), system.n_bodies() + system.n_elements()},
       {"reached.dissipated", reached.dissipated.size(), system.n_elements()}});
}

bool all_finite(const Reached& reached) {
  for (const auto* list :
       {&reached.position, &reached.velocity, &reached.internal, &reached.deflection,
        &reached.supplied, &reached.dissipated, &reached.shares})
    if (!all_finite(*list)) return false;
  return std::isfinite(reached.energy + reached.moved + reached.numerical);
}

bool fits(const Ahead& ahead) {
  constexpr std::int64_t kMostOrder = 1000, kMostRefusals = 30;
  return ahead.order >= 0 && ahead.order <= kMostOrder && ahead.refusals >= 0 &&
         ahead.refusals <= kMostRefusals && ahead.last_step >= 0.0 &&
         std::isfinite(ahead.last_step + ahead.spent) && all_finite(ahead.pending) &&
         all_finite(ahead.unseen.velocity) && all_finite(ahead.unseen.motion);
}

bool all_finite(const Sizes& sizes) {
  return std::all_of(kSizeLists.begin(), kSizeLists.end(),
                     [&](const SizeList& one) { return all_finite(sizes.*one.list); });
}

}  // namespace

std::string misfit(const System& handle, const State& state) {
  const SystemImpl& system = handle.impl();
  if (state.reached.parts != 0 && state.reached.parts != system.hashes.parts)
    return "its bodies, elements and states are others than those of this model, or in another "
           "order";
  if (std::string wrong = wrong_length(system, state); !wrong.empty()) return wrong;
  if (std::string wrong = wrong_delays(system, state); !wrong.empty()) return wrong;
  if (std::string wrong = wrong_past(system, state); !wrong.empty()) return wrong;
  if (std::string wrong = wrong_length(system, state.reached); !wrong.empty()) return wrong;
  if (std::string wrong = wrong_length(system, state.sizes); !wrong.empty()) return wrong;
  const bool same = has_laws_of(system, state);
  if (!modes_exist(state.pair) || !modes_exist(state.side) ||
      !modes_exist(state.kept_limit, number(Bound::Both)) || !modes_exist(state.contact) ||
      !modes_exist(state.let_go) || !modes_exist(state.stepping.mode))
    return "a mode is none of -1, 0, 1";
  if (same && !sides_fit(system, state))
    return "'side' and 'pair' disagree, or a freewheel turns back";
  if (same && !contacts_fit(system, state))
    return "'let_go' and 'contact' disagree, or what can pull lets go";
  if (same && !branches_exist(system, state))
    return "'branch' names a piece that no expression has";
  if (std::any_of(state.roots.begin(), state.roots.end(), [](int n) { return n < 0; }))
    return "'roots' has a negative entry";
  if (!fits(state.ahead)) return "what it says of the next step is out of range";
  if (!std::isfinite(state.time) || !std::isfinite(state.anchor.value + state.anchor.rest) ||
      !all_finite(state.position) || !all_finite(state.velocity) || !all_finite(state.internal) ||
      !all_finite(state.edges.room) || !all_finite(state.edges.carried) ||
      !all_finite(state.edges.slip) || !all_finite(state.held) || !all_finite(state.supplied) ||
      !all_finite(state.dissipated) || !all_finite(state.stepping.deflection) ||
      !all_finite(state.stepping.acceleration) || !all_finite(state.stepping.acceleration_before) ||
      !all_finite(state.reached) || !all_finite(state.sizes) ||
      !std::isfinite(state.changes.total()))
    return "a number is not finite";
  return same ? "" : obstacle(system, state);
}

}  // namespace luztar
