"""Rows on samples of controllers, asked for in Python: grids, points one by one, rows afterwards.

The pairs and their exact fractions are those of tests/rows/rows_on_grids_test.py.
"""
import importlib.util
import math
import os
import random
from fractions import Fraction

import numpy as np

import luztar as lz
from conftest import ROOT

spec = importlib.util.spec_from_file_location("rows_on_grids", ROOT / "tests/rows/rows_on_grids_test.py")
assert spec is not None and spec.loader is not None
rows_on_grids = importlib.util.module_from_spec(spec)
spec.loader.exec_module(rows_on_grids)

PAIRS = int(os.environ.get("LUZTAR_COUNT", "60"))


def test_rows_of_grids():
    """The settings are doubles of Python; half of the runs go on."""
    for seed in range(PAIRS):
        pair = rows_on_grids.Pair(seed)
        model = lz.parse(pair.text(1))
        if pair.parted == 0:
            run = model.simulate(duration=pair.rows * pair.interval, interval=pair.interval)
            got = run.x["c.n"]
            assert np.array_equal(run.at(run.t).x["c.n"], got), seed
        else:
            part = model.simulate(duration=pair.parted * pair.interval, interval=pair.interval)
            rest = model.simulate(start=part, duration=pair.rows * pair.interval, interval=pair.interval)
            got = np.concatenate((part.x["c.n"], rest.x["c.n"]))
        assert got.tolist() == [pair.wanted(row) for row in range(pair.rows + 1)], seed


def test_points_within_two_units_of_a_sample():
    for seed in range(PAIRS):
        pair = rows_on_grids.Pair(seed)
        draw = random.Random(seed)
        end = pair.start + pair.rows * pair.interval
        times = set()
        for n in range(200):
            t = pair.first + n * pair.period
            # Units of 5e-324 s at 0; at powers of two those of both sides.
            if t == 0 or math.ulp(t + 8 * math.ulp(t)) != math.ulp(t - 8 * math.ulp(t)):
                continue
            for units in draw.sample(range(-6, 7), 3):
                moved = t + units * math.ulp(t)
                if pair.start + pair.period / 4 < moved < end - pair.period / 4:
                    times.add(moved)
        if not times:
            continue
        points = sorted(times)
        begin = pair.last_sample(Fraction(pair.start), abs(pair.start))
        at = Fraction(pair.first) + begin * Fraction(pair.period)
        taken = rows_on_grids.same(at, Fraction(pair.start),
                                   max(abs(pair.start), abs(pair.first), abs(begin * pair.period)))
        before = max(0, begin if taken else begin + 1)
        wanted = [max(0, pair.last_sample(Fraction(t), abs(t)) - before + 1) for t in points]
        model = lz.parse(pair.text(pair.rows))
        assert model.simulate(times=points).x["c.n"].tolist() == wanted, seed
        assert model.simulate(samples=0).at(points[::-1]).x["c.n"].tolist() == wanted[::-1], seed
