#include "luztar/dynamics/system/normal_loads.h"

#include "luztar/network/symbols.h"

namespace luztar {

void find_normal_loads(SystemImpl& system) {
  for (int j = 0; j < system.n_pairs(); ++j)
    for (const LawSymbol& symbol : system.laws[system.first_pair() + j].formula.variables) {
      if (symbol.kind != LawSymbol::Kind::Load) continue;
      for (const ProgramInput& input : system.inputs)
        if (input.kind == ProgramInput::Kind::Load && input.index == symbol.index &&
            input.side == symbol.side)
          system.arms.add(
              NormalLoad{j, symbol.index - system.first_pair(), symbol.side, input.slot});
    }
}

}  // namespace luztar
