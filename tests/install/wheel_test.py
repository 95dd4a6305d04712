#!/usr/bin/env python3
"""An installed package does what docs/python.md and the README say, its command line too; numpy alone is needed
for runs.

Run with the interpreter of an environment that has luztar[plot], in any folder: tools/build_wheels.sh.
"""
import importlib.metadata
import pathlib
import re
import shutil
import sys
import tempfile
import unittest

from documented import ROOT, VERSION, run

sys.path.insert(0, str(ROOT / "tools"))
from check_readme import blocks_of, compare  # noqa: E402

README = blocks_of((ROOT / "README.md").read_text())
PAGE = (ROOT / "docs" / "python.md").read_text()
CODE, PRINTED = re.search(r"```python\n(.*?)```\n```text\n(.*?)```", PAGE, re.DOTALL).groups()
PROGRAM = pathlib.Path(sys.executable).parent / "luztar"


class Wheel(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)
        shutil.copytree(ROOT / "examples", self.folder / "examples")

    def python(self, code):
        return run([sys.executable, "-c", code], self.folder, MPLBACKEND="Agg")

    def test_the_first_lines_of_the_page(self):
        self.assertEqual(self.python(CODE), PRINTED)

    def test_the_lines_of_the_readme(self):
        kinds = {block.kind: block for block in README}
        model = re.match(r"# (\S+\.toml)\n", kinds["toml"].text)[1]
        (self.folder / model).write_text(kinds["toml"].text)
        command = next(line for line in kinds["sh"].text.splitlines() if line.startswith("./luztar "))
        compare(kinds["text"].text, run([PROGRAM, *command.split()[1:]], self.folder))
        drawn = "\nimport matplotlib.pyplot as plt; print(len(plt.gcf().axes))"
        self.assertEqual(self.python(kinds["python"].text + drawn), "2\n")

    def test_numpy_is_enough_for_a_run(self):
        code = ("import sys\nfor name in ('matplotlib', 'pandas', 'xarray', 'sympy'): sys.modules[name] = None\n"
                "import luztar\nprint(luztar.example('belt').simulate(duration=1).status)")
        self.assertEqual(self.python(code), "finished\n")

    def test_the_command_line_comes_with_it(self):
        out = run([PROGRAM, "simulate", "examples/belt.toml", "--out", self.folder / "out"], self.folder)
        self.assertIn("finished at", out)
        self.assertTrue((self.folder / "out" / "report.html").exists())

    def test_the_licences_of_what_is_in_it_come_along(self):
        texts = {path.name: path.read_text() for path in importlib.metadata.files("luztar")
                 if path.name in ("LICENSE", "copyright")}
        self.assertIn("Apache License", texts["LICENSE"])
        for name in ("Boost", "Eigen", "fmt", "nanobind", "robin-map", "toml++"):
            self.assertIn(f"\nFiles: {name}\n", texts["copyright"])

    def test_its_version_is_the_librarys(self):
        said = self.python("import luztar; print(luztar.__version__)").strip()
        self.assertEqual([said, importlib.metadata.version("luztar"), run([PROGRAM, "--version"]).split()[-1]],
                         [VERSION] * 3)


if __name__ == "__main__":
    unittest.main()
