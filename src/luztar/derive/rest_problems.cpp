// Which pairs at rest influence each other, and how.
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "luztar/derive/formula_matrix.h"
#include "luztar/derive/static_friction.h"

namespace luztar {
namespace {

std::size_t place(int index) { return static_cast<std::size_t>(index); }

/// Bodies that pairs hold together.
class Partition {
 public:
  int operator()(int body) {
    int root = body;
    while (leader(root) != root) root = leader(root);
    while (leader(body) != root) body = std::exchange(leader_[body], root);
    return root;
  }
  /// False if they were together already.
  bool join(int a, int b) {
    const int from = (*this)(a), to = (*this)(b);
    leader_[from] = to;
    return from != to;
  }

 private:
  int leader(int body) { return leader_.try_emplace(body, body).first->second; }
  std::unordered_map<int, int> leader_;
};

/// Groups of pairs that share bodies with a mass, in the order of their first pairs.
std::vector<std::vector<int>> groups_of(const Equations& equations, const std::vector<int>& pairs) {
  Partition together;
  std::vector<int> first;  // body of each pair
  for (const int pair : pairs) {
    first.push_back(-1);
    for (const auto& [body, arm] : equations.pair(pair).arms) {
      if (equations.role(body) != BodyRole::Inertial) continue;
      if (first.back() < 0) first.back() = body;
      together.join(body, first.back());
    }
  }
  std::vector<std::vector<int>> groups;
  std::unordered_map<int, std::size_t> group_of;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    if (first[k] < 0) continue;  // between given bodies: nothing depends on it
    const auto [found, is_new] = group_of.try_emplace(together(first[k]), groups.size());
    if (is_new) groups.emplace_back();
    groups[found->second].push_back(pairs[k]);
  }
  return groups;
}

/// Acceleration that a body would have without the pairs at rest.
Formula free_acceleration(const Equations& equations, int body, const std::set<int>& at_rest) {
  const BodyEquation& equation = equations.body(body);
  if (equation.role == BodyRole::Steady) return {};
  if (equation.role == BodyRole::Prescribed) return Formula::symbol("a." + equation.name);
  return known_force(equations, body, at_rest) / equation.mass;
}

/// What happens at each body with a mass: the pairs of the list that act there, by their places.
Coupling coupling_among(const Equations& equations, const std::vector<int>& pairs) {
  std::map<int, std::vector<std::pair<std::size_t, Formula>>> at_body;
  for (std::size_t k = 0; k < pairs.size(); ++k)
    for (const auto& [body, arm] : equations.pair(pairs[k]).arms)
      if (equations.role(body) == BodyRole::Inertial) at_body[body].emplace_back(k, arm);
  Coupling w(pairs.size());
  for (const auto& [body, acting] : at_body)
    for (const auto& [i, arm] : acting)
      for (const auto& [j, other_arm] : acting)
        w.add(i, j, arm * other_arm / equations.body(body).mass);
  return w;
}

std::vector<Formula> drive_of(const Equations& equations, const std::vector<int>& pairs,
                              const std::set<int>& at_rest) {
  std::vector<Formula> drive;
  for (const int pair : pairs) {
    drive.emplace_back();
    for (const auto& [body, arm] : equations.pair(pair).arms)
      drive.back() = drive.back() + arm * free_acceleration(equations, body, at_rest);
  }
  return drive;
}

/// Links carry what makes their rates stay zero: they are eliminated. False: they contradict or
/// repeat each other.
bool eliminate_links(const Equations& equations, RestProblem& problem,
                     const std::set<int>& at_rest) {
  const std::size_t n = problem.pairs.size(), links = problem.links.size();
  if (links == 0) return true;
  std::vector<int> all = problem.pairs;
  all.insert(all.end(), problem.links.begin(), problem.links.end());
  const Coupling w = coupling_among(equations, all);
  const std::vector<Formula> drive = drive_of(equations, problem.links, at_rest);
  FormulaMatrix among(links, std::vector<Formula>(links)),
      right(links, std::vector<Formula>(n + 1));
  for (std::size_t k = 0; k < links; ++k) {
    for (const auto& [j, value] : w.row(n + k)) (j < n ? right[k][j] : among[k][j - n]) = value;
    right[k][n] = drive[k];
  }
  const auto solution = solve(std::move(among), std::move(right));
  if (!solution) return false;
  for (std::size_t k = 0; k < links; ++k)
    for (const auto& [i, across] : w.row(n + k)) {
      if (i >= n) break;
      for (std::size_t j = 0; j < n; ++j)
        if (!(*solution)[k][j].is_zero()) problem.coupling.add(i, j, -across * (*solution)[k][j]);
      problem.drive[i] = problem.drive[i] - across * (*solution)[k][n];
    }
  return true;
}

/// Pairs in a row, each coupled with its neighbours only; empty if they form no row.
std::vector<int> row_of(const Coupling& w) {
  const auto neighbours = [&](std::size_t i) {
    return w.row(i).size() - w.row(i).count(i);
  };
  std::size_t end = w.size();
  for (std::size_t i = w.size(); i-- > 0;) {
    if (neighbours(i) > 2) return {};
    if (neighbours(i) <= 1) end = i;
  }
  if (end == w.size()) return {};
  std::vector<int> row{static_cast<int>(end)};
  for (std::size_t before = w.size(), here = end;;) {
    std::size_t next = w.size();
    for (const auto& [other, value] : w.row(here))
      if (other != here && other != before) next = other;
    if (next == w.size()) break;
    row.push_back(static_cast<int>(next));
    before = std::exchange(here, next);
  }
  if (row.size() != w.size()) return {};
  return row;
}

/// Determinants of the leading blocks of a row are never zero unless it is singular.
bool row_is_regular(const Coupling& w, const std::vector<int>& row) {
  Formula pivot;
  for (std::size_t k = 0; k < row.size(); ++k) {
    Formula next = w(place(row[k]), place(row[k]));
    if (k > 0) {
      const Formula& side = w(place(row[k]), place(row[k - 1]));
      next = next - side * side / pivot;
    }
    if (next.is_zero()) return false;
    pivot = next;
  }
  return true;
}

/// Two arms a pair, and no way back to where one came from. Given bodies and the ground are ends.
/// `bodies`: how many take part.
bool is_forest(const Equations& equations, const RestProblem& problem, std::size_t& bodies) {
  Partition together;
  std::set<int> seen;
  for (const auto* list : {&problem.pairs, &problem.links})
    for (const int pair : *list) {
      std::vector<int> ends;
      for (const auto& [body, arm] : equations.pair(pair).arms)
        if (equations.role(body) == BodyRole::Inertial) ends.push_back(body);
      seen.insert(ends.begin(), ends.end());
      if (ends.size() > 2) return false;
      if (ends.size() == 2 && !together.join(ends[0], ends[1])) return false;
    }
  bodies = seen.size();
  return true;
}

bool is_parallel(const Equations& equations, const RestProblem& problem) {
  for (std::size_t k = 0; k < problem.pairs.size(); ++k)
    if (direction_of(problem, k) == 0 || !equations.pair(problem.pairs[k]).is_symmetric())
      return false;
  return true;
}

RestProblem::Shape shape_of(const Equations& equations, RestProblem& problem) {
  using Shape = RestProblem::Shape;
  const Coupling& w = problem.coupling;
  if (w.size() == 1) return w(0, 0).is_zero() ? Shape::Cycle : Shape::One;
  if (!w(0, 0).is_zero() && is_parallel(equations, problem)) return Shape::Parallel;
  std::size_t bodies = 0;
  const bool forest = is_forest(equations, problem, bodies);
  // In a tree one pair to what is given leaves the rates independent, two do not.
  const bool independent = forest && problem.pairs.size() + problem.links.size() <= bodies;
  problem.order = row_of(w);
  if (!problem.order.empty() && (forest ? independent : row_is_regular(w, problem.order)))
    return w.size() == 2 ? Shape::Two : Shape::Chain;
  return forest ? Shape::Tree : Shape::Cycle;
}

RestProblem problem_of(const Equations& equations, const std::vector<int>& group,
                       const std::set<int>& at_rest) {
  RestProblem problem;
  for (const int pair : group)
    (equations.pair(pair).is_link ? problem.links : problem.pairs).push_back(pair);
  problem.coupling = coupling_among(equations, problem.pairs);
  problem.drive = drive_of(equations, problem.pairs, at_rest);
  problem.shape = RestProblem::Shape::Cycle;
  if (eliminate_links(equations, problem, at_rest) && !problem.pairs.empty())
    problem.shape = shape_of(equations, problem);
  return problem;
}

std::vector<RestProblem> problems_of(const Equations& equations, const std::vector<int>& pairs,
                                     const std::vector<int>& at_rest) {
  const std::set<int> rests(at_rest.begin(), at_rest.end());
  std::vector<RestProblem> problems;
  for (const auto& group : groups_of(equations, pairs))
    problems.push_back(problem_of(equations, group, rests));
  return problems;
}

}  // namespace

