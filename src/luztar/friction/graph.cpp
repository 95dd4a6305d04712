#include "luztar/friction/graph.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "luztar/core/assert.h"
#include "luztar/core/long_sum.h"
#include "luztar/core/nearness.h"
#include "luztar/core/stop_request.h"
#include "luztar/friction/graph_cluster.h"
#include "luztar/friction/graph_plan.h"

namespace luztar {
namespace {

/// Sum of flows of which some have no bound.
struct WideSum {
  int unbounded{};
  LongSum finite;
  void add(double flow, int sign) {
    if (std::isinf(flow))
      unbounded += flow > 0.0 ? sign : -sign;
    else
      finite.add(sign * flow);
  }
};

}  // namespace

struct GraphSolver::Impl {
  explicit Impl(GraphPlan made) : plan(std::move(made)), cluster(plan, numbers) {}

  void load(const GraphProblem& problem);
  double scale_of(const GraphProblem& problem) const;
  void rank_ties(const GraphProblem& problem);
  double given(const GraphPlan::Tie& tie, const std::vector<double>& values) const {
    return tie.other < 0 ? 0.0 : tie.ratio * values[tie.other];
  }
  GraphLevel level_of(const std::vector<int>& bodies);
  void push_connected(const std::vector<int>& bodies, const std::vector<Pace>& sides, Pace side);
  void write(const GraphProblem& problem, GraphSolution& solution);
  void write_pipe(const GraphProblem& problem, GraphSolution& solution, int pair, double factor,
                  const GraphNumbers::Pipe& pipe, double ahead);
  bool hold_outside(const GraphProblem& problem, GraphSolution& solution) const;
  void judge(const GraphProblem& problem, GraphSolution& solution) const;

