#!/usr/bin/env python3
"""Disks that are full, folders that cannot be written, pipes that are closed, two runs in one folder: said in words,
nothing is lost, and nothing looks whole that is not.

LUZTAR_APP is the program, LUZTAR_FAULTS how many of the calls that change files to try of each model (0: all).
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import runs  # noqa: E402
from restarts_test import Desk  # noqa: E402
from runs import luztar  # noqa: E402

COUNT = int(os.environ.get("LUZTAR_COUNT", "4"))
NAMES = {"trajectory.csv", "events.csv", "summary.json", "report.html", "t.npy", "q.npy", "channels.json"}


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
        cls.faults = runs.faults(cls.place.name)
        names = ("small by events", "islands", "sheet by adaptive steps")
        cls.desks = [Desk(cls.place.name, name, runs.models(1)[name]) for name in names]
        cls.tried = {}

    @classmethod
    def tearDownClass(cls):
        cls.place.cleanup()
        print(f"calls that failed: {cls.tried}")

    def calls(self, desk, *options):
        path = desk.folder / "calls"
        desk.run(*options, environment={"LD_PRELOAD": self.faults, "FAULTS_COUNT": str(path)})
        calls = int(path.read_text())
        few = COUNT or calls
        if calls <= few:
            return list(range(1, calls + 1))
        # The last ones: files are closed and named.
        last = range(calls - few // 2, calls + 1)
        return sorted({1 + k * calls // few for k in range(few)} | set(last))

    def test_trouble_with_any_call_is_told_and_nothing_is_lost(self):
        for desk in self.desks:
            for pause in (0, 1000):
                calls = self.calls(desk, "--out", desk.out(), "--checkpoint", pause)
                for how, words in (("full", "No space left on device"), ("once", "No space left on device"),
                                   ("locked", "Read-only file system")):
                    for at in calls:
                        with self.subTest(model=desk.name, how=how, call=at, checkpoint=pause):
                            self.fail_at(desk, pause, how, at, words)

    def fail_at(self, desk, pause, how, at, words):
        out = desk.out()
        environment = {"LD_PRELOAD": self.faults, "FAULTS_AT": str(at), "FAULTS_HOW": how}
        status, said = luztar(desk.folder, "simulate", "m.toml", "-q", "--out", "out", "--checkpoint", pause,
                              environment=environment)
        self.tried[how] = self.tried.get(how, 0) + (status == 1)
        if status == 0:  # a call that takes no space, or none after it
            return self.assertFalse(runs.differences(desk.whole, out))
        self.assertEqual(status, 1)
        self.assertIn(words, said)
        self.assertEqual(len(said.splitlines()), 1)
        names = {path.name for path in out.iterdir()} if out.exists() else set()
        self.assertFalse(names & NAMES, said)
        if "checkpoint.bin" not in names:
            return None
        desk.run("--resume", "out")
        return self.assertFalse(runs.differences(desk.whole, out))

    def test_a_run_without_checkpoints_leaves_nothing_that_looks_whole(self):
        for desk in self.desks[:2]:
            for at in self.calls(desk, "--out", desk.out()):
                with self.subTest(model=desk.name, call=at):
                    out = desk.out()
                    status, said = luztar(desk.folder, "simulate", "m.toml", "-q", "--out", "out",
                                          environment={"LD_PRELOAD": self.faults, "FAULTS_AT": str(at),
                                                       "FAULTS_HOW": "full"})
                    if status == 0:
                        self.assertTrue((out / "summary.json").exists())
                        continue
                    self.assertEqual(status, 1)
                    self.assertIn("No space left on device", said)
                    self.assertFalse(out.exists() and list(out.iterdir()))

    def test_a_closed_pipe_ends_the_program_quietly(self):
        desk = self.desks[1]
        for arguments in (["derive", "m.toml"], ["simulate", "m.toml", "--json", "--out", desk.out()]):
            with self.subTest(command=arguments[0]):
                with subprocess.Popen([runs.APP, *map(str, arguments)], cwd=desk.folder, stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE) as run:
                    run.stdout.read(10)
                    run.stdout.close()
                    said = run.stderr.read()
                    status = run.wait(60)
                self.assertEqual((status, said), (-13, b""))
        self.assertTrue((desk.folder / "out" / "summary.json").exists())  # it was written before

    def test_the_second_run_in_a_folder_is_refused(self):
        desk = self.desks[0]
        (desk.folder / "long.toml").write_text(runs.text(runs.SMALL, 4000, 0.05, static=""))
        for options in (["--out", "shared"], ["--out", "shared", "--checkpoint", "0"]):
            with subprocess.Popen([runs.APP, "simulate", "long.toml", "-q", *options], cwd=desk.folder,
                                  stderr=subprocess.PIPE) as first:
                while not (desk.folder / "shared" / "trajectory.csv.part").exists():
                    self.assertIsNone(first.poll())
                status, said = luztar(desk.folder, "simulate", "long.toml", "-q", "--out", "shared")
                self.assertEqual(status, 1)
                self.assertIn("another run is writing into the folder 'shared'", said)
                first.terminate()
                self.assertEqual(first.wait(60), 130)
                first.stderr.read()
            self.assertTrue((desk.folder / "shared" / "summary.json").exists())


if __name__ == "__main__":
    unittest.main()