const Formula& Coupling::operator()(std::size_t i, std::size_t j) const {
  static const Formula kNone;
  const auto found = rows_[i].find(j);
  return found == rows_[i].end() ? kNone : found->second;
}

void Coupling::add(std::size_t i, std::size_t j, const Formula& value) {
  Formula& sum = rows_[i][j];
  sum = sum + value;
  if (sum.is_zero()) rows_[i].erase(j);
}

std::map<int, Formula> row_of_arms(const PairEquation& pair) {
  std::map<int, Formula> row;
  for (const auto& [body, arm] : pair.arms) row[body] = row[body] + arm;
  std::erase_if(row, [](const auto& entry) { return entry.second.is_zero(); });
  return row;
}

std::size_t rank_of_rates(const Equations& equations, const std::vector<int>& pairs) {
  std::vector<FormulaRow> rows;
  for (const PairEquation& pair : equations.pairs)
    if (pair.is_link) rows.push_back(row_of_arms(pair));
  const std::size_t held = rank_of(rows);
  for (const int pair : pairs) rows.push_back(row_of_arms(equations.pair(pair)));
  return rank_of(std::move(rows)) - held;
}

Formula known_force(const Equations& equations, int body, const std::set<int>& at_rest) {
  const BodyEquation& equation = equations.body(body);
  Formula force = Formula::symbol("F." + equation.name);
  for (const auto& [pair, arm] : equation.pairs)
    if (!at_rest.contains(pair) && !equations.pair(pair).is_link)
      force = force - arm * Formula::symbol("f." + equations.pair(pair).name);
  return force;
}

