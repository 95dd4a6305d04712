#include "luztar/stepping/graph_clusters.h"

#include <doctest/doctest.h>

#include "graph_pieces.h"

using namespace luztar;
using luztar::testing::rigid_graph;
using Kind = GraphClusters::Kind;

namespace {

const std::vector<double> kNoForce(3, 0.0);

}  // namespace

TEST_CASE("graph clusters: a triangle is one cluster with one chord; it has the sum of weights") {
  StepArrays x = rigid_graph({1.0, 2.0, 4.0}, {{0, 1}, {1, 2}, {2, 0}}, kNoForce);
  GraphSlots slots(x);
  slots.weight = {1.0, 2.0, 4.0};
  GraphClusters clusters(slots);
  clusters.find();
  const int root = clusters.order().front();
  CHECK(clusters.order().size() == 3);
  CHECK(clusters.node(root).kind == Kind::Loose);
  CHECK(clusters.node(root).inertia == 7.0);
  for (int i = 0; i < 3; ++i) CHECK(clusters.node(i).root == root);
  CHECK(clusters.is_chord(0) + clusters.is_chord(1) + clusters.is_chord(2) == 1);
  // A clamped slot connects nothing; two are left, which are a tree.
  slots[1].set = Bound::Upper;
  clusters.find();
  CHECK_FALSE(clusters.is_chord(0));
  CHECK_FALSE(clusters.is_chord(2));
  slots[2].set = Bound::Lower;
  clusters.find();
  CHECK(clusters.node(2).root == 2);
  CHECK(clusters.node(0).root == clusters.node(1).root);
  CHECK(clusters.node(2).inertia == 4.0);
}

TEST_CASE("graph clusters: gains multiply along the ratios; ratios that disagree lock") {
  // w = v_0 - 2 v_1 and v_1 - 3 v_2: v_0 : v_1 : v_2 = 6 : 3 : 1.
  for (const double closing : {6.0, 5.0}) {
    StepArrays x = rigid_graph(
        {1.0, 1.0, 1.0}, {{0, 1, 1.0, -2.0}, {1, 2, 1.0, -3.0}, {0, 2, 1.0, -closing}}, kNoForce);
    GraphSlots slots(x);
    slots.weight.assign(3, 1.0);
    GraphClusters clusters(slots);
    clusters.find();
    const std::vector<double>& gain = clusters.gain();
    const GraphClusters::Node& root = clusters.node(clusters.node(0).root);
    CHECK(root.kind == (closing == 6.0 ? Kind::Loose : Kind::Locked));
    if (closing != 6.0) {
      CHECK(clusters.is_chord(root.lock));
      continue;
    }
    CHECK(gain[0] == doctest::Approx(2.0 * gain[1]).epsilon(1e-15));
    CHECK(gain[1] == doctest::Approx(3.0 * gain[2]).epsilon(1e-15));
  }
}

TEST_CASE("graph clusters: what a tie holds hangs on it; slots near their limit come last") {
  StepArrays x = rigid_graph({1.0, 1.0}, {{0, 1}, {1, 0}, {0, kTreeGround}}, kNoForce);
  GraphSlots slots(x);
  slots.weight.assign(2, 1.0);
  slots.scale = 1.0;
  slots[0].multiplier = 1.0;  // all that it can carry: the other one is of the tree
  GraphClusters clusters(slots);
  clusters.find();
  CHECK(clusters.node(clusters.node(1).root).kind == Kind::Tied);
  CHECK(clusters.is_held(1));
  CHECK(clusters.is_chord(0));
  CHECK_FALSE(clusters.is_chord(1));
  CHECK(clusters.gain() == std::vector<double>{0.0, 0.0});
}
