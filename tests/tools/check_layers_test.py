"""Tests of tools/check_layers.py: an upward include is found and named, a downward one is not."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_layers.py"


def run(files: dict[str, str], edge: dict[str, str] | None = None):
    """Runs the tool on a library of these files, and on an edge `apps` of those."""
    with tempfile.TemporaryDirectory() as folder:
        library, apps = pathlib.Path(folder) / "luztar", pathlib.Path(folder) / "apps"
        library.mkdir()
        apps.mkdir()
        paths = {library / name: text for name, text in files.items()}
        paths |= {apps / name: text for name, text in (edge or {}).items()}
        for path, text in paths.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return subprocess.run([sys.executable, str(TOOL), str(library), str(apps)],
                              capture_output=True, text=True, check=False)


class Layers(unittest.TestCase):
    def test_an_include_of_a_lower_layer_is_fine(self) -> None:
        done = run({"io/a.h": '#include "luztar/core/error.h"\n#include "luztar/io/b.h"\n'})
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_an_include_of_a_higher_layer_is_named_with_file_and_line(self) -> None:
        done = run({"core/a.cpp": '#include <vector>\n#include "luztar/simulate/simulate.h"\n'})
        self.assertEqual(done.returncode, 1)
        self.assertIn("core/a.cpp:2: core may not include simulate", done.stdout)

    def test_every_layer_may_know_the_version(self) -> None:
        self.assertEqual(run({"core/a.cpp": '#include "luztar/version.h"\n'}).returncode, 0)

    def test_a_folder_that_is_no_layer_is_named(self) -> None:
        done = run({"misc/a.h": ""})
        self.assertEqual(done.returncode, 1)
        self.assertIn("'misc' is not in the table", done.stdout)

    def test_a_room_sees_those_before_it_only(self) -> None:
        fine = run({"dynamics/series/a.h": '#include "luztar/dynamics/system/b.h"\n'})
        self.assertEqual((fine.returncode, fine.stdout), (0, ""))
        done = run({"dynamics/system/b.h": '#include "luztar/dynamics/series/a.h"\n'})
        self.assertEqual(done.returncode, 1)
        self.assertIn("system/b.h:1: dynamics/system may not include dynamics/series", done.stdout)

    def test_a_layer_with_rooms_has_no_file_outside_of_them(self) -> None:
        done = run({"dynamics/a.h": ""})
        self.assertEqual(done.returncode, 1)
        self.assertIn("'a.h' is no room of dynamics", done.stdout)

    def test_an_edge_may_include_the_umbrella_only(self) -> None:
        fine = run({"core/a.h": ""}, {"a.cpp": '#include "luztar/luztar.h"\n'})
        self.assertEqual((fine.returncode, fine.stdout), (0, ""))
        done = run({"core/a.h": ""}, {"a.cpp": '#include "luztar/io/results.h"\n'})
        self.assertEqual(done.returncode, 1)
        self.assertIn("a.cpp:1: apps may include luztar.h only, not io/results.h", done.stdout)

    def test_a_slow_header_stands_behind_its_door_alone(self) -> None:
        self.assertEqual(run({"matrix/a.cpp": "#include <Eigen/Dense>\n"}).returncode, 0)
        done = run({"dynamics/a.h": "#include <vector>\n#include <Eigen/Core>\n"},
                   {"b.cpp": "#include <toml++/toml.h>\n"})
        self.assertEqual(done.returncode, 1)
        self.assertIn("dynamics/a.h:2: <Eigen/Core> takes seconds to compile; it may be included in "
                      "matrix/ only", done.stdout)
        self.assertIn("b.cpp:1: <toml++/toml.h>", done.stdout)

    def test_what_one_system_has_stands_behind_its_door_alone(self) -> None:
        self.assertEqual(run({"io/system/system_file_posix.cpp": "#include <sys/file.h>\n",
                              "io/system/system_file_windows.cpp": "#include <windows.h>\n"}).returncode, 0)
        done = run({"io/a.cpp": "#include <sys/file.h>\n", "io/system/system_file_posix.cpp": "#include <windows.h>\n"},
                   {"b.cpp": "#include <unistd.h>\n"})
        self.assertEqual(done.returncode, 1)
        self.assertIn("io/a.cpp:1: <sys/file.h> is not on every operating system; it may be included in "
                      "io/system/system_file_posix.cpp only", done.stdout)
        self.assertIn("system_file_posix.cpp:1: <windows.h>", done.stdout)
        self.assertIn("b.cpp:1: <unistd.h>", done.stdout)

    def test_an_empty_library_is_a_failure(self) -> None:
        self.assertEqual(run({}).returncode, 1)


if __name__ == "__main__":
    unittest.main()
