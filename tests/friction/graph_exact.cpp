#include "graph_exact.h"

#include <deque>

namespace luztar::testing {
namespace {

/// A limit that no sum of the small numbers of a test reaches.
Rational number(double value) {
  if (std::isinf(value)) return value > 0.0 ? Rational(1000000000) : Rational(-1000000000);
  return Rational(value);
}

/// Ford and Fulkerson, shortest ways first.
struct ExactFlow {
  struct Arc {
    int to;
    Rational room;
  };
  std::vector<Arc> arcs;
  std::vector<std::vector<int>> at;

  explicit ExactFlow(int nodes) : at(static_cast<std::size_t>(nodes)) {}
  int add(int from, int to, const Rational& forth, const Rational& back) {
    const int arc = static_cast<int>(arcs.size());
    at[from].push_back(arc);
    arcs.push_back({to, forth});
    at[to].push_back(arc + 1);
    arcs.push_back({from, back});
    return arc;
  }
  /// Arcs by which each node is reached; -1 else.
  std::vector<int> reach(int from, int without = -2) const {
    std::vector<int> by(at.size(), -1);
    std::deque<int> queue{from};
    while (!queue.empty()) {
      const int node = queue.front();
      queue.pop_front();
      for (const int arc : at[node]) {
        if (arc / 2 == without / 2 || arcs[arc].room <= 0 || arcs[arc].to == from) continue;
        if (by[arcs[arc].to] >= 0) continue;
        by[arcs[arc].to] = arc;
        queue.push_back(arcs[arc].to);
      }
    }
    return by;
  }
  void send(int source, int sink) {
    while (true) {
      const std::vector<int> by = reach(source);
      if (by[sink] < 0) return;
      Rational least = arcs[by[sink]].room;
      for (int node = sink; node != source; node = arcs[by[node] ^ 1].to)
        if (arcs[by[node]].room < least) least = arcs[by[node]].room;
      for (int node = sink; node != source; node = arcs[by[node] ^ 1].to) {
        arcs[by[node]].room -= least;
        arcs[by[node] ^ 1].room += least;
      }
    }
  }
};

class Certifier {
 public:
  Certifier(const Network& network, const GraphSolution& solution)
      : network_(network), solution_(solution), n_(network.bodies()) {}

  GraphCertificate run() {
    group();
    move();
    result_.at_limit.assign(network_.pairs.size(), AtLimit::No);
    result_.holds = true;
    check_rates();
    for (int g = 0; g < n_; ++g)
      if (group_[g] == g && network_.is_free(g)) check_group(g);
    return result_;
  }

 private:
  bool at_rest(std::size_t j) const { return solution_.bound[j] == Bound::Free; }
  static Rational c(double value) { return Rational(value); }

  /// Free bodies that pairs at rest connect, with x = ratio y.
  void group() {
    group_.assign(n_, -1);
    ratio_.assign(n_, 0);
    for (int start = 0; start < n_; ++start) {
      if (group_[start] >= 0 || !network_.is_free(start)) continue;
      std::deque<int> queue{start};
      group_[start] = start;
      ratio_[start] = 1;
      while (!queue.empty()) {
        const int b = queue.front();
        queue.pop_front();
        for (std::size_t j = 0; j < network_.pairs.size(); ++j) {
          const NetworkPair& p = network_.pairs[j];
          if (!at_rest(j) || (p.a != b && p.b != b)) continue;
          const int other = p.a == b ? p.b : p.a;
          if (!network_.is_free(other) || group_[other] >= 0) continue;
          const Rational own = c(p.a == b ? p.coefficient_a : p.coefficient_b);
          const Rational far = c(p.a == b ? p.coefficient_b : p.coefficient_a);
          group_[other] = start;
          ratio_[other] = -own / far * ratio_[b];
          queue.push_back(other);
        }
      }
    }
  }

  Rational given(int body) const { return body < 0 ? Rational(0) : c(network_.given[body]); }

  void move() {
    std::vector<Rational> mass(n_), force(n_), y(n_);
    std::vector<char> held(n_, 0);
    for (int b = 0; b < n_; ++b) {
      if (!network_.is_free(b)) continue;
      mass[group_[b]] += ratio_[b] * ratio_[b] * c(network_.mass[b]);
      force[group_[b]] += ratio_[b] * c(network_.force[b]);
    }
    for (std::size_t j = 0; j < network_.pairs.size(); ++j) {
      const NetworkPair& p = network_.pairs[j];
      const bool a = network_.is_free(p.a);
      const bool b = network_.is_free(p.b);
      if (!at_rest(j)) {
        const Rational T = number(solution_.bound[j] == Bound::Upper ? p.upper : p.lower);
        if (a) force[group_[p.a]] -= ratio_[p.a] * c(p.coefficient_a) * T;
        if (b) force[group_[p.b]] -= ratio_[p.b] * c(p.coefficient_b) * T;
      } else if (a != b) {
        const int body = a ? p.a : p.b;
        const Rational own = c(a ? p.coefficient_a : p.coefficient_b);
        const Rational far = c(a ? p.coefficient_b : p.coefficient_a);
        held[group_[body]] = 1;
        y[group_[body]] = -far * given(a ? p.b : p.a) / (own * ratio_[body]);
      }
    }
    for (int b = 0; b < n_; ++b) {
      if (!network_.is_free(b)) {
        result_.x.push_back(given(b));
        continue;
      }
      const int g = group_[b];
      result_.x.push_back(ratio_[b] * (held[g] != 0 ? y[g] : Rational(force[g] / mass[g])));
    }
  }

  Rational rate(const NetworkPair& p) const {
    Rational w = 0;
    if (p.a >= 0) w += c(p.coefficient_a) * result_.x[p.a];
    if (p.b >= 0) w += c(p.coefficient_b) * result_.x[p.b];
    return w;
  }

