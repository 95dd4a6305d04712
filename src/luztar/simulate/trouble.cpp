#include "luztar/simulate/trouble.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "luztar/core/number_text.h"
#include "luztar/simulate/motion.h"
#include "luztar/symbolic/dependence.h"

namespace luztar {
namespace {

/// The table that is read outside of its rows, if what it makes is no number.
std::string outside_message(const Motion& motion) {
  const SystemImpl& system = motion.system();
  const Program& program = system.program;
  const ProgramSeries& series = motion.series().series();
  const auto spoils = [&](int index) {
    const std::vector<char> behind = slots_behind(program, index);
    const auto bad = [&](int slot) {
      return slot >= 0 && behind[static_cast<std::size_t>(slot)] != 0 &&
             std::isnan(series.slot(slot)[0]);
    };
    for (int e = 0; e < system.n_elements(); ++e)
      if (bad(system.force_slot(e))) return true;
    for (int b = 0; b < system.n_bodies(); ++b)
      if (bad(system.motion_slot(b))) return true;
    return std::ranges::any_of(system.pairs, bad, &PairLaw::normal_slot) ||
           std::ranges::any_of(system.internals, bad, &InternalLaw::rate_slot);
  };
  for (int i = 0; i < system.n_switches(); ++i) {
    const Switch& sw = program.switches()[i];
    if (sw.kind != Switch::Kind::Lookup || !program.table(sw).bounded) continue;
    const PiecewiseCubic& table = program.table(sw);
    const std::int64_t branch = motion.state().branch[i];
    const bool above = branch + 1 == static_cast<std::int64_t>(table.piece.size());
    if ((branch != 0 && !above) || !spoils(i)) continue;
    const std::string where = sw.owner < 0 ? "" : " in '" + system.event_names[sw.owner] + "'";
    return reach_words(table) + ", and its argument" + where + (above ? " rises" : " falls") +
           " beyond; " + reach_advice(table);
  }
  return "";
}

std::string state_name(const SystemImpl& system, int internal) {
  return system.states[static_cast<std::size_t>(internal - system.first_state())].name;
}

/// What controllers hold comes from their updates alone: whatever else is no number follows from
/// it.
std::string update_message(const Motion& motion) {
  const SystemImpl& system = motion.system();
  for (int i = system.first_output(); i < system.first_delay(); ++i)
    if (!std::isfinite(motion.series().z(i)[0]))
      return "the update of its controller makes '" + state_name(system, i) + "' no finite number";
  return "";
}

/// What it is, at the anchor.
std::string not_finite_message(const Motion& motion) {
  if (std::string message = outside_message(motion); !message.empty()) return message;
  if (std::string message = update_message(motion); !message.empty()) return message;
  const SystemImpl& system = motion.system();
  const Expansion& series = motion.series();
  const auto first_bad = [&](const double* row) {
    int k = 0;
    while (k <= series.order() && std::isfinite(row[k])) ++k;
    return k;
  };
  const auto bad = [&](const double* row) {
    return first_bad(row) <= series.order();
  };
  int first = -1, largest = -1;  // of the elements with a law written by the user
  for (int e = 0; e < system.n_elements(); ++e) {
    if (!system.has_written_law(e)) continue;
    // What fails at a lower order spoils the others.
    if (bad(series.f(e)) && (first < 0 || first_bad(series.f(e)) < first_bad(series.f(first))))
      first = e;
    if (largest < 0 || std::abs(series.f(e)[0]) > std::abs(series.f(largest)[0])) largest = e;
  }
  if (first >= 0)
    return "the force of '" + system.elements[first].name +
           "' is not a finite number or has no power series here (a division by zero, a pole, a "
           "root or a power of zero, a logarithm?)";
  for (int j = 0; j < system.n_pairs(); ++j)
    if (system.pairs[j].normal_slot >= 0 && bad(series.series().slot(system.pairs[j].normal_slot)))
      return "the normal force of '" + pair_name(system, j) +
             "' is not a finite number or has no power series here";
  int fastest = -1;  // of the states of the model file
  for (int i = system.first_state(); i < system.first_delay(); ++i) {
    if (bad(series.z(i)))
      return "the rate of '" + state_name(system, i) +
             "' is not a finite number, has no power series here or grows without end";
    if (fastest < 0 || std::abs(series.z(i)[1]) > std::abs(series.z(fastest)[1])) fastest = i;
  }
  std::string cause;
  if (largest >= 0)
    cause = "; the force of '" + system.elements[largest].name + "' may drive it";
  else if (fastest >= 0)
    cause = "; the state '" + state_name(system, fastest) + "' may drive it";
  for (int b = 0; b < system.n_bodies(); ++b)
    if (system.motion_slot(b) >= 0 && bad(series.q(b)))
      return "the prescribed motion of '" + system.bodies[b].name +
             "' is not a finite number or has no power series here";
  for (int b = 0; b < system.n_bodies(); ++b)
    if (bad(series.a(b)) || bad(series.q(b)))
      return "the motion of '" + system.bodies[b].name + "' leaves the finite numbers" + cause;
  return "the motion becomes singular: it grows or steps shrink without end" + cause;
}

}  // namespace

std::string pair_name(const SystemImpl& system, int pair) {
  return system.elements[system.first_pair() + pair].name;
}

std::string guard_name(const SystemImpl& system, int guard) {
  const GuardOwner owner = guard_owner(system, guard);
  if (owner.kind == GuardOwner::Kind::Spring) return system.elements[owner.index].name;
  if (owner.kind == GuardOwner::Kind::Pair) return pair_name(system, owner.index);
  const int name = system.program.switches()[owner.index].owner;
  return name < 0 ? "an input" : system.event_names[name];
}

std::string at_time(double time) { return "t = " + rounded_text(time, 10) + " s: "; }

Trouble not_finite(const Motion& motion) { return {Status::NotFinite, not_finite_message(motion)}; }

std::optional<Trouble> not_finite(const Motion& motion, const Sample& sample) {
  const auto all = [](std::span<const double> values) {
    return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
  };
  if (all(sample.q) && all(sample.v) && all(sample.a) && all(sample.d) && all(sample.rate) &&
      all(sample.f) && all(sample.lower) && all(sample.upper) && all(sample.internal))
    return std::nullopt;
  Trouble trouble = not_finite(motion);
  for (std::size_t e = 0; e < sample.d.size(); ++e)
    if (!std::isfinite(sample.d[e]) || !std::isfinite(sample.rate[e]))
      trouble.message = "the deflection of '" + motion.system().elements[static_cast<int>(e)].name +
                        "' leaves the finite numbers";
  return trouble;
}

Trouble unbalanced(Motion& motion, ModeStatus status) {
  if (!motion.is_finite_at_anchor()) return not_finite(motion);
  const int b = motion.modes().unbalanced_body();
  const std::string name =
      b < 0 ? "a massless body" : "the massless body '" + motion.system().bodies[b].name + "'";
  return {Status::Unsolved,
          status == ModeStatus::Floating
              ? "a force acts on " + name +
                    ", and nothing holds it here; give it a mass, or a damper or viscous friction"
              : name +
                    " would have to jump to where its forces balance; give it a mass, or a damper "
                    "or viscous friction"};
}

bool stops_press(const SystemImpl& system) {
  return std::ranges::any_of(system.arms.normal_loads(), [&](const NormalLoad& load) {
    return system.pairs[load.by].has_edges();
  });
}

/// A few of the frictions that forces of links or stops load.
std::string loaded_names(const SystemImpl& system) {
  constexpr std::size_t kMost = 4;
  std::vector<std::string> names;
  for (const NormalLoad& load : system.arms.normal_loads()) {
    const std::string name = "'" + pair_name(system, load.pair) + "'";
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  std::string list = names.front();
  for (std::size_t k = 1; k < names.size() && k < kMost; ++k) list += ", " + names[k];
  if (names.size() > kMost) list += " and " + std::to_string(names.size() - kMost) + " more";
  const bool several = names.size() > 1;
  if (stops_press(system))
    return list +
           (several ? " grow with forces that they cause" : " grows with a force that it causes");
  return list + (several ? " grow with forces of links that they cause"
                         : " grows with the force of a link that it causes");
}

std::optional<Trouble> stuck_by_loads(Motion& motion, ModeStatus status) {
  const SystemImpl& system = motion.system();
  const char* const soft = "make it elastic (a spring)";
  if (status == ModeStatus::Jammed && stops_press(system))
    return Trouble{Status::Unsolved,
                   "it jams: no motion without an impulse fits the laws "
                   "(Painleve's paradox), as " +
                       loaded_names(system) + "; make that less, or the stop elastic (a spring)"};
  if (status == ModeStatus::Jammed)
    return Trouble{Status::Unsolved, "it jams: no motion fits the laws, as " +
                                         loaded_names(system) + "; make that less, or a link " +
                                         "elastic (a spring)"};
  if (status == ModeStatus::Shared)
    return Trouble{Status::Unsolved, "the force of '" +
                                         pair_name(system, motion.modes().shared_force()) +
                                         "', which presses what slides, is not unique: others "
                                         "share it; " +
                                         soft};
  if (status == ModeStatus::TooMany)
    return Trouble{Status::Unsolved, "too many pairs rest to try all their choices, and " +
                                         loaded_names(system) +
                                         "; make some links elastic "
                                         "(springs)"};
  return std::nullopt;
}

std::optional<Trouble> parting_links(Motion& motion) {
  const std::vector<int> pairs = motion.modes().parting();
  if (pairs.empty()) return std::nullopt;
  std::string names;
  for (const int j : pairs)
    names += (names.empty() ? "'" : ", '") + pair_name(motion.system(), j) + "'";
  return Trouble{Status::Unsolved,
                 names +
                     " are at a dead point: they hold the same here, and part as their "
                     "gradients turn, so that their bodies may go on in more ways than one or "
                     "in none; start elsewhere, or put a spring in the place of one"};
}

std::optional<Trouble> dead_point(const Motion& motion) {
  const SystemImpl& system = motion.system();
  if (const int violated = motion.series().bent().violated(); violated >= 0)
    return Trouble{Status::Unsolved,
                   "the gradient of the deflection of '" + pair_name(system, violated) +
                       "' jumps while it holds, so that velocities would have to jump: smooth it "
                       "(a cubic table for a linear one, no abs, min, max there)"};
  for (int j = 0; system.has_bent_pairs() && j < system.n_pairs(); ++j) {
    if (!system.is_bent(j)) continue;
    const auto arms = motion.series().terms_of_pair(j);
    const bool links = system.pairs[j].is_rigid();
    if (motion.series().turned_round() != j && !links) continue;
    if (motion.series().turned_round() != j &&
        std::any_of(arms.begin(), arms.end(), [&](const Term& term) {
          return term.coefficient != 0.0 && !system.is_given(term.body);
        }))
      continue;
    return Trouble{Status::Unsolved,
                   "'" + pair_name(system, j) +
                       "' is at a dead point: its deflection has no gradient here, so that it "
                       "holds nothing and its bodies may go on in more ways than one; start "
                       "elsewhere, or add what decides it (a second link, something elastic)"};
  }
  return std::nullopt;
}

Trouble untied(const SystemImpl& system, const TiedMotions& tied) {
  constexpr std::size_t kMost = 6;
  std::string names;
  for (std::size_t k = 0; k < tied.pairs.size() && k < kMost; ++k)
    names += (k == 0 ? "'" : ", '") + pair_name(system, tied.pairs[k]) + "'";
  if (tied.pairs.size() > kMost)
    names += " and " + std::to_string(tied.pairs.size() - kMost) + " more";
  std::string bodies;
  for (const Term& term : tied.given)
    bodies += (bodies.empty() ? "'" : "', '") + system.bodies[term.body].name;
  return {Status::Unsolved,
          "the links " + names + " cannot all hold: they tie the given motion of " + bodies +
              "' to " + (tied.given.size() > 1 ? "each other" : "the ground") +
              ", and it goes another way; remove a link, or put a spring in its place"};
}

Trouble no_room(const std::string& means, const std::string& names) {
  return {Status::Unsolved, "no " + means + " keeps the bodies at " + names +
                                " inside all their edges; given motions squeeze them, leave them "
                                "room or put a spring between"};
}

const char* zero_name(const SystemImpl& system, const State& state, const GuardOwner& owner) {
  const bool pair = owner.kind == GuardOwner::Kind::Pair;
  if (pair && system.pairs[owner.index].pitch > 0.0)
    return owner.side == 0 ? "its next tooth" : "its last tooth";
  if (!pair || !system.pairs[owner.index].is_dry()) return "the edge of its gap";
  return state.pair[owner.index] != Mode::Stuck ? "rest" : "its limit";
}

}  // namespace luztar
