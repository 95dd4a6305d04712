#!/usr/bin/env python3
"""A table of runs by luztar beside CVODE, odeint, scipy and heyoka: ./run_bench --sweeps

    sweeps.py [--grid SPEEDS FRICTIONS] [--no-install] [--no-page]

../sweep_bench.cpp runs the belt of examples/belt.toml for 50 s at all points of the grid, 400 x 250
if not given; its peers and those of sweep_peer.py run some of the points, spread evenly over it.
Prints one table and writes it into docs/performance.md. Two rounds over all rows, the least time
of each. Exit status 1 if a requirement is not met.
"""

import argparse
import json
import os
import subprocess
import sys

import report
import run
import sweep_table
from references import ROOT

PROGRAM = ROOT / "build" / "bench" / "bench_sweep_bench"
PAGE = ROOT / "docs" / "performance.md"
# What is run from Python, and how many of the points.
PYTHON = (("heyoka:1e-15", (40, 25)), ("heyoka:1e-13", (40, 25)), ("heyoka:1e-12", (40, 25)),
          ("scipy:DOP853:2.3e-14", (20, 10)), ("scipy:DOP853:1e-12", (20, 10)),
          ("scipy:LSODA:1e-12", (20, 10)))


def lines_of(command):
    """Lines of JSON that a command prints; none if it fails, and then its last word."""
    if not command[0].exists():
        return []
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        words = (done.stderr.strip().splitlines() or ["no answer"])[-1]
        print(f"sweeps: {' '.join(map(str, command[:3]))}: {words}", file=sys.stderr)
        return []
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def points_file(grid, some):
    done = subprocess.run([PROGRAM, *map(str, (*grid, "--points", *some))], check=True,
                          capture_output=True, text=True)
    file = PROGRAM.parent / f"sweep_points_{some[0]}_{some[1]}.txt"
    file.write_text(done.stdout, encoding="utf-8")
    return file


def one_round(grid):
    rows = lines_of([PROGRAM, *grid, "--json"])
    for tool, some in PYTHON:
        rows += lines_of([run.VENV / "bin" / "python", run.HERE / "sweep_peer.py", tool,
                          "--points", points_file(grid, some), "--turns", 2])
    return rows


def merged(rounds):
    """Rows by name in the order of the first round, with the least times of all rounds. What a
    point costs beside its run is a small difference of times: the larger one.
    """
    found = {}
    for row in (row for rows in rounds for row in rows):
        known = found.setdefault(row.get("name", "beside"), dict(row))
        for key, better in (("seconds", min), ("wall", min), ("beside", max)):
            if key in row:
                known[key] = better(known[key], row[key])
    return found


def measure(grid):
    """Outcomes by name: rows of one run each, `threads` (a gain), `beside` (seconds)."""
    found = merged([one_round(grid), one_round(grid)])
    two = next(name for name in found if name.endswith("2 threads"))
    one = found[two.split(",")[0]]
    return {"rows": [row for name, row in found.items() if name not in (two, "beside")],
            "threads": one["wall"] / found[two]["wall"], "beside": found["beside"]["beside"]}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--grid", nargs=2, type=int, default=(400, 250))
    parser.add_argument("--no-install", action="store_true")
    parser.add_argument("--no-page", action="store_true")
    given = parser.parse_args()
    if not given.no_install:
        run.install_python()
    host = report.machine() | {"load": os.getloadavg()[0]}
    outcome = measure(given.grid)
    lines, met = sweep_table.lines(outcome)
    print("\n".join(lines))
    if not given.no_page:
        text = sweep_table.section(outcome, given.grid, host)
        PAGE.write_text(sweep_table.put(text, PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
