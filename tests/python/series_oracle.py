"""Three examples integrated with 44 digits, without any part of luztar.

The equations of each example are written down here by hand, mode by mode. Runs go by Taylor series
in whole numbers (Python's own, in units of 2^-160) and find events as isolated roots of these
polynomials.
"""
from fractions import Fraction
from itertools import accumulate
from itertools import product as pairs
from operator import mul

import mpmath

BITS = 160
ONE = 1 << BITS
ORDER = 48
mpmath.mp.prec = BITS + 20


# Numbers: x is the whole number x 2^BITS, a polynomial the list of its coefficients on [0, 1].

def fixed(x):
    """A float, a fraction or one of mpmath's numbers."""
    if isinstance(x, mpmath.mpf):
        return int(mpmath.floor(mpmath.ldexp(x, BITS)))
    x = Fraction(x)
    return (x.numerator << BITS) // x.denominator


def real(x):
    return mpmath.ldexp(mpmath.mpf(x), -BITS)


def times(a, b):
    return a * b >> BITS


def over(a, b):
    return (a << BITS) // b


def product(a, b, n):
    """The coefficient of order n of a product of two polynomials."""
    return sum(map(mul, a[:n + 1], b[n::-1])) >> BITS


def value(p, s):
    y = 0
    for c in reversed(p):
        y = (y * s >> BITS) + c
    return y


def add(p, constant):
    return [p[0] + constant, *p[1:]]


def scaled(p, s):
    """p(s x) as a polynomial of x."""
    out, power = [], ONE
    for c in p:
        out.append(c * power >> BITS)
        power = power * s >> BITS
    return out


def shifted(p):
    """p(x + 1)."""
    p = p[::-1]
    for n in range(len(p), 1, -1):
        p[:n] = accumulate(p[:n])
    return p[::-1]


def first_root(p, depth=0):
    """The first one on (0, 1], or None. Halves until sizes of coefficients tell: none or one."""
    sizes = [abs(c) for c in p]
    if sizes[0] > sum(sizes[1:]):
        return None
    if sizes[1] > sum(n * c for n, c in enumerate(sizes[2:], 2)):  # monotonous
        return None if (p[0] > 0) == (sum(p) > 0) else bracketed(p)
    assert depth < 100, "a guard is only grazed"
    half = [c >> n for n, c in enumerate(p)]
    left = first_root(half, depth + 1)
    if left is not None:
        return left >> 1
    right = first_root(shifted(half), depth + 1)
    return None if right is None else ONE + right >> 1


def bracketed(p):
    """The root of a monotonous polynomial that changes its sign on [0, 1]."""
    low, high = 0, ONE
    rises = p[0] < 0
    for _ in range(12):
        s = low + high >> 1
        low, high = (s, high) if (value(p, s) < 0) == rises else (low, s)
    return polished(p, low + high >> 1)


def polished(p, s):
    """Newton's steps."""
    slope = [n * c for n, c in enumerate(p)][1:]
    for _ in range(10):
        step = over(value(p, s), value(slope, s))
        s -= step
        if abs(step) < 1 << 20:
            return s
    raise AssertionError("a root is not simple")


# Runs: a problem has t and state; series(h) are the polynomials of its next h seconds, of the state
# and of others; an event is the zero of a guard; switch() sets the next mode and says which guards
# are zero at the instant of it.

def fitted(problem, h):
    """(series, h, next h) where what ORDER leaves out of the state is below its last digits."""
    series = problem.series(h)
    last = max(max(abs(p[-1]), abs(p[-2])) for p in problem.state_of(series)).bit_length()
    room = 2.0**((14 - last) / ORDER) if last > 8 else 2.0
    if room >= 1:
        return series, h, times(h, fixed(room))
    h = times(h, fixed(room))
    return [scaled(p, fixed(room)) for p in series], h, h


def first_event(guards, zeros):
    """(s, key) of the guard that is met first; zeros: key -> order of its zero at s = 0."""
    found = []
    for key, p in guards.items():
        order = zeros.get(key, 0)
        s = first_root(p[order:])
        if s is not None:
            found.append((polished(p[order:], s), key))
    found.sort()
    assert len(found) < 2 or found[1][0] - found[0][0] > 1 << 60, "two events at once"
    return found[0] if found else (None, None)


