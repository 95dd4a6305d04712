"""A double pendulum, stops and a freewheel, for rigid_geometry.py.

Each mode has its own minimal coordinates: the cam's angle while the follower rests on it, the angle
in the bowl, time alone while a roller follows a lever of given motion.
"""
import numpy as np
from rigid_geometry_steps import Real, Run, reals

G = Real(9.81)
sin, cos = np.sin, np.cos



# ---- c: double pendulum, z = angles and their rates

class Double:
    l1, l2, m1, m2 = Real(1), Real(0.7), Real(1), Real(0.6)

    def rhs(self, t, z):
        p, s, w, u = z
        l1, l2, m2, both = self.l1, self.l2, self.m2, self.m1 + self.m2
        c, d = cos(p - s), sin(p - s)
        top = -m2*l2*u*u*d - both*G*sin(p), l1*w*w*d - G*sin(s)
        a = (top[0] - m2*c*top[1])/(l1*(both - m2*c*c))
        return reals(w, u, a, (top[1] - l1*c*a)/l2)

    def guards(self, t, z):
        return []

    def observe(self, t, z):
        p, s, w, u = z
        _, _, a, b = self.rhs(t, z)
        n1, n2 = reals(sin(p), -cos(p)), reals(sin(s), -cos(s))
        t1, t2 = reals(cos(p), sin(p)), reals(cos(s), sin(s))
        a1 = self.l1*(a*t1 - w*w*n1)
        a2 = a1 + self.l2*(b*t2 - u*u*n2)
        f2 = -n2 @ (self.m2*(a2 + reals(0, G)))
        f1 = n1 @ (n2*f2 - self.m1*(a1 + reals(0, G)))
        v1 = self.l1*w*t1
        return ([*self.l1*n1, *self.l1*n1 + self.l2*n2], [*v1, *v1 + self.l2*u*t2], [f1, f2])


def case_c(h):
    return Run(Double(), reals(1.2, -0.5, 0, 0), h, 2, [1])


# ---- e: cam and follower. z = (cam, its rate) on the cam, and (follower, its rate) too in flight

class Cam:
    """D = y - E cos(cam) >= 0. The cam's angle is given by `motion` or it has an inertia."""

    E, M, K, REST = Real(0.01), Real(0.5), Real(200), Real(-0.02)

    def __init__(self, restitution, inertia=None, torque=0):
        self.restitution, self.inertia, self.torque = Real(restitution), inertia, Real(torque)
        self.flies, self.closed = False, None

    def in_mode(self, flies):
        new = Cam.__new__(Cam)
        new.__dict__.update(self.__dict__)
        new.flies = flies
        return new

    def turn(self, t, z):
        """(angle, rate, acceleration) of a given motion, or of a free cam but for the contact."""
        if self.inertia is None:
            return 20*t + 8*t*t, 20 + 16*t, Real(16)
        return z[0], z[1], self.torque/self.inertia

    def pull(self, y):
        return -self.K*(y - self.REST) - self.M*G

    def touching(self, t, z):
        """(acceleration of the cam, push) while they touch."""
        p, w, a = self.turn(t, z)
        y, slope = self.E*cos(p), -self.E*sin(p)
        bend = -self.E*cos(p)*w*w
        if self.inertia is not None:
            mass = self.inertia + self.M*slope**2
            a = (self.torque + slope*(self.pull(y) - self.M*bend))/mass
        return a, self.M*(slope*a + bend) - self.pull(y)

    def rhs(self, t, z):
        a = self.turn(t, z)[2] if self.flies else self.touching(t, z)[0]
        if self.flies:
            return reals(z[1], a, z[3], self.pull(z[2])/self.M)
        return reals(z[1], a, 0, 0)

    def guards(self, t, z):
        if self.flies:
            return [z[2] - self.E*cos(self.turn(t, z)[0])]
        return [self.touching(t, z)[1]]

    def on_cam(self, t, z):
        p, w, _ = self.turn(t, z)
        return reals(p, w, self.E*cos(p), -self.E*sin(p)*w)

    def after(self, which, t, z):
        if not self.flies:
            return self.in_mode(True), self.on_cam(t, z), ("leaves",)
        p, w, _ = self.turn(t, z)
        lever = self.E*sin(p)
        rate = z[3] + lever*w
        admittance = 1/self.M + (lever**2/self.inertia if self.inertia else 0)
        hit = self.struck(z, p, w, self.restitution, rate/admittance)
        rests = self.struck(z, p, w, 0, rate/admittance)
        impulse = -(1 + self.restitution)*rate/admittance
        push, rebound = self.touching(t, rests)[1], -self.restitution*rate
        if push > 0 and rebound < 1e-7:  # all bounces to come take what is left of the rate
            ends = t + 2*rebound/(push*admittance)/(1 - self.restitution)
            return self.in_mode(False), rests, ("rests", ends, impulse)
        return self.in_mode(True), hit, ("impact", t, impulse)

    def struck(self, z, p, w, restitution, momentum):
        impulse = -(1 + restitution)*momentum
        spin = self.E*sin(p)*impulse/self.inertia if self.inertia else 0
        return reals(p, w + spin, self.E*cos(p), z[3] + impulse/self.M)

    def observe(self, t, z):
        if not self.flies:
            z = self.on_cam(t, z)
        p, w, _ = self.turn(t, z)
        return [p, z[2]], [w, z[3]], [Real(0) if self.flies else -self.touching(t, z)[1]]


