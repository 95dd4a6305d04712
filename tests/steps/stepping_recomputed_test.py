#!/usr/bin/env python3
"""Runs of method = "stepping" are what src/luztar/stepping/README.md says: an own solution of every step (step.py, run.py), written from
the documents, over random networks of every kind of element (draw.py), against rows, events and ledger of luztar.

LUZTAR_APP is the program, LUZTAR_STEPS how many networks of each kind to draw, LUZTAR_FIRST the first seed.
"""
import csv
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from draw import Draw  # noqa: E402
from run import Run  # noqa: E402

APP = os.environ.get("LUZTAR_APP", "build/release/luztar")
EACH = int(os.environ.get("LUZTAR_COUNT", "2"))
FIRST = int(os.environ.get("LUZTAR_FIRST", "1"))
KINDS = ("plain", "static", "stribeck", "tables", "normal", "ratios", "links", "stops", "contacts", "gaps", "jumps", "motion",
         "infinite", "feedback", "laws", "hysteresis", "mixed", "adaptive")
KINDS = tuple(os.environ.get("LUZTAR_KINDS", " ".join(KINDS)).split())
# luztar was wrong once: these are looked at always
FOUND = (("stops", 2020), ("mixed", 2010), ("adaptive", 4010), ("stops", 501), ("contacts", 519))
SAME = 1e-11  # relative to the largest value of the run
KNIFE = 1e-9  # relative: a decision that rounding may take the other way
MODES = {"stuck": 0, "forward": 1, "backward": -1, "gap": 0, "upper": 1, "lower": -1}


def simulate(path, out, *options):
    done = subprocess.run([APP, "simulate", str(path), "--out", str(out), "--quiet", "--no-report", *options],
                          capture_output=True, text=True, check=False)
    summary = json.loads((out / "summary.json").read_text()) if done.returncode in (0, 4) else {}
    if done.returncode and summary.get("status") != "unsolved":
        raise AssertionError(f"exit status {done.returncode}: {done.stdout}{done.stderr}")
    return summary


def ends_of_steps(network, path, out):
    """Of adaptive steps: a run that ends within a step says where it began."""
    def state_at(end):
        return simulate(path, out, "--samples", "0", "--duration", repr(end - network.start))["final_state"]["state"]

    ends = []
    state = state_at(network.start + network.duration + 2 * network.step)
    while state["anchor"][0] > network.start:
        end = state["anchor"][0]
        ends.append(end)
        part = 0.5 * state["stepping"]["step"] or 1e-15
        state = state_at(end - part)
        while state["anchor"][0] >= network.start + (end - part - network.start):  # taken for the end of the step
            part *= 8.0
            state = state_at(end - part)
    return sorted(ends)


class Comparison:
    """Largest differences, relative to the largest value of the same kind of the same thing."""

    def __init__(self):
        self.worst, self.where = 0.0, ""

    def look(self, where, found, expected, scale):
        difference = abs(found - expected) / scale if scale else abs(found - expected)
        if not difference <= self.worst:
            self.worst, self.where = difference, f"{where}: {found!r}, not {expected!r}"


def compare(run, summary, out):
    best = Comparison()
    rows = list(csv.DictReader((out / "trajectory.csv").read_text().splitlines()))
    if len(rows) != len(run.rows):
        raise AssertionError(f"{len(rows)} rows, not {len(run.rows)}")
    scales = {}
    columns = [(kind, name) for kind in ("q", "v", "a", "d", "f") for name in run.rows[0][kind]]
    for kind in ("q", "v", "a", "d", "f"):
        largest = max((abs(row[kind][n]) for row in run.rows for n in row[kind]), default=0.0)
        scales[kind] = largest or 1.0
    forces = 0
    # Accelerations and forces at rest are known as well as the impulses of their step.
    speed, mass = scales["v"], max(body.mass for body in run.net.bodies.values() if not body.is_given)
    for found, row in zip(rows, run.rows):
        blur = 1e-15 / SAME * speed / row["h"]
        blurs = {"a": blur, "f": mass * blur}
        best.look("t", float(found["t"]), row["t"], max(1.0, abs(row["t"])))
        for kind, name in columns:
            if kind == "f" and not row["unique"][name]:
                continue
            forces += kind == "f"
            best.look(f"{kind}.{name} at {row['t']}", float(found[f"{kind}.{name}"]), row[kind][name],
                      max(scales[kind], blurs.get(kind, 0.0)))
        for name, mode in row["mode"].items():
            if row["unique"][name]:
                best.look(f"mode.{name} at {row['t']}", float(found[f"mode.{name}"]), mode, 1.0)
    compare_events(run, out, best)
    compare_ledger(run, summary["energy"], best)
    return best, forces