  void check_rates() {
    for (std::size_t j = 0; j < network_.pairs.size(); ++j) {
      const NetworkPair& p = network_.pairs[j];
      const Rational w = rate(p);
      const double limit = solution_.bound[j] == Bound::Upper ? p.upper : p.lower;
      const bool fits = at_rest(j) ? w == 0 : solution_.bound[j] == Bound::Upper ? w >= 0 : w <= 0;
      result_.holds = result_.holds && fits && (at_rest(j) || !std::isinf(limit));
    }
  }

  /// Do the limits hold the forces of a group?
  void check_group(int g) {
    ExactFlow flow(n_ + 3);
    std::vector<Rational> excess(n_ + 1);
    std::vector<int> arc_of(network_.pairs.size(), -1);
    bool tied = false;
    for (int b = 0; b < n_; ++b)
      if (network_.is_free(b) && group_[b] == g)
        excess[b] = ratio_[b] * (c(network_.force[b]) - c(network_.mass[b]) * result_.x[b]);
    for (std::size_t j = 0; j < network_.pairs.size(); ++j) {
      const NetworkPair& p = network_.pairs[j];
      const bool a = network_.is_free(p.a) && group_[p.a] == g;
      const bool b = network_.is_free(p.b) && group_[p.b] == g;
      if (!a && !b) continue;
      if (!at_rest(j)) {
        const Rational T = number(solution_.bound[j] == Bound::Upper ? p.upper : p.lower);
        if (a) excess[p.a] -= ratio_[p.a] * c(p.coefficient_a) * T;
        if (b) excess[p.b] -= ratio_[p.b] * c(p.coefficient_b) * T;
        continue;
      }
      tied = tied || !(a && b);
      const int from = a ? p.a : n_;
      const int to = b ? p.b : n_;
      const Rational factor =
          a ? ratio_[p.a] * c(p.coefficient_a) : -ratio_[p.b] * c(p.coefficient_b);
      Rational up = factor * number(p.upper);
      Rational down = factor * number(p.lower);
      if (factor < 0) std::swap(up, down);
      const Rational start = down > 0 ? down : up < 0 ? up : Rational(0);
      excess[from] -= start;
      excess[to] += start;
      arc_of[j] = flow.add(from, to, up - start, start - down);
    }
    std::vector<int> ends;
    for (int b = 0; b < n_; ++b) {
      if (!network_.is_free(b) || group_[b] != g || excess[b] == 0) continue;
      if (excess[b] > 0) ends.push_back(flow.add(n_ + 1, b, excess[b], 0));
      if (excess[b] < 0) ends.push_back(flow.add(b, n_ + 2, -excess[b], 0));
    }
    const int takes = flow.add(n_, n_ + 2, tied ? number(INFINITY) : Rational(0), 0);
    flow.send(n_ + 1, n_ + 2);
    flow.arcs[takes].room = flow.arcs[takes + 1].room = 0;
    flow.add(n_ + 1, n_, tied ? number(INFINITY) : Rational(0), 0);
    flow.send(n_ + 1, n_ + 2);
    for (const int arc : ends) {
      result_.holds = result_.holds && flow.arcs[arc].room == 0;
      flow.arcs[arc].room = flow.arcs[arc + 1].room = 0;
    }
    flow.at[n_ + 1].clear();  // from here on only ways round
    flow.at[n_ + 2].clear();
    for (std::size_t j = 0; j < network_.pairs.size(); ++j) {
      if (arc_of[j] < 0) continue;
      const int from = flow.arcs[arc_of[j] + 1].to;
      const int to = flow.arcs[arc_of[j]].to;
      const bool up = flow.arcs[arc_of[j]].room > 0;
      const bool down = flow.arcs[arc_of[j] + 1].room > 0;
      const bool round_up = flow.reach(from, arc_of[j])[to] >= 0;  // allows to flow back
      const bool round_down = flow.reach(to, arc_of[j])[from] >= 0;
      const bool same = network_.is_free(network_.pairs[j].a)
                            ? ratio_[network_.pairs[j].a] * c(network_.pairs[j].coefficient_a) > 0
                            : ratio_[network_.pairs[j].b] * c(network_.pairs[j].coefficient_b) < 0;
      AtLimit at = AtLimit::No;
      if (!up && !down)
        at = AtLimit::Both;
      else if (!up && !round_up)
        at = same ? AtLimit::Upper : AtLimit::Lower;
      else if (!down && !round_down)
        at = same ? AtLimit::Lower : AtLimit::Upper;
      result_.at_limit[j] = at;
    }
  }

  const Network& network_;
  const GraphSolution& solution_;
  int n_;
  std::vector<int> group_;
  std::vector<Rational> ratio_;
  GraphCertificate result_;
};

}  // namespace

GraphProblem graph_problem(const Network& network) {
  GraphProblem problem;
  problem.mass = network.mass;
  problem.force = network.force;
  problem.given = network.given;
  for (const NetworkPair& p : network.pairs) {
    problem.lower.push_back(p.lower);
    problem.upper.push_back(p.upper);
  }
  return problem;
}

GraphSolution solve_graph(const Network& network) {
  std::vector<TreePair> pairs;
  for (const NetworkPair& p : network.pairs)
    pairs.push_back({p.a, p.b, p.coefficient_a, p.coefficient_b});
  GraphSolver solver(network.bodies(), network.is_given, pairs);
  GraphSolution solution;
  if (solver.is_graph()) solver.solve(graph_problem(network), solution);
  return solution;
}

GraphCertificate certify_graph(const Network& network, const GraphSolution& solution) {
  return Certifier(network, solution).run();
}

}  // namespace luztar::testing
