#!/usr/bin/env python3
"""A run that is killed at any moment, and taken up again, leaves the files of one that was not.

LUZTAR_APP is the program, LUZTAR_RESTARTS how many runs with random kills and how many with kills aimed at a call that
changes files to make of each model (few by default), LUZTAR_FIRST the first seed, LUZTAR_MODELS a part of the names of
the models to take.
"""
import csv
import os
import pathlib
import shutil
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import runs  # noqa: E402
from runs import luztar  # noqa: E402

COUNT = int(os.environ.get("LUZTAR_COUNT", "1"))
FIRST = int(os.environ.get("LUZTAR_FIRST", "1"))
LENGTH = 1
MOST_KILLS = 6
PAUSES = (0, 0.02, 1000)
KILLED = -9


class Desk:
    """A folder with a model and the results of a whole run of it."""

    def __init__(self, folder, name, text):
        self.name = name
        self.folder = pathlib.Path(folder) / name.replace(" ", "_").replace(",", "")
        self.folder.mkdir()
        (self.folder / "m.toml").write_text(text)
        self.whole = self.folder / "whole"
        began = time.monotonic()
        self.run("--out", "whole", "--checkpoint", 1000)
        self.seconds = time.monotonic() - began

    def run(self, *options, **how):
        status, words = luztar(self.folder, "simulate", "m.toml", "-q", *options, **how)
        if status:
            raise AssertionError(f"{self.name} {options}: status {status}: {words}")

    def out(self):
        """The folder of the results, empty."""
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        return self.folder / "out"

    def next_options(self, pause):
        """Of a run that goes on, or begins if there is nothing to go on from; None: it is at its end."""
        out = self.folder / "out"
        if (out / "checkpoint.bin").exists():
            return ["--resume", "out", "--checkpoint", pause]
        return None if (out / "summary.json").exists() else ["--out", "out", "--checkpoint", pause]


