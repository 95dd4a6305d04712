#!/usr/bin/env python3
"""Runs tests and ends with the line `N passed, N failed` (`, N skipped`).

    ./check          the program as released, tools, documents
    ./check --long NAME [--count N] [--first SEED] [--show]    one test that draws models; no NAME: lists them
    ./check --all    and with sanitizers, the fuzzer, browser, LaTeX, benches (CI=true). Each program of C++ tests
                     runs once: those of the whole as released, those of the layers with sanitizers

A part is a program or a script. Its test cases are counted if it tells of them (doctest, unittest,
pytest or a line `N passed, N failed`), otherwise it counts as one. Its output: build/check/<part>.log.
"""
import argparse
import concurrent.futures
import dataclasses
import difflib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import time

import long_tests

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOGS = ROOT / "build" / "check"
DOCTEST = re.compile(r"\[doctest\] test cases: +(\d+) \| +(\d+) passed \| +(\d+) failed \| *(\d+)? *")
PYTEST = re.compile(r"^(?:=+ )?((?:\d+ \w+, )*\d+ \w+) in [\d.]+s", re.MULTILINE)
UNITTEST = re.compile(r"^Ran (\d+) tests? in ", re.MULTILINE)
NODE = re.compile(r"^(?:#|ℹ) pass (\d+)\n(?:#|ℹ) fail (\d+)\n(?:.*\n)?(?:#|ℹ) skipped (\d+)", re.MULTILINE)
PLAIN = re.compile(r"^(\d+) passed, (\d+) failed", re.MULTILINE)
WIDTH = 80
FUZZ_CASES = 8_000  # `build/dev/fuzz_models 100000 1` draws more
FUZZ_SEED = 20260101
FUZZ = "fuzz, 8,000 broken models"
# A long program is run in parts: the tests in files with such a word in their name, and the others.
PARTS = {"test_acceptance": ("functions", "findings", "examples", "everything")}
WHOLE = ("test_acceptance", "test_app")  # with sanitizers they would take half an hour
CPP_TIMEOUT = 2400  # [s]
LONGEST = ("acceptance", "algebra", "reduce", "simulate", "derive", "stepping")  # they begin first
HOW_LONG = {False: "5 minutes, 20 the first time; --all adds the rest",
            True: "30 minutes, 60 the first time"}
ALONE = ("release app", "1, 2 and 4 threads", "runs that are asked to end")  # they measure times
MORE_PACKAGES = ("bench", "browser", "latex", "algebra", "package", "format", "reference", "web")  # groups of deps.sh
PACKAGE = "package for Debian"
PYTHON = "package for Python"
PROGRAMS_IN_PYTHON = {  # tests of the program, by name
    "printed formulas read back": "tests/formulas/printed_formulas_test.py",
    "steps computed again": "tests/steps/stepping_recomputed_test.py",
    "templates beside models written out": "tests/networks/repeat_test.py",
    "mistakes of templates": "tests/networks/mistakes_test.py",
    "output sections": "tests/networks/output_test.py",
    "1, 2 and 4 threads": "tests/networks/threads_test.py",
    "islands beside parts": "tests/networks/islands_test.py",
    "sheets of all kinds": "tests/networks/sheets_test.py",
    "rows on samples": "tests/rows/rows_on_grids_test.py",
    "drives that lock themselves": "tests/locking/self_locking_test.py",
    "runs that are killed go on": "tests/restarts/restarts_test.py",
    "runs that are asked to end": "tests/restarts/signals_test.py",
    "full disks, closed pipes": "tests/restarts/faults_test.py",
    "sweeps that are killed go on": "tests/restarts/sweep_test.py",
    "installed, moved, found": "tests/install/install_test.py",
}


running: set[subprocess.Popen] = set()


