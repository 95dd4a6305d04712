#!/usr/bin/env python3
"""Numbers of tests/acceptance/lossy_links*_test.cpp: frictions pressed by forces of rigid links.

    python3 tests/reference/lossy_links.py [CASE...]     default: all, each with two step lengths

A friction at work has the force s N + c u with N = kinetic*(n + sum of w |f|), f of links at the
same instant. For a choice of signs s of frictions that slide and sigma of link forces all is one
linear system: M a + G' f + H' p = F, G a = 0, u' = 0 of what sticks. What happens at rest follows
from trying every choice; exactly one must be consistent (sticking within its limit, sliding on
the way it says, link forces of the assumed sign). A choice that stands on its limit is decided
1e-7 s later. More frictions at rest than directions to hold have no forces of their own: they hold
as long as any sharing keeps all of them within their limits, and their forces are printed as nan.
80-bit arithmetic, extrapolated midpoint rule (rigid_geometry_steps.py). Rows and changes are those
of RigidCase. Needs numpy.
"""
import itertools
import sys
import tomllib
from types import SimpleNamespace

import numpy as np
from lossy_links_models import MODELS, TIMES
from rigid_geometry_steps import Real, reals, root, step

DELTA = Real(1e-7)  # how much later a choice on its limit is decided
PARTS = [Real(x) for x in (1e-3, *np.arange(1, 9)/8)]  # of a step, where guards are looked at


def solve(a, b):
    """a x = b by elimination, and the sign of the determinant."""
    a, b, sign = a.copy(), b.copy(), 1
    n = len(a)
    for k in range(n):
        i = k + int(np.argmax(np.abs(a[k:, k])))
        if a[i, k] == 0:
            return b, 0
        if i != k:
            a[[i, k]], b[[i, k]], sign = a[[k, i]], b[[k, i]], -sign
        sign *= 1 if a[k, k] > 0 else -1
        for j in range(k + 1, n):
            ratio = a[j, k]/a[k, k]
            a[j] -= ratio*a[k]
            b[j] -= ratio*b[k]
    for k in reversed(range(n)):
        b[k] = (b[k] - a[k, k + 1:] @ b[k + 1:])/a[k, k]
    return b, sign


class Model:
    """A model file as matrices: arms of links G, frictions H, springs D."""

    def __init__(self, text):
        model = tomllib.loads(text)
        self.names = {what: list(model.get(what, {}))
                      for what in ("bodies", "links", "frictions", "springs")}
        known = {"sin": np.sin, "cos": np.cos, "exp": np.exp, "abs": abs, "pi": Real(np.pi)}
        for name, value in model.get("parameters", {}).items():
            known[name] = self.number(value, known)

        def numbers(what, key, default):
            return reals(*(self.number(part.get(key, default), known)
                           for part in model.get(what, {}).values()))

        def arms(what):
            rows = [self.arms(part, known) for part in model.get(what, {}).values()]
            return np.array(rows, dtype=Real).reshape(-1, len(self.names["bodies"]))

        self.M = numbers("bodies", "mass", 0)
        self.q, self.v = numbers("bodies", "position", 0), numbers("bodies", "velocity", 0)
        self.G, self.H, self.D = arms("links"), arms("frictions"), arms("springs")
        self.k, self.c = numbers("springs", "stiffness", 0), numbers("springs", "damping", 0)
        self.viscous = numbers("frictions", "viscous", 0)
        self.level, self.load = self.levels(model["frictions"], known)
        self.actions = [(self.arms(part, known), self.compiled(part["value"]))
                        for part in model.get("forces", {}).values()]
        self.known, self.end = known, Real(model["simulation"]["duration"])
        self.laws = {}

    def compiled(self, text):
        return compile(str(text).replace("^", "**"), "model", "eval")

    def number(self, value, known):
        return Real(eval(self.compiled(value), {}, dict(known)))

    def arms(self, part, known):
        row = dict.fromkeys(self.names["bodies"], Real(0))
        if "across" in part:
            ends = part["across"].items()
        elif "on" in part:
            ends = [(part["on"], 1)]
        else:
            a, b = part["between"]
            ra, rb = part.get("arms", (1, 1))
            ends = [(a, ra), (b, -self.number(rb, known))]
        for body, arm in ends:
            if body != "ground":
                row[body] += self.number(arm, known)
        return reals(*row.values())

    def levels(self, frictions, known):
        """N = level + load @ |f|, from the normal forces at f = 0 and at each f alone = 1."""
        links = self.names["links"]
        level, load = [], []
        for part in frictions.values():
            def normal(one, part=part):
                forces = SimpleNamespace(**{name: Real(name == one) for name in links})
                value = eval(self.compiled(part.get("normal", 1)), {}, {**known, "f": forces})
                return self.number(part["kinetic"], known)*value
            level.append(normal(None))
            load.append([normal(name) - level[-1] for name in links])
        return reals(*level), np.array(load, dtype=Real).reshape(len(level), len(links))

    def force(self, t):
        return sum((arms*eval(code, {}, {**self.known, "t": t}) for arms, code in self.actions),
                   np.zeros(len(self.M), dtype=Real))

    def law(self, slides, sigma):
        key = *slides, *sigma
        if key not in self.laws:
            self.laws[key] = Law(self, slides, sigma)
        return self.laws[key]


