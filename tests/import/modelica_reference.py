#!/usr/bin/env python3
"""Writes modelica_reference.csv: the twenty Modelica models of LIST.md, integrated by scipy.

    tests/import/modelica_reference.py [NAME ...]

The equations are those of the Modelica Standard Library, written by hand for each model; nothing of
luztar is used. Dry friction is a steep straight line through zero speed, hard stops are strong
dampers: that is good for 1e-4 of the range. Needs numpy and scipy.
"""
import csv
import pathlib
import sys

import numpy as np
from scipy.integrate import solve_ivp

HERE = pathlib.Path(__file__).parent
PI = np.pi


def dry(v, level, still, eps):
    """Friction of a level (a number, or a function of the speed) and a limit at rest."""
    u = abs(v)
    kinetic = level(u) if callable(level) else level
    if u < eps:
        return still * v / eps
    if u < 2 * eps:
        return np.sign(v) * (still + (kinetic - still) * (u / eps - 1))
    return np.sign(v) * kinetic


def line(rows):
    """Modelica's table: straight lines, and the last one beyond."""
    def level(u):
        i = 1
        while i + 1 < len(rows) and u > rows[i][0]:
            i += 1
        (x0, y0), (x1, y1) = rows[i - 1], rows[i]
        return y0 + (y1 - y0) * (u - x0) / (x1 - x0)
    return level


def backlash(x, v, c, d, b):
    if abs(x) <= b / 2:
        return 0.0
    e = c * (x - np.sign(x) * b / 2)
    if x > 0:
        return 0.0 if e + d * v <= 0 else e + min(e, d * v)
    return 0.0 if e + d * v >= 0 else e + max(e, d * v)


def backlash2(x, v, c, d, b):
    if abs(x) <= b / 2:
        return 0.0
    f = c * (x - np.sign(x) * b / 2) + d * v
    return max(0.0, f) if x > 0 else min(0.0, f)


def gap(s, v, c, d, s0):
    if s >= s0:
        return 0.0
    e = c * (s - s0)
    return e + min(max(d * v, e), -e)


def step(t, t0):
    return 1.0 if t >= t0 else 0.0


def wall(s, v, lower, upper, c=1e7):
    """A stop without rebound: a damper that only pushes."""
    if s > upper:
        return -max(0.0, c * v)
    return max(0.0, -c * v) if s < lower else 0.0


class Case:
    """bodies: names in the model file; state: positions, then velocities."""

    def __init__(self, bodies, start, rate, end, breaks=(), show=None, tight=1e-8, longest=np.inf, window=None):
        self.bodies, self.start, self.rate, self.end = bodies, start, rate, end
        self.breaks, self.show, self.tight, self.longest = breaks, show, tight, longest
        self.window = window or end

    def run(self):
        times = np.linspace(0, self.window, 21)
        stops = [0.0, *[b for b in sorted(self.breaks) if 0 < b < self.window], self.window]
        y, got = np.array(self.start, float), {0.0: np.array(self.start, float)}
        for a, b in zip(stops, stops[1:]):
            inside = [t for t in times if a < t <= b]
            middle = lambda t, y, a=a, b=b: self.rate(min(max(t, a + 1e-12), b - 1e-12), y)
            run = solve_ivp(middle, (a, b), y, "LSODA", t_eval=[*inside, b] if b not in inside else inside,
                            rtol=self.tight, atol=self.tight * 1e-2, max_step=self.longest)
            assert run.success, run.message
            for t, column in zip(run.t, run.y.T):
                got[float(t)] = column
            y = run.y[:, -1]
        rows = np.array([got[float(t)] for t in times])
        if self.show:
            rows = np.array([self.show(t, row) for t, row in zip(times, rows)])
        return times, rows


CASES = {}


def case(name):
    def keep(make):
        CASES[name] = make
        return make
    return keep


def accel(*pairs):
    return np.array(pairs, float)


@case("Rotational_Backlash")
def _():
    q0 = PI / 2
    b = 0.7853981633974483

    def rate(t, y):
        q, v = y[:3], y[3:]
        f = [2e4 * q[0] + 50 * v[0], backlash(q[1], v[1], 2e4, 50, b), backlash2(q[2], v[2], 2e4, 50, b)]
        return [*v, *(-np.array(f) / 5)]
    return Case(["inertia1", "inertia2", "inertia3"], [q0] * 3 + [0] * 3, rate, 1.0, longest=1e-3)


