#!/usr/bin/env python3
"""Same input, same bits: runs each example with two builds and compares the files byte for byte.

    tools/compare_builds.py build/dev/luztar build/release/luztar
"""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = ["trajectory.csv", "events.csv", "summary.json", "report.html"]


def first_difference(a: bytes, b: bytes) -> str:
    for number, (x, y) in enumerate(zip(a.splitlines(), b.splitlines()), 1):
        if x != y:
            return f"line {number}:\n  {x[:200]!r}\n  {y[:200]!r}"
    return f"{len(a)} and {len(b)} bytes"


def compare(example: pathlib.Path, programs: list[str], scratch: pathlib.Path) -> int:
    folders = []
    for index, program in enumerate(programs):
        folders.append(scratch / f"{example.stem}_{index}")
        subprocess.run([program, "simulate", str(example), "--quiet", "--out", str(folders[-1])],
                       cwd=ROOT, check=True, stdin=subprocess.DEVNULL)
    wrong = 0
    for name in FILES:
        a, b = ((folder / name).read_bytes() for folder in folders)
        if a != b:
            print(f"{example.name}: {name} differs at {first_difference(a, b)}")
            wrong += 1
    return wrong


def main(programs: list[str]) -> int:
    examples = sorted((ROOT / "examples").glob("*.toml"))
    if len(programs) != 2 or not examples:
        print(__doc__)
        return 2
    programs = [str(pathlib.Path(p).resolve()) for p in programs]
    with tempfile.TemporaryDirectory() as scratch:
        wrong = sum(compare(e, programs, pathlib.Path(scratch)) for e in examples)
    print(f"{len(examples)} examples, {len(FILES)} files each, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
