// The monotone polylines of the tree recursion, as changes at their corners. Private to friction/.
#pragma once

#include <span>
#include <vector>

namespace luztar {

/// Where the solution lies as seen from a corner. The corners of pair j have the numbers 2 j (its
/// lower limit: to the left the pair slides with w < 0) and 2 j + 1 (its upper limit).
enum class Side : signed char { Left = -1, Right = 1 };

inline constexpr int kNoCorner = -1;

/// A corner of L(y), or a vertical step (perhaps of height 0) with a corner at its foot and one at
/// its head.
struct Knot {
  double y;
  double slope;    ///< of L to the right, minus that to the left
  double step;     ///< height of the step, >= 0
  int foot, head;  ///< corners; the same one if it is no step
};

/// L(y) = intercept + slope y beyond the last knot of one side. A wall ends the curve: L is
/// infinite behind it.
struct Ray {
  double slope{}, intercept{};
  double wall{};               ///< -inf or inf: none
  int wall_corner{kNoCorner};  ///< where the curve meets the wall
};

/// A polyline whose knots are knots[begin .. end) of a stack that all curves share.
struct Curve {
  int base{};  ///< where it may be moved when it is done
  int begin{}, end{};
  Ray left, right;
};

/// Operations on the curve that is last on the stack of knots.
class CurveTool {
 public:
  std::vector<Side> sides;         ///< (corners) where the solution lies, written when it is known
  double left_end{}, right_end{};  ///< the solution lies between: corners beyond are dropped

  /// A curve without knots behind those at [0, base).
  static Curve make(int base);

  /// Passes the curve through a pair: behind `bound`, towards the right (direction 1) or the left
  /// (-1), the slope becomes s viscous/(s + viscous); `corner` is where it begins.
  void cut(Curve& curve, int direction, double bound, double viscous, int corner);

  /// Finds the point with L = level and on which side of it all knots are; removes them.
  void locate(Curve& curve, double level);

  void add_knot(Curve& curve, int direction, const Knot& knot);
  /// Narrows the curve to a wall. Of two the one further out is passed.
  void add_wall(Curve& curve, int direction, double y, int corner);
  /// Removes knots behind walls. False if no y is left between the walls.
  bool trim(Curve& curve);
  /// Moves the knots down to curve.base.
  void settle(Curve& curve);
  /// Adds the curves that lie behind `curve`, in order, and then single knots.
  void merge(Curve& curve, std::span<const Curve> others, std::span<const Knot> singles);

 private:
  /// An end of a knot that lies outside a cut, with the line inside of it.
  struct Outside {
    double y, value;
    int corner;
    double slope_in, slope_out, intercept_in;  ///< slopes inf: vertical
  };

  Knot& outer(const Curve& curve, int direction) {
    return knots_[direction > 0 ? curve.end - 1 : curve.begin];
  }
  void see(int corner, int side) {
    if (corner >= 0) sides[corner] = static_cast<Side>(side);
  }
  void see_inside(const Knot& knot, int direction) {
    see(knot.foot, -direction);
    see(knot.head, -direction);
  }
  bool cut_wall(Curve& curve, int direction, double bound, double viscous, int corner);
  bool cut_far_wall(Curve& curve, int direction, double bound, double viscous, int corner);
  bool take_outside(Curve& curve, int direction, double bound, double viscous, int corner);
  void slide(Curve& curve, int direction, double bound, double viscous, double y);
  void merge_runs();
  void reach(int end);  ///< makes the stack long enough

  std::vector<Knot> knots_;  ///< the stack
  std::vector<Outside> outside_;
  std::vector<Knot> light_, buffer_;
  std::vector<int> runs_;
};

}  // namespace luztar
