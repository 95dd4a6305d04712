// One phase of an impact with frictions that stops press. Private to dynamics/impacts.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/impacts/impact_law.h"
#include "luztar/matrix/decompositions.h"

namespace luztar {

/// Of a contact: closed (Stuck) or open (Forward); of a friction its mode.
using ImpactModes = std::vector<Mode>;

/// One phase: impulses that end with rates which fit the modes.
class ImpactPhase {
 public:
  /// @param least  (contacts) sizes of impulses that are given at least [N s]
  ImpactPhase(const ImpactProblem& problem, const Vector& rate, const Vector& least)
      : problem_(problem), before_(rate), least_(least) {
    for (Index r = 0; r < size(); ++r) {
      double change = 0.0;
      for (Index i = 0; i < contacts(); ++i)
        change += std::abs(problem_.delassus(r, i) * least_[i]);
      fastest_ = std::max({fastest_, std::abs(before_[r]), change});
    }
  }

  /// From a first guess to modes that fit. @return false if there are none
  bool solve(ImpactModes guess) {
    modes_ = std::move(guess);
    std::set<ImpactModes> seen;
    while (seen.insert(modes_).second && expand()) {
      const auto change = worst();
      if (!change) return true;
      modes_[static_cast<std::size_t>(change->row)] = change->to;
    }
    return search(false);
  }

  /// After solve(): whether other modes fit with other rates.
  bool has_another() {
    if (outcomes() > kFewOutcomes) return false;
    const ImpactModes found = modes_;
    const Vector impulse = impulse_, after = after_;
    const bool another = search(true);
    modes_ = found;
    impulse_ = impulse;
    after_ = after;
    return another;
  }

  const Vector& impulse() const { return impulse_; }
  const Vector& after() const { return after_; }
  const ImpactModes& modes() const { return modes_; }

 private:
  static constexpr std::size_t kMostOutcomes = 50'000;  ///< are tried where changes lead nowhere
  static constexpr std::size_t kFewOutcomes = 243;      ///< are looked at for another one

  struct Change {
    Index row;
    Mode to;
  };

  Index size() const { return problem_.size(); }
  Index contacts() const { return problem_.n_contacts(); }
  Mode mode(Index row) const { return modes_[static_cast<std::size_t>(row)]; }
  int edge(Index contact) const {
    return number(problem_.contacts[static_cast<std::size_t>(contact)].edge);
  }
  bool is_calm(Index contact) const {
    return problem_.contacts[static_cast<std::size_t>(contact)].is_calm;
  }
  double limit(Index rubbing, Mode direction, Index contact) const {
    return problem_.limit[side_of(direction)](rubbing - contacts(), contact);
  }

  /// What a unit impulse of a row takes off the rates, with the frictions that it presses.
  Vector effect(Index row) const {
    Vector effect(size());
    for (Index r = 0; r < size(); ++r) effect[r] = problem_.delassus(r, row);
    if (row >= contacts()) return effect;
    for (Index j = contacts(); j < size(); ++j) {
      if (mode(j) == Mode::Stuck) continue;
      const double pressed = number(mode(j)) * edge(row) * limit(j, mode(j), row);
      for (Index r = 0; r < size(); ++r) effect[r] += pressed * problem_.delassus(r, j);
    }
    return effect;
  }

  /// Impulses and rates of these modes. @return false: no impulses end the rates that stick
  bool expand() {
    std::vector<Index> held;
    Matrix effects(size(), size());
    Vector rate = before_;
    for (Index row = 0; row < size(); ++row) {
      const bool is_contact = row < contacts();
      if (!is_contact && mode(row) != Mode::Stuck) continue;
      const Vector effect = this->effect(row);
      if (is_contact)
        for (Index r = 0; r < size(); ++r) rate[r] -= edge(row) * least_[row] * effect[r];
      if (mode(row) != Mode::Stuck) continue;
      effects.set_col(static_cast<Index>(held.size()), effect);
      held.push_back(row);
    }
    const Vector found = end_rates(held, effects, rate);
    after_ = rate;
    impulse_.assign(size(), 0.0);
    Vector sums(size(), fastest_);
    for (std::size_t i = 0; i < held.size(); ++i) {
      const Index at = static_cast<Index>(i);
      impulse_[held[i]] = found[at];
      for (Index r = 0; r < size(); ++r) {
        after_[r] -= found[at] * effects(r, at);
        sums[r] += std::abs(found[at] * effects(r, at));
      }
    }
    cancelled_ = *std::ranges::max_element(sums);
    for (Index i = 0; i < contacts(); ++i) impulse_[i] += edge(i) * least_[i];
    for (Index j = contacts(); j < size(); ++j)
      if (mode(j) != Mode::Stuck) impulse_[j] = number(mode(j)) * pressed(j, mode(j));
    for (const Index row : held) {
      if (exceeds(after_[row], cancelled_, kSolved)) return false;
      after_[row] = 0.0;
    }
    return true;
  }

