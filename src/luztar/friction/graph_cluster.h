// One step of GraphSolver: which bodies are faster and which are slower than a given pace.
// Private to friction/.
#pragma once

#include <vector>

#include "luztar/friction/graph.h"
#include "luztar/friction/graph_flow.h"
#include "luztar/friction/graph_plan.h"

namespace luztar {

/// A problem in y: flows are forces along differences of y.
struct GraphNumbers {
  /// A pair between free bodies, or one that ties a body to something given.
  struct Pipe {
    double down{}, up{};  ///< limits of the flow from a to b
    double flow{};
    double tolerance{};       ///< of the flow
    double near{};            ///< > 0: it is said to be at a limit, as well as that
    AtLimit at{AtLimit::No};  ///< Upper: at `up`
    char open{1};             ///< 1: between bodies that are not decided yet
    int level{};              ///< of ties: rank of what they end on
    double position{};        ///< and its y
  };
  std::vector<double> mass, force, tolerance;  ///< (bodies) force less that of closed edges
  std::vector<Pipe> edges, ties;
  double rounding{};  ///< 2^-50 over the relative tolerance: what arcs leave over
};

/// A value of y: that of the ties of rank `at`, or between the ranks below - 1 and below.
struct GraphLevel {
  double y{};
  int below{};  ///< ties of lower rank are slower
  int at{-1};
};

enum class Pace : char { Equal, Faster, Slower };

class GraphCluster {
 public:
  GraphCluster(const GraphPlan& plan, GraphNumbers& numbers) : plan_(plan), numbers_(numbers) {}

  /// Compares bodies that open edges connect with a level. Edges between the sides are closed at
  /// their limits; those between equal bodies get flows that fit.
  /// @return false: pairs without limits contradict each other
  bool part(const std::vector<int>& bodies, const GraphLevel& level);
  const std::vector<Pace>& sides() const { return sides_; }  ///< (bodies of the last call)

 private:
  bool load(const std::vector<int>& bodies, const GraphLevel& level);
  int add_pipe(const GraphNumbers::Pipe& pipe, int from, int to);
  bool send();
  void find_sides();
  void read(GraphNumbers::Pipe& pipe, int arc, double start) const;
  void close_edges();
  void judge_limits();

  struct Arc {
    int pipe, arc, from, to;  ///< nodes of the flow
    double start;             ///< flow before anything is sent
  };
  void judge_cut(const Arc& cut, const GraphNumbers::Pipe& pipe);
  struct Route {
    GraphNumbers::Pipe* pipe;
    int from, to;
  };
  void share_rounding(const std::vector<int>& bodies);
  void balance(const std::vector<int>& bodies, const GraphLevel& level);
  bool is_between_equals(const Arc& edge) const;
  void find_routes();
  bool gather_tree(int root);
  void keep_share(const std::vector<int>& bodies);

  const GraphPlan& plan_;
  GraphNumbers& numbers_;
  GraphFlow flow_;
  std::vector<int> node_;           ///< (bodies of the plan)
  std::vector<double> excess_;      ///< (nodes) force that moves a node ahead of the level
  std::vector<double> tolerance_;   ///< (nodes)
  std::vector<int> source_, sink_;  ///< (nodes) arcs
  std::vector<Arc> edges_, ties_;
  std::vector<Pace> sides_;
  std::vector<Route> routes_;
  std::vector<std::vector<int>> routes_at_;  ///< (nodes) that end there
  std::vector<int> up_, tree_;               ///< (nodes) route to the root; nodes of a tree
  std::vector<char> seen_;                   ///< (nodes)
};

}  // namespace luztar
