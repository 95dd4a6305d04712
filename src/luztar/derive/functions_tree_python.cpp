// The same as functions_tree.cpp in Python, line by line.
#include "luztar/derive/functions_support.h"

namespace luztar {

const std::string_view kTreePython = R"py(
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
def coefficient(now, joint, body):
    for end in (0, 1):
        if JOINT_BODY[joint][end] == body:
            return now.arm[joint][end]
    return 0.0


def slip(now, joint):
    """w of a joint"""
    first, other = JOINT_BODY[joint]
    own = now.arm[joint][0]*now.x[first]
    return own if other < 0 else own + now.arm[joint][1]*now.x[other]


def sign_of(x):
    return (x > 0.0) - (x < 0.0)


def solve(now):
    """Fills x and mode; the rest is known."""
    line = [None]*BODIES
    law = [None]*JOINTS
    tie = [0.0]*JOINTS  # y of the given body at the other end of a joint
    scale, y = [0.0]*BODIES, [0.0]*BODIES
    mass, force = [0.0]*BODIES, [0.0]*BODIES  # of a body with what hangs on it
    held = [False]*BODIES  # sticks to something given
    side = [0]*JOINTS  # mode along y

    for b in reversed(ORDER):  # outwards
        up = JOINT_IN[b]
        scale[b] = 1.0 if up < 0 else -now.arm[up][1]*scale[JOINT_BODY[up][1]]/now.arm[up][0]
        mass[b] = scale[b]*scale[b]*now.mass[b]
        force[b] = scale[b]*now.force[b]
        line[b] = Polyline([(0.0, -force[b])], mass[b], mass[b])
#if MASSLESS
        if now.given[b]:
            held[b] = True
            y[b] = now.x[b]/scale[b]
#endif
    for j in range(JOINTS):
        b, other = JOINT_BODY[j]
        if not IS_FREE[b]:
            continue
        arm = now.arm[j][0]*scale[b]
        law[j] = Law(arm*(now.lower[j] if arm > 0.0 else now.upper[j]),
                     arm*(now.upper[j] if arm > 0.0 else now.lower[j]))
#if MASSLESS
        law[j].viscous = arm*arm*now.viscous[j]
#endif
        if JOINT_IN[b] == j:
            continue
        if other >= 0:
            tie[j] = -now.arm[j][1]*now.x[other]/arm
        line[b] = with_step(line[b], tie[j], law[j])

    for b in ORDER:  # inwards: what each part needs
        up = JOINT_IN[b]
        if up < 0:
            continue
        parent = JOINT_BODY[up][1]
#if MASSLESS
        if now.given[b] and now.given[parent]:
            continue
        if now.given[parent]:
            line[b] = with_step(line[b], y[parent], law[up])
            continue
        if now.given[b]:
            line[parent] = with_step(line[parent], y[b], law[up].opposite())
            continue
#endif
        line[parent] = added(line[parent], cut(line[b], law[up].opposite()))

    for b in reversed(ORDER):  # outwards: who sticks
        up = JOINT_IN[b]
        parent = -1 if up < 0 else JOINT_BODY[up][1]
#if MASSLESS
        if now.given[b]:
            if up >= 0:
                side[up] = sign_of(y[b] - y[parent])
        elif up < 0 or now.given[parent]:
#else
        if up < 0:
#endif
#if MASSLESS
            y[b] = balanced_at(line[b], 1)
            if up >= 0:
                side[up] = sign_of(y[b] - y[parent])
#else
            y[b] = first_at(line[b], 0.0)
#endif
        else:
            if high(line[b], y[parent]) < -law[up].upper:
                side[up] = 1
            elif low(line[b], y[parent]) > -law[up].lower:
                side[up] = -1
            if side[up] == 0:
                y[b] = y[parent]
#if MASSLESS
            else:
                y[b] = sliding_at(line[b], side[up], y[parent], law[up])
#else
            elif side[up] > 0:
                y[b] = first_at(line[b], -law[up].upper)
            else:
                y[b] = last_at(line[b], -law[up].lower)
#endif
        for j in range(JOINTS):
            if JOINT_BODY[j][0] == b and j != up:
                side[j] = sign_of(y[b] - tie[j])

    def lean(b, mode, law, y_other):
        """A joint to something with a known y, in the balance of a body."""
        if mode == 0:
            held[b] = True
            y[b] = y_other
            return
        mass[b] += law.viscous
        force[b] += law.viscous*y_other - law.limit(mode)

    for b in ORDER:  # inwards: balance of what sticks together
        up = JOINT_IN[b]
        parent = -1 if up < 0 else JOINT_BODY[up][1]
#if MASSLESS
        if now.given[b]:
            if up >= 0 and not now.given[parent]:
                lean(parent, -side[up], law[up].opposite(), y[b])
            continue
#endif
        for j in range(JOINTS):
            if JOINT_BODY[j][0] == b and j != up:
                lean(b, side[j], law[j], tie[j])
        if up < 0:
            continue
#if MASSLESS
        if now.given[parent]:
            lean(b, side[up], law[up], y[parent])
            continue
#endif
        if side[up] == 0 and held[b]:
            held[parent] = True
            y[parent] = y[b]
        elif side[up] == 0:
            mass[parent] += mass[b]
            force[parent] += force[b]
        else:
            force[parent] += law[up].limit(side[up])
#if MASSLESS
            if held[b]:
                mass[parent] += law[up].viscous
                force[parent] += law[up].viscous*y[b]
            elif mass[b] + law[up].viscous > 0.0:
                share = law[up].viscous/(mass[b] + law[up].viscous)
                mass[parent] += share*mass[b]
                force[parent] += share*(force[b] - law[up].limit(side[up]))
#endif

    for b in reversed(ORDER):  # outwards: values
        up = JOINT_IN[b]
#if MASSLESS
        if now.given[b]:
            continue
        root = up < 0 or now.given[JOINT_BODY[up][1]]
#else
        root = up < 0
#endif
        if not root and side[up] == 0:
            y[b] = y[JOINT_BODY[up][1]]
        elif not held[b]:
            push, inertia = force[b], mass[b]
            if not root:
                push -= law[up].limit(side[up])
#if MASSLESS
            if not root:
                push += law[up].viscous*y[JOINT_BODY[up][1]]
                inertia += law[up].viscous
            if inertia > 0.0:
                y[b] = push/inertia
            if not abs(y[b]) < INFINITY:
                y[b] = 0.0
#else
            y[b] = push/inertia
#endif
        now.x[b] = scale[b]*y[b]

    for j in range(JOINTS):
        b = JOINT_BODY[j][0]
        now.mode[j] = (side[j]*sign_of(now.arm[j][0]*scale[b]) if IS_FREE[b]
                       else sign_of(slip(now, j)))
)py";

}  // namespace luztar