std::vector<RestProblem> rest_problems(const Equations& equations,
                                       const std::vector<int>& at_rest) {
  const std::set<int> rests(at_rest.begin(), at_rest.end());
  std::vector<int> pairs;
  for (int k = 0; k < static_cast<int>(equations.pairs.size()); ++k) {
    const PairEquation& pair = equations.pair(k);
    // Those that push on a massless body are no matter of accelerations: its balance gives them.
    if ((rests.contains(k) || pair.is_link) && !equations.touches_massless(pair))
      pairs.push_back(k);
  }
  return problems_of(equations, pairs, at_rest);
}

std::vector<RestProblem> rest_problems(const Equations& equations, const RestProblem& all,
                                       const std::vector<int>& at_rest) {
  std::vector<int> pairs = at_rest;
  pairs.insert(pairs.end(), all.links.begin(), all.links.end());
  std::sort(pairs.begin(), pairs.end());
  return problems_of(equations, pairs, at_rest);
}

int direction_of(const RestProblem& problem, std::size_t which) {
  const Coupling& w = problem.coupling;
  if (w(which, which) != w(0, 0)) return 0;
  if (w(0, which) == w(0, 0) && problem.drive[which] == problem.drive[0]) return 1;
  if (w(0, which) == -w(0, 0) && problem.drive[which] == -problem.drive[0]) return -1;
  return 0;
}

}  // namespace luztar