class Law:
    """Accelerations, link and friction forces for one choice: affine in q, v, F, and in the forces
    of those frictions at rest that others at rest hold already (`free`)."""

    def __init__(self, model, slides, sigma):
        self.model, self.slides, self.sigma = model, slides, sigma
        n, links = len(model.M), len(model.G)
        G, H = model.G, model.H
        self.holding, self.free = self.independent([p for p, s in enumerate(slides) if not s])
        held = H[self.holding]
        size = n + links + len(held)
        left = np.zeros((size, size), dtype=Real)
        right = np.zeros((size, 3*n + 1 + len(self.free)), dtype=Real)
        left[:n, :n] = np.diag(model.M)
        left[:n, n:] = np.vstack([G, held]).T
        left[n:, :n] = np.vstack([G, held])
        for p, s in enumerate(slides):
            if s:
                left[:n, n:n + links] += np.outer(H[p], s*model.load[p]*reals(*sigma))
                right[:n, n:2*n] -= model.viscous[p]*np.outer(H[p], H[p])
                right[:n, 3*n] -= H[p]*s*model.level[p]
        right[:n, :n] -= (model.D.T*model.k) @ model.D
        right[:n, n:2*n] -= (model.D.T*model.c) @ model.D
        right[:n, 2*n:3*n] += np.eye(n, dtype=Real)
        for j, p in enumerate(self.free):
            right[:n, 3*n + 1 + j] -= H[p]
        whole, sign = solve(left, right)
        if sign*(-1)**(size - n) <= 0:
            raise ArithmeticError(f"jams: {slides}, {sigma}")
        self.A, self.L = whole[:n], whole[n:n + links]
        self.P = np.zeros((len(H), right.shape[1]), dtype=Real)
        self.P[self.holding] = whole[n + links:]
        for j, p in enumerate(self.free):
            self.P[p, 3*n + 1 + j] = 1
        for p, s in enumerate(slides):
            if s:
                self.P[p] = s*(model.load[p]*reals(*sigma)) @ self.L
                self.P[p, 3*n] += s*model.level[p]
                self.P[p, n:2*n] += model.viscous[p]*H[p]
        self.pressing = [j for j in range(links)
                         if any(s and model.load[p, j] for p, s in enumerate(slides))]
        if self.free and any(slides):
            raise ArithmeticError("frictions that share a load beside others that slide")

    def independent(self, stuck):
        basis, holding, free = [], [], []
        for p, row in [(None, g) for g in self.model.G] + [(p, self.model.H[p]) for p in stuck]:
            rest = row.copy()
            for b in basis:
                rest -= (rest @ b)*b
            if np.sqrt(rest @ rest) > 1e-12*np.sqrt(row @ row):
                basis.append(rest/np.sqrt(rest @ rest))
                holding += [] if p is None else [p]
            elif p is None:
                raise ArithmeticError("links depend on each other")
            else:
                free.append(p)
        return holding, free

    def known(self, t, q, v):
        return np.concatenate([q, v, self.model.force(t), reals(1)])

    def rhs(self, t, z):
        n = len(self.model.M)
        known = self.known(t, z[:n], z[n:])
        return np.concatenate([z[n:], self.A[:, :len(known)] @ known])

    def forces(self, t, q, v):
        known = self.known(t, q, v)
        return self.L[:, :len(known)] @ known, self.P[:, :len(known)] @ known

    def margins(self, t, q, v):
        """N - |p| of each friction at rest; of those that share a load the best least one."""
        known = self.known(t, q, v)
        m = len(known)
        links, pulls = self.L[:, :m] @ known, self.P[:, :m] @ known
        limits = self.model.level + self.model.load @ np.abs(links)
        if not self.free:
            return [limits[p] - abs(pulls[p]) for p in self.holding]
        if len(self.free) > 1:
            raise ArithmeticError("more than one way to share a load")
        by_l, by_p = self.L[:, m], self.P[:, m]
        stuck = self.holding + self.free

        def least(x):
            limit = self.model.level + self.model.load @ np.abs(links + by_l*x)
            return min((limit - np.abs(pulls + by_p*x))[stuck])

        lines = []  # margins as (value, slope) for all signs that they may have
        for p in stuck:
            for sign in itertools.product((1, -1), repeat=len(links) + 1):
                loads = self.model.load[p]*reals(*sign[1:])
                lines.append((self.model.level[p] + loads @ links - sign[0]*pulls[p],
                              loads @ by_l - sign[0]*by_p[p]))
        tries = [-a/b for a, b in zip(links, by_l) if b] + [-a/b for a, b in zip(pulls, by_p) if b]
        for one, two in itertools.combinations(lines, 2):
            if abs(one[1] - two[1]) > 1e-15:
                tries.append((two[0] - one[0])/(one[1] - two[1]))
        far = 1e6*(1 + max(abs(x) for x in tries))
        if max(least(far), least(-far)) > 0:
            raise ArithmeticError("frictions at rest clamp each other")
        return [max(least(x) for x in tries)]

    def guards(self, t, q, v):
        """What is positive as long as this choice holds, with who is asked where it ends."""
        rates, links = self.model.H @ v, self.forces(t, q, v)[0]
        found = [(s*rates[p], ("rest", p)) for p, s in enumerate(self.slides) if s]
        found += [(self.sigma[j]*links[j], ("load", j)) for j in self.pressing]
        return found + [(x, ("limit", None)) for x in self.margins(t, q, v)]

    def consistent(self, t, q, v, asked):
        """The least of what must be positive for this choice, if `asked` have no rate now."""
        n = len(self.model.M)
        onward = self.model.H @ self.rhs(t, np.concatenate([q, v]))[n:]
        links = self.forces(t, q, v)[0]
        signs = [self.sigma[j]*links[j] for j in self.pressing]
        return min([self.slides[p]*onward[p] for p in asked if self.slides[p]]
                   + signs + self.margins(t, q, v))


