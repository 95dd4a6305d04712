"""Mechanisms of one degree of freedom, for rigid_geometry.py.

A link has no place in the equation of the one coordinate; its force follows from the balance of one
body. Friction forces are those of Coulomb's law, written down for sliding and for rest.
"""
import numpy as np
from rigid_geometry_steps import Real, Run, reals

G = Real(9.81)
sin, cos, sqrt, arctan2 = np.sin, np.cos, np.sqrt, np.arctan2


def sign(x):
    return 1 if x > 0 else -1


class OneCoordinate:
    """Bodies q(s) of mass m under forces(t, q, v); frictions (slope(s), kinetic, static) of the
    rate slope s'. `to` is the sign of s', 0 at rest; modes are those of the frictions."""

    def __init__(self, m, q, forces, frictions=(), link=None):
        self.m, self.q, self.forces, self.link = reals(*m), q, forces, link
        self.frictions, self.to, self.modes = list(frictions), 1, (1,)*len(frictions)

    def moved(self, to, s):
        new = OneCoordinate.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.to = to
        new.modes = tuple(sign(slope(s))*to for slope, _, _ in self.frictions)
        return new

    def push(self, t, s, w):
        """The force on s without friction, and the mass it moves."""
        q, d, dd = self.q(s)
        return d @ self.forces(t, q, d*w) - (self.m*d) @ dd*w*w, (self.m*d) @ d

    def hold(self, s):
        return sum(abs(slope(s))*static for slope, _, static in self.frictions)

    def rhs(self, t, z):
        if self.frictions and not self.to:
            return 0*z
        force, mass = self.push(t, *z)
        for (slope, kinetic, _), mode in zip(self.frictions, self.modes):
            force = force - slope(z[0])*kinetic*mode
        return np.array([z[1], force/mass])

    def guards(self, t, z):
        if not self.frictions:
            return []
        if not self.to:
            force, hold = self.push(t, z[0], Real(0))[0], self.hold(z[0])
            return [hold - force, hold + force]
        return [self.to*z[1]] + [self.to*mode*slope(z[0])
                                 for (slope, _, _), mode in zip(self.frictions, self.modes)]

    def after(self, which, t, z):
        if not self.to:
            new = self.moved(1 if which == 0 else -1, z[0])
        elif which == 0:
            z = np.array([z[0], Real(0)])
            new = self.at_rest(t, z[0])
        else:
            new = self.moved(self.to, z[0])
            modes = enumerate(self.modes)
            new.modes = tuple(-mode if j == which - 1 else mode for j, mode in modes)
        return new, z, new.modes

    def at_rest(self, t, s):
        force = self.push(t, s, Real(0))[0]
        if abs(force) > self.hold(s):
            return self.moved(sign(force), s)
        new = self.moved(0, s)
        new.modes = (0,)*len(self.frictions)
        return new

    def shares(self, force, s):
        """What frictions at rest carry: least sum of T^2/static within their limits, by hand."""
        if len(self.frictions) == 1:
            return [force/self.frictions[0][0](s)]
        (g1, s1), (g2, s2) = [(slope(s), Real(static)) for slope, _, static in self.frictions]
        free = force/(g1*g1*s1 + g2*g2*s2)
        t1, t2 = s1*g1*free, s2*g2*free
        if abs(t2) > s2:
            t2 = sign(t2)*s2
            t1 = (force - g2*t2)/g1
        elif abs(t1) > s1:
            t1 = sign(t1)*s1
            t2 = (force - g1*t1)/g2
        return [t1, t2]

    def observe(self, t, z):
        q, d, dd = self.q(z[0])
        a = d*self.rhs(t, z)[1] + dd*z[1]**2
        if self.frictions and not self.to:
            friction = self.shares(self.push(t, z[0], Real(0))[0], z[0])
        else:
            friction = [k*mode for (_, k, _), mode in zip(self.frictions, self.modes)]
        f = ([self.link(self.forces(t, q, d*z[1]) - self.m*a, q, friction)] if self.link else [])
        return q, d*z[1], f + friction


# ---- a: slider-crank; q = (crank, slider)

R_, L_ = Real(0.1), Real(0.3)


def slider_crank(s):
    height, root = R_*sin(s), sqrt(L_**2 - (R_*sin(s))**2)
    slope = -height - height*R_*cos(s)/root
    bend = -R_*cos(s) - R_**2*cos(2*s)/root - (height*R_*cos(s))**2/root**3
    return reals(s, R_*cos(s) + root), reals(1, slope), reals(0, bend)


def rod(left, q, friction):
    """left = forces - m a: what remains for link and friction on the slider."""
    return (left[1] - sum(friction))/((q[1] - R_*cos(q[0]))/L_)


def crank(drive, levels):
    frictions = [(lambda s: slider_crank(s)[1][1], *levels)] if levels else []
    return OneCoordinate([0.02, 1.5], slider_crank, lambda t, q, v: reals(drive(t), 0), frictions,
                         rod)


def case_a(h):
    mode = crank(lambda t: Real(0.5), (4, 4)).moved(1, Real(0.5))
    return Run(mode, reals(0.5, 0), h, 4, [1, 2])


def case_a2(h):
    mode = crank(lambda t: Real(0.2) + Real(0.7)*sin(Real(1.3)*t), (4, 6))
    return Run(mode.at_rest(Real(0), Real(0.5)), reals(0.5, 0), h, 10.5, [2, 5])


def case_a100(h):
    return Run(crank(lambda t: Real(0), None), reals(0, 10), h, 73.54995623456077, [20])


