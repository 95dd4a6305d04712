#include "luztar/derive/static_friction.h"

#include <algorithm>
#include <numeric>

#include "luztar/core/assert.h"

namespace luztar {
namespace {

using Matrix = std::vector<std::vector<Formula>>;

std::size_t place(int index) { return static_cast<std::size_t>(index); }

/// Gauss elimination; nothing if the matrix is singular. Right sides are columns.
std::optional<Matrix> solve(Matrix a, Matrix b) {
  const std::size_t n = a.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    while (pivot < n && a[pivot][k].is_zero()) ++pivot;
    if (pivot == n) return std::nullopt;
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k || a[i][k].is_zero()) continue;
      const Formula factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] = a[i][j] - factor * a[k][j];
      for (std::size_t j = 0; j < b[i].size(); ++j) b[i][j] = b[i][j] - factor * b[k][j];
    }
  }
  for (std::size_t k = 0; k < n; ++k)
    for (Formula& value : b[k]) value = value / a[k][k];
  return b;
}

/// Pairs at rest that push on a massless body are no matter of accelerations: its balance gives
/// their force.
bool is_inertial(const Equations& equations, int pair) {
  const auto& arms = equations.pairs[place(pair)].arms;
  return std::none_of(arms.begin(), arms.end(), [&](const auto& arm) {
    return equations.bodies[place(arm.first)].kind == BodyEquation::Kind::Massless;
  });
}

/// Groups of pairs that share bodies with a mass, in the order of their first pairs.
std::vector<std::vector<int>> groups_of(const Equations& equations, const std::vector<int>& pairs) {
  std::vector<int> leader(equations.bodies.size());
  std::iota(leader.begin(), leader.end(), 0);
  const auto root = [&](int body) {
    while (leader[place(body)] != body) body = leader[place(body)];
    return body;
  };
  const auto first_body = [&](int pair) {
    for (const auto& [body, arm] : equations.pairs[place(pair)].arms)
      if (equations.bodies[place(body)].kind == BodyEquation::Kind::Inertial) return body;
    return -1;
  };
  for (const int pair : pairs)
    for (const auto& [body, arm] : equations.pairs[place(pair)].arms)
      if (equations.bodies[place(body)].kind == BodyEquation::Kind::Inertial)
        leader[place(root(body))] = root(first_body(pair));
  std::vector<std::vector<int>> groups;
  std::vector<int> leaders;
  for (const int pair : pairs) {
    const int body = first_body(pair);
    if (body < 0) continue;  // between given bodies: nothing depends on it
    const auto found = std::find(leaders.begin(), leaders.end(), root(body));
    if (found == leaders.end()) {
      leaders.push_back(root(body));
      groups.push_back({pair});
    } else {
      groups[static_cast<std::size_t>(found - leaders.begin())].push_back(pair);
    }
  }
  return groups;
}

/// Acceleration that a body would have without the pairs at rest.
Formula free_acceleration(const Equations& equations, int body, const std::vector<int>& at_rest) {
  const BodyEquation& equation = equations.bodies[place(body)];
  if (equation.kind == BodyEquation::Kind::Steady) return {};
  if (equation.kind == BodyEquation::Kind::Given) return Formula::symbol("a." + equation.name);
  return known_force(equations, body, at_rest) / equation.mass;
}

Formula coefficient_of(const PairEquation& pair, int body) {
  Formula sum;
  for (const auto& [other, arm] : pair.arms)
    if (other == body) sum = sum + arm;
  return sum;
}

/// (D M^-1 D')_jk.
Formula coupling_of(const Equations& equations, const PairEquation& a, const PairEquation& b) {
  Formula sum;
  for (const auto& [body, arm] : a.arms)
    for (const auto& [other, other_arm] : b.arms)
      if (body == other && equations.bodies[place(body)].kind == BodyEquation::Kind::Inertial)
        sum = sum + arm * other_arm / equations.bodies[place(body)].mass;
  return sum;
}

Matrix coupling_between(const Equations& equations, const std::vector<int>& rows,
                        const std::vector<int>& columns) {
  Matrix w;
  for (const int row : rows) {
    w.emplace_back();
    for (const int column : columns)
      w.back().push_back(
          coupling_of(equations, equations.pairs[place(row)], equations.pairs[place(column)]));
  }
  return w;
}

