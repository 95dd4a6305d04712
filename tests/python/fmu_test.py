#!/usr/bin/env python3
"""FMUs of the examples in FMPy: valid, and the same motion as `luztar simulate`.

    LUZTAR_APP=build/release/luztar tests/python/fmu_test.py [EXAMPLE...]

Without names a choice of examples; LUZTAR_COUNT says how many, from the first on. Needs FMPy (PyPI).
"""
import contextlib
import csv
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import fmpy
import numpy as np
from fmpy.validation import validate_fmu

ROOT = pathlib.Path(__file__).resolve().parents[2]
APP = os.environ.get("LUZTAR_APP", str(ROOT / "build/release/luztar"))
LISTED = [line.strip() for line in (ROOT / "examples/list.txt").read_text().splitlines() if line.startswith("  ")]
USUAL = ["single_mass", "gear_system", "lugre", "hunting_servo", "clutch"]
# Model Exchange is held to events where those are not chaotic, and do not accumulate.
EVENTS = ["single_mass", "two_blocks_m1_zero", "layers_8", "freeplay_spring", "hysteresis", "bearing", "clutch",
          "planetary_gear", "belt"]
TOLERANCE = 1e-8  # of CVode
MOST_STEPS = 1000


def run(*arguments: object) -> None:
    subprocess.run([APP, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)


class Exported(unittest.TestCase):
    names = USUAL

    def setUp(self) -> None:
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def enterContext(self, context):  # of Python 3.11
        stack = contextlib.ExitStack()
        self.addCleanup(stack.close)
        return stack.enter_context(context)

    def exported(self, name: str, version: int) -> str:
        file = self.folder / f"{name}{version}.fmu"
        if not file.exists():
            run("export", "fmu", ROOT / f"examples/{name}.toml", "--fmi", version, "-o", file)
        return str(file)

    def rows(self, name: str, *arguments: object) -> tuple[list[str], np.ndarray]:
        out = self.folder / "run"
        run("simulate", ROOT / f"examples/{name}.toml", "--no-report", "-q", "-o", out, *arguments)
        with open(out / "trajectory.csv", newline="") as file:
            head, *rows = csv.reader(file)
        return head, np.array([[float(x or "nan") for x in row] for row in rows])

    def test_valid(self) -> None:
        for name in self.names:
            for version in (2, 3):
                with self.subTest(name=name, version=version):
                    self.assertEqual(validate_fmu(self.exported(name, version)), [])

    def test_steps_are_rows_of_simulate(self) -> None:
        for name in self.names:
            for version in (2, 3):
                experiment = fmpy.read_model_description(self.exported(name, version)).defaultExperiment
                start, stop = float(experiment.startTime), float(experiment.stopTime)
                for step in (1.0, 1e-2, 1e-4):
                    count = min(int((stop - start) / step + 1e-9), MOST_STEPS)
                    if count > 0:
                        with self.subTest(name=name, version=version, step=step):
                            self.compare(name, version, start, step, count)

    def compare(self, name: str, version: int, start: float, step: float, count: int) -> None:
        head, rows = self.rows(name, "--duration", count * step, "--interval", step)
        got = fmpy.simulate_fmu(self.exported(name, version), fmi_type="CoSimulation", start_time=start,
                                stop_time=start + count * step, output_interval=step)
        self.assertEqual(len(got), len(rows))
        for output in got.dtype.names[1:]:
            wanted = rows[:, head.index(output)]
            size = max(1.0, np.abs(wanted).max())
            self.assertLessEqual(np.abs(got[output] - wanted).max(), 1e-10 * size, output)

    def test_events_of_cvode_are_those_of_simulate(self) -> None:
        for name in (n for n in self.names if n in EVENTS):
            self.rows(name, "--samples", 2)
            with open(self.folder / "run/events.csv", newline="") as file:
                wanted = [(float(row["t"]), row["element"], row["cause"]) for row in csv.DictReader(file)]
            for version in (2, 3):
                with self.subTest(name=name, version=version):
                    self.compare_events(name, version, wanted)

    def compare_events(self, name: str, version: int, wanted: list[tuple[float, str, str]]) -> None:
        words: list[str] = []

        def note(*arguments: object) -> None:  # category and words are the last two
            if arguments[-2] == b"logEvents":
                words.append(arguments[-1].decode())
        file = self.exported(name, version)
        experiment = fmpy.read_model_description(file).defaultExperiment
        fmpy.simulate_fmu(file, fmi_type="ModelExchange", relative_tolerance=TOLERANCE, logger=note,
                          debug_logging=True, start_time=float(experiment.startTime),
                          stop_time=float(experiment.stopTime))
        got = [(float(time), *rest.rsplit(" ", 1)) for time, rest in (text.split(" s: ") for text in words)]
        self.assertEqual([event[1:] for event in got], [event[1:] for event in wanted])
        length = float(experiment.stopTime) - float(experiment.startTime)
        for ours, theirs in zip(got, wanted):
            self.assertLessEqual(abs(ours[0] - theirs[0]), 100 * TOLERANCE * length)

    def test_inputs_of_a_table_are_those_of_a_signal(self) -> None:
        """A force that FMPy gives step by step, and the same force as data."""
        model = self.folder / "pushed.toml"
        model.write_text('parameters.F = 0\nbodies.a.mass = 2\nsimulation.duration = 1\n'
                         'frictions.g = { between = ["a", "ground"], kinetic = 1 }\n'
                         'forces.f = { on = "a", value = "F" }\n')
        file = self.folder / "pushed.fmu"
        run("export", "fmu", model, "--inputs", "F", "-o", file)
        times = np.arange(11) * 0.1
        given = np.array(list(zip(times, 5 * np.sin(7 * times))), dtype=[("time", float), ("F", float)])
        got = fmpy.simulate_fmu(str(file), fmi_type="CoSimulation", input=given, output_interval=0.1,
                                stop_time=1.0)
        (self.folder / "force.csv").write_text("t,F\n" + "".join(f"{t!r},{f!r}\n" for t, f in given.tolist()))
        other = self.folder / "data.toml"
        other.write_text(model.read_text().replace("parameters.F = 0\n", "")
                         + 'signals.F = { file = "force.csv", interpolation = "hold" }\n')
        out = self.folder / "run"
        run("simulate", other, "--interval", 0.1, "-o", out, "-q", "--no-report")
        with open(out / "trajectory.csv", newline="") as rows:
            wanted = [float(row["q.a"]) for row in csv.DictReader(rows)]
        np.testing.assert_allclose(got["q.a"], wanted, atol=1e-10)

    def test_declarations_are_those_of_the_standard(self) -> None:
        """Our sources, compiled with the official headers in the place of our types."""
        official = pathlib.Path(fmpy.__file__).parent / "c-code"
        shim = self.folder / "luztar/exchange/fmu"
        shim.mkdir(parents=True)
        (shim / "fmi2_types.h").write_text(f'#pragma once\n#include "{official}/fmi2Functions.h"\n')
        (shim / "fmi3_types.h").write_text(f'#pragma once\n#include "{official}/fmi3Functions.h"\n')
        for source in ("fmi2_functions", "fmi2_solving", "fmi3_functions", "fmi3_solving", "fmi3_values"):
            subprocess.run(["c++", "-std=c++20", "-fsyntax-only", f"-I{self.folder}", f"-I{ROOT / 'src'}",
                            ROOT / f"src/luztar/exchange/fmu/{source}.cpp"], check=True)
        headers = "".join((official / f"fmi{n}Functions.h").read_text() for n in (2, 3))
        library = pathlib.Path(APP).with_name("libluztar_c.so")
        names = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True,
                               text=True).stdout.split()
        wanted = set(re.findall(r"FMI[23]_Export\s+\w+\s+(\w+);", headers))
        self.assertEqual(len(wanted), 119)
        self.assertEqual(wanted - set(names), set())


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        Exported.names = sys.argv[1:]
        del sys.argv[1:]
    elif "LUZTAR_COUNT" in os.environ:
        Exported.names = LISTED[:int(os.environ["LUZTAR_COUNT"])]
    unittest.main()