def kill(process: subprocess.Popen) -> None:
    """The process and its children."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class Count:
    """What was found so far."""

    def __init__(self) -> None:
        self.passed = self.failed = self.skipped = 0
        self.lock = threading.Lock()  # parts that end at the same time tell of it one after the other

    def line(self) -> str:
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


def show(mark: str, name: str, seconds: float | None, note: str = "") -> None:
    clock = f"{seconds:6.1f} s" if seconds is not None else " " * 8
    print(f"  {mark:4}  {name:30} {clock}  {note}".rstrip(), flush=True)


def show_begin(name: str) -> None:
    """On a terminal, what is running now; the line is overwritten by its result."""
    if sys.stdout.isatty():
        print(f"  ....  {name}", end="\r", flush=True)


def tail(log: pathlib.Path, lines: int = 30) -> None:
    """The end of a log, or the failed checks of doctest in it."""
    text = log.read_text(errors="replace").splitlines()
    errors = [i for i, line in enumerate(text) if "ERROR" in line or "error:" in line]
    start = max(0, errors[0] - 3) if errors else max(0, len(text) - lines)
    for line in text[start : start + lines]:
        line = line.replace(f"{ROOT}/", "")
        line = line if len(line) <= 3 * WIDTH else line[: 3 * WIDTH] + " ..."  # names of templates
        print(textwrap.fill(line, WIDTH, initial_indent="      | ", subsequent_indent="      |   ",
                            drop_whitespace=False))
    print(f"      all of it: {log.relative_to(ROOT)}", flush=True)


def run(name: str, command: list[str], timeout: float, environment: dict[str, str] | None = None):
    """Runs a command with its output in a log; returns (succeeded, log, seconds, reason)."""
    log = LOGS / (re.sub(r"[^\w.-]+", "_", name) + ".log")
    show_begin(name)
    began = time.monotonic()
    reason = ""
    with log.open("w") as out:
        try:
            process = subprocess.Popen(
                command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                env={**os.environ, **(environment or {})}, start_new_session=True,
            )
        except OSError as error:
            return False, log, 0.0, str(error)
        running.add(process)
        try:
            status = process.wait(timeout)
        except subprocess.TimeoutExpired:
            status, reason = 124, f"still running after {timeout:.0f} s"
        finally:
            kill(process)
            running.discard(process)
    if status and not reason:
        reason = f"killed by signal {-status}" if status < 0 else f"exit status {status}"
    return status == 0, log, time.monotonic() - began, reason


def cases_of(text: str) -> tuple[int, int, int] | None:
    """Passed, failed and skipped test cases that a log tells of; None if it tells of none."""
    if found := DOCTEST.findall(text):
        return tuple(sum(int(row[i] or 0) for row in found) for i in (1, 2, 3))
    if found := UNITTEST.findall(text):
        failed = sum(int(number) for number in re.findall(r"(?:failures|errors)=(\d+)", text))
        skipped = sum(int(number) for number in re.findall(r"skipped=(\d+)", text))
        return int(found[-1]) - failed - skipped, failed, skipped
    if found := PYTEST.findall(text):
        cases = {word: int(number) for number, word in re.findall(r"(\d+) (\w+)", found[-1])}
        failed = sum(cases.get(word, 0) for word in ("failed", "error", "errors"))
        return cases.get("passed", 0), failed, cases.get("skipped", 0)
    if found := NODE.findall(text):
        passed, failed, skipped = (int(number) for number in found[-1])
        return passed, failed, skipped
    if found := PLAIN.findall(text):
        return int(found[-1][0]), int(found[-1][1]), 0
    return None


def part(count: Count, name: str, command: list[str], timeout: float = 600,
         environment: dict[str, str] | None = None, show_log: bool = False) -> bool:
    """Runs one part, counts it and shows a line (and its output, if asked for)."""
    return judge(count, name, run(name, command, timeout, environment), show_log)


def judge(count: Count, name: str, outcome, show_log: bool = False, half: bool = False) -> bool:
    """Counts what run() came back with and shows its line; a half leaves cases to the other one."""
    good, log, seconds, reason = outcome
    passed, failed, skipped = (1, 0, 0) if good else (0, 1, 0)
    note = ""
    cases = cases_of(log.read_text(errors="replace"))
    if cases:
        passed, failed, skipped = cases
        if passed + failed == 0:
            good, reason = False, "no test case was run"
        if not good and failed == 0:  # crashed after its summary
            failed = 1
        good = good and failed == 0
        note = f"{passed + failed} cases" if passed + failed != 1 else "1 case"
        if skipped and not half:
            note += f", {skipped} not run here"
    with count.lock:
        count.passed += passed
        count.failed += failed
        show("ok" if good else "FAIL", name, seconds, note if good else (reason or note))
        if not good:
            tail(log)
        elif show_log:
            for line in log.read_text(errors="replace").strip().splitlines():
                print(f"        {line}".rstrip())
    return good


def skip(count: Count, name: str, reason: str) -> None:
    with count.lock:
        count.skipped += 1
        show("skip", name, None, reason)


def broken(count: Count, name: str, reason: str, log: pathlib.Path) -> None:
    """What a part needs could not be made."""
    with count.lock:
        count.failed += 1
        show("FAIL", name, None, reason)
        tail(log)


def build(count: Count, preset: str, *targets: str) -> bool:
    """Builds a preset without a warning; only a failure counts."""
    name = f"build {preset}"
    good, log, seconds, reason = run(name, ["tools/build.sh", preset, *targets], 2400)
    told = ROOT / "build" / preset / "build.log"
    if good and os.environ.get("LUZTAR_CHECK_ALL") and (warnings := told.read_text(errors="replace").count(" warning: ")):
        good, log, reason = False, told, f"{warnings} warnings"  # those of a newer compiler do not stop a user
    show("ok" if good else "FAIL", name, seconds, reason)
    if not good:
        count.failed += 1
        tail(log, 60)
    return good


def test_programs() -> list[str]:
    """The names of the test programs, one for each folder of tests/ that has tests in C++."""
    return sorted({f"test_{p.parent.name}" for p in (ROOT / "tests").glob("*/*_test.cpp")})


def fuzzers() -> list[str]:
    """The names of the programs that mutate models and imports."""
    return sorted(re.sub("^(mutate|fuzz)_", "fuzz_", p.stem) for p in (ROOT / "tests" / "fuzz").glob("*.cpp"))


@dataclasses.dataclass
class Job:
    """A part that may run beside others."""

    name: str
    command: list[str]
    timeout: float = 600
    environment: dict[str, str] | None = None
    half: bool = False  # of a program: its other cases run in another job
    after: concurrent.futures.Future | None = None  # it runs only if that comes back with True

    def perform(self):
        """What run() comes back with; None if what it needs is not there, which others tell of."""
        if self.after is not None and not self.after.result():
            return None
        return run(self.name, self.command, self.timeout, self.environment)

    def rank(self) -> tuple[bool, int]:
        """Sorts what takes long to the front."""
        name = self.name.split(" ", 1)[-1].split(":")[0]
        return name not in LONGEST, LONGEST.index(name) if name in LONGEST else 0


def side_by_side(count: Count, jobs: list[Job]) -> None:
    """Runs jobs, the longest first, on all cores (at most 4); those that measure times at the end."""
    together = sorted((j for j in jobs if not is_alone(j)), key=Job.rank)
    with concurrent.futures.ThreadPoolExecutor(min(os.cpu_count() or 1, 4)) as pool:
        ends = {pool.submit(j.perform): j for j in together}
        for end in concurrent.futures.as_completed(ends):
            if (outcome := end.result()) is not None:
                judge(count, ends[end].name, outcome, half=ends[end].half)
    for job in filter(is_alone, jobs):
        part(count, job.name, job.command, job.timeout, job.environment)


def is_alone(job: Job) -> bool:
    return job.name in ALONE


def cpp_tests(preset: str, programs: list[str]) -> list[Job]:
    """Test programs of a preset that have been built."""
    jobs = []
    for title in programs:
        program = ROOT / "build" / preset / title
        name = f"{preset} {title.removeprefix('test_')}"
        words = PARTS.get(title, ())
        for i, word in enumerate(words):
            before = [f"-sfe={','.join(f'*{w}*' for w in words[:i])}"] if i else []
            jobs.append(Job(f"{name}: {word}", [str(program), f"-sf=*{word}*", *before], CPP_TIMEOUT,
                            half=True))
        rest = [f"-sfe={','.join(f'*{w}*' for w in words)}"] if words else []
        jobs.append(Job(name, [str(program), *rest], CPP_TIMEOUT, half=bool(words)))
    return jobs


def python_tests() -> list[Job]:
    """Tests of the tools, and what they say of the sources."""
    tests = sorted((ROOT / "tests" / "tools").glob("*_test.py"))
    return [Job("layers", [sys.executable, "tools/check_layers.py", "src/luztar", "apps",
                            "python", "web/module"]),
            Job("sizes of the house", [sys.executable, "tools/house.py", "--limits"]),
            *(Job(t.stem.removesuffix("_test"), [sys.executable, str(t)]) for t in tests)]


def program_tests() -> list[Job]:
    """What needs the finished program."""
    documents = ["README.md", *sorted(map(str, ROOT.glob("docs/*.md")))]
    return [*(Job(name, [sys.executable, test]) for name, test in PROGRAMS_IN_PYTHON.items()),
            Job("code blocks of the documents", [sys.executable, "tools/check_readme.py",
                *documents], environment={"LUZTAR_CHECKING": "1"})]


def heavy_tests(count: Count) -> None:
    """What needs both builds, a browser or LaTeX: side by side, the longest first; then the bench, alone."""
    tests = (web_test, site_test, tidy_test, document_tests, same_bits_test, browser_test, report_plots_test,
             sweep_pages_test, fit_page_test, package_test, layout_test)
    with concurrent.futures.ThreadPoolExecutor(min(os.cpu_count() or 1, 4)) as pool:
        ends = [pool.submit(test, count) for test in tests]
        bench_build = pool.submit(run, "build bench", ["tools/build.sh", "bench"], 1800)
        for end in ends:
            end.result()
    bench(count, bench_build.result())


def same_bits_test(count: Count) -> None:
    part(count, "same bits in dev and release", [sys.executable, "tools/compare_builds.py",
         "build/dev/luztar", "build/release/luztar"])


def layout_test(count: Count) -> None:
    """Sources are laid out as .clang-format says."""
    name, program = "layout of the sources", "clang-format-14"
    if not shutil.which(program):
        return skip(count, name, f"needs {program}; ./check --all installs it")
    folders = ("src", "apps", "python", "tests", "bench", "web/module")
    files = [str(p) for folder in folders for p in sorted((ROOT / folder).rglob("*"))
             if p.suffix in {".h", ".cpp"}]
    part(count, name, [program, "--dry-run", "-Werror", *files])


def tidy_test(count: Count) -> None:
    """No mistake that .clang-tidy knows where bytes and handles are read; of all layers it takes 20 minutes."""
    name, program = "mistakes that clang-tidy knows", "clang-tidy-14"
    if not shutil.which(program):
        return skip(count, name, f"needs {program}; ./check --all installs it")
    part(count, name, [sys.executable, "tools/check_tidy.py", "io", "exchange"], 1200)


def package_test(count: Count) -> None:
    if shutil.which("dpkg-shlibdeps") and shutil.which("file"):
        part(count, PACKAGE, [sys.executable, "tests/install/package_test.py"])
    else:
        skip(count, PACKAGE, "needs dpkg-dev and file; ./check --all installs them")


def browser_test(count: Count) -> None:
    name = "report in a browser"
    tests = [ROOT / "tests" / "browser" / test for test in ("report_test.py", "report_motion_test.py")]
    if not (shutil.which("chromium") or shutil.which("chromium-browser")):
        return skip(count, name, "needs chromium; ./check --all installs it")
    for model in ("examples/janecek_guide.toml", "examples/gear_system.toml", "tests/browser/rigid.toml",
                  "tests/browser/names.toml"):
        report_in_browser(count, f"{name}: {pathlib.Path(model).stem}", model, tests)


def report_plots_test(count: Count) -> None:
    name = "plots of a report in a browser"
    if not (shutil.which("chromium") or shutil.which("chromium-browser")):
        return skip(count, name, "needs chromium; ./check --all installs it")
    part(count, name, [sys.executable, "tests/browser/report_plots_test.py", "build/release/luztar"], 300)


def sweep_pages_test(count: Count) -> None:
    """Pages of sweeps, which a test writes."""
    name = "pages of sweeps in a browser"
    if not (shutil.which("chromium") or shutil.which("chromium-browser")):
        return skip(count, name, "needs chromium; ./check --all installs it")
    folder = LOGS / "sweeps"
    folder.mkdir()
    good, log, _, reason = run(name, ["build/dev/test_io", "-tc=*page*,*with three measures*"],
                               300, {"LUZTAR_WRITE_PAGES": str(folder)})
    if not good:
        return broken(count, name, reason, log)
    part(count, name, [sys.executable, "tests/browser/sweep_test.py", str(folder)], 600)


def fit_page_test(count: Count) -> None:
    for name, test in (("page of a fit in a browser", "fit_test.py"),
                       ("page of a comparison in a browser", "compare_test.py"),
                       ("sliders of a notebook in a browser", "widget_test.py")):
        if not (shutil.which("chromium") or shutil.which("chromium-browser")):
            skip(count, name, "needs chromium; ./check --all installs it")
        else:
            part(count, name, [sys.executable, f"tests/browser/{test}", "build/release/luztar"], 300)


def web_test(count: Count) -> None:
    """The engine as WebAssembly: its package in node and in Chromium."""
    name = "WebAssembly and its npm package"
    if not (shutil.which("em++") and shutil.which("npm")):
        return skip(count, name, "needs emscripten and npm; ./check --all installs emscripten")
    built, log, _, reason = run(f"build {name}", ["tools/build_web.sh"], 2400)
    if not built:
        return broken(count, name, reason, log)
    environment = {"LUZTAR": str(ROOT / "build" / "release" / "luztar")}
    part(count, name, ["npm", "--prefix", "web/package", "test", "--silent"], 300, environment)
    part(count, "speed of WebAssembly", ["npm", "--prefix", "web/package", "run", "bench", "--silent"], 300, environment,
         show_log=True)
    if shutil.which("chromium"):
        part(count, f"{name} in a browser", [sys.executable, "tests/browser/web_module_test.py", "web/package/dist",
             "build/release/luztar"], 300)
        part(count, "page that runs models in a browser", [sys.executable, "tests/web/page_test.py"], 300)


def site_test(count: Count) -> None:
    """The site of the documents: every page, picture and link, the notebook, both references."""
    name = "site of the documents"
    if not shutil.which("doxygen"):
        return skip(count, name, "needs doxygen; ./check --all installs it")
    made, log, _, reason = run(name, ["tools/site.sh"], 1200)
    if not made:
        return broken(count, name, reason, log)
    if shutil.which("chromium") or shutil.which("chromium-browser"):
        part(count, name, [sys.executable, "tests/browser/site_test.py", "build/site"], 600)
    else:
        part(count, name, ["test", "-s", "build/site/index.html"])


def document_tests(count: Count) -> None:
    """Printed documents, those of all examples too, in the programs that show them."""
    folder = LOGS / "documents"
    folder.mkdir()
    commands = [["build/dev/test_derive"]]
    for model in sorted((ROOT / "examples").glob("*.toml")):
        for name, ending in (("latex", "tex"), ("html", "html")):
            commands.append(["build/release/luztar", "derive", str(model), "--steps",
                             "--as-published", "--format", name,
                             "--out", str(folder / f"{model.stem}.{ending}")])
    for command in commands:
        good, log, _, reason = run("documents", command, 300,
                                   {"LUZTAR_WRITE_DOCUMENTS": str(folder)})
        if not good:
            return broken(count, "documents", reason, log)
    pages = sorted(map(str, folder.glob("*.html")))
    part(count, "formulas of pages are MathML",
         [sys.executable, "tests/tools/mathml_core.py", *pages])
    seen = [str(folder / f"{stem}.html") for stem in ("whole", "three_blocks", "planetary_gear")]
    files = sorted(map(str, folder.glob("*.tex")))
    for name, program, command in (
        ("documents in a browser", "chromium", ["tests/browser/document_test.py", *seen]),
        ("documents in LaTeX", "pdflatex", ["tests/latex/compile_test.py", *files]),
    ):
        if shutil.which(program):
            part(count, name, [sys.executable, *command], 900)
        else:
            skip(count, name, f"needs {program}; ./check --all installs it")


MOVING = ("examples/janecek_guide.toml", "examples/gear_system.toml")  # their diagrams are tested in motion


def report_in_browser(count: Count, name: str, model: str, tests: list[pathlib.Path]) -> None:
    report = ROOT / "build" / "check" / "report"
    made, log, _, reason = run("report", [str(ROOT / "luztar"), "simulate", model,
                               "--out", str(report)], 300)
    if not made:
        return broken(count, name, reason, log)
    for test in tests if model in MOVING else tests[:1]:
        part(count, f"{name}, {test.stem}", [sys.executable, str(test), str(report / "report.html")], 300)


def bench(count: Count, built) -> None:
    """Runs what was built with the outcome `built`, which run() came back with."""
    name = "bench beside CVODE and odeint"
    good, log, seconds, reason = built
    if good:
        good, log, seconds, reason = run(name, ["build/bench/bench_peers_bench"], 1800)
    table = log.read_text(errors="replace").strip()
    # Speed is shown here and judged by ./run_bench: a noisy machine must not fail the tests.
    measured = "\nrequired\n" in table
    count.passed += measured
    count.failed += not measured
    note = "" if good else "a requirement is not met here and now" if measured else reason
    show("ok" if measured else "FAIL", name, seconds, note)
    for line in table.splitlines() if measured else []:
        print(f"        {line}".rstrip())
    if not measured:
        tail(log)


def python_package(count: Count) -> bool:
    """Builds the Python package into an environment of its own; only a failure counts."""
    name = f"build {PYTHON}"
    good, log, seconds, reason = run(name, ["tools/python_env.sh"], 2400)
    with count.lock:
        show("ok" if good else "FAIL", name, seconds, reason)
        if not good:
            count.failed += 1
            tail(log)
    return good


def package_tests(package: concurrent.futures.Future) -> list[Job]:
    """What needs the Python package, whose making may still go on: they are the last ones to begin."""
    python = str(ROOT / "build" / "python-env" / "bin" / "python")
    return [Job(PYTHON, [python, "-m", "pytest", "tests/python"], 1800, after=package),
            Job("Python as installed", [python, "tests/install/wheel_test.py"], after=package),
            Job("types of the Python package", [python, "-m", "mypy", "-p", "luztar"], after=package),
            Job("types of the Python examples", [python, "-m", "mypy", "examples/python"], after=package)]


def check_released(count: Count, programs: list[str]) -> bool:
    """With these test programs; False if the program could not be built."""
    print("The program as released, tools, documents", flush=True)
    built = build(count, "release", "all", *programs)
    if built:
        with concurrent.futures.ThreadPoolExecutor(1) as beside:  # most of it waits for the network or one core
            package = beside.submit(python_package, count)
            side_by_side(count, [*cpp_tests("release", programs), *python_tests(), *program_tests(), *package_tests(package)])
        part(count, "guide to all files under 0.2 s", [sys.executable, "tools/check_speed.py",
             "build/release/luztar"], show_log=True)
    else:
        side_by_side(count, python_tests())
        skip(count, "documents and the whole program", "release was not built")
    return built


def check_everything(count: Count) -> None:
    print("C++ tests with sanitizers, assertions and warnings as errors", flush=True)
    # The fuzzer takes minutes of one core: it runs beside the tests of its preset.
    beside = concurrent.futures.ThreadPoolExecutor(1)
    fuzz: list[concurrent.futures.Future] = []
    command = ["build/dev/fuzz_models", str(FUZZ_CASES), str(FUZZ_SEED)]
    more = beside.submit(run, "packages", ["tools/deps.sh", *MORE_PACKAGES], 1200)  # the build needs none of them
    layers = [program for program in test_programs() if program not in WHOLE]
    built = build(count, "dev", "all", *layers, *fuzzers())
    good, log, _, reason = more.result()
    if not good:
        return broken(count, "packages", reason, log)
    if built:
        fuzz.append(beside.submit(run, FUZZ, command, 2400))
        side_by_side(count, cpp_tests("dev", layers))
    if check_released(count, list(WHOLE)) and fuzz:
        print("Both builds, browser, LaTeX, benches", flush=True)
        heavy_tests(count)
    else:
        skip(count, "all that needs both builds", "one of them failed")
    if fuzz:
        judge(count, FUZZ, fuzz[0].result())


def list_long() -> int:
    """Prints the tests that draw models, and how many of them they draw."""
    print("./check --long NAME [--count N] [--first SEED] [--show]\n")
    for test in long_tests.ALL.values():
        print(textwrap.fill(f"  {test.name:20} {test.count:8}  {test.what}", WIDTH, subsequent_indent=" " * 33))
    return 0


def run_long(options: argparse.Namespace) -> int:
    """One test that draws models: its output on the terminal, its exit status."""
    if not options.long:
        return list_long()
    test = long_tests.ALL.get(options.long)
    if test is None:
        near = difflib.get_close_matches(options.long, long_tests.ALL, 3)
        print(f"check: no long test '{options.long}'"
              + (f"; did you mean {' or '.join(near)}?" if near else "; ./check --long lists them"), file=sys.stderr)
        return 2
    targets = [test.where] if test.kind == long_tests.CASES else ["luztar_app"]
    making = [["tools/build.sh", "release", *targets]]
    if test.kind == long_tests.PYTEST:
        making.append(["tools/python_env.sh"])
    for command in making:
        if status := subprocess.call(command, cwd=ROOT):
            return status
    environment = {**os.environ, **test.environment,
                   "LUZTAR_COUNT": str(test.count if options.count is None else options.count)}
    if options.first is not None:
        environment["LUZTAR_FIRST"] = str(options.first)
    if options.show:
        environment["LUZTAR_SHOW"] = "1"
    package_python = str(ROOT / "build" / "python-env" / "bin" / "python")
    return subprocess.call(test.command(sys.executable, package_python), cwd=ROOT, env=environment)


def main() -> int:
    parser = argparse.ArgumentParser(prog="./check", description="Runs tests.")
    parser.add_argument("--long", nargs="?", const="", metavar="NAME",
                        help="one test that draws models at random; without a name: lists them")
    parser.add_argument("--count", type=int, help="of --long: how many models")
    parser.add_argument("--first", type=int, help="of --long: seed of the first model")
    parser.add_argument("--show", action="store_true", help="of --long: print what is drawn")
    parser.add_argument("--all", action="store_true",
                        help="sanitizers, fuzzer, browser, LaTeX and benches too (CI=true)")
    options = parser.parse_args()
    if options.long is not None:
        return run_long(options)
    everything = options.all or os.environ.get("CI") == "true"
    shutil.rmtree(LOGS, ignore_errors=True)
    LOGS.mkdir(parents=True)
    began = time.monotonic()
    count = Count()
    print(f"On two cores: {HOW_LONG[everything]}.", flush=True)
    if everything:
        check_everything(count)
    else:
        check_released(count, test_programs())
    print(f"\n{time.monotonic() - began:.0f} s in all"
          + ("" if everything else "; not run: sanitizers, fuzzer, browser, LaTeX (./check --all)"))
    print(count.line())
    return 1 if count.failed or not count.passed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        for process in list(running):
            kill(process)
        sys.exit("\ninterrupted")
