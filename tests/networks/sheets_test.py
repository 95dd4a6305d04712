#!/usr/bin/env python3
"""Sheets of blocks with friction between all neighbours, and what a user would add to them: floors, plates, stops, links, gaps,
normal forces, static friction. Each run ends, its proofs hold, steps lead to the same place, checkpoints change no byte.

LUZTAR_APP is the program, LUZTAR_SHEETS how many sheets to draw, LUZTAR_FIRST the first seed, LUZTAR_SIDE the longest side.
"""
import os
import pathlib
import random
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from runs import Run  # noqa: E402
from toml_text import model_text  # noqa: E402

SHEETS = int(os.environ.get("LUZTAR_COUNT", "40"))
FIRST = int(os.environ.get("LUZTAR_FIRST", "1"))
FOUND = [1031, 1104, 1220]  # a stop pulled; rates of 1e-17; no force but inertia
SIDE = int(os.environ.get("LUZTAR_SIDE", "14"))
STEPS = ("1e-3", "2e-4", "4e-5", "8e-6")
CLOSE = 1e-3  # relative to the largest position: what the first order of steps leaves


class Sheet:
    """One draw."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        rows, columns = self.r.randint(2, SIDE), self.r.randint(2, SIDE)
        self.down, self.right = {"where": f"i < {rows}"}, {"where": f"j < {columns}"}
        mu = self.r.uniform(0.3, 1.5)
        self.static = self.r.choice([None, f"{self.r.uniform(1.05, 1.6):g}*mu"])
        self.normal = self.r.choice([None, None, f"1 + 0.5*sin({self.r.uniform(1, 6):g}*t)", "1 + 0.3*t"])
        self.repeat = {
            "count": [rows, columns], "index": ["i", "j"],
            "parameters": {"mu": {"uniform": [0.5 * mu, 1.5 * mu], "seed": seed}},
            "bodies": {"b": {"mass": self.r.choice([1, "0.5 + mu"])}}}
        self.model = {"title": f"Sheet {seed}", "repeat": {"r": self.repeat}, "simulation": {"duration": 1, "samples": 11}}
        self.couple()
        self.add_floor()
        self.add_limits()
        self.drive()
        if self.r.random() < 0.5:
            self.model["frictions"] = {"held": {"between": ["b_1_1", "ground"], "kinetic": 10.0 ** self.r.randint(2, 4)}}

    @property
    def has_ways(self):
        """With static above kinetic friction, and with many bounces in one step, two methods may go different ways."""
        return self.static is not None or any(stop["restitution"] for stop in self.repeat.get("stops", {}).values())

    def add(self, kind, name, other, where, **law):
        self.repeat.setdefault(kind, {})[name] = {"between": ["b", other], **where, **law}

    def friction(self, kinetic="mu"):
        law = {"kinetic": kinetic}
        if self.static:
            law["static"] = self.static
        if self.normal:
            law["normal"] = self.normal
        return law

    def couple(self):
        if self.r.random() < 0.8:
            k = self.r.uniform(5, 60)
            gap = self.r.choice([{}, {}, {"freeplay": 0.01}])
            self.add("springs", "s", "b[i+1,j]", self.down, stiffness=k, **gap)
            self.add("springs", "z", "b[i,j+1]", self.right, stiffness=k)
        self.add("frictions", "f", "b[i+1,j]", self.down, **self.friction())
        self.add("frictions", "g", "b[i,j+1]", self.right, **self.friction())
        if self.r.random() < 0.2:
            self.add("dampers", "c", "b[i+1,j]", self.down, damping=0.3)

    def add_floor(self):
        if self.r.random() < 0.5:
            self.add("frictions", "h", "ground", {}, kinetic=f"{self.r.uniform(0.05, 0.8):g}*mu")

    def add_limits(self):
        first = {"where": [self.down["where"], "j < 2"]}
        if self.r.random() < 0.3:
            self.add("stops", "st", "b[i+1,j]", first, gap=[-0.02, 0.02], restitution=self.r.choice([0, 0.5]))
        elif self.r.random() < 0.2:
            self.add("links", "l", "b[i+1,j]", first)

    def drive(self):
        kind = self.r.choice(["all", "all", "plate", "jumps", "one"])
        size, pace = self.r.uniform(0.5, 4), self.r.uniform(1, 5)
        if kind == "all":
            self.repeat["forces"] = {"F": {"on": "b", "value": f"{size:g}*mu*sin((1 + 0.2*mu)*{pace:g}*t)"}}
        if kind == "jumps":
            self.repeat["forces"] = {"F": {"on": "b", "value": f"{size:g}*mu*square({pace:g}*t)"}}
        if kind == "one":
            self.model["forces"] = {"F": {"on": "b_1_1", "value": f"{8 * size:g}*sin({pace:g}*t)"}}
        if kind == "plate":
            self.model["bodies"] = {"plate": {"motion": f"{0.06 * size:g}*sin({pace:g}*t)"}}
            self.add("frictions", "p", "plate", {}, **self.friction(f"{self.r.uniform(0.3, 1):g}*mu"))


class Sheets(unittest.TestCase):
    def simulate(self, folder, name, *options):
        run = Run(folder / "sheet.toml", folder / name, *options)
        self.assertEqual(run.code, 0, run.words)
        return [body["q"] for body in run.summary["final_state"]["bodies"].values()]

    def steps_lead_to(self, end, folder):
        size = max(map(abs, end))
        errors = []
        for step in STEPS:
            other = self.simulate(folder, "steps", "--method", "stepping", "--step", step)
            errors.append(max(abs(a - b) for a, b in zip(end, other)))
            if errors[-1] <= CLOSE * size:
                return
        self.fail(f"steps of {', '.join(STEPS)} s: off by {errors}, positions up to {size}")

    def test_random_sheets(self):
        compared = 0
        for seed in [*FOUND, *range(FIRST, FIRST + SHEETS)]:
            sheet = Sheet(seed)
            with self.subTest(seed=seed), tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                (folder / "sheet.toml").write_text(model_text(sheet.model))
                end = self.simulate(folder, "whole", "--checkpoint", "1000")
                self.simulate(folder, "saved", "--checkpoint", "0")
                for file in ("trajectory.csv", "events.csv"):
                    self.assertEqual((folder / "whole" / file).read_bytes(), (folder / "saved" / file).read_bytes())
                if not sheet.has_ways:
                    self.steps_lead_to(end, folder)
                    compared += 1
        print(f"{SHEETS} sheets, {compared} of them by steps too")
        self.assertGreater(compared, SHEETS // 4)


if __name__ == "__main__":
    unittest.main()
