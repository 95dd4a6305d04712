"""Rows at any time and on both sides of events of random models, beside laws and quadrature.

No number of the engine is compared with another one of the same kind: between two events positions
must be the integral of velocities and velocities that of accelerations, from just after the one to
just before the other (Gauss-Legendre on rows at its nodes); at every event forces and accelerations
obey Newton's, Hooke's and Coulomb's laws on both sides, written here once more.
"""
import os
import random
import warnings

import numpy as np
import pytest

import luztar as lz

MODELS = int(os.environ.get("LUZTAR_COUNT", "50"))
# On [-1, 1], in eight parts: the fastest of these models swing at 100 rad/s.
NODES, WEIGHTS = (np.concatenate(x) for x in zip(*(
    ((part + nodes) / 8, weights / 8) for nodes, weights in [np.polynomial.legendre.leggauss(20)]
    for part in range(-7, 8, 2))))


class Network:
    def __init__(self, seed):
        draw = random.Random(seed)
        self.bodies, self.elements, self.loads = {}, {}, {}
        number = lambda a, b: round(draw.uniform(a, b), 3)  # noqa: E731
        n = draw.randint(1, 4)
        for i in range(n):
            self.bodies[f"b{i}"] = {"mass": number(0.3, 3), "position": number(-0.1, 0.1),
                                    "velocity": draw.choice([0, number(-1, 1)])}
        for i in range(n):
            others = ["ground", *(f"b{j}" for j in range(i))]
            for other in others:  # cycles of pairs among them
                between, ratio = [f"b{i}", other], draw.choice([1, 1, 2, -0.5]) if other != "ground" else 1
                if draw.random() < 0.6:
                    fk = number(0.1, 1.5)
                    self.add("frictions", between, ratio, kinetic=fk, static=round(fk * draw.choice([1, 1.4]), 4),
                             viscous=draw.choice([0, number(0, 1)]))
                if draw.random() < 0.4:
                    self.add("springs", between, ratio, stiffness=number(5, 200), damping=draw.choice([0, number(0, 1)]))
                if draw.random() < 0.25:
                    d = self.bodies[f"b{i}"]["position"] - (0 if other == "ground" else ratio * self.bodies[other]["position"])
                    self.add("stops", between, ratio, gap=[round(d - number(0.01, 0.1), 4), round(d + number(0.01, 0.1), 4)],
                             restitution=draw.choice([0, 0.5, 1]))
            jump = f" + if(t < {number(0.2, 0.8)}, 0, {number(-2, 2)})" if draw.random() < 0.4 else ""
            self.loads[f"b{i}"] = f"{number(0.5, 4)}*sin({number(2, 15)}*t + {number(0, 6)}){jump}"

    def add(self, kind, between, ratio, **keys):
        self.elements[f"e{len(self.elements)}"] = (kind, between, ratio, keys)

    def text(self):
        lines = []
        for name, keys in self.bodies.items():
            lines += [f"[bodies.{name}]", *(f"{k} = {v!r}" for k, v in keys.items())]
        for name, (kind, (a, b), ratio, keys) in self.elements.items():
            lines += [f"[{kind}.{name}]", f'between = ["{a}", "{b}"]', *([] if ratio == 1 else [f"arms = [1, {ratio}]"]),
                      *(f"{k} = {v!r}" for k, v in keys.items())]
        for body, value in self.loads.items():
            lines += [f"[forces.p_{body}]", f'on = "{body}"', f'value = "{value}"']
        return "\n".join([*lines, "[simulation]", "duration = 1", "samples = 2", ""])

    def rate(self, name, values):
        _, (a, b), ratio, _ = self.elements[name]
        return values[a] - (0 if b == "ground" else ratio * values[b])

    def wrong(self, rows):
        """The largest violation of the laws in rows, relative to the largest force."""
        left = {b: keys["mass"] * rows.a[b] - rows.f[f"p_{b}"] for b, keys in self.bodies.items()}
        size = 1 + sum(np.abs(f) for f in rows.f.values())
        speed = 1 + sum(np.abs(v) for v in rows.v.values())
        worst = 0.0
        for name, (kind, (a, b), ratio, keys) in self.elements.items():
            f, d, w = rows.f[name], self.rate(name, rows.q), self.rate(name, rows.v)
            left[a] = left[a] + f
            if b != "ground":
                left[b] = left[b] - ratio * f
            if kind == "springs":
                off = np.abs(f - keys["stiffness"] * d - keys["damping"] * w)
            elif kind == "stops":
                low, high = keys["gap"]
                mode = rows.mode[name]
                off = np.where(mode == 0, np.abs(f), np.maximum(-mode * f, np.abs(w) / speed))
                worst = max(worst, np.max(np.maximum(low - d, d - high)))
            else:
                mode = rows.mode[name]
                slide = np.abs(f - mode * keys["kinetic"] - keys["viscous"] * w)
                stick = np.maximum(np.abs(f) - keys["static"], np.abs(w) / speed)
                off = np.where(mode == 0, stick, np.maximum(slide, -mode * w))
            worst = max(worst, np.max(off / size))
        return max(worst, *(np.max(np.abs(x) / size) for x in left.values()))


