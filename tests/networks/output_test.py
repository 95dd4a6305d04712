#!/usr/bin/env python3
"""[output]: any choice of channels and formats is a part of the files of the full run, bit by bit, and the memory that
a run takes does not depend on the number of samples.

LUZTAR_APP is the program, LUZTAR_OUTPUTS how many sections to draw, LUZTAR_SAMPLES the samples of the long run.
"""
import csv
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import arrays  # noqa: E402
from large import Draw  # noqa: E402
from runs import APP, Run  # noqa: E402
from toml_text import model_text  # noqa: E402

SECTIONS = int(os.environ.get("LUZTAR_COUNT", "30"))
SAMPLES = int(os.environ.get("LUZTAR_SAMPLES", "2000000"))
FIRST = int(os.environ.get("LUZTAR_FIRST", "1"))
GROUPS = ("q", "v", "a", "d", "f", "mode", "z")
OUTPUTS = {"trajectory.csv", "t.npy", "channels.json", *(f"{group}.npy" for group in GROUPS)}


def expression(pattern):
    """* stands for any characters, ? for one."""
    return re.compile("".join({"*": ".*", "?": "."}.get(letter, re.escape(letter)) for letter in pattern))


def table(path):
    """Column -> texts of its cells."""
    with open(path, encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return {name: [row[k] for row in rows[1:]] for k, name in enumerate(rows[0])}


def columns_of(folder):
    """Column -> numbers, of the .npy files that channels.json names."""
    (rows,), times = arrays.read(folder / "t.npy")
    found = {"t": list(times)}
    for group, names in json.loads((folder / "channels.json").read_text()).items():
        shape, values = arrays.read(folder / f"{group}.npy")
        assert shape == (rows, len(names)) and len(values) == rows * len(names), (shape, len(values))
        for k, owner in enumerate(names):
            found[f"{group}.{owner}"] = list(values[k::len(names)])
    return found


class Output(unittest.TestCase):
    def test_a_choice_is_a_part_of_the_full_files(self):
        for method in ("events", "stepping"):
            with tempfile.TemporaryDirectory() as folder:
                self.look_at(method, pathlib.Path(folder))

    def look_at(self, method, folder):
        draw = Draw(FIRST, method)
        model = draw.model(draw.frame(0.3), draw.parts(12, 6))
        if method == "events":
            model["bodies"]["bristle"] = {"mass": 1, "velocity": 0.2}
            model["frictions"]["brush"] = {"between": ["bristle", "ground"], "law": "dahl", "sigma0": 100, "kinetic": 1}
        else:
            del model["simulation"]["samples"]
            model["simulation"]["interval"] = 0.0325  # within steps
        path = folder / "model.toml"
        path.write_text(model_text(model))
        full = table(self.run_of(path, folder / "full").folder / "trajectory.csv")
        pick = random.Random(FIRST)
        for section in range(SECTIONS // 2):
            with self.subTest(method=method, section=section):
                self.look_at_section(pick, model, full, folder)

    def run_of(self, path, folder, *options):
        run = Run(path, folder, *options)
        self.assertEqual(run.code, 0, run.words)
        return run

    @staticmethod
    def pattern(pick, names):
        """A name with stars and question marks in the place of some of its letters."""
        text = pick.choice(names)
        for _ in range(pick.randint(0, 3)):
            a = pick.randrange(len(text))
            b = min(len(text), a + pick.choice([1, 1, 2, 5, 9]))
            text = text[:a] + (pick.choice(["*", "?" * (b - a), "*"])) + text[b:]
        return text

    def look_at_section(self, pick, model, full, folder):
        names = [name for name in full if name != "t"]
        patterns = [self.pattern(pick, names) for _ in range(pick.randint(1, 4))]
        chosen = [name for name in names if any(expression(pattern).fullmatch(name) for pattern in patterns)]
        formats = pick.choice([["csv"], ["npy"], ["csv", "npy"], ["npy", "csv"]])
        output = {"channels": patterns if len(patterns) > 1 or pick.random() < 0.5 else patterns[0],
                  "format": formats if len(formats) > 1 or pick.random() < 0.5 else formats[0]}
        path = folder / "model.toml"  # of the same name, into the folder of the run before
        path.write_text(model_text({**model, "output": output}))
        strangers = [pattern for pattern in patterns if not any(map(expression(pattern).fullmatch, names))]
        if strangers:
            self.assertIn(f"no channel fits '{strangers[0]}'", Run(path, folder / "none").words)
            return
        out = self.run_of(path, folder / "part").folder
        written = {file.name for file in out.iterdir()} & OUTPUTS
        expected = {"trajectory.csv"} if "csv" in formats else set()
        if "npy" in formats:
            expected |= {"t.npy", "channels.json", *(name.split(".")[0] + ".npy" for name in chosen)}
        self.assertEqual(written, expected, output)
        if "csv" in formats:
            self.assertEqual(list(table(out / "trajectory.csv").items()),
                             [("t", full["t"]), *((name, full[name]) for name in chosen)])
        if "npy" in formats:
            found = columns_of(out)
            by_group = [name for group in GROUPS for name in chosen if name.split(".")[0] == group]
            self.assertEqual(list(found), ["t", *by_group], output)
            for name, values in found.items():
                self.assertEqual(values, list(map(float, full[name])), name)

    def test_a_pattern_that_fits_nothing_is_told_with_its_place(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "m.toml"
            path.write_text('[bodies.block]\nmass = 1\n[simulation]\nduration = 1\n[output]\nchannels = ["q.*",\n'
                            '  "v.blok"]\n')
            run = Run(path, pathlib.Path(folder) / "out")
            self.assertEqual((run.code, run.words.strip()), (
                2, f"{path}:7:4: no channel fits 'v.blok'; did you mean 'v.block'?"))
            self.assertFalse((pathlib.Path(folder) / "out").exists())

    def test_memory_does_not_depend_on_the_number_of_samples(self):
        for form in ("csv", "npy"):
            with self.subTest(form=form), tempfile.TemporaryDirectory() as folder:
                small = self.memory(pathlib.Path(folder), form, 1000)
                large = self.memory(pathlib.Path(folder), form, SAMPLES)
                print(f"{form}: {small} kB with 1000 samples, {large} kB with {SAMPLES}")
                self.assertLess(large, small + 8000)

    def memory(self, folder, form, samples):
        """Of a run that writes the files, at its peak [kB]; at least what this script has."""
        path = folder / "m.toml"
        path.write_text('[bodies.block]\nmass = 1\nvelocity = 1\n[springs.spring]\nbetween = ["block", "ground"]\n'
                        f'stiffness = 50\n[simulation]\nduration = 20\nsamples = {samples}\n[output]\n'
                        f'channels = ["q.*", "v.*"]\nformat = "{form}"\n')
        with subprocess.Popen([APP, "simulate", str(path), "--out", str(folder / "out"), "--no-report", "-q"]) as run:
            _, status, used = os.wait4(run.pid, 0)
            run.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(run.returncode, 0)
        if form == "npy":
            self.assertEqual((folder / "out" / "q.npy").stat().st_size % 64, samples * 8 % 64)
            self.assertEqual(arrays.read(folder / "out" / "q.npy")[0], (samples, 1))
        else:
            with open(folder / "out" / "trajectory.csv", "rb") as file:
                self.assertEqual(sum(1 for _ in file), samples + 1)
        return used.ru_maxrss


if __name__ == "__main__":
    unittest.main()
