"""Two frictions that share bodies, one of them along a curve, for rigid_geometry.py.

Where one sticks, the coordinate is the place on the circle or curve that it leaves. Modes follow
from Gauss's principle, a 2 x 2 problem by hand, by trying every choice.
"""
import itertools

import numpy as np
from rigid_geometry_steps import Real, Run, reals

sin, cos = np.sin, np.cos


class TwoFrictions:
    """Rates are w = g v with the rows g of `slopes(q)`, w' = g v' + `curls(q, v)`. A mode is a pair
    of signs, 0 at rest. Where one rests, place(u) has q, dq/du, d2q/du2 of the coordinate left."""

    def __init__(self, modes=(0, 0), held=None):
        self.modes, self.held = modes, held

    def friction(self, t, q, v, modes, levels):
        """(accelerations, forces of both frictions) if `modes` stick or slide at these levels."""
        free = self.forces(t, q)/self.M
        g, curl = self.slopes(q), self.curls(q, v)
        force = reals(*(mode*level for mode, level in zip(modes, levels)))
        stuck = [j for j in (0, 1) if not modes[j]]
        drive = g @ (free - g.T @ force/self.M) + curl
        pull = (g/self.M) @ g.T
        if len(stuck) == 1:
            force[stuck[0]] = drive[stuck[0]]/pull[stuck[0], stuck[0]]
        elif stuck:
            det = pull[0, 0]*pull[1, 1] - pull[0, 1]*pull[1, 0]
            if det == 0:  # both along one direction: w' of the second is not theirs to choose
                return free, reals(np.inf, np.inf)
            force = reals(pull[1, 1]*drive[0] - pull[0, 1]*drive[1],
                          pull[0, 0]*drive[1] - pull[1, 0]*drive[0])/det
        return free - g.T @ force/self.M, force

    def levels(self, modes, new=()):
        """Kinetic for what moves, static for what is asked whether it does."""
        return [self.STATIC[j] if j in new else self.KINETIC[j] for j in (0, 1)]

    def gauss(self, t, q, v, modes, asked):
        """The choice for the pairs `asked` (without a rate) that Gauss's principle makes."""
        for choice in itertools.product((0, 1, -1), repeat=len(asked)):
            trial = list(modes)
            for j, mode in zip(asked, choice):
                trial[j] = mode
            a, force = self.friction(t, q, v, trial, self.levels(trial, asked))
            onward = self.slopes(q) @ a + self.curls(q, v)
            if all(onward[j]*trial[j] > 0 if trial[j] else abs(force[j]) <= self.STATIC[j]
                   for j in asked):
                return tuple(trial)
        raise ArithmeticError("Gauss's principle has no solution")

    def settle(self, t, q, v, modes, asked, broken=()):
        """Static limits decide who moves; movers go on with kinetic levels and are asked again."""
        broken = set(broken)
        for _ in range(10):
            rest = [j for j in asked if j not in broken]
            modes = self.gauss(t, q, v, modes, rest)
            moved = {j for j in rest if modes[j]}
            a, _ = self.friction(t, q, v, modes, self.levels(modes))
            onward = self.slopes(q) @ a + self.curls(q, v)
            back = {j for j in broken | moved if onward[j]*modes[j] < -Real(1e-15)}
            if not moved and not back:
                return modes
            broken = (broken | moved) - back
            modes = tuple(0 if j in back else modes[j] for j in (0, 1))
        raise ArithmeticError("modes go round")

    def enter(self, t, q, v, modes):
        """The object of a mode, and its coordinates."""
        new = type(self)(modes)
        if modes == (0, 0):
            new.held = q
            return new, reals(0, 0)
        if 0 not in modes:
            return new, np.array([*q, *v])
        new.held = self.hold(q, modes)
        u = new.coordinate(q)
        d = new.place(u)[1]
        return new, reals(u, (d @ v)/(d @ d))

    def full(self, z):
        if self.modes == (0, 0):
            return self.held, 0*self.held
        if 0 not in self.modes:
            return z[:2], z[2:]
        q, d, _ = self.place(z[0])
        return q, d*z[1]

    def rhs(self, t, z):
        q, v = self.full(z)
        if self.modes == (0, 0):
            return 0*z
        moving = self.forces(t, q)
        for j in (0, 1):
            moving = moving - self.slopes(q)[j]*self.modes[j]*self.KINETIC[j]
        if 0 not in self.modes:
            return np.array([*v, *moving/self.M])
        _, d, dd = self.place(z[0])
        return reals(z[1], (d @ moving - (self.M*d) @ dd*z[1]**2)/((self.M*d) @ d))

    def carried(self, t, z):
        q, v = self.full(z)
        return self.friction(t, q, v, self.modes, self.levels(self.modes))[1]

    def guards(self, t, z):
        q, v = self.full(z)
        rates, force = self.slopes(q) @ v, self.carried(t, z)
        pairs = [(self.modes[j]*rates[j], Real(1)) if self.modes[j] else
                 (self.STATIC[j] - force[j], self.STATIC[j] + force[j]) for j in (0, 1)]
        return [x for pair in pairs for x in pair]

    def after(self, which, t, z):
        q, v = self.full(z)
        j, modes = which // 2, list(self.modes)
        asked = [i for i in (0, 1) if not modes[i]]
        if modes[j]:
            modes[j] = 0
            asked = sorted({*asked, j})
            modes = self.settle(t, q, v, modes, asked)
        else:
            modes[j] = -1 if which % 2 else 1
            modes = self.settle(t, q, v, modes, asked, [j])
        new, z = self.enter(t, q, v, tuple(modes))
        return new, z, tuple(modes)

    def observe(self, t, z):
        return *self.full(z), self.carried(t, z)