def cam(h, end, restitution, start, *free):
    return Run(Cam(restitution, *free), reals(*start, Cam.E, 0), h, end, [1, 1.8])


def case_e(h):
    return cam(h, 2.5, 0, (0, 20))


def case_e2(h):
    return cam(h, 2.5, 0.5, (0, 20))


def case_e3(h):
    return cam(h, 2, 0, (0, 40), Real(1e-3), 0.015)


def case_e4(h):
    return cam(h, 2, 0.5, (0, 40), Real(1e-3), 0.015)


# ---- h: a ball in a bowl of radius 1; z = (x, y, vx, vy) in flight, (angle, rate, 0, 0) in contact

class Bowl:
    M = Real(0.3)

    def __init__(self, restitution, flies=True):
        self.restitution, self.flies = Real(restitution), flies

    def rhs(self, t, z):
        if self.flies:
            return reals(z[2], z[3], 0, -G)
        return reals(z[1], -G*sin(z[0]), 0, 0)

    def push(self, z):
        return self.M*(z[1]**2 + G*cos(z[0]))

    def guards(self, t, z):
        return [(1 - z[0]**2 - z[1]**2)/2 if self.flies else self.push(z)]

    @staticmethod
    def plane(z):
        n, along = reals(sin(z[0]), -cos(z[0])), reals(cos(z[0]), sin(z[0]))
        return reals(*n, *along*z[1])

    def after(self, which, t, z):
        if not self.flies:
            return Bowl(self.restitution), self.plane(z), ("leaves",)
        n = z[:2]/np.hypot(*z[:2])
        rate = n @ z[2:]
        impulse = self.M*(1 + self.restitution)*rate
        v = z[2:] - (1 + self.restitution)*rate*n
        angle = reals(np.arctan2(n[0], -n[1]), -v[0]*n[1] + v[1]*n[0], 0, 0)
        push, rebound = self.push(angle), self.restitution*rate
        if push > 0 and rebound < 1e-7:
            ends = t + 2*rebound*self.M/push/(1 - self.restitution)
            return Bowl(self.restitution, False), angle, ("rests", ends, impulse)
        return Bowl(self.restitution), reals(*n, *v), ("impact", t, impulse)

    def observe(self, t, z):
        at = z if self.flies else self.plane(z)
        return at[:2], at[2:], [Real(0) if self.flies else self.push(z)]


def case_h(h):
    return Run(Bowl(0.6), reals(0.4, 0.2, 0.3, 0), h, 4, [1, 2, 3])


def case_h2(h):
    return Run(Bowl(0), reals(0.4, 0.2, 0.3, 0), h, 4, [1])


def case_h3(h):
    return Run(Bowl(0, False), reals(0, 6, 0, 0), h, 4, [0.2, 0.7, 2])


# ---- k: roller = slotted lever at least; z = (roller, rate); engaged: both follow from t

class RollFeed:
    """mode "engaged" (rate of the lever), "free" (it overruns), "rest" (friction holds it)."""

    INERTIA, KINETIC, STATIC, W = Real(0.02), Real(0.1), Real(0.15), Real(6)

    def __init__(self, mode, offset=Real(0)):
        self.mode, self.offset = mode, offset

    def lever(self, t):
        r, c, p = Real(0.05), Real(0.12), self.W*t
        near = r*r + c*c + 2*r*c*cos(p)
        return (np.arctan2(r*sin(p), c + r*cos(p)), (r*r + r*c*cos(p))/near*self.W,
                r*c*(r*r - c*c)*sin(p)/near**2*self.W**2)

    def rhs(self, t, z):
        return reals(z[1], -self.KINETIC/self.INERTIA) if self.mode == "free" else reals(0, 0)

    def guards(self, t, z):
        _, rate, a = self.lever(t)
        if self.mode == "engaged":
            return [self.INERTIA*a + self.KINETIC]
        return [z[1] - rate, z[1]] if self.mode == "free" else [-rate]

    def after(self, which, t, z):
        angle, rate, _ = self.lever(t)
        if self.mode == "engaged":
            return RollFeed("free"), reals(angle + self.offset, rate), ("free", 1)
        if self.mode == "free" and which == 1:
            return RollFeed("rest"), reals(z[0], 0), ("free", 0)
        return RollFeed("engaged", z[0] - angle), z, ("engaged", 1)

    def observe(self, t, z):
        angle, rate, a = self.lever(t)
        friction = Real(0) if self.mode == "rest" else self.KINETIC
        if self.mode != "engaged":
            return [self.W*t, z[0]], [self.W, z[1]], [Real(0), friction]
        return ([self.W*t, angle + self.offset], [self.W, rate],
                [-self.INERTIA*a - friction, friction])


def case_k(h):
    return Run(RollFeed("free"), reals(0, 4), h, 5, [0.2, 0.8, 3])