@case("Rotational_CoupledClutches")
def _():
    def rate(t, y):
        v = y[4:]
        n = [20 * max(0, np.sin(2 * PI * 0.2 * t + PI / 2)), 20 * step(t, 0.4), 20 * step(t, 0.9)]
        f = [dry(v[i + 1] - v[i], 0.5 * n[i], 0.55 * n[i], 1e-6) for i in range(3)]
        return [*v, 10 * np.sin(2 * PI * 5 * t) + f[0], f[1] - f[0], f[2] - f[1], -f[2]]
    return Case(["J1", "J2", "J3", "J4"], [0] * 4 + [10, 0, 0, 0], rate, 1.5, [0.4, 0.9], longest=1e-4)


@case("Rotational_ElasticBearing")
def _():
    # shaft - housing = 3 (spring side - housing), the gear's b side is massless: spring torque
    def rate(t, y):
        shaft, load, housing, v1, v2, v3 = y
        b = (shaft - housing) / 3 + housing
        tau = 1e3 * (load - b)  # pulls the load back, b forward
        drive = 20 * t if t < 5 else 100
        a_side = -tau / 3       # what the gear puts on the shaft is -a_side... by virtual work below
        # work: tau db, b = shaft/3 + housing 2/3
        return [v1, v2, v3, drive + tau / 3, -tau / 50, (tau * 2 / 3 - 1e5 * housing - 5 * v3) / 5]
    return Case(["shaft", "load", "housing"], [0] * 6, rate, 10.0, [5.0])


def first(grounded):
    def rate(t, y):
        q2, q3, v2, v3 = y
        spring = 1e4 * (q3 - q2)
        drive = 10 * np.sin(2 * PI * 5 * t)
        return [v2, v3, (10 * drive + spring - 10 * v2) / (2 + 0.1 * 100), -spring / 2]
    return Case(["inertia1", "inertia2", "inertia3"], [0] * 4, rate, 1.0,
                show=lambda t, y: [10 * y[0], y[0], y[1], 10 * y[2], y[2], y[3]])


@case("Rotational_First")
def _():
    return first(False)


@case("Rotational_FirstGrounded")
def _():
    return first(True)


@case("Rotational_Friction")
def _():
    def rate(t, y):
        v3, v2, v1 = y[3:]
        clutch = dry(v2 - v3, 80, 80, 1e-5)
        spring = 160 * (y[2] - y[1]) + v1 - v2
        brake = dry(v1, 800 * step(t, 0.5), 800 * step(t, 0.5), 1e-5)
        drive = 200 * np.sin(100 * t) * (1 - step(t, 0.5))
        return [v3, v2, v1, drive + clutch, (spring - clutch) / 0.05, -spring - brake]
    return Case(["inertia3", "inertia2", "inertia1"], [0, 0, 0, 100, 90, 90], rate, 3.0, [0.5], longest=1e-4)


def lossy(y, tau1, tau2, ratio, eta1, eta2, j1, j2, friction):
    """Acceleration of the side a: forward and backward losses, mixed at rest."""
    def moving(sign):
        for driving in (1, -1):  # tau_a > 0, < 0
            loss = (1 - eta1) if sign * driving > 0 else (1 - 1 / eta2)
            # j1 a = tau1 - friction - tau_a; j2 a/ratio = tau2 + ratio (1 - loss) tau_a
            t1 = tau1 - sign * friction(abs(y))
            a = (tau2 + ratio * (1 - loss) * t1) / (j2 / ratio + ratio * (1 - loss) * j1)
            if (t1 - j1 * a) * driving >= 0:
                return a
        raise ArithmeticError
    x = max(-1.0, min(1.0, y / 1e-8))
    return moving(1) * (1 + x) / 2 + moving(-1) * (1 - x) / 2


def lossy_demo(friction):
    def rate(t, y):
        a = lossy(y[1], 10 * np.sin(2 * PI * t), -10 + 2.5 * min(t, 2), 2.0, 0.5, 0.5, 1.0, 1.5, friction)
        return [y[1], a]
    return Case(["Inertia1", "Inertia2"], [0, 0], rate, 0.5, show=lambda t, y: [y[0], y[0] / 2, y[1], y[1] / 2], longest=1e-3)


@case("Rotational_LossyGearDemo1")
def _():
    return lossy_demo(lambda u: 0.0)


@case("Rotational_LossyGearDemo2")
def _():
    return lossy_demo(lambda u: 0.5 + 0.5 * u)


def one_way(drive, load, engaged, end, breaks=()):
    def rate(t, y):
        w = y[3] - y[2]
        n = 3 * engaged(t)
        peak = 25
        tau = dry(w, 0.5 * n, 0.5 * n * peak, 1e-6) if w > 0 else w * 1e7
        return [y[2], y[3], drive(t) + tau, load - tau]
    return Case(["inertiaIn", "inertiaOut"], [0, 0, -0.5, 0], rate, end, breaks)


