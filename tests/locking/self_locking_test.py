#!/usr/bin/env python3
"""Drives that lock themselves beside the same drives with elastic links, stops and freewheels of rising stiffness.

    tests/locking/self_locking_test.py [--program PATH] [--seeds 0:40] [--verbose]

Each seed is a machine (machines.py). The expected motion has links and one-sided constraints elastic, loads that jump
along short ramps, and is extrapolated to rigid (elastic.py, elastic.c). It is found for several ratios of the
stiffnesses, which the model does not tell. Where they agree the run must do the same; where they do not, it must warn.
Beside a controller that does nothing, and in two parts, the run must be the same.
Needs a C compiler. Default program: LUZTAR_APP or build/release/luztar.
"""
import argparse
import collections
import concurrent.futures
import csv
import hashlib
import json
import os
import pathlib
import pickle
import re
import subprocess
import sys
import tempfile

import closed_forms
import elastic
import machines

APP = os.environ.get("LUZTAR_APP", str(pathlib.Path(__file__).resolve().parents[2] / "build/release/luztar"))
STANDS = 1e-4  # of how far a body could come
SAME = 2e-3  # of the largest value, of motion
SAME_FORCE = 1e-2  # what locks keeps the peak of the last oscillations
DIFFERS = 2e-2  # a motion by more than this is another one
WARNED = ("several ways", "hangs on how stiff")
UNIQUE = "; the motion is."
TIME = re.compile(r"t = ([^ ]+) s: ")


def ratios(machine):
    """Factors of stiffness: of all links together, of the first link; 0 is rigid. Then what is no ratio of links and
    stops (ASIDE): damping, ramps, frictions that yield."""
    links, count, rigid = len(machine.links), len(machine.elements()), [0.0] * len(machine.pressed())
    groups = {}
    if count > links:
        groups["links"] = range(links)
    if links > 1:
        groups["l0"] = range(1)
    found = {"equal": ([1.0] * count + rigid, {})}
    for name, members in groups.items():
        found[f"{name} soft"] = ([1.0 if k in members else 100.0 for k in range(count)] + rigid, {})
        found[f"{name} stiff"] = ([100.0 if k in members else 1.0 for k in range(count)] + rigid, {})
    found["less damping"] = ([1.0] * count + rigid, {"damping": 0.15})
    found["slower ramps"] = ([1.0] * count + rigid, {"slow": 2 * elastic.SLOW})
    found["frictions yield"] = ([1.0] * (count + len(rigid)), {})
    found["frictions soft"] = ([100.0] * count + [1.0] * len(rigid), {})
    return found


ASIDE = ("less damping", "slower ramps", "frictions yield", "frictions soft")


class Run:
    """What the program says of a machine: rows at the times of the comparison."""

    def __init__(self, program, machine, folder, text=None, more=()):
        path = pathlib.Path(folder)
        (path / "model.toml").write_text(text or machine.toml())
        self.out = path / f"out{len(list(path.glob('out*')))}"
        done = subprocess.run([program, "simulate", str(path / "model.toml"), "--out", str(self.out), "--no-report",
                               "--quiet", *more], capture_output=True, text=True, check=False, timeout=120)
        self.code, self.words, self.rows = done.returncode, done.stderr.strip(), {}
        table = self.out / "trajectory.csv"
        if table.exists():
            with table.open() as file:
                self.rows = {round(float(row["t"]), 9): self.values(machine, row) for row in csv.DictReader(file)}
        summary = self.out / "summary.json"
        self.warnings = json.loads(summary.read_text())["warnings"] if summary.exists() else []

    @staticmethod
    def values(machine, row):
        names = [f"{x}.b{i}" for x in "qv" for i in range(len(machine.mass))]
        names += [f"f.l{k}" for k in range(len(machine.links))] + [f"f.o{k}" for k in range(len(machine.one_sided))]
        return [float(row[name]) for name in names]

    def said(self, *words):
        """Instants of warnings with one of these words."""
        return {TIME.search(x).group(1) for x in self.warnings if TIME.search(x) and any(w in x for w in words)}

    @property
    def warned(self):
        return any(x in words for words in self.warnings for x in WARNED)

    @property
    def contradicts(self):
        return bool(self.said(*WARNED) & self.said(UNIQUE))


def scales(machine, rows):
    """What counts as large for each column: of the rows, and at least the size of what could move."""
    n, reach = len(machine.mass), machine.reach()
    least = [0.05 * x for x in reach] + [0.1 * x / machine.duration for x in reach]
    size = max(machines.peak(pieces, machine.duration) for pieces in machine.loads())
    least += [0.05 * size] * (len(rows[0]) - 2 * n)
    return [max(low, *(abs(row[k]) for row in rows)) for k, low in enumerate(least)]


