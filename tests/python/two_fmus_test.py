#!/usr/bin/env python3
"""EMPS as two FMUs, a drive and its controller, beside the one model: the same rows.

    LUZTAR_APP=build/release/luztar tests/python/two_fmus_test.py

Needs FMPy (PyPI).
"""
import csv
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import fmpy
from fmpy.fmi2 import FMU2Slave

ROOT = pathlib.Path(__file__).resolve().parents[2]
APP = os.environ.get("LUZTAR_APP", str(ROOT / "build/release/luztar"))
PERIOD = 1e-3  # of the controller [s]
STEPS = 1500
OF_DRIVE = ("M", "Fv", "Fc", "off")


class Parts:
    """The tables of examples/emps.toml, shared out to two models that know each other by inputs alone."""

    def __init__(self) -> None:
        text = (ROOT / "examples/emps.toml").read_text()
        chunks = re.split(r"^(?=\[)", text, flags=re.MULTILINE)[1:]
        self.tables = {chunk[1:chunk.index("]")]: chunk for chunk in chunks}

    def parameters(self, of_drive: bool) -> str:
        lines = self.tables["parameters"].splitlines()
        return "\n".join(line for line in lines
                         if line.startswith("[") or (line.split("=")[0].strip() in OF_DRIVE) == of_drive)

    def drive(self) -> str:
        return "\n".join([self.parameters(True), 'u = { value = 0, unit = "N" }',
                          self.tables["bodies.carriage"], self.tables["frictions.guide"],
                          self.tables["forces.motor"].replace("x.drive.force", "u"),
                          self.tables["forces.offset"], "[simulation]\nduration = 7"])

    def controller(self) -> str:
        signals = [table for name, table in self.tables.items() if name.startswith("signals.")]
        return "\n".join([self.parameters(False), 'q = { value = 0, unit = "m" }', *signals,
                          self.tables["controllers.drive"].replace("q.carriage", "q"),
                          "[bodies.none]\nmass = inf\n[simulation]\nduration = 7"])


class Emps(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def fmu(self, name: str, text: str, given: str, output: str) -> tuple[FMU2Slave, int, int]:
        (self.folder / f"{name}.toml").write_text(text)
        file = str(self.folder / f"{name}.fmu")
        subprocess.run([APP, "export", "fmu", str(self.folder / f"{name}.toml"), "--fmi", "2", "--inputs", given,
                        "--outputs", output, "-o", file], check=True, stdout=subprocess.DEVNULL)
        description = fmpy.read_model_description(file)
        fmu = FMU2Slave(unzipDirectory=fmpy.extract(file, str(self.folder / name)), guid=description.guid,
                        modelIdentifier=description.coSimulation.modelIdentifier, instanceName=name)
        fmu.instantiate()
        fmu.setupExperiment(startTime=0.0)
        fmu.enterInitializationMode()
        fmu.exitInitializationMode()
        references = {variable.name: variable.valueReference for variable in description.modelVariables}
        return fmu, references[given], references[output]

    def test_rows_are_those_of_the_one_model(self) -> None:
        parts = Parts()
        drive, u, q = self.fmu("drive", parts.drive(), "u", "q.carriage")
        controller, place, force = self.fmu("controller", parts.controller(), "q", "x.drive.force")
        subprocess.run([APP, "simulate", str(ROOT / "examples/emps.toml"), "--duration", str(STEPS * PERIOD),
                        "--interval", str(PERIOD), "--no-report", "-q", "-o", str(self.folder / "one")], check=True)
        with open(self.folder / "one/trajectory.csv", newline="") as file:
            rows = {round(float(row["t"]) / PERIOD): float(row["q.carriage"]) for row in csv.DictReader(file)}
        worst = 0.0
        for step in range(STEPS):
            drive.doStep(step * PERIOD, PERIOD)
            measured = drive.getReal([q])
            controller.setReal([place], measured)  # its sample at the end of the step reads it
            controller.doStep(step * PERIOD, PERIOD)
            drive.setReal([u], controller.getReal([force]))
            worst = max(worst, abs(measured[0] - rows[step + 1]))
        self.assertGreater(max(rows.values()), 0.05)  # it has moved
        self.assertLess(worst, 1e-13)
        for fmu in (drive, controller):
            fmu.terminate()
            fmu.freeInstance()


if __name__ == "__main__":
    unittest.main()
