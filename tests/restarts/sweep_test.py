#!/usr/bin/env python3
"""A sweep that is killed at any moment goes on and gives the bytes of one that was not.

LUZTAR_APP is the program, LUZTAR_SWEEPS how many sweeps to kill.
"""
import os
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = os.environ.get("LUZTAR_APP", str(ROOT / "build" / "release" / "luztar"))
COUNT = int(os.environ.get("LUZTAR_COUNT", "2"))
OPTIONS = ["sweep", str(ROOT / "examples" / "belt.toml"), "--vary", "v0=0.02:1:100", "--vary", "FS=5:16:100",
           "--measure", "stick_share(contact)", "--measure", "max(q.block)", "--duration", "40", "-q"]


class Sweeps(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.home = pathlib.Path(cls.folder.name)
        cls.whole = cls.table(cls.start(cls, "whole"), "whole")

    def start(self, folder, *more):
        return subprocess.Popen([PROGRAM, *OPTIONS, "--out", str(self.home / folder), *more],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def rows(self, folder):
        """How many lines a sweep has written so far."""
        try:
            return (self.home / folder / "rows.part").read_bytes().count(b"\n")
        except FileNotFoundError:
            return 0

    def wait_for(self, process, folder, rows):
        """Until so many lines are there, or the process has ended."""
        while process.poll() is None and self.rows(folder) < rows:
            time.sleep(0.001)

    def stopped(self, folder):
        """What a sweep says that was asked to end after a part of its rows."""
        for _ in range(10):  # one that ends before it is asked is begun anew
            process = self.start(folder, "--threads", "1")
            self.wait_for(process, folder, 500)
            process.send_signal(signal.SIGTERM)
            _, error = process.communicate()
            if process.returncode == 130:
                return error
            shutil.rmtree(self.home / folder)
        raise AssertionError(f"it always ends before it is asked: {error}")

    @classmethod
    def table(cls, process, folder):
        _, error = process.communicate(timeout=300)
        if process.returncode:
            raise AssertionError(f"exit status {process.returncode}: {error}")
        return (cls.home / folder / "table.csv").read_bytes()

    def test_the_table_is_whole(self):
        self.assertEqual(self.whole.count(b"\n"), 10_001)
        self.assertIn(b"static", self.whole, "points that fail are in it")

    def killed(self, folder, number, draw, threads):
        """Kills a sweep again and again until one comes to its end."""
        process, kills = self.start(folder, "--threads", threads), 0
        while True:
            self.wait_for(process, folder, self.rows(folder) + draw.randrange(500, 4000))
            process.send_signal(number)
            _, error = process.communicate()
            if process.returncode == 0:
                return kills
            self.assertEqual(process.returncode, 130 if number == signal.SIGTERM else -number, error)
            kills += 1
            if number == signal.SIGKILL:  # half a line, as a power cut leaves it
                with open(self.home / folder / "rows.part", "ab") as rows:
                    rows.write(b"17\t0.25")
            process = self.start(folder, "--resume", "--threads", threads)

    def test_killed_sweeps_give_the_same_bytes(self):
        for seed in range(COUNT):
            for number in (signal.SIGKILL, signal.SIGTERM):
                with self.subTest(seed=seed, signal=number):
                    folder = f"{seed}_{number}"
                    kills = self.killed(folder, number, random.Random(seed), str(1 + seed % 2))
                    self.assertGreater(kills, 0)
                    self.assertEqual((self.home / folder / "table.csv").read_bytes(), self.whole)
                    self.assertFalse((self.home / folder / "rows.part").exists())

    def test_flipped_bytes_are_found_and_run_again(self):
        self.stopped("damaged")
        rows = self.home / "damaged" / "rows.part"
        there, draw = rows.read_bytes(), random.Random(7)
        for places in [1] * 10 * COUNT + [30]:
            with self.subTest(places=places):
                changed = bytearray(there)
                for _ in range(places):
                    changed[draw.randrange(len(there) - 1)] ^= 1 << draw.randrange(8)
                rows.write_bytes(changed)
                process = self.start("damaged", "--resume")
                _, error = process.communicate(timeout=300)
                self.assertEqual(process.returncode, 0, error)
                self.assertRegex(error, "rows.part: ([0-9]+ lines are|1 line is) damaged; what was there is run again")
                self.assertEqual((self.home / "damaged" / "table.csv").read_bytes(), self.whole)

    def ranks(self, folder, number, *more):
        """Processes that share a sweep, as mpirun starts them."""
        for rank in range(number):
            environment = {**os.environ, "OMPI_COMM_WORLD_RANK": str(rank), "OMPI_COMM_WORLD_SIZE": str(number)}
            yield subprocess.Popen([PROGRAM, *OPTIONS, "--out", str(self.home / folder), *more],
                                   stderr=subprocess.PIPE, text=True, env=environment)

    def test_processes_share_a_sweep_and_one_that_is_killed_is_made_up_for(self):
        for count, resumed in ((4, 4), (3, 1)):
            with self.subTest(processes=count, resumed=resumed):
                folder = f"ranks{count}"
                processes = list(self.ranks(folder, count))
                self.wait_for(processes[1], f"{folder}/rank1", 300)
                processes[1].kill()
                for rank, process in enumerate(processes):
                    _, error = process.communicate(timeout=300)
                    self.assertEqual(process.returncode, -signal.SIGKILL if rank == 1 else 0, error)
                self.assertFalse((self.home / folder / "table.csv").exists())
                for process in list(self.ranks(folder, resumed, "--resume")):
                    _, error = process.communicate(timeout=300)
                    self.assertEqual(process.returncode, 0, error)
                self.assertEqual((self.home / folder / "table.csv").read_bytes(), self.whole)
                self.assertEqual(sorted(p.name for p in (self.home / folder).iterdir()),
                                 ["sweep.html", "table.csv"])

    @unittest.skipUnless(shutil.which("mpirun"), "needs mpirun")
    def test_under_mpirun(self):
        done = subprocess.run(["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "3", PROGRAM, *OPTIONS,
                               "--out", str(self.home / "mpi")], capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.home / "mpi" / "table.csv").read_bytes(), self.whole)

    def test_rows_of_before_are_not_run_again(self):
        error = self.stopped("few")
        there = int(error.split(": ")[1].split()[0])
        self.assertGreater(there, 0)
        lines = (self.home / "few" / "rows.part").read_text().count("\n")
        self.assertEqual(lines, there + 1)


if __name__ == "__main__":
    unittest.main()