  GraphPlan plan;
  GraphNumbers numbers;
  GraphCluster cluster;
  std::vector<std::vector<int>> parts;  ///< connected bodies that are not decided yet
  std::vector<double> y;                ///< (bodies)
  std::vector<int> part_of;             ///< (bodies) > 0: in the part with this number
  int n_parts{};
  double scale{}, tolerance{};
  bool possible{};
};

/// The largest force that may act. No pair carries more than all forces there are: limits beyond
/// that, 1e9 N for "held", say nothing of how numbers are rounded [N].
double GraphSolver::Impl::scale_of(const GraphProblem& problem) const {
  double largest = 0.0, all = 0.0, mass = 0.0, pace = 0.0;
  for (int b = 0; b < plan.n_bodies; ++b) {
    if (plan.is_free[b] == 0) continue;
    largest = std::max(largest, std::abs(problem.force[b]));
    all += std::abs(problem.force[b] * plan.scale[b]);
    mass += problem.mass[b] * plan.scale[b] * plan.scale[b];
  }
  for (const auto& tie : plan.ties) {
    const double other = given(tie, problem.given);
    pace = std::max(pace, std::abs(other));
    largest = std::max(largest, std::abs(problem.mass[tie.body] * plan.scale[tie.body] * other));
  }
  all += mass * pace;
  const auto with_pipes = [&](auto take) {
    for (const auto& edge : plan.edges) take(edge.pair, std::abs(edge.factor));
    for (const auto& tie : plan.ties) take(tie.pair, std::abs(tie.factor));
  };
  with_pipes([&](int pair, double factor) {  // at least that is carried, whatever acts
    const double least = std::clamp(0.0, problem.lower[pair], problem.upper[pair]);
    if (!std::isinf(least)) all += factor * std::abs(least);
  });
  with_pipes([&](int pair, double factor) {
    for (const double limit : {problem.lower[pair], problem.upper[pair]})
      if (!std::isinf(limit)) largest = std::max(largest, std::min(std::abs(limit), all / factor));
  });
  for (const auto& [pair, ends] : plan.outside)
    for (const double limit : {problem.lower[pair], problem.upper[pair]})
      if (!std::isinf(limit)) largest = std::max(largest, std::min(std::abs(limit), all));
  return largest;
}

/// In y: masses and forces times their scales, limits over differences of y.
void GraphSolver::Impl::load(const GraphProblem& problem) {
  const int n = plan.n_bodies;
  scale = scale_of(problem);
  tolerance = std::max(problem.tolerance, kRounding * scale);
  numbers.rounding = tolerance > 0.0 ? std::min(1.0, kFewUlps * scale / tolerance) : 0.0;
  numbers.mass.assign(n, 0.0);
  numbers.force.assign(n, 0.0);
  numbers.tolerance.assign(n, 0.0);
  for (int b = 0; b < n; ++b) {
    if (plan.is_free[b] == 0) continue;
    numbers.mass[b] = problem.mass[b] * plan.scale[b] * plan.scale[b];
    numbers.force[b] = problem.force[b] * plan.scale[b];
    numbers.tolerance[b] = tolerance * std::abs(plan.scale[b]);
  }
  const auto pipe = [&](int pair, double factor) {
    const double one = factor * problem.lower[pair];
    const double other = factor * problem.upper[pair];
    GraphNumbers::Pipe made;
    made.down = std::min(one, other);
    made.up = std::max(one, other);
    made.tolerance = tolerance * std::abs(factor);
    if (!problem.near.empty()) made.near = problem.near[pair] * std::abs(factor);
    return made;
  };
  numbers.edges.clear();
  numbers.ties.clear();
  for (const auto& edge : plan.edges) numbers.edges.push_back(pipe(edge.pair, edge.factor));
  for (const auto& tie : plan.ties) numbers.ties.push_back(pipe(tie.pair, tie.factor));
  rank_ties(problem);
}

/// What ties end on, from slow to fast, later coefficients deciding between equal ones.
void GraphSolver::Impl::rank_ties(const GraphProblem& problem) {
  const auto compare = [&](int one, int other) {
    const auto& first = plan.ties[one];
    const auto& second = plan.ties[other];
    if (first.other < 0 && second.other < 0) return 0;
    const auto order = [&](const std::vector<double>& values) {
      const double a = given(first, values);
      const double b = given(second, values);
      if (is_negligible(a - b, std::max(std::abs(a), std::abs(b)), kNoise)) return 0;
      return a < b ? -1 : 1;
    };
    int result = order(problem.given);
    for (std::size_t k = 0; k < problem.given_later.size() && result == 0; ++k)
      result = order(problem.given_later[k]);
    return result;
  };
  std::vector<int> order(plan.ties.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int one, int other) { return compare(one, other) < 0; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    GraphNumbers::Pipe& tie = numbers.ties[order[i]];
    tie.position = given(plan.ties[order[i]], problem.given);
    tie.level = static_cast<int>(i);
    if (i == 0 || compare(order[i - 1], order[i]) != 0) continue;
    tie.position = numbers.ties[order[i - 1]].position;
    tie.level = numbers.ties[order[i - 1]].level;
  }
}

/// The y that bodies would have as one: the force that they take as a function of y is monotone,
/// with a step at each tie.
GraphLevel GraphSolver::Impl::level_of(const std::vector<int>& bodies) {
  double mass = 0.0;
  double least = 0.0;
  LongSum force;
  WideSum tie_flow;
  std::vector<const GraphNumbers::Pipe*> ties;
  for (const int b : bodies) {
    mass += numbers.mass[b];
    force.add(numbers.force[b]);
    least = std::max(least, numbers.tolerance[b]);
    for (const int t : plan.ties_at.of(b)) ties.push_back(&numbers.ties[t]);
  }
  std::stable_sort(ties.begin(), ties.end(),
                   [](const auto* a, const auto* b) { return a->level < b->level; });
  for (const auto* tie : ties) tie_flow.add(tie->down, 1);
  const auto one_body = [&](int below) {
    LongSum rest = force;
    rest.add(-tie_flow.finite.value);
    rest.add(-tie_flow.finite.rest);
    return GraphLevel{rest.total() / mass, below, -1};
  };
  const auto excess = [&](double at) {  // sign of the flow at `at`, less the force
    if (tie_flow.unbounded != 0) return tie_flow.unbounded;
    LongSum sum = tie_flow.finite;
    sum.add(mass * at);
    sum.add(-force.value);
    sum.add(-force.rest);
    return sum.total() > least ? 1 : sum.total() < -least ? -1 : 0;
  };
  for (std::size_t i = 0; i < ties.size();) {
    const int level = ties[i]->level;
    const double at = ties[i]->position;
    if (excess(at) > 0) return one_body(level);
    for (; i < ties.size() && ties[i]->level == level; ++i) {
      tie_flow.add(ties[i]->down, -1);
      tie_flow.add(ties[i]->up, 1);
    }
    if (excess(at) >= 0) return {at, level, level};
  }
  return one_body(static_cast<int>(numbers.ties.size()));
}

/// Bodies of one side, in parts that open edges connect.
void GraphSolver::Impl::push_connected(const std::vector<int>& bodies,
                                       const std::vector<Pace>& sides, Pace side) {
  const int first = n_parts + 1;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (sides[i] != side || part_of[bodies[i]] >= first) continue;
    std::vector<int> part{bodies[i]};
    part_of[bodies[i]] = ++n_parts;
    for (std::size_t p = 0; p < part.size(); ++p)
      for (const int e : plan.edges_at.of(part[p])) {
        if (numbers.edges[e].open == 0) continue;
        const int other = plan.edges[e].a == part[p] ? plan.edges[e].b : plan.edges[e].a;
        if (part_of[other] == n_parts) continue;
        part_of[other] = n_parts;
        part.push_back(other);
      }
    std::sort(part.begin(), part.end());
    parts.push_back(std::move(part));
  }
}