class Restarts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # In memory, where there is such a place: what waits for the disk waits for nothing here.
        cls.place = tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
        cls.faults = runs.faults(cls.place.name)
        part = os.environ.get("LUZTAR_MODELS", "")
        cls.desks = [Desk(cls.place.name, name, text) for name, text in runs.models(LENGTH).items() if part in name]
        cls.kills = {}

    @classmethod
    def tearDownClass(cls):
        cls.place.cleanup()
        for what, number in sorted(cls.kills.items()):
            print(f"{what}: {number}")

    def count(self, what, number=1):
        self.kills[what] = self.kills.get(what, 0) + number

    def compare(self, desk, folder, words):
        self.count("comparisons")
        different = runs.differences(desk.whole, folder)
        if different:
            self.count("wrong")
        self.assertFalse(different, f"{desk.name}: {words}")

    def test_checkpoints_change_no_byte(self):
        for desk in self.desks:
            with self.subTest(model=desk.name):
                desk.run("--out", desk.out(), "--checkpoint", 0)
                self.compare(desk, desk.folder / "out", "a checkpoint wherever one can be")
                if desk.name == "islands":
                    continue  # docs/results.md: the same to rounding
                desk.run("--out", desk.out(), "--no-report")
                self.assertFalse(runs.differences(desk.whole, desk.folder / "out", proofs=False))

    def test_kills_at_random_moments(self):
        for desk in self.desks:
            for seed in range(FIRST, FIRST + COUNT):
                with self.subTest(model=desk.name, seed=seed):
                    self.kill_at_random(desk, seed)

    def kill_at_random(self, desk, seed):
        pick = runs.draw(f"{desk.name} {seed}")
        desk.out()
        words = []
        while (options := desk.next_options(pick.choice(PAUSES))) is not None:
            if len(words) == MOST_KILLS:
                desk.run(*options)
                break
            seconds = pick.uniform(0.003, 1.1 * desk.seconds)
            status, said, _ = runs.killed_after(desk.folder, seconds, "simulate", "m.toml", "-q", *options)
            words.append(f"{options} for {seconds:.4f} s")
            self.assertIn(status, (0, KILLED), said)
            self.count("random kills", status == KILLED)
        self.compare(desk, desk.folder / "out", words)

    def test_kills_at_every_change_of_a_file(self):
        for desk in self.desks:
            calls = self.calls(desk, "--out", desk.out(), "--checkpoint", 0)
            for seed in range(FIRST, FIRST + COUNT):
                with self.subTest(model=desk.name, seed=seed):
                    self.kill_at_call(desk, seed, calls)

    def calls(self, desk, *options):
        """That change files, of a run."""
        path = desk.folder / "calls"
        desk.run(*options, environment={"LD_PRELOAD": self.faults, "FAULTS_COUNT": str(path)})
        return int(path.read_text())

    def kill_at_call(self, desk, seed, calls):
        """The first kills are spread over all calls, the first and last ones more often."""
        pick = runs.draw(f"{desk.name} {seed} aimed")
        at = pick.choice([pick.randint(1, calls), pick.randint(max(1, calls - 40), calls), pick.randint(1, 20)])
        desk.out()
        words = []
        while (options := desk.next_options(pick.choice(PAUSES))) is not None:
            if len(words) == MOST_KILLS:
                desk.run(*options)
                break
            how = pick.choice(("before", "after", "torn"))
            environment = {"LD_PRELOAD": self.faults, "FAULTS_AT": str(at), "FAULTS_HOW": how}
            status, said = luztar(desk.folder, "simulate", "m.toml", "-q", *options, environment=environment)
            words.append(f"{options} {how} call {at}")
            self.assertIn(status, (0, KILLED), said)
            self.count("aimed kills", status == KILLED)
            at = pick.randint(1, 60)
        self.compare(desk, desk.folder / "out", words)

    def test_damage_is_seen(self):
        for desk in self.desks:
            for seed in range(FIRST, FIRST + COUNT):
                with self.subTest(model=desk.name, seed=seed):
                    self.damage(desk, runs.draw(f"{desk.name} {seed} damage"))

    def damage(self, desk, pick):
        """Bytes of what a resume reads are overwritten: it says so, or they did not matter."""
        calls = self.calls(desk, "--out", desk.out(), "--checkpoint", 0)
        for quarters in (3, 2):  # how often a run saves depends on the clock: the next one may make fewer calls
            environment = {"LD_PRELOAD": self.faults, "FAULTS_AT": str(calls * quarters // 4), "FAULTS_HOW": "before"}
            status, _ = luztar(desk.folder, "simulate", "m.toml", "-q", "--out", desk.out(), "--checkpoint", 0,
                               environment=environment)
            if status == KILLED:
                break
        self.assertEqual(status, KILLED)
        good = {path: path.read_bytes() for path in sorted((desk.folder / "out").iterdir())}
        for _ in range(4):
            path = pick.choice([path for path in good if good[path]])
            bad = bytearray(good[path])
            at = pick.randrange(len(bad))
            for i in range(at, min(len(bad), at + pick.choice((1, 1, 8, 50)))):
                bad[i] ^= pick.randrange(1, 256)
            path.write_bytes(bad)
            status, words = luztar(desk.folder, "simulate", "m.toml", "-q", "--resume", "out")
            self.count("damaged files")
            if status == 0:  # behind the checkpoint, or in a header that is written anew
                self.compare(desk, desk.folder / "out", f"{path.name} changed at {at}")
            else:
                self.count("damaged files that were seen")
                self.assertEqual(status, 2, words)
                self.assertIn("begin anew, with --force instead of --resume", words)
            for name in (desk.folder / "out").iterdir():
                name.unlink()
            for name, content in good.items():
                name.write_bytes(content)
        desk.run("--resume", "out")
        self.compare(desk, desk.folder / "out", "put right")

    def test_going_on_gives_each_row_once(self):
        for desk in self.desks:
            times = [float(row[0]) for row in self.rows(desk.whole)]
            for seed in range(FIRST, FIRST + COUNT):
                with self.subTest(model=desk.name, seed=seed):
                    pick = runs.draw(f"{desk.name} {seed} on")
                    until = pick.choice([f"{pick.choice(times[1:-1]):.12g}", f"{pick.uniform(0.1, times[-2]):.3f}"])
                    desk.run("--out", desk.out(), "--no-report", "--duration", until)
                    shutil.rmtree(desk.folder / "rest", ignore_errors=True)
                    desk.run("--out", "rest", "--no-report", "--continue", "out")
                    both = [float(row[0]) for row in self.rows(desk.folder / "out") + self.rows(desk.folder / "rest")]
                    self.count("continued")
                    # The last row of the first part is at its end, to the bit.
                    self.assertEqual(len(both), len(times), f"until {until}")
                    for one, other in zip(both, times):
                        self.assertAlmostEqual(one, other, delta=1e-11, msg=f"until {until}")

    def rows(self, folder):
        with (folder / "trajectory.csv").open() as file:
            return list(csv.reader(file))[1:]


if __name__ == "__main__":
    unittest.main()
