#include "luztar/dynamics/impacts/impact_law.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/impacts/impact_phase.h"
#include "luztar/friction/least_constraint.h"

namespace luztar {
namespace {

constexpr int kHalvings = 60;

double restitution_of(const ImpactProblem& problem, Index contact) {
  const ImpactProblem::Contact& its = problem.contacts[static_cast<std::size_t>(contact)];
  return its.is_calm ? 0.0 : its.restitution;
}

/// Adds what a phase takes: P (rate before + rate after)/2.
double add_losses(const ImpactPhase& phase, const Vector& before, Vector& loss) {
  double sum = 0.0;
  for (Index r = 0; r < loss.size(); ++r) {
    const double own = 0.5 * phase.impulse()[r] * (before[r] + phase.after()[r]);
    loss[r] += own;
    sum += own;
  }
  return sum;
}

ImpactModes first_guess(const ImpactProblem& problem) {
  ImpactModes guess(static_cast<std::size_t>(problem.size()), Mode::Stuck);
  for (Index j = problem.n_contacts(); j < problem.size(); ++j)
    guess[static_cast<std::size_t>(j)] = mode_at(problem.rate[j]);
  return guess;
}

/// Contacts that rebound open.
ImpactModes guess_of_expansion(const ImpactModes& compressed, const Vector& least) {
  ImpactModes guess = compressed;
  for (Index i = 0; i < least.size(); ++i)
    if (least[i] > 0.0) guess[static_cast<std::size_t>(i)] = Mode::Forward;
  return guess;
}

class Expander {
 public:
  Expander(const ImpactProblem& problem, const ImpactPhase& compression)
      : problem_(problem), before_(compression.after()), modes_(compression.modes()) {
    least_.resize(problem.n_contacts());
    for (Index i = 0; i < least_.size(); ++i) {
      least_[i] = restitution_of(problem, i) * std::abs(compression.impulse()[i]);
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
  ImpactPhase& phase() { return *phase_; }

 private:
  const ImpactProblem& problem_;
  const Vector& before_;
  const ImpactModes& modes_;
  Vector least_, scaled_;
  std::optional<ImpactPhase> phase_;
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

/// Newton's law for the contacts alone: frictions change none of their rates.
std::optional<Vector> impulses_by_newton(const ImpactProblem& problem) {
  const Index n = problem.n_contacts();
  LeastConstraintProblem least;
  least.resize(static_cast<int>(n));
  for (Index p = 0; p < n; ++p) {
    const ImpactProblem::Contact& contact = problem.contacts[static_cast<std::size_t>(p)];
    const auto at = static_cast<std::size_t>(p);
    least.drive[at] = (1.0 + restitution_of(problem, p)) * problem.rate[p];
    const bool upper = contact.edge == Edge::Upper;
    least.lower[at] = !upper || contact.is_calm ? -kInfinity : 0.0;
    least.upper[at] = upper || contact.is_calm ? kInfinity : 0.0;
    for (Index r = 0; r < n; ++r)
      least.delassus[static_cast<std::size_t>(p * n + r)] = problem.delassus(p, r);
  }
  LeastConstraintSolution solution;
  solve_least_constraint(least, solution);
  if (solution.status != SolveStatus::Solved) return std::nullopt;
  return Vector(std::span<const double>(solution.force));
}

/// Adds the frictions that contacts press with given impulses. @return false: they fit no modes
bool add_frictions(const ImpactProblem& problem, ImpactSolution& solution) {
  const Index n = problem.n_contacts();
  Vector pushes(n);
  for (Index i = 0; i < n; ++i)
    pushes[i] = number(problem.contacts[static_cast<std::size_t>(i)].edge) * solution.impulse[i];
  ImpactPhase phase(problem, problem.rate, pushes);
  ImpactModes guess = first_guess(problem);
  std::fill_n(guess.begin(), static_cast<std::size_t>(n), Mode::Forward);
  if (!phase.solve(guess)) return false;
  for (Index j = n; j < problem.size(); ++j) {
    solution.impulse[j] = phase.impulse()[j];
    solution.loss[j] = 0.5 * phase.impulse()[j] * (problem.rate[j] + phase.after()[j]);
    solution.still[static_cast<std::size_t>(j)] =
        phase.modes()[static_cast<std::size_t>(j)] == Mode::Stuck ? 1 : 0;
  }
  return true;
}

std::optional<ImpactSolution> solve_uncoupled(const ImpactProblem& problem) {
  const auto impulse = impulses_by_newton(problem);
  if (!impulse) return std::nullopt;
  const Index n = problem.n_contacts();
  ImpactSolution solution{Vector(problem.size()), Vector(problem.size()),
                          std::vector<char>(static_cast<std::size_t>(problem.size()), 0)};
  for (Index i = 0; i < n; ++i) {
    const double e = restitution_of(problem, i), found = (*impulse)[i];
    const bool is_calm = problem.contacts[static_cast<std::size_t>(i)].is_calm;
    solution.impulse[i] = found;
    // Calm stops may be held back from opening, by less than any other number of the run.
    solution.loss[i] = std::max(0.0, 0.5 * (1.0 - e) * found * problem.rate[i]);
    const bool closes = found != 0.0 || is_calm;
    solution.still[static_cast<std::size_t>(i)] = closes && e * problem.rate[i] == 0.0 ? 1 : 0;
  }
  if (problem.size() > n && !add_frictions(problem, solution)) return std::nullopt;
  return solution;
}

std::optional<ImpactSolution> solve_coupled(const ImpactProblem& problem) {
  const Vector none(problem.n_contacts());
  ImpactPhase compression(problem, problem.rate, none);
  if (!compression.solve(first_guess(problem))) return std::nullopt;
  ImpactSolution solution;
  solution.loss.resize(problem.size());
  const double lost = add_losses(compression, problem.rate, solution.loss);
  solution.impulse = compression.impulse();
  solution.is_unique = !compression.has_another();
  Expander expander(problem, compression);
  ImpactPhase* last = &compression;
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

/// The rows that hang together with the first one that is not taken yet.
std::vector<Index> next_block(const ImpactProblem& problem, std::vector<char>& taken) {
  const Index n = problem.n_contacts();
  const auto limit = [&](Index rubbing, Index contact) {
    return std::max(problem.limit[0](rubbing - n, contact), problem.limit[1](rubbing - n, contact));
  };
  const auto meet = [&](Index a, Index b) {
    if (problem.delassus(a, b) != 0.0) return true;
    return a < n && b >= n ? limit(b, a) > 0.0 : b < n && a >= n && limit(a, b) > 0.0;
  };
  std::vector<Index> block;
  const auto take = [&](Index row) {
    taken[static_cast<std::size_t>(row)] = 1;
    block.push_back(row);
  };
  for (Index row = 0; row < problem.size() && block.empty(); ++row)
    if (taken[static_cast<std::size_t>(row)] == 0) take(row);
  for (std::size_t next = 0; next < block.size(); ++next)
    for (Index row = 0; row < problem.size(); ++row)
      if (taken[static_cast<std::size_t>(row)] == 0 && meet(block[next], row)) take(row);
  std::ranges::sort(block);
  return block;
}

ImpactProblem part_of(const ImpactProblem& whole, const std::vector<Index>& rows) {
  const auto n = static_cast<Index>(
      std::ranges::count_if(rows, [&](Index row) { return row < whole.n_contacts(); }));
  const auto m = static_cast<Index>(rows.size());
  ImpactProblem part{Matrix(m, m), Vector(m), {}, {Matrix(m - n, n), Matrix(m - n, n)}};
  for (Index r = 0; r < m; ++r) {
    const Index row = rows[static_cast<std::size_t>(r)];
    part.rate[r] = whole.rate[row];
    for (Index c = 0; c < m; ++c)
      part.delassus(r, c) = whole.delassus(row, rows[static_cast<std::size_t>(c)]);
    if (r < n) part.contacts.push_back(whole.contacts[static_cast<std::size_t>(row)]);
    for (Index i = 0; i < n && r >= n; ++i)
      for (const int side : {0, 1})
        part.limit[side](r - n, i) =
            whole.limit[side](row - whole.n_contacts(), rows[static_cast<std::size_t>(i)]);
  }
  return part;
}

bool couples_rates(const ImpactProblem& problem) {
  for (Index i = 0; i < problem.n_contacts(); ++i)
    for (Index j = problem.n_contacts(); j < problem.size(); ++j)
      if (problem.delassus(i, j) != 0.0) return true;
  return false;
}

/// Frictions that nothing presses take no part.
std::vector<char> idle_rows(const ImpactProblem& problem) {
  std::vector<char> idle(static_cast<std::size_t>(problem.size()), 0);
  for (Index j = problem.n_contacts(); j < problem.size(); ++j) {
    double most = 0.0;
    for (Index i = 0; i < problem.n_contacts(); ++i)
      for (const Matrix& limit : problem.limit)
        most = std::max(most, limit(j - problem.n_contacts(), i));
    idle[static_cast<std::size_t>(j)] = most == 0.0 ? 1 : 0;
  }
  return idle;
}

}  // namespace

std::optional<ImpactSolution> impulses_of(const ImpactProblem& problem) {
  if (problem.size() == problem.n_contacts()) return solve_uncoupled(problem);
  ImpactSolution whole{Vector(problem.size()), Vector(problem.size()),
                       std::vector<char>(static_cast<std::size_t>(problem.size()), 0)};
  std::vector<char> taken = idle_rows(problem);
  for (auto rows = next_block(problem, taken); !rows.empty(); rows = next_block(problem, taken)) {
    const ImpactProblem part = part_of(problem, rows);
    const auto solution = couples_rates(part) ? solve_coupled(part) : solve_uncoupled(part);
    if (!solution) return std::nullopt;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      whole.impulse[rows[r]] = solution->impulse[static_cast<Index>(r)];
      whole.loss[rows[r]] = solution->loss[static_cast<Index>(r)];
      whole.still[static_cast<std::size_t>(rows[r])] = solution->still[r];
    }
    whole.is_unique = whole.is_unique && solution->is_unique;
  }
  return whole;
}

}  // namespace luztar
