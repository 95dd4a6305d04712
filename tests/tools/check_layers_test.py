"""Tests of tools/check_layers.py: an upward include is found and named, a downward one is not."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_layers.py"


def run(files: dict[str, str]) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return subprocess.run([sys.executable, str(TOOL), folder], capture_output=True, text=True,
                              check=False)


class Layers(unittest.TestCase):
    def test_an_include_of_a_lower_layer_is_fine(self) -> None:
        done = run({"io/a.h": '#include "luztar/core/error.h"\n#include "luztar/io/b.h"\n'})
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_an_include_of_a_higher_layer_is_named_with_file_and_line(self) -> None:
        done = run({"core/a.cpp": '#include <vector>\n#include "luztar/simulate/simulate.h"\n'})
        self.assertEqual(done.returncode, 1)
        self.assertIn("core/a.cpp:2: core may not include simulate", done.stdout)


if __name__ == "__main__":
    unittest.main()
