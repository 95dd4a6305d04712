#!/usr/bin/env python3
"""The same bits in every result file on 1, 2 and 4 threads.

LUZTAR_APP is the program, LUZTAR_THREADS how many networks to draw for each method.
"""
import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from large import Draw  # noqa: E402
from runs import Run  # noqa: E402
from toml_text import model_text  # noqa: E402

NETWORKS = int(os.environ.get("LUZTAR_COUNT", "1"))
FIRST = int(os.environ.get("LUZTAR_FIRST", "1"))


class Threads(unittest.TestCase):
    def test_any_number_of_threads_gives_the_same_files(self):
        for method in ("events", "stepping"):
            for seed in range(FIRST, FIRST + NETWORKS):
                with self.subTest(seed=seed, method=method), tempfile.TemporaryDirectory() as folder:
                    self.look_at(self.model(Draw(seed, method), seed % 5 == 0), pathlib.Path(folder))

    @staticmethod
    def model(draw, cycles):
        """Islands of a few bodies; by steps trees that are worth several threads, or parts with cycles and stops."""
        frame = draw.frame(0.1 if draw.stepping else 0.3)
        if draw.stepping and not cycles:
            draw.stops, draw.shapes = 0, ["chain", "tree", "star"]
            parts = draw.parts(draw.one(210, 2000))
            for k in range(draw.pick.randint(1, 2)):
                parts.append(draw.part(f"big{k}", draw.one(4200, 5000, 6500), draw.one("chain", "tree", "tree")))
        else:
            parts = draw.parts(210)
        model = draw.model(frame, parts)
        model["output"] = {"format": ["csv", "npy"], "channels": ["q.*", "v.p1_*", "mode.*", "f.p?_*", "d.p?_*"]
                           if draw.stepping else ["*"]}
        if not draw.stepping:
            model["simulation"]["samples"] = 7
        elif draw.chance(0.3):
            model["simulation"].update(adaptive=True, tolerance=1e-5)
        return model

    def look_at(self, model, folder):
        path = folder / "network.toml"
        path.write_text(model_text(model))
        files = []
        for threads in (1, 2, 4):
            run = Run(path, folder / "out", "--threads", str(threads))
            self.assertEqual(run.code, 0, run.words)
            files.append({file.name: file.read_bytes() for file in (folder / "out").iterdir()})
        self.assertIn("q.npy", files[0])
        self.assertIn("trajectory.csv", files[0])
        for other in files[1:]:
            self.assertEqual(files[0].keys(), other.keys())
            self.assertEqual([name for name in other if files[0][name] != other[name]], [])


if __name__ == "__main__":
    unittest.main()
