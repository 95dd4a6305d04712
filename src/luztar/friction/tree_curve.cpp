#include "luztar/friction/tree_curve.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"

namespace luztar {
namespace {

constexpr int kRoom = 4;  // at the left of a new curve

Ray& ray_of(Curve& curve, int direction) { return direction > 0 ? curve.right : curve.left; }

/// Slope of the series of a line and a dashpot; a vertical line leaves the dashpot.
double in_series(double slope, double viscous) {
  return std::isinf(slope) ? viscous : slope * viscous / (slope + viscous);
}

/// The line L = intercept + slope y (or the vertical one at y) behind a dashpot that begins to
/// move at L = bound.
Ray line_in_series(double slope, double intercept, double y, double bound, double viscous) {
  Ray ray;
  ray.slope = in_series(slope, viscous);
  ray.intercept = std::isinf(slope) ? bound - viscous * y
                                    : (intercept * viscous + slope * bound) / (slope + viscous);
  return ray;
}

/// Of a knot towards `direction`: the corner at the inner end and the one at the outer end.
int inner_corner(const Knot& knot, int direction) { return direction > 0 ? knot.foot : knot.head; }
int outer_corner(const Knot& knot, int direction) { return direction > 0 ? knot.head : knot.foot; }

Knot make_knot(double y, int direction, double slope_in, double slope_out, double step, int inner,
               int outer) {
  return {y, direction * (slope_out - slope_in), step, direction > 0 ? inner : outer,
          direction > 0 ? outer : inner};
}

}  // namespace

Curve CurveTool::make(int base) {
  Curve curve;
  curve.base = base;
  curve.begin = curve.end = base + kRoom;
  curve.left.wall = -kInfinity;
  curve.right.wall = kInfinity;
  return curve;
}

void CurveTool::reach(int end) {
  if (static_cast<std::size_t>(end) > knots_.size())
    knots_.resize(2 * static_cast<std::size_t>(end));
}

void CurveTool::add_knot(Curve& curve, int direction, const Knot& knot) {
  reach(curve.end + 1);
  if (direction > 0) {
    knots_[curve.end++] = knot;
    return;
  }
  if (curve.begin == curve.base) {
    const int shift = curve.end - curve.begin + kRoom;
    reach(curve.end + shift);
    std::move_backward(knots_.begin() + curve.begin, knots_.begin() + curve.end,
                       knots_.begin() + curve.end + shift);
    curve.begin += shift;
    curve.end += shift;
  }
  knots_[--curve.begin] = knot;
}

void CurveTool::add_wall(Curve& curve, int direction, double y, int corner) {
  Ray& ray = ray_of(curve, direction);
  if (y != ray.wall)
    see(direction * y > direction * ray.wall ? corner : ray.wall_corner, -direction);
  if (direction * y >= direction * ray.wall) return;
  ray.wall = y;
  ray.wall_corner = corner;
}

bool CurveTool::trim(Curve& curve) {
  bool possible = true;
  if (curve.left.wall > curve.right.wall) {
    const double size = std::max(std::abs(curve.left.wall), std::abs(curve.right.wall));
    possible = curve.left.wall - curve.right.wall <= 1e-9 * size;
    curve.right.wall = curve.left.wall;  // the same but for rounding
  }
  for (const int direction : {-1, 1}) {
    Ray& ray = ray_of(curve, direction);
    while (curve.begin < curve.end) {
      const Knot knot = outer(curve, direction);
      if (direction * knot.y <= direction * ray.wall) break;
      see_inside(knot, direction);
      const double value = ray.slope * knot.y + ray.intercept - direction * knot.step;
      ray.slope -= direction * knot.slope;
      ray.intercept = value - ray.slope * knot.y;
      (direction > 0 ? curve.end : curve.begin) -= direction;
    }
  }
  return possible;
}

void CurveTool::settle(Curve& curve) {
  std::move(knots_.begin() + curve.begin, knots_.begin() + curve.end, knots_.begin() + curve.base);
  curve.end -= curve.begin - curve.base;
  curve.begin = curve.base;
}

/// Where the curve ends in a wall below the bound, the pair's limit cuts the wall (true).
bool CurveTool::cut_wall(Curve& curve, int direction, double bound, double viscous, int corner) {
  Ray& ray = ray_of(curve, direction);
  if (std::isinf(ray.wall)) return false;
  const double y = ray.wall;
  const double value = ray.slope * y + ray.intercept;
  const int wall_corner = ray.wall_corner;
  ray.wall = direction * kInfinity;
  ray.wall_corner = kNoCorner;
  if (direction * value <= direction * bound) {
    add_knot(
        curve, direction,
        make_knot(y, direction, ray.slope, viscous, std::abs(bound - value), wall_corner, corner));
    ray.slope = viscous;
    ray.intercept = bound - viscous * y;
    return true;
  }
  see(wall_corner, -direction);
  outside_.push_back({y, value, wall_corner, ray.slope, kInfinity, ray.intercept});
  return false;
}

/// Takes knots beyond the bound off the curve, outermost first. True: the bound lies in the step
/// of a knot, which stays, shortened. Leaves the line at the cut in the ray.
bool CurveTool::take_outside(Curve& curve, int direction, double bound, double viscous,
                             int corner) {
  Ray& ray = ray_of(curve, direction);
  const Ray& opposite = ray_of(curve, -direction);
  while (curve.begin < curve.end) {
    const Knot knot = outer(curve, direction);
    const double value_out = ray.slope * knot.y + ray.intercept;
    if (direction * value_out <= direction * bound) return false;
    const double value_in = value_out - direction * knot.step;
    const double slope_out = ray.slope;
    ray.slope -= direction * knot.slope;
    ray.intercept = value_in - ray.slope * knot.y;
    (direction > 0 ? curve.end : curve.begin) -= direction;
    if (curve.begin == curve.end) {  // one line is left, and known without rounding
      ray.slope = opposite.slope;
      ray.intercept = opposite.intercept;
    }
    see(outer_corner(knot, direction), -direction);
    if (knot.foot != knot.head) {
      outside_.push_back(
          {knot.y, value_out, outer_corner(knot, direction), kInfinity, slope_out, 0.0});
      if (direction * value_in <= direction * bound) {
        add_knot(curve, direction,
                 make_knot(knot.y, direction, ray.slope, viscous, std::abs(bound - value_in),
                           inner_corner(knot, direction), corner));
        return true;
      }
      see(inner_corner(knot, direction), -direction);
      outside_.push_back(
          {knot.y, value_in, inner_corner(knot, direction), ray.slope, kInfinity, ray.intercept});
    } else {
      outside_.push_back(
          {knot.y, value_in, outer_corner(knot, direction), ray.slope, slope_out, ray.intercept});
    }
  }
  return false;
}

/// Puts what lies outside the cut back, moved by the pair's sliding, as far as the window reaches.
void CurveTool::slide(Curve& curve, int direction, double bound, double viscous, double y) {
  const double end = direction > 0 ? right_end : left_end;
  while (!outside_.empty()) {
    const Outside next = outside_.back();
    outside_.pop_back();
    const double moved = next.y + (next.value - bound) / viscous;
    y = direction > 0 ? std::max(y, moved) : std::min(y, moved);
    if (direction * y > direction * end) {
      ray_of(curve, direction) =
          line_in_series(next.slope_in, next.intercept_in, next.y, bound, viscous);
      ray_of(curve, direction).wall = direction * kInfinity;
      outside_.clear();
      return;
    }
    add_knot(curve, direction,
             make_knot(y, direction, in_series(next.slope_in, viscous),
                       in_series(next.slope_out, viscous), 0.0, next.corner, next.corner));
  }
}

/// Where the whole curve up to the wall at its other end lies outside, the cut is in that wall
/// (true).
bool CurveTool::cut_far_wall(Curve& curve, int direction, double bound, double viscous,
                             int corner) {
  const Ray& ray = ray_of(curve, direction);
  Ray& far = ray_of(curve, -direction);
  if (curve.begin < curve.end || std::isinf(far.wall)) return false;
  const double value = ray.slope * far.wall + ray.intercept;
  if (direction * value <= direction * bound) return false;
  see(far.wall_corner, -direction);
  outside_.push_back({far.wall, value, far.wall_corner, kInfinity, ray.slope, 0.0});
  far.wall_corner = corner;
  far.slope = viscous;
  far.intercept = bound - viscous * far.wall;
  return true;
}

void CurveTool::cut(Curve& curve, int direction, double bound, double viscous, int corner) {
  outside_.clear();
  Ray& ray = ray_of(curve, direction);
  const Ray before = ray;
  if (cut_wall(curve, direction, bound, viscous, corner)) return;
  const bool in_step = take_outside(curve, direction, bound, viscous, corner);
  double y = 0.0;
  if (in_step) {
    y = outer(curve, direction).y;
  } else if (cut_far_wall(curve, direction, bound, viscous, corner)) {
    y = ray_of(curve, -direction).wall;
  } else {
    y = (bound - ray.intercept) / ray.slope;
    if (curve.begin < curve.end) {
      const double last = outer(curve, direction).y;
      y = direction > 0 ? std::max(y, last) : std::min(y, last);
    }
    if (direction * y > direction * (direction > 0 ? right_end : left_end)) {
      see(corner, -direction);
      return;
    }
    add_knot(
        curve, direction,
        make_knot(y, direction, ray.slope, in_series(ray.slope, viscous), 0.0, corner, corner));
  }
  if (viscous == 0.0) {
    ray.slope = 0.0;
    ray.intercept = bound;
    return;
  }
  const bool walled = !std::isinf(before.wall);
  ray = line_in_series(walled ? kInfinity : before.slope, before.intercept, before.wall, bound,
                       viscous);
  ray.wall = direction * kInfinity;
  slide(curve, direction, bound, viscous, y);
}

void CurveTool::locate(Curve& curve, double level) {
  Ray& ray = curve.right;
  int side = ray.wall * ray.slope + ray.intercept <= level && !std::isinf(ray.wall) ? 1 : -1;
  see(ray.wall_corner, side);
  while (side < 0 && curve.begin < curve.end) {
    const Knot knot = knots_[curve.end - 1];
    const double value_out = ray.slope * knot.y + ray.intercept;
    if (value_out < level) break;
    const double value_in = value_out - knot.step;
    // At a corner exactly, its pair is at rest.
    const bool at_corner = value_out == level && knot.foot == knot.head;
    const bool in_step = !at_corner && value_in <= level;
    see(knot.foot, in_step || (at_corner && knot.foot % 2 == 0) ? 1 : -1);
    see(knot.head, at_corner && knot.head % 2 == 0 ? 1 : -1);
    ray.slope -= knot.slope;
    ray.intercept = value_in - ray.slope * knot.y;
    --curve.end;
    if (in_step) side = 1;
  }
  const bool found = side > 0 || curve.begin < curve.end;
  for (int i = curve.begin; i < curve.end; ++i) {
    see(knots_[i].foot, 1);
    see(knots_[i].head, 1);
  }
  curve.end = curve.begin;
  const double at_wall = curve.left.slope * curve.left.wall + curve.left.intercept;
  see(curve.left.wall_corner, !found && at_wall > level ? -1 : 1);
}

void CurveTool::merge(Curve& curve, std::span<const Curve> others, std::span<const Knot> singles) {
  light_.clear();
  runs_.assign(1, 0);
  for (const Curve& other : others) {
    if (other.begin == other.end) continue;
    light_.insert(light_.end(), knots_.begin() + other.begin, knots_.begin() + other.end);
    runs_.push_back(static_cast<int>(light_.size()));
  }
  for (const Knot& knot : singles) {
    light_.push_back(knot);
    runs_.push_back(static_cast<int>(light_.size()));
  }
  if (light_.empty()) return;
  merge_runs();
  const int count = static_cast<int>(light_.size());
  reach(curve.end + count);
  int from = curve.end - 1;
  int to = curve.end + count - 1;
  for (int i = count - 1; i >= 0; --to) {
    const bool old = from >= curve.begin && knots_[from].y > light_[i].y;
    knots_[to] = old ? knots_[from--] : light_[i--];
  }
  curve.end += count;
}

/// Sorts light_, which consists of sorted runs; of equal knots the former stays first.
void CurveTool::merge_runs() {
  const auto less = [](const Knot& a, const Knot& b) {
    return a.y < b.y;
  };
  while (runs_.size() > 2) {
    buffer_.resize(light_.size());
    std::size_t kept = 1;
    for (std::size_t r = 0; r + 1 < runs_.size(); r += 2) {
      const auto first = light_.begin() + runs_[r];
      const auto middle = light_.begin() + runs_[r + 1];
      const auto last = r + 2 < runs_.size() ? light_.begin() + runs_[r + 2] : middle;
      std::merge(first, middle, middle, last, buffer_.begin() + runs_[r], less);
      runs_[kept++] = static_cast<int>(last - light_.begin());
    }
    runs_.resize(kept);
    light_.swap(buffer_);
  }
}

}  // namespace luztar
