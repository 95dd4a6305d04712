#include "luztar/study/fit/simplex.h"

#include <algorithm>
#include <cstddef>

namespace luztar {
namespace {

using Point = SimplexResult;

/// from + fraction (to - from)
std::vector<double> between(const std::vector<double>& from, const std::vector<double>& to,
                            double fraction) {
  std::vector<double> x(from.size());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = from[i] + fraction * (to[i] - from[i]);
  return x;
}

/// The middle of all corners but the last.
std::vector<double> middle_of(const std::vector<Point>& corners) {
  std::vector<double> x(corners.front().x.size(), 0.0);
  const auto n = static_cast<double>(corners.size() - 1);
  for (std::size_t c = 0; c + 1 < corners.size(); ++c)
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += corners[c].x[i] / n;
  return x;
}

}  // namespace

SimplexResult descend_by_simplex(const std::function<double(const std::vector<double>&)>& f,
                                 const std::vector<double>& x, const std::vector<double>& steps,
                                 int most) {
  int left = most;
  const auto at = [&](std::vector<double> place) {
    --left;
    const double value = f(place);
    return Point{std::move(place), value};
  };
  std::vector<Point> corners{at(x)};
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (steps[i] == 0.0) continue;
    std::vector<double> place = x;
    place[i] += steps[i];
    corners.push_back(at(std::move(place)));
  }
  while (left > 0 && corners.size() > 1) {
    std::ranges::stable_sort(corners, {}, &Point::value);
    Point& worst = corners.back();
    const double best = corners.front().value, second = corners[corners.size() - 2].value;
    const std::vector<double> middle = middle_of(corners);
    Point next = at(between(middle, worst.x, -1.0));
    if (next.value < best) {
      Point further = at(between(middle, worst.x, -2.0));
      if (further.value < next.value) next = std::move(further);
    } else if (!(next.value < second)) {
      next = at(between(middle, next.value < worst.value ? next.x : worst.x, 0.5));
    }
    if (next.value < second || next.value < worst.value) {
      worst = std::move(next);
      continue;
    }
    for (std::size_t c = 1; c < corners.size(); ++c)
      corners[c] = at(between(corners.front().x, corners[c].x, 0.5));
  }
  return *std::ranges::min_element(corners, {}, &Point::value);
}

}  // namespace luztar