class Motion:
    """Rows are (time, q, v, forces of links and frictions), changes (time, modes of frictions)."""

    def __init__(self, model, h, times):
        self.model, self.h = model, Real(h)
        self.t, self.z = Real(0), np.concatenate([model.q, model.v])
        self.rows, self.changes, self.turns, self.margin = [], [], 0, np.inf
        rates = model.H @ model.v
        slides = tuple(int(np.sign(x)) for x in rates)
        asked = [p for p, s in enumerate(slides) if not s]
        try:
            self.law = self.choose(self.t, self.z, slides, asked)
        except ArithmeticError:  # nothing presses or pulls: as it will be
            self.law = self.choose(DELTA, self.z, slides, asked)
        self.start = self.law.slides
        for stop in sorted({Real(x) for x in times} | {model.end}):
            self.until(stop)
            n = len(model.M)
            links, pulls = self.law.forces(self.t, self.z[:n], self.z[n:])
            if self.law.free:
                links, pulls = links*np.nan, pulls*np.nan
            self.rows.append((stop, self.z[:n], self.z[n:], np.concatenate([links, pulls])))

    def choose(self, t, z, slides, asked):
        n, found = len(self.model.M), []
        signs = list(itertools.product((1, -1), repeat=len(self.model.G)))
        for choice in itertools.product((0, 1, -1), repeat=len(asked)):
            trial = list(slides)
            for p, s in zip(asked, choice):
                trial[p] = s
            best = max((self.model.law(trial, sigma) for sigma in signs),
                       key=lambda law: law.consistent(t, z[:n], z[n:], asked))
            least = best.consistent(t, z[:n], z[n:], asked)
            mixed = best.free and any(trial)
            if least > 0 and not mixed:
                found.append(best)
            if least:
                self.margin = min(self.margin, abs(least))
        if len(found) != 1:
            raise ArithmeticError(f"{len(found)} choices at {t:.17g}: {[x.slides for x in found]}")
        return found[0]

    def ahead(self, length):
        return step(self.law.rhs, self.t, self.z, length)

    def guards(self, length):
        n = len(self.model.M)
        z = self.ahead(length)
        return self.law.guards(self.t + length, z[:n], z[n:])

    def event(self, h):
        """(length, what) of the first guard that turns negative within the step, or None."""
        low = Real(0)
        for part in PARTS:
            at = self.guards(h*part)
            ends = [(root(lambda x, i=i: self.guards(x)[i][0], h*part, value, low), what)
                    for i, (value, what) in enumerate(at) if value <= 0]
            if ends:
                return min(ends, key=lambda end: end[0])
            low = h*part
        return None

    def until(self, stop):
        while self.t < stop:
            h = min(self.h, stop - self.t)
            event = self.event(h)
            if event is None:
                self.z = self.ahead(h)
                self.t = stop if h < self.h else self.t + h
                continue
            self.z = self.ahead(event[0])
            self.t += event[0]
            self.turn(*event[1])

    def turn(self, what, which):
        self.turns += 1
        old, n = self.law.slides, len(self.model.M)
        rates = self.model.H @ self.z[n:]
        small = 1e-14*(1 + max(abs(self.z[n:])))
        resting = [p for p, s in enumerate(old) if not s or abs(rates[p]) < small]
        if what == "rest":
            self.law = self.choose(self.t, self.z, old, resting)
        elif what == "limit":
            later = self.ahead(DELTA)
            self.law = self.choose(self.t + DELTA, later, old, resting)
        else:
            sigma = list(self.law.sigma)
            sigma[which] = -sigma[which]
            self.law = self.model.law(old, sigma)
        if self.law.slides != old:
            self.changes.append((self.t, self.law.slides))


