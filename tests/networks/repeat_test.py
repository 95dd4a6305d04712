#!/usr/bin/env python3
"""A model with [repeat] is the same model written out by a script, byte by byte in every result file. The script knows
docs/model.md only, random numbers included.

LUZTAR_APP is the program, LUZTAR_TEMPLATES how many templates to draw.
"""
import collections
import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from longhand import LongHand  # noqa: E402
from runs import Run, differences  # noqa: E402
from templates import Draw  # noqa: E402
from toml_text import KINDS, model_text  # noqa: E402

TEMPLATES = int(os.environ.get("LUZTAR_COUNT", "20"))
FIRST = int(os.environ.get("LUZTAR_FIRST", "1"))


class RepeatedParts(unittest.TestCase):
    def test_random_templates_are_the_model_written_out(self):
        counts = collections.Counter()
        for method in ("events", "stepping"):
            for seed in range(FIRST, FIRST + TEMPLATES):
                with self.subTest(seed=seed, method=method), tempfile.TemporaryDirectory() as folder:
                    self.look_at(Draw(seed, method).draw(), pathlib.Path(folder), counts)
        print(", ".join(f"{what} {number}" for what, number in sorted(counts.items())))
        self.assertGreater(counts["status 0"], 0.7 * TEMPLATES)

    def look_at(self, model, folder, counts):
        short, long = folder / "short.toml", folder / "long.toml"
        short.write_text(model_text(model))
        written = LongHand(model).written()
        long.write_text(model_text(written))
        one, other = Run(short, folder / "short"), Run(long, folder / "long")
        text = short.read_text() + one.words + other.words
        self.assertEqual(one.code, other.code, text)
        self.assertEqual(differences(one, other), [], text)
        counts[f"status {one.code}"] += 1
        for kind in KINDS:
            counts[kind] += len(written.get(kind, {}))


if __name__ == "__main__":
    unittest.main()