@case("Rotational_OneWayClutch")
def _():
    def engaged(t):
        return 1.0 if t >= 0.3 and (t - 0.3) % 1.3 < 0.65 else 0.0
    return one_way(lambda t: 10 * np.sin(6 * PI * t), 0.0, engaged, 2.0, [0.3, 0.95, 1.6])


@case("Rotational_OneWayClutchDisengaged")
def _():
    return one_way(lambda t: 0.3 + 10 * np.sin(4 * PI * t), -0.3, lambda t: 0.0, 2.0)


@case("Rotational_RollingWheel")
def _():
    def rate(t, y):
        return [y[1], (10 * step(t, 0.1) - 10 * y[1] * abs(y[1]) / 25) / 2]
    return Case(["inertia", "mass"], [0, 0], rate, 5.0, [0.1], show=lambda t, y: [y[0], y[0], y[1], y[1]])


@case("Rotational_SimpleGearShift")
def _():
    # 2.5 load = engine + 1.5 ring; coordinates engine, load; the ring has no inertia
    def rate(t, y):
        we, wl = y[2:]
        ring = (2.5 * wl - we) / 1.5
        f = min(1, max(0, (t - 2) / 0.1))
        clutch = dry(ring - we, 100 * f, 100 * f, 1e-5)
        brake = dry(ring, 100 * (1 - f), 100 * (1 - f), 1e-5)
        on_ring = -clutch - brake
        drive = 20 * step(t, 0.5)
        fan = -20 * (wl / 10.471975511966) ** 2
        # virtual work of the ring's torque: ring = 2.5/1.5 load - engine/1.5
        return [we, wl, drive + clutch - on_ring / 1.5, (fan + on_ring * 2.5 / 1.5) / 10]
    return Case(["engine", "load"], [0] * 4, rate, 5.0, [0.5, 2.0, 2.1])


@case("Rotational_CompareBrakingTorque")
def _():
    def rate(t, y):
        w = y[4:]
        sign = max(-1, min(1, w[0]))
        inverse = w[3] if abs(w[3]) < 1 else 100 / w[3]
        return [*w, -100 * sign, -100 * w[1] / 100, -100 * w[2] * abs(w[2]) / 1e4, -100 * inverse]
    return Case(["inertia1", "inertia2", "inertia3", "inertia4"], [0] * 4 + [100] * 4, rate, 5.0)


@case("Translational_Brake")
def _():
    def rate(t, y):
        f = dry(y[2], 1.0 * step(t, 0.1), 1.0 * step(t, 0.1), 1e-6)
        return [y[2], y[3], -f, -f]
    return Case(["mass1", "mass2"], [0, 0, 1, 1], rate, 1.5, [0.1])


@case("Translational_ElastoGap")
def _():
    def rate(t, y):
        s1, s2, v1, v2 = y
        # springs from the rods at -2 and 2; the gap elements have s_rel0 = 1.5
        f1 = 10 * (s1 + 2 - 1) + 1.5 * v1
        f2 = 10 * (2 - s1 - 1) - 1.5 * v1
        g1 = gap(s2 + 2, v2, 10, 1.5, 1.5)
        g2 = gap(2 - s2, -v2, 10, 1.5, 1.5)
        return [v1, v2, f2 - f1, g2 - g1]
    return Case(["mass1", "mass2"], [2, 2, 0, 0], rate, 5.0, longest=1e-2)


@case("Translational_PreLoad")
def _():
    left, right = -0.0955, -0.0955 + 0.0305

    def rate(t, y):
        spool, a, b, vs, va, vb = y
        inner_a = gap((a + 0.001 + 0.007) - (spool - 0.095 - 0.00575), va - vs, 1e6, 250, 0.001)
        inner_b = gap((spool - 0.095 + 0.00575) - (b - 0.001 - 0.007), vs - vb, 1e6, 250, 0.001)
        outer_a = gap(a - 0.001 - left, va, 1e6, 250, 0.0015)
        outer_b = gap(right - (b + 0.001), -vb, 1e6, 250, 0.0015)
        spring = 2e4 * ((b - 0.001) - (a + 0.001) - 0.025)
        force = 150 * np.sin(2 * PI * 0.01 * t) - 2500 * vs
        return [vs, va, vb, (force + inner_a - inner_b) / 0.15, (spring - inner_a - outer_a) / 0.01,
                (-spring + inner_b + outer_b) / 0.01]
    return Case(["spool", "springPlateA", "springPlateB"], [0.01475, -0.093, -0.06925, 0, 0, 0], rate, 100.0,
                window=20.0)


