#include "luztar/dynamics/impacts/impact_law.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/matrix/decompositions.h"

namespace luztar {
namespace {

constexpr std::size_t kMostOutcomes = 50'000;  // are tried where changes lead nowhere
constexpr std::size_t kFewOutcomes = 243;      // are looked at for another one
constexpr int kHalvings = 60;

/// Of a contact: closed (Stuck) or open (Forward); of a friction its mode.
using Modes = std::vector<Mode>;

/// One phase: impulses that end with rates which fit the modes.
class Phase {
 public:
  /// @param least  (contacts) sizes of impulses that are given at least [N s]
  Phase(const ImpactProblem& problem, const Vector& rate, const Vector& least)
      : problem_(problem), before_(rate), least_(least) {
    for (Index r = 0; r < size(); ++r) {
      double change = 0.0;
      for (Index i = 0; i < contacts(); ++i)
        change += std::abs(problem_.delassus(r, i)) * least_[i];
      fastest_ = std::max({fastest_, std::abs(before_[r]), change});
    }
  }

  /// From a first guess to modes that fit. @return false if there are none
  bool solve(Modes guess) {
    modes_ = std::move(guess);
    std::set<Modes> seen;
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
    const Modes found = modes_;
    const Vector impulse = impulse_, after = after_;
    const bool another = search(true);
    modes_ = found;
    impulse_ = impulse;
    after_ = after;
    return another;
  }

  const Vector& impulse() const { return impulse_; }
  const Vector& after() const { return after_; }
  const Modes& modes() const { return modes_; }

 private:
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
  Modes modes_;
  Vector impulse_, after_;
};

/// Adds what a phase takes: P (rate before + rate after)/2.
double add_losses(const Phase& phase, const Vector& before, Vector& loss) {
  double sum = 0.0;
  for (Index r = 0; r < loss.size(); ++r) {
    const double own = 0.5 * phase.impulse()[r] * (before[r] + phase.after()[r]);
    loss[r] += own;
    sum += own;
  }
  return sum;
}

Modes first_guess(const ImpactProblem& problem) {
  Modes guess(static_cast<std::size_t>(problem.size()), Mode::Stuck);
  for (Index j = problem.n_contacts(); j < problem.size(); ++j)
    guess[static_cast<std::size_t>(j)] = mode_at(problem.rate[j]);
  return guess;
}

/// Contacts that rebound open.
Modes guess_of_expansion(const Modes& compressed, const Vector& least) {
  Modes guess = compressed;
  for (Index i = 0; i < least.size(); ++i)
    if (least[i] > 0.0) guess[static_cast<std::size_t>(i)] = Mode::Forward;
  return guess;
}

class Expander {
 public:
  Expander(const ImpactProblem& problem, const Phase& compression)
      : problem_(problem), before_(compression.after()), modes_(compression.modes()) {
    least_.resize(problem.n_contacts());
    for (Index i = 0; i < least_.size(); ++i) {
      const ImpactProblem::Contact& contact = problem.contacts[static_cast<std::size_t>(i)];
      least_[i] = contact.is_calm ? 0.0 : contact.restitution * std::abs(compression.impulse()[i]);
    }
  }
  bool is_needed() const {
    return std::ranges::any_of(least_, [](double least) { return least > 0.0; });
  }
  /// What a fraction of the expansion takes, negative. @return nothing: it was not found
  std::optional<double> try_fraction(double fraction) {
    scaled_ = least_;
    for (double& least : scaled_) least *= fraction;
    phase_.emplace(problem_, before_, scaled_);
    if (!phase_->solve(guess_of_expansion(modes_, scaled_))) return std::nullopt;
    Vector loss(problem_.size());
    return add_losses(*phase_, before_, loss);
  }
  /// So that no more comes back than is there. @return false: nothing was found
  bool expand(double available) {
    const auto gains = [&](double taken) {
      return exceeds(std::min(0.0, taken + available), std::abs(taken) + available, kRounding);
    };
    auto taken = try_fraction(1.0);
    if (!taken || !gains(*taken)) return taken.has_value();
    double low = 0.0, high = 1.0;
    for (int k = 0; k < kHalvings; ++k) {
      const double middle = 0.5 * (low + high);
      taken = try_fraction(middle);
      if (!taken) return false;
      (gains(*taken) ? high : low) = middle;
    }
    return try_fraction(low).has_value();
  }
  Phase& phase() { return *phase_; }

 private:
  const ImpactProblem& problem_;
  const Vector& before_;
  const Modes& modes_;
  Vector least_, scaled_;
  std::optional<Phase> phase_;
};

/// What a friction would give is taken off the loss of the contact that presses it most.
void share_losses(const ImpactProblem& problem, ImpactSolution& solution) {
  const Index contacts = problem.n_contacts();
  for (Index j = contacts; j < problem.size(); ++j) {
    if (solution.loss[j] >= 0.0) continue;
    Index most = 0;
    for (Index i = 1; i < contacts; ++i)
      if (std::abs(solution.impulse[i]) > std::abs(solution.impulse[most]) &&
          problem.limit[0](j - contacts, i) + problem.limit[1](j - contacts, i) > 0.0)
        most = i;
    solution.loss[most] += std::exchange(solution.loss[j], 0.0);
  }
}

}  // namespace

std::optional<ImpactSolution> impulses_of(const ImpactProblem& problem) {
  const Vector none(problem.n_contacts());
  Phase compression(problem, problem.rate, none);
  if (!compression.solve(first_guess(problem))) return std::nullopt;
  ImpactSolution solution;
  solution.loss.resize(problem.size());
  const double lost = add_losses(compression, problem.rate, solution.loss);
  solution.impulse = compression.impulse();
  solution.is_unique = !compression.has_another();
  Expander expander(problem, compression);
  Phase* last = &compression;
  if (expander.is_needed()) {
    if (!expander.expand(std::max(0.0, lost))) return std::nullopt;
    last = &expander.phase();
    add_losses(*last, compression.after(), solution.loss);
    solution.impulse = solution.impulse + last->impulse();
    solution.is_unique = solution.is_unique && !last->has_another();
  }
  for (Index r = 0; r < problem.size(); ++r)
    solution.still.push_back(last->modes()[static_cast<std::size_t>(r)] == Mode::Stuck);
  share_losses(problem, solution);
  return solution;
}

}  // namespace luztar