def apart(one, other, most):
    """The first (row, column) in which two lists of rows differ by more than `most`, or None."""
    for r, (a, b, limits) in enumerate(zip(one, other, most)):
        for k, limit in limits.items():
            if not abs(a[k] - b[k]) <= limit:
                return r, k
    return None


def at_rest(machine, row):
    return all(abs(v) * machine.duration < STANDS * x for v, x in zip(row[len(machine.mass):], machine.reach()))


def moved(machine, rows):
    return any(abs(q) > STANDS * 20 * x for row in rows for q, x in zip(row, machine.reach()))


class Expected:
    """The limit, and what of it hangs on ratios of stiffness (`ways`), or is not known well (`unsure`)."""

    def __init__(self, machine, limits):
        self.machine, n = machine, len(machine.mass)
        count = min(len(x.times) for x in limits.values())
        base = limits["equal"]
        self.times, self.rows, self.limits = base.times[:count], base.rows[:count], limits
        if not count:
            return
        self.scale = scales(machine, self.rows)
        self.resting = [r for r in range(count) if at_rest(machine, self.rows[r])]
        self.motion = [{k: DIFFERS * self.scale[k] for k in range(2 * n)}] * count
        others = [name for name in limits if name not in ASIDE]
        self.unsure = [name for name in others if any(limits[name].errors[r][k] > limit for r in range(count)
                                                      for k, limit in self.motion[r].items())]
        self.ways = [name for name in others if apart(limits[name].rows, self.rows, self.motion)]
        self.tolerance = [{k: SAME * self.scale[k] + 2 * self.spread(r, k, others) for k in range(2 * n)}
                          for r in range(count)]
        self.frictions = [name for name in ASIDE if name.startswith("frictions")
                          and apart(limits[name].rows, self.rows, self.motion)]
        known = [k for k in range(2 * n, len(self.rows[0])) if self.known(k)]
        self.forces = [{k: SAME_FORCE * self.scale[k] for k in known if r in self.resting} for r in range(count)]

    def spread(self, r, k, names):
        found = [self.limits[name] for name in names]
        return max(abs(x.rows[r][k] - self.rows[r][k]) + x.errors[r][k] for x in found)

    def known(self, k):
        """Whether a force at rest is the same for all ratios, of frictions too."""
        return all(self.spread(r, k, self.limits) < 0.5 * SAME_FORCE * self.scale[k] for r in self.resting)


def judge(expected, run):
    """The kind of result, and a note."""
    if not expected.times:
        return "hit at once", ""
    rows = [run.rows[round(t, 9)] for t in expected.times if round(t, 9) in run.rows]
    agreed = [name for name, x in expected.limits.items() if not apart(rows, x.rows, expected.tolerance)]
    if expected.ways:
        return ("apart, warned" if run.warned else "apart, not warned"), (f"{', '.join(expected.ways)} beside equal; "
                                                                          f"agrees with {', '.join(agreed) or 'none'}")
    if expected.unsure:
        return "oracle unsure", ", ".join(expected.unsure)
    if run.code and "it jams" in run.words and moved(expected.machine, rows):
        return "jams on the way, in words", ""
    if run.code:
        return "refused", run.words.splitlines()[0][-160:] if run.words else ""
    difference = apart(rows, expected.rows, expected.tolerance)
    if agreed and expected.frictions:
        return "agree, hangs on frictions", (f"{', '.join(expected.frictions)} beside equal; "
                                             f"agrees with {', '.join(agreed)}")
    if difference and agreed:
        return "agree with " + ", ".join(agreed), ""
    if difference and run.warned:
        return "warned, the other way", note(expected, rows, difference)
    if difference:
        return difference_kind(expected.machine, expected, rows), note(expected, rows, difference)
    wrong = apart(rows, expected.rows, expected.forces)
    if wrong:
        return "other force at rest", note(expected, rows, wrong)
    return ("agree, rests" if not moved(expected.machine, rows) else "agree, moves"), ""


def note(expected, rows, place):
    r, k = place
    return f"t {expected.times[r]:.3g} column {k}: {rows[r][k]:.6g}, expected {expected.rows[r][k]:.6g}"


def difference_kind(machine, expected, rows):
    """At the first row where one rests and the other does not."""
    for row, other in zip(rows, expected.rows):
        rests, should = at_rest(machine, row), at_rest(machine, other)
        if rests and not should:
            return "stands but should move"
        if should and not rests:
            return "moves but should stand"
    return "other motion"