def integrals_are_off(run, network):
    """How far positions and velocities are from the integrals of their rates, between events."""
    instants = np.unique(run.events["t"][run.events["t"] > run.start])
    # Impacts that follow each other may have one time in a double.
    first, last = (np.array([np.flatnonzero(run.events["t"] == t)[i] for t in instants], dtype=int) for i in (0, -1))
    times = np.concatenate(([run.start], instants, [run.end]))
    keep = np.diff(times) > 1e-9
    half = np.diff(times) / 2
    nodes = run.at(times[:-1, None] + half[:, None] * (1 + NODES))
    worst = 0.0
    for kind, rate in (("q", "v"), ("v", "a")):
        for body in network.bodies:
            edges = getattr(run.at([run.start, run.end]), kind)[body]
            before = np.append(getattr(run.before(first), kind)[body], edges[1])
            after = np.insert(getattr(run.after(last), kind)[body], 0, edges[0])
            gained = half * (getattr(nodes, rate)[body] @ WEIGHTS)
            off = np.abs(before - after - gained) / (1 + np.abs(getattr(nodes, rate)[body]).max())
            worst = max(worst, off[keep].max(initial=0.0))
    return worst, first, last


@pytest.mark.parametrize("goes_on", [False, True])
def test_random_models(goes_on):
    impacts = breaks = jumps = 0
    for seed in range(MODELS):
        network = Network(seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", lz.RunWarning)
            run = lz.parse(network.text()).simulate(duration=0.37 if goes_on else 1)
            if goes_on and run.finished:
                run = run.model.simulate(start=run, duration=1)
        if not run.finished or len(run.events) > 500:  # bounces that accumulate
            continue
        off, first, last = integrals_are_off(run, network)
        assert off < 1e-11, seed
        if not len(first):
            continue
        for rows in (run.before(first), run.after(last), run.at(np.linspace(run.start, run.end, 50))):
            assert network.wrong(rows) < 1e-9, seed
        for i, event in enumerate(run.events):
            if event["cause"] == "impact" and event["t"] > run.start:
                e = network.elements[event["name"]][3]["restitution"]
                same = run.events[run.events["t"] == event["t"]]
                if np.count_nonzero(same["cause"] == "impact") > 1:
                    continue
                one, two = run.before(i), run.after(i)
                w = network.rate(event["name"], one.v)
                if abs(w) < 1e-6:  # the last of bounces end at once
                    continue
                assert abs(network.rate(event["name"], two.v) + e * w) < 1e-9 * (1 + abs(w)), seed
                impacts += 1
        breaks += np.count_nonzero(run.events["cause"] == "break")
        jumps += np.count_nonzero(run.events["cause"] == "jump")
    assert impacts > MODELS / 5 and breaks > MODELS and jumps > MODELS / 10
