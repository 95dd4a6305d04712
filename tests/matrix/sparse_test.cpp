// Sparse systems beside dense ones; orders are permutations, and of a tree they leave hardly any
// fill.
#include "luztar/matrix/sparse.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/matrix/decompositions.h"
#include "random.h"

using namespace luztar;
using luztar::testing::Random;

namespace {

/// Springs between nodes, each of which is tied to the ground too.
std::vector<SparseEntry> springs(Random& random, int n) {
  std::vector<SparseEntry> entries;
  for (int i = 0; i < n; ++i) entries.push_back({i, i, random(0.1, 1)});
  for (int k = 0; k < 2 * n; ++k) {
    const int a = random.below(n), b = random.below(n);
    const double w = random(0, 1);
    if (a == b) continue;
    entries.insert(entries.end(), {{a, a, w}, {b, b, w}, {a, b, -w}, {b, a, -w}});
  }
  return entries;
}

Matrix dense(int n, const std::vector<SparseEntry>& entries) {
  Matrix made(n, n);
  for (const SparseEntry& entry : entries) made(entry.at_row, entry.at_col) += entry.size;
  return made;
}

/// How many entries of L are not 0 if rows are eliminated in this order, without any cancelling.
int fill(int n, const std::vector<SparseEntry>& entries, const std::vector<int>& order) {
  std::vector<std::vector<char>> joined(n, std::vector<char>(n, 0));
  for (const SparseEntry& entry : entries) joined[entry.at_row][entry.at_col] = 1;
  std::vector<char> gone(n, 0);
  int count = 0;
  for (const int k : order) {
    gone[k] = 1;
    for (int i = 0; i < n; ++i) {
      if (gone[i] != 0 || joined[i][k] == 0) continue;
      ++count;
      for (int j = 0; j < n; ++j)
        if (gone[j] == 0 && joined[j][k] != 0) joined[i][j] = 1;
    }
  }
  return count;
}

}  // namespace

TEST_CASE("a sparse system has the solution of the dense one, with other numbers in it too") {
  Random random{31};
  for (int k = 0; k < 200; ++k) {
    CAPTURE(k);
    const int n = 1 + random.below(12);
    const std::vector<SparseEntry> entries = springs(random, n);
    Vector x(n);
    for (double& entry : x) entry = random(-1, 1);
    SparseSymmetric system;
    system.compute(n, entries);
    CHECK(largest(dense(n, entries) * system.solve(x) - x) <= 1e-12);
    std::vector<SparseEntry> others = entries;
    for (SparseEntry& entry : others) entry.size *= 2.0;
    system.analyze(n, entries);
    system.factorize(n, others);
    CHECK(largest(dense(n, others) * system.solve(x) - x) <= 1e-12);
  }
}

TEST_CASE("the order of a tree leaves hardly more than an entry for each of its branches") {
  Random random{32};
  for (int k = 0; k < 100; ++k) {
    CAPTURE(k);
    const int n = 1 + random.below(30);
    std::vector<SparseEntry> entries;
    for (int i = 0; i < n; ++i) entries.push_back({i, i, 1.0});
    for (int i = 1; i < n; ++i) {
      const int to = random.below(i);
      entries.push_back({i, to, 1.0});
      entries.push_back({to, i, 1.0});
    }
    const std::vector<int> order = minimum_degree(n, entries);
    std::vector<int> sorted = order, all(static_cast<std::size_t>(n));
    std::iota(all.begin(), all.end(), 0);
    std::ranges::sort(sorted);
    CHECK(sorted == all);
    CHECK(fill(n, entries, order) <= 1.5 * (n - 1));
  }
  CHECK(minimum_degree(0, {}).empty());
}
