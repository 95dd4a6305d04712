#!/usr/bin/env python3
"""A large network that runs in islands is each of its parts alone, and the whole in one piece.

LUZTAR_APP is the program, LUZTAR_ISLANDS how many networks to draw.
"""
import collections
import csv
import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from large import Draw  # noqa: E402
from runs import Run  # noqa: E402
from toml_text import model_text  # noqa: E402

NETWORKS = int(os.environ.get("LUZTAR_COUNT", "1"))
FIRST = int(os.environ.get("LUZTAR_FIRST", "1"))
CLOSE = 1e-12  # relative to the largest value of the same kind; times of events in s
MANY_BODIES = 200  # from so many on a network is cut into islands,
# but never where there is a body without a mass.
ONE_PIECE = {"bodies": {"light": {"mass": 0}}, "dampers": {"light_held": {"between": ["light", "ground"], "damping": 1}}}


class Results:
    """Columns of trajectory.csv and the events of each element."""

    def __init__(self, run):
        self.steps = run.summary["counts"]["steps"]
        with open(run.folder / "trajectory.csv", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        self.columns = {name: [float(row[k]) for row in rows[1:]] for k, name in enumerate(rows[0])}
        self.events = collections.defaultdict(list)
        with open(run.folder / "events.csv", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                self.events[row["element"]].append((float(row["t"]), row["from"], row["to"]))


def worst(whole, part):
    """Largest error of a column relative to the largest value of its kind; words if events differ."""
    found = 0.0
    for name, values in part.columns.items():
        kind = name.split(".")[0]
        scale = max(abs(x) for other, column in part.columns.items() if other.split(".")[0] == kind for x in column)
        error = max((abs(x - y) for x, y in zip(values, whole.columns[name])), default=0)
        found = max(found, error / scale if scale else error)
    return found


def event_words(whole, part, names):
    for name in names:
        one, other = whole.events.get(name, []), part.events.get(name, [])
        if [event[1:] for event in one] != [event[1:] for event in other]:
            return f"{name}: {one} {other}"
        for (t, *_), (s, *_) in zip(one, other):
            if abs(t - s) > CLOSE:
                return f"{name}: at {t} and {s}"
    return ""


class Islands(unittest.TestCase):
    def test_a_network_in_islands_is_each_part_alone_and_the_whole_in_one_piece(self):
        self.error, self.events = 0.0, 0
        for seed in range(FIRST, FIRST + NETWORKS):
            with self.subTest(seed=seed), tempfile.TemporaryDirectory() as folder:
                self.look_at(Draw(seed, "events"), pathlib.Path(folder))
        print(f"largest error {self.error:.1e}, {self.events} events")

    def look_at(self, draw, folder):
        frame = draw.frame(0.5)
        parts = draw.parts(MANY_BODIES + draw.pick.randrange(60), draw.one(14, 60, 120))
        whole = self.run_of(draw.model(frame, parts), folder, "whole")
        one_piece = self.run_of(draw.model(frame, [*parts, {**dict.fromkeys(parts[0], {}), **ONE_PIECE}]), folder, "one")
        self.events += sum(map(len, whole.events.values()))
        self.assertGreater(whole.steps, one_piece.steps)  # those of all islands
        self.compare(whole, one_piece, parts)
        for k, part in enumerate(parts):
            self.compare(whole, self.run_of(draw.model(frame, [part]), folder, f"part{k}"), [part])

    def run_of(self, model, folder, name):
        path = folder / f"{name}.toml"
        path.write_text(model_text(model))
        run = Run(path, folder / name)
        self.assertEqual(run.code, 0, run.words)
        return Results(run)

    def compare(self, whole, other, parts):
        names = [name for part in parts for kind in part for name in part[kind]]
        self.assertEqual(event_words(whole, other, names), "")
        columns = {c: v for c, v in other.columns.items() if "light" not in c}
        other.columns = columns
        error = worst(whole, other)
        self.error = max(self.error, error)
        self.assertLess(error, CLOSE)


if __name__ == "__main__":
    unittest.main()