def limits_of(machine, library, cache):
    """Each from a file of `cache`, where the same was computed by the same sources before."""
    code = elastic.opened(library)
    if not cache:
        return {name: elastic.Limit(code, machine, factors, **options)
                for name, (factors, options) in ratios(machine).items()}
    sources = "".join(pathlib.Path(__file__).with_name(name).read_text() for name in ("elastic.c", "elastic.py"))
    found = {}
    for name, (factors, options) in ratios(machine).items():
        key = hashlib.sha256(f"{machine} {factors} {options} {sources}".encode()).hexdigest()
        path = pathlib.Path(cache) / f"{key[:20]}.pickle"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(f".{os.getpid()}")
            part.write_bytes(pickle.dumps(elastic.Limit(code, machine, factors, **options)))
            part.rename(path)
        found[name] = pickle.loads(path.read_bytes())
    return found


SAMPLED = """[controllers.nothing]
period = 0.013
memory = { counted = 0 }
update = ["counted = counted + 1"]
[simulation]"""


def changes(program, machine, folder, run, seed):
    """What a controller that does nothing, or a pause, changes; "" if nothing."""
    sampled = Run(program, machine, folder, machine.toml().replace("[simulation]", SAMPLED))
    last = {t: max(abs(x) for x in row) for t, row in run.rows.items()}
    for t, row in run.rows.items():
        if any(abs(x - y) > 1e-9 * max(last.values()) for x, y in zip(row, sampled.rows.get(t, ()))):
            return f"a controller that does nothing changes t = {t}"
    pause = 0.35 * machine.duration + 0.005 * machine.duration * (seed % 60)
    part = Run(program, machine, folder, machine.toml().replace(f"duration = {machine.duration!r}",
                                                                f"duration = {pause!r}"))
    rest = Run(program, machine, folder, more=("--continue", str(part.out / "summary.json")))
    end = max(run.rows)
    return "" if rest.rows.get(end) == run.rows[end] else "a run in two parts ends elsewhere"


def examine(seed, program, library, cache):
    machine = machines.draw_machine(seed)
    with tempfile.TemporaryDirectory() as folder:
        run = Run(program, machine, folder)
        changed = "" if run.code else changes(program, machine, folder, run, seed)
    expected = Expected(machine, limits_of(machine, library, cache))
    kind, note = ("changes", changed) if changed else judge(expected, run)
    return {"seed": seed, "name": machine.name, "kind": kind, "note": note, "warned": run.warned,
            "contradicts": run.contradicts, "code": run.code, "warnings": run.warnings,
            "words": run.words, "share": len(expected.times) / len(machine.rows())}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=APP)
    first, count = int(os.environ.get("LUZTAR_FIRST", "0")), int(os.environ.get("LUZTAR_COUNT", "40"))
    parser.add_argument("--seeds", default=f"{first}:{first + count}", help="first:end, or a list 3,17")
    parser.add_argument("--verbose", action="store_true", help="a line for each machine")
    parser.add_argument("--cache", help="folder in which expected motions are kept for the next run")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    if ":" in options.seeds:
        seeds = range(*map(int, options.seeds.split(":")))
    else:
        seeds = [int(x) for x in options.seeds.split(",")]
    program = os.path.abspath(options.program)
    with tempfile.TemporaryDirectory() as folder:
        library = elastic.compiled(folder)
        wrong = closed_forms.failures(elastic.opened(library))
        with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
            found = []
            for x in pool.map(examine, seeds, *([y] * len(seeds) for y in (program, library, options.cache))):
                found.append(x)
                show(x, options.verbose)
    return report(found, wrong)


GOOD = ("agree", "apart, warned", "oracle unsure", "hit at once", "jams on the way", "warned, the other way")


def show(x, verbose):
    if verbose or not x["kind"].startswith(GOOD):
        flags = (" warned" if x["warned"] else "") + (" UNIQUE" if x["contradicts"] else "")
        print(f"{x['seed']:5d}  {x['kind']:24}{flags} {x['share']:.0%}  {x['name']}  {x['note']}", flush=True)


def report(found, wrong):
    for words in wrong:
        print("oracle:", words)
    print()
    for kind, count in sorted(collections.Counter(x["kind"] for x in found).items()):
        print(f"{count:5d}  {kind}")
    agree = [x for x in found if x["kind"].startswith("agree")]
    print(f"{sum(x['warned'] for x in agree):5d}  of those that agree are warned of several ways")
    both = [x["seed"] for x in found if x["contradicts"]]
    print(f"{len(both):5d}  say at one instant that there are several ways and that the motion is unique {both or ''}")
    failed = len({x["seed"] for x in found if not x["kind"].startswith(GOOD)} | set(both)) + len(wrong)
    print(f"{len(found) + closed_forms.COUNT - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
