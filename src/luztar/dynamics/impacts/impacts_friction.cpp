// Impacts with frictions that stops press: impact_law.h.
#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/dynamics/impacts/impacts.h"

namespace luztar {

double Impacts::impulse(int pair) const {
  if (is_contact(pair)) return at(pair).found.impulse;
  for (const std::vector<Striker>* list : {&frictions_, &shifting_})
    if (const auto own = std::ranges::find(*list, pair, &Striker::pair); own != list->end())
      return own->found.impulse;
  return 0.0;
}

bool Impacts::hit(int pair) const {
  if (is_contact(pair)) return at(pair).found.hit;
  const auto own = std::ranges::find(shifting_, pair, &Striker::pair);
  return own != shifting_.end() && own->found.hit;
}

bool Impacts::is_pressed(const Striker& rubbing) const {
  return std::ranges::any_of(system_.arms.normal_loads(), [&](const NormalLoad& load) {
    return load.pair == rubbing.pair && std::ranges::any_of(rows_, [&](const Row& row) {
             return row.contact->pair == load.by && load.acts(row.contact->edge);
           });
  });
}

/// The contacts of rows_, and behind them the frictions that they press.
std::vector<Impacts::Striker*> Impacts::all_strikers() {
  std::vector<Striker*> found;
  for (const Row& row : rows_) found.push_back(row.contact);
  for (Striker& rubbing : frictions_)
    if (is_pressed(rubbing)) found.push_back(&rubbing);
  return found;
}

/// The largest impulse of a friction over that of a contact.
double Impacts::limit(State& state, Expansion& series, const Striker& rubbing,
                      const Contact& contact, Mode direction) const {
  double factor = 0.0;
  for (const NormalLoad& load : system_.arms.normal_loads())
    if (load.pair == rubbing.pair && load.by == contact.pair && load.acts(contact.edge))
      factor += series.pressed_factor(state, load, direction);
  return std::max(0.0, factor);
}

/// Zero where only rounding makes it differ from that, and where it sticks and nothing struck it.
double Impacts::rate_of_friction(const State& state, const Expansion& series,
                                 const Striker& rubbing) const {
  double sum = 0.0;
  bool slides = state.pair[rubbing.pair] != Mode::Stuck;
  for (const Term& term : series.terms_of_pair(rubbing.pair)) {
    sum += term.coefficient * series.v(term.body)[0];
    slides = slides || moved_[term.body].struck;
  }
  const bool rests = !slides || rubbing.found.still || std::abs(sum) <= noise(series, rubbing.pair);
  return rests ? 0.0 : sum;
}

/// @param strikers  the contacts of rows_, and behind them frictions
ImpactProblem Impacts::problem_of(State& state, Expansion& series,
                                  const std::vector<Striker*>& strikers) {
  const Index m = static_cast<Index>(strikers.size()), n = static_cast<Index>(rows_.size());
  ImpactProblem problem{Matrix(m, m), Vector(m), {}, {Matrix(m - n, n), Matrix(m - n, n)}};
  if (m > n) series.add_forces(state, state.pair, 0, false);
  for (Index p = 0; p < m; ++p) {
    const Striker& striker = *strikers[static_cast<std::size_t>(p)];
    for (Index r = 0; r < m; ++r)
      for (const Term& x : strikers[static_cast<std::size_t>(r)]->response)
        for (const Term& y : jump_->terms_of_pair(striker.pair))
          if (x.body == y.body) problem.delassus(p, r) -= x.coefficient * y.coefficient;
    if (p < n) {
      const Row& row = rows_[static_cast<std::size_t>(p)];
      problem.rate[p] = row.rate;
      problem.contacts.push_back({row.contact->edge, bounce(*row.contact), row.contact->calm});
      continue;
    }
    problem.rate[p] = rate_of_friction(state, series, striker);
    for (const Mode direction : {Mode::Backward, Mode::Forward})
      for (Index i = 0; i < n; ++i)
        problem.limit[side_of(direction)](p - n, i) =
            limit(state, series, striker, *rows_[static_cast<std::size_t>(i)].contact, direction);
  }
  return problem;
}

}  // namespace luztar
