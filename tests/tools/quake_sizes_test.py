"""tools/quake_sizes.py finds the exponent that a sample was drawn with."""
import math
import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
import quake_sizes  # noqa: E402


def sample(b: float, least: float, largest: float, n: int, seed: int) -> list[float]:
    """Inverse of the distribution of M^-(1 + b) between two ends."""
    draw = random.Random(seed)
    whole = -math.expm1(-b * math.log(largest / least))
    return sorted(least * (1 - draw.random() * whole) ** (-1 / b) for _ in range(n))


class Fit(unittest.TestCase):
    def test_exponent_within_its_error(self):
        for b in (0.4, 1.0, 1.7):
            law = quake_sizes.fit_between(sample(b, 1e-3, 1e-1, 20000, 1), 1e-3, 1e-1)
            self.assertLess(abs(law["b"] - b), 4 * law["error"])
            self.assertLess(law["error"], 0.02)
            self.assertLess(law["distance"], 1.7 / math.sqrt(20000))

    def test_errors_are_those_of_repeated_samples(self):
        fits = [quake_sizes.fit_between(sample(1.0, 1e-3, 1e-1, 500, seed), 1e-3, 1e-1)
                for seed in range(200)]
        spread = math.sqrt(sum((f["b"] - 1) ** 2 for f in fits) / len(fits))
        self.assertAlmostEqual(spread / fits[0]["error"], 1, delta=0.2)

    def test_the_least_moment_leaves_out_what_is_no_power_law(self):
        moments = sorted(sample(1.0, 1e-3, 1e-1, 20000, 2) + [2e-4] * 50000)
        law = quake_sizes.best_fit(moments, 1e-1)
        self.assertGreaterEqual(law["least"], 9e-4)
        self.assertLess(abs(law["b"] - 1), 4 * law["error"])


if __name__ == "__main__":
    unittest.main()
