"""tools/check_sources.py: a source that needs the includes of another one is found."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class CheckSources(unittest.TestCase):
    def run_on(self, sources: dict[str, str], *options: str) -> tuple[int, str]:
        with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
            for name, text in sources.items():
                (pathlib.Path(folder) / name).write_text(text)
            run = subprocess.run([sys.executable, "tools/check_sources.py", *options,
                                  str(pathlib.Path(folder).relative_to(ROOT))],
                                 cwd=ROOT, capture_output=True, text=True)
        return run.returncode, run.stdout

    def test_sources_with_their_own_includes_pass(self) -> None:
        text = "#include <string>\nstd::string text() { return {}; }\n"
        self.assertEqual(self.run_on({"a.cpp": text, "b.cpp": text}), (0, "2 passed, 0 failed\n"))

    def test_a_missing_include_is_told(self) -> None:
        status, out = self.run_on({"a.cpp": "#include <string>\n",
                                   "b.cpp": "std::string text() { return {}; }\n"})
        self.assertEqual(status, 1)
        self.assertIn("b.cpp:1", out)
        self.assertTrue(out.endswith("1 passed, 1 failed\n"))

    def test_sources_of_another_system_are_left_out(self) -> None:
        sources = {"a_posix.cpp": "int here;\n", "a_windows.cpp": "not C++\n"}
        self.assertEqual(self.run_on(sources), (0, "1 passed, 0 failed\n"))

    @unittest.skipUnless(shutil.which("x86_64-w64-mingw32-g++"), "no MinGW: tools/deps.sh windows")
    def test_for_windows_the_headers_are_those_of_windows(self) -> None:
        sources = {"a_posix.cpp": "not C++\n", "a_windows.cpp": "#include <windows.h>\nHANDLE here;\n",
                   "b.cpp": "#include <sys/wait.h>\n"}
        status, out = self.run_on(sources, "--windows")
        self.assertEqual(status, 1)
        self.assertIn("sys/wait.h: No such file", out)
        self.assertTrue(out.endswith("1 passed, 1 failed\n"))

    def test_no_sources_at_all_are_a_mistake(self) -> None:
        self.assertEqual(self.run_on({}), (1, "0 passed, 0 failed\n"))


if __name__ == "__main__":
    unittest.main()