std::vector<Formula> drive_of(const Equations& equations, const std::vector<int>& pairs,
                              const std::vector<int>& at_rest) {
  std::vector<Formula> drive;
  for (const int pair : pairs) {
    drive.emplace_back();
    for (const auto& [body, arm] : equations.pairs[place(pair)].arms)
      drive.back() = drive.back() + arm * free_acceleration(equations, body, at_rest);
  }
  return drive;
}

/// Links carry what makes their rates stay zero: they are eliminated. False: they contradict or
/// repeat each other.
bool eliminate_links(const Equations& equations, RestProblem& problem,
                     const std::vector<int>& at_rest) {
  if (problem.links.empty()) return true;
  const Matrix across = coupling_between(equations, problem.links, problem.pairs);
  Matrix right = across;
  const std::vector<Formula> drive = drive_of(equations, problem.links, at_rest);
  for (std::size_t k = 0; k < right.size(); ++k) right[k].push_back(drive[k]);
  const auto solution = solve(coupling_between(equations, problem.links, problem.links), right);
  if (!solution) return false;
  const std::size_t n = problem.pairs.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < across.size(); ++k) {
      for (std::size_t j = 0; j < n; ++j)
        problem.coupling[i][j] = problem.coupling[i][j] - across[k][i] * (*solution)[k][j];
      problem.drive[i] = problem.drive[i] - across[k][i] * (*solution)[k][n];
    }
  return true;
}

/// Pairs in a row, each coupled with its neighbours only; empty if they form no row.
std::vector<int> row_of(const Matrix& w) {
  const int n = static_cast<int>(w.size());
  std::vector<std::vector<int>> neighbours(w.size());
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (i != j && !w[place(i)][place(j)].is_zero()) neighbours[place(i)].push_back(j);
  int end = -1;
  for (int i = n - 1; i >= 0; --i) {
    if (neighbours[place(i)].size() > 2) return {};
    if (neighbours[place(i)].size() <= 1) end = i;
  }
  if (end < 0) return {};
  std::vector<int> row{end};
  for (int before = -1, here = end;;) {
    int next = -1;
    for (const int other : neighbours[place(here)])
      if (other != before) next = other;
    if (next < 0) break;
    row.push_back(next);
    before = here;
    here = next;
  }
  if (row.size() != w.size()) return {};
  return row;
}

/// Determinants of the leading blocks of a row are never zero unless it is singular.
bool row_is_regular(const Matrix& w, const std::vector<int>& row) {
  Formula pivot;
  for (std::size_t k = 0; k < row.size(); ++k) {
    Formula next = w[place(row[k])][place(row[k])];
    if (k > 0) {
      const Formula& side = w[place(row[k])][place(row[k - 1])];
      next = next - side * side / pivot;
    }
    if (next.is_zero()) return false;
    pivot = next;
  }
  return true;
}

/// Two arms a pair, and no way back to where one came from. Given bodies and the ground are ends.
bool is_forest(const Equations& equations, const RestProblem& problem) {
  std::vector<int> leader(equations.bodies.size());
  std::iota(leader.begin(), leader.end(), 0);
  const auto root = [&](int body) {
    while (leader[place(body)] != body) body = leader[place(body)];
    return body;
  };
  for (const auto* list : {&problem.pairs, &problem.links})
    for (const int pair : *list) {
      std::vector<int> ends;
      for (const auto& [body, arm] : equations.pairs[place(pair)].arms)
        if (equations.bodies[place(body)].kind == BodyEquation::Kind::Inertial)
          ends.push_back(body);
      if (ends.size() > 2) return false;
      if (ends.size() < 2) continue;
      if (root(ends[0]) == root(ends[1])) return false;
      leader[place(root(ends[0]))] = root(ends[1]);
    }
  return true;
}

/// Pairs that feel the same, or the same turned round (-1): each slides when the others do. 0: none
/// of this.
int direction_of(const RestProblem& problem, std::size_t which) {
  const auto& w = problem.coupling;
  if (w[which][which] != w[0][0]) return 0;
  if (w[0][which] == w[0][0] && problem.drive[which] == problem.drive[0]) return 1;
  if (w[0][which] == -w[0][0] && problem.drive[which] == -problem.drive[0]) return -1;
  return 0;
}

