#!/usr/bin/env python3
"""From process start to all four files: the guide in under 0.2 s, `./luztar --version` in 0.3 s.

    tools/check_speed.py build/release/luztar

The best of several runs counts: others may use the machine.
"""
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = ["trajectory.csv", "events.csv", "summary.json", "report.html"]
REPETITIONS = 10


def best(command: list[str]) -> float:
    """Shortest wall-clock time of a command that must succeed [s]."""
    times = []
    for _ in range(REPETITIONS):
        began = time.perf_counter()
        subprocess.run(command, cwd=ROOT, check=True, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - began)
    return min(times)


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print(__doc__)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "guide"
        run = best([str(pathlib.Path(arguments[0]).resolve()), "simulate",
                    "examples/janecek_guide.toml", "--out", str(out)])
        missing = [name for name in FILES if not (out / name).is_file()]
    door = best([str(ROOT / "luztar"), "--version"])
    print(f"guide to all files: {run:.3f} s (limit 0.2)")
    print(f"./luztar --version: {door:.3f} s (limit 0.3)")
    if missing:
        print(f"not written: {', '.join(missing)}")
    return 1 if missing or run >= 0.2 or door >= 0.3 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
