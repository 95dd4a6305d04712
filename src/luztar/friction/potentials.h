// Flows that follow from potentials of nodes, inside limits too. Private to friction/.
#pragma once

#include <utility>
#include <vector>

#include "luztar/core/node_groups.h"
#include "luztar/matrix/sparse.h"

namespace luztar {

/// Flows along differences of potentials of nodes, of weight times the difference.
class Potentials {
 public:
  /// b < 0: to something that takes any flow.
  struct Edge {
    int a, b;
    double weight;
    double difference(const Vector& p) const { return (a < 0 ? 0.0 : p(a)) - (b < 0 ? 0.0 : p(b)); }
  };
  struct Limits {
    double down, up;
  };

  Potentials(int nodes, std::vector<Edge> edges) : n_(nodes), edges_(std::move(edges)) {
    for (Edge& edge : edges_)
      if (edge.a < 0 && edge.b < 0) edge.weight = 0.0;
    const std::vector<char> all(edges_.size(), 1);
    if (n_ > 0) factor_.compute(n_, laplacian(all));
  }

  /// Adds the flows of least sum flow²/weight that take `load` away to `flow`.
  /// @return the potentials of the nodes
  Vector share(const Vector& load, std::vector<double>& flow) const {
    if (n_ == 0) return {};
    Vector p = factor_.solve(load);
    const std::vector<double> none(edges_.size(), 0.0);
    std::vector<double> first = none;
    add(p, first);
    const Vector left = factor_.solve(rest(load, first));
    add(left, first);
    for (std::size_t e = 0; e < flow.size(); ++e) flow[e] += first[e];
    p += left;
    return p;
  }

  /// The same inside limits; false: not found.
  /// @param free  out: the flows without the limits, of the same potentials
  /// @param p     out: these potentials
  bool share_inside(const Vector& load, const std::vector<Limits>& limits, double tolerance,
                    std::vector<double>& flow, std::vector<double>& free, Vector& p) const;

  Vector rest(const Vector& load, const std::vector<double>& flow) const {
    Vector result = load;
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      if (edges_[e].a >= 0) result(edges_[e].a) -= flow[e];
      if (edges_[e].b >= 0) result(edges_[e].b) += flow[e];
    }
    return result;
  }

 private:
  void add(const Vector& p, std::vector<double>& flow) const {
    for (std::size_t e = 0; e < edges_.size(); ++e)
      flow[e] += edges_[e].weight * edges_[e].difference(p);
  }
  Vector balanced(Vector load) const;
  NodeGroups together(const std::vector<char>& active) const;
  enum class Loose { Balanced, Moved, Overloaded };
  class LooseParts;
  Loose move_loose(const Vector& left, const std::vector<Limits>& limits,
                   const std::vector<char>& active, double tolerance, Vector& p) const;
  bool take_up(const Vector& step, const Vector& load, const std::vector<Limits>& limits,
               double tolerance, const std::vector<char>& active, std::vector<double>& flow,
               std::vector<double>& free) const;
  std::vector<SparseEntry> laplacian(const std::vector<char>& active) const;
  double length_of(const Vector& p, const Vector& step, const Vector& rest,
                   const std::vector<Limits>& limits) const;

  int n_;
  std::vector<Edge> edges_;
  SparseSymmetric factor_;
};

}  // namespace luztar
