#include "luztar/symbolic/dependence.h"

namespace luztar {

std::vector<char> slots_behind(const Program& program, int sw) {
  std::vector<char> behind(program.slots(), 0);
  const auto is_behind = [&](int slot) {
    return slot >= 0 && behind[slot] != 0;
  };
  for (const auto* code : {&program.time_code(), &program.state_code()})
    for (const Program::Instruction& i : *code) {
      bool found = is_behind(i.a) || is_behind(i.b);
      const int last = i.code == Program::Code::Grid ? i.sw + 1 : i.sw;
      for (int index = i.sw; index >= 0 && index <= last; ++index) {
        const Switch& chosen = program.switches()[index];
        found = found || index == sw || is_behind(chosen.low) || is_behind(chosen.high);
      }
      if (!found) continue;
      behind[i.out] = 1;
      if (i.aux >= 0) behind[i.aux] = 1;
    }
  return behind;
}

}  // namespace luztar
