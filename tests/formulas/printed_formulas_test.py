#!/usr/bin/env python3
"""Every formula that `luztar derive` prints is true as it is printed: in the text, in LaTeX and in
JSON, read back by readers that know the printed notation only (docs/running.md), and compared
with forces and accelerations from Gauss's principle in exact fractions.

LUZTAR_APP is the program, LUZTAR_FORMULAS how many random mechanisms to draw.
"""
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from gauss import Solution  # noqa: E402
from latex_reader import LatexReader  # noqa: E402
from mechanism import Draw, State  # noqa: E402
from paper import Paper  # noqa: E402
from readers import JsonReader, TextReader  # noqa: E402

APP = os.environ.get("LUZTAR_APP", "build/release/luztar")
MECHANISMS = int(os.environ.get("LUZTAR_COUNT", "48"))
FIRST = int(os.environ.get("LUZTAR_FIRST", "1"))
STATES = 8


def derive(path, reader, options):
    run = subprocess.run([APP, "derive", str(path), "-f", reader.flag, *options], capture_output=True, text=True,
                         check=False)
    if run.returncode != 0:
        raise AssertionError(run.stderr)
    return run.stdout


def states(mechanism, seed):
    pick = random.Random(seed)
    found = []
    for _ in range(5 * STATES):
        state = State(mechanism, pick)
        if state.is_possible() and len(found) < STATES:
            found.append(Solution(state))
    return found


class PrintedFormulas(unittest.TestCase):
    def test_random_mechanisms(self):
        counts = {}
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "mechanism.toml"
            for seed in range(FIRST, FIRST + MECHANISMS):
                mechanism = Draw(seed).mechanism()
                path.write_text(mechanism.toml())
                self.look_at(mechanism, path, seed, counts)
        for what, number in sorted(counts.items()):
            print(f"{what}: {number}")
        for what in ("claims", "static", "chains", "trees", "slopes", "sets"):
            for reader in ("text", "latex", "json"):
                self.assertGreater(counts.get(f"{reader} {what}", 0), 0, what)

    def look_at(self, mechanism, path, seed, counts):
        options = [["--as-published", "--steps"], ["--as-published"], []][seed % 3]
        solutions = states(mechanism, seed)
        for reader in (TextReader(), LatexReader(), JsonReader()):
            with self.subTest(seed=seed, format=reader.flag):
                paper = Paper(reader, derive(path, reader, options), mechanism)
                for solution in solutions:
                    complaints = paper.look(solution)
                    self.assertFalse(complaints, "\n".join(map(str, complaints)) + f"\n{solution.state.values} "
                                     f"{solution.state.rate}\n" + mechanism.toml())
                    for what, number in paper.count.items():
                        key = f"{reader.flag} {what}"
                        counts[key] = counts.get(key, 0) + number


if __name__ == "__main__":
    unittest.main()
