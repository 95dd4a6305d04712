// What a report keeps of a long run: bounded, and still the truth.
#include "luztar/io/report/thin.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <doctest/doctest.h>

namespace luztar::report {
namespace {

double noisy(int i) { return std::sin(0.37 * i) * std::cos(0.0123 * i * i); }

TEST_CASE("a thinned curve has the first, least, greatest and last point of every span") {
  const double start = 2.0, duration = 5.0;
  const std::size_t buckets = 40;
  ThinCurve curve(start, duration, buckets);
  std::map<int, std::vector<Point>> spans;  // the oracle: everything kept, sorted by span
  for (int i = 0; i < 10'000; ++i) {
    const Point point{start + duration * i / 9999.0, noisy(i)};
    curve.add(point.t, point.y);
    const int span = std::min(39, static_cast<int>((point.t - start) * (40 / duration)));
    spans[span].push_back(point);
  }
  const std::vector<Point> points = curve.points();
  CHECK(points.size() <= 4 * buckets);
  CHECK(std::is_sorted(points.begin(), points.end(), [](Point a, Point b) { return a.t < b.t; }));
  const auto has = [&](Point p) {
    return std::find(points.begin(), points.end(), p) != points.end();
  };
  const auto lower = [](Point a, Point b) {
    return a.y < b.y;
  };
  CHECK(spans.size() == buckets);
  for (const auto& [span, all] : spans) {
    CAPTURE(span);
    CHECK(has(all.front()));
    CHECK(has(all.back()));
    CHECK(has(*std::min_element(all.begin(), all.end(), lower)));
    CHECK(has(*std::max_element(all.begin(), all.end(), lower)));
  }
}

TEST_CASE("a thinned curve of a run without duration has its points, and keeps a jump") {
  ThinCurve curve(0.0, 0.0, 10);
  curve.add(0.0, 1.0);
  curve.add(0.0, -3.0);
  CHECK(curve.points() == std::vector<Point>{{0.0, 1.0}, {0.0, -3.0}});
}

TEST_CASE("recent rows are the last ones, oldest first") {
  RecentRows rows(2, 100);
  for (int i = 0; i < 1234; ++i) {
    const double row[] = {0.5 * i, noisy(i)};
    rows.add(row);
    const int kept = std::min(i + 1, 100);
    REQUIRE(rows.size() == static_cast<std::size_t>(kept));
    REQUIRE(rows.row(0)[0] == 0.5 * (i + 1 - kept));
    REQUIRE(rows.row(rows.size() - 1)[1] == noisy(i));
  }
  CHECK(rows.column(0)[37] == 0.5 * (1134 + 37));
}

TEST_CASE("even rows are every k-th row, k a power of two, fewer than the capacity") {
  EvenRows rows(1, 7);
  for (int i = 0; i < 1000; ++i) {
    const double row[] = {static_cast<double>(i)};
    rows.add(row);
    const std::vector<double> kept = rows.column(0);
    REQUIRE(kept.size() < 7);
    for (std::size_t j = 0; j < kept.size(); ++j) {
      REQUIRE(kept[j] == static_cast<double>(j * rows.stride()));
    }
    REQUIRE(i - kept.back() < static_cast<double>(rows.stride()));
  }
}

TEST_CASE("mode bands are exact as long as they are few") {
  ModeBands bands(100, 1.0);
  for (int i = 0; i < 100; ++i) bands.add(0.01 * i, static_cast<std::int8_t>(i % 3 - 1));
  CHECK(!bands.merged());
  CHECK(bands.changes().size() == 100);
  CHECK(bands.changes()[57] == ModeBands::Change{0.01 * 57, -1});
}

// Mode at t by the changes of the bands.
int mode_at(const ModeBands& bands, double t) {
  int mode = -9;
  for (const auto& change : bands.changes()) {
    if (change.t <= t) mode = change.mode;
  }
  return mode;
}

TEST_CASE("mode bands too short to be seen are merged, longer ones stay") {
  ModeBands bands(100, 0.1);  // of 100 s, so at most about 2000
  std::vector<std::pair<double, int>> all;
  double t = 0.0;
  for (int i = 0; t < 100.0; ++i) {
    const bool calm = i % 1000 == 999;  // every 1000th band is long
    all.push_back({t, i % 2 == 0 ? 1 : 0});
    bands.add(t, static_cast<std::int8_t>(all.back().second));
    t += calm ? 5.0 : 0.001 * (1 + i % 7);
  }
  CHECK(bands.merged());
  CHECK(all.size() > 10'000);
  CHECK(bands.changes().size() < 2002);
  int calm = 0;
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    const double middle = 0.5 * (all[i].first + all[i + 1].first);
    const int shown = mode_at(bands, middle);
    REQUIRE((shown == all[i].second || shown == ModeBands::kMixed));
    if (all[i + 1].first - all[i].first < 1.0) continue;
    ++calm;
    CHECK(shown == all[i].second);
  }
  CHECK(calm > 8);
}

TEST_CASE("any number of mode changes at one instant take no memory") {
  ModeBands bands(50, 0.0);
  for (int i = 0; i < 100'000; ++i) bands.add(1.0, static_cast<std::int8_t>(i % 2));
  CHECK(bands.changes().size() <= 51);
  CHECK(bands.changes().back() == ModeBands::Change{1.0, 1});
}

}  // namespace
}  // namespace luztar::report
