#include "luztar/dynamics/controls.h"

#include <vector>

#include "luztar/symbolic/hidden_terms.h"

namespace luztar {

void collect_controls(SystemImpl& system) {
  system.hidden_terms = slots_with_hidden_terms(system.program);
  system.laws_at.assign(system.n_bodies(), {});
  std::vector<char> known(static_cast<std::size_t>(system.program.slots()), 0);
  const auto control = [&](int slot) {
    if (system.program.degree(slot) <= 0 || known[slot] != 0) return;
    known[slot] = 1;
    system.control_slots.push_back(slot);
  };
  const auto law = [&](int element, int slot) {
    if (slot >= 0 && system.program.time_only(slot)) control(slot);
    if (slot < 0 || system.program.time_only(slot)) return;
    system.lawful_elements.push_back(element);
    if (system.hidden_terms[slot] == 0) return;
    for (const Term& term : system.terms_of(element))
      system.laws_at[term.body].push_back({element, term.coefficient});
  };
  for (int e = 0; e < system.n_elements(); ++e) law(e, system.force_slot(e));
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
