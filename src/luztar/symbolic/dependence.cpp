#include "luztar/symbolic/dependence.h"

namespace luztar {

std::vector<char> slots_behind(const Program& program, int sw) {
  std::vector<char> behind(program.slots(), 0);
  const auto is_behind = [&](int slot) {
    return slot >= 0 && behind[slot] != 0;
  };
  for (const auto* code : {&program.time_code(), &program.state_code()})
    for (const Program::Instruction& i : *code) {
      bool found = i.sw == sw || is_behind(i.a) || is_behind(i.b);
      if (i.sw >= 0) {
        const Switch& chosen = program.switches()[i.sw];
        found = found || is_behind(chosen.low) || is_behind(chosen.high);
      }
      if (!found) continue;
      behind[i.out] = 1;
      if (i.aux >= 0) behind[i.aux] = 1;
    }
  return behind;
}

}  // namespace luztar