def march(problem, duration, outputs):
    """(rows of channels at the outputs, events as (t, key of the guard, new mode))."""
    end, h = fixed(duration), fixed(1e-4)
    outputs = [fixed(t) for t in outputs]
    rows, events = [], []
    while problem.t < end:
        h = min(h, end - problem.t)
        series, h, following = fitted(problem, h)
        s, key = first_event(problem.guards(series), problem.zeros)
        span = ONE if s is None else s
        until = problem.t + times(h, span)
        while len(rows) < len(outputs) and outputs[len(rows)] <= until:
            at = over(outputs[len(rows)] - problem.t, h)
            rows.append(problem.shown([value(p, at) for p in problem.state_of(series)]))
        problem.state = [value(p, span) for p in problem.state_of(series)]
        problem.t, problem.zeros, h = until, {}, following
        if key is not None:
            events.append((until, *problem.switch(key, series, s)))
    return rows, events


class GearSystem:
    """examples/gear_system.toml: I q'' = drive - springs - friction."""

    values = dict(p=2.0, I_psi=0.02, I_delta=0.001, I_gamma=0.002, I_phi=0.05,
                  k_pd=400.0, k_dg=2000.0, k_gf=800.0, g_pd=0.005, g_dg=0.01, g_gf=0.004,
                  mu_psi=0.05, mu_delta=0.02, mu_gamma=0.03, mu_phi=0.08,
                  MT_psi=0.5, MT_delta=0.2, MT_gamma=0.3, MT_phi=0.8, **{"q.psi": 0.0})
    bodies = ("psi", "delta", "gamma", "phi")
    springs = ("first_shaft", "teeth", "second_shaft")
    channels = [*pairs("qv", bodies), *pairs("f", springs)]

    def __init__(self, x):
        self.p = x["p"]
        self.inverse = [over(ONE, x[f"I_{b}"]) for b in self.bodies]
        self.mu = [x[f"mu_{b}"] for b in self.bodies]
        self.dry = [x[f"MT_{b}"] for b in self.bodies]
        self.k, self.gap = ([x[f"{kind}_{pair}"] for pair in ("pd", "dg", "gf")] for kind in "kg")
        self.t, self.state, self.zeros, self.decided = 0, [x["q.psi"]] + 7 * [0], {}, []
        self.side, self.slip = 3 * [0], 4 * [0]  # modes of springs and of bearings

    def deflections(self, q):
        psi, delta, gamma, phi = q
        return psi - delta, delta - times(self.p, gamma), gamma - phi

    def forces(self, q, edge):
        """Of the springs; edge is 1, but 0 for coefficients that no constant is part of."""
        return [times(k, d - side * edge * a) if side else 0
                for k, d, side, a in zip(self.k, self.deflections(q), self.side, self.gap)]

    def shown(self, state):
        return state + self.forces(state[:4], 1)

    def drive(self, h):
        """5 sin(3 pi t) N m on psi."""
        w = 3 * mpmath.pi
        s, c = (fixed(5 * f(w * real(self.t))) for f in (mpmath.sin, mpmath.cos))
        w, out = times(fixed(w), h), []
        for n in range(1, ORDER + 2):
            out.append(s)
            s, c = times(w, c) // n, -times(w, s) // n
        return out

    def series(self, h):
        drive, back = self.drive(h), fixed(-0.6)
        self.q, self.v, self.load = ([[] for _ in range(4)] for _ in range(3))
        now = list(self.state)
        for n in range(ORDER + 1):
            q, v, constant = now[:4], now[4:], int(n == 0)
            f = self.forces(q, constant)
            load = (drive[n] - f[0], f[0] - f[1], times(self.p, f[1]) - f[2],
                    f[2] + constant * back)
            for i in range(4):
                self.q[i].append(q[i])
                self.v[i].append(v[i])
                self.load[i].append(load[i])
                if self.slip[i]:
                    net = load[i] - times(self.mu[i], v[i]) - constant * self.slip[i] * self.dry[i]
                    now[4 + i] = times(h, times(net, self.inverse[i])) // (n + 1)
                    now[i] = times(h, v[i]) // (n + 1)
                else:
                    now[i] = now[4 + i] = 0
        return self.q + self.v + self.load

    def state_of(self, series):
        return series[:8]

    def guards(self, series):
        out = {}
        for j, (side, a) in enumerate(zip(self.side, self.gap)):
            d = [self.deflections(q)[j] for q in zip(*series[:4])]
            for edge in (side,) if side else (1, -1):
                out["spring", j, edge] = add(d, -edge * a)
        for i, slip in enumerate(self.slip):
            if slip:
                out["bearing", i, 0] = series[4 + i]
            else:
                for way in (1, -1):
                    out["bearing", i, way] = add(series[8 + i], -way * self.dry[i])
        return out

    def switch(self, key, series, s):
        """The mode after an event; what is zero there at once, and of which order."""
        kind, i, way = key
        if kind == "spring":
            self.side[i] = 0 if self.side[i] else way
            self.zeros = {key: 1}
            return self.springs[i], ("lower", "gap", "upper")[self.side[i] + 1]
        self.state[4 + i] = 0
        if self.slip[i]:
            load = value(series[8 + i], s)
            self.slip[i] = 0 if abs(load) <= self.dry[i] else 1 if load > 0 else -1
            self.zeros = {("bearing", i, 0): 1} if self.slip[i] else {}
        else:
            self.slip[i], self.zeros = way, {("bearing", i, 0): 2}
        return f"bearing_{self.bodies[i]}", ("backward", "stuck", "forward")[self.slip[i] + 1]


