// Monotone polylines of the recursion against the same functions, evaluated and solved by halving.
#include "luztar/friction/tree_curve.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "random.h"

using namespace luztar;
using luztar::testing::Random;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// m y - f, passed through a pair with limits +-limit and dashpots behind them.
struct Part {
  double m, f, limit, viscous;
  /// How far the pair slides at y: L = limit + c (y - x), m x - f = L gives x.
  double at(double y) const {
    const double stuck = m * y - f;
    if (std::abs(stuck) <= limit) return stuck;
    const double edge = std::copysign(limit, stuck);
    if (viscous == 0.0) return edge;
    const double x = (edge + viscous * y + f) / (m + viscous);
    return edge + viscous * (y - x);
  }
  double corner(int side) const { return (f + side * limit) / m; }
};

void add_body(Curve& curve, double m, double f) {
  for (Ray* ray : {&curve.left, &curve.right}) {
    ray->slope += m;
    ray->intercept -= f;
  }
}

CurveTool tool_for(std::size_t pairs) {
  CurveTool tool;
  tool.sides.resize(2 * pairs);
  tool.left_end = -1e6;
  tool.right_end = 1e6;
  return tool;
}

}  // namespace

TEST_CASE("a pair without a dashpot cuts the line off at its limits") {
  CurveTool tool = tool_for(1);
  Curve curve = CurveTool::make(0);
  add_body(curve, 2.0, 3.0);
  tool.cut(curve, -1, -1.0, 0.0, 0);
  tool.cut(curve, 1, 1.0, 0.0, 1);
  CHECK(curve.left.slope == 0.0);
  CHECK(curve.left.intercept == -1.0);
  CHECK(curve.right.slope == 0.0);
  CHECK(curve.right.intercept == 1.0);
}

TEST_CASE("behind a limit a dashpot is in series with what is below it, without a jump") {
  CurveTool tool = tool_for(1);
  Curve curve = CurveTool::make(0);
  add_body(curve, 2.0, 3.0);
  tool.cut(curve, 1, 1.0, 2.0, 1);  // from y = 2 on
  CHECK(curve.right.slope == 1.0);
  CHECK(curve.right.intercept + curve.right.slope * 2.0 == 1.0);
  CHECK(curve.left.slope == 2.0);
}

TEST_CASE("the sum of any parts is zero on the right side of each of their corners") {
  Random random{91};
  int stuck = 0;
  int slides = 0;
  for (int i = 0; i < 2000; ++i) {
    CAPTURE(i);
    const std::size_t n = 1 + static_cast<std::size_t>(random.below(7));
    std::vector<Part> parts;
    for (std::size_t k = 0; k < n; ++k)
      parts.push_back({random(0.5, 2), random(-5, 5), random(0, 3),
                       random.below(2) == 0 ? 0.0 : random(0.1, 2)});
    const double m = random(0.5, 2);
    const double f = random(-5, 5);
    double low = -1e4;  // halved until neighbours
    double high = 1e4;
    for (int round = 0; round < 200; ++round) {
      const double y = 0.5 * (low + high);
      double sum = m * y - f;
      for (const Part& part : parts) sum += part.at(y);
      (sum > 0 ? high : low) = y;
    }
    CurveTool tool = tool_for(n);
    std::vector<Curve> curves;
    for (std::size_t k = 0; k < n; ++k) {
      Curve curve = CurveTool::make(curves.empty() ? 0 : curves.back().end);
      add_body(curve, parts[k].m, parts[k].f);
      const auto corner = static_cast<int>(2 * k);
      tool.cut(curve, -1, -parts[k].limit, parts[k].viscous, corner);
      tool.cut(curve, 1, parts[k].limit, parts[k].viscous, corner + 1);
      curves.push_back(curve);
    }
    Curve& sum = curves[0];
    for (std::size_t k = 1; k < n; ++k) {
      for (const auto side : {&Curve::left, &Curve::right}) {
        (sum.*side).slope += (curves[k].*side).slope;
        (sum.*side).intercept += (curves[k].*side).intercept;
      }
    }
    add_body(sum, m, f);
    tool.merge(sum, {curves.begin() + 1, curves.end()}, {});
    REQUIRE(tool.trim(sum));
    tool.locate(sum, 0.0);
    for (std::size_t k = 0; k < n; ++k) {
      for (const int side : {-1, 1}) {
        const double corner = parts[k].corner(side);
        if (std::abs(corner - low) < 1e-9) continue;
        const Side expected = low > corner ? Side::Right : Side::Left;
        CHECK(tool.sides[2 * k + (side > 0 ? 1 : 0)] == expected);
      }
      const bool rests = low > parts[k].corner(-1) && low < parts[k].corner(1);
      (rests ? stuck : slides) += 1;
    }
  }
  CHECK(stuck > 1000);
  CHECK(slides > 1000);
}

TEST_CASE("a vertical step holds all levels between its foot and its head") {
  for (const double f : {-5.0, -1.0, 1.0, 5.0}) {  // a body with friction of 2 N to y = 3
    CAPTURE(f);
    CurveTool tool = tool_for(1);
    Curve curve = CurveTool::make(0);
    add_body(curve, 1.0, 3.0 + f);
    const std::vector<Knot> singles{{3.0, 0.0, 4.0, 0, 1}};
    curve.left.intercept -= 2.0;
    curve.right.intercept += 2.0;
    tool.merge(curve, {}, singles);
    tool.locate(curve, 0.0);
    CHECK((tool.sides[0] == Side::Left) == (f < -2));  // y < 3: it slides back
    CHECK((tool.sides[1] == Side::Right) == (f > 2));
  }
}

TEST_CASE("of two walls the nearer one counts, and walls that cross are a contradiction") {
  CurveTool tool = tool_for(2);
  Curve curve = CurveTool::make(0);
  add_body(curve, 1.0, 0.0);
  tool.add_wall(curve, 1, 5.0, 1);
  tool.add_wall(curve, 1, 4.0, 3);
  CHECK(curve.right.wall == 4.0);
  CHECK(curve.right.wall_corner == 3);
  CHECK(tool.sides[1] == Side::Left);  // what lies behind the nearer one is never reached
  tool.add_wall(curve, -1, 4.0, 0);
  CHECK(tool.trim(curve));  // one y is left
  tool.add_wall(curve, -1, 4.5, 2);
  CHECK(!tool.trim(curve));
}
