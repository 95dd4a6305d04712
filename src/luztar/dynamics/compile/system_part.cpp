#include "luztar/dynamics/compile/system_part.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "luztar/dynamics/series/controls.h"

namespace luztar {

SystemCutter::SystemCutter(const SystemImpl& whole) : whole_(whole), program_(whole.program) {
  elements_ = NodeLists(whole.n_bodies(), whole.n_elements(), [&](int e, const auto& at) {
    for (const Term& term : whole.terms_of(e)) at(term.body);
  });
  inputs_.resize(static_cast<std::size_t>(whole.n_elements()));
  local_.assign(static_cast<std::size_t>(whole.n_bodies()), -1);
  in_part_.assign(static_cast<std::size_t>(whole.n_elements()), 0);
  can_cut_ = whole.arms.geometries().empty() && !find_obstacles() && find_inputs();
}

/// What the law of each element reads; false if that is something beside its bodies.
bool SystemCutter::find_inputs() {
  std::vector<int> input_of(static_cast<std::size_t>(whole_.program.slots()), -1);
  for (std::size_t i = 0; i < whole_.inputs.size(); ++i)
    input_of[whole_.inputs[i].slot] = static_cast<int>(i);
  for (int e = 0; e < whole_.n_elements(); ++e) {
    program_.begin();
    for (const int slot : law_slots(e)) program_.slot(slot);
    for (const int sw : program_.switches())
      if (whole_.program.switches()[sw].owner != e) return false;
    for (const int slot : program_.slots()) {
      if (input_of[slot] < 0) continue;
      if (!belongs_to(whole_.inputs[input_of[slot]], e)) return false;
      inputs_[e].push_back(input_of[slot]);
    }
  }
  return true;
}

std::vector<int> SystemCutter::law_slots(int e) const {
  if (e < whole_.first_pair() || e >= whole_.first_force()) return {whole_.force_slot(e)};
  const PairLaw& law = whole_.pairs[e - whole_.first_pair()];
  return {law.level_slot[0], law.level_slot[1], law.normal_slot};
}

bool SystemCutter::belongs_to(const ProgramInput& input, int e) const {
  using Kind = ProgramInput::Kind;
  if (input.kind == Kind::Speed) return whole_.first_pair() + input.index == e;
  if (input.kind == Kind::Deflection || input.kind == Kind::Rate) return input.index == e;
  const auto terms = whole_.terms_of(e);
  return std::any_of(terms.begin(), terms.end(),
                     [&](const Term& term) { return term.body == input.index; });
}

bool SystemCutter::find_obstacles() const {
  if (whole_.has_massless || whole_.n_internals() > 0) return true;
  for (const Switch& sw : whole_.program.switches())
    if (sw.time_only || sw.owner < 0 || sw.owner >= whole_.n_elements()) return true;
  for (int e = 0; e < whole_.n_elements(); ++e) {
    const auto terms = whole_.terms_of(e);
    if (std::none_of(terms.begin(), terms.end(),
                     [&](const Term& term) { return whole_.is_free(term.body); }))
      return true;
  }
  // Bodies with a link or a freewheel between them that both rest on the ground share forces in
  // many ways, and with other ways come other instants at which these are looked at again.
  for (int j = 0; j < whole_.n_pairs(); ++j) {
    const auto terms = whole_.terms_of_pair(j);
    const PairLaw& law = whole_.pairs[j];
    if ((law.is_rigid() || law.is_one_way()) &&
        std::count_if(terms.begin(), terms.end(),
                      [&](const Term& term) { return whole_.is_free(term.body); }) > 1)
      return true;
  }
  for (int b = 0; b < whole_.n_bodies(); ++b)
    if (whole_.is_given(b) && elements_of(b).empty()) return true;
  return false;
}

std::unique_ptr<SystemPart> SystemCutter::cut(std::vector<int> own) {
  auto part = std::make_unique<SystemPart>();
  part->own = std::move(own);
  part->system.settings = whole_.settings;
  program_.begin();
  add_bodies(*part);
  add_elements(*part);
  part->system.program = program_.take(part->elements);
  part->switches = program_.switches();
  collect_controls(part->system);
  for (const int b : part->bodies) local_[b] = -1;
  for (const int e : part->elements) in_part_[e] = 0;
  return part;
}

std::unique_ptr<SystemPart> SystemCutter::whole() const {
  auto part = std::make_unique<SystemPart>();
  part->is_whole = true;
  const auto all = [](int n) {
    std::vector<int> list(static_cast<std::size_t>(n));
    std::iota(list.begin(), list.end(), 0);
    return list;
  };
  part->bodies = all(whole_.n_bodies());
  for (const int b : part->bodies) {
    part->is_own.push_back(whole_.is_free(b) ? 1 : 0);
    if (whole_.is_free(b)) part->own.push_back(b);
  }
  part->springs = all(whole_.n_springs());
  part->pairs = all(whole_.n_pairs());
  part->elements = all(whole_.n_elements());
  part->switches = all(whole_.n_switches());
  return part;
}

void SystemCutter::add_bodies(SystemPart& part) {
  for (const int b : part.own) local_[b] = 0;
  part.bodies = part.own;
  for (const int b : part.own)
    for (const int e : elements_of(b)) {
      if (in_part_[e] != 0) continue;
      in_part_[e] = 1;
      part.elements.push_back(e);
      for (const Term& term : whole_.terms_of(e))
        if (local_[term.body] < 0) {
          local_[term.body] = 0;
          part.bodies.push_back(term.body);
        }
    }
  std::sort(part.bodies.begin(), part.bodies.end());
  std::sort(part.elements.begin(), part.elements.end());
  SystemImpl& system = part.system;
  for (std::size_t i = 0; i < part.bodies.size(); ++i) {
    const int b = part.bodies[i];
    local_[b] = static_cast<int>(i);
    const bool is_own = std::binary_search(part.own.begin(), part.own.end(), b);
    const bool is_wall = !is_own && whole_.is_free(b);
    part.is_own.push_back(is_own ? 1 : 0);
    system.bodies.push_back(whole_.bodies[b]);
    if (is_wall) system.bodies.back().mass = std::numeric_limits<double>::infinity();
    BodyLaw& law = system.body_laws.emplace_back(whole_.body_laws[b]);
    law.motion_slot = program_.slot(law.motion_slot);
    if (!is_wall) continue;
    law.role = BodyRole::Steady;
    law.inverse_mass = law.velocity = 0.0;
  }
}

void SystemCutter::add_elements(SystemPart& part) {
  SystemImpl& system = part.system;
  for (std::size_t i = 0; i < part.elements.size(); ++i) {
    const int e = part.elements[i];
    ElementInfo info;
    info.name = whole_.elements[e].name;
    info.kind = whole_.elements[e].kind;
    info.is_pair = whole_.elements[e].is_pair;
    info.has_modes = whole_.elements[e].has_modes;
    system.elements.push_back(std::move(info));
    system.event_names.push_back(whole_.elements[e].name);
    std::vector<Term> row;
    for (const Term& term : whole_.terms_of(e))
      row.push_back({local_[term.body], term.coefficient});
    system.arms.add(row);
    add_law(part, e);
    system.laws.push_back(whole_.laws[e]);
    for (auto& variable : system.laws.back().formula.variables)
      if (variable.index >= 0) variable.index = local_[variable.index];
    add_inputs(part, e, static_cast<int>(i));
  }
}

void SystemCutter::add_law(SystemPart& part, int e) {
  SystemImpl& system = part.system;
  if (e < whole_.first_pair()) {
    SpringLaw law = whole_.smooth_law(e);
    law.force_slot = program_.slot(law.force_slot);
    system.smooth_laws(whole_.elements[e].kind).push_back(law);
    if (e < whole_.n_springs()) part.springs.push_back(e);
  } else if (e < whole_.first_force()) {
    PairLaw law = whole_.pairs[e - whole_.first_pair()];
    for (int& slot : law.level_slot) slot = program_.slot(slot);
    law.normal_slot = program_.slot(law.normal_slot);
    system.pairs.push_back(law);
    part.pairs.push_back(e - whole_.first_pair());
  } else {
    system.force_slots.push_back(program_.slot(whole_.force_slots[e - whole_.first_force()]));
  }
}

void SystemCutter::add_inputs(SystemPart& part, int e, int local) {
  using Kind = ProgramInput::Kind;
  auto& inputs = part.system.inputs;
  for (const int i : inputs_[e]) {
    ProgramInput input = whole_.inputs[i];
    input.slot = program_.slot(input.slot);
    if (input.kind == Kind::Speed) {
      input.index = part.system.n_pairs() - 1;
    } else if (input.kind == Kind::Position || input.kind == Kind::Velocity) {
      input.index = local_[input.index];
      // Other elements may read it too.
      const auto same = [&](const ProgramInput& other) {
        return other.slot == input.slot;
      };
      if (std::any_of(inputs.begin(), inputs.end(), same)) continue;
    } else {
      input.index = local;
    }
    inputs.push_back(input);
  }
}

namespace {

/// Where the entries of a list are in that of the whole.
const std::vector<int>& places_of(SizeList::Of of, const SystemPart& part) {
  static const std::vector<int> none;  // no part has internals
  return of == SizeList::Of::Bodies     ? part.bodies
         : of == SizeList::Of::Elements ? part.elements
                                        : none;
}

Sizes sizes_of_part(const Sizes& whole, const SystemPart& part) {
  Sizes sizes;
  for (const auto& [name, list, of] : kSizeLists)
    for (const int place : places_of(of, part))
      if (!(whole.*list).empty()) (sizes.*list).push_back((whole.*list)[place]);
  return sizes;
}

}  // namespace

State state_of_part(const State& whole, const SystemImpl& system, const SystemPart& part) {
  State state;
  state.anchor = whole.anchor;
  state.time = whole.time;
  state.resolved = true;
  for (const int b : part.bodies) {
    state.position.push_back(whole.position[b]);
    state.velocity.push_back(whole.velocity[b]);
  }
  for (const int j : part.pairs) {
    state.pair.push_back(whole.pair[j]);
    state.side.push_back(whole.side[j]);
    state.edges.room.push_back(whole.edges.room[j]);
    if (!whole.edges.slip.empty()) state.edges.slip.push_back(whole.edges.slip[j]);
    if (!whole.edges.tooth.empty()) state.edges.tooth.push_back(whole.edges.tooth[j]);
    state.kept_limit.push_back(whole.kept_limit[j]);
  }
  for (const int s : part.springs) {
    state.contact.push_back(whole.contact[s]);
    state.let_go.push_back(whole.let_go[s]);
  }
  for (const int sw : part.switches) state.branch.push_back(whole.branch[sw]);
  for (const int e : part.elements) {
    state.held.push_back(whole.held[e]);
    state.is_held.push_back(whole.is_held[e]);
  }
  for (const int s : part.springs)
    for (const int side : {0, 1}) state.roots.push_back(whole.roots[system.spring_guard(s, side)]);
  for (const int j : part.pairs)
    for (const int side : {0, 1}) state.roots.push_back(whole.roots[system.pair_guard(j, side)]);
  for (const int sw : part.switches)
    for (const int side : {0, 1}) state.roots.push_back(whole.roots[system.switch_guard(sw, side)]);
  state.supplied.assign(part.bodies.size() + part.elements.size(), {});
  state.dissipated.assign(part.elements.size(), {});
  state.sizes = sizes_of_part(whole.sizes, part);
  return state;
}

void empty_accounts(const SystemImpl& system, State& state) {
  const auto elements = static_cast<std::size_t>(system.n_elements());
  state.supplied.assign(static_cast<std::size_t>(system.n_bodies()) + elements, {});
  state.dissipated.assign(elements, {});
  state.moved = {};
  state.steps = state.events = state.mode_changes = 0;
}

void write_back(const State& from, const SystemImpl& system, const SystemPart& part, State& whole) {
  const auto add = [](const Sum& account, Sum& total) {
    if (account.value != 0.0) total.add(account.value);
    if (account.rest != 0.0) total.add(account.rest);
  };
  for (std::size_t i = 0; i < part.bodies.size(); ++i) {
    const int b = part.bodies[i];
    add(from.supplied[i], whole.supplied[b]);
    if (part.is_own[i] == 0) continue;
    whole.position[b] = from.position[i];
    whole.velocity[b] = from.velocity[i];
  }
  for (std::size_t i = 0; i < part.elements.size(); ++i) {
    const int e = part.elements[i];
    whole.held[e] = from.held[i];
    whole.is_held[e] = from.is_held[i];
    add(from.dissipated[i], whole.dissipated[e]);
    add(from.supplied[part.bodies.size() + i], whole.supplied[system.n_bodies() + e]);
  }
  auto root = from.roots.begin();
  const auto take_roots = [&](int guard) {
    whole.roots[guard] = *root++;
    whole.roots[guard + 1] = *root++;
  };
  for (std::size_t i = 0; i < part.springs.size(); ++i) {
    whole.contact[part.springs[i]] = from.contact[i];
    whole.let_go[part.springs[i]] = from.let_go[i];
    take_roots(system.spring_guard(part.springs[i], 0));
  }
  for (std::size_t i = 0; i < part.pairs.size(); ++i) {
    const int j = part.pairs[i];
    whole.pair[j] = from.pair[i];
    whole.side[j] = from.side[i];
    whole.edges.room[j] = from.edges.room[i];
    if (!whole.edges.slip.empty()) whole.edges.slip[j] = from.edges.slip[i];
    if (!whole.edges.tooth.empty()) whole.edges.tooth[j] = from.edges.tooth[i];
    whole.kept_limit[j] = from.kept_limit[i];
    take_roots(system.pair_guard(j, 0));
  }
  for (std::size_t i = 0; i < part.switches.size(); ++i) {
    whole.branch[part.switches[i]] = from.branch[i];
    take_roots(system.switch_guard(part.switches[i], 0));
  }
  add(from.moved, whole.moved);
  whole.steps += from.steps;
  whole.events += from.events;
  whole.mode_changes += from.mode_changes;
}

void write_back(const Sizes& from, const SystemPart& part, Sizes& whole) {
  for (const auto& [name, list, of] : kSizeLists) {
    if (list == &Sizes::start) continue;  // the part has it from the whole
    const std::vector<int>& places = places_of(of, part);
    for (std::size_t i = 0; i < places.size(); ++i) {
      double& largest = (whole.*list)[places[i]];
      largest = std::max(largest, (from.*list)[i]);
    }
  }
}

}  // namespace luztar
