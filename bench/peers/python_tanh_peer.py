#!/usr/bin/env python3
"""The chain with F tanh(w/1e-3) instead of F sgn w, in Python: heyoka (Taylor series, explicit) and
scipy's LSODA (stiff, banded Jacobian).

    python_tanh_peer.py chain|chain5 --n N --setting heyoka:TOLERANCE | lsoda:TOLERANCE [--turns N]

Prints the line of JSON of run.h; compiling and importing are not measured.
"""

import argparse
import json
import time

from chain_problem import Chain
from memory import most_memory_mb

CREEP, EVERY, SAMPLES = 1e-3, 0.25, 4  # m/s; s


class Heyoka:
    def __init__(self, chain, tolerance):
        import heyoka as hy

        self.version = hy.__version__
        n = chain.n
        q = hy.make_vars(*(f"q{i}" for i in range(n)))
        v = hy.make_vars(*(f"v{i}" for i in range(n)))
        if n == 1:
            q, v = [q], [v]
        force = []
        for i in range(n):
            d, w = (q[i] - q[i + 1], v[i] - v[i + 1]) if i + 1 < n else (q[i], v[i])
            force.append(chain.stiffness[i] * d + chain.viscous[i] * w
                         + chain.dry[i] * hy.tanh(w / CREEP))
        system = list(zip(q, v))
        for i in range(n):
            parts = [-force[i]] + ([force[i - 1]] if i > 0 else [])
            if chain.amplitude[i] != 0.0:
                parts.append(chain.amplitude[i]
                             * hy.sin(chain.frequency[i] * hy.time + chain.phase[i]))
            system.append((v[i], hy.sum(parts) / chain.mass[i]))
        self.n, self.taylor = n, hy.taylor_adaptive(system, [0.0] * (2 * n), tol=tolerance,
                                                    compact_mode=True)

    def run(self):
        taylor = self.taylor
        taylor.time = 0.0
        taylor.state[:] = 0.0
        samples = []
        for i in range(SAMPLES):
            taylor.propagate_until(EVERY * (i + 1))
            samples.append([float(x) for x in taylor.state[:self.n]])
        return samples


class Lsoda:
    def __init__(self, chain, tolerance):
        import numpy
        import scipy
        from scipy.integrate import solve_ivp

        np, self.version, self.solve = numpy, scipy.__version__, solve_ivp
        self.n, self.tolerance = chain.n, tolerance
        m, k, c, dry, a, f, p = (np.array(x) for x in (
            chain.mass, chain.stiffness, chain.viscous, chain.dry, chain.amplitude,
            chain.frequency, chain.phase))

        def slope(t, y):  # q and v of each block side by side: a band of 3
            q, v = y[0::2], y[1::2]
            d, w = q.copy(), v.copy()
            d[:-1] -= q[1:]
            w[:-1] -= v[1:]
            force = k * d + c * w + dry * np.tanh(w / CREEP)
            total = a * np.sin(f * t + p) - force
            total[1:] += force[:-1]
            dy = np.empty_like(y)
            dy[0::2], dy[1::2] = v, total / m
            return dy

        self.slope, self.start = slope, np.zeros(2 * chain.n)

    def run(self):
        times = [EVERY * (i + 1) for i in range(SAMPLES)]
        found = self.solve(self.slope, (0.0, times[-1]), self.start, method="LSODA", lband=3,
                           uband=3, rtol=self.tolerance, atol=1e-2 * self.tolerance, t_eval=times)
        if found.status < 0:
            raise RuntimeError(found.message)
        return [[float(x) for x in y[0::2]] for y in found.y.T]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("problem", choices=("chain", "chain5"))
    parser.add_argument("--n", type=int, default=100)
    parser.add_argument("--setting", required=True)
    parser.add_argument("--turns", type=int, default=3)
    given = parser.parse_args()
    name, tolerance = given.setting.split(":")
    tool = {"heyoka": Heyoka, "lsoda": Lsoda}[name](Chain(given.n, given.problem == "chain"),
                                                    float(tolerance))
    seconds, samples = [], []
    for _ in range(given.turns):
        start = time.process_time()
        samples = tool.run()
        seconds.append(time.process_time() - start)
    print(json.dumps({
        "problem": given.problem, "setting": given.setting, "version": tool.version,
        "simulated": EVERY * SAMPLES, "seconds": seconds, "events": [], "q": samples,
        "times": [EVERY * (i + 1) for i in range(SAMPLES)],
        "memory_mb": most_memory_mb()}))


if __name__ == "__main__":
    main()
