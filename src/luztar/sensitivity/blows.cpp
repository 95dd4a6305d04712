#include "luztar/sensitivity/blows.h"

#include <algorithm>

namespace luztar {

template <typename N>
void Blows<N>::strike(const Impacts& impacts, const State& state,
                      const std::vector<std::vector<N>>& arms, std::vector<N>& v) {
  const SystemImpl& system = numbers_.system;
  State tied = state;
  std::fill(tied.kept_limit.begin(), tied.kept_limit.end(), Bound::Free);
  for (const auto& round : impacts.rounds()) {
    for (int j = 0; j < system.n_pairs(); ++j)
      tied.pair[j] = system.pairs[j].is_rigid() ? Mode::Stuck : Mode::Forward;
    for (const Impacts::Blow& blow : round) tied.pair[blow.pair] = Mode::Stuck;
    ties_.build(tied, arms, {});
    std::vector<N> given(ties_.pairs().size(), N(0.0)), impulses;
    for (std::size_t i = 0; i < given.size(); ++i) {
      const int j = ties_.pairs()[i];
      const auto found = std::ranges::find(round, j, &Impacts::Blow::pair);
      if (found == round.end()) continue;
      const auto terms = system.terms_of_pair(j);
      N rate = 0.0;
      for (std::size_t k = 0; k < terms.size(); ++k) rate += arms[j][k] * v[terms[k].body];
      const N restitution = found->rebounds ? numbers_.pairs[j].restitution : N(0.0);
      given[i] = -((N(1.0) + restitution) * rate);
    }
    std::vector<N> force(v.size(), N(0.0)), jump(v.size(), N(0.0));
    ties_.solve(force, given, jump, impulses);
    for (int b = 0; b < system.n_bodies(); ++b)
      if (system.is_free(b)) v[b] += jump[b];
  }
}

template class Blows<Dual<2>>;
template class Blows<Dual<8>>;

}  // namespace luztar
