#include "luztar/dynamics/controls.h"

#include <vector>

namespace luztar {

void collect_controls(SystemImpl& system) {
  std::vector<char> known(static_cast<std::size_t>(system.program.slots()), 0);
  const auto control = [&](int slot) {
    if (system.program.degree(slot) <= 0 || known[slot] != 0) return;
    known[slot] = 1;
    system.control_slots.push_back(slot);
  };
  const auto law = [&](int element, int slot) {
    if (slot >= 0 && system.program.time_only(slot)) control(slot);
    if (slot >= 0 && !system.program.time_only(slot)) system.lawful_elements.push_back(element);
  };
  for (int s = 0; s < system.n_springs(); ++s) law(s, system.springs[s].force_slot);
  for (int d = 0; d < system.n_dampers(); ++d)
    law(system.first_damper() + d, system.dampers[d].force_slot);
  for (int f = 0; f < system.n_forces(); ++f) law(system.first_force() + f, system.force_slots[f]);
  for (const PairLaw& pair : system.pairs)
    if (pair.normal_slot >= 0) control(pair.normal_slot);
  for (const Switch& sw : system.program.switches())
    if (sw.kind != Switch::Kind::Table) {
      control(sw.low);
      control(sw.high);
    }
  using Code = Program::Code;
  for (const auto* code : {&system.program.time_code(), &system.program.state_code()})
    for (const Program::Instruction& i : *code)
      if (i.code == Code::Exp || i.code == Code::Tanh || i.code == Code::SinhCosh)
        system.exponents.push_back(i.a);
}

}  // namespace luztar