  Vector end_rates(const std::vector<Index>& held, const Matrix& effects,
                   const Vector& rate) const {
    const Index n = static_cast<Index>(held.size());
    Matrix system(n, n);
    Vector wanted(n);
    for (Index i = 0; i < n; ++i) {
      const Index row = held[static_cast<std::size_t>(i)];
      const double scale = scale_of(row);
      wanted[i] = scale * rate[row];
      for (Index k = 0; k < n; ++k) system(i, k) = scale * effects(row, k);
    }
    if (n == 0) return wanted;
    if (n == 1) return Vector{system(0, 0) != 0.0 ? wanted[0] / system(0, 0) : 0.0};
    return pseudo_inverse(system, kRank) * wanted;
  }

  double scale_of(Index row) const {
    const double own = problem_.delassus(row, row);
    return own > 0.0 ? 1.0 / std::sqrt(own) : 0.0;
  }

  /// The largest impulse of a friction.
  double pressed(Index rubbing, Mode direction) const {
    double sum = 0.0;
    for (Index i = 0; i < contacts(); ++i)
      sum += limit(rubbing, direction, i) * std::abs(impulse_[i]);
    return sum;
  }

  /// The row that violates its law most, as a rate.
  std::optional<Change> worst() const {
    std::optional<Change> worst;
    double most = kNoise * cancelled_;
    const auto note = [&](double violation, Index row, Mode to) {
      if (!(violation > most)) return;
      most = violation;
      worst = Change{row, to};
    };
    for (Index i = 0; i < contacts(); ++i) {
      if (is_calm(i)) continue;
      if (mode(i) == Mode::Stuck)
        note(-problem_.delassus(i, i) * (edge(i) * impulse_[i] - least_[i]), i, Mode::Forward);
      else
        note(edge(i) * after_[i], i, Mode::Stuck);
    }
    for (Index j = contacts(); j < size(); ++j) {
      if (mode(j) != Mode::Stuck) {
        note(-number(mode(j)) * after_[j], j, Mode::Stuck);
        continue;
      }
      for (const Mode direction : {Mode::Forward, Mode::Backward})
        note(problem_.delassus(j, j) * (number(direction) * impulse_[j] - pressed(j, direction)), j,
             direction);
    }
    return worst;
  }

  std::size_t options(Index row) const { return row >= contacts() ? 3 : is_calm(row) ? 1 : 2; }
  std::size_t outcomes() const {
    std::size_t outcomes = 1;
    for (Index row = 0; row < size(); ++row)
      outcomes = std::min(kMostOutcomes + 1, outcomes * options(row));
    return outcomes;
  }

  /// All choices. @param other  only one that ends with other rates than these
  bool search(bool other) {
    if (outcomes() > kMostOutcomes) return false;
    const Vector known = after_;
    constexpr Mode kOptions[] = {Mode::Stuck, Mode::Forward, Mode::Backward};
    for (std::size_t number = 0; number < outcomes(); ++number) {
      std::size_t rest = number;
      for (Index row = 0; row < size(); ++row) {
        modes_[static_cast<std::size_t>(row)] = kOptions[rest % options(row)];
        rest /= options(row);
      }
      if (!expand() || worst()) continue;
      if (!other || differs(known)) return true;
    }
    return false;
  }

  bool differs(const Vector& known) const {
    for (Index r = 0; r < size(); ++r)
      if (exceeds(after_[r] - known[r], fastest_, kSolved)) return true;
    return false;
  }

  const ImpactProblem& problem_;
  const Vector& before_;
  const Vector& least_;
  double fastest_{};    ///< what is there [m/s]
  double cancelled_{};  ///< the largest sum whose terms impulses cancel [m/s]
  ImpactModes modes_;
  Vector impulse_, after_;
};

}  // namespace luztar