def listed(values, digits):
    return "{" + ", ".join(f"{x:.{digits}g}" if not abs(x) < 1e-15 else "0" for x in values) + "}"


def show(name, digits=14):
    model = Model(MODELS[name])
    run, other = Motion(model, 0.02, TIMES[name]), Motion(model, 0.0145, TIMES[name])
    if [x[1] for x in run.changes] != [x[1] for x in other.changes]:
        raise ArithmeticError(f"{name}: changes depend on the step")
    apart = max(np.nanmax(np.abs(np.concatenate(one[1:]) - np.concatenate(two[1:])))
                for one, two in zip(run.rows, other.rows))
    late = max((abs(one[0] - two[0]) for one, two in zip(run.changes, other.changes)), default=0)
    print(f"// {name}: starts {run.start}, {run.turns} events; two steps differ by {apart:.0e}, "
          f"changes by {late:.0e} s; smallest margin of a choice {run.margin:.0e}")
    print("// q, v of " + ", ".join(model.names["bodies"]) + "; f of "
          + ", ".join(model.names["links"] + model.names["frictions"]))
    rows = [f"{{{t:.12g}, {', '.join(listed(x, digits) for x in (q, v, f))}}}"
            for t, q, v, f in run.rows]
    print(".rows = {" + ",\n         ".join(rows) + "},")
    changes = [f"{{{t:.{digits}g}, {{{', '.join(map(str, modes))}}}}}" for t, modes in run.changes]
    print(".changes = {" + ",\n            ".join(changes) + "}")


if __name__ == "__main__":
    for case in sys.argv[1:] or MODELS:
        show(case)
