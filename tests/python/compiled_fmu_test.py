#!/usr/bin/env python3
"""FMUs that are compiled for one model, in FMPy: valid, small, and the same motion as `luztar simulate`.

    LUZTAR_APP=build/release/luztar tests/python/compiled_fmu_test.py [EXAMPLE...]

Without names a choice of examples; LUZTAR_COUNT says how many, from the first on. Needs FMPy (PyPI) and a C compiler.
"""
import csv
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

import fmpy
import luztar
import numpy as np
from fmpy.validation import validate_fmu

ROOT = pathlib.Path(__file__).resolve().parents[2]
APP = os.environ.get("LUZTAR_APP", str(ROOT / "build/release/luztar"))
LISTED = [line.strip() for line in (ROOT / "examples/list.txt").read_text().splitlines() if line.startswith("  ")]
REFUSED = ["iwan", "ratchet", "slider_crank", "steering", "worm_gear_rigid"]  # by export c
ENDED = ["bouncing_ball", "rattling_gear", "hertz_impact", "gear_system_simplified_1"]  # early, as those of export c
AT_ROWS = ["backlash", "freewheel_roll_feed"]  # an event at the instant of a row is before it or behind by rounding
MOST_STEPS = 40  # gear_system doubles small errors again and again
SMALL = 1_000_000  # bytes of an FMU; that of any model has megabytes
FLAGS = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"]
MOTIONS = 1e-10  # of the largest value, or 1
FORCES = 1e-8


def run(*arguments: object) -> None:
    subprocess.run([APP, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)


class CompiledTest(unittest.TestCase):
    names = ["belt", "gear_system", "janecek_guide"]
    folder: pathlib.Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)

    def exported(self, name: str, *arguments: object) -> pathlib.Path:
        file = self.folder / f"{name}.fmu"
        if not file.exists():
            run("export", "fmu", ROOT / f"examples/{name}.toml", "--compiled", "-o", file, *arguments)
        return file

    def test_valid_and_small(self) -> None:
        for name in self.names:
            with self.subTest(name=name):
                file = self.exported(name)
                self.assertEqual(validate_fmu(str(file)), [])
                self.assertLess(file.stat().st_size, SMALL)

    def test_steps_are_rows_of_simulate(self) -> None:
        for name in self.names:
            experiment = fmpy.read_model_description(str(self.exported(name))).defaultExperiment
            start, stop = float(experiment.startTime), float(experiment.stopTime)
            for step in (1e-3, 1e-2):
                count = min(int((stop - start) / step + 1e-9), MOST_STEPS)
                if count > 0:
                    with self.subTest(name=name, step=step):
                        self.compare(name, start, step, count)

    def compare(self, name: str, start: float, step: float, count: int) -> None:
        out = self.folder / "run"
        run("simulate", ROOT / f"examples/{name}.toml", "--no-report", "-q", "-o", out, "--duration", count*step,
            "--interval", step)
        with open(out / "trajectory.csv", newline="") as table:
            head, *rows = csv.reader(table)
        got = fmpy.simulate_fmu(str(self.exported(name)), start_time=start, stop_time=start + count*step,
                                output_interval=step)
        self.assertEqual(len(got), len(rows))
        for output in got.dtype.names[1:]:
            wanted = np.array([float(row[head.index(output)]) for row in rows])
            size = max(1.0, np.abs(wanted).max())
            allowed = FORCES if output.startswith("f.") else MOTIONS
            self.assertLessEqual(np.abs(got[output] - wanted).max(), allowed*size, output)

    def test_inputs_are_those_of_the_fmu_of_any_model(self) -> None:
        model = self.folder / "driven_gear.toml"
        text = (ROOT / "examples/gear_system.toml").read_text()
        model.write_text(text.replace("[parameters]", "[parameters]\nM = 5", 1).replace('"5*sin(3*pi*t)"', '"M"'))
        one, other = self.folder / "one.fmu", self.folder / "other.fmu"
        run("export", "fmu", model, "--inputs", "M", "-o", one, "--compiled")
        run("export", "fmu", model, "--inputs", "M", "-o", other, "--kind", "cs")
        times = np.arange(11)*0.01
        given = np.array(list(zip(times, 5*np.cos(40*times))), dtype=[("time", float), ("M", float)])
        rows = [fmpy.simulate_fmu(str(file), input=given, output_interval=0.01, stop_time=0.1,
                                  fmi_type="CoSimulation", start_values={"k_dg": 1500}) for file in (one, other)]
        self.assertEqual(rows[0].dtype.names, rows[1].dtype.names)
        for name in rows[0].dtype.names:
            size = max(1.0, np.abs(rows[1][name]).max())
            self.assertLessEqual(np.abs(rows[0][name] - rows[1][name]).max(), FORCES*size, name)

    def test_sources_alone_make_the_library(self) -> None:
        with zipfile.ZipFile(self.exported("belt")) as fmu:
            fmu.extractall(self.folder / "unpacked")
        sources = sorted((self.folder / "unpacked/sources").glob("*.c"))
        self.assertEqual([source.name for source in sources], ["belt.c", "belt_fmu.c"])
        official = (pathlib.Path(fmpy.__file__).parent / "c-code/fmi2Functions.h").read_text()
        wanted = set(re.findall(r"FMI2_Export\s+\w+\s+(\w+);", official))
        self.assertEqual(len(wanted), 44)
        for compiler in ("gcc", "clang"):
            if shutil.which(compiler):
                with self.subTest(compiler=compiler):
                    library = self.folder / f"{compiler}.so"
                    subprocess.run([compiler, *FLAGS, "-fPIC", "-shared", "-o", library, *sources, "-lm"], check=True)
                    names = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True,
                                           text=True).stdout.split()
                    self.assertEqual(wanted - set(names), set())

    def test_python_exports_the_same(self) -> None:
        model = luztar.load(ROOT / "examples/belt.toml")
        file = self.folder / "python.fmu"
        model.export_fmu(file, compiled=True)
        self.assertEqual(validate_fmu(str(file)), [])
        self.assertIn("sources/python.c", zipfile.ZipFile(file).namelist())
        with self.assertRaisesRegex(ValueError, "FMI 2.0"):
            model.export_fmu(self.folder / "none.fmu", compiled=True, version=3)
        with self.assertRaisesRegex(RuntimeError, "cannot run 'no_such_cc'"):
            model.export_fmu(self.folder / "none.fmu", compiled=True, compiler="no_such_cc")

    def test_no_compiler_is_told(self) -> None:
        done = subprocess.run([APP, "export", "fmu", ROOT / "examples/belt.toml", "--compiled", "--compiler",
                               "no_such_cc", "-o", self.folder / "none.fmu"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot run 'no_such_cc'", done.stderr)
        self.assertFalse((self.folder / "none.fmu").exists())


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        CompiledTest.names = sys.argv[1:]
        del sys.argv[1:]
    elif "LUZTAR_COUNT" in os.environ:
        CompiledTest.names = [name for name in LISTED[:int(os.environ["LUZTAR_COUNT"])]
                              if name not in REFUSED + ENDED + AT_ROWS]
    unittest.main()
