#!/usr/bin/env python3
"""What a step of a program costs beside MuJoCo and a loop by hand: ./run_bench --steps

    steps.py [--no-install] [--no-page]

Runs build/bench/bench_stepper_peers_bench and writes its table into docs/performance.md.
"""
import argparse
import os
import re
import subprocess
import sys

import report
import run
import sections

PAGE = run.ROOT / "docs" / "performance.md"
ROW = re.compile(r"^  (\S.*?) +([\d.]+) +(\S+) +(\S+)$")
HOW = (
    "A program asks for each millisecond and reads all positions after it. Processor time, the least of five turns in turns; error: the "
    "largest of all positions at all milliseconds, relative to the largest position. MuJoCo has no static above kinetic friction, so the "
    "belt has F_S = F_K; its friction is as hard as its step allows. RK4 is a loop in C++ for one mechanism, with friction F tanh(w/speed) "
    "and steps as long as its stability allows. It has no events, no energies, no modes. Where some 1e-2 of error will do, it is the "
    "faster one on gear_system.")


def lines(text):
    """The tables of the program's output as Markdown."""
    out = []
    for line in text.splitlines()[1:]:
        if found := ROW.match(line):
            out.append("| " + " | ".join(found.groups()) + " |")
        elif line.startswith(" "):
            out += ["", "| | us per ms | over luztar | error |", "|---|---|---|---|"]
        else:
            out += ["", line[0].upper() + line[1:] + "."]
    return out


def section(text, host):
    """The section of the page."""
    begin = (f"Written by `./run_bench --steps`. {host['date']}, {host['processor']}, {host['cores']} cores of a shared machine, "
             f"load {host['load']:.1f} at the start, {host['compiler']} -O3.")
    return "\n".join([sections.STEPS, "", begin, "", HOW, *lines(text), "", ""])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--no-install", action="store_true")
    parser.add_argument("--no-page", action="store_true")
    given = parser.parse_args()
    if not given.no_install:
        run.install_python()
    subprocess.run(["cmake", "-S", run.ROOT, "--preset", "bench"], check=True, stdout=subprocess.DEVNULL)
    program = run.ROOT / "build" / "bench" / "bench_stepper_peers_bench"
    subprocess.run(["cmake", "--build", program.parent, "--target", program.name], check=True, stdout=subprocess.DEVNULL)
    host = report.machine() | {"load": os.getloadavg()[0]}
    text = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    print(text, end="")
    if not given.no_page:
        PAGE.write_text(sections.put(sections.STEPS, section(text, host), PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
