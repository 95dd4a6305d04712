"""Tests of tools/check.py: what is counted, and that no failure is lost."""
import concurrent.futures
import contextlib
import fnmatch
import io
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import check as tool  # noqa: E402
import long_tests  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]

DOCTEST = "[doctest] test cases: {} | {} passed | {} failed | {} skipped"


class Parts(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name, value in (("LOGS", pathlib.Path(folder.name)), ("ROOT", pathlib.Path(folder.name))):
            self.addCleanup(setattr, tool, name, getattr(tool, name))
            setattr(tool, name, value)

    def count(self, script: str, timeout: float = 60) -> tuple[int, int, int]:
        """What a part that runs a shell script adds to the count."""
        count = tool.Count()
        with contextlib.redirect_stdout(io.StringIO()):
            tool.part(count, "part", ["sh", "-c", script], timeout)
        return count.passed, count.failed, count.skipped

    def doctest(self, *numbers: int, status: int = 0) -> tuple[int, int, int]:
        return self.count(f"echo '{DOCTEST.format(*numbers)}'; exit {status}")

    def test_a_script_counts_as_one(self) -> None:
        self.assertEqual(self.count("true"), (1, 0, 0))
        self.assertEqual(self.count("false"), (0, 1, 0))

    def test_the_cases_of_a_test_program_are_counted(self) -> None:
        self.assertEqual(self.doctest(12, 12, 0, 0), (12, 0, 0))
        self.assertEqual(self.doctest(12, 9, 3, 2, status=1), (9, 3, 0))
        self.assertEqual(self.count("echo 'Ran 8 tests in 0.2s'; echo; echo OK"), (8, 0, 0))
        self.assertEqual(self.count("echo 'Ran 8 tests in 0.2s'; echo 'FAILED (failures=2, errors=1)'"
                                    "; exit 1"), (5, 3, 0))
        self.assertEqual(self.count("echo '62 passed, 1 failed'; exit 1"), (62, 1, 0))
        self.assertEqual(self.count("echo '152 passed in 7.36s'"), (152, 0, 0))
        self.assertEqual(self.count("echo '= 2 failed, 149 passed, 1 error in 7.3s ='; exit 1"),
                         (149, 3, 0))

    def test_what_needs_a_package_waits_for_it_and_is_not_run_without_it(self) -> None:
        for there in (True, False):
            order, package = [], concurrent.futures.Future()
            with concurrent.futures.ThreadPoolExecutor(1) as beside, contextlib.redirect_stdout(io.StringIO()):
                first = threading.Event()  # the other job has run
                beside.submit(lambda: (first.wait(), order.append("package"), package.set_result(there)))
                count = tool.Count()
                jobs = [tool.Job("needs it", ["true"], after=package), tool.Job("other", ["true"])]
                performed = tool.Job.perform

                def perform(job: tool.Job):
                    outcome = performed(job)
                    order.append(job.name if outcome else "")
                    if job.name == "other":
                        first.set()
                    return outcome

                with unittest.mock.patch.object(tool.Job, "perform", perform), \
                        unittest.mock.patch.object(tool.os, "cpu_count", lambda: 2):
                    tool.side_by_side(count, jobs)
            self.assertEqual(order, ["other", "package", "needs it" if there else ""])
            self.assertEqual((count.passed, count.failed), (2 if there else 1, 0))

    def test_a_reported_failure_counts_whatever_the_exit_status(self) -> None:
        self.assertEqual(self.doctest(12, 11, 1, 0), (11, 1, 0))

    def test_a_crash_after_the_summary_is_a_failure(self) -> None:
        self.assertEqual(self.doctest(12, 12, 0, 0, status=134), (12, 1, 0))

    def test_a_crash_before_the_summary_is_a_failure(self) -> None:
        self.assertEqual(self.count("kill -SEGV $$"), (0, 1, 0))

    def test_a_program_without_test_cases_is_a_failure(self) -> None:
        self.assertEqual(self.doctest(0, 0, 0, 0), (0, 1, 0))

    def test_a_part_that_hangs_is_ended_and_is_a_failure(self) -> None:
        began = time.monotonic()
        self.assertEqual(self.count("sleep 60; true", timeout=0.2), (0, 1, 0))
        self.assertLess(time.monotonic() - began, 30)

    def test_a_missing_program_is_a_failure(self) -> None:
        self.assertEqual(self.count("exec /no/such/program 2>/dev/null"), (0, 1, 0))


class SideBySide(unittest.TestCase):
    def test_the_longest_begins_first_and_what_measures_times_is_alone(self) -> None:
        names = ["release app", "dev core", "dev acceptance", "release acceptance: functions"]
        jobs = [tool.Job(name, ["true"]) for name in names]
        self.assertEqual([j.name for j in jobs if tool.is_alone(j)], ["release app"])
        jobs.sort(key=tool.Job.rank)
        self.assertEqual([j.name for j in jobs[:2]], names[2:])

    def test_parts_of_a_program_take_each_test_once(self) -> None:
        """As doctest reads -sf and -sfe: lists of patterns of file names."""
        for program in tool.PARTS:
            jobs = [j for j in tool.cpp_tests("release", [program]) if j.command[0].endswith(program)]
            files = [f.name for f in (tool.ROOT / "tests" / program.removeprefix("test_")).glob("*_test.cpp")]
            taken = [[f for f in files if self.takes(j.command[1:], f)] for j in jobs]
            self.assertTrue(all(taken), "a part without tests")
            self.assertEqual(sorted(f for part in taken for f in part), sorted(files))

    @staticmethod
    def takes(options: list[str], file: str) -> bool:
        lists = dict(option.split("=") for option in options)
        matches = {key: any(fnmatch.fnmatch(file, p) for p in text.split(",")) for key, text in lists.items()}
        return matches.get("-sf", True) and not matches.get("-sfe", False)


class Line(unittest.TestCase):
    def test_the_last_line_names_skipped_only_if_there_are_any(self) -> None:
        count = tool.Count()
        count.passed, count.failed = 3, 1
        self.assertEqual(count.line(), "3 passed, 1 failed")
        count.skipped = 2
        self.assertEqual(count.line(), "3 passed, 1 failed, 2 skipped")


class LongTests(unittest.TestCase):
    def test_each_name_leads_to_cases_that_draw_as_many_as_one_asks_for(self):
        sources = [path.read_text() for path in (ROOT / "tests").rglob("*_test.cpp")]
        for test in long_tests.ALL.values():
            if test.kind != long_tests.CASES:
                self.assertIn("LUZTAR_COUNT", (ROOT / test.where).read_text(), test.name)
                continue
            for wanted in test.cases.split(","):
                found = [text for text in sources
                         if any(fnmatch.fnmatchcase(name, wanted)
                                for name in re.findall(r'TEST_CASE\(\s*"([^"]+)"', text))]
                self.assertTrue(found, f"{test.name}: no case is called {wanted}")
                self.assertTrue(any("count_of(" in text or "shows()" in text for text in found), test.name)

    def test_each_test_that_draws_has_a_name(self):
        filters = [wanted for test in long_tests.ALL.values() for wanted in test.cases.split(",")]
        scripts = {test.where for test in long_tests.ALL.values()}
        for path in sorted((ROOT / "tests").rglob("*_test.*")):
            text = path.read_text()
            if path.suffix == ".cpp" and "count_of(" in text:
                names = re.findall(r'TEST_CASE\(\s*"([^"]+)"', text)
                self.assertTrue(any(fnmatch.fnmatchcase(n, f) for n in names for f in filters), path.name)
            if path.suffix == ".py" and path.parent.name != "tools" and 'get("LUZTAR_COUNT"' in text:
                self.assertIn(str(path.relative_to(ROOT)), scripts)

    def test_the_list_fits_a_terminal_and_a_wrong_name_gets_the_nearest(self):
        listed = subprocess.run([sys.executable, "tools/check.py", "--long"], cwd=ROOT, capture_output=True, text=True)
        self.assertEqual(listed.returncode, 0)
        self.assertLessEqual(max(map(len, listed.stdout.splitlines())), 80)
        wrong = subprocess.run([sys.executable, "tools/check.py", "--long", "rihc"], cwd=ROOT, capture_output=True,
                               text=True)
        self.assertEqual((wrong.returncode, wrong.stderr),
                         (2, "check: no long test 'rihc'; did you mean rich?\n"))


if __name__ == "__main__":
    unittest.main()
