// Where a run ended as the start of another one.
#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/core/number_text.h"
#include "luztar/dynamics/compile/change.h"
#include "luztar/dynamics/compile/check_system.h"
#include "luztar/dynamics/instant/contacts.h"
#include "luztar/dynamics/system/coupled_bodies.h"
#include "luztar/dynamics/system/geometry.h"
#include "luztar/dynamics/system/pair_edges.h"
#include "luztar/dynamics/system/system.h"

namespace luztar {
namespace {

/// What the run before ended with.
struct Former {
  double time{};
  std::vector<double> position, velocity;  ///< (bodies)
  std::vector<Edge> side;                  ///< (pairs)
  std::vector<double> room;                ///< (pairs)
  std::vector<double> fastest;  ///< (bodies) largest speed at instants, or its mean in the run
};

Former former_of(const State& end, double start) {
  const bool is_beyond = !end.reached.position.empty();
  Former former{end.time,
                is_beyond ? end.reached.position : end.position,
                is_beyond ? end.reached.velocity : end.velocity,
                end.side,
                end.edges.room,
                end.sizes.velocity};
  for (std::size_t b = 0; b < former.fastest.size() && end.time > start; ++b)
    former.fastest[b] = std::max(former.fastest[b], end.sizes.travel[b] / (end.time - start));
  return former;
}

/// @param state  with what counts the half turns of angles, and states
double deflection_at(const SystemImpl& system, int e, const std::vector<double>& position,
                     const State& state) {
  if (const Geometry* geometry = system.geometry_of(e))
    return value_of(geometry->deflection,
                    Positions<std::vector<double>>{position, state.internal, state.branch.data()});
  double sum = 0.0;
  for (const Term& term : system.terms_of(e)) sum += term.coefficient * position[term.body];
  return sum;
}

/// Largest error of a given motion at the end of a run and at its start by the rounding of the
/// time.
double clock_tolerance(const Former& former, const State& state) {
  double distance = 0.0;
  for (std::size_t b = 0; b < state.position.size(); ++b)
    distance = std::max({distance, std::abs(state.position[b]), std::abs(former.position[b]),
                         std::abs(former.velocity[b] * (former.time - state.time))});
  return kNoise * distance;
}

/// Stops that were in contact are, but for rounding: of the bodies that are free one comes along.
void keep_contacts(const SystemImpl& system, const Former& former, double tolerance, State& state) {
  std::vector<char> moved(state.position.size(), 0);
  for (int j = 0; j < system.n_pairs(); ++j) {
    const auto p = static_cast<std::size_t>(j);
    if (!system.pairs[j].has_edges() || former.side[p] == Edge::None) continue;
    const int e = system.first_pair() + j;
    const double off = deflection_at(system, e, state.position, state) -
                       edge_place(system, state, j, former.side[p]);
    if (std::abs(off) > tolerance) continue;
    state.side[p] = former.side[p];
    state.pair[p] = stop_mode(former.side[p]);
    state.edges.room[p] = 0.0;
    if (off == 0.0 || system.geometry_of(e) != nullptr) continue;
    for (const Term& term : system.terms_of(e)) {
      if (system.is_given(term.body) || moved[term.body] != 0 || term.coefficient == 0.0) continue;
      state.position[term.body] -= off / term.coefficient;
      moved[term.body] = 1;
      break;
    }
  }
}

/// Freewheels that were engaged are, but for rounding: of the bodies that are free one comes along.
void keep_engaged(const SystemImpl& system, const Former& former, State& state) {
  if (former.fastest.empty()) return;
  for (int j = 0; j < system.n_pairs(); ++j) {
    if (!system.pairs[j].is_one_way()) continue;
    double rate = 0.0, fastest = 0.0;
    const Term* free = nullptr;
    for (const Term& term : system.terms_of_pair(j)) {
      rate += term.coefficient * state.velocity[term.body];
      fastest = std::max(fastest, std::abs(term.coefficient) * former.fastest[term.body]);
      if (free == nullptr && !system.is_given(term.body) && term.coefficient != 0.0) free = &term;
    }
    if (!(rate < 0.0) || rate < -kSolved * fastest || free == nullptr) continue;
    state.velocity[free->body] -= rate / free->coefficient;
    state.pair[static_cast<std::size_t>(j)] = Mode::Stuck;
  }
}

/// Whether the force of an element depends on its deflection.
bool knows_its_place(const SystemImpl& system, int e) {
  if (e >= system.first_force()) return false;
  if (e >= system.first_pair())
    return system.pairs[e - system.first_pair()].has_edges() || system.elements[e].pitch > 0.0;
  const auto& variables = system.laws[e].formula.variables;
  return system.smooth_law(e).stiffness != 0.0 ||
         std::any_of(variables.begin(), variables.end(), [](const LawSymbol& symbol) {
           return symbol.kind == LawSymbol::Kind::Deflection;
         });
}

/// What a given motion that begins anew would tear: an element whose force depends on its
/// deflection. "" if nothing.
std::string jump_from_motion(const SystemImpl& system, const Former& former, const State& state,
                             double tolerance) {
  for (int e = 0; e < system.n_elements(); ++e) {
    if (!knows_its_place(system, e)) continue;
    const double before = deflection_at(system, e, former.position, state);
    const double now = deflection_at(system, e, state.position, state);
    if (std::abs(now - before) > kSolved * (std::abs(before) + std::abs(now)) + tolerance)
      return "the deflection of the " + label_of(system.elements[e]) + " would jump from " +
             rounded_text(before) + " to " + rounded_text(now);
  }
  return "";
}

/// The clocks of controllers for which the run before has an instant at its end.
std::vector<int> clocks_at_end(const SystemImpl& system, const State& end) {
  std::vector<int> clocks;
  for (const ControllerLaw& law : system.sampling.controllers) {
    const GridInstant now = GridInstant::at({end.time, 0.0});
    const auto look = [&](int clock, const Grid& grid) {
      if (end.branch[clock] >= 0 && is_same(grid.at(end.branch[clock]), now))
        clocks.push_back(clock);
    };
    look(law.clock, law.samples());
    if (law.act_clock != law.clock) look(law.act_clock, law.actions());
  }
  return clocks;
}

}  // namespace

bool have_same_laws(const System& one, const System& other) {
  return one.impl().hashes.laws == other.impl().hashes.laws;
}

State begun_anew(const System& system_handle, State end) {
  const SystemImpl& system = system_handle.impl();
  bring_into_coordinates(system, end);
  if (system.n_delays() > 0)
    throw ModelError({}, "a run with delay() does not begin anew from the end of another one",
                     "what was before would not fit: start each run from the file");
  const Former former = former_of(end, system.settings.start);
  std::vector<int> sampled = clocks_at_end(system, end);
  end.time = system.settings.start;
  State state = with_laws(system, std::move(end));
  const std::size_t supplied = state.supplied.size(), dissipated = state.dissipated.size();
  static_cast<Accounts&>(state) = {};
  state.supplied.assign(supplied, {});
  state.dissipated.assign(dissipated, {});
  for (const double z : state.internal) state.largest.push_back(std::abs(z));
  state.sampled = kNoSample;
  state.sizes = {};
  state.ahead = {.pending = std::move(state.ahead.pending), .sampled = std::move(sampled)};
  state.stepping = {};
  state.reached = {.shares = shares_of(system)};
  const double tolerance = clock_tolerance(former, state);
  keep_contacts(system, former, tolerance, state);
  keep_engaged(system, former, state);
  std::string message = pairs_obstacle(system, state, former.room, tolerance);
  if (message.empty()) message = jump_from_motion(system, former, state, tolerance);
  if (!message.empty())
    throw ModelError({}, "the state that the run before ended with does not fit: " + message,
                     "carry it in smaller steps; let runs last a whole number of periods of what "
                     "is given");
  return state;
}

}  // namespace luztar