@case("Translational_Friction")
def _():
    def rate(t, y):
        s1, s2, s3, v1, v2, v3 = y
        drive = 25 * np.sin(2 * PI * 0.25 * t)
        rows = [(12 * i / 49, 12 * i / 49 + 5 + 10 * np.exp(-2 * 12 * i / 49)) for i in range(50)]
        f1 = dry(v1, lambda u: u + 5 + 10 * np.exp(-2 * u), 15, 1e-6)
        f2 = dry(v2, lambda u: u + 3 + 5 * np.exp(-2 * u), 8, 1e-6)
        f3 = dry(v3, line(rows), 15, 1e-6)
        spring = 500 * (s2 - 0.5 + 1.75 - 1)
        return [v1, v2, v3, drive - f1 + wall(s1, v1, -24.5, 24.5), -spring - f2 + wall(s2, v2, -0.4, 0.4), drive - f3]
    return Case(["stop1", "stop2", "mass"], [0, 0, 0, 0, -5, 0], rate, 5.0, longest=1e-2)


@case("RackAndStop")
def _():
    level = line([(0, 0.05), (10, 0.03), (200, 0.08)])

    def rate(t, y):
        s, v = y
        u = (t - 0.05) % 1.2
        pulse = u / 0.1 if u < 0.1 else 1 if u < 0.5 else (0.6 - u) / 0.1 if u < 0.6 else 0
        drive = -1.2 + (2.4 * pulse if t >= 0.05 else 0)
        # both frictions stick and slip together: one line through zero
        def both(u):
            return 40 * level(40 * u) + 4 * u + 6 + 3 * np.exp(-20 * u)
        f = dry(v, both, 40 * 1.4 * 0.05 + 9, 1e-6)
        return [v, (40 * drive - f + wall(s, v, -0.2, 0.25)) / (3 + 0.002 * 1600)]
    return Case(["motor", "carriage"], [0.1, 0], rate, 2.0, [0.05, 0.15, 0.55, 0.65, 1.25, 1.35, 1.75, 1.85],
                show=lambda t, y: [40 * (y[0] - 0.1), y[0], 40 * y[1], y[1]])


@case("BacklashDrive")
def _():
    def rate(t, y):
        q1, q2, v1, v2 = y
        mesh = backlash(q2 - q1, v2 - v1, 200, 0.2, 0.05)
        motor = max(-2, min(2, 0.4 * (8 * np.sin(2 * PI * 0.8 * t) - v1)))
        return [v1, v2, (motor + mesh) / 0.02, (-mesh - 0.002 * v2 - dry(v2, 0.15, 0.15, 1e-6)) / 0.08]
    return Case(["driving", "driven"], [0] * 4, rate, 3.0, longest=2e-3)


@case("ClutchStart")
def _():
    level = line([(0, 0.3), (5, 0.2), (20, 0.25)])
    n = 100 * 2 * PI / 60

    def rate(t, y):
        drum, machine, vd, vm = y
        normal = 15 * min(1, max(0, (t - 0.2) / 0.5))
        clutch = dry(4 * vd - n, lambda u: normal * level(u), 0.36 * normal, 1e-5)
        coupling = 800 * (machine - drum) + 3 * (vm - vd)
        on = 60.0 if t >= 3 and (t - 3) % 2 < 0.6 else 0.0
        brake = dry(vm, 0.4 * on, 0.44 * on, 1e-6)
        fan = -5 * vm * abs(vm) / (n / 4) ** 2
        return [vd, vm, (-4 * clutch + coupling) / (2 + 0.05 * 16), (-coupling - brake + fan) / 1.5]
    return Case(["shaft", "drum", "machine"], [0] * 4, rate, 5.0, [0.2, 0.7, 3.0, 3.6],
                show=lambda t, y: [4 * y[0], y[0], y[1], 4 * y[2], y[2], y[3]])


def main(names):
    rows = []
    for name, make in CASES.items():
        if names and name not in names:
            continue
        one = make()
        times, values = one.run()
        n = len(one.bodies)
        for i, body in enumerate(one.bodies):
            for letter, column in (("q", i), ("v", n + i)):
                rows.append([name, f"{letter}.{body}", f"{times[-1]:g}", *(f"{x:.7g}" for x in values[:, column])])
        print(name, "done", flush=True)
    if not names:
        with (HERE / "modelica_reference.csv").open("w", newline="") as file:
            file.write("# scipy, equations by hand: tests/import/modelica_reference.py; 21 even times from 0 to the end\n")
            csv.writer(file, lineterminator="\n").writerows(rows)
    return rows


if __name__ == "__main__":
    main(sys.argv[1:])
