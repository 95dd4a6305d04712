#!/usr/bin/env python3
"""Same input, same bits: runs each model with two builds and compares the files byte for byte.

Models are the examples and those of tests/acceptance/findings.

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


def run(program: str, model: pathlib.Path, folder: pathlib.Path) -> dict[str, bytes]:
    """The files that a run writes, its exit status and its messages."""
    done = subprocess.run([program, "simulate", str(model), "--quiet", "--out", str(folder)],
                          cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True)
    found = {name: (folder / name).read_bytes() for name in FILES if (folder / name).exists()}
    # Where it wrote to is the only thing that may differ; a crash of one of them differs too.
    messages = done.stderr.replace(str(folder).encode(), b"FOLDER")
    return found | {"messages": messages, "exit status": str(done.returncode).encode()}


def compare(model: pathlib.Path, programs: list[str], scratch: pathlib.Path) -> int:
    a, b = (run(program, model, scratch / f"{model.stem}_{index}") for index, program in enumerate(programs))
    wrong = [name for name in a | b if a.get(name) != b.get(name)]
    for name in wrong:
        print(f"{model.name}: {name} differs at {first_difference(a.get(name, b''), b.get(name, b''))}")
    return len(wrong)


def main(programs: list[str]) -> int:
    models = [m for folder in ("examples", "tests/acceptance/findings") for m in sorted((ROOT / folder).glob("*.toml"))]
    if len(programs) != 2 or not models:
        print(__doc__)
        return 2
    programs = [str(pathlib.Path(p).resolve()) for p in programs]
    with tempfile.TemporaryDirectory() as scratch:
        wrong = sum(compare(m, programs, pathlib.Path(scratch)) for m in models)
    print(f"{len(models)} models, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