void GraphSolver::Impl::write_pipe(const GraphProblem& problem, GraphSolution& solution, int pair,
                                   double factor, const GraphNumbers::Pipe& pipe, double ahead) {
  const bool same = factor > 0.0;
  double& force = solution.force[pair];
  const bool at_up = pipe.flow == pipe.up;
  const bool at_down = pipe.flow == pipe.down;
  force = at_up     ? (same ? problem.upper : problem.lower)[pair]
          : at_down ? (same ? problem.lower : problem.upper)[pair]
                    : std::clamp(pipe.flow / factor, problem.lower[pair], problem.upper[pair]);
  if (std::isinf(force)) possible = false;
  const bool upper = (pipe.at == AtLimit::Upper) == same;
  solution.at_limit[pair] = pipe.at == AtLimit::No     ? AtLimit::No
                            : pipe.at == AtLimit::Both ? AtLimit::Both
                            : upper                    ? AtLimit::Upper
                                                       : AtLimit::Lower;
  solution.bound[pair] = ahead == 0.0            ? Bound::Free
                         : (ahead > 0.0) == same ? Bound::Upper
                                                 : Bound::Lower;
}

void GraphSolver::Impl::write(const GraphProblem& problem, GraphSolution& solution) {
  if (problem.given.empty())
    solution.x.assign(plan.n_bodies, 0.0);
  else
    solution.x = problem.given;
  for (int b = 0; b < plan.n_bodies; ++b)
    if (plan.is_free[b] != 0) solution.x[b] = plan.scale[b] * y[b];
  for (std::size_t e = 0; e < plan.edges.size(); ++e) {
    const auto& edge = plan.edges[e];
    write_pipe(problem, solution, edge.pair, edge.factor, numbers.edges[e], y[edge.a] - y[edge.b]);
  }
  for (std::size_t t = 0; t < plan.ties.size(); ++t) {
    const auto& tie = plan.ties[t];
    write_pipe(problem, solution, tie.pair, tie.factor, numbers.ties[t],
               y[tie.body] - numbers.ties[t].position);
  }
}

/// Pairs between bodies whose motion is given move nothing.
bool GraphSolver::Impl::hold_outside(const GraphProblem& problem, GraphSolution& solution) const {
  bool held = true;
  for (const auto& [j, ends] : plan.outside) {
    const double one = ends.a < 0 ? 0.0 : ends.coefficient_a * problem.given[ends.a];
    const double two = ends.b < 0 ? 0.0 : ends.coefficient_b * problem.given[ends.b];
    double w = one + two;
    if (is_negligible(w, std::max(std::abs(one), std::abs(two)), kNoise)) w = 0.0;
    const double limit = w > 0.0 ? problem.upper[j] : problem.lower[j];
    if (w != 0.0 && std::isinf(limit)) {
      held = held && is_negligible(w, std::abs(one) + std::abs(two), kSolved);
      w = 0.0;
    }
    solution.bound[j] = w > 0.0 ? Bound::Upper : w < 0.0 ? Bound::Lower : Bound::Free;
    solution.force[j] = w == 0.0 ? std::clamp(0.0, problem.lower[j], problem.upper[j]) : limit;
    const bool none = problem.upper[j] - problem.lower[j] <= tolerance;
    solution.at_limit[j] = none                                    ? AtLimit::Both
                           : solution.force[j] == problem.upper[j] ? AtLimit::Upper
                           : solution.force[j] == problem.lower[j] ? AtLimit::Lower
                                                                   : AtLimit::No;
  }
  return held;
}