def compare_events(run, out, best):
    found = [row for row in csv.DictReader((out / "events.csv").read_text().splitlines()) if row["cause"] != "jump"
             and not any(row["element"] == name and abs(float(row["t"]) - t) <= SAME for t, name in run.loose_hits)]
    if len(found) != len(run.events):
        best.look(f"events: {found[:40]} {run.events[:40]}", len(found), len(run.events), 1.0)
        return
    of = {name: i for i, name in enumerate(e.name for e in run.net.elements)}
    expected = sorted(run.events, key=lambda x: (x[0], of[x[1]]))
    found = sorted(found, key=lambda x: (float(x["t"]), of[x["element"]]))
    for row, (t, name, one, two, (cause, impulse)) in zip(found, expected):
        best.look(f"t of {name}", float(row["t"]), t, max(1.0, abs(t)))
        words = row["cause"].split()
        if (row["element"], MODES[row["from"]], MODES[row["to"]], words[0]) != (name, one, two, cause):
            best.look(f"event {row} {t, name, one, two, cause}", 1.0, 0.0, 1.0)
        if cause == "impact":
            best.look(f"impact {name}", float(words[1]), impulse, max(abs(x[4][1]) for x in expected))


def compare_ledger(run, energy, best):
    moved = max(energy["moved"], energy["initial"], 1e-12)
    best.look("initial energy", energy["initial"], run.initial, moved)
    lost = sum(run.dissipated.values()) + run.numerical
    best.look("losses", energy["dissipated"] + energy["numerical"], lost, moved)
    if not run.shared:
        best.look("numerical", energy["numerical"], run.numerical, moved)
    best.look("residual", energy["residual"], 0.0, moved)
    for name, parts in energy["bodies"].items():
        best.look(f"kinetic {name}", parts["kinetic"], run.end.get(name, 0.0), moved)
        if not run.shared:
            best.look(f"motion work {name}", parts["motion_work"], run.motion_work[name], moved)
    for name, parts in energy["elements"].items():
        best.look(f"stored {name}", parts["stored"], run.end.get(name, 0.0), moved)
        best.look(f"supplied {name}", parts["supplied"], run.supplied.get(name, 0.0), moved)
        if name not in run.shared:
            best.look(f"dissipated {name}", parts["dissipated"], run.dissipated.get(name, 0.0), moved)


class SteppingRecomputed(unittest.TestCase):
    def test_random_networks(self):
        with tempfile.TemporaryDirectory() as folder:
            causes = {}
            for kind in KINDS:
                worst, forces, steps, knife = 0.0, 0, 0, 0
                for seed in range(FIRST, FIRST + EACH):
                    with self.subTest(kind=kind, seed=seed):
                        best, run, number = self.look_at(kind, seed, pathlib.Path(folder))
                        steps += run.steps
                        for event in run.events:
                            causes[event[4][0]] = causes.get(event[4][0], 0) + 1
                        # The shortest of adaptive steps end within rounding of what they look for.
                        if best.worst > SAME and run.net.adaptive and run.margin < KNIFE:
                            knife += 1
                            continue
                        worst, forces = max(worst, best.worst), forces + number
                        self.assertLessEqual(best.worst, SAME, best.where)
                print(f"{kind}: {EACH} networks, {steps} steps, {forces} forces, {knife} on a knife's edge, {worst:.1e}")
                self.assertLessEqual(knife, 1 + EACH // 10)
            print(causes)
            if "mixed" in KINDS:
                self.assertEqual(set(causes), {"touch", "leave", "break", "stop", "impact"})

    def test_networks_that_were_wrong(self):
        with tempfile.TemporaryDirectory() as folder:
            for kind, seed in FOUND:
                with self.subTest(kind=kind, seed=seed):
                    best, _, _ = self.look_at(kind, seed, pathlib.Path(folder))
                    self.assertLessEqual(best.worst, SAME, best.where)

    def look_at(self, kind, seed, folder):
        network = Draw(seed, kind).network()
        path, out = folder / "network.toml", folder / "out"
        path.write_text(network.text())
        for name, text in network.files.items():
            (folder / name).write_text(text)
        ends = ends_of_steps(network, path, out) if network.adaptive else None
        summary = simulate(path, out)
        run = Run(network, ends)
        if summary["status"] == "unsolved":  # stops and links that given motions contradict
            self.assertRaises(ArithmeticError, run.run)
            self.assertAlmostEqual(run.t, summary["final_state"]["time"], delta=1e-9)
            return Comparison(), run, 0
        run.run()
        best, forces = compare(run, summary, out)
        if ends:
            self.assertLessEqual(run.error, network.adaptive * (1.0 + 1e-9), "error of an adaptive step")
            self.assertLessEqual(max(b - a for a, b in zip([network.start] + ends, ends)), network.step * (1.0 + 1e-9))
        return best, run, forces


if __name__ == "__main__":
    unittest.main()