bool is_parallel(const Equations& equations, const RestProblem& problem) {
  for (std::size_t k = 0; k < problem.pairs.size(); ++k)
    if (direction_of(problem, k) == 0 || !equations.pairs[place(problem.pairs[k])].is_symmetric())
      return false;
  return true;
}

RestProblem::Shape shape_of(const Equations& equations, RestProblem& problem) {
  using Shape = RestProblem::Shape;
  const Matrix& w = problem.coupling;
  if (w.size() == 1) return w[0][0].is_zero() ? Shape::Cycle : Shape::One;
  if (!w[0][0].is_zero() && is_parallel(equations, problem)) return Shape::Parallel;
  problem.order = row_of(w);
  if (!problem.order.empty() && row_is_regular(w, problem.order))
    return w.size() == 2 ? Shape::Two : Shape::Chain;
  return is_forest(equations, problem) ? Shape::Tree : Shape::Cycle;
}

RestProblem problem_of(const Equations& equations, const std::vector<int>& group,
                       const std::vector<int>& at_rest) {
  RestProblem problem;
  for (const int pair : group)
    (equations.pairs[place(pair)].is_link ? problem.links : problem.pairs).push_back(pair);
  problem.coupling = coupling_between(equations, problem.pairs, problem.pairs);
  problem.drive = drive_of(equations, problem.pairs, at_rest);
  problem.shape = RestProblem::Shape::Cycle;
  if (eliminate_links(equations, problem, at_rest) && !problem.pairs.empty())
    problem.shape = shape_of(equations, problem);
  return problem;
}

}  // namespace

Formula known_force(const Equations& equations, int body, const std::vector<int>& at_rest) {
  const BodyEquation& equation = equations.bodies[place(body)];
  Formula force = Formula::symbol("F." + equation.name);
  for (std::size_t pair = 0; pair < equations.pairs.size(); ++pair) {
    const bool rests =
        std::find(at_rest.begin(), at_rest.end(), static_cast<int>(pair)) != at_rest.end();
    if (rests || equations.pairs[pair].is_link) continue;
    const Formula arm = coefficient_of(equations.pairs[pair], body);
    if (!arm.is_zero()) force = force - arm * Formula::symbol("f." + equations.pairs[pair].name);
  }
  return force;
}

std::vector<RestProblem> rest_problems(const Equations& equations,
                                       const std::vector<int>& at_rest) {
  std::vector<int> pairs;
  for (int pair = 0; pair < static_cast<int>(equations.pairs.size()); ++pair) {
    const bool rests = std::find(at_rest.begin(), at_rest.end(), pair) != at_rest.end();
    if ((rests || equations.pairs[place(pair)].is_link) && is_inertial(equations, pair))
      pairs.push_back(pair);
  }
  std::vector<RestProblem> problems;
  for (const auto& group : groups_of(equations, pairs))
    problems.push_back(problem_of(equations, group, at_rest));
  return problems;
}

std::size_t rank_of_rates(const Equations& equations, const std::vector<int>& pairs) {
  Matrix rows;
  const auto add = [&](const PairEquation& pair) {
    rows.emplace_back();
    for (std::size_t body = 0; body < equations.bodies.size(); ++body)
      rows.back().push_back(coefficient_of(pair, static_cast<int>(body)));
  };
  for (const int pair : pairs) add(equations.pairs[place(pair)]);
  std::size_t links = 0;
  for (const PairEquation& pair : equations.pairs)
    if (pair.is_link) add(pair), ++links;
  std::size_t rank = 0;
  for (std::size_t column = 0; column < equations.bodies.size() && rank < rows.size(); ++column) {
    std::size_t pivot = rank;
    while (pivot < rows.size() && rows[pivot][column].is_zero()) ++pivot;
    if (pivot == rows.size()) continue;
    std::swap(rows[rank], rows[pivot]);
    for (std::size_t row = rank + 1; row < rows.size(); ++row) {
      if (rows[row][column].is_zero()) continue;
      const Formula factor = rows[row][column] / rows[rank][column];
      for (std::size_t k = column; k < equations.bodies.size(); ++k)
        rows[row][k] = rows[row][k] - factor * rows[rank][k];
    }
    ++rank;
  }
  return rank - std::min(rank, links);
}