class Lugre:
    """examples/lugre.toml: m v' = k (V t - q) - s0 z - s1 z' - s2 v, z' = v - |v| s0 z/L(v)."""

    values = dict(m=1.0, k=2.0, V=0.1, s0=1e5, s1=1e5**0.5, s2=0.4,
                  FC=1.0, FS=1.5, vs=0.001, **{"q.block": 0.0})
    channels = [("q", "block"), ("v", "block"), ("z", "floor")]

    def __init__(self, x):
        self.x = x
        self.inverse = over(ONE, x["m"])
        self.t, self.state = 0, [x["q.block"], 0, 0]  # q, v, y = s0 z
        self.sign, self.zeros, self.decided = 1, {"v": 2}, []  # the spring draws it forward

    def series(self, h):
        """L = FC + (FS - FC) exp(-w(0)) E, E = exp(w(0) - w), w = (v/vs)^2."""
        x, inverse = self.x, over(ONE, times(self.x["vs"], self.x["vs"]))
        q, v, y = ([c] for c in self.state)
        w, slope_w, E, L, u, r = [], [], [ONE], [], [], []
        hand = [times(x["V"], self.t), times(x["V"], h)] + (ORDER - 1) * [0]
        # There w > 150 on all of the step, since v' < 2 m/s2: exp(-w) < 1e-65.
        if far := abs(v[0]) - 2 * h > 13 * x["vs"]:
            L = [x["FC"]]
        for n in range(ORDER + 1):
            if not far:
                w.append(times(inverse, product(v, v, n)))
                if n == 0:  # exp(-w(0)) is too small for a whole number: man 2^exp
                    man, exp = mpmath.exp(-real(w[0])).man_exp
                    height, exp = (x["FS"] - x["FC"]) * man, BITS - exp
                else:
                    slope_w.append(n * w[n])
                    E.append(-(sum(map(mul, slope_w, reversed(E))) >> BITS) // n)
                L.append((E[n] * height >> exp) + (x["FC"] if n == 0 else 0))
            u.append(product(v, y, n))
            r.append(over(u[n] - (sum(map(mul, L[1:], reversed(r))) >> BITS), L[0]))
            slope_z = v[n] - self.sign * r[n]
            force = (times(x["k"], hand[n] - q[n]) - y[n] - times(x["s1"], slope_z)
                     - times(x["s2"], v[n]))
            q.append(times(h, v[n]) // (n + 1))
            v.append(times(h, times(self.inverse, force)) // (n + 1))
            y.append(times(h, times(x["s0"], slope_z)) // (n + 1))
        return [q[:-1], v[:-1], y[:-1]]

    def shown(self, state):
        return [*state[:2], over(state[2], self.x["s0"])]

    def state_of(self, series):
        return series

    def guards(self, series):
        return {"v": series[1]}

    def switch(self, key, series, s):
        self.sign, self.state[1], self.zeros = -self.sign, 0, {"v": 1}
        return "sign", self.sign


class SampledServo:
    """examples/sampled_servo.toml: m v' = F - friction; F is made at n Ts and acts Ts/3 later."""

    values = dict(m=20.0, r=0.01, Ts=0.001, res=5e-6, Kp=8000.0, Ki=30000.0, Kd=200.0,
                  FS=12.0, FK=8.0, **{"q.table": 0.0})
    channels = [("q", "table"), ("v", "table"), ("f", "drive")]

    def __init__(self, x):
        self.x, self.q, self.v, self.slip = x, x["q.table"], 0, 0
        self.force = self.last = self.sum = self.t = 0
        self.events, self.decided = [], []

    def sample(self):
        """What the computer makes of the position now."""
        x = self.x
        counts = (2 * abs(self.q) + x["res"]) // (2 * x["res"]) * (1 if self.q >= 0 else -1)
        e = x["r"] - x["res"] * counts
        self.sum += times(e, x["Ts"])
        rate = over(x["res"] * (counts - self.last), x["Ts"])
        force = times(x["Kp"], e) + times(x["Ki"], self.sum) - times(x["Kd"], rate)
        self.last = counts
        self.decided.append(counts)
        return max(-60 * ONE, min(60 * ONE, force))

    def settle(self):
        """The mode of the guide where v is 0."""
        if self.slip == 0 and abs(self.force) <= self.x["FS"]:
            return
        before = self.slip
        self.slip = 0 if abs(self.force) <= self.x["FS"] else 1 if self.force > 0 else -1
        assert self.slip != before, "no change"
        self.events.append((self.t, "guide", ("backward", "stuck", "forward")[self.slip + 1]))

    def moved(self, dt):
        """q, v after dt with this force and mode; the time until v = 0 if sooner, or None."""
        a = over(self.force - self.slip * self.x["FK"], self.x["m"]) if self.slip else 0
        stop = over(-self.v, a) if a and self.v else None
        stop = stop if stop is not None and 0 < stop < dt else None
        dt = dt if stop is None else stop
        q = self.q + times(self.v, dt) + times(a, times(dt, dt)) // 2
        return q, self.v + times(a, dt), stop

    def go(self, until, outputs, rows):
        while self.t < until:
            span = until - self.t
            stop = self.moved(span)[2]
            span = stop or span
            while len(rows) < len(outputs) and outputs[len(rows)] <= self.t + span:
                rows.append([*self.moved(outputs[len(rows)] - self.t)[:2], self.force])
            self.q, self.v, _ = self.moved(span)
            self.t += span
            if stop:
                self.v = 0
                self.settle()


def march_servo(servo, duration, outputs):
    """Rows and events as of `march`; instants of the controller are exact."""
    end, period, rows = fixed(duration), servo.x["Ts"], []
    outputs = [fixed(t) for t in outputs]
    for n in range(10**9):
        servo.go(min(n * period, end), outputs, rows)
        if n * period > end:
            return rows, servo.events
        force = servo.sample()
        servo.go(min(n * period + period // 3, end), outputs, rows)
        servo.force = force
        if servo.v == 0:
            servo.settle()


def oracle_run(cls, values, duration, outputs):
    """(rows, events, what else was decided): (outputs, channels), [(t, name, mode)], a list."""
    problem = cls({name: fixed(x) for name, x in values.items()})
    rows, events = (march_servo if cls is SampledServo else march)(problem, duration, outputs)
    return rows, events, problem.decided
