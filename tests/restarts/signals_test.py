#!/usr/bin/env python3
"""A run that is asked to end does so at any moment, with whole files, and goes on with the bytes of one that was not.

LUZTAR_APP is the program, LUZTAR_SIGNALS how many runs of each model to ask, LUZTAR_FIRST the first seed.
"""
import json
import os
import pathlib
import shutil
import signal
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import runs  # noqa: E402
from restarts_test import Desk  # noqa: E402

COUNT = int(os.environ.get("LUZTAR_COUNT", "1"))
FIRST = int(os.environ.get("LUZTAR_FIRST", "1"))
PATIENCE = 60  # seconds; how long it took is printed, and is no matter of this test
NUMBERS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
INTERRUPTED = 130


def models():
    """Some whose instants or steps take long."""
    some = runs.models(1)
    names = ("small by events", "islands", "floor by steps", "sheet by steps", "small by adaptive steps")
    chosen = {name: some[name] for name in names}
    chosen["large sheet by events"] = runs.text(runs.SHEET.replace("n = 5", "n = 9"), 1.5, 0.05, static="")
    chosen["large sheet by steps"] = runs.text(runs.SHEET.replace("n = 5", "n = 30"), 0.4, 0.05,
                                               runs.STEPS.format(step=1e-3), static="")
    chosen["long row by events"] = runs.text(runs.ROW.replace("n = 210", "n = 5000"), 0.05, 0.05, factor=10)
    return chosen


class Signals(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
        cls.desks = [Desk(cls.place.name, name, text) for name, text in models().items()]
        cls.worst, cls.count = {}, {}

    @classmethod
    def tearDownClass(cls):
        cls.place.cleanup()
        for name, seconds in cls.worst.items():
            print(f"{name}: {cls.count[name]} signals, answered within {seconds:.3f} s")

    def ask(self, desk, pick, *options):
        """Status of a run that gets a signal, or several, at some moment."""
        seconds = pick.uniform(0.0, 1.1 * desk.seconds)
        status, words, took = runs.killed_after(desk.folder, seconds, "simulate", "m.toml", "-q", *options,
                                                number=pick.choice(NUMBERS), times=pick.choice((1, 1, 2, 5)))
        self.worst[desk.name] = max(self.worst.get(desk.name, 0.0), took)
        self.count[desk.name] = self.count.get(desk.name, 0) + 1
        self.assertLess(took, PATIENCE)
        # Before there was anything to lose it simply ends.
        self.assertIn(status, (0, INTERRUPTED, *(-number for number in NUMBERS)), words)
        self.assertEqual("stopped on request" in words, status == INTERRUPTED, words)
        return status

    def test_a_run_that_was_asked_to_end_is_resumed(self):
        for desk in self.desks:
            for seed in range(FIRST, FIRST + COUNT):
                with self.subTest(model=desk.name, seed=seed):
                    pick = runs.draw(f"{desk.name} {seed} signals")
                    desk.out()
                    for asked in range(4):
                        if (options := desk.next_options(pick.choice((0, 0.02, 1000)))) is None:
                            break
                        if asked < 3:
                            self.whole_files(desk, self.ask(desk, pick, *options))
                        else:
                            desk.run(*options)
                    self.assertFalse(runs.differences(desk.whole, desk.folder / "out"))

    def test_a_run_without_checkpoints_keeps_what_it_computed(self):
        for desk in self.desks:
            for seed in range(FIRST, FIRST + COUNT):
                with self.subTest(model=desk.name, seed=seed):
                    pick = runs.draw(f"{desk.name} {seed} plain")
                    status = self.ask(desk, pick, "--out", desk.out())
                    self.whole_files(desk, status)
                    if status == INTERRUPTED:
                        self.go_on(desk)

    def whole_files(self, desk, status):
        """What has a name is whole."""
        out = desk.folder / "out"
        if status not in (0, INTERRUPTED) and not (out / "summary.json").exists():
            return  # else it is from before
        self.assertFalse(list(out.glob("*.part")))
        summary = json.loads((out / "summary.json").read_text())
        if status in (0, INTERRUPTED):
            self.assertEqual(summary["status"], "finished" if status == 0 else "stopped")
        rows = (out / "trajectory.csv").read_text().splitlines()
        whole = (desk.whole / "trajectory.csv").read_text().splitlines()
        self.assertEqual(rows[0], whole[0])
        self.assertEqual([row.split(",")[0] for row in rows], [row.split(",")[0] for row in whole[: len(rows)]])

    def go_on(self, desk):
        shutil.rmtree(desk.folder / "rest", ignore_errors=True)
        desk.run("--out", "rest", "--continue", "out", "--no-report")
        both = [line for name in ("out", "rest")
                for line in (desk.folder / name / "trajectory.csv").read_text().splitlines()[1:]]
        whole = (desk.whole / "trajectory.csv").read_text().splitlines()[1:]
        self.assertEqual([row.split(",")[0] for row in both], [row.split(",")[0] for row in whole])
        ends = [[float(x) for x in rows[-1].split(",")] for rows in (both, whole)]
        for one, other in zip(*ends):
            self.assertAlmostEqual(one, other, delta=1e-6)


if __name__ == "__main__":
    unittest.main()
