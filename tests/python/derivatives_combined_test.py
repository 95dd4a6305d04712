"""Derivatives of models that combine what networks of derivatives_random_test.py do not have.

Massless bodies, given motions, gaps, normal forces in time, Dahl's and Stribeck's laws, states,
controllers and jumps of inputs, at random beside each other; whole runs, and runs that go on.
"""
import os
import random
import warnings

import numpy as np
import pytest
from beside_differences import compare

import luztar as lz

MODELS = int(os.environ.get("LUZTAR_COUNT", "30"))
FIRST = int(os.environ.get("LUZTAR_FIRST", "0"))
# Seeds of models that were wrong once.
FOUND = [32, 69, 118, 1074]


class Chain:
    """Bodies in a row on a base that moves; every number is a parameter."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.values = {}
        self.lines = []
        n = self.draw.randint(1, 3)
        self.massless = []
        for i in range(n):
            self.add_body(i)
        self.lines += ["[bodies.base]", f'motion = "{self.new(.02, .1)}*sin({self.new(2, 9)}*t)"']
        for i in range(n):
            self.add_spring(i)
            self.add_friction(i)
        self.add_push(self.draw.choice([i for i in range(n) if not self.massless[i]]))

    def new(self, low, high):
        key = f"p{len(self.values)}"
        self.values[key] = round(self.draw.uniform(low, high), 4)
        return key

    def text(self):
        return "\n".join(["[parameters]", *(f"{k} = {x}" for k, x in self.values.items()),
                          *self.lines, "[simulation]", "duration = 1.2", "samples = 2", ""])

    def add_body(self, i):
        massless = i > 0 and self.draw.random() < 0.35
        self.massless.append(massless)
        self.lines.append(f"[bodies.b{i}]")
        if massless:
            self.lines.append("mass = 0")
            return
        self.lines.append(f'mass = "{self.new(.5, 3)}"')
        moves = self.draw.random() < .5
        self.lines.append(f'velocity = "{self.new(-.5, .5)}"' if moves else "velocity = 0")

    def add_spring(self, i):
        on = self.draw.choice(["ground", "base"]) if i == 0 else f"b{i - 1}"
        self.lines += [f"[springs.s{i}]", f'between = ["b{i}", "{on}"]',
                       f'stiffness = "{self.new(20, 200)}"', f'damping = "{self.new(.1, 1)}"']
        # A gap with contact damping needs mass on both sides.
        if self.draw.random() < .3 and not self.massless[i] and not (i > 0 and self.massless[i - 1]):
            self.lines.append(f'freeplay = "{self.new(.001, .02)}"')

    def add_friction(self, i):
        draw, kind = self.draw, self.draw.random()
        head = [f"[frictions.f{i}]", f'between = ["b{i}", "ground"]']
        if kind < .5:
            level = self.new(.2, 1.5)
            on = draw.choice(["ground", "base"])
            self.lines += [head[0], f'between = ["b{i}", "{on}"]', f'kinetic = "{level}"',
                           f'static = "{draw.choice([1, 1.4])}*{level}"']
            if draw.random() < .3 and not self.massless[i]:
                self.lines.append(f'viscous = "{self.new(.1, 1)}"')
            if draw.random() < .25 and not self.massless[i]:
                self.lines.append(f'normal = "1 + 0.5*sin({self.new(1, 5)}*t)"')
        elif kind < .65 and not self.massless[i]:
            self.lines += [*head, 'law = "dahl"', f'kinetic = "{self.new(.3, 1.5)}"',
                           f'sigma0 = "{self.new(500, 3000)}"']
        elif kind < .75 and not self.massless[i]:
            level = self.new(.3, 1)
            self.lines += [*head, f'kinetic = "{level}"', f'static = "1.5*{level}"',
                           f'stribeck = {{ velocity = "{self.new(.05, .3)}" }}']

    def add_push(self, i):
        new, kind = self.new, self.draw.choice(["sine", "jump", "state", "control", "kinks"])
        if kind == "sine":
            value = f"{new(1, 5)}*sin({new(3, 14)}*t)"
        elif kind == "jump":
            value = f"if(t < {new(.2, .7)}, {new(1, 4)}, -{new(1, 4)})"
        elif kind == "state":
            self.lines += ["[states.z]", f'rate = "{new(1, 6)}*(sin(5*t) - x.z) - q.b{i}"',
                           "start = 0.2"]
            value = f"{new(1, 4)}*x.z"
        elif kind == "control":
            self.lines += ["[controllers.c]", "period = 0.05", "memory = { u = 0, e = 0 }",
                           f'update = ["e = {new(.05, .2)} - q.b{i}", '
                           f'"u = sat({new(20, 80)}*e, {new(2, 5)})"]']
            value = "x.c.u"
        else:
            value = f"{new(1, 4)}*abs(sin({new(3, 8)}*t)) - {new(.5, 2)}*max(0, q.b{i})^2"
        self.lines += ["[forces.push]", f'on = "b{i}"', f'value = "{value}"']


@pytest.mark.parametrize("goes_on", [False, True], ids=["whole", "goes on"])
def test_random_chains(goes_on):
    count, wrong = 0, []
    seeds = [*FOUND, *range(FIRST, FIRST + MODELS)]
    for seed in seeds:
        chain = Chain(seed)
        model = lz.parse(chain.text())
        names = random.Random(seed).sample(sorted(chain.values), min(4, len(chain.values)))
        times, given = np.linspace(.017, 1.19, 24), {"duration": 1.2}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", lz.RunWarning)
            if goes_on:
                given["start"] = model.simulate(duration=.43)
                times = times[times > .44]
            more, found = compare(model, chain.values, names, times, **given)
        count += more
        wrong += [(seed, *one) for one in found]
    assert not wrong
    assert count > 1.5 * len(seeds)