class FloorAndRope(TwoFrictions):
    """x on a floor; the other friction along the distance of (x, y) from P."""

    M, KINETIC, STATIC = reals(2, 1), reals(3, 5), reals(4, 5)
    P = reals(-0.6, 0.8)

    def forces(self, t, q):
        return reals(5*sin(Real(1.7)*t), 3*sin(Real(2.9)*t) - 20*q[1])

    def slopes(self, q):
        return np.array([reals(1, 0), (q - self.P)/np.hypot(*(q - self.P))])

    def curls(self, q, v):
        n = self.slopes(q)[1]
        return reals(0, (n[0]*v[1] - n[1]*v[0])**2/np.hypot(*(q - self.P)))

    def hold(self, q, modes):
        return q[0] if modes[0] == 0 else np.hypot(*(q - self.P))

    def coordinate(self, q):
        return q[1] if self.modes[0] == 0 else np.arctan2(*(q - self.P)[::-1])

    def place(self, u):
        if self.modes[0] == 0:
            return reals(self.held, u), reals(0, 1), reals(0, 0)
        n = reals(cos(u), sin(u))
        return self.P + self.held*n, self.held*reals(-n[1], n[0]), -self.held*n


class PairAndCurve(TwoFrictions):
    """Friction between a and b; the other one along a + 0.4 b + b^2/2."""

    M, KINETIC, STATIC = reals(1, 0.7), reals(1.5, 5), reals(2, 6)

    def forces(self, t, q):
        return reals(6*sin(2*t) - 8*q[0], 2*cos(Real(3.1)*t) - 5*q[1])

    def slopes(self, q):
        return np.array([reals(1, -1), reals(1, Real(0.4) + q[1])])

    def curls(self, q, v):
        return reals(0, v[1]**2)

    def hold(self, q, modes):
        return q[0] - q[1] if modes[0] == 0 else q[0] + Real(0.4)*q[1] + q[1]**2/2

    def coordinate(self, q):
        return q[1]

    def place(self, b):
        if self.modes[0] == 0:
            return reals(self.held + b, b), reals(1, 1), reals(0, 0)
        return (reals(self.held - Real(0.4)*b - b*b/2, b), reals(-Real(0.4) - b, 1), reals(-1, 0))


def two_frictions(kind, h, end, wanted):
    start = kind()
    modes = start.settle(Real(0), reals(0, 0), reals(0, 0), (0, 0), [0, 1])
    mode, z = start.enter(Real(0), reals(0, 0), reals(0, 0), modes)
    return Run(mode, z, h, end, wanted)


def case_j(h):
    return two_frictions(FloorAndRope, h, 6, [0.2, 1, 3])


def case_j2(h):
    return two_frictions(PairAndCurve, h, 6, [0.2, 1, 3])