std::vector<Formula> unlimited_forces(const RestProblem& problem) {
  Matrix right;
  for (const Formula& drive : problem.drive) right.push_back({drive});
  const auto solution = solve(problem.coupling, right);
  std::vector<Formula> forces;
  if (solution)
    for (const auto& row : *solution) forces.push_back(row[0]);
  return forces;
}

Formula clip(const Formula& x, const PairEquation& pair) {
  const Formula middle = (pair.breakaway - pair.breakaway_back) / 2;
  const Formula width = (pair.breakaway + pair.breakaway_back) / 2;
  return middle + Formula::apply(Op::Sat, {x - middle, width});
}

Formula beyond(const Formula& x, const PairEquation& pair) {
  const Formula middle = (pair.breakaway - pair.breakaway_back) / 2;
  const Formula width = (pair.breakaway + pair.breakaway_back) / 2;
  return Formula::apply(Op::Luz, {x - middle, width});
}

std::vector<Assignment> chain_program(const Equations& equations, const RestProblem& problem) {
  const std::size_t n = problem.pairs.size();
  const auto w = [&](std::size_t i, std::size_t j) -> const Formula& {
    return problem.coupling[place(problem.order[i])][place(problem.order[j])];
  };
  const auto pair = [&](std::size_t i) -> const PairEquation& {
    return equations.pairs[place(problem.pairs[place(problem.order[i])])];
  };
  std::vector<Assignment> program;
  for (std::size_t j = n; j-- > 0;) {
    // Row i..j with the force of pair j + 1 known, eliminated from its end: z_i = right_i / pivot_i
    // but for the force of pair i - 1.
    std::vector<Formula> pivot(j + 1), right(j + 1);
    for (std::size_t k = j + 1; k-- > 0;) {
      pivot[k] = w(k, k);
      right[k] = problem.drive[place(problem.order[k])];
      if (k < j) {
        pivot[k] = pivot[k] - w(k, k + 1) * w(k, k + 1) / pivot[k + 1];
        right[k] = right[k] - w(k, k + 1) * right[k + 1] / pivot[k + 1];
      } else if (j + 1 < n) {
        right[k] = right[k] - w(j, j + 1) * Formula::symbol("f." + pair(j + 1).name);
      }
    }
    Formula before;
    for (std::size_t i = 0; i <= j; ++i) {
      const Formula z = (i == 0 ? right[i] : right[i] - w(i, i - 1) * before) / pivot[i];
      const bool last = i == j;
      // The body before pair i is named in the result: s.1.3 is the first clip of the third force.
      const std::string name =
          last ? "f." + pair(j).name : "s." + std::to_string(i + 1) + "." + std::to_string(j + 1);
      program.push_back({name, clip(z, pair(i))});
      before = Formula::symbol(name);
    }
  }
  return program;
}

Formula static_force(const Equations& equations, const RestProblem& problem, std::size_t which) {
  using Shape = RestProblem::Shape;
  const PairEquation& own = equations.pairs[place(problem.pairs[which])];
  if (problem.shape == Shape::One) return clip(problem.drive[0] / problem.coupling[0][0], own);
  if (problem.shape == Shape::Parallel) {
    Formula strength;
    for (const int pair : problem.pairs)
      strength = strength + equations.pairs[place(pair)].breakaway;
    if (strength.is_zero()) return {};
    const Formula drive = problem.drive[0] / problem.coupling[0][0];
    const Formula sum = Formula::apply(Op::Sat, {drive, strength});
    return direction_of(problem, which) * own.breakaway / strength * sum;
  }
  if (problem.shape == Shape::Two) {
    const std::size_t other = 1 - which;
    const std::vector<Formula> x = unlimited_forces(problem);
    const Formula excess = beyond(x[other], equations.pairs[place(problem.pairs[other])]);
    const Formula share = problem.coupling[which][other] / problem.coupling[which][which];
    return clip(x[which] + share * excess, own);
  }
  LUZTAR_ASSERT(problem.shape == Shape::Chain);
  std::map<std::string, Formula> values;
  for (const Assignment& step : chain_program(equations, problem))
    values[step.name] = substitute(step.value, values);
  return values.at("f." + own.name);
}

Formula published_force(const Equations& equations, const RestProblem& problem, std::size_t which) {
  return clip(unlimited_forces(problem)[which], equations.pairs[place(problem.pairs[which])]);
}

}  // namespace luztar
