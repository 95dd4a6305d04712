#include "luztar/dynamics/system/hashes.h"

#include <bit>
#include <string_view>

namespace luztar {
namespace {

class Hash {
 public:
  void add(std::int64_t word) {
    hash_ = (hash_ ^ static_cast<std::uint64_t>(word)) * 1099511628211U;  // FNV-1a, by words
    hash_ ^= hash_ >> 29U;
  }
  void add(int word) { add(static_cast<std::int64_t>(word)); }
  void add(bool word) { add(word ? 1 : 0); }
  void add(double number) { add(std::bit_cast<std::int64_t>(number + 0.0)); }  // -0 is 0
  void add(std::string_view text) {
    add(static_cast<std::int64_t>(text.size()));
    for (const char c : text) add(static_cast<int>(static_cast<unsigned char>(c)));
  }
  template <class Item>
  void add_list(const Item& list) {
    add(static_cast<std::int64_t>(list.size()));
    for (const auto& item : list) add(item);
  }
  template <class List, class Item, class Number>
  void add_members(const List& list, Number Item::*number) {
    add(static_cast<std::int64_t>(list.size()));
    for (const Item& item : list) add(item.*number);
  }
  template <class... Numbers>
  void add_all(const Numbers&... numbers) {
    (add(numbers), ...);
  }
  /// Exact as a number of JSON, and never 0.
  std::int64_t value() const {
    const auto low = static_cast<std::int64_t>(hash_ & ((std::uint64_t{1} << 53U) - 1));
    return low == 0 ? 1 : low;
  }

 private:
  std::uint64_t hash_{14695981039346656037U};
};

void add_tables(Hash& hash, const Program& program) {
  for (const auto& table : program.tables()) {
    hash.add_list(table->knot);
    for (const auto& piece : table->piece) hash.add_list(piece);
    hash.add_all(table->jumps, table->kinks);
  }
}

void add_grids(Hash& hash, const Program& program) {
  for (const Switch& sw : program.switches()) {
    if (sw.grid < 0) continue;
    const GridFunction& grid = program.grid(sw);
    hash.add_list(grid.numbers());
    hash.add_all(grid.order()[0], grid.order()[1]);
  }
}

void add_program(Hash& hash, const Program& program) {
  for (const auto* code : {&program.time_code(), &program.state_code()})
    for (const Program::Instruction& i : *code)
      hash.add_all(static_cast<int>(i.code), i.out, i.a, i.b, i.aux, i.constant, i.sw,
                   static_cast<int>(i.variant));
  for (const auto& [slot, value] : program.constants()) hash.add_all(slot, value);
  for (const Switch& sw : program.switches())
    hash.add_all(key_of(sw), sw.low, sw.high, sw.width, sw.table);
  add_tables(hash, program);
  add_grids(hash, program);
}

void add_elements(Hash& hash, const SystemImpl& system) {
  for (const SpringLaw& law : system.springs)
    hash.add_all(law.stiffness, law.lower, law.upper, law.rest, law.damping, law.has_gap,
                 law.force_slot);
  for (int s = 0; s < system.n_springs(); ++s)
    if (system.springs[s].only_pushes) hash.add(s);
  for (const SpringLaw& law : system.dampers) hash.add_all(law.damping, law.force_slot);
  for (const PairLaw& law : system.pairs) {
    for (const auto* list : {&law.viscous, &law.kinetic, &law.breakaway}) hash.add_list(*list);
    hash.add_list(law.level_slot);
    hash.add_all(static_cast<int>(law.kind), law.normal_slot, law.lower, law.upper,
                 law.restitution);
    if (law.pitch > 0.0) hash.add_all(law.pitch);
  }
  for (const Geometry& geometry : system.arms.geometries()) {
    hash.add_all(geometry.element, geometry.deflection_slot, geometry.rate_slot);
    hash.add_list(geometry.gradient_slots);
  }
  hash.add_list(system.force_slots);
  for (const ControllerLaw& law : system.sampling.controllers)
    hash.add_all(law.period, law.delay, law.first);
  for (const DelayLaw& law : system.delays()) hash.add_all(law.time, law.slot, law.has_history);
  for (const auto number :
       {&InternalLaw::rate_slot, &InternalLaw::element, &InternalLaw::settled_slot})
    hash.add_members(system.internals, number);
  for (const InternalLaw& law : system.internals)
    for (const JumpLaw& jump : law.jumps) hash.add(jump.condition);
  for (const CoupledBody& body : system.arms.coupled())
    for (const Term& term : body.others) hash.add_all(body.body, term.body, term.coefficient);
  hash.add_list(system.arms.begins());
  hash.add_members(system.internals, &InternalLaw::stiffness);
  for (const Term& term : system.arms.all()) hash.add_all(term.body, term.coefficient);
}

}  // namespace

std::int64_t key_of(const Switch& sw) {
  return 16 * static_cast<std::int64_t>(sw.owner) + static_cast<int>(sw.kind);
}

/// Among the kinds of elements, which follow that of bodies.
int place_of(PartKind kind) { return static_cast<int>(kind) - 1; }

std::int64_t hash_of_parts(const SystemImpl& system) {
  Hash hash;
  for (const BodyInfo& body : system.bodies) hash.add(body.name);
  for (const ElementInfo& element : system.elements)
    hash.add_all(std::string_view(element.name), place_of(element.kind), element.internal);
  for (const StateInfo& state : system.states) hash.add(state.name);
  return hash.value();
}

std::int64_t hash_of_laws(const SystemImpl& system) {
  Hash hash;
  for (const BodyInfo& body : system.bodies) hash.add_all(body.mass, body.prescribed);
  hash.add_members(system.body_laws, &BodyLaw::motion_slot);
  for (const BodyLaw& law : system.body_laws)
    if (law.release != Release::Unknown) hash.add(static_cast<int>(law.release));
  add_elements(hash, system);
  for (const ProgramInput& input : system.inputs)
    hash.add_all(static_cast<int>(input.kind), input.index, input.slot, input.side);
  add_program(hash, system.program);
  return hash.value();
}

std::int64_t hash_of_method(const SimulationSettings& settings) {
  Hash hash;
  hash.add_all(static_cast<int>(settings.method), settings.tolerance, settings.step,
               settings.adaptive);
  return hash.value();
}

}  // namespace luztar
