"""One step of src/luztar/stepping/README.md as a convex problem, solved by an own way and held against its optimality conditions.

Everything is an impulse. The unknowns are the changes u of the free bodies' velocities. A group is what acts along one
rate: w1 = w0 + row u + given, with the smooth impulse a + s (w1 - w0) in pieces and a dry one.
"""
from linear import Constraints, least_change, solve

FINE = 1e-12  # relative: what the conditions of a step must hold to


class Rate:
    """What one group brings into one step."""

    def __init__(self, row, w0, given, d0):
        self.row, self.w0, self.given, self.d0 = row, w0, given, d0  # given: what given bodies add to the rate
        self.linear = []  # (h k (mean deflection beyond rest) as (impulse at w0, slope))
        self.gaps = []  # Gap
        self.viscous = (0.0, 0.0)  # of w1 < 0, w1 > 0
        self.before = 0.0  # viscous impulse at the start, half of it
        self.lower = self.upper = 0.0  # dry impulse
        self.rigid = False  # a link
        self.stop = None  # (side, target): w1 does not go beyond target on this side
        self.is_known = not any(row)
        self.mode = 0
        self.dry = 0.0
        self.w1 = 0.0

    def can_hold(self):
        return self.rigid or self.stop is not None or self.lower < self.upper

    def rate(self, u):
        return self.w0 + sum(a * b for a, b in zip(self.row, u)) + self.given

    def goal(self):
        return self.stop[1] if self.stop else 0.0


class Gap:
    def __init__(self, h, stiffness, damping, lower, upper, rest):
        self.h, self.k, self.c, self.lower, self.upper, self.rest = h, stiffness, damping, lower, upper, rest
        self.side = 0

    def beyond(self, d):
        x = d - self.rest
        return max(x - self.upper, 0.0) + min(x - self.lower, 0.0)

    def side_at(self, d):
        x = d - self.rest
        return (x > self.upper) - (x < self.lower)

    def line(self, d0, w0):
        """(impulse at w1 = w0, slope) while d1 is on `side`: h k (x0 + x1)/2 + c (x1 - x0)."""
        x0 = self.beyond(d0)
        if not self.side:
            return (0.5 * self.h * self.k - self.c) * x0, 0.0
        edge = self.rest + (self.upper if self.side > 0 else self.lower)
        slope = 0.5 * self.h * (0.5 * self.h * self.k + self.c)
        if self.side_at(d0) == self.side:
            return 0.5 * self.h * self.k * (2.0 * x0 + self.h * w0) + self.c * self.h * w0, slope
        x1 = d0 + self.h * w0 - edge
        return 0.5 * self.h * self.k * (x0 + x1) + self.c * (x1 - x0), slope