# ---- b, d: pendulum, q = (x, y)

def pendulum(length):
    def q(s):
        return (length*reals(sin(s), -cos(s)), length*reals(cos(s), sin(s)),
                length*reals(-sin(s), cos(s)))
    return q


def tension(left, q, friction):
    """Along the rod; a friction at the pivot pulls across it."""
    return left @ q/np.hypot(*q)


def swing(length, mass, frictions=()):
    return OneCoordinate([mass, mass], pendulum(Real(length)),
                         lambda t, q, v: reals(0, -G*Real(mass)), frictions, tension)


def case_b(h):
    return Run(swing(0.7, 0.8), reals(2, 0), h, 10, [1, 5])


def case_d(h):
    mode = swing(0.9, 1.2, [(lambda s: Real(1), 1, 3)]).at_rest(Real(0), Real(1.3))
    return Run(mode, reals(1.3, 0), h, 6, [0.5, 1.5])


# ---- f: a bead on y = a x^2; s = x, the arc's slope by x is ds/dx

BEAD = Real(0.8)


def parabola(x):
    return reals(x, BEAD*x*x), reals(1, 2*BEAD*x), reals(0, 2*BEAD)


def case_f(h):
    frictions = [(lambda x: sqrt(1 + 4*BEAD**2*x*x), Real(0.6), Real(1.4))]
    mode = OneCoordinate([0.5, 0.5], parabola, lambda t, q, v: reals(0, -G/2), frictions,
                         lambda left, q, friction: left[1])
    return Run(mode.at_rest(Real(0), Real(1.1)), reals(1.1, 0), h, 8, [0.5, 1])


# ---- g: four-bar, q = (crank, rocker)

BARS = R_, Real(0.25), Real(0.35), Real(0.3)  # crank, rocker, coupler, ground


def four_bar(s):
    """D(crank, rocker) = 0 by the triangle of rocker pivot and crank pin; slopes by D."""
    r, rocker, coupler, ground = BARS
    px, py = r*cos(s) - ground, r*sin(s)
    reach = np.hypot(px, py)
    inner = np.arccos((reach**2 + rocker**2 - coupler**2)/(2*reach*rocker))
    p = np.mod(arctan2(py, px), 2*Real("3.14159265358979323846264")) - inner
    x, y = ground + rocker*cos(p) - r*cos(s), rocker*sin(p) - r*sin(s)
    by_s, by_p = x*r*sin(s) - y*r*cos(s), -x*rocker*sin(p) + y*rocker*cos(p)
    slope = -by_s/by_p
    # d/ds of (x, y) . (x', y') = 0 with x'' for a bend of zero
    dx, dy = -rocker*sin(p)*slope + r*sin(s), rocker*cos(p)*slope - r*cos(s)
    ddx, ddy = -rocker*cos(p)*slope**2 + r*cos(s), -rocker*sin(p)*slope**2 + r*sin(s)
    bend = -(dx*dx + dy*dy + x*ddx + y*ddy)/by_p
    return reals(s, p), reals(1, slope), reals(0, bend)


def coupler(left, q, friction):
    r, rocker, length, ground = BARS
    x, y = ground + rocker*cos(q[1]) - r*cos(q[0]), rocker*sin(q[1]) - r*sin(q[0])
    return (left[1] - friction[1])/((-x*rocker*sin(q[1]) + y*rocker*cos(q[1]))/length)


def bars(drive, h, end, wanted):
    frictions = [(lambda s: Real(1), Real(0.05), Real(0.08)),
                 (lambda s: four_bar(s)[1][1], Real(0.2), Real(0.3))]
    mode = OneCoordinate([0.02, 0.015], four_bar, lambda t, q, v: reals(drive(t), 0), frictions,
                         coupler)
    return Run(mode.at_rest(Real(0), Real(0)), reals(0, 0), h, end, wanted)


def case_g(h):
    return bars(lambda t: Real(0.3), h, 3.8, [2])


def case_g2(h):
    return bars(lambda t: Real(0.3)*cos(Real(1.5)*t), h, 6, [2, 3])


# ---- i: slotted lever, q = (crank, lever)

SLOT = Real(0.05), Real(0.12)


def slotted(s):
    r, c = SLOT
    near = r*r + c*c + 2*r*c*cos(s)
    return (reals(s, arctan2(r*sin(s), c + r*cos(s))), reals(1, (r*r + r*c*cos(s))/near),
            reals(0, r*c*(r*r - c*c)*sin(s)/near**2))


def case_i(h):
    mode = OneCoordinate([0.01, 0.03], slotted,
                         lambda t, q, v: reals(Real(0.1) + Real(0.3)*cos(t), 0),
                         [(lambda s: slotted(s)[1][1], Real(0.5), Real(0.8))],
                         lambda left, q, friction: left[1] - friction[0])
    return Run(mode.moved(1, Real(0)), reals(0, 12), h, 10, [1])


# ---- j3: one mass, two frictions

def case_j3(h):
    frictions = [(lambda s: Real(1), 2, 3), (lambda s: 2*cos(s), 1, Real(1.2))]
    mode = OneCoordinate([1.5], lambda s: (reals(s), reals(1), reals(0)),
                         lambda t, q, v: 9*sin(Real(1.1)*t) - 6*(q - Real(0.3)), frictions)
    return Run(mode.at_rest(Real(0), Real(0.3)), reals(0.3, 0), h, 8, [0.2, 0.5, 2, 7.3, 7.7])
