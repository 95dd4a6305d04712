#include "luztar/sensitivity/sampled_memory.h"

namespace luztar {

template <typename N>
SampledMemory<N>::SampledMemory(const Numbers<N>& numbers)
    : numbers_(numbers), system_(numbers.system) {
  pending_.resize(static_cast<std::size_t>(system_.sampling.n_pending));
}

template <typename N>
void SampledMemory<N>::begin(const State& state) {
  clock_.assign(state.branch.begin(), state.branch.begin() + system_.sampling.n_clocks);
  for (std::size_t i = 0; i < pending_.size(); ++i) pending_[i] = state.ahead.pending[i];
}

template <typename N>
void SampledMemory<N>::begin_with(const std::vector<N>& z) {
  for (const ControllerLaw& law : system_.sampling.controllers)
    for (int k = 0; k < law.size && law.pending >= 0; ++k)
      pending_[law.pending + k] = z[law.output + k];
}

/// Where a clock has gone on: assignments with what is just before the instant.
template <typename N>
void SampledMemory<N>::take(const State& state, bool starts, const std::vector<N>& q,
                            const std::vector<N>& v, std::vector<N>& z) {
  const auto& controllers = system_.sampling.controllers;
  for (std::size_t c = 0; c < controllers.size(); ++c) {
    const ControllerLaw& law = controllers[c];
    const auto goes_on = [&](int clock, const Grid& grid) {
      const std::int64_t now = state.branch[clock];
      if (!starts) return now != clock_[clock];
      return now >= 0 && is_same(grid.at(now), GridInstant::at(state.anchor));
    };
    if (law.pending >= 0 && goes_on(law.act_clock, law.actions()))
      for (int k = 0; k < law.size; ++k) z[law.output + k] = pending_[law.pending + k];
    if (goes_on(law.clock, law.samples())) update(c, state, q, v, z);
  }
  for (int clock = 0; clock < system_.sampling.n_clocks; ++clock)
    clock_[clock] = state.branch[clock];
}

template <typename N>
void SampledMemory<N>::update(std::size_t controller, const State& state, const std::vector<N>& q,
                              const std::vector<N>& v, std::vector<N>& z) {
  using Kind = LawSymbol::Kind;
  const ControllerLaw& law = system_.sampling.controllers[controller];
  N* memory = law.pending >= 0 ? &pending_[law.pending] : &z[law.output];
  for (const VariedSystem::Update& update : numbers_.varied.updates[controller]) {
    const Program& program = update.program;
    BasicProgramSeries<N> values(program, 0);
    for (const auto& [slot, number] : update.parameters) values.slot(slot)[0] = numbers_.of(number);
    for (const auto& [symbol, slot] : update.inputs) {
      N& input = values.slot(slot)[0];
      if (symbol.kind == Kind::Position)
        input = q[symbol.index];
      else if (symbol.kind == Kind::Velocity)
        input = v[symbol.index];
      else if (symbol.kind == Kind::Memory)
        input = memory[symbol.index];
      else
        input = z[symbol.index];
    }
    std::vector<std::int64_t> branch(program.switches().size(), 0);
    for (std::size_t i = 0; i < branch.size(); ++i) {
      values.evaluate(program, state.anchor.value, branch.data());
      const Switch& sw = program.switches()[i];
      branch[i] = branch_from_values(program, sw, values.slot(sw.low)[0].value,
                                     values.slot(sw.high)[0].value, state.anchor.value, branch[i]);
    }
    values.evaluate(program, state.anchor.value, branch.data());
    memory[update.to] = values.slot(update.value)[0];
  }
}

template class SampledMemory<Dual<2>>;
template class SampledMemory<Dual<8>>;

}  // namespace luztar
