#include "luztar/stepping/forest.h"

#include <cmath>

#include <doctest/doctest.h>

#include "../random.h"

using namespace luztar;
using luztar::testing::Random;

namespace {

void add_edge(StepNetwork& network, int a, int b, double of_a, double of_b) {
  network.edges.push_back({a, b, of_a, of_b});
  network.stiffness.push_back(1.0);
  network.viscous.push_back(0.0);
  network.kinetic.push_back(1.0);
}

/// Some bodies are given; `cycles` edges more than a tree has.
StepNetwork random_network(Random& random, int bodies, int cycles) {
  StepNetwork network;
  const auto coefficient = [&] {
    return random.below(2) == 0 ? 1.0 : random(-2.0, -0.5);
  };
  for (int b = 0; b < bodies; ++b) {
    network.mass.push_back(1.0);
    network.given.push_back(random.below(5) == 0 ? 1 : 0);
    if (b > 0) add_edge(network, b, random.below(b), coefficient(), coefficient());
    if (random.below(4) == 0) add_edge(network, b, kTreeGround, coefficient(), coefficient());
  }
  for (int k = 0; k < cycles; ++k)
    add_edge(network, 0, 1 + random.below(bodies - 1), coefficient(), coefficient());
  return network;
}

}  // namespace

TEST_CASE("forest: every rate is slot_scale times the difference that its slot says") {
  Random random{71};
  double worst = 0.0;
  int graphs = 0;
  for (int k = 0; k < 500; ++k) {
    const StepNetwork network = random_network(random, 2 + random.below(10), k % 3);
    const Forest forest = plan_forest(network);
    graphs += forest.is_forest ? 0 : 1;
    std::vector<double> v;
    for (std::size_t b = 0; b < network.mass.size(); ++b) v.push_back(random(-1.0, 1.0));
    for (int e = 0; e < network.n_edges(); ++e) {
      const TreePair& pair = network.edges[static_cast<std::size_t>(e)];
      const double rate =
          pair.coefficient_a * v[static_cast<std::size_t>(pair.a)] +
          (pair.b >= 0 ? pair.coefficient_b * v[static_cast<std::size_t>(pair.b)] : 0.0);
      const int s = forest.slot_at(e);
      REQUIRE(forest.edge_at(s) == e);
      if (forest.is_outside(s)) continue;
      const auto y = [&](int node) {
        return v[static_cast<std::size_t>(forest.body_at(node))] / forest.scale_at(node);
      };
      const int above = forest.node_above(s);
      const int other = forest.other[static_cast<std::size_t>(s)];
      const double two = above >= 0   ? forest.ratio_of(s) * y(above)
                         : other >= 0 ? forest.other_scale[static_cast<std::size_t>(s)] *
                                            v[static_cast<std::size_t>(other)]
                                      : 0.0;
      const double told = forest.slot_scale_at(s) * (y(forest.node_below(s)) - two);
      worst = std::max(worst, std::abs(told - rate));
    }
  }
  CHECK(worst < 1e-12);
  CHECK(graphs > 100);
}

TEST_CASE("forest: children come before parents, the largest subtree just before its parent") {
  Random random{73};
  for (int k = 0; k < 200; ++k) {
    const StepNetwork network = random_network(random, 2 + random.below(20), 0);
    const Forest forest = plan_forest(network);
    if (!forest.is_forest || forest.is_plain_chain) continue;
    std::vector<int> size(static_cast<std::size_t>(forest.n_nodes), 1);
    for (int i = 0; i < forest.n_nodes; ++i) {
      int largest = 0;
      for (const int child : forest.children.of(i)) {
        REQUIRE(child < i);
        REQUIRE(forest.parent[static_cast<std::size_t>(child)] == i);
        CHECK(size[static_cast<std::size_t>(child)] >= largest);
        largest = size[static_cast<std::size_t>(child)];
        size[static_cast<std::size_t>(i)] += largest;
      }
    }
  }
}

TEST_CASE("forest: a chain is plain if its laws are") {
  StepNetwork network;
  for (int b = 0; b < 3; ++b) {
    network.mass.push_back(1.0);
    add_edge(network, b, b < 2 ? b + 1 : kTreeGround, 1.0, -1.0);
  }
  CHECK(plan_forest(network).is_plain_chain);
  network.breakaway = {2.0, 2.0, 2.0};
  CHECK(plan_forest(network).is_plain_chain);
  for (auto* list : {&network.preload, &network.viscous_backward, &network.kinetic_backward}) {
    list->assign(3, 1.0);
    CHECK_FALSE(plan_forest(network).is_plain_chain);
    list->clear();
  }
  network.stops = {{0, -1.0, 1.0, 0.0}};
  CHECK_FALSE(plan_forest(network).is_plain_chain);
  network.stops.clear();
  network.given = {0, 0, 0};
  CHECK(plan_forest(network).is_plain_chain);
  network.given = {0, 1, 0};
  CHECK_FALSE(plan_forest(network).is_plain_chain);
}