class Step:
    def __init__(self, h, masses, impulses, rates):
        """masses and impulses (h F) of the free bodies."""
        self.h, self.masses, self.impulses, self.rates = h, masses, impulses, rates
        self.n = len(masses)
        self.u = [0.0] * self.n
        self.ambiguous = set()

    def line(self, rate):
        a, s = rate.before, 0.0
        for impulse, slope in rate.linear:
            a += impulse
            s += slope
        for gap in rate.gaps:
            impulse, slope = gap.line(rate.d0, rate.w0)
            a += impulse
            s += slope
        c = rate.viscous[1 if rate.mode > 0 else 0] if rate.mode else 0.0
        return a + 0.5 * self.h * c * rate.w0, s + 0.5 * self.h * c

    def solve(self):
        for _ in range(8):
            if self.solve_modes():
                return
        for width in (1e-5, 1e-7, 1e-9, 1e-11):
            self.descend(width)
            for _ in range(3):
                if self.solve_modes():
                    return
        raise ArithmeticError("no modes of this step fulfil its conditions")

    def solve_modes(self):
        """In the present modes; True if they are right. If not, changes them."""
        held = [r for r in self.rates if not r.is_known and r.mode == 0 and r.can_hold()]
        held.sort(key=lambda r: not (r.rigid or r.stop))  # where ties contradict each other these hold
        hessian = [[m if i == j else 0.0 for j in range(self.n)] for i, m in enumerate(self.masses)]
        right = list(self.impulses)
        size = max([abs(x) for x in right] + [1e-300])
        for r in self.rates:
            if r.is_known:
                self.settle_known(r)
                continue
            a, s = self.line(r)
            dry = 0.0 if r.mode == 0 else r.upper if r.mode > 0 else r.lower
            total = a + s * r.given + dry
            size = max(size, abs(a), abs(dry))
            for i, x in enumerate(r.row):
                if x:
                    right[i] -= total * x
                    for j, y in enumerate(r.row):
                        hessian[i][j] += s * x * y
        ties = Constraints([r.row for r in held], [r.goal() - r.w0 - r.given for r in held], self.n)
        self.u = u = ties.minimum(hessian, right)
        size = max(size, max((m * abs(x) for m, x in zip(self.masses, u)), default=0.0))
        rest = [b - sum(h * x for h, x in zip(row, u)) for row, b in zip(hessian, right)]
        # A held group's line is at w1 = its goal; what is left is what holds.
        forces = self.hold(held, rest, size)
        self.ambiguous = {id(held[i]) for i in ties.ambiguous()}
        return self.judge(held, forces, size)

    def settle_known(self, r):
        r.w1 = r.w0 + r.given
        r.mode = (r.w1 > 0.0) - (r.w1 < 0.0)
        r.dry = 0.0 if r.mode == 0 else r.upper if r.mode > 0 else r.lower
        for gap in r.gaps:
            gap.side = gap.side_at(r.d0 + 0.5 * self.h * (r.w0 + r.w1))

    def hold(self, held, rest, size):
        """Impulses of held groups with sum of row impulse = rest, near those they have."""
        forces = [r.dry if r.rigid or r.stop else min(max(r.dry, r.lower), r.upper) for r in held]
        for _ in range(3):
            left = list(rest)
            for r, force in zip(held, forces):
                for i, x in enumerate(r.row):
                    left[i] -= x * force
            if max(map(abs, left), default=0.0) <= 1e-15 * size:
                break
            forces = [f + c for f, c in zip(forces, least_change([r.row for r in held], [1.0] * len(held), left))]
        return forces

    def judge(self, held, forces, size):
        good = True
        slow = FINE * size / min(self.masses, default=1.0)
        for r, force in zip(held, forces):
            r.w1, r.dry = r.goal(), force
            if abs(r.rate(self.u) - r.w1) > max(slow, FINE * abs(r.w0)):
                good = False
                if not r.rigid and not r.stop:
                    r.mode = 1 if r.rate(self.u) > 0.0 else -1
                continue
            over = force - r.upper > FINE * size
            under = r.lower - force > FINE * size
            if r.stop:
                over, under = False, force * r.stop[0] < -FINE * size
            if r.rigid or not (over or under):
                continue
            good = False
            r.mode = 1 if over else -1
            if r.stop:
                r.mode = -r.stop[0]
        kept = {id(r) for r in held}
        for r in self.rates:
            if r.is_known:
                continue
            if id(r) not in kept:
                r.w1 = r.rate(self.u)
                r.dry = 0.0 if r.mode == 0 else r.upper if r.mode > 0 else r.lower
                wrong = r.mode * (r.w1 - r.goal()) < (slow if r.can_hold() else -slow)
                if r.mode and wrong and (r.can_hold() or r.viscous[0] != r.viscous[1]):
                    good = False
                    r.mode = 0 if r.can_hold() else -r.mode
                if not r.can_hold() and r.mode == 0 and r.viscous[0] != r.viscous[1]:
                    good, r.mode = False, 1 if r.w1 > 0.0 else -1
                if r.stop and r.mode == r.stop[0]:
                    good, r.mode = False, 0
            for gap in r.gaps:
                side = gap.side_at(r.d0 + 0.5 * self.h * (r.w0 + r.w1))
                if side != gap.side:
                    good = good and self.gap_is_fine(r, gap, side, size)
                    gap.side = side
        return good

    def gap_is_fine(self, r, gap, side, size):
        def impulse(of):
            gap.side = of
            a, s = gap.line(r.d0, r.w0)
            return a + s * (r.w1 - r.w0)
        told = gap.side
        return abs(impulse(side) - impulse(told)) <= FINE * size

    # The way that always ends: every corner is rounded, Newton's method goes down a smooth convex function.

    def pull(self, r, w, width):
        """Impulse and slope of a group with rounded corners."""
        saved = r.mode, [gap.side for gap in r.gaps]
        r.mode = 1 if w > 0.0 else -1
        for gap in r.gaps:
            gap.side = gap.side_at(r.d0 + 0.5 * self.h * (r.w0 + w))
        a, s = self.line(r)
        value, slope = a + s * (w - r.w0), s
        stiff = self.stiff / width
        r.mode = saved[0]
        if r.rigid:
            return value + stiff * w, slope + stiff
        if r.stop:
            side, target = r.stop
            beyond = (w - target) * side
            return (value + stiff * (w - target), slope + stiff) if beyond > 0.0 else (value, slope)
        if r.lower < r.upper:
            middle, half = 0.5 * (r.upper + r.lower), 0.5 * (r.upper - r.lower)
            x = half * w / (width * self.speed)
            return (value + middle + min(max(x, -half), half),
                    slope + (half / (width * self.speed) if abs(x) < half else 0.0))
        return value + r.upper, slope

    def gradient(self, u, width):
        g = [m * x - b for m, x, b in zip(self.masses, u, self.impulses)]
        hessian = [[m if i == j else 0.0 for j in range(self.n)] for i, m in enumerate(self.masses)]
        for r in self.rates:
            if r.is_known:
                continue
            value, slope = self.pull(r, r.rate(u), width)
            for i, x in enumerate(r.row):
                if x:
                    g[i] += value * x
                    for j, y in enumerate(r.row):
                        hessian[i][j] += slope * x * y
        return g, hessian

    def descend(self, width):
        self.speed = max([abs(r.w0) + abs(r.given) for r in self.rates] +
                         [abs(b) / m for b, m in zip(self.impulses, self.masses)] + [1e-9])
        self.stiff = max(self.masses)
        u = list(self.u)
        for _ in range(200):
            g, hessian = self.gradient(u, width)
            p = solve(hessian, [-x for x in g])
            slope = sum(a * b for a, b in zip(g, p))
            if slope >= -1e-30 * self.stiff * self.speed ** 2 * width:
                break
            low, high, a = 0.0, 1.0, 1.0

            def along(a, u=u, p=p):
                at = self.gradient([x + a * y for x, y in zip(u, p)], width)[0]
                return sum(x * y for x, y in zip(at, p))
            if along(1.0) > 0.0:
                for _ in range(40):
                    a = 0.5 * (low + high)
                    if along(a) > 0.0:
                        high = a
                    else:
                        low = a
                a = low if low > 0.0 else high
            u = [x + a * y for x, y in zip(u, p)]
            if a * max(map(abs, p)) <= 1e-15 * self.speed:
                break
        self.u = u
        for r in self.rates:
            if r.is_known:
                continue
            w = r.rate(u)
            for gap in r.gaps:
                gap.side = gap.side_at(r.d0 + 0.5 * self.h * (r.w0 + w))
            if r.rigid:
                r.mode, r.dry = 0, self.stiff / width * w
            elif r.stop:
                beyond = (w - r.stop[1]) * r.stop[0]
                r.mode = 0 if beyond > 0.0 else -r.stop[0]
                r.dry = max(beyond, 0.0) * r.stop[0] * self.stiff / width
            else:
                slides = abs(w) >= width * self.speed
                r.mode = (1 if w > 0.0 else -1) if slides or not r.can_hold() else 0
                middle, half = 0.5 * (r.upper + r.lower), 0.5 * (r.upper - r.lower)
                r.dry = middle + half * min(max(w / (width * self.speed), -1.0), 1.0)
