#if !GENERATED
"""The same as polyline.c, line by line."""
import math
#endif

# ---- Dry friction at rest: Gauss's principle on a tree -------------------------------------------
#
# For each body             mass x = force - sum of arm T
# and for each joint, with  w = sum of arm x:
#                           w > 0: T = upper,  w = 0: lower <= T <= upper,  w < 0: T = lower
#if MASSLESS
#                           (plus viscous w where w is not 0)
#endif
# is the minimum of Gauss's principle over all limits at once. Let g(y) be the force that the part
# of a tree from a body outwards needs to move with y, a polyline that never falls: mass y - force,
# plus what the bodies further out need, each cut off at the limits of its joint, plus a step from
# lower to upper for a joint to something given. At the root g = 0. From there outwards a body
# sticks to the one before it if what it needs is within the limits. That gives the modes, without
# iteration; the values follow from them by one linear sweep in and one out. With x = scale y the w
# of every joint is a difference of two y.

INFINITY = math.inf


class Polyline:
    """Points, two of them at one x are a vertical step, and slopes beyond; inf: a wall."""

    def __init__(self, points, left, right):
        self.points = points
        self.left = left
        self.right = right


def low(g, x):
    """The least y at x."""
    points = g.points
    i = 0
    while i < len(points) and points[i][0] < x:
        i += 1
    if i == len(points):
        x0, y0 = points[-1]
        return INFINITY if g.right == INFINITY else y0 + g.right*(x - x0)
    if i == 0 and g.left == INFINITY:
        return -INFINITY
    x1, y1 = points[i]
    if x1 == x:
        return y1
    if i == 0:
        return y1 + g.left*(x - x1)
    x0, y0 = points[i - 1]
    return y0 + (x - x0)*(y1 - y0)/(x1 - x0)


def high(g, x):
    """The largest y at x."""
    points = g.points
    i = len(points)
    while i > 0 and points[i - 1][0] > x:
        i -= 1
    if i == 0:
        x1, y1 = points[0]
        return -INFINITY if g.left == INFINITY else y1 + g.left*(x - x1)
    if i == len(points) and g.right == INFINITY:
        return INFINITY
    x0, y0 = points[i - 1]
    if x0 == x:
        return y0
    if i == len(points):
        return y0 + g.right*(x - x0)
    x1, y1 = points[i]
    return y0 + (x - x0)*(y1 - y0)/(x1 - x0)


def beyond(point, slope, y):
    """Where the straight line beyond an end reaches y."""
    return point[0] if slope == INFINITY else point[0] + (y - point[1])/slope


def first_at(g, y):
    """The least x at which g reaches y."""
    points = g.points
    i = len(points)
    while i > 0 and points[i - 1][1] >= y:
        i -= 1
    if i == 0:
        return -INFINITY if g.left == 0.0 else beyond(points[0], g.left, y)
    if i == len(points):
        return INFINITY if g.right == 0.0 else beyond(points[-1], g.right, y)
    (x0, y0), (x1, y1) = points[i - 1], points[i]
    return x1 - (x1 - x0)*(y1 - y)/(y1 - y0)


def last_at(g, y):
    """The largest x at which g has not passed y."""
    points = g.points
    i = 0
    while i < len(points) and points[i][1] <= y:
        i += 1
    if i == 0:
        return -INFINITY if g.left == 0.0 else beyond(points[0], g.left, y)
    if i == len(points):
        return INFINITY if g.right == 0.0 else beyond(points[-1], g.right, y)
    (x0, y0), (x1, y1) = points[i - 1], points[i]
    return x0 + (x1 - x0)*(y - y0)/(y1 - y0)


def added(g, other):
    points = []
    for x in sorted({x for x, _ in g.points} | {x for x, _ in other.points}):
        below = low(g, x) + low(other, x)
        above = high(g, x) + high(other, x)
        if below == -INFINITY and above == INFINITY:
            points.append((x, 0.0))
        if -INFINITY < below < INFINITY:
            points.append((x, below))
        if -INFINITY < above < INFINITY and above != below:
            points.append((x, above))
    # No point is left by walls that exclude each other.
    return Polyline(points or [(0.0, 0.0)], g.left + other.left, g.right + other.right)


class Law:
    """Limits of a joint as forces along y of its first body."""

    def __init__(self, lower, upper, viscous=0.0):
        self.lower = lower
        self.upper = upper
        self.viscous = viscous

    def opposite(self):
        """The same joint as its other end feels it."""
        return Law(-self.upper, -self.lower, self.viscous)

    def limit(self, mode):
        return self.upper if mode > 0 else self.lower


#if MASSLESS
def in_series(a, b):
    """The slope of two slopes one behind the other."""
    return b if a == INFINITY else a*b/(a + b) if a > 0.0 and b > 0.0 else 0.0


#endif
def cut(g, law):
#if MASSLESS
    """What a joint passes on of g: no less than lower, no more than upper, but for its viscous
    part: there x grows by (y - limit)/viscous."""
#else
    """What a joint passes on of g: no less than lower, no more than upper."""
#endif
    begin, end = last_at(g, law.lower), first_at(g, law.upper)
    points = []
#if MASSLESS
    if law.viscous > 0.0:
        points += [(x + (y - law.lower)/law.viscous, y) for x, y in g.points if y < law.lower]
#endif
    if law.lower > -INFINITY and -INFINITY < begin < INFINITY:
        points.append((begin, law.lower))
    points += [(x, y) for x, y in g.points if law.lower < y < law.upper]
    if law.upper < INFINITY and -INFINITY < end < INFINITY:
        points.append((end, law.upper))
#if MASSLESS
    if law.viscous > 0.0:
        points += [(x + (y - law.upper)/law.viscous, y) for x, y in g.points if y > law.upper]
    left = in_series(g.left, law.viscous) if law.lower > -INFINITY else g.left
    right = in_series(g.right, law.viscous) if law.upper < INFINITY else g.right
#else
    left = 0.0 if law.lower > -INFINITY else g.left
    right = 0.0 if law.upper < INFINITY else g.right
#endif
    if not points:
        points = [(0.0, law.lower if begin == INFINITY else law.upper)]
    return Polyline(points, left, right)


def with_step(g, x, law):
    """With the step from lower to upper of a joint to something given, which has y = x."""
    points = [(x, y) for y in sorted({law.lower, law.upper}) if -INFINITY < y < INFINITY]
    left = INFINITY if law.lower == -INFINITY else law.viscous
    right = INFINITY if law.upper == INFINITY else law.viscous
    return added(g, Polyline(points or [(x, 0.0)], left, right))
#if MASSLESS


def balanced_at(g, mode):
    """Where a part needs no force. One without a mass that reaches that but for rounding is where
    it comes next to it."""
    x = last_at(g, 0.0) if mode < 0 else first_at(g, 0.0)
    return g.points[-1][0] if x == INFINITY else g.points[0][0] if x == -INFINITY else x


def sliding_at(g, mode, x, law):
    """The same of a part that slides against a body with y = x. What sticks to something given is
    a vertical step of g and keeps its place to the last bit."""
    drag = Polyline([(x, law.limit(mode))], law.viscous, law.viscous)
    return balanced_at(added(g, drag), mode)
#endif
