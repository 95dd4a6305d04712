#include "time_program.h"

namespace luztar::testing {

TimeProgram time_program(const Expression& e) {
  ProgramBuilder builder;
  const ProgramBuilder::Resolve resolve = [](const std::string& name) -> ProgramBuilder::Meaning {
    if (name == "t") return ProgramBuilder::Slot{0};
    return kParameter;
  };
  TimeProgram compiled;
  compiled.slot = builder.compile(e, resolve, 0, false);
  compiled.program = builder.take();
  compiled.branch.assign(compiled.program.switches().size(), 0);
  return compiled;
}

void choose_branches(TimeProgram& c, double t) {
  for (int round = 0; round < 5; ++round) {
    ProgramSeries values(c.program, 0);
    values.expand_time(c.program, t, c.branch.data());
    for (std::size_t i = 0; i < c.branch.size(); ++i) {
      const Switch& sw = c.program.switches()[i];
      c.branch[i] = branch_from_values(c.program, sw, values.slot(sw.low)[0],
                                       values.slot(sw.high)[0], t, c.branch[i]);
    }
  }
}

}  // namespace luztar::testing
