"""What all errors are measured against, as {time: [positions]} for each problem."""

import json
import math
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
CASES = {"guide": ("i_janecek_chirp", lambda s: [s["z_r"]]),
         "three": ("iii_a_three_mass_smooth", lambda s: s["z"]),
         "gear": ("v_b_gear_simplification2", lambda s: s["z"])}
WORDS = {
    "guide": "Taylor series of order 32 with 160-bit arithmetic",
    "belt": "closed form",
    "three": "Taylor series of order 32 with 160-bit arithmetic",
    "gear": "Taylor series of order 32 with 160-bit arithmetic",
    "chain": "luztar's events at 1e-12",
    "chain5": "luztar's events at 1e-12",
}


def key(t):
    return round(t, 6)


def from_case(problem):
    name, positions = CASES[problem]
    case = json.loads((ROOT / "tests" / "reference" / f"{name}.json").read_text())
    return {key(float(s["t"])): [float(x) for x in positions(s)] for s in case["samples"]}


def belt():
    """Stick until k x = F_S, then slip on a circle about F_K/k until the belt's speed is reached."""
    k, v, static, kinetic = 100.0, 0.1, 12.0, 8.0
    omega, first = math.sqrt(k), static / (k * v)
    start, centre = static / k, kinetic / k
    angle = 2 * math.pi - 2 * math.atan(omega * (start - centre) / v)
    slip = angle / omega
    end = 2 * centre - start
    stick = (start - end) / v
    samples = {}
    for i in range(1, 81):
        t = 0.25 * i
        if t < first:
            x = v * t
        else:
            s = math.fmod(t - first, slip + stick)
            x = (centre + (start - centre) * math.cos(omega * s) + v / omega * math.sin(omega * s)
                 if s < slip else end + v * (s - slip))
        samples[key(t)] = [x]
    return samples


class References:
    """Those of chains come from the row "luztar events" of the same run."""

    def __init__(self):
        self.samples = {p: from_case(p) for p in CASES}
        self.samples["belt"] = belt()
        self.still = {}

    def take_chain(self, name, outcome):
        self.samples[name] = dict(zip(map(key, outcome["times"]), outcome["q"]))
        self.still[name] = outcome["never_moved"]

    def error(self, name, outcome):
        """Largest error of a position at the sample times, relative to the largest position."""
        if name not in self.samples:
            return None
        expected = self.samples[name]
        scale = max(abs(x) for q in expected.values() for x in q)
        found = [(expected[key(t)], q) for t, q in zip(outcome["times"], outcome["q"])
                 if key(t) in expected]
        if len(found) < len([t for t in expected if t > 0]):
            return None
        return max(abs(a - b) for e, q in found for a, b in zip(e, q)) / scale

    def drift(self, name, outcome):
        """Largest displacement, at the end, of pairs that stick all the time [m]."""
        still = self.still.get(name)
        if not still or key(outcome["times"][-1]) not in self.samples[name]:
            return None
        q = [*outcome["q"][-1], 0.0]
        return max((abs(q[i] - q[i + 1]) for i, stays in enumerate(still) if stays), default=None)
