#!/usr/bin/env python3
"""Compiles LaTeX files with pdflatex, as somebody who gets them would.

    tests/latex/compile_test.py FILE.tex...

No error, no warning and no line that sticks out of its column by more than a point. Exit status 0
if all is well, 1 if not, 77 if there is no pdflatex.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TROUBLE = re.compile(r"^(?:!.*|.*Warning:.*|Overfull \\[hv]box \((\d+\.\d+)pt too .*)$", re.MULTILINE)


def troubles(log: str) -> list[str]:
    """What a log complains of."""
    return [found[0] for found in TROUBLE.finditer(log) if float(found[1] or 99) > 1]


def compile_file(source: pathlib.Path) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(2):  # tables know their columns in the second run
            run = subprocess.run(
                ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape",
                 f"-output-directory={folder}", str(source.resolve())],
                cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False)
        log = pathlib.Path(folder, source.stem + ".log").read_text(errors="replace")
        found = troubles(log)
        if run.returncode and not found:
            found = [f"exit status {run.returncode}"]
        if not found and not pathlib.Path(folder, source.stem + ".pdf").stat().st_size:
            found = ["no pages"]
        return found


def main() -> int:
    if not shutil.which("pdflatex"):
        print("no pdflatex; tools/deps.sh latex installs it")
        return 77
    failed = 0
    for name in sys.argv[1:]:
        found = compile_file(pathlib.Path(name))
        failed += bool(found)
        for line in found:
            print(f"FAILED: {name}: {line}")
    print(f"{len(sys.argv) - 1 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
