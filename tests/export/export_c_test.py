#!/usr/bin/env python3
"""Programs that `luztar export c` writes: compiled, run, and held against `luztar simulate`.

With names of examples: those. LUZTAR_ALL_EXAMPLES=1: all that are exported."""
import csv
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
APP = os.environ.get("LUZTAR_APP", str(ROOT / "build" / "release" / "luztar"))
FLAGS = ["-std=c99", "-pedantic", "-Wall", "-Werror", "-O1"]
FEW = ["belt", "preloaded_pads", "hysteresis", "two_blocks_m2_zero"]
MORE = [
    "gear_pair", "three_blocks", "clutch", "sampled_servo", "janecek_guide", "newtons_cradle",
    "bearing_massless", "measured_friction", "encoder_servo", "gear_system", "sliding_bearing",
    "two_blocks_m1_inf",
    "air_spring", "air_spring_fit", "backlash", "band_brake", "bearing", "brake", "brake_squeal",
    "burridge_knopoff", "dahl", "den_hartog", "drill_string", "emps", "freeplay_spring",
    "friction_oscillator", "gear_system_simplified_3", "hunting_servo", "janecek_guide_jumps",
    "janecek_guide_measured", "layers_100", "layers_8", "lugre", "massless_block", "motor_map",
    "parallel_frictions", "parallel_frictions_substitute", "planetary_gear", "prandtl_tomlinson",
    "rate_and_state", "shaft_in_socket", "single_mass", "three_blocks_m3_inf",
    "two_blocks_m1_zero", "two_blocks_m2_inf", "two_blocks_on_ground", "two_blocks_one_pair"]
REFUSED = {"iwan": "joint_1", "ratchet": "drive", "slider_crank": "pin", "steering": "column",
           "worm_gear_rigid": "mesh_loss_plus"}
TIMES = 1e-9  # of the larger of 1 s and the time; burridge_knopoff is chaotic
CHAOTIC = {"burridge_knopoff": 1e-5}


def chosen() -> list[str]:
    return FEW + MORE if os.environ.get("LUZTAR_ALL_EXAMPLES") else FEW


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(text.splitlines()))[1:]


class ExportCTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def export(self, name: str) -> subprocess.CompletedProcess[str]:
        return run(APP, "export", "c", str(ROOT / "examples" / f"{name}.toml"), "-o",
                   str(self.folder))

    def compiled(self, name: str) -> str:
        source = str(self.folder / f"{name}.c")
        for compiler in filter(shutil.which, ("gcc", "clang")):
            done = run(compiler, *FLAGS, "-c", source, "-o", f"{source}.o")
            self.assertEqual((done.returncode, done.stderr), (0, ""), f"{name} {compiler}")
            unknown = run("nm", "-u", f"{source}.o").stdout
            self.assertNotRegex(unknown, "malloc|calloc|realloc|free|printf")
        done = run("cc", *FLAGS, "-DLUZTAR_MAIN", source, "-o", f"{source}.exe", "-lm")
        self.assertEqual(done.stderr, "")
        return f"{source}.exe"

    def test_events_are_those_of_simulate(self) -> None:
        for name in chosen():
            with self.subTest(name):
                self.assertEqual(self.export(name).stderr, "")
                program = run(self.compiled(name))
                self.assertIn(": fine", program.stderr)
                out = self.folder / "out"
                run(APP, "simulate", str(ROOT / "examples" / f"{name}.toml"), "--no-report", "-o",
                    str(out))
                wanted, got = rows((out / "events.csv").read_text()), rows(program.stdout)
                self.assertEqual([row[1:4] + row[4].split()[:1] for row in got],
                                 [row[1:4] + row[4].split()[:1] for row in wanted])
                for own, other in zip(got, wanted):
                    t = float(other[0])
                    self.assertLess(abs(float(own[0]) - t),
                                    CHAOTIC.get(name, TIMES)*max(1.0, abs(t)))

    def test_the_motion_does_not_depend_on_the_step(self) -> None:
        self.export("belt")
        program = self.compiled("belt")
        self.assertEqual(run(program, "20", "0.001").stdout, run(program, "20", "0.37").stdout)

    def test_what_cannot_be_exported_is_refused_by_name(self) -> None:
        for name, culprit in REFUSED.items():
            done = self.export(name)
            self.assertNotEqual(done.returncode, 0)
            self.assertRegex(done.stderr, rf"{name}\.toml:\d+:\d+: .*'{culprit}'")


if __name__ == "__main__":
    unittest.main()
