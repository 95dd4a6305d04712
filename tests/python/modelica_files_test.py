#!/usr/bin/env python3
"""Examples as files of Modelica, read by pymoca, a parser by others, and by `luztar import`.

    LUZTAR_APP=build/release/luztar tests/python/modelica_files_test.py [EXAMPLE...]

Without names a choice of examples; LUZTAR_COUNT says how many, from the first on. pymoca (PyPI) reads
the files where it is installed. What `luztar import` reads again must have the rows of the example.
"""
import contextlib
import csv
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import pymoca.parser
except ImportError:
    pymoca = None

ROOT = pathlib.Path(__file__).resolve().parents[2]
APP = os.environ.get("LUZTAR_APP", str(ROOT / "build/release/luztar"))
LISTED = [line.strip() for line in (ROOT / "examples/list.txt").read_text().splitlines() if line.startswith("  ")]
USUAL = ["single_mass", "belt", "hysteresis", "clutch", "den_hartog"]
NEAR = 1e-9  # of the largest value of a column
CHAOTIC = {"burridge_knopoff": 1e-5}  # F_S there and back differs by its last digit, after 596 events


def run(*arguments: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([APP, *map(str, arguments)], text=True, capture_output=True, check=False)


def columns(folder: pathlib.Path) -> dict[str, list[float]]:
    with open(folder / "trajectory.csv", newline="") as file:
        head, *rows = csv.reader(file)
    return {name: [float(row[i] or "nan") for row in rows] for i, name in enumerate(head)}


def settings_of(text: str) -> str:
    """[simulation] of a model file."""
    return "[simulation]" + text.split("[simulation]")[1].split("\n[")[0]


class Exported(unittest.TestCase):
    names = USUAL

    def test_examples(self) -> None:
        outcomes: dict[str, list[str]] = {"refused": [], "not imported": [], "the same rows": []}
        for name in self.names:
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                outcomes[self.outcome(ROOT / f"examples/{name}.toml", pathlib.Path(folder))].append(name)
        for words, names in outcomes.items():
            print(f"{words}: {len(names)}: {', '.join(names)}")

    def outcome(self, source: pathlib.Path, folder: pathlib.Path) -> str:
        file = folder / f"{source.stem}.mo"
        exported = run("export", "modelica", source, "-o", file)
        if exported.returncode != 0:
            self.assertIn("Modelica", exported.stderr)
            self.assertFalse(file.exists())
            return "refused"
        self.read_by_pymoca(file)
        back = folder / "back.toml"
        if run("import", file, "-o", back).returncode != 0:
            return "not imported"
        text = back.read_text()
        back.write_text(text.split("[simulation]")[0] + settings_of(source.read_text()))
        for model, out in ((source, "ours"), (back, "theirs")):
            ran = run("simulate", model, "--no-report", "-q", "-o", folder / out)
            self.assertEqual(ran.returncode, 0, ran.stderr)
        near = CHAOTIC.get(source.stem, NEAR)
        self.compare(columns(folder / "ours"), columns(folder / "theirs"), near)
        return "the same rows"

    def read_by_pymoca(self, file: pathlib.Path) -> None:
        if pymoca is None:
            return
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            tree = pymoca.parser.parse(file.read_text())
        self.assertEqual(said.getvalue(), "")
        self.assertIsNotNone(tree)

    def compare(self, ours: dict[str, list[float]], theirs: dict[str, list[float]],
                near: float) -> None:
        compared = 0
        for name, values in ours.items():
            if not name.startswith(("q.", "v.")) or name not in theirs:
                continue
            size = max(map(abs, values)) or 1.0
            self.assertLess(max(abs(a - b) for a, b in zip(values, theirs[name])), near * size, name)
            compared += 1
        self.assertGreater(compared, 0)


if __name__ == "__main__":
    Exported.names = sys.argv[1:] or (LISTED[: int(os.environ["LUZTAR_COUNT"])] if "LUZTAR_COUNT" in os.environ else USUAL)
    unittest.main(argv=sys.argv[:1])
