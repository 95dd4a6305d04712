#!/usr/bin/env python3
"""Rows that fall on samples of a controller, or on knots of data that are held, against exact fractions.

    tests/rows/rows_on_grids_test.py [--program PATH] [--pairs 60]

Each pair is an output grid and a controller that counts its samples, with periods in s and ms, thirds, starts far from
zero and first samples after the start. Instants of both are fractions of the numbers in the file; two are one if they
differ by at most two units in the last place of the largest number that they are made of (docs/accuracy.md). Each row
must show the samples up to its instant. Half of the runs go on from a row of a first part. Of data, a row on a knot shows
the value from there on by events, and that of the step that ends there by steps. More: ./check --long rows.
"""
import argparse
import csv
import itertools
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

APP = os.environ.get("LUZTAR_APP", str(pathlib.Path(__file__).resolve().parents[2] / "build/release/luztar"))


def same(a, b, size):
    return abs(a - b) <= 2 * Fraction(math.ulp(size))


class Pair:
    def __init__(self, seed):
        draw = random.Random(seed)
        self.period = draw.choice([0.01, 0.001, 0.1, 1 / 3, 0.025, draw.randint(1, 99) / 1000])
        own = draw.randint(1, 99) / 1000
        self.interval = draw.choice([self.period, self.period, 2 * self.period, self.period / 2, own])
        self.start = draw.choice([0.0, 1e6, 0.3, -2.0])
        self.first = draw.choice([self.start, self.start + draw.randint(0, 5) * self.period, 0.0])
        self.rows = draw.randint(20, 60)
        self.parted = draw.randint(1, self.rows - 1) if draw.random() < 0.5 else 0
        self.stiffness = draw.choice([0, 100])

    def text(self, rows):
        return f"""[bodies.b]
mass = 1
position = 1
[springs.s]
between = ["b", "ground"]
stiffness = {self.stiffness}
[controllers.c]
period = {self.period!r}
first = {self.first!r}
memory = {{ n = 0 }}
update = ["n = n + 1"]
[forces.f]
on = "b"
value = "0.001*x.c.n"
[simulation]
start = {self.start!r}
duration = {rows * self.interval!r}
interval = {self.interval!r}
"""

    def last_sample(self, now, size):
        """The number of the last sample that is not after `now`, or one with it."""
        first, period = Fraction(self.first), Fraction(self.period)
        n = math.floor((now - first) / period)
        after = first + (n + 1) * period
        return n + 1 if same(after, now, max(size, abs(self.first), abs(float(n + 1) * self.period))) else n

    def wanted(self, row):
        """Samples up to a row, those at the start among them."""
        start = Fraction(self.start)
        begin = self.last_sample(start, abs(self.start))
        at = Fraction(self.first) + begin * Fraction(self.period)
        taken = same(at, start, max(abs(self.start), abs(self.first), abs(begin * self.period)))
        now = start + row * Fraction(self.interval)
        last = self.last_sample(now, max(abs(self.start), row * self.interval, abs(float(now))))
        return max(0, last - max(0, begin if taken else begin + 1) + 1)


def counts(program, text, folder, name, more=(), column="x.c.n"):
    model = pathlib.Path(folder) / f"{name}.toml"
    model.write_text(text)
    out = pathlib.Path(folder) / name
    run = subprocess.run([program, "simulate", str(model), "--out", str(out), *more], capture_output=True, text=True)
    if run.returncode != 0:
        raise RuntimeError(run.stderr or run.stdout)
    with (out / "trajectory.csv").open() as rows:
        return [float(row[column]) for row in csv.DictReader(rows)], out / "summary.json"


def wrong_rows(program, seed):
    pair = Pair(seed)
    with tempfile.TemporaryDirectory() as folder:
        if pair.parted == 0:
            got, _ = counts(program, pair.text(pair.rows), folder, "whole")
        else:
            got, state = counts(program, pair.text(pair.parted), folder, "part")
            rest, _ = counts(program, pair.text(pair.rows), folder, "rest", ("--continue", str(state)))
            got += rest
        wrong = [row for row, n in enumerate(got) if n != pair.wanted(row)]
        return len(got), wrong, len(got) != pair.rows + 1


class Data:
    """A value that goes up by one at each knot, and rows on the knots, between them or on every other one."""

    def __init__(self, seed):
        draw = random.Random(seed)
        self.steps = seed % 3 == 2
        period = Fraction(repr(draw.choice([0.1, 0.01, 0.001, 0.25, 0.007])))
        self.interval = float(period) * draw.choice([1, 1, 2, 0.5])
        self.start = draw.choice([0.0, 0.3, 100.0])
        self.number = draw.randint(10, 40)
        self.duration = float(self.number * period)
        self.knots = [float(Fraction(repr(self.start)) + k * period) for k in range(self.number + 2)]
        self.stiffness = draw.choice([0, 50])

    def text(self, folder):
        rows = "\n".join(f"{t!r},{k}" for k, t in enumerate(self.knots))
        (pathlib.Path(folder) / "knots.csv").write_text(f"t,u\n{rows}\n")
        return f"""[bodies.b]
mass = 1
[springs.s]
between = ["b", "ground"]
stiffness = {self.stiffness}
[signals.u]
file = "knots.csv"
time = "t"
value = "u"
interpolation = "hold"
[forces.f]
on = "b"
value = "u"
[simulation]
start = {self.start!r}
duration = {self.duration!r}
interval = {self.interval!r}
""" + (f'method = "stepping"\nstep = {self.interval!r}\n' if self.steps else "")

    def wanted(self, row):
        now = Fraction(self.start) + row * Fraction(self.interval)
        size = max(abs(self.start), row * self.interval, float(now))
        before = self.steps and row > 0

        def has_come(knot):
            at = Fraction(knot)
            return (at < now) if before and not same(at, now, max(size, knot)) else not before and (
                at <= now or same(at, now, max(size, knot)))

        return max(k for k, knot in enumerate(self.knots) if has_come(knot))


def wrong_data_rows(program, seed):
    data = Data(seed)
    with tempfile.TemporaryDirectory() as folder:
        got, _ = counts(program, data.text(folder), folder, "data", column="f.f")
        return len(got), [row for row, u in enumerate(got) if u != data.wanted(row)], False


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=APP)
    parser.add_argument("--pairs", type=int, default=int(os.environ.get("LUZTAR_COUNT", "60")))
    options = parser.parse_args()
    failed = rows = 0
    program = os.path.abspath(options.program)
    for seed, rows_of in itertools.product(range(options.pairs), (wrong_rows, wrong_data_rows)):
        number, wrong, lost = rows_of(program, seed)
        rows += number
        if wrong or lost:
            failed += 1
            print(f"{rows_of.__name__}, seed {seed}: {len(wrong)} of {number} rows, first {wrong[:3]}{', rows are missing' if lost else ''}")
    print(f"{rows} rows")
    print(f"{2 * options.pairs - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
