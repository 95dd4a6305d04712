#include "luztar/symbolic/dependence.h"

#include <algorithm>
#include <utility>

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

SlotMarks marks_behind(const Program& program, SlotMarks own) {
  for (const Program::Instruction& i : program.state_code()) {
    std::vector<int> marks = own[i.out];
    const auto take = [&](int slot) {
      if (slot >= 0) marks.insert(marks.end(), own[slot].begin(), own[slot].end());
    };
    take(i.a);
    take(i.b);
    const int last = i.code == Program::Code::Grid ? i.sw + 1 : i.sw;
    for (int index = i.sw; index >= 0 && index <= last; ++index) {
      take(program.switches()[index].low);
      take(program.switches()[index].high);
    }
    if (marks.empty()) continue;
    std::ranges::sort(marks);
    marks.erase(std::unique(marks.begin(), marks.end()), marks.end());
    if (i.aux >= 0) own[i.aux] = marks;
    own[i.out] = std::move(marks);
  }
  return own;
}

bool has_powers(const Program& program) {
  return std::ranges::any_of(program.state_code(), [](const Program::Instruction& i) {
    return i.code == Program::Code::Power;
  });
}

}  // namespace luztar
