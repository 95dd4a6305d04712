// Greatest flows against all cuts of small networks.
#include "luztar/friction/graph_flow.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "random.h"

using luztar::GraphFlow;
using luztar::testing::Random;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Arc {
  int from, to;
  double forth, back;
};

struct Net {
  int nodes{};
  std::vector<Arc> arcs;

  GraphFlow flow() const {
    GraphFlow result;
    result.start(nodes);
    for (const Arc& arc : arcs) result.add(arc.from, arc.to, arc.forth, arc.back, 1e-12);
    return result;
  }
  /// Of all sets of nodes with node 0 and without the last one, the least that leaves one.
  double least_cut() const {
    double least = kInfinity;
    for (int set = 1; set < (1 << (nodes - 1)); set += 2) {
      double cut = 0.0;
      const auto inside = [set](int node) {
        return ((set >> node) & 1) != 0;
      };
      for (const Arc& arc : arcs) {
        if (inside(arc.from) && !inside(arc.to)) cut += arc.forth;
        if (inside(arc.to) && !inside(arc.from)) cut += arc.back;
      }
      least = std::min(least, cut);
    }
    return least;
  }
};

Net random_net(Random& random) {
  Net net{2 + random.below(6), {}};
  for (int k = random.below(14); k > 0; --k) {
    const int a = random.below(net.nodes);
    const int b = (a + 1 + random.below(net.nodes - 1)) % net.nodes;
    const double forth = random.below(9) == 0 ? kInfinity : random.below(6);
    net.arcs.push_back({a, b, forth, double(random.below(4))});
  }
  return net;
}

}  // namespace

TEST_CASE("the greatest flow is the least cut, fits the arcs and is lost nowhere") {
  Random random{61};
  int bounded = 0;
  for (int i = 0; i < 3000; ++i) {
    CAPTURE(i);
    const Net net = random_net(random);
    GraphFlow flow = net.flow();
    const double least = net.least_cut();
    const bool has_bound = flow.send(0, net.nodes - 1);
    CHECK(has_bound == (least < kInfinity));
    if (!has_bound) continue;
    ++bounded;
    std::vector<double> out(static_cast<std::size_t>(net.nodes), 0.0);
    for (std::size_t k = 0; k < net.arcs.size(); ++k) {
      const double sent = flow.flow(static_cast<int>(2 * k));
      CHECK(sent <= net.arcs[k].forth);
      CHECK(-sent <= net.arcs[k].back);
      out[static_cast<std::size_t>(net.arcs[k].from)] += sent;
      out[static_cast<std::size_t>(net.arcs[k].to)] -= sent;
    }
    CHECK(out.front() == least);
    CHECK(out.back() == -least);
    CHECK(std::all_of(out.begin() + 1, out.end() - 1, [](double x) { return x == 0.0; }));
    // What the source still reaches is a least cut.
    std::vector<char> seen(static_cast<std::size_t>(net.nodes), 0);
    seen[0] = 1;
    flow.spread(seen, false);
    CHECK(seen.back() == 0);
  }
  CHECK(bounded > 1000);
}

TEST_CASE("what went the shortest way is sent back where the greatest flow needs that") {
  GraphFlow flow;  // 0 -> 1 -> 2 -> 7 is shortest; 1 -> 3 -> 4 -> 7 and 0 -> 5 -> 6 -> 2 are not
  flow.start(8);
  const int shortcut = flow.add(1, 2, 1.0, 0.0, 0.0);
  for (const auto& [from, to] :
       {std::pair{0, 1}, {2, 7}, {1, 3}, {3, 4}, {4, 7}, {0, 5}, {5, 6}, {6, 2}})
    flow.add(from, to, 1.0, 0.0, 0.0);
  CHECK(flow.send(0, 7));
  CHECK(flow.flow(shortcut) == 0.0);
  CHECK(flow.flow(shortcut + 2) == 1.0);  // 0 -> 1
  CHECK(flow.flow(shortcut + 4) == 1.0);  // 2 -> 7
}

TEST_CASE("what is reached backwards is what reaches, and other marks stop it") {
  GraphFlow flow;  // 0 -> 1 -> 2 -> 3, one way
  flow.start(4);
  for (int i = 0; i < 3; ++i) flow.add(i, i + 1, 1.0, 0.0, 0.0);
  std::vector<char> seen{0, 0, 1, 0};
  flow.spread(seen, false);
  CHECK(seen == std::vector<char>{0, 0, 1, 1});
  seen = {0, 0, 1, 0};
  flow.spread(seen, true);
  CHECK(seen == std::vector<char>{1, 1, 1, 0});
  seen = {0, 2, 1, 0};
  flow.spread(seen, true);
  CHECK(seen == std::vector<char>{0, 2, 1, 0});
}

TEST_CASE("capacities of rounding's size are none") {
  GraphFlow flow;
  flow.start(2);
  const int arc = flow.add(0, 1, 1e-13, 1.0, 1e-12);
  CHECK(flow.room(arc) == 0.0);
  CHECK(flow.room(arc + 1) == 1.0);
  CHECK(flow.send(0, 1));
  CHECK(flow.flow(arc) == 0.0);
}

TEST_CASE("components are the nodes that reach each other") {
  Random random{62};
  for (int i = 0; i < 1000; ++i) {
    CAPTURE(i);
    const Net net = random_net(random);
    GraphFlow flow = net.flow();
    const auto n = static_cast<std::size_t>(net.nodes);
    std::vector<char> ignored(n, 0);
    ignored[n - 1] = static_cast<char>(i % 2);
    std::vector<std::vector<char>> reach(n, std::vector<char>(n, 0));
    for (std::size_t k = 0; k < n; ++k) reach[k][k] = 1;
    const std::vector<double> least(net.arcs.size(), 1.0);  // more than 1 counts
    for (const Arc& arc : net.arcs) {
      const auto a = static_cast<std::size_t>(arc.from), b = static_cast<std::size_t>(arc.to);
      if (ignored[a] != 0 || ignored[b] != 0) continue;
      if (arc.forth > 1.0) reach[a][b] = 1;
      if (arc.back > 1.0) reach[b][a] = 1;
    }
    for (std::size_t k = 0; k < n; ++k)  // Warshall
      for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < n; ++b)
          if (reach[a][k] != 0 && reach[k][b] != 0) reach[a][b] = 1;
    std::vector<int> component;
    flow.components(least, ignored, component);
    for (std::size_t a = 0; a < n; ++a) {
      CHECK((component[a] < 0) == (ignored[a] != 0));
      for (std::size_t b = 0; b < n; ++b)
        if (ignored[a] == 0 && ignored[b] == 0)
          CHECK((component[a] == component[b]) == (reach[a][b] != 0 && reach[b][a] != 0));
    }
  }
}
