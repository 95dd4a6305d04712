"""Runs from event to event in 80-bit arithmetic, for rigid_geometry.py. Needs numpy.

A mode is an object with rhs(t, z), the rates of its own minimal coordinates, and guards(t, z),
which are positive as long as it holds. Steps of one length: the midpoint rule at 2, 4, ... 16
parts, extrapolated (Gragg, Aitken, Neville; order 16). An event is the root of a guard over the length of
the last step, which is made anew for each try, so nothing is interpolated.
"""
import numpy as np

Real = np.longdouble
PARTS = [2*k for k in range(1, 9)]


def reals(*values):
    return np.array(values, dtype=Real)


def midpoint(rhs, t, z, h, first, parts):
    """What the modified midpoint rule adds to z; its error is a series in (h/parts)^2."""
    d = h/parts
    old, new = 0*z, d*first
    for k in range(1, parts):
        old, new = new, old + 2*d*rhs(t + k*d, z + new)
    return new


def step(rhs, t, z, h):
    first = rhs(t, z)
    rows = []
    for i, parts in enumerate(PARTS):
        row = [midpoint(rhs, t, z, h, first, parts)]
        for j in range(1, i + 1):
            ratio = (Real(parts)/PARTS[i - j])**2
            row.append(row[-1] + (row[-1] - rows[-1][j - 1])/(ratio - 1))
        rows.append(row)
    return z + rows[-1][-1]


def root(value, high, at_high, low=Real(0)):
    """Where value, positive beside low and negative at high, is zero: regula falsi, halving."""
    low = low + (high - low)*Real(1e-9)
    at_low = value(low)
    if not at_low > 0:
        raise ArithmeticError("a guard does not rise from the start of its mode")
    for turn in range(200):
        if high - low <= Real(2e-19)*high or at_low == 0 or at_high == 0:
            break
        guess = (low + high)/2 if turn % 3 == 2 else (low*at_high - high*at_low)/(at_high - at_low)
        if not low < guess < high:
            guess = (low + high)/2
        at = value(guess)
        if at > 0:
            low, at_low = guess, at
        else:
            high, at_high = guess, at
    return high


def first_event(mode, t, z, h, new):
    """(length, which) of the first guard that turns negative within the step, or None."""
    found = None
    for which, at in enumerate(mode.guards(t + h, new)):
        if at > 0:
            continue
        end = root(lambda x, which=which: mode.guards(t + x, step(mode.rhs, t, z, x))[which], h, at)
        if found is None or end < found[0]:
            found = end, which
    return found


class Run:
    """Rows are (time, q, v, f) at wanted times; events (time, what) at the ends of modes."""

    def __init__(self, mode, z, h, end, wanted=()):
        self.t, self.mode, self.z, self.h = Real(0), mode, z, Real(h)
        self.stops = sorted({Real(x) for x in wanted} | {Real(end)})
        self.rows, self.events = [], []
        for stop in self.stops:
            self.until(stop)
            self.rows.append((self.t, *self.mode.observe(self.t, self.z)))

    def until(self, stop):
        while self.t < stop:
            h = min(self.h, stop - self.t)
            new = step(self.mode.rhs, self.t, self.z, h)
            event = first_event(self.mode, self.t, self.z, h, new)
            if event is None:
                self.z = new
                self.t = stop if h < self.h else self.t + h
                continue
            self.z = step(self.mode.rhs, self.t, self.z, event[0])
            self.t += event[0]
            self.mode, self.z, what = self.mode.after(event[1], self.t, self.z)
            if what is not None:
                self.events.append((self.t, what))
