#!/usr/bin/env python3
"""Runs luztar beside its peers and writes docs/performance.md: ./run_bench --peers

    run.py [--only PROBLEM] [--no-install] [--results FILE]

Builds what is installed (preset `peers`), puts peers from PyPI into build/peers-venv, lets all rows
take turns, measures every error against the same reference. Nothing is made up: a peer that is not
there is "not installed".
"""

import argparse
import json
import statistics
import subprocess
import sys

import report
from references import ROOT, References
from rows import all_rows

VENV = ROOT / "build" / "peers-venv"
BUILD = ROOT / "build" / "peers"
HERE = ROOT / "bench" / "peers"


def install_python():
    """The venv, once for each text of requirements.txt. Packages that fail are left out."""
    wanted = (HERE / "requirements.txt").read_text()
    stamp = VENV / "requirements.txt"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print("peers: installing from PyPI into build/peers-venv", file=sys.stderr)
    if subprocess.run([sys.executable, "-m", "venv", VENV], check=False).returncode != 0:
        return
    for line in wanted.splitlines():
        if line and not line.startswith("#"):
            subprocess.run([VENV / "bin" / "pip", "install", "--quiet", line], check=False)
    stamp.write_text(wanted)


def build():
    mujoco = sorted(VENV.glob("lib/python3*/site-packages/mujoco"))
    configure = ["cmake", "-S", ROOT, "--preset", "peers"]
    if mujoco:
        configure.append(f"-DLUZTAR_MUJOCO={mujoco[0]}")
    subprocess.run([ROOT / "tools" / "build.sh", "release", "luztar_app"], check=True)
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", BUILD, "-j2"], check=True, stdout=subprocess.DEVNULL)


def command(row):
    if row.program.startswith("python"):
        program = [VENV / "bin" / "python", HERE / f"{row.program}_peer.py"]
    else:
        program = [BUILD / row.program]
    given = [text for name, value in row.arguments.items() for text in (f"--{name}", str(value))]
    return [*program, row.problem, *given]


def run_once(row):
    """The row's outcome, or what went wrong in words."""
    line = command(row)
    if not line[0].exists():
        return "not installed"
    try:
        run = subprocess.run(line, capture_output=True, text=True, timeout=300, check=False)
    except subprocess.TimeoutExpired:
        return "more than 300 s"
    lines = [text for text in run.stdout.splitlines() if text.startswith("{")]
    if run.returncode != 0 or not lines:
        words = (run.stderr.strip().splitlines() or ["no answer"])[-1]
        return "not installed" if "ModuleNotFoundError" in words else words
    return json.loads(lines[-1])


def name_of(row):
    return f"{row.problem} {row.n}" if row.n else row.problem


def measure(rows):
    """Rounds over all rows, so that a slow minute of the machine hits every row."""
    outcomes, references = {}, References()
    for turn in range(max(row.rounds for row in rows)):
        for i, row in enumerate(rows):
            if turn >= row.rounds or row.missing or isinstance(outcomes.get(i), str):
                continue
            print(f"\rround {turn + 1}, row {i + 1} of {len(rows)}", end="", file=sys.stderr)
            outcome = run_once(row)
            if isinstance(outcome, dict) and isinstance(outcomes.get(i), dict):
                outcomes[i]["seconds"] += outcome["seconds"]
            else:
                outcomes[i] = outcome
    print(file=sys.stderr)
    for i, row in enumerate(rows):
        if row.n and row.peer == "luztar events" and isinstance(outcomes.get(i), dict):
            references.take_chain(name_of(row), outcomes[i])
    return [result_of(row, outcomes.get(i), references) for i, row in enumerate(rows)]


def result_of(row, outcome, references):
    result = {"problem": name_of(row), "peer": row.peer, "setting": row.setting,
              "h": row.arguments.get("h"), "shown": row.shown}
    if not isinstance(outcome, dict):
        return {**result, "failure": row.missing or outcome}
    seconds = statistics.median(outcome["seconds"])
    result |= {"version": outcome["version"], "seconds": seconds, "turns": len(outcome["seconds"]),
               "memory_mb": outcome["memory_mb"], "events": len(outcome.get("events", [])),
               "error": references.error(name_of(row), outcome),
               "drift": references.drift(name_of(row), outcome)}
    if row.n:  # a step is a millisecond, whatever the peer does inside
        result["ns"] = 1e9 * seconds / (row.n * outcome["simulated"] * 1e3)
        if row.peer == "luztar events":
            result["error"], result["reference"] = None, True
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only")
    parser.add_argument("--no-install", action="store_true")
    parser.add_argument("--results", default=str(BUILD / "results.json"))
    parser.add_argument("--report-only", action="store_true")
    given = parser.parse_args()
    if not given.report_only:
        if not given.no_install:
            install_python()
        build()
        rows = [row for row in all_rows() if given.only in (None, row.problem)]
        results = {"machine": report.machine(), "rows": measure(rows)}
        with open(given.results, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1)
        if given.only:
            report.print_table(results["rows"])
            return 0
    with open(given.results, encoding="utf-8") as file:
        results = json.load(file)
    report.write(results, ROOT / "docs")
    report.print_table(results["rows"])
    return 0 if report.acceptance(results["rows"])[1] else 1


if __name__ == "__main__":
    sys.exit(main())