/// The largest force that is left over on a body, with those of pairs in their limits.
void GraphSolver::Impl::judge(const GraphProblem& problem, GraphSolution& solution) const {
  std::vector<LongSum> rest(plan.n_bodies);
  for (int b = 0; b < plan.n_bodies; ++b) {
    if (plan.is_free[b] == 0) continue;
    rest[b].add(problem.force[b]);
    rest[b].add(-problem.mass[b] * solution.x[b]);
  }
  for (const auto& edge : plan.edges) {
    const double flow = edge.factor * solution.force[edge.pair];
    rest[edge.a].add(-flow / plan.scale[edge.a]);
    rest[edge.b].add(flow / plan.scale[edge.b]);
  }
  for (const auto& tie : plan.ties)
    rest[tie.body].add(-tie.factor * solution.force[tie.pair] / plan.scale[tie.body]);
  solution.residual = 0.0;
  for (int b = 0; b < plan.n_bodies; ++b)
    if (plan.is_free[b] != 0)
      solution.residual = std::max(solution.residual, std::abs(rest[b].total()));
}

GraphSolver::GraphSolver(int bodies, std::span<const char> given, std::span<const TreePair> pairs)
    : impl_(std::make_unique<Impl>(plan_graph(bodies, given, pairs))) {}
GraphSolver::~GraphSolver() = default;

bool GraphSolver::is_graph() const { return impl_->plan.is_graph; }
bool GraphSolver::is_forest() const { return impl_->plan.is_forest; }

void GraphSolver::solve(const GraphProblem& problem, GraphSolution& solution) {
  Impl& impl = *impl_;
  const GraphPlan& plan = impl.plan;
  LUZTAR_ASSERT(plan.is_graph);
  LUZTAR_ASSERT(static_cast<int>(problem.force.size()) == plan.n_bodies);
  LUZTAR_ASSERT(static_cast<int>(problem.lower.size()) == plan.n_pairs);
  impl.load(problem);
  impl.possible = true;
  impl.y.assign(plan.n_bodies, 0.0);
  impl.part_of.assign(plan.n_bodies, 0);
  impl.n_parts = 0;
  std::vector<int> bodies;
  for (int b = 0; b < plan.n_bodies; ++b)
    if (plan.is_free[b] != 0) bodies.push_back(b);
  impl.push_connected(bodies, std::vector<Pace>(bodies.size(), Pace::Faster), Pace::Faster);
  while (!impl.parts.empty() && impl.possible) {
    stop_if_asked();
    bodies = std::move(impl.parts.back());
    impl.parts.pop_back();
    const GraphLevel level = impl.level_of(bodies);
    for (const int b : bodies) impl.y[b] = level.y;
    impl.possible = impl.cluster.part(bodies, level);
    if (!impl.possible) break;
    impl.push_connected(bodies, impl.cluster.sides(), Pace::Faster);
    impl.push_connected(bodies, impl.cluster.sides(), Pace::Slower);
  }
  impl.parts.clear();
  solution.force.assign(plan.n_pairs, 0.0);
  solution.bound.assign(plan.n_pairs, Bound::Free);
  solution.at_limit.assign(plan.n_pairs, AtLimit::No);
  impl.write(problem, solution);
  impl.possible = impl.hold_outside(problem, solution) && impl.possible;
  impl.judge(problem, solution);
  const bool solved = impl.possible && solution.residual <= kSolved * impl.scale;
  solution.status = solved ? SolveStatus::Solved : SolveStatus::MaxIterations;
}

}  // namespace luztar
