// Impacts with frictions that stops press: impact_law.h.
#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/dynamics/impacts/impacts.h"

namespace luztar {

double Impacts::impulse(int pair) const {
  if (is_contact(pair)) return at(pair).found.impulse;
  const auto rubbing = std::ranges::find(frictions_, pair, &Striker::pair);
  return rubbing == frictions_.end() ? 0.0 : rubbing->found.impulse;
}

bool Impacts::is_pressed(const Striker& rubbing) const {
  return std::ranges::any_of(system_.arms.normal_loads(), [&](const NormalLoad& load) {
    return load.pair == rubbing.pair && std::ranges::any_of(rows_, [&](const Row& row) {
             return row.contact->pair == load.by && load.acts(row.contact->edge);
           });
  });
}

/// Frictions that the stops of rows_ press.
std::vector<Impacts::Striker*> Impacts::pressed() {
  std::vector<Striker*> found;
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
  series.add_forces(state, state.pair, 0, false);
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

/// One round with frictions: impulses of rows_ and theirs, jumps of velocity, losses.
bool Impacts::rub(State& state, Expansion& series, const std::vector<Striker*>& rubbing) {
  std::vector<Striker*> strikers;
  for (const Row& row : rows_) strikers.push_back(row.contact);
  strikers.insert(strikers.end(), rubbing.begin(), rubbing.end());
  const auto solution = impulses_of(problem_of(state, series, strikers));
  if (!solution) return false;
  has_other_outcome_ = has_other_outcome_ || !solution->is_unique;
  forget_still();
  std::vector<Blow>& blows = rounds_.emplace_back();
  for (std::size_t p = 0; p < strikers.size(); ++p) {
    const double impulse = solution->impulse[static_cast<Index>(p)];
    // Expansion may take back what a friction gave in compression, not what it lost.
    const double loss = solution->loss[static_cast<Index>(p)];
    if (impulse != 0.0 || loss != 0.0) give(state, series, *strikers[p], impulse, loss);
    strikers[p]->found.still = solution->still[p] != 0;
    if (impulse != 0.0 && p < rows_.size())
      blows.push_back({strikers[p]->pair, bounce(*rows_[p].contact) > 0.0, true});
  }
  note_speeds(series);
  return true;
}

}  // namespace luztar
